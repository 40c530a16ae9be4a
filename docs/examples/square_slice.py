#!/usr/bin/env python3
"""Writes a slice file: the plane through three points, as a square round their circle.

    square_slice.py POINTS.json I J K >square.json
    square_slice.py --through POINTS.json I J ... >slice.json

POINTS.json is {"points": [[...], ...]}; I, J and K say which of them, counted from 0.

The square: p_0 is the centre of the circle through the three points, p_1 - p_0 runs along
the line from I to J, and p_2 - p_0 stands at a right angle to it. Both are as long as the
circle's radius, so that --box=-1,1 is the square round the centre whose side is twice the
radius, as in Hanin and Rolnick, Complexity of linear regions in deep networks, 2019.
Centre and angle are exact. Lengths are square roots, so each is a rational number within
one millionth of the radius, relatively: the circle passes the middles of the sides as
closely as that.

With --through the points themselves are p_0, p_1, ...: two for a line, three for a plane,
d + 1 for a slice of dimension d.
"""
import json
import sys
from fractions import Fraction
from math import isqrt

MILLIONTH = Fraction(1, 10**6)


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), Fraction(0))


def along(p, t, a):
    """p + t a"""
    return [x + t * y for x, y in zip(p, a)]


def root(square):
    """The first of the numbers with 0, 1, 2, ... decimals that is within a millionth of the
    root, relatively."""
    scale = 1
    while True:
        near = Fraction((isqrt(4 * square * scale**2 // 1) + 1) // 2, scale)
        if square * (1 - MILLIONTH) ** 2 <= near**2 <= square * (1 + MILLIONTH) ** 2:
            return near
        scale *= 10


def square(p, q, r):
    a, b = along(q, -1, p), along(r, -1, p)
    aa, ab, bb = dot(a, a), dot(a, b), dot(b, b)
    area = aa * bb - ab * ab
    if area == 0:
        sys.exit("square_slice.py: expected three points that are not on one line")
    # The centre c = p + s a + t b has (c - p).a = a.a / 2 and (c - p).b = b.b / 2.
    s, t = bb * (aa - ab) / (2 * area), aa * (bb - ab) / (2 * area)
    centre = along(along(p, s, a), t, b)
    radius = along(centre, -1, p)
    across = along(b, -ab / aa, a)
    return [centre] + [
        along(centre, root(dot(radius, radius) / dot(side, side)), side) for side in (a, across)
    ]


def main(arguments):
    through = arguments[:1] == ["--through"]
    file, *which = arguments[through:] or [None]
    if len(which) < 2 or not (through or len(which) == 3):
        sys.exit("usage: square_slice.py POINTS.json I J K, or --through POINTS.json I J ...")
    with open(file, encoding="utf-8") as text:
        # A number is the decimal that it spells, or a string p/q.
        points = json.load(text, parse_float=Fraction, parse_int=Fraction)["points"]
    chart = [[Fraction(x) for x in points[int(k)]] for k in which]
    about = f"through points {', '.join(which)}"
    if not through:
        chart = square(*chart)
        about = f"the plane {about}; [-1, 1]^2 is the square round their circle"
    rows = ",\n  ".join(json.dumps([str(x) for x in point]) for point in chart)
    print(f'{{"about": {json.dumps(about)},\n "points": [\n  {rows}]}}')


main(sys.argv[1:])
