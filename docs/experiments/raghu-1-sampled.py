"""Raghu et al., figure 1, as it is usually drawn: what sampled segments miss of a length.

The paper: lengths of images of a circular trajectory in 10^6 segments (appendix E).

Here: two hard-tanh networks of 8 layers of 32 units, weights N(0, 16/32), no biases; in each an arc
between two normal points as a polygon of 128 segments. The length after each layer, enclosed to
1e-12, beside the sum of the distances of the images of n points of the polygon, in doubles: column
missing is the mean share of the length that they leave out. Processor times are printed, not in the
table.
"""

from time import process_time

import numpy
from common import chart, seed, size, table
from models import follow, network, paths

WIDTH, DEPTH, VERTICES = size(8, 32), size(3, 8), 129
COUNTS = size([100, 1000], [10**2, 10**3, 10**4, 10**5, 10**6])


def sampled(layers, polygon, count):
    """The lengths after each layer of the images of `count` points, in parts that fit in memory."""
    total = numpy.zeros(DEPTH)
    for start in range(0, count - 1, 50000):
        places = numpy.arange(start, min(start + 50001, count)) * (len(polygon) - 1) / (count - 1)
        below = numpy.minimum(places.astype(int), len(polygon) - 2)
        share = (places - below)[:, None]
        x = polygon[below] * (1 - share) + polygon[below + 1] * share
        for layer, weights in enumerate(layers):
            x = numpy.clip(x @ weights, -1, 1)
            total[layer] += numpy.linalg.norm(numpy.diff(x, axis=0), axis=1).sum()
    return total


missing = {count: [] for count in COUNTS}
spent = dict.fromkeys(["exact", *COUNTS], 0.0)
for repeat in range(2):
    net = network(WIDTH, DEPTH, WIDTH, init="gaussian:16", activation="hardtanh", seed=seed(repeat))
    (arc,) = paths("arcs", 1, WIDTH, VERTICES, seed(repeat, 1))
    start = process_time()
    exact = follow(net, [arc])[0][1:]
    spent["exact"] += process_time() - start
    layers = [numpy.array(weights, float).T for weights, _, _ in net.layers[:-1]]
    for count in COUNTS:
        start = process_time()
        missing[count].append(1 - sampled(layers, numpy.array(arc, float), count) / exact)
        spent[count] += process_time() - start
rows = [
    [count, layer + 1, float(numpy.mean([shares[layer] for shares in found]))]
    for count, found in missing.items()
    for layer in range(DEPTH)
]
made = table("raghu-1-sampled", "points,layer,missing", rows)
print(*(f"{name}: {seconds:.2f} s" for name, seconds in spent.items()), sep=", ")
chart(
    "raghu-1-sampled", made, "layer", y="missing", by="points", yscale="log",
    ylabel="share of the length that is missing", title="Sampled trajectories, sigma_w^2 = 16",
)
