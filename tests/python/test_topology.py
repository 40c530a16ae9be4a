"""The faces of a network, and the topology of its decisions."""

import random
from collections import Counter

import numpy
import pytest

import crease
from conftest import cases
from crease.theory import __main__ as theory
from crease.theory.complexes import Faces
from crease.theory.topology import decided

CASES = cases(200)
WIDTHS = {2: ("2-3-1", "2-4-1", "2-3-2-1", "2-2-3-1"), 3: ("3-3-1", "3-3-2-1"), 4: ("4-3-1",)}


def drawn(draw, inputs=None):
    """A random network; every third one has small integers, and so ties."""
    inputs = inputs or draw.choice((2, 2, 3, 3, 4))
    widths = draw.choice(WIDTHS[inputs])
    if draw.randrange(3):
        return crease.random(widths, seed=draw.randrange(10**6), bias_std=0.5)
    sizes = [int(w) for w in widths.split("-")]
    layers = []
    for before, after in zip(sizes, sizes[1:]):
        rows = [[draw.randint(-2, 2) for _ in range(before)] for _ in range(after)]
        layers.append((rows, [draw.randint(-1, 1) for _ in rows], "relu"))
    return crease.Network([*layers[:-1], (*layers[-1][:2], "linear")])


@pytest.mark.long
def test_euler():
    draw = random.Random(3)
    for case in range(CASES):
        net = drawn(draw)
        made = crease.Complex(net, box=(-2, 2))
        assert made.euler == 1, (case, made.f_vector)
        whole = crease.Complex(net)
        assert whole.euler == (-1) ** net.inputs, (case, whole.f_vector)
        for complex in (made, whole):
            for face in complex.faces:
                dimensions = {complex.faces[i].dimension for i in face.facets}
                assert dimensions <= {face.dimension - 1}


def test_signs():
    """The network evaluated at a point of each face, and the faces around it."""
    draw = random.Random(7)
    for case in range(-(-CASES // 8)):
        net = drawn(draw)
        boxed = draw.randrange(3) > 0
        made = crease.Complex(net, box=(-2, 2) if boxed else None)
        assert len({face.mask for face in made.faces}) == len(made.faces)
        for face in made.faces:
            x, signs = face.middle, []
            for weights, biases, _ in net.layers[:-1]:
                z = [sum(a * b for a, b in zip(row, x)) + c for row, c in zip(weights, biases)]
                signs += ["-" if a < 0 else "+" if a else "0" for a in z]
                x = [max(a, 0) for a in z]
            assert signs == list(face.signs), (case, face)
            assert face.on_border == (boxed and 2 in map(abs, face.middle)), (case, face)


def test_boundary():
    """The box is the union of two closed regions, and has no homology (Mayer and Vietoris)."""
    draw = random.Random(4)
    for case in range(CASES):
        net = drawn(draw, inputs=draw.choice((2, 3)))
        found = crease.topology(net, box=(-2, 2))
        assert found.euler == 1
        signed = sum((-1) ** k * b for k, b in enumerate(found.boundary_betti))
        assert found.boundary_euler == signed, case
        counted = net.classes(box=(-2, 2)).classes
        if all(betti for betti in found.class_betti):
            below, above = (betti + [0] * (4 - len(betti)) for betti in found.class_betti)
            boundary = found.boundary_betti + [0] * (4 - len(found.boundary_betti))
            assert boundary[0] - 1 == below[0] - 1 + above[0] - 1, case
            assert boundary[1:] == [a + b for a, b in zip(below[1:], above[1:])], case
        # Small integers make ties, and so parts of a class that are only touched.
        is_generic = net.layers[0][0][0][0].denominator > 1
        if not found.tied_cells and is_generic:
            for betti, one in zip(found.class_betti, counted):
                assert (betti or [0])[0] <= max(one.regions, 1), case


def test_all_faces():
    """The same from all faces, where faces are only counted, and the dual cells collapsed."""
    draw = random.Random(8)
    for case in range(-(-CASES // 2)):
        net = drawn(draw)
        if draw.randrange(3) == 0:
            kind = draw.choice(("maxout:3", "hardtanh", "pwl:-1,1;0,1,0"))
            net = crease.random("2-4-4-1", seed=case, bias_std=0.5, activation=kind)
        found = crease.topology(net, box=(-2, 2))
        made = crease.Complex(decided(net), box=(-2, 2))
        classes = [[i for i, f in enumerate(made.faces) if k in f.signs[-1]] for k in "01"]
        boundary = sorted(set(classes[0]) & set(classes[1]))
        counts = Counter(made.faces[i].dimension for i in boundary)
        assert found.f_vector == made.f_vector, case
        assert found.boundary_f_vector == [counts[k] for k in range(net.inputs + 1)], case
        assert found.class_betti == [made.betti(members) for members in classes], case
        assert found.boundary_betti == made.betti(boundary), case


def test_mesh(tmp_path):
    draw = random.Random(5)
    for case in range(-(-CASES // 4)):
        net = crease.random(draw.choice(WIDTHS[3]), seed=case, bias_std=0.5)
        made = crease.mesh(net, box=(-2, 2))
        for x in made.vertices:
            assert net.exact(x) == [0]
        edges = Counter(frozenset(edge) for p in made.polygons for edge in zip(p, p[1:] + p[:1]))
        for edge, count in edges.items():
            ends = [made.vertices[k] for k in edge]
            if not any(all(x[i] == side for x in ends) for i in range(3) for side in (-2, 2)):
                assert count == 2, case
        found = crease.topology(net, box=(-2, 2))
        euler = len(made.vertices) - len(edges) + len(made.polygons)
        assert euler == found.boundary_euler, case
        made.save(tmp_path / "boundary.obj")
        text = (tmp_path / "boundary.obj").read_text()
        assert len(text.splitlines()) == len(made.vertices) + len(made.polygons)
        if case == 0:
            net.save(tmp_path / "net.json")
            words = ["mesh", str(tmp_path / "net.json"), "--box=-2,2"]
            assert theory.main([*words, "-o", str(tmp_path / "again.obj")]) == 0
            assert (tmp_path / "again.obj").read_text() == text
            assert theory.main(["faces", *words[1:], "-o", str(tmp_path / "faces.obj")]) == 2


def test_known():
    """|x| + |y| + |z| between 1 and 2 is a shell; its boundary has two spheres."""
    units = [[s * int(i == k) for i in range(3)] for k in range(3) for s in (1, -1)]
    layers = [(units, None, "relu"), ([[1] * 6], None, "relu")]
    layers += [([[1], [1]], [-1, -2], "relu"), ([[1, -2]], ["-1/2"], "linear")]
    found = crease.topology(crease.Network(layers), box=(-4, 4))
    assert found.boundary_betti == [2, 0, 2] and found.class_betti[1] == [1, 0, 1, 0]
    lines = crease.construct("arrangement:generic", n=3, d=2)
    for domain in (None, (-9, 9)):  # all faces together are convex
        assert crease.Complex(lines, domain).betti() == [1, 0, 0]
    with pytest.raises(ValueError, match="bounded"):
        crease.mesh(crease.random("3-3-1"))


@pytest.mark.long
def test_whole_space():
    """The same as in a box that holds all vertices: its border adds faces, but no topology."""
    draw = random.Random(6)
    for case in range(CASES):
        net = drawn(draw)
        if not draw.randrange(4):  # all cells contain a line
            weights, *rest = net.layers[0]
            net = crease.Network([([[0, *row[1:]] for row in weights], *rest), *net.layers[1:]])
        whole = crease.topology(net)
        points = [x for face in crease.Complex(decided(net)).faces for x in face.points]
        size = 1 + max(abs(a) for x in points for a in x)
        boxed = crease.topology(net, box=(-size, size))
        assert whole.boundary_betti == boxed.boundary_betti, case
        assert whole.class_betti == boxed.class_betti, case
        inside = [f for f in crease.Complex(decided(net), (-size, size)).faces if not f.on_border]
        counts = Counter(face.dimension for face in inside)
        assert whole.f_vector == [counts[k] for k in range(net.inputs + 1)], case
        assert whole.euler == (-1) ** net.inputs, case


def test_slice():
    """A plane cuts the shell |x| + |y| + |z| = 1 in a square, and misses it further out."""
    units = [[s * int(i == k) for i in range(3)] for k in range(3) for s in (1, -1)]
    net = crease.Network([(units, None, "relu"), ([[1] * 6], [-1], "linear")])
    for height, betti in (("1/2", [1, 1]), (2, [])):
        plane = net.domain(slice=[[0, 0, height], [1, 0, height], [0, 1, height]])
        assert crease.topology(net, plane).boundary_betti == betti


def test_betti_numbers_can_be_stopped():
    net = crease.random("6-6-6-1", seed=1, bias_std=0.1)
    found = Faces(net, net.domain((-1, 1)), 0, {})
    everything = numpy.ones(len(found), bool)
    assert found.betti(everything) == [1] + [0] * 6
    found._limits = {"timeout": 1e-9}
    with pytest.raises(crease.Undecided, match="Betti"):
        found.betti(everything)
