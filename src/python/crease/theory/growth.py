"""Expected growth of lengths and of sign changes in random networks (docs/growth.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import erf, erfc, exp, lgamma, log, log1p, pi, sqrt
from typing import Any, Optional, Union

import numpy

from crease._network import random
from crease._numbers import Number, fraction, nearest_double
from crease._run import limited
from crease._bounds import widths_of
from crease.theory.expectation import false_zone


@dataclass(frozen=True)
class LayerGrowth:
    """By which factor a layer stretches a curve on average; None: not known.

    Attributes
    ----------
    at_least, mean, at_most
        A lower bound, the mean itself, and an upper bound.
    factor
        By how much the lower bound is below the mean: mean / at_least.
    right_angles
        Hard-tanh: a lower bound for motion perpendicular to the points of the curve.
    sign_transitions, transitions
        Hard-tanh: the growth of the number of sign changes at this variance, and its limit for
        large ones.
    zeros
        ReLU without biases: the mean number of sign changes of a unit on a half turn about 0.
    printed
        With claim="printed": the base of a lower bound as a paper prints it, for as many inputs as
        units and normal weights; "hardtanh": Theorem 1 of Raghu et al., "relu": the same as Price
        and Tanner quote it.
    refuted
        Whether this base exceeds a proved upper bound on the mean, decided in rational intervals;
        None: these do not decide.
    refuted_below
        Hard-tanh: the sum of the variances, of n weights and a bias, below which it does.
    """

    width: int
    at_least: Optional[float] = None
    mean: Optional[float] = None
    at_most: Optional[float] = None
    right_angles: Optional[float] = None
    sign_transitions: Optional[float] = None
    transitions: Optional[float] = None
    zeros: Optional[float] = None
    printed: Optional[float] = None
    refuted: Optional[bool] = None
    refuted_below: Optional[float] = None

    @property
    def factor(self) -> Optional[float]:
        return _quotient(self.mean, self.at_least)


@dataclass(frozen=True)
class Growth:
    """The growth of each hidden layer, and the products over all layers.

    Attributes
    ----------
    share, largest
        Of the path: the share of its length that is perpendicular to its points, and the largest
        $|x|^2/n$.
    """

    layers: tuple[LayerGrowth, ...]
    at_least: Optional[float]
    mean: Optional[float]
    at_most: Optional[float]
    share: Optional[float] = None
    largest: Optional[float] = None

    @property
    def factor(self) -> Optional[float]:
        return _quotient(self.mean, self.at_least)

    def __str__(self) -> str:
        """A table without the columns of which nothing is known."""
        names = [n for n in LayerGrowth.__dataclass_fields__ if n != "width"]
        names.insert(names.index("at_most"), "factor")
        names = [n for n in names if any(getattr(r, n) is not None for r in self.layers)]
        rows: list[list[object]] = [["layer", "width", *names]]
        for number, layer in enumerate(self.layers):
            rows.append([number, layer.width, *(getattr(layer, n) for n in names)])
        rows.append(["all", "", *(getattr(self, n, "") for n in names)])
        lines = ("  ".join(_cell(x).rjust(_width(n)) for x, n in zip(r, rows[0])) for r in rows)
        return "\n".join(line.rstrip() for line in lines)


def _quotient(mean: Optional[float], bound: Optional[float]) -> Optional[float]:
    return mean / bound if mean is not None and bound else None


def _cell(x: object) -> str:
    return "-" if x is None else f"{x:.5g}" if isinstance(x, float) else str(x)


def _width(title: object) -> int:
    return max(len(str(title)), 5 if title in ("layer", "width") else 10)


@limited
def growth(
    widths: Union[str, Sequence[int]],
    activation: str = "relu",
    *,
    init: Union[str, Sequence[str]] = "he",
    keep_prob: Union[Number, Sequence[Number]] = 1,
    bias_std: Optional[Number] = None,
    bias: Optional[str] = None,
    unscaled: bool = False,
    path: Optional[tuple[Sequence[Number], Sequence[Number]]] = None,
    claim: Optional[str] = None,
) -> Growth:
    """By which factor each hidden layer of a random network stretches a curve on average.

    For "relu" the lower bound of Price and Tanner, the exact mean for normal weights, and the root
    of the second moment, an upper bound. For "hardtanh" with normal weights a lower bound for
    motion perpendicular to the points of the curve, an upper bound, and the growth of sign changes.
    These are expectations in doubles, with relative errors below 1e-8.

    Parameters
    ----------
    widths
        Inputs, hidden layers, outputs: ``[2, 32, 32, 1]`` or "2-32-32-1".
    init, keep_prob, bias_std, bias, unscaled
        The random numbers, as in `crease.random`; `init` and `keep_prob` may be lists with one
        entry for each hidden layer.
    path
        Two points P and Q, for "hardtanh": `at_least` is then a lower bound on the length of the
        image of the segment, divided by its own length.
    claim
        "printed": compare lower bounds as the papers print them with proved upper bounds.

    Examples
    --------
    >>> print(growth("10-8-8-1"))
    layer  width    at_least        mean      factor     at_most       zeros
        0      8     0.50463     0.82202       1.629     0.89443           1
        1      8     0.56419     0.91905       1.629           1     0.96484
      all            0.28471     0.75548      2.6536     0.89443
    >>> found = growth("8-8-8-1", init=["gaussian:4", "discrete:2"], keep_prob=[1, 0.5])
    >>> [round(layer.at_most, 5) for layer in found.layers]
    [1.41421, 0.70711]
    >>> layers = growth("8-8-8-1", "hardtanh", init="gaussian:0.9", claim="printed").layers
    >>> layers[0].refuted, round(layers[0].refuted_below, 4)
    (True, 0.9048)
    """
    sizes = widths_of(widths)
    if len(sizes) < 3 or min(sizes) < 1:
        raise ValueError(f"widths: expected a hidden layer, found {widths!r}")
    if activation not in ("relu", "hardtanh"):
        raise ValueError(f'activation: expected "relu" or "hardtanh", found {activation!r}')
    if claim not in (None, "printed"):
        raise ValueError(f'claim: expected "printed" or None, found {claim!r}')
    inits = _each(init, len(sizes) - 2, "init")
    kept = _each(keep_prob, len(sizes) - 2, "keep_prob")
    for family, p in zip(inits, kept):  # refuses what is not a family or not a number
        more: dict[str, Any] = {"bias_std": bias_std, "bias": bias, "unscaled": unscaled}
        random([1, 1], init=family, keep_prob=p, **more)
    if path is not None and activation == "relu":
        raise ValueError("path: for relu the bounds hold along any curve")
    share, largest = _examine_path(path, sizes[0]) if path is not None else (None, None)
    laws = [
        _Law.of(family, float(fraction(p)), bias_std, unscaled, inputs, rows)
        for family, p, inputs, rows in zip(inits, kept, sizes, sizes[1:-1])
    ]
    if bias is not None:
        own = _Law.of(bias, 1, None, True, 1, 1).variance
        laws = [replace(law, bias=own) for law in laws]
    layers = _relu(sizes, laws) if activation == "relu" else _hard_tanh(sizes, laws, largest)
    if claim:
        described = zip(layers, laws, sizes)
        layers = [_with_printed(layer, law, n, activation) for layer, law, n in described]
    lower = [share, *(r.right_angles for r in layers)]
    return Growth(
        tuple(layers),
        _product([r.at_least for r in layers] if activation == "relu" else lower),
        _product([r.mean for r in layers]),
        _product([r.at_most for r in layers]),
        share,
        largest,
    )


def _each(given: Any, count: int, name: str) -> list[Any]:
    """One entry for each hidden layer."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        return [given] * count
    if len(given) != count:
        raise ValueError(f"{name}: expected {count} entries, one a layer, found {len(given)}")
    return list(given)


def _product(factors: Sequence[Optional[float]]) -> Optional[float]:
    known = [f for f in factors if f is not None]
    return math.prod(known) if len(known) == len(factors) else None


# ---- The laws of the weights ----


@dataclass(frozen=True)
class _Law:
    """The moments of a layer's weights, of mean 0.

    `projection` is a number M with E |u.w| >= M |u| for a row w of kept weights: for normal weights
    it is exact; Lemmas 9 to 11 of Price and Tanner.
    """

    alpha: float  # the probability that a weight is kept
    variance: float  # of a kept weight
    projection: float
    normal: bool
    bias: float  # the variance of a bias

    @staticmethod
    def of(
        init: str, alpha: float, bias_std: Optional[Number], unscaled: bool, inputs: int, rows: int
    ) -> "_Law":
        family, _, text = init.partition(":")
        numbers = [nearest_double(fraction(x)) for x in text.split(",") if x]
        scale = 1 if unscaled else 1 / inputs
        bias = 0.0 if bias_std is None else nearest_double(fraction(bias_std)) ** 2
        if family in ("he", "xavier-normal", "gaussian"):
            if family == "gaussian":
                variance = numbers[0] * scale
                bias = numbers[1] if len(numbers) > 1 else bias
            else:
                variance = 2 / (inputs if family == "he" else inputs + rows)
            return _Law(alpha, variance, sqrt(variance * 2 / pi), True, bias)
        if family in ("xavier-uniform", "pytorch-default", "uniform"):
            squared = 6 / (inputs + rows) if family == "xavier-uniform" else scale
            squared *= numbers[0] ** 2 if numbers else 1
            bias = squared / 3 if family == "pytorch-default" else bias
            return _Law(alpha, squared / 3, sqrt(squared / 8), False, bias)
        if family == "discrete":  # the integers from -C to C
            C = numbers[0]
            mean = C * (C + 1) / (2 * C + 1)
            return _Law(alpha, C * (C + 1) / 3 * scale, mean * sqrt(scale / 2), False, bias)
        values = [fraction(x) for x in text.split(",")]
        if sorted(values) != sorted(-v for v in values):
            raise ValueError(f"init: expected values that are symmetric about 0, found {init!r}")
        square = nearest_double(sum((v * v for v in values), fraction(0)) / len(values))
        size = nearest_double(sum((abs(v) for v in values), fraction(0)) / len(values))
        return _Law(alpha, square * scale, size * sqrt(scale / 2), False, bias)


def _mean_chi(j: int) -> float:
    """The mean norm of j standard normal numbers."""
    return math.sqrt(2) * exp(lgamma(j / 2 + 0.5) - lgamma(j / 2)) if j > 0 else 0


def _mean_chi_binomial(k: int, alpha: float, less: int) -> float:
    """The mean of _mean_chi(J - less), where J is binomial (k, alpha)."""
    if alpha <= 0:
        return 0
    if alpha >= 1:
        return _mean_chi(k - less)
    return math.fsum(
        exp(choose + j * log(alpha) + (k - j) * log1p(-alpha)) * _mean_chi(j - less)
        for j in range(less + 1, k + 1)
        for choose in [lgamma(k + 1) - lgamma(j + 1) - lgamma(k - j + 1)]
    )


# ---- Lower bounds as printed ----


def _with_printed(layer: LayerGrowth, law: _Law, inputs: int, activation: str) -> LayerGrowth:
    """With the printed base, if it is about such a layer, and whether an upper bound refutes it."""
    k, V = layer.width, law.variance * inputs
    if k != inputs or not law.normal or law.alpha < 1 or not V > 0:
        return layer
    if activation == "relu":  # the mean is below sqrt(V/2), and k/(k + 1) is at least 1/2
        return replace(layer, printed=sqrt(V * k / (k + 1)), refuted=True)
    s = sqrt(V + law.bias)
    zone = false_zone(k)
    low, high = (fraction(V + law.bias) * (1 + side * Fraction(1, 2**48)) for side in (-1, 1))
    refuted = True if high < zone.lo else False if low > zone.hi else None
    base = sqrt(V * k / (s * (s + k)))
    return replace(layer, printed=base, refuted=refuted, refuted_below=float(zone))


# ---- ReLU: Price and Tanner 2020 ----


def _relu(widths: Sequence[int], laws: Sequence[_Law]) -> list[LayerGrowth]:
    layers, zeros = [], 1.0
    for k, law in zip(widths[1:], laws):
        exact = law.normal and law.alpha >= 1
        layers.append(
            LayerGrowth(
                k,
                at_least=law.alpha * law.projection * sqrt(k) / 2,
                mean=sqrt(law.variance) * _mean_chi_binomial(k, 0.5, 0) if exact else None,
                at_most=sqrt(law.alpha * law.variance * k / 2),
                zeros=zeros if exact and law.bias == 0 else None,
            )
        )
        zeros *= 1 - (1 + k) / 2.0**k
    return layers


# ---- Hard-tanh: Raghu, Poole, Kleinberg, Ganguli and Sohl-Dickstein 2017 ----


def _hard_tanh(
    widths: Sequence[int], laws: Sequence[_Law], largest: Optional[float]
) -> list[LayerGrowth]:
    """V is the number of inputs n times the variance of a weight, B the variance of a bias."""
    layers: list[LayerGrowth] = []
    q = math.nan  # the variance of the pre-activations of the layer before
    for n, k, law in zip(widths, widths[1:], laws):
        V, B = law.variance * n, law.bias
        right = signs = limit = None
        most = sqrt(law.alpha * law.variance * k)  # Jensen
        if law.normal and law.alpha >= 1:
            most = sqrt(law.variance) * _mean_chi(k)
            if layers or largest is not None:
                bound = V + B if layers or largest is None else V * largest + B
                # The norm of the unsaturated rest, one dimension of which is along the points.
                inside = erf(1 / sqrt(2 * bound)) if bound > 0 else 1
                right = sqrt(V / n) * _mean_chi_binomial(k, inside, 1)
            if layers:
                signs = sign_transitions(V, B, q, n, k)
                limit = k * 2 / pi * math.atan(1 / sqrt(n - 1 + n * B / V))
            q = next_variance(V, B, q) if layers else V + B
        layers.append(
            LayerGrowth(
                k,
                at_most=most,
                right_angles=right,
                sign_transitions=signs,
                transitions=limit,
            )
        )
    return layers


def next_variance(V: float, B: float, q: float) -> float:
    """V E h(z)^2 + B for z of variance q: that of the next pre-activations at infinite width."""
    if not q > 0:
        return B
    inside = erf(1 / sqrt(2 * q))
    square = q * (inside - 2 * exp(-1 / (2 * q)) / sqrt(2 * pi * q))
    return V * (square + 1 - inside) + B


def sign_transitions(V: float, B: float, q: float, n: int, k: int) -> float:
    """The growth of the number of sign changes: docs/growth.md, 2, "Sign changes for a given V".

    With x = e^s and y = e^t the integrand falls off exponentially and is analytic, so that sums
    over multiples of h differ from the integral by e^(-c/h).
    """
    steps = 8
    places = numpy.exp(numpy.arange(-22 * steps, 22 * steps + 1) / steps)
    b, saturated = B * n / V, erfc(1 / sqrt(2 * q))
    x, y = (places / sqrt(1 + b))[:, None], places[None, :]
    spread = 1 + y * y
    h = x * x / spread
    g = 1 / q + h
    mass = numpy.sqrt(2 * pi / g) * numpy.vectorize(erf)(numpy.sqrt(g / 2))
    phi = saturated * numpy.exp(-x * x / 2) + mass / (sqrt(2 * pi * q) * numpy.sqrt(spread))
    slope = (mass / q + 2 * h * numpy.exp(-g / 2)) / (
        g * sqrt(2 * pi * q) * spread * numpy.sqrt(spread)
    )
    terms = n * phi ** (n - 1) * numpy.exp(-b * x * x / 2) * slope * x * y
    return float(k / n * 2 / pi * sqrt(q) * terms.sum() / steps**2)


def _examine_path(path: tuple[Sequence[Number], Sequence[Number]], n: int) -> tuple[float, float]:
    """The share of a segment's length perpendicular to its points, and its largest |x|^2/n."""
    P, Q = ([fraction(x) for x in end] for end in path)
    if len(P) != n or len(Q) != n:
        raise ValueError(f"path: expected points of {n} numbers, found {len(P)} and {len(Q)}")
    if P == Q:
        raise ValueError("path: expected two different points, found the same one twice")
    step = [q - p for p, q in zip(P, Q)]
    pp, qq = sum(p * p for p in P), sum(q * q for q in Q)
    square, along = sum(d * d for d in step), sum(p * d for p, d in zip(P, step))
    wedge = sqrt(pp * square - along**2)
    if wedge == 0:
        return 0.0, float(max(pp, qq) / n)
    # The sine is h/sqrt(h^2 + u^2), with u the place on the line and h its distance from 0.
    a, b = float(along) / wedge, float(along + square) / wedge
    share = wedge / float(square) * math.asinh(b * sqrt(1 + a * a) - a * sqrt(1 + b * b))
    return share, float(max(pp, qq) / n)
