"""The least number of cells of a polyhedral complex on whose cells a network is affine (R3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, cmp_to_key
from typing import NamedTuple, Optional

from crease.theory.complexes import Complex, Face, Joined, Point, value

_STEPS = 20000  # of a search for edges


class LinearRegions:
    """The linear regions of a complex, as sets of its cells."""

    def __init__(self, subdivision: Complex):
        self.subdivision, d = subdivision, subdivision.dimension
        self.walls = [f for f in subdivision.faces if f.dimension == d - 1 and len(f.cells) == 2]
        self.joined = Joined(len(subdivision.cells))
        for wall in self.walls:
            if self.is_glued(wall):
                self.joined.join(*wall.cells)

    def is_glued(self, wall: Face) -> bool:
        one, other = wall.cells
        return self.subdivision.maps[one] == self.subdivision.maps[other]

    def of(self, cell: int) -> int:
        return self.joined.root(cell)

    def members(self) -> dict[int, list[int]]:
        result: dict[int, list[int]] = {}
        for cell in range(len(self.subdivision.cells)):
            result.setdefault(self.of(cell), []).append(cell)
        return result


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


def _turn_order(a: Point, b: Point) -> int:
    """By the angle, of directions in a half-plane."""
    turn = _turn(a, b)
    return int(turn < 0) - int(turn > 0)


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


class _Line(NamedTuple):
    """An open segment in a region, to start + along, or ray."""

    region: int
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
        offset = _minus(faces[corner.vertex].points[0], self.start)
        if corner.region != self.region:
            return False
        if not any(offset):
            return self.mends(corner)
        back = self._replace(along=tuple(-x for x in self.along))
        return self.is_segment and offset == self.along and back.mends(corner)

    def meets(self, x: Point) -> bool:
        offset = _minus(x, self.start)
        if _turn(offset, self.along):
            return False
        projection = sum(a * b for a, b in zip(offset, self.along))
        length = sum(a * a for a in self.along)
        return projection > 0 and not (self.is_segment and projection >= length)

    def entry(self, rows: Sequence[Sequence[Fraction]]) -> Optional[Fraction]:
        """The multiple of `along` at which it enters the interior of a cell, if it does."""
        low, high = Fraction(0), Fraction(1) if self.is_segment else None
        for row in rows:
            level, slope = value(row, self.start), value(row, self.along, True)
            if slope > 0:
                low = max(low, -level / slope)
            elif slope < 0:
                high = -level / slope if high is None else min(high, -level / slope)
            elif level <= 0:
                return None
        return low if high is None or low < high else None

    def conflicts(self, other: "_Line") -> bool:
        area, offset = _turn(self.along, other.along), _minus(other.start, self.start)
        if not area:
            return not _turn(offset, self.along) and (
                self.meets(other.start) or other.meets(self.start) or self == other
            )
        here, there = _turn(offset, other.along) / area, _turn(offset, self.along) / area
        return (
            0 < here < (1 if self.is_segment else here + 1)
            and 0 < there < (1 if other.is_segment else there + 1)
        )


class _Plan(NamedTuple):
    """Edges, and the corners that they mend."""

    lines: list[_Line]
    mended: frozenset[int]
    regions: set[int]


def _fewest(
    plans: list[_Plan], left: frozenset[int], used: list[_Line], most: int, steps: list[int]
) -> Optional[list[_Line]]:
    """The fewest edges without crossings that mend all corners, less than `most`, or None."""
    steps[0] -= 1
    if not left:
        return used
    if len(used) + (len(left) + 1) // 2 >= most or steps[0] < 0:
        return None
    first, best = min(left), None
    for plan in plans:
        lines = used + plan.lines
        if first not in plan.mended or len(lines) >= most:
            continue
        if not any(x.conflicts(y) for x in plan.lines for y in used):
            solution = _fewest(plans, left - plan.mended, lines, most, steps)
            if solution is not None:
                best, most = solution, len(solution)
    return best


class _Plane:
    """The least number of convex cells in the plane, face to face."""

    def __init__(self, subdivision: Complex, regions: LinearRegions):
        self.subdivision, self.regions = subdivision, regions
        glued = (
            i
            for i, face in enumerate(subdivision.faces)
            if face.dimension == 1 and len(face.cells) == 2 and regions.is_glued(face)
        )
        self.glued = frozenset(glued)
        self.edges_at: dict[int, list[tuple[Point, int]]] = {}
        for i, face in enumerate(subdivision.faces):
            for vertex in face.facets if face.dimension == 1 else ():
                self.edges_at.setdefault(vertex, []).append((self._direction(face, vertex), i))
        for around in self.edges_at.values():
            around.sort(key=cmp_to_key(_angle_order))

    def _direction(self, edge: Face, vertex: int) -> Point:
        start = self.subdivision.faces[vertex].points[0]
        if edge.rays:
            return edge.rays[0]
        end = next(x for x in edge.points if x != start)
        return tuple(a - b for a, b in zip(end, start))

    def corners(self) -> list[_Corner]:
        """Those that the complex without edges inside regions has."""
        result = []
        for vertex, around in self.edges_at.items():
            kept = [k for k, (_, edge) in enumerate(around) if edge not in self.glued]
            directions = [around[k][0] for k in kept]
            if len(directions) == 2 and _turn(*directions) == 0:
                continue
            for start, end in zip(kept, kept[1:] + kept[:1]):
                turned = around[start + 1 :] + around[: start + 1]
                inside = [edge for _, edge in turned[: (end - start - 1) % len(around)]]
                a, b = around[start][0], around[end][0]
                if inside and _is_wide(a, b):  # without edges it is outside of the domain
                    region = self.regions.of(self.subdivision.faces[inside[0]].cells[0])
                    result.append(_Corner(vertex, region, (a, b)))
        return result

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
        return total + self._has_hopeless()

    def _reduced(self) -> dict[int, tuple[int, list[_Corner]]]:
        """For each region its Euler characteristic, and its corners without edges inside it."""
        faces, removed = self.subdivision.faces, self.glued
        euler = {region: len(cells) for region, cells in self.regions.members().items()}
        for edge in removed:
            euler[self.regions.of(faces[edge].cells[0])] -= 1
        for vertex, around in self.edges_at.items():
            if not faces[vertex].on_border and all(edge in removed for _, edge in around):
                euler[self.regions.of(faces[vertex].cells[0])] += 1
        result: dict[int, tuple[int, list[_Corner]]] = {r: (c, []) for r, c in euler.items()}
        for corner in self.corners():
            result[corner.region][1].append(corner)
        return result

    # Edges inside a region that end in vertices or at infinity leave the other regions alone. The
    # cells between them are convex if all corners are mended, being connected and convex locally.
    # An edge may also end inside a wall, if another one begins there on the other side.
    def new_edges(self) -> Optional[list[_Line]]:
        """The fewest such edges that a search finds for all corners, or None."""
        corners = [c for _, mine in self._reduced().values() for c in mine]
        plans: list[_Plan] = []
        for corner in corners:
            mine = [self._plan([line], corners) for line in self._straight(corner)]
            plans += mine or [self._plan(path, corners) for path in self._bent(corner)]
        joined = Joined(len(corners))
        for plan in plans:
            touched = [i for i, c in enumerate(corners) if c.region in plan.regions]
            for i in touched[1:]:
                joined.join(touched[0], i)
        edges: list[_Line] = []
        for root in {joined.root(i) for i in range(len(corners))}:
            left = frozenset(i for i in range(len(corners)) if joined.root(i) == root)
            mine = sorted((p for p in plans if p.mended & left), key=lambda p: len(p.lines))
            lines = _fewest(mine, left, [], len(self.subdivision.cells) + 1, [_STEPS])
            if lines is None:
                return None
            edges += lines
        return edges

    def upper(self) -> int:
        lines = self.new_edges()
        if lines is None:
            return len(self.subdivision.cells)
        return sum(euler for euler, _ in self._reduced().values()) + len(lines)

    def _plan(self, lines: list[_Line], corners: list[_Corner]) -> "_Plan":
        faces = self.subdivision.faces
        mended = {i for i, c in enumerate(corners) if any(x.reaches(c, faces) for x in lines)}
        return _Plan(lines, frozenset(mended), {line.region for line in lines})

    @cached_property
    def ends(self) -> list[Point]:
        """The vertices of the complex without edges inside regions."""
        vertices = []
        for vertex, around in self.edges_at.items():
            directions = [direction for direction, edge in around if edge not in self.glued]
            if len(directions) > 2 or (len(directions) == 2 and _turn(*directions)):
                vertices.append(self.subdivision.faces[vertex].points[0])
        return vertices

    def _straight(self, corner: _Corner) -> list[_Line]:
        """Edges that mend a corner and end in a vertex or at infinity."""
        start = self.subdivision.faces[corner.vertex].points[0]
        ends = (x for x in self.ends if x != start)
        lines = [_Line(corner.region, start, _minus(x, start), True) for x in ends]
        lines += [_Line(corner.region, start, w, False) for w in self._directions(corner)]
        return [line for line in lines if line.mends(corner) and self._is_inside(line)]

    def _bent(self, corner: _Corner) -> Iterator[list[_Line]]:
        """Paths that begin straight, from wall to wall, and end with an edge of any direction."""
        for direction in self._directions(corner):
            path: list[_Line] = []
            region, position = corner.region, self.subdivision.faces[corner.vertex].points[0]
            while True:
                ray = _Line(region, position, direction, False)
                entries = [
                    (entry, cell)
                    for cell, rows in enumerate(self.subdivision.rows)
                    if self.regions.of(cell) != region
                    for entry in [ray.entry(rows)]
                    if entry is not None
                ]
                entry, cell = min(entries, default=(None, 0))
                if entry is None:
                    break
                path.append(_Line(region, position, tuple(entry * x for x in direction), True))
                region = self.regions.of(cell)
                position = tuple(x + entry * y for x, y in zip(position, direction))
                if position in self.ends or not self._is_inside(path[-1]):
                    break
                rays = (direction, *self._rays(region))
                for line in [_Line(region, position, w, False) for w in rays] + [
                    _Line(region, position, _minus(x, position), True) for x in self.ends
                ]:
                    if self._is_inside(line) and not self._is_in_wall(line):
                        yield [*path, line]

    def _rays(self, region: int) -> list[Point]:
        cells = [self.subdivision.cells[cell] for cell in self.regions.members()[region]]
        return [tuple(ray) for cell in cells for ray in cell.exact_rays]

    def _is_in_wall(self, line: _Line) -> bool:
        """Whether it runs along a wall: then it meets the interior of no cell."""
        return not any(line.entry(rows) is not None for rows in self.subdivision.rows)

    def _directions(self, corner: _Corner) -> list[Point]:
        """Directions that mend a corner, each between those to neighbouring vertices and walls."""
        a, b = corner.between
        start, free = self.subdivision.faces[corner.vertex].points[0], _middle(a, b)
        rays = [tuple(ray) for cell in self.subdivision.cells for ray in cell.exact_rays]
        directions = [_minus(x, start) for x in self.ends if x != start] + rays + [free]
        line = _Line(corner.region, start, free, False)
        directions = [w for w in directions if line._replace(along=w).mends(corner)]
        directions.sort(key=cmp_to_key(_turn_order))
        bounds = [tuple(-x for x in b), *directions, tuple(-x for x in a)]
        return directions + [tuple(x + y for x, y in zip(p, q)) for p, q in zip(bounds, bounds[1:])]

    def _is_inside(self, line: _Line) -> bool:
        return not any(line.meets(x) for x in self.ends) and self._is_free(line)

    def _is_free(self, line: _Line) -> bool:
        """Whether it meets no other region: no cell, and no edge between cells along it."""
        if any(region != line.region and line.meets(x) for region, x in self._middles):
            return False
        return not any(
            self.regions.of(cell) != line.region and line.entry(rows) is not None
            for cell, rows in enumerate(self.subdivision.rows)
        )

    @cached_property
    def _middles(self) -> list[tuple[int, Point]]:
        faces = [self.subdivision.faces[edge] for edge in self.glued]
        return [(self.regions.of(face.cells[0]), face.middle) for face in faces]

    # Let t new vertices in walls, o old vertices and r rays belong to a component of all new edges,
    # which meet in walls too: e - s >= k + t + o + r - 1. This is more than k if a corner reaches
    # no vertex and no ray by one edge, nor by an edge into the hull of one of these and the corners
    # of its region, if there are others, and regions beyond its walls have no corners: then no tree
    # has t + o + r < 2.
    def _has_hopeless(self) -> bool:
        reduced = self._reduced()
        near: dict[int, set[int]] = {region: set() for region in reduced}
        for wall in self.regions.walls:
            one, other = (self.regions.of(cell) for cell in wall.cells)
            near[one].add(other)
            near[other].add(one)
        return any(
            self._is_hopeless(corner, corners)
            for region, (_, corners) in reduced.items()
            if not any(reduced[other][1] for other in near[region] - {region})
            for corner in corners
        )

    def _is_hopeless(self, corner: _Corner, corners: list[_Corner]) -> bool:
        faces, start = self.subdivision.faces, self.subdivision.faces[corner.vertex].points[0]
        ends = [_minus(x, start) for x in self.ends if x != start]
        lines = [_Line(corner.region, start, w, True) for w in ends]
        lines += [_Line(corner.region, start, w, False) for w in self._directions(corner)]
        if any(line.mends(corner) and self._is_free(line) for line in lines):
            return False
        others = [_minus(faces[c.vertex].points[0], start) for c in corners]
        return len(corners) == 1 or not any(
            _is_inward(corner.between, [w for w in (*others, end) if any(w)])
            for end in (*ends, *self._rays(corner.region))
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
            points = [self.subdivision.faces[corner.vertex].points[0] for corner in left]
            kept = [
                corner
                for corner, x in zip(left, points)
                if _is_inward(corner.between, [_minus(y, x) for y in points if y != x])
            ]
            if len(kept) == len(left):
                return len(kept)
            left = kept

    def _sees(self, one: _Corner, other: _Corner) -> bool:
        """False only if no segment in the region joins two corners and mends both."""
        if one.vertex == other.vertex:
            return False
        start, end = (self.subdivision.faces[c.vertex].points[0] for c in (one, other))
        line = _Line(one.region, start, _minus(end, start), True)
        reaches = line.mends(one) and line.reaches(other, self.subdivision.faces)
        return reaches and self._is_free(line)


def _middle(a: Point, b: Point) -> Point:
    """A direction that divides an angle from pi to 2 pi into two below pi."""
    return (-a[1], a[0]) if not _turn(a, b) else (-a[0] - b[0], -a[1] - b[1])


def _is_inward(between: tuple[Point, Point], directions: list[Point]) -> bool:
    """Whether an edge that mends a corner can lead into the cone of some directions."""
    a, b = between
    middle = _middle(a, b)
    if any(not _is_wide(a, w) and not _is_wide(w, b) for w in directions):
        return True
    spans = [(g, h, _turn(g, h)) for g in directions for h in directions]
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


def _is_beyond(subdivision: Complex, cell: int, row: Sequence[Fraction]) -> bool:
    """Whether a part of a cell has negative values."""
    whole = subdivision.cells[cell]
    below = any(value(row, x) < 0 for x in whole.exact_vertices)
    return below or any(value(row, x, True) < 0 for x in whole.exact_rays)


def convex(subdivision: Complex, regions: LinearRegions) -> tuple[int, int]:
    members = regions.members()
    flat = subdivision.dimension == 1 or all(face.dimension for face in subdivision.faces)
    if flat and subdivision.dimension <= 2:  # intervals, or stripes between parallel lines
        return len(members), len(members)
    if subdivision.dimension == 2:
        plane = _Plane(subdivision, regions)
        return plane.lower(), plane.upper()
    split = set()  # the regions that are not convex: a part lies beyond a wall
    for wall in regions.walls:
        for cell in () if regions.is_glued(wall) else wall.cells:
            row = subdivision.row_of(cell, wall)
            if any(_is_beyond(subdivision, other, row) for other in members[regions.of(cell)]):
                split.add(regions.of(cell))
    return len(members) + len(split), len(subdivision.cells)
