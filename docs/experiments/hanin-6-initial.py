"""Hanin and Rolnick, figure 6 at initialisation: N times the distance, by architecture.

The paper: 784 inputs, He weights, biases N(0, 10^-6), several depths and widths: before training
too the mean distance times N lies between 0.4 and 1.5.

Here: 16 inputs, 784 with --full; 8 to 256 units, 50 networks of each kind, 20 normal points each;
squared distances exactly.
"""

from common import chart, crease, mean, measure, seed, size, table
from models import distances, network

SHAPES = [(1, 8), (2, 8), (4, 8), (1, 16), (1, 32), (2, 16)]
SHAPES += [(4, 16), (2, 32), (4, 32), (8, 16), (2, 64), (4, 64)]
SHAPES = size(SHAPES[:4], SHAPES)
INPUTS, POINTS = size(16, 16, 784), size(5, 20)


def scaled(shape, repeat):
    net = network(INPUTS, *shape, bias_std="1/1000", seed=seed(repeat))
    return net.neurons * distances(net, crease.points(POINTS, INPUTS, seed(repeat, 1))).mean()


found = measure(scaled, SHAPES, size(4, 50))
rows = []
for (depth, width), values in zip(SHAPES, found):
    name = f"{depth} layer{'s' if depth > 1 else ''}"
    rows.append([name, width, depth * width, *mean(values), 0.4, 1.5])
made = table("hanin-6-initial", "depth,width,units,mean,low,high,least,most", rows)
chart(
    "hanin-6-initial", made, "units", by="depth", lines={"least*": "0.4 and 1.5", "most*": ""},
    xscale="log", ylim=(0, None), title="N times the distance of normal points, He weights",
    xlabel="hidden units N", ylabel="N * distance",
)
