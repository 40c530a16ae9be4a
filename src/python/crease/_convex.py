"""The least number of cells of a polyhedral complex on whose cells a network is affine (R3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from crease._complex import Complex, Face, Joined, Point, value

if TYPE_CHECKING:
    from crease._definitions import LinearRegions

_STEPS = 2000  # of the search for a complex with few cells


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


def _minus(a: Point, b: Point) -> Point:
    return tuple(x - y for x, y in zip(a, b))


class _Corner(NamedTuple):
    """A vertex where a region has an angle of pi or more, from one edge to the next."""

    vertex: int
    region: int
    between: tuple[Point, Point]
    edges: list[int]  # those inside the angle


class _Line(NamedTuple):
    """An open segment, to start + along, or ray."""

    start: Point
    along: Point
    is_segment: bool

    def mends(self, corner: _Corner) -> bool:
        """Whether it divides the angle of a corner where it starts into two below pi."""
        a, b = corner.between
        return not (
            _is_wide(a, self.along)
            or _is_wide(self.along, b)
            or not _turn(a, self.along)
            or not _turn(self.along, b)
        )

    def reaches(self, corner: _Corner, faces: list[Face]) -> bool:
        """Whether it mends a corner where it starts or ends."""
        at = _minus(faces[corner.vertex].points[0], self.start)
        if not any(at):
            return self.mends(corner)
        back = self._replace(along=tuple(-x for x in self.along))
        return self.is_segment and at == self.along and back.mends(corner)

    def meets(self, x: Point) -> bool:
        way = _minus(x, self.start)
        if _turn(way, self.along):
            return False
        at = sum(a * b for a, b in zip(way, self.along))
        return at > 0 and not (self.is_segment and at >= sum(a * a for a in self.along))

    def crosses(self, rows: Sequence[Sequence[Fraction]]) -> bool:
        """Whether it meets the interior of a cell."""
        low, high = Fraction(0), Fraction(1) if self.is_segment else None
        for row in rows:
            at, slope = value(row, self.start), value(row, self.along, True)
            if slope > 0:
                low = max(low, -at / slope)
            elif slope < 0:
                high = -at / slope if high is None else min(high, -at / slope)
            elif at <= 0:
                return False
        return high is None or low < high

    def conflicts(self, other: "_Line") -> bool:
        area, way = _turn(self.along, other.along), _minus(other.start, self.start)
        if not area:
            return not _turn(way, self.along) and (
                self.meets(other.start) or other.meets(self.start) or self == other
            )
        here, there = _turn(way, other.along) / area, _turn(way, self.along) / area
        return (
            0 < here < (1 if self.is_segment else here + 1)
            and 0 < there < (1 if other.is_segment else there + 1)
        )


def _fewest(
    edges: list[tuple[_Line, frozenset[int]]], left: frozenset[int], used: list[_Line], most: int
) -> int:
    """The least number of edges without crossings that mend all corners; `most` if none is less."""
    if not left or most <= (len(left) + 1) // 2:
        return 0 if not left else most
    first = min(left)
    for line, mended in edges:
        if first in mended and not any(line.conflicts(other) for other in used):
            most = min(most, 1 + _fewest(edges, left - mended, [*used, line], most - 1))
    return most


class _Plane:
    """The least number of convex cells in the plane, face to face."""

    def __init__(self, made: Complex, regions: LinearRegions):
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
    # part of these edges that covers k corners has e - s >= k, except for a tree without rays whose
    # other vertices are all new: e - s >= k - 1. Such a tree joins two corners by a segment, or
    # three or more. New vertices lie inside the hull of their neighbours, so the tree lies in the
    # hull of its corners. With at most m disjoint segments, k corners and j of them with an edge
    # into such a hull, at most m + min((k - 2 m) // 3, j // 3) are trees.
    def lower(self) -> int:
        total = 0
        for euler, corners in self._reduced().values():
            pairs = self._pairs(corners)
            more = min(len(corners) - 2 * pairs, self._inward(corners)) // 3
            total += max(1, euler + len(corners) - pairs - more)
        return total

    def _reduced(self) -> dict[int, tuple[int, list[_Corner]]]:
        """For each region its Euler characteristic, and its corners without edges inside it."""
        faces, removed = self.made.faces, set(self.glued)
        euler = {region: len(cells) for region, cells in self.regions.members().items()}
        for edge in removed:
            euler[self.regions.of(faces[edge].cells[0])] -= 1
        for vertex, around in self.at.items():
            if not faces[vertex].on_border and all(edge in removed for _, edge in around):
                euler[self.regions.of(faces[vertex].cells[0])] += 1
        found: dict[int, tuple[int, list[_Corner]]] = {r: (c, []) for r, c in euler.items()}
        for corner in self.corners(removed):
            found[corner.region][1].append(corner)
        return found

    # Edges inside a region that end in vertices or at infinity leave the other regions alone. The
    # cells between them are convex if all corners are mended, being connected and convex locally.
    def with_new_edges(self) -> int:
        """The cells if the fewest such edges are added; without them, the number of all cells."""
        faces, removed = self.made.faces, set(self.glued)
        ends = []
        for vertex, around in self.at.items():
            ways = [way for way, edge in around if edge not in removed]
            if len(ways) > 2 or (len(ways) == 2 and _turn(*ways)):
                ends.append(faces[vertex].points[0])
        total = 0
        for region, (euler, corners) in self._reduced().items():
            edges = []
            for corner in corners:
                start = faces[corner.vertex].points[0]
                lines = [_Line(start, _minus(end, start), True) for end in ends if end != start]
                lines += [_Line(start, way, False) for way in self._ways(region)]
                for line in lines:
                    if line.mends(corner) and self._is_inside(line, region, ends):
                        mended = {i for i, c in enumerate(corners) if line.reaches(c, faces)}
                        edges.append((line, frozenset(mended)))
            fewest = _fewest(edges, frozenset(range(len(corners))), [], len(corners) + 1)
            if fewest > len(corners):
                return len(self.made.cells)
            total += euler + fewest
        return total

    def _ways(self, region: int) -> list[Point]:
        """Directions of rays in the cells of a region."""
        found = []
        for cell in self.regions.members()[region]:
            rays = [tuple(ray) for ray in self.made.cells[cell].exact_rays]
            found += rays + [tuple(a + b for a, b in zip(x, y)) for x, y in combinations(rays, 2)]
        return [way for way in dict.fromkeys(found) if any(way)]

    def _is_inside(self, line: "_Line", region: int, ends: list[Point]) -> bool:
        return not any(line.meets(x) for x in ends) and not any(
            self.regions.of(cell) != region and line.crosses(rows)
            for cell, rows in enumerate(self.made.rows)
        )

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

    def _inward(self, corners: list[_Corner]) -> int:
        """At least the number of corners in trees of three or more."""
        left = corners
        while True:
            points = [self.made.faces[corner.vertex].points[0] for corner in left]
            kept = [c for c, x in zip(left, points) if _is_inward(c.between, x, points)]
            if len(kept) == len(left):
                return len(kept)
            left = kept

    def _sees(self, one: _Corner, other: _Corner) -> bool:
        """False only if no segment in the region joins two corners and mends both."""
        if one.vertex == other.vertex:
            return False
        start, end = (self.made.faces[c.vertex].points[0] for c in (one, other))
        line = _Line(start, _minus(end, start), True)
        if not line.mends(one) or not line.reaches(other, self.made.faces):
            return False
        return self._is_inside(line, one.region, [])


def _is_inward(between: tuple[Point, Point], x: Point, points: list[Point]) -> bool:
    """Whether an edge from x that mends a corner can lead into the hull of the points."""
    a, b = between
    middle = (-a[1], a[0]) if not _turn(a, b) else (-a[0] - b[0], -a[1] - b[1])
    ways = [tuple(q - p for p, q in zip(x, y)) for y in points if y != x]
    if any(not _is_wide(a, way) and not _is_wide(way, b) for way in ways):
        return True
    spans = [(g, h, _turn(g, h)) for g in ways for h in ways]
    return any(
        area and _turn(middle, h) / area >= 0 and _turn(g, middle) / area >= 0
        for g, h, area in spans
    )


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


def convex(made: Complex, regions: LinearRegions) -> tuple[int, int]:
    members = regions.members()
    flat = made.dimension == 1 or all(face.dimension for face in made.faces)
    if flat and made.dimension <= 2:  # intervals, or stripes between parallel lines
        return len(members), len(members)
    if made.dimension == 2:
        plane = _Plane(made, regions)
        low = plane.lower()
        high = plane.upper()
        return low, high if high == low else min(high, plane.with_new_edges())
    split = set()  # the regions that are not convex: a part lies beyond a wall
    for wall in regions.walls:
        for cell in () if regions.is_glued(wall) else wall.cells:
            row = made.row_of(cell, wall)
            if any(_is_beyond(made, other, row) for other in members[regions.of(cell)]):
                split.add(regions.of(cell))
    return len(members) + len(split), len(made.cells)
