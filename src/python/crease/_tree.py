"""The tree of regions: each node with its neuron, line, cell and map; one neuron more."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Optional, Unpack

from crease._native import ffi, lib
from crease._numbers import Number, PathName, fraction, shown
from crease._options import Limits
from crease._page import page
from crease._run import Run, Undecided

if TYPE_CHECKING:
    from crease import Domain, Network

Row = tuple[Fraction, ...]  # an affine function: coefficients, the constant last


@dataclass(frozen=True)
class Node:
    """A cell of the tree: split by a neuron's line, or a region.

    Attributes
    ----------
    id, parent, children
        Numbers of nodes, in pre-order; the root has no parent.
    neuron
        Layer, unit and breakpoint, from 0, whose line splits the cell; None for a region. Of a
        maxout unit there is no breakpoint but None.
    line
        The neuron's pre-activation on the cell minus the breakpoint, as coefficients and constant:
        the line is where it is 0. None for maxout.
    cell
        Affine functions that are $>= 0$ on the cell and nowhere else.
    corners
        In the plane the vertices (x, y, 1) and then the directions (x, y, 0) of the cell,
        counterclockwise.
    map
        The affine map of the cell to what the neuron's layer receives; of a region, to the outputs.
    region, pattern
        Of a region: its number and the piece of each unit.
    rows
        Of a maxout unit that splits the cell: its rows there. A child is where one is the largest.
    """

    __repr__ = shown

    id: int
    parent: Optional[int]
    neuron: Optional[tuple[int, int, Optional[int]]]
    line: Optional[Row]
    cell: tuple[Row, ...]
    corners: tuple[Row, ...]
    map: list[Row]
    region: Optional[int] = None
    pattern: Optional[tuple[tuple[int, ...], ...]] = None
    rows: tuple[Row, ...] = ()
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
    domain: Domain
    nodes: tuple[Node, ...]
    before: Optional["Tree"] = None
    parts: Optional[dict[int, list[int]]] = None

    def __repr__(self) -> str:
        return f"<crease.Tree of {len(self.regions)} regions, {len(self.nodes)} nodes>"

    @property
    def regions(self) -> list[Node]:
        return [node for node in self.nodes if node.region is not None]

    def insert(
        self,
        weights: "Sequence[Number] | Sequence[Sequence[Number]]",
        bias: "Number | Sequence[Number]" = 0,
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

    def page(
        self,
        path: PathName,
        *,
        colour: Literal["pattern", "map", "slope", "output", "class", "area"] = "pattern",
        **options: Unpack[Limits],
    ) -> None:
        """Writes the viewer: the regions before and after the neuron, or those of the one tree."""
        if self.before:
            both = {"before": self.before.net, "after": self.net}
            page(path, both, self.domain, colour=colour, **options)
        else:
            page(path, self.net, self.domain, colour=colour, **options)


def tree(net: "Network", domain: Domain, **options: Unpack[Limits]) -> Tree:
    """`Network.tree`."""
    run, counts = Run(**options), ffi.new("crease_counts *")
    lib.crease_counts_init(counts, net.pointer)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tree.json")
            run.call(
                lib.crease_tree_write,
                os.fsencode(path),
                1,
                counts,
                net.pointer,
                domain.pointer,
                run.options,
            )
            with open(path, encoding="ascii") as file:
                document = json.load(file)
    finally:
        lib.crease_counts_clear(counts)
    if not document["complete"] and not run.interrupted:
        raise Undecided("the tree is not complete: a limit ended it")
    return run.finish(Tree(net, domain, tuple(_nodes(document["nodes"]))))


def _nodes(entries: list[dict[str, Any]]) -> list[Node]:
    nodes: list[Node] = []
    for entry in entries:
        keys = ("line", "rows", "inequalities", "corners", "map")
        line, rows, cell, corners, here = (tuple(map(_row, entry.get(key, ()))) for key in keys)
        if entry["parent"] is not None:
            nodes[entry["parent"]].children.append(entry["id"])
        nodes.append(
            Node(
                entry["id"],
                entry["parent"],
                (entry["layer"], entry["unit"], entry["breakpoint"]) if line or rows else None,
                line[0] if line else None,
                cell,
                corners,
                list(here),
                entry.get("region"),
                tuple(map(tuple, entry["pattern"])) if "pattern" in entry else None,
                rows,
            )
        )
    return nodes


def _row(texts: list[str]) -> Row:
    return tuple(map(fraction, texts))
