"""Searches: maxima that are proved, processes, limits, refusals."""

from fractions import Fraction as fraction

import crease
import pytest
from crease import search as command
from crease.theory.search import search

# One layer: hyperplanes in general position (Zaslavsky), with maxout or hard-tanh bundles of them.
# (1;2,n): 3 + 2n, because a line meets the convex chain that two units make of R twice at most.
# (2;3,n): src/theory/three_units.md. Otherwise the bound of Serra et al. 2018.
MAXIMA = [
    ("1-3-1", "relu", "activation", 4),
    ("2-4-1", "relu", "activation", 11),
    ("3-3-1", "relu", "activation", 8),
    ("2-3-1", "relu", "linear", 7),
    ("1-2-2-1", "relu", "activation", 7),
    ("2-2-2-1", "relu", "activation", 11),
    ("1-2-1", "hardtanh", "activation", 5),
    ("2-2-1", "maxout:3", "activation", 9),
    ("2-3-1", "pwl:0;0,1;0", "activation", 7),
    ("1-3-2-1", "relu", "activation", 12),
    ("2-3-2-1", "relu", "activation", 22),
]


@pytest.mark.parametrize("widths, activation, maximize, most", MAXIMA)
def test_maxima(widths, activation, maximize, most):
    how = {"activation": activation, "maximize": maximize, "seed": 3, "processes": 1}
    found = search(widths, goal=most, climbs=12, steps=4000, **how)
    assert found.complete and found.regions == most
    counted = found.net.count(arith="exact", linear=True)
    assert getattr(counted, f"{maximize}_regions") == most
    more = search(widths, goal=most + 1, climbs=2, steps=200, **how)
    assert more.regions <= most and (more.climbs, more.steps) == (2, 400)


def test_planes_of_an_octant():
    """Planes that meet near (1, 1, 1) / 3 attain the bound for three units in space."""
    turns = ((1, 0, 0), (0, 1, 0), (2, 3, 1), (-1, 1, 3))
    planes = [[1 + fraction(a - sum(t), 1000) for a in (3 * x for x in t)] for t in turns]
    shifts = [1 + fraction(k * k, 10**6) for k in range(4)]
    planes = [[x * s for x in plane] for plane, s in zip(planes, shifts)]
    identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    net = crease.Network([(identity, [0] * 3, "relu"), (planes, [-1] * 4, "relu")])
    bound = {b.name: b.value for b in crease.bounds("3-3-4-1")}["octant"]
    assert net.count().activation_regions == bound == 58


@pytest.mark.long
@pytest.mark.parametrize("goal", [None, 15, 1000])
def test_processes(goal):
    """The same for any number of processes, whether or not a goal ends it early."""
    how = {"seed": 5, "climbs": 6, "steps": 100, "goal": goal}
    one, three = (search("2-3-2-1", processes=n, **how) for n in (1, 3))
    assert one.net.about == three.net.about and one.net == three.net
    assert one.regions == three.regions and one.climbs == three.climbs
    assert one.steps == three.steps
    assert (one.regions >= 15) is (goal == 15) or goal != 15


def test_text():
    found = search("2-3-2-1", box="-1,1", weight_range=2, seed=9, climbs=2, steps=50, processes=1)
    assert found.net.about == (
        f"best of a search of 2-3-2-1: {found.regions} activation regions over [-1, 1] x [-1, 1]; "
        "activation relu, integer weights from -2 to 2; "
        f"seed 9, climb {found.climb}, step {found.step}"
    )
    weights = [w for rows, _, _ in found.net.layers for row in rows for w in row]
    assert all(w.denominator == 1 and abs(w) <= 2 for w in weights)


def test_start():
    """A start is kept where it has the most regions; units may have factors."""
    net = crease.construct("counterexample:three-units", n=4)
    how = {"start": net, "seed": 1, "climbs": 1, "steps": 100, "processes": 1}
    assert (search("2-3-4-1", **how).regions, search("2-3-4-1", **how).step) == (49, 1)
    assert search("2-4-4-1", **how).regions > 49
    with pytest.raises(ValueError, match="start: expected a relu network"):
        search("2-3-3-1", **how)


def test_limits():
    for timeout in (0.1, 1, 10, 100, 1000):  # until the machine is fast enough
        found = search("2-4-3-1", timeout=timeout, processes=1)
        assert not found.complete and found.seconds >= timeout
        if found.net is not None:
            break
    assert found.regions > 0
    assert search("2-4-3-1", timeout=1e-9, processes=2).net is None


def test_command(tmp_path, capsys):
    path = tmp_path / "best.json"
    assert command.main(["1-2-2-1", "--goal=7", "-j1", "-o", str(path), "--json"]) == 0
    assert crease.load(path).count().activation_regions == 7
    assert '"regions": 7' in capsys.readouterr().out
    seen = []
    search("2-3-2-1", climbs=3, steps=20, processes=1, progress=lambda *now: seen.append(now))
    assert [climbs for climbs, _ in seen] == [1, 2, 3] and seen == sorted(seen)
    assert command.main(["2-3-1", "--climbs=1", "--steps=9"]) == 0
    assert "\ncomplete        yes\n" in capsys.readouterr().out
    for words in (["2-1"], ["2-3-1", "--activation=tanh"], ["2-3-1", "--weight-range=1000001"]):
        assert command.main(words) == 2
    assert "expected one of relu" in capsys.readouterr().err
