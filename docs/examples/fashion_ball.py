#!/usr/bin/env python3
"""Regions in balls around pictures of Fashion-MNIST, and how far another class is.

fashion_ball.py [FOLDER] [--quick]: trains 784-16-16-10 for three epochs. For some test pictures it
prints the activation regions in balls in the maximum norm, and the adversarial radius: the exact
Euclidean distance to an input where another output is as great. FOLDER, or here, gets
fashion_ball.png. Needs PyTorch, NumPy, matplotlib and Debian's package dataset-fashion-mnist;
--quick is for tests.
"""
import gzip
import sys
from fractions import Fraction
from pathlib import Path

import matplotlib.pyplot as pyplot
import numpy
import torch
from torch import nn

import crease

QUICK = "--quick" in sys.argv
folder = Path(next((name for name in sys.argv[1:] if Path(name).is_dir()), "."))
DATA = Path("/usr/share/datasets/fashion-mnist")
CLASSES = "T-shirt trouser pullover dress coat sandal shirt sneaker bag boot".split()
RADII = [Fraction(k, 200) for k in range(1, 3 if QUICK else 7)]
if not DATA.is_dir():
    sys.exit(print(f"{DATA} is not there: nothing is trained"))


def read(name, header):
    with gzip.open(DATA / name) as file:
        return numpy.frombuffer(file.read()[header:], dtype=numpy.uint8)


def train(pictures, labels):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    model = nn.Sequential(nn.Linear(784, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(),
                          nn.Linear(16, 10))
    x, y = torch.tensor(pictures / 255, dtype=torch.float32), torch.tensor(labels).long()
    adam = torch.optim.Adam(model.parameters(), lr=2e-3)
    order = torch.cat([torch.randperm(len(x)) for epoch in range(1 if QUICK else 3)])
    for batch in order.split(128):
        adam.zero_grad()
        nn.functional.cross_entropy(model(x[batch]), y[batch]).backward()
        adam.step()
    return crease.from_torch(model)


net = train(read("train-images-idx3-ubyte.gz", 16).reshape(-1, 784),
            read("train-labels-idx1-ubyte.gz", 8))
for picture in read("t10k-images-idx3-ubyte.gz", 16).reshape(-1, 784)[:1 if QUICK else 3]:
    x = [Fraction(int(byte), 255) for byte in picture]
    margin = net.margin(x)
    own, rival = CLASSES[margin.chosen], CLASSES[margin.rival]
    counts = [net.count(box=[(v - radius, v + radius) for v in x]).activation_regions
              for radius in RADII]
    far = float(max(abs(there - here) for there, here in zip(margin.point, x)))
    print(f"{own}: {rival} at {margin.distance:.4f}, in the maximum norm {far:.4f}; regions",
          *(f"{float(radius)}: {count}" for radius, count in zip(RADII, counts)), flush=True)
    line = pyplot.semilogy(RADII, counts, marker="o", markersize=3, label=own)[0]
    pyplot.axvline(far, color=line.get_color(), linestyle=":")
pyplot.xlim(0, 1.05 * float(RADII[-1]))
pyplot.xlabel("radius of the ball in the maximum norm, grey values 0 to 1")
pyplot.ylabel("activation regions")
pyplot.legend(title="dotted: another class")
pyplot.savefig(folder / "fashion_ball.png", dpi=150)
