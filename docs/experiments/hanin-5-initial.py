"""Hanin and Rolnick, figure 5 at initialisation: regions along lines, by architecture.

The paper: He weights, biases N(0, 10^-6); before training too the number of regions along a line
through the origin is about the number of units, for all depths and widths.

Here: 784 inputs as in the paper, 1 to 10 layers of 16 to 128 units, 10 networks of each kind, 50
lines through 0 and a normal point. Column expected: the Kac-Rice formula for wide layers.
"""

from math import atan, pi, sqrt

from common import chart, crease, mean, measure, seed, size, table
from models import network

SHAPES = [(1, 16), (2, 16), (4, 16), (1, 64), (2, 64), (4, 64), (2, 128), (10, 64), (5, 128)]
SHAPES = size(SHAPES[:3], SHAPES)
DOMAINS = ("segment from 0 to the point", "whole line")
INPUTS, LINES = size(16, 784), size(5, 50)


def regions(shape, repeat):
    net = network(INPUTS, *shape, bias_std="1/1000", seed=seed(repeat))
    points = crease.points(LINES, INPUTS, seed(repeat, 1))
    return [
        sum(net.line([0] * INPUTS, p, whole=whole, counted=True, threads=1).regions for p in points)
        / (LINES * net.neurons)
        for whole in (False, True)
    ]


def expected(depth, width, whole):
    """Breakpoints for each unit in the limit of wide layers, and one more region."""
    segment = sum(atan(sqrt(2e6 / layer)) / pi for layer in range(1, depth + 1)) / depth
    return (1 if whole else segment) + 1 / (depth * width)


found = measure(regions, SHAPES, size(4, 10))
rows = [
    [name, *shape, shape[0] * shape[1], *mean(values[:, whole]), expected(*shape, whole)]
    for shape, values in zip(SHAPES, found)
    for whole, name in enumerate(DOMAINS)
]
made = table("hanin-5-initial", "domain,depth,width,units,mean,low,high,expected", rows)
chart(
    "hanin-5-initial", made, "units", by="domain", is_sorted=True,
    lines={"expected": "Kac-Rice"}, xscale="log", title="Regions along lines, He weights",
    style="o", ylabel="regions / units", ylim=(0, None),
)
