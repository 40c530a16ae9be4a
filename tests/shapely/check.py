"""What Shapely says of polygons of regions: check.py CREASE DIGITS MEASURE NET DOMAIN...

Every outline is valid and counterclockwise, has the measure that is printed with it, and the same
coordinates in GeoJSON and in well-known text. Printed numbers are those of the exact table, rounded
by Python's decimals. Exact measures add up to MEASURE, outlines cover the domain without
overlapping, and neighbours have their edges in common: each edge is one of two regions, in opposite
directions, or lies on the border. What is said so comes at the end. With "valid" for MEASURE,
polygons are only checked to be valid.
"""

import csv
import decimal
import io
import json
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import shapely
from shapely import wkt
from shapely.geometry import shape
from shapely.ops import unary_union


def run(crease, net, domain, *options):
    command = [crease, "regions", net, *domain, *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def polygons(crease, net, domain, *options):
    command = [crease, "polygons", *options]
    lines = run(crease, net, domain)
    return subprocess.run(command, check=True, capture_output=True, text=True, input=lines).stdout


def rounded(number, digits):
    """Python divides and rounds once, to the nearest, ties to even."""
    context = decimal.Context(prec=digits, rounding=decimal.ROUND_HALF_EVEN)
    exact = Fraction(number)
    return context.divide(Decimal(exact.numerator), Decimal(exact.denominator))


def rows(text):
    return [row.split() for row in text.split(";")] if text else []


def ring(feature):
    coordinates = feature["geometry"]["coordinates"]
    return coordinates[0] if feature["geometry"]["type"] == "Polygon" else coordinates


def compare(feature, exact, digits, measure):
    properties = feature["properties"]
    assert feature["id"] == int(exact["id"]) and properties["pattern"] == exact["pattern"]
    assert properties[measure] == rounded(exact[measure], digits)
    numbers = [[rounded(x, digits) for x in row] for row in rows(exact["map"])]
    assert properties["map"] == numbers, (properties["map"], numbers)
    owners = [owner.split() for owner in exact["owners"].split(";")]
    layers = [int(owner[0]) for owner in owners if owner != ["border"]]
    assert properties["layer"] == (max(layers) if layers else None)
    points = [[rounded(x, digits) for x in row] for row in rows(exact["vertices"])]
    if measure == "length":
        points = [[x, 0] for [x] in points]
    else:
        points.append(points[0])
    assert ring(feature) == points, (ring(feature), points)


def conform(features, hull):
    """Each edge is met from both sides, or lies on the border."""
    edges = Counter()
    for feature in features:
        corners = [tuple(point) for point in ring(feature)]
        edges.update(zip(corners, corners[1:]))
    assert max(edges.values()) == 1
    for start, end in edges:
        if (end, start) not in edges:
            middle = shapely.geometry.Point(*(float(a + b) / 2 for a, b in zip(start, end)))
            assert hull.exterior.distance(middle) < 1e-9 * hull.length, (start, end)
    return sum((end, start) in edges for start, end in edges) // 2


def signed_area(ring):
    points = [[Fraction(x) for x in point] for point in ring]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:])) / 2


def valid(text):
    """Every polygon is valid and, exactly, counterclockwise; as many are null as the end says."""
    collection = json.loads(text)
    features = collection["features"]
    kept = [f["geometry"] for f in features if f["geometry"]]
    for geometry in kept:
        assert shape(geometry).is_valid and signed_area(geometry["coordinates"][0]) > 0, geometry
    assert len(features) - len(kept) == collection["end"]["null_geometries"]
    return f"{len(kept)} valid polygons of {len(features)}"


def main():
    crease, digits, size, net, *domain = sys.argv[1:]
    if size == "valid":
        print(valid(polygons(crease, net, domain, "--format=geojson", f"--digits={digits}")))
        return
    exact = list(csv.DictReader(io.StringIO(run(crease, net, domain, "--format=csv"))))
    options = [f"--digits={digits}"]
    digits, size = int(digits), Fraction(size)
    text = polygons(crease, net, domain, "--format=geojson", *options)
    collection = json.loads(text, parse_float=Decimal, parse_int=Decimal)
    plain = json.loads(text)["features"]
    table = list(
        csv.DictReader(io.StringIO(polygons(crease, net, domain, "--format=wkt", *options)))
    )
    features = collection["features"]
    measure = "area" if "area" in exact[0] else "length"
    assert collection["end"]["digits"] == digits and collection["end"]["complete"] is True
    assert len(features) == len(table) == len(exact) == collection["end"]["activation_regions"]
    assert sum(Fraction(row[measure]) for row in exact) == size
    outlines = [shape(feature["geometry"]) for feature in plain]
    for feature, row, outline, record in zip(features, exact, outlines, table):
        compare(feature, row, digits, measure)
        assert outline.is_valid and not outline.is_empty, outline
        assert measure == "length" or outline.exterior.is_ccw
        assert wkt.loads(record["WKT"]).equals_exact(outline, 0)
        assert record["pattern"] == row["pattern"] and record["digits"] == str(digits)
        assert Decimal(record[measure]) == feature["properties"][measure]
    cover = unary_union(outlines)
    rounding = 10.0 ** (3 - min(digits, 15)) * float(size)
    assert abs(sum(getattr(o, measure) for o in outlines) - float(size)) < rounding
    assert abs(getattr(cover, measure) - float(size)) < rounding
    said = f"{len(features)} outlines"
    if measure == "area" and "moons" not in net:
        said += f", {conform(features, cover.convex_hull)} common edges"
    print(said)


main()
