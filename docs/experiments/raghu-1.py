"""Raghu et al., figure 1: the image of an arc grows exponentially with depth.

The paper: random hard-tanh networks, weights N(0, V/k), biases 0; the image of a circular
trajectory between two random vectors, its length after each of 12 layers; (a) against the layer at
one width, (b) for several widths, (c, d) the mean ratio of the lengths after and before a layer
against the width and the variance, with the bounds of Theorem 1.

Here: quarter ellipses between two normal points as polygons, 4 to each network; lengths enclosed to
a relative width of 1e-12. --full: 12 layers, as in the paper.
"""

import math
from itertools import product

import numpy
from common import chart, mean, measure, seed, size, table
from models import follow, network, paths

V6 = [1, 2, 4, 8, 16, 32]
# Widths, variances, layers, networks, vertices of an arc, arcs; for quick, usual and full sizes.
PLANS = {
    "a": size(
        ([16], [1, 4, 16], 4, 4, 17, 1), ([32], V6, 8, 20, 129, 4), ([32], V6, 12, 20, 129, 4)
    ),
    "b": size(
        ([8, 16, 32], [4], 4, 4, 17, 1),
        ([8, 16, 32, 64, 128], [4], 8, 10, 65, 4),
        ([8, 16, 32, 64, 128], [4], 12, 10, 65, 4),
    ),
    "c": size(
        ([8, 16, 32], [2, 8], 3, 4, 9, 2),
        ([8, 16, 32, 64, 128], [2, 8, 32], 4, 10, 33, 4),
        ([8, 16, 32, 64, 128, 256], [2, 8, 32], 4, 20, 33, 4),
    ),
    "d": size(
        ([8, 32], [1, 4, 16], 3, 4, 9, 2),
        ([8, 32, 128], V6, 4, 10, 33, 4),
        ([8, 32, 128], V6, 6, 20, 33, 4),
    ),
}


def lengths(case, repeat):
    width, variance, depth, vertices, arcs = case
    of = seed(repeat)
    net = network(width, depth, width, init=f"gaussian:{variance}", activation="hardtanh", seed=of)
    return follow(net, paths("arcs", arcs, width, vertices, seed(repeat, 1)))[:2].ravel()


def theorem_1(V, k):
    """The bound on the growth of a layer, in the explicit form of its proof."""
    p = math.erf(1 / math.sqrt(2 * V))
    root = math.sqrt(V * k)
    return (root * p / math.sqrt(1 + (k - 1) * p) - root * p * (1 - p) ** (k - 1)) / math.sqrt(2)


for letter, (widths, variances, depth, networks, vertices, arcs) in PLANS.items():
    cases = list(product(widths, variances))
    found = measure(lengths, [(*case, depth, vertices, arcs) for case in cases], networks)
    length, growth = found[..., : depth + 1], found[..., depth + 1 :]
    rows = []
    for i, (k, V) in enumerate(cases):
        lower, upper = theorem_1(V, k), math.sqrt(V)
        if letter in "ab":
            start = length[i, :, 0].mean()
            for layer in range(depth + 1):
                bounds = [start * lower**layer, start * upper**layer]
                rows.append([k, V, layer, *mean(length[i, :, layer]), *bounds])
        else:
            order = math.sqrt(V * k / (math.sqrt(V) * (math.sqrt(V) + k)))
            of_layers = numpy.mean(growth[i, :, 2:], axis=1)
            rows.append([k, V, *mean(of_layers), lower, order, upper])
    columns = ["width,variance,mean,low,high,lower,order,upper"]
    columns = columns if letter in "cd" else ["width,variance,layer,mean,low,high,lower,upper"]
    made = table(f"raghu-1{letter}", columns[0], rows)
    x = {"a": "layer", "b": "layer", "c": "width", "d": "variance"}[letter]
    by = "variance" if letter in "ac" else "width"
    scale = {} if letter in "ab" else {"xscale": "log"}
    label = "length" if letter in "ab" else "growth of the length in one layer"
    look = {"yscale": "log", "ylabel": label, "title": "Image of an arc, hard-tanh", **scale}
    chart(f"raghu-1{letter}", made, x, by=by, lines={"lower": "Theorem 1"}, **look)
