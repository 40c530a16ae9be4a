"""Hanin and Rolnick, figure 8: regions of a plane through three data points, during training.

The paper: a network of depth 3 and width 64 trained on MNIST; the regions of a square in the plane
through three training samples with different labels, drawn and counted; section 3.3 expects a
number of the order of N^2. N^2/2 is our line.

Here: the checkpoints of --data, as it is one network 64-32-32-32-10 for scikit-learn's digits; 100
triples of its 20 points, of three labels each; of Fashion-MNIST 10 triples of points of the test
for each of three runs of the paper's shape; regions of the square round the circle through them,
and of the whole plane, exactly. The pictures show the first triple, its points marked by labels.
"""

from common import chart, draw_regions, mean, measure, size, table
from models import Trained, places, square, triples

DATA = Trained()
TRIPLES = triples(size(4, 100 if DATA.runs == 1 else 10), DATA.labels)
SQUARES = [square(*(DATA.points[i] for i in triple)) for triple in TRIPLES]


def regions(epoch, repeat):
    net = DATA.nets[epoch][repeat // len(TRIPLES)]
    plane = SQUARES[repeat % len(TRIPLES)]
    return [
        net.count(box, slice=plane, threads=1).activation_regions for box in ((-1, 1), None)
    ]


found = measure(regions, DATA.epochs, DATA.runs * len(TRIPLES))
rows = [
    [epoch, int(values[0, 0]), *mean(DATA.by_run(values[:, 0])), DATA.units**2 / 2]
    + [*mean(DATA.by_run(values[:, 1])), DATA.mean_accuracy(epoch)]
    for epoch, values in zip(DATA.epochs, found)
]
columns = "epoch,first,mean,low,high,half_square,plane,plane_low,plane_high,accuracy"
made = table("hanin-8", columns, rows)
chart(
    "hanin-8", made, "epoch", xscale="symlog", yscale="log",
    title="Regions of planes through three data points",
    lines={"first": "the one of the pictures", "plane": "whole plane", "half_square": "N^2/2"},
    ylabel="activation regions",
)
for epoch in dict.fromkeys(max(e for e in DATA.epochs if e <= most) for most in (0, 10, 100)):
    three = {DATA.labels[i]: DATA.points[i] for i in TRIPLES[0]}
    marks = dict(zip(three, places(SQUARES[0], three.values())))
    name = f"hanin-8_epoch{epoch:02d}"
    draw_regions(name, DATA.nets[epoch][0], (-1, 1), SQUARES[0], marks=marks)
