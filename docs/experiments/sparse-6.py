"""Price and Tanner, figure 6: trajectory growth in trained sparse networks.

The paper: sparse ReLU networks trained on MNIST; the growth factor of a trajectory before and after
training.

Here: 3 networks of 4 layers of 32 units for scikit-learn's digits, weights N(0, 4/n) of which a
share alpha is kept and trained for 50 epochs (docs/examples/train_layers.py); 10 segments between
digits; lengths enclosed to 12 digits. Column upper: the root of the second moment, before training.
"""

import math

from common import ARGS, chart, mean, measure, table
from models import Trained, follow

SHARES, SEGMENTS = (20, 50, 100), 10
DATA = {p: Trained(ARGS.data / "sparse", f"digits_v4_k{p}_") for p in SHARES}
WHEN = {"before training": 0, "after training": -1}


def lengths(case, repeat):
    percent, when = case
    data = DATA[percent]
    net = data.nets[data.epochs[WHEN[when]]][repeat]
    return follow(net, zip(data.points[:SEGMENTS], data.points[SEGMENTS:]))[0]


cases = [(percent, when) for percent in SHARES for when in WHEN]
found = measure(lengths, cases, DATA[20].runs)
rows = []
for i, ((percent, when), values) in enumerate(zip(cases, found)):
    alpha, data = percent / 100, DATA[percent]
    upper, widths = found[i - i % 2, :, 0].mean(), data.nets[0][0].widths
    for layer in range(values.shape[1]):
        if layer:
            upper *= math.sqrt(alpha * 2 * widths[layer] / widths[layer - 1])
        epoch = data.epochs[WHEN[when]]
        rows.append([f"alpha {alpha:.9g}", when, epoch, layer, *mean(values[:, layer]), upper])
made = table("sparse-6", "alpha,curve,epoch,layer,mean,low,high,upper", rows)
chart(
    "sparse-6", made, "layer", by="curve", panel="alpha", yscale="log", ylabel="length",
    lines={"upper*": "root of the second moment"}, title="Length of the image of segments",
)
