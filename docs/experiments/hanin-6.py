"""Hanin and Rolnick, figure 6: N times the distance to the nearest boundary, during training.

The paper: networks trained on MNIST; the mean distance from sample points to the nearest place
where the gradient jumps, times the number N of units, against the epochs and against the accuracy.

Here: the checkpoints of --data, as it is one network 64-32-32-32-10 for scikit-learn's digits; from
its 20 points and from 200 points uniform in the unit cube; squared distances exactly.
"""

import math

import numpy
from common import ARGS, chart, crease, mean, measure, size, table
from models import Trained, distances

DATA = Trained()
RANDOM = size(20, 200)
POINTS = [*DATA.points, *crease.points(RANDOM, DATA.inputs, ARGS.seed, box=(0, 1))]
KINDS = {
    "data points": slice(0, len(DATA.points)),
    "uniform in the cube": slice(len(DATA.points), None),
}


def scaled(epoch, run):
    return DATA.units * distances(DATA.nets[epoch][run], POINTS)


found = measure(scaled, DATA.epochs, DATA.runs)
rows = []
for kind, these in KINDS.items():
    for epoch, values in zip(DATA.epochs, found):
        shares = [DATA.accuracy.get((epoch, run), math.nan) for run in range(DATA.runs)]
        shown = mean(DATA.by_run(values[:, these]))
        rows.append([kind, epoch, *shown, 0.4, 1.5, float(numpy.mean(shares))])
made = table("hanin-6", "points,epoch,mean,low,high,least,most,accuracy", rows)
look = {"by": "points", "yscale": "log", "ylabel": "N * distance"}
look["title"] = "N times the distance to the nearest boundary"
lines = {"least*": "0.4 and 1.5", "most*": ""}
chart("hanin-6", made, "epoch", lines=lines, xlabel="epochs of training", **look)
if not math.isnan(made[0]["accuracy"]):
    chart("hanin-6_accuracy", made, "accuracy", **look)
