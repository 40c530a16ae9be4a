"""Hanin and Rolnick, figure 3: noise destroys the pieces of a sawtooth network.

The paper: a network built to compute a sawtooth of exponentially many pieces, before and after
random noise on its weights and biases.

Here: Telgarsky's sawtooth of 6, 9 and 12 layers on [0, 1], 2^layers pieces; noise N(0, s^2) on each
weight and bias, s = 1, 1/2, .., 2^-12, in the same 100 directions for each s; pieces exactly. The
pictures show 6 layers without noise and with s = 1/8. In three of the directions the pieces of 6
layers are followed for all s from 0 to 1 (`Network.deform`): rows are ends of intervals of s where
the number is constant.
"""

from fractions import Fraction

from common import chart, crease, mean, measure, picture, pyplot, seed, size, table

CASES = [(depth, power) for depth in (6, 9, 12) for power in range(13)]


def noisy(depth, power, repeat):
    net = crease.construct("telgarsky:sawtooth", layers=depth)
    variance = Fraction(1, 4**power)
    noise = crease.random(
        net.widths, init=f"gaussian:{variance},{variance}", unscaled=True, seed=seed(repeat)
    )
    return crease.Network(
        (
            [[w + e for w, e in zip(row, more)] for row, more in zip(weights, added[0])],
            [b + e for b, e in zip(bias, added[1])],
            activation,
        )
        for (weights, bias, activation), added in zip(net.layers, noise.layers)
    )


def pieces(case, repeat):
    return noisy(*case, repeat).count((0, 1), threads=1).activation_regions


found = measure(pieces, CASES, size(3, 100))
rows = [
    [f"{depth} layers", 1 / 2**power, *mean(values), 2**depth]
    for (depth, power), values in zip(CASES, found)
]
made = table("hanin-3", "network,noise,mean,low,high,clean", rows)
chart(
    "hanin-3", made, "noise", by="network", lines={"clean": "no noise"}, xscale="log",
    yscale="log", title="Pieces of a noisy sawtooth on [0, 1]", ylabel="pieces",
)
rows = []
for repeat in range(size(1, 3)):
    sawtooth = crease.construct("telgarsky:sawtooth", layers=6)
    deformation = sawtooth.deform(noisy(6, 0, repeat), (0, 1))
    for event, end in zip(deformation.events, deformation.events[1:]):
        rows += [[repeat + 1, float(place), event.after] for place in (event, end)]
    for (depth, power), values in zip(CASES, found):
        assert depth != 6 or deformation.count(Fraction(1, 2**power)) == values[repeat]
chart(
    "hanin-3-deform", table("hanin-3-deform", "direction,s,pieces", rows), "s", y="pieces",
    by="direction", style="-", xlabel="s, the deviation of the noise", ylabel="pieces",
    title="Pieces of a sawtooth of 6 layers, weights + s noise",
)
nets = {"before": crease.construct("telgarsky:sawtooth", layers=6), "after": noisy(6, 3, 0)}
for name, net in nets.items() if pyplot() else ():
    figure, ax = pyplot().subplots(figsize=(6, 3))
    at = [0, *net.line([0], [1]).breakpoints, 1]
    ax.plot([float(t) for t in at], [float(net([t])[0]) for t in at])
    picture(f"hanin-3_{name}.png", figure)
