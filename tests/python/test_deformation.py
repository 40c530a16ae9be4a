"""Regions while weights move, against counts of the networks in between."""

import random
from fractions import Fraction

import numpy
import pytest

import crease
from conftest import cases
from crease import Network
from crease.theory.polynomials import product, roots


def between(net, other, s):
    """The network at s, made by itself."""
    layers = []
    for (weights, bias, activation), (V, c, _) in zip(net.layers, other.layers):
        moved = [[a + (b - a) * s for a, b in zip(*rows)] for rows in zip(weights, V)]
        layers.append((moved, [a + (b - a) * s for a, b in zip(bias, c)], activation))
    return Network(layers)


def compare(net, other, domain, seed):
    """At random values, at rational events, and on both sides of events."""
    found = net.deform(other, domain)
    rng = random.Random(seed)
    values = [Fraction(rng.randrange(10**6), 10**6 - 1) for _ in range(cases(100))]
    assert (float(found.events[0]), float(found.events[-1])) == (0, 1)
    for event in found.events:
        sides = [n for n in (event.before, event.after) if n is not None]
        assert event.here <= min(sides), (seed, event)  # an open region does not vanish at once
    for event in rng.sample(found.events, min(cases(50), len(found.events))):
        values += {event.low, event.high}
    for s in values:
        counted = between(net, other, s).count(domain, threads=1).activation_regions
        assert counted == found.count(s), (seed, s)
    return found


def integer_net(widths, activation, rng):
    return Network(
        (
            [[rng.randint(-2, 2) for _ in range(n)] for _ in range(m)],
            [rng.randint(-1, 1) for _ in range(m)],
            activation if m > 1 else "linear",
        )
        for n, m in zip(widths, widths[1:])
    )


LONG = pytest.mark.long
ONES = numpy.ones((200, 1))


@pytest.mark.parametrize(
    "widths, activation",
    [
        ("1-6-1", "relu"),
        ("2-5-1", "relu"),
        ("2-3-3-1", "relu"),
        pytest.param("1-4-4-1", "leaky:1/10", marks=LONG),
        pytest.param("2-3-2-1", "hardtanh", marks=LONG),
        pytest.param("1-6-6-6-1", "relu", marks=LONG),
        pytest.param("2-6-6-1", "relu", marks=LONG),
        pytest.param("2-4-3-1", "abs", marks=LONG),
        pytest.param("2-3-3-3-1", "relu", marks=LONG),
        pytest.param("1-3-3-1", "pwl:-1,1/2;1,0,2;3", marks=LONG),
    ],
)
def test_ten_networks(widths, activation):
    how = {"init": "discrete:9", "bias": "discrete:3", "activation": activation}
    net, other = (crease.random(widths, seed=seed, **how) for seed in (1, 2))
    assert len(compare(net, other, (-2, 2), 1).counts) > 5


@pytest.mark.parametrize("seed", range(4))
def test_small_integers(seed):
    """Creases are parallel, meet in one point, or coincide for one s or for all."""
    rng = random.Random(seed)
    widths = rng.choice([(1, 3, 1), (1, 2, 2, 1), (2, 3, 1), (2, 2, 2, 1)])
    activation = rng.choice(["relu", "abs", "hardtanh"])
    net, other = (integer_net(widths, activation, rng) for _ in (1, 2))
    compare(net, other, (-2, 2), seed)


def test_three_lines_through_a_point():
    """The triangle between x = 0, y = 0 and x + y = s - 1/3 is a point at 1/3."""
    net, other = (
        Network([([[1, 0], [0, 1], [1, 1]], [0, 0, c], "relu")]) for c in ("1/3", "-2/3")
    )
    found = net.deform(other, (-1, 1))
    (event,) = found.events[1:-1]
    assert (event.low, event.high) == (Fraction(1, 3), Fraction(1, 3))
    assert (event.before, event.here, event.after) == (7, 6, 7)


def test_an_event_that_is_not_rational():
    """s relu(x - s) = 1/8 enters [0, 1] where s - s^2 = 1/8, and leaves it at the other root."""
    net = Network([([[1]], [0], "relu"), ([[0]], ["-1/8"], "relu")])
    other = Network([([[1]], [-1], "relu"), ([[1]], ["-1/8"], "relu")])
    found = net.deform(other, (0, 1))
    enters, leaves = found.events[1:-1]
    assert found.counts == (2, 3, 2) and enters.here == leaves.here == 2
    for event, sign in ((enters, -1), (leaves, 1)):
        assert event.polynomial == (-1, 8, -8) and event.low < event.high
        assert abs(float(event) - (0.5 + sign * 0.125**0.5)) < 1e-15
    assert found.count(enters.low) == 2 and found.count(enters.high) == 3


@LONG
def test_a_slice_and_a_triangle():
    net, other = (crease.random("3-5-4-1", seed=seed, bias_std=1) for seed in (3, 4))
    plane = net.domain((0, 1), slice=[(0, 0, 0), (1, 2, 0), (0, 1, "1/3")])
    compare(net, other, plane, 3)
    net, other = (crease.random("2-4-1", seed=seed, bias_std=1) for seed in (3, 4))
    compare(net, other, net.domain(polytope=[(1, 0, 0), (0, 1, 0), (-1, -1, 1)]), 4)


def checkpoints(steps):
    """2-5-4-1 before and after gradient descent, its weights in multiples of 2^-10."""
    rng = numpy.random.default_rng(1)
    points = rng.uniform(-1, 1, (200, 2))
    wanted = abs(points[:, :1] - points[:, 1:]) - 0.5
    weights = [rng.normal(size=(n + 1, m)) for n, m in ((2, 5), (5, 4), (4, 1))]
    for step in range(steps + 1):
        if step in (0, steps):
            rounded = [numpy.round(w.T * 2**10) / 2**10 for w in weights]
            names = ("relu", "relu", "linear")
            yield Network((w[:, :-1], w[:, -1], name) for w, name in zip(rounded, names))
        inputs, values = [], points
        for w in weights:
            inputs.append(numpy.hstack([numpy.maximum(values, 0) if inputs else values, ONES]))
            values = inputs[-1] @ w
        error = (values - wanted) / 200
        for w, x in zip(reversed(weights), reversed(inputs)):
            change = x.T @ error
            error = (error @ w.T * (x > 0))[:, :-1]
            w -= 0.3 * change


@LONG
def test_two_checkpoints():
    """Of one training run."""
    assert len(compare(*checkpoints(100), (-2, 2), 5).counts) > 5


@pytest.mark.parametrize("seed", range(cases(100)))
def test_roots(seed):
    """Of products of linear and quadratic factors."""
    rng = random.Random(seed)
    linear = [Fraction(rng.randint(-3, 10), rng.choice([1, 2, 3, 8])) for _ in range(3)]
    p = (rng.choice([-2, 1, 3]),)
    for x in linear:
        p = product(p, (-x.numerator, x.denominator))
    squares = {rng.choice([2, 3, 5]) for _ in range(2)}
    for n in squares:  # x^2 = n / 6
        p = product(p, (-n, 0, 6))
    isolated = roots(p)
    for root in isolated:
        root.refine(60)
        root.name()
    rational = {x for x in linear if 0 <= x <= 1}
    wanted = sorted([*map(float, rational), *((n / 6) ** 0.5 for n in squares)])
    assert [float(root.low) for root in isolated] == pytest.approx(wanted, abs=1e-15), seed
    assert {root.low for root in isolated if root.is_rational} == rational


def test_refusals():
    net, other = (crease.random("2-3-1", seed=seed) for seed in (1, 2))
    with pytest.raises(ValueError, match="bounded"):
        net.deform(other)
    with pytest.raises(ValueError, match="interior"):
        net.deform(other, net.domain(polytope=[(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 1)]))
    with pytest.raises(ValueError, match="widths"):
        net.deform(crease.random("2-4-1"), (-1, 1))
    with pytest.raises(ValueError, match="activations of layer 0"):
        net.deform(crease.random("2-3-1", activation="abs"), (-1, 1))
    with pytest.raises(ValueError, match="maxout"):
        net = crease.random("2-3-1", activation="maxout:2")
        net.deform(net, (-1, 1))
    with pytest.raises(ValueError, match="one or two inputs"):
        net = crease.random("3-3-1")
        net.deform(net, (-1, 1))
    with pytest.raises(crease.Undecided):
        net, other = (crease.random("2-20-20-1", seed=seed, bias_std=1) for seed in (1, 2))
        net.deform(other, (-1, 1), timeout=0.1)
    with pytest.raises(crease.Undecided):  # not that the domain is none
        net.deform(other, (-1, 1), timeout=1e-9)


@LONG
def test_plot():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    net, other = (Network([([[1]], [b], "relu")]) for b in (1, -1))
    ax = net.deform(other, ("-1/2", "1/2")).plot(pyplot.figure().gca())
    assert ax.get_ylabel() == "regions"
    assert ax.lines[0].get_ydata().tolist() == [1, 1, 1, 1]
