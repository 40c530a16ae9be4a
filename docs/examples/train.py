#!/usr/bin/env python3
"""How the networks of data/trained were made; those rounded to few bits were made of these.

Writes them into the current folder. Needs PyTorch and scikit-learn, whose versions and machine
decide the last bits of the weights: another run gives networks that are alike, not the same.
Weights are float32 values, written as the decimals that binary64 reads back exactly.
"""
import json
import math

import torch
from sklearn.datasets import load_digits, make_moons

torch.set_num_threads(1)
torch.manual_seed(0)


def mlp(widths, outputs):
    layers = []
    for inputs, units in zip(widths, widths[1:]):
        layers += [torch.nn.Linear(inputs, units), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers, torch.nn.Linear(widths[-1], outputs))


def dump(net, name, about):
    layers = []
    affine = [m for m in net if isinstance(m, torch.nn.Linear)]
    for i, m in enumerate(affine):
        layers.append(
            {
                "weights": [[float(x) for x in row] for row in m.weight.detach().double().tolist()],
                "bias": [float(x) for x in m.bias.detach().double().tolist()],
                "activation": "relu" if i < len(affine) - 1 else "linear",
            }
        )
    json.dump(
        {"inputs": affine[0].in_features, "numbers": "binary64", "about": about, "layers": layers},
        open(name, "w"),
    )


def fit(net, x, y, epochs, rate, after=None):
    """Adam on batches of 128. Returns the share of x that is classified as y says."""
    adam = torch.optim.Adam(net.parameters(), lr=rate)
    n = len(x)
    if after:
        after(0)
    for epoch in range(1, epochs + 1):
        for batch in torch.randperm(n).split(128):
            adam.zero_grad()
            loss = torch.nn.functional.cross_entropy(net(x[batch]), y[batch])
            loss.backward()
            adam.step()
        if after:
            after(epoch)
    return (net(x).argmax(1) == y).float().mean().item()


x, y = make_moons(1000, noise=0.15, random_state=0)
x = torch.tensor(x, dtype=torch.float32)
y = torch.tensor(y)
net = mlp([2, 16, 16, 16], 2)
share = fit(net, x, y, 200, 3e-3)
dump(
    net,
    "moons_2-16-16-16-2.json",
    f"trained on 1000 two-moons points (noise 0.15), Adam, 200 epochs, train accuracy {share:.4f}",
)
print("moons", share)

t = torch.linspace(0, 3 * math.pi, 500)
r = t / (3 * math.pi)
arm = torch.stack([r * torch.cos(t), r * torch.sin(t)], 1)
other = torch.stack([-r * torch.cos(t), -r * torch.sin(t)], 1)
x = torch.cat([arm, other]) + 0.01 * torch.randn(1000, 2)
y = torch.cat([torch.zeros(500), torch.ones(500)]).long()
net = mlp([2, 32, 32, 32], 2)
share = fit(net, x, y, 600, 3e-3)
dump(
    net,
    "spiral_2-32-32-32-2.json",
    f"trained on two interleaved spirals in [-1,1]^2, Adam, 600 epochs, train accuracy {share:.4f}",
)
print("spiral", share)

digits = load_digits()
x = torch.tensor(digits.data / 16.0, dtype=torch.float32)
y = torch.tensor(digits.target)
net = mlp([64, 32, 32, 32], 10)


def checkpoint(epoch):
    if epoch in (0, 1, 2, 5, 10, 20, 50):
        dump(
            net,
            f"digits_64-32-32-32-10_epoch{epoch:02d}.json",
            f"scikit-learn digits 8x8 scaled to [0,1], Adam 1e-3, after epoch {epoch}",
        )


share = fit(net, x, y, 50, 1e-3, checkpoint)
print("digits", share)
moments = [x.double().mean(0), x.double().std(0, unbiased=False)]
json.dump(
    {
        "about": "all scikit-learn digits scaled to [0,1], by component: mean, standard deviation",
        "points": [values.tolist() for values in moments],
    },
    open("digits_moments.json", "w"),
)
json.dump(
    {"about": "labels of digits_points.json", "points": [[int(v)] for v in y[:20]]},
    open("digits_labels.json", "w"),
)
labels = ", ".join(str(int(v)) for v in y[:20])
json.dump(
    {
        "about": f"first 20 scikit-learn digits scaled to [0,1]: {labels}",
        "points": [[float(v) for v in x[i].tolist()] for i in range(20)],
    },
    open("digits_points.json", "w"),
)
