"""Bounds from the numbers of active units in the regions of the first layers."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Union, Unpack

from crease._domain import Box, Domain
from crease._native import ffi, lib
from crease._options import Limits
from crease._run import Run, Undecided, limited

if TYPE_CHECKING:
    from crease import Domain, Network


def ranks(net: "Network", layers: int, domain: "Domain", options: Limits) -> list[int]:
    """How many regions of the first layers have a map of rank 0, 1, .."""
    run = Run(**options)
    regions = ffi.new("uint64_t[]", min(domain.dimension, net.widths[layers]) + 1)
    status = run.call(
        lib.crease_count_ranks, regions, layers, net.pointer, domain.pointer, run.options
    )
    run.finish(None)
    if status != lib.CREASE_OK:
        raise Undecided("a limit stopped the enumeration of the first layers")
    return list(regions)


# A cell on which the map of the layers before has rank d is cut by the m relu units of the next
# layer into at most sum of C(m, j) parts, j <= d, and at most C(m, j) of them have j inactive units
# and so rank at most min(d, width - j). Fewer inactive units never give a smaller bound, so the sum
# of C(m, j) R(l + 1, min(d, width - j)) over j <= d bounds the parts of the layers l, l + 1, ..
# A unit that is active in the whole domain counts as linear, one that never is as missing.
@limited
def histogram_bounds(
    net: "Network",
    box: Union[None, Box, Domain] = None,
    *,
    stable: bool = False,
    **options: Unpack[Limits],
) -> list[int]:
    """Upper bounds on the activation regions of a given relu network, each at most the one before.

    Number l comes from the cells of the first l layers, counted by the rank of their affine maps (a
    histogram as that of Hinz and van de Geer 2019, but exact), and from the widths of the layers
    behind them. Number 0 is Serra's bound, the last one the count. Cost: the regions of the first
    layers, of each number of them, and all regions.

    Parameters
    ----------
    stable
        Count only units that change their activation inside the domain.

    Examples
    --------
    >>> import crease
    >>> crease.histogram_bounds(crease.load("data/papers/minmax_2-3-2-1.json"))
    [25, 14, 5]
    """
    return both_bounds(net, box, **options)[stable]


@limited
def both_bounds(
    net: "Network", box: Union[None, Box, Domain] = None, **options: Unpack[Limits]
) -> tuple[list[int], list[int]]:
    """The bounds of all units, and of those alone that change their activation."""
    domain = net.domain(box)
    kinds = [
        [net.unit_activation(layer, unit) for unit in range(width)]
        for layer, width in enumerate(net.hidden)
    ]
    if not {kind for layer in kinds for kind in layer} <= {"relu", "linear"}:
        raise ValueError("the bounds are those of layers of relu and linear units")
    by_rank = [[0] * domain.dimension + [1]]
    by_rank += [ranks(net, layers, domain, options) for layers in range(1, len(net.hidden))]
    stable, last = net._stable(domain, options)
    names = {None: "relu", 0: "dead", 1: "linear"}
    changing = [
        ["linear" if kind == "linear" else names[piece] for kind, piece in zip(layer, pieces)]
        for layer, pieces in zip(kinds, stable)
    ]
    return [*_bounds(kinds, by_rank), last], [*_bounds(changing, by_rank), last]


def _bounds(kinds: list[list[str]], by_rank: list[list[int]]) -> list[int]:
    @lru_cache(maxsize=None)
    def parts(layer: int, rank: int) -> int:
        if layer == len(kinds):
            return 1
        units = kinds[layer].count("relu")
        width = units + kinds[layer].count("linear")
        return sum(
            comb(units, j) * parts(layer + 1, min(rank, width - j))
            for j in range(min(rank, units) + 1)
        )

    return [
        sum(count * parts(layer, rank) for rank, count in enumerate(counts))
        for layer, counts in enumerate(by_rank)
    ]
