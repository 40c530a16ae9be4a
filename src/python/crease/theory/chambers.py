"""All neurons that may follow a network, by the regions that each of them cuts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Union, Unpack

from crease._domain import Box, Domain
from crease._options import Limits
from crease._run import Undecided, limited

if TYPE_CHECKING:
    from crease import Network


Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Chambers:
    """How one more neuron can cut the regions of a network.

    Attributes
    ----------
    chambers
        Open cells in the space of the neuron's weights and bias in which the sign of its
        pre-activation at each vertex of the regions is constant.
    cuts
        Distinct sets of regions that the neurons in these cells cut. One on the border of a cell,
        0 at a vertex, cuts a part of such a set.
    regions, most
        The regions without the neuron, and the greatest number of regions that it can add.
    weights, bias
        A neuron that adds so many, in the first chamber that has one.
    by_added
        For each number of regions that a neuron adds, how many sets of regions are cut to this end.
    """

    chambers: int
    cuts: int
    regions: int
    most: int
    weights: tuple[Fraction, ...]
    bias: Fraction
    by_added: dict[int, int]


def _vertices(
    net: Network, domain: Union[None, Box, Domain], options: Limits
) -> tuple[list[Row], list[int]]:
    """The rows (outputs at a vertex, 1), distinct, and for each region the mask of its vertices."""
    rows: dict[Row, int] = {}
    masks = []
    regions = net.regions(domain, only=("exact", "map", "vertices"), **options)
    for region in regions:
        if not region.is_bounded:
            raise ValueError(
                "whether a neuron cuts a region is decided at its vertices, and a region is "
                "unbounded: give a box or a polytope"
            )
        mask = 0
        for x in region.exact_vertices:
            row = (*(sum((a * t for a, t in zip(A, x)), b) for *A, b in region.map), Fraction(1))
            mask |= 1 << rows.setdefault(row, len(rows))
        masks.append(mask)
    if not regions.complete:
        raise Undecided("a limit stopped the enumeration of regions")
    return list(rows), masks


def _short(point: list[Fraction], rows: list[Row]) -> list[Fraction]:
    """A point of the same open cell, whose hyperplanes are the rows, in fewer digits."""

    def signs(x: list[Fraction]) -> list[int]:
        values = (sum((a * t for a, t in zip(row, x)), Fraction(0)) for row in rows)
        return [(v > 0) - (v < 0) for v in values]

    size = max(abs(x) for x in point)
    wanted = signs(point)
    for bits in range(1, 60):
        short = [Fraction(round(x / size * 2**bits)) for x in point]
        if signs(short) == wanted:
            return short
    return point


@limited
def chambers(
    net: Network, box: Union[None, Box, Domain] = None, **options: Unpack[Limits]
) -> Chambers:
    """Every neuron that reads the last hidden layer, up to the set of regions that it cuts.

    A neuron $w . z + b$ cuts a region if its pre-activation has both signs at the region's
    vertices. These signs are constant on the cells of an arrangement in the space of $(w, b)$,
    whose hyperplanes are the vertices' $(z, 1)$. All its cells are enumerated,
    so no neuron adds more than `most` regions: one on the border of a cell cuts no region that its
    neighbours do not cut.

    Parameters
    ----------
    net
        Its output layer is left out; without one the last layer is hidden.
    box
        A box or polytope as in `Network.count`; every region must be bounded.
    options
        Those of `Network.regions`, such as timeout and threads.

    Cost: an arrangement of as many hyperplanes as the regions have vertices, in one dimension more
    than the layer has units.

    Examples
    --------
    >>> from crease import Network
    >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu")])
    >>> found = chambers(net, box=(-1, 1))
    >>> found.chambers, found.regions, found.most
    (14, 4, 3)
    """
    from crease import Network

    layers = net.layers
    hidden = Network(layers[:-1]) if len(layers) > 1 and layers[-1][2] == "linear" else net
    rows, regions = _vertices(hidden, box, options)
    arrangement = Network([([list(row) for row in rows], [0] * len(rows), "relu")])
    cells = arrangement.regions(only=("exact", "interior"), **options)
    count, neurons = 0, {}  # a neuron for each set of regions that are cut
    for cell in cells:
        count += 1
        above = sum(1 << i for i, piece in enumerate(cell.pattern[0]) if piece)
        cut = frozenset(i for i, mask in enumerate(regions) if mask & above not in (0, mask))
        if cut not in neurons:
            neurons[cut] = cell.interior
    if not cells.complete:
        raise Undecided("a limit stopped the enumeration of neurons")
    most = max(neurons, key=len)
    neuron = _short(neurons[most], rows)
    return Chambers(
        chambers=count,
        cuts=len(neurons),
        regions=len(regions),
        most=len(most),
        weights=tuple(neuron[:-1]),
        bias=neuron[-1],
        by_added=dict(sorted(Counter(map(len, neurons)).items())),
    )
