"""The regions of one layer by Zaslavsky's theorem, without an enumeration of them."""

from __future__ import annotations

from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy

from crease.theory.flats import symmetric_classes, whitney_numbers

if TYPE_CHECKING:
    from crease import Network

#: A hyperplane a.x + c = 0 as coprime integers a, c; the first nonzero entry of a is positive.
Row = tuple[int, ...]


class Characteristic(NamedTuple):
    """The characteristic polynomial of an arrangement of hyperplanes in $R^d$, and its counts.

    Attributes
    ----------
    coefficients
        Those of $t^0, .., t^d$.
    regions
        $(-1)^d$ times the value at -1 (Zaslavsky 1975, Theorem A).
    bounded
        The absolute value at 1 if the normals span $R^d$, else 0 (Theorem C).
    """

    coefficients: list[int]
    regions: int
    bounded: int

    @property
    def polynomial(self) -> str:
        """As it is written: "t^3 - 3 t^2 + 2 t"."""
        text = ""
        for k, a in reversed(list(enumerate(self.coefficients))):
            if a:
                power = ("", "t", f"t^{k}")[min(k, 2)]
                factor = str(abs(a)) if abs(a) > 1 or not k else ""
                sign = (" - " if a < 0 else " + ") if text else "-" * (a < 0)
                text += sign + " ".join(filter(None, (factor, power)))
        return text or "0"


def _normal(row: list[int]) -> Optional[Row]:
    """None if all coefficients but the constant are 0: not a hyperplane."""
    first = next((x for x in row[:-1] if x), 0)
    if not first:
        return None
    content = gcd(*row) if first > 0 else -gcd(*row)
    return tuple(x // content for x in row)


def _restrict(rows: list[Row], hyperplane: Row) -> list[Row]:
    """The restriction to another hyperplane, whose first coordinate with a weight is eliminated."""
    k = next(i for i, x in enumerate(hyperplane) if x)
    cuts = (
        _normal(
            [
                x * hyperplane[k] - y * row[k]
                for i, (x, y) in enumerate(zip(row, hyperplane))
                if i != k
            ]
        )
        for row in rows
    )
    return list(dict.fromkeys(cut for cut in cuts if cut))


def _polynomial(rows: list[Row], d: int) -> list[int]:
    """Deletion and restriction, one hyperplane after the other: each takes away the polynomial of
    the arrangement that those before it make in it."""
    coefficients = [0] * d + [1]
    if d == 1:
        coefficients[0] = -len(rows)
    for i, row in enumerate(rows if d > 1 else []):
        for k, x in enumerate(_polynomial(_restrict(rows[:i], row), d - 1)):
            coefficients[k] -= x
    return coefficients


def independent(rows: list[Row]) -> list[int]:
    """The numbers of columns that form a basis of all columns."""
    chosen, left = [], [row + (0,) for row in rows]
    for k in range(len(rows[0]) if rows else 0):
        pivot = next((row for row in left if row[k]), None)
        if pivot:
            chosen.append(k)
            cuts = ([x * pivot[k] - y * row[k] for x, y in zip(row, pivot)] for row in left)
            left = list(dict.fromkeys(cut for cut in map(_normal, cuts) if cut))
    return chosen


def _symmetric_vectors(rows: list[Row], d: int) -> Any:
    """The normals, and further entries, in d + 1 coordinates x_0 = -(x_1 + .. + x_d), x_1, ..:
    permutations of x_1, .., x_d are among those of all, which the resonance arrangement has."""
    vectors = []
    for row in rows:
        total = sum(row[:d])
        lifted = [-total, *((d + 1) * x - total for x in row[:d]), *((d + 1) * x for x in row[d:])]
        vectors.append([x // gcd(*lifted) for x in lifted])
    return numpy.array(vectors, dtype=numpy.int64)


def _by_symmetry(rows: list[Row], d: int) -> Optional[list[int]]:
    """The polynomial from orbits of flats of the cone; None if symmetry is missing, or numbers are
    too large."""
    is_central = not any(row[d] for row in rows)
    cone = [row[:d] for row in rows] if is_central else [*rows, (0,) * d + (1,)]
    try:
        vectors = _symmetric_vectors(cone, d)
        if len(set(symmetric_classes(vectors).tolist())) == vectors.shape[1]:
            return None
        columns = independent(cone)
        normals = numpy.array([[row[k] for k in columns] for row in cone], dtype=numpy.int64)
        numbers = whitney_numbers(normals, vectors)
    except OverflowError:
        return None
    signed = [x * (-1) ** k for k, x in enumerate(numbers)] + [0] * (d + 1 - len(numbers))
    if not is_central:  # the polynomial of the cone is t - 1 times that of the arrangement
        signed = [sum(signed[: k + 1]) for k in range(d + 1)]
    return signed[::-1]


def characteristic(net: "Network") -> Characteristic:
    """The characteristic polynomial of a network of one hidden layer (relu, leaky or abs).

    If permutations of the inputs, or of these and minus their sum, map the arrangement to itself,
    orbits of its flats are counted: the resonance arrangement of 255 hyperplanes takes 15 s. Else
    deletion and restriction take time in proportion to the number of regions.

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
    coefficients = distinct and _by_symmetry(distinct, d) or _polynomial(distinct, d)
    return Characteristic(
        coefficients=coefficients,
        regions=abs(sum(c * (-1) ** k for k, c in enumerate(coefficients))),
        bounded=abs(sum(coefficients))
        if len(independent([row[:d] for row in distinct])) == d
        else 0,
    )
