"""What the scripts of this folder look at: random and trained networks, paths, squares."""

import hashlib
import json
import math
import os
import re
from fractions import Fraction
from pathlib import Path

import common
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


def small_pieces(net, listed, count=1000):
    """The ratio of a small piece's length after and before each layer, 0 first, of relu networks.

    Of `count` pieces of each path, at their middles, whose length was not 0 before: Price and
    Tanner's average of ratios. Doubles.
    """
    layers = [(numpy.array(w, float), numpy.array(b, float)) for w, b, _ in net.layers[:-1]]
    x, move = [], []
    for path in listed:
        points = numpy.array(path, float)
        at = (numpy.arange(count) + 0.5) * (len(points) - 1) / count
        k = at.astype(int)
        move.append(points[k + 1] - points[k])
        x.append(points[k] + (at - k)[:, None] * move[-1])
    x, move = numpy.concatenate(x), numpy.concatenate(move)
    found = [math.nan]
    for w, b in layers:
        before = numpy.linalg.norm(move, axis=1)
        z = x @ w.T + b
        x, move = numpy.maximum(z, 0), (move @ w.T) * (z > 0)
        moved = before > 0
        after = numpy.linalg.norm(move, axis=1)
        found.append((after[moved] / before[moved]).mean() if moved.any() else math.nan)
    return numpy.array(found)


# ---- trained networks ----


def read_points(path):
    """The points of a file of --data, exactly as it spells them."""
    return json.loads(path.read_text(), parse_float=str)["points"]


def read_moments(folder=ARGS.data):
    """The componentwise mean and deviation of the training data, or None: *_moments.json."""
    for path in folder.glob("*_moments.json"):
        return json.loads(path.read_text())["points"]
    return None


def matched(count, moments, of):
    """Normal points with these means and deviations by component, from the seed `of`."""
    middle, deviation = numpy.array(moments)
    drawn = numpy.array(crease.points(count, len(middle), of), float)
    return (middle + deviation * drawn).tolist()


class Trained:
    """The checkpoints PREFIX*_epochNN.json of a folder: nets[epoch], one or several networks."""

    def __init__(self, folder=ARGS.data, prefix="", points=ARGS.data):
        self.nets = {}
        for file in sorted(folder.glob(f"{prefix}*_epoch*.json*")):
            epoch = float(re.search(r"_epoch([0-9.]+)\.json", file.name)[1])
            self.nets.setdefault(int(epoch) if epoch.is_integer() else epoch, []).append(file)
        self.epochs = sorted(self.nets)
        self.nets = {epoch: list(map(crease.load, self.nets[epoch])) for epoch in self.epochs}
        if len(self.epochs) < 2:
            raise SystemExit(f"{folder}: expected files {prefix}*_epochNN.json of two epochs")
        self.runs = len(self.nets[0])
        (path,) = points.glob("*_points.json")
        self.points = read_points(path)
        self.inputs = len(self.points[0])
        hidden = self.nets[0][0].hidden
        self.units, self.name = sum(hidden), f"{len(hidden)} layers of {hidden[0]}"
        self.moments = read_moments(points)
        self.labels = list(range(len(self.points)))  # where they are not known, all differ
        for path in points.glob("*_labels.json"):
            self.labels = [int(label) for (label,) in read_points(path)]
        self.accuracy = {}  # (epoch, run) -> share, where it is known
        for path in folder.glob("*_accuracy.json"):
            for run, epoch, share in read_points(path):
                self.accuracy[float(epoch), int(run)] = float(share)

    def mean_accuracy(self, epoch):
        shares = [self.accuracy.get((epoch, run), math.nan) for run in range(self.runs)]
        return float(numpy.mean(shares))

    def by_run(self, values):
        """Means over what belongs to one network, for it is not independent; if there are several.

        `values` has the repeats of each run one after the other.
        """
        values = numpy.ravel(values)
        return values if self.runs == 1 else values.reshape(self.runs, -1).mean(axis=1)


def architectures(folder=ARGS.data):
    """A list of `Trained`: the folder, or if no network is in it those in its folders."""
    if any(folder.glob("*_epoch*")):
        return [Trained(folder)]
    folders = [path for path in sorted(folder.iterdir()) if path.is_dir()]
    return [Trained(path, points=path) for path in folders]


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


def places(plane, points):
    """The coordinates of points in a plane that `square` has made, as doubles."""
    centre, *ends = (numpy.array([float(x) for x in row]) for row in plane)
    sides = [end - centre for end in ends]
    moved = [numpy.array([float(crease.fraction(x)) for x in row]) - centre for row in points]
    return [[float(side @ x / (side @ side)) for side in sides] for x in moved]


def triples(count, labels):
    """Indices of three points of different labels each: xoshiro256** from the seed.

    The first triple is 0, 1 and 2 if their labels differ.
    """
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

    found = [(0, 1, 2)] if len(set(labels[:3])) == 3 else []
    while len(found) < count:
        triple = tuple(below(len(labels)) for _ in range(3))
        if len({labels[i] for i in triple}) == 3:
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

    Column weights is the d of the weights W^(d) that turn, 0 for those of the first of n hidden
    layers; remaining is the paper's d_r = n - d.

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
        rows.append([width, depth, layer, depth - layer, *shown])
    columns = "width,depth,weights,remaining,mean,low,high,transitions,all,vc,sauer"
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
    """docs/examples/train_layers.py as a module; ends the script without its pictures."""
    import importlib.util

    where = Path(__file__).resolve().parent.parent / "examples" / "train_layers.py"
    spec = importlib.util.spec_from_file_location("training", where)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def pictures(made, data, count, test):
    """Pictures and labels of training and test: "digits" or "fashion", in a fixed order."""
    try:
        grey, most, labels = getattr(made, data)()
    except ImportError:
        print("skipped: scikit-learn is missing (Debian: python3-sklearn)")
        raise SystemExit from None
    order = numpy.random.default_rng(0).permutation(len(grey))
    x, y = grey[order] / most, labels[order].astype(int)
    return x[:count], y[:count], x[-test:], y[-test:]


def fashion_moments():
    """The componentwise mean and deviation of Fashion-MNIST's training data, from 0 to 1."""
    grey, most, _ = training().fashion()
    return [(grey / most).mean(axis=0), (grey / most).std(axis=0)]


def fashion(count, test):
    """Fashion-MNIST, or with --quick a few digits, which need no package of Debian."""
    made = training()
    few = ("digits", 300, 100) if ARGS.quick else ("fashion", count, test)
    x, y, tx, ty = pictures(made, *few)
    return made, x.astype("f"), y, tx.astype("f"), ty


def classifier(made, widths, variance, activation, rng):
    """Weights N(0, variance/k), no biases, in single precision."""
    net = made.Classifier(widths, variance, 0, None, activation, rng)
    net.weights = [w.astype("f") for w in net.weights]
    net.biases = [b.astype("f") for b in net.biases]
    return net


def exactly(net, activation):
    """The network of a classifier, number by number."""
    names = [activation] * (len(net.weights) - 1) + ["linear"]
    layers = zip(net.weights, net.biases, names)
    return crease.Network([(w.T.astype(float), b.astype(float), name) for w, b, name in layers])


def one_layer(name, width, variance):
    """Raghu et al., figures 6 and 7: accuracies if one hidden layer is trained, 1 or later.

    Fashion-MNIST, 8 hidden layers, 4 networks, no biases at first, Adam. The layers before the one
    that is trained are computed once.
    """
    from common import chart, claims, mean, measure, size, table

    depth, networks, epochs = size(3, 8), size(2, 4), size([0, 2], [0, 1, 3, 8])
    made, x, y, tx, ty = fashion(3000, 3000)
    global _accuracies

    def _accuracies(layer, repeat):
        rng = numpy.random.default_rng([ARGS.seed, repeat])
        net = classifier(made, [x.shape[1], *[width] * depth, 10], variance, "hardtanh", rng)
        before, tested = (net.images(points)[layer] for points in (x, tx))
        for lists in (net.weights, net.biases, net.kept):
            del lists[:layer]
        found = []

        def after(epoch):
            if epoch in epochs:
                found.extend([net.accuracy(before, y), net.accuracy(tested, ty)])

        made.train(net, before, y, epochs[-1], 0.001, True, rng, 0, after)
        return found

    layers = range(1, depth)
    found = measure(_accuracies, layers, networks)
    rows = []
    for layer, values in zip(layers, found):
        for i, epoch in enumerate(epochs):
            train, test = values[:, 2 * i], values[:, 2 * i + 1]
            rows.append([layer, depth - layer, epoch, *mean(train), *mean(test)])
    columns = "layer,remaining,epoch,mean,low,high,test,test_low,test_high"
    rows = table(name, columns, rows)
    at = numpy.array(layers) - numpy.mean(layers)
    gains = found[0] - found[-1]
    slopes = [at @ found[:, :, which] / (at @ at) for which in (-2, -1)]
    claims(
        name,
        {
            "training a lower layer is better on training data: change by layer": -slopes[0],
            "training a lower layer is better on test data: change by layer": -slopes[1],
            "the second layer is better than the last on training data": gains[:, -2],
            "the second layer is better than the last on test data": gains[:, -1],
        },
        (found[:, :, 1].mean(), found[:, :, -1].mean()),
    )
    chart(
        name,
        rows,
        "layer",
        by="epoch",
        lines={"test": "test"},
        ylabel="accuracy",
        xlabel="the only layer trained, from 0",
        title=f"Width {width}, variance {variance}",
    )


def in_training(name, variance, width, pictures, rate, networks, signs=False):
    """Raghu et al., figures 8, 9 and 11: arcs through two pictures or random points, in training.

    Of `networks` with layers of `width` units, trained by so many pictures at this rate. Returns
    arrays [kind][network][epoch][layer] of lengths or changes of sign, the scale of the weights
    [network][epoch] and the mean accuracy before and after. Writes the table and the chart.
    """
    from common import chart, mean, measure, size, table

    width, depth, epochs = size(8, width), size(3, 12), size([0, 2], [0, 2, 8])
    networks, vertices, kinds = size(2, networks), size(5, 33), ("pictures", "random")
    made, x, y, tx, ty = fashion(pictures, 3000)
    inputs = x.shape[1]
    norm = float(numpy.sqrt((tx**2).sum(axis=1).mean()))
    global _lengths

    def _lengths(case, repeat):
        rng = numpy.random.default_rng([ARGS.seed, repeat])
        net = classifier(made, [inputs, *[width] * depth, 10], variance, "hardtanh", rng)
        ends = tx[2 * repeat :][:2].astype(float)
        noise = rng.normal(size=ends.shape)
        noise *= norm / numpy.sqrt((noise**2).sum(axis=1, keepdims=True))
        found = []

        def after(epoch):
            if epoch not in epochs:
                return
            exact = exactly(net, "hardtanh")
            for points in (ends, noise):
                of = follow(exact, [crease.arc(*points.tolist(), vertices)])
                found.extend([*of[0], *of[3]])
            squares = [(w.astype(float) ** 2).mean() * len(w) for w in net.weights[1:-1]]
            found.extend([numpy.mean(squares), net.accuracy(tx, ty)])

        made.train(net, x, y, epochs[-1], rate, True, rng, None, after)
        return found

    kept = common.HERE.parents[1] / os.environ.get("BUILD", "build") / "experiments"
    about = [variance, width, pictures, rate, networks, ARGS.seed, ARGS.quick]
    key = repr([*about, [Path(path).read_bytes() for path in (__file__, made.__file__)]]).encode()
    kept /= f"training-{hashlib.sha256(key).hexdigest()[:16]}.npy"
    if kept.exists():  # figures 8 and 11 are about the same networks
        found = numpy.load(kept)
    else:
        found = measure(_lengths, [0], networks).reshape(networks, len(epochs), -1)
        kept.parent.mkdir(parents=True, exist_ok=True)
        numpy.save(kept, found)
    scale, accuracy = found[:, :, -2], found[:, :, -1]
    found = found[:, :, :-2].reshape(networks, len(epochs), 2, 2, depth + 1)
    found = found[:, :, :, int(signs)].transpose(2, 0, 1, 3)
    rows = []
    for kind, values in zip(kinds, found):
        for i, epoch in enumerate(epochs):
            about = [*mean(scale[:, i]), float(accuracy[:, i].mean())]
            for layer in range(depth + 1):
                rows.append([kind, epoch, layer, *mean(values[:, i, layer]), *about])
    columns = "points,epoch,layer,mean,low,high,scale,scale_low,scale_high,accuracy"
    rows = table(name, columns, rows)
    what = "changes of sign" if signs else "length of the image of an arc"
    chart(
        name,
        rows,
        "layer",
        by="epoch",
        panel="points",
        yscale="log",
        ylabel=what,
        title=f"Training, weights of variance {variance}",
    )
    return found, scale, (accuracy[:, 0].mean(), accuracy[:, -1].mean())
