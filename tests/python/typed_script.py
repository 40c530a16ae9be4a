"""A user's script with types: make lint has mypy --strict judge it, with the module."""

import crease


def describe(path: str) -> None:
    net: crease.Network = crease.load(path)
    count: crease.Count = net.count(box=(-1, 1), linear=True)
    print(count.activation_regions, net([0.5, 0.5]))
    print(net.regions(box=(-1, 1)).to_arrays().polygons, net.margin([0, 0]).distance)
