"""Input domains: the whole space, a box, a polytope, a slice."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Optional, Union

from crease._native import ffi, lib
from crease._numbers import (
    Number,
    Numbers,
    PathName,
    Rows,
    Vector,
    fraction,
    is_row,
    listed,
    points,
    rows,
)
from crease._run import c_text, check, new_error

#: "-1,1", (-1, 1) for every coordinate, or [(-2, 3), (-2, 2)], a pair for each.
Box = Union[str, Numbers, Rows]
#: Rows of inequalities, or the name of an H-representation.
Polytope = Union[PathName, Rows]


class Domain:
    """A convex set, and its place in the input space of a network.

    Parameters
    ----------
    inputs
        Of the network.
    box
        Bounds of the coordinates: ``(lo, hi)`` for all, or a pair for each. None: no bounds.
    polytope
        Rows ``(a_1, .., a_d, c)`` of inequalities $a x + c >= 0$, or the name of an
        H-representation.
    slice
        Points $p_0, .., p_d$: the domain is then in the coordinates $u$ of
        $x = p_0 + u_1 (p_1 - p_0) + .. + u_d (p_d - p_0)$.

    Examples
    --------
    >>> str(Domain(2, box=[(-2, 3), (-2, 2)]))
    '[-2, 3] x [-2, 2]'
    >>> str(Domain(3, box=(0, 1), slice=[[0, 0, 0], [1, 0, 0], [0, 1, 1]]))
    '[0, 1] x [0, 1] on a plane in R^3'
    """

    _again: Any = None  # how pickle makes it, if not from what was given

    def __init__(
        self,
        inputs: int,
        box: Optional[Box] = None,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
    ):
        self._given = (inputs, box, polytope, slice)
        if box is not None and polytope is not None:
            raise ValueError("a box and a polytope exclude each other")
        spanning = None if slice is None else listed(slice, "slice")
        if spanning is not None and len(spanning) < 2:
            raise ValueError("a slice has at least two points")
        if not 1 <= inputs < 2**63:
            raise ValueError(f"inputs is {inputs!r}, not a positive number of inputs")
        dimension = inputs if spanning is None else len(spanning) - 1
        error = new_error()
        if polytope is not None:
            self.pointer = _polytope(polytope, dimension, error)
        elif box is not None:
            self.pointer = _box(box, dimension, error)
        else:
            self.pointer = _owned(lib.crease_domain_new_space(dimension))
        if spanning is not None:
            self._place(spanning, inputs, error)
        if self.inputs != inputs:
            raise ValueError(
                f"the domain has {self.inputs} coordinates, the network {inputs} inputs"
            )

    @classmethod
    def of_property(cls, vnnlib: PathName) -> "Domain":
        """The box of inputs of a property in VNN-LIB."""
        domain = cls.__new__(cls)
        domain._given = (0, None, vnnlib, None)
        domain._again = (Domain.of_property, (vnnlib,))
        pointer, error = ffi.new("crease_domain **"), new_error()
        check(lib.crease_domain_read_vnnlib(pointer, c_text(vnnlib), error), error)
        domain.pointer = _owned(pointer[0])
        return domain

    @classmethod
    def ball(
        cls,
        point: Sequence[Number],
        radius: Number,
        box: Optional[Box] = None,
        slice: Optional[Rows] = None,
    ) -> "Domain":
        """The points none of whose coordinates differ by more than the radius, in a box.

        With a slice the point has all inputs, the domain is the part of the slice in the ball, and
        the box is one of the slice's coordinates.
        """
        if slice is not None:
            near = Domain(
                len(point), polytope=_ball_rows(point, radius, box, slice), slice=slice
            )
            near._again = (Domain.ball, (point, radius, box, slice))
            return near
        domain, size = cls.__new__(cls), len(point)
        domain._given = (size, None, [list(point)], slice)
        domain._again = (Domain.ball, (point, radius, box, slice))
        pointer, error = ffi.new("crease_domain **"), new_error()
        clip = None if box is None else _box(box, size, error)
        check(
            lib.crease_domain_new_ball(
                pointer,
                Vector(point).pointer,
                Vector([radius]).pointer,
                size,
                clip or ffi.NULL,
                error,
            ),
            error,
        )
        domain.pointer = _owned(pointer[0])
        return domain

    def _place(self, slice: Sequence[Sequence[Number]], inputs: int, error: Any) -> None:
        vector, count = points(slice, inputs, "slice")
        check(
            lib.crease_domain_set_slice(self.pointer, vector.pointer, count, inputs, error), error
        )

    @property
    def dimension(self) -> int:
        return int(lib.crease_domain_dimension(self.pointer))

    @property
    def inputs(self) -> int:
        return int(lib.crease_domain_inputs(self.pointer))

    @property
    def is_slice(self) -> bool:
        return self._given[3] is not None

    @property
    def is_bounded(self) -> bool:
        return bool(lib.crease_domain_is_bounded(self.pointer))

    def point(self, u: Sequence[Fraction]) -> list[Fraction]:
        """The inputs at coordinates of the domain."""
        slice = self._given[3]
        if slice is None:
            return list(u)
        base, *ends = ([fraction(a) for a in end] for end in slice)
        return [b + sum(t * (e[i] - b) for t, e in zip(u, ends)) for i, b in enumerate(base)]

    def clipped(self, clip: Box) -> "Domain":
        """The part of an unbounded domain in a box."""
        inputs, box, polytope, slice = self._given
        if box is not None or polytope is not None:
            raise ValueError("clip applies to the whole space or a whole slice only")
        return Domain(inputs, box=clip, slice=slice)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._again or (Domain, self._given)

    def __str__(self) -> str:
        """Floats are the rationals that they are, and look as they were given: float(1.2)."""
        text = ffi.string(lib.crease_domain_text(self.pointer)).decode()
        return _FRACTION.sub(_float_or_fraction, text)

    def __repr__(self) -> str:
        return f"<crease.Domain {self}>"

    def _repr_html_(self) -> str:
        from crease._html import fields_of

        return fields_of("Domain", domain=str(self), inputs=self.inputs, bounded=self.is_bounded)


_FRACTION = re.compile("-?[0-9]+/[0-9]+")


def _float_or_fraction(found: "re.Match[str]") -> str:
    n, d = Fraction(found[0]).as_integer_ratio()
    is_float = n.bit_length() <= 53 and d & (d - 1) == 0 and d.bit_length() < 1075
    return f"float({n / d!r})" if is_float and d > 1 << 20 else found[0]


def _ball_rows(
    point: Numbers, radius: Number, box: Optional[Box], slice: Rows
) -> list[list[Fraction]]:
    """The inequalities in coordinates of a slice of a ball of inputs, and of a box."""
    base, *ends = ([fraction(x) for x in end] for end in slice)
    if fraction(radius) <= 0:
        raise ValueError("the radius must be positive")
    if len(base) != len(point):
        raise ValueError(f"the point has {len(point)} coordinates, not {len(base)}")
    rows = []
    for i, x in enumerate(fraction(x) for x in point):
        row = [end[i] - base[i] for end in ends]
        rows.append([*row, base[i] - x + fraction(radius)])
        rows.append([*(-a for a in row), x - base[i] + fraction(radius)])
    if box is not None:
        for k, (low, high) in enumerate(box_sides(box, len(ends))):
            unit = [Fraction(int(j == k)) for j in range(len(ends))]
            rows += [[*unit, -low], [*(-a for a in unit), high]]
    return rows


def box_sides(box: Box, dimension: int) -> list[tuple[Fraction, Fraction]]:
    """The bounds of each coordinate, however the box was written."""
    parts: Any = box.split(",") if isinstance(box, str) else box
    sides = list(parts)
    if not is_row(sides[0]):
        sides = list(zip(sides[::2], sides[1::2])) * (1 if len(sides) > 2 else dimension)
    return [(fraction(low), fraction(high)) for low, high in sides]


def read_points(path: PathName) -> list[list[Fraction]]:
    """The points of a file, JSON or lines of numbers, as --slice of the tool reads them."""
    numbers, count, inputs = ffi.new("fmpq **"), ffi.new("size_t *"), ffi.new("size_t *")
    error = new_error()
    check(lib.crease_points_read(numbers, count, inputs, c_text(path), error), error)
    try:
        return rows(numbers[0], count[0], inputs[0])
    finally:
        lib._fmpq_vec_clear(numbers[0], count[0] * inputs[0])


def _owned(pointer: Any) -> Any:
    return ffi.gc(pointer, lib.crease_domain_free)


def _box(box: Box, dimension: int, error: Any) -> Any:
    pointer = ffi.new("crease_domain **")
    if isinstance(box, str):
        check(lib.crease_domain_parse_box(pointer, c_text(box), dimension, error), error)
        return _owned(pointer[0])
    sides: list[Any] = [list(side) if is_row(side) else side for side in listed(box, "box")]
    if sides and not isinstance(sides[0], list):
        if len(sides) != 2:
            raise ValueError("a box is (lo, hi), or a pair (lo, hi) for each coordinate")
        sides = [sides] * dimension
    if len(sides) != dimension or any(len(side) != 2 for side in sides):
        raise ValueError(f"a box has a pair (lo, hi) for each of {dimension} coordinates")
    lo, hi = (Vector(side[k] for side in sides) for k in (0, 1))
    check(lib.crease_domain_new_box(pointer, lo.pointer, hi.pointer, dimension, error), error)
    return _owned(pointer[0])


def _polytope(polytope: Polytope, dimension: int, error: Any) -> Any:
    pointer = ffi.new("crease_domain **")
    if isinstance(polytope, (str, os.PathLike)):
        check(lib.crease_domain_read_ine(pointer, c_text(polytope), error), error)
    else:
        rows, count = points(polytope, dimension + 1, "polytope")
        check(lib.crease_domain_new_polytope(pointer, rows.pointer, count, dimension, error), error)
    return _owned(pointer[0])
