"""The regions of a network while its weights move on a line to those of another.

All predicates of the enumeration below are signs of polynomials in s with integer coefficients:
values of pre-activations at vertices in homogeneous coordinates, and the last of these. If in two
runs all signs agree, they take the same course and find as many regions. So the count is
constant between the roots next to s of all polynomials that the run at s has met.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from crease._numbers import Number, fraction
from crease._run import Undecided, limited
from crease.theory.polynomials import (
    Polynomial,
    Root,
    add,
    primitive,
    product,
    roots,
    sign_at,
    simplest,
    times,
    trimmed,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from crease import Domain, Network


@dataclass(frozen=True)
class Event:
    """A value of s at which the number of regions differs from that on one side.

    Attributes
    ----------
    low, high
        Fractions that enclose $s$ within $2^-60$; both are $s$ if it is known to be rational.
    polynomial
        Integer coefficients, that of $s^0$ first, of a polynomial with the root $s$, the only
        one from low to high.
    before, here, after
        The number of regions below s, at s, and above s. None beyond 0 and 1.
    """

    low: Fraction
    high: Fraction
    polynomial: tuple[int, ...]
    before: Optional[int]
    here: int
    after: Optional[int]

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)


@dataclass(frozen=True)
class Deformation:
    """The number of activation regions as a function of s, from 0 to 1.

    Attributes
    ----------
    events
        In increasing order; the first is s = 0, the last s = 1. In between the number is constant.
    runs, polynomials
        How many values of s were enumerated, and how many polynomials decided about the regions.
    """

    events: tuple[Event, ...]
    runs: int
    polynomials: int

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of regions between two events, one less than events."""
        return tuple(event.after for event in self.events if event.after is not None)

    def count(self, s: Number) -> int:
        """The number of regions at a rational s from 0 to 1."""
        value = fraction(s)
        if not 0 <= value <= 1:
            raise ValueError(f"s is {s}, not from 0 to 1")

        def order(event: Event) -> int:
            return Root(event.polynomial, event.low, event.high).compare(Root.rational(value))

        event = self.events[bisect_left(self.events, 0, key=order)]  # the first at s or above
        result = event.before if order(event) else event.here
        assert result is not None  # no value is below the first event, s = 0
        return result

    def __str__(self) -> str:
        lines = [f"{'s':<18}  {'at s':>7}  above s"]
        for event in self.events:
            exact = event.low == event.high and len(str(event.low)) <= 18
            name = str(event.low) if exact else f"{float(event):.16f}"
            lines.append(f"{name:<18}  {event.here:>7}  {event.after or ''}".rstrip())
        return "\n".join(lines)

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Draws the step function; dots are numbers at single values of s. Returns the axes."""
        if ax is None:
            import matplotlib.pyplot

            ax = matplotlib.pyplot.gca()
        places = [float(event) for event in self.events]
        ax.hlines(self.counts, places[:-1], places[1:], lw=1.5)
        ax.plot(places, [event.here for event in self.events], "o", ms=2)
        ax.set(xlabel="s", ylabel="regions", xlim=(0, 1))
        return ax


# ---- Lines and points of the plane whose coefficients are polynomials in s ----

Form = tuple[Polynomial, Polynomial, Polynomial]  # a x + b y + c
Corner = tuple[int, int]  # where the lines of two forms meet
Polygon = list[tuple[Corner, int]]  # corners, each with the form of the side to the next


class _Layer(NamedTuple):
    """Integer multiples, by `scale`, of a layer's weights and biases."""

    rows: list[list[Polynomial]]
    bias: list[Polynomial]
    scale: int
    units: list[_Unit]


class _Unit(NamedTuple):
    breakpoints: list[Fraction]
    pieces: list[tuple[Fraction, Fraction]]  # slope and value at 0


def _combined(p: Form, q: Form) -> Form:
    return add(p[0], q[0]), add(p[1], q[1]), add(p[2], q[2])


def _scaled(form: Form, factor: Polynomial) -> Form:
    return product(form[0], factor), product(form[1], factor), product(form[2], factor)


def _meeting(p: Form, q: Form) -> Form:
    """The point of two lines in homogeneous coordinates."""

    def minor(i: int, j: int) -> Polynomial:
        return add(product(p[i], q[j]), times(product(p[j], q[i]), -1))

    return minor(1, 2), minor(2, 0), minor(0, 1)


_NAMED = {"relu": "0;0,1", "abs": "0;-1,1", "hardtanh": "-1,1;0,1,0", "linear": ";1"}


def _unit(activation: str) -> _Unit:
    name, _, text = activation.partition(":")
    if name == "maxout":
        raise ValueError("deformations of maxout units are not supported")
    text = f"0;{text},1" if name == "leaky" else _NAMED.get(name, text)
    lists = [[Fraction(x) for x in part.split(",") if x] for part in text.split(";")]
    breaks, slopes, *value = lists
    pieces = [(slopes[0], Fraction(0))]
    for place, (left, right) in zip(breaks, zip(slopes, slopes[1:])):
        pieces.append((right, pieces[-1][1] + (left - right) * place))
    middle = pieces[sum(place < 0 for place in breaks)][1]  # until here the value at 0 is this
    shift = (value[0][0] if value and value[0] else Fraction(0)) - middle
    return _Unit(breaks, [(slope, offset + shift) for slope, offset in pieces])


def _moving(start: Fraction, end: Fraction, factor: int) -> Polynomial:
    return trimmed([int(start * factor), int((end - start) * factor)])


def _layer(start: tuple[Any, Any, Any], end: tuple[Any, Any, Any]) -> _Layer:
    weights, bias, activation = start
    numbers = [x for layer in (start, end) for row in (*layer[0], layer[1]) for x in row]
    names = [activation] * len(bias) if isinstance(activation, str) else activation
    units = [_unit(name) for name in names]
    scale = lcm(*(x.denominator for x in numbers))
    rows = [
        [_moving(a, b, scale) for a, b in zip(*both)] for both in zip(weights, end[0])
    ]
    return _Layer(rows, [_moving(a, b, scale) for a, b in zip(bias, end[1])], scale, units)


class _Family:
    """The networks of all s on a polygon, and what is known of their predicates."""

    def __init__(
        self, layers: list[_Layer], inputs: list[Form], sides: list[Form], scale: int
    ):
        self.layers = layers
        self._maps: dict[tuple[Any, ...], tuple[list[Form], int]] = {(): (inputs, scale)}
        self._numbers: dict[Form, int] = {}
        self._forms: list[Form] = []
        self._thresholds: dict[tuple[Any, ...], list[list[int]]] = {}
        self._corners: dict[Corner, Form] = {}
        self._deciding: dict[Polynomial, Union[int, _Deciding]] = {}
        self._at_corner: dict[tuple[int, Corner], Union[int, _Deciding]] = {}
        lines = [self._number(side) for side in sides]
        self.domain: Polygon = [
            ((min(a, b), max(a, b)), b) for a, b in zip([lines[-1], *lines], lines)
        ]

    def _number(self, form: Form) -> int:
        """That of a form up to a positive factor; equal lines may have several."""
        content = gcd(*form[0], *form[1], *form[2])
        if content > 1:
            a, b, c = (tuple(x // content for x in p) for p in form)
            form = a, b, c
        if form not in self._numbers:
            self._numbers[form] = len(self._forms)
            self._forms.append(form)
        return self._numbers[form]

    def _map(self, pattern: tuple[Any, ...]) -> tuple[list[Form], int]:
        """The outputs of the layers of a pattern, and the positive integer that multiplies them."""
        if pattern not in self._maps:
            forms, scale = self._before(pattern[:-1])
            units = self.layers[len(pattern) - 1].units
            pieces = [unit.pieces[piece] for unit, piece in zip(units, pattern[-1])]
            more = lcm(*(x.denominator for piece in pieces for x in piece))
            outputs = []
            for form, (slope, offset) in zip(forms, pieces):
                a, b, c = _scaled(form, trimmed([int(slope * more)]))
                outputs.append((a, b, add(c, trimmed([int(offset * more) * scale]))))
            self._maps[pattern] = outputs, scale * more
        return self._maps[pattern]

    def _before(self, pattern: tuple[Any, ...]) -> tuple[list[Form], int]:
        """The pre-activations of the layer after those of a pattern, multiplied alike."""
        inputs, scale = self._map(pattern)
        layer = self.layers[len(pattern)]
        forms = []
        for row, bias in zip(layer.rows, layer.bias):
            form: Form = (), (), times(bias, scale)
            for weight, value in zip(row, inputs):
                if weight:
                    form = _combined(form, _scaled(value, weight))
            forms.append(form)
        return forms, scale * layer.scale

    def thresholds(self, pattern: tuple[Any, ...]) -> list[list[int]]:
        """For each unit of the next layer its forms, which are zero at a breakpoint."""
        if pattern not in self._thresholds:
            forms, scale = self._before(pattern)
            lines: list[list[int]] = []
            for (a, b, c), unit in zip(forms, self.layers[len(pattern)].units):
                lines.append([])
                for place in unit.breakpoints:
                    k, shift = place.denominator, trimmed([-place.numerator * scale])
                    form = times(a, k), times(b, k), add(times(c, k), shift)
                    lines[-1].append(self._number(form))
            self._thresholds[pattern] = lines
        return self._thresholds[pattern]

    def corner(self, corner: Corner) -> Form:
        if corner not in self._corners:
            self._corners[corner] = _meeting(*(self._forms[line] for line in corner))
        return self._corners[corner]

    def decide(self, line: int, corner: Corner) -> Union[int, _Deciding]:
        """What decides the sign of a form at a corner, times that of its last coordinate."""
        key = line, corner
        if key not in self._at_corner:
            value: Polynomial = ()
            if line not in corner:
                for a, x in zip(self._forms[line], self.corner(corner)):
                    value = add(value, product(a, x))
            self._at_corner[key] = self.sign_of(value)
        return self._at_corner[key]

    def sign_of(self, p: Polynomial) -> Union[int, _Deciding]:
        """The sign of a polynomial, if it has no root from 0 to 1."""
        p = primitive(p) if p else p
        if p not in self._deciding:
            isolated = roots(p) if p else []
            constant = sign_at(p, Fraction(1, 2))
            self._deciding[p] = _Deciding(p, isolated) if isolated else constant
        return self._deciding[p]

    @property
    def polynomials(self) -> int:
        return len(self._deciding)


class _Deciding:
    """A polynomial with roots from 0 to 1."""

    def __init__(self, polynomial: Polynomial, isolated: list[Root]):
        self.polynomial, self.roots = polynomial, isolated

    def sign(self, s: Root) -> int:
        for root in self.roots:
            if not root.compare(s):
                return 0
        return sign_at(self.polynomial, s.low)  # which no root separates from s now


# ---- Enumeration at one value of s ----


class _Enumeration:
    """The regions at one s, and the polynomials that decided about them."""

    def __init__(self, family: _Family, s: Root):
        self.family, self.s = family, s
        self.met: dict[_Deciding, int] = {}
        self.count = sum(1 for _ in self._regions(family.domain, ()))

    def _sign(self, known: Union[int, _Deciding]) -> int:
        if isinstance(known, int):
            return known
        if known not in self.met:
            self.met[known] = known.sign(self.s)
        return self.met[known]

    def _side(self, line: int, corner: Corner) -> int:
        value = self._sign(self.family.decide(line, corner))
        last = self.family.sign_of(self.family.corner(corner)[2])
        return value * self._sign(last) if value else 0

    def _regions(self, cell: Polygon, pattern: tuple[Any, ...]) -> Iterator[Polygon]:
        if len(pattern) == len(self.family.layers):
            yield cell
            return
        parts: list[tuple[Polygon, tuple[int, ...]]] = [(cell, ())]
        for lines in self.family.thresholds(pattern):
            cut = []
            for part, pieces in parts:
                piece, rest = 0, part
                for line in lines:
                    below, above = self._split(rest, line)
                    if below and above:
                        cut.append((below, (*pieces, piece)))
                    if not above:
                        break
                    piece, rest = piece + 1, above
                cut.append((rest, (*pieces, piece)))
            parts = cut
        for part, pieces in parts:
            yield from self._regions(part, (*pattern, pieces))

    def _split(self, cell: Polygon, line: int) -> tuple[Polygon, Polygon]:
        """The parts where a form is negative, and positive; empty if they have no interior."""
        signs = [self._side(line, corner) for corner, _ in cell]
        if max(signs) <= 0:
            return cell, []
        if min(signs) >= 0:
            return [], cell
        parts: tuple[Polygon, Polygon] = ([], [])
        for i, (corner, side) in enumerate(cell):
            here, following = signs[i], signs[(i + 1) % len(cell)]
            crossing = min(line, side), max(line, side)
            for sign, part in zip((-1, 1), parts):
                if here == sign:
                    part.append((corner, side))
                    if following == -sign:
                        part.append((crossing, line))
                elif not here:
                    part.append((corner, side if following == sign else line))
                elif following == sign:
                    part.append((crossing, side))
        return parts


# ---- All values of s ----


class _Stretch(NamedTuple):
    """Values of s between two roots, where the enumeration takes one course."""

    low: Root
    high: Root
    regions: int


def _between(low: Root, high: Root) -> Fraction:
    """A short fraction between two roots, of which the second is greater."""
    quarter = (high.low - low.high) / 4
    return simplest(low.high + quarter, high.low - quarter)


def _stretches(family: _Family) -> tuple[list[_Stretch], dict[Root, int]]:
    """All stretches from 0 to 1, and the counts at values of s that happened to be events."""
    stretches: list[_Stretch] = []
    hits: dict[Root, int] = {}
    gaps = [(Root.rational(Fraction(0)), Root.rational(Fraction(1)))]
    while gaps:
        low, high = gaps.pop()
        if low.compare(high) >= 0:
            continue
        s = Root.rational(_between(low, high))
        run = _Enumeration(family, s)
        below, above, is_event = low, high, False
        for root in (root for deciding in run.met for root in deciding.roots):
            side = root.compare(s)
            if not side:
                is_event = True
            elif side < 0 and root.compare(below) > 0:
                below = root
            elif side > 0 and root.compare(above) < 0:
                above = root
        if is_event:
            hits[s] = run.count
            below = above = s
        else:
            stretches.append(_Stretch(below, above, run.count))
        gaps += [(above, high), (low, below)]
    return sorted(stretches, key=cmp_to_key(_order)), hits


def _order(p: _Stretch, q: _Stretch) -> int:
    return p.low.compare(q.low)


def _events(family: _Family) -> tuple[list[Event], int]:
    """The events, and how many values of s were enumerated."""
    stretches, hits = _stretches(family)
    counts = [None, *(stretch.regions for stretch in stretches), None]
    places = [stretches[0].low, *(stretch.high for stretch in stretches)]
    events = []
    for s, before, after in zip(places, counts, counts[1:]):
        here = hits.get(s)
        if here is None:
            here = _Enumeration(family, s).count
        if before != here or here != after:
            s.refine(60)
            s.name()
            events.append(Event(s.low, s.high, s.polynomial, before, here, after))
    return events, len(places) + len(stretches)


def _plane(domain: Domain) -> tuple[list[Form], list[Form], int]:
    """The inputs of the network, and the sides of a domain, as forms of two coordinates.

    An interval becomes a strip, whose second coordinate is from 0 to 1 and changes nothing. The
    inputs are multiplied by the integer that is returned.
    """
    from crease import Network

    size = domain.inputs
    unit = [[Fraction(int(i == k)) for i in range(size)] for k in range(size)]
    listing = Network([(unit, None, "linear")]).regions(domain, only=("exact", "vertices"))
    whole = [*listing]
    if not listing.complete:
        raise Undecided("a limit stopped the work before the domain was known")
    if domain.dimension > 2:
        raise ValueError(f"a deformation has one or two inputs, or a slice; not {domain.dimension}")
    if not whole or not whole[0].is_bounded:
        raise ValueError("a deformation needs a bounded domain with an interior, such as a box")
    corners = [[*x, Fraction(0)][:2] for x in whole[0].exact_vertices]
    if domain.dimension == 1:
        corners += [[x, Fraction(1)] for x, _ in reversed(corners)]
    sides = []
    for p, q in zip(corners, [*corners[1:], corners[0]]):
        sides.append(_form(p[1] - q[1], q[0] - p[0], p[0] * q[1] - q[0] * p[1]))
    base = domain.point([Fraction(0)] * domain.dimension)
    ends = [domain.point([Fraction(int(j == k)) for j in range(domain.dimension)]) for k in (0, 1)]
    steps = [[x - b for x, b in zip(end, base)] for end in ends[: domain.dimension]]
    steps += [[Fraction(0)] * size] * (2 - domain.dimension)
    rows = list(zip(*steps, base))
    scale = lcm(*(x.denominator for row in rows for x in row))
    return [_form(*(x * scale for x in row)) for row in rows], sides, scale


def _form(a: Fraction, b: Fraction, c: Fraction) -> Form:
    scale = lcm(a.denominator, b.denominator, c.denominator)
    p, q, r = (trimmed([int(x * scale)]) for x in (a, b, c))
    return p, q, r


@limited
def deform(
    net: Network, other: Network, domain: Domain, timeout: Optional[float] = None
) -> Deformation:
    """See `Network.deform`."""
    if net.widths != other.widths:
        raise ValueError(f"the networks have widths {net.widths} and {other.widths}")
    start, end = net.layers[: len(net.hidden)], other.layers[: len(net.hidden)]
    for number, layers in enumerate(zip(start, end)):
        if layers[0][2] != layers[1][2]:
            raise ValueError(f"the activations of layer {number} differ")
    inputs, sides, scale = _plane(domain)
    family = _Family([_layer(*both) for both in zip(start, end)], inputs, sides, scale)
    events, runs = _events(family)
    return Deformation(tuple(events), runs, family.polynomials)
