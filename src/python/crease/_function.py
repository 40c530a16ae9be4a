"""The range of a network on a domain, and its slope."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Optional, Union

from crease._domain import Domain
from crease._native import ffi, lib
from crease._numbers import (
    Enclosure,
    enclosure,
    Number,
    Vector,
    digits,
    fractions,
    norm_name,
    norm_number,
    one,
    rows,
    shown,
)
from crease._run import Run, Undecided

if TYPE_CHECKING:
    from crease import Network


@dataclass(frozen=True)
class Extreme:
    """A least or greatest value.

    Attributes
    ----------
    value
        None if there is none: from `point` on along `direction` every number is passed.
    point
        A point where it is attained.
    enclosure
        Contains the extreme of the domain: only the value, or if a limit stopped the search all
        that is as far out or farther, such as Enclosure(value, inf). None if there is no value.
    """

    __repr__ = shown

    value: Optional[Fraction]
    point: tuple[Fraction, ...]
    direction: Optional[tuple[Fraction, ...]]
    enclosure: Optional[Enclosure]


@dataclass(frozen=True)
class Range:
    """The range of a sum of outputs, with mean and variance if requested.

    If not `complete`, extremes are of the regions that were met, and may be surpassed elsewhere, as
    their `enclosure` says; they are None if no region was met.
    """

    __repr__ = shown

    least: Optional[Extreme]
    greatest: Optional[Extreme]
    mean: Optional[Fraction]
    variance: Optional[Fraction]
    complete: bool


def _extreme(c: Any, dimension: int, beyond: Optional[float]) -> Optional[Extreme]:
    """beyond: how far values may lie in regions that were not met."""
    if not c.known:
        return None
    point = tuple(fractions(c.point, dimension))
    if c.unbounded:
        return Extreme(None, point, tuple(fractions(c.direction, dimension)), None)
    value = one(c.value[0])
    far: Union[Fraction, float] = value if beyond is None else beyond
    known = Enclosure(far, value) if far < value else Enclosure(value, far)
    return Extreme(value, point, None, known)


def ranges(
    net: "Network",
    domain: Domain,
    counts: Any,
    row: Optional[Sequence[Number]],
    mean: bool,
    run: Run,
) -> Union[Range, list[Range]]:
    outputs = net.outputs
    if row is not None and len(row) != outputs:
        raise ValueError(f"objective has {len(row)} numbers, not {outputs}, one for each output")
    units: list[Any] = [[int(i == o) for i in range(outputs)] for o in range(outputs)]
    objectives: list[Any] = units if row is None else [row]
    forms = Vector(x for form in objectives for x in (*form, 0))
    count = 1 if row is not None else outputs
    computed = ffi.new("crease_range[]", count)
    for i in range(count):
        lib.crease_range_init(ffi.addressof(computed, i), domain.pointer)
    try:
        run.call(
            lib.crease_ranges,
            *(computed, counts, net.pointer, domain.pointer, forms.pointer, count, mean),
            run.options,
        )
        beyond = None if counts.complete else math.inf
        listed = [
            Range(
                least=_extreme(c.least, domain.dimension, beyond and -beyond),
                greatest=_extreme(c.greatest, domain.dimension, beyond),
                mean=one(c.mean[0]) if c.has_moments else None,
                variance=one(c.variance[0]) if c.has_moments else None,
                complete=bool(counts.complete),
            )
            for c in computed
        ]
        result: Union[Range, list[Range]] = listed[0] if row is not None else listed
        return run.finish(result)
    finally:
        for i in range(count):
            lib.crease_range_clear(ffi.addressof(computed, i))


@dataclass(frozen=True)
class Slope:
    """The greatest slope in a norm, and a region where the Jacobian has it.

    Attributes
    ----------
    value, squared
        Enclose the slope, and in the norm 2 its square. If a limit stopped the search, only a lower
        bound is known, and `hi` is infinite.
    region, point, map
        The number of the region, a point inside, and the affine map there, constants last.
    complete
        False: of the regions that were met.
    """

    __repr__ = shown

    norm: str
    value: Enclosure
    squared: Optional[Enclosure]
    region: int
    point: tuple[Fraction, ...]
    map: list[list[Fraction]]
    complete: bool


def slope(
    net: "Network", domain: Domain, counts: Any, norm: Union[int, str], rel_error: Number, run: Run
) -> Slope:
    def known(c: Any) -> Enclosure:
        return enclosure(c) if counts.complete else enclosure(c)._replace(hi=math.inf)

    name = norm_name(norm)
    result = ffi.new("crease_lipschitz *")
    lib.crease_lipschitz_init(result, net.pointer, domain.pointer)
    try:
        run.call(
            lib.crease_lipschitz_compute,
            *(
                result,
                counts,
                net.pointer,
                domain.pointer,
                norm_number(name),
                digits(rel_error),
                run.options,
            ),
        )
        part = run.options.tasks_step in (lib.CREASE_TASKS_SPLIT, lib.CREASE_TASKS_RUN)
        if not result.known and not part:
            run.finish(None)
            raise Undecided("a limit stopped the work before a region was met")
        return run.finish(
            Slope(
                norm=name,
                value=known(result.value),
                squared=known(result.squared) if name == "2" else None,
                region=result.region,
                point=tuple(fractions(result.point, domain.dimension)),
                map=rows(result.map, net.outputs, domain.dimension + 1),
                complete=bool(counts.complete),
            )
        )
    finally:
        lib.crease_lipschitz_clear(result)
