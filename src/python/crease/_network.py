"""Networks and their methods."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, Unpack, cast, overload

import numpy

from crease._domain import Box, Domain, Polytope
from crease._classes import (
    Classes,
    Decision,
    Margin,
    Margins,
    classes,
    decide,
    margins,
    read_property,
)
from crease._function import Range, Slope, ranges, slope
from crease._html import rows_of
from crease._layer import ExactLayer, GivenLayer, with_neuron
from crease._native import ffi, lib
from crease._numbers import (
    Array,
    Doubles,
    Number,
    Numbers,
    PathName,
    Rows,
    Vector,
    fraction,
    in_decimal,
    integer,
    is_list_of_points,
    listed,
    new_integer,
)
from crease._options import Limits, NetworkPlotOptions, Reading, TaskLimits
from crease._paths import Distance, Line, Trajectory, cross, measure, nearest
from crease._plot import plot
from crease._regions import Boundary, Neighbour, Pattern, Regions, boundary, graph, to_networkx
from crease._run import Error, Run, Undecided, c_text, check, limited, new_error, seed_of
from crease._sweep import Sweep, sweep
from crease._tasks import by_tasks
from crease._bounds import Bound, bounds_of, widths_of
from crease._tree import Tree, tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from networkx import Graph

    from crease.theory.deformation import Deformation


@dataclass(frozen=True)
class Count:
    """The result of a count.

    Attributes
    ----------
    activation_regions
        Activation patterns whose inputs have an interior.
    bounded_regions
        The bounded ones among them.
    per_layer
        Activation regions of the first layer, of the first two, ..
    linear_regions, affine_maps
        Maximal unions of activation regions, joined through facets, on which the network is one
        affine function; and the number of different functions. None if not requested.
    arith, exact
        The arithmetic; all but "float" is exact.
    complete
        False if a limit or an interrupt ended the count: the numbers are those found until then.
    per_neuron
        Activation regions of the network that ends with each neuron, layer after layer. None if
        not requested.
    images, images_met
        If images of cells were counted in place of regions: how many images, and how many cells
        were looked up among them. Else None. If such a count is not complete, its numbers are
        lower bounds.
    """

    activation_regions: int
    bounded_regions: int
    per_layer: tuple[int, ...]
    linear_regions: Optional[int]
    affine_maps: Optional[int]
    arith: str
    exact: bool
    complete: bool
    threads: int
    seconds: float
    decided_float: int
    decided_exact: int
    domain: str
    per_neuron: Optional[tuple[int, ...]] = None
    images: Optional[int] = None
    images_met: Optional[int] = None

    def __int__(self) -> int:
        return self.activation_regions


class Network:
    """A piecewise-linear network with rational weights.

    Parameters
    ----------
    layers
        For each layer its weights (a row for each unit), biases (None: zeros), activation: "relu",
        "leaky:1/10", "abs", "hardtanh", "linear", "pwl:..", "maxout:K", as in a network file; or a
        list with an activation for each unit. Numbers are taken exactly: a float is the rational
        that it is.
    about
        Free text.

    Examples
    --------
    >>> net = Network([([[1, 1], [1, -1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
    >>> net
    <crease.Network 2-2-1, relu>
    >>> net.count().activation_regions
    4
    >>> net([1, 0.25]), net.exact([1, "1/3"])
    (array([2.]), [Fraction(2, 1)])
    """

    def __init__(self, layers: Iterable[GivenLayer], about: str = ""):
        text = _json(layers, about)
        try:
            self._take(
                lambda net, error: lib.crease_net_parse(
                    net, text, len(text), b"layers", ffi.NULL, error
                )
            )
        except Error as error:  # without a place in a text that the caller has not written
            raise Error(re.sub(r"^layers:\d+:\d+: ", "", str(error))) from None

    def _take(self, read: Callable[[Any, Any], Any]) -> None:
        pointer, error = ffi.new("crease_net **"), new_error()
        check(read(pointer, error), error)
        self.pointer = ffi.gc(pointer[0], lib.crease_net_free)

    @classmethod
    def _read(cls, read: Callable[[Any, Any], Any]) -> "Network":
        net = cls.__new__(cls)
        net._take(read)
        return net

    # ---- Properties ----

    @property
    def inputs(self) -> int:
        return int(lib.crease_net_inputs(self.pointer))

    @property
    def outputs(self) -> int:
        return int(lib.crease_net_outputs(self.pointer))

    @property
    def widths(self) -> tuple[int, ...]:
        """Inputs, and the units of each layer."""
        layers = range(lib.crease_net_layers(self.pointer))
        return (self.inputs, *(lib.crease_net_width(self.pointer, layer) for layer in layers))

    @property
    def hidden(self) -> tuple[int, ...]:
        """The widths of the layers that take part in patterns: all but a final linear one."""
        return self.widths[1 : lib.crease_net_hidden(self.pointer) + 1]

    @property
    def layers(self) -> list[ExactLayer]:
        """Weights, biases and activation of each layer, as `Network` takes them."""
        document = json.loads(self._text(), parse_int=whole)
        is_rounded = document["numbers"] == "binary64"  # integers, too, stand for doubles near them

        def numbers(values: Any) -> list[Fraction]:
            return [fraction(float(x) if is_rounded else x) for x in values]

        return [
            (
                [_row(row, inputs, numbers) for row in layer["weights"]],
                numbers(layer["bias"]),
                layer["activation"],
            )
            for inputs, layer in zip(self.widths, document["layers"])
        ]

    @property
    def activations(self) -> tuple[str, ...]:
        """For each layer; with counts if its units differ: "3 relu, 1 linear"."""
        layers = range(lib.crease_net_layers(self.pointer))
        return tuple(
            ffi.string(lib.crease_net_activation(self.pointer, l)).decode() for l in layers
        )

    def unit_activation(self, layer: int, unit: int) -> str:
        """The activation of one unit, numbered from 0; the units of a layer may differ."""
        if not 0 <= layer < len(self.widths) - 1 or not 0 <= unit < self.widths[layer + 1]:
            raise IndexError(f"there is no unit {unit} of layer {layer}")
        return str(ffi.string(lib.crease_net_unit_activation(self.pointer, layer, unit)).decode())

    @property
    def neurons(self) -> int:
        return int(lib.crease_net_neurons(self.pointer))

    @property
    def parameters(self) -> int:
        return int(lib.crease_net_parameters(self.pointer))

    @property
    def about(self) -> str:
        return str(ffi.string(lib.crease_net_about(self.pointer)).decode())

    @property
    def sha256(self) -> str:
        """The identity: of the exact weights, biases and activations."""
        return str(ffi.string(lib.crease_net_sha256(self.pointer)).decode())

    @property
    def is_homogeneous(self) -> bool:
        """Whether $F(c x) = c F(x)$ for all $c > 0$, layer by layer."""
        return bool(lib.crease_net_is_homogeneous(self.pointer))

    def __repr__(self) -> str:
        kinds = ", ".join(dict.fromkeys(self.activations[: len(self.hidden)]))
        return f"<crease.Network {'-'.join(map(str, self.widths))}{kinds and ', ' + kinds}>"

    def _repr_html_(self) -> str:
        layers = enumerate(zip(self.widths[1:], self.activations))
        rows = [("inputs", self.inputs, ""), *((l, *layer) for l, layer in layers)]
        title = f"Network, {self.parameters} parameters"
        return rows_of(title, ("layer", "units", "activation"), rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __call__(self, x: Union[Numbers, Rows]) -> Doubles:
        """The outputs as the nearest doubles to the exact values.

        Shape (inputs,) gives (outputs,), shape (n, inputs) gives (n, outputs).
        """
        if is_list_of_points(x):
            rows = [self._evaluate(row).doubles() for row in listed(x, "points")]
            return numpy.array(rows, float).reshape(len(rows), self.outputs)
        return numpy.array(self._evaluate(x).doubles(), float)

    def exact(self, x: Sequence[Number]) -> list[Fraction]:
        """The outputs at one point, exactly."""
        return self._evaluate(x).fractions()

    def _evaluate(self, x: Any) -> Vector:
        values = Vector(x)
        if values.count != self.inputs:
            raise ValueError(f"the point has {values.count} coordinates, not {self.inputs}")
        y = Vector.zeros(self.outputs)
        lib.crease_net_evaluate(y.pointer, self.pointer, values.pointer)
        return y

    def __reduce__(self) -> tuple[Any, ...]:
        return parse, (self._text(),)

    def _text(self) -> str:
        """A network file that reads back as exactly this network."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "net.json")
            self.save(path)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def save(self, path: PathName) -> None:
        """Writes a network file, JSON, that reads back as exactly this network."""
        if (kind := os.path.splitext(os.fspath(path))[1]) in (".onnx", ".nnet", ".pt", ".npz"):
            raise ValueError(f"networks are written as JSON, not as {kind[1:]}: {path}")
        error = new_error()
        check(
            lib.crease_net_save(c_text(path), self.pointer, lib.CREASE_NET_JSON, error), error
        )

    # ---- Methods: counts, regions, certificates; domain and options as in Domain and Run ----

    def domain(
        self,
        box: Union[None, Box, Domain] = None,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
    ) -> Domain:
        """A domain in the space of the inputs."""
        if isinstance(box, Domain):
            if polytope is not None or slice is not None:
                raise ValueError("a domain excludes polytope and slice")
            if box.inputs != self.inputs:
                raise ValueError(
                    f"the domain has {box.inputs} coordinates, the network {self.inputs} inputs"
                )
            return box
        return Domain(self.inputs, box=box, polytope=polytope, slice=slice)

    @by_tasks
    def count(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        linear: bool = False,
        per_neuron: bool = False,
        images: Literal["auto", "always", "never"] = "auto",
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> Count:
        """Counts the regions of a domain, by default the whole space.

        Parameters
        ----------
        box, polytope, slice
            See `Domain`; or a domain in place of a box.
        linear
            Count linear regions and affine maps too.
        per_neuron
            Count after each neuron too: how the region tree grows.
        images
            "auto": of cells that have one image on entry to a layer, one is counted, if a long
            count finds that this pays; "always", with which `linear` is for one dimension and
            gives no affine maps; or "never".
        **options
            arith, timeout, max_regions, threads, progress: see `Run`.
            checkpoint: a folder in which the work is kept; the same call goes on after whatever
            ended it.
            executor: of concurrent.futures, which computes the work as tasks, with a `folder` that
            all its processes see (default: a temporary one), how many `tasks` there are (64), and a
            `task_time` in seconds after which a task leaves the rest to others.

        Returns
        -------
        Count

        Examples
        --------
        >>> net = Network([([[1, 1], [1, -1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> net.count(per_neuron=True).per_neuron
        (2, 4)
        """
        domain = self.domain(box, polytope, slice)
        run = Run(**options)
        if images not in _IMAGES:
            raise ValueError(f'images is "auto", "always" or "never", not {images!r}')
        if not linear or images == "always":
            with _Totals(self, per_neuron) as totals:
                counted = (self.pointer, domain.pointer)
                if linear:
                    merged = new_integer()
                    run.call(
                        lib.crease_count_linear_by_images, totals, merged, *counted, run.options
                    )
                    regions = integer(merged)
                else:
                    how = _IMAGES.index(images)
                    run.call(lib.crease_count, totals, *counted, how, run.options)
                    regions = None
                return run.finish(_total(totals, run, domain, regions))
        with _Counts(self) as counts:
            merged = ffi.new("crease_linear_counts *")
            if per_neuron:
                lib.crease_counts_by_neuron(counts, self.pointer)
            run.call(
                lib.crease_count_linear, counts, merged, self.pointer, domain.pointer, run.options
            )
            return run.finish(_count(counts, merged, run, domain))

    def folding(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        picture: Optional[PathName] = None,
        layer: int = 0,
        **options: Unpack[Limits],
    ) -> tuple[LayerFolding, ...]:
        """How the layers fold the domain: how many cells on entry to each layer have one image.

        Parameters
        ----------
        box, polytope, slice
            See `Domain`; or a domain in place of a box.
        picture
            A file .svg, .pdf, .png, .tex or .tikz to draw: the cells of a plane domain on entry to
            `layer` (from 1; default: the last hidden one), those with one image in one colour.
        **options
            Those of `count` by images, which it runs: timeout, threads, progress.

        Examples
        --------
        >>> net = construct("telgarsky:sawtooth", layers=100)
        >>> net.folding(box=(0, 1))[-1].most_of_one == 2**99
        True
        """
        domain = self.domain(box, polytope, slice)
        run = Run(**options)
        with _Totals(self, False) as totals:
            how = _IMAGES.index("always")
            run.call(lib.crease_count, totals, self.pointer, domain.pointer, how, run.options)
            run.finish(_total(totals, run, domain))
            if not totals.complete:
                raise Undecided("a limit stopped the count of images")
            if picture is not None:
                self._draw_images(picture, domain, layer, run)
            return tuple(
                LayerFolding(
                    cells=integer(layer.cells),
                    points=integer(layer.points),
                    images=layer.images,
                    most_of_one=integer(layer.most_of_one),
                )
                for layer in (totals.folding[i] for i in range(totals.layers))
            )

    def _draw_images(self, path: PathName, domain: Domain, layer: int, run: Run) -> None:
        formats = {".svg": lib.CREASE_SVG, ".pdf": lib.CREASE_PDF, ".png": lib.CREASE_PNG}
        formats[".tex"] = formats[".tikz"] = lib.CREASE_TEX
        kind = os.path.splitext(path)[1]
        if kind not in formats:
            raise ValueError(f"expected a file {', '.join(formats)}, found {str(path)!r}")
        how = ffi.new("crease_picture *")
        how.format, how.colours, how.layer = formats[kind], lib.CREASE_BY_IMAGE, layer
        how.creases = 1
        how.dpi = 300 if kind == ".png" else 0
        with _Counts(self) as counts:
            run.call(
                lib.crease_picture_write,
                c_text(path),
                how,
                counts,
                self.pointer,
                domain.pointer,
                run.options,
            )

    def bounds(self, dimension: Optional[int] = None) -> list[Bound]:
        """The bounds of theorems on the number of regions of a network of this architecture.

        `dimension` is that of a domain, if it is not the whole input space.
        """
        return bounds_of(self, self.inputs if dimension is None else dimension)

    @by_tasks
    def certify(
        self,
        path: PathName,
        box: Union[None, Box, Domain] = None,
        *,
        linear: bool = False,
        images: Literal["always", "never"] = "never",
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> Count:
        """Counts, and writes a certificate from which crease-check can establish the count.

        `images`: "always" counts by images, and writes a lemma for each; or "never".
        """
        domain = self.domain(box, polytope, slice)
        run = Run(**options)
        if images not in ("always", "never"):
            raise ValueError(f'images is "always" or "never", not {images!r}')
        if linear and images == "always":
            raise ValueError("linear regions cannot be counted by images")
        if images == "always":
            with _Totals(self, False) as totals:
                run.call(
                    lib.crease_certificate_write_by_images,
                    c_text(path),
                    totals,
                    self.pointer,
                    domain.pointer,
                    run.options,
                )
                return run.finish(_total(totals, run, domain))
        with _Counts(self) as counts:
            merged = ffi.new("crease_linear_counts *") if linear else None
            run.call(
                lib.crease_certificate_write,
                c_text(path),
                counts,
                merged or ffi.NULL,
                self.pointer,
                domain.pointer,
                run.options,
            )
            return run.finish(_count(counts, merged, run, domain))

    def regions(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        only: Union[None, str, Iterable[str]] = None,
        **options: Unpack[Limits],
    ) -> Regions:
        """The activation regions, streamed: an iterable of `Cell`.

        Memory does not grow with their number. The order is that of the patterns, the same each
        time. See `Regions` for flat arrays of all of them.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> [cell.area for cell in net.regions(box=(-1, 3))]
        [Fraction(1, 1), Fraction(3, 1), Fraction(3, 1), Fraction(9, 1)]
        """
        return Regions(self, self.domain(box, polytope, slice), options, only)

    @overload
    def adjacency(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        as_networkx: Literal[False] = False,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[Limits],
    ) -> list[list[Neighbour]]: ...

    @overload
    def adjacency(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        as_networkx: Literal[True],
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[Limits],
    ) -> Graph: ...

    @limited
    def adjacency(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        as_networkx: bool = False,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[Limits],
    ) -> Union[list[list[Neighbour]], Graph]:
        """Which regions share a part of a facet: for each region, by `Cell.id`, its neighbours.

        A list with a list of `Neighbour` for each region; with `as_networkx` a networkx.Graph
        whose edges have the attributes layer, unit and breakpoint of the crease. `Undecided` is
        raised if a limit stops the work.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> [[n.region for n in near] for near in net.adjacency()]
        [[1, 2], [0, 3], [0, 3], [1, 2]]
        """
        domain = self.domain(box, polytope, slice)
        with _Counts(self) as counts:
            near = graph(self, domain, counts, Run(**options))
        return to_networkx(near) if as_networkx else near

    @overload
    def locate(  # type: ignore[misc]
        self, x: Sequence[Number], **options: Unpack[Limits]
    ) -> list[Pattern]: ...

    @overload
    def locate(self, x: Sequence[Numbers], **options: Unpack[Limits]) -> list[list[Pattern]]: ...

    @overload
    def locate(
        self, x: Array, **options: Unpack[Limits]
    ) -> Union[list[Pattern], list[list[Pattern]]]: ...

    @limited
    def locate(
        self, x: Union[Numbers, Rows], **options: Unpack[Limits]
    ) -> Union[list[Pattern], list[list[Pattern]]]:
        """The patterns of the regions whose closure contains a point, by layer.

        One if the point lies inside a region, several if it lies on creases. For a list of points a
        list of these lists; `Undecided` is raised if a limit stops the work.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> net.locate([1, 0])
        [((1, 0),), ((1, 1),)]
        >>> [len(patterns) for patterns in net.locate([[1, 2], [1, 0], [0, 0]])]
        [1, 2, 4]
        """
        source = Regions(self, self.domain(), options)
        if is_list_of_points(x):
            return [source.patterns_at(row) for row in listed(x, "points")]
        return source.patterns_at(cast(Numbers, x))

    @limited
    def tree(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[Limits],
    ) -> Tree:
        """The tree of regions, each node with its neuron, line, cell and map; see `Node`.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> root = net.tree(box=(-1, 1)).nodes[0]
        >>> root.neuron, [int(x) for x in root.line]
        ((0, 0, 0), [1, 0, 0])
        """
        return tree(self, self.domain(box, polytope, slice), **options)

    def insert(
        self,
        weights: "Sequence[Number] | Sequence[Sequence[Number]]",
        bias: "Number | Sequence[Number]" = 0,
        activation: str = "relu",
        outgoing: Optional[Sequence[Number]] = None,
    ) -> "Network":
        """The network with one more neuron, the last of the last hidden layer.

        Parameters
        ----------
        weights, bias, activation
            Of the neuron: what it sees of the layer before. Of maxout:K a list of K rows, and a
            bias for each or one for all.
        outgoing
            Its weight in each output, by default 0: the function stays.
        """
        layers: list[GivenLayer] = list(self.layers)
        if len(layers) < 2:
            raise ValueError("the network has no hidden layer")
        if outgoing is not None and len(outgoing) != self.outputs:
            raise ValueError(f"outgoing has {len(outgoing)} weights, not {self.outputs}")
        layers[-2] = with_neuron(layers[-2], weights, bias, activation)
        rows, biases, last = layers[-1]
        more = [0] * len(rows) if outgoing is None else outgoing
        layers[-1] = ([[*row, x] for row, x in zip(rows, more)], biases, last)
        return Network(layers)

    # ---- Lines, curves, distances ----

    def line(
        self,
        start: Sequence[Number],
        end: Sequence[Number],
        *,
        linear: bool = False,
        whole: bool = False,
        counted: bool = False,
        **options: Unpack[Limits],
    ) -> Line:
        """The regions on the segment from `start` to `end`, or on the whole line through them.

        With `counted` breakpoints are counted and not located, which is much faster in large
        networks.
        """
        return cross(self, start, end, linear, whole, counted, Run(**options))

    def sweep(
        self,
        other: "Network",
        points: Rows,
        *,
        layer: int = 0,
        label: int = 0,
        reach: int = 0,
        vertices: int = 0,
        rationals: bool = False,
        **options: Unpack[Limits],
    ) -> Sweep:
        """How points are labelled by the sign of an output while the weights of a layer turn.

        The weights are $W cos s + W' sin s$, $W'$ those of `other`; with `reach` $R$ they are
        $W + y W'$, $-R <= y <= R$, there and back.

        Parameters
        ----------
        layer, label
            The layer whose weights turn, and the output whose sign is the label; from 0.
        vertices
            Of the rational polygon that is followed in place of the circle; 0: 4 if the counts are
            those of the circle itself, else 256.
        rationals
            Return places as fractions.
        """
        run = Run(**options)
        return sweep(self, other, points, layer, label, reach, vertices, rationals, run)

    def trajectory(
        self,
        points: Sequence[Sequence[Number]],
        *,
        closed: bool = False,
        rel_error: Number = "1e-9",
        **options: Unpack[Limits],
    ) -> Trajectory:
        """The images of a polygon after each layer: lengths, transitions, patterns.

        `rel_error` is the largest relative difference between the ends of the enclosures.
        """
        return measure(self, points, closed, rel_error, Run(**options))

    def boundary(
        self,
        box: Box,
        *,
        function: bool = False,
        rel_error: Number = "1e-12",
        **options: Unpack[Limits],
    ) -> Boundary:
        """The volume of the boundary between regions in a bounded domain.

        `function`: also of where the function bends, the boundary of linear regions.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> net.boundary(box=(-1, 1)).density.lo
        Fraction(1, 1)
        """
        return boundary(self, self.domain(box), rel_error, function, Run(**options))

    @overload
    def distance(  # type: ignore[misc]
        self,
        x: Sequence[Number],
        *,
        function: bool = False,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> Distance: ...

    @overload
    def distance(
        self,
        x: Sequence[Numbers],
        *,
        function: bool = False,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> list[Distance]: ...

    @overload
    def distance(
        self,
        x: Array,
        *,
        function: bool = False,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> Union[Distance, list[Distance]]: ...

    def distance(
        self,
        x: Union[Numbers, Rows],
        *,
        function: bool = False,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> Union[Distance, list[Distance]]:
        """The exact distance from a point to the nearest boundary between regions.

        Parameters
        ----------
        x
            A point, or a list of points.
        function
            Also the distance to where the function bends.
        norm
            2, 1 or "inf".

        Returns
        -------
        Distance, or a list of them if `x` is a list of points.
        """
        return nearest(self, x, function, norm, Run(**options))

    # ---- The function ----

    @overload
    def range(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        objective: None = None,
        mean: bool = False,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> list[Range]: ...

    @overload
    def range(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        objective: Sequence[Number],
        mean: bool = False,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> Range: ...

    @by_tasks
    def range(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        objective: Optional[Sequence[Number]] = None,
        mean: bool = False,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> Union[Range, list[Range]]:
        """The least and the greatest value of each output on a domain, exactly.

        Parameters
        ----------
        objective
            In place of each output by itself: the sum of the outputs with these factors.
        mean
            Mean and variance too, at a uniformly distributed point of a bounded domain.

        Returns
        -------
        A list of `Range`, one for each output; with `objective` one `Range`.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> found = net.range(box=(-1, 3), mean=True)[0]
        >>> found.least.value, found.greatest.value, found.greatest.point, found.mean
        (Fraction(0, 1), Fraction(6, 1), (Fraction(3, 1), Fraction(3, 1)), Fraction(9, 4))
        """
        domain = self.domain(box, polytope, slice)
        with _Counts(self) as counts:
            return ranges(self, domain, counts, objective, mean, Run(**options))

    @by_tasks
    def lipschitz(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        norm: Union[int, str] = 2,
        rel_error: Number = "1e-15",
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> Slope:
        """The greatest slope on a domain: the Lipschitz constant in the norm 1, 2 or "inf".

        Examples
        --------
        >>> net = Network([([[3, 0], [0, 4]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> net.lipschitz().value.lo
        Fraction(5, 1)
        """
        domain = self.domain(box, polytope, slice)
        with _Counts(self) as counts:
            return slope(self, domain, counts, norm, rel_error, Run(**options))

    def stable(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[Limits],
    ) -> list[list[Optional[int]]]:
        """For each hidden unit, its piece if this is the same on all of a domain, or None.

        A relu unit with piece 0 is dead there, with piece 1 it is linear. Cost: all regions.
        `Undecided` is raised if a limit stops the work.
        """
        return self._stable(self.domain(box, polytope, slice), options)[0]

    def _stable(self, domain: Domain, options: Limits) -> tuple[list[list[Optional[int]]], int]:
        """`stable`, and the number of activation regions."""
        pieces, regions = self._stable_pieces(domain, options)
        rest = iter([None if p == lib.CREASE_SEVERAL_PIECES else int(p) for p in pieces])
        return [list(islice(rest, width)) for width in self.hidden], regions

    def _stable_pieces(self, domain: Domain, options: Limits) -> tuple[Any, int]:
        run = Run(**options)
        pieces = ffi.new("uint32_t[]", max(1, sum(self.hidden)))
        with _Counts(self) as counts:
            run.call(
                lib.crease_stable_pieces,
                *(pieces, counts, self.pointer, domain.pointer, run.options),
            )
            complete, regions = bool(counts.complete), int(counts.activation_regions)
        run.finish(None)
        if not complete:
            raise Undecided("a limit stopped the work before all regions were met")
        return pieces, regions

    def simplify(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[Limits],
    ) -> "Network":
        """A smaller network that is the same function on the domain, exactly.

        Units that stay on one piece all over the domain become linear, or are left out if they
        are constantly 0. `equals` verifies it.

        Examples
        --------
        >>> net = Network([([[1], [1]], [2, -2], "relu"), ([[1, 1]], [0], "linear")])
        >>> small = net.simplify(box=(-1, 1))
        >>> small.widths, small.activations, small.equals(net, box=(-1, 1))
        ((1, 1, 1), ('linear', 'linear'), True)
        """
        pieces, _ = self._stable_pieces(self.domain(box, polytope, slice), options)
        smaller = Network.__new__(Network)
        smaller.pointer = ffi.gc(lib.crease_net_simplify(self.pointer, pieces), lib.crease_net_free)
        return smaller

    def difference(self, other: "Network") -> "Network":
        """The network self - other, with both side by side."""
        if not isinstance(other, Network):
            raise TypeError(f"the other is a {type(other).__name__}, not a crease.Network")
        return Network._read(
            lambda net, error: lib.crease_net_difference(net, self.pointer, other.pointer, error)
        )

    def equals(
        self,
        other: "Network",
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> bool:
        """Whether both networks are one function on a domain, exactly.

        ``difference(other).range(..)`` says by how much they differ, and where. `Undecided` is
        raised if a limit stops the work and no difference was found before.

        Examples
        --------
        >>> net = Network([([[2], [-1]], [0, 0], "relu"), ([[1, 1]], [0], "linear")])
        >>> net.equals(Network([([[-2], [1]], [0, 0], "relu"), ([["1/2", 2]], [0], "linear")]))
        True
        """
        ranges = self.difference(other).range(box, polytope=polytope, slice=slice, **options)
        ends = [end for output in ranges for end in (output.least, output.greatest)]
        if any(end is not None and end.value != 0 for end in ends):
            return False
        if not all(output.complete for output in ranges):
            raise Undecided("a limit stopped the comparison before a difference was found")
        return True

    # ---- Outputs as classes, and properties ----

    @by_tasks
    def classes(
        self,
        box: Union[None, Box, Domain] = None,
        *,
        objective: Optional[Sequence[Number]] = None,
        volumes: bool = True,
        boundary: bool = True,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        **options: Unpack[TaskLimits],
    ) -> Classes:
        """The decision regions: where each output is the greatest, the first of several.

        With one output, class 0 is where it is not positive, class 1 where it is.

        Parameters
        ----------
        objective
            In place of the greatest output: the sign of the sum of the outputs with these factors.
        volumes
            False: leave volumes out, which in large networks have very many digits.
        boundary
            False: leave the decision boundary out. It is not measured in unbounded domains of
            three and more dimensions.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [-1], "linear")])
        >>> found = net.classes(box=(-1, 2))
        >>> [(c.regions, c.volume) for c in found.classes]
        [(1, Fraction(7, 2)), (1, Fraction(11, 2))]
        >>> found.curves[0].vertices[1]
        [Fraction(1, 1), Fraction(0, 1)]
        """
        domain = self.domain(box, polytope, slice)
        with _Counts(self) as counts:
            return classes(self, domain, counts, objective, volumes, boundary, Run(**options))

    @overload
    def margin(  # type: ignore[misc]
        self,
        x: Sequence[Number],
        *,
        objective: Optional[Sequence[Number]] = None,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> Margin: ...

    @overload
    def margin(
        self,
        x: Sequence[Numbers],
        *,
        objective: Optional[Sequence[Number]] = None,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> Margins: ...

    @overload
    def margin(
        self,
        x: Array,
        *,
        objective: Optional[Sequence[Number]] = None,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> Union[Margin, Margins]: ...

    def margin(
        self,
        x: Union[Numbers, Rows],
        *,
        objective: Optional[Sequence[Number]] = None,
        norm: Union[int, str, float] = 2,
        **options: Unpack[Limits],
    ) -> Union[Margin, Margins]:
        """The exact distance from a point to the nearest one where another class may be chosen.

        Parameters
        ----------
        x
            A point, or a list of points.
        objective
            As for `classes`.
        norm
            2, 1 or "inf".

        Returns
        -------
        Margin, or a list of them if `x` is a list of points.

        Examples
        --------
        >>> net = Network([([[1, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [-1], "linear")])
        >>> found = net.margin([0, 0])
        >>> found.chosen, found.squared, found.point
        (0, Fraction(1, 2), (Fraction(1, 2), Fraction(1, 2)))
        >>> net.margin([0, 0], norm="inf").rational, net.margin([0, 0], norm=1).rational
        (Fraction(1, 2), Fraction(1, 1))
        """
        return margins(self, x, objective, norm, Run(**options))

    def verify(
        self,
        vnnlib: Optional[PathName] = None,
        *,
        text: Optional[str] = None,
        **options: Unpack[Limits],
    ) -> Decision:
        """Whether an input meets a property in VNN-LIB, which says what must not happen.

        Parameters
        ----------
        vnnlib
            The file.
        text
            In place of a file: what it would say.

        Returns
        -------
        A `Decision`: if it is not `satisfiable`, the property holds; else it has a counterexample.

        Examples
        --------
        >>> net = Network([([[2]], [0], "relu"), ([[1]], [-1], "linear")])
        >>> names = "(declare-const X_0 Real) (declare-const Y_0 Real)"
        >>> found = net.verify(text=names + "(assert (<= X_0 1/3)) (assert (>= Y_0 -1/3))")
        >>> found.satisfiable, found.inputs
        (True, (Fraction(1, 3),))
        >>> net.verify(text=names + "(assert (<= X_0 1/3)) (assert (>= Y_0 0))").satisfiable
        False
        """
        formula = read_property(vnnlib, text)
        with _Counts(self) as counts:
            return decide(self, formula, counts, Run(**options))

    def counterexamples(
        self,
        vnnlib: Optional[PathName] = None,
        *,
        text: Optional[str] = None,
        only: Union[None, str, Iterable[str]] = None,
        **options: Unpack[Limits],
    ) -> Regions:
        """All inputs that meet a property in VNN-LIB, as the cells where they do.

        On a cell the network is one affine map, and each inequality of the property holds
        everywhere or nowhere. Cells have an interior: if there are none, `verify` decides about
        single points. Parameters are those of `verify`, options those of `regions`; bounds of
        inputs make a box, whose regions are enumerated, and may not be part of a disjunction.

        Examples
        --------
        >>> net = Network([([[2, 0], [0, 1]], [0, 0], "relu"), ([[1, 1]], [-1], "linear")])
        >>> names = "".join(f"(declare-const {name} Real)" for name in ("X_0", "X_1", "Y_0"))
        >>> box = "(assert (and (>= X_0 0) (<= X_0 1) (>= X_1 0) (<= X_1 1)))"
        >>> found = net.counterexamples(text=names + box + "(assert (<= Y_0 0))")
        >>> [(cell.area, [list(map(float, x)) for x in cell.exact_vertices]) for cell in found]
        [(Fraction(1, 4), [[0.0, 0.0], [0.5, 0.0], [0.0, 1.0]])]
        """
        formula = read_property(vnnlib, text)
        with tempfile.TemporaryDirectory() as folder:
            path = vnnlib if vnnlib is not None else os.path.join(folder, "text")
            if text is not None:
                Path(path).write_text(text, encoding="utf-8")
            domain = Domain.of_property(path)
        network = Network._read(
            lambda net, error: lib.crease_property_network(net, self.pointer, formula, error)
        )
        return Regions(network, domain, options, only, formula)

    def deform(
        self,
        other: "Network",
        box: Union[None, Box, Domain] = None,
        *,
        polytope: Optional[Polytope] = None,
        slice: Optional[Rows] = None,
        timeout: Optional[float] = None,
    ) -> "Deformation":
        """The number of activation regions while the weights move to those of another network.

        All weights and biases are $1 - s$ times those of `self` and $s$ times those of `other`, for
        $s$ from 0 to 1. The values of $s$ at which the number changes are found exactly, as roots
        of polynomials with integer coefficients; between two of them it is proved to be constant.

        Parameters
        ----------
        other
            A network with the same widths and activations, none of them maxout.
        box, polytope, slice
            A bounded domain of one or two dimensions, see `Domain`.
        timeout
            Seconds after which the work stops, by `Undecided`.

        Cost: an enumeration in Python, some hundred times slower than `count`, for each value of s
        at which a vertex of the regions and a crease meet, and between any two.

        Examples
        --------
        >>> net, other = (Network([([[1], [-1]], [b, b], "relu")]) for b in (-1, 3))
        >>> print(net.deform(other, box=(-2, 1)))
        s                      at s  above s
        0                         2  3
        1/4                       2  3
        1/2                       2  2
        3/4                       1  1
        1                         1
        """
        from crease.theory.deformation import deform

        return deform(self, other, self.domain(box, polytope, slice), timeout=timeout)

    # ---- Pictures ----

    def plot(self, box: Union[None, Box, Domain] = None, **how: Unpack[NetworkPlotOptions]) -> Axes:
        """Draws the regions of a plane domain, or outputs over an interval; see `crease.plot`."""
        return plot(self, box=box, **how)


class _Counts:
    """A crease_counts while it is in use."""

    def __init__(self, net: Network):
        self.pointer = ffi.new("crease_counts *")
        self.net = net

    def __enter__(self) -> Any:
        lib.crease_counts_init(self.pointer, self.net.pointer)
        return self.pointer

    def __exit__(self, *_: Any) -> None:
        lib.crease_counts_clear(self.pointer)


_IMAGES = ("auto", "always", "never")  # in the order of crease_images


@dataclass(frozen=True)
class LayerFolding:
    """The cells on entry to a layer, and their images.

    Attributes
    ----------
    cells, points
        All cells; those whose image is a point.
    images
        Distinct images of the others.
    most_of_one
        The largest number of cells that have one image.
    """

    cells: int
    points: int
    images: int
    most_of_one: int


class _Totals:
    """A crease_totals while it is in use."""

    def __init__(self, net: Network, per_neuron: bool):
        self.pointer = ffi.new("crease_totals *")
        self.net = net
        self.per_neuron = per_neuron

    def __enter__(self) -> Any:
        lib.crease_totals_init(self.pointer, self.net.pointer)
        if self.per_neuron:
            lib.crease_totals_by_neuron(self.pointer, self.net.pointer)
        return self.pointer

    def __exit__(self, *_: Any) -> None:
        lib.crease_totals_clear(self.pointer)


def _total(
    totals: Any, run: Run, domain: Domain, linear_regions: Optional[int] = None
) -> Count:
    arith = ffi.string(lib.crease_arith_name(run.options.arith)).decode()
    neurons = range(totals.neurons)
    return Count(
        activation_regions=integer(totals.activation_regions),
        bounded_regions=integer(totals.bounded_regions),
        per_layer=tuple(integer(totals.per_layer + i) for i in range(totals.layers)),
        linear_regions=linear_regions,
        affine_maps=None,
        arith=arith,
        exact=arith != "float",
        complete=bool(totals.complete),
        threads=totals.threads,
        seconds=totals.seconds,
        decided_float=totals.decided_float,
        decided_exact=totals.decided_exact,
        domain=str(domain),
        per_neuron=tuple(integer(totals.per_neuron + i) for i in neurons)
        if totals.per_neuron
        else None,
        images=totals.images if totals.by_images else None,
        images_met=totals.images_met if totals.by_images else None,
    )


def _count(counts: Any, linear: Any, run: Run, domain: Domain) -> Count:
    arith = ffi.string(lib.crease_arith_name(run.options.arith)).decode()
    return Count(
        activation_regions=counts.activation_regions,
        bounded_regions=counts.bounded_regions,
        per_layer=tuple(counts.per_layer[i] for i in range(counts.layers)),
        linear_regions=linear.linear_regions if linear else None,
        affine_maps=linear.affine_maps if linear else None,
        arith=arith,
        exact=arith != "float",
        complete=bool(counts.complete),
        threads=counts.threads,
        seconds=counts.seconds,
        decided_float=counts.decided_float,
        decided_exact=counts.decided_exact,
        domain=str(domain),
        per_neuron=tuple(counts.per_neuron[0 : counts.neurons]) if counts.per_neuron else None,
    )


# ---- Networks from elsewhere ----


def whole(text: str) -> Any:
    """An integer; of more digits than Python reads, its text."""
    return int(text) if len(text) < 4000 else text


def _row(row: Any, inputs: int, numbers: Callable[[Any], list[Fraction]]) -> list[Fraction]:
    """The numbers of a row, which may be sparse."""
    if not isinstance(row, dict):
        return numbers(row)
    dense = [Fraction(0)] * inputs
    for column, x in zip(row["columns"], numbers(row["values"])):
        dense[column] = x
    return dense


def _json(layers: Iterable[GivenLayer], about: str) -> bytes:
    def numbers(row: Any, what: str) -> list[Any]:
        entries = listed(row, what)
        try:
            return [in_decimal(fraction(x)) for x in entries]
        except (TypeError, ValueError) as error:
            raise type(error)(f"{what}: {error}") from None

    if hasattr(layers, "state_dict"):
        raise TypeError(f"crease.from_torch takes a module such as {type(layers).__name__}")
    if isinstance(layers, (str, bytes, Mapping)) or not hasattr(layers, "__iter__"):
        raise TypeError(
            f"expected a list of (weights, bias, activation), found {type(layers).__name__}; "
            "docs/models.md has the lines for state dicts, scikit-learn, Keras and JAX"
        )
    written = []
    for l, layer in enumerate(listed(layers, "layers")):
        try:
            weights, bias, activation = layer
        except (TypeError, ValueError):
            raise TypeError(f"layer {l}: expected (weights, bias, activation)") from None
        rows = listed(weights, f"weights of layer {l}")
        biases = len(rows) if bias is None else len(listed(bias, f"bias of layer {l}"))
        if biases != len(rows) and all(len(listed(row, "a row")) == biases for row in rows):
            raise ValueError(
                f"layer {l} has {len(rows)} rows of weights and {biases} biases: each unit is a "
                "row, so transpose the weights"
            )
        written.append(
            {
                "weights": [numbers(x, f"layer {l}, unit {i}") for i, x in enumerate(rows)],
                "bias": [0] * len(rows) if bias is None else numbers(bias, f"bias of layer {l}"),
                "activation": activation if isinstance(activation, str) else list(activation),
            }
        )
    if not written:
        raise ValueError("a network has at least one layer")
    first: Any = written[0]["weights"]
    document = {"inputs": len(first[0]) if first else 1, "layers": written, "about": about}
    return json.dumps(document).encode()


def load(
    path: PathName,
    *,
    onnx_input: Optional[str] = None,
    onnx_output: Optional[str] = None,
    onnx_drop_last: bool = False,
    nnet_raw: bool = False,
    onnx_keep_units: bool = False,
) -> Network:
    """Reads a network file; the format is detected from the content.

    Parameters
    ----------
    path
        The file; it may be packed by gzip.
    onnx_input, onnx_output
        Names in the graph, if it has several inputs or outputs.
    onnx_drop_last
        Omit the last node, such as a Softmax.
    nnet_raw
        Omit the normalisation.
    onnx_keep_units
        Keep units that are constant, equal to others, or read by nothing.

    Raises
    ------
    Error
        Where it is wrong, as "file:line:column: place: message".
    """
    options = _reading(onnx_input, onnx_output, onnx_drop_last, nnet_raw, onnx_keep_units)
    return Network._read(
        lambda net, error: lib.crease_net_read(net, c_text(path), options[0], error)
    )


def parse(content: Union[str, bytes], name: str = "text", **options: Unpack[Reading]) -> Network:
    """Reads a network from the content of a file; `name` stands for the file in messages.

    Options are those of `load`.
    """
    data = content.encode() if isinstance(content, str) else bytes(content)
    read = _reading(**options)
    return Network._read(
        lambda net, error: lib.crease_net_parse(net, data, len(data), c_text(name), read[0], error)
    )


def _reading(
    onnx_input: Optional[str] = None,
    onnx_output: Optional[str] = None,
    onnx_drop_last: bool = False,
    nnet_raw: bool = False,
    onnx_keep_units: bool = False,
) -> tuple[Any, ...]:
    """A crease_net_options, and the texts that it points to."""
    names = (onnx_input, onnx_output)
    texts = [ffi.NULL if t is None else ffi.new("char[]", c_text(t)) for t in names]
    options = {
        "onnx_input": texts[0],
        "onnx_output": texts[1],
        "onnx_drop_last": onnx_drop_last,
        "nnet_raw": nnet_raw,
        "onnx_keep_units": onnx_keep_units,
    }
    return (ffi.new("crease_net_options *", options), *texts)


#: What constructions have as parameters: numbers, lists of numbers, names.
Parameter = Union[Number, Sequence[Number]]


def construct(
    construction: str, parameters: Optional[Mapping[str, Parameter]] = None, **more: Parameter
) -> Network:
    """The network of a construction of the literature, by name.

    ``crease construct --list`` has all of them with their parameters.

    Examples
    --------
    >>> construct("arrangement:generic", n=4, d=2).count().activation_regions
    11
    """
    given = {**(parameters or {}), **more}
    texts = [
        (ffi.new("char[]", c_text(name)), ffi.new("char[]", _spelled(value)))
        for name, value in given.items()
    ]
    arguments = ffi.new("crease_argument[]", [{"name": n, "value": v} for n, v in texts])
    return Network._read(
        lambda net, error: lib.crease_net_construct(
            net, c_text(construction), arguments, len(texts), error
        )
    )


def random(
    widths: Union[str, Sequence[int]],
    *,
    seed: int = 0,
    init: str = "he",
    bias_std: Optional[Number] = None,
    bias: Optional[str] = None,
    activation: str = "relu",
    keep_prob: Optional[Number] = None,
    unscaled: bool = False,
) -> Network:
    """A random network: the same arguments give the same network everywhere.

    Parameters
    ----------
    widths
        Inputs, hidden layers, outputs: ``[2, 32, 32, 1]`` or "2-32-32-1".
    init
        The family of the weights: "he", "xavier-normal", "pytorch-default", "gaussian:V[,B]", ..
    bias_std
        Standard deviation of the biases.
    bias
        Their distribution, if not normal: "uniform:C", "discrete:C" or "values:V1,..,Vk".
    keep_prob
        The probability that a weight is kept and not 0.
    """
    sizes = widths_of(widths)
    texts = {"init": init, "activation": activation}
    if bias_std is not None:
        texts["bias_std"] = str(bias_std)
    if bias is not None:
        texts["bias"] = bias
    if keep_prob is not None:
        texts["keep_prob"] = str(keep_prob)
    kept = {name: ffi.new("char[]", c_text(text)) for name, text in texts.items()}
    how = ffi.new("crease_random *", {**kept, "seed": seed_of(seed), "unscaled": unscaled})
    return Network._read(
        lambda net, error: lib.crease_net_random(net, sizes, len(sizes), how, error)
    )


def _spelled(value: Parameter) -> bytes:
    if isinstance(value, (list, tuple)):
        return c_text(",".join(map(str, value)))
    return c_text(str(value))
