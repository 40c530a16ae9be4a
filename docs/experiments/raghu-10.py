"""Raghu et al., figure 10 and Conjecture 1: dichotomies against transitions, and a random walk.

The paper: 15 inputs, hard-tanh networks, weights N(0, 16/k); while the weights of the first layer
move on a great circle, the number of different dichotomies against the number of transitions, one
point for each network, of different depths; a random walk flips one label at each transition.
Conjecture 1: the wider the network, the more its path resembles a simple random walk.

Here: widths 8, 16 and 32, 1 to 4 layers, 4 networks of each; the sequence of dichotomies on a
polygon of 256 points, exactly. The mean of the walk on the 15-cube follows from the law of its
first return: a step leads to a new vertex with the probability P(T > i) that a walk has not
returned (Feller, XIII). Column walk: that mean for as many transitions. Conjecture 1 is tested on
the deficit log(walk / dichotomies): raghu-10-claims.csv.
"""

from math import comb

import numpy
from common import chart, claims, measure, size, table
from models import sweep

POINTS, WIDTHS, DEPTHS = 15, size([8, 16], [8, 16, 32], [8, 16, 32, 64]), size([1, 2], [1, 2, 3, 4])


def path(case, repeat):
    found = sweep(*case, 0, 16, repeat)
    return found.transitions, found.distinct


def walk(count, d):
    """How many vertices of the d-cube a random walk has seen after 0, .., count - 1 steps."""
    steps = numpy.arange(count)
    back = sum(comb(d, j) / 2**d * (1 - 2 * j / d) ** steps for j in range(d + 1))
    back[1::2] = 0
    first, seen, later = numpy.zeros(count), numpy.ones(count), 1.0
    for i in range(1, count):
        first[i] = back[i] - first[1:i] @ back[i - 1 : 0 : -1]
        later -= first[i]
        seen[i] = seen[i - 1] + later
    return seen


cases = [(width, depth) for width in WIDTHS for depth in DEPTHS]
found = measure(path, cases, size(2, 4)).astype(int)
expected = walk(found[..., 0].max() + 1, POINTS)
rows = [
    [width, transitions, distinct, expected[transitions], depth, repeat + 1]
    for (width, depth), values in zip(cases, found)
    for repeat, (transitions, distinct) in enumerate(values)
]
made = table("raghu-10", "width,transitions,dichotomies,walk,depth,network", sorted(rows))
deficit = numpy.log(expected[found[..., 0]] / found[..., 1]).reshape(len(WIDTHS), -1)
narrow, *_, wide = deficit
order = numpy.log(WIDTHS) - numpy.mean(numpy.log(WIDTHS))
claims(
    "raghu-10",
    {
        f"fewer dichotomies than the walk at width {WIDTHS[0]}: deficit": narrow,
        f"fewer dichotomies than the walk at width {WIDTHS[-1]}: deficit": wide,
        "Conjecture 1: the deficit falls with the width: slope in its logarithm": -(
            order @ deficit / (order @ order)
        ),
        "Conjecture 1: the deficit is less at the greatest width than at the least": narrow - wide,
    },
)
chart(
    "raghu-10", made, "transitions", "dichotomies", by="width", style="o", xscale="log",
    lines={"walk*": "random walk, mean"}, yscale="log",
    title="Dichotomies of 15 points, each point a network", ylabel="different dichotomies",
)
