"""Price and Tanner, figure 1: the image of a circle after some layers.

The paper: a circle through a ReLU network with sigma_w = 2, that is weights N(0, 4/k); the
pre-activations at layers 0 (the input), 6 and 12, projected to two dimensions. The width, the
biases and the projection are not given.

Here: weights N(0, 4/k), no biases, width 32, all weights kept; the circle is a polygon of 64
segments; of the input the first two coordinates, of layers 6 and 12 the first two pre-activations.
Where the image bends is exact, the places of the picture are doubles.
"""

from common import ARGS, crease, picture, pyplot, seed, size, table
from models import network

WIDTH, DEPTH = 32, 12
net = network(WIDTH, DEPTH, WIDTH, init="gaussian:4", seed=ARGS.seed)
LAYERS = net.layers
DOUBLES = [
    ([[float(w) for w in row] for row in weights], [float(b) for b in bias])
    for weights, bias, _ in LAYERS
]
CIRCLE = crease.circle(*crease.points(2, WIDTH, seed(1)), size(8, 64))


def affine(layer, x):
    weights, bias = layer
    return [sum(w * xi for w, xi in zip(row, x)) + b for row, b in zip(weights, bias)]


def image(layer, x):
    """The first two coordinates of the input, or pre-activations of a layer from 1."""
    x = [float(xi) for xi in x]
    for at in DOUBLES[: max(layer - 1, 0)]:
        x = [max(y, 0.0) for y in affine(at, x)]
    return (affine(DOUBLES[layer - 1], x) if layer else x)[:2]


rows = []
for layer in (0, DEPTH // 2, DEPTH):
    first = crease.Network(LAYERS[: layer - 1]) if layer else None
    for i, p in enumerate(CIRCLE):
        places = [(i, p)]
        if layer:
            line = first.line(p, CIRCLE[(i + 1) % len(CIRCLE)])
            places += [(i + float(t), line.point(k)) for k, t in enumerate(line.breakpoints)]
        for t, x in places:
            rows.append([f"{layer} layers", t, *image(layer, x)])
    rows.append([f"{layer} layers", len(CIRCLE), *image(layer, CIRCLE[0])])
made = table(
    "sparse-1", "image,t,x,y", [[name, float(t), f"{x:.6g}", f"{y:.6g}"] for name, t, x, y in rows]
)
if plots := pyplot():
    figure, axes = plots.subplots(1, 3, figsize=(13, 4))
    for ax, name in zip(axes, dict.fromkeys(row[0] for row in rows)):
        ax.plot(*zip(*(row[2:] for row in rows if row[0] == name)), lw=1)
        ax.set(title=f"image after {name}", xlabel="first coordinate", ylabel="second")
    picture("sparse-1.svg", figure)
