"""Hanin and Rolnick, Theorem 1: regions along lines for activations of T breakpoints.

The theorem bounds the mean number of pieces along a line by T N times a constant; no figure.

Here: 32 inputs, one layer of 64 units and four, weights N(0, 2/n), biases N(0, 1), 20 networks for
each activation, 20 whole lines through 0 and a normal point.
"""

from common import chart, crease, mean, measure, seed, size, table
from models import network

KINDS = {  # name: activation, breakpoints
    "relu": ("relu", 1),
    "leaky": ("leaky:1/10", 1),
    "abs": ("abs", 1),
    "hard-tanh": ("hardtanh", 2),
    "steps of 3": ("pwl:-1,0,1;0,1,1/4,1;0", 3),
    "steps of 4": ("pwl:-3/2,-1/2,1/2,3/2;0,1,0,1,0;0", 4),
}
INPUTS, WIDTH, LINES = 32, 64, size(3, 20)


def regions(case, repeat):
    depth, name = case
    how = {"bias_std": 1, "activation": KINDS[name][0], "seed": seed(repeat)}
    net = network(INPUTS, depth, WIDTH, **how)
    points = crease.points(LINES, INPUTS, seed(repeat, 1))
    lines = [net.line([0] * INPUTS, p, whole=True, counted=True, threads=1) for p in points]
    return sum(line.regions for line in lines) / (LINES * net.neurons)


cases = [(depth, name) for depth in (1, 4) for name in KINDS]
found = measure(regions, cases, size(3, 20))
rows = []
for (depth, name), values in zip(cases, found):
    T = KINDS[name][1]
    of = f"{depth} layer{'s' if depth > 1 else ''}"
    rows.append([of, name, T, *mean(values), T + 1 / (depth * WIDTH)])
made = table("hanin-5-activations", "depth,activation,breakpoints,mean,low,high,one_layer", rows)
chart(
    "hanin-5-activations", made, "breakpoints", by="depth", style="o", ylim=(0, None),
    lines={"one_layer*": "one layer, T + 1/N"}, title="Regions along lines, 64 units a layer",
    xlabel="breakpoints T of the activation", ylabel="regions / units",
)
