"""Price and Tanner, figures 3 and 5: growth of the length in a layer, three laws of the weights.

The paper: ReLU networks; weights normal, uniform or discrete, over sqrt(k), kept with probability
alpha; the mean ratio of a small segment's length after and before a layer, (3a, 5a, 5c) against the
deviation of the weights, (3b, 5b, 5d) against alpha; width 784 in figure 3; in figure 5 straight
lines and arcs in R^500; dashed the bases of Corollaries 1 to 3.

Here: one deviation for all three laws, that of -C, .., C; biases N(0, 10^-4) for all; width 64, 784
with --full; layers 2 to 4 of 4; 30 networks (5), 10 paths (2); arcs are polygons of 64 segments.
Column vanished: networks in which a length is 0.
"""

import math

from common import chart, mean, measure, seed, size, table
from models import follow, network, paths

FAMILIES = ("gaussian", "uniform", "discrete")
WIDTH, NETWORKS, PATHS = size((16, 3, 3), (64, 30, 10), (784, 5, 2))
DEPTH, STEP = size(3, 4), size(40, 10)
BOTH = ("segments", "arcs")
PLANS = {  # points (C, percent, path)
    "sparse-3a": [(C, 50, "segments") for C in range(1, size(3, 9))],
    "sparse-3b": [(3, percent, "segments") for percent in range(STEP, 101, STEP)],
    "sparse-5": [(3, percent, kind) for percent in range(2 * STEP, 101, 2 * STEP) for kind in BOTH],
    "sparse-5a": [(C, 50, kind) for C in range(1, size(3, 8), 2) for kind in BOTH],
}


def law(family, C):
    """How the weights are drawn; and M, such that E |u . w| >= M |u| sqrt(k) for a row w."""
    if family == "gaussian":
        return f"gaussian:{C * (C + 1)}/3,1/10000", math.sqrt(2 * C * (C + 1) / 3 / math.pi)
    if family == "uniform":  # on (-a, a), of variance a^2/3
        a = f"{math.sqrt(C * (C + 1)):.12f}"
        return f"uniform:{a}", float(a) / (2 * math.sqrt(2))
    return f"discrete:{C}", C * (C + 1) / (2 * C + 1) / math.sqrt(2)


def growth(case, repeat):
    C, percent, kind, family = case
    bias = {} if family == "gaussian" else {"bias_std": "1/100"}
    how = {"init": law(family, C)[0], "keep_prob": f"{percent}/100", "seed": seed(repeat)}
    net = network(WIDTH, DEPTH, WIDTH, **how, **bias)
    return follow(net, paths(kind, PATHS, WIDTH, 65, seed(repeat, 1)))[1, 2:].mean()


for name, points in PLANS.items():
    cases = [(*point, family) for point in points for family in FAMILIES]
    found = measure(growth, cases, NETWORKS)[:, :, 0]
    rows = []
    for (C, percent, kind, family), values in zip(cases, found):
        alpha, deviation = percent / 100, math.sqrt(C * (C + 1) / 3)
        bounds = [alpha * law(family, C)[1] / 2, deviation * math.sqrt(alpha / 2)]
        vanished = sum(map(math.isnan, values))
        rows.append([kind, family, deviation, alpha, *mean(values), *bounds, vanished])
    columns = "path,family,deviation,alpha,mean,low,high,lower,upper,vanished"
    made = table(name, columns, rows)
    chart(
        name, made, "deviation" if name.endswith("a") else "alpha", by="family", panel="path",
        lines={"lower": "Corollary", "upper*": "root of the second moment"},
        title="Growth of the length in a layer", ylabel="growth factor",
    )
