#!/usr/bin/env python3
"""Makes models in the present directory, and what they compute; needs Debian's python3-onnx.

NAME.onnx has small integers as weights. NAME.expected has a line for each point, its numbers and,
after =, the outputs, by evaluate.py. Names of refused models begin with bad_, and NAME.expected is
then the message.
"""
import pathlib
import random

import numpy as np
import onnx
from onnx import TensorProto as T, helper as h, numpy_helper

import evaluate

HERE = pathlib.Path(".")
numbers = random.Random(13)


def tensor(*shape, type=np.float32, most=3):
    """Integers from -most to most; without a shape one of them."""
    values = [numbers.randint(-most, most) for _ in range(int(np.prod(shape)))]
    return np.array(values, dtype=type).reshape(shape)


def ints(*values):
    return np.array(values, dtype=np.int64)


def floats(*values):
    return np.array(values, dtype=np.float32)


def save(name, nodes, shape, constants=None, opset=13, output="y", inputs=None, outputs=None,
         raw=True, change=None, domains=()):
    """nodes: of (operator, inputs, outputs, attributes); x is the input and y the output."""
    made = [h.make_node(op, i.split(","), o.split(","), **(a[0] if a else {}))
            for op, i, o, *a in nodes]
    for node in made:  # an operator of another domain is DOMAIN::NAME
        if "::" in node.op_type:
            node.domain, node.op_type = node.op_type.split("::")
    tensors = [numpy_helper.from_array(v, k) if raw else
               h.make_tensor(k, onnx.mapping.NP_TYPE_TO_TENSOR_TYPE[v.dtype], v.shape,
                             v.reshape(-1).tolist()) for k, v in (constants or {}).items()]
    graph = h.make_graph(made, name, inputs or [h.make_tensor_value_info("x", T.FLOAT, shape)],
                         outputs or [h.make_tensor_value_info(output, T.FLOAT, None)], tensors)
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", opset)] +
                         [h.make_opsetid(d, 1) for d in domains])
    model.ir_version = 7
    if change:
        change(model)
    (HERE / f"{name}.onnx").write_bytes(model.SerializeToString())


def good(name, *args, points=4, **more):
    save(name, *args, **more)
    model = evaluate.Model(str(HERE / f"{name}.onnx"))
    with open(HERE / f"{name}.expected", "w") as file:
        for x in evaluate.points(model, points, name):
            file.write(",".join(map(str, x)) + " = " + ",".join(map(str, model(x))) + "\n")


def bad(name, message, *args, **more):
    save("bad_" + name, *args, **more)
    (HERE / f"bad_{name}.expected").write_text(f"bad_{name}.onnx: {message}\n")


def one(name, op, shape, constants=None, opset=13, **attributes):
    """A model of one node, whose inputs are x and the constants in their order."""
    good(name, [(op, ",".join(["x", *(constants or {})]), "y", attributes)], shape, constants,
         opset)


def affine():
    w, b = tensor(3, 4), tensor(4)
    for k, (turned, shapes) in enumerate([({}, ((2, 3), (3, 4))), ({"transA": 1}, ((3, 2), (3, 4))),
                                          ({"transB": 1}, ((2, 3), (4, 3)))]):
        one(f"gemm_{k}", "Gemm", shapes[0], {"w": tensor(*shapes[1]), "b": b}, alpha=0.5, beta=2.0,
            **turned)
    good("gemm_without_c", [("Gemm", "x,w", "y")], [1, 3], {"w": w})
    good("gemm_left", [("Gemm", "w,x,b", "y", {"transB": 1})], [2, 4], {"w": w, "b": tensor(2)})
    one("matmul", "MatMul", [2, 3], {"w": w})
    one("matmul_stack", "MatMul", [2, 1, 2, 3], {"w": tensor(2, 3, 2)})
    good("matmul_vector_right", [("MatMul", "w,x", "y")], [4], {"w": w})
    one("matmul_vector_left", "MatMul", [3], {"w": w})
    for op in ("Add", "Sub", "Mul"):
        one(op.lower(), op, [2, 3], {"c": tensor(3)})
        good(op.lower() + "_left", [(op, "c,x", "y")], [2, 1], {"c": tensor(3)})
        good(op.lower() + "_channels", [(op, "x,c", "y")], [1, 3, 2], {"c": tensor(3, 1)})
    one("div", "Div", [2, 3], {"c": floats(2, -4, 8)})
    one("neg", "Neg", [3])
    good("sum", [("Sum", "x,c,x", "y")], [2, 2], {"c": tensor(2)})
    good("mean", [("Mean", "x,c", "y")], [2, 2], {"c": tensor(2)})
    good("add_computed", [("Relu", "x", "r"), ("Add", "r,x", "s"), ("Sub", "s,r", "y")], [3])
    one("batch_normalization", "BatchNormalization", [1, 3, 2],
        {"s": floats(1, 2, -3), "b": tensor(3), "m": tensor(3), "v": floats(.1, 2, 5)})
    one("batch_normalization_old", "BatchNormalization", [1, 2],
        {"s": floats(1, 2), "b": tensor(2), "m": tensor(2), "v": floats(0, 0.3)}, opset=7,
        epsilon=0.25, momentum=0.5)


def windows():
    one("conv", "Conv", [1, 2, 4, 4], {"w": tensor(3, 2, 2, 3), "b": tensor(3)})
    one("conv_1d", "Conv", [1, 2, 6], {"w": tensor(2, 2, 3)}, strides=[2], pads=[1, 0])
    one("conv_groups", "Conv", [1, 4, 3, 3], {"w": tensor(4, 2, 2, 2)}, group=2)
    one("conv_depthwise", "Conv", [2, 2, 3, 3], {"w": tensor(2, 1, 2, 2)}, group=2)
    one("conv_dilated", "Conv", [1, 1, 5, 6], {"w": tensor(1, 1, 2, 3)}, dilations=[2, 1],
        strides=[1, 2], pads=[1, 2, 0, 1])
    one("conv_as_dense", "Conv", [1, 1, 1, 5], {"w": tensor(3, 1, 1, 5), "b": tensor(3)})
    for mode in ("SAME_UPPER", "SAME_LOWER", "VALID"):
        one(f"conv_{mode.lower()}", "Conv", [1, 1, 4, 5], {"w": tensor(1, 1, 2, 3)}, auto_pad=mode,
            strides=[1, 2])
    for op in ("MaxPool", "AveragePool"):
        stem = op.lower()
        one(stem, op, [1, 2, 4, 4], kernel_shape=[2, 2], strides=[2, 2])
        one(stem + "_overlapping", op, [1, 1, 4, 3], kernel_shape=[3, 2])
        one(stem + "_padded", op, [1, 1, 3, 3], kernel_shape=[2, 2], pads=[1, 1, 1, 1],
            strides=[2, 2])
        one(stem + "_ceil", op, [1, 1, 5], kernel_shape=[2], strides=[2], ceil_mode=1)
        one(stem + "_same", op, [1, 1, 5], kernel_shape=[3], strides=[2], auto_pad="SAME_UPPER")
        one("global" + stem, "Global" + op, [1, 2, 2, 2])
    one("maxpool_dilated", "MaxPool", [1, 1, 6], kernel_shape=[2], dilations=[3])
    one("averagepool_with_pads", "AveragePool", [1, 1, 5], kernel_shape=[2], pads=[1, 0],
        strides=[2], ceil_mode=1, count_include_pad=1)


def units():
    for op in ("Relu", "Abs", "LeakyRelu", "HardSigmoid"):
        one(op.lower(), op, [2, 3])
    one("leakyrelu_slope", "LeakyRelu", [3], alpha=-0.25)
    one("leakyrelu_one", "LeakyRelu", [3], alpha=1.0)
    one("hardsigmoid_falling", "HardSigmoid", [3], alpha=-0.5, beta=0.25)
    one("prelu", "PRelu", [1, 3, 2], {"s": floats(.5, 0, 1).reshape(3, 1)})
    one("prelu_channels", "PRelu", [1, 3, 2], {"s": floats(.5, -1, 2)}, opset=6)
    one("clip", "Clip", [4], {"low": floats(-1).reshape(()), "high": floats(2).reshape(())})
    one("clip_hardtanh", "Clip", [4], opset=6, min=-1.0, max=1.0)
    one("clip_low", "Clip", [4], opset=6, min=0.5)
    one("clip_largest", "Clip", [4], opset=6, min=0.0, max=3.4028234663852886e38)
    good("clip_high", [("Clip", "x,,h", "y")], [4], {"h": floats(-.5).reshape(())})
    one("clip_infinite", "Clip", [4], {"l": floats(-np.inf).reshape(()),
                                       "h": floats(1).reshape(())})
    one("clip_none", "Clip", [4])
    one("clip_crossed", "Clip", [4], opset=6, min=2.0, max=1.0)
    for op in ("Max", "Min"):
        good(op.lower(), [("Neg", "x", "n"), (op, "x,n,c,x", "y")], [2, 2], {"c": floats(1, -2)})
        one(op.lower() + "_constant", op, [3], {"c": floats(1, 0, -1)})
        one("reduce" + op.lower(), "Reduce" + op, [2, 3], axes=[1], keepdims=0)
    one("reducesum", "ReduceSum", [2, 3, 2], {"axes": ints(-1, 0)})
    one("reducesum_old", "ReduceSum", [2, 3], opset=11, axes=[0], keepdims=0)
    one("reducesum_none", "ReduceSum", [2], {"axes": ints()}, noop_with_empty_axes=1)
    one("reducemean", "ReduceMean", [2, 3], keepdims=0)


def shapes():
    one("identity", "Identity", [2])
    one("dropout", "Dropout", [2], opset=7, ratio=0.5)
    one("cast", "Cast", [2], to=T.DOUBLE)
    one("reshape", "Reshape", [2, 3], {"s": ints(0, -1, 1)})
    good("reshape_old", [("Reshape", "x", "y", {"shape": [3, 2]})], [2, 3], opset=4)
    one("flatten", "Flatten", [2, 3, 2], axis=2)
    one("transpose", "Transpose", [2, 3, 2], perm=[1, 2, 0])
    one("transpose_all", "Transpose", [2, 3])
    one("squeeze", "Squeeze", [1, 2, 1], {"a": ints(-1)})
    one("squeeze_all", "Squeeze", [1, 2, 1], opset=11)
    one("unsqueeze", "Unsqueeze", [2, 3], {"a": ints(0, -1)})
    one("unsqueeze_old", "Unsqueeze", [2], opset=11, axes=[1])
    one("slice", "Slice", [4, 5], {"s": ints(1, -1), "e": ints(9, -5), "a": ints(0, 1),
                                   "t": ints(2, -2)})
    one("slice_old", "Slice", [4, 3], opset=9, starts=[1], ends=[-1])
    one("slice_back", "Slice", [4], {"s": ints(-1), "e": ints(-9), "a": ints(0), "t": ints(-1)})
    good("split", [("Split", "x,p", "a,b", {"axis": 1}), ("Sub", "a,b", "d"),
                   ("Concat", "d,b", "y", {"axis": 0})], [2, 2], {"p": ints(1, 1)})
    good("split_old", [("Split", "x", "a,b", {"axis": 0, "split": [1, 2]}),
                       ("Add", "a,b", "y")], [3, 2], opset=11)
    one("gather", "Gather", [3, 2], {"i": ints(2, 0, -1).reshape(3, 1)}, axis=0)
    one("gather_columns", "Gather", [2, 3], {"i": np.array(-1)}, axis=1)
    one("pad", "Pad", [2, 2], {"p": ints(1, 0, 0, 2), "v": floats(3).reshape(())})
    one("pad_old", "Pad", [3], opset=10, pads=[1, 1], value=0.5)
    one("pad_reflect", "Pad", [4], {"p": ints(2, 1)}, mode="reflect")
    one("pad_edge", "Pad", [3], {"p": ints(2, 1)}, mode="edge")
    one("expand", "Expand", [2, 1], {"s": ints(3, 1, 2)})
    one("tile", "Tile", [2, 1], {"r": ints(1, 3)})
    good("where", [("Equal", "c,d", "e"), ("Neg", "x", "n"), ("Where", "e,x,n", "y")], [3],
         {"c": tensor(3, most=1), "d": tensor(3, most=1)})
    good("concat", [("Concat", "x,c,x", "y", {"axis": 1})], [2, 1], {"c": tensor(2, 2)})


def constants():
    good("constant", [("Constant", "", "c", {"value_floats": [1., -.5]}), ("Add", "x,c", "y")],
         [2])
    good("constant_tensor", [("Constant", "", "c", {"value": numpy_helper.from_array(tensor(2))}),
                             ("Sub", "x,c", "y")], [2], opset=9)
    good("shape_arithmetic",
         [("Shape", "x", "s"), ("Gather", "s,two", "d"), ("Div", "d,two", "e"),
          ("Unsqueeze", "e,zero", "u"), ("Concat", "u,minus", "t", {"axis": 0}),
          ("Reshape", "x,t", "r"), ("ConstantOfShape", "t2", "c"), ("Add", "r,c", "y")], [1, 2, 5],
         {"two": np.array(2, dtype=np.int64), "zero": ints(0), "minus": ints(-1), "t2": ints(5)})
    for kind in (np.float16, np.float64, np.int8, np.int32, np.uint8, np.int64):
        good(f"type_{np.dtype(kind).name}", [("Cast", "c", "f", {"to": T.FLOAT}),
                                             ("Mul", "x,f", "y")],
             [3], {"c": np.array([1, 2, 3], dtype=kind) / (2 if kind == np.float64 else 1)
                   if kind == np.float64 else np.array([1, 2, 3], dtype=kind)})
    good("typed_data", [("Gemm", "x,w,b", "y")], [1, 2], {"w": tensor(2, 2), "b": tensor(2)},
         raw=False)
    good("typed_double", [("Add", "x,b", "y")], [2], {"b": tensor(2, type=np.float64) / 8},
         raw=False)
    good("weights_are_floats", [("Mul", "x,c", "y")], [2], {"c": floats(.1, 1e-40)})

    def bfloat(model):
        t = model.graph.initializer[0]
        t.data_type, t.raw_data = T.BFLOAT16, bytes([0x80, 0x3f, 0x20, 0xc0])
    save("type_bfloat16", [("Cast", "c", "f", {"to": T.FLOAT}), ("Mul", "x,f", "y")], [2],
         {"c": floats(1, -2.5)}, change=bfloat)
    (HERE / "type_bfloat16.expected").write_text("1,1 = 1,-5/2\n4,-2 = 4,5\n")
    # 0.1 as a float, rounded once more: to 819 / 2^13 and to 205 / 2^11.
    for name, to, number in (("float16", T.FLOAT16, "819/8192"), ("bfloat16", T.BFLOAT16,
                                                                  "205/2048"),
                             ("int64", T.INT64, "0")):
        save(f"cast_constant_to_{name}", [("Cast", "c", "d", {"to": to}),
                                          ("Cast", "d", "e", {"to": T.FLOAT}),
                                          ("Mul", "x,e", "y")], [1], {"c": floats(.1)})
        (HERE / f"cast_constant_to_{name}.expected").write_text(f"1 = {number}\n")


def folded():
    """Functions of constants."""
    for name, op, c in (("sqrt", "Sqrt", floats(2, .25)), ("exp", "Exp", floats(-1, .5)),
                        ("log", "Log", floats(3, 1)), ("reciprocal", "Reciprocal", floats(3, -2)),
                        ("floor", "Floor", floats(-.5, 2)), ("round", "Round", floats(2.5, -3.5)),
                        ("sign", "Sign", floats(-.5, 0))):
        good(f"fold_{name}", [(op, "c", "f"), ("Mul", "x,f", "y")], [2], {"c": c})
    good("fold_pow", [("Pow", "c,e", "f"), ("Mul", "x,f", "y")], [3],
         {"c": floats(3, -2, .5), "e": floats(2, 3, -2)})
    good("fold_mod", [("Mod", "c,d", "m"), ("Cast", "m", "f", {"to": T.FLOAT}),
                      ("Mul", "x,f", "y")], [3], {"c": ints(7, -7, 5), "d": ints(3, 3, -3)})
    # Batch normalisation as exporters spell it out; its factor is 2/3.
    good("fold_normalization", [("Add", "v,e", "s"), ("Sqrt", "s", "r"), ("Div", "g,r", "f"),
                                ("Mul", "x,f", "y")], [1],
         {"v": floats(2), "e": floats(.25), "g": floats(1)})
    one("batch_normalization_rational", "BatchNormalization", [1, 2],
        {"s": floats(1, 2), "b": tensor(2), "m": tensor(2), "v": floats(2, 8.75)}, epsilon=0.25)
    c = np.array([[-128, 127], [3, 5]], dtype=np.int8)
    good("dequantize", [("DequantizeLinear", "c,s,z", "w"), ("MatMul", "x,w", "y")], [1, 2],
         {"c": c, "s": floats(.1).reshape(()), "z": np.array(2, dtype=np.int8)})
    good("dequantize_axis", [("DequantizeLinear", "c,s,z", "w", {"axis": 0}),
                             ("MatMul", "x,w", "y")], [1, 2],
         {"c": c, "s": floats(.1, .5), "z": np.array([1, 0], dtype=np.int8)})
    good("quantize", [("QuantizeLinear", "c,s,z", "q"), ("DequantizeLinear", "q,s,z", "w"),
                      ("Mul", "x,w", "y")], [4],
         {"c": floats(.3, -.25, 99, -99), "s": floats(.5).reshape(()),
          "z": np.array(-3, dtype=np.int8)})


def places():
    """More places, or fewer."""
    for how in ("half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"):
        for k, to in enumerate(("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")):
            good(f"resize_{how}_{k}", [("Resize", "x,,s", "y", {
                "coordinate_transformation_mode": how, "nearest_mode": to})], [1, 1, 3],
                 {"s": floats(1, 1, (1.75, .5)[k % 2])})
    good("resize_sizes", [("Resize", "x,,,n", "y")], [1, 1, 2, 3], {"n": ints(1, 1, 5, 2)})
    good("resize_10", [("Resize", "x,s", "y")], [1, 3], {"s": floats(1, 2)}, opset=10)
    good("upsample", [("Upsample", "x,s", "y")], [1, 1, 2, 2], {"s": floats(1, 1, 2, 3)}, opset=9)
    one("depthtospace", "DepthToSpace", [1, 8, 1, 2], blocksize=2)
    one("depthtospace_crd", "DepthToSpace", [1, 8, 2, 1], blocksize=2, mode="CRD")
    one("spacetodepth", "SpaceToDepth", [1, 2, 2, 4], blocksize=2)


def inside():
    """Branches, functions and sparse numbers."""
    value = h.make_tensor_value_info

    def branch(name, c, *nodes):
        return h.make_graph([h.make_node(op, i.split(","), o.split(",")) for op, i, o in nodes],
                            name, [], [value("o", T.FLOAT, None)],
                            [numpy_helper.from_array(floats(c), "c")])
    branches = {"then_branch": branch("t", 2, ("Mul", "n,c", "o")),
                "else_branch": branch("e", 3, ("Sigmoid", "n", "s"), ("Mul", "s,c", "o"))}
    good("if", [("Neg", "x", "n"), ("Not", "b", "d"), ("If", "d", "y", branches)], [2],
         {"b": np.array(False)})
    bad("if_else", 'Sigmoid for "s": is not piecewise linear',
        [("Neg", "x", "n"), ("If", "b", "y", branches)], [2], {"b": np.array(False)})
    bad("if_computed", 'If for "y": the condition, input 0, is computed: expected constants',
        [("Neg", "x", "n"), ("If", "n", "y", branches)], [1])

    def with_function(model):
        leaky = h.make_node("LeakyRelu", ["p"], ["q"])
        leaky.attribute.add(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT)
        inner = h.make_function("own", "Inner", ["p"], ["q"], [leaky],
                                [h.make_opsetid("", 13)], ["slope"])
        node = h.make_node("Inner", ["s"], ["b"], domain="own")
        node.attribute.add(name="slope", ref_attr_name="steep", type=onnx.AttributeProto.FLOAT)
        outer = h.make_function("own", "Twice", ["a"], ["b"], [
            h.make_node("Add", ["a", "a"], ["s"]), node],
            [h.make_opsetid("", 13), h.make_opsetid("own", 1)], ["steep"])
        model.functions.extend([inner, outer])
    good("function", [("own::Twice", "x", "t", {"steep": .25}), ("Neg", "t", "y")], [2],
         domains=["own"], change=with_function)

    def sparse(model):
        model.graph.sparse_initializer.append(h.make_sparse_tensor(
            numpy_helper.from_array(floats(2, -3), "w"), numpy_helper.from_array(ints(1, 5)),
            [2, 3]))
    good("sparse", [("MatMul", "x,w", "y")], [1, 2], change=sparse)
    good("unread", [("Relu", "x", "r"), ("Slice", "r,s,e", "y")], [3],
         {"s": ints(1), "e": ints(2)})


def wild():
    """What exporters write."""
    value = h.make_tensor_value_info
    good("initialisers_among_inputs", [("Gemm", "x,w,b", "y")], None,
         {"w": tensor(2, 3), "b": tensor(3)}, opset=8,
         inputs=[value("w", T.FLOAT, [2, 3]), value("b", T.FLOAT, [3]),
                 value("x", T.FLOAT, ["batch", 2])])
    good("batch_unset", [("Flatten", "x", "f"), ("MatMul", "f,w", "y")], None, {"w": tensor(4, 2)},
         inputs=[value("x", T.FLOAT, [None, 2, 2])])
    good("batch_minus_one", [("MatMul", "x,w", "y")], None, {"w": tensor(2, 2)},
         inputs=[value("x", T.FLOAT, [-1, 2])])
    good("two_outputs", [("Relu", "x", "y"), ("Sigmoid", "x", "z")], [2],
         outputs=[value("y", T.FLOAT, None), value("z", T.FLOAT, None)])
    good("two_inputs", [("Relu", "x", "y"), ("Neg", "u", "z")], None,
         inputs=[value("x", T.FLOAT, [2]), value("u", T.FLOAT, [3])],
         outputs=[value("y", T.FLOAT, None), value("z", T.FLOAT, None)])
    save("without_last", [("Neg", "x", "n"), ("Softmax", "n", "s"), ("Identity", "s", "y")], [2])
    (HERE / "without_last.expected").write_text("1,2 = -1,-2\n")
    good("residual", [("Gemm", "x,w,b", "g"), ("Relu", "g", "r"), ("Gemm", "r,v", "f"),
                      ("Add", "f,x", "s"), ("Relu", "s", "t"), ("Concat", "t,r,x", "y",
                                                                 {"axis": 1})], [1, 2],
         {"w": tensor(2, 3), "b": tensor(3), "v": tensor(3, 2)})
    good("dense_block", [("Conv", "x,w", "a"), ("Relu", "a", "b"), ("Concat", "x,b", "c",
                                                                     {"axis": 1}),
                         ("Conv", "c,v", "d"), ("MaxPool", "d", "e", {"kernel_shape": [2]}),
                         ("BatchNormalization", "e,s,s,t,o", "y")], [1, 1, 4],
         {"w": tensor(2, 1, 1), "v": tensor(2, 3, 2), "s": floats(1, -2), "t": floats(0, 1),
          "o": floats(1, 4)})
    good("final_relu", [("Gemm", "x,w", "g"), ("Relu", "g", "y")], [1, 2], {"w": tensor(2, 2)})


def huge(model):
    model.graph.initializer[0].dims[:] = [2 ** 31 - 1, 2 ** 31 - 1]


def refused():
    one_input = {"w": tensor(2, 2)}
    value = h.make_tensor_value_info
    bad("softmax_argmax",
        'Softmax for "s": is not piecewise linear; --onnx-drop-last leaves it off',
        [("Neg", "x", "n"), ("Softmax", "n", "s"), ("ArgMax", "s", "y")], [2])
    bad("sqrt", 'Sqrt for "n": is not piecewise linear', [("Sqrt", "x", "n"), ("Neg", "n", "y")],
        [2])
    bad("elu_constant", 'Elu for "e": is not computed, even of constants',
        [("Elu", "c", "e"), ("Add", "x,e", "y")], [2], {"c": floats(1, 2)})
    bad("taken_as_1", 'Gemm for "y": shapes 1x1 and 2x2 do not fit each other; of the input, taken '
        "as 1: dimension 0, 1", [("Gemm", "x,w", "y")], None, one_input,
        inputs=[value("x", T.FLOAT, ["n", None])])
    bad("cubic_resize", 'Resize for "y": attribute "mode": "cubic" is not supported',
        [("Resize", "x,,s", "y", {"mode": "cubic"})], [1, 2], {"s": floats(1, 2)})
    bad("pad_twice", 'Pad for "y": axis 0 is named twice', [("Pad", "x,p,,a", "y")], [3],
        {"p": ints(1, 1, 0, 0), "a": ints(0, -1)}, opset=18)
    bad("slice_twice", 'Slice for "y": axis 0 is named twice', [("Slice", "x,s,e,a", "y")], [3, 2],
        {"s": ints(1, 0), "e": ints(3, 2), "a": ints(0, 0)})
    bad("recursive", 'F for "y": functions are nested too deeply', [("own::F", "x", "y")], [1],
        domains=["own"], change=lambda model: model.functions.append(h.make_function(
            "own", "F", ["a"], ["y"], [h.make_node("F", ["a"], ["y"], domain="own")],
            [h.make_opsetid("own", 1)])))
    bad("sigmoid_last", 'Sigmoid for "y": is not piecewise linear; --onnx-drop-last '
        "leaves it off", [("Neg", "x", "n"), ("Sigmoid", "n", "y")], [2])
    bad("sigmoid_within", 'Sigmoid for "n": is not piecewise linear',
        [("Sigmoid", "x", "n"), ("Neg", "n", "y")], [2])
    bad("argmax", 'ArgMax for "y": is not continuous; --onnx-drop-last leaves '
        "it off", [("ArgMax", "x", "y")], [2])
    bad("unknown",
        'Frobnicate for "y": is not a supported operator',
        [("Frobnicate", "x", "y")], [2])
    bad("domain", 'FusedConv for "y": is of the domain "com.example", which is not known',
        [("com.example::FusedConv", "x", "y")], [2], domains=["com.example"])
    bad("product", 'Mul for "y": a product of computed tensors is not piecewise linear',
        [("Mul", "x,x", "y")], [2])
    bad("matmul_product", 'MatMul for "y": a product of computed tensors is not piecewise linear',
        [("MatMul", "x,x", "y")], [2, 2])
    bad("divisor", 'Div for "y": the divisor, input 1, is computed: expected constants',
        [("Div", "x,x", "y")], [2])
    bad("zero_divisor", 'Div for "y": the divisor is zero', [("Div", "x,c", "y")], [2],
        {"c": floats(1, 0)})
    bad("cast_to_integer", 'Cast for "y": a cast to int64 is not continuous',
        [("Cast", "x", "y", {"to": T.INT64})], [2])
    bad("missing", 'Gemm for "y": its input "v" is neither given nor computed',
        [("Gemm", "x,v", "y")], [1, 2])
    bad("cycle", 'Add for "a": its input depends on its output, in a cycle of 2 nodes',
        [("Add", "x,b", "a"), ("Neg", "a", "b"), ("Neg", "b", "y")], [2])
    bad("twice", 'Relu for "y": "y" is defined twice', [("Neg", "x", "y"), ("Relu", "x", "y")], [2])
    bad("shapes", 'Gemm for "y": shapes 1x3 and 2x2 do not fit each other',
        [("Gemm", "x,w", "y")], [1, 3], one_input)
    bad("broadcast", 'Add for "y": shapes 3 and 2 do not fit each other', [("Add", "x,c", "y")],
        [3], {"c": tensor(2)})
    bad("conv", 'Conv for "y": weights of shape 1x2x1 do not fit an input of shape 1x3x4 in 1 '
        "group", [("Conv", "x,w", "y")], [1, 3, 4], {"w": tensor(1, 2, 1)})
    bad("reshape", 'Reshape for "y": 4 numbers of shape 4 do not fit the shape 3x1',
        [("Reshape", "x,s", "y")], [4], {"s": ints(3, -1)})
    bad("kernel", 'MaxPool for "y": the kernel is larger than the padded input: 3 and 2',
        [("MaxPool", "x", "y", {"kernel_shape": [3]})], [1, 1, 2])
    bad("attribute", 'Relu for "y": attribute "slope" is not known',
        [("Relu", "x", "y", {"slope": 1})], [2])
    bad("attribute_type", 'Concat for "y": attribute "axis" has the wrong type',
        [("Concat", "x,x", "y", {"axis": 1.0})], [2])
    bad("axis", 'Concat for "y": expected an axis from -1 to 0, found 1',
        [("Concat", "x,x", "y", {"axis": 1})], [2])
    bad("few_inputs", 'Gemm for "y": has too few inputs', [("Gemm", "x", "y")], [1, 2])
    bad("indices_of_maxpool", 'Neg for "y": an output of MaxPool for "m" is not supported',
        [("MaxPool", "x", "m,i", {"kernel_shape": [1]}), ("Neg", "i", "y")], [1, 1, 2])
    bad("bomb", 'ConstantOfShape for "c": a tensor of shape 100000x100000x100000 is too large: a '
        "model may compute 4194304 numbers",
        [("ConstantOfShape", "s", "c"), ("Add", "x,c", "y")], [1],
        {"s": ints(100000, 100000, 100000)})
    bad("zeros", "is too large: its layers would have too many weights, zeros included",
        [("Relu", "x", "y")], [1 << 20])
    bad("initialiser", 'initialiser "w": dimension 0 is 2147483647, which no file holds',
        [("Gemm", "x,w", "y")], [1, 2], one_input, change=huge)
    bad("not_a_number",
        'initialiser "c": number 1 is not a number (NaN)', [("Add", "x,c", "y")], [2],
        {"c": floats(1, np.nan)})
    bad("infinity", 'Add for "y": its input "c" has an infinity', [("Add", "x,c", "y")], [2],
        {"c": floats(1, np.inf)})
    bad("outputs", 'has 2 outputs, "y", "z": --onnx-output chooses one',
        [("Relu", "x", "y"), ("Neg", "x", "z")], [2],
        outputs=[value("y", T.FLOAT, None), value("z", T.FLOAT, None)])
    bad("inputs", 'its output depends on 2 of its 2 inputs, "x", "u": expected a function of one '
        "input", [("Add", "x,u", "y")], None,
        inputs=[value("x", T.FLOAT, [2]), value("u", T.FLOAT, [2])])
    bad("training", 'BatchNormalization for "y": is that of training: its mean and variance depend '
        "on the batch", [("BatchNormalization", "x,s,s,s,s", "y", {"training_mode": 1})], [1, 2],
        {"s": floats(1, 1)}, opset=15)
    bad("variance", 'BatchNormalization for "y": the sum of a variance and epsilon is not positive',
        [("BatchNormalization", "x,s,s,s,s", "y")], [1, 1], {"s": floats(-1)})

    def cut(model):
        model.graph.initializer[0].raw_data = model.graph.initializer[0].raw_data[:-2]

    def external(model):
        t = model.graph.initializer[0]
        t.ClearField("raw_data")
        t.data_location = T.EXTERNAL
        t.external_data.add(key="location", value="../golden/nets/corner.json")
    bad("data", 'initialiser "w": its shape 2x2 asks for 4 numbers of float32, its data has 14 '
        "bytes", [("Gemm", "x,w", "y")], [1, 2], one_input, change=cut)
    bad("external", 'initialiser "w": external data: "../golden/nets/corner.json" lies outside of '
        "the model's folder", [("Gemm", "x,w", "y")], [1, 2], one_input, change=external)
    whole = (HERE / "gemm_0.onnx").read_bytes()
    (HERE / "bad_truncated.onnx").write_bytes(whole[:100])
    (HERE / "bad_truncated.expected").write_text(
        "bad_truncated.onnx: is not an ONNX model: byte 5: it ends within a field\n")
    deep = b""
    for _ in range(100):  # a graph of a node of an attribute of a graph ..
        for key in (0x32, 0x2a, 0x0a):
            size = len(deep)
            deep = bytes([key]) + (bytes([size]) if size < 128 else
                                   bytes([size & 127 | 128, size >> 7])) + deep
    size = len(deep)
    (HERE / "bad_nested.onnx").write_bytes(
        b"\x08\x07\x3a" + bytes([size & 127 | 128, size >> 7]) + deep)
    (HERE / "bad_nested.expected").write_text("bad_nested.onnx: is not an ONNX model: byte 194: it "
                                              "is nested too deeply\n")


def external():
    """Numbers in a file beside the model."""
    def move(t, name):
        (HERE / name).write_bytes(b"    " + t.raw_data)
        t.ClearField("raw_data")
        t.data_location = T.EXTERNAL
        for key, v in (("location", name), ("offset", "4"), ("length", "16")):
            t.external_data.add(key=key, value=v)
    good("external", [("MatMul", "x,w", "y")], [1, 2], {"w": tensor(2, 2)},
         change=lambda m: move(m.graph.initializer[0], "external.data"))
    value = numpy_helper.from_array(np.array([[1, -2], [.5, 3]], np.float32))
    good("external_value", [("Constant", "", "w", {"value": value}), ("MatMul", "x,w", "y")],
         [1, 2],
         change=lambda m: move(m.graph.node[0].attribute[0].t, "external_value.data"))


def counted():
    """Models whose regions are counted, by tests/cert/run and in tests/golden/onnx."""
    good("lenet", [("Conv", "x,k,a", "c"), ("Relu", "c", "r"), ("MaxPool", "r", "m", {
        "kernel_shape": [2, 2], "strides": [2, 2]}),
                   ("Conv", "m,l,b", "d"), ("Relu", "d", "s"), ("MaxPool", "s", "n", {
                       "kernel_shape": [2, 2], "strides": [1, 1]}),
                   ("Flatten", "n", "f"), ("Gemm", "f,v,e", "g"), ("Relu", "g", "t"),
                   ("Gemm", "t,w", "y")], [1, 1, 8, 8],
         {"k": tensor(2, 1, 3, 3), "a": tensor(2), "l": tensor(3, 2, 2, 2), "b": tensor(3),
          "v": tensor(3, 4), "e": tensor(4), "w": tensor(4, 3)})
    # 2-32-(32 + skip)-32, and the same function where what passes by is relu(r) - relu(-r).
    shapes = {"a": (2, 32), "b": (32, 32), "c": (32, 32), "d": (32,), "e": (32,), "f": (32,)}
    weights = {name: tensor(*shape, most=99) for name, shape in shapes.items()}
    head = [("Gemm", "x,a,d", "g"), ("Relu", "g", "r"), ("Gemm", "r,b,e", "h"), ("Relu", "h", "s")]
    tail = [("Gemm", "t,c,f", "i"), ("Relu", "i", "y")]
    good("residual_32", head + [("Add", "s,r", "t")] + tail, [1, 2], weights)
    good("residual_32_relu", head + [
        ("Relu", "r", "p"), ("Neg", "r", "o"), ("Relu", "o", "q"), ("Sub", "p,q", "m"),
        ("Add", "s,m", "t")] + tail, [1, 2], weights)


def met():
    """What files of others have: their order, early attributes, choices, sorting, Quant."""
    good("unsorted", [("Add", "h,c", "y"), ("Relu", "x", "h"),
                      ("Constant", "", "c", {"value": numpy_helper.from_array(floats(1, 2))})], [2])
    for op in ("Add", "Sub", "Mul", "Div"):
        one(f"axis_{op.lower()}", op, [1, 2, 3], {"b": floats(2, -4)}, 6, broadcast=1, axis=1)
    for k, attributes in enumerate([{}, {"strides": [2, 1], "pads": [1, 0, 0, 1]},
                                    {"strides": [2, 2], "output_padding": [1, 0]},
                                    {"group": 2, "dilations": [2, 1]}]):
        one(f"conv_transpose_{k}", "ConvTranspose", [1, 2, 3, 2],
            {"w": tensor(2, 2, 2, 3), "b": tensor(2 * attributes.get("group", 1))}, **attributes)
    for largest in (0, 1):
        one(f"top_{largest}", "TopK", [2, 5], {"k": ints(3 + 2 * largest)}, largest=largest)
    one("einsum", "Einsum", [2, 3, 2], {"w": tensor(2, 4, 3)}, equation="bij,jki->kb")
    for mode in ("ROUND", "CEIL", "FLOOR", "ROUND_TO_ZERO"):
        good(f"quant_{mode.lower()}", [
            ("qonnx.custom_op.general::Quant", "w,s,z,n", "q", {
                "signed": int(mode != "CEIL"), "narrow": int(mode == "FLOOR"),
                "rounding_mode": mode}), ("MatMul", "x,q", "y")], [1, 4],
             {"w": floats(-3, .75, .875, 9).reshape(4, 1), "s": floats(.25),
              "z": floats(mode == "CEIL"), "n": floats(4)}, domains=["qonnx.custom_op.general"])
    bad("quant", 'Quant for "y": is not continuous', [
        ("qonnx.custom_op.general::Quant", "x,s,z,n", "y")], [2],
        {"s": floats(1), "z": floats(0), "n": floats(4)}, domains=["qonnx.custom_op.general"])
    good("bipolar", [("qonnx.custom_op.general::BipolarQuant", "w,s", "q"), ("MatMul", "x,q", "y")],
         [1, 4], {"w": floats(-3, 0, .5, -.125).reshape(4, 1), "s": floats(.75)},
         domains=["qonnx.custom_op.general"])
    bad("bipolar", 'BipolarQuant for "y": is not continuous', [
        ("qonnx.custom_op.general::BipolarQuant", "x,s", "y")], [2], {"s": floats(1)},
        domains=["qonnx.custom_op.general"])
    zero, one_number = floats(0), {"z": floats(0), "c": floats(3)}
    good("where_leaky", [("Greater", "x,z", "g"), ("Mul", "x,c", "m"), ("Where", "g,x,m", "y")],
         [3], one_number)
    good("where_shrink", [("Greater", "x,l", "g"), ("Sub", "x,l", "s"), ("Where", "g,s,z", "a"),
                          ("LessOrEqual", "x,m", "h"), ("Add", "x,l", "t"), ("Where", "h,t,z", "b"),
                          ("Add", "a,b", "y")], [3],
         {"l": floats(1), "m": floats(-1), "z": zero})
    good("where_max", [("Greater", "x,n", "g"), ("Neg", "x", "n"), ("Not", "g", "h"),
                       ("Where", "h,n,x", "y")], [2])
    bad("where_jump", 'Where for "y": its two values differ where the comparison changes, so it is '
        "not continuous, or not seen to be",
        [("Greater", "x,c", "g"), ("Where", "g,x,z", "y")], [2], one_number)
    bad("step", 'Cast for "y": its input "g" compares computed numbers, which is not continuous',
        [("Greater", "x,z", "g"), ("Cast", "g", "y", {"to": T.FLOAT})], [2], {"z": zero})
    bad("trees", 'TreeEnsembleRegressor for "y": is not continuous; --onnx-drop-last leaves it off',
        [("ai.onnx.ml::TreeEnsembleRegressor", "x", "y")], [2], domains=["ai.onnx.ml"])
    one("shrink", "Shrink", [4], lambd=1.0, bias=1.0)
    one("thresholded", "ThresholdedRelu", [4], alpha=0.0)
    good("softplus_of_constants", [("Softplus", "c", "d"), ("Mul", "x,d", "y")], [3],
         {"c": floats(-2, 0, 3)})
    good("range", [("Range", "a,b,c", "i"), ("Gather", "x,i", "y", {"axis": 0})], [6],
         {"a": np.array(1), "b": np.array(6), "c": np.array(2)})
    for k, mode in enumerate(("half_pixel", "align_corners")):
        good(f"linear_{k}", [("Resize", "x,,s", "y", {
            "mode": "linear", "coordinate_transformation_mode": mode})], [1, 1, 2, 3],
             {"s": floats(1, 1, 2, 1.5)})


for part in (affine, windows, units, shapes, constants, wild, external, refused, counted, folded,
             places, inside, met):
    part()
