"""The tree of regions: each node with its neuron, line, cell and map; one neuron more."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Optional

from crease._native import ffi, lib
from crease._numbers import Number, PathName, fraction
from crease._page import page
from crease._run import Run

if TYPE_CHECKING:
    from crease._network import Network

Row = tuple[Fraction, ...]  # an affine function: coefficients, the constant last


@dataclass(frozen=True)
class Node:
    """A cell of the tree: split by a neuron's line, or a region.

    Attributes
    ----------
    id, parent, children
        Numbers of nodes, in pre-order; the root has no parent.
    neuron
        Layer, unit and breakpoint, from 0, whose line splits the cell; None for a region.
    line
        The neuron's pre-activation on the cell minus the breakpoint, as coefficients and constant:
        the line is where it is 0.
    cell
        Affine functions of the lines above that are >= 0 on the cell, beside the domain.
    map
        The affine map of the cell to what the neuron's layer receives; of a region, to the outputs.
    region, pattern
        Of a region: its number and the piece of each unit.
    """

    id: int
    parent: Optional[int]
    neuron: Optional[tuple[int, int, int]]
    line: Optional[Row]
    cell: tuple[Row, ...]
    map: list[Row]
    region: Optional[int] = None
    pattern: Optional[tuple[tuple[int, ...], ...]] = None
    children: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Tree:
    """The tree of a network on a domain; `net.tree`.

    Attributes
    ----------
    parts
        After `insert`: for each region of the tree before, the numbers of its regions here. The new
        neuron's line splits those that have two.
    """

    net: "Network"
    domain: Any
    nodes: tuple[Node, ...]
    before: Optional["Tree"] = None
    parts: Optional[dict[int, list[int]]] = None

    @property
    def regions(self) -> list[Node]:
        return [node for node in self.nodes if node.region is not None]

    def insert(
        self,
        weights: Sequence[Number],
        bias: Number = 0,
        activation: str = "relu",
        outgoing: Optional[Sequence[Number]] = None,
    ) -> "Tree":
        """The tree with one more neuron, the last of the last hidden layer; see `Network.insert`.

        The tree before is its top: the neuron splits some of the regions and moves no other line.

        Examples
        --------
        >>> from crease import Network
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> grown = net.tree(box=(-1, 1)).insert([1, 1], -1)
        >>> grown.parts
        {0: [0], 1: [1], 2: [2], 3: [3, 4]}
        """
        net = self.net.insert(weights, bias, activation, outgoing)
        after = tree(net, self.domain)
        number = {node.pattern: node.region for node in self.regions}
        parts: dict[int, list[int]] = {r: [] for r in number.values() if r is not None}
        for node in after.regions:
            assert node.pattern is not None and node.region is not None
            old = number[(*node.pattern[:-1], node.pattern[-1][:-1])]
            assert old is not None
            parts[old].append(node.region)
        return Tree(net, self.domain, after.nodes, self, parts)

    def page(self, path: PathName, **how: Any) -> None:
        """Writes the viewer: the regions before and after the neuron, or those of the one tree."""
        if self.before:
            page(path, {"before": self.before.net, "after": self.net}, self.domain, **how)
        else:
            page(path, self.net, self.domain, **how)


def tree(net: "Network", domain: Any, **options: Any) -> Tree:
    """`Network.tree`."""
    run, counts = Run(**options), ffi.new("crease_counts *")
    lib.crease_counts_init(counts, net.pointer)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tree.json")
            run.call(
                lib.crease_tree_write,
                os.fsencode(path),
                counts,
                net.pointer,
                domain.pointer,
                run.options,
            )
            with open(path, encoding="ascii") as file:
                found = json.load(file)["nodes"]
    finally:
        lib.crease_counts_clear(counts)
    return run.finish(Tree(net, domain, tuple(_nodes(net, found))))


def _nodes(net: "Network", found: list[dict[str, Any]]) -> list[Node]:
    layers = net.layers
    units = [
        [_pieces(net.unit_activation(l, u)) for u in range(len(bias))]
        for l, (_, bias, _) in enumerate(layers)
    ]
    patterns: dict[int, Any] = {}  # those of the first region below a node
    for entry in reversed(found):
        pattern = entry.get("pattern") or patterns.get(entry["id"])
        if pattern is None:
            raise ValueError("the tree is not complete: a limit ended it")
        patterns[entry["id"]] = pattern
        if entry["parent"] is not None:
            patterns[entry["parent"]] = pattern
    nodes: list[Node] = []
    for entry in found:
        cell: tuple[Row, ...] = ()
        if entry["parent"] is not None:
            above = nodes[entry["parent"]]
            assert above.line is not None
            sign = 1 if above.children else -1
            above.children.append(entry["id"])
            cell = (*above.cell, tuple(sign * x for x in above.line))
        split = entry.get("layer")
        depth = len(layers) if split is None else split
        here = _map(layers[:depth], units, patterns[entry["id"]], net.inputs)
        line = neuron = pattern = None
        if split is None:
            pattern = tuple(map(tuple, entry["pattern"]))
        else:
            neuron = (split, entry["unit"], entry["breakpoint"])
            weights, bias, _ = layers[split]
            unit = neuron[1]
            breakpoint = units[split][unit][0][neuron[2]]
            line = _combine(weights[unit], here, bias[unit] - breakpoint)
        nodes.append(
            Node(
                entry["id"], entry["parent"], neuron, line, cell, here, entry.get("region"), pattern
            )
        )
    return nodes


def _combine(weights: Sequence[Fraction], rows: Sequence[Row], constant: Fraction) -> Row:
    column = [sum((w * x for w, x in zip(weights, xs)), Fraction(0)) for xs in zip(*rows)]
    return (*column[:-1], column[-1] + constant)


def _map(layers: Any, units: Any, pattern: Any, inputs: int) -> list[Row]:
    """The affine map of the layers where their units have these pieces."""
    rows = [tuple(Fraction(i == j) for j in range(inputs + 1)) for i in range(inputs)]
    for l, (weights, bias, _) in enumerate(layers):
        after = []
        for u, (row, b) in enumerate(zip(weights, bias)):
            z = _combine(row, rows, b)
            if l < len(pattern):
                slope, offset = units[l][u][1][pattern[l][u]]
                z = (*(slope * x for x in z[:-1]), slope * z[-1] + offset)
            after.append(z)
        rows = after
    return rows


def _pieces(activation: str) -> tuple[list[Fraction], list[tuple[Fraction, Fraction]]]:
    """Breakpoints, and slope and offset of each piece."""
    kind, _, text = activation.partition(":")
    known = {"relu": "0;0,1", "abs": "0;-1,1", "hardtanh": "-1,1;0,1,0", "leaky": f"0;{text},1"}
    if kind == "linear":
        return [], [(Fraction(1), Fraction(0))]
    if kind not in (*known, "pwl"):
        raise ValueError(f"a tree with cells needs units of one variable, found {activation}")
    parts = known.get(kind, text).split(";")
    breaks, slopes = ([fraction(x) for x in part.split(",")] for part in parts[:2])
    offsets = [Fraction(0)]
    for at, before, after in zip(breaks, slopes, slopes[1:]):
        offsets.append(offsets[-1] + (before - after) * at)
    value = fraction(parts[2]) if len(parts) > 2 else Fraction(0)  # at 0
    shift = value - offsets[sum(at < 0 for at in breaks)]
    return breaks, [(slope, offset + shift) for slope, offset in zip(slopes, offsets)]
