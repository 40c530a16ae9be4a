"""Raghu et al., figures 8, 9 and 11: lengths of trajectories while a network is trained.

The paper: hard-tanh networks trained on MNIST, weights of variance 16/k (figure 8) and 3/k (figure
9) at first; the image of a circular interpolation between two data points, and between two random
points, after each layer at several times of training; transitions likewise (figure 11).

Here: 5 networks of 6 layers of 32 units for scikit-learn's digits, after 0, 5, 20 and 100 epochs of
gradient descent (docs/examples/train_layers.py); 8 arcs through two digits and 8 through two normal
points, polygons of 32 segments. Column scale: the mean square of a layer's weights times k.
"""

from common import ARGS, chart, crease, mean, measure, size, table
from models import follow, read_points

EPOCHS, DEPTH, ARCS, VERTICES = (0, 5, 20, 100), 6, 8, size(5, 33)
KINDS = ("digits", "random")
POINTS = dict(zip(KINDS, (read_points(ARGS.data / "digits_points.json"), None)))
POINTS["random"] = crease.points(2 * ARCS, len(POINTS["digits"][0]), ARGS.seed)


def lengths(case, repeat):
    """Rows: length and signs for each kind of arc, and the scale of the weights; by layer."""
    variance, epoch = case
    name = f"digits_v{variance}_net{repeat}_epoch{epoch:02d}.json.gz"
    net = crease.load(ARGS.data / "layers" / name)
    found = []
    for kind in KINDS:
        pairs = zip(POINTS[kind][:ARCS], POINTS[kind][ARCS:])
        of = follow(net, [crease.arc(p, q, VERTICES) for p, q in pairs])
        found += [of[0], of[3]]
    scale = [
        sum(float(w) ** 2 for row in rows for w in row) / len(rows)
        for rows, _, _ in net.layers[:DEPTH]
    ]
    return [x for row in (*found, [0, *scale]) for x in row]


cases = [(variance, epoch) for variance in (16, 3) for epoch in EPOCHS]
found = measure(lengths, cases, size(2, 5)).reshape(len(cases), -1, 5, DEPTH + 1)
rows = []
for (variance, epoch), values in zip(cases, found):
    for layer in (1, DEPTH // 2, DEPTH):
        for number, kind in enumerate(KINDS):
            shown = [mean(values[:, row, layer]) for row in (2 * number, 2 * number + 1, 4)]
            name = f"{kind}; layer {layer}"
            rows.append([variance, name, kind, layer, epoch, *sum(shown, [])])
columns = "variance,curve,points,layer,epoch,mean,low,high,signs,signs_low,signs_high,"
made = table("raghu-8", columns + "scale,scale_low,scale_high", rows)
chart(
    "raghu-8", made, "epoch", by="curve", panel="variance", yscale="log",
    title="Length of the image of an arc, variance", xlabel="epochs of training", ylabel="length",
)
