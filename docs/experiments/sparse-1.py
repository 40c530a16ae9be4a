"""Price and Tanner, figure 1: the image of a circle after some layers.

The paper: a circular trajectory through a ReLU network with weights N(0, 4/k); pre-activations at
several layers, projected to two dimensions.

Here: weights N(0, 36/k), half of them kept, biases N(0, 10^-4), width 32; the circle is a polygon
of 64 segments; the first two pre-activations after 0, 4 and 8 layers. Where the image bends is
exact, the places of the picture are doubles.
"""

from common import ARGS, crease, picture, pyplot, seed, size, table
from models import network

WIDTH, DEPTH = 32, 8
net = network(WIDTH, DEPTH + 1, WIDTH, init="gaussian:36,1/10000", keep_prob="1/2", seed=ARGS.seed)
LAYERS = net.layers
DOUBLES = [
    ([[float(w) for w in row] for row in weights], [float(b) for b in bias])
    for weights, bias, _ in LAYERS
]
CIRCLE = crease.circle(*crease.points(2, WIDTH, seed(1)), size(8, 64))


def affine(layer, x):
    weights, bias = layer
    return [sum(w * xi for w, xi in zip(row, x)) + b for row, b in zip(weights, bias)]


def image(layers, x):
    """The first two pre-activations after `layers` layers."""
    x = [float(xi) for xi in x]
    for layer in DOUBLES[:layers]:
        x = [max(y, 0.0) for y in affine(layer, x)]
    return affine(DOUBLES[layers], x)[:2]


rows = []
for layers in range(0, DEPTH + 1, 4):
    first = crease.Network(LAYERS[:layers]) if layers else None
    for i, p in enumerate(CIRCLE):
        places = [(i, p)]
        if layers:
            line = first.line(p, CIRCLE[(i + 1) % len(CIRCLE)])
            places += [(i + float(t), line.point(k)) for k, t in enumerate(line.breakpoints)]
        for t, x in places:
            rows.append([f"{layers} layers", t, *image(layers, x)])
    rows.append([f"{layers} layers", len(CIRCLE), *image(layers, CIRCLE[0])])
made = table(
    "sparse-1", "layer,t,x,y", [[name, float(t), f"{x:.6g}", f"{y:.6g}"] for name, t, x, y in rows]
)
if plots := pyplot():
    figure, axes = plots.subplots(1, 3, figsize=(13, 4))
    for ax, name in zip(axes, dict.fromkeys(row[0] for row in rows)):
        ax.plot(*zip(*(row[2:] for row in rows if row[0] == name)), lw=1)
        ax.set(title=name, xlabel="first pre-activation", ylabel="second")
    picture("sparse-1.svg", figure)
