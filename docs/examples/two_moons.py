#!/usr/bin/env python3
"""From training to a certified count: two_moons.py [FOLDER]

Trains a classifier of two moons with PyTorch, counts its regions, draws them with the decision
boundary and the data, rounds the weights to 4 bits, counts again, and certifies that count.
Pictures and the certificate go to FOLDER, or here. Needs PyTorch, NumPy and matplotlib;
two_moons.ipynb is the same as a notebook.
"""

# %%
import sys
from pathlib import Path

import matplotlib.pyplot as pyplot
import numpy
import torch

import crease

folder = Path(sys.argv[1] if len(sys.argv) == 2 and Path(sys.argv[1]).is_dir() else ".")
BOX = [(-2, 3), (-2, 2)]

# %% Two moons: half circles that reach into each other, with noise.
random = numpy.random.default_rng(1)
angle = numpy.pi * random.random(400)
upper = numpy.arange(400) % 2 == 0
points = numpy.where(
    upper[:, None],
    numpy.stack([numpy.cos(angle), numpy.sin(angle)], axis=1),
    numpy.stack([1 - numpy.cos(angle), 0.5 - numpy.sin(angle)], axis=1),
) + random.normal(scale=0.1, size=(400, 2))
classes = upper.astype(int)

# %% A classifier, trained for a few seconds.
torch.manual_seed(1)
model = torch.nn.Sequential(
    *(torch.nn.Linear(2, 16), torch.nn.ReLU()),
    *(torch.nn.Linear(16, 16), torch.nn.ReLU()),
    *(torch.nn.Linear(16, 16), torch.nn.ReLU()),
    torch.nn.Linear(16, 2),
)
optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
x, y = torch.tensor(points, dtype=torch.float32), torch.tensor(classes)
for step in range(400):
    optimiser.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimiser.step()
print(f"loss {loss.item():.4f}")

# %% Its regions: of exactly these weights, each float32 the rational that it is.
net = crease.from_torch(model)
found = net.count(box=BOX, linear=True)
print(net, found.activation_regions, "activation regions,", found.linear_regions, "linear regions")
net.plot(box=BOX, points=points, classes=classes)
pyplot.savefig(folder / "moons.png", dpi=150)

# %% The same rounded to 4 bits a weight, -7 to 7 times a power of two in each layer: creases
# coincide and meet in one point.
with torch.no_grad():
    for parameter in model.parameters():
        step = 2 ** torch.ceil(torch.log2(parameter.abs().max() / 7))
        parameter.copy_(torch.round(parameter / step) * step)
quantised = crease.from_torch(model)
found = quantised.count(box=BOX, linear=True)
print("4 bits:", found.activation_regions, "and", found.linear_regions)
print("decided in integers:", found.decided_exact, "of", found.decided_float + found.decided_exact)
pyplot.figure()
quantised.plot(box=BOX, points=points, classes=classes)
pyplot.savefig(folder / "moons_4_bits.png", dpi=150)

# %% A certificate, for crease-check, which shares nothing with the library.
quantised.save(folder / "moons_4_bits.json")
quantised.certify(folder / "moons_4_bits.cert", box=BOX, linear=True)
print("crease-check moons_4_bits.json moons_4_bits.cert")
