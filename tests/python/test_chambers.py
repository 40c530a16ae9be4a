"""The neurons that may follow a network, against counts of networks that have one more."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy
import pytest

import crease
from crease import Network

BOX = (-4, 4)
FIRST = ([[1, 2], [-1, 1], [2, -1]], [1, 0, -1], "relu")


def added(found, first, weights, bias):
    """The regions that a neuron behind a first layer adds, counted."""
    more = Network([first, ([list(weights)], [bias], "relu")])
    return more.count(BOX, threads=1).activation_regions - found.regions


def test_no_neuron_of_a_grid_adds_more():
    found = crease.chambers(Network([FIRST]), BOX)
    neurons = product(product((-1, 0, 1), repeat=3), range(-5, 6, 2))
    grid = [added(found, FIRST, w, b) for w, b in neurons]
    assert max(grid) <= found.most == added(found, FIRST, found.weights, found.bias)
    assert set(grid) <= set(found.by_added)
    assert sum(found.by_added.values()) == found.cuts <= found.chambers


def test_a_grid_has_every_set_of_regions():
    """The neurons of a grid that vanish at no vertex cut just the sets that are counted."""
    net = Network([FIRST])
    found = crease.chambers(net, BOX)
    regions, numbers = [], {}  # the vertices of each region, numbered
    for region in net.regions(BOX, only=("exact", "map", "vertices")):
        images = [
            tuple(sum((a * t for a, t in zip(A, x)), b) for *A, b in region.map)
            for x in region.exact_vertices
        ]
        regions.append([numbers.setdefault(image, len(numbers)) for image in images])
    scale = math.lcm(*(x.denominator for image in numbers for x in image))
    rows = numpy.array([[int(x * scale) for x in (*image, 1)] for image in numbers])
    axes = [range(-7, 8)] * 3 + [range(-31, 32)]
    values = numpy.stack(numpy.meshgrid(*axes), axis=-1).reshape(-1, 4) @ rows.T
    signs = numpy.unique(values[(values != 0).all(axis=1)] > 0, axis=0)
    cuts = {tuple(0 < sign[r].sum() < len(r) for r in regions) for sign in signs}
    assert Counter(map(sum, cuts)) == found.by_added
    assert len(cuts) == found.cuts


@pytest.mark.parametrize("seed", range(3))
def test_random_neurons_are_in_a_chamber(seed):
    """By the number of regions that it adds."""
    rng = random.Random(seed)
    net = crease.random("2-3-1", seed=seed, bias_std=1)
    first = net.layers[0]
    found = crease.chambers(net, BOX)
    for _ in range(20):
        weights = [Fraction(rng.randint(-9, 9), 4) for _ in range(3)]
        extra = added(found, first, weights, Fraction(rng.randint(-99, 99), 8))
        assert extra in found.by_added, (seed, weights)
    assert added(found, first, found.weights, found.bias) == found.most


def test_one_unit():
    """On the half where it is 0 a relu of it is constant; the other half is cut or is not."""
    net = Network([([[1]], [0], "relu")])
    found = crease.chambers(net, BOX)
    assert (found.chambers, found.by_added) == (4, {0: 1, 1: 1})


def test_unbounded_regions_are_refused():
    with pytest.raises(ValueError, match="give a box"):
        crease.chambers(Network([FIRST]))


def test_a_limit_is_no_answer():
    net = crease.random("2-9-1", seed=1, bias_std=1)
    with pytest.raises(crease.Undecided):
        crease.chambers(net, BOX, timeout=0.2)
