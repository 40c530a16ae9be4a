"""Whether what crease explain says of regions is so, computed by fractions.

explained.py CREASE NET CERT [PATTERNS]

Reads the network and the domain by itself and computes every form and every sum anew. Each region
is explained by its number, and found again by the point inside that was named. PATTERNS is a file
of crease regions: numbers and patterns must be those. Prints how many regions there are.
"""

import gzip
import json
import subprocess
import sys
from fractions import Fraction


def activation(name):
    """(breakpoints, slopes, offsets), or the rank of a maxout unit."""
    fixed = {"linear": ";1", "relu": "0;0,1", "abs": "0;-1,1", "hardtanh": "-1,1;0,1,0"}
    if name.startswith("maxout:"):
        return int(name[7:])
    if name.startswith("leaky:"):
        fixed[name] = "0;%s,1" % name[6:]
    text = fixed.get(name) or name[4:]
    cuts, slopes, value = (text.split(";") + ["0"])[:3]
    cuts = [Fraction(t) for t in cuts.split(",")] if cuts else []
    slopes = [Fraction(s) for s in slopes.split(",")]
    # Continuous, and `value` at 0.
    zero = sum(t < 0 for t in cuts)
    offsets = [Fraction(0)]
    for p, t in enumerate(cuts):
        offsets.append(offsets[-1] + (slopes[p] - slopes[p + 1]) * t)
    return cuts, slopes, [o - offsets[zero] + Fraction(value) for o in offsets]


class Layer:
    def __init__(self, read, number):
        names = read["activation"]
        self.bias = [number(b) for b in read["bias"]]
        self.weights = [[number(w) for w in row] for row in read["weights"]]
        if isinstance(names, str):
            kind = activation(names)
            rank = kind if isinstance(kind, int) else 1
            names = [names] * (len(self.bias) // rank)
        self.units = [activation(name) for name in names]
        self.first = [0]
        for unit in self.units:
            self.first.append(self.first[-1] + (unit if isinstance(unit, int) else 1))


def combine(rows, weights, constant=0):
    """The sum of forms times weights, plus a constant."""
    columns = len(rows[0])
    total = [
        sum((w * row[c] for w, row in zip(weights, rows) if w), Fraction(0)) for c in range(columns)
    ]
    total[-1] += constant
    return total


def forms_of(layers, chart, pattern):
    """The rows z of each hidden layer where the layers before have their pieces."""
    rows, found = chart, []
    for layer, pieces in zip(layers, pattern):
        z = [combine(rows, w, b) for w, b in zip(layer.weights, layer.bias)]
        found.append(z)
        rows = []
        for unit, p, first in zip(layer.units, pieces, layer.first):
            if isinstance(unit, int):
                rows.append(z[first + p])
            else:
                rows.append(combine([z[first]], [unit[1][p]], unit[2][p]))
    return found


def claim(path):
    """The chart and the inequalities of the domain that a certificate names."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as lines:
        assert next(lines) == "crease-certificate 3\n"
        next(lines)
        words = next(lines).split()
        chart = None
        if words[0] == "chart":
            chart = []
            for line in lines:
                words = line.split()
                if words[0] == "domain":
                    break
                chart.append([Fraction(x) for x in words])
        if words[1] == "polytope":
            return chart, [[Fraction(x) for x in next(lines).split()] for _ in range(int(words[2]))]
        ends = [Fraction(x) for x in words[2:]]
        d = len(ends) // 2
        sides = []
        for i in range(2 * d):
            side = [Fraction(0)] * (d + 1)
            side[i // 2] = Fraction(-1 if i % 2 else 1)
            side[d] = ends[i] if i % 2 else -ends[i]
            sides.append(side)
        return chart, sides


def is_positive_multiple(a, b):
    """Whether row a is row b times a positive number."""
    k = next((i for i, x in enumerate(b) if x), None)
    if k is None:
        return not any(a)
    factor = a[k] / b[k]
    return factor > 0 and all(x == factor * y for x, y in zip(a, b))


def numbers(texts):
    return [Fraction(x) for x in texts]


class Case:
    """One region, as it is told."""

    def __init__(self, told, layers, chart, sides):
        self.told, self.layers = told, layers
        self.z = forms_of(layers, chart, told["pattern"])
        self.members = []
        self.add_members(told["of_the_domain"], sides)
        # By layer and unit: the pieces that are left.
        self.left = [
            [list(range(u if isinstance(u, int) else len(u[1]))) for u in layer.units]
            for layer in layers[: len(told["pattern"])]
        ]
        self.bounded = False

    def add_members(self, told, rows):
        assert len(told) == len(rows)
        for member, row in zip(told, rows):
            assert member["number"] == len(self.members)
            self.members.append(numbers(member["row"]))
            assert is_positive_multiple(self.members[-1], row)

    def sum_of(self, step, constant):
        """What the multipliers make of the members; none is negative."""
        assert constant >= 0 and len(step["cone"]) == len(step["multipliers"])
        factors = numbers(step["multipliers"])
        assert all(m >= 0 for m in factors)
        zero = [[Fraction(0)] * len(self.told_columns())]
        return combine(
            zero + [self.members[i] for i in step["cone"]], [Fraction(1)] + factors, constant
        )

    def told_columns(self):
        return range(self.told["dimension"] + 1)

    def fixed(self, step):
        unit = self.layers[step["layer"]].units[step["unit"]]
        left = self.left[step["layer"]][step["unit"]]
        z, first = self.z[step["layer"]], self.layers[step["layer"]].first[step["unit"]]
        if isinstance(unit, int):
            low, high = step["low"], step["high"]
            assert low < high and low in left and high in left
            form = [a - b for a, b in zip(z[first + high], z[first + low])]
            gone = [low if step["side"] == ">=" else high]
        else:
            assert left[0] == step["breakpoint"] and len(left) > 1
            form = combine([z[first]], [Fraction(1)], -unit[0][left[0]])
            assert Fraction(step["at"]) == unit[0][left[0]]
            gone = left[:1] if step["side"] == ">=" else left[1:]
        assert form == numbers(step["form"])
        if step["side"] == "<=":
            form = [-x for x in form]
        elif not any(form):
            raise AssertionError("0 is on the lower side")
        assert form == self.sum_of(step, Fraction(step["constant"]))
        self.left[step["layer"]][step["unit"]] = [p for p in left if p not in gone]

    def split(self, step):
        # All units before are known, and so are all layers before.
        for l in range(step["layer"]):
            assert all(len(pieces) == 1 for pieces in self.left[l])
        here = self.left[step["layer"]]
        assert all(len(pieces) == 1 for pieces in here[: step["unit"]])
        unit, left = self.layers[step["layer"]].units[step["unit"]], here[step["unit"]]
        z, first = self.z[step["layer"]], self.layers[step["layer"]].first[step["unit"]]
        assert len(left) > 1
        if isinstance(unit, int):
            row = step["row"]
            assert row in left
            rows = [[a - b for a, b in zip(z[first + row], z[first + k])] for k in left if k != row]
            here[step["unit"]] = [row]
        else:
            form = combine([z[first]], [Fraction(1)], -unit[0][left[0]])
            assert form == numbers(step["form"]) and any(form[:-1])
            above = step["side"] == ">="
            rows = [form if above else [-x for x in form]]
            here[step["unit"]] = left[1:] if above else left[:1]
        self.add_members(step["members"], rows)

    def bound(self, step):
        assert len(step["sum"]) == self.told["dimension"]
        total = combine([self.members[i] for i in step["sum"]], [Fraction(-1)] * len(step["sum"]))
        shown = self.sum_of(step, Fraction(0))
        assert total[:-1] == shown[:-1]
        self.bounded = is_independent([self.members[i][:-1] for i in step["sum"]])
        assert self.bounded

    def check(self):
        for step in self.told["steps"]:
            {"fixed": self.fixed, "split": self.split, "bounded": self.bound}[step["step"]](step)
        assert [[p for (p,) in layer] for layer in self.left] == self.told["pattern"]
        x = numbers(self.told["inside"]) + [Fraction(1)]
        values = [sum(a * b for a, b in zip(m, x)) for m in self.members]
        assert values == numbers(self.told["values"]) and all(v > 0 for v in values)
        assert self.told["bounded"] == self.bounded
        if not self.bounded:
            v = numbers(self.told["direction"])
            assert any(v) and all(sum(a * b for a, b in zip(m, v)) >= 0 for m in self.members)


def is_independent(rows):
    """Whether rows of fractions are."""
    rows, rank = [row[:] for row in rows], 0
    for c in range(len(rows[0]) if rows else 0):
        pivot = next((r for r in rows[rank:] if r[c]), None)
        if pivot is None:
            continue
        rows[rank:] = [pivot] + [r for r in rows[rank:] if r is not pivot]
        for r in rows[rank + 1 :]:
            factor = r[c] / pivot[c]
            r[:] = [a - factor * b for a, b in zip(r, pivot)]
        rank += 1
    return rank == len(rows)


def explain(crease, net, cert, option):
    done = subprocess.run(
        [crease, "explain", net, cert, option, "--json=line"], capture_output=True, text=True
    )
    return json.loads(done.stdout) if done.returncode == 0 else None


def main(crease, net, cert, patterns=None):
    with open(net) as read:
        network = json.load(read, parse_float=str, parse_int=str)
    # Decimals of a network of doubles stand for the doubles that are nearest.
    doubles = network.get("numbers") == "binary64"
    number = (lambda text: Fraction(float(Fraction(text)))) if doubles else Fraction
    layers = [Layer(layer, number) for layer in network["layers"]]
    inputs = int(network["inputs"])
    chart, sides = claim(cert)
    if chart is None:
        chart = [[Fraction(c == i) for c in range(inputs + 1)] for i in range(inputs)]
    expected = None
    if patterns:
        with open(patterns) as lines:
            expected = [json.loads(line).get("pattern") for line in lines]
    count = 0
    while told := explain(crease, net, cert, "--region=%d" % count):
        assert told["region"] == count
        Case(told, layers, chart, sides).check()
        assert expected is None or told["pattern"] == expected[count]
        again = explain(crease, net, cert, "--point=" + ",".join(told["inside"]))
        assert again["region"] == count and again["point_values"] == told["values"]
        count += 1
    assert expected is None or count == len(expected) - 1
    print(count)


main(*sys.argv[1:])
