"""Price and Tanner, figure 2: the length of the image of a segment grows exponentially.

The paper: ReLU networks of width 784, weights N(0, 36/k) kept with probability alpha = 0.1 to 0.9,
biases N(0, 10^-4); a segment between two MNIST points; the mean length after each layer over 100
networks, and Corollary 1.

Here: width 64, 784 with --full; 30 networks (5), 10 segments (2) between normal points; lengths
enclosed to 12 digits. Column upper: the root of the exact second moment, docs/growth.md, 3. Columns
pieces: the growth of 1000 small pieces in the layer, averaged over pieces, beside ratio, the growth
of the whole length.
"""

import math

from common import chart, mean, measure, seed, size, table
from models import follow, network, paths, small_pieces

SHARES = (10, 30, 50, 70, 90)  # percent
WIDTH, NETWORKS, PATHS = size((16, 6, 10), (64, 30, 10), (784, 5, 2))
DEPTH = size(4, 8)


def lengths(percent, repeat):
    how = {"init": "gaussian:36,1/10000", "keep_prob": f"{percent}/100", "seed": seed(repeat)}
    net = network(WIDTH, DEPTH, WIDTH, **how)
    listed = paths("segments", PATHS, WIDTH, 2, seed(repeat, 1))
    return [*follow(net, listed)[:2], small_pieces(net, listed)]


found = measure(lengths, SHARES, NETWORKS)
rows = []
for percent, values in zip(SHARES, found):
    values, ratios, pieces = values.reshape(NETWORKS, 3, -1).transpose(1, 0, 2)
    alpha, start = percent / 100, values[:, 0].mean()
    lower, upper = alpha * math.sqrt(36 / (2 * math.pi)), math.sqrt(alpha * 36 / 2)
    for layer in range(DEPTH + 1):
        bounds = [start * lower**layer, start * upper**layer]
        shares = [*mean(pieces[:, layer]), *mean(ratios[:, layer])] if layer else [math.nan] * 6
        rows.append([alpha, layer, *mean(values[:, layer]), *bounds, *shares])
columns = "alpha,layer,mean,low,high,lower,upper,pieces,pieces_low,pieces_high,"
made = table("sparse-2", columns + "ratio,ratio_low,ratio_high", rows)
chart(
    "sparse-2",
    made,
    "layer",
    by="alpha",
    yscale="log",
    ylabel="mean length",
    lines={"lower": "Corollary 1", "upper": "second moment"},
    title="Length of the image of a segment, weights N(0, 36/k)",
)
