"""Exact mean growth of a length in one relu layer with discrete weights (docs/growth.md, 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, isqrt

from crease._numbers import Number, fraction, nearest_double
from crease._run import limited

Law = dict[Fraction, Fraction]


@dataclass(frozen=True)
class ExactMean:
    """A finite sum of rationals times roots.

    Attributes
    ----------
    terms
        Pairs (c, r) with r > 0 rational; the mean is the sum of c sqrt(r) over them.
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
    """The mean growth of a curve's length in one relu layer whose weights have finitely many values.

    The layer has `rows` units, weights that are equally likely one of `values`, which must be
    symmetric about 0, kept with probability `keep_prob`, and biases of any law that is symmetric.
    The curve moves in `direction`, and has no pre-activation that is 0 and moves. A unit is on with
    probability 1/2, independently of how fast it moves (docs/growth.md, 3), so that the square of
    the length is a sum of independent terms; its law is found by convolution.

    Cost: products of the numbers of different sums; ValueError beyond `most_terms` of them.

    Examples
    --------
    >>> found = exact_growth([1, 1, 1], 3, keep_prob="1/2")
    >>> len(found.terms), round(found.value, 6), round(found.factor, 3)
    (18, 0.531614, 2.604)
    >>> exact_growth([3, 4], 1, values=[-1, 1]).terms[:1]
    ((Fraction(1, 4), Fraction(1, 25)),)
    """
    way = [fraction(x) for x in direction]
    symbols = sorted(fraction(v) for v in values)
    kept = fraction(keep_prob)
    if rows < 1 or not any(way):
        raise ValueError("expected a row and a direction that is not 0")
    if not symbols or symbols != sorted(-v for v in symbols):
        raise ValueError(f"values: expected some that are symmetric about 0, found {list(values)}")
    if not 0 < kept <= 1:
        raise ValueError(f"keep_prob: expected a number above 0 and at most 1, found {keep_prob}")
    weight: Law = {Fraction(0): 1 - kept}
    for v in symbols:
        weight[v] = weight.get(v, Fraction(0)) + kept / len(symbols)
    speed: Law = {Fraction(0): Fraction(1)}
    for x in way:
        speed = _sum(speed, {w * x: p for w, p in weight.items() if p}, most_terms)
    square: Law = {Fraction(0): Fraction(1, 2)}
    for z, p in speed.items():
        square[z * z] = square.get(z * z, Fraction(0)) + p / 2
    total = _power(square, rows, most_terms)
    norm = sum(x * x for x in way)
    terms = tuple((p, s / norm) for s, p in sorted(total.items()) if s)
    value = fsum(nearest_double(p) * _root(r) for p, r in terms)
    size = sum(abs(v) for v in symbols) / len(symbols)
    least = nearest_double(kept * size) * (rows / 8) ** 0.5
    return ExactMean(terms, value, least, value / least if least else 1.0)


def _sum(one: Law, other: Law, most: int) -> Law:
    """The law of the sum of two independent variables."""
    if len(one) * len(other) > most:
        raise ValueError(f"the mean has more than {most} terms: fewer units or simpler numbers")
    found: Law = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return found


def _power(law: Law, count: int, most: int) -> Law:
    """The law of the sum of `count` independent variables of one law."""
    found: Law = {Fraction(0): Fraction(1)}
    for bit in bin(count)[2:]:
        found = _sum(found, found, most)
        if bit == "1":
            found = _sum(found, law, most)
    return found


def _root(square: Fraction) -> float:
    """The root of a positive fraction, with a relative error below 2^-52."""
    shift = max(0, 110 - square.numerator.bit_length() + square.denominator.bit_length())
    shift += shift % 2
    return nearest_double(
        Fraction(isqrt((square.numerator << shift) // square.denominator), 1 << shift // 2)
    )
