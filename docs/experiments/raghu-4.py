"""Raghu et al., figure 4: dichotomies while the weights of the first layer turn.

The paper: s = 15 inputs, hard-tanh networks, weights N(0, 8/k), no biases; the weights of the first
layer move on a great circle between two random matrices; the number of different labellings, (a)
against the remaining depth for several widths, (b) against the width up to 600.

Here: normal inputs, 5 networks for each point; a polygon of 256 rational points of the circle, on
which all labels are exact; widths up to 64, in (b) with --full up to 512, with six layers up to 256
(a network of 512 takes over nine minutes).
"""

from common import chart, size
from models import dichotomies

DEPTHS = size([1, 2, 3], [1, 2, 3, 4, 6, 8])
cases = [(width, depth, 0) for width in size([8, 16], [8, 16, 32, 64]) for depth in DEPTHS]
made = dichotomies("raghu-4", cases, size(2, 5))
look = {"yscale": "log", "ylabel": "different dichotomies", "lines": {"all*": "all, 2^15"}}
look["title"] = "Dichotomies of 15 points while the first layer turns"
chart("raghu-4", made, "remaining", by="width", **look)

widths = size([8, 16], [8, 16, 32, 64], [8, 16, 32, 64, 128, 256, 512])
pairs = [(width, depth) for depth in size([1, 3], [1, 3, 6]) for width in widths]
cases = [(width, depth, 0) for width, depth in pairs if width * depth < 2000]
made = dichotomies("raghu-4b", cases, size(2, 5))
chart("raghu-4b", made, "width", by="remaining", xscale="log", **look)
