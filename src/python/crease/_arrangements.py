"""The regions of one layer by Zaslavsky's theorem, without an enumeration of them."""

from __future__ import annotations

from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from crease._network import Network

#: A hyperplane a.x + c = 0 as coprime integers a, c; the first nonzero entry of a is positive.
Row = tuple[int, ...]


class Characteristic(NamedTuple):
    """The characteristic polynomial of an arrangement of hyperplanes in R^d, and its counts.

    Attributes
    ----------
    coefficients
        Those of t^0, .., t^d.
    regions
        (-1)^d times the value at -1 (Zaslavsky 1975, Theorem A).
    bounded
        The absolute value at 1 if the normals span R^d, else 0 (Theorem C).
    """

    coefficients: list[int]
    regions: int
    bounded: int


def _normal(row: list[int]) -> Optional[Row]:
    """None if all coefficients but the constant are 0: not a hyperplane."""
    first = next((x for x in row[:-1] if x), 0)
    if not first:
        return None
    content = gcd(*row) if first > 0 else -gcd(*row)
    return tuple(x // content for x in row)


def _restrict(rows: list[Row], to: Row) -> list[Row]:
    """The restriction to another hyperplane, whose first coordinate with a weight is eliminated."""
    k = next(i for i, x in enumerate(to) if x)
    cuts = (
        _normal([x * to[k] - y * row[k] for i, (x, y) in enumerate(zip(row, to)) if i != k])
        for row in rows
    )
    return list(dict.fromkeys(cut for cut in cuts if cut))


def _polynomial(rows: list[Row], d: int) -> list[int]:
    """Deletion and restriction, one hyperplane after the other: each takes away the polynomial of
    the arrangement that those before it make in it."""
    found = [0] * d + [1]
    if d == 1:
        found[0] = -len(rows)
    for i, row in enumerate(rows if d > 1 else []):
        for k, x in enumerate(_polynomial(_restrict(rows[:i], row), d - 1)):
            found[k] -= x
    return found


def _spans(rows: list[Row], d: int) -> bool:
    """Whether the normals have rank d."""
    rank, linear = 0, [row[:-1] + (0,) for row in rows]
    while linear:
        linear = _restrict(linear, linear[0])
        rank += 1
    return rank == d


def characteristic(net: "Network") -> Characteristic:
    """The characteristic polynomial of a network of one hidden layer (relu, leaky or abs), by
    deletion and restriction. It takes time in proportion to the number of regions.

    Examples
    --------
    >>> import crease
    >>> crease.characteristic(crease.construct("arrangement:braid", n=4))
    Characteristic(coefficients=[0, -6, 11, -6, 1], regions=24, bounded=0)
    """
    weights, biases, act = net.layers[0]
    names = {act} if isinstance(act, str) else set(act)
    if len(net.hidden) != 1 or any(n.split(":")[0] not in ("relu", "leaky", "abs") for n in names):
        raise ValueError(
            f"expected one hidden layer of relu, leaky or abs, found {net.about or net}"
        )
    rows = []
    for weight, bias in zip(weights, biases):
        scale = lcm(*(x.denominator for x in [*weight, bias]))
        rows.append(_normal([int(x * scale) for x in [*weight, bias]]))
    distinct = list(dict.fromkeys(row for row in rows if row))
    d = net.inputs
    found = _polynomial(distinct, d)
    return Characteristic(
        coefficients=found,
        regions=abs(sum(c * (-1) ** k for k, c in enumerate(found))),
        bounded=abs(sum(found)) if _spans(distinct, d) else 0,
    )
