"""The six definitions of a linear region by Stargalla, Hertrich and Reichman (arXiv 2505.16716)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from crease._complex import Complex, Face, Joined, Point, value

if TYPE_CHECKING:
    from crease._network import Network

_STEPS = 2000  # of the search for a complex with few cells


class Definitions(NamedTuple):
    """The number of regions by each definition.

    Attributes
    ----------
    activation
        R1: patterns of any nonempty set. A unit at its breakpoint has the lower piece.
    proper
        R2: patterns of sets with an interior; `Count.activation_regions`.
    convex
        R3: the least number of cells of a polyhedral complex on whose cells the network is affine,
        as a lower and an upper bound. Both are equal in one dimension, and often in two.
    open_connected
        R4: maximal open connected sets on which it is affine; `Count.linear_regions`.
    closed_connected
        R5: maximal closed connected sets with an interior on which it is affine. Two parts with one
        map may be joined through a set without interior.
    affine
        R6: affine maps; `Count.affine_maps`.
    """

    activation: int
    proper: int
    convex: tuple[int, int]
    open_connected: int
    closed_connected: int
    affine: int


def _zeros(face: Face, rows: Iterable[Sequence[Fraction]]) -> bool:
    """Whether affine functions have a common zero in the closure of a face."""
    points, rays = list(face.points), list(face.rays)
    for row in rows:
        ends = [(x, value(row, x), 1) for x in points] + [(r, value(row, r, True), 0) for r in rays]
        points = [x for x, h, is_point in ends if h == 0 and is_point]
        rays = [x for x, h, is_point in ends if h == 0 and not is_point]
        for x, h, x_is_point in ends:
            for y, k, y_is_point in ends:
                if h <= 0 or k >= 0:
                    continue
                weight = h - k if x_is_point and y_is_point else h if y_is_point else -k
                if not x_is_point and not y_is_point:
                    weight = Fraction(1)
                mixed = tuple((h * b - k * a) / weight for a, b in zip(x, y))
                (points if x_is_point or y_is_point else rays).append(mixed)
        if not points:
            return False
    return True


class _Regions:
    """The linear regions of a complex, as sets of its cells."""

    def __init__(self, made: Complex):
        self.made, d = made, made.dimension
        self.walls = [f for f in made.faces if f.dimension == d - 1 and len(f.cells) == 2]
        self.joined = Joined(len(made.cells))
        for wall in self.walls:
            if self.is_glued(wall):
                self.joined.join(*wall.cells)

    def is_glued(self, wall: Face) -> bool:
        one, other = wall.cells
        return self.made.maps[one] == self.made.maps[other]

    def of(self, cell: int) -> int:
        return self.joined.root(cell)

    def members(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for cell in range(len(self.made.cells)):
            found.setdefault(self.of(cell), []).append(cell)
        return found


def _closed_connected(made: Complex, regions: _Regions) -> int:
    by_map: dict[Any, set[int]] = {}
    for cell, affine in enumerate(made.maps):
        by_map.setdefault(affine, set()).add(regions.of(cell))
    total = 0
    for affine, parts in by_map.items():
        if len(parts) > 1:
            joined = Joined(len(made.cells))
            for face in made.faces:
                mine = made.maps[face.cells[0]]
                differ = [[a - b for a, b in zip(f, g)] for f, g in zip(mine, affine)]
                if len(face.cells) > 1 and _zeros(face, differ):
                    for cell in face.cells[1:]:
                        joined.join(face.cells[0], cell)
            parts = {joined.root(part) for part in parts}
        total += len(parts)
    return total


# ---- R3 in the plane ----


def _turn(a: Point, b: Point) -> Fraction:
    return a[0] * b[1] - a[1] * b[0]


def _angle_order(one: tuple[Point, int], other: tuple[Point, int]) -> int:
    """By the angle in [0, 2 pi)."""
    a, b = one[0], other[0]
    halves = [y < 0 or (y == 0 and x < 0) for x, y in (a, b)]
    if halves[0] != halves[1]:
        return halves[0] - halves[1]
    turn = _turn(a, b)
    return -1 if turn > 0 else int(turn < 0)


def _is_wide(a: Point, b: Point) -> bool:
    """Whether the angle from a to b, counterclockwise, is at least pi."""
    turn = _turn(a, b)
    return turn < 0 or (turn == 0 and sum(x * y for x, y in zip(a, b)) < 0) or a == b


class _Corner(NamedTuple):
    """A vertex where a region has an angle of pi or more, from one edge to the next."""

    vertex: int
    region: int
    between: tuple[Point, Point]
    edges: list[int]  # those inside the angle


class _Plane:
    """The least number of convex cells in the plane, face to face."""

    def __init__(self, made: Complex, regions: _Regions):
        self.made, self.regions = made, regions
        self.glued = [
            i
            for i, face in enumerate(made.faces)
            if face.dimension == 1 and len(face.cells) == 2 and regions.is_glued(face)
        ]
        self.at: dict[int, list[tuple[Point, int]]] = {}
        for i, face in enumerate(made.faces):
            for vertex in face.facets if face.dimension == 1 else ():
                self.at.setdefault(vertex, []).append((self._direction(face, vertex), i))
        for around in self.at.values():
            around.sort(key=cmp_to_key(_angle_order))

    def _direction(self, edge: Face, vertex: int) -> Point:
        start = self.made.faces[vertex].points[0]
        if edge.rays:
            return edge.rays[0]
        end = next(x for x in edge.points if x != start)
        return tuple(a - b for a, b in zip(end, start))

    def corners(self, removed: Collection[int]) -> list[_Corner]:
        """Those that the complex without these edges has."""
        found = []
        for vertex, around in self.at.items():
            kept = [k for k, (_, edge) in enumerate(around) if edge not in removed]
            ways = [around[k][0] for k in kept]
            if len(ways) == 2 and _turn(*ways) == 0:
                continue
            for start, end in zip(kept, kept[1:] + kept[:1]):
                turned = around[start + 1 :] + around[: start + 1]
                inside = [edge for _, edge in turned[: (end - start - 1) % len(around)]]
                a, b = around[start][0], around[end][0]
                if inside and _is_wide(a, b):  # without edges it is outside of the domain
                    region = self.regions.of(self.made.faces[inside[0]].cells[0])
                    found.append(_Corner(vertex, region, (a, b), inside))
        return found

    def cells(self, removed: Collection[int]) -> int:
        joined = Joined(len(self.made.cells))
        for edge in removed:
            joined.join(*self.made.faces[edge].cells)
        return len({joined.root(cell) for cell in range(len(self.made.cells))})

    def upper(self) -> int:
        """Removes edges between equal maps as long as no corner is left: a search that puts edges
        back at one corner after the other, and tries every edge there."""
        best = len(self.made.cells)
        least = self.cells(self.glued)
        left: list[frozenset[int]] = [frozenset(self.glued)]
        done = set(left)
        for _ in range(_STEPS):
            if not left or best == least:
                break
            removed = left.pop()
            count = self.cells(removed)
            if count >= best:
                continue
            corners = self.corners(removed)
            if not corners:
                best = count
                continue
            narrow = min(corners, key=lambda corner: len(corner.edges))
            options = [removed - {edge} for edge in narrow.edges]
            options = [option for option in options if option not in done]
            done.update(options)
            left.extend(sorted(options, key=lambda option: -self.cells(option)))
        return best

    # A cell has angles below pi, so each corner needs an edge inside it. Let a region of Euler
    # characteristic c get e edges and s new vertices inside it: it has c + e - s cells. A connected
    # part of these edges that covers k corners has e - s >= k, except for a tree whose other
    # vertices are all new: e - s >= k - 1. Such a tree joins two corners by a segment, or three or
    # more. With at most m disjoint segments and k corners, at most m + (k - 2 m) // 3 are trees.
    def lower(self) -> int:
        faces, removed = self.made.faces, set(self.glued)
        euler = {region: len(cells) for region, cells in self.regions.members().items()}
        for edge in removed:
            euler[self.regions.of(faces[edge].cells[0])] -= 1
        for vertex, around in self.at.items():
            if not faces[vertex].on_border and all(edge in removed for _, edge in around):
                euler[self.regions.of(faces[vertex].cells[0])] += 1
        total = 0
        corners = sorted(self.corners(removed), key=lambda corner: corner.region)
        by_region = {r: list(group) for r, group in groupby(corners, key=lambda c: c.region)}
        for region, characteristic in euler.items():
            mine = by_region.get(region, [])
            pairs = self._pairs(mine)
            total += max(1, characteristic + len(mine) - pairs - (len(mine) - 2 * pairs) // 3)
        return total

    def _pairs(self, corners: list[_Corner]) -> int:
        """At least the greatest number of pairs that segments can join."""
        if len(corners) > 8:
            return len(corners) // 2
        return _matching(
            [
                {j for j, other in enumerate(corners) if self._sees(corner, other)}
                for corner in corners
            ]
        )

    def _sees(self, one: _Corner, other: _Corner) -> bool:
        """False only if no segment in the region joins two corners and mends both."""
        if one.vertex == other.vertex:
            return False
        start, end = (self.made.faces[c.vertex].points[0] for c in (one, other))
        along = tuple(b - a for a, b in zip(start, end))
        back = tuple(-x for x in along)
        for way, (a, b) in ((along, one.between), (back, other.between)):
            if _is_wide(a, way) or _is_wide(way, b) or not _turn(a, way) or not _turn(way, b):
                return False
        for cell, rows in enumerate(self.made.rows):
            if self.regions.of(cell) != one.region and _crosses(rows, start, along):
                return False
        return True


def _crosses(rows: Sequence[Sequence[Fraction]], start: Point, along: Point) -> bool:
    """Whether a segment meets the interior of a cell."""
    low, high = Fraction(0), Fraction(1)
    for row in rows:
        at, slope = value(row, start), value(row, along, True)
        if slope > 0:
            low = max(low, -at / slope)
        elif slope < 0:
            high = min(high, -at / slope)
        elif at <= 0:
            return False
    return low < high


def _matching(near: list[set[int]]) -> int:
    """The size of a greatest matching of a small graph."""

    def best(free: frozenset[int]) -> int:
        if len(free) < 2:
            return 0
        i, rest = min(free), free - {min(free)}
        return max([best(rest)] + [1 + best(rest - {j}) for j in near[i] & rest])

    return best(frozenset(range(len(near))))


def _is_beyond(made: Complex, cell: int, row: Sequence[Fraction]) -> bool:
    """Whether a part of a cell has negative values."""
    whole = made.cells[cell]
    below = any(value(row, x) < 0 for x in whole.exact_vertices)
    return below or any(value(row, x, True) < 0 for x in whole.exact_rays)


def _convex(made: Complex, regions: _Regions) -> tuple[int, int]:
    members = regions.members()
    flat = made.dimension == 1 or all(face.dimension for face in made.faces)
    if flat and made.dimension <= 2:  # intervals, or stripes between parallel lines
        return len(members), len(members)
    if made.dimension == 2:
        plane = _Plane(made, regions)
        return plane.lower(), plane.upper()
    split = set()  # the regions that are not convex: a part lies beyond a wall
    for wall in regions.walls:
        for cell in () if regions.is_glued(wall) else wall.cells:
            row = made.row_of(cell, wall)
            if any(_is_beyond(made, other, row) for other in members[regions.of(cell)]):
                split.add(regions.of(cell))
    return len(members) + len(split), len(made.cells)


def definitions(net: "Network", box: Any = None, **options: Any) -> Definitions:
    """The number of regions by each of six definitions, of the whole space or a domain.

    Examples
    --------
    >>> import crease
    >>> net = crease.Network([
    ...     ([[1, 0], [0, 1], [0, -1]], [0, 0, 0], "relu"),
    ...     ([[1, -1, 1], [1, 0, 0]], [0, 0], "relu"),
    ...     ([[1, -1]], [0], "linear"),
    ... ])
    >>> tuple(crease.definitions(net))  # of max(-y, min(0, -x))
    (7, 5, (4, 4), 3, 3, 3)
    """
    made = Complex(net, box, **options)
    regions = _Regions(made)
    return Definitions(
        activation=len({made.pattern(face) for face in made.faces}),
        proper=len(made.cells),
        convex=_convex(made, regions),
        open_connected=len(regions.members()),
        closed_connected=_closed_connected(made, regions),
        affine=len(set(made.maps)),
    )
