"""Random points, polygons on arcs, and means with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, Optional

from crease._domain import Box, Domain
from crease._native import ffi, lib
from crease._numbers import Number, Vector, fraction, listed, rows
from crease._run import check, new_error, seed_of


class Estimate(NamedTuple):
    """The mean of a sample and its 95 % confidence interval (Student's distribution).

    NaN where the sample is too small to tell.
    """

    mean: float
    low: float
    high: float


def estimate(values: Iterable[float]) -> Estimate:
    """The mean of numbers and its confidence interval.

    >>> estimate([1, 2, 3]).mean
    2.0
    """
    listed = [float(x) for x in values]
    n = len(listed)
    mean = math.fsum(listed) / n if n else math.nan
    if n < 2:
        return Estimate(mean, math.nan, math.nan)
    error = math.sqrt(math.fsum((x - mean) ** 2 for x in listed) / (n - 1) / n)
    reach = _student(n - 1) * error
    return Estimate(mean, mean - reach, mean + reach)


def _student(freedom: int) -> float:
    """The t with P(|T| <= t) = 0.95; Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    freedom = min(freedom, 10000)  # with more the quantile is the same in four digits
    odd = freedom % 2

    def within(theta: float) -> float:
        cosine, total = math.cos(theta), 0.0
        term = cosine if odd else 1.0
        for k in range(odd, freedom, 2):
            total += term
            term *= (k + 1) / (k + 2) * cosine * cosine
        total *= math.sin(theta)
        return 2 / math.pi * (theta + total) if odd else total

    low, high = 0.0, math.pi / 2
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle) < 0.95 else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def points(
    count: int, inputs: int, seed: int = 0, box: Optional[Box] = None
) -> list[list[Fraction]]:
    """Random points, the same on every machine: nearly normal, or uniform in a box.

    Normal coordinates have mean 0 and variance 1; a longer list begins like a shorter one.

    >>> len(points(3, 2)), points(1, 2, box=(0, 1))[0][0] < 1
    (3, True)
    """
    vector = Vector.zeros(count * inputs)
    if box is None:
        lib.crease_points_random(vector.pointer, count, inputs, seed_of(seed))
    else:
        domain, error = Domain(inputs, box), new_error()
        status = lib.crease_points_uniform(
            vector.pointer, count, domain.pointer, seed_of(seed), error
        )
        check(status, error)
    return rows(vector.pointer, count, inputs)


def arc(p: Sequence[Number], q: Sequence[Number], count: int) -> list[list[Fraction]]:
    """`count` rational points on the quarter of an ellipse $p cos s + q sin s$ from $p$ to $q$.

    >>> arc([1, 0], [0, 1], 3)[1]
    [Fraction(3, 5), Fraction(4, 5)]
    """
    quarters = 4 * (count - 1) if count > 2 else count  # too few are refused
    return circle(p, q, quarters)[:count]


def circle(p: Sequence[Number], q: Sequence[Number], count: int) -> list[list[Fraction]]:
    """`count` rational points on the whole ellipse, starting from p.

    Number $i$ is $4 i / N$ quarters round, $N$ their `count`; $u$ is the fraction of its quarter,
    as in docs/paths.md.
    """
    first, second = ([fraction(x) for x in listed(vector, "point")] for vector in (p, q))
    if len(first) != len(second):
        raise ValueError(f"p has {len(first)} coordinates, q {len(second)}")
    if count < 3:
        raise ValueError(f"expected at least 3 vertices, found {count}")
    pairs = list(zip(first, second))
    if all(a * d == b * c for a, b in pairs for c, d in pairs):
        raise ValueError("expected two linearly independent vectors")
    vertices = []
    for i in range(count):
        quarter, u = divmod(Fraction(4 * i, count), 1)
        x, y = (1 - u * u) / (1 + u * u), 2 * u / (1 + u * u)
        for _ in range(quarter):
            x, y = -y, x
        vertices.append([x * a + y * b for a, b in pairs])
    return vertices
