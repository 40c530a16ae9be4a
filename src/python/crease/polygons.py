"""convert listed regions to GeoJSON, WKT or a table of vertices

    crease regions NET --box=.. | crease polygons -o FILE.geojson

reads the exact JSON lines of regions with one or two dimensions, for QGIS, GDAL,
Shapely, gnuplot or R. --clip=LO,HI cuts them to a box, and unbounded regions
need it. A polygon is the convex hull of the rounded vertices, so it is simple
and counterclockwise; if no area is left, it is null.
"""

from __future__ import annotations

import decimal
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Optional, Union

from crease._command import Command, natural, start
from crease._domain import Domain, box_sides
from crease._files import JsonError, out_file, read_json

FORMATS = ("geojson", "wkt", "vertices")
Corner = tuple[float, float, int]


def _text(x: Fraction, digits: int) -> str:
    """The nearest decimal, ties to even, as `crease --digits` writes it."""
    context = decimal.Context(prec=digits, rounding=decimal.ROUND_HALF_EVEN)
    near = context.divide(decimal.Decimal(x.numerator), decimal.Decimal(x.denominator))
    near = near.normalize(context)
    return f"{near:f}" if -6 < near.adjusted() < 17 else f"{near:e}"


def _turns_left(a: Corner, b: Corner, c: Corner) -> bool:
    """Beyond doubt: by more than doubles can err (Shewchuk 1997, section 4.3)."""
    left, right = (b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])
    total = abs(left) + abs(right)
    return total > 1e-280 and left - right > 4e-16 * total


def _hull(corners: list[Corner]) -> list[int]:
    """Andrew's monotone chain, counterclockwise: along the lower side and back along the upper."""
    corners = sorted(corners)
    hull: list[Corner] = []
    for side in (corners, corners[::-1]):
        fixed = max(len(hull), 1)
        for corner in side:
            while len(hull) > fixed and not _turns_left(hull[-2], hull[-1], corner):
                hull.pop()
            if not hull or hull[-1][:2] != corner[:2]:
                hull.append(corner)
    return [corner[2] for corner in hull[:-1]]


def _class(maps: list[list[Fraction]], points: list[list[Fraction]]) -> Optional[int]:
    """The class that attains the maximum at all points, of which the first is inside."""
    rows = maps if len(maps) > 1 else [[Fraction(0)] * len(maps[0]), *maps]
    winner = None
    for point in points:
        values = [_at(row, point) for row in rows]
        winner = values.index(max(values)) if winner is None else winner
        if values[winner] < max(values):
            return None
    return winner


Point = list[Fraction]


def _dimension(record: dict[str, Any]) -> int:
    dimension = len(record["map"][0]) - 1
    if dimension not in (1, 2):
        raise ValueError(f"expected regions of one or two dimensions, not {dimension}; use --slice")
    return dimension


@lru_cache(1)
def _bounds(box: str, dimension: int) -> list[tuple[Fraction, Fraction]]:
    """The bounds of each coordinate. Errors are those of --box."""
    Domain(dimension, box=box)
    return box_sides(box, dimension)


def _at(row: Sequence[Fraction], point: Point) -> Fraction:
    """row . (point, 1)"""
    return sum((a * x for a, x in zip(row, point)), row[-1])


def _cut(ring: list[Point], row: Sequence[Fraction]) -> list[Point]:
    """The corners of the part of a convex polygon where row . (x, 1) >= 0 (Sutherland, Hodgman)."""
    values = [_at(row, point) for point in ring]
    part = []
    for i, (point, value) in enumerate(zip(ring, values)):
        before = values[i - 1]
        if min(value, before) < 0 < max(value, before):
            t = before / (before - value)
            part.append([a + t * (b - a) for a, b in zip(ring[i - 1], point)])
        if value >= 0:
            part.append(point)
    return part


def _size(ring: list[Point]) -> Fraction:
    """The area of a polygon, the length of a segment."""
    if len(ring[0]) == 1:
        return max(ring)[0] - min(ring)[0]
    pairs = zip(ring, ring[1:] + ring[:1])
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in pairs), Fraction(0)) / 2


def clipped(record: dict[str, Any], box: str) -> Optional[dict[str, Any]]:
    """The record of the part of a region in a box, exactly; None if that has no interior."""
    dimension = _dimension(record)
    bounds = _bounds(box, dimension)
    (left, right), *rest = bounds
    ring = [[left], [right]]
    for low, high in rest:
        ring = [[left, low], [right, low], [right, high], [left, high]]
    facets = [([Fraction(x) for x in f["row"]], f) for f in record["inequalities"]]
    for row, _ in facets:
        ring = _cut(ring, row)
    if not ring or not (size := _size(ring)):
        return None
    corners = list({tuple(corner): corner for corner in ring}.values())
    first = corners.index(min(corners))
    corners = corners[first:] + corners[:first]

    borders = [(k, bound) for k, side in enumerate(bounds) for bound in side]

    def is_inner_side(row: Sequence[Fraction]) -> bool:
        """Whether an edge of the part lies on this facet, and not on the border of the box."""
        edge = [p for p in corners if not _at(row, p)]
        on_border = any(all(p[k] == bound for p in edge) for k, bound in borders)
        return len(edge) >= dimension and not on_border

    sides = [facet for row, facet in facets if is_inner_side(row)]
    mean = [sum(column) / len(corners) for column in zip(*corners)]
    part = {"vertices": corners, "interior": mean, "inequalities": sides, "bounded": True}
    return record | part | {("length", "area")[dimension - 1]: size}


class Region:
    """A region as text: `ring` has its corners, the first once more at the end of a polygon."""

    def __init__(self, record: dict[str, Any], digits: int):
        vertices = [[Fraction(x) for x in row] for row in record["vertices"]]
        dimension = _dimension(record)
        if not record["bounded"]:
            raise ValueError("a region is unbounded: --clip=LO,HI cuts all to a box")
        maps = [[Fraction(x) for x in row] for row in record["map"]]
        inside = [Fraction(x) for x in record["interior"]]
        layers = [facet["layer"] for facet in record["inequalities"] if "layer" in facet]
        corners = [[_text(x, digits) for x in row] for row in vertices]
        ring = _hull(
            [(float(c[0]), float(c[-1]) * (dimension - 1), i) for i, c in enumerate(corners)]
        )
        ring = [] if len(ring) <= dimension else ring
        first = ring.index(min(ring)) if ring else 0
        ring = ring[first:] + ring[:first]
        self.id = record["id"]
        self.pattern = "|".join(" ".join(map(str, layer)) for layer in record["pattern"])
        self.layer = max(layers) if layers else None
        self.kind = _class(maps, [inside, *vertices])
        self.measure = ("length", "area")[dimension - 1]
        self.size = _text(Fraction(record[self.measure]), digits)
        self.map = [[_text(x, digits) for x in row] for row in maps]
        self.corners = [corners[i] for i in ring]
        self.ring = [c if dimension > 1 else [*c, "0"] for c in self.corners]
        self.ring += self.ring[:1] if dimension > 1 else []
        self.kinds = ("LineString", "Polygon")[dimension - 1]

    def geojson(self) -> str:
        line = "[" + ",".join(f"[{','.join(point)}]" for point in self.ring) + "]"
        line = line if self.kinds == "LineString" else f"[{line}]"
        shape = f'{{"type":"{self.kinds}","coordinates":{line}}}' if self.ring else "null"
        rows = ",".join(f"[{','.join(row)}]" for row in self.map)
        return (
            f'{{"type":"Feature","id":{self.id},"properties":{{"pattern":"{self.pattern}",'
            f'"layer":{json.dumps(self.layer)},"class":{json.dumps(self.kind)},'
            f'"{self.measure}":{self.size},"map":[{rows}]}},"geometry":{shape}}}'
        )

    def wkt(self, digits: int) -> str:
        line = "(" + ", ".join(map(" ".join, self.ring)) + ")"
        line = line if self.kinds == "LineString" else f"({line})"
        known = ["" if x is None else str(x) for x in (self.layer, self.kind)]
        rows = ";".join(map(" ".join, self.map))
        cells = [self.pattern, *known, self.size, rows, str(digits)]
        return f'"{self.kinds.upper()} {line if self.ring else "EMPTY"}",{self.id},' + ",".join(
            cells
        )


def converted(
    lines: Iterable[Union[str, bytes]],
    form: str,
    digits: int = 17,
    clip: Optional[str] = None,
    name: str = "<lines>",
) -> Iterator[str]:
    """The lines of a file in this format, from the JSON lines of `crease regions`."""
    regions, empty, outside, separator = 0, 0, 0, ""
    number = 0
    for number, line in enumerate(lines, 1):
        record = read_json(line, name, number)
        if "end" in record:
            if form == "geojson":
                if not regions:
                    yield '{"type":"FeatureCollection","features":['
                about = record["end"] | {"digits": digits, "null_geometries": empty}
                about |= {} if clip is None else {"clip": clip, "outside": outside}
                yield f'],"end":{json.dumps(about)}}}'
            return
        if clip is not None and (record := clipped(record, clip)) is None:
            outside += 1
            continue
        region = Region(record, digits)
        regions += 1
        empty += not region.ring
        if form == "geojson":
            if regions == 1:
                yield '{"type":"FeatureCollection","features":['
            yield separator + region.geojson()
            separator = ","
        elif form == "wkt":
            if regions == 1:
                yield f"WKT,id,pattern,layer,class,{region.measure},map,digits"
            yield region.wkt(digits)
        else:
            if regions == 1:
                yield "id,index,x,y" if region.kinds == "Polygon" else "id,index,x"
            for i, corner in enumerate(region.corners):
                yield ",".join([str(region.id), str(i), *corner])
    if not number:
        raise JsonError(f"{name}:1:1: the file is empty")
    raise ValueError("the records end before their last line: the file was cut off")


def main(words: Optional[Sequence[str]] = None) -> int:
    command = Command("polygons", "[FILE]", __doc__)
    command.add_argument("file", nargs="?", metavar="FILE")
    command.option("-o --output", "FILE", "FILE.geojson, FILE.wkt or FILE.csv (vertices).")
    command.option("--format", "geojson|wkt|vertices", "Default: that of the output.")
    command.option("--digits", "D", "Significant digits; default: 17.", type=natural, default=17)
    command.option(
        "--clip",
        "LO,HI,...",
        "Cut the regions to a box, exactly, which --box describes; leave out those outside.",
    )
    given = command.read(words)
    suffix = Path(given.output or "").suffix.lower()[1:]
    form = given.format or {"csv": "vertices"}.get(suffix, suffix)
    if form not in FORMATS:
        command.error("name a format, or -o FILE.geojson, FILE.wkt or FILE.csv")
    try:
        name = given.file
        with open(name, "rb") if name not in (None, "-") else sys.stdin.buffer as source:
            lines = converted(source, form, given.digits, given.clip, source.name)
            text = "".join(line + "\n" for line in lines)
        if given.output not in (None, "-"):
            with out_file(given.output) as file:
                file.write(text)
            return 0
    except JsonError as problem:
        return command.fail(f"expected the JSON lines of crease regions: {problem}")
    except KeyError as problem:
        return command.fail(f"a region has no {problem}: list regions without --fields")
    except (OSError, ValueError, LookupError, TypeError) as problem:
        return command.fail(problem)
    except (ZeroDivisionError, RecursionError) as problem:
        return command.fail(f"expected the JSON lines of crease regions: {problem}")
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    start(main)
