"""Expected growth against random layers, random networks and exact counts of sign changes."""

import math
import statistics

import crease
import numpy
import pytest
from crease.theory.growth import _examine_path, _hard_tanh, _Law, next_variance, sign_transitions


def near(found, values):
    """A mean within five standard errors."""
    error = statistics.stdev(values) / len(values) ** 0.5
    assert abs(statistics.mean(values) - found) < 5 * error + 1e-9 * found
    assert error < 0.1 * found


@pytest.mark.parametrize(
    "init, keep_prob, at_least, at_most",
    [
        ("gaussian:4", 1, 6.18, 10.95),
        ("gaussian:4", 0.5, 3.09, 7.75),
        ("uniform:3", 1, 4.11, 9.49),
        ("discrete:2", 1, 3.29, 7.75),
        ("values:-2,-1,0,1,2", 1, 3.29, 7.75),
    ],
)
def test_corollaries_of_price_and_tanner(init, keep_prob, at_least, at_most):
    found = crease.growth([60, 60, 1], init=init, keep_prob=keep_prob, unscaled=True).layers[0]
    assert abs(found.at_least - at_least) < 0.005 and abs(found.at_most - at_most) < 0.005


def test_the_bound_is_below_the_mean_by_the_root_of_pi():
    found = crease.growth("512-512-512-1")
    assert abs(found.factor / math.pi - 1) < 0.003
    assert all(abs(layer.factor - math.pi**0.5) < 0.003 for layer in found.layers)
    assert crease.growth("8-8-1", "hardtanh").factor is None


# The moments of kept weights, of each family with and without its scale.
@pytest.mark.parametrize(
    "init, inputs, rows, unscaled, variance, projection",
    [
        ("he", 8, 3, False, 1 / 4, 0.5 * (2 / math.pi) ** 0.5),
        ("xavier-normal", 8, 24, False, 1 / 16, 0.25 * (2 / math.pi) ** 0.5),
        ("xavier-uniform", 8, 16, False, 1 / 12, 0.5 / 8**0.5),
        ("pytorch-default", 4, 1, False, 1 / 12, 0.5 / 8**0.5),
        ("gaussian:36,1", 9, 5, True, 36, 6 * (2 / math.pi) ** 0.5),
        ("uniform:3", 9, 5, False, 1 / 3, 1 / 8**0.5),
        ("discrete:2", 4, 5, False, 1 / 2, 0.6 / 2**0.5),
        ("values:-2,2,-1/2,0,1/2", 4, 5, True, 1.7, 1 / 2**0.5),
    ],
)
def test_moments(init, inputs, rows, unscaled, variance, projection):
    law = _Law.of(init, 1, None, unscaled, inputs, rows)
    assert math.isclose(law.variance, variance) and math.isclose(law.projection, projection)


@pytest.mark.long
@pytest.mark.parametrize(
    "init, keep_prob", [("gaussian:6", "1/4"), ("discrete:2", "1/2"), ("he", 1)]
)
def test_segments_between_the_bounds(init, keep_prob):
    bounds = crease.growth("6-6-6-1", init=init, keep_prob=keep_prob)
    ends = crease.points(800, 6, seed=7)
    lengths = []
    for seed in range(400):
        net = crease.random("6-6-6-1", init=init, keep_prob=keep_prob, seed=seed)
        of = net.trajectory(ends[2 * seed : 2 * seed + 2], rel_error="1e-6").lengths
        lengths.append(float(of[2]) / float(of[0]))
    error = statistics.stdev(lengths) / 20
    assert bounds.at_least - 5 * error < statistics.mean(lengths) < bounds.at_most + 5 * error
    if bounds.mean is not None:
        near(bounds.mean, lengths)


@pytest.mark.parametrize(
    "n, k, V, q", [(2, 2, 1, 0.5), (5, 3, 4, 5), (32, 32, 4, 4), (10, 40, 2, 60)]
)
def test_perpendicular_motion(n, k, V, q):
    random = numpy.random.default_rng(26)
    z, d = q**0.5 * random.standard_normal((20000, k)), random.standard_normal((20000, k))
    d *= abs(z) < 1
    z *= abs(z) < 1
    along = (z * d).sum(1) ** 2 / numpy.maximum((z * z).sum(1), 1e-300)
    squares = numpy.maximum((d * d).sum(1) - along, 0) * V / n
    law = _Law(1, V / n, 0, True, 0)
    near(_hard_tanh([n, k], [law], q / V)[0].right_angles, list(squares**0.5))


@pytest.mark.parametrize(
    "ends", [((1, 0), (0, 1)), ((100, 1), (103, 2)), ((-1, "1/100"), (2, "1/50"))]
)
def test_share_of_a_segment(ends):
    share, largest = _examine_path(ends, 2)
    P, Q = (numpy.array([float(crease.fraction(x)) for x in end]) for end in ends)
    points = P + (numpy.arange(100000)[:, None] + 0.5) / 100000 * (Q - P)
    dots = points @ (Q - P) / numpy.linalg.norm(points, axis=1) / numpy.linalg.norm(Q - P)
    assert abs(numpy.sqrt(1 - dots**2).mean() - share) < 1e-6
    assert math.isclose(largest, max(P @ P, Q @ Q) / 2)


@pytest.mark.long
@pytest.mark.parametrize("V, B", [(8, 0), (8, 4), (10**12, 0), (10**12, 5 * 10**11)])
@pytest.mark.parametrize("n", [8, 32])
def test_sign_changes_on_a_circle(n, V, B):
    axes = [[1] * n, [-1 if i % 2 else 1 for i in range(n)]]
    circle = crease.circle(*axes, 120)
    counts = [
        crease.random([n, n, n, 1], init=f"gaussian:{V},{B}", activation="hardtanh", seed=seed)
        .trajectory(circle, closed=True, rel_error="1/2", threads=1)
        .sign_transitions
        for seed in range(12)
    ]
    first = 2 * n * math.sqrt(V / (V + B))
    found = crease.growth([n, n, n, 1], "hardtanh", init=f"gaussian:{V},{B}").layers[1]
    near(first, [c[1] for c in counts])
    near(first * (found.transitions if V > 100 else found.sign_transitions), [c[2] for c in counts])


def test_limits_of_sign_changes():
    assert math.isclose(sign_transitions(5, 0, 5, 1, 1), 1, rel_tol=1e-8)
    assert math.isclose(sign_transitions(1e-3, 0, 1e-3, 5, 5), 1, rel_tol=1e-8)
    q = 6
    wide = math.sqrt(6 * math.erf(1 / math.sqrt(2 * q)) * q / next_variance(6, 1, q))
    assert math.isclose(sign_transitions(6, 1, q, 20000, 20000), wide, rel_tol=1e-3)


def test_zeros_of_narrow_layers():
    found = crease.growth("1-2-3-1-1", init="gaussian:3")
    assert [layer.zeros for layer in found.layers] == [1, 0.25, 0.125]


@pytest.mark.parametrize(
    "wrong",
    [
        dict(widths="3-1"),
        dict(widths="3-4-1", activation="abs"),
        dict(widths="3-4-1", init="values:-1,-1,1"),
        dict(widths="3-4-1", init="he", unscaled=True),
        dict(widths="3-4-1", keep_prob=2),
        dict(widths="2-2-1", path=([0, 1], [1, 0])),
        dict(widths="2-2-1", activation="hardtanh", path=([1, 1], [1, 1])),
    ],
)
def test_refused(wrong):
    with pytest.raises(ValueError):
        crease.growth(**wrong)


@pytest.mark.parametrize("k, expected", [(2, 2.5066), (8, 2.7416), (32, 2.8064)])
def test_hard_tanh_grows_at_most_by_the_mean_norm_of_a_normal_vector(k, expected):
    """Raghu et al. 2017, appendix, Upper Bound for Trajectory Growth, (2); and random matrices."""
    layer = crease.growth([k, k, 1], "hardtanh", init="gaussian:8").layers[0]
    assert abs(layer.at_most - expected) < 5e-5
    norms = numpy.linalg.norm(
        numpy.random.default_rng(k).normal(size=(20000, k)) * (8 / k) ** 0.5, axis=1
    )
    assert abs(norms.mean() - layer.at_most) < 4 * norms.std() / len(norms) ** 0.5


def test_the_step_from_lemma_4_of_raghu_et_al():
    """docs/growth.md, 2: sqrt(2 j - 3) >= sqrt(j) fails for two unsaturated units alone."""
    mean = math.sqrt(2) * math.gamma(1) / math.gamma(1 / 2)  # Lemma 4 (b) for two
    assert math.sqrt(1 / 2) < mean < 1 and round(mean, 3) == 0.798
    assert [j for j in range(2, 1000) if 2 * j - 3 < j] == [2]


def test_the_last_line_of_theorem_2_of_raghu_et_al():
    """It leaves out the constant 2/pi: sign changes do not grow by sqrt(k) in a layer."""
    for k in (2, 8, 32, 128, 512):
        limit = crease.growth([k, k, k, 1], "hardtanh", init="gaussian:1").layers[1].transitions
        assert limit < 0.8 * k**0.5 and limit > 2 / math.pi * k**0.5
