"""What the scripts of this folder share: arguments, seeds, samples, tables and charts.

A script writes NAME.csv and its pictures to the folder of --out, build/experiments; those that are
shipped are replaced only by `--out docs/experiments`. With --quick there are no verdicts. What one
network does is found exactly; networks, points and lines are sampled, and means come with 95 %
confidence intervals.
"""

import argparse
import math
import os
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


# ---- tables ----


def _cell(x):
    if isinstance(x, float):
        return "" if math.isnan(x) else f"{x + 0.0:.9g}"  # no -0
    return str(x)


def table(name, columns, rows):
    """Writes NAME.csv; returns the rows as dictionaries."""
    ARGS.out.mkdir(parents=True, exist_ok=True)
    path = ARGS.out / f"{name}.csv"
    lines = [columns] + [",".join(map(_cell, row)) for row in rows]
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode())  # RFC 4180
    print(path)
    return [dict(zip(columns.split(","), row)) for row in rows]


def verdict(said):
    """What is said of a claim; nothing by small sizes."""
    return "" if ARGS.quick else said


def claims(name, of):
    """Writes NAME-claims.csv: what a caption claims to be above 0, a value for each network.

    found: the 95 % interval of the mean is above 0; not found: it is below; else not significant.
    """
    rows = []
    for claim, values in of.items():
        middle, low, high = mean(values)
        said = "found" if low > 0 else "not found" if high < 0 else "not significant"
        rows.append([claim, middle, low, high, verdict(said)])
    return table(f"{name}-claims", "claim,mean,low,high,verdict", rows)


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


def chart(name, rows, x, y="mean", *, by=None, panel=None, lines=None, style="o-", **axes):
    """Draws NAME.svg: y with its interval against x, a curve for each value of the column `by`.

    `lines` names further columns, drawn dashed; those of a key that ends in "*" only once. `axes`
    are settings of the axes: title, xlabel, xscale, ..
    """
    plots = pyplot()
    if not plots:
        return
    panels = list(dict.fromkeys(row[panel] for row in rows)) if panel else [None]
    figure, all_axes = plots.subplots(
        1, len(panels), figsize=(1 + 5 * len(panels), 4), squeeze=False, sharey=True
    )
    low, high = ("low", "high") if y == "mean" else (f"{y}_low", f"{y}_high")
    for ax, shown in zip(all_axes[0], panels):
        here = [row for row in rows if not panel or row[panel] == shown]
        curves = list(dict.fromkeys(row[by] if by else "" for row in here))
        for number, curve in enumerate(curves):
            these = [row for row in here if not by or row[by] == curve]
            at = [row[x] for row in these]
            colour = f"C{number % 10}"
            label = f"{by} {curve}" if isinstance(curve, (int, float)) else curve or y
            values = [row[y] for row in these]
            if low in these[0]:
                error = [
                    [max(0, row[y] - row[low]) for row in these],
                    [max(0, row[high] - row[y]) for row in these],
                ]
                ax.errorbar(at, values, error, fmt=style, ms=3, color=colour, label=label)
            else:
                ax.plot(at, values, style, ms=3, color=colour, label=label)
            for (column, meaning), dashes in zip((lines or {}).items(), DASHES):
                once, last = column.endswith("*"), number == len(curves) - 1
                if not once or last:
                    ys = [row[column.rstrip("*")] for row in these]
                    ink, label = "black" if once else colour, meaning if last else None
                    ax.plot(at, ys, linestyle=dashes, lw=1, color=ink, label=label)
        ax.set(**{"xlabel": x, "ylabel": y, **axes})
        if panel:
            ax.set_title(f"{axes.get('title', '')}\n{shown}" if shown else "")
        ax.legend(fontsize="small")
    picture(f"{name}.svg", figure)


def draw_regions(name, net, box, slice=None, colour="pattern"):
    """Draws NAME.png: the regions of a square."""
    plots = pyplot()
    if plots:
        figure, ax = plots.subplots(figsize=(4, 4))
        net.plot(box, slice=slice, ax=ax, colour=colour, boundary=False)
        ax.set_axis_off()
        picture(f"{name}.png", figure)
