"""Raghu et al., figure 2: transitions are linear in the length of a trajectory.

The paper: hard-tanh networks, weights N(0, V/k), biases 0; the number of sign changes of the units
of a layer against the length of the image of one trajectory; widths 8, 64 and 512, V = 2, 8 and 32.

Here: the same pairs, 5 networks and 4 arcs for each, quarter ellipses as polygons of 16 segments;
from 8 layers at width 8 down to 2 at width 512. Column pieces_ratio: changes of piece, which count
how often units saturate.
"""

from common import chart, mean, measure, seed, size, table
from models import follow, network, paths

# Width, variance, layers; and layers with --quick.
PAIRS = [(8, 2, 8, 4), (8, 8, 8, 4), (8, 32, 8, 4), (64, 2, 5, 2)]
PAIRS += [(64, 8, 5, 2), (64, 32, 4, 0), (512, 8, 2, 0), (512, 32, 2, 0)]
CASES = [(width, V, size(quick, depth)) for width, V, depth, quick in PAIRS if size(quick, depth)]
DEEPEST = max(depth for _, _, depth in CASES)


def transitions(case, repeat):
    width, V, depth = case
    how = {"init": f"gaussian:{V}", "activation": "hardtanh", "seed": seed(repeat)}
    found = follow(
        network(width, depth, width, **how), paths("arcs", 4, width, 17, seed(repeat, 1))
    )
    padding = [[0] * (DEEPEST - depth)] * 4
    return [x for row, more in zip(found, padding) for x in [*row, *more]]


found = measure(transitions, CASES, size(3, 5))
rows = []
for (width, V, depth), values in zip(CASES, found):
    length, _, pieces, signs = values.reshape(len(values), 4, -1).transpose(1, 2, 0)
    for layer in range(1, depth + 1):
        before = length[layer - 1]
        ratios = mean(signs[layer] / before) + mean(pieces[layer] / before)
        name = f"width {width}; variance {V}"
        rows.append([name, layer, before.mean(), *mean(signs[layer]), *ratios])
columns = "network,layer,length,mean,low,high,ratio,ratio_low,ratio_high,"
columns += "pieces_ratio,pieces_ratio_low,pieces_ratio_high"
made = table("raghu-2", columns, rows)
chart(
    "raghu-2", made, "length", by="network", xscale="log", yscale="log",
    title="Changes of sign in a layer, hard-tanh", xlabel="length of the image before the layer",
    ylabel="changes of sign",
)
