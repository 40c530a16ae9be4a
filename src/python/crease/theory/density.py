"""Hanin and Rolnick's Theorem 3 at finite width: the mean density of region boundaries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from typing import Any, NamedTuple, Optional

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
        In $n >= 2$ inputs, the volume of dimension $n - k$ where $k$ units have a breakpoint at
        once: of codimension $k$, 2 unless given; for $k = n$ the number of vertices.
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
    codimension: int = 2,
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
    divided by the number of inputs of their layer, and the point is uniform in the box. The theorem
    integrates the biases of the units at a breakpoint out: a unit counts with the norm of its
    gradient times the density of its bias, $k$ units with the volume that their gradients span. All
    units count for the boundary of activation regions, those that are "good" for that of linear
    regions.

    Parameters
    ----------
    widths
        Inputs and hidden layers; outputs play no part.
    box
        A pair (lo, hi) for each input.
    codimension
        Of `crossings`: how many units have a breakpoint at once, from 2 to the number of inputs.
    breakpoints, slopes, value
        The activation: slopes[i] holds below breakpoints[i], the last slope above the last
        breakpoint, and `value` is that at the first one. Hard-tanh is (-1, 1), (0, 1, 0), -1.

    Notes
    -----
    Cost: samples x units x multiplications of one forward pass with its Jacobian, for each choice
    of a breakpoint for `codimension` units; doubles. For each sample as many sets of units are
    drawn as there are units.

    Examples
    --------
    >>> found = expected_density([1, 8], [(-1, 1)], samples=2000).boundary
    >>> 3.0 < found.mean < 3.3
    True
    """
    if not 2 <= codimension <= max(2, widths[0]):
        raise ValueError(f"codimension: expected 2 to {max(2, widths[0])}, found {codimension}")
    random = numpy.random.default_rng(seed)
    act = _Activation(
        numpy.asarray(breakpoints, float), numpy.asarray(slopes, float), value, bias_std
    )
    lo, hi = numpy.asarray(box, float).T
    sizes = (1, codimension) if widths[0] > 1 else (1,)
    batches = []
    for size in _parts(samples, widths):
        layers = _draw(random, size, widths, weight_variance, bias_std)
        x = random.uniform(lo, hi, (size, widths[0]))
        batches.append(numpy.concatenate([_sums(act, layers, x, k, random) for k in sizes]))
    means: list[Any] = [_estimate(values) for values in numpy.concatenate(batches, axis=1)]
    boundary, function_boundary, crossings, function_crossings = (*means, None, None)[:4]
    return Density(boundary, crossings, function_boundary, function_crossings)


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


def _draw(random: Any, size: int, widths: Sequence[int], variance: float, bias_std: float) -> Any:
    return [
        (
            random.standard_normal((size, units, inputs)) * (variance / inputs) ** 0.5,
            random.standard_normal((size, units)) * bias_std,
        )
        for inputs, units in zip(widths, widths[1:])
    ]


def _sums(act: _Activation, layers: Any, x: Any, size: int, random: Any) -> list[Any]:
    """For each sample, the sums over all sets of `size` units, and over those of good units.

    Of the sets as many stand for all as there are units: successive ones in a random order of the
    units, each of which is in `size` sets. So sets of one unit are summed completely.
    """
    units = sum(biases.shape[1] for _, biases in layers)
    order = random.random((len(x), units)).argsort(axis=1)
    everything, good = numpy.zeros(len(x)), numpy.zeros(len(x))
    for first in range(units):
        chosen = order[:, [(first + i) % units for i in range(size)]]
        for places in product(act.breakpoints, repeat=size):
            volume, is_good = _at_breakpoints(act, layers, x, chosen, places)
            everything += volume
            good += volume * is_good
    scale = comb(units, size) / units
    return [everything * scale, good * scale]


def _at_breakpoints(
    act: _Activation, layers: Any, y: Any, chosen: Any, places: Sequence[float]
) -> tuple[Any, Any]:
    """The volume that gradients span times the densities of biases, and whether all are good.

    For each sample the units in the row of `chosen`, numbered through all layers, are at the
    breakpoints in `places`. Which side of it the Jacobian takes does not matter: the difference is
    along the gradient of that unit, and the volume that is spanned with it is the same. A unit is
    good if every later layer has an open unit, one whose slope is not 0; units at a breakpoint are
    not open.
    """
    inputs = y.shape[1]
    jacobian = numpy.broadcast_to(numpy.eye(inputs), (len(y), inputs, inputs))
    density, good = numpy.ones(len(y)), numpy.ones(len(y), bool)
    gradients = numpy.empty((*chosen.shape, inputs))
    first = 0
    for weights, biases in layers:
        units = biases.shape[1]
        z = (weights @ y[:, :, None])[:, :, 0]
        jacobian = weights @ jacobian
        after, is_closed = z + biases, numpy.zeros(z.shape, bool)
        for k, place in enumerate(places):
            (samples,) = numpy.nonzero((chosen[:, k] >= first) & (chosen[:, k] < first + units))
            unit = samples, chosen[samples, k] - first
            density[samples] *= act.density(z[unit], place)
            gradients[samples, k] = jacobian[unit]
            after[unit], is_closed[unit] = place, True
        slope = act.slopes[act.piece(after)]
        is_later = (chosen < first).any(axis=1)
        good &= ~is_later | ((slope != 0) & ~is_closed).any(axis=1)
        y, jacobian = act(after), slope[:, :, None] * jacobian
        first += units
    square = numpy.linalg.det(gradients @ gradients.transpose(0, 2, 1))
    return numpy.sqrt(numpy.maximum(square, 0)) * density, good
