"""Bounds of theorems on the number of regions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Optional, Union

from crease._native import ffi, lib
from crease._numbers import integer, new_integer, shown
from crease._run import c_text, check, new_error

if TYPE_CHECKING:
    from crease import Network


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
            listed = [index(width) for width in widths]
        except TypeError:
            raise TypeError(f"widths: expected integers, found {widths!r}") from None
        if not all(0 <= width < 2**64 for width in listed):
            raise ValueError(f"widths: expected positive integers, found {widths!r}")
        return listed
    if not re.fullmatch("[0-9]+(-[0-9]+)*", widths):
        raise ValueError(f'widths: expected some such as 2-32-32-1, found "{widths}"')
    return list(map(int, widths.split("-")))


def _bounds(architecture: Any) -> list[Bound]:
    entries = []
    value = new_integer()
    for index in range(lib.crease_bound_count()):
        bound = lib.crease_bound_describe(index)
        standing = lib.crease_bound_compute(value, index, architecture)
        entries.append(
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
    return entries


def bounds_of(net: "Network", dimension: int) -> list[Bound]:
    pointer, error = ffi.new("crease_architecture **"), new_error()
    check(lib.crease_architecture_of_net(pointer, net.pointer, dimension, error), error)
    return _bounds(ffi.gc(pointer[0], lib.crease_architecture_free))


def bounds(widths: Union[str, Sequence[int]], activation: str = "relu") -> list[Bound]:
    """The bounds for an architecture: inputs, hidden layers, outputs.

    Examples
    --------
    >>> {b.name: b.value for b in bounds([2, 4, 4, 1])}["montufar-2017"]
    121
    """
    listed = widths_of(widths)
    pointer, error = ffi.new("crease_architecture **"), new_error()
    arguments = (listed, len(listed), c_text(activation), error)
    check(lib.crease_architecture_new(pointer, *arguments), error)
    return _bounds(ffi.gc(pointer[0], lib.crease_architecture_free))
