"""Hanin and Rolnick, figure 5: about one region for each unit along a line, during training.

The paper: networks of several architectures trained on MNIST; the number of regions along the
line through the origin and a training sample, divided by the number of units, against the epochs;
100 lines for each of five runs.

Here: the checkpoints of --data, as it is one network 64-32-32-32-10 for scikit-learn's digits, and
its 20 points; of Fashion-MNIST three architectures, three runs of each, and 20 points of the test;
the segment from 0 to each point and the whole line; regions exactly.
"""

from common import chart, mean, measure, table
from models import architectures

DATA = architectures()
LINES = 20
DOMAINS = {"segment from 0 to the point": False, "whole line": True}


def regions(case, repeat):
    data, whole, epoch = DATA[case[0]], *case[1:]
    points = data.points[:LINES]
    net, point = data.nets[epoch][repeat // len(points)], points[repeat % len(points)]
    line = net.line([0] * data.inputs, point, whole=whole, counted=True, threads=1)
    return line.regions / net.neurons


rows = []
for which, data in enumerate(DATA):
    cases = [(which, whole, epoch) for whole in DOMAINS.values() for epoch in data.epochs]
    found = measure(regions, cases, data.runs * len(data.points[:LINES]))
    for (_, whole, epoch), values in zip(cases, found):
        about = [data.name, list(DOMAINS)[whole], epoch]
        rows.append([*about, *mean(data.by_run(values)), data.mean_accuracy(epoch)])
made = table("hanin-5", "network,domain,epoch,mean,low,high,accuracy", rows)
chart(
    "hanin-5", made, "epoch", by="network", panel="domain", xscale="symlog",
    title="Regions along lines through 0 and a data point", ylabel="regions / units",
    ylim=(0, None),
)
