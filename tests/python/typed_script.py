"""A user's script with types: make lint has mypy --strict judge it, with the module.

Errors that mypy must find are marked; it complains of marks without an error. test_types.py runs
the script.
"""

from fractions import Fraction
from pathlib import Path
from typing import Optional, Union, assert_type

import crease

LAYERS = '{"inputs": 1, "layers": [{"weights": [[1]], "bias": [0], "activation": "relu"}]}'
WEIGHTS = [[1, 1], [1, -1]]


def network() -> crease.Network:
    net = crease.Network([(WEIGHTS, [0, 0], "relu"), ([[1, 0.5]], None, ["linear"])])
    assert_type(crease.Network(net.layers), crease.Network)
    assert_type(crease.parse(LAYERS, nnet_raw=False), crease.Network)
    assert_type(crease.random([2, 4, 1], seed=1, bias_std="1/2"), crease.Network)
    assert_type(crease.construct("arrangement:generic", n=4, d=2), crease.Network)
    assert_type(net.exact([1, "1/3"]), list[Fraction])
    assert_type(net.insert([1, 1], bias=1), crease.Network)
    assert_type(crease.fraction("1/3"), Fraction)
    return net


def counts(net: crease.Network, folder: Path) -> None:
    def show(now: dict[str, float]) -> None:
        print(now["regions"])

    count = net.count(box=(-1, 1), linear=True, timeout=60, threads=1, progress=show)
    assert_type(count, crease.Count)
    assert_type(count.linear_regions, Optional[int])
    assert_type(net.count(crease.Domain(2, box="-1,1"), checkpoint=folder / "kept"), crease.Count)
    assert_type(net.certify(folder / "certificate", (-1, 1), images="always"), crease.Count)
    assert_type(crease.history([net], linear=True), crease.History)
    assert_type(net.bounds()[0].value, Optional[int])
    assert_type(net.folding(box=(-1, 1))[0], crease.LayerFolding)
    if not net.inputs:  # not run
        net.count(time_limit=60)  # type: ignore[call-arg]
        net.count(timeout="60")  # type: ignore[arg-type]
        net.count(arith="quick")  # type: ignore[arg-type]
        net.margin([0, 0], memory=2**30)  # type: ignore[call-overload]


def regions(net: crease.Network) -> None:
    for cell in net.regions(box=(-1, 1), only=("exact", "map", "vertices"), max_regions=9):
        assert_type(cell, crease.Cell)
        assert_type(cell.exact_vertices, list[list[Fraction]])
    arrays = net.regions(box=(-1, 1)).to_arrays()
    assert_type(arrays, crease.Arrays)
    assert_type(arrays.to_geojson()["features"][0]["properties"]["area"], float)
    assert_type(net.adjacency(), list[list[crease.Neighbour]])
    assert_type(net.locate([0, 0]), list[tuple[tuple[int, ...], ...]])
    assert_type(net.locate([[0, 0]]), list[list[tuple[tuple[int, ...], ...]]])
    assert_type(net.tree(box=(-1, 1)).nodes[0].neuron, Optional[tuple[int, int, Optional[int]]])


def paths(net: crease.Network) -> None:
    assert_type(net.line([0, 0], [1, 2], linear=True).breakpoints, tuple[Fraction, ...])
    assert_type(net.trajectory([[0, 0], [1, 2]]).lengths[0], crease.Enclosure)
    assert_type(net.sweep(net, [[1, 2]]), crease.Sweep)
    assert_type(net.distance([1, 2], norm="inf"), crease.Distance)
    assert_type(net.distance([[1, 2]], function=True)[0].function, Optional[crease.Nearest])
    assert_type(net.boundary((-1, 1)).density.lo, Union[Fraction, float])


def function(net: crease.Network) -> None:
    assert_type(net.range(box=(-1, 1), mean=True)[0].mean, Optional[Fraction])
    assert_type(net.range(polytope=[[1, 0, 1]], objective=[1]), crease.Range)
    assert_type(net.lipschitz(norm="inf").value, crease.Enclosure)
    assert_type(net.margin([1, 2]), crease.Margin)
    assert_type(net.margin([[1, 2]], norm=1), crease.Margins)
    assert_type(net.classes(box=(-1, 1)).classes, list[crease.Class])
    assert_type(net.stable(box=(-1, 1)), list[list[Optional[int]]])
    assert_type(net.simplify(box=(1, 2)).equals(net, box=(1, 2)), bool)
    text = "(declare-const X_0 Real) (declare-const X_1 Real) (declare-const Y_0 Real)"
    bounds = "".join(f"(assert (>= X_{i} 0)) (assert (<= X_{i} 1))" for i in (0, 1))
    assert_type(net.verify(text=text + bounds).satisfiable, Optional[bool])
    assert_type(net.counterexamples(text=text + bounds, threads=1), crease.Regions)


def theory(net: crease.Network) -> None:
    assert_type(crease.topology(net, box=(-1, 1)), crease.Topology)
    assert_type(crease.Complex(net, box=(-1, 1), timeout=60).f_vector, list[int])
    assert_type(crease.definitions(net, box=(-1, 1)).affine, int)
    assert_type(crease.histogram_bounds(net, box=(-1, 1)), list[int])
    assert_type(crease.growth([2, 4, 1]), crease.Growth)


def pictures(net: crease.Network, folder: Path) -> None:
    crease.page(folder / "page.html", net, box=(-1, 1), colour="slope", threads=1)
    net.tree(box=(-1, 1)).insert([1, 2]).page(folder / "tree.html", colour="area")
    net.plot(box=(-1, 1), color="class", labels=True, timeout=60)
    net.regions(box=(-1, 1)).plot(color=[1, 2, 3, 4], edges=False)
    if not net.inputs:  # not run
        crease.plot(net, box=(-1, 1), colur="class")  # type: ignore[call-arg]


def main(folder: Path) -> None:
    net = network()
    counts(net, folder)
    regions(net)
    paths(net)
    function(net)
    theory(net)
    pictures(net, folder)
