"""Pascanu, Montufar and Bengio, figures 8 and 9: regions that are folded onto each other.

The paper: layers of pairs of units that compute absolute values fold the square along its axes;
each layer does to all copies what it does to one, so that regions multiply by 4.

Here: two inputs, up to five layers of four units, regions of [-1, 1]^2 (one layer: of [0, 1]^2, to
which folding leads), exactly. The pictures: colours are affine maps of an output, of which points
that are folded onto each other have the same up to reflection.
"""

from common import chart, crease, draw_regions, size, table


def folds(layers):
    return crease.construct("pascanu:folds", d=2, layers=layers)


def with_output(net):
    """Half of the last layer's units turned round, and an output that tells its regions apart."""
    *before, (weights, bias, activation) = net.layers
    signs = [1 if unit % 2 else -1 for unit in range(len(bias))]
    turned = [[s * w for w in row] for s, row in zip(signs, weights)]
    row = [-s * (unit + 1) for unit, s in enumerate(signs)]
    last = (turned, [s * b for s, b in zip(signs, bias)], activation)
    return crease.Network([*before, last, ([row], [0], "linear")])


rows = []
for layers in range(1, size(3, 5) + 1):
    copies, box = 4 ** (layers - 1), (0, 1) if layers == 1 else (-1, 1)
    regions = folds(layers).count(box).activation_regions
    rows.append([layers, copies, regions, regions / copies, 11 * copies])
made = table("pascanu-8", "layers,copies,regions,of_one_copy,claimed", rows)
chart(
    "pascanu-8", made, "layers", "regions", lines={"claimed": "11 in each copy"}, yscale="log",
    title="Regions of the square, layers of 4 units that fold", ylabel="activation regions",
)
for layers in (1, 2, 3):
    draw_regions(f"pascanu-8_layers{layers}", with_output(folds(layers)), (-1, 1), colour="slope")
