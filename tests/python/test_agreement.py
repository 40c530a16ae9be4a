"""Numbers of one network by different commands, which share little after the walk."""

import json
import math
import os
import random
import subprocess
from fractions import Fraction

import crease
import pytest
from conftest import cases

pytestmark = pytest.mark.long
CASES = cases(200)
TOLD = 8  # the tool is run on one in this many networks
SEED = int(os.environ.get("CREASE_SEED", "1"))
ACTIVATIONS = (
    "relu",
    "relu",
    "relu",
    "leaky:1/10",
    "abs",
    "hardtanh",
    "maxout:2",
    "maxout:3",
    "pwl:-1,1;0,1,0",
    "linear",
)
# Weights: ties, thirds, doubles, far beyond doubles, nearly equal.
NUMBERS = {
    "small": lambda draw: draw.randint(-2, 2),
    "ternary": lambda draw: draw.choice((-1, 0, 0, 1)),
    "thirds": lambda draw: Fraction(draw.randint(-4, 4), 3),
    "doubles": lambda draw: draw.gauss(0, 1),
    "huge": lambda draw: draw.randint(-2, 2) * draw.choice((1, 2**900, Fraction(1, 2**900))),
    "near": lambda draw: draw.randint(-1, 1) + draw.choice((0, 0, Fraction(1, 2**70))),
}


def drawn_layer(draw, number, inputs, activation):
    rows = draw.randint(1, 4 if inputs < 3 else 3)
    per_unit = int(activation[7:]) if activation.startswith("maxout") else 1
    weights = [[number(draw) for _ in range(inputs)] for _ in range(rows * per_unit)]
    biases = [number(draw) for _ in weights]
    if draw.randrange(4) == 0:  # two units with one crease
        weights[-1], biases[-1] = weights[0], biases[0]
    return weights, biases, activation


def drawn_net(draw, inputs):
    number, layers = NUMBERS[draw.choice(list(NUMBERS))], []
    width = inputs
    for _ in range(draw.randint(1, 3) if inputs < 3 else draw.randint(1, 2)):
        layers.append(drawn_layer(draw, number, width, draw.choice(ACTIVATIONS)))
        per_unit = int(layers[-1][2][7:]) if layers[-1][2].startswith("maxout") else 1
        width = len(layers[-1][0]) // per_unit
    outputs = draw.randint(1, 3)
    weights = [[number(draw) for _ in range(width)] for _ in range(outputs)]
    return crease.Network([*layers, (weights, [number(draw) for _ in weights], "linear")])


def drawn_domain(draw, inputs):
    kind = draw.choice(("whole", "box", "box", "polytope", "slice"))
    if kind == "whole":
        return {}
    if kind == "box":
        low = [Fraction(draw.randint(-4, 2), 3) for _ in range(inputs)]
        return {"box": [(a, a + Fraction(draw.randint(1, 5), 2)) for a in low]}
    if kind == "polytope":
        rows = [[draw.randint(-2, 2) for _ in range(inputs)] for _ in range(inputs + 2)]
        return {"polytope": [(*row, draw.randint(1, 3)) for row in rows]}
    dimension = draw.randint(1, inputs)
    first = [draw.randint(-1, 1) for _ in range(inputs)]
    axes = draw.sample(range(inputs), dimension)
    steps = [(axis, draw.choice((-1, 2))) for axis in axes]
    points = [[x + (c == axis) * by for c, x in enumerate(first)] for axis, by in steps]
    box = {"box": (-1, 1)} if draw.randrange(2) else {}
    return {"slice": [first, *points], **box}


def joined(maps, pairs):
    """How many sets of regions with one map hang together."""
    root = list(range(len(maps)))

    def find(i):
        while root[i] != i:
            i = root[i]
        return i

    for i, j in pairs:
        if maps[i] == maps[j]:
            root[find(i)] = find(j)
    return sum(root[i] == i for i in range(len(root)))


def numbers_of(count):
    return (
        count.activation_regions,
        count.bounded_regions,
        count.per_layer,
        count.linear_regions,
        count.affine_maps,
    )


def check_counts(net, domain, counted):
    """By threads, in integers, by images, and after each neuron."""
    wanted = numbers_of(counted)
    for threads in (2, 3):
        assert numbers_of(net.count(**domain, linear=True, threads=threads)) == wanted
    assert numbers_of(net.count(**domain, linear=True, arith="exact", threads=1)) == wanted
    for how in ({"images": "always"}, {"per_neuron": True, "arith": "exact"}):
        other = net.count(**domain, **how)
        assert numbers_of(other)[:3] == wanted[:3], how


def nearest(x):
    """Python rounds quotients of integers to the nearest double."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def check_arrays(arrays, cells):
    assert arrays.patterns.shape[0] == len(cells)
    assert arrays.bounded.tolist() == [cell.is_bounded for cell in cells]
    points = {tuple(v) for cell in cells for v in cell.exact_vertices}
    assert len(arrays.vertices) == len(points)
    for i, cell in enumerate(cells):
        corners = arrays.vertices_of(i)
        assert corners.tolist() == [[nearest(x) for x in v] for v in cell.exact_vertices], cell.id
        assert [
            [*row, constant] for row, constant in zip(arrays.A[i].tolist(), arrays.b[i].tolist())
        ] == [[nearest(x) for x in row] for row in cell.map], cell.id
        if cell.is_bounded:
            assert arrays.volume[i] == nearest(cell.volume), cell.id


def check_lists(net, domain, counted):
    """Regions, their neighbours, arrays and the tree."""
    cells = list(net.regions(**domain))
    maps = [tuple(map(tuple, cell.map)) for cell in cells]
    beside = net.adjacency(**domain)
    pairs = {(i, other.region) for i, near in enumerate(beside) for other in near}
    assert len(beside) == len(cells)
    assert pairs == {(j, i) for i, j in pairs}
    number = {cell.pattern: cell.id for cell in cells}
    for cell in cells:
        for pattern in cell.neighbours:
            assert pattern is None or (cell.id, number[pattern]) in pairs, cell.id
    assert len({cell.pattern for cell in cells}) == len(cells) == counted.activation_regions
    assert sum(cell.is_bounded for cell in cells) == counted.bounded_regions
    assert len(set(maps)) == counted.affine_maps
    assert joined(maps, pairs) == counted.linear_regions
    for arith in ("filtered", "exact"):
        check_arrays(net.regions(**domain, arith=arith).to_arrays(), cells)
    leaves = [node for node in net.tree(**domain).nodes if node.neuron is None]
    assert [leaf.region for leaf in leaves] == list(range(len(cells)))
    assert [leaf.pattern for leaf in leaves] == [cell.pattern for cell in cells]


def check_faces(net, domain, counted):
    """The complex of regions, and the one in which decisions are constant."""
    if "slice" in domain:
        return
    faces = crease.Complex(net, **domain)
    assert faces.f_vector[-1] == counted.activation_regions
    if counted.bounded_regions == counted.activation_regions:
        assert faces.euler == 1


def check_certificate(net, domain, counted, path):
    for images in ("never", "always"):
        linear = images == "never"
        net.certify(path, **domain, linear=linear, images=images)
        claim = crease.check(path, net)
        assert claim.activation_regions == counted.activation_regions
        if linear:
            assert claim.bounded_regions == counted.bounded_regions
            assert claim.linear_regions == counted.linear_regions
            assert claim.affine_maps == counted.affine_maps


def told(tool, *command, ends=(0,)):
    done = subprocess.run([tool, *command], capture_output=True, text=True)
    assert done.returncode in ends, (command, done.stderr)
    return done.stdout


def check_inequalities(net, domain, tool, here):
    """Texts that the tool keeps for later regions, and the rows of each region."""
    cells = list(net.regions(**domain))
    for threads in (1, 3):
        how = ["--fields=id,inequalities", f"--threads={threads}"]
        lines = told(tool, "regions", *here, *how).splitlines()
        for cell, line in zip(cells, lines[:-1], strict=True):
            listed = [
                crease.Facet(
                    tuple(map(Fraction, facet["row"])),
                    *(facet.get(key) for key in ("layer", "unit", "breakpoint")),
                    facet.get("side", 1),
                )
                for facet in json.loads(line)["inequalities"]
            ]
            assert listed == cell.facets, (cell.id, threads)


def words(domain, path):
    """The options of the tool for a domain."""
    said = []
    if "box" in domain:
        ends = domain["box"] if isinstance(domain["box"], list) else [domain["box"]]
        said.append("--box=" + ",".join(str(x) for pair in ends for x in pair))
    if "slice" in domain:
        said.append("--slice=" + ";".join(",".join(map(str, point)) for point in domain["slice"]))
    if "polytope" in domain:
        rows = [(row[-1], *row[:-1]) for row in domain["polytope"]]
        lines = [" ".join(map(str, row)) for row in rows]
        path.write_text(
            "\n".join(["begin", f"{len(rows)} {len(rows[0])} rational", *lines, "end", ""])
        )
        said.append(f"--polytope={path}")
    return said


def check_tool(net, domain, counted, tool, folder):
    """What its commands print, and tasks in two runs, and a count that a limit interrupts."""
    net.save(folder / "net.json")

    def numbers(text):
        told = json.loads(text)
        return [told[key] for key in ("activation_regions", "bounded_regions", "regions_per_layer")]

    here = [folder / "net.json", *words(domain, folder / "domain.ine")]
    check_inequalities(net, domain, tool, here)
    wanted = [counted.activation_regions, counted.bounded_regions, list(counted.per_layer)]
    assert numbers(told(tool, "count", *here, "--json")) == wanted
    for listing in ("regions", "adjacency"):
        assert len(told(tool, listing, *here).splitlines()) == wanted[0] + 1, listing
    nodes = json.loads(told(tool, "tree", *here))["nodes"]
    assert sum("region" in node for node in nodes) == wanted[0]
    told(tool, "split", "count", *here, "--tasks=3", "-o", folder / "tasks")
    names = told(tool, "run", folder / "tasks", "--list").split()
    for some in (names[-1:], []):
        told(tool, "run", folder / "tasks", *some)
    assert numbers(told(tool, "merge", folder / "tasks", "--json")) == wanted
    resumed = ["count", *here, "--json", f"--checkpoint={folder / 'checkpoint'}"]
    told(tool, *resumed, "--time-limit=0.001", ends=(0, 3))
    assert numbers(told(tool, *resumed)) == wanted


def test_commands_agree(tmp_path, tool):
    draw = random.Random(SEED)
    for case in range(CASES):
        inputs = draw.choice((1, 1, 2, 2, 2, 3, 3, 4))
        net, domain = drawn_net(draw, inputs), drawn_domain(draw, inputs)
        try:
            counted = net.count(**domain, linear=True, threads=1)
        except crease.Error as error:
            assert "empty" in str(error) or "interior" in str(error)
            continue
        try:
            check_counts(net, domain, counted)
            check_lists(net, domain, counted)
            check_faces(net, domain, counted)
            check_certificate(net, domain, counted, tmp_path / "cert")
            if case % TOLD == 0:
                folder = tmp_path / str(case)
                folder.mkdir()
                check_tool(net, domain, counted, tool, folder)
        except BaseException:
            net.save(tmp_path / "net.json")
            print(f"seed {SEED}, case {case}: {domain}, {tmp_path / 'net.json'}, {counted}")
            raise


def test_parallel_inequalities(tmp_path, tool):
    """A unit of the second layer has parallel creases in regions that follow each other."""
    first = ([[-1, 0], [1, 0], [0, 1]], [1, -2, 0], ["relu", "relu", "linear"])
    net = crease.Network([first, ([[1, -1, 1]], [0], "relu"), ([[1]], [0], "linear")])
    net.save(tmp_path / "net.json")
    check_inequalities(net, {"box": (-4, 6)}, tool, [tmp_path / "net.json", "--box=-4,6"])


def test_many_inequalities(tmp_path, tool):
    """There are fewer places for texts than units and sides of the domain."""
    net = crease.random("2-24-24-1", seed=5, bias_std=0.5)
    net.save(tmp_path / "net.json")
    check_inequalities(net, {"box": (-1, 1)}, tool, [tmp_path / "net.json", "--box=-1,1"])


def test_maxout_in_the_whole_plane():
    """Its cells do not form a complex while they are cut: vertices had several numbers."""
    first = ([[1, 0], [-1, -1], [0, -2]], [-1, 0, 1], "maxout:3")
    net = crease.Network([first, ([[1]], [-1], "relu"), ([[1]], [0], "linear")])
    check_arrays(net.regions().to_arrays(), list(net.regions()))
