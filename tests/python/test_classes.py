"""Decision regions of trained networks, by polygons of fractions that are cut neuron by neuron.

Nothing of the engine is used: cells are clipped by themselves, and neighbours are found among the
edges that all cells have on one line.
"""

import json
from collections import defaultdict
from decimal import Decimal, getcontext
from fractions import Fraction as F
from pathlib import Path
from random import Random

import pytest

import crease

NAMES = "".join(f"(declare-const {v}_{i} Real)" for v in "XY" for i in range(2))
DATA = Path(__file__).resolve().parents[2] / "data" / "trained"
getcontext().prec = 50


def value(form, p):
    return form[0] * p[0] + form[1] * p[1] + form[2]


def cut(polygon, form):
    """The parts of a convex polygon where a form is negative and where it is positive."""
    values = [value(form, p) for p in polygon]
    if all(v <= 0 for v in values):
        return polygon, None
    if all(v >= 0 for v in values):
        return None, polygon
    parts = [], []
    for i, (p, v) in enumerate(zip(polygon, values)):
        q, w = polygon[i - 1], values[i - 1]
        if v * w < 0:
            t = w / (w - v)
            cross = (q[0] + t * (p[0] - q[0]), q[1] + t * (p[1] - q[1]))
            parts[0].append(cross)
            parts[1].append(cross)
        if v <= 0:
            parts[0].append(p)
        if v >= 0:
            parts[1].append(p)
    return parts


def layers_of(path):
    """Integer weights over a common denominator, as the file is quantised."""
    return [
        ([[F(str(w)) for w in row] for row in layer["weights"]], [F(str(b)) for b in layer["bias"]])
        for layer in json.loads(path.read_text())["layers"]
    ]


def cells_of(layers, box):
    """Polygons with the class that is chosen there."""
    a, b, c, d = box
    found = []
    stack = [([(a, c), (b, c), (b, d), (a, d)], 0, 0, [(F(1), F(0), F(0)), (F(0), F(1), F(0))], [])]
    while stack:
        polygon, l, unit, inputs, outputs = stack.pop()
        weights, bias = layers[l]
        if unit == 0:
            forms = [
                tuple(
                    sum((w * x[k] for w, x in zip(row, inputs) if w and x[k]), F(0)) + (k == 2) * s
                    for k in range(3)
                )
                for row, s in zip(weights, bias)
            ]
        else:
            forms = inputs  # of this layer, kept from the first unit on
        if l + 1 == len(layers):
            difference = tuple(y - x for x, y in zip(forms[0], forms[1]))
            for k, part in enumerate(cut(polygon, difference)):
                if part:
                    found.append((part, k))
            continue
        for positive, part in enumerate(cut(polygon, forms[unit])):
            if not part:
                continue
            outputs_here = outputs + [forms[unit] if positive else (F(0), F(0), F(0))]
            stack.append(next_of(part, l, unit, forms, outputs_here))
    return found


def next_of(polygon, l, unit, forms, outputs):
    if unit + 1 == len(forms):
        return polygon, l + 1, 0, outputs, []
    return polygon, l, unit + 1, forms, outputs


def area(polygon):
    pairs = zip(polygon, polygon[1:] + polygon[:1])
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in pairs), F(0)) / 2


def line_through(p, q):
    a, b = p[1] - q[1], q[0] - p[0]
    first = a or b
    return a / first, b / first, -(a * p[0] + b * p[1]) / first


def neighbours(cells):
    """Pairs of cells, with the length of what their borders share."""
    edges = defaultdict(list)
    for i, (polygon, _) in enumerate(cells):
        for p, q in zip(polygon, polygon[1:] + polygon[:1]):
            if p != q:
                edges[line_through(p, q)].append((min(p, q), max(p, q), p < q, i))
    for on_line in edges.values():
        on_line.sort()
        for k, (low, high, forward, i) in enumerate(on_line):
            for other_low, other_high, other_forward, j in on_line[k + 1 :]:
                if other_low >= high:
                    break
                if forward != other_forward:
                    yield i, j, other_low, min(high, other_high)


def root(parent, i):
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


def summary(cells):
    """Areas of all decision regions, with their classes and numbers of cells; the boundary."""
    parent, length = list(range(len(cells))), Decimal(0)
    for i, j, p, q in neighbours(cells):
        if cells[i][1] == cells[j][1]:
            parent[root(parent, i)] = root(parent, j)
        else:
            square = sum((x - y) ** 2 for x, y in zip(p, q))
            length += (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
    regions = defaultdict(lambda: [None, 0, F(0)])
    for i, (polygon, chosen) in enumerate(cells):
        region = regions[root(parent, i)]
        region[0] = chosen
        region[1] += 1
        region[2] += area(polygon)
    return sorted(map(tuple, regions.values())), length


@pytest.mark.parametrize(
    "name, box",
    [
        ("moons_q4_2-16-16-16-2.json", (-2, 3, -2, 2)),
        ("spiral_q5_2-32-32-32-2.json", (0, F(1, 2), -1, 0)),
    ],
)
@pytest.mark.long
def test_decision_regions_are_those_of_polygons(name, box):
    layers = layers_of(DATA / name)
    regions, length = summary(cells_of(layers, [F(x) for x in box]))
    a, b, c, d = box
    found = crease.load(DATA / name).classes(box=[(a, b), (c, d)])
    assert sorted((r.chosen, r.cells, r.volume) for r in found.regions) == regions
    lo, hi = (Decimal(x.numerator) / Decimal(x.denominator) for x in found.boundary)
    assert lo - Decimal("1e-40") <= length <= hi + Decimal("1e-40")
    assert sum(c.volume for c in found.classes) == (F(b) - F(a)) * (F(d) - F(c))


def test_a_property_is_met_where_the_class_says_so():
    net = crease.load(DATA / "moons_q4_2-16-16-16-2.json")
    square = "".join(f"(assert (and (<= -2 X_{i}) (<= X_{i} 2)))" for i in range(2))
    for region in net.classes(box=(-2, 2)).regions:
        most = net.range(
            box=(-2, 2), objective=[1, -1] if region.chosen == 0 else [-1, 1]
        ).greatest.value
        ahead, behind = (0, 1) if region.chosen == 0 else (1, 0)
        for extra, satisfiable in ((F(0), True), (F(1, 10**40), False)):
            asked = f"(assert (>= (- Y_{ahead} Y_{behind}) {most + extra}))"
            found = net.verify(text=NAMES + square + asked)
            assert found.satisfiable is satisfiable and found.complete
            if satisfiable:
                assert tuple(net.exact(found.inputs)) == found.outputs
                assert found.outputs[ahead] - found.outputs[behind] == most
    with pytest.raises(crease.Error, match="text:1:106"):
        net.verify(text=NAMES + "(assert (< Y_0 Y_1))")
    with pytest.raises(TypeError, match="path"):
        net.verify()


def test_a_margin_is_the_distance_to_the_boundary():
    net = crease.load(DATA / "moons_q4_2-16-16-16-2.json")
    curves = net.classes().curves
    for norm in (2, 1, "inf"):
        for x in ([0, 0], ["1/2", "-1/3"], [2, 1]):
            found = net.margin(x, norm=norm)
            at = [F(c) for c in x]
            assert found.squared == min(
                from_segment(at, p, q, norm)
                for curve in curves
                for p, q in zip(curve.vertices, curve.vertices[1:])
            )
            assert found.squared == squared_norm([a - b for a, b in zip(at, found.point)], norm)
            assert (found.rational is None) is (norm == 2)
            assert net.exact(found.point)[0] == net.exact(found.point)[1]
    assert [m.rational for m in net.margin([[0, 0], [2, 1]], norm="inf")][1] == found.rational


def squared_norm(x, norm):
    if norm == 2:
        return sum(c * c for c in x)
    return (sum if norm == 1 else max)(abs(c) for c in x) ** 2


def from_segment(x, p, q, norm):
    """The squared distance of a point from a segment: at an end, or where the norm bends."""
    step = [b - a for a, b in zip(p, q)]
    away = [a - c for a, c in zip(p, x)]
    rows = {2: [step], 1: [(1, 0), (0, 1)], "inf": [(1, 1), (1, -1)]}[norm]
    places = {F(0), F(1)}
    for row in rows:
        slope = sum(r * s for r, s in zip(row, step))
        if slope:
            places.add(-sum(r * a for r, a in zip(row, away)) / slope)
    return min(
        squared_norm([a + t * s for a, s in zip(away, step)], norm)
        for t in places
        if 0 <= t <= 1
    )


def test_a_stopped_margin_has_two_bounds_and_a_counterexample():
    net = crease.random("20-12-12-4", seed=3, bias_std=1)
    found = net.margin([0] * 20, max_regions=2)
    assert found.state == "lower_bound" and 0 <= found.distance <= found.upper < 10
    away = sum(x * x for x in found.counterexample)
    assert found.squared <= away <= F(found.upper) ** 2
    y = net.exact(found.counterexample)
    assert max(y[k] for k in range(4) if k != found.chosen) >= y[found.chosen]


def test_nothing_known_of_a_point(data):
    """A limit that comes before the first result is an error, and no None."""
    digits = crease.load(data / "trained" / "digits_64-32-32-32-10_epoch50.json")
    for question in (digits.margin, digits.distance):
        with pytest.raises(crease.Undecided, match="limit"):
            question([0] * 64, timeout=1e-9)
        assert len(question([[0] * 64], timeout=1e-9)) == 0


@pytest.mark.parametrize("seed", range(12))
def test_the_boundary_is_that_of_a_maxout_layer(seed):
    """In three to five inputs: what a maxout unit of the outputs adds to the activation boundary.

    Facets between regions are measured by other code than those between classes. Weights are
    generic, so that no boundary lies on a crease; some outputs are there twice.
    """
    random = Random(seed)
    inputs, hidden, outputs = 3 + seed % 3, 3, 2 + seed % 2

    def rows(count, width):
        return [[F(random.randint(-99, 99), 31) for _ in range(width)] for _ in range(count)]

    layer = (rows(hidden, inputs), [x / 9 for x in rows(1, hidden)[0]], "leaky:1/3")
    weights, bias = rows(outputs, hidden), [x / 40 for x in rows(1, outputs)[0]]
    if seed % 4 == 1:
        weights, bias = [*weights, weights[0]], [*bias, bias[0]]
    if seed % 4 == 3:
        weights, bias = [weights[0], *weights], [bias[0], *bias]
    found = crease.Network([layer, (weights, bias, "linear")]).classes(box=(-1, 1))
    one = ([[1]], [0], "linear")
    chosen = crease.Network([layer, (weights, bias, f"maxout:{len(bias)}"), one])
    all_facets = chosen.boundary((-1, 1)).volume
    creases = crease.Network([layer, ([[1] * hidden], [0], "linear")]).boundary((-1, 1)).volume
    least, most = (F(x) - F(y) for x, y in zip(all_facets, reversed(creases)))
    assert least - F(1, 10**9) <= found.boundary.lo <= found.boundary.hi <= most + F(1, 10**9)
    assert most - least < F(1, 10**9)
    assert found.boundary.lo > 0
