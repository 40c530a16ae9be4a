"""Raghu et al., figure 5: only the depth that remains after the layer that turns matters.

The paper: 15 inputs, hard-tanh networks of width 128, weights N(0, 8/k); the weights of one layer
move on a great circle; the number of dichotomies against the number of layers above it, for several
depths.

Here: width 32, 128 with --full; 4, 6 and 8 layers; 5 networks for each point, labels exact on a
polygon of 256 points.
"""

from common import chart, size
from models import dichotomies

width = size(12, 32, 128)
cases = [(width, depth, layer) for depth in size([4], [4, 6, 8]) for layer in range(depth)]
made = dichotomies("raghu-5", cases, size(2, 5))
chart(
    "raghu-5", made, "remaining", by="depth", lines={"all*": "all, 2^15"}, yscale="log",
    title="Dichotomies of 15 points while one layer turns", ylabel="different dichotomies",
)
