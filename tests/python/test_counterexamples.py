"""All cells that satisfy a property: against points, volumes of classes, and counts by hand."""

import json
import subprocess
from fractions import Fraction
from random import Random

import pytest

import crease

OR = "(assert (or (and (>= Y_0 Y_1) (<= Y_0 1/2)) (<= (+ Y_0 Y_1) (- 1/4))))"


def vnnlib(inputs, outputs, box, *asserted):
    names = [f"X_{i}" for i in range(inputs)] + [f"Y_{i}" for i in range(outputs)]
    lines = [f"(declare-const {name} Real)" for name in names]
    for i in range(inputs):
        lines.append(f"(assert (and (>= X_{i} {box[0]}) (<= X_{i} {box[1]})))")
    return "\n".join((*lines, *asserted))


def contains(cell, x, strictly):
    values = [sum(a * b for a, b in zip(f.row, (*x, 1))) for f in cell.facets]
    return all(value > 0 or (value == 0 and not strictly) for value in values)


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.long
def test_points_satisfy_the_property_where_cells_are(seed):
    inputs = 1 + seed % 3
    net = crease.random([inputs, 5, 4, 2], seed=seed, bias_std="1/2")
    cells = list(net.counterexamples(text=vnnlib(inputs, 2, (-2, 2), OR)))
    draw = Random(seed)
    met = 0
    for _ in range(200):
        x = [Fraction(draw.randint(-32, 32), 16) for _ in range(inputs)]
        a, b = net.exact(x)
        holds = (a >= b and a <= Fraction(1, 2)) or a + b <= Fraction(-1, 4)
        strictly = (a > b and a < Fraction(1, 2)) or a + b < Fraction(-1, 4)
        met += holds
        # Cells are closed. Their union is the set but for parts without an interior.
        assert any(contains(cell, x, False) for cell in cells) <= holds
        assert strictly <= any(contains(cell, x, False) for cell in cells)
        assert sum(contains(cell, x, True) for cell in cells) <= 1
    assert 0 < met < 200


def test_volumes_are_those_of_a_class(moons):
    text = vnnlib(2, 2, (-2, 2), "(assert (<= Y_0 Y_1))")
    cells = moons.counterexamples(text=text)
    wanted = moons.classes(box=(-2, 2)).classes[1].volume
    assert sum(cell.volume for cell in cells) == wanted
    arrays = cells.to_arrays()
    assert arrays.volume.sum() == pytest.approx(float(wanted))
    assert len(arrays) == len(list(cells)) < moons.count(box=(-2, 2)).activation_regions


def test_a_network_counted_by_hand(tmp_path, tool):
    # |x|, and max(x, 0) - max(x, 0), which is zero on both sides.
    rows = [[1, 0], [-1, 0], [1, 0]]
    net = crease.Network(
        [(rows, [0, 0, 0], "relu"), ([[1, 1, 0], [1, 0, -1]], [0, 0], "linear")]
    )
    net.save(tmp_path / "net.json")
    for asserted, cells, area in (
        (["(assert (>= Y_0 1/2))"], 2, 2),
        (["(assert (or (<= Y_0 1/4) (>= Y_0 3/4)))"], 4, 2),
        (["(assert (and (<= Y_0 1/4) (>= Y_1 0)))"], 2, 1),
        (["(assert (<= Y_1 0))", "(assert (>= Y_1 0))"], 2, 4),
        (["(assert (>= Y_0 1))"], 0, 0),
        (["(assert (>= Y_1 1))"], 0, 0),
    ):
        (tmp_path / "p.vnnlib").write_text(vnnlib(2, 2, (-1, 1), *asserted))
        found = list(net.counterexamples(tmp_path / "p.vnnlib"))
        assert (len(found), sum(cell.area for cell in found)) == (cells, area)
        words = [tool, "verify", tmp_path / "net.json", "--vnnlib", tmp_path / "p.vnnlib"]
        said = subprocess.run([*words, "--all-counterexamples"], capture_output=True, text=True)
        *records, end = map(json.loads, said.stdout.splitlines())
        assert said.returncode == (1 if cells else 0)
        assert len(records) == end["end"]["counterexamples"] == cells
        assert Fraction(end["end"]["area"]) == sum(Fraction(r["area"]) for r in records) == area
        assert [r["vertices"] for r in records] == [
            [[str(x) for x in v] for v in cell.exact_vertices] for cell in found
        ]


def test_what_is_refused(moons):
    with pytest.raises(crease.Error, match="inputs"):
        moons.counterexamples(text=vnnlib(2, 2, (-1, 1), "(assert (or (<= X_0 0) (<= Y_0 0)))"))
    with pytest.raises(crease.Error, match="declares 2 and 1"):
        moons.counterexamples(text=vnnlib(2, 1, (-1, 1), "(assert (<= Y_0 0))"))
