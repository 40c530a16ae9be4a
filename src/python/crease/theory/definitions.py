"""The six definitions of a linear region by Stargalla, Hertrich and Reichman (arXiv 2505.16716)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Union, Unpack

from crease._domain import Box, Domain
from crease._native import ffi, lib
from crease._options import Limits
from crease._run import Run, Undecided, limited
from crease.theory.complexes import Complex, Face, Faces, Joined, value
from crease.theory.convex import LinearRegions, convex

if TYPE_CHECKING:
    from crease import Network


class Definitions(NamedTuple):
    """The number of regions by each definition.

    Attributes
    ----------
    activation
        R1: patterns of any nonempty set. A unit at its breakpoint has the lower piece.
    proper
        R2: patterns of sets with an interior; `Count.activation_regions`.
    convex
        R3: the least number of cells of a polyhedral complex on whose cells the network is affine,
        as a lower and an upper bound; these are equal in one dimension, and nearly always in two.
        The cells need not be unions of regions by the other definitions.
    open_connected
        R4: maximal open connected sets on which it is affine; `Count.linear_regions`.
    closed_connected
        R5: maximal closed connected sets with an interior on which it is affine. Two parts with one
        map may be joined through a set without interior.
    affine
        R6: affine maps; `Count.affine_maps`.
    """

    activation: int
    proper: int
    convex: tuple[int, int]
    open_connected: int
    closed_connected: int
    affine: int


def _zeros(face: Face, rows: Iterable[Sequence[Fraction]]) -> bool:
    """Whether affine functions have a common zero in the closure of a face."""
    points, rays = list(face.points), list(face.rays)
    for row in rows:
        ends = [(x, value(row, x), 1) for x in points] + [(r, value(row, r, True), 0) for r in rays]
        points = [x for x, h, is_point in ends if h == 0 and is_point]
        rays = [x for x, h, is_point in ends if h == 0 and not is_point]
        for x, h, x_is_point in ends:
            for y, k, y_is_point in ends:
                if h <= 0 or k >= 0:
                    continue
                weight = h - k if x_is_point and y_is_point else h if y_is_point else -k
                if not x_is_point and not y_is_point:
                    weight = Fraction(1)
                mixed = tuple((h * b - k * a) / weight for a, b in zip(x, y))
                (points if x_is_point or y_is_point else rays).append(mixed)
        if not points:
            return False
    return True


def _closed_connected(made: Complex, regions: LinearRegions) -> int:
    by_map: dict[Any, set[int]] = {}
    for cell, affine in enumerate(made.maps):
        by_map.setdefault(affine, set()).add(regions.of(cell))
    total = 0
    for affine, parts in by_map.items():
        if len(parts) > 1:
            joined = Joined(len(made.cells))
            for face in made.faces:
                mine = made.maps[face.cells[0]]
                differ = [[a - b for a, b in zip(f, g)] for f, g in zip(mine, affine)]
                if len(face.cells) > 1 and _zeros(face, differ):
                    for cell in face.cells[1:]:
                        joined.join(face.cells[0], cell)
            parts = {joined.root(part) for part in parts}
        total += len(parts)
    return total


@limited
def definitions(
    net: "Network", box: Union[None, Box, Domain] = None, **options: Unpack[Limits]
) -> Definitions:
    """The number of regions by each of six definitions, of the whole space or a domain.

    Examples
    --------
    >>> import crease
    >>> net = crease.Network([
    ...     ([[1, 0], [0, 1], [0, -1]], [0, 0, 0], "relu"),
    ...     ([[1, -1, 1], [1, 0, 0]], [0, 0], "relu"),
    ...     ([[1, -1]], [0], "linear"),
    ... ])
    >>> tuple(crease.definitions(net))  # of max(-y, min(0, -x))
    (7, 5, (4, 4), 3, 3, 3)
    """
    domain = net.domain(box)
    cells, joined, maps, shapes = _linear(net, domain, options)
    patterns = cells
    if shapes.may_touch:
        patterns = Faces(net, domain, lib.CREASE_FACES_PATTERNS, options).patterns
    if joined == maps and shapes.single + shapes.bent == joined:
        least, most = joined + shapes.bent, cells  # see convex()
        if domain.dimension > 2 or joined == cells:
            return Definitions(patterns, cells, (least, most), joined, joined, joined)
    made = Complex(net, domain, **options)
    regions = LinearRegions(made)
    return Definitions(
        activation=patterns,
        proper=cells,
        convex=convex(made, regions),
        open_connected=joined,
        closed_connected=joined if joined == maps else _closed_connected(made, regions),
        affine=maps,
    )


def _linear(net: "Network", domain: Domain, options: Limits) -> tuple[int, int, int, Any]:
    """The numbers of cells, linear regions and maps, and the shapes of linear regions."""
    from crease._network import _Counts

    run = Run(**options)
    linear, shapes = ffi.new("crease_linear_counts *"), ffi.new("crease_linear_shapes *")
    with _Counts(net) as counts:
        whole = (net.pointer, domain.pointer, run.options)
        run.call(lib.crease_count_shapes, counts, linear, shapes, *whole)
        cells, complete = int(counts.activation_regions), bool(counts.complete)
    run.finish(None)
    if not complete:
        raise Undecided("the definitions need all regions, and a limit stopped their enumeration")
    return cells, int(linear.linear_regions), int(linear.affine_maps), shapes
