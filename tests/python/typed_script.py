"""A user's script with types: make lint has mypy --strict judge it, with the module."""

import crease


def describe(path: str) -> None:
    net: crease.Network = crease.load(path)
    count: crease.Count = net.count(box=(-1, 1), linear=True)
    print(count.activation_regions, net([0.5, 0.5]))
    lows: list[crease.Range] = net.range(box=(-1, 1))
    total: crease.Range = net.range(box=(-1, 1), objective=[1])
    print(lows[0].least, total.greatest)
    print(net.regions(box=(-1, 1)).to_arrays().polygons, net.margin([0, 0]).distance)
