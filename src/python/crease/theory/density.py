"""Hanin and Rolnick's Theorem 3 at finite width: the mean density of region boundaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, NamedTuple, Optional

import numpy

from crease._run import limited
from crease._samples import Estimate

Box = Sequence[tuple[float, float]]


class Density(NamedTuple):
    """Means for each unit of volume, with 95 % confidence intervals.

    Attributes
    ----------
    boundary
        The volume of dimension $n - 1$ of the boundaries: of codimension 1.
    crossings
        In $n >= 2$ inputs, the volume of dimension $n - 2$ where two units have a breakpoint at
        once: of codimension 2; in the plane the number of vertices.
    function_boundary, function_crossings
        The same as the theorem prints it, for the gradient's discontinuities: only units that are
        good, from which a path of open units leads to the output.
    """

    boundary: Estimate
    crossings: Optional[Estimate]
    function_boundary: Estimate
    function_crossings: Optional[Estimate]


@limited
def expected_density(
    widths: Sequence[int],
    box: Box,
    *,
    breakpoints: Sequence[float] = (0.0,),
    slopes: Sequence[float] = (0.0, 1.0),
    value: float = 0.0,
    weight_variance: float = 2.0,
    bias_std: float = 0.5,
    samples: int = 10000,
    seed: int = 0,
) -> Density:
    """The right side of Theorem 3 (Hanin and Rolnick, ICML 2019) by Monte Carlo over the weights.

    Biases are normal with standard deviation `bias_std`, weights with variance `weight_variance`
    divided by the number of inputs of their layer, and the point is uniform in
    the box. The theorem integrates the biases of the units at a breakpoint out: a unit counts with
    the norm of its gradient times the density of its bias, two units with the area that their
    gradients span. All units count for the boundary of activation regions, those that are "good"
    for that of linear regions.

    Parameters
    ----------
    widths
        Inputs and hidden layers; outputs play no part.
    box
        A pair (lo, hi) for each input.
    breakpoints, slopes, value
        The activation: slopes[i] holds below breakpoints[i], the last slope above the last
        breakpoint, and `value` is that at the first one. Hard-tanh is (-1, 1), (0, 1, 0), -1.

    Notes
    -----
    Cost: samples x units x multiplications of one forward pass with its Jacobian; doubles. Of the
    pairs of which one is not good one partner in each layer is drawn for each unit and sample.

    Examples
    --------
    >>> found = expected_density([1, 8], [(-1, 1)], samples=2000).boundary
    >>> 3.0 < found.mean < 3.3
    True
    """
    random = numpy.random.default_rng(seed)
    act = _Activation(
        numpy.asarray(breakpoints, float), numpy.asarray(slopes, float), value, bias_std
    )
    lo, hi = numpy.asarray(box, float).T
    batches = []
    for size in _parts(samples, widths):
        layers = _draw(random, size, widths, weight_variance, bias_std)
        x = random.uniform(lo, hi, (size, widths[0]))
        jacobian = numpy.broadcast_to(numpy.eye(widths[0]), (size, widths[0], widths[0]))
        all_units = _sums(act, layers, x, jacobian)
        lost = _lost(act, layers, x, jacobian, random)
        batches.append(numpy.stack([*all_units, *(a - b for a, b in zip(all_units, lost))]))
    means: list[Any] = [_estimate(values) for values in numpy.concatenate(batches, axis=1)]
    if widths[0] == 1:
        means[1] = means[3] = None
    return Density(*means)


def _parts(samples: int, widths: Sequence[int]) -> list[int]:
    """Samples that are drawn together: their weights take at most some 100 MB."""
    entries = sum(a * b for a, b in zip(widths, widths[1:])) + sum(widths) * widths[0]
    most = max(1, 10**7 // entries)
    return [most] * (samples // most) + [samples % most] * (samples % most > 0)


def _estimate(values: Any) -> Estimate:
    mean, error = values.mean(), 1.96 * values.std(ddof=1) / len(values) ** 0.5
    return Estimate(float(mean), float(mean - error), float(mean + error))


class _Activation(NamedTuple):
    breakpoints: Any
    slopes: Any
    value: float
    bias_std: float

    def piece(self, z: Any) -> Any:
        return numpy.searchsorted(self.breakpoints, z)

    def __call__(self, z: Any) -> Any:
        left_ends = numpy.concatenate([self.breakpoints[:1], self.breakpoints])
        value = self.value + numpy.cumsum(numpy.diff(left_ends, prepend=left_ends[0]) * self.slopes)
        piece = self.piece(z)
        return value[piece] + self.slopes[piece] * (z - left_ends[piece])

    def density(self, z: Any, breakpoint: float) -> Any:
        """The density of the bias that moves z, a pre-activation without bias, to `breakpoint`."""
        scaled = (breakpoint - z) / self.bias_std
        return numpy.exp(-scaled * scaled / 2) / (self.bias_std * (2 * numpy.pi) ** 0.5)

    def all_densities(self, z: Any) -> Any:
        return sum(self.density(z, b) for b in self.breakpoints)


def _draw(random: Any, size: int, widths: Sequence[int], variance: float, bias_std: float) -> Any:
    return [
        (
            random.standard_normal((size, units, inputs)) * (variance / inputs) ** 0.5,
            random.standard_normal((size, units)) * bias_std,
        )
        for inputs, units in zip(widths, widths[1:])
    ]


Unit = Callable[[Any, Any], None]


def _forward(act: _Activation, layers: Any, y: Any, jacobian: Any, unit: Unit) -> None:
    """Calls unit(z, J) for each layer: pre-activations without their bias, and their Jacobians."""
    for weights, biases in layers:
        z = (weights @ y[:, :, None])[:, :, 0]
        jacobian = weights @ jacobian
        unit(z, jacobian)
        y = act(z + biases)
        jacobian = act.slopes[act.piece(z + biases)][:, :, None] * jacobian


def _sums(act: _Activation, layers: Any, x: Any, jacobian: Any) -> tuple[Any, Any]:
    """For each sample, the sum over all units, and the sum over all pairs of units."""
    alone, both = numpy.zeros(len(x)), numpy.zeros(len(x))
    seen: list[tuple[Any, Any]] = []
    _forward(act, layers, x, jacobian, lambda z, rows: seen.append((z, rows)))
    for l, (z, rows) in enumerate(seen):
        density = act.all_densities(z)
        alone += (numpy.linalg.norm(rows, axis=2) * density).sum(axis=1)
        if x.shape[1] < 2:
            continue
        for i in range(z.shape[1]):
            here = _area(rows[:, i], rows[:, :i]) * density[:, :i]
            both += here.sum(axis=1) * density[:, i]
            for breakpoint in act.breakpoints:
                both += _later(act, layers, l, i, breakpoint, z, rows) * act.density(
                    z[:, i], breakpoint
                )
    return alone, both


def _later(
    act: _Activation, layers: Any, l: int, i: int, breakpoint: float, z: Any, rows: Any
) -> Any:
    """The sum over the units of later layers, given that unit i of layer l is at a breakpoint.

    Which side of it the Jacobian takes does not matter: the difference is along the gradient of
    that unit, and the area that is spanned with it is the same.
    """
    after = z + layers[l][1]
    after[:, i] = breakpoint
    slope = act.slopes[act.piece(after)]
    total = numpy.zeros(len(z))

    def add(later: Any, gradients: Any) -> None:
        nonlocal total
        total += (_area(rows[:, i], gradients) * act.all_densities(later)).sum(axis=1)

    _forward(act, layers[l + 1 :], act(after), slope[:, :, None] * rows, add)
    return total


# ---- Units that are not good ----


def _lost(act: _Activation, layers: Any, x: Any, jacobian: Any, random: Any) -> tuple[Any, Any]:
    """For each sample, what units and pairs of units contribute to `_sums` and are not good.

    A unit is good if every later layer has an open unit, one whose slope is not 0; units at a
    breakpoint are not open. The sum over the partners in a layer is estimated by one that is
    drawn, times their number.
    """
    alone, both = numpy.zeros(len(x)), numpy.zeros(len(x))
    seen: list[tuple[Any, Any]] = []
    _forward(act, layers, x, jacobian, lambda z, rows: seen.append((z, rows)))
    each = numpy.arange(len(x))
    for l, (z, rows) in enumerate(seen[:-1]):
        units = z.shape[1]
        for i in range(units):
            for breakpoint in act.breakpoints:
                density = act.density(z[:, i], breakpoint)
                after = z + layers[l][1]
                after[:, i] = breakpoint
                slope = act.slopes[act.piece(after)][:, :, None]
                alive, pairs = _good(
                    act, layers[l + 1 :], act(after), slope * rows, rows[:, i], random
                )
                alone += numpy.linalg.norm(rows[:, i], axis=1) * density * ~alive
                if x.shape[1] < 2:
                    continue
                both += density * pairs
                if units > 1:
                    k = (i + 1 + random.integers(units - 1, size=len(x))) % units
                    area = _area(rows[:, i], rows[each, k][:, None])[:, 0] * (units - 1) / 2
                    for other in act.breakpoints:
                        after[each, k] = other
                        good = _open(act, layers[l + 1 :], act(after))
                        both += area * density * act.density(z[each, k], other) * ~good
    return alone, both


def _open(act: _Activation, layers: Any, y: Any) -> Any:
    """Whether each of these layers has an open unit, given what the layer before them computes."""
    good = numpy.ones(len(y), bool)
    for weights, biases in layers:
        z = (weights @ y[:, :, None])[:, :, 0] + biases
        good &= (act.slopes[act.piece(z)] != 0).any(axis=1)
        y = act(z)
    return good


def _good(
    act: _Activation, layers: Any, y: Any, jacobian: Any, gradient: Any, random: Any
) -> tuple[Any, Any]:
    """Whether a unit is good; and the pairs with units of later layers of which one is not good.

    `gradient` is that of the unit, y and `jacobian` are what its layer computes.
    """
    alive, pairs, each = numpy.ones(len(y), bool), numpy.zeros(len(y)), numpy.arange(len(y))
    for m, (weights, biases) in enumerate(layers):
        z = (weights @ y[:, :, None])[:, :, 0]
        jacobian = weights @ jacobian
        after = z + biases
        slope = act.slopes[act.piece(after)]
        if gradient.shape[1] > 1:
            units = z.shape[1]
            j = random.integers(units, size=len(y))
            area = _area(gradient, jacobian[each, j][:, None])[:, 0] * units
            others = (slope != 0).sum(axis=1) - (slope[each, j] != 0) > 0
            for breakpoint in act.breakpoints:
                moved = after.copy()
                moved[each, j] = breakpoint
                good = alive & others & _open(act, layers[m + 1 :], act(moved))
                pairs += area * act.density(z[each, j], breakpoint) * ~good
        alive &= (slope != 0).any(axis=1)
        y, jacobian = act(after), slope[:, :, None] * jacobian
    return alive, pairs


def _area(one: Any, others: Any) -> Any:
    """The areas of the parallelograms of a vector with each of several others, by sample."""
    dot = (others @ one[:, :, None])[:, :, 0]
    square = (one**2).sum(axis=1)[:, None] * (others**2).sum(axis=2) - dot**2
    return numpy.sqrt(numpy.maximum(square, 0))
