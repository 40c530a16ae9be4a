"""Raghu et al., Conjecture 2: what sweeping a single weight can do is exponential in the depth.

The paper states it and has no figure of a single weight: it names figures 5 to 7, of whole layers.

Here: 15 normal inputs, hard-tanh networks of 8 layers of 8 and 32 units, weights N(0, 8/k), no
biases; the first weight of one layer goes from -1000 to 1000; all dichotomies, exactly; 40
networks.
"""

from common import chart, size
from models import dichotomies

depth = size(3, 8)
cases = [(width, depth, layer) for width in size([8], [8, 32]) for layer in range(depth)]
made = dichotomies("raghu-weight", cases, size(2, 40), one_weight=True)
chart(
    "raghu-weight", made, "remaining", by="width", yscale="log", ylabel="different dichotomies",
    title="Dichotomies of 15 points while one weight is swept",
)
