"""Exact means of the growth of one layer, against samples and the bounds around them."""

import math
from fractions import Fraction
from itertools import product

import crease
import numpy
import pytest
from conftest import cases
from crease.theory.expectation import false_zone

CASES = [  # direction, rows, values, share of weights kept
    ([1, 1, 1], 3, [-1, 0, 1], "1/2"),
    ([1, 2, 3], 3, [-1, 0, 1], "1/2"),
    (["1/3", "-2"], 5, [-2, -1, 1, 2], 1),
    ([0, 1], 8, ["-1/2", "1/2"], "1/10"),
]


@pytest.mark.parametrize("direction, rows, values, kept", CASES)
def test_samples(direction, rows, values, kept):
    """Up to a million layers with normal biases; the direction does not determine the point."""
    found = crease.exact_growth(direction, rows, values=values, keep_prob=kept)
    rng = numpy.random.default_rng(1)
    way = numpy.array([float(Fraction(x)) for x in direction])
    numbers = numpy.array([float(Fraction(v)) for v in values])
    grown = []
    for _ in range(cases(10)):
        shape = (100000, rows, len(way))
        weights = rng.choice(numbers, shape) * (rng.random(shape) < float(Fraction(kept)))
        z = weights @ (way[::-1] + 0.37) + rng.normal(size=shape[:2])
        grown.append(numpy.linalg.norm((weights @ way) * (z > 0), axis=1))
    grown = numpy.concatenate(grown) / numpy.linalg.norm(way)
    error = grown.std() / len(grown) ** 0.5
    assert abs(grown.mean() - found.value) < 4 * error, (grown.mean(), found.value, error)


@pytest.mark.long
@pytest.mark.parametrize("inputs, rows", [(3, 3), (2, 7)])
def test_samples_of_normal_weights(inputs, rows):
    """A million layers, against the closed form."""
    (layer,) = crease.growth([inputs, rows, 1], init="gaussian:1", bias_std=1).layers
    rng = numpy.random.default_rng(1)
    grown = []
    for _ in range(10):
        weights = rng.normal(size=(100000, rows, inputs)) / inputs**0.5
        z = weights @ numpy.arange(1, inputs + 1) + rng.normal(size=weights.shape[:2])
        grown.append(numpy.linalg.norm(weights[:, :, 0] * (z > 0), axis=1))  # along an axis
    grown = numpy.concatenate(grown)
    error = grown.std() / len(grown) ** 0.5
    assert abs(grown.mean() - layer.mean) < 4 * error, (grown.mean(), layer.mean, error)


@pytest.mark.parametrize("direction, rows, values, kept", CASES)
def test_bounds(direction, rows, values, kept):
    found = crease.exact_growth(direction, rows, values=values, keep_prob=kept)
    init = "values:" + ",".join(map(str, values))
    widths = [len(direction), rows, 1]
    (layer,) = crease.growth(widths, init=init, keep_prob=kept, unscaled=True).layers
    assert layer.at_least == pytest.approx(found.at_least)
    assert layer.at_least <= found.value <= layer.at_most
    # The probabilities of all sums but 0, and the second moment, exactly.
    assert 0 < sum(c for c, _ in found.terms) < 1
    second = sum(Fraction(v) ** 2 for v in values) / len(values) * Fraction(kept)
    assert sum(c * r for c, r in found.terms) == second * rows / 2


@pytest.mark.parametrize("point, wanted", [((1, 2, 4), 0.531614), ((1, 2, 3), 0.526172)])
def test_all_rows_at_a_point(point, wanted):
    """Enumerated, without biases: weights (1, 1, -1) move at (1, 2, 3), but z = 0 and they are off.

    A line through this point is there at one time only, so its mean growth is the other number.
    """
    direction, law = (1, 1, 1), {-1: Fraction(1, 6), 0: Fraction(2, 3), 1: Fraction(1, 6)}
    speeds = {}
    for row in product(law, repeat=3):
        z, speed = (sum(w * x for w, x in zip(row, way)) for way in (point, direction))
        square = speed**2 if z > 0 else 0
        speeds[square] = speeds.get(square, 0) + math.prod(law[w] for w in row)
    mean = sum(
        math.prod(speeds[s] for s in three) * (sum(three) / Fraction(3)) ** 0.5
        for three in product(speeds, repeat=3)
    )
    assert mean == pytest.approx(wanted, abs=1e-6)
    exact = crease.exact_growth(direction, 3, keep_prob="1/2").value
    assert (mean == pytest.approx(exact, rel=1e-12)) == (point == (1, 2, 4))


def test_values_that_repeat_are_likelier():
    likelier = crease.exact_growth([1, 2, 3], 2, values=[-1, 0, 0, 0, 0, 1])
    assert likelier == crease.exact_growth([1, 2, 3], 2, keep_prob="1/2")


def test_one_row_by_hand():
    """Weights 1 and -1: the speeds 1, 7 of (3, 4) with probability 1/2 each, halved."""
    terms = crease.exact_growth([3, 4], 1, values=[-1, 1]).terms
    assert terms == ((Fraction(1, 4), Fraction(1, 25)), (Fraction(1, 4), Fraction(49, 25)))


def test_refusals():
    for more in ({"values": [0, 1]}, {"keep_prob": 0}, {"keep_prob": 2}, {"values": []}):
        with pytest.raises(ValueError):
            crease.exact_growth([1, 1], 2, **more)
    with pytest.raises(ValueError, match="more than 1000 terms"):
        crease.exact_growth([1, 10, 100, 1000], 20, most_terms=1000)
    for direction, rows in (([0, 0], 1), ([1], 0)):
        with pytest.raises(ValueError):
            crease.exact_growth(direction, rows)


def test_printed_bounds():
    """Just below the zone the printed base exceeds the upper bound, just above it does not."""
    for units in (1, 2, 3, 7, 8, 33, 128, 501):
        zone = false_zone(units)
        assert 0 < zone.hi - zone.lo < Fraction(1, 10**12)
        for share, bias, is_false in ((0.999, 0, True), (1.001, 0, False), (0.999, 0.3, True)):
            s2 = float(zone) * share
            variance = s2 * (1 - bias)
            init = f"gaussian:{Fraction(variance)},{Fraction(s2 * bias)}"
            how = {"init": init, "claim": "printed"}
            (layer,) = crease.growth([units, units, 1], "hardtanh", **how).layers
            assert layer.refuted_below == float(zone) and layer.refuted == is_false
            assert (layer.printed > layer.at_most) == is_false, (units, share, bias)
    init = f"gaussian:{(zone.lo + zone.hi) / 2}"
    (layer,) = crease.growth([units, units, 1], "hardtanh", init=init, claim="printed").layers
    assert layer.refuted is None  # intervals do not decide
    with pytest.raises(ValueError):
        false_zone(0)


def test_printed_relu():
    layers = crease.growth("1-1-1-32-32-1", claim="printed").layers
    assert [layer.refuted for layer in layers] == [True, True, None, True]
    assert all(layer.printed > layer.mean for layer in layers if layer.refuted)
    assert all(layer.printed is None for layer in crease.growth("8-8-1").layers)
    with pytest.raises(ValueError, match="claim"):
        crease.growth("8-8-1", claim="proved")
