"""Six definitions of a region, against an enumeration of faces from the lines of a network."""

import random
from collections import Counter
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations

import crease
from conftest import cases
from crease._native import lib
from crease.theory.complexes import Complex, Faces
from crease.theory.convex import LinearRegions, _Plane, convex
from crease.theory.definitions import _closed_connected, definitions

HALF = Fraction(1, 2)


def draw_layers(draw):
    """A network with ties: small integers, and units that repeat others."""
    inputs, depth = draw.randint(1, 2), draw.randint(1, 2)
    widths = [inputs] + [draw.randint(1, 3) for _ in range(depth)] + [1]
    layers = []
    for before, after in zip(widths, widths[1:]):
        rows = [[draw.randint(-2, 2) for _ in range(before)] for _ in range(after)]
        layers.append((rows, [draw.randint(-1, 1) for _ in rows]))
    return layers


def signs_at(layers, x):
    """The pattern, and the output."""
    pattern, x = [], list(x)
    for rows, biases in layers[:-1]:
        z = [sum(a * b for a, b in zip(row, x)) + bias for row, bias in zip(rows, biases)]
        pattern += [int(value > 0) for value in z]
        x = [max(value, 0) for value in z]
    rows, biases = layers[-1]
    return tuple(pattern), sum(a * b for a, b in zip(rows[0], x)) + biases[0]


def forms_at(layers, x):
    """The affine functions of all units, and of the output, near a point inside a region."""
    d = len(x)
    forms = [[int(i == k) for i in range(d)] + [0] for k in range(d)]
    units = []
    for rows, biases in layers:
        made = []
        for row, bias in zip(rows, biases):
            form = [sum(a * f[k] for a, f in zip(row, forms)) for k in range(d + 1)]
            form[d] += bias
            made.append(form)
        units += made
        forms = [f if at(f, x) > 0 else [0] * (d + 1) for f in made]
    return units[:-1], tuple(units[-1])


def at(form, x):
    return sum(a * b for a, b in zip(form, x)) + form[-1]


def faces_of(lines, d):
    """By its signs on all lines, each face of their arrangement: its dimension, and a point."""
    found = {}

    def add(x, dimension):
        signs = tuple((v > 0) - (v < 0) for v in (at(line, x) for line in lines))
        found[signs] = (dimension, x)

    if not lines:
        return {(): (d, (Fraction(0),) * d)}
    if d == 1:
        ends = sorted({Fraction(-line[1], line[0]) for line in lines})
        for x in ends:
            add((x,), 0)
        for x in [ends[0] - 1, ends[-1] + 1] + [(a + b) / 2 for a, b in zip(ends, ends[1:])]:
            add((x,), 1)
        return found
    for line in lines:
        a, b, c = line
        foot = (Fraction(-a * c, a * a + b * b), Fraction(-b * c, a * a + b * b))
        places = set()
        for other in lines:
            slope = -b * other[0] + a * other[1]
            if slope:
                places.add(-at(other, foot) / slope)
        places = sorted(places)
        between = [(s + t) / 2 for s, t in zip(places, places[1:])]
        outer = [places[0] - 1, places[-1] + 1] if places else [Fraction(0)]
        for t in places:
            add((foot[0] - b * t, foot[1] + a * t), 0)
        for t in between + outer:
            x = (foot[0] - b * t, foot[1] + a * t)
            add(x, 1)
            for side in (1, -1):
                step = Fraction(1)
                for other in lines:
                    slope, here = side * (a * other[0] + b * other[1]), at(other, x)
                    if slope and here and -here / slope > 0:
                        step = min(step, -here / slope * HALF)
                add((x[0] + side * a * step, x[1] + side * b * step), 2)
    return found


def components(nodes, pairs):
    parent = {node: node for node in nodes}

    def root(i):
        while parent[i] != i:
            i = parent[i]
        return i

    for i, j in pairs:
        parent[root(i)] = root(j)
    return {node: root(node) for node in nodes}


def conforms(face, other):
    """Whether a face lies in the closure of another."""
    return all(s in (0, t) for s, t in zip(face, other))


def reference(layers, d):
    lines = []

    def grow(forms):
        known = set(lines)
        for form in forms:
            first = next((a for a in form[:-1] if a), 0)
            if first:
                line = tuple(Fraction(a) / first for a in form)
                if line not in known:
                    known.add(line)
                    lines.append(line)

    for _ in layers:
        for dimension, x in list(faces_of(lines, d).values()):
            if dimension == d:
                grow(forms_at(layers, x)[0])
    found = faces_of(lines, d)
    maps = {s: forms_at(layers, x)[1] for s, (dimension, x) in found.items() if dimension == d}

    def joined():
        walls = [s for s, (dimension, _) in found.items() if dimension == d - 1]
        pairs = [[c for c in maps if conforms(wall, c)] for wall in walls]
        return components(maps, [pair for pair in pairs if maps[pair[0]] == maps[pair[1]]])

    activation = {signs_at(layers, x)[0] for _, x in found.values()}
    proper = {signs_at(layers, x)[0] for k, x in found.values() if k == d}
    part = joined()
    open_connected = len(set(part.values()))
    several = [m for m in set(maps.values()) if len({part[c] for c in maps if maps[c] == m}) > 1]
    closed_connected = len(set(maps.values())) - len(several)
    for affine in several:
        kept = list(lines)
        grow([tuple(a - b for a, b in zip(m, affine)) for m in set(maps.values())])
        equal = {}
        for s, (dimension, x) in faces_of(lines, d).items():
            if signs_at(layers, x)[1] == at(affine, x):
                equal[s] = dimension
        pairs = [(s, t) for s in equal for t in equal if s != t and conforms(s, t)]
        whose = components(equal, pairs)
        closed_connected += len({whose[s] for s in equal if equal[s] == d})
        lines[:] = kept
    return len(activation), len(proper), open_connected, closed_connected, len(set(maps.values()))


def network(layers):
    last = len(layers) - 1
    kinds = ["relu"] * last + ["linear"]
    return crease.Network([(*layer, kind) for layer, kind in zip(layers, kinds)])


def test_random():
    draw = random.Random(39)
    for case in range(cases(150)):
        layers = draw_layers(draw)
        found = crease.definitions(network(layers))
        low, high = found.convex
        assert found.proper >= high >= low >= found.open_connected, (case, layers)
        others = (*found[:2], *found[3:])
        assert others == reference(layers, len(layers[0][0][0])), (case, layers, found)


def test_convex():
    """A half-plane beside four sectors must be cut where they meet: a complex is face to face."""
    steps = [
        ([[0, -1], [1, 0], [-1, 0]], [0, 0, 0], "relu"),
        ([[1, 0, 0], [1, -1, -1]], [0, 0], "relu"),
        ([[1, 1]], [0], "linear"),
    ]
    assert crease.definitions(crease.Network(steps))[2:] == ((6, 6), 5, 4, 4)
    peak = [([[1, 0], [-1, 0], [0, 1], [0, -1]], [0] * 4, "relu"), ([[-1] * 4], [1], "relu")]
    found = crease.definitions(crease.Network([*peak, ([[1]], [0], "linear")]))
    assert (found.open_connected, found.convex) == (5, (8, 8))  # rays from four corners


def test_more_dimensions():
    for seed in range(6):
        net = crease.random("3-3-2-1", seed=seed, bias_std=0.5)
        found, counted = crease.definitions(net), net.count(linear=True)
        assert found.activation >= found.proper == counted.activation_regions
        assert found.proper >= found.convex[1] >= found.convex[0] >= found.open_connected
        assert found.open_connected == counted.linear_regions >= found.closed_connected
        assert found.affine == counted.affine_maps <= found.closed_connected


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def between(x, a, b):
    """Whether x lies inside a segment."""
    return not turn(a, x, b) and min(a, b) < x < max(a, b)


def half(way):
    return way[1] < 0 or (way[1] == 0 and way[0] < 0)


def by_angle(a, b):
    area = a[0] * b[1] - a[1] * b[0]
    return half(a) - half(b) or (area < 0) - (area > 0)


def faces_of_segments(segments):
    """The faces of a connected planar graph, as lists of vertices, counterclockwise."""
    nodes = {x for segment in segments for x in segment}
    edges = set()
    for a, b in segments:
        on = sorted({a, b} | {x for x in nodes if between(x, a, b)})
        edges |= {pair for x, y in zip(on, on[1:]) for pair in ((x, y), (y, x))}
    for (a, b), (c, d) in combinations([e for e in edges if e[0] < e[1]], 2):
        sides = turn(a, b, c) * turn(a, b, d), turn(c, d, a) * turn(c, d, b)
        assert not max(sides) < 0, "a crossing"
    after = {}
    for x in nodes:
        ways = {y: tuple(q - p for p, q in zip(x, y)) for a, y in edges if a == x}
        around = sorted(ways, key=cmp_to_key(lambda y, z: by_angle(ways[y], ways[z])))
        for y, before in zip(around, around[-1:] + around[:-1]):
            after[y, x] = (x, before)
    faces = []
    while edges:
        edge = min(edges)
        face = []
        while edge in edges:
            edges.remove(edge)
            face.append(edge[0])
            edge = after[edge]
        faces.append(face)
    return faces


def test_new_edges():
    """The edges found for R3 cut a square into that many convex cells, face to face."""
    draw = random.Random(3)
    for case in range(cases(150)):
        layers = draw_layers(draw)
        made = crease.Complex(network(layers))
        plane = _Plane(made, LinearRegions(made)) if made.dimension == 2 else None
        lines = plane.new_edges() if plane and plane.ends else None
        if not lines:
            continue
        walls = [f for i, f in enumerate(made.faces) if f.dimension == 1 and i not in plane.glued]
        segments = [tuple(wall.points) for wall in walls if not wall.rays]
        rays = [(wall.points[0], wall.rays[0]) for wall in walls if wall.rays]
        for line in lines:
            if line.is_segment:
                segments.append((line.start, tuple(map(sum, zip(line.start, line.along)))))
            else:
                rays.append((line.start, line.along))
        starts = [x for segment in segments for x in segment] + [x for x, _ in rays]
        size = 10 + max(abs(a) for x in starts for a in x)
        corners = [(size, size), (-size, size), (-size, -size), (size, -size)]
        segments += zip(corners, corners[1:] + corners[:1])
        for x, way in rays:
            far = min((size - a if b > 0 else -size - a) / b for a, b in zip(x, way) if b)
            segments.append((x, tuple(a + far * b for a, b in zip(x, way))))
        faces = faces_of_segments(segments)
        cells = [f for f in faces if sum(turn((0, 0), x, y) for x, y in zip(f, f[1:] + f[:1])) > 0]
        assert len(cells) == plane.upper() and len(faces) == len(cells) + 1, (case, layers)
        degree = Counter(x for cell in cells for x in cell)
        for cell in cells:
            for x, y, z in zip(cell[-1:] + cell, cell, cell[1:] + cell[:1]):
                on_frame = max(map(abs, y)) == size
                assert turn(x, y, z) > 0 or (not turn(x, y, z) and (on_frame or degree[y] == 2))


def test_against_the_complex():
    """In a box, where mostly no faces are made, against all faces."""
    draw = random.Random(48)
    for case in range(cases(60)):
        inputs, is_tied = draw.choice([1, 2, 3, 3, 4]), draw.random() < 0.4
        hidden = [draw.randint(2, 4) for _ in range(draw.randint(1, 2))]
        most = 2 if is_tied else 50
        layers = [
            (
                [[draw.randint(-most, most) for _ in range(before)] for _ in range(after)],
                [draw.randint(-most // 2, most // 2) for _ in range(after)],
                "relu",
            )
            for before, after in zip([inputs, *hidden], [*hidden, 1])
        ]
        layers[-1] = (*layers[-1][:2], "linear")
        net = crease.Network(layers)
        made = Complex(net, (-1, 1))
        regions = LinearRegions(made)
        expected = (
            Faces(net, made.domain, lib.CREASE_FACES_PATTERNS, {}).patterns,
            len(made.cells),
            convex(made, regions),
            len(regions.members()),
            _closed_connected(made, regions),
            len(set(made.maps)),
        )
        assert tuple(definitions(net, (-1, 1))) == expected, (case, layers)
