"""Lemmas, propositions and corollaries of the four papers that no figure shows, one row each.

Each row compares what a statement says with networks: `share` is the share of cases in which it
holds exactly, or, if cases are random numbers, `mean`, `low` and `high` are a mean and its 95 %
interval beside `stated`. Networks are random, widths up to 12, the square [-1, 1]^2 or the line;
the networks of Pascanu's Propositions 3 to 5 and Theorem 1 are built as in the proof, exactly, with
the tangents of a parabola in place of the tangents of circles: unit i is active where (x - i)^2 <
x^2 - y, which is an interval of units.
"""

import math
from fractions import Fraction
from itertools import combinations, islice, product

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


def sampled(item, statement, values, stated, at_least=False, at_most=False, error=0.0):
    """at_least, at_most: the mean may be on that side of `stated`, by more than its interval.

    `stated` is itself known to +- error. The verdict allows 1.7 times the 95 % interval, 99.9 %,
    because there are some thirty of them.
    """
    middle, low, high = mean(values)
    reach = 1.7 * math.hypot(high - middle, error)
    fits = (at_least or middle - reach <= stated) and (at_most or middle + reach >= stated)
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


def moments(dimension, size):
    """E V and E V^2 of the volume V that `size` standard normal vectors span."""
    if size > dimension:
        return 0, 0
    norms = (math.gamma((j + 1) / 2) / math.gamma(j / 2) for j in range(dimension, 0, -1))
    return 2 ** (size / 2) * math.prod(islice(norms, size)), math.perm(dimension, size)


def gradients(widths, chosen):
    """E V and E V^2 of the volume V that the gradients of units at their breakpoint span.

    chosen[l] units of layer l, at any point; relu and He weights, exactly: docs/growth.md, 7.
    """
    rest = size = sum(chosen)  # the dimension that is left
    found = [x / y for x, y in zip(moments(widths[0], size), moments(size, size))]
    for inputs, width, count in zip(widths, widths[1:], chosen):
        others = width - count
        are_open = {j: math.comb(others, j) / 2**others for j in range(others + 1)}
        for dimensions, taken in (({rest: 1}, count), (are_open, rest - count)):
            means = zip(*(numpy.multiply(p, moments(j, taken)) for j, p in dimensions.items()))
            scale = (2 / inputs) ** (taken / 2)
            found = [x * sum(m) * scale**i for i, (x, m) in enumerate(zip(found, means), 1)]
        rest -= count
    return found


def between(widths, size, deviation, square):
    """Corollary 4's bounds on the mean over sets of units of their volume by volume.

    square: |x|^2 is at most this. With p the density of a bias and z the pre-activation of a unit
    without it, E V prod p(z) is at most p(0)^size E V and, for any eta, at least prod p(eta) (E V -
    (E V^2 P(some |z| > eta))^(1/2)): the estimate of the paper's proof for one unit, applied to
    all at once. Markov's inequality with E z^2 bounds P. All units count.
    """

    def density(x):
        return math.exp(-((x / deviation) ** 2) / 2) / (deviation * math.sqrt(2 * math.pi))

    second = [2 * square / widths[0] + l * deviation**2 for l in range(len(widths) - 1)]
    sets, least, most = 0, 0, 0
    for chosen in product(range(size + 1), repeat=len(second)):
        if sum(chosen) == size:
            first, both = gradients(widths, chosen)
            ways = math.prod(map(math.comb, widths[1:], chosen))
            bounds = (
                (first - math.sqrt(both * size) / t)
                * math.prod(density(t * z**0.5) ** count for z, count in zip(second, chosen))
                for t in numpy.arange(1, 20, 0.05)
            )
            sets += ways
            least += ways * max(bounds)
            most += ways * first * density(0) ** size
    return least / sets, most / sets


def vertices(net, inputs, half):
    """The vertices inside a cube by volume and set of units."""
    cells = net.regions((-half, half), only=("exact", "vertices"))
    inside = {x for c in cells for x in map(tuple, c.exact_vertices) if max(map(abs, x)) < half}
    return len(inside) / (2 * half) ** inputs / math.comb(sum(net.widths[1:-1]), inputs)


def boundary(net, inputs, half):
    return float(net.boundary((-half, half)).density) / sum(net.widths[1:-1])


for widths, units, what, measured in (
    ((2, 12, 12), 1, "boundary by area / N", boundary),
    ((2, 12, 12), 2, "k = 2: vertices by area / C(N 2)", vertices),
    ((3, 6, 6), 3, "k = 3: vertices by volume / C(N 3)", vertices),
):
    shape, count = [*widths, 1], CASES if units == 1 else 5 * CASES
    for word, deviation, half in (("most", Fraction(1, 2), 1), ("least", 1, Fraction(1, 2))):
        nets = (crease.random(shape, bias_std=deviation, seed=seed(i)) for i in range(count))
        found = [measured(net, widths[0], half) for net in nets]
        least, most = between(widths, units, deviation, widths[0] * half**2)
        stated = most if word == "most" else least
        sampled("Hanin Corollary 4", f"{what}, at {word}", found, stated, **{f"at_{word}": True})
nets = networks("2-12-12-1", activation="pwl:-1,-1/3,1/3,1;0,1,0,1,0")
found = [boundary(net, 2, 1) / 4 for net in nets]
said = "4 breakpoints: boundary by area / (N T), at most C_bias E |grad|"
sampled("Hanin Corollary 7", said, found, 2 / math.sqrt(math.pi), at_most=True)


def spanned(widths, chosen):
    """A sample of the volume that the gradients of the first chosen[l] units of layers span."""
    random = numpy.random.default_rng(1)
    y, jacobian = numpy.full((DRAWS, widths[0], 1), 0.3), numpy.eye(widths[0])
    rows = []
    for inputs, width, count in zip(widths, widths[1:], chosen):
        weights = random.normal(size=(DRAWS, width, inputs)) * (2 / inputs) ** 0.5
        z = weights @ y + random.normal(size=(DRAWS, width, 1)) / 2
        z[:, :count] = 0
        jacobian = weights @ jacobian
        rows.append(jacobian[:, :count])
        y, jacobian = numpy.maximum(z, 0), jacobian * (z > 0)
    rows = numpy.concatenate(rows, axis=1)
    return numpy.sqrt(numpy.maximum(0, numpy.linalg.det(rows @ rows.transpose(0, 2, 1))))


for widths, chosen in (
    ((2, 6, 5), (1, 1)), ((3, 4, 4, 4), (0, 1, 2)), ((4, 5, 4), (1, 1)), ((5, 6, 6), (2, 1)),
):  # fmt: skip
    shape, units = "-".join(map(str, widths)), "+".join(map(str, chosen))
    said = f"mean volume that gradients span ({shape}; {units} units)"
    sampled("Hanin Corollary 4", said, spanned(widths, chosen), gradients(widths, chosen)[0])

# Theorem 1 on bounded intervals: breakpoints for each unit and unit of length, beside the exact
# mean of Theorem 3 by Monte Carlo; the same shapes at the same N. These nine rows were chosen after
# others had been seen: docs/experiments.md.
DRAWN = size(20, 500)
for widths in ((24,), (12, 12), (6, 6, 6, 6)):
    nets = [crease.random([1, *widths, 1], bias_std="1/2", seed=seed(i, 1)) for i in range(DRAWN)]
    for half in (0.1, 1, 3):
        box = (f"-{half}", str(half))
        count = [net.count(box, threads=1).activation_regions - 1 for net in nets]
        right = crease.expected_density([1, *widths], [(-half, half)], samples=size(1000, 20000))
        shape = "-".join(map(str, widths))
        sampled(
            "Hanin Theorem 1",
            f"breakpoints / (N length) in [-{half}; {half}] ({shape})",
            numpy.array(count) / (48 * half),
            right.boundary.mean / 24,
            error=(right.boundary.high - right.boundary.low) / 48,
        )

# ---- Price and Tanner ----

SIGNS = (-1, 0, 1)
A = ((2, 1, 0), (-1, 3, 1), (1, 0, 1))  # invertible


def law(points, image):
    """How many of the points have each image."""
    found = {}
    for x in points:
        found[image(x)] = found.get(image(x), 0) + 1
    return found


def times(matrix, x):
    return tuple(sum(a * b for a, b in zip(row, x)) for row in matrix)


def minus(x):
    return tuple(-a for a in x)


def is_even(found):
    return all(found.get(minus(x), 0) == count for x, count in found.items())


def inside(y):
    """Whether A^-1 y is in the cube (-1, 1)^3: the density of A X for X uniform in it."""
    (a, b, c), (d, e, f), (g, h, i) = A
    adjoint = ((e * i - f * h, c * h - b * i, b * f - c * e),
               (f * g - d * i, a * i - c * g, c * d - a * f),
               (d * h - e * g, b * g - a * h, a * e - b * d))  # fmt: skip
    det = sum(u * v[0] for u, v in zip(A[0], adjoint))
    return all(abs(x) < abs(det) for x in times(adjoint, y))


GRID = list(product(SIGNS, repeat=3))
FINE = [tuple(Fraction(x, 3) for x in y) for y in product(range(-12, 13, 3), repeat=3)]
exact("Price and Tanner Lemma 1", "the density of A X is even (X uniform in a cube)",
      (inside(y) == inside(minus(y)) for y in FINE))  # fmt: skip
exact("Price and Tanner Lemma 2", "the law of A X is even (X of three signs)",
      [is_even(law(GRID, lambda x: times(A, x)))])  # fmt: skip
exact("Price and Tanner Lemma 3", "a marginal of the density of A X is even (on a grid)",
      [is_even(law(filter(inside, FINE), lambda y: y[:2]))])  # fmt: skip
exact("Price and Tanner Lemma 4", "a marginal of the law of A X is even",
      [is_even(law(GRID, lambda x: times(A, x)[:2]))])  # fmt: skip
X, Y = rng.normal(size=(2, DRAWS))
Y += 0.7 * X * abs(X)  # even, neither normal nor independent
sampled("Price and Tanner Lemma 5", "E |X| given Y > 0 - E |X|",
        abs(X) * (2 * (Y > 0) - 1), 0)  # fmt: skip


def halves(points):
    """E |X| 1(Y > 0) = E |X| / 2 where Y is never 0."""
    known = [(abs(x), y) for x, y, *_ in points]
    return 2 * sum(x for x, y in known if y > 0) == sum(x for x, _ in known)


odd = [times(((2, 1, 0), (2, -4, 1), (0, 0, 1)), x) for x in product((-1, 1), SIGNS, (-1, 1))]
exact("Price and Tanner Lemma 6", "E |X| given Y > 0 = E |X| where Y is not 0",
      [halves([x for x in odd if x[1]])])  # fmt: skip
DIRECTIONS = [(1,), (1, 1), (1, 2), (3, 4), (1, 1, 1), (1, 2, 4), (1, 1, 1, 1, 1)]


def mean_size(direction, values):
    """E |sum of a_i w_i| for equally likely values, a fraction."""
    sums = [abs(sum(a * w for a, w in zip(direction, x)))
            for x in product(values, repeat=len(direction))]  # fmt: skip
    return Fraction(sum(sums), len(sums))


def norm2(direction):
    return sum(a * a for a in direction)


exact("Price and Tanner Lemma 8", "p = 1; signs: E |sum| >= norm / sqrt(2)",
      (2 * mean_size(a, (-1, 1)) ** 2 >= norm2(a) for a in DIRECTIONS))  # fmt: skip
root = 1.84742
exact("Price and Tanner Lemma 9", "A_1 = 1/sqrt(2) is attained by (1 1); p_0 = 1.84742",
      [2 * mean_size((1, 1), (-1, 1)) ** 2 == 2,
       (math.gamma((root + 1e-5 + 1) / 2) - math.sqrt(math.pi) / 2)
       * (math.gamma((root - 1e-5 + 1) / 2) - math.sqrt(math.pi) / 2) < 0])  # fmt: skip
exact("Price and Tanner Lemma 10",
      "two uniform weights: E |X| = a/2 + b^2/(6a) >= norm/(2 sqrt(2))",
      (8 * (Fraction(a, 2) + Fraction(b * b, 6 * a)) ** 2 >= a * a + b * b
       for a in range(1, 20) for b in range(a + 1)))  # fmt: skip
C = rng.uniform(-1, 1, (DRAWS, 6)) @ numpy.arange(1, 7)
sampled("Price and Tanner Lemma 10", "six uniform weights: E |X| at least", abs(C),
        math.sqrt(91 / 8), at_least=True)  # fmt: skip
exact("Price and Tanner Lemma 11", "discrete weights: E |X| >= mean |w| norm / sqrt(2)",
      (2 * mean_size(a, values) ** 2 >= mean_size((1,), values) ** 2 * norm2(a)
       for a in DIRECTIONS for values in ((-1, 0, 1), (-2, -1, 0, 1, 2), (-3, -1, 1, 3))
       if len(a) < 5))  # fmt: skip
exact("Price and Tanner Lemma 12", "a one-to-one image of a uniform law is uniform",
      [set(law(GRID, lambda x: times(A, x)).values()) == {1}])  # fmt: skip
WIDTHS = (1, 2, 4, 8, 32, 128, 512)
means = [crease.growth([k, k, 1], init="gaussian:1").layers[0].mean for k in WIDTHS]
exact("Price and Tanner Theorem 1 as quoted",
      "the base sqrt(k/(k+1)) is at most the exact mean growth",
      (math.sqrt(k / (k + 1)) <= mean for k, mean in zip(WIDTHS, means)))  # fmt: skip

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


def images_hold(p):
    """Proposition 5 for p pairs of tangents, in rationals: an affine map with one constant for all.

    g_k = K sum over pairs of h_k / h_k(P) - K, P the point where a pair alone is active, maps the
    parallelogram |h_k / h_k(P) - 1| <= 1/K onto [-1, 1]^2, which contains the unit ball. It has to
    lie where that pair alone is active.
    """
    lines, K = tangents(2 * p), 64 * p * p

    def all_inside(pair, point):
        ends = [value(row, point) * Fraction(K + s, K) for row in pair for s in (-1, 1)]
        for first, second in product(ends[:2], ends[2:]):
            (a, b, e), (c, d, f) = pair
            det = a * d - b * c
            u, v = first - e, second - f
            x = (u * d - b * v) / det, (a * v - u * c) / det
            yield all((value((*w, t), x) > 0) == ((*w, t) in pair) for w, t in lines)

    for i in range(p):
        pair = [(*w, t) for w, t in lines[2 * i : 2 * i + 2]]
        m = Fraction(4 * i + 3, 2)
        yield from all_inside(pair, (m, m * m - 1))


def copies(d, widths):
    """Theorem 1's network: the cells in which one group of each layer but the last is active."""
    cells = {}
    net = crease.construct("pascanu:tangents", d=d, widths=",".join(map(str, widths)))
    for cell in net.regions((0, 1)):
        groups = tuple(cell.pattern[:-1])
        cells[groups] = cells.get(groups, 0) + 1
    last = sum(math.comb(widths[-1], j) for j in range(d + 1))
    for chosen in product(*(range(n // d) for n in widths[:-1])):
        key = tuple(
            tuple(int(t // d == i) for t in range(n)) for i, n in zip(chosen, widths[:-1])
        )
        yield cells.get(key, 0) == last


exact("Pascanu Proposition 5", "each image contains the unit ball",
      (x for p in range(1, 6) for x in images_hold(p)))  # fmt: skip
SHAPES_1 = [(2, (4, 3)), (2, (6, 5)), (2, (4, 4, 3)), (3, (6, 4)), (3, (7, 3)), (4, (8, 5))]
exact("Pascanu Theorem 1", "each choice of groups has a copy of the last layer's regions",
      (x for shape in SHAPES_1 for x in copies(*shape)))  # fmt: skip


# Propositions 6 to 8: orders of growth, as inequalities between integers for all n and k below 40.
RANGE = [(d, n, k) for d in (2, 3) for n in range(2 * d, 40, d) for k in range(1, 40, 3)]


def regions_of(n, d):
    return sum(math.comb(n, j) for j in range(d + 1))


def parameters(widths):
    return sum((a + 1) * b for a, b in zip(widths, widths[1:]))


exact("Pascanu Proposition 6", "one layer: (kn/d)^d <= regions <= (kn + 1)^d",
      ((k * n) ** d <= regions_of(k * n, d) * d**d <= (d * (k * n + 1)) ** d
       for d, n, k in RANGE))  # fmt: skip
exact("Pascanu Proposition 6", "k layers; d divides n: at least (n/d)^(k - 1 + d)",
      ((n // d) ** (k - 1) * regions_of(n, d) * d**d >= (n // d) ** (k - 1) * n**d
       and next(b for b in crease.bounds([d, *[n] * k, 1]) if b.name == "pascanu").value
       == (n // d) ** (k - 1) * regions_of(n, d) for d, n, k in RANGE))  # fmt: skip
exact("Pascanu Proposition 7", "parameters: (k - 1) n^2 + (k + d + 1) n + 1 and (d + 2) kn + 1",
      (parameters([d, *[n] * k, 1]) == (k - 1) * n * n + (k + d + 1) * n + 1
       and parameters([d, k * n, 1]) == (d + 2) * k * n + 1 for d, n, k in RANGE))  # fmt: skip
exact("Pascanu Proposition 8",
      "regions by parameters: >= (n/d)^(k + d - 1) / (3 k n^2); one layer <= (kn + 1)^d / (kn)",
      ((n // d) ** (k - 1) * regions_of(n, d) * 3 * k * n * n * d**d
       >= (n // d) ** (k - 1) * n**d * parameters([d, *[n] * k, 1])
       and regions_of(k * n, d) * k * n <= (k * n + 1) ** d * parameters([d, k * n, 1])
       for d, n, k in RANGE))  # fmt: skip
columns = "item,statement,cases,share,mean,low,high,stated,verdict"
table("lemmas", columns, [[item, said.replace(",", ";"), *rest] for item, said, *rest in rows])
if plots := pyplot():  # Pascanu, figures 4 and 5 to 7
    figure, axes = plots.subplots(1, 2, figsize=(8, 4))
    crease.Network(layer(tangents(4))).plot([(0, 5), (-8, 12)], ax=axes[0], boundary=False)
    axes[0].set_title("tangents: intervals of 4 units")
    three = crease.construct("pascanu:tangents", d=2, widths="4,4,3")
    three.plot([(0, 1), (0, 1)], ax=axes[1], boundary=False)
    axes[1].set_title("three layers: 3 lines copied in 2 x 2 regions")
    for ax in axes:
        ax.set_aspect("auto")
    picture("lemmas.png", figure)
