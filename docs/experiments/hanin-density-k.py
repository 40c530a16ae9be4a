"""Hanin and Rolnick, Theorem 3 in codimension 3: vertices for each unit of volume of three inputs.

The paper: as hanin-density.py says, for any number k of units that have their breakpoint at once.

Here: k = 3, He weights N(0, 2/width), biases N(0, 1/4), the cube [-1, 1]^3, five architectures.
Left side: the vertices inside the cube of 60 networks of each, found exactly (crease.Complex).
Right side, columns theorem: the sum over all triples of units of the volume that their gradients
span times the densities of their biases, by Monte Carlo over weights and points. All units count,
as for activation regions. inside: whether the two intervals allow equality.
"""

from itertools import combinations

import numpy
from common import ARGS, agree, crease, mean, measure, seed, size, table
from models import network

SHAPES = size([(1, 4), (2, 4)], [(1, 4), (1, 8), (2, 4), (2, 6), (3, 4)])
NETWORKS, SAMPLES = size(8, 60), size(500, 2000, 10000)


def vertices(shape, repeat):
    faces = crease.Complex(network(3, *shape, bias_std="1/2", seed=seed(repeat)), (-1, 1)).faces
    return sum(face.dimension == 0 and not face.on_border for face in faces) / 8


def triple(layers, x, units):
    """For each sample, the contribution of three units, each a pair (layer, number)."""
    y, jacobian = x, numpy.broadcast_to(numpy.eye(3), (len(x), 3, 3))
    density, gradients = numpy.ones(len(x)), []
    for layer, (weights, biases) in enumerate(layers):
        z, rows = (weights @ y[:, :, None])[:, :, 0], weights @ jacobian
        after = z + biases
        for unit in (unit for place, unit in units if place == layer):
            # The bias that puts the breakpoint at x. Which side of it the Jacobian takes does not
            # matter: the difference is along a gradient that the volume already has.
            density = density * numpy.exp(-2 * z[:, unit] ** 2) * (2 / numpy.pi) ** 0.5
            gradients.append(rows[:, unit])
            after[:, unit] = 0
        y, jacobian = numpy.maximum(after, 0), (after > 0)[:, :, None] * rows
    return abs(numpy.linalg.det(numpy.stack(gradients, axis=1))) * density


def theorem(depth, width):
    random = numpy.random.default_rng(ARGS.seed)
    layers = [
        (
            random.standard_normal((SAMPLES, width, inputs)) * (2 / inputs) ** 0.5,
            random.standard_normal((SAMPLES, width)) / 2,
        )
        for inputs in [3, *[width] * (depth - 1)]
    ]
    x = random.uniform(-1, 1, (SAMPLES, 3))
    units = [(layer, unit) for layer in range(depth) for unit in range(width)]
    return mean(sum(triple(layers, x, three) for three in combinations(units, 3)))


rows = []
for (depth, width), values in zip(SHAPES, measure(vertices, SHAPES, NETWORKS)):
    left, right = mean(values), theorem(depth, width)
    rows.append([depth, width, *left, *right, agree(left, right)])
table("hanin-density-3", "layers,width,mean,low,high,theorem,theorem_low,theorem_high,inside", rows)
