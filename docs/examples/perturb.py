#!/usr/bin/env python3
"""Adds noise to a network: perturb.py NET K SEED > noisy.json

Every weight and bias w becomes w + r 2^-K, r uniform in the multiples of 2^-20 from -1 to 1,
exactly. Standard library only.
"""
import json
import random
import sys
from fractions import Fraction


def main():
    path, k, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    draw = random.Random(seed)
    with open(path) as file:
        net = json.load(file, parse_float=str)

    def noisy(number):
        noise = Fraction(draw.randint(-(2**20), 2**20), 2 ** (20 + k))
        return str(Fraction(str(number)) + noise)

    for layer in net["layers"]:
        layer["weights"] = [[noisy(w) for w in row] for row in layer["weights"]]
        layer["bias"] = [noisy(b) for b in layer["bias"]]
    net["about"] = f"{net.get('about', '')}; noise of size 2^-{k}, seed {seed}"
    json.dump(net, sys.stdout)
    print()


if __name__ == "__main__":
    main()
