"""Theorem 3 of Hanin and Rolnick by Monte Carlo, against exact counts."""

import statistics

import crease
import pytest

ACTIVATIONS = {
    "relu": {},
    "hardtanh": dict(breakpoints=[-1, 1], slopes=[0, 1, 0], value=-1),
    "leaky:1/4": dict(slopes=[0.25, 1]),
}


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
