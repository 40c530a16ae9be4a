"""Hanin and Rolnick, figure 5: about one region for each unit along a line, during training.

The paper: networks of several architectures trained on MNIST; the number of regions along the
line through the origin and a training sample, divided by the number of units, against the epochs.

Here: the checkpoints of --data, as it is one network 64-32-32-32-10 for scikit-learn's digits, and
its 20 points; the segment from 0 to each point and the whole line; regions exactly.
"""

from common import chart, mean, measure, table
from models import Trained

DATA = Trained()
DOMAINS = {"segment from 0 to the point": False, "whole line": True}


def regions(case, repeat):
    whole, epoch = case
    net = DATA.nets[epoch][repeat // len(DATA.points)]
    point = DATA.points[repeat % len(DATA.points)]
    line = net.line([0] * DATA.inputs, point, whole=whole, counted=True, threads=1)
    return line.regions / net.neurons


cases = [(whole, epoch) for whole in DOMAINS.values() for epoch in DATA.epochs]
found = measure(regions, cases, DATA.runs * len(DATA.points))
rows = [
    [list(DOMAINS)[whole], epoch, *mean(DATA.by_run(values))]
    for (whole, epoch), values in zip(cases, found)
]
made = table("hanin-5", "domain,epoch,mean,low,high", rows)
chart(
    "hanin-5", made, "epoch", by="domain", title="Regions along lines through 0 and a data point",
    ylabel="regions / units", ylim=(0, None),
)
