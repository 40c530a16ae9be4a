"""What the scripts of this folder share: arguments, seeds, samples, tables and charts.

A script writes NAME.csv and its pictures to the folder of --out, build/experiments; those that are
shipped are replaced only by `--out docs/experiments`. With --quick there are no verdicts. What one
network does is found exactly; networks, points and lines are sampled, and means come with 95 %
confidence intervals.
"""

import argparse
import csv
import json
import math
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processes, not threads: `measure`
import numpy  # noqa: E402

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / os.environ.get("BUILD", "build") / "python"
sys.path[:0] = [str(BUILD)] if BUILD.exists() else []
import crease  # noqa: E402

OUT = BUILD.parent / "experiments"

_parser = argparse.ArgumentParser(
    description=getattr(sys.modules["__main__"], "__doc__", None),
    formatter_class=argparse.RawDescriptionHelpFormatter,
)
_parser.add_argument("--quick", action="store_true", help="small sizes, seconds")
_parser.add_argument("--full", action="store_true", help="the paper's sizes, where minutes do")
_parser.add_argument("--seed", type=int, default=0)
_parser.add_argument("--out", type=Path, default=OUT, help="the folder to write to")
_parser.add_argument("--data", type=Path, default=HERE.parents[1] / "data" / "trained")
_parser.add_argument("--no-pictures", action="store_true", help="only the tables")
ARGS = _parser.parse_args()


def size(quick, usual, full=None):
    """One of three, as the arguments say."""
    return quick if ARGS.quick else full if ARGS.full and full is not None else usual


def seed(*path):
    """A seed for what is numbered by `path`: splitmix64's finalizer, as in the library."""

    def mix(x):
        mask = 2**64 - 1
        x = x + 0x9E3779B97F4A7C15 & mask
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
        return x ^ x >> 31

    value = ARGS.seed
    for index in path:
        value = mix(mix(value) ^ index)
    return value


def measure(function, cases, repeats):
    """An array [case][repeat][entry] of function(case, repeat), by all processors."""
    jobs = [(case, repeat) for case in cases for repeat in range(repeats)]
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        found = list(pool.map(function, *zip(*jobs)))
    return numpy.array(found, float).reshape(len(cases), repeats, -1)


def mean(values):
    """The mean and the ends of its confidence interval, of the values that are not NaN."""
    return list(crease.estimate(x for x in numpy.ravel(values) if not math.isnan(x)))


def agree(one, other):
    """Whether 0 lies in the 95 % interval of the difference of two means, each with its own."""
    widths = (one[2] - one[1]) ** 2 + (other[2] - other[1]) ** 2
    return verdict("yes" if abs(one[0] - other[0]) <= widths**0.5 / 2 else "no")


# ---- tables ----


class Rows(list):
    """The rows of a table as dictionaries, as its file has them; `name` is that of the table."""

    name = ""


def _cell(x):
    if isinstance(x, float):
        return "" if math.isnan(x) else f"{x + 0.0:.9g}"  # no -0
    return str(x)


def _value(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or math.nan


def read_table(path):
    with open(path, newline="") as file:
        rows = Rows(
            {key: _value(text) for key, text in row.items()} for row in csv.DictReader(file)
        )
    rows.name = path.stem
    return rows


def table(name, columns, rows):
    """Writes NAME.csv; returns its rows."""
    ARGS.out.mkdir(parents=True, exist_ok=True)
    path = ARGS.out / f"{name}.csv"
    lines = [columns] + [",".join(map(_cell, row)) for row in rows]
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode())  # RFC 4180
    print(path)
    return read_table(path)


def verdict(said):
    """What is said of a claim; nothing by small sizes."""
    return "" if ARGS.quick else said


TRAINED = 0.5  # of ten classes; chance is 0.1


def claims(name, of, accuracy=None):
    """Writes NAME-claims.csv: what a caption claims to be above 0, a value for each network.

    found: the 95 % interval of the mean is above 0; not found: it is below; else not significant.
    accuracy: of trained networks the mean on the test before and after, for all claims or for each
    one; below TRAINED the networks are not trained, and the claim is open.
    """
    rows = []
    for claim, values in of.items():
        known = accuracy[claim] if isinstance(accuracy, dict) else accuracy
        shares = [] if known is None else [float(share) for share in known]
        middle, low, high = mean(values)
        said = "found" if low > 0 else "not found" if high < 0 else "not significant"
        if shares and shares[1] < TRAINED:
            said = "open: not trained"
        rows.append([claim, middle, low, high, *shares, verdict(said)])
    more = "accuracy_before,accuracy_after," if shares else ""
    return table(f"{name}-claims", f"claim,mean,low,high,{more}verdict", rows)


# ---- pictures ----


def picture(name, figure):
    """Writes a figure of matplotlib, the same bytes for the same figure."""
    from matplotlib import pyplot

    path = ARGS.out / name
    fixed = {"Date": None} if path.suffix == ".svg" else {"Software": None}
    figure.savefig(path, bbox_inches="tight", metadata=fixed, dpi=110)
    pyplot.close(figure)
    print(path)


def pyplot():
    """matplotlib.pyplot, set up for files; None with --no-pictures."""
    if ARGS.no_pictures:
        return None
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "crease"
    from matplotlib import pyplot

    return pyplot


DASHES = ("--", ":", "-.", (0, (1, 4)))
WORDS = {  # names of axes: columns in words, with the papers' symbols
    "layer": "hidden layers before the image, d", "layers": "hidden layers",
    "epoch": "epochs of training", "width": "width, k", "units": "hidden units, N",
    "variance": "variance of weights, sigma_w^2", "remaining": "remaining depth, d_r",
    "alpha": "share of weights kept, alpha", "deviation": "deviation of weights, sigma_w",
    "accuracy": "accuracy on the test", "length": "length of the image",
    "noise": "standard deviation of the noise",
}  # fmt: skip
ENTRIES = {"points": "{} points"}  # of legends, else "column value"
PANELS = {  # titles of panels: values of their column in words
    "pictures": "arcs between two pictures", "random": "arcs between two random points",
    "matched": "normal points with the data's moments",
    "moments of the data": "normal points with the data's moments",
    "standard normal": "standard normal points", "uniform in the cube": "points of the unit cube",
    "one class": "lines within a class", "two classes": "lines between two classes",
}  # fmt: skip
SYMBOLS = re.compile(
    r"\b(sigma_w|alpha|d_r|u_J|N\b(?!\()|(?:2|10)(?=\^)|(?<=, )[dk]$|[dk](?= =))(?:\^(\d+))?"
)


def spelled(text):
    """With the papers' symbols as mathematics."""

    def symbol(found):
        name, power = found.groups("")
        greek = "\\" if name in ("sigma_w", "alpha") else ""
        return f"${greek}{name}^{{{power}}}$" if power else f"${greek}{name}$"

    return SYMBOLS.sub(symbol, text)


def entry(column, value):
    """That of a legend."""
    if not isinstance(value, (int, float)):
        return spelled(value)
    _, comma, symbol = WORDS.get(column, "").rpartition(", ")
    words = f"{symbol} = {{}}" if comma else ENTRIES.get(column, f"{column} {{}}")
    shown = re.sub(r"^1e\+0?(\d+)$", r"10^\1", f"{value:g}")
    return spelled(words.format(shown))


def chart(name, rows, x, y="mean", **look):
    """Draws NAME.svg from the rows of a table, and keeps how in charts.json: see `draw_chart`."""
    look = {"table": rows.name, "x": x, "y": y, **look}
    ARGS.out.mkdir(parents=True, exist_ok=True)
    path = ARGS.out / "charts.json"
    looks = json.loads(path.read_text()) if path.exists() else {}
    looks[name] = look
    lines = (f"{json.dumps(key)}: {json.dumps(looks[key])}" for key in sorted(looks))
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    if pyplot():
        draw_chart(name, rows, json.loads(json.dumps(look)))


def draw_chart(name, rows, look):
    """y with its interval against x, a curve for each value of the column `by`.

    `lines` names further columns, drawn dashed, against `lines_x` in place of x; those of a key
    that ends in "*" only once. `only`, `omit`: of the rows those with, without these values;
    `is_sorted`: by x, not as in the table; `panel`: a column, a picture for each of its values. All
    else are settings of the axes: title, xlabel, xscale, ..
    """
    look = dict(look)
    look.pop("table")
    x, y, by, panel = (look.pop(key, None) for key in ("x", "y", "by", "panel"))
    lines, style = look.pop("lines", None) or {}, look.pop("style", "o-")
    if look.pop("is_sorted", False):
        rows = sorted(rows, key=lambda row: row[x])
    for key, value in look.pop("only", {}).items():
        rows = [row for row in rows if row[key] == value]
    for key, value in look.pop("omit", {}).items():
        rows = [row for row in rows if row[key] != value]
    lines_x = look.pop("lines_x", x)
    panels = list(dict.fromkeys(row[panel] for row in rows)) if panel else [None]
    figure, all_axes = pyplot().subplots(
        1, len(panels), figsize=(1 + 5 * len(panels), 4), squeeze=False, sharey=True
    )
    parts = [[row for row in rows if not panel or row[panel] == shown] for shown in panels]
    for ax, here in zip(all_axes[0], parts):
        _draw_curves(ax, here, x, y, by, lines, lines_x, style, look.get("yscale") == "log")
    for ax, here, shown in zip(all_axes[0], parts, panels):  # what they share is known by now
        _set_axes(ax, here, x, {"ylabel": WORDS.get(y, y), **look})
        ax.label_outer()
        if panel:
            ax.set_title(PANELS.get(shown) or entry(panel, shown))
    if panel and len(panels) > 1:
        figure.suptitle(spelled(look["title"]), y=1.02)
    elif panel:
        ax.set_title(f"{spelled(look['title'])}\n{ax.get_title()}")
    all_axes[0][-1].legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5))
    picture(f"{name}.svg", figure)


def _set_axes(ax, rows, x, look):
    """Scales, ticks and words; xscale "symlog": ticks at all x, logarithmic but from 0 on."""
    from matplotlib import ticker

    look = {"xlabel": WORDS.get(x, x), **look}
    look.update({key: spelled(look[key]) for key in ("xlabel", "ylabel", "title") if key in look})
    places = sorted({row[x] for row in rows})
    if look.get("xscale") == "symlog":
        ax.set_xscale(look.pop("xscale"), linthresh=min(place for place in places if place > 0))
        ax.set_xticks(places, [f"{place:g}" for place in places])
        ax.xaxis.set_minor_locator(ticker.NullLocator())
        ax.autoscale(axis="x")
    elif look.get("xscale") != "log" and all(isinstance(place, int) for place in places):
        ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set(**look)
    for axis, scale in ((ax.xaxis, "xscale"), (ax.yaxis, "yscale")):
        least, most = axis.get_view_interval()
        if look.get(scale) == "log" and most < 100 * least:  # few powers of ten: 1, 2, 5, ..
            axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
            axis.set_major_formatter("{x:g}")
            axis.set_minor_formatter(ticker.NullFormatter())


def _dashes(meanings):
    """A line without a meaning of its own is drawn as the one before it."""
    number = -1
    for meaning in meanings:
        number += bool(meaning)
        yield DASHES[number]


def _draw_curves(ax, rows, x, y, by, lines, lines_x, style, is_log):
    def shown(row, column):
        value = row[column]
        return math.nan if is_log and not value > 0 else value

    low, high = ("low", "high") if y == "mean" else (f"{y}_low", f"{y}_high")
    curves = list(dict.fromkeys(row[by] if by else "" for row in rows))
    for number, curve in enumerate(curves):
        these = [row for row in rows if not by or row[by] == curve]
        at, values = [row[x] for row in these], [shown(row, y) for row in these]
        colour = f"C{number % 10}"
        label = entry(by, curve) if by else "mean, 95 % interval" if low in these[0] else y
        if low in these[0]:
            error = [
                [max(0, value - row[low]) for row, value in zip(these, values)],
                [max(0, row[high] - value) for row, value in zip(these, values)],
            ]
            ax.errorbar(at, values, error, fmt=style, ms=3, color=colour, label=label)
        else:
            ax.plot(at, values, style, ms=3, color=colour, label=label)
        for (column, meaning), dashes in zip(lines.items(), _dashes(lines.values())):
            once, last = column.endswith("*"), number == len(curves) - 1
            if not once or last:
                along = sorted(rows, key=lambda row: row[lines_x]) if once else these
                ys = [shown(row, column.rstrip("*")) for row in along]
                ink, places = "black" if once else colour, [row[lines_x] for row in along]
                ax.plot(places, ys, linestyle=dashes, lw=1, color=ink)
                if last and meaning:  # of all curves, so in no colour
                    ink = "black" if once or not number else "grey"
                    ax.plot([], [], linestyle=dashes, lw=1, color=ink, label=spelled(meaning))


def draw_creases(name, nets, box):
    """Draws NAME.png: the creases in a square by layer, a panel for each title and network."""
    plots = pyplot()
    if not plots:
        return
    figure, all_axes = plots.subplots(1, len(nets), figsize=(4 * len(nets), 4), sharey=True)
    for ax, (title, net) in zip(all_axes, nets.items()):
        for cell in net.regions(box, only=("exact", "facets", "vertices")):
            corners = cell.exact_vertices
            for (a, b, c), layer, *_ in cell.facets:
                ends = [v for v in corners if a * v[0] + b * v[1] + c == 0]
                if layer is not None:
                    x, y = zip(*ends)
                    ax.plot(x, y, color=f"C{layer}", lw=1.6 - 0.4 * layer, label=f"layer {layer}")
        ax.set(title=title, xlabel="x1", xlim=box, ylim=box, aspect="equal")
    all_axes[0].set_ylabel("x2")
    named = dict(zip(*all_axes[-1].get_legend_handles_labels()[::-1]))
    entries = {"handles": [named[label] for label in sorted(named)], "labels": sorted(named)}
    all_axes[-1].legend(**entries, loc="center left", bbox_to_anchor=(1.01, 0.5))
    picture(f"{name}.png", figure)


def draw_regions(name, net, box, slice=None, colour="pattern", marks={}):
    """Draws NAME.png: the regions of a square, and points of it with their labels."""
    plots = pyplot()
    if plots:
        figure, ax = plots.subplots(figsize=(4, 4))
        net.plot(box, slice=slice, ax=ax, colour=colour, boundary=False, legend=False)
        for label, place in marks.items():
            ax.plot(*place, "o", ms=13, mfc="white", mec="black", clip_on=False)
            ax.annotate(str(label), place, ha="center", va="center")
        ax.set_axis_off()
        picture(f"{name}.png", figure)
