"""Hanin and Rolnick, figure 8 at initialisation: why the square in a plane has fewer regions.

The paper: regions of the order of N^2 in a plane through three samples. N^2/2 is our line.

Here: 64 inputs, 96 units; squares from that round the three points to a thousand times it, and the
whole plane; 30 networks of each kind, for each three of the 20 digits, with different labels, or
three normal points.
"""

from common import chart, crease, mean, measure, seed, size, table
from models import Trained, network, square, triples

DATA = Trained()
REPEATS = size(3, 30)
TRIPLES = triples(size(4, 100), DATA.labels)
SIDES = (1, 3, 10, 30, 100, 1000)
SMALL = {"bias_std": "1/1000"}
KINDS = {  # name: depth, width, how it is drawn, points
    "3 layers of 32; biases 0.001; digits": (3, 32, SMALL, "digits"),
    "3 layers of 32; biases 0.001; normal points": (3, 32, SMALL, "normal"),
    "3 layers of 32; biases 1; digits": (3, 32, {"bias_std": 1}, "digits"),
    "3 layers of 32; as PyTorch does; digits": (3, 32, {"init": "pytorch-default"}, "digits"),
    "1 layer of 96; biases 0.001; digits": (1, 96, SMALL, "digits"),
    "6 layers of 16; biases 0.001; digits": (6, 16, SMALL, "digits"),
}


def regions(name, repeat):
    depth, width, how, kind = KINDS[name]
    net = network(DATA.inputs, depth, width, seed=seed(repeat), **how)
    points = [DATA.points[i] for i in TRIPLES[repeat]]
    if kind == "normal":
        points = crease.points(3, DATA.inputs, seed(repeat, 1))
    plane, boxes = square(*points), [(-side, side) for side in SIDES]
    return [net.count(b, slice=plane, threads=1).activation_regions for b in (*boxes, None)]


found = measure(regions, list(KINDS), REPEATS)
rows = [
    [name, side, *mean(values[:, i]), values[:, -1].mean(), 96**2 / 2]
    for name, values in zip(KINDS, found)
    for i, side in enumerate(SIDES)
]
made = table("hanin-8-initial", "network,side,mean,low,high,plane,half_square", rows)
chart(
    "hanin-8-initial", made, "side", by="network", lines={"half_square*": "N^2/2"}, xscale="log",
    yscale="log", title="Regions of squares in planes through three points, 96 units",
    xlabel="side of the square / side of that round the points", ylabel="activation regions",
)
