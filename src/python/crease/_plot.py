"""Regions in the plane, drawn with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from crease._network import Network

_COLOURS = ("map", "slope", "pattern", "area")
# Of data points: those of crease plot, which readers of any colour vision tell apart; and marks.
_INKS = ("#1f16ed", "#f1955c", "#378b02", "#b40498", "#52dace", "#360053", "#989281", "#700200")
_MARKS = "os^Dvph"


def plot(
    net: "Network",
    box: Any = None,
    *,
    ax: Any = None,
    colour: str = "map",
    points: Any = None,
    classes: Any = None,
    boundary: bool = True,
    edges: bool = True,
    cmap: str = "viridis",
    slice: Any = None,
    **options: Any,
) -> Any:
    """Draws the regions of a bounded plane domain, or the outputs over a bounded interval.

    Parameters
    ----------
    box, slice
        The domain; see `Domain`. Over an interval only `ax` and `edges` of the following apply.
    ax
        Axes of matplotlib; None: the present ones.
    colour
        What the colour of a region tells: "map" (regions with one affine map have one colour),
        "slope" (the norm of its gradient, of the first output), "pattern" (a colour of its own) or
        "area".
    points, classes
        Data to draw above: coordinates of shape (n, 2), and a class for each.
    boundary
        Draw the decision boundary: where the two largest outputs are equal, or the only one is 0.
    edges
        Draw the edges of regions, or a thin line at each breakpoint.
    **options
        timeout, max_regions, progress, .. : see `Run`.

    Returns
    -------
    The axes.
    """
    import matplotlib.pyplot as pyplot
    import numpy
    from matplotlib.collections import LineCollection, PolyCollection

    if colour not in _COLOURS:
        raise ValueError(f"colour is {colour!r}, not one of {', '.join(_COLOURS)}")
    regions = net.regions(box, slice=slice, only=("map", "volume"), **options)
    if regions.domain.dimension > 2 or not regions.domain.is_bounded:
        raise ValueError(
            f"a picture shows a bounded part of a line or a plane, not {regions.domain}; "
            "give a box, or a slice with a box"
        )
    ax = ax or pyplot.gca()
    if regions.domain.dimension == 1:
        return _graph(numpy, ax, regions.to_arrays(), "x1" if slice is None else "u", edges)
    all_of_them = regions.to_arrays()
    polygons = all_of_them.polygons()
    values = _values(numpy, all_of_them, colour)
    cells = PolyCollection(
        polygons,
        array=values,
        cmap=cmap,
        linewidths=0.4 if edges else 0,
        edgecolors="white" if edges else "face",
        alpha=0.85,
    )
    ax.add_collection(cells)
    if boundary:
        ax.add_collection(
            LineCollection(
                _boundary(numpy, polygons, all_of_them.maps), colors="black", linewidths=1.6
            )
        )
    if points is not None:
        _scatter(numpy, ax, numpy.asarray(points, float), classes)
    ax.margins(0)
    ax.autoscale_view()
    ax.set_aspect("equal")
    return ax


def _graph(numpy: Any, ax: Any, regions: Any, name: str, edges: bool) -> Any:
    """Each output over an interval, from region to region, and a line at each breakpoint."""
    if not len(regions):
        return ax
    order = numpy.argsort([ends.min() for ends in regions.polygons()])
    x = numpy.array([[ends.min(), ends.max()] for ends in regions.polygons()])[order]
    slope, constant = numpy.moveaxis(regions.maps[order], 2, 0)
    for output in range(slope.shape[1]):
        values = slope[:, output, None] * x + constant[:, output, None]
        ax.plot(x.ravel(), values.ravel(), label=f"output {output + 1}", zorder=3)
    if edges:
        ax.vlines(
            x[1:, 0], 0, 1, transform=ax.get_xaxis_transform(), colors="0.8", linewidths=0.5
        )
    if slope.shape[1] > 1:
        ax.legend()
    ax.set_xlabel(name)
    ax.set_ylabel("output")
    ax.margins(x=0)
    return ax


def _scatter(numpy: Any, ax: Any, points: Any, classes: Any) -> None:
    kinds = numpy.zeros(len(points)) if classes is None else numpy.asarray(classes)
    for i, kind in enumerate(numpy.unique(kinds)):
        these = points[kinds == kind]
        ax.scatter(
            these[:, 0],
            these[:, 1],
            c=_INKS[i % len(_INKS)],
            marker=_MARKS[i % len(_MARKS)],
            s=14,
            edgecolors="white",
            linewidths=0.4,
            zorder=3,
            label=None if classes is None else str(kind),
        )


def _values(numpy: Any, regions: Any, colour: str) -> Any:
    if colour == "area":
        return regions.volumes
    if colour == "slope":
        return numpy.linalg.norm(regions.maps[:, 0, :-1], axis=1)
    rows = regions.maps.reshape(len(regions), -1) if colour == "map" else regions.patterns
    numbers = numpy.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
    # Neighbouring numbers get colours far apart: multiples of the golden section modulo 1.
    return numbers * 0.6180339887498949 % 1


def _boundary(numpy: Any, polygons: list, maps: Any) -> list:
    """Segments of {two largest outputs equal}, or {output = 0}, in double precision: a picture."""
    segments = []
    outputs = maps.shape[1]
    for polygon, rows in zip(polygons, maps):
        for i in range(outputs):
            for j in range(i + 1, max(outputs, 2)):
                form = rows[i] - rows[j] if outputs > 1 else rows[i]
                segment = _zero(numpy, polygon, form)
                if segment is None:
                    continue
                middle = numpy.append(segment.mean(axis=0), 1)
                if outputs < 3 or (rows @ middle).max() <= rows[i] @ middle + 1e-9:
                    segments.append(segment)
    return segments


def _zero(numpy: Any, polygon: Any, form: Any) -> Optional[Any]:
    values = polygon @ form[:-1] + form[-1]
    after = numpy.roll(values, -1)
    change = numpy.flatnonzero((values > 0) != (after > 0))
    if len(change) != 2:
        return None
    t = values[change] / (values[change] - after[change])
    return polygon[change] + t[:, None] * (
        numpy.roll(polygon, -1, axis=0)[change] - polygon[change]
    )
