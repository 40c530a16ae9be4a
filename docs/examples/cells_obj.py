#!/usr/bin/env python3
"""Writes the regions of three inputs in a box as solids in Wavefront OBJ, to standard output:

    cells_obj.py NET LO HI >cells.obj

Every facet is one polygon, counterclockwise seen from outside. Which vertices lie on a facet is
decided exactly. Blender, MeshLab and ParaView read OBJ; MeshLab converts it to STL.
"""

import math
import sys

import crease
import numpy


def facet_corners(cell, row):
    """The vertices on a facet, whose inequality is row[:3] x + row[3] >= 0, in order."""
    on = [i for i, x in enumerate(cell.exact_vertices)
          if sum(a * t for a, t in zip(row, [*x, 1])) == 0]
    centre = cell.vertices[on].mean(axis=0)
    inward = numpy.array(row[:3], float)
    right = cell.vertices[on[0]] - centre
    right /= numpy.linalg.norm(right)
    up = numpy.cross(right, inward / numpy.linalg.norm(inward))
    return sorted(on, key=lambda i: math.atan2((cell.vertices[i] - centre) @ up,
                                               (cell.vertices[i] - centre) @ right))


def main(path, low, high):
    first = 1
    wanted = ("exact", "facets", "vertices")
    for cell in crease.load(path).regions(box=(low, high), only=wanted):
        print("o region_%d" % cell.id)
        for corner in cell.vertices:
            print("v", *corner)
        for facet in cell.facets:
            print("f", *(first + i for i in facet_corners(cell, facet.row)))
        first += len(cell.vertices)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: cells_obj.py NET LO HI")
    main(*sys.argv[1:])
