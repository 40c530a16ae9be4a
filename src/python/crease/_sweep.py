"""How points are labelled while the weights of a layer turn: docs/paths.md.

At a point the layer that turns is affine in the two numbers by which its matrices are multiplied.
They follow a polygon, so they are piecewise linear functions of its parameter t. Each point thus
defines a network of the input t, with a last unit that is on its upper piece where the label is 1.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from crease._native import ffi, lib
from crease._numbers import Vector, in_decimal, one, points, rows, shown
from crease._run import Run, Undecided
from crease._samples import circle

if TYPE_CHECKING:
    from crease import Network


@dataclass(frozen=True)
class Sweep:
    """How points are labelled while the weights of one layer turn.

    Attributes
    ----------
    distinct
        The number of different dichotomies: labels of all points at once.
    transitions, flips
        Places where labels change, and labels that change over all places.
    flips_of
        The flips of each point.
    on_circle, vertices
        Whether the counts are those of the circle itself, and the polygon that was followed.
    places
        Where labels change: a number t says that the place is a fraction t - i along the edge from
        vertex $i = floor t$. Fractions with `rationals`, else floats that are off by 1e-6 at most.
    seen
        For each stretch between two transitions, how many dichotomies there were until then.
    labels
        The dichotomy of each stretch, a character 0 or 1 for each point.
    """

    __repr__ = shown

    distinct: int
    transitions: int
    flips: int
    flips_of: tuple[int, ...]
    on_circle: bool
    vertices: int
    places: tuple[Union[float, Fraction], ...]
    seen: tuple[int, ...]
    labels: tuple[str, ...]


class _Flip(NamedTuple):
    """A label changes between two numbers."""

    low: Any
    high: Any
    label: str  # after it


def sweep(
    net: "Network",
    other: "Network",
    listed: Any,
    layer: int,
    label: int,
    reach: int,
    vertices: int,
    rationals: bool,
    run: Run,
) -> Sweep:
    vector, count = points(listed, net.inputs, "points")
    if not count:
        raise ValueError("expected a point, found none")
    _check(net, other, layer, label, reach, vertices, run)
    layers, turned = net.layers, other.layers[layer][0]
    shapes = [(len(w), len(w[0])) for w in (layers[layer][0], turned)]
    if shapes[0] != shapes[1]:
        raise ValueError(f"the weights of layer {layer} are {shapes[1]}, not {shapes[0]}")
    on_circle = not reach and type(net)(layers[layer:]).is_homogeneous
    corners: Any = [(1, -reach), (1, reach)]
    if not reach:
        corners = circle([1, 0], [0, 1], vertices or (4 if on_circle else 256))
    turning = _Turning(net, layers, turned, layer, label, corners, run)
    found = [turning.labels(x) for x in rows(vector.pointer, count, net.inputs)]
    return run.finish(_merged(found, on_circle, len(corners), rationals))


def _check(
    net: "Network",
    other: "Network",
    layer: int,
    label: int,
    reach: int,
    vertices: int,
    run: Run,
) -> None:
    depth = len(net.widths) - 1
    if not 0 <= layer < depth:
        raise ValueError(f"layer is {layer}, not from 0 to {depth - 1}")
    if not 0 <= label < net.outputs:
        raise ValueError(f"label is {label}, not an output from 0 to {net.outputs - 1}")
    if vertices and not 3 <= vertices <= 10000:
        raise ValueError(f"vertices is {vertices}, not from 3 to 10000")
    if not isinstance(reach, int) or not 0 <= reach <= 10**6 or (reach and vertices):
        raise ValueError(f"reach is {reach}, not an integer up to 1000000, without vertices")
    if run.options.arith == lib.CREASE_FLOAT:
        raise ValueError("arith is 'float'; it must be 'filtered' or 'exact'")
    if layer >= len(other.widths) - 1:
        raise ValueError(f"the other network has no layer {layer}")


class _Turning:
    """The networks of one input that points define."""

    def __init__(
        self,
        net: "Network",
        layers: Any,
        turned: Any,
        layer: int,
        label: int,
        corners: Any,
        run: Run,
    ):
        edges = range(len(corners))
        turns = [_turns([Fraction(corner[c]) for corner in corners]) for c in (0, 1)]
        row = [int(i == label) for i in range(net.outputs)]
        self.make = type(net)
        self.before = self.make(layers[:layer]) if layer else None
        self.first = [
            _layer([[1] for _ in edges], [-i for i in edges], "relu"),
            _layer(turns, corners[0], "linear"),
        ]
        self.turning = [self.make([(w, None, "linear")]) for w in (layers[layer][0], turned)]
        self.rest = layers[layer][1:]
        self.after = [_layer(*of) for of in (*layers[layer + 1 :], ([row], [0], "relu"))]
        self.run = run
        self.edges = len(corners)

    def _network(self, x: Any) -> "Network":
        h = self.before.exact(x) if self.before else x
        sums = zip(*(of.exact(h) for of in self.turning))
        layers = ", ".join([*self.first, _layer(sums, *self.rest), *self.after])
        text = f'{{"inputs": 1, "layers": [{layers}]}}'.encode()
        return self.make._read(
            lambda net, error: lib.crease_net_parse(net, text, len(text), b"point", ffi.NULL, error)
        )

    def labels(self, x: Any) -> tuple[str, list[tuple[Fraction, str]]]:
        """The label before the first flip, and each flip: where it is, and the label after it.

        Doubles enclose flips; where they do, a short segment is crossed exactly.
        """
        net = self._network(x)
        first, flips = self._cross(net, Fraction(0), Fraction(self.edges), False)
        last = flips[-1].label if flips else first
        found = [] if first == last else [(Fraction(0), first)]
        while flips:
            low, high, label = flips.pop(0)
            while flips and flips[0].low < high:
                low, high = min(low, flips[0].low), max(high, flips.pop(0).high)
            exact = self._cross(net, low, high, True)[1] if low < high else [_Flip(low, low, label)]
            found += ((flip.low, flip.label) for flip in exact)
        return last, found

    def _cross(self, net: "Network", start: Fraction, end: Fraction, exact: bool) -> Any:
        """The label at the start, and where it changes."""
        made, ends = ffi.new("crease_line **"), (Vector([start]), Vector([end]))
        places = lib.CREASE_LINE_EXACT if exact else lib.CREASE_LINE_ENCLOSED
        wanted = ffi.new("crease_line_wanted *", {"places": places})
        status = self.run.call(
            lib.crease_line_cross,
            made,
            net.pointer,
            ffi.NULL,
            ends[0].pointer,
            ends[1].pointer,
            wanted,
            self.run.options,
        )
        line = ffi.gc(made[0], lib.crease_line_free)
        if status == lib.CREASE_STOPPED:
            self.run.finish(None)  # an interrupt
            raise Undecided("a limit stopped the sweep")
        last, length = line.layers - 1, end - start
        listed, where = ffi.new("crease_transition **"), ffi.new("double[2]")
        found: list[_Flip] = []
        for k in range(line.breakpoints):
            count = lib.crease_line_transitions(listed, line, k)
            if not count or listed[0][count - 1].layer != last:
                continue
            if not exact:
                lib.crease_line_enclosure(where, where + 1, line, k)
            place = [one(line.t[k])] * 2 if exact else [Fraction(t) for t in where]
            low, high = (start + t * length for t in place)
            found.append(_Flip(low, high, str(listed[0][count - 1].after)))
        return str(lib.crease_line_pattern(line, last)[0]), found


def _layer(weights: Any, bias: Any, activation: Any) -> str:
    """The text of a layer, which those of all points have in common but for one."""
    texts = [[in_decimal(x) for x in row] for row in weights]
    return json.dumps(
        {"weights": texts, "bias": [in_decimal(x) for x in bias], "activation": activation}
    )


def _turns(values: list[Fraction]) -> list[Fraction]:
    """The changes of slope, at t = 0, 1, .., of what has these values there."""
    slopes = [b - a for a, b in zip(values, [*values[1:], values[0]])]
    return [b - a for a, b in zip([Fraction(0), *slopes], slopes)]


def _merged(
    found: list[tuple[str, list[tuple[Fraction, str]]]],
    on_circle: bool,
    vertices: int,
    rationals: bool,
) -> Sweep:
    flips = sorted((at, i, label) for i, (_, of) in enumerate(found) for at, label in of)
    now = [last for last, _ in found]
    places: list[Any] = []
    labels: list[str] = []
    for at, i, label in flips:
        now[i] = label
        if places and at == places[-1]:
            labels.pop()
        else:
            places.append(at)
        labels.append("".join(now))
    labels = labels or ["".join(now)]
    known: set[str] = set()
    seen = [len(known) for row in labels if not known.add(row)]  # type: ignore[func-returns-value]
    return Sweep(
        distinct=len(known),
        transitions=len(places),
        flips=len(flips),
        flips_of=tuple(len(of) for _, of in found),
        on_circle=on_circle,
        vertices=vertices,
        places=tuple(places if rationals else map(float, places)),
        seen=tuple(seen),
        labels=tuple(labels),
    )
