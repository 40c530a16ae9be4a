"""A network that begins empty: its regions while neurons are inserted one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Union

from crease._domain import Domain
from crease._html import fields_of
from crease._layer import Layer, with_neuron
from crease._native import ffi, lib
from crease._numbers import Number, rows
from crease._run import check, new_error

if TYPE_CHECKING:
    from crease import Network

class Leaf(NamedTuple):
    """A region of a growing tree.

    Attributes
    ----------
    pattern
        The piece of each neuron, in the order of insertion.
    cell
        The inequalities $a u + c >= 0$ of its facets, as rows ``(a_1, .., a_d, c)``.
    corners
        In the plane the vertices (x, y, 1) and then the directions (x, y, 0), counterclockwise.
    map
        The affine map of the region to the neurons of the last layer.
    bounded
        Whether it is bounded.
    """

    pattern: tuple[int, ...]
    cell: list[list[Fraction]]
    corners: list[list[Fraction]]
    map: list[list[Fraction]]
    bounded: bool


class GrowingTree:
    """The regions of a network that begins empty, while neurons are inserted.

    A neuron splits some leaves and moves no other line, so nothing is enumerated again. Cost of an
    insertion in the plane: a microsecond for each region, and about 50 for each that is split.

    Parameters
    ----------
    domain
        A `Domain`, or the number of inputs for all of their space.

    Examples
    --------
    >>> from crease import Domain, GrowingTree
    >>> grown = GrowingTree(Domain(2, box=(-1, 1)))
    >>> [grown.insert(line) for line in ([1, 0], [0, 1], [1, 1])]
    [2, 4, 6]
    >>> grown.begin_layer()
    >>> grown.insert([1, 1, -1], bias="-1/2")
    10
    """

    def __init__(self, domain: Union[Domain, int]):
        domain = domain if isinstance(domain, Domain) else Domain(domain)
        pointer, error = ffi.new("crease_tree **"), new_error()
        check(lib.crease_tree_new(pointer, domain.pointer, error), error)
        self.domain = domain
        self._tree = ffi.gc(pointer[0], lib.crease_tree_free)
        self._layers: list[Layer] = [([], [], [])]

    def __len__(self) -> int:
        """The number of regions."""
        return int(self._tree.leaves)

    def __repr__(self) -> str:
        return f"<crease.GrowingTree of {len(self)} regions>"

    def _repr_html_(self) -> str:
        widths = [len(layer[2]) for layer in self._layers]
        return fields_of("GrowingTree", domain=str(self.domain), neurons=widths, regions=len(self))

    def begin_layer(self) -> None:
        """The next neuron is the first of a new layer, which sees all neurons of the last one."""
        if not self._layers[-1][0]:
            raise ValueError("the last layer has no neuron")
        self._layers.append(([], [], []))

    def insert(
        self,
        weights: "Sequence[Number] | Sequence[Sequence[Number]]",
        bias: "Number | Sequence[Number]" = 0,
        activation: str = "relu",
    ) -> int:
        """Inserts a neuron into the last layer; returns the number of regions.

        Parameters
        ----------
        weights, bias, activation
            Of the neuron: what it sees of the layer before. Of maxout:K a list of K rows, and a
            bias for each or one for all.
        """
        grown = with_neuron(self._layers[-1], weights, bias, activation)
        net, unit = self._network([*self._layers[:-1], grown]), len(self._layers[-1][2])
        error, layer = new_error(), len(self._layers) - 1
        check(
            lib.crease_tree_insert(self._tree, net.pointer, layer, unit, ffi.NULL, error), error
        )
        self._layers[-1] = grown
        return len(self)

    def network(self) -> "Network":
        """The network of the neurons so far; its output is the sum of those of the last layer."""
        return self._network(self._layers)

    def _network(self, layers: list[Layer]) -> "Network":
        from crease._network import Network

        return Network([*layers, ([[1] * len(layers[-1][2])], [0], ["linear"])])

    def leaves(self) -> list[Leaf]:
        """All regions, in the order in which they arose."""
        width = self._tree.dimension + 1
        nodes = (self._tree.node[i] for i in range(self._tree.nodes))
        return [
            Leaf(
                tuple(node.piece[k] for k in range(node.units)),
                rows(node.cell[0].entries, node.cell[0].r, width),
                rows(node.corners[0].entries, node.corners[0].r, width),
                rows(node.outputs[0].entries, node.outputs[0].r, width),
                bool(node.bounded),
            )
            for node in nodes
            if not node.below
        ]
