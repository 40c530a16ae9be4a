"""Hanin and Rolnick, Theorem 3 in codimension 3 and 4: vertices for each unit of volume.

The paper: as hanin-density.py says, for any number k of units that have their breakpoint at once.

Here: k inputs, He weights N(0, 2/width), biases N(0, 1/4), the cube [-1, 1]^k, ten architectures.
Left side: the vertices inside the cube of 500 networks of each, found exactly; they are good if 2^k
regions around them have as many maps. Right side, columns theorem: the sum over all sets of k units
of the volume that their gradients span times the densities of their biases, by Monte Carlo over
weights and points (crease.expected_density). Columns mean: all units, as for activation regions;
columns function: good units only. inside: whether the two intervals allow equality.
"""

from collections import defaultdict

from common import ARGS, agree, crease, mean, measure, seed, size, table
from models import network

SHAPES = {3: [(1, 4), (1, 8), (2, 4), (2, 6), (3, 4)], 4: [(1, 4), (1, 6), (1, 8), (2, 4), (2, 5)]}
SHAPES = [(k, *shape) for k, shapes in SHAPES.items() for shape in shapes[: size(2, 5)]]
NETWORKS, SAMPLES = size(8, 500), size(500, 20000)


def vertices(case, repeat):
    inputs, depth, width = case
    net = network(inputs, depth, width, bias_std="1/2", seed=seed(repeat, 1))
    maps = defaultdict(set)
    for region in net.regions((-1, 1), only=("exact", "map", "vertices"), threads=1):
        shown = tuple(map(tuple, region.map))
        for x in map(tuple, region.exact_vertices):
            if max(map(abs, x)) < 1:
                maps[x].add(shown)
    good = sum(len(around) == 2**inputs for around in maps.values())
    return len(maps) / 2**inputs, good / 2**inputs


rows = []
for (inputs, depth, width), values in zip(SHAPES, measure(vertices, SHAPES, NETWORKS)):
    found = crease.expected_density(
        [inputs, *[width] * depth], [(-1, 1)] * inputs, codimension=inputs, samples=SAMPLES,
        seed=ARGS.seed,
    )  # fmt: skip
    row = [inputs, depth, width]
    for measured, right in zip(values.T, (found.crossings, found.function_crossings)):
        left = mean(measured)
        row += [*left, *right, agree(left, right)]
    rows.append(row)
columns = "codimension,layers,width,mean,low,high,theorem,theorem_low,theorem_high,inside"
columns += ",function,function_low,function_high"
columns += ",function_theorem,function_theorem_low,function_theorem_high,function_inside"
table("hanin-density-k", columns, rows)
