"""Raghu et al., figure 3: the creases of a ReLU network of three layers of four units in the plane.

The paper: one network; its creases after one, two and three layers, in three panels.

Here: 2000 networks, He weights, biases N(0, 1); the regions of the whole plane after each layer,
exactly; the bound of Serra et al., and what one layer of as many units can have. The picture shows
the creases of the first network in [-4, 4]^2, in the colour of their layer, numbered from 0.
"""

from common import chart, crease, draw_creases, mean, measure, seed, size, table
from models import network

WIDTH, LAYERS = 4, 3


def draw(repeat):
    return network(2, LAYERS, WIDTH, bias_std=1, seed=seed(repeat))


def regions(_, repeat):
    return draw(repeat).count(threads=1).per_layer


def bound(name, widths):
    return next(b.value for b in crease.bounds(widths) if b.name == name)


(found,) = measure(regions, [None], size(20, 2000))
rows = []
for layer in range(1, LAYERS + 1):
    here = found[:, layer - 1]
    serra = bound("serra", [2, *[WIDTH] * layer, 1])
    shallow = bound("zaslavsky", [2, WIDTH * layer, 1])
    rows.append([layer, int(here[0]), *mean(here), int(here.max()), serra, shallow])
made = table("raghu-3", "layers,shown,mean,low,high,most,serra,shallow", rows)
lines = {"most*": "most", "serra*": "Serra et al.", "shallow*": "one layer of as many units"}
chart("raghu-3", made, "layers", lines=lines, yscale="log", title="Regions of the plane",
      ylabel="activation regions")  # fmt: skip
layers = draw(0).layers
titles = ("one layer", "two layers", "three layers")
nets = {title: crease.Network(layers[: i + 1]) for i, title in enumerate(titles)}
draw_creases("raghu-3_creases", nets, (-4, 4))
