#!/usr/bin/env python3
"""Evaluates an ONNX model in Python's fractions, by another program than the reader's.

evaluate.py [--input NAME] [--output NAME] CREASE MODEL [POINTS]: compares with crease eval at
random points, exactly; exits with 1 at the first output that differs. Needs Debian's python3-onnx.

Tensors are numpy arrays whose elements are fractions, the nodes are run one by one on numbers, and
nothing is made into layers. What a batch normalisation divides by is rounded as docs/formats.md
says.
"""
import argparse
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import numpy as np
import onnx
from onnx import numpy_helper


def exact(array):
    """A tensor of fractions, or of integers as they are."""
    array = np.asarray(array)
    if array.dtype.kind in "iub":
        return array.astype(object) if array.dtype.kind != "b" else array
    flat = [Fraction(float(v)) if math.isfinite(v) else float(v) for v in array.reshape(-1)]
    out = np.empty(len(flat), dtype=object)
    out[:] = flat
    return out.reshape(array.shape)


def apply(function, array):
    array = np.asarray(array, dtype=object)
    out = np.empty(array.shape, dtype=object)
    for i in np.ndindex(array.shape):
        out[i] = function(array[i])
    return out


def to_float32(value):
    """The nearest float, ties to even."""
    exponent = -149
    while abs(value) >= Fraction(2) ** (exponent + 24):
        exponent += 1
    step = Fraction(2) ** exponent
    return round(value / step) * step


def over_root(scale, square):
    """The float nearest to scale / sqrt(square), by 300 bits of the root."""
    bits = 2 ** 300
    root = Fraction(math.isqrt(square.numerator * square.denominator * bits * bits),
                    square.denominator * bits)
    return to_float32(scale / root)


def pads_for(a, size, reach, stride):
    """Pads of each axis as (before, after); a are the attributes."""
    mode = a.get("auto_pad", b"NOTSET").decode()
    n = len(size)
    if mode in ("NOTSET", ""):
        given = a.get("pads", [0] * 2 * n)
        return list(zip(given[:n], given[n:]))
    pads = []
    for s, r, t in zip(size, reach, stride):
        total = 0 if mode == "VALID" else max(0, (-(-s // t) - 1) * t + r - s)
        less, more = total // 2, total - total // 2
        pads.append((less, more) if mode == "SAME_UPPER" else (more, less))
    return pads


def conv(a, x, w, b=None):
    group, size = a.get("group", 1), x.shape[2:]
    stride, dilation = a.get("strides", [1] * len(size)), a.get("dilations", [1] * len(size))
    reach = [(k - 1) * d + 1 for k, d in zip(w.shape[2:], dilation)]
    pads = pads_for(a, size, reach, stride)
    padded = np.full(x.shape[:2] + tuple(s + p + q for s, (p, q) in zip(size, pads)), Fraction(0))
    padded[(slice(None),) * 2 + tuple(slice(p, p + s) for s, (p, q) in zip(size, pads))] = x
    out = [(s + p + q - r) // t + 1 for s, (p, q), r, t in zip(size, pads, reach, stride)]
    y = np.full((x.shape[0], w.shape[0], *out), Fraction(0), dtype=object)
    per, each = w.shape[1], w.shape[0] // group
    for n, m in itertools.product(range(x.shape[0]), range(w.shape[0])):
        first = m // each * per
        for place in np.ndindex(*out):
            box = tuple(slice(o * t, o * t + r, d)
                        for o, t, r, d in zip(place, stride, reach, dilation))
            y[(n, m, *place)] = (padded[(n, slice(first, first + per), *box)] * w[m]).sum() \
                + (b[m] if b is not None else 0)
    return y


def conv_transpose(a, x, w, b=None):
    """Every input is spread over what it reaches; then the pads are cut away."""
    group, size, n = a.get("group", 1), x.shape[2:], len(x.shape) - 2
    stride, dilation = a.get("strides", [1] * n), a.get("dilations", [1] * n)
    more = a.get("output_padding", [0] * n)
    full = [t * (s - 1) + m + (k - 1) * d + 1
            for t, s, m, k, d in zip(stride, size, more, w.shape[2:], dilation)]
    given = a.get("pads", [0] * 2 * n)
    pads = list(zip(given[:n], given[n:]))
    mode = a.get("auto_pad", b"NOTSET").decode()
    if "output_shape" in a or mode.startswith("SAME"):
        shape = a.get("output_shape", [s * t for s, t in zip(size, stride)])
        total = [max(0, f - o) for f, o in zip(full, shape)]
        pads = [(t // 2, t - t // 2) if mode == "SAME_UPPER" else (t - t // 2, t // 2)
                for t in total]
    each, per = w.shape[1], x.shape[1] // group
    y = np.full((x.shape[0], each * group, *full), Fraction(0), dtype=object)
    for i in np.ndindex(x.shape):
        g = i[1] // per
        for k in np.ndindex(*w.shape[2:]):
            place = tuple(p * t + q * d for p, t, q, d in zip(i[2:], stride, k, dilation))
            for m in range(each):
                y[(i[0], g * each + m, *place)] += x[i] * w[(i[1], m, *k)]
    y = y[(slice(None),) * 2 + tuple(slice(p, f - q) for (p, q), f in zip(pads, full))]
    return y if b is None else y + b.reshape((1, -1) + (1,) * n)


def pool(a, x, mean):
    size, n = x.shape[2:], len(x.shape) - 2
    kernel, stride = a["kernel_shape"], a.get("strides", [1] * n)
    dilation = a.get("dilations", [1] * n)
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    pads = pads_for(a, size, reach, stride)
    out = []
    for s, (p, q), r, t in zip(size, pads, reach, stride):
        places = (s + p + q - r + (t - 1 if a.get("ceil_mode", 0) else 0)) // t + 1
        out.append(places - (1 if (places - 1) * t >= s + p and a.get("ceil_mode", 0) else 0))
    y = np.empty((*x.shape[:2], *out), dtype=object)
    for i in np.ndindex(y.shape):
        seen, counted = [], 0
        for k in np.ndindex(*kernel):
            place = [o * t - p + q * d
                     for o, t, (p, _), q, d in zip(i[2:], stride, pads, k, dilation)]
            inside = all(0 <= c < s for c, s in zip(place, size))
            counted += all(c < s + q for c, s, (_, q) in zip(place, size, pads))
            if inside:
                seen.append(x[(*i[:2], *place)])
        if mean:
            y[i] = sum(seen) / (counted if a.get("count_include_pad", 0) else len(seen))
        else:
            y[i] = max(seen)
    return y


def batch_normalization(a, x, scale, bias, mean, variance):
    eps = Fraction(float(np.float32(a.get("epsilon", 1e-5))))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    s = np.array([over_root(c, v + eps) for c, v in zip(scale, variance)], dtype=object)
    return s.reshape(shape) * x + (bias - s * mean).reshape(shape)


def stretch(a, x, y, opset):
    """Before version 7 the second tensor may be put at an axis."""
    if opset < 7 and "axis" in a:
        y = y.reshape(y.shape + (1,) * (x.ndim - a["axis"] - y.ndim))
    return x, y


def reduce(a, x, axes, function):
    if axes is None or len(axes) == 0:
        axes = [] if a.get("noop_with_empty_axes", 0) else range(x.ndim)
    axes = sorted(k % x.ndim for k in axes)
    kept = [k for k in range(x.ndim) if k not in axes]
    moved = np.transpose(x, kept + axes).reshape([x.shape[k] for k in kept] + [-1])
    out = np.empty(moved.shape[:-1], dtype=object)
    for i in np.ndindex(out.shape):
        out[i] = function(list(moved[i]))
    if a.get("keepdims", 1):
        out = out.reshape([1 if k in axes else x.shape[k] for k in range(x.ndim)])
    return out


def clip(x, low, high):
    beyond = Fraction(float(np.finfo(np.float32).max))
    if low is not None and low > -beyond:
        x = np.maximum(x, low)
    if high is not None and high < beyond:
        x = np.minimum(x, high)
    return x


def fraction_of(a, name, default):
    return Fraction(float(np.float32(a.get(name, default))))


def ints(values):
    return [int(v) for v in np.asarray(values).reshape(-1)]


def slices(a, x, starts=None, ends=None, axes=None, steps=None):
    starts, ends = ints(a["starts"] if starts is None else starts), ints(
        a["ends"] if ends is None else ends)
    axes = a.get("axes") if axes is None else ints(axes)
    axes = range(len(starts)) if axes is None else axes
    steps = [1] * len(starts) if steps is None else ints(steps)
    cut = [slice(None)] * x.ndim
    for s, e, k, t in zip(starts, ends, axes, steps):
        # A negative step ends before the first element where the end lies before it.
        cut[k] = slice(s, None if t < 0 and e < -x.shape[k] else e, t)
    return x[tuple(cut)]


def gemm(a, x, y, c=None):
    if x.ndim > 2:
        x = x.reshape(x.shape[0], -1)
    x, y = x.T if a.get("transA", 0) else x, y.T if a.get("transB", 0) else y
    out = fraction_of(a, "alpha", 1) * (x @ y)
    return out if c is None else out + fraction_of(a, "beta", 1) * c


def pad(a, x, pads=None, value=None):
    pads = ints(a["pads"] if pads is None else pads)
    fill = value.reshape(-1)[0] if value is not None else fraction_of(a, "value", 0)
    width = list(zip(pads[:x.ndim], pads[x.ndim:]))
    mode = a.get("mode", b"constant").decode()
    index = np.arange(x.size).reshape(x.shape)
    if mode == "constant":
        index = np.pad(index, width, constant_values=-1)
    else:
        index = np.pad(index, width, mode=mode)
    flat = x.reshape(-1)
    return apply(lambda i: fill if i < 0 else flat[i], index)


def reshape(x, shape):
    shape = [x.shape[k] if s == 0 else s for k, s in enumerate(ints(shape))]
    return x.reshape(shape)


def prelu(x, slope, opset):
    if slope.ndim == 1 and x.ndim > 2 and (opset < 7 or slope.size != x.shape[-1]):
        slope = slope.reshape((-1,) + (1,) * (x.ndim - 2))
    return np.where(x > 0, x, x * slope)


def axes_of(a, i):
    return a["axes"] if "axes" in a else ints(i[1]) if len(i) > 1 else None


def squeeze(a, i):
    axes = axes_of(a, i)
    return i[0].squeeze(tuple(axes) if axes is not None else None)


def unsqueeze(a, i):
    x, axes = i[0], axes_of(a, i)
    rank = x.ndim + len(axes)
    for k in sorted(k % rank for k in axes):
        x = np.expand_dims(x, k)
    return x


def quotient(x, y):
    if isinstance(x.reshape(-1)[0], Fraction):
        return x / y
    return np.array([int(Fraction(int(p), int(q))) for p, q in
                     zip(*(t.reshape(-1) for t in np.broadcast_arrays(x, y)))],
                    dtype=object).reshape(np.broadcast_shapes(x.shape, y.shape))


def leaky(alpha):
    return lambda v: v if v > 0 else alpha * v


def split(a, i, outputs):
    x, axis = i[0], a.get("axis", 0)
    parts = a.get("split") or (ints(i[1]) if len(i) > 1 else [x.shape[axis] // outputs] * outputs)
    return np.split(x, np.cumsum(parts)[:-1], axis)


def bound(a, i, k, name):
    if name in a:
        return Fraction(float(np.float32(a[name]))) if math.isfinite(a[name]) else None
    return i[k].reshape(-1)[0] if len(i) > k and i[k] is not None else None


# Each is given attributes, inputs, and the node with the version of the operators.
OPERATORS = {
    "Add": lambda a, i, n: np.add(*stretch(a, *i, n.opset)),
    "Sub": lambda a, i, n: np.subtract(*stretch(a, *i, n.opset)),
    "Mul": lambda a, i, n: np.multiply(*stretch(a, *i, n.opset)),
    "Div": lambda a, i, n: quotient(*stretch(a, *i, n.opset)),
    "Neg": lambda a, i, n: -i[0],
    "Sum": lambda a, i, n: sum(i[1:], i[0]),
    "Mean": lambda a, i, n: sum(i[1:], i[0]) / Fraction(len(i)),
    "Max": lambda a, i, n: apply(lambda v: v, np.maximum.reduce(np.broadcast_arrays(*i))),
    "Min": lambda a, i, n: apply(lambda v: v, np.minimum.reduce(np.broadcast_arrays(*i))),
    "MatMul": lambda a, i, n: np.matmul(*i),
    "Gemm": lambda a, i, n: gemm(a, *i),
    "BatchNormalization": lambda a, i, n: batch_normalization(a, *i),
    "Relu": lambda a, i, n: apply(lambda v: max(v, Fraction(0)), i[0]),
    "Abs": lambda a, i, n: apply(abs, i[0]),
    "LeakyRelu": lambda a, i, n: apply(leaky(fraction_of(a, "alpha", 0.01)), i[0]),
    "PRelu": lambda a, i, n: prelu(*i, n.opset),
    "ThresholdedRelu": lambda a, i, n: apply(
        lambda v: v if v > fraction_of(a, "alpha", 1) else Fraction(0), i[0]),
    "Clip": lambda a, i, n: clip(i[0], bound(a, i, 1, "min"), bound(a, i, 2, "max")),
    "HardSigmoid": lambda a, i, n: apply(
        lambda v: min(max(fraction_of(a, "alpha", 0.2) * v + fraction_of(a, "beta", 0.5),
                          Fraction(0)), Fraction(1)), i[0]),
    "Conv": lambda a, i, n: conv(a, *i),
    "ConvTranspose": lambda a, i, n: conv_transpose(a, *i),
    "MaxPool": lambda a, i, n: pool(a, i[0], False),
    "AveragePool": lambda a, i, n: pool(a, i[0], True),
    "GlobalAveragePool": lambda a, i, n: reduce(
        {}, i[0], range(2, i[0].ndim), lambda v: sum(v) / len(v)),
    "GlobalMaxPool": lambda a, i, n: reduce({}, i[0], range(2, i[0].ndim), max),
    "ReduceSum": lambda a, i, n: reduce(a, i[0], axes_of(a, i), sum),
    "ReduceMean": lambda a, i, n: reduce(a, i[0], axes_of(a, i), lambda v: sum(v) / len(v)),
    "ReduceMax": lambda a, i, n: reduce(a, i[0], axes_of(a, i), max),
    "ReduceMin": lambda a, i, n: reduce(a, i[0], axes_of(a, i), min),
    "Identity": lambda a, i, n: i[0],
    "Dropout": lambda a, i, n: i[0],
    "Cast": lambda a, i, n: i[0] if a["to"] in (1, 10, 11, 16) else apply(int, i[0]),
    "Reshape": lambda a, i, n: reshape(i[0], i[1] if len(i) > 1 else a["shape"]),
    "Flatten": lambda a, i, n: i[0].reshape(math.prod(i[0].shape[:a.get("axis", 1)]), -1),
    "Squeeze": lambda a, i, n: squeeze(a, i),
    "Unsqueeze": lambda a, i, n: unsqueeze(a, i),
    "Transpose": lambda a, i, n: np.transpose(i[0], a.get("perm")),
    "Slice": lambda a, i, n: slices(a, *i),
    "Gather": lambda a, i, n: np.take(i[0], np.asarray(i[1], dtype=int), a.get("axis", 0)),
    "Concat": lambda a, i, n: np.concatenate(i, a.get("axis", 1)),
    "Pad": lambda a, i, n: pad(a, *i),
    "Expand": lambda a, i, n: np.broadcast_to(
        i[0], np.broadcast_shapes(i[0].shape, tuple(ints(i[1])))),
    "Tile": lambda a, i, n: np.tile(i[0], ints(i[1])),
    "Where": lambda a, i, n: np.where(np.asarray(i[0], dtype=bool), i[1], i[2]),
    "Equal": lambda a, i, n: np.equal(*i),
    "Constant": lambda a, i, n: constant(a),
    "ConstantOfShape": lambda a, i, n: np.full(
        ints(i[0]), exact(a["value"]).reshape(-1)[0] if "value" in a else Fraction(0)),
    "Shape": lambda a, i, n: np.array(i[0].shape, dtype=object),
    "Split": lambda a, i, n: split(a, i, len(n.output)),
}


def constant(a):
    (name, value), = a.items()
    if name == "value":
        return exact(value)
    return exact(np.array(value, dtype=np.float32 if "float" in name else np.int64))


class Model:
    def __init__(self, path, given=None, wanted=None):
        self.model = onnx.load(path)
        graph = self.model.graph
        self.known = {t.name: exact(numpy_helper.to_array(t)) for t in graph.initializer}
        inputs = [i for i in graph.input if i.name not in self.known]
        self.wanted = wanted or graph.output[0].name
        self.input = next(i for i in inputs if given in (None, i.name))
        dims = self.input.type.tensor_type.shape.dim
        self.shape = [d.dim_value if d.dim_value > 0 else 1 for d in dims]
        self.maker = {o: n for n in graph.node for o in n.output}
        self.opset = next((o.version for o in self.model.opset_import if o.domain in ("",)), 1)

    def __call__(self, x):
        values = dict(self.known)
        x = np.array(x, dtype=object)
        values[self.input.name] = x.reshape(self.shape)

        def value(name):
            if name == "":
                return None
            if name not in values:
                node = self.maker[name]
                attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
                for key, v in attributes.items():
                    if isinstance(v, onnx.TensorProto):
                        attributes[key] = numpy_helper.to_array(v)
                inputs = [value(i) for i in node.input]
                made = OPERATORS[node.op_type](attributes, inputs, Node(node, self.opset))
                made = made if node.op_type == "Split" else [np.asarray(made)]
                values.update(zip(node.output, made))
            return values[name]
        return [Fraction(v) for v in np.asarray(value(self.wanted)).reshape(-1)]


class Node:
    def __init__(self, node, opset):
        self.output, self.opset = node.output, opset


def points(model, count, seed):
    """Small dyadic numbers, many of them equal or zero; the first point is 0."""
    numbers = random.Random(seed)
    size = math.prod(model.shape)
    for k in range(count):
        span = (0, 2, 12)[min(k, 2)]
        yield [Fraction(numbers.randint(-span, span), numbers.choice((1, 1, 2, 4)))
               for _ in range(size)]


def ask(crease, path, asked, options):
    """What crease eval says of these points."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"points": [[str(v) for v in p] for p in asked]}, file)
        file.flush()
        said = subprocess.run([crease, "eval", path, "--json", f"--points={file.name}",
                               *options], capture_output=True, text=True)
    if said.returncode:
        sys.exit(said.stderr)
    return [[Fraction(y["exact"]) for y in p["outputs"]] for p in json.loads(said.stdout)["points"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--input")
    parser.add_argument("--output")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("crease")
    parser.add_argument("model")
    parser.add_argument("points", nargs="?", type=int, default=5)
    asked = parser.parse_args()
    model = Model(asked.model, asked.input, asked.output)
    at = list(points(model, asked.points, asked.seed))
    options = [f"--onnx-{o}={v}" for o, v in (("input", asked.input), ("output", asked.output)) if v]
    found = ask(asked.crease, asked.model, at, options)
    for x, y in zip(at, found):
        if model(x) != y:
            sys.exit(f"at {[str(v) for v in x]}: expected {[str(v) for v in model(x)]}, "
                     f"found {[str(v) for v in y]}")
    print(sum(map(len, found)))


if __name__ == "__main__":
    main()
