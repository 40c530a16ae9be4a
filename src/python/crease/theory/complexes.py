"""The polyhedral complex of a network: all faces of its regions, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

from crease._numbers import fraction
from crease._run import Undecided, limited

if TYPE_CHECKING:
    from crease import Network

Point = tuple[Fraction, ...]
Row = Sequence[Fraction]  # coefficients, the constant last


def value(row: Row, x: Sequence[Fraction], at_infinity: bool = False) -> Fraction:
    """Of an affine function at a point, or its slope along a ray."""
    linear = sum((a * b for a, b in zip(row, x)), Fraction(0))
    return linear if at_infinity else linear + row[-1]


class _Unit(NamedTuple):
    """A unit of a hidden layer: its rows of weights, and what it does to their values."""

    rows: list[Row]
    breakpoints: list[Fraction]
    slopes: list[Fraction]
    height: Fraction  # the value at 0
    is_maxout: bool

    @property
    def bits(self) -> int:
        return len(self.rows) if self.is_maxout else 2 * len(self.breakpoints)

    def signs(self, x: Sequence[Fraction]) -> tuple[int, Fraction]:
        """Bits, and the output. A bit of maxout says that a row is below the maximum; each
        breakpoint has a bit for values below it and one for values above."""
        found = [value(row, x) for row in self.rows]
        if self.is_maxout:
            top = max(found)
            return sum(1 << k for k, z in enumerate(found) if z < top), top
        z, mask = found[0], 0
        for k, at in enumerate(self.breakpoints):
            mask |= (z < at) << 2 * k | (z > at) << 2 * k + 1
        return mask, self._integral(z) - self._integral(Fraction(0)) + self.height

    def _integral(self, z: Fraction) -> Fraction:
        """Of the slope, up to a constant."""
        total, ends = self.slopes[0] * z, self.breakpoints
        for at, before, after in zip(ends, self.slopes, self.slopes[1:]):
            total += max(z - at, Fraction(0)) * (after - before)
        return total

    def piece(self, mask: int) -> int:
        """The piece in force; at a breakpoint the lower one, and of equal rows the first."""
        if self.is_maxout:
            return next(k for k in range(len(self.rows)) if not mask >> k & 1)
        return sum(mask >> 2 * k + 1 & 1 for k in range(len(self.breakpoints)))

    def shown(self, mask: int) -> str:
        """The signs at the breakpoints, or the rows that attain the maximum."""
        if self.is_maxout:
            return "+".join(str(k) for k in range(len(self.rows)) if not mask >> k & 1)
        return "".join("0-+"[mask >> 2 * k & 3] for k in range(len(self.breakpoints)))


def _unit(name: str, rows: list[Row]) -> _Unit:
    kind, _, rest = name.partition(":")
    ends, slopes, height = [Fraction(0)], [Fraction(0), Fraction(1)], Fraction(0)
    if kind == "linear":
        ends, slopes = [], [Fraction(1)]
    elif kind == "leaky":
        slopes = [fraction(rest), Fraction(1)]
    elif kind == "abs":
        slopes = [Fraction(-1), Fraction(1)]
    elif kind == "hardtanh":
        ends, slopes = [Fraction(-1), Fraction(1)], [Fraction(0), Fraction(1), Fraction(0)]
    elif kind == "pwl":
        parts = [[fraction(x) for x in part.split(",")] for part in rest.split(";")]
        ends, slopes, height = parts[0], parts[1], parts[2][0] if len(parts) > 2 else Fraction(0)
    elif kind not in ("relu", "maxout"):
        raise ValueError(f"the faces of a network with units {name} cannot be listed")
    return _Unit(rows, ends, slopes, height, kind == "maxout")


def _layer(weights: Any, biases: Any, activation: Any) -> list[_Unit]:
    rows: list[Row] = [[*weight, bias] for weight, bias in zip(weights, biases)]
    taken = iter(rows)
    names = [activation] * len(rows) if isinstance(activation, str) else activation
    units = []
    for name in names:
        count = int(name.partition(":")[2]) if name.startswith("maxout") else 1
        mine = [row for _, row in zip(range(count), taken)]
        if mine:
            units.append(_unit(name, mine))
    return units


@dataclass
class Face:
    """A face of the complex, relatively open; no two have the same signs.

    Attributes
    ----------
    signs
        For each unit of the hidden layers, as text: the signs at its breakpoints; for maxout the
        rows that attain the maximum, joined by "+".
    points, rays
        The closure is conv(points) + cone(rays).
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

    @property
    def middle(self) -> Point:
        """A point in the relative interior."""
        mean = [sum(column) / len(self.points) for column in zip(*self.points)]
        return tuple(x + sum(ray[k] for ray in self.rays) for k, x in enumerate(mean))


def _homogeneous(x: Sequence[Any]) -> list[int]:
    """Integers in proportion to these."""
    scale = lcm(*(a.denominator for a in x))
    return [a.numerator * (scale // a.denominator) for a in x]


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
    >>> made.f_vector, made.euler
    ([8, 19, 18, 6], 1)
    """

    @limited
    def __init__(self, net: "Network", box: Any = None, *, polytope: Any = None, **options: Any):
        domain = net.domain(box, polytope)
        listing = net.regions(domain, only=("exact", "facets", "map", "vertices"), **options)
        self.net, self.domain, self.cells = net, domain, list(listing)
        if not listing.complete:
            raise Undecided("the faces need all regions, and a limit stopped their enumeration")
        self.dimension = domain.dimension
        self.is_bounded = all(cell.is_bounded for cell in self.cells)
        self._layers = [_layer(*layer) for layer in net.layers][: len(net.hidden)]
        self.units = [unit for layer in self._layers for unit in layer]
        self.maps: list[tuple[tuple[Fraction, ...], ...]] = [
            tuple(tuple(row) for row in cell.map) for cell in self.cells
        ]
        self.rows = [[facet.row for facet in cell.facets] for cell in self.cells]
        borders = [f.row for cell in self.cells for f in cell.facets if f.layer is None]
        self._borders = list(dict.fromkeys(borders))
        self._known: dict[Point, int] = {}
        self.faces: list[Face] = []
        self._number: dict[int, int] = {}
        for number, cell in enumerate(self.cells):
            self._add_cell(number, cell)

    # ---- Construction ----

    def _mask(self, x: Point) -> int:
        """The signs of all units, and for each border of the domain whether x lies off it. Those
        of the relative interior of a face are the union over points of it that span it."""
        if x in self._known:
            return self._known[x]
        mask, at, values = 0, 0, self.domain.point(x)
        for layer in self._layers:
            outputs = []
            for unit in layer:
                signs, output = unit.signs(values)
                mask |= signs << at
                at += unit.bits
                outputs.append(output)
            values = outputs
        for row in self._borders:
            mask |= (value(row, x) != 0) << at
            at += 1
        self._known[x] = mask
        return mask

    def _add_cell(self, number: int, cell: Any) -> None:
        points = [tuple(x) for x in cell.exact_vertices]
        rays = [tuple(x) for x in cell.exact_rays]
        first = (1 << len(points)) - 1
        whole = (1 << len(points) + len(rays)) - 1
        ends = [_homogeneous((*x, 1)) for x in points] + [_homogeneous((*x, 0)) for x in rays]
        tight = [
            sum(1 << k for k, x in enumerate(ends) if not sum(map(mul, row, x)))
            for row in map(_homogeneous, self.rows[number])
        ]
        below: dict[int, set[int]] = {}
        left = [whole]
        while left:
            face = left.pop()
            if face not in below:
                below[face] = {face & t for t in tight if face & t & first} - {face}
                left.extend(below[face])
        sizes = {face: bin(face).count("1") for face in below}
        depth: dict[int, int] = {}  # steps down to the least faces
        for face in sorted(below, key=sizes.__getitem__):
            depth[face] = 1 + max((depth[f] for f in below[face]), default=-1)
        lineality = self.dimension - depth[whole]
        signs = [self._mask(x) for x in points]
        names: dict[int, int] = {}
        for face in sorted(below, key=sizes.__getitem__):
            mine = [x for k, x in enumerate(points) if face >> k & 1]
            along = [x for k, x in enumerate(rays) if face >> len(points) + k & 1]
            mask = 0
            for k, own in enumerate(signs):
                mask |= own if face >> k & 1 else 0
            for ray in along:
                mask |= self._mask(tuple(a + b for a, b in zip(mine[0], ray)))
            if mask not in self._number:
                self._number[mask] = len(self.faces)
                down = [names[f] for f in below[face] if depth[f] == depth[face] - 1]
                self.faces.append(
                    Face(
                        dimension=depth[face] + lineality,
                        mask=mask,
                        signs=self._shown(mask),
                        points=tuple(mine),
                        rays=tuple(along),
                        on_border=bin(mask >> self._border_at).count("1") < len(self._borders),
                        facets=sorted(down),
                    )
                )
            names[face] = self._number[mask]
            self.faces[names[face]].cells.append(number)

    def row_of(self, cell: int, wall: Face) -> Row:
        """The inequality of a cell that is tight on a facet."""
        return next(
            row
            for row in self.rows[cell]
            if all(value(row, x) == 0 for x in wall.points)
            and all(value(row, x, True) == 0 for x in wall.rays)
        )

    @property
    def _border_at(self) -> int:
        return sum(unit.bits for unit in self.units)

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
        """The numbers of faces of dimension 0, .., d."""
        return f_vector(self.faces, self.dimension)

    @property
    def euler(self) -> int:
        """f_0 - f_1 + f_2 - ..: 1 for a bounded domain, (-1)^d for the whole space."""
        return alternating(self.f_vector)

    # A closed union of faces has the homotopy type of the order complex of its faces, because these
    # are contractible. Neighbouring cells share a facet and with it their lineality space, so all
    # faces have the same one. The faces of any one face that are bounded up to this space form a
    # contractible complex, so by Quillen's fibre lemma the others can be left out.
    def betti(self, kept: Iterable[int]) -> list[int]:
        """The Betti numbers with coefficients modulo 2 of a closed union of faces."""
        chosen = sorted(kept)
        top = max((self.faces[i].dimension for i in chosen), default=-1)
        least = min(face.dimension for face in self.faces)
        counts, ranks = [0] * (top + 1), [0] * (top + 2)
        pivots: dict[int, int] = {}
        for i in chosen:
            face = self.faces[i]
            if len(face.rays) > 2 * least:  # each direction of the lineality space has two
                continue
            counts[face.dimension - least] += 1
            column = sum(1 << j for j in face.facets)
            while column and column.bit_length() in pivots:
                column ^= pivots[column.bit_length()]
            if column:
                pivots[column.bit_length()] = column
                ranks[face.dimension - least] += 1
        return [counts[k] - ranks[k] - ranks[k + 1] for k in range(top + 1)]


def f_vector(faces: Iterable[Face], dimension: int) -> list[int]:
    counts = [0] * (dimension + 1)
    for face in faces:
        counts[face.dimension] += 1
    return counts


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
