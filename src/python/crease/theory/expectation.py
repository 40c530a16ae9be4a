"""Exact mean growth of lengths, and where a printed bound exceeds it (docs/growth.md, 2 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, isqrt

from crease._numbers import Enclosure, Number, fraction, nearest_double
from crease._run import limited

Law = dict[Fraction, Fraction]


@dataclass(frozen=True)
class ExactMean:
    """A finite sum of rationals times roots.

    Attributes
    ----------
    terms
        Pairs $(c, r)$ with $r > 0$ rational; the mean is the sum of $c sqrt(r)$ over them.
    value
        The same as a double, with a relative error below 1e-14.
    at_least, factor
        The lower bound of Price and Tanner (Theorem 2 with Lemma 11), and by what it is too small:
        value / at_least.
    """

    terms: tuple[tuple[Fraction, Fraction], ...]
    value: float
    at_least: float
    factor: float


@limited
def exact_growth(
    direction: Sequence[Number],
    rows: int,
    *,
    values: Sequence[Number] = (-1, 0, 1),
    keep_prob: Number = 1,
    most_terms: int = 10**6,
) -> ExactMean:
    """The mean growth of a length in one relu layer whose weights have finitely many values.

    The layer has `rows` units, weights that are equally likely one of `values`, which must be
    symmetric about 0 and may repeat, kept with probability `keep_prob`, and biases of any law that
    is symmetric. The curve moves in `direction`, and has no pre-activation that is 0 and moves. A
    unit is on with probability 1/2, independently of how fast it moves (docs/growth.md, 3), so that
    the square of the length is a sum of independent terms; its law is found by convolution.

    Cost: products of the numbers of different sums; ValueError beyond `most_terms` of them.

    Examples
    --------
    >>> found = exact_growth([1, 1, 1], 3, keep_prob="1/2")
    >>> len(found.terms), round(found.value, 6), round(found.factor, 3)
    (18, 0.531614, 2.604)
    >>> exact_growth([3, 4], 1, values=[-1, 1]).terms[:1]
    ((Fraction(1, 4), Fraction(1, 25)),)
    """
    vector = [x for x in map(fraction, direction) if x]  # weights of the others move nothing
    symbols = sorted(fraction(v) for v in values)
    kept = fraction(keep_prob)
    if rows < 1 or not vector:
        raise ValueError("expected a row and a direction that is not 0")
    if not symbols or symbols != sorted(-v for v in symbols):
        raise ValueError(f"values: expected some that are symmetric about 0, found {list(values)}")
    if not 0 < kept <= 1:
        raise ValueError(f"keep_prob: expected a number above 0 and at most 1, found {keep_prob}")
    weight: Law = {Fraction(0): 1 - kept}
    for v in symbols:
        weight[v] = weight.get(v, Fraction(0)) + kept / len(symbols)
    speed: Law = {Fraction(0): Fraction(1)}
    for x in vector:
        speed = _sum(speed, {w * x: p for w, p in weight.items() if p}, most_terms)
    square: Law = {Fraction(0): Fraction(1, 2)}
    for z, p in speed.items():
        square[z * z] = square.get(z * z, Fraction(0)) + p / 2
    total = _power(square, rows, most_terms)
    assert sum(total.values()) == 1
    norm = sum((x * x for x in vector), Fraction(0))
    terms = tuple((p, s / norm) for s, p in sorted(total.items()) if s)
    value = fsum(nearest_double(p) * _root(r) for p, r in terms)
    size = sum((abs(v) for v in symbols), Fraction(0)) / len(symbols)
    least = nearest_double(kept * size) * (rows / 8) ** 0.5
    return ExactMean(terms, value, least, value / least if least else 1.0)


def _sum(one: Law, other: Law, most: int) -> Law:
    """The law of the sum of two independent variables."""
    if len(one) * len(other) > most:
        raise ValueError(f"the mean has more than {most} terms: fewer units or simpler numbers")
    result: Law = {}
    for a, p in one.items():
        for b, q in other.items():
            result[a + b] = result.get(a + b, Fraction(0)) + p * q
    return result


def _power(law: Law, count: int, most: int) -> Law:
    """The law of the sum of `count` independent variables of one law."""
    result: Law = {Fraction(0): Fraction(1)}
    for bit in bin(count)[2:]:
        result = _sum(result, result, most)
        if bit == "1":
            result = _sum(result, law, most)
    return result


def _root(square: Fraction) -> float:
    """The root of a positive fraction, with a relative error below 2^-52."""
    shift = max(0, 110 - square.numerator.bit_length() + square.denominator.bit_length())
    shift += shift % 2
    return nearest_double(
        Fraction(isqrt((square.numerator << shift) // square.denominator), 1 << shift // 2)
    )


# ---- Where a printed bound is false ----


_FINE = 10**20
_PI = (Fraction(314159265358979323846, 10**20), Fraction(314159265358979323847, 10**20))


def false_zone(units: int) -> Enclosure:
    """Below which $V + B$ the base that Theorem 1 of Raghu et al. prints is no lower bound.

    For hard-tanh layers of $k$ units and as many inputs, weights of variance $V/k$ and biases of
    variance $B$, the printed base is the root of $V k / (s (s + k))$, $s^2 = V + B$, and a proved
    upper bound on the mean growth is $sqrt(V/k) m$, $m$ the mean of $chi_k$ (docs/growth.md, 2).
    The first exceeds the second if and only if $s (s + k) < (k / m)^2$. Returns an enclosure of
    the $s^2$ with equality, in rationals: $m$ is a rational times $sqrt(pi/2)$ or $sqrt(2/pi)$.

    Examples
    --------
    >>> [round(float(false_zone(k)), 4) for k in (1, 2, 8, 32, 512)]
    [0.7214, 0.7801, 0.9048, 0.971, 0.9981]
    """
    if units < 1:
        raise ValueError(f"units: expected an integer from 1 on, found {units}")
    ratio = Fraction(1)  # E chi_k is this times sqrt(2/pi), k odd, or sqrt(pi/2), k even
    for j in range(1 if units % 2 else 2, units - 1, 2):
        ratio *= Fraction(j + 1, j)
    ends = []
    for pi in _PI:
        square = ratio**2 * (2 / pi if units % 2 else pi / 2)
        # s = (sqrt(k^2 + 4 k^2 / square) - k) / 2
        under = units**2 + 4 * units**2 / square
        for up in (0, 1):
            root = Fraction(isqrt(under.numerator * _FINE**2 // under.denominator) + up, _FINE)
            ends.append(((root - units) / 2) ** 2)
    return Enclosure(min(ends), max(ends))
