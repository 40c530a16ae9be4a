"""Hanin and Rolnick, figure 6: N times the distance to the nearest boundary, during training.

The paper: networks trained on MNIST; the mean distance from sample points to the nearest place
where the gradient jumps, times the number N of units, against the epochs and against the accuracy.

The sample points are normal, with the componentwise mean and variance of the training data (section
3.2); training and test data gave the same. Figure 6a: the distance beside 0.4/N and 1.5/N, 6b: N
times the distance, 6c: against the accuracy.

Here: the checkpoints of --data, as it is one network 64-32-32-32-10 for scikit-learn's digits; from
200 such points ("matched"), its 20 points, and 200 points uniform in the unit cube; of
Fashion-MNIST three architectures, three runs of each, and 10 matched points; squared distances
exactly.
"""

import math

from common import ARGS, chart, crease, mean, measure, size, table
from models import architectures, distances, matched

DATA = architectures()
RANDOM = size(20, 200 if len(DATA) == 1 else 10)


def kinds(data):
    found = {"matched": matched(RANDOM, data.moments, ARGS.seed)} if data.moments else {}
    if len(DATA) == 1 or not found:
        found["data points"] = data.points[:RANDOM]
        found["uniform in the cube"] = crease.points(RANDOM, data.inputs, ARGS.seed, box=(0, 1))
    return found


KINDS = [kinds(data) for data in DATA]


def scaled(case, run):
    which, epoch = case
    data, points = DATA[which], sum(KINDS[which].values(), [])
    return data.units * distances(data.nets[epoch][run], points)


rows = []
for which, data in enumerate(DATA):
    found = measure(scaled, [(which, epoch) for epoch in data.epochs], data.runs)
    first = 0
    for kind, points in KINDS[which].items():
        these = slice(first, first := first + len(points))
        for epoch, values in zip(data.epochs, found):
            shown = mean(data.by_run(values[:, these]))
            far = [x / data.units for x in (*shown, 0.4, 1.5)]
            about = [data.name, kind, epoch, *shown, 0.4, 1.5]
            rows.append([*about, data.mean_accuracy(epoch), *far])
columns = "network,points,epoch,mean,low,high,least,most,accuracy,"
columns += "distance,distance_low,distance_high,distance_least,distance_most"
made = table("hanin-6", columns, rows)
look = {"by": "network", "panel": "points", "yscale": "log", "ylabel": "N times the distance"}
look["title"] = "N times the distance to the nearest boundary"
lines = {"least*": "0.4 and 1.5", "most*": ""}
chart("hanin-6", made, "epoch", lines=lines, xscale="symlog", **look)
near = {"distance_least": "0.4/N and 1.5/N", "distance_most": ""}
chart("hanin-6a", made, "epoch", "distance", lines=near, xscale="symlog",
      **{**look, "ylabel": "distance", "title": "Distance to the nearest boundary"})  # fmt: skip
if not math.isnan(made[0]["accuracy"]):
    chart("hanin-6_accuracy", made, "accuracy", **look)
