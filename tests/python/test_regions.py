"""Regions: against the tool's records, streamed, in arrays."""

import json
import resource
import subprocess
from fractions import Fraction

import numpy
import pytest

import crease


@pytest.mark.parametrize(
    "name, domain",
    [
        ("trained/moons_q4_2-16-16-16-2.json", dict(box=[(-2, 3), (-2, 2)])),
        ("papers/minmax_2-3-2-1.json", {}),
        ("ties/hairline_2-3-1.json", {}),
    ],
)
def test_cells_are_the_records_of_the_tool(data, tool, name, domain):
    box = [f"--box={','.join(str(x) for side in domain['box'] for x in side)}"] if domain else []
    lines = subprocess.run(
        [tool, "regions", data / name, *box], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    records = [r for r in map(json.loads, lines) if "id" in r]
    cells = list(crease.load(data / name).regions(**domain))
    assert len(cells) == len(records)
    for cell, record in zip(cells, records):
        assert cell.id == record["id"] and cell.is_bounded == record["bounded"]
        assert [list(layer) for layer in cell.pattern] == record["pattern"]
        assert cell.exact_vertices == [[Fraction(x) for x in v] for v in record["vertices"]]
        assert cell.exact_rays == [[Fraction(x) for x in v] for v in record["rays"]]
        assert [[float(x) for x in v] for v in cell.exact_vertices] == cell.vertices.tolist()
        if cell.is_bounded:
            assert cell.area == Fraction(record["area"])
        else:
            assert cell.area is None


def test_the_map_is_the_function(moons):
    for cell in moons.regions(box=(-1, 1)):
        x = cell.interior
        value = [sum(a * b for a, b in zip(row, x)) + row[-1] for row in cell.map]
        assert value == moons.exact(x)
        assert moons.locate(x) == [cell.pattern]
        assert all(sum(a * b for a, b in zip(f.row, x)) + f.row[-1] > 0 for f in cell.facets)


def test_the_regions_of_several_points(moons):
    cells = list(moons.regions(box=(-1, 1)))[:20]
    patterns = [[cell.pattern] for cell in cells]
    assert moons.locate([cell.interior for cell in cells]) == patterns
    corners = numpy.array([cell.vertices[0] for cell in cells])  # rounded, but exact from here on
    assert moons.locate(corners) == [moons.locate(corner) for corner in corners]
    assert moons.locate(numpy.zeros((0, 2))) == []
    cross = crease.Network([([[1, 0], [0, 1]], [0, 0], "relu")])
    assert len(cross.locate([0, 0], max_regions=5)) == 4
    with pytest.raises(crease.Undecided):
        cross.locate([0, 0], max_regions=3)
    with pytest.raises(crease.Undecided):
        moons.locate([[0, 0]] * 10**4, timeout=0.01)


@pytest.mark.long
def test_neighbours_are_mutual(moons):
    cells = {cell.pattern: cell for cell in moons.regions(box=("-1/2", "1/2"))}
    for cell in cells.values():
        for facet, across in zip(cell.facets, cell.neighbours):
            assert (across is None) == (facet.layer is None)
            if across in cells:
                assert cell.pattern in cells[across].neighbours


def test_neighbours_of_the_first_region(moons):
    """A limit of one region is of those listed, not of those around a facet."""
    whole, first = moons.regions(box=(-1, 1)), moons.regions(box=(-1, 1), max_regions=1)
    assert [cell.neighbours for cell in first] == [next(iter(whole)).neighbours]


@pytest.mark.long
def test_neighbours_of_all_are_those_of_each_cell(moons):
    box = ("-1/2", "1/2")
    cells = list(moons.regions(box=box))
    found = moons.adjacency(box)
    assert len(found) == len(cells)
    for cell, near in zip(cells, found):
        # A facet may have several regions across; a cell names the one at a point of it.
        patterns = {cells[n.region].pattern for n in near}
        assert {p for p in cell.neighbours if p is not None} <= patterns
        across = {
            (f.layer, f.unit, f.breakpoint, -f.side) for f in cell.facets if f.layer is not None
        }
        assert {tuple(n[1:]) for n in near} == across
        assert all(cell.id in [m.region for m in found[n.region]] for n in near)


def test_adjacency_is_a_graph(moons):
    networkx = pytest.importorskip("networkx")
    made = moons.adjacency(("-1/2", "1/2"), as_networkx=True)
    near = moons.adjacency(("-1/2", "1/2"))
    assert networkx.is_connected(made) and made.number_of_nodes() == len(near)
    assert {(a, b) for a, b in made.edges} == {
        (i, n.region) for i, listed in enumerate(near) for n in listed if i < n.region
    }


def test_geojson_covers_the_box(moons):
    shapely = pytest.importorskip("shapely.geometry")
    arrays = moons.regions(box=[(-2, 3), (-2, 2)]).to_arrays()
    features = arrays.to_geojson(class_names=["left", "right"])["features"]
    shapes = [shapely.shape(feature["geometry"]) for feature in features]
    assert len(shapes) == 647 and abs(sum(shape.area for shape in shapes) - 20) < 1e-9
    for shape, feature in zip(shapes, features):
        x = shape.representative_point()
        about = feature["properties"]
        if shape.area > 1e-9:
            inside = moons(arrays.interior[feature["id"]])
            assert about["class"] == ["left", "right"][int(inside[1] > inside[0])]
            value = [a @ [x.x, x.y] + b for a, b in zip(numpy.array(about["A"]), about["b"])]
            assert numpy.allclose(value, moons([x.x, x.y]), atol=1e-6)


def test_arrays_are_the_cells(moons):
    regions = moons.regions(box=[(-2, 3), (-2, 2)])
    arrays = regions.to_arrays()
    cells = list(regions)
    assert arrays.complete and regions.complete and len(arrays) == len(cells) == 647
    for i, cell in enumerate(cells):
        assert numpy.array_equal(arrays.vertices_of(i), cell.vertices)
        assert arrays.patterns[i].tolist() == [p for layer in cell.pattern for p in layer]
        assert arrays.volume[i] == float(cell.volume)
        assert numpy.array_equal(arrays.polygons[i], cell.vertices)
        assert arrays.A[i].tolist() == [[float(x) for x in row[:-1]] for row in cell.map]
        assert arrays.b[i].tolist() == [float(row[-1]) for row in cell.map]
    assert numpy.allclose([c.vertices.mean(axis=0) for c in cells], arrays.interior)
    assert repr(arrays) == "<crease.Arrays of 647 regions>" and sum(c.area for c in cells) == 20


def test_polygons_are_aligned_with_the_rows(moons):
    whole = moons.regions().to_arrays()
    assert not whole.bounded.all()
    assert [p is None for p in whole.polygons] == (~whole.bounded).tolist()
    clipped = moons.regions().to_arrays(clip=[(-2, 3), (-2, 2)])
    inside = {cell.pattern: cell for cell in moons.regions(box=[(-2, 3), (-2, 2)])}
    for pattern, polygon in zip(clipped.patterns.tolist(), clipped.polygons):
        cell = inside.pop((tuple(pattern[:16]), tuple(pattern[16:32]), tuple(pattern[32:])), None)
        assert (polygon is None) == (cell is None)
        assert cell is None or numpy.array_equal(polygon, cell.vertices)
    assert not inside


def test_only_what_is_asked_for(moons):
    cell = next(iter(moons.regions(box=(-1, 1), only=())))
    assert len(cell.vertices) > 2
    with pytest.raises(AttributeError):
        cell.exact_vertices
    arrays = moons.regions(box=(-1, 1), only=()).to_arrays()
    for name in ("A", "b", "volume"):
        with pytest.raises(AttributeError, match="only="):
            getattr(arrays, name)


def test_limits_leave_a_part(moons):
    regions = moons.regions(box=(-1, 1), max_regions=10)
    assert len(list(regions)) == 10 and regions.complete is False
    assert not moons.regions(box=(-1, 1), max_regions=10).to_arrays().complete


def test_whoever_leaves_early_stops_the_walk():
    net = crease.random("4-64-64-64-64-64-64-1", seed=1, bias_std=1)  # days
    for cell in net.regions():
        if cell.id == 20:
            break
    assert cell.id == 20


def test_a_slice(data):
    net = crease.random("8-8-8-1", seed=3, bias_std=1)
    corners = [[0] * 8, [1] + [0] * 7, [0] * 7 + [1]]
    regions = list(net.regions(box=(-1, 1), slice=corners))
    assert len(regions) == net.count(box=(-1, 1), slice=corners).activation_regions
    assert sum(cell.area for cell in regions) == 4


@pytest.mark.long
def test_memory_does_not_grow_with_the_regions():
    """What 10^5 more regions leave behind is less than a tenth of what they take."""

    def resident():
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * resource.getpagesize()

    net = crease.construct("arrangement:grid", n=320, d=2)
    sizes = []
    for _ in range(3):
        for cell in net.regions(only=("exact",)):
            assert len(cell.exact_vertices)
        sizes.append(resident())
    assert cell.id + 1 == 321**2
    # Memory that is kept grows every time; a thread may take another arena once.
    assert min(b - a for a, b in zip(sizes, sizes[1:])) < 321**2 * 640 * 4 / 10


@pytest.mark.parametrize("most", [None, 1, 40, 300])
@pytest.mark.long
def test_threads_say_the_same_in_the_same_order(most):
    """Whatever was met, by however many threads; also if it is stopped, or nobody wants more."""
    net = crease.random("2-24-24-24-1", seed=7, bias_std="1/2")
    box = {"box": (-1, 1)} if most is None else {"max_regions": most}

    def all_of(threads):
        return [
            (c.id, c.pattern, c.is_bounded, c.exact_vertices, c.exact_rays, c.facets, c.map, c.area)
            for c in net.regions(threads=threads, **box)
        ]

    one = all_of(1)
    assert [cell[0] for cell in one] == list(range(len(one)))
    assert len(one) == (net.count(box=(-1, 1)).activation_regions if most is None else most)
    for threads in (2, 3, 7):
        assert all_of(threads) == one
    few = iter(net.regions(threads=3, box=(-1, 1), only=()))
    assert [next(few).id for _ in range(50)] == list(range(50))


def test_many_inputs_have_no_vertices_unless_named():
    net = crease.random("40-3-2", seed=1, bias_std=1)
    domain = crease.Domain.ball([0] * 40, 1)
    cells = list(net.regions(domain))
    assert len(cells) == net.count(domain).activation_regions > 1
    for cell in cells:
        assert all(
            sum(a * x for a, x in zip(row, cell.interior)) + row[-1] > 0
            for row in (facet.row for facet in cell.facets)
        )
        with pytest.raises(AttributeError, match="'exact' and 'vertices'|'vertices'"):
            cell.exact_vertices
    arrays = net.regions(domain).to_arrays()
    assert arrays.A.shape == (len(cells), 2, 40) and arrays.volumes is None
    with pytest.raises(AttributeError, match="vertices"):
        arrays.interior
    assert net.locate([0] * 40) == [cells[0].pattern] or len(cells) > 1
    small = crease.random("6-2-1", seed=1, bias_std=1).regions(
        box=(0, 1), only=("vertices", "exact")
    )
    assert all(len(cell.exact_vertices) > 6 for cell in small)


def test_what_was_not_collected_is_named(moons):
    cell = next(iter(moons.regions(box=(-1, 1), only="map")))
    for wanted in ("facets", "map", "exact_rays", "area", "interior"):
        with pytest.raises(AttributeError, match="not collected"):
            getattr(cell, wanted)


@pytest.mark.long
def test_a_region_in_which_a_limit_ends_the_walk_is_left_out():
    """Its vertices, 2^40 of them, are those of no region."""
    net = crease.random("40-3-2", seed=1, bias_std=1)
    domain = crease.Domain.ball([0] * 40, 1)
    found = net.regions(domain, only=("vertices",), timeout=0.5)
    assert list(found) == [] and found.complete is False


def test_points_inside_the_regions_of_a_small_ball():
    """All bounds are close to any vertex: there is a point between them without a program each."""
    net = crease.random("400-8-2", seed=3, bias_std="1/8")
    found = net.regions(crease.Domain.ball([0] * 400, "1/300"), only=("interior",))
    for cell in found:
        assert max(map(abs, cell.interior)) < Fraction(1, 300)
        assert net.locate(cell.interior) == [cell.pattern]
    assert found.complete


def test_doubles_below_the_normal_ones_are_the_nearest():
    third = Fraction(2, 3) / 2**1022  # 53 bits and then fewer: two roundings end elsewhere
    net = crease.Network([([[1]], [-third], "relu")])
    for cell in net.regions(box=(0, 3 * third)):
        assert cell.vertices.tolist() == [[float(x)] for (x,) in cell.exact_vertices]
        assert cell.map[0][1] in (0, -third)
