#!/usr/bin/env python3
"""From PyTorch to a figure for print: figure.pdf, with classes, legend and counts."""
import crease, matplotlib.pyplot as pyplot, torch

torch.manual_seed(1)
x = 2 * torch.rand(300, 2) - 1
y = (x[:, 0] * x[:, 1] > 0).long()
model = torch.nn.Sequential(torch.nn.Linear(2, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for _ in range(300):
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()

net = crease.from_torch(model)
found = net.count(box=(-1, 1), linear=True)
net.plot(box=(-1, 1), color="class", points=x, classes=y, class_names=["odd", "even"])
pyplot.title(f"{found.activation_regions} regions, {found.linear_regions} linear regions")
pyplot.savefig("figure.pdf")
