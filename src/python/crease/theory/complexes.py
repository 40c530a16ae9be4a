"""The polyhedral complex of a network: all faces of its regions, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union, Unpack

import numpy

from crease._domain import Box, Domain, Polytope
from crease._html import rows_of
from crease._native import ffi, lib
from crease._numbers import rows
from crease._options import Limits
from crease._run import Run, Undecided, limited

if TYPE_CHECKING:
    from crease import Cell, Network

Point = tuple[Fraction, ...]
Row = Sequence[Fraction]  # coefficients, the constant last


def value(row: Row, x: Sequence[Fraction], at_infinity: bool = False) -> Fraction:
    """Of an affine function at a point, or its slope along a ray."""
    linear = sum((a * b for a, b in zip(row, x)), Fraction(0))
    return linear if at_infinity else linear + row[-1]


class _Unit(NamedTuple):
    """How many bits the signs of a unit have; see crease/faces.h."""

    bits: int
    is_maxout: bool

    def piece(self, mask: int) -> int:
        """The piece in force; at a breakpoint the lower one, and of equal rows the first."""
        if self.is_maxout:
            return next(k for k in range(self.bits) if not mask >> k & 1)
        return sum(mask >> k & 1 for k in range(1, self.bits, 2))

    def shown(self, mask: int) -> str:
        """The signs at the breakpoints, or the rows that attain the maximum."""
        if self.is_maxout:
            return "+".join(str(k) for k in range(self.bits) if not mask >> k & 1)
        return "".join("0-+"[mask >> k & 3] for k in range(0, self.bits, 2))


def _unit(name: str) -> _Unit:
    kind, _, rest = name.partition(":")
    if kind == "maxout" and int(rest) > 1:
        return _Unit(int(rest), True)
    if kind == "pwl":
        return _Unit(2 * len(rest.split(";")[0].split(",")), False)
    return _Unit({"linear": 0, "maxout": 0, "hardtanh": 4}.get(kind, 2), False)


def _units(net: "Network") -> Iterator[_Unit]:
    """Those of the hidden layers."""
    for (weights, _, activation), width in zip(net.layers, net.hidden):
        yield from map(_unit, [activation] * width if isinstance(activation, str) else activation)


def vectors(entries: Iterable[Iterable[object]]) -> str:
    """Points or directions as text: "(0, 1/2) (1, 1)"."""
    return " ".join(f"({', '.join(map(str, entry))})" for entry in entries)


@dataclass(repr=False)
class Face:
    """A face of the complex, relatively open; no two have the same signs.

    Attributes
    ----------
    signs
        For each unit of the hidden layers, as text: the signs at its breakpoints; for maxout the
        rows that attain the maximum, joined by "+".
    points, rays
        The closure is $conv(points) + cone(rays)$.
    facets
        The numbers of the faces of one dimension less in its closure.
    cells
        The numbers of the regions whose closure contains it.
    on_border
        Whether it lies on the border of the domain.
    """

    dimension: int
    mask: int
    signs: tuple[str, ...]
    points: tuple[Point, ...]
    rays: tuple[Point, ...]
    on_border: bool
    facets: list[int] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)

    def __repr__(self) -> str:
        rays = f", rays {vectors(self.rays)}" if self.rays else ""
        about = f"signs {' '.join(self.signs)}, points {vectors(self.points)}{rays}"
        return f"<crease.Face of dimension {self.dimension}, {about}>"

    @property
    def middle(self) -> Point:
        """A point in the relative interior."""
        mean = [sum(column) / len(self.points) for column in zip(*self.points)]
        return tuple(x + sum(ray[k] for ray in self.rays) for k, x in enumerate(mean))


class Faces:
    """The faces of a complex in arrays, as C makes them; see crease/faces.h.

    Attributes
    ----------
    dimension, on_border
        Of each face.
    cells
        The number of the face that is the inside of each region.
    patterns
        The number of activation patterns of all faces, if it was asked for.
    is_dual, counted
        True: faces are only counted, by dimension where one class is decided, and where two are
        tied; those here are the cells of a complex with the homotopy type of each class.
    """

    def __init__(self, net: "Network", domain: Domain, what: int, options: Limits):
        from crease._network import _Counts

        run = Run(**options)
        self._limits = options.copy()
        self._limits["progress"] = False
        self._c = ffi.gc(ffi.new("crease_faces *"), lib.crease_faces_clear)
        with _Counts(net) as counts:
            stopped = run.call(
                lib.crease_faces_find,
                *(self._c, counts, net.pointer, domain.pointer, what, run.options),
            )
        run.finish(None)
        if stopped:
            raise Undecided("the faces need all regions, and a limit stopped their enumeration")
        c = self._c
        self.patterns = int(c.patterns)
        self.is_dual = bool(c.is_dual)
        if self.is_dual:
            counted = self._array(c.counted, 2 * (c.dimension + 1), numpy.uint64)
            self.counted = counted.reshape(2, -1).tolist()
        of = self._array(c.face, c.count, [("k", "u2"), ("border", "u1"), ("unbounded", "u1")])
        self.dimension, self.on_border = of["k"], of["border"].astype(bool)
        self.is_bounded = not of["unbounded"].any()
        self._start = self._array(c.start, c.count + 1, numpy.uintp)
        self._facet = self._array(c.facet, int(self._start[-1]), numpy.uint32)
        self._sign = self._array(c.sign, c.count * c.sign_bytes, numpy.uint8).reshape(c.count, -1)
        self.cells = self._array(c.cell, c.cells, numpy.uint32)

    def __len__(self) -> int:
        return len(self.dimension)

    def _array(self, pointer: Any, count: int, kind: Any) -> Any:
        return numpy.frombuffer(ffi.buffer(pointer, count * numpy.dtype(kind).itemsize), kind)

    def facets(self, face: int) -> Any:
        return self._facet[self._start[face] : self._start[face + 1]]

    def mask(self, face: int) -> int:
        """The signs as bits; those of the borders of the domain begin at `border_at`."""
        return int.from_bytes(self._sign[face].tobytes(), "little")

    @property
    def border_at(self) -> int:
        return int(self._c.unit_bits)

    def bits(self, first: int, count: int) -> Any:
        """Some bits of the signs of all faces: an array of shape (faces, count)."""
        low, high = first // 8, (first + count + 7) // 8
        bits = numpy.unpackbits(self._sign[:, low:high], axis=1, bitorder="little")
        return bits[:, first - 8 * low : first - 8 * low + count].astype(bool)

    def f_vector(self, kept: Any = slice(None)) -> list[int]:
        """The numbers of faces of dimension 0, .., d, of all of them or of some."""
        counts = numpy.bincount(self.dimension[kept], minlength=self._c.dimension + 1)
        return [int(count) for count in counts]

    def betti(self, kept: Any) -> list[int]:
        """The Betti numbers with coefficients modulo 2 of a closed union of faces."""
        flags = numpy.ascontiguousarray(kept, numpy.uint8)
        found = ffi.new("size_t[]", self._c.dimension + 1)
        count, run = ffi.new("size_t *"), Run(**self._limits)
        kept_flags = ffi.from_buffer("unsigned char[]", flags)
        if run.call(lib.crease_faces_betti, found, count, self._c, kept_flags, run.options):
            run.finish(None)
            raise Undecided("a limit stopped the Betti numbers")
        return [int(found[k]) for k in range(count[0])]

    def points(self) -> tuple[dict[int, Point], dict[int, list[Point]]]:
        """A point of each least face, and the rays of faces of one dimension more."""
        c = self._c
        width = c.dimension
        points: dict[int, Point] = {}
        rays: dict[int, list[Point]] = {}
        for i, x in enumerate(rows(c.point, c.points, width)):
            points[c.point_face[i]] = tuple(x)
        for i, x in enumerate(rows(c.ray, c.rays, width)):
            rays.setdefault(c.ray_face[i], []).append(tuple(x))
        return points, rays


class Complex:
    """The canonical polyhedral complex of a network (Grigsby and Lindsey 2022): the sets of inputs
    at which all units have the same signs.

    Attributes
    ----------
    faces
        All of them, of every dimension.
    cells
        The regions, in the order of `Network.regions`, with their affine maps.

    Examples
    --------
    >>> import crease
    >>> made = crease.Complex(crease.construct("arrangement:braid", n=3), box=(-1, 1))
    >>> made
    <crease.Complex of dimension 3 with 8, 19, 18, 6 faces>
    >>> made.f_vector, made.euler
    ([8, 19, 18, 6], 1)
    >>> made.faces[3]
    <crease.Face of dimension 2, signs 0 - -, points (1, 1, 1) (-1, -1, -1) (-1, -1, 1)>
    """

    @limited
    def __init__(
        self,
        net: "Network",
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        **options: Unpack[Limits],
    ):
        domain = net.domain(box, polytope)
        self.net, self.domain, self._options = net, domain, options
        self.found = Faces(net, domain, lib.CREASE_FACES_POINTS, options)
        self.dimension = domain.dimension
        self.is_bounded = self.found.is_bounded
        self.units = list(_units(net))

    def __repr__(self) -> str:
        counts = ", ".join(map(str, self.f_vector))
        return f"<crease.Complex of dimension {self.dimension} with {counts} faces>"

    def _repr_html_(self) -> str:
        rows = [*enumerate(self.f_vector), ("euler", self.euler)]
        return rows_of(f"Complex in {self.domain}", ("dimension", "faces"), rows)

    @cached_property
    def faces(self) -> list[Face]:
        found = self.found
        points, rays = found.points()
        made = [
            Face(
                dimension=int(found.dimension[i]),
                mask=mask,
                signs=self._shown(mask),
                points=(points[i],) if i in points else (),
                rays=tuple(rays.get(i, ())),
                on_border=bool(found.on_border[i]),
                facets=sorted(map(int, found.facets(i))),
            )
            for i, mask in enumerate(map(found.mask, range(len(found))))
        ]
        order = [int(i) for i in numpy.argsort(found.dimension, kind="stable")]
        for i in order:  # a face is spanned by its facets, and by rays of its own if it has one
            face = made[i]
            below = [made[k] for k in face.facets]
            face.points = tuple(dict.fromkeys((*face.points, *_all(f.points for f in below))))
            face.rays = tuple(dict.fromkeys((*_all(f.rays for f in below), *face.rays)))
        for number, top in enumerate(found.cells):
            made[top].cells.append(number)
        for i in reversed(order):
            made[i].cells = sorted(set(made[i].cells))
            for k in made[i].facets:
                made[k].cells += made[i].cells
        return made

    @cached_property
    def cells(self) -> list[Cell]:
        only = ("exact", "facets", "map", "vertices")
        listing = self.net.regions(self.domain, only=only, **self._options)
        cells = list(listing)
        if not listing.complete:
            raise Undecided("a limit stopped the enumeration of all regions")
        return cells

    @cached_property
    def maps(self) -> list[tuple[tuple[Fraction, ...], ...]]:
        return [tuple(tuple(row) for row in cell.map) for cell in self.cells]

    @cached_property
    def rows(self) -> list[list[Row]]:
        """The inequalities of each cell."""
        return [[facet.row for facet in cell.facets] for cell in self.cells]

    def row_of(self, cell: int, wall: Face) -> Row:
        """The inequality of a cell that is tight on a facet."""
        return next(
            row
            for row in self.rows[cell]
            if all(value(row, x) == 0 for x in wall.points)
            and all(value(row, x, True) == 0 for x in wall.rays)
        )

    def _split(self, mask: int) -> Iterable[tuple[_Unit, int]]:
        for unit in self.units:
            yield unit, mask & (1 << unit.bits) - 1
            mask >>= unit.bits

    def _shown(self, mask: int) -> tuple[str, ...]:
        return tuple(unit.shown(own) for unit, own in self._split(mask))

    def pattern(self, face: Face) -> tuple[int, ...]:
        """For each unit the piece in force; at a breakpoint the lower one."""
        return tuple(unit.piece(own) for unit, own in self._split(face.mask))

    # ---- Topology ----

    @property
    def f_vector(self) -> list[int]:
        """The numbers of faces of dimension $0, .., d$."""
        return self.found.f_vector()

    @property
    def euler(self) -> int:
        """$f_0 - f_1 + f_2 - ..$: 1 for a bounded domain, $(-1)^d$ for the whole space."""
        return alternating(self.f_vector)

    def betti(self, kept: Optional[Iterable[int]] = None) -> list[int]:
        """The Betti numbers with coefficients modulo 2 of a closed union of faces, or of all."""
        flags = numpy.full(len(self.found), kept is None)
        flags[list(kept or ())] = True
        return self.found.betti(flags)


def _all(lists: Iterable[Iterable[Point]]) -> Iterator[Point]:
    return (x for one in lists for x in one)


def alternating(counts: Sequence[int]) -> int:
    return sum(count * (-1) ** k for k, count in enumerate(counts))


class Joined:
    """Sets that are united: who is joined with whom."""

    def __init__(self, count: int):
        self.parent = list(range(count))

    def root(self, i: int) -> int:
        while self.parent[i] != i:
            self.parent[i] = i = self.parent[self.parent[i]]
        return i

    def join(self, i: int, j: int) -> None:
        self.parent[self.root(j)] = self.root(i)
