#!/usr/bin/env python3
"""The network on a slice, without a slice: compose.py NET.json SLICE.json

Writes a network of as many inputs as the slice has coordinates u, whose first layer is
W (p_0 + sum_k u_k (p_k - p_0)) + b in rationals. Numbers of NET are binary64, those of SLICE
decimals or fractions.
"""
import json
import sys
from fractions import Fraction


def read(path, **how):
    with open(path, encoding="utf-8") as file:
        return json.load(file, **how)


net, slice_ = read(sys.argv[1]), read(sys.argv[2], parse_float=Fraction, parse_int=Fraction)
assert net["numbers"] == "binary64" and slice_.get("numbers", "decimal") == "decimal"
origin, *others = [[Fraction(x) for x in point] for point in slice_["points"]]
sides = [[x - y for x, y in zip(point, origin)] for point in others]


def apply(row, x):
    return sum((Fraction(w) * y for w, y in zip(row, x, strict=True)), Fraction(0))


layers = []
for layer in net["layers"]:
    rows, bias = layer["weights"], [Fraction(b) for b in layer["bias"]]
    if not layers:
        bias = [b + apply(row, origin) for row, b in zip(rows, bias)]
        rows = [[apply(row, side) for side in sides] for row in rows]
    layers.append({
        "weights": [[str(Fraction(w)) for w in row] for row in rows],
        "bias": [str(b) for b in bias],
        "activation": layer["activation"],
    })
json.dump({"inputs": len(sides), "layers": layers}, sys.stdout)
