"""Regions in the plane, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, Optional, Union, Unpack

import numpy

from crease._domain import Box, Domain
from crease._layer import first_units
from crease._numbers import Rows
from crease._options import Drawing, PlotOptions
from crease._run import OPTIONS, limited, unknown_option

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from crease import Arrays, Network

COLORS = ("class", "map", "pattern", "area", "slope")
# Colours and marks of classes and their data points, as in crease plot. They can be distinguished
# with any colour vision.
_INKS = ("#1f16ed", "#f1955c", "#378b02", "#b40498", "#52dace", "#360053", "#989281", "#700200")
_MARKS = "os^Dvph"


@limited
def plot(
    net: "Network",
    box: Union[None, Box, Domain] = None,
    *,
    slice: Optional[Rows] = None,
    clip: Optional[Box] = None,
    after: Optional[int] = None,
    **how: Unpack[PlotOptions],
) -> Axes:
    """Draws the regions of a plane domain, or the outputs over an interval.

    Parameters
    ----------
    box, slice
        The domain; see `Domain`. Over an interval only `ax`, `edges` and `legend` of the following
        apply.
    clip
        In place of `box`: the part of the whole plane that is shown.
    after
        Draw the regions of the first so many units, one layer after the other, as `crease plot
        --after` does: frames of how a network cuts its inputs, coloured by "pattern" or "area".
    ax
        Axes of matplotlib; None: the present ones.
    color, colour
        What the colour of a region tells: "class" (the greatest output; of one output, whether it
        is positive), "map" (regions with one affine map have one colour), "pattern" (each its own
        colour), "area" (on a logarithmic scale where it ranges over more than two decades), "slope"
        (the norm of the gradient of the first output), or a number for each region.
    points, classes
        Data to draw above: coordinates of shape (n, 2), and the number of a class for each. On a
        slice these are its coordinates: (0, 0), (1, 0), (0, 1) for the points that span it.
    class_names
        The names of classes 0, 1, .. in the legend.
    boundary
        Draw the decision boundary: where the two largest outputs are equal, or the only one is 0.
    edges
        Draw the edges of regions, or a thin line at each breakpoint.
    labels
        Number the regions that have room for it, as `Cell.id` and the rows of `Arrays` do.
    legend
        Name the classes, or show the scale of "area", "slope" and numbers. Names stand where they
        cover the fewest points; ``ax.legend(loc="upper left", bbox_to_anchor=(1, 1))`` puts them
        beside the picture, and ``savefig(.., bbox_inches="tight")`` makes room for them.
    cmap
        The colour map of matplotlib for "area", "slope" and numbers.

    Other options are those of the enumeration, such as `timeout`: see `Run`. A picture that is not
    drawn by then raises `Undecided`.

    Returns
    -------
    The axes.
    """
    drawing: dict[str, Any] = {name: x for name, x in how.items() if name in DRAWING}
    options: dict[str, Any] = {name: x for name, x in how.items() if name not in DRAWING}
    for name in options:
        if name not in OPTIONS:
            raise unknown_option(name, (*DRAWING, "slice", "clip", "after", *OPTIONS))
    if after is not None:
        net = _first_units(net, after)
        _check_stage(drawing)
        drawing["boundary"] = False
    regions = net.regions(box, slice=slice, only=("map", "volume"), **options)
    dimension = regions.domain.dimension
    if dimension > 2 or not (regions.domain.is_bounded or clip is not None):
        raise ValueError(
            "a picture shows a bounded part of a line or a plane, not "
            + (str(regions.domain) if dimension < 3 else f"a domain of dimension {dimension}")
            + ("; give a box, or clip" if dimension < 3 else "; give a slice")
        )
    return plot_arrays(regions.to_arrays(clip), **drawing)


def _first_units(net: "Network", count: int) -> "Network":
    if not isinstance(count, Integral) or not 1 <= count <= sum(net.hidden):
        raise ValueError(f"after is {count!r}, not a number of units from 1 to {sum(net.hidden)}")
    return type(net)(first_units(net.layers, int(count)))


def _check_stage(drawing: dict[str, Any]) -> None:
    """The outputs of a part of a network are units, and say nothing of classes."""
    color = drawing.get("colour") or drawing.get("color", "pattern")
    if isinstance(color, str) and color in COLORS and color not in ("pattern", "area"):
        raise ValueError(f'after the first units regions have "pattern" and "area", not {color!r}')


def plot_arrays(
    regions: "Arrays",
    *,
    ax: Optional[Axes] = None,
    color: Union[str, ArrayLike] = "pattern",
    colour: Union[None, str, ArrayLike] = None,
    points: Optional[ArrayLike] = None,
    classes: Optional[ArrayLike] = None,
    class_names: Optional[Sequence[str]] = None,
    boundary: bool = True,
    edges: bool = True,
    labels: bool = False,
    cmap: str = "viridis",
    legend: bool = True,
) -> Axes:
    import matplotlib.pyplot as pyplot

    color = color if colour is None else colour
    if isinstance(color, str) and color not in COLORS:
        raise ValueError(f"colour is {color!r}, not one of {', '.join(COLORS)} or an array")
    ax = ax or pyplot.gca()
    if regions.vertices.shape[1] == 1:
        return _graph(ax, regions, edges, legend)
    shown = [i for i, polygon in enumerate(regions.polygons) if polygon is not None]
    polygons = [regions.polygons[i] for i in shown]
    maps = None if regions.maps is None else regions.maps[shown]
    if isinstance(color, str) and color == "class":
        _draw_classes(ax, polygons, maps, class_names, edges)
    else:
        cells = _draw_cells(ax, polygons, *_values(regions, color, shown), edges, cmap)
        if legend and not (isinstance(color, str) and color in ("map", "pattern")):
            ax.figure.colorbar(cells, ax=ax, label=color if isinstance(color, str) else None)
    if boundary and maps is not None:
        _draw_boundary(ax, polygons, maps)
    if points is not None:
        _scatter(ax, _array(points, float), classes, class_names)
    if legend and ax.get_legend_handles_labels()[0]:
        ax.legend()
    ax.set_xlabel(f"{regions.coordinate}1")
    ax.set_ylabel(f"{regions.coordinate}2")
    ax.margins(0)
    ax.autoscale_view()
    ax.set_aspect("equal")
    if labels:
        _label(ax, shown, polygons)
    return ax


#: The options of a drawing, beside those of the enumeration.
DRAWING = tuple(Drawing.__annotations__)


_DIGIT, _HALF_HEIGHT, _LEAST_SIZE = 0.64, 0.4, 3  # em, em, points


def _label(ax: Any, numbers: list[int], polygons: list[Any]) -> None:
    """The number of each region inside it, smaller where there is little room, as crease plot."""
    import matplotlib
    from matplotlib.font_manager import FontProperties
    from matplotlib.patheffects import withStroke

    usual = FontProperties(size=matplotlib.rcParams["xtick.labelsize"]).get_size_in_points()
    ax.apply_aspect()
    points = ax.transData + ax.figure.dpi_scale_trans.inverted()
    for number, polygon in zip(numbers, polygons):
        corners = 72 * points.transform(polygon)
        size = min(usual, _fitting_size(corners, _DIGIT * len(str(number))))
        if size >= _LEAST_SIZE:
            text = ax.annotate(
                str(number), _centroid(polygon), size=size, ha="center", va="center_baseline"
            )
            text.set_path_effects([withStroke(linewidth=size / 6, foreground="white")])


def _centroid(corners: Any) -> Any:
    edges = corners - corners[0]
    after = numpy.roll(edges, -1, axis=0)
    parts = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    return corners[0] + parts @ (edges + after) / (3 * parts.sum())


def _fitting_size(corners: Any, width: float) -> float:
    """The largest size at which a text of this width around the centroid fits into a polygon."""
    middle = _centroid(corners)
    edges = numpy.roll(corners, -1, axis=0) - corners
    away = edges[:, 0] * (middle[1] - corners[:, 1]) - edges[:, 1] * (middle[0] - corners[:, 0])
    reach = width / 2 * abs(edges[:, 1]) + _HALF_HEIGHT * abs(edges[:, 0])
    return float((abs(away) / reach).min())


def _on_white(color: Any, alpha: float) -> tuple[float, ...]:
    """What a transparent colour is above white."""
    from matplotlib.colors import to_rgb

    return tuple(1 - alpha * (1 - x) for x in to_rgb(color))


def _outline(edges: bool) -> dict[str, Any]:
    """Of polygons. Without edges an opaque one of their own colour closes the seams."""
    if edges:
        return {"linewidths": 0.4, "edgecolors": "white"}
    return {"linewidths": 0.6, "edgecolors": "face", "antialiaseds": False}


def _draw_cells(
    ax: Any, polygons: list[Any], values: Any, norm: Any, edges: bool, cmap: str
) -> Any:
    from matplotlib import colormaps
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import ListedColormap

    shades = colormaps[cmap](numpy.linspace(0, 1, 256))
    cells = PolyCollection(
        polygons,
        array=values,
        norm=norm,
        cmap=ListedColormap([_on_white(shade[:3], 0.85) for shade in shades]),
        **_outline(edges),
    )
    ax.add_collection(cells)
    return cells


def _values(regions: "Arrays", color: Any, shown: list[int]) -> tuple[Any, Any]:
    """A number for each region that is shown, and how numbers become colours."""
    from matplotlib.colors import LogNorm

    if not isinstance(color, str):
        values = numpy.asarray(color, float)
        if values.shape != (len(regions),):
            raise ValueError(f"color has the shape {values.shape}, not ({len(regions)},)")
        return values[shown], None
    if color == "area":
        values = regions.area[shown]
        wide = len(values) and numpy.nanmax(values) > 100 * numpy.nanmin(values)
        return values, LogNorm() if wide else None
    if color == "slope":
        return numpy.linalg.norm(regions.A[shown, 0], axis=1), None
    rows = regions.patterns
    if color == "map":
        rows = numpy.dstack([regions.A, regions.b]).reshape(len(regions), -1)
    numbers = numpy.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
    # Neighbouring numbers get colours far apart: multiples of the golden section modulo 1.
    return numbers[shown] * 0.6180339887498949 % 1, None


def _class_name(names: Any, number: int) -> str:
    return f"class {number}" if names is None else str(names[number])


def _draw_classes(ax: Any, polygons: list[Any], maps: Any, names: Any, edges: bool) -> None:
    """The parts of each region where one output is the greatest, in double precision."""
    from matplotlib.collections import PolyCollection

    if maps.shape[1] == 1:  # class 1 is where the only output is positive
        maps = numpy.concatenate([numpy.zeros_like(maps), maps], axis=1)
    rivals = [_rivals(polygon, rows) for polygon, rows in zip(polygons, maps)]
    for number in range(maps.shape[1]):
        parts = []
        for polygon, rows, here in zip(polygons, maps, rivals):
            if number not in here:
                continue
            for other in rows[here[here != number]]:
                polygon = _part(polygon, rows[number] - other)
            if len(polygon) > 2:
                parts.append(polygon)
        if parts:
            cells = PolyCollection(
                parts,
                facecolors=[_on_white(_INKS[number % len(_INKS)], 0.45)],
                **_outline(edges),
                label=_class_name(names, number),
            )
            ax.add_collection(cells)


def _rivals(polygon: Any, rows: Any) -> Any:
    """The outputs that are not everywhere in a polygon below a certain other one."""
    values = polygon @ rows[:, :-1].T + rows[:, -1]
    best = values.min(axis=0).argmax()
    return numpy.flatnonzero((values >= values[:, [best]]).any(axis=0))


def _part(polygon: Any, form: Any) -> Any:
    """The part of a convex polygon where form . (x, y, 1) >= 0."""
    if not len(polygon):
        return polygon
    values = polygon @ form[:-1] + form[-1]
    if (values >= 0).all():
        return polygon
    kept = []
    for i in range(len(polygon)):  # from the corner before to this one
        if (values[i - 1] >= 0) != (values[i] >= 0):
            t = values[i - 1] / (values[i - 1] - values[i])
            kept.append(polygon[i - 1] + t * (polygon[i] - polygon[i - 1]))
        if values[i] >= 0:
            kept.append(polygon[i])
    return numpy.array(kept)


def _graph(ax: Any, regions: "Arrays", edges: bool, legend: bool) -> Any:
    """Each output over an interval, from region to region, and a line at each breakpoint."""
    ends = [(sorted(p[:, 0]), i) for i, p in enumerate(regions.polygons) if p is not None]
    ends.sort()
    shown = [i for _, i in ends]
    x = numpy.array([both for both, _ in ends]).reshape(-1, 2)
    for output in range(regions.A.shape[1]):
        values = regions.A[shown, output] * x + regions.b[shown, output, None]
        ax.plot(x.ravel(), values.ravel(), label=f"output {output}", zorder=3)
    if edges:
        ax.vlines(x[1:, 0], 0, 1, transform=ax.get_xaxis_transform(), colors="0.8", linewidths=0.5)
    if legend and regions.A.shape[1] > 1:
        ax.legend()
    ax.set_xlabel("x1" if regions.coordinate == "x" else "u")
    ax.set_ylabel("output")
    ax.margins(x=0)
    return ax


def _array(values: Any, kind: Any = None) -> Any:
    """An array of a list, an array or a tensor, which may require gradients."""
    return numpy.asarray(values.detach() if hasattr(values, "detach") else values, kind)


def _scatter(ax: Any, points: Any, classes: Any, names: Any) -> None:
    """Data points: of class k in the colour of class k, whatever classes occur."""
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError(
            f"points have the shape (n, 2), not {points.shape}; on a slice they are its "
            "coordinates: (0, 0), (1, 0) and (0, 1) are the points that span it"
        )
    numbers = numpy.zeros(len(points), int) if classes is None else _array(classes)
    if numbers.shape != (len(points),) or not numpy.issubdtype(numbers.dtype, numpy.integer):
        raise ValueError(f"classes are {len(points)} whole numbers from 0, one for each point")
    labelled = ax.get_legend_handles_labels()[1]
    for number in numpy.unique(numbers):
        these = points[numbers == number]
        label = None if classes is None else _class_name(names, number)
        ax.scatter(
            these[:, 0],
            these[:, 1],
            c=_INKS[number % len(_INKS)],
            marker=_MARKS[number % len(_MARKS)],
            s=14,
            edgecolors="white",
            linewidths=0.4,
            zorder=3,
            label=None if label in labelled else label,
        )


def _draw_boundary(ax: Any, polygons: list[Any], maps: Any) -> None:
    from matplotlib.collections import LineCollection

    segments = _boundary(polygons, maps)
    ax.add_collection(LineCollection(segments, colors="black", linewidths=1.6))


def _boundary(polygons: list[Any], maps: Any) -> list[Any]:
    """Segments of {two largest outputs equal}, or {output = 0}, in double precision: a picture."""
    segments = []
    outputs = maps.shape[1]
    for polygon, rows in zip(polygons, maps):
        rivals = _rivals(polygon, rows)
        for i in rivals:
            for j in rivals[rivals > i] if outputs > 1 else (1,):
                form = rows[i] - rows[j] if outputs > 1 else rows[i]
                segment = _zero(polygon, form)
                if segment is None:
                    continue
                middle = numpy.append(segment.mean(axis=0), 1)
                if outputs < 3 or (rows @ middle).max() <= rows[i] @ middle + 1e-9:
                    segments.append(segment)
    return segments


def _zero(polygon: Any, form: Any) -> Optional[Any]:
    values = polygon @ form[:-1] + form[-1]
    after = numpy.roll(values, -1)
    change = numpy.flatnonzero((values > 0) != (after > 0))
    if len(change) != 2:
        return None
    t = values[change] / (values[change] - after[change])
    return polygon[change] + t[:, None] * (
        numpy.roll(polygon, -1, axis=0)[change] - polygon[change]
    )
