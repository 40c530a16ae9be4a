"""A layer in rows of weights, to which neurons are added."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Optional, Union

from crease._numbers import Number, Numbers, Rows

#: A layer that grows: weights, a row for each unit; biases; the activation of each unit.
Layer = tuple[list[list[Number]], list[Number], list[str]]
#: A layer as `Network` takes it, and as it returns it; an activation, or one for each unit.
GivenLayer = tuple[Rows, Optional[Numbers], Union[str, Sequence[str]]]
ExactLayer = tuple[list[list[Fraction]], list[Fraction], Union[str, list[str]]]


def _rank(activation: str) -> int:
    rank = activation.removeprefix("maxout:")
    return int(rank) if rank != activation and rank.isdecimal() else 1


def first_units(layers: list[ExactLayer], count: int) -> list[GivenLayer]:
    """The first units of the layers, one layer after the other."""
    first: list[GivenLayer] = []
    for rows, biases, names in layers:
        if isinstance(names, str):
            names = [names] * (len(rows) // _rank(names))
        names = names[:count]
        kept = sum(map(_rank, names))
        first.append((rows[:kept], biases[:kept], names))
        count -= len(names)
        if not count:
            break
    return first


def with_neuron(
    layer: GivenLayer,
    weights: Union[Numbers, Rows],
    bias: Union[Number, Numbers],
    activation: str,
) -> Layer:
    """The layer with one more neuron; of maxout:K the weights are K rows, the bias K numbers."""
    rows, biases, names = layer
    if isinstance(names, str):
        names = [names] * (len(rows) // max(_rank(names), 1))
    rank = _rank(activation)
    more: list[Any] = [weights] if rank == 1 else list(weights)
    ends: Any = bias
    if rank == 1 or isinstance(bias, (int, float, str, Fraction)):
        ends = [bias] * rank
    return (list(map(list, [*rows, *more])), [*(biases or []), *ends], [*names, activation])
