"""Zaslavsky's theorem against the enumeration of regions."""

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
