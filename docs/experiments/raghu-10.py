"""Raghu et al., figure 10: different dichotomies against transitions, and a random walk.

The paper: 15 inputs, hard-tanh networks of several depths, weights N(0, 16/k); while the weights of
the first layer move on a great circle, the number of different dichotomies seen against the number
of transitions; a random walk flips one label at each transition.

Here: widths 8 to 64, 6 layers, 10 networks; the sequence of dichotomies on a polygon of 256 points,
exactly. The mean of the walk on the 15-cube follows from the law of its first return: a step leads
to a new vertex with the probability P(T > i) that a walk has not returned (Feller, XIII).
"""

from math import comb

import numpy
from common import chart, mean, measure, size, table
from models import sweep

POINTS, DEPTH = 15, size(3, 6)
LONGEST = 1 << 15


def seen(width, repeat):
    """How many dichotomies have been seen after each transition; filled up with -1."""
    found = sweep(width, DEPTH, 0, 16, repeat)
    return [*found.seen, *[-1] * (LONGEST - found.transitions)][:LONGEST]


def walk(count, d):
    steps = numpy.arange(count)
    back = sum(comb(d, j) / 2**d * (1 - 2 * j / d) ** steps for j in range(d + 1))
    back[1::2] = 0
    first, seen, later = numpy.zeros(count), numpy.ones(count), 1.0
    for i in range(1, count):
        first[i] = back[i] - first[1:i] @ back[i - 1 : 0 : -1]
        later -= first[i]
        seen[i] = seen[i - 1] + later
    return seen


widths = size([8, 16], [8, 16, 32, 64])
found = measure(seen, widths, size(3, 10))
fewest = [(values >= 0).sum(axis=1).min() for values in found]
expected = walk(max(fewest) + 1, POINTS)
rows = []
for width, values, shown in zip(widths, found, fewest):
    i = 1
    while i < shown:
        rows.append([width, i, *mean(values[:, i]), expected[i]])
        i += 1 if i < 10 else i // 5
made = table("raghu-10", "width,transitions,mean,low,high,walk", rows)
chart(
    "raghu-10", made, "transitions", by="width", lines={"walk*": "random walk"}, xscale="log",
    yscale="log", title="Different dichotomies of 15 points", ylabel="dichotomies seen",
)
