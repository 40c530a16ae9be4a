"""equal on 200 pairs, against polygons that are cut in fractions, without the library."""

from fractions import Fraction
from random import Random

import crease
import pytest
from conftest import cases

TINY = Fraction(1, 2**40)
SQUARE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]


def value(form, point):
    return form[0] * point[0] + form[1] * point[1] + form[2]


def part(polygon, form, side):
    """The part of a convex polygon where side * form >= 0; [] if it has no interior."""
    made = []
    values = [side * value(form, p) for p in polygon]
    if max(values) <= 0 and (side < 0 or any(values)):
        return made
    for p, q, a, b in zip(polygon, polygon[1:] + polygon[:1], values, values[1:] + values[:1]):
        if a >= 0:
            made.append(p)
        if a * b < 0:
            t = Fraction(a) / (a - b)
            made.append(tuple(x + t * (y - x) for x, y in zip(p, q)))
    return made


def layer(forms, weights, bias):
    """The forms of the units of a layer, from those of the layer below."""
    return [
        [sum(w * f[k] for w, f in zip(row, forms)) + (c if k == 2 else 0) for k in range(3)]
        for row, c in zip(weights, bias)
    ]


def differs(one, other):
    """Whether two networks of relu layers and a linear one differ anywhere in the square."""
    cells = [(SQUARE, [[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 0]])]
    for at in range(len(one)):
        made = []
        for polygon, *forms in cells:
            found = [(polygon, [], [])]
            for which, net in enumerate((one, other)):
                for form in layer(forms[which], net[at][0], net[at][1]):
                    split = []
                    for piece, *active in found:
                        for side in (1, -1) if at + 1 < len(one) else (0,):
                            rest = part(piece, form, side) if side else piece
                            if rest:
                                lists = [list(of) for of in active]
                                lists[which].append([0, 0, 0] if side < 0 else form)
                                split.append((rest, *lists))
                    found = split
            made += found
        cells = made
    return any(a != b for _, a, b in cells)


def pair(draw):
    """Two networks: the second with units in another order and scaled, perhaps a weight changed."""
    widths = [2, draw.randint(2, 4), draw.randint(2, 3), draw.randint(1, 2)]
    one = [
        ([[Fraction(draw.randint(-8, 8), 4) for _ in range(n)] for _ in range(m)],
         [Fraction(draw.randint(-8, 8), 8) for _ in range(m)])
        for n, m in zip(widths, widths[1:])
    ]  # fmt: skip
    other, order, scale = [], [0, 1], [Fraction(1)] * 2
    for at, (weights, bias) in enumerate(one):
        units = list(range(len(bias)))
        factor = [Fraction(1)] * len(bias)
        if at + 1 < len(one):
            draw.shuffle(units)
            factor = [Fraction(draw.randint(1, 9), draw.randint(1, 9)) for _ in units]
        rows = [
            [f * weights[u][k] / s for k, s in zip(order, scale)] for u, f in zip(units, factor)
        ]
        other.append((rows, [f * bias[u] for u, f in zip(units, factor)]))
        order, scale = units, factor
    if draw.random() < 0.5:
        rows, _ = other[draw.randrange(len(other))]
        row = rows[draw.randrange(len(rows))]
        row[draw.randrange(len(row))] += draw.choice([TINY, -TINY])
    return one, other


def network(layers):
    kinds = ["relu"] * (len(layers) - 1) + ["linear"]
    return crease.Network([(*of, kind) for of, kind in zip(layers, kinds)])


def test_pairs():
    seen = [0, 0]
    for seed in range(cases(200)):
        one, other = pair(Random(seed))
        a, b = network(one), network(other)
        wanted = not differs(one, other)
        seen[wanted] += 1
        assert a.equals(b, box=(-1, 1)) == wanted, seed
        if not wanted:
            ends = [e for r in a.difference(b).range((-1, 1)) for e in (r.least, r.greatest)]
            most = max(ends, key=lambda e: abs(e.value))
            values = [x - y for x, y in zip(a.exact(most.point), b.exact(most.point))]
            assert most.value in values and most.value != 0, seed
    assert sum(seen) < 20 or min(seen) > sum(seen) / 5


@pytest.mark.parametrize("kind", ["relu", "leaky:1/8", "hardtanh", "maxout:3", "pwl:-1,1;0,1,0"])
def test_simplified_networks_are_equal(kind):
    for seed in range(8):
        net = crease.random("2-5-5-2", activation=kind, seed=seed, bias_std=1)
        box = [(-0.2, 0.3), (0.1, 0.4)]
        seen = [set() for _ in range(10)]
        for region in net.regions(box=box):
            for pieces, piece in zip(seen, (p for layer in region.pattern for p in layer)):
                pieces.add(int(piece))
        stable = [piece for layer in net.stable(box=box) for piece in layer]
        assert stable == [min(s) if len(s) == 1 else None for s in seen], seed
        small = net.simplify(box=box)
        assert small.equals(net, box=box), seed
        assert small.count(box=box, linear=True).affine_maps == (
            net.count(box=box, linear=True).affine_maps
        ), seed


def test_a_limit_decides_nothing():
    one, other = pair(Random(1))
    a = network(one)
    for run in (a.equals, lambda _, **options: a.stable(**options)):
        with pytest.raises(crease.Undecided):
            run(a, box=(-1, 1), max_regions=1)
