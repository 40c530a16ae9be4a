"""Theorems on a given network against the enumeration of its regions."""

import random
from itertools import permutations
from math import lcm

import pytest

import crease
from conftest import ROOT, cases
from crease.theory.arrangements import independent
from crease.theory.histogram import ranks


def agree(net):
    found, counted = crease.characteristic(net), net.count()
    assert found.regions == counted.activation_regions
    assert found.bounded == counted.bounded_regions
    assert found.coefficients[-1] == 1


def test_data():
    for path in sorted((ROOT / "data" / "arrangements").glob("*.json")):
        net = crease.load(path)
        if len(net.hidden) == 1:
            agree(net)


def random_rows(draw, d, n):
    return [[draw.randint(-2, 2) for _ in range(d)] for _ in range(n)]


def test_random():
    draw = random.Random(1)
    for case in range(cases(500)):
        d, n = draw.randint(2, 5), draw.randint(1, 8)
        biases = [draw.randint(-2, 2) for _ in range(n)]
        agree(crease.Network([(random_rows(draw, d, n), biases, "relu")]))


def test_symmetric():
    """All permutations of random rows; in every other case the biases are 0."""
    draw = random.Random(2)
    for case in range(cases(250)):
        d = draw.randint(2, 4)
        drawn = random_rows(draw, d, draw.randint(1, 3 if d < 4 else 1))
        rows = [list(row) for one in drawn for row in set(permutations(one))]
        biases = [sum(abs(x) for x in row) % 3 * (case % 2) for row in rows]
        agree(crease.Network([(rows, biases, "relu")]))


def test_resonance():
    found = crease.characteristic(crease.construct("arrangement:resonance", n=7))
    assert (found.regions, found.coefficients[5]) == (347326352, 7035)
    found = crease.characteristic(crease.construct("arrangement:resonance", n=5))
    assert found.coefficients == [-3485, 5270, -2130, 375, -31, 1]


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


def test_histogram_bounds():
    """From Serra's bound to the count; networks with ties have cells of smaller rank."""
    draw = random.Random(6)
    for case in range(cases(40)):
        widths = [draw.randint(1, 3)] + [draw.randint(1, 4) for _ in range(draw.randint(1, 3))]
        layers = [
            (random_rows(draw, before, after), [draw.randint(-1, 1) for _ in range(after)], "relu")
            for before, after in zip(widths, widths[1:])
        ]
        net = crease.Network([*layers, (random_rows(draw, widths[-1], 1), [0], "linear")])
        for box in (None, (-1, 1)):
            found = crease.histogram_bounds(net, box)
            assert found == sorted(found, reverse=True), (case, found)
            serra = next(b.value for b in net.bounds() if b.name == "serra")
            assert found[0] == serra and found[-1] == net.count(box).activation_regions
            changing = crease.histogram_bounds(net, box, stable=True)
            assert changing == sorted(changing, reverse=True) and changing[-1] == found[-1]
            assert all(a <= b for a, b in zip(changing, found)), (case, changing, found)


def test_ranks():
    """Of the maps of the first layers: by elimination here, and those that C counts."""
    draw = random.Random(7)
    for case in range(cases(40)):
        widths = [draw.randint(1, 3), draw.randint(1, 4), draw.randint(1, 4)]
        layers = [
            (random_rows(draw, before, after), [draw.randint(-1, 1) for _ in range(after)], "relu")
            for before, after in zip(widths, widths[1:])
        ]
        net = crease.Network(layers)
        for count in range(1, len(layers) + 1):
            found = [0] * (min(widths[0], widths[count]) + 1)
            first = crease.Network(layers[:count])
            for region in first.regions((-1, 1), only=("exact", "map")):
                scale = lcm(*(x.denominator for row in region.map for x in row))
                rows = [(*(int(x * scale) for x in row[:-1]), 0) for row in region.map]
                found[len(independent(rows))] += 1
            counted = ranks(net, count, net.domain((-1, 1)), {})
            assert counted == found, (case, count, counted, found)


def test_changing_bounds():
    """Dead units and one that is always active make 2-4-2-1 on a box a network 2-1-2-1."""
    layers = [
        ([[1, 0], [0, 1], [1, 1], [1, 0]], [0, -5, 9, -7], "relu"),
        ([[1, 0, 0, 0], [0, 0, 1, 0]], [-1, -9], "relu"),
        ([[1, 1]], [0], "linear"),
    ]
    net = crease.Network(layers)
    assert crease.histogram_bounds(net, (-2, 2), stable=True)[0] == 4 + 3
    with pytest.raises(crease.Undecided):
        crease.histogram_bounds(net, (-2, 2), max_regions=1)
