"""The counts of several networks, such as the checkpoints of a training run."""

from __future__ import annotations

import glob
from collections.abc import Iterable
from typing import TYPE_CHECKING, Optional, Union, Unpack

from crease._html import rows_of
from crease._network import Count, Network, load
from crease._numbers import PathName
from crease._options import CountOptions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_QUANTITIES = ("activation_regions", "bounded_regions", "linear_regions", "affine_maps")


class History(list[Count]):
    """A `Count` for each of several networks; `labels` are their names, or numbers from 0."""

    labels: list[str]

    def _repr_html_(self) -> str:
        head = ("network", *_QUANTITIES, "complete")
        rows = ([n, *(getattr(c, q) for q in head[1:])] for n, c in zip(self.labels, self))
        return rows_of("History", head, rows)

    def plot(self, quantity: Optional[str] = None, ax: Optional[Axes] = None) -> Axes:
        """Draws one quantity, by default activation regions and what else was counted. Hollow
        marks are counts that a limit stopped, and so lower bounds. Returns the axes."""
        if ax is None:
            import matplotlib.pyplot

            ax = matplotlib.pyplot.gca()
        if quantity is not None and quantity not in _QUANTITIES:
            raise ValueError(f"quantity is {quantity!r}, which is none of {', '.join(_QUANTITIES)}")
        shown = [quantity] if quantity else ["activation_regions", *_QUANTITIES[2:]]
        for name in shown:
            values = [getattr(count, name) for count in self]
            if None in values:
                continue
            (line,) = ax.plot(range(len(self)), values, label=name.replace("_", " "))
            for x, count in enumerate(self):
                face = line.get_color() if count.complete else "white"
                ax.plot(x, values[x], "o", color=line.get_color(), markerfacecolor=face)
        ax.set_xticks(range(len(self)), self.labels, rotation=45, ha="right")
        ax.set_ylim(bottom=0)
        ax.legend()
        return ax


def history(
    nets: Union[str, Iterable[Union[Network, PathName]]], **how: Unpack[CountOptions]
) -> History:
    """Counts the regions of several networks; the options are those of `Network.count`, for each.

    Parameters
    ----------
    nets
        Networks or files, or a pattern of names such as "epoch*.json", taken in the order of names.

    Examples
    --------
    >>> import crease
    >>> found = crease.history("data/papers/minmax*.json", linear=True)
    >>> [(count.activation_regions, count.linear_regions) for count in found]
    [(5, 3)]
    """
    listed: list[Union[Network, PathName]]
    listed = [*sorted(glob.glob(nets))] if isinstance(nets, str) else list(nets)
    if not listed:
        raise ValueError(f"no networks: {nets!r}")
    result = History()
    result.labels = [str(k) if isinstance(x, Network) else str(x) for k, x in enumerate(listed)]
    for net in listed:
        result.append((net if isinstance(net, Network) else load(net)).count(**how))
    return result
