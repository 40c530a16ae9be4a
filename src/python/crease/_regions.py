"""Regions: streamed one by one, or all of them in flat arrays."""

from __future__ import annotations

import pickle
import queue
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypedDict, Union, Unpack

import numpy
from numpy.typing import NDArray

from crease._domain import Box, Domain
from crease._html import fields_of, html_of
from crease._native import ffi, lib
from crease._numbers import (
    Array,
    Doubles,
    Enclosure,
    Number,
    Numbers,
    Vector,
    digits,
    enclosure,
    rows,
)
from crease._options import Drawing, Limits
from crease._run import Run, Undecided, unknown_option


if TYPE_CHECKING:
    from geopandas import GeoDataFrame
    from matplotlib.axes import Axes
    from networkx import Graph

    from crease import Network

_LARGEST = 1024  # regions of a batch
_WORD = numpy.dtype(f"u{ffi.sizeof('mp_limb_t')}")
_MOST_BY_VERTICES = 5  # dimensions in which regions have their vertices without being asked
_MOST_ROWS = 1 << 14  # of integers that are read at once
_AHEAD = 2  # full batches that wait for the iterating thread

#: An array of Python's integers.
Integers = NDArray[numpy.object_]

Pattern = tuple[tuple[int, ...], ...]


class Facet(NamedTuple):
    """An irredundant inequality of a cell, $row . (x, 1) >= 0$, and its owner.

    On the border of the domain `layer`, `unit` and `breakpoint` are None. Else the facet lies on
    the crease of that unit, numbered from 0, and the cell on this side of it, 1 (above) or -1.
    """

    row: tuple[Fraction, ...]
    layer: Optional[int]
    unit: Optional[int]
    breakpoint: Optional[int]
    side: int


class Neighbour(NamedTuple):
    """A region that shares a part of a facet with another, and the crease between them.

    `region` is its number, as in `Cell.id`; `side` is 1 if it lies above the crease, else -1.
    """

    region: int
    layer: int
    unit: int
    breakpoint: int
    side: int


def graph(net: "Network", domain: Domain, counts: Any, run: Run) -> list[list[Neighbour]]:
    pointer = ffi.new("crease_adjacency **")
    run.call(lib.crease_adjacency_new, pointer, counts, net.pointer, domain.pointer, run.options)
    adjacency = ffi.gc(pointer[0], lib.crease_adjacency_free)
    if not counts.complete:
        run.finish(None)
        raise Undecided("a limit stopped the work before all neighbours were known")
    count = ffi.new("size_t *")
    listed = []
    for region in range(lib.crease_adjacency_regions(adjacency)):
        first = lib.crease_adjacency_of(count, adjacency, region)
        listed.append(
            [
                Neighbour(n.region, n.layer, n.unit, n.breakpoint, n.side)
                for n in (first[i] for i in range(count[0]))
            ]
        )
    return run.finish(listed)


def to_networkx(listed: list[list[Neighbour]]) -> Graph:
    """A networkx.Graph of regions; edges have the crease: layer, unit, breakpoint."""
    import networkx

    result = networkx.Graph()
    result.add_nodes_from(range(len(listed)))
    for region, near in enumerate(listed):
        for n in near:
            if region < n.region:
                crease = {"layer": n.layer, "unit": n.unit, "breakpoint": n.breakpoint}
                result.add_edge(region, n.region, **crease)
    return result


class Feature(TypedDict):
    """A region of a `FeatureCollection`."""

    type: str
    id: int
    geometry: "Polygon"
    properties: "About"


class Polygon(TypedDict):
    """Rings of points, the last point of each the same as the first."""

    type: str
    coordinates: list[list[list[float]]]


About = TypedDict(
    "About",
    {
        "id": int,
        "class": Union[int, str],
        "area": float,
        "pattern": list[int],
        "A": list[list[float]],
        "b": list[float],
    },
)


class FeatureCollection(TypedDict):
    """Regions as GeoJSON (RFC 7946)."""

    type: str
    features: list[Feature]


class Cell:
    """An activation region: a convex polytope on which the network is one affine map.

    It is $conv(vertices) + cone(rays)$. In the plane vertices come counterclockwise. A region that
    contains a line has no vertices of its own; it shows a point on each of its bounding lines.
    Coordinates are those of the domain.
    """

    __slots__ = ("_batch", "_index")

    def __init__(self, batch: "_Batch", index: int):
        self._batch = batch
        self._index = index

    def _repr_html_(self) -> str:
        return fields_of("Cell", id=self.id, pattern=self.pattern, bounded=self.is_bounded)

    @property
    def id(self) -> int:
        """Its number in the order of the walk, from 0."""
        return int(self._batch.c.first + self._index)

    @property
    def pattern(self) -> Pattern:
        """By layer: the piece of each unit's activation that is in force, from the lowest."""
        c, layers, offset = self._batch.c, [], self._index * self._batch.c.units
        for width in self._batch.hidden:
            layers.append(tuple(ffi.unpack(c.pattern + offset, width)) if width else ())
            offset += width
        return tuple(layers)

    @property
    def is_bounded(self) -> bool:
        return bool(self._batch.c.bounded[self._index])

    def _span(self, start: Any) -> tuple[int, int]:
        return start[self._index], start[self._index + 1] - start[self._index]

    @property
    def vertices(self) -> Doubles:
        """The nearest doubles to the vertices: an array of shape (vertices, dimension)."""
        self._batch.need("vertices")
        return self._batch.doubles(self._batch.c.vertex, *self._span(self._batch.c.vertex_start))

    @property
    def rays(self) -> Doubles:
        """Directions in which the cell is unbounded: an array of shape (rays, dimension)."""
        self._batch.need("vertices")
        return self._batch.doubles(self._batch.c.ray, *self._span(self._batch.c.ray_start))

    @property
    def exact_vertices(self) -> list[list[Fraction]]:
        c = self._batch.c
        self._batch.need("exact", "vertices")
        return self._batch.rationals(c.exact_vertex, *self._span(c.vertex_start), c.dimension)

    @property
    def exact_rays(self) -> list[list[Fraction]]:
        """Primitive integer directions."""
        c = self._batch.c
        self._batch.need("exact", "vertices")
        return self._batch.rationals(c.exact_ray, *self._span(c.ray_start), c.dimension)

    @property
    def facets(self) -> list[Facet]:
        c = self._batch.c
        self._batch.need("facets")
        first, count = self._span(c.facet_start)
        result = []
        for i, row in enumerate(self._batch.rationals(c.facet, first, count, c.dimension + 1)):
            owner = c.owner[first + i]
            whose = (
                (None, None, None)
                if owner.on_border
                else (owner.layer, owner.unit, owner.breakpoint)
            )
            result.append(Facet(tuple(row), *whose, owner.side))
        return result

    @property
    def map(self) -> list[list[Fraction]]:
        """The affine map in force: for each output its coefficients, then the constant."""
        c = self._batch.c
        self._batch.need("exact", "map")
        first = self._index * c.outputs
        return self._batch.rationals(c.exact_map, first, c.outputs, c.dimension + 1)

    @property
    def volume(self) -> Optional[Fraction]:
        """Length, area, volume by dimension, exactly; None if the cell is unbounded."""
        self._batch.need("exact", "volume")
        if not self.is_bounded:
            return None
        return self._batch.rationals(self._batch.c.exact_volume, self._index, 1, 1)[0][0]

    @property
    def area(self) -> Optional[Fraction]:
        """The same as `volume`."""
        return self.volume

    @property
    def interior(self) -> list[Fraction]:
        """A point inside, of few digits if it was collected: see `Regions`."""
        c = self._batch.c
        if c.interior != ffi.NULL:
            return self._batch.rationals(c.interior, self._index, 1, c.dimension)[0]
        if "vertices" not in self._batch.source.wanted:
            self._batch.need("interior")
        return _inside(self.exact_vertices, self.exact_rays)

    @property
    def neighbours(self) -> list[Optional[Pattern]]:
        """For each facet the pattern of the region across; None on the border of the domain.

        Found by looking at a point inside the facet: one path of the region tree for each.
        """
        across: list[Optional[Pattern]] = []
        own, source = self.pattern, self._batch.source
        options = source._options.copy()
        options.pop("max_regions", None)  # it counts the regions of the domain, not those here
        around = Regions(source.net, source.domain, options, only=())
        for facet in self.facets:
            if facet.layer is None:
                across.append(None)
                continue
            point = self._point_on(facet)
            across.append(next(p for p in around.patterns_at(point) if p != own))
        return across

    def _point_on(self, facet: Facet) -> list[Fraction]:
        """A point in the relative interior of a facet."""
        *normal, constant = facet.row
        on = [
            v for v in self.exact_vertices if sum(a * x for a, x in zip(normal, v)) + constant == 0
        ]
        along = [r for r in self.exact_rays if sum(a * x for a, x in zip(normal, r)) == 0]
        return _inside(on, along)

    def __repr__(self) -> str:
        return f"<crease.Cell {self.id}>"

    def __copy__(self) -> "Cell":
        return self

    def __deepcopy__(self, _: Any) -> "Cell":
        return self

    def __reduce__(self) -> Any:
        raise TypeError(
            "a Cell is memory of the library and cannot be pickled; pickle its pattern, "
            "exact_vertices, map, .., or regions(..).to_arrays()"
        )


def not_collected(*names: str) -> AttributeError:
    named = " and ".join(map(repr, names))
    return AttributeError(f"not collected: it needs {named} in only=(..) of regions()")


def _inside(vertices: list[list[Fraction]], rays: list[list[Fraction]]) -> list[Fraction]:
    """A point in the relative interior of $conv(vertices) + cone(rays)$."""
    mean = [sum(column) / len(vertices) for column in zip(*vertices)]
    return [x + sum(ray[k] for ray in rays) for k, x in enumerate(mean)]


class _Batch:
    """Regions that C has copied into flat arrays; see batch.h."""

    __slots__ = ("c", "hidden", "source")
    hidden: tuple[int, ...]
    source: "Regions"

    def __init__(self, pointer: Any, source: "Regions"):
        self.c = ffi.gc(pointer, lib.batch_free)
        self.hidden = source.net.hidden
        self.source = source

    def __iter__(self) -> Iterator[Cell]:
        for index in range(self.c.regions):
            yield Cell(self, index)

    def need(self, *names: str) -> None:
        """Raises an error if something was not collected."""
        missing = sorted(set(names) - self.source.wanted)
        if missing:
            raise not_collected(*missing)

    def doubles(self, pointer: Any, first: int, count: int) -> Doubles:
        width = self.c.dimension
        if not count:
            return numpy.empty((0, width))
        flat = ffi.buffer(pointer + first * width, count * width * 8)
        return numpy.frombuffer(flat).reshape(count, width).copy()

    def rationals(self, pointer: Any, first: int, count: int, width: int) -> list[list[Fraction]]:
        return rows(pointer + first * width, count, width)


@dataclass(repr=False)
class Arrays:
    """All regions of a domain in flat arrays of doubles, the nearest to the exact numbers.

    Attributes
    ----------
    patterns
        Shape (n, units): for each unit, layer after layer, the piece of its activation in force.
    A, b
        The affine map in force, $y = A x + b$: shapes (n, outputs, dimension) and (n, outputs).
        Like volumes they raise an `AttributeError` if ``only=(..)`` left them out.
    volume
        Length, area, volume by dimension: shape (n,); NaN where a region is unbounded.
    bounded
        Shape (n,).
    vertices
        Each vertex of the complex once, in the order of the regions that have it first: shape
        (vertices, dimension). Different rows are different points, even if these have the same
        nearest doubles.
    vertex_start, vertex_index
        The vertices of region i are the rows ``vertex_index[vertex_start[i]:vertex_start[i + 1]]``,
        in the plane counterclockwise; `vertices_of` takes them.
    rays, ray_start
        The directions in which region i is unbounded are ``rays[ray_start[i]:ray_start[i + 1]]``.
    complete
        False after a limit: the arrays hold what was found.
    maps, volumes
        What $A$, $b$ and volume are taken from: shapes (n, outputs, dimension + 1) and (n,), or
        None.
    clipped
        After ``to_arrays(clip=..)`` the `polygons`, else None.
    words, word_start
        After ``to_arrays(exact=True)`` the vertices exactly, else None: vertex k is the dimension
        + 1 `integers` in ``words[word_start[k]:word_start[k + 1]]``, of equally many machine words
        each, in two's complement, the lowest first. `numpy.save` takes them as they are.
    """

    patterns: Array
    bounded: Array
    vertices: Doubles
    vertex_start: Array
    vertex_index: Array
    rays: Doubles
    ray_start: Array
    coordinate: str  # "x", or "u" on a slice
    complete: bool
    maps: Optional[Doubles]
    volumes: Optional[Doubles]
    clipped: Optional[list[Optional[Doubles]]] = None
    words: Optional[Array] = None
    word_start: Optional[Array] = None

    def __len__(self) -> int:
        return len(self.bounded)

    def vertices_of(self, region: int) -> Doubles:
        """The vertices of a region: shape (k, dimension)."""
        first, last = self.vertex_start[region], self.vertex_start[region + 1]
        rows: Doubles = self.vertices[self.vertex_index[first:last]]
        return rows

    @cached_property
    def polygons(self) -> list[Optional[Doubles]]:
        """The vertices of each region, shape (k, dimension), or None for an unbounded one.

        After ``to_arrays(clip=..)`` of the part inside the box, or None for a region outside.
        """
        if self.clipped is not None:
            return self.clipped
        starts, rows = self.vertex_start.tolist(), self.vertices[self.vertex_index]
        ends = zip(self.bounded.tolist(), starts, starts[1:])
        return [rows[a:b] if bounded else None for bounded, a, b in ends]

    @property
    def numerators(self) -> Integers:
        """Those of `vertices`: vertex k is numerators[k] / denominators[k], exactly."""
        return self.integers[:, :-1]

    @property
    def denominators(self) -> Integers:
        return self.integers[:, -1]

    @cached_property
    def integers(self) -> Integers:
        """The vertices exactly: shape (vertices, dimension + 1), made from `words` when first read.

        The common denominator of a vertex is last, and positive. They may have a common factor:
        ``integers // numpy.gcd.reduce(integers, axis=1)[:, None]`` have none.
        """
        if self.words is None or self.word_start is None:
            raise AttributeError("not collected: it needs to_arrays(exact=True)")
        return _integers(self.words, self.word_start, self.vertices.shape[1] + 1)

    def exact_vertices_of(self, region: int) -> list[list[Fraction]]:
        """The vertices of a region as fractions, as `Cell.exact_vertices`."""
        first, last = self.vertex_start[region], self.vertex_start[region + 1]
        rows = self.vertex_index[first:last]
        below = self.denominators[rows].tolist()
        above = self.numerators[rows].tolist()
        return [[Fraction(x, w) for x in row] for row, w in zip(above, below)]

    @property
    def A(self) -> Doubles:
        if self.maps is None:
            raise not_collected("map")
        return self.maps[:, :, :-1]

    @property
    def b(self) -> Doubles:
        if self.maps is None:
            raise not_collected("map")
        return self.maps[:, :, -1]

    @property
    def volume(self) -> Doubles:
        if self.volumes is None:
            raise not_collected("volume")
        return self.volumes

    def __repr__(self) -> str:
        return f"<crease.Arrays of {len(self)} regions{'' if self.complete else ', incomplete'}>"

    @property
    def area(self) -> Doubles:
        """The same as `volume`."""
        return self.volume

    def plot(self, **how: Unpack[Drawing]) -> Axes:
        """Draws the regions of a plane domain, or outputs over an interval; see `crease.plot`."""
        from crease._plot import DRAWING, plot_arrays

        for name in how:
            if name not in DRAWING:
                raise unknown_option(name, DRAWING)
        return plot_arrays(self, **how)

    def to_geojson(self, class_names: Optional[Sequence[str]] = None) -> FeatureCollection:
        """A FeatureCollection (RFC 7946) of the regions that have a polygon, for GIS and geopandas.

        Properties: id (the row), area, pattern, A, b, and class: the greatest output at a point
        inside; of one output, whether it is positive there. Only the plane has polygons.

        >>> import crease
        >>> net = crease.Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [-1], "linear")])
        >>> found = net.regions(box=(-1, 2)).to_arrays().to_geojson()["features"][3]
        >>> found["properties"]["area"], found["properties"]["class"]
        (4.0, 1)
        """
        if self.A.shape[2] != 2:
            raise ValueError(f"polygons have two dimensions, not {self.A.shape[2]}")
        values = numpy.einsum("noi,ni->no", self.A, self.interior) + self.b
        classes = values.argmax(axis=1) if values.shape[1] > 1 else (values[:, 0] > 0).astype(int)
        features: list[Feature] = []
        # Whole arrays become lists faster than their rows.
        table = zip(
            self.polygons,
            classes.tolist(),
            self.area.tolist(),
            self.patterns.tolist(),
            self.A.tolist(),
            self.b.tolist(),
        )
        for i, (polygon, number, area, pattern, slopes, constants) in enumerate(table):
            if polygon is None:
                continue
            ring = polygon.tolist()
            about: About = {
                "id": i,
                "class": class_names[number] if class_names else number,
                "area": area,
                "pattern": pattern,
                "A": slopes,
                "b": constants,
            }
            shape: Polygon = {"type": "Polygon", "coordinates": [[*ring, [*ring[0]]]]}
            features.append({"type": "Feature", "id": i, "geometry": shape, "properties": about})
        return {"type": "FeatureCollection", "features": features}

    def to_geopandas(self, class_names: Optional[Sequence[str]] = None) -> GeoDataFrame:
        """A GeoDataFrame with the properties of `to_geojson` as columns."""
        features = self.to_geojson(class_names)["features"]
        import geopandas

        return geopandas.GeoDataFrame.from_features(features)

    def _repr_html_(self) -> str:
        """For notebooks: the number of regions, a table, and a picture where matplotlib is."""
        return html_of(self)

    @property
    def interior(self) -> Doubles:
        """The mean of the vertices plus all rays of each region, shape (n, dimension)."""
        if len(self) and not len(self.vertices):
            raise not_collected("vertices")
        mean = _row_sums(self.vertices[self.vertex_index], self.vertex_start, mean=True)
        mean += _row_sums(self.rays, self.ray_start)
        return mean


def _row_sums(rows: Any, start: Any, mean: bool = False) -> Doubles:
    """The sum or the mean of rows[start[i]:start[i + 1]], for each i."""
    counts = numpy.diff(start)
    sums = numpy.zeros((len(counts), rows.shape[1]))
    if len(rows):
        sums[counts > 0] = numpy.add.reduceat(rows, start[:-1][counts > 0], axis=0)
    if mean:
        sums /= numpy.maximum(counts, 1)[:, None]
    return sums


#: What can be collected besides patterns.
FIELDS = ("exact", "facets", "interior", "map", "vertices", "volume")


class Regions:
    """The activation regions of a network in a domain: an iterable of `Cell`.

    Each iteration walks anew, in threads of its own, with a bounded number of regions in memory.
    The regions and their order do not depend on how many these are.
    After it `complete` tells whether all regions were met. ``only=("volume",)`` in
    `Network.regions` collects no more than that besides patterns, and in up to five dimensions
    vertices and rays as doubles: a choice of "exact" (all numbers as fractions too), "facets",
    "interior", "map", "vertices" (with rays) and "volume". The default is everything, but vertices
    and volumes, of which there may be very many, only in up to five dimensions.
    """

    def __init__(
        self,
        net: "Network",
        domain: Domain,
        options: Limits,
        only: Union[None, str, Iterable[str]] = None,
        formula: object = None,
    ):
        self.net = net
        self._formula = formula  # a property: only regions that satisfy it
        self.domain = domain
        self.complete: Optional[bool] = None
        small = domain.dimension <= _MOST_BY_VERTICES
        usual = set(FIELDS) - (set() if small else {"vertices", "volume"})
        asked = usual if only is None else {only} if isinstance(only, str) else set(only)
        unknown = sorted(asked - set(FIELDS))
        if unknown:
            raise ValueError(f"only names {unknown[0]!r}, which is none of {', '.join(FIELDS)}")
        self.wanted = asked | ({"vertices"} if small else set())
        self._options = options
        Run(**options)  # refuses wrong options before the iteration

    def _walk(
        self,
        run: Run,
        counts: Any,
        wanted: set[str],
        ready: Any,
        smallest: int,
        largest: int,
        point: Any = ffi.NULL,
    ) -> int:
        names = (*FIELDS, "shared", "integers")
        fields = ffi.new("batch_wanted *", {name: name in wanted for name in names})
        fields.property = self._formula or ffi.NULL
        fields.point = point
        handle = ffi.new_handle(ready)
        return run.call(
            lib.batch_walk,
            counts,
            self.net.pointer,
            self.domain.pointer,
            run.options,
            fields,
            smallest,
            largest,
            lib.crease_py_batch_ready,
            handle,
        )

    def __iter__(self) -> Iterator[Cell]:
        for batch in self._batches(self.wanted, 1, _LARGEST):
            yield from batch

    def __repr__(self) -> str:
        return f"<crease.Regions of {self.net!r} on {self.domain}>"

    def _repr_html_(self) -> str:
        """The regions are not enumerated for it; see `to_arrays`."""
        return fields_of("Regions", network=repr(self.net), domain=str(self.domain))

    def plot(self, clip: Optional[Box] = None, **how: Unpack[Drawing]) -> Axes:
        """Draws the regions of a plane domain, or outputs over an interval; see `crease.plot`."""
        return self.to_arrays(clip).plot(**how)

    def _batches(
        self,
        wanted: set[str],
        smallest: int,
        largest: int,
    ) -> Iterator[_Batch]:
        """Full batches, made by a thread that waits while too many are pending."""
        run = Run(**self._options)
        full: queue.Queue[Any] = queue.Queue(_AHEAD)
        left = threading.Event()  # the iterating thread has stopped

        def ready(pointer: Any) -> Any:
            batch = _Batch(pointer, self)
            while not left.is_set():
                try:
                    full.put(batch, timeout=0.1)
                    return lib.CREASE_GO
                except queue.Full:
                    continue
            return lib.CREASE_STOP

        def work() -> None:
            end: Optional[BaseException] = None
            counts = ffi.new("crease_counts *")
            lib.crease_counts_init(counts, self.net.pointer)
            try:
                self._walk(run, counts, wanted, ready, smallest, largest)
                self.complete = bool(counts.complete)
            except BaseException as failure:
                end = failure
            finally:
                lib.crease_counts_clear(counts)
            while not left.is_set():
                try:
                    full.put(end or StopIteration(), timeout=0.1)
                    return
                except queue.Full:
                    continue

        self.complete = None
        worker = threading.Thread(target=work, name="crease", daemon=True)
        worker.start()
        try:
            while True:
                got = full.get()
                if isinstance(got, StopIteration):
                    return
                if isinstance(got, BaseException):
                    raise got
                yield got
        finally:
            left.set()
            run.stop()
            worker.join()

    def to_arrays(self, clip: Optional[Box] = None, exact: bool = False) -> Arrays:
        """All regions in flat arrays of doubles, for NumPy, matplotlib, shapely, geopandas.

        Memory: that of the arrays.

        Parameters
        ----------
        clip
            A box to which `Arrays.polygons` are cut, exactly: unbounded regions of the whole space
            get a polygon then. It takes a second walk, in that box.
        exact
            Whether the vertices are wanted exactly too: `Arrays.numerators` and `denominators`.
        """
        wanted = (self.wanted & {"map", "vertices", "volume"}) | {"shared"}
        if exact:
            wanted.add("integers")
        width, outputs = self.domain.dimension, self.net.outputs
        all_regions = self._batches(wanted, sys.maxsize, sys.maxsize)
        parts = list(all_regions)  # one, or none
        c = parts[0].c if parts else ffi.new("batch *", {"units": sum(self.net.hidden)})
        n = c.regions
        vertex_start, ray_start = (_starts(p, n) for p in (c.vertex_start, c.ray_start))
        maps = None
        if "map" in wanted:
            maps = _taken(c, "map", n * outputs * (width + 1), float)
            maps = maps.reshape(n, outputs, width + 1)
        arrays = Arrays(
            patterns=_taken(c, "pattern", n * c.units, numpy.uint32).reshape(n, c.units),
            bounded=_taken(c, "bounded", n, bool),
            vertices=_taken(c, "vertex", c.vertices * width, float).reshape(-1, width),
            vertex_start=vertex_start,
            vertex_index=_taken(c, "vertex_index", vertex_start[-1], numpy.int32),
            rays=_taken(c, "ray", ray_start[-1] * width, float).reshape(-1, width),
            ray_start=ray_start,
            coordinate="u" if self.domain.is_slice else "x",
            complete=bool(self.complete),
            maps=maps,
            volumes=_taken(c, "volume", n, float) if "volume" in wanted else None,
        )
        if exact:
            word_start = _starts(c.word_start, c.vertices)
            arrays.word_start = word_start
            arrays.words = _taken(c, "word", word_start[-1], _WORD)
        if clip is not None:
            arrays.clipped = self._clipped(arrays, clip)
        return arrays

    def _clipped(self, all_of_them: Arrays, clip: Box) -> list[Any]:
        """A region of the box has the pattern of the region of the domain that contains it."""
        inside = self.domain.clipped(clip)
        parts = Regions(self.net, inside, self._options, only=()).to_arrays()
        polygons = {p.tobytes(): polygon for p, polygon in zip(parts.patterns, parts.polygons)}
        return [polygons.get(pattern.tobytes()) for pattern in all_of_them.patterns]

    def patterns_at(self, x: Numbers) -> list[Pattern]:
        """The patterns of the regions whose closure contains a point of the domain."""
        point = Vector(x)
        if point.count != self.domain.dimension:
            raise ValueError(
                f"the point has {point.count} coordinates, not {self.domain.dimension}"
            )
        patterns: list[Pattern] = []
        quiet = self._options.copy()
        quiet["progress"] = False
        run = Run(**quiet)

        def ready(pointer: Any) -> Any:
            patterns.extend(cell.pattern for cell in _Batch(pointer, self))
            return lib.CREASE_GO

        counts = ffi.new("crease_counts *")
        lib.crease_counts_init(counts, self.net.pointer)
        try:
            status = self._walk(run, counts, set(), ready, 1, _LARGEST, point.pointer)
            if status == lib.CREASE_STOPPED:
                run.finish(patterns)
                raise Undecided("a limit stopped the work before all regions were met")
        finally:
            lib.crease_counts_clear(counts)
        return run.finish(patterns)


def _starts(pointer: Any, regions: int) -> Any:
    if pointer == ffi.NULL:
        return numpy.zeros(1, numpy.int64)
    flat = ffi.buffer(pointer, (regions + 1) * 8)
    return numpy.frombuffer(flat, numpy.uint64).astype(numpy.int64)


def _integers(words: Array, start: Array, columns: int) -> Integers:
    """Rows of Python's integers, from words in two's complement."""
    table: Integers = numpy.empty((len(start) - 1, columns), object)
    sizes = numpy.diff(start)
    for size in numpy.unique(sizes).tolist():
        rows = numpy.flatnonzero(sizes == size)
        for part in numpy.array_split(rows, len(rows) // _MOST_ROWS + 1):
            block = words[start[part, None] + numpy.arange(size)].astype(_WORD.newbyteorder("<"))
            integers = _integers_of(block.view(numpy.uint8).reshape(len(part) * columns, -1))
            table[part] = numpy.fromiter(integers, object).reshape(-1, columns)
    return table


def _integers_of(rows: Array) -> list[int]:
    """Integers whose bytes are given: Python reads a list that it has pickled without a loop."""
    size = rows.shape[1]
    code = b"\x8a" + bytes([size]) if size < 256 else b"\x8b" + size.to_bytes(4, "little")
    codes = numpy.broadcast_to(numpy.frombuffer(code, numpy.uint8), (len(rows), len(code)))
    listed: list[int] = pickle.loads(b"\x80\2](" + numpy.hstack([codes, rows]).tobytes() + b"e.")
    return listed


def _taken(batch: Any, name: str, count: int, kind: Any) -> Any:
    """A list of a batch as an array of NumPy, which owns its memory from now on."""
    if not count:
        return numpy.empty(0, kind)
    pointer = ffi.gc(getattr(batch, name), lib.free)
    setattr(batch, name, ffi.NULL)
    return numpy.frombuffer(ffi.buffer(pointer, int(count) * numpy.dtype(kind).itemsize), kind)


@ffi.def_extern()
def crease_py_batch_ready(data: Any, full: Any) -> Any:
    return ffi.from_handle(data)(full)


class Boundary(NamedTuple):
    """The boundary between regions in a domain, measured by its volume of dimension n - 1.

    Attributes
    ----------
    volume, density
        That of activation regions, and divided by the volume of the domain.
    regions
        The number of activation regions.
    function, function_density
        The same of where the function bends, the boundary of linear regions; None: not requested.
    """

    volume: Enclosure
    density: Enclosure
    regions: int
    function: Optional[Enclosure] = None
    function_density: Optional[Enclosure] = None


def boundary(
    net: "Network", domain: Domain, rel_error: Number, function: bool, run: Run
) -> Boundary:
    result = ffi.new("crease_boundary *")
    lib.crease_boundary_init(result)
    try:
        status = run.call(
            lib.crease_boundary_measure,
            result,
            net.pointer,
            domain.pointer,
            function,
            digits(rel_error),
            run.options,
        )
        if status == lib.CREASE_STOPPED:
            run.finish(None)
            raise Undecided("a limit stopped the work before all regions were met")
        return run.finish(
            Boundary(
                enclosure(result.activation),
                enclosure(result.activation_density),
                result.regions,
                *map(enclosure, [result.function, result.function_density] if function else []),
            )
        )
    finally:
        lib.crease_boundary_clear(result)
