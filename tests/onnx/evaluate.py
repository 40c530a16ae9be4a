#!/usr/bin/env python3
"""Evaluates an ONNX model in Python's fractions, by another program than the reader's.

evaluate.py [--input NAME] [--output NAME] CREASE MODEL [POINTS]: compares with crease eval at
random points, exactly; exits with 1 at the first output that differs. Needs Debian's python3-onnx.

Tensors are numpy arrays whose elements are fractions, the nodes are run one by one on numbers, and
nothing is made into layers. Irrational constants are rounded as docs/formats.md says.
"""
import argparse
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
from decimal import Decimal, localcontext
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
    s = np.array([c / root(v + eps) if is_square(v + eps) else over_root(c, v + eps)
                  for c, v in zip(scale, variance)], dtype=object)
    return s.reshape(shape) * x + (bias - s * mean).reshape(shape)


def rounded(function):
    """A real function by 60 digits, to the nearest float."""
    def element(value):
        with localcontext() as context:
            context.prec = 60
            return to_float32(Fraction(function(Decimal(value.numerator) / value.denominator)))
    return lambda a, i, n: apply(element, i[0])


def is_square(value):
    return all(math.isqrt(n) ** 2 == n for n in (value.numerator, value.denominator))


def root(value):
    """Exact if it is rational."""
    if is_square(value):
        return Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
    return over_root(value, value)


def along(x, y, axis):
    return y if y.ndim == 0 else y.reshape((-1,) + (1,) * (x.ndim - 1 - axis % x.ndim))


def dequantize(a, x, scale, zero=0):
    axis = a.get("axis", 1)
    zero = along(x, np.asarray(zero), axis)
    return apply(Fraction, x - zero) * along(x, scale, axis)


def quantize(a, x, scale, zero):
    """To int8, as here."""
    axis = a.get("axis", 1)
    y = apply(round, x / along(x, scale, axis)) + along(x, np.asarray(zero), axis)
    return apply(lambda v: min(max(v, -128), 127), y)


def resize(a, x, scales, sizes, opset):
    """Nearest places; written by the formulas of the standard."""
    how = a.get("coordinate_transformation_mode", b"half_pixel" if opset > 10 else b"asymmetric")
    to = a.get("nearest_mode", b"round_prefer_floor" if opset > 10 else b"floor")
    half = Fraction(1, 2)
    nearest = {b"floor": math.floor, b"ceil": math.ceil,
               b"round_prefer_floor": lambda v: math.ceil(v - half),
               b"round_prefer_ceil": lambda v: math.floor(v + half)}[to]
    for k in range(x.ndim):
        n = x.shape[k]
        s = Fraction(sizes[k], n) if sizes is not None else scales[k]
        out = sizes[k] if sizes is not None else math.floor(n * s)
        where = {b"asymmetric": lambda j: j / s, b"half_pixel": lambda j: (j + half) / s - half,
                 b"tf_half_pixel_for_nn": lambda j: (j + half) / s,
                 b"pytorch_half_pixel": lambda j: (j + half) / s - half if out > 1 else 0,
                 b"align_corners": lambda j: Fraction(j * (n - 1), max(out - 1, 1))}[how]
        x = np.take(x, [min(max(nearest(where(Fraction(j))), 0), n - 1) for j in range(out)], k)
    return x


def depth_to_space(a, x):
    n, c, h, w = x.shape
    b = a["blocksize"]
    if a.get("mode", b"DCR") == b"DCR":
        y = x.reshape(n, b, b, c // b ** 2, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        y = x.reshape(n, c // b ** 2, b, b, h, w).transpose(0, 1, 4, 2, 5, 3)
    return y.reshape(n, c // b ** 2, h * b, w * b)


def space_to_depth(a, x):
    n, c, h, w = x.shape
    b = a["blocksize"]
    y = x.reshape(n, c, h // b, b, w // b, b).transpose(0, 3, 5, 1, 2, 4)
    return y.reshape(n, c * b * b, h // b, w // b)


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
def beside(a, i, n):
    """Two operands; before version 7 an attribute says where the second's axes begin."""
    x, y = i
    if n.opset < 7 and "axis" in a:
        y = y.reshape(y.shape + (1,) * (x.ndim - a["axis"] - y.ndim))
    return x, y


def conv_transpose(a, x, w, b=None):
    """By scattering: each place of the input adds the kernel to the output."""
    axes, groups = x.ndim - 2, a.get("group", 1)
    strides, dilations = a.get("strides", [1] * axes), a.get("dilations", [1] * axes)
    pads, more = a.get("pads", [0] * 2 * axes), a.get("output_padding", [0] * axes)
    whole = [(x.shape[2 + k] - 1) * strides[k] + (w.shape[2 + k] - 1) * dilations[k] + 1 + more[k]
             for k in range(axes)]
    made = w.shape[1]
    out = np.full((x.shape[0], groups * made, *whole), Fraction(0), dtype=object)
    for at in np.ndindex(*x.shape):
        group = at[1] // (x.shape[1] // groups)
        for j in np.ndindex(*w.shape[1:]):
            to = [at[2 + k] * strides[k] + j[1 + k] * dilations[k] for k in range(axes)]
            out[(at[0], group * made + j[0], *to)] += x[at] * w[(at[1], *j)]
    keep = tuple(slice(pads[k], whole[k] - pads[axes + k]) for k in range(axes))
    out = out[(slice(None), slice(None), *keep)]
    return out if b is None else out + b.reshape((1, -1) + (1,) * axes)


def top_k(a, x, k):
    """Values alone."""
    axis = a.get("axis", -1)
    ordered = np.sort(x, axis=axis)
    if a.get("largest", 1):
        ordered = np.flip(ordered, axis)
    return np.take(ordered, range(int(np.asarray(k).reshape(-1)[0])), axis)


def einsum(equation, x, y):
    """Over all values of all letters."""
    left, result = equation.replace(" ", "").split("->")
    names = left.split(",")
    size = {c: d for name, t in zip(names, (x, y)) for c, d in zip(name, t.shape)}
    out = np.full([size[c] for c in result], Fraction(0), dtype=object)
    for at in itertools.product(*(range(d) for d in size.values())):
        place = dict(zip(size, at))
        pick = [tuple(place[c] for c in name) for name in (*names, result)]
        out[pick[2]] += x[pick[0]] * y[pick[1]]
    return out


def quant(a, x, scale, zero, bits):
    """Quant of QONNX."""
    size = 2 ** int(np.asarray(bits).reshape(-1)[0])
    least, most = (-size // 2 + a.get("narrow", 0), size // 2 - 1) if a.get("signed", 1) else (
        0, size - 1 - a.get("narrow", 0))
    way = {"ROUND": round, "CEIL": math.ceil, "FLOOR": math.floor,
           "ROUND_TO_ZERO": math.trunc}[a.get("rounding_mode", b"ROUND").decode()]
    whole = apply(lambda v: Fraction(min(max(way(v), least), most)), x / scale + zero)
    return (whole - zero) * scale


def linear(a, x, scales):
    """Resize between places, half pixels or aligned corners."""
    for axis, scale in enumerate(np.asarray(scales).reshape(-1)):
        size, out = x.shape[axis], int(x.shape[axis] * scale)
        made = []
        for i in range(out):
            at = (Fraction(i * (size - 1), max(out - 1, 1))
                  if a.get("coordinate_transformation_mode") == b"align_corners"
                  else (i + Fraction(1, 2)) / scale - Fraction(1, 2))
            at = min(max(at, Fraction(0)), Fraction(size - 1))
            low = math.floor(at)
            made.append(np.take(x, low, axis) * (1 - at + low) +
                        np.take(x, min(low + 1, size - 1), axis) * (at - low))
        x = np.stack(made, axis)
    return x


def shrink(a):
    lambd, bias = fraction_of(a, "lambd", 0.5), fraction_of(a, "bias", 0)
    return lambda v: v + bias if v < -lambd else v - bias if v > lambd else Fraction(0)


OPERATORS = {
    "Add": lambda a, i, n: np.add(*beside(a, i, n)),
    "Sub": lambda a, i, n: np.subtract(*beside(a, i, n)),
    "Mul": lambda a, i, n: np.multiply(*beside(a, i, n)),
    "Div": lambda a, i, n: quotient(*beside(a, i, n)),
    "ConvTranspose": lambda a, i, n: conv_transpose(a, *i),
    "TopK": lambda a, i, n: top_k(a, *i),
    "Einsum": lambda a, i, n: einsum(a["equation"].decode(), *i),
    "Quant": lambda a, i, n: quant(a, *i),
    "BipolarQuant": lambda a, i, n: np.where(i[0] < 0, -i[1], i[1]),
    "Greater": lambda a, i, n: np.greater(*i),
    "LessOrEqual": lambda a, i, n: np.less_equal(*i),
    "Shrink": lambda a, i, n: apply(shrink(a), i[0]),
    "ThresholdedRelu": lambda a, i, n: apply(
        lambda v: v if v > fraction_of(a, "alpha", 1) else Fraction(0), i[0]),
    "Softplus": rounded(lambda v: (v.exp() + 1).ln()),
    "Range": lambda a, i, n: np.array([Fraction(v) for v in np.arange(
        *(int(np.asarray(k).reshape(-1)[0]) for k in i))], dtype=object),
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
    "Clip": lambda a, i, n: clip(i[0], bound(a, i, 1, "min"), bound(a, i, 2, "max")),
    "HardSigmoid": lambda a, i, n: apply(
        lambda v: min(max(fraction_of(a, "alpha", 0.2) * v + fraction_of(a, "beta", 0.5),
                          Fraction(0)), Fraction(1)), i[0]),
    "Conv": lambda a, i, n: conv(a, *i),
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
    "Sqrt": lambda a, i, n: apply(root, i[0]),
    "Reciprocal": lambda a, i, n: apply(lambda v: 1 / v, i[0]),
    "Pow": lambda a, i, n: apply(lambda v: v, i[0] ** apply(int, i[1])),
    "Exp": rounded(Decimal.exp),
    "Log": rounded(Decimal.ln),
    "Mod": lambda a, i, n: np.mod(*i),
    "Floor": lambda a, i, n: apply(lambda v: Fraction(math.floor(v)), i[0]),
    "Round": lambda a, i, n: apply(lambda v: Fraction(round(v)), i[0]),
    "Sign": lambda a, i, n: apply(lambda v: Fraction((v > 0) - (v < 0)), i[0]),
    "Not": lambda a, i, n: np.logical_not(i[0]),
    "DequantizeLinear": lambda a, i, n: dequantize(a, *i),
    "QuantizeLinear": lambda a, i, n: quantize(a, *i),
    "Resize": lambda a, i, n: linear(a, i[0], i[2]) if a.get("mode") == b"linear" else resize(
        a, i[0], i[2 if n.opset > 10 else 1], ints(i[3]) if len(i) > 3 else None, n.opset),
    "Upsample": lambda a, i, n: resize({}, i[0], i[1], None, n.opset),
    "DepthToSpace": lambda a, i, n: depth_to_space(a, i[0]),
    "SpaceToDepth": lambda a, i, n: space_to_depth(a, i[0]),
}


def constant(a):
    (name, value), = a.items()
    if name == "value":
        return exact(value)
    return exact(np.array(value, dtype=np.float32 if "float" in name else np.int64))


def dense(sparse):
    """A sparse tensor, whose indices are those of all numbers in a row."""
    out = np.full(math.prod(sparse.dims), Fraction(0), dtype=object)
    out[numpy_helper.to_array(sparse.indices)] = exact(numpy_helper.to_array(sparse.values))
    return out.reshape(tuple(sparse.dims))


class Model:
    def __init__(self, path, given=None, wanted=None):
        self.model = onnx.load(path)
        graph = self.model.graph
        self.known = self.initial(graph)
        inputs = [i for i in graph.input if i.name not in self.known]
        self.wanted = wanted or graph.output[0].name
        self.input = next(i for i in inputs if given in (None, i.name))
        dims = self.input.type.tensor_type.shape.dim
        self.shape = [d.dim_value if d.dim_value > 0 else 1 for d in dims]
        self.opset = next((o.version for o in self.model.opset_import if o.domain in ("",)), 1)

    @staticmethod
    def initial(graph):
        known = {t.name: exact(numpy_helper.to_array(t)) for t in graph.initializer}
        known.update((t.values.name, dense(t)) for t in graph.sparse_initializer)
        return known

    def __call__(self, x):
        x = np.array(x, dtype=object).reshape(self.shape)
        made, = self.run(self.model.graph.node, dict(self.known, **{self.input.name: x}),
                         [self.wanted], {})
        return [Fraction(v) for v in np.asarray(made).reshape(-1)]

    def run(self, nodes, values, wanted, given):
        """given: the attributes of the call of a function, if the nodes are its."""
        maker = {o: n for n in nodes for o in n.output}

        def value(name):
            if name == "":
                return None
            if name not in values:
                node = maker[name]
                attributes = {a.name: given[a.ref_attr_name] if a.ref_attr_name else
                              onnx.helper.get_attribute_value(a) for a in node.attribute}
                for key, v in attributes.items():
                    if isinstance(v, onnx.TensorProto):
                        attributes[key] = numpy_helper.to_array(v)
                inputs = [value(i) for i in node.input]
                function = next((f for f in self.model.functions
                                 if (f.domain, f.name) == (node.domain, node.op_type)), None)
                if function:
                    made = self.run(function.node, dict(zip(function.input, inputs)),
                                    function.output, attributes)
                elif node.op_type == "If":
                    branch = attributes["then_branch" if inputs[0].reshape(-1)[0] else
                                        "else_branch"]
                    for n in branch.node:  # it sees the names around it
                        for i in n.input:
                            if i in maker:
                                value(i)
                    made = self.run(branch.node, dict(values, **self.initial(branch)),
                                    [o.name for o in branch.output], given)
                else:
                    made = OPERATORS[node.op_type](attributes, inputs, Node(node, self.opset))
                    made = made if node.op_type == "Split" else [np.asarray(made)]
                values.update(zip(node.output, made))
            return values[name]
        return [value(name) for name in wanted]


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
    names = {"input": asked.input, "output": asked.output}
    options = [f"--onnx-{option}={name}" for option, name in names.items() if name]
    found = ask(asked.crease, asked.model, at, options)
    for x, y in zip(at, found):
        if model(x) != y:
            sys.exit(f"at {[str(v) for v in x]}: expected {[str(v) for v in model(x)]}, "
                     f"found {[str(v) for v in y]}")
    print(sum(map(len, found)))


if __name__ == "__main__":
    main()
