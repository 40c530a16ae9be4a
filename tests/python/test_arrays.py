"""Arrays of all regions: each vertex once, and the vertices of each region by index.

Cells name their vertices by the hyperplanes that meet there and solve for them, arrays number them
by the edges that they divide and compute their integers from the ends. Both must be the same.
"""

import math
import os
import random
import resource
import subprocess
import sys
from fractions import Fraction

import numpy
import pytest

import crease
from conftest import cases

WIDTHS = {1: 12, 2: 9, 3: 6, 4: 5, 5: 4, 6: 3}  # of layers, at most, by inputs


def number(rng, most):
    """Small integers, so that many creases run through one point; Gaussian if most is 0."""
    return rng.randint(-most, most) if most else rng.gauss(0, 1)


def layer(rng, inputs, units, most):
    kind = rng.choice(["relu", "relu", "abs", "hardtanh", "maxout:2", "maxout:3"])
    rows = int(kind[-1]) if kind.startswith("maxout") else 1

    weights = [[number(rng, most) for _ in range(inputs)] for _ in range(rows * units)]
    return weights, [number(rng, most) * rng.randint(0, 1) for _ in weights], kind, units


def network(rng, inputs):
    most = rng.choice([0, 1, 1, 2, 3])
    layers, width = [], inputs
    for _ in range(rng.randint(1, 3 if inputs < 5 else 2)):
        *made, width = layer(rng, width, rng.randint(1, WIDTHS[inputs]), most)
        layers.append(made)
    return crease.Network([*layers, ([[1] * width], [0], "linear")])


def domain(rng, inputs):
    """A box, the whole space, a simplex, another polytope around 0, or a plane through a box."""
    kind = rng.choice(["box", "box", "wide", "space", "simplex", "polytope", "slice"])
    if kind == "space" and inputs < 5:
        return {}
    if kind == "simplex":
        rows = [[int(k == i) for k in range(inputs)] + [1] for i in range(inputs)]
        return {"polytope": [*rows, [-1] * inputs + [1]]}
    if kind == "polytope" and inputs < 5:  # mostly unbounded, perhaps with lines
        sides = range(rng.randint(1, inputs + 1))
        return {
            "polytope": [
                [*(rng.randint(-2, 2) for _ in range(inputs)), rng.randint(1, 3)] for _ in sides
            ]
        }
    if kind == "slice" and inputs > 2:
        corners = [[0] * inputs, [1] + [0] * (inputs - 1), [0, 1] + [1] * (inputs - 2)]
        return {"box": (-1, 1), "slice": corners}
    return {"box": (-1, 1) if kind == "box" else (-3, 2)}


def assert_complex(regions):
    """Each point has one row and each row one point, numbered as the regions meet them."""
    arrays, cells = regions.to_arrays(exact=True), list(regions)
    point_of, row_of = {}, {}
    assert len(cells) == len(arrays)
    for i, cell in enumerate(cells):
        assert numpy.array_equal(arrays.vertices_of(i), cell.vertices)
        assert arrays.exact_vertices_of(i) == cell.exact_vertices
        first, last = arrays.vertex_start[i : i + 2]
        for row, point in zip(
            arrays.vertex_index[first:last].tolist(), map(tuple, cell.exact_vertices), strict=True
        ):
            assert row <= len(point_of), "not in order"
            assert point_of.setdefault(row, point) == point, "two points in one row"
            assert row_of.setdefault(point, row) == row, "one point in two rows"
            assert [float(x) for x in point] == arrays.vertices[row].tolist()
    assert len(row_of) == len(arrays.vertices) == len(arrays.integers)
    assert all(row[-1] > 0 for row in arrays.integers.tolist())
    return arrays


@pytest.mark.parametrize("seed", range(cases(150)))
def test_each_vertex_comes_once(seed):
    rng = random.Random(seed)
    inputs = rng.randint(1, 6)
    net, where = network(rng, inputs), domain(rng, inputs)
    how = {"arith": rng.choice(["filtered", "filtered", "exact"]), "threads": rng.randint(1, 3)}
    assert_complex(net.regions(only=("vertices", "exact"), **where, **how))


@pytest.mark.parametrize("seed", range(cases(60)))
def test_maxout_in_unbounded_domains(seed):
    """While its ties are cut, cells form no complex there: integers name all vertices."""
    rng = random.Random(seed + 32)  # of which the first two notice numbers by edges
    inputs, units = rng.randint(2, 3), rng.randint(1, 2)
    first = [[rng.randint(-2, 2) for _ in range(inputs)] for _ in range(3 * units)]
    second = [[rng.randint(-2, 2) for _ in range(units)] for _ in range(2)]
    layers = [
        (first, [rng.randint(-2, 2) for _ in first], "maxout:3"),
        (second, [rng.randint(-2, 2) for _ in second], rng.choice(["relu", "abs", "hardtanh"])),
        ([[1, 1]], [0], "linear"),
    ]
    side = [*(rng.randint(-2, 2) for _ in range(inputs)), 1]
    where = {"polytope": [side]} if rng.randrange(3) == 0 else {}
    assert_complex(crease.Network(layers).regions(only=("vertices", "exact"), **where))


def test_three_creases_through_one_point():
    net = crease.Network([([[1, 0], [0, 1], [1, 1]], [0, 0, 0], "relu")])
    arrays = assert_complex(net.regions(box=(-1, 1)))
    assert len(arrays) == 6 and len(arrays.vertices) == 9 and len(arrays.vertex_index) == 20


def test_different_points_with_the_same_doubles():
    tiny = Fraction(1, 10**30)
    net = crease.Network([([[1], [1]], [-1, -1 - tiny], "relu")])
    arrays = assert_complex(net.regions(box=(0, 2)))
    assert arrays.vertices.ravel().tolist() == [0, 1, 1, 2]


@pytest.mark.parametrize("name", ["2-16-16-1", "3-8-8-1", "4-6-6-1"])
def test_vertices_are_those_of_the_face_complex(name):
    """And the numbers of faces of all dimensions, which faces know, alternate to 1 in a box."""
    net = crease.random(name, seed=2, bias_std="1/2")
    arrays = net.regions(box=(-1, 1), only=("vertices",)).to_arrays()
    faces = crease.Complex(net, box=(-1, 1)).f_vector
    assert len(arrays.vertices) == faces[0] and len(arrays) == faces[-1]
    assert sum((-1) ** k * count for k, count in enumerate(faces)) == 1


def test_a_limit_leaves_the_vertices_of_the_regions_that_it_leaves(moons):
    whole = moons.regions(box=(-1, 1)).to_arrays()
    part = moons.regions(box=(-1, 1), max_regions=10).to_arrays()
    rows = part.vertex_index
    assert not part.complete and len(part) == 10 and len(part.vertices) == rows.max() + 1
    assert numpy.array_equal(rows, whole.vertex_index[: len(rows)])
    assert numpy.array_equal(part.vertices, whole.vertices[: len(part.vertices)])


def test_integers_are_there_if_they_are_asked_for(moons):
    arrays = moons.regions(box=(-1, 1), only=("vertices",)).to_arrays()
    for name in ("numerators", "denominators"):
        with pytest.raises(AttributeError, match="exact=True"):
            getattr(arrays, name)
    exact = moons.regions(box=(-1, 1), only=()).to_arrays(exact=True)
    assert numpy.array_equal(exact.vertices, arrays.vertices)
    quotients = exact.numerators / exact.denominators[:, None]
    assert numpy.array_equal(quotients.astype(float), arrays.vertices)


def integers_by_words(arrays):
    words = arrays.words.astype("<u8").tobytes()  # the lowest first, of any size
    bounds = [arrays.words.itemsize * x for x in arrays.word_start.tolist()]
    columns = arrays.vertices.shape[1] + 1
    for first, last in zip(bounds, bounds[1:]):
        size = (last - first) // columns
        entries = [words[k : k + size] for k in range(first, last, size)]
        yield [int.from_bytes(entry, "little", signed=True) for entry in entries]


@pytest.mark.parametrize("tiny", [Fraction(1, 3**20), Fraction(1, 3**1400)])
def test_words_are_the_integers(tiny, tmp_path):
    """Integers of more than 255 bytes too, and files without Python's objects."""
    net = crease.Network([([[1, 0, 0], [-1, 2, 0], [1, 0, 1]], [-tiny, tiny, 0], "relu")])
    arrays = net.regions(box=(-1, 1), only=("vertices",)).to_arrays(exact=True)
    assert arrays.integers.tolist() == list(integers_by_words(arrays))
    rows = arrays.integers.tolist()
    assert any(x < 0 for row in rows for x in row) and max(map(max, rows)) >= tiny.denominator
    numpy.save(tmp_path / "words.npy", arrays.words, allow_pickle=False)
    assert numpy.array_equal(numpy.load(tmp_path / "words.npy"), arrays.words)


def test_lists_of_some_megabytes():
    """They are moved while they grow, several times."""
    net = crease.random("3-14-14-14-1", seed=1, bias_std=0.3)
    arrays = net.regions(box=(-1, 1), only=("vertices",)).to_arrays(exact=True)
    assert arrays.words.nbytes > 1 << 20 and len(arrays.vertices) > 4000
    assert arrays.integers.tolist() == list(integers_by_words(arrays))
    quotients = arrays.numerators / arrays.denominators[:, None]  # of integers, rounded once
    assert numpy.array_equal(quotients.astype(float), arrays.vertices)


def test_no_region_at_all(moons):
    part = moons.regions(box=(-1, 1), max_regions=1, timeout=1e-9).to_arrays()
    assert len(part) == len(part.vertices) == len(part.vertex_index) == len(part.polygons) == 0
    part = moons.regions(box=(-1, 1), max_regions=1, timeout=1e-9).to_arrays(exact=True)
    assert part.integers.shape == (0, 3) and len(part.words) == 0
    assert part.word_start.tolist() == [0]


def fractions_of(cell):
    yield from (x for row in [*cell.exact_vertices, *cell.exact_rays, *cell.map] for x in row)
    yield from (x for facet in cell.facets for x in facet.row)
    yield from cell.interior
    yield from [cell.area] if cell.is_bounded else []


@pytest.mark.parametrize("seed", range(cases(60)))
def test_fractions_have_no_common_factor(seed):
    """Python would not reduce them, and compares them by their parts."""
    rng = random.Random(seed)
    inputs = rng.randint(1, 3)
    net, where = network(rng, inputs), domain(rng, inputs)
    for cell in net.regions(max_regions=50, **where):
        for x in fractions_of(cell):
            assert x.denominator > 0 and math.gcd(x.numerator, x.denominator) == 1, (seed, x)
            assert x == Fraction(str(x)) and hash(x) == hash(Fraction(str(x)))


def test_numbers_in_files_are_reduced(tmp_path):
    path = tmp_path / "points.txt"
    path.write_text("2/4 -6/4\n0/3 4/2\n")
    numbers = [x for point in crease._domain.read_points(path) for x in point]
    assert numbers == [Fraction(1, 2), Fraction(-3, 2), 0, 2]


@pytest.mark.parametrize("seed", range(cases(60)))
def test_polygons_begin_alike_in_both_arithmetics(seed):
    """Doubles choose the first vertex, on an upright border by the second coordinate."""
    rng = random.Random(seed)
    net = network(rng, 2)
    where = rng.choice([{"box": (-1, 1)}, {"box": [(0, 2), (-1, 1)]}, domain(rng, 2)])
    doubles, integers = (
        net.regions(only=("vertices",), arith=arith, **where).to_arrays()
        for arith in ("filtered", "exact")
    )
    assert numpy.array_equal(doubles.vertex_index, integers.vertex_index), seed
    assert numpy.array_equal(doubles.vertices, integers.vertices), seed
    for i, polygon in enumerate(doubles.polygons):
        assert polygon is None or min(polygon.tolist()) == polygon[0].tolist(), (seed, i)


@pytest.mark.parametrize("inputs", [1, 2, 3])
def test_integers_of_any_size_are_rounded_once(inputs):
    """Subnormal and large coordinates, halfway cases, and one just beside."""
    half = 1 + Fraction(1, 2**53)
    places = [Fraction(3, 2**1076), half, half + Fraction(1, 3**200), 2 + Fraction(3, 2**52)]
    places += [Fraction(2**1000, 3), Fraction(10**300 + 1, 7**90), Fraction(1, 3**700)]
    rest = [0] * (inputs - 1)
    layer = ([[1, *rest] for _ in places], [-x for x in places], "relu")
    net = crease.Network([layer])
    arrays = net.regions(box=(0, 2**1001), only=("vertices",)).to_arrays(exact=True)
    for above, below, doubles in zip(arrays.numerators, arrays.denominators, arrays.vertices):
        assert [float(Fraction(x, below)) for x in above] == doubles.tolist()
    assert set(map(float, places)) <= set(arrays.vertices[:, 0].tolist())


PARALLEL = """
import crease
units = range(1, 3001)
net = crease.Network([([[-1, 0, 0] for _ in units], list(units), "relu")])
box = [(0, 3001), (0, 1), (0, 1)]
arrays = net.regions(box=box, only=("vertices",), threads=1).to_arrays(exact=True)
vertices = [(*above, below) for above, below in zip(arrays.numerators, arrays.denominators)]
assert all(x % below == 0 for *above, below in vertices for x in above)
assert sorted(tuple(x // below for x in above) for *above, below in vertices) == [
    (x, y, z) for x in range(3002) for y in (0, 1) for z in (0, 1)
]
"""


def test_an_edge_that_is_divided_very_often():
    """The integers of each vertex come from those of the next: a loop, or many calls."""

    def limit_stack():
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, hard))

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(
        [sys.executable, "-c", PARALLEL], preexec_fn=limit_stack, env=environment, check=True
    )
