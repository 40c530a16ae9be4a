"""The topology of decision regions and of the decision boundary, exactly."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Optional, Union, Unpack

import numpy

from crease._domain import Box, Domain, Polytope
from crease._files import out_file
from crease._layer import GivenLayer
from crease._native import lib
from crease.theory.complexes import Complex, Face, Faces, alternating
from crease._numbers import shown
from crease._options import Limits
from crease._run import limited

if TYPE_CHECKING:
    from crease import Network
    from crease._numbers import PathName


@dataclass(frozen=True)
class Topology:
    """Of a network in a domain: the complex in which its decisions are constant too.

    The region of a class is the closed set where its output is a greatest one; of one output class
    0 is where it is at most 0, class 1 where it is at least 0. The boundary is where two classes
    meet; a whole cell may be tied.

    Attributes
    ----------
    f_vector, euler
        The numbers of faces of dimension $0, .., d$, and their alternating sum: in the whole space
        the Euler characteristic with compact support, $(-1)^d$.
    boundary_f_vector, boundary_euler, boundary_betti
        Those of the boundary, and its Betti numbers with coefficients modulo 2: components, loops,
        cavities, ..
    class_betti
        The Betti numbers of the region of each class.
    tied_cells
        The number of cells of dimension d that belong to the boundary.
    """

    __repr__ = shown

    f_vector: list[int]
    euler: int
    boundary_f_vector: list[int]
    boundary_euler: int
    boundary_betti: list[int]
    class_betti: list[list[int]]
    tied_cells: int


@dataclass(frozen=True)
class Mesh:
    """The decision boundary of three inputs as polygons that share their vertices and edges.

    Attributes
    ----------
    vertices
        Exact points.
    polygons
        For each its vertices in order, numbered from 0; all are convex and plane.
    """

    __repr__ = shown

    vertices: list[tuple[Fraction, ...]]
    polygons: list[list[int]]

    def save(self, path: "PathName") -> None:
        """Writes a file .obj, with the nearest doubles, or else JSON with fractions."""
        with out_file(path) as file:
            if os.fspath(path).endswith(".obj"):
                for x in self.vertices:
                    file.write("v " + " ".join(repr(float(a)) for a in x) + "\n")
                for polygon in self.polygons:
                    file.write("f " + " ".join(str(k + 1) for k in polygon) + "\n")
            else:
                json.dump(self.as_json(), file)

    def as_json(self) -> dict[str, Union[list[list[str]], list[list[int]]]]:
        return {
            "vertices": [[str(a) for a in x] for x in self.vertices],
            "polygons": self.polygons,
        }


def decided(net: "Network") -> "Network":
    """The network that ends with a maxout unit of its outputs; of one output, of it and 0."""
    from crease._network import Network

    layers: list[GivenLayer] = list(net.layers)
    weights, biases, activation = layers[-1]
    names = {activation} if isinstance(activation, str) else set(activation)
    if names == {"linear"}:
        layers.pop()
    else:
        weights = [[int(i == j) for j in range(net.outputs)] for i in range(net.outputs)]
        biases = [0] * net.outputs
    if net.outputs == 1:
        weights, biases = [[0] * len(weights[0]), *weights], [0, *(biases or [])]
    return Network([*layers, (weights, biases, f"maxout:{len(weights)}")])


def _classes(found: Faces, net: "Network") -> Any:
    """Whether each face of the decided network belongs to each class: shape (faces, classes)."""
    count = max(net.outputs, 2)
    return ~found.bits(found.border_at - count, count)


@limited
def topology(
    net: "Network",
    box: Union[None, Box, Domain] = None,
    *,
    polytope: Optional[Polytope] = None,
    **options: Unpack[Limits],
) -> Topology:
    """Betti numbers of the decision regions and of their boundary.

    Examples
    --------
    >>> import crease
    >>> peak = crease.Network([
    ...     ([[1, 0], [-1, 0], [0, 1], [0, -1]], None, "relu"),
    ...     ([[-1, -1, -1, -1]], [1], "linear"),
    ... ])
    >>> found = crease.topology(peak, box=(-2, 2))  # of 1 - |x| - |y|
    >>> found.boundary_betti, found.class_betti
    ([1, 1], [[1, 1, 0], [1, 0, 0]])
    """
    what = lib.CREASE_FACES_CLASSES | (lib.CREASE_FACES_DUAL if net.outputs < 3 else 0)
    found = Faces(net, net.domain(box, polytope), what, options)
    classes = _classes(found, net)
    class_betti = [found.betti(members) for members in classes.T]
    if found.is_dual:
        decided_faces, boundary = found.counted
        faces = [sum(pair) for pair in zip(decided_faces, boundary)]
        class_betti = [b and b + [0] * (len(faces) - len(b)) for b in class_betti]
        boundary_betti = _between(class_betti)
    else:
        tied = classes.sum(axis=1) > 1
        faces, boundary = found.f_vector(), found.f_vector(tied)
        boundary_betti = found.betti(tied)
    return Topology(
        f_vector=faces,
        euler=alternating(faces),
        boundary_f_vector=boundary,
        boundary_euler=alternating(boundary),
        boundary_betti=boundary_betti,
        class_betti=class_betti,
        tied_cells=boundary[-1],
    )


def _between(betti: list[list[int]]) -> list[int]:
    """Of the common part of two sets whose union is contractible (Mayer and Vietoris)."""
    if not all(betti):
        return []
    components, *others = [a + b for a, b in zip(*betti)]
    return [components - 1, *others][:-1]


def _around(faces: list[Face], polygon: Face) -> list[tuple[Fraction, ...]]:
    """The vertices of a polygon in order, from its edges."""
    ends = [list(faces[edge].points) for edge in polygon.facets]
    order = ends.pop()
    while len(ends) > 1:
        edge = next(edge for edge in ends if order[-1] in edge)
        ends.remove(edge)
        order.append(edge[1] if edge[0] == order[-1] else edge[0])
    return order


@limited
def mesh(
    net: "Network",
    box: Union[None, Box, Domain] = None,
    *,
    polytope: Optional[Polytope] = None,
    **options: Unpack[Limits],
) -> Mesh:
    """The decision boundary of three inputs in a bounded domain.

    Each edge inside the domain lies in an even number of polygons, so the mesh has no gaps, except
    where a tied cell or a class that is only touched ends.
    """
    made = Complex(decided(net), box, polytope=polytope, **options)
    if made.dimension != 3:
        raise ValueError(f"a mesh needs three inputs, not {made.dimension}")
    if not made.is_bounded:
        raise ValueError("a mesh needs a bounded domain: pass box=(LO, HI)")
    numbers: dict[tuple[Fraction, ...], int] = {}
    polygons = []
    is_tied = _classes(made.found, net).sum(axis=1) > 1
    for i in numpy.flatnonzero(is_tied & (made.found.dimension == 2)):
        around = _around(made.faces, made.faces[i])
        polygons.append([numbers.setdefault(x, len(numbers)) for x in around])
    return Mesh(list(numbers), polygons)
