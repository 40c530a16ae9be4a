#!/usr/bin/env python3
"""Evaluates a network at random points in Python's fractions, and compares with crease eval.

evaluate.py [--seed S] [--raw] CREASE NET: the file NET, in JSON or NNet, is read here, by another
program, too. Some points lie on a crease of a unit of the first layer, as far as a fraction does.
Prints the number of outputs that were compared; exits with 1 at the first that differs.
"""
import argparse
import gzip
import json
import random
import subprocess
import sys
from fractions import Fraction


def nearest(value, digits, least):
    """With so many binary digits, of 2^least at least; ties to even, as round has it."""
    exponent = least
    while abs(value) >= Fraction(2) ** (exponent + digits):
        exponent += 1
    step = Fraction(2) ** exponent
    return round(value / step) * step


def number(text, rounding="decimal"):
    """A number of a file, exactly, or rounded as its "numbers" says."""
    if "x" in text.lower():
        head, _, exponent = text.lower().partition("p")
        whole, _, digits = head.lstrip("+-")[2:].partition(".")
        value = int(whole + digits, 16) * Fraction(2) ** (int(exponent or 0) - 4 * len(digits))
        value = -value if text.startswith("-") else value
    else:
        value = Fraction(text)
    if rounding == "binary64":
        return nearest(value, 53, -1074)
    return nearest(value, 24, -149) if rounding == "binary32" else value


def activation(name):
    kind, _, rest = name.partition(":")
    if kind == "pwl":
        parts = rest.split(";")
        breaks = [number(b) for b in parts[0].split(",")]
        slopes = [number(s) for s in parts[1].split(",")]
        at_zero = number(parts[2]) if len(parts) > 2 else Fraction(0)

        def integral(z):  # of the slopes from breaks[0]
            sum, at = (z - breaks[0]) * slopes[0] if z < breaks[0] else Fraction(0), breaks[0]
            for i, slope in enumerate(slopes[1:]):
                end = breaks[i + 1] if i + 1 < len(breaks) else None
                if z > breaks[i]:
                    sum += slope * ((z if end is None else min(z, end)) - breaks[i])
            return sum
        return lambda z: integral(z) - integral(Fraction(0)) + at_zero
    slope = number(rest) if kind == "leaky" else None
    return {"relu": lambda z: max(z, Fraction(0)), "abs": abs, "linear": lambda z: z,
            "leaky": lambda z: slope * z if z <= 0 else z,
            "hardtanh": lambda z: min(max(z, Fraction(-1)), Fraction(1))}[kind]


def read_json(text):
    net = json.loads(text, parse_float=str, parse_int=str)
    rounding = net.get("numbers", "decimal")
    layers = []
    for layer in net["layers"]:
        weights = [[number(w, rounding) for w in row] for row in layer["weights"]]
        layers.append((weights, [number(b, rounding) for b in layer["bias"]], layer["activation"]))
    return int(net["inputs"]), layers, None


def read_nnet(text, raw):
    lines = [line.strip() for line in text.split("\n")]
    while not lines[0] or lines[0].startswith("//"):
        lines.pop(0)

    def row():
        return [Fraction(entry) for entry in lines.pop(0).split(",") if entry.strip()]
    count = int(row()[0])
    sizes = [int(size) for size in row()[:count + 1]]
    lines.pop(0)
    row(), row()
    means, ranges = row(), row()
    n = sizes[0]
    lines = [line for line in lines if line]
    layers = []
    for l in range(count):
        weights = [row() for _ in range(sizes[l + 1])]
        layers.append((weights, [row()[0] for _ in weights], "relu" if l + 1 < count else "linear"))
    assert not lines and all(len(w) == sizes[l] for l, layer in enumerate(layers) for w in layer[0])
    if raw:
        return n, layers, None
    if means in ([], [0]):
        means = [Fraction(0)] * (n + 1)
    if ranges in ([], [0]):
        ranges = [Fraction(1)] * (n + 1)
    return n, layers, (means, ranges)


def read(path, raw):
    data = open(path, "rb").read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    text = data.decode("utf-8", "replace")
    return read_json(text) if text.lstrip().startswith("{") else read_nnet(text, raw)


def evaluate(net, x):
    inputs, layers, scale = net
    if scale:
        x = [(x[i] - scale[0][i]) / scale[1][i] for i in range(inputs)]
    for weights, biases, act in layers:
        z = [sum((w * y for w, y in zip(row, x)), bias) for row, bias in zip(weights, biases)]
        if isinstance(act, str) and act.startswith("maxout:"):
            rank = int(act[7:])
            x = [max(z[u:u + rank]) for u in range(0, len(z), rank)]
        elif isinstance(act, str):
            x = [activation(act)(value) for value in z]
        else:
            rank = [int(a[7:]) if a.startswith("maxout:") else 1 for a in act]
            x, at = [], 0
            for a, k in zip(act, rank):
                x.append(max(z[at:at + k]) if k > 1 else activation(a)(z[at]))
                at += k
    if scale:
        x = [y * scale[1][-1] + scale[0][-1] for y in x]
    return x


def points(net, random, count):
    inputs, layers, scale = net
    for i in range(count):
        x = [Fraction(random.randint(-20, 20), random.choice([1, 2, 3, 8, 10]))
             for _ in range(inputs)]
        if scale:
            x = [scale[0][j] + scale[1][j] * x[j] / 20 for j in range(inputs)]
        if i % 2:  # on a crease
            row = random.randrange(len(layers[0][0]))
            weights, bias = list(layers[0][0][row]), layers[0][1][row]
            if scale:
                weights = [w / scale[1][j] for j, w in enumerate(weights)]
                bias -= sum(w * scale[0][j] for j, w in enumerate(weights))
            j = random.randrange(inputs)
            if weights[j]:
                rest = sum(w * y for k, (w, y) in enumerate(zip(weights, x)) if k != j)
                x[j] = -(bias + rest) / weights[j]
        yield x


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--raw", action="store_true")
    parser.add_argument("crease")
    parser.add_argument("net")
    args = parser.parse_args()
    net = read(args.net, args.raw)
    x = list(points(net, random.Random(args.seed), 6))
    command = [args.crease, "eval", args.net, "--points=-", "--json"]
    if args.raw:
        command.append("--nnet-raw")
    text = json.dumps({"points": [[str(entry) for entry in point] for point in x]})
    said = subprocess.run(command, input=text, capture_output=True, text=True)
    if said.returncode:
        sys.exit(said.stderr.strip())
    found, compared = json.loads(said.stdout), 0
    for point, result in zip(x, found["points"], strict=True):
        for y, output in zip(evaluate(net, point), result["outputs"], strict=True):
            if str(y) != output["exact"] or float(y) != output["double"]:
                sys.exit(f"{args.net} at {point}: {output}, not {y} (seed {args.seed})")
            compared += 1
    print(compared)


if __name__ == "__main__":
    main()
