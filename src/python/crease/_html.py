"""What a notebook shows: tables, and for arrays of regions their number and a picture too."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from crease._numbers import shown

if TYPE_CHECKING:
    from crease import Arrays

_ROWS = 5  # of the table of regions
_MOST_ROWS = 50  # of other tables
_MOST_DRAWN = 20000  # regions of a picture
_MOST_UNITS = 32  # of a pattern in the table


def html_of(regions: "Arrays") -> str:
    notes = f"{len(regions)} regions, {int(regions.bounded.sum())} bounded"
    if not regions.complete:
        notes += " (incomplete: a limit ended the enumeration)"
    return f"<h4>{html.escape(notes)}</h4>{_table(regions)}{_picture(regions)}"


def _table(regions: "Arrays") -> str:
    measure = {1: "length", 2: "area"}.get(regions.vertices.shape[1], "volume")
    inside = regions.interior
    rows = [_row("th", ("region", "pattern", measure, "point inside"))]
    for i in range(min(len(regions), _ROWS)):
        pattern = "".join(map(str, regions.patterns[i][:_MOST_UNITS]))
        if regions.patterns.shape[1] > _MOST_UNITS:
            pattern += ".."
        size = "" if regions.volumes is None else f"{regions.volume[i]:.6g}"
        rows.append(_row("td", (i, pattern, size, ", ".join(f"{x:.6g}" for x in inside[i]))))
    if len(regions) > _ROWS:
        rows.append(_row("td", ("..", "..", "..", "..")))
    return f"<table>{''.join(rows)}</table>"


def rows_of(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a row for each of several things."""
    listed = [tuple(map(_text, row)) for row in islice(rows, _MOST_ROWS + 1)]
    if len(listed) > _MOST_ROWS:
        listed[-1] = ("..",) * len(head)
    body = _row("th", tuple(head)) + "".join(_row("td", row) for row in listed)
    return f"<table><caption>{html.escape(title)}</caption>{body}</table>"


def fields_of(title: str, **fields: object) -> str:
    """A table with a row for each property of one thing."""
    rows = (f"<tr><th>{n}</th><td>{html.escape(_text(x))}</td></tr>" for n, x in fields.items())
    return f"<table><caption>{html.escape(title)}</caption>{''.join(rows)}</table>"


def _text(x: object) -> str:
    return x if isinstance(x, str) else shown(x)


def _row(tag: str, cells: tuple[object, ...]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(str(c))}</{tag}>" for c in cells) + "</tr>"


def _picture(regions: "Arrays") -> str:
    """The regions of a plane, or the outputs over an interval; "" if they cannot be drawn."""
    shown = sum(polygon is not None for polygon in regions.polygons)
    if not 0 < shown <= _MOST_DRAWN or regions.vertices.shape[1] > 2:
        return ""
    if regions.vertices.shape[1] == 1 and regions.maps is None:
        return ""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return ""
    figure = Figure(figsize=(5, 4), layout="constrained")
    regions.plot(ax=figure.subplots())
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=100)
    data = base64.b64encode(stream.getvalue()).decode()
    return f'<img alt="{len(regions)} regions" src="data:image/png;base64,{data}">'
