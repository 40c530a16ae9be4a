"""Hanin and Rolnick, figure 7: how distances to the nearest boundary are distributed.

The paper: a histogram of the logarithms of the distances, for a network of depth 4 and width 16 on
MNIST, at initialisation and after training.

Here: 100 random networks of that shape with 16 inputs (784 with --full), 20 normal points each; and
the first and last checkpoint of --data, 2000 points uniform in the unit cube. Two bins for each
power of two of N times the distance, from 2^-12 to 2^5, decided by the exact squares.
"""

import math

from common import chart, crease, measure, seed, size, table
from models import Trained, network, squares

DATA = Trained()
LOW, HIGH = 12, 5
BINS, POINTS, REPEATS = 2 * (LOW + HIGH), size(10, 20), size(4, 100)
KINDS = ("He; depth 4; width 16", "before training", "after training")


def bin_of(squared, units):
    """floor(log2) of the scaled square, counted from 2^(-2 LOW)."""
    x = squared * units**2
    if not x:
        return 0
    log = x.numerator.bit_length() - x.denominator.bit_length()
    log -= x.numerator < x.denominator << log if log >= 0 else x.numerator << -log < x.denominator
    return min(max(log + 2 * LOW, 0), BINS - 1)


def bins(kind, repeat):
    if kind == KINDS[0]:
        inputs = size(16, 16, 784)
        net = network(inputs, 4, 16, bias_std="1/1000", seed=seed(repeat))
        points = crease.points(POINTS, inputs, seed(repeat, 1))
    else:
        net = DATA.nets[DATA.epochs[0 if kind == KINDS[1] else -1]][repeat % DATA.runs]
        points = crease.points(POINTS, DATA.inputs, seed(repeat), box=(0, 1))
    found = [bin_of(x, net.neurons) for x in squares(net, points)]
    return [found.count(b) for b in range(BINS)]


found = measure(bins, KINDS, REPEATS).sum(axis=1)
decades = math.log10(2) / 2
rows = [
    [kind, 2 ** ((b + 0.5) / 2 - LOW), int(count), count / decades / (REPEATS * POINTS)]
    for kind, counts in zip(KINDS, found)
    for b, count in enumerate(counts)
]
made = table("hanin-7", "network,scaled,count,density", rows)
chart(
    "hanin-7", made, "scaled", "density", by="network", xscale="log", yscale="log", style="-",
    title="Distances to the nearest boundary times N", xlabel="N times the distance",
    ylabel="share of points for each power of ten",
)
