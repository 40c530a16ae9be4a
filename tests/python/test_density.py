"""Theorem 3 of Hanin and Rolnick by Monte Carlo, against exact counts."""

import math
import statistics

import crease
import numpy
import pytest

ACTIVATIONS = {
    "relu": {},
    "hardtanh": dict(breakpoints=[-1, 1], slopes=[0, 1, 0], value=-1),
    "leaky:1/4": dict(slopes=[0.25, 1]),
}


@pytest.mark.long
@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_breakpoints_on_an_interval(activation):
    widths = [1, 6, 6]
    right = crease.expected_density(widths, [(-1, 1)], samples=20000, **ACTIVATIONS[activation])
    counted = [
        crease.random([*widths, 1], seed=s, bias_std="1/2", activation=activation)
        .count(box=(-1, 1), threads=1)
        .activation_regions
        - 1
        for s in range(400)
    ]
    error = statistics.stdev(counted) / len(counted) ** 0.5
    assert right.crossings is None
    assert abs(statistics.mean(counted) / 2 - right.boundary.mean) < 4 * error, counted


def crossings(net):
    """The vertices inside by volume, and those around which 2^n regions have as many maps.

    There all n units are good.
    """
    around = {}
    for region in net.regions((-1, 1), only=("exact", "map", "vertices"), threads=1):
        for x in map(tuple, region.exact_vertices):
            if max(map(abs, x)) < 1:
                around.setdefault(x, set()).add(tuple(map(tuple, region.map)))
    volume = 2 ** net.widths[0]  # and the number of regions around a vertex
    return len(around) / volume, sum(len(maps) == volume for maps in around.values()) / volume


def compare(measured, expected):
    """Within four standard errors of the difference."""
    middle, error = numpy.mean(measured), numpy.std(measured) / len(measured) ** 0.5
    error = math.hypot(error, (expected.high - expected.low) / (2 * 1.96))
    assert abs(middle - expected.mean) < 4 * error, (middle, error, expected)


@pytest.mark.long
def test_good_units_in_the_plane():
    """Narrow layers are often dead: 2-3-3-3 loses a sixth of the boundary."""
    widths = [2, 3, 3, 3]
    right = crease.expected_density(widths, [(-1, 1)] * 2, samples=8000)
    nets = [crease.random([*widths, 1], seed=s, bias_std="1/2") for s in range(150)]
    lengths = [net.boundary((-1, 1), function=True, threads=1) for net in nets]
    assert all(of.function_density.lo <= of.density.hi for of in lengths)
    for measured, expected in (
        ([float(of.density) for of in lengths], right.boundary),
        ([float(of.function_density) for of in lengths], right.function_boundary),
        ([crossings(net)[1] for net in nets], right.function_crossings),
    ):
        compare(measured, expected)
    assert right.function_boundary.high < 0.9 * right.boundary.low
    assert right.function_crossings.high < right.crossings.low


@pytest.mark.long
@pytest.mark.parametrize(
    "widths, activation", [([4, 4, 3], "relu"), ([3, 3, 2, 2], "relu"), ([3, 3, 1], "hardtanh")]
)
def test_as_many_units_as_inputs(widths, activation):
    """Vertices of three and four inputs; with two units in a layer many are not good."""
    more = {"codimension": widths[0], **ACTIVATIONS[activation]}
    right = crease.expected_density(widths, [(-1, 1)] * widths[0], samples=20000, **more)
    how = {"bias_std": "1/2", "activation": activation}
    found = [crossings(crease.random([*widths, 1], seed=s, **how)) for s in range(200)]
    everything, good = zip(*found)
    compare(everything, right.crossings)
    compare(good, right.function_crossings)
    assert right.function_crossings.high < right.crossings.low or activation == "hardtanh"


@pytest.mark.parametrize("inputs, units", [(2, 5), (3, 4), (4, 6)])
def test_one_layer_in_closed_form(inputs, units):
    """Given x, pre-activations are normal, and their gradients are across x as if x were not given.

    With r = |x|, v the variance of a weight and b that of a bias, a gradient along x has variance
    v b / (b + v r^2) where the pre-activation is 0, which has the density of N(0, b + v r^2).
    """
    box = [(-1, 1)] * inputs
    found = crease.expected_density([inputs, units], box, codimension=inputs, samples=5000)
    x = numpy.random.default_rng(2).uniform(-1, 1, (10**5, inputs))
    v, b = 2 / inputs, 0.25
    variance = b + v * (x**2).sum(axis=1)
    chi = [2**0.5 * math.gamma((j + 1) / 2) / math.gamma(j / 2) for j in range(1, inputs + 1)]
    determinant = math.prod(chi) * v ** (inputs / 2) * (b / variance) ** 0.5
    density = determinant / (2 * math.pi * variance) ** (inputs / 2)
    compare(math.comb(units, inputs) * density, found.crossings)
    assert found.crossings == found.function_crossings  # in one layer all are good


def test_refused_codimension():
    for codimension in (1, 3):
        with pytest.raises(ValueError, match="codimension"):
            crease.expected_density([2, 3], [(-1, 1)] * 2, codimension=codimension)
