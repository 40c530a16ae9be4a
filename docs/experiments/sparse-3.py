"""Price and Tanner, figures 3 and 5: growth of the length in a layer, three laws of the weights.

The paper: ReLU networks; weights normal, uniform or discrete, over sqrt(k), kept with probability
alpha; biases N(0, 10^-4), U(-0.01, 0.01) or one of -0.01 and 0.01; the mean ratio of a small
piece's length after and before a layer over all pieces, layers and 100 networks, (3a, 5a, 5c)
against the deviation of the weights, (3b, 5b, 5d) against alpha. Figure 3: width 784, a line of
10^4 pieces between two normalised MNIST points. Figure 5: points of norm 1 in R^500, (5a, 5b) the
line between them, (5c, 5d) the line changed to a semicircular arc in 100 random hyperplanes.
Dashed: the bases of Corollaries 1 to 3.

Here: one deviation for all three laws, that of -C, .., C; width 64, 784 with --full; layers 2 to 4
of 4; figure 3: 12 networks (5), 4 lines (2) between normal points; figure 5: 500 inputs, 4 networks
(5), one path each; an arc is a polygon of 64 segments over the line, which rises equally in 100
random orthogonal directions, perpendicular to the line. mean: the growth of the whole length;
pieces: the mean over 300 pieces of each path. Column vanished: networks in which a length is 0.
"""

import math

import numpy
from common import chart, mean, measure, seed, size, table
from models import follow, network, paths, small_pieces

FAMILIES = ("gaussian", "uniform", "discrete")
WIDTH, NETWORKS, PATHS = size((16, 3, 3), (64, 12, 4), (784, 5, 2))
DEPTH, STEP = size(3, 4), size(40, 10)
INPUTS, RISES, CURVES = size(50, 500), size(10, 100), {"lines": 1, "arcs": 1}
PLANS = {  # points (C, percent, path)
    "sparse-3a": [(C, 50, "segments") for C in range(1, size(3, 9))],
    "sparse-3b": [(3, percent, "segments") for percent in range(STEP, 101, STEP)],
    "sparse-5": [
        (3, percent, kind) for percent in range(2 * STEP, 101, 2 * STEP) for kind in CURVES
    ],
    "sparse-5a": [(C, 50, kind) for C in range(1, size(3, 8), 2) for kind in CURVES],
}


def law(family, C):
    """How the weights are drawn; and M, such that E |u . w| >= M |u| sqrt(k) for a row w."""
    if family == "gaussian":
        return f"gaussian:{C * (C + 1)}/3,1/10000", math.sqrt(2 * C * (C + 1) / 3 / math.pi)
    if family == "uniform":  # on (-a, a), of variance a^2/3
        a = f"{math.sqrt(C * (C + 1)):.12f}"
        return f"uniform:{a}", float(a) / (2 * math.sqrt(2))
    return f"discrete:{C}", C * (C + 1) / (2 * C + 1) / math.sqrt(2)


def curve(kind, rng):
    """Two points of norm 1 and what joins them."""
    directions = rng.normal(size=(2 + RISES, INPUTS))
    p, q = (x / numpy.linalg.norm(x) for x in directions[:2])
    if kind == "lines":
        return [p.tolist(), q.tolist()]
    basis, _ = numpy.linalg.qr(numpy.vstack([q - p, directions[2:]]).T)
    rise = basis[:, 1:].sum(axis=1) / math.sqrt(RISES)
    radius, angles = numpy.linalg.norm(q - p) / 2, numpy.linspace(0, math.pi, 65)[:, None]
    points = (p + q) / 2 - numpy.cos(angles) * (q - p) / 2 + numpy.sin(angles) * radius * rise
    return points.tolist()


def growth(case, repeat):
    C, percent, kind, family = case
    own = {"uniform": "uniform:1/100", "discrete": "values:-1/100,1/100"}
    how = {"init": law(family, C)[0], "keep_prob": f"{percent}/100", "seed": seed(repeat)}
    inputs = INPUTS if kind in CURVES else WIDTH
    net = network(inputs, DEPTH, WIDTH, bias=own.get(family), **how)
    if kind in CURVES:
        listed = [
            curve(kind, numpy.random.default_rng(seed(repeat, i))) for i in range(CURVES[kind])
        ]
    else:
        listed = paths("segments", PATHS, WIDTH, 2, seed(repeat, 1))
    return follow(net, listed)[1, 2:].mean(), small_pieces(net, listed, 300)[2:].mean()


for name, points in PLANS.items():
    cases = [(*point, family) for point in points for family in FAMILIES]
    networks = size(NETWORKS, 4, 5) if points[0][2] in CURVES else NETWORKS
    found = measure(growth, cases, networks)
    rows = []
    for (C, percent, kind, family), values in zip(cases, found):
        alpha, deviation = percent / 100, math.sqrt(C * (C + 1) / 3)
        bounds = [alpha * law(family, C)[1] / 2, deviation * math.sqrt(alpha / 2)]
        whole, pieces = values.T
        shown = [*mean(whole), *bounds, *mean(pieces), sum(map(math.isnan, whole))]
        rows.append([kind, family, deviation, alpha, *shown])
    columns = "path,family,deviation,alpha,mean,low,high,lower,upper,"
    columns += "pieces,pieces_low,pieces_high,vanished"
    made = table(name, columns, rows)
    chart(
        name,
        made,
        "deviation" if name.endswith("a") else "alpha",
        "pieces",
        by="family",
        panel="path",
        lines={"lower": "Corollary", "upper*": "root of the second moment"},
        title="Growth of a small piece in a layer",
        ylabel="mean growth factor",
    )
