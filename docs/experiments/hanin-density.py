"""Hanin and Rolnick, Theorem 3: length of creases and vertices for each unit of area.

The theorem gives the mean volume of the boundary in each codimension by an integral; no figure.

Here: two inputs, He weights, biases N(0, 1/4), the square [-1, 1]^2, 200 networks of each kind;
lengths enclosed to 12 digits, vertices exactly. Expected: the integral in the limit of wide layers,
docs/random.md, 7. If every vertex inside is a crossing of two creases and every one on the border
the end of one, Euler's formula says regions = 1 + inside + border/2.
"""

import math

import numpy
from common import chart, mean, measure, seed, size, table
from models import network

SHAPES = [(1, 8), (1, 32), (1, 64), (2, 8), (2, 16), (2, 32), (4, 8), (4, 16)]
SHAPES = size(SHAPES[:4], SHAPES)
CORNERS = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]


def square(shape, repeat):
    net = network(2, *shape, bias_std="1/2", seed=seed(repeat))
    found = net.boundary((-1, 1), threads=1)
    sides = zip(CORNERS, CORNERS[1:])
    border = sum(net.line(*side, counted=True, threads=1).regions - 1 for side in sides)
    return float(found.density), (found.regions - 1 - border / 2) / 4


def mean_root(a, b):
    """E sqrt(a X^2 + b Y^2), X and Y normal: a mean over the angle, spread where a/b is small."""
    s = numpy.arange(-400, 401) / 10
    tangent = (a / b) ** 0.25 * numpy.exp(s)
    part = numpy.sqrt((a + b * tangent**2) / (1 + tangent**2)) * tangent / (1 + tangent**2)
    return math.sqrt(math.pi / 2) * part.sum() / 10 * 2 / math.pi


def at(radius2, depth, width):
    """Length and vertices for each unit of area at a distance from 0; V = 2, B = 1/4."""
    value, slope = radius2 + 0.25, 1.0  # of a layer's pre-activations and their gradients
    laws, length, vertices = [], 0.0, 0.0
    for _ in range(depth):
        law = (value, slope - slope**2 * radius2 / value, slope)  # value, along and across
        length += width * mean_root(*law[1:]) / math.sqrt(2 * math.pi * value)
        for before in (*laws, law):
            pairs = width * (width - 1) / 2 if before is law else width**2
            root = mean_root(before[1] * law[2], before[2] * law[1])
            both = 2 * math.pi * math.sqrt(before[0] * law[0])
            vertices += pairs * math.sqrt(2 / math.pi) * root / both
        laws.append(law)
        value += 0.25
    return numpy.array([length, vertices])


def expected(depth, width):
    """The mean over the square: Gauss and Legendre, five points in each of 6^2 parts."""
    node, weight = numpy.polynomial.legendre.leggauss(5)
    x = ((1 + node) / 2 + numpy.arange(6)[:, None]).ravel() / 6
    nodes = list(zip(x, numpy.tile(weight, 6) / 12))
    return sum(w * v * at(a * a + b * b, depth, width) for a, w in nodes for b, v in nodes)


found = measure(square, SHAPES, size(8, 200))
rows = []
for (depth, width), values in zip(SHAPES, found):
    name, (length, vertices) = f"{depth} layer{'s' if depth > 1 else ''}", expected(depth, width)
    shown = [*mean(values[:, 0]), float(length), *mean(values[:, 1]), float(vertices)]
    rows.append([name, width, depth * width, *shown])
columns = "depth,width,units,mean,low,high,expected,"
columns += "vertices,vertices_low,vertices_high,vertices_expected"
made = table("hanin-density", columns, rows)
chart(
    "hanin-density", made, "units", "vertices", by="depth", xscale="log", yscale="log",
    lines={"vertices_expected": "expected"}, title="Vertices for each unit of area",
    xlabel="hidden units N", ylabel="vertices / area",
)
