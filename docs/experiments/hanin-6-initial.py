"""Hanin and Rolnick, figure 6 at initialisation: N times the distance, by architecture.

The paper: 784 inputs, He weights, biases N(0, 10^-6), several depths and widths; normal points with
the componentwise mean and variance of MNIST's training data (section 3.2): before training too the
mean distance times N lies between 0.4 and 1.5, and is the same for all networks.

Here: 8 to 256 units; 16 inputs (784 with --full) and standard normal points, 50 networks of each
kind with 20 points; and points with the moments of the digits, 64 inputs (with --full of
Fashion-MNIST, 784), 20 networks (5) with 20 points (10). Squared distances exactly. With so small
biases creases nearly meet in 0, and the distance is in proportion to the size of the points.
"""

from common import ARGS, chart, crease, mean, measure, seed, size, table
from models import distances, fashion_moments, matched, network, read_moments

SHAPES = [(1, 8), (2, 8), (4, 8), (1, 16), (1, 32), (2, 16)]
SHAPES += [(4, 16), (2, 32), (4, 32), (8, 16), (2, 64), (4, 64)]
SHAPES = size(SHAPES[:4], SHAPES)
MOMENTS = fashion_moments() if ARGS.full else read_moments()
KINDS = {"standard normal": size(5, 20), "moments of the data": size(5, 20, 10)}
NETWORKS = {"standard normal": size(4, 50), "moments of the data": size(4, 20, 5)}


def scaled(case, repeat):
    kind, shape = case
    inputs = size(16, 16, 784) if kind == "standard normal" else len(MOMENTS[0])
    net = network(inputs, *shape, bias_std="1/1000", seed=seed(repeat))
    draw = (KINDS[kind], inputs) if kind == "standard normal" else (KINDS[kind], MOMENTS)
    points = (crease.points if kind == "standard normal" else matched)(*draw, seed(repeat, 1))
    return net.neurons * distances(net, points).mean()


rows = []
for kind in KINDS:
    for (depth, width), values in zip(
        SHAPES, measure(scaled, [(kind, shape) for shape in SHAPES], NETWORKS[kind])
    ):
        name = f"{depth} layer{'s' if depth > 1 else ''}"
        rows.append([kind, name, width, depth * width, *mean(values), 0.4, 1.5])
made = table("hanin-6-initial", "points,depth,width,units,mean,low,high,least,most", rows)
chart(
    "hanin-6-initial", made, "units", by="depth", panel="points",
    lines={"least*": "0.4 and 1.5", "most*": ""},
    xscale="log", ylim=(0, None), title="N times the distance, He weights",
    ylabel="N times the distance",
)
