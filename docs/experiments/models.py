"""What the scripts of this folder look at: random and trained networks, paths, squares."""

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy
from common import ARGS, crease, seed

# ---- random networks ----


def network(inputs, depth, width, **how):
    """`depth` hidden layers of `width` units, one output; `how` as for crease.random."""
    return crease.random([inputs, *[width] * depth, 1], **how)


def paths(kind, count, inputs, vertices, of):
    """Segments or arcs between pairs of normal points, drawn from the seed `of`."""
    ends = crease.points(2 * count, inputs, of)
    pairs = zip(ends[::2], ends[1::2])
    return [list(pair) if kind == "segments" else crease.arc(*pair, vertices) for pair in pairs]


def follow(net, listed):
    """What the mean path does in each layer, 0 for the path itself.

    Rows: length, growth of the length, transitions, changes of sign.
    """
    found = []
    for path in listed:
        of = net.trajectory(path, rel_error="1e-9" if ARGS.full else "1e-12", threads=1)
        growth = [math.nan if ratio is None else float(ratio) for ratio in of.growth]
        lengths = [float(length) for length in of.lengths]
        found.append([lengths, growth, of.transitions, of.sign_transitions])
    return numpy.mean(found, axis=0)[:, : len(net.hidden) + 1]


# ---- trained networks ----


def read_points(path):
    """The points of a file of --data, exactly as it spells them."""
    return json.loads(path.read_text(), parse_float=str)["points"]


class Trained:
    """The checkpoints PREFIX*_epochNN.json of a folder: nets[epoch], one or several networks."""

    def __init__(self, folder=ARGS.data, prefix="", points=ARGS.data):
        self.epochs, self.nets = [], {}
        for epoch in (0, 1, 2, 5, 10, 20, 50, 100):
            files = sorted(folder.glob(f"{prefix}*_epoch{epoch:02d}.json*"))
            if files:
                self.epochs.append(epoch)
                self.nets[epoch] = [crease.load(file) for file in files]
        if len(self.epochs) < 2:
            raise SystemExit(f"{folder}: expected files {prefix}*_epochNN.json of two epochs")
        self.runs = len(self.nets[0])
        (path,) = points.glob("*_points.json")
        self.points = read_points(path)
        self.inputs = len(self.points[0])
        self.units = sum(self.nets[0][0].hidden)
        self.accuracy = {}  # (epoch, run) -> share, where it is known
        for path in folder.glob("*_accuracy.json"):
            for run, epoch, share in read_points(path):
                self.accuracy[int(epoch), int(run)] = float(share)

    def by_run(self, values):
        """Means over what belongs to one network, for it is not independent; if there are several.

        `values` has the repeats of each run one after the other.
        """
        values = numpy.ravel(values)
        return values if self.runs == 1 else values.reshape(self.runs, -1).mean(axis=1)


# ---- squares ----


def _root(x):
    """The root of a fraction near 1, to 2^-64."""
    return Fraction(math.isqrt((x.numerator << 128) // x.denominator), 1 << 64)


def square(p, q, r):
    """The slice of the square round the circle through three points, which is [-1, 1]^2 there."""
    p, q, r = ([crease.fraction(x) for x in point] for point in (p, q, r))

    def dot(u, v):
        return sum(x * y for x, y in zip(u, v))

    a = [y - x for x, y in zip(p, q)]
    b = [y - x for x, y in zip(p, r)]
    aa, ab, bb = dot(a, a), dot(a, b), dot(b, b)
    area = 2 * (aa * bb - ab * ab)
    s, t = (aa - ab) * bb / area, (bb - ab) * aa / area
    to_centre = [s * x + t * y for x, y in zip(a, b)]
    radius2 = dot(to_centre, to_centre)
    across = [y - ab / aa * x for x, y in zip(a, b)]
    centre = [x + y for x, y in zip(p, to_centre)]
    sides = []
    for side in (a, across):
        factor = _root(radius2 / dot(side, side))
        sides.append([x + factor * y for x, y in zip(centre, side)])
    return [centre, *sides]


def triples(count, points):
    """Indices of three different points each, the first 0, 1 and 2: xoshiro256** from the seed."""
    mask, state, z = 2**64 - 1, [], ARGS.seed
    for _ in range(4):
        z = z + 0x9E3779B97F4A7C15 & mask
        x = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ x >> 27) * 0x94D049BB133111EB & mask
        state.append(x ^ x >> 31)

    def rotate(x, k):
        return (x << k | x >> 64 - k) & mask

    def bits():
        s = state
        result = rotate(s[1] * 5 & mask, 7) * 9 & mask
        shifted = s[1] << 17 & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate(s[3], 45)
        return result

    def below(bound):
        while (x := bits()) < (1 << 64) % bound:
            pass
        return x % bound

    found = [(0, 1, 2)]
    while len(found) < count:
        triple = tuple(below(points) for _ in range(3))
        if len(set(triple)) == 3:
            found.append(triple)
    return found[:count]


# ---- sweeps ----


def sweep(width, depth, layer, variance, repeat, one_weight=False):
    """How 15 normal points are labelled while the weights of a layer turn, or one weight is swept.

    Hard-tanh networks with weights N(0, variance/width), no biases, as many inputs as units.
    """
    of = seed(repeat)
    net, other = (
        network(width, depth, width, init=f"gaussian:{variance}", activation="hardtanh", seed=s)
        for s in (of, seed(repeat, 1))
    )
    reach = 0
    if one_weight:  # from -1000 to 1000
        reach = 1000
        layers, added = net.layers, other.layers
        layers[layer][0][0][0] = 0
        added[layer] = ([[0] * width for _ in range(width)], *added[layer][1:])
        added[layer][0][0][0] = 1
        net, other = crease.Network(layers), crease.Network(added)
    points = crease.points(15, width, seed(repeat, 2))
    return net.sweep(other, points, layer=layer, reach=reach, threads=1)


def dichotomies(name, cases, repeats, one_weight=False):
    """The table of dichotomies for cases (width, depth, layer), weights of variance 8.

    Columns vc and sauer: the bound on the VC dimension that the paper prints, 2 W n log2(4 e W n k)
    + 2 W n^2 log2 2 + 2 n with W weights and n layers of k units, and what the lemma of Sauer and
    Shelah makes of it.
    """
    from common import mean, measure, table

    found = measure(_count, [(*case, one_weight) for case in cases], repeats)
    rows = []
    for (width, depth, layer), value in zip(cases, found):
        weights = depth * width * width + width
        vc = 2 * weights * depth * math.log2(4 * math.e * weights * depth * width)
        vc += 2 * weights * depth**2 + 2 * depth
        sauer = sum(math.comb(15, i) for i in range(16) if i <= vc)
        shown = mean(value[:, 0]) + [value[:, 1].mean(), 2**15, vc, sauer]
        rows.append([width, depth, layer + 1, depth - 1 - layer, *shown])
    columns = "width,depth,turning,remaining,mean,low,high,transitions,all,vc,sauer"
    return table(name, columns, rows)


def _count(case, repeat):
    width, depth, layer, one_weight = case
    found = sweep(width, depth, layer, 8, repeat, one_weight)
    return found.distinct, found.transitions


# ---- distances ----


def squares(net, points):
    """The squares of the distances of points to where the function bends."""
    found = [of.function.squared for of in net.distance(points, function=True, threads=1)]
    if None in found:
        raise SystemExit("a network is affine: there is no boundary")
    return found


def distances(net, points):
    return numpy.array([math.sqrt(x) for x in squares(net, points)])


# ---- training ----


def training():
    """docs/examples/train_layers.py as a module; ends the script without scikit-learn."""
    import importlib.util

    where = Path(__file__).resolve().parent.parent / "examples" / "train_layers.py"
    spec = importlib.util.spec_from_file_location("training", where)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    try:
        made.digits()
    except ImportError:
        print("skipped: scikit-learn is missing (Debian: python3-sklearn)")
        raise SystemExit from None
    return made


def split_digits(made):
    """Pictures and labels of training and test, the last sixth of a fixed order."""
    grey, most, labels = made.digits()
    order = numpy.random.default_rng(0).permutation(len(grey))
    cut = len(grey) - len(grey) // 6
    x, y = grey[order] / most, labels[order].astype(int)
    return x[:cut], y[:cut], x[cut:], y[cut:]


def one_layer(name, width, variance, depth, networks, epochs):
    """The table and the chart of accuracies if only one layer is trained, from the second on."""
    from common import chart, mean, measure, table

    made = training()
    x, y, tx, ty = split_digits(made)
    global _accuracies

    def _accuracies(layer, repeat):
        rng = numpy.random.default_rng([ARGS.seed, repeat])
        widths = [x.shape[1], *[width] * depth, 10]
        net = made.Classifier(widths, variance, 0, None, "hardtanh", rng)
        made.train(net, x, y, epochs, 0.001, True, rng, layer - 1)
        return net.accuracy(x, y), net.accuracy(tx, ty)

    found = measure(_accuracies, range(2, depth + 1), networks)
    rows = []
    for layer, values in enumerate(found, 2):
        rows.append([layer, depth - layer, *mean(values[:, 0]), *mean(values[:, 1])])
    columns = "layer,remaining,mean,low,high,test,test_low,test_high"
    rows = table(name, columns, rows)
    chart(
        name, rows, "layer", lines={"test": "test"}, xlabel="the only hidden layer trained",
        ylabel="accuracy", title=f"Width {width}, variance {variance}",
    )
