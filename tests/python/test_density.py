"""Theorem 3 of Hanin and Rolnick by Monte Carlo, against exact counts."""

import statistics

import crease
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


def four_maps(net):
    """The vertices inside around which four regions have four maps: both units are good."""
    around = {}
    for region in net.regions((-1, 1), threads=1):
        for x in map(tuple, region.exact_vertices):
            if max(map(abs, x)) < 1:
                around.setdefault(x, set()).add(tuple(map(tuple, region.map)))
    return sum(len(maps) == 4 for maps in around.values())


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
        ([four_maps(net) / 4 for net in nets], right.function_crossings),
    ):
        error = statistics.stdev(measured) / len(measured) ** 0.5
        width = (expected.high - expected.low) / 4
        assert abs(statistics.mean(measured) - expected.mean) < 4 * (error + width), expected
    assert right.function_boundary.high < 0.9 * right.boundary.low
    assert right.function_crossings.high < right.crossings.low
