"""The keyword options of calls, with their types.

Calls take them as `**options: Unpack[Limits]`, which type checkers and editors read. `spell_out`
lists them in signatures for help(), notebooks and the documentation.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Optional, TypedDict, Union

from crease._domain import Box, Polytope
from crease._numbers import Array, PathName, Rows
from crease._run import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike


class Limits(TypedDict, total=False):
    """The options of every call that enumerates regions; see `Run`."""

    arith: Literal["filtered", "exact", "float"]
    timeout: Optional[float]
    max_regions: Optional[int]
    threads: int
    memory_limit: Optional[int]
    progress: Progress


class TaskLimits(Limits, total=False):
    """Those of work that can be cut into tasks; see `Network.count`."""

    checkpoint: Optional[PathName]
    executor: Optional[Executor]
    folder: Optional[PathName]
    tasks: Optional[int]
    task_time: Optional[float]


class CountOptions(TaskLimits, total=False):
    """Those of `Network.count`."""

    box: Optional[Box]
    polytope: Optional[Polytope]
    slice: Optional[Rows]
    linear: bool
    per_neuron: bool
    images: Literal["auto", "always", "never"]


class Drawing(TypedDict, total=False):
    """Those of a picture by matplotlib; see `plot`."""

    ax: Optional[Axes]
    color: Union[str, ArrayLike]
    colour: Union[None, str, ArrayLike]
    points: Optional[ArrayLike]
    classes: Optional[ArrayLike]
    class_names: Optional[Sequence[str]]
    boundary: bool
    edges: bool
    labels: bool
    cmap: str
    legend: bool


class PlotOptions(Drawing, Limits, total=False):
    """Those of `plot`, without its domain."""


class NetworkPlotOptions(PlotOptions, total=False):
    """Those of `Network.plot`."""

    slice: Optional[Rows]
    clip: Optional[Box]
    after: Optional[int]


class Reading(TypedDict, total=False):
    """Those of `load` and `parse`."""

    onnx_input: Optional[str]
    onnx_output: Optional[str]
    onnx_drop_last: bool
    nnet_raw: bool
    onnx_keep_units: bool


#: The default of each option, unless it is None.
DEFAULTS: dict[str, object] = {
    **{"arith": "filtered", "threads": 0, "progress": False},
    **{"linear": False, "per_neuron": False, "images": "auto"},
    **{"color": "pattern", "boundary": True, "edges": True, "labels": False},
    **{"cmap": "viridis", "legend": True},
    **{"onnx_drop_last": False, "nnet_raw": False, "onnx_keep_units": False},
}


def spell_out(public: object) -> None:
    """Lists the options of a function, or of the methods of a class, in their signatures."""
    for function in list(vars(public).values()) if inspect.isclass(public) else [public]:
        if inspect.isfunction(function) and function.__code__.co_flags & inspect.CO_VARKEYWORDS:
            signature = inspect.signature(function)
            *others, last = signature.parameters.values()
            name = str(last.annotation).removeprefix("Unpack[").removesuffix("]")
            if last.kind == last.VAR_KEYWORD and name in globals():
                listed = [*others, *_parameters(globals()[name])]
                setattr(function, "__signature__", signature.replace(parameters=listed))


def _parameters(options: type) -> list[inspect.Parameter]:
    kinds = {name: kind.__forward_arg__ for name, kind in options.__annotations__.items()}
    keyword = inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter(name, keyword, default=DEFAULTS.get(name), annotation=kind)
        for name, kind in kinds.items()
    ]
