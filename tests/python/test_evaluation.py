"""Values of networks at points, against sums of Python's fractions."""

from fractions import Fraction
from random import Random

import pytest

import crease
from conftest import cases

ACTIVATIONS = {
    "linear": lambda z: z[0],
    "relu": lambda z: max(z[0], 0),
    "abs": lambda z: abs(z[0]),
    "hardtanh": lambda z: min(max(z[0], -1), 1),
    "leaky:1/3": lambda z: max(z[0], 0) + Fraction(min(z[0], 0)) / 3,
    "pwl:-1/2,1;2,0,-1/7;1/5": lambda z: (
        Fraction(1, 5) + 2 * min(z[0] + Fraction(1, 2), 0) - max(z[0] - 1, 0) / Fraction(7)
    ),
    "maxout:3": max,
}
# From denominators that are powers of two, of ten or anything, to sums that cancel.
NUMBERS = {
    "doubles": lambda draw: Fraction(draw.gauss(0, 1)),
    "decimals": lambda draw: Fraction(draw.randint(-(10**17), 10**17), 10**17),
    "fractions": lambda draw: Fraction(draw.randint(-9, 9), draw.randint(1, 2**70)),
    "huge": lambda draw: draw.choice((-1, 1, 2)) * Fraction(2) ** draw.choice((-1074, 0, 1023)),
    "small": lambda draw: Fraction(draw.randint(-2, 2), draw.randint(1, 3)),
}


def drawn_net(draw, inputs, units, share):
    """Layers of all activations, with this share of weights that are not zero."""
    layers = []
    for kind in draw.sample(list(ACTIVATIONS), draw.randint(1, 3)):
        number, rows = NUMBERS[draw.choice(list(NUMBERS))], units * (3 if kind == "maxout:3" else 1)
        weights = [
            [number(draw) if draw.random() < share else Fraction(0) for _ in range(inputs)]
            for _ in range(rows)
        ]
        layers.append((weights, [number(draw) for _ in weights], kind))
        inputs = units
    return layers


def values_of(layers, x):
    for weights, biases, kind in layers:
        z = [sum((w * c for w, c in zip(row, x) if w), b) for row, b in zip(weights, biases)]
        rank = 3 if kind == "maxout:3" else 1
        x = [ACTIVATIONS[kind](z[i : i + rank]) for i in range(0, len(z), rank)]
    return x


@pytest.mark.parametrize("seed", range(cases(60)))
def test_values_are_those_of_fractions(seed):
    draw = Random(seed)
    inputs, units = draw.randint(1, 5), draw.randint(1, 6)
    layers = drawn_net(draw, inputs, units, draw.choice((0.2, 1)))
    net = crease.Network(layers)
    for _ in range(3):
        number = NUMBERS[draw.choice(list(NUMBERS))]
        x = [number(draw) for _ in range(inputs)]
        assert net.exact(x) == values_of(layers, x)


@pytest.mark.parametrize("seed", range(cases(5)))
def test_values_of_sparse_layers(seed):
    """Layers of which only the weights that are not zero are stored, and rows without any."""
    draw = Random(seed)
    layers = drawn_net(draw, 70, 70, 0.03)
    x = [NUMBERS["fractions"](draw) for _ in range(70)]
    assert crease.Network(layers).exact(x) == values_of(layers, x)
