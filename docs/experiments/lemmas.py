"""Lemmas, propositions and corollaries of the four papers that no figure shows, one row each.

Each row compares what a statement says with networks: `share` is the share of cases in which it
holds exactly, or, if cases are random numbers, `mean`, `low` and `high` are a mean and its 95 %
interval beside `stated`. Networks are random, widths up to 12, the square [-1, 1]^2 or the line;
the network of Pascanu's Propositions 3 to 5 and Theorem 1 is built as in the proof, with the
tangents of a parabola in place of the tangents of circles: unit i is active where (x - i)^2 < x^2 -
y, which is an interval of units.
"""

import math
from itertools import combinations

import numpy
from common import crease, mean, picture, pyplot, seed, size, table, verdict

CASES, DRAWS = size(2, 8), size(400, 20000)
SQUARE = (-1, 1)
rng = numpy.random.default_rng(0)
rows = []


def exact(item, statement, holds):
    holds = list(holds)
    share = sum(map(bool, holds)) / len(holds)
    rows.append(
        [item, statement, len(holds), share, *[math.nan] * 4]
        + [verdict("holds" if share == 1 else "fails")]
    )


def sampled(item, statement, values, stated, at_least=False):
    middle, low, high = mean(values)
    fits = high >= stated if at_least else low <= stated <= high
    shown = [middle, low, high, float(stated)]
    said = verdict("agrees" if fits else "differs")
    rows.append([item, statement, len(values), math.nan, *shown, said])


def networks(widths, **how):
    return [crease.random(widths, bias_std="1/2", seed=seed(i), **how) for i in range(CASES)]


def value(row, x):
    return sum(a * b for a, b in zip(row, [*x, 1]))


# ---- Raghu et al. ----


def convex(net):
    """Each region is the part of the square where its facets are >= 0, and one map holds on it."""
    for cell in net.regions(SQUARE):
        points = [*cell.exact_vertices, cell.interior]
        yield all(value(facet.row, x) >= 0 for facet in cell.facets for x in points) and all(
            [value(row, x) for row in cell.map] == net.exact(x) for x in points
        )


def new_patterns(net):
    line, starts, state, seen = net.line([-3, 1], [3, -1]), {}, {}, {()}
    for crossed in line.transitions:
        for t in crossed:
            state[t.layer, t.unit] = t.after
            if starts.setdefault((t.layer, t.unit), t.before) == t.after:
                state.pop((t.layer, t.unit))
        key = tuple(sorted(state.items()))
        yield key not in seen
        seen.add(key)


for name in ("relu", "hardtanh"):
    made = networks("2-6-6-1", activation=name)
    exact(
        "Raghu Theorem 3",
        f"regions are convex with one map ({name})",
        (x for n in made for x in convex(n)),
    )
    exact(
        "Raghu Corollary 2",
        f"no pattern occurs twice on a line ({name})",
        (x for n in made for x in new_patterns(n)),
    )

def one_map_each(net):
    """Whether no two regions of the space have the same map."""
    counted = net.count(linear=True)
    return counted.affine_maps == counted.activation_regions


for widths in ("2-12-1", "2-4-4-1", "2-4-4-4-1", "2-8-8-8-1"):
    drawn = (crease.random(widths, init="he", bias_std=1, seed=i + 1) for i in range(size(20, 200)))
    exact(
        "Raghu Theorem 3 as printed",
        f"a different linear function on each region (relu {widths})",
        (one_map_each(net) for net in drawn),
    )

k = 6
x, y = rng.normal(size=(2, k))
x, y = x / numpy.linalg.norm(x), y / numpy.linalg.norm(y)
W = rng.normal(size=(DRAWS, k, k))
along = (W @ x)[:, :, None] * x
across = W - along
up = y[:, None] * (y @ across)[:, None, :]
residues = [across @ x, y @ (across - up), W - along - up - (across - up)]
exact(
    "Raghu Lemma 1",
    "the parts vanish on x and y and sum to W",
    [abs(r).max() < 1e-12 for r in residues],
)
sampled(
    "Raghu Lemma 2",
    "parts along and across x are uncorrelated",
    along[:, 0, 1] * across[:, 0, 2],
    0,
)
turned = rng.normal(size=k)
turned -= turned @ x * x
norms = numpy.linalg.norm((across - up) @ turned, axis=1) / numpy.linalg.norm(turned)
ratio = [math.sqrt(2) * math.gamma(m / 2) / math.gamma((m - 1) / 2) for m in (k, 4)]
sampled("Raghu Lemma 4 (a)", "mean norm of a projection", norms, ratio[0])
kept = across[:, :4] @ turned / numpy.linalg.norm(turned)
kept -= (kept @ y[:4] / (y[:4] @ y[:4]))[:, None] * y[:4]
sampled(
    "Raghu Lemma 4 (b)",
    "the same of 4 units: at least",
    numpy.linalg.norm(kept, axis=1),
    ratio[1],
    True,
)
X = rng.normal(size=(DRAWS, k)) * numpy.arange(1, k + 1)
gain = numpy.linalg.norm(X - 1, axis=1) - numpy.linalg.norm(X, axis=1)
sampled("Raghu Lemma 5", "E |X - mu| - E |X|: at least", gain, 0, True)

# ---- Hanin and Rolnick ----


def bends(net):
    """The map changes over a facet if and only if later layers let the unit through."""
    cells = list(net.regions(SQUARE))
    for one, near in zip(cells, net.adjacency(SQUARE)):
        for n in near:
            other = cells[n.region]
            good = all(any(layer) for layer in one.pattern[n.layer + 1 :])
            yield (one.map != other.map) == good


def crossings(net):
    """At each vertex inside exactly two units are at their breakpoint: in four regions."""
    around = {}
    for cell in net.regions(SQUARE):
        for x in map(tuple, cell.exact_vertices):
            if max(map(abs, x)) < 1:
                around.setdefault(x, set()).add(cell.pattern)
    for patterns in around.values():
        flat = [sum(p, ()) for p in patterns]
        yield sum(len(set(unit)) > 1 for unit in zip(*flat)) == 2


made = networks("2-8-6-1")
exact(
    "Hanin Proposition 9",
    "the function bends where the unit is good",
    (x for n in made for x in bends(n)),
)
exact(
    "Hanin Proposition 10", "at a vertex two units change", (x for n in made for x in crossings(n))
)


def tube(net, radius=0.1):
    """The area of the tube around the boundary in the square, and the bound."""
    points = rng.uniform(-1, 1, (size(50, 400), 2))
    near = [float(d.activation.squared) <= radius**2 for d in net.distance(points)]
    wide = (-1.1, 1.1)
    inside = {tuple(x) for c in net.regions(wide) for x in c.exact_vertices}
    count = sum(max(map(abs, x)) < 1.1 for x in inside)
    bound = 2 * radius * float(net.boundary(wide).volume) + math.pi * radius**2 * count
    return 4 * numpy.mean(near), bound


found = [tube(net) for net in made]
exact(
    "Hanin Lemma 12", "the tube's area is at most the sum over pieces", (a <= b for a, b in found)
)
for name, T in (("relu", 1), ("hardtanh", 2), ("pwl:-1,-1/3,1/3,1;0,1,0,1,0", 4)):
    nets = networks("2-12-12-1", activation=name)
    points = rng.uniform(-1, 1, (20, 2))
    away = [math.sqrt(d.activation.squared) for net in nets for d in net.distance(points)]
    means = numpy.reshape(away, (len(nets), -1)).mean(axis=1)
    label = "Hanin Corollary 5" if T == 1 else "Hanin Corollary 8"
    sampled(
        label, f"{T} breakpoints: N T times the mean distance, at least", 24 * T * means, 0.5, True
    )
for name, T in (("relu", 1), ("pwl:-1,-1/3,1/3,1;0,1,0,1,0", 4)):
    nets = networks("2-12-12-1", activation=name)
    density = [float(net.boundary(SQUARE).density) / (24 * T) for net in nets]
    label = "Hanin Corollary 4" if T == 1 else "Hanin Corollary 7"
    middle, low, high = mean(density)
    said = f"{T} breakpoints: boundary by area / (N T), at most 1"
    fits = "agrees" if low <= 1 else "differs"
    rows.append([label, said, len(nets), math.nan, middle, low, high, 1.0, verdict(fits)])

# ---- Pascanu, Montufar and Bengio ----


def breaks(net, output=None):
    """Where the function of one variable, or one output, changes its map."""
    cells = sorted(net.regions((-5, 5)), key=lambda c: c.interior)
    pick = slice(None) if output is None else output
    return {
        max(a.exact_vertices)[0] for a, b in zip(cells, cells[1:]) if a.map[pick] != b.map[pick]
    }


nets = networks("1-8-8-3")
exact("Pascanu Lemma 1", "regions are intersections of those of the outputs",
      (breaks(n) == set().union(*(breaks(n, i) for i in range(3))) for n in nets))  # fmt: skip
one = []
for net in nets:
    layers = net.layers
    weights, bias, last = layers[-1]
    mix = [sum(c * w for c, w in zip((1, 3, 7), column)) for column in zip(*weights)]
    layers[-1] = ([mix], [0], last)
    one.append(breaks(crease.Network(layers)) == breaks(net))
exact("Pascanu Lemma 2", "one output has as many regions as three", one)
absorbed = []
for i in range(CASES):
    (A, a, _), (B, b, _), (C, c, _) = crease.random("2-4-2-3", bias_std=1, seed=seed(i)).layers
    D = [[sum(u * v for u, v in zip(row, column)) for column in zip(*B)] for row in C]
    d = [sum(u * v for u, v in zip(row, b)) + e for row, e in zip(C, c)]
    out = ([[1, 2, 3]], [0], "linear")
    long = crease.Network([(A, a, "relu"), (B, b, "linear"), (C, c, "relu"), out])
    absorbed.append(long.equals(crease.Network([(A, a, "relu"), (D, d, "relu"), out])))
exact("Pascanu Lemma 3", "a linear layer is absorbed by the next one", absorbed)


def most(n):
    return 1 + n + math.comb(n, 2)


def layer(lines):
    """A relu layer with a unit for each line w . x + b = 0, and an output."""
    return [
        ([w for w, _ in lines], [b for _, b in lines], "relu"),
        ([[1] * len(lines)], [0], "linear"),
    ]


def tangents(n):
    """Unit i is active at (x, y) if y < 2 i x - i^2."""
    return [((2 * i, -1), -i * i) for i in range(1, n + 1)]


def arrangement(n):
    """The same about the point (4, 20), a hundredth as large: n <= 8 lines cross near 0."""
    return [((200 * i, -100), 8 * i - 20 + b) for i, (_, b) in enumerate(tangents(n), 1)]


half = 0.7  # the square lies in the unit ball
exact("Pascanu Proposition 3", "all regions of a small arrangement meet the unit ball",
      [crease.Network(layer(arrangement(n))).count((-half, half)).activation_regions == most(n)
       for n in range(1, 9)])  # fmt: skip
every = []
for n in range(1, 9):
    net = crease.Network(layer(tangents(n)))
    active = {tuple(i for i, on in enumerate(c.pattern[0]) if on) for c in net.regions()}
    every.append(active == {()} | {tuple(range(i, j)) for i, j in combinations(range(n + 1), 2)})
exact("Pascanu Proposition 4", "the active sets are the intervals of units", every)


def stacked(p, n):
    """Theorem 1's network of 2 p and n units, and whether the balls of Proposition 5 fit."""
    lines = tangents(2 * p)
    W = numpy.array([w for w, _ in lines], float)
    b = numpy.array([c for _, c in lines], float)
    parts = []
    for cell in crease.Network(layer(lines)).regions([(-1, 4 * p), (-99, 20 * p * p)]):
        on = [i for i, x in enumerate(cell.pattern[0]) if x]
        if len(on) == 2 and on[0] % 2 == 0:
            point = numpy.array(cell.interior, float)
            radius = min(abs(W @ point + b) / numpy.linalg.norm(W, axis=1))
            h = W[on] @ point + b[on]
            parts.append((on, h, radius * numpy.linalg.svd(W[on])[1].min()))
    K = 1.01 * max(numpy.linalg.norm(h) / radius for _, h, radius in parts)
    U, fits = numpy.zeros((2, 2 * p)), True
    for on, h, radius in parts:
        turn = numpy.array([[h[0], h[1]], [-h[1], h[0]]]) * K / (h @ h)
        U[:, on] = turn
        fits &= radius * K / numpy.linalg.norm(h) >= 1 and bool(numpy.allclose(turn @ h, [K, 0]))
    second = arrangement(n)
    V, d = numpy.array([w for w, _ in second], float), numpy.array([float(c) for _, c in second])
    layers = [(W, b, "relu"), (V @ U, V @ [-K, 0] + d, "relu"), ([[1] * n], [0], "linear")]
    return crease.Network(layers), fits and len(parts) == p


made = [(p, n, *stacked(p, n)) for p, n in ((1, 3), (2, 3), (2, 5), (3, 4))]
exact("Pascanu Proposition 5", "each image contains the unit ball", [fits for *_, fits in made])
exact("Pascanu Theorem 1", "regions at least p (1 + n + n (n - 1)/2)",
      [net.count().activation_regions >= p * most(n) for p, n, net, _ in made])  # fmt: skip
columns = "item,statement,cases,share,mean,low,high,stated,verdict"
table("lemmas", columns, [[item, said.replace(",", ";"), *rest] for item, said, *rest in rows])
if plots := pyplot():  # Pascanu, figures 4 and 5 to 7
    figure, axes = plots.subplots(1, 2, figsize=(8, 4))
    crease.Network(layer(tangents(4))).plot([(0, 5), (-8, 12)], ax=axes[0], boundary=False)
    axes[0].set_title("tangents: intervals of 4 units")
    made[1][2].plot([(0, 5), (-4, 14)], ax=axes[1], boundary=False)
    axes[1].set_title("3 lines copied in 2 regions")
    for ax in axes:
        ax.set_aspect("auto")
    picture("lemmas.png", figure)
