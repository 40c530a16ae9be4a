"""Bounds of theorems on the number of regions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import comb, lcm
from operator import index
from typing import TYPE_CHECKING, Any, Optional, Union

from crease._arrangements import independent
from crease._native import ffi, lib
from crease._numbers import integer, shown
from crease._run import Undecided, check, new_error

if TYPE_CHECKING:
    from crease._network import Network


@dataclass(frozen=True)
class Bound:
    """A bound of the literature for one architecture.

    Attributes
    ----------
    name, formula, source, theorem
        Its name here, its formula, and its place in the literature.
    quantity, relation, domain
        The statement: "activation_regions" "<=" on "convex" domains, "space" or "cube".
    value
        None if it does not apply; `needs` is what the architecture lacks.
    flaw
        Why, as it is printed, it is false or not proved; None: a theorem.
    """

    __repr__ = shown

    name: str
    formula: str
    source: str
    theorem: str
    quantity: str
    relation: str
    domain: str
    value: Optional[int]
    needs: Optional[str]
    flaw: Optional[str]


def _text(pointer: Any) -> Any:
    """A str, or None."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode()


def widths_of(widths: Union[str, Sequence[int]]) -> list[int]:
    """The widths that "2-32-32-1" or a list stands for."""
    if not isinstance(widths, str):
        try:
            return [index(width) for width in widths]
        except TypeError:
            raise TypeError(f"widths: expected integers, found {widths!r}") from None
    if not re.fullmatch("[0-9]+(-[0-9]+)*", widths):
        raise ValueError(f'widths: expected some such as 2-32-32-1, found "{widths}"')
    return list(map(int, widths.split("-")))


def _bounds(architecture: Any) -> list[Bound]:
    found = []
    value = ffi.gc(lib._fmpz_vec_init(1), lambda v: lib._fmpz_vec_clear(v, 1))
    for index in range(lib.crease_bound_count()):
        bound = lib.crease_bound_describe(index)
        standing = lib.crease_bound_compute(value, index, architecture)
        found.append(
            Bound(
                name=_text(bound.name),
                formula=_text(bound.formula),
                source=_text(bound.source),
                theorem=_text(bound.theorem),
                quantity=_text(lib.crease_quantity_name(bound.quantity)),
                relation=_text(lib.crease_relation_name(bound.relation)),
                domain=_text(lib.crease_bound_domain_name(bound.domain)),
                value=None if standing.needs != ffi.NULL else integer(value),
                needs=_text(standing.needs),
                flaw=_text(standing.flaw),
            )
        )
    return found


def bounds_of(net: "Network", dimension: int) -> list[Bound]:
    made, error = ffi.new("crease_architecture **"), new_error()
    check(lib.crease_architecture_of_net(made, net.pointer, dimension, error), error)
    return _bounds(ffi.gc(made[0], lib.crease_architecture_free))


def bounds(widths: Union[str, Sequence[int]], activation: str = "relu") -> list[Bound]:
    """The bounds for an architecture: inputs, hidden layers, outputs.

    Examples
    --------
    >>> {b.name: b.value for b in bounds([2, 4, 4, 1])}["montufar-2017"]
    121
    """
    listed = widths_of(widths)
    made, error = ffi.new("crease_architecture **"), new_error()
    check(lib.crease_architecture_new(made, listed, len(listed), activation.encode(), error), error)
    return _bounds(ffi.gc(made[0], lib.crease_architecture_free))


# A cell on which the map of the layers before has rank d is cut by the m relu units of the next
# layer into at most sum of C(m, j) parts, j <= d, and at most C(m, j) of them have j inactive units
# and so rank at most min(d, width - j). Fewer inactive units never give a smaller bound, so the sum
# of C(m, j) R(l + 1, min(d, width - j)) over j <= d bounds the parts of the layers l, l + 1, ..
# A unit that is active in the whole domain counts as linear, one that never is as missing.
def histogram_bounds(
    net: "Network", box: Any = None, *, stable: bool = False, **options: Any
) -> list[int]:
    """Upper bounds on the activation regions of a given relu network, each at most the one before.

    Number l comes from the cells of the first l layers, counted by the rank of their affine maps (a
    histogram as that of Hinz and van de Geer 2019, but exact), and from the widths of the layers
    behind them. Number 0 is Serra's bound, the last one the count. Cost: the regions of all but the
    last layer, and a count.

    Parameters
    ----------
    stable
        Count only units that change their activation inside the domain.

    Examples
    --------
    >>> import crease
    >>> crease.histogram_bounds(crease.load("data/papers/minmax_2-3-2-1.json"))
    [25, 14, 5]
    """
    from crease._network import Network

    domain = net.domain(box)
    hidden = net.layers[: len(net.hidden)]
    kinds = [[a] * len(b) if isinstance(a, str) else a for _, b, a in hidden]
    if not {kind for layer in kinds for kind in layer} <= {"relu", "linear"}:
        raise ValueError("the bounds are those of layers of relu and linear units")
    if stable:
        names = {None: "relu", 0: "dead", 1: "linear"}
        kinds = [
            ["linear" if kind == "linear" else names[piece] for kind, piece in zip(layer, pieces)]
            for layer, pieces in zip(kinds, net.stable(domain, **options))
        ]

    @lru_cache(maxsize=None)
    def parts(layer: int, rank: int) -> int:
        if layer == len(kinds):
            return 1
        units = kinds[layer].count("relu")
        width = units + kinds[layer].count("linear")
        return sum(
            comb(units, j) * parts(layer + 1, min(rank, width - j))
            for j in range(min(rank, units) + 1)
        )

    found = [parts(0, domain.dimension)]
    for layer in range(1, len(kinds)):
        ranks: Counter[int] = Counter()
        cells = Network(hidden[:layer]).regions(domain, only=("exact", "map"), **options)
        for cell in cells:
            scale = lcm(*(x.denominator for row in cell.map for x in row))
            rows = [(*(int(x * scale) for x in row[:-1]), 0) for row in cell.map]
            ranks[len(independent(rows))] += 1
        if not cells.complete:
            raise Undecided("a limit stopped the enumeration of the first layers")
        found.append(sum(count * parts(layer, rank) for rank, count in ranks.items()))
    counted = net.count(domain, **options)
    if not counted.complete:
        raise Undecided("a limit stopped the count")
    return [*found, counted.activation_regions]
