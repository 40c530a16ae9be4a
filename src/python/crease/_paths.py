"""Lines, paths, and distances of points to creases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from crease._native import ffi, lib
from crease._numbers import (
    distance_of,
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
from crease._run import Run, Undecided, c_text

if TYPE_CHECKING:
    from crease import Network


class Transition(NamedTuple):
    """A neuron that changes its piece where a path crosses its crease."""

    layer: int
    unit: int
    before: int
    after: int


@dataclass(frozen=True)
class Line:
    """The regions on a segment or a line $x(t) = start + t (end - start)$, in the order of $t$.

    Attributes
    ----------
    regions, linear_regions
        The numbers of regions and, None if not requested, of pieces of the function.
    breakpoints
        The parameters t where regions meet: one less than regions. Empty if they were only counted.
    transitions
        For each breakpoint the neurons that change there.
    first_pattern
        Of the first region, by layer.
    sign_transitions
        For each layer, how often pre-activations change between $z > 0$ and $z <= 0$.
    complete
        False if a limit ended it: the result ends with the last region so far.
    """

    __repr__ = shown

    regions: int
    linear_regions: Optional[int]
    breakpoints: tuple[Fraction, ...]
    transitions: tuple[tuple[Transition, ...], ...]
    first_pattern: tuple[tuple[int, ...], ...]
    sign_transitions: tuple[int, ...]
    complete: bool
    _start: tuple[Fraction, ...]
    _end: tuple[Fraction, ...]

    def point(self, k: int) -> list[Fraction]:
        """Breakpoint k in the space of the inputs."""
        t = self.breakpoints[k]
        return [a + t * (b - a) for a, b in zip(self._start, self._end)]

    def __len__(self) -> int:
        return self.regions


def cross(
    net: "Network",
    start: Sequence[Number],
    end: Sequence[Number],
    linear: bool,
    whole: bool,
    counted: bool,
    run: Run,
) -> Line:
    p, q = Vector(start), Vector(end)
    for name, vector in (("start", p), ("end", q)):
        if vector.count != net.inputs:
            raise ValueError(f"{name} has {vector.count} coordinates, not {net.inputs}")
    pointer = ffi.new("crease_line **")
    places = lib.CREASE_LINE_COUNTED if counted else lib.CREASE_LINE_EXACT
    wanted = ffi.new(
        "crease_line_wanted *", {"places": places, "whole_line": whole, "linear": linear}
    )
    run.call(
        lib.crease_line_cross,
        pointer,
        net.pointer,
        ffi.NULL,
        p.pointer,
        q.pointer,
        wanted,
        run.options,
    )
    line = ffi.gc(pointer[0], lib.crease_line_free)
    breakpoints = range(line.breakpoints)
    return run.finish(
        Line(
            regions=line.counts.activation_regions,
            linear_regions=lib.crease_line_linear_regions(line) if linear else None,
            breakpoints=tuple(one(line.t[k]) for k in breakpoints if not counted),
            transitions=tuple(_transitions(line, k) for k in breakpoints),
            first_pattern=tuple(
                tuple(ffi.unpack(lib.crease_line_pattern(line, l), width)) if width else ()
                for l, width in enumerate(net.hidden)
            ),
            sign_transitions=tuple(line.sign_transitions[l] for l in range(len(net.hidden))),
            complete=bool(line.counts.complete),
            _start=tuple(p.fractions()),
            _end=tuple(q.fractions()),
        )
    )


def _transitions(line: Any, k: int) -> tuple[Transition, ...]:
    listed = ffi.new("crease_transition **")
    count = lib.crease_line_transitions(listed, line, k)
    return tuple(
        Transition(t.layer, t.unit, t.before, t.after) for t in (listed[0][i] for i in range(count))
    )


@dataclass(frozen=True)
class Trajectory:
    """The images of a path after each layer; entry 0 of a list speaks of the path itself.

    Attributes
    ----------
    lengths
        Of the images.
    growth
        lengths[l] / lengths[l - 1], None where that is not defined.
    transitions
        How often units of layer l change their piece along the path.
    sign_transitions
        How often their pre-activations change between $z > 0$ and $z <= 0$: more than transitions
        of hard-tanh tell, whose sign changes inside a piece.
    patterns
        Stretches of the path on which no unit of the first l layers changes.
    """

    __repr__ = shown

    lengths: tuple[Enclosure, ...]
    growth: tuple[Optional[Enclosure], ...]
    transitions: tuple[int, ...]
    sign_transitions: tuple[int, ...]
    patterns: tuple[int, ...]


def measure(
    net: "Network", listed: Sequence[Sequence[Number]], closed: bool, rel_error: Number, run: Run
) -> Trajectory:
    vector, count = points(listed, net.inputs, "points")
    if count < 2:
        raise ValueError("a path has at least two points")
    path = ffi.new("crease_path *", (vector.pointer, count, closed))
    result = ffi.new("crease_trajectory *")
    lib.crease_trajectory_init(result, net.pointer)
    try:
        status = run.call(
            lib.crease_trajectory_measure,
            result,
            net.pointer,
            path,
            c_text(str(rel_error)),
            run.options,
        )
        if status == lib.CREASE_STOPPED:
            run.finish(None)
            raise Undecided("a limit stopped the path")
        entries = range(result.layers + 1)
        return run.finish(
            Trajectory(
                lengths=tuple(enclosure(result.length[i]) for i in entries),
                growth=tuple(
                    e if e.lo <= e.hi else None
                    for e in (enclosure(result.growth[i]) for i in entries)
                ),
                transitions=tuple(result.transitions[i] for i in entries),
                sign_transitions=tuple(result.sign_transitions[i] for i in entries),
                patterns=tuple(result.patterns[i] for i in entries),
            )
        )
    finally:
        lib.crease_trajectory_clear(result)


@dataclass(frozen=True)
class Nearest:
    """The nearest point of a boundary.

    Attributes
    ----------
    distance
        As a double; infinite if there is no such boundary.
    state
        "exact", "none" if there is no such boundary, or "lower_bound" of a search that was
        stopped: the boundary is at least so far.
    squared
        The square of the distance, exactly; None if it is infinite.
    rational
        The distance, exactly, if it is rational, as in the norms 1 and inf; otherwise None.
    point
        Where it is; None if it is not known.
    layer, unit, breakpoint
        The crease that the point lies on.
    """

    __repr__ = shown

    distance: float
    state: str
    squared: Optional[Fraction]
    point: Optional[tuple[Fraction, ...]]
    layer: Optional[int]
    unit: Optional[int]
    breakpoint: Optional[int]

    def __float__(self) -> float:
        return self.distance

    @property
    def rational(self) -> Optional[Fraction]:
        return exact_root(self.squared)


@dataclass(frozen=True)
class Distance:
    """The distances of a point to the activation boundary and to the function boundary."""

    __repr__ = shown

    activation: Nearest
    function: Optional[Nearest]
    cells: int

    def __float__(self) -> float:
        return float(self.activation)


def nearest(
    net: "Network", x: Any, function: bool, norm: Union[int, str, float], run: Run
) -> Union["Distance", list["Distance"]]:
    several = is_list_of_points(x)
    vector, count = points(x if several else [x], net.inputs, "points")
    distances: list[Distance] = []

    def visit(distance: Any) -> Any:
        distances.append(_distance(distance, net.inputs, function))
        return lib.CREASE_GO

    handle = ffi.new_handle((visit, run))
    run.call(
        lib.crease_distances,
        net.pointer,
        vector.pointer,
        count,
        function,
        norm_number(norm),
        run.options,
        lib.crease_py_distance,
        handle,
    )
    if several:
        return run.finish(distances)
    if not distances:
        run.finish(None)
        raise Undecided("a limit stopped the work before anything was known of the point")
    return run.finish(distances[0])


def _distance(c: Any, inputs: int, function: bool) -> Distance:
    return Distance(
        _nearest(c.activation, inputs), _nearest(c.function, inputs) if function else None, c.cells
    )


def _nearest(c: Any, inputs: int) -> Nearest:
    squared = None if c.state == lib.CREASE_NEAREST_NONE else one(c.squared[0])
    distance = distance_of(c)
    if c.state == lib.CREASE_NEAREST_AT_LEAST:
        return Nearest(distance, "lower_bound", squared, None, None, None, None)
    if squared is None:
        return Nearest(distance, "none", None, None, None, None, None)
    point = tuple(fractions(c.point, inputs))
    return Nearest(distance, "exact", squared, point, c.layer, c.unit, c.breakpoint)


@ffi.def_extern()
def crease_py_distance(data: Any, index: int, distance: Any) -> Any:
    visit, run = ffi.from_handle(data)
    try:
        return visit(distance)
    except BaseException as failure:  # whatever it is, it is raised behind the call
        run.failed(failure)
        return lib.CREASE_STOP
