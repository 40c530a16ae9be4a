"""The decision regions of a network, margins of inputs, and properties."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy

from crease._domain import Domain
from crease._html import rows_of
from crease._native import ffi, lib
from crease._numbers import (
    distance_of,
    Doubles,
    Enclosure,
    enclosure,
    exact_root,
    fractions,
    is_list_of_points,
    norm_number,
    Number,
    one,
    points,
    shown,
    Vector,
)
from crease._run import Run, Undecided, c_text, check, new_error

if TYPE_CHECKING:
    from crease import Network


@dataclass(frozen=True)
class DecisionRegion:
    """A connected set of points where one class is chosen, made of convex cells.

    Attributes
    ----------
    chosen
        The class.
    volume
        None if it is infinite or was not requested.
    point
        A point inside.
    """

    __repr__ = shown

    chosen: int
    cells: int
    bounded: bool
    volume: Optional[Fraction]
    point: tuple[Fraction, ...]


@dataclass(frozen=True)
class Curve:
    """A piece of the decision boundary in the plane, with class `left` on the left; in one
    dimension a point, with `left` below.

    Attributes
    ----------
    vertices
        The points where it bends, and its ends.
    rays
        The directions in which its ends lie at infinity; None where an end is a vertex.
    """

    __repr__ = shown

    left: int
    right: int
    closed: bool
    vertices: list[list[Fraction]]
    rays: tuple[Optional[tuple[Fraction, ...]], Optional[tuple[Fraction, ...]]]


@dataclass(frozen=True)
class Class:
    """The points where one class is chosen.

    Attributes
    ----------
    regions, bounded_regions
        The numbers of decision regions.
    cells, tied_cells
        The numbers of their convex cells; on tied ones a later output is as great.
    volume, tied_volume
        None if it is infinite or was not requested.
    """

    __repr__ = shown

    regions: int
    bounded_regions: int
    cells: int
    tied_cells: int
    volume: Optional[Fraction]
    tied_volume: Optional[Fraction]


@dataclass(frozen=True)
class Classes:
    """The points where each class is chosen.

    Attributes
    ----------
    boundary
        Encloses the length of the decision boundary, in one dimension the number of its points;
        None if it is infinite or was not measured.
    complete
        False: the result covers only the cells that were met.
    """

    __repr__ = shown

    classes: list[Class]
    regions: list[DecisionRegion]
    curves: list[Curve]
    boundary: Optional[Enclosure]
    complete: bool


# The end of a segment: its coordinates, and 1; of a ray its direction, and 0.
_End = tuple[Fraction, Fraction, int]


@dataclass(frozen=True)
class _Segment:
    left: int
    right: int
    start: _End
    end: _End


def _is_straight(a: _End, b: _End, c: _End) -> bool:
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return cross[0] * c[0] + cross[1] * c[1] + cross[2] * c[2] == 0


def _corners(ends: list[_End], closed: bool) -> list[_End]:
    """The ends of a curve and the points where it bends; of a straight line one point."""
    kept: list[_End] = []
    last = len(ends) - 1
    for i, end in enumerate(ends):
        is_last_point = i + 1 == last and not ends[last][2] and not any(k[2] for k in kept)
        fixed = not closed and (i in (0, last) or is_last_point)
        before, after = kept[-1] if kept else ends[last], ends[(i + 1) % len(ends)]
        if fixed or not _is_straight(before, end, after):
            kept.append(end)
    return kept


def _chained(segments: list[_Segment]) -> list[Curve]:
    """Joins two segments at a point that only they share, if they part the same classes."""
    starting = {s.start: i for i, s in enumerate(segments)}
    ending = {s.end: i for i, s in enumerate(segments)}
    meeting = Counter(end for s in segments for end in (s.start, s.end))

    def beside(i: int, there: dict[_End, int], point: _End) -> Optional[int]:
        other = there.get(point)
        if not point[2] or meeting[point] != 2 or other is None or other == i:
            return None
        same = (segments[i].left, segments[i].right)
        return other if (segments[other].left, segments[other].right) == same else None

    curves, done = [], set()
    for i in range(len(segments)):
        if i in done:
            continue
        first, before = i, beside(i, ending, segments[i].start)
        while before is not None and before != i:
            first, before = before, beside(before, ending, segments[before].start)
        current, ends = first, [segments[first].start]
        closed = before is not None
        while True:
            done.add(current)
            after = beside(current, starting, segments[current].end)
            if not closed or after != first:
                ends.append(segments[current].end)
            if after is None or after == first:
                break
            current = after
        corners = _corners(ends, closed)
        rays = [None if c[2] else c[:2] for c in (corners[0], corners[-1])]
        curves.append(
            Curve(
                left=segments[first].left,
                right=segments[first].right,
                closed=closed,
                vertices=[list(c[:2]) for c in corners if c[2]],
                rays=(rays[0], rays[1]),
            )
        )
    return curves


def _curves(result: Any, dimension: int) -> list[Curve]:
    listed = [result.segment[i] for i in range(result.segments)]
    if dimension == 1:
        coordinates = [fractions(s.end[0], 1) for s in listed]
        return [
            Curve(s.left, s.right, False, [x], (None, None)) for s, x in zip(listed, coordinates)
        ]

    def end(s: Any, k: int) -> _End:
        x, y = fractions(s.end[k], 2)
        return x, y, 1 - s.is_ray[k]

    return _chained([_Segment(s.left, s.right, end(s, 0), end(s, 1)) for s in listed])


def _class(c: Any) -> Class:
    return Class(
        regions=c.regions,
        bounded_regions=c.bounded_regions,
        cells=c.cells,
        tied_cells=c.tied_cells,
        volume=one(c.volume[0]) if c.finite else None,
        tied_volume=one(c.tied_volume[0]) if c.finite else None,
    )


def forms_of(net: "Network", row: Optional[Sequence[Number]]) -> tuple[Vector, int]:
    """The forms that compete: the outputs, or 0 and the sum of outputs with the factors of row."""
    outputs = net.outputs
    if row is not None and len(row) != outputs:
        raise ValueError(f"objective has {len(row)} numbers, not {outputs}, one for each output")
    if row is None and outputs == 1:
        row = [1]
    listed: Any = [[int(i == o) for i in range(outputs)] for o in range(outputs)]
    if row is not None:
        listed = [[0] * outputs, row]
    return Vector(x for form in listed for x in (*form, 0)), len(listed)


def classes(
    net: "Network",
    domain: Domain,
    counts: Any,
    row: Optional[Sequence[Number]],
    volumes: bool,
    boundary: bool,
    run: Run,
) -> Classes:
    forms, count = forms_of(net, row)
    what = volumes * lib.CREASE_CLASS_VOLUMES + boundary * lib.CREASE_CLASS_BOUNDARY
    what += lib.CREASE_CLASS_POINTS
    result = ffi.new("crease_classes *")
    lib.crease_classes_init(result, domain.pointer, count)
    try:
        run.call(
            lib.crease_classes_find,
            *(result, counts, net.pointer, domain.pointer, forms.pointer, count, what, 0),
            run.options,
        )
        d, measure = domain.dimension, result.boundary
        length = enclosure(measure)
        return run.finish(
            Classes(
                classes=[_class(result.entry[k]) for k in range(count)],
                regions=[
                    DecisionRegion(
                        chosen=c.number,
                        cells=c.cells,
                        bounded=bool(c.bounded),
                        volume=one(c.volume[0]) if c.bounded and volumes else None,
                        point=tuple(fractions(c.point, d)),
                    )
                    for c in (result.region[i] for i in range(result.regions))
                ],
                curves=_curves(result, d),
                boundary=length if length.lo <= length.hi else None,
                complete=bool(counts.complete),
            )
        )
    finally:
        lib.crease_classes_clear(result)


@dataclass(frozen=True)
class Margin:
    """The exact adversarial radius of a point: its distance to where another class may be chosen.

    Attributes
    ----------
    distance
        As a double; infinite if no other class comes up anywhere.
    state
        "exact", "none" if no other class comes up anywhere, or "lower_bound" of a search that was
        stopped: no other class comes up nearer.
    chosen, rival
        The class, and what is as great at the nearest point; None if that is not known.
    squared
        The square of the distance, exactly; None if it is infinite.
    rational
        The distance, exactly, if it is rational, as in the norms 1 and inf; otherwise None.
    point
        The nearest point; None if it is not known.
    cells
        The number of regions examined.
    upper
        The margin is at most this: the distance, or of a search that was stopped the distance of
        the counterexample, rounded up; infinite if none was found.
    counterexample
        Of a search that was stopped: a point, not always the nearest, where another class is as
        great, exactly; None if none was found.
    """

    __repr__ = shown

    distance: float
    state: str
    chosen: int
    rival: Optional[int]
    squared: Optional[Fraction]
    point: Optional[tuple[Fraction, ...]]
    cells: int
    upper: float
    counterexample: Optional[tuple[Fraction, ...]]

    def __float__(self) -> float:
        return self.distance

    @property
    def rational(self) -> Optional[Fraction]:
        return exact_root(self.squared)


class Margins(list[Margin]):
    """A `Margin` for each of several points, with their distances as an array."""

    @property
    def distance(self) -> Doubles:
        """Shape (n,)."""
        return numpy.array([margin.distance for margin in self])

    @property
    def state(self) -> list[str]:
        """For each point "exact", "none" or "lower_bound"."""
        return [margin.state for margin in self]

    def _repr_html_(self) -> str:
        head = ("chosen", "distance", "state", "rival", "upper", "cells")
        return rows_of("Margins", head, ([getattr(x, name) for name in head] for x in self))


_STATES = {
    lib.CREASE_NEAREST_KNOWN: "exact",
    lib.CREASE_NEAREST_NONE: "none",
    lib.CREASE_NEAREST_AT_LEAST: "lower_bound",
}


def _margin(c: Any) -> Margin:
    nearest = c.nearest
    known = nearest.state == lib.CREASE_NEAREST_KNOWN
    other = c.counterexample
    is_found = other.state == lib.CREASE_NEAREST_KNOWN
    squared = None if nearest.state == lib.CREASE_NEAREST_NONE else one(nearest.squared[0])
    return Margin(
        distance=distance_of(nearest),
        state=_STATES[nearest.state],
        chosen=c.chosen,
        rival=c.rival if known else None,
        squared=squared,
        point=tuple(fractions(nearest.point, c.inputs)) if known else None,
        cells=c.cells,
        upper=(
            math.nextafter(distance_of(other), math.inf)
            if is_found
            else distance_of(nearest) if known else math.inf
        ),
        counterexample=tuple(fractions(other.point, c.inputs)) if is_found else None,
    )


def margins(
    net: "Network", x: Any, row: Optional[Sequence[Number]], norm: Union[int, str, float], run: Run
) -> Union[Margin, Margins]:
    several = is_list_of_points(x)
    vector, count = points(x if several else [x], net.inputs, "points")
    forms, form_count = forms_of(net, row)
    results = Margins()

    def visit(margin: Any) -> Any:
        results.append(_margin(margin))
        return lib.CREASE_GO

    handle = ffi.new_handle((visit, run))
    run.call(
        lib.crease_margins,
        *(net.pointer, vector.pointer, count, forms.pointer, form_count),
        *(norm_number(norm), run.options),
        *(lib.crease_py_margin, handle),
    )
    if several:
        return run.finish(results)
    if not results:
        run.finish(None)
        raise Undecided("a limit stopped the work before anything was known of the point")
    return run.finish(results[0])


@ffi.def_extern()
def crease_py_margin(data: Any, index: int, margin: Any) -> Any:
    visit, run = ffi.from_handle(data)
    try:
        return visit(margin)
    except BaseException as failure:  # whatever it is, it is raised behind the call
        run.failed(failure)
        return lib.CREASE_STOP


@dataclass(frozen=True)
class Decision:
    """Whether an input meets a property.

    Attributes
    ----------
    satisfiable
        None: the search was stopped before a decision.
    inputs, outputs
        An input that meets it, and its outputs, exactly.
    regions, pruned
        The numbers of regions examined, and of subtrees of the walk left out.
    """

    __repr__ = shown

    satisfiable: Optional[bool]
    inputs: Optional[tuple[Fraction, ...]]
    outputs: Optional[tuple[Fraction, ...]]
    regions: int
    pruned: int
    complete: bool


def read_property(path: Any, text: Optional[str]) -> Any:
    """A property in VNN-LIB, from a file or from a text."""
    if (path is None) == (text is None):
        raise TypeError("pass either a path or text=")
    pointer, error = ffi.new("crease_property **"), new_error()
    if path is not None:
        check(lib.crease_property_read(pointer, c_text(path), error), error)
    else:
        data = (text or "").encode()
        check(lib.crease_property_parse(pointer, data, len(data), b"text", error), error)
    return ffi.gc(pointer[0], lib.crease_property_free)


def decide(net: "Network", formula: Any, counts: Any, run: Run) -> Decision:
    verdict = ffi.new("crease_decision *")
    lib.crease_decision_init(verdict, net.pointer)
    try:
        run.call(lib.crease_property_decide, verdict, counts, net.pointer, formula, run.options)
        is_met = bool(verdict.known and verdict.satisfiable)
        return run.finish(
            Decision(
                satisfiable=bool(verdict.satisfiable) if verdict.known else None,
                inputs=tuple(fractions(verdict.input, verdict.inputs)) if is_met else None,
                outputs=tuple(fractions(verdict.output, verdict.outputs)) if is_met else None,
                regions=verdict.regions,
                pruned=verdict.pruned,
                complete=bool(counts.complete),
            )
        )
    finally:
        lib.crease_decision_clear(verdict)
