"""The commands trajectory, sweep and growth: images of paths, and turning weights."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Optional

from crease._command import Command, limits_of, net_of, points_of, start, whole
from crease._network import load
from crease._run import Undecided
from crease.theory.growth import growth

_TRAJECTORY = """measure the images of a path after each layer

NET is a network, PATH the vertices of a polygon: P0;P1;.. or a file with points. Lengths are
enclosed to a relative width of 10^-9; layer 0 is the path itself.
"""

_SWEEP = """count how points are labelled while the weights of a layer turn

The weights W of one layer of NET become W cos s + W' sin s, W' those of OTHER, a network of the
same widths. POINTS are P0;P1;.. or a file; labels are signs of an output. Counts are exact on the
polygon that is followed.
"""

_GROWTH = """compute how random networks stretch a curve on average

Prints for each of the WIDTHS the growth of the length in each hidden layer: a lower bound, the
mean where it is known, an upper bound (docs/growth.md).

With --claim=printed, for normal weights and layers of as many inputs as units, printed is the base
of a lower bound as Raghu et al. print it in Theorem 1 (hardtanh), and as Price and Tanner quote it
(relu). refuted says whether it is above a proved upper bound on the mean. For hardtanh that is so
if the variances of all weights of a unit and of its bias add up to less than refuted_below.
"""


# What the columns of growth are, and who says so; those of relu come first.
_COLUMNS = {
    "at_least": ("at least: Price and Tanner 2020, Theorem 2", ""),
    "mean": ("the mean: docs/growth.md, 4", ""),
    "factor": ("mean / at_least", ""),
    "at_most": ("at most: docs/growth.md, 3", "at most: Raghu et al. 2017, appendix A, (2)"),
    "right_angles": ("", "at least, at right angles to the points: docs/growth.md, 2"),
    "sign_transitions": ("", "growth of the number of sign changes in wide layers"),
    "transitions": ("", "its limit for large variances; Raghu et al. 2017, Theorem 2: sqrt(width)"),
    "zeros": ("sign changes of a unit on a half turn about 0: docs/growth.md, 6", ""),
    "printed": (
        "the base in Price and Tanner 2020, Theorem 1, which they quote",
        "the base in Raghu et al. 2017, Theorem 1",
    ),
    "refuted": ("whether printed is above a proved upper bound on the mean",) * 2,
    "refuted_below": ("", "the variances of a unit's weights and bias for which it is"),
}


def _table(rows: list[list[Any]]) -> str:
    cells = [["-" if x is None else str(x) for x in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "\n".join("  ".join(map(str.rjust, row, widths)) for row in cells)


def _rows_option(command: Command) -> None:
    command.option("--json", "", "Print one JSON object.")
    command.option("--csv", "", "Print a line of comma-separated values for each layer.")


def _read(command: Command, words: Optional[Sequence[str]]) -> Any:
    given = command.read(words)
    if given.json and given.csv:
        command.error("--json cannot be combined with --csv")
    return given


def _write_csv(rows: list[list[Any]]) -> None:
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)


def trajectory(words: Optional[Sequence[str]] = None) -> int:
    command = Command("trajectory", "NET PATH", _TRAJECTORY)
    command.add_argument("net", metavar="NET")
    command.add_argument("path", metavar="PATH")
    command.option("--closed", "", "The last vertex is joined to the first.")
    command.net_options()
    command.limit_options()
    _rows_option(command)
    given = _read(command, words)
    try:
        with limits_of(given) as options:
            net = net_of(given)
            measured = net.trajectory(points_of(given.path), closed=given.closed, **options)
    except (OSError, Undecided, ValueError) as problem:
        return command.fail(problem)
    names = ("lengths", "growth", "transitions", "sign_transitions", "patterns")
    columns = [
        [x if x is None or isinstance(x, int) else float(x) for x in getattr(measured, name)]
        for name in names
    ]
    if given.json:
        print(json.dumps(dict(zip(names, columns)), indent=2))
        return 0
    if given.csv:
        _write_csv([["layers", *names], *([n, *row] for n, row in enumerate(zip(*columns)))])
        return 0
    rows = [[n, *(f"{x:.6g}" if isinstance(x, float) else x for x in row)]
            for n, row in enumerate(zip(*columns))]  # fmt: skip
    head = ["layers", "length", "growth", "transitions", "sign changes", "patterns"]
    print(_table([head, *rows]))
    return 0


def sweep(words: Optional[Sequence[str]] = None) -> int:
    command = Command("sweep", "NET OTHER POINTS", _SWEEP)
    for name in ("net", "other", "points"):
        command.add_argument(name, metavar=name.upper())
    command.option("--layer", "L", "The layer whose weights turn, from 0.", type=whole, default=0)
    command.option("--reach", "R", "W + y W' for -R <= y <= R instead.", type=whole, default=0)
    command.net_options()
    command.limit_options()
    command.option("--json", "", "Print one JSON object.")
    given = command.read(words)
    try:
        with limits_of(given) as options:
            net, other = net_of(given), load(given.other)
            points = points_of(given.points)
            result = net.sweep(other, points, layer=given.layer, reach=given.reach, **options)
    except (OSError, Undecided, ValueError) as problem:
        return command.fail(problem)
    names = ("distinct", "transitions", "flips", "on_circle", "vertices")
    if given.json:
        known = {name: getattr(result, name) for name in (*names, "flips_of", "seen", "labels")}
        print(json.dumps(known, indent=2))
        return 0
    for name in names:
        value = getattr(result, name)
        text = ("no", "yes")[value] if isinstance(value, bool) else value
        print(f"{name.replace('_', ' '):<12} {text}")
    return 0


def growths(words: Optional[Sequence[str]] = None) -> int:
    command = Command("growth", "WIDTHS...", _GROWTH)
    command.add_argument("widths", metavar="WIDTHS", nargs="+")
    command.option("--activation", "relu|hardtanh", "Default: relu.", default="relu")
    command.option("--init", "LAW", "Of the weights, as in crease random; default: he.")
    command.option("--keep-prob")
    command.option("--bias-std")
    command.option("--unscaled", "", "Weights are not divided by the root of the inputs.")
    command.option("--claim", "printed", "Compare lower bounds as printed with upper bounds.")
    _rows_option(command)
    given = _read(command, words)
    try:
        results = {
            widths: growth(
                widths,
                given.activation,
                init=given.init or "he",
                keep_prob=given.keep_prob or 1,
                bias_std=given.bias_std,
                unscaled=given.unscaled,
                claim=given.claim,
            )
            for widths in given.widths
        }
    except ValueError as problem:
        return command.fail(problem)
    if given.json:
        print(json.dumps({widths: asdict(result) for widths, result in results.items()}, indent=2))
        return 0
    if given.csv:
        _write_csv([["widths", "layer", "width", *_COLUMNS]])
        for widths, result in results.items():
            for n, layer in enumerate(result.layers):
                row = [getattr(layer, name) for name in _COLUMNS]
                _write_csv([[widths, n, layer.width, *row]])
        return 0
    print("\n\n".join(f"{widths}\n{result}" for widths, result in results.items()) + "\n")
    layers = [layer for result in results.values() for layer in result.layers]
    for name, texts in _COLUMNS.items():
        if any(getattr(layer, name) is not None for layer in layers):
            print(f"{name:<16}  {texts[given.activation == 'hardtanh']}")
    return 0


_COMMANDS: dict[str, Callable[[], int]] = {
    "trajectory": trajectory,
    "sweep": sweep,
    "growth": growths,
}

if __name__ == "__main__":
    start(_COMMANDS[sys.argv.pop(1)])
