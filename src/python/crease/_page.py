"""Pages for a browser, one HTML file each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, Unpack

from crease._domain import Box, Domain, Polytope
from crease._native import ffi, lib
from crease._numbers import PathName, Rows
from crease._options import Limits
from crease._run import Run, c_text, check, new_error

if TYPE_CHECKING:
    from crease import Network

_COLOURS = {
    "pattern": lib.CREASE_BY_PATTERN,
    "map": lib.CREASE_BY_MAP,
    "slope": lib.CREASE_BY_SLOPE,
    "output": lib.CREASE_BY_OUTPUT,
    "class": lib.CREASE_BY_CLASS,
    "area": lib.CREASE_BY_AREA,
}


def page(
    path: PathName,
    networks: Union["Network", Mapping[str, "Network"], Sequence["Network"]],
    box: Union[None, Box, Domain] = None,
    *,
    colour: Literal["pattern", "map", "slope", "output", "class", "area"] = "pattern",
    title: Optional[str] = None,
    polytope: Optional[Polytope] = None,
    slice: Optional[Rows] = None,
    **options: Unpack[Limits],
) -> None:
    """Writes an interactive viewer of the regions of networks.

    Parameters
    ----------
    path
        The file, as NAME.html. It needs nothing else, and appears whole or not at all.
    networks
        One, or several: side by side, or one after another. With names, or a list, whose networks
        are numbered from 0.
    box, polytope, slice
        The domain, of one or two dimensions; see `Domain`.
    colour
        The first colouring: "pattern", "map", "slope", "output", "class" or "area".
    title
        The heading, by default the names of the networks.
    **options
        arith, timeout, max_regions, progress: see `Run`, for each network.

    Examples
    --------
    >>> import crease, tempfile
    >>> net = crease.load("data/papers/minmax_2-3-2-1.json")
    >>> with tempfile.TemporaryDirectory() as work:
    ...     crease.page(f"{work}/minmax.html", net, box=(-1, 1))
    """
    if colour not in _COLOURS:
        raise ValueError(f"colour is {colour!r}, not one of {', '.join(_COLOURS)}")
    named = _named(networks)
    opened, error = ffi.new("crease_page **"), new_error()
    heading = ffi.NULL if title is None else ffi.new("char[]", c_text(title))
    check(lib.crease_page_open(opened, c_text(path), heading, _COLOURS[colour], error), error)
    try:
        for name, net in named.items():
            _add(opened[0], name, net, net.domain(box, polytope, slice), Run(**options))
    except BaseException:
        lib.crease_page_drop(opened[0])
        raise
    check(lib.crease_page_close(opened[0], error), error)


def _named(
    networks: Union["Network", Mapping[str, "Network"], Sequence["Network"]],
) -> dict[str, "Network"]:
    if isinstance(networks, Mapping):
        return dict(networks)
    if isinstance(networks, Sequence):
        return {f"{i}: {_name(net)}": net for i, net in enumerate(networks)}
    return {_name(networks): networks}


def _name(net: "Network") -> str:
    return "-".join(map(str, net.widths))


def _add(opened: Any, name: str, net: "Network", domain: Domain, run: Run) -> None:
    counts = ffi.new("crease_counts *")
    lib.crease_counts_init(counts, net.pointer)
    try:
        run.call(
            lib.crease_page_add,
            opened,
            c_text(name),
            counts,
            net.pointer,
            domain.pointer,
            run.options,
        )
        run.finish(None)
    finally:
        lib.crease_counts_clear(counts)
