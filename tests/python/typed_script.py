"""A user's script with types: make lint has mypy --strict judge it, with the module."""

import crease

net: crease.Network = crease.load("net.json")
count: crease.Count = net.count(box=(-1, 1), linear=True)
print(count.activation_regions, net([0.5, 0.5]))
print(net.regions(box=(-1, 1)).to_arrays().polygons, net.margin([0, 0]).distance)
