"""The range of a network on a domain, and its slope."""

from __future__ import annotations

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
    """

    __repr__ = shown

    value: Optional[Fraction]
    point: tuple[Fraction, ...]
    direction: Optional[tuple[Fraction, ...]]


@dataclass(frozen=True)
class Range:
    """The range of a sum of outputs, with mean and variance if requested.

    If not `complete`, this is of the regions that were met, and may be surpassed elsewhere.
    """

    __repr__ = shown

    least: Optional[Extreme]
    greatest: Optional[Extreme]
    mean: Optional[Fraction]
    variance: Optional[Fraction]
    complete: bool


def _extreme(c: Any, dimension: int) -> Optional[Extreme]:
    if not c.known:
        return None
    point = tuple(fractions(c.point, dimension))
    if c.unbounded:
        return Extreme(None, point, tuple(fractions(c.direction, dimension)))
    return Extreme(one(c.value[0]), point, None)


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
        raise ValueError(f"row has {len(row)} numbers, not {outputs}, one for each output")
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
        listed = [
            Range(
                least=_extreme(c.least, domain.dimension),
                greatest=_extreme(c.greatest, domain.dimension),
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
        Enclose the slope, and in the norm 2 its square.
    region, point, map
        The number of the region, a point inside, and the affine map there, constants last.
    complete
        False: of the regions that were met. So `value.lo` is a lower bound of the slope on the
        domain, and nothing is said from above.
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
                value=enclosure(result.value),
                squared=enclosure(result.squared) if name == "2" else None,
                region=result.region,
                point=tuple(fractions(result.point, domain.dimension)),
                map=rows(result.map, net.outputs, domain.dimension + 1),
                complete=bool(counts.complete),
            )
        )
    finally:
        lib.crease_lipschitz_clear(result)
