"""Hanin and Rolnick, figure 6: N times the distance to the nearest boundary, during training.

The paper: networks trained on MNIST; the mean distance from sample points to the nearest place
where the gradient jumps, times the number N of units, against the epochs and against the accuracy.

The sample points are normal, with the componentwise mean and variance of the training data (section
3.2); training and test data gave the same. Figure 6a: the distance beside 0.4/N and 1.5/N, 6b: N
times the distance, 6c: against the accuracy.

Here: the checkpoints of --data, as it is one network 64-32-32-32-10 for scikit-learn's digits; from
200 such points ("matched"), its 20 points, and 200 points uniform in the unit cube; squared
distances exactly.
"""

import math

import numpy
from common import ARGS, chart, crease, mean, measure, size, table
from models import Trained, distances, matched, read_moments

DATA = Trained()
RANDOM = size(20, 200)
KINDS = {
    "matched": matched(RANDOM, moments, ARGS.seed) if (moments := read_moments()) else [],
    "data points": DATA.points,
    "uniform in the cube": crease.points(RANDOM, DATA.inputs, ARGS.seed, box=(0, 1)),
}
KINDS = {kind: points for kind, points in KINDS.items() if points}
POINTS = sum(KINDS.values(), [])


def scaled(epoch, run):
    return DATA.units * distances(DATA.nets[epoch][run], POINTS)


found = measure(scaled, DATA.epochs, DATA.runs)
rows, first = [], 0
for kind, points in KINDS.items():
    these = slice(first, first := first + len(points))
    for epoch, values in zip(DATA.epochs, found):
        shares = [DATA.accuracy.get((epoch, run), math.nan) for run in range(DATA.runs)]
        shown = mean(DATA.by_run(values[:, these]))
        far = [x / DATA.units for x in (*shown, 0.4, 1.5)]
        rows.append([kind, epoch, *shown, 0.4, 1.5, float(numpy.mean(shares)), *far])
columns = "points,epoch,mean,low,high,least,most,accuracy,"
columns += "distance,distance_low,distance_high,distance_least,distance_most"
made = table("hanin-6", columns, rows)
look = {"by": "points", "yscale": "log", "ylabel": "N * distance"}
look["title"] = "N times the distance to the nearest boundary"
lines = {"least*": "0.4 and 1.5", "most*": ""}
chart("hanin-6", made, "epoch", lines=lines, **look)
near = {"distance_least*": "0.4/N and 1.5/N", "distance_most*": ""}
chart("hanin-6a", made, "epoch", "distance", lines=near,
      **{**look, "ylabel": "distance", "title": "Distance to the nearest boundary"})  # fmt: skip
if not math.isnan(made[0]["accuracy"]):
    chart("hanin-6_accuracy", made, "accuracy", **look)
