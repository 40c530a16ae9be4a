"""Theorems on a given network against the enumeration of its regions."""

import random

import pytest

import crease
from conftest import ROOT


def agree(net):
    found, counted = crease.characteristic(net), net.count()
    assert found.regions == counted.activation_regions
    assert found.bounded == counted.bounded_regions
    assert found.coefficients[-1] == 1


def test_data():
    for path in sorted((ROOT / "data" / "arrangements").glob("*.json")):
        net = crease.load(path)
        if net.activations == ("relu",) and net.neurons <= 20:
            agree(net)


def test_random():
    draw = random.Random(1)
    for case in range(200):
        d, n = draw.randint(2, 4), draw.randint(1, 9)
        rows = [[draw.randint(-2, 2) for _ in range(d)] for _ in range(n)]
        biases = [draw.randint(-2, 2) for _ in range(n)]
        agree(crease.Network([(rows, biases, "relu")]))


def test_refusal():
    with pytest.raises(ValueError, match="one hidden layer"):
        crease.characteristic(crease.random("2-3-3-1"))


def least_bound(net):
    return min(
        b.value
        for b in net.bounds()
        if b.value and b.relation != ">=" and b.quantity == "activation_regions"
    )


def test_bounds_without_stable_units():
    for seed in range(8):
        net = crease.random("2-6-6-6-1", seed=seed, bias_std=0.5)
        box = [(-0.3, 0.3), (-0.2, 0.4)]
        small, counted = net.simplify(box), net.count(box).activation_regions
        assert small.count(box).activation_regions == counted
        assert counted <= least_bound(small) <= least_bound(net)
