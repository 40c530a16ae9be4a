"""A layer in rows of weights, to which neurons are added."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from crease._numbers import Number

Layer = tuple[list[list[Number]], list[Number], list[str]]


def _rank(activation: str) -> int:
    rank = activation.removeprefix("maxout:")
    return int(rank) if rank != activation and rank.isdecimal() else 1


def first_units(layers: list[Layer], count: int) -> list[Layer]:
    """The first units of the layers, one layer after the other."""
    first: list[Layer] = []
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


def with_neuron(layer: Any, weights: Any, bias: Any, activation: str) -> Layer:
    """The layer with one more neuron; of maxout:K the weights are K rows, the bias K numbers."""
    rows, biases, names = layer
    if isinstance(names, str):
        names = [names] * (len(rows) // max(_rank(names), 1))
    rank = _rank(activation)
    if rank == 1:
        weights, bias = [weights], [bias]
    elif isinstance(bias, (int, float, str, Fraction)):
        bias = [bias] * rank
    return ([*rows, *(list(row) for row in weights)], [*biases, *bias], [*names, activation])
