// The table of the operators of ONNX.
#include "format/onnx_ops.h"

#include <stdio.h>
#include <string.h>

#define ANY SIZE_MAX
#define BENT "is not piecewise linear"
#define BROKEN "is not continuous"
#define INFINITE ONNX_TAKES_INFINITIES
#define MOVES (ONNX_TAKES_INFINITIES | ONNX_PASSES)

// A function of `least` to `most` inputs: .run makes the output, .each makes one number of it from
// one number of each input.
#define RUN(name, f, option, low, high) \
    .names = " " name " ", .run = f, .variant = option, .least = low, .most = high
#define EACH(name, f, option, low, high) \
    .names = " " name " ", .each = f, .variant = option, .least = low, .most = high
// Functions of constants only; and three kinds of these.
#define FOLD(name, f, count, reason)                                                        \
    .names = " " name " ", .each = f, .least = count, .most = count, .kind = ONNX_CONSTANT, \
    .why_not = reason
#define TRUTH(name, f, outcomes, count) \
    EACH(name, f, outcomes, count, count), .kind = ONNX_CONSTANT | ONNX_BOOL, .why_not = BROKEN
#define REAL(name, operation) FOLD(name, onnx_real, 1, BENT), .function = mpfr_##operation
#define WHOLE(name, operation) FOLD(name, onnx_whole, 1, BROKEN), .whole = operation
#define COMPARED(name, outcomes) RUN(name, onnx_compared, outcomes, 2, 2), .why_not = BROKEN
#define REFUSED(list, reason) .names = " " list " ", .most = ANY, .why_not = reason

static int softplus(mpfr_t y, const mpfr_t x, mpfr_rnd_t rounding)
{
    mpfr_exp(y, x, rounding);
    return mpfr_log1p(y, y, rounding);
}

static const onnx_operator operators[] = {
    // Affine.
    {EACH("Add", onnx_reduced, ONNX_SUM, 2, 2)},
    {EACH("Sub", onnx_subtract, 0, 2, 2)},
    {EACH("Mul", onnx_multiply, 0, 2, 2)},
    {EACH("Div", onnx_divide, 0, 2, 2)},
    {EACH("Neg", onnx_negate, 0, 1, 1)},
    {EACH("Sum", onnx_reduced, ONNX_SUM, 1, ANY)},
    {EACH("Mean", onnx_reduced, ONNX_MEAN, 1, ANY)},
    {RUN("MatMul", onnx_matmul, 0, 2, 2)},
    {RUN("Gemm", onnx_gemm, 0, 2, 3)},
    {RUN("BatchNormalization", onnx_batch_normalization, 0, 5, 5)},
    {RUN("ai.onnx.ml.Scaler", onnx_scaler, 0, 1, 1)},
    {RUN("DequantizeLinear", onnx_quantize, 0, 2, 3)},
    {RUN("ReduceSum", onnx_reduce, ONNX_SUM, 1, 2)},
    {RUN("ReduceMean", onnx_reduce, ONNX_MEAN, 1, 2)},
    {RUN("GlobalAveragePool", onnx_reduce, ONNX_MEAN, 1, 1)},
    {RUN("AveragePool", onnx_pool, ONNX_MEAN, 1, 1)},
    {RUN("Conv", onnx_conv, 0, 2, 3)},
    {RUN("ConvTranspose", onnx_conv, 1, 2, 3)},
    {RUN("Einsum", onnx_einsum, 0, 1, 2)},

    // Piecewise linear.
    {EACH("Relu", onnx_activate, ONNX_RELU, 1, 1)},
    {EACH("Abs", onnx_activate, ONNX_ABS, 1, 1)},
    {RUN("LeakyRelu", onnx_leaky_relu, 0, 1, 1)},
    {RUN("PRelu", onnx_prelu, 0, 2, 2)},
    {RUN("Clip", onnx_clip, 0, 1, 3), .kind = INFINITE},
    {RUN("HardSigmoid", onnx_hard_sigmoid, 0, 1, 1)},
    {RUN("ThresholdedRelu", onnx_thresholded, 0, 1, 1)},
    {RUN("Shrink", onnx_shrink, 0, 1, 1)},
    {RUN("TopK", onnx_sort, 0, 1, 2)},
    {EACH("Max", onnx_reduced, ONNX_GREATEST, 1, ANY)},
    {EACH("Min", onnx_reduced, ONNX_LEAST, 1, ANY)},
    {RUN("ReduceMax", onnx_reduce, ONNX_GREATEST, 1, 2)},
    {RUN("ReduceMin", onnx_reduce, ONNX_LEAST, 1, 2)},
    {RUN("MaxPool", onnx_pool, ONNX_GREATEST, 1, 1)},
    {RUN("GlobalMaxPool", onnx_reduce, ONNX_GREATEST, 1, 1)},

    // The same numbers.
    {RUN("Identity", onnx_identity, 0, 1, 1), .kind = MOVES},
    {RUN("Dropout", onnx_dropout, 0, 1, 3), .kind = ONNX_PASSES},
    {RUN("Cast", onnx_cast, 0, 1, 1), .kind = MOVES},
    {RUN("Reshape", onnx_reshape, 0, 1, 2), .kind = MOVES},
    {RUN("Flatten", onnx_flatten, 0, 1, 1), .kind = MOVES},
    {RUN("Squeeze", onnx_squeeze, 0, 1, 2), .kind = MOVES},
    {RUN("Unsqueeze", onnx_unsqueeze, 0, 1, 2), .kind = MOVES},
    {RUN("Transpose", onnx_transpose, 0, 1, 1), .kind = MOVES},
    {RUN("Slice", onnx_slice, 0, 1, 5), .kind = INFINITE},
    {RUN("Split", onnx_split, 0, 1, 2), .kind = INFINITE},
    {RUN("Gather", onnx_gather, 0, 2, 2), .kind = INFINITE},
    {RUN("Concat", onnx_concat, 0, 1, ANY)},
    {RUN("Pad", onnx_pad, 0, 1, 4)},
    {RUN("Expand", onnx_expand, 0, 2, 2), .kind = INFINITE},
    {RUN("Tile", onnx_tile, 0, 2, 2), .kind = INFINITE},
    {RUN("Where", onnx_where, 0, 3, 3), .kind = ONNX_CHOOSES},
    {RUN("Resize", onnx_resize, 0, 1, 4)},
    {RUN("Upsample", onnx_resize, 0, 2, 2)},
    {RUN("DepthToSpace", onnx_depth_and_space, ONNX_TO_SPACE, 1, 1)},
    {RUN("SpaceToDepth", onnx_depth_and_space, ONNX_TO_DEPTH, 1, 1)},

    // Constants.
    {RUN("Constant", onnx_constant, 0, 0, 0)},
    {RUN("ConstantOfShape", onnx_constant_of_shape, 0, 1, 1)},
    {RUN("Shape", onnx_shape_list, 0, 1, 1)},
    {RUN("Size", onnx_size, 0, 1, 1)},
    {RUN("Range", onnx_range, 0, 3, 3), .kind = ONNX_CONSTANT, .why_not = BROKEN},
    {RUN("QuantizeLinear", onnx_quantize, 1, 2, 3)},
    {RUN("qonnx.custom_op.general.Quant onnx.brevitas.Quant", onnx_qonnx, 0, 4, 4),
     .kind = ONNX_CONSTANT, .why_not = BROKEN},
    {FOLD("qonnx.custom_op.general.BipolarQuant onnx.brevitas.BipolarQuant", onnx_bipolar, 2,
          BROKEN)},
    {WHOLE("Floor", fmpz_fdiv_q)},
    {WHOLE("Ceil", fmpz_cdiv_q)},
    {WHOLE("Round", onnx_nearest)},
    {WHOLE("Sign", onnx_sign)},
    {FOLD("Mod", onnx_modulo, 2, BROKEN)},
    {RUN("Not", onnx_negated, 1, 1, 1), .kind = ONNX_CHOOSES},
    {TRUTH("And", onnx_logic, 4, 2)},
    {TRUTH("Or", onnx_logic, 6, 2)},
    {TRUTH("Xor", onnx_logic, 2, 2)},
    {COMPARED("Equal", 2)},
    {COMPARED("Less", 1)},
    {COMPARED("Greater", 4)},
    {COMPARED("LessOrEqual", 3)},
    {COMPARED("GreaterOrEqual", 6)},
    {FOLD("Pow", onnx_power, 2, BENT)},
    {FOLD("Reciprocal", onnx_power, 1, BENT)},
    {REAL("Sqrt", sqrt)},
    {REAL("Exp", exp)},
    {REAL("Log", log)},
    {REAL("Sin", sin)},
    {REAL("Cos", cos)},
    {REAL("Tan", tan)},
    {REAL("Asin", asin)},
    {REAL("Acos", acos)},
    {REAL("Atan", atan)},
    {REAL("Sinh", sinh)},
    {REAL("Cosh", cosh)},
    {REAL("Tanh", tanh)},
    {REAL("Asinh", asinh)},
    {REAL("Acosh", acosh)},
    {REAL("Atanh", atanh)},
    {REAL("Erf", erf)},
    {FOLD("Softplus", onnx_real, 1, BENT), .function = softplus},

    {REFUSED("Sigmoid Softmax LogSoftmax Softsign Elu Selu Celu Gelu Mish HardSwish LRN "
             "InstanceNormalization LayerNormalization GroupNormalization LpNormalization "
             "MeanVarianceNormalization LpPool GlobalLpPool ReduceL2 ReduceLogSum ReduceLogSumExp "
             "ReduceProd ReduceSumSquare LSTM GRU RNN ai.onnx.ml.Normalizer",
             BENT)},
    {REFUSED("ArgMax ArgMin Hardmax DynamicQuantizeLinear ai.onnx.ml.ArrayFeatureExtractor "
             "ai.onnx.ml.Binarizer ai.onnx.ml.TreeEnsemble ai.onnx.ml.TreeEnsembleClassifier "
             "ai.onnx.ml.TreeEnsembleRegressor",
             BROKEN)},
    {REFUSED("ai.onnx.ml.ZipMap", "has no tensor as its output"), .kind = ONNX_PASSES},
};

const onnx_operator *onnx_find_operator(const char *domain, const char *name)
{
    enum { LONGEST = 64 };
    char full[LONGEST + 3];
    const bool standard = !domain || !*domain || !strcmp(domain, "ai.onnx");
    if (!name || strchr(name, ' ') || (standard && strchr(name, '.')) ||
        snprintf(full, sizeof full, " %s%s%s ", standard ? "" : domain, standard ? "" : ".",
                 name) >= (int)sizeof full)
        return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strstr(operators[i].names, full))
            return operators + i;
    return NULL;
}

// Units of a computed tensor belong above all of its numbers.
static void keep_units(onnx_call *call)
{
    dag *g = call->graph;
    g->keeps = false;
    g->floor = 0;
    for (size_t k = 0; k < call->inputs && call->file->keeps; k++) {
        const onnx_tensor *t = call->input[k];
        g->keeps |= t && !onnx_is_constant(t);
        for (size_t i = 0; t && i < t->count; i++)
            if (!dag_is_constant(t->id[i]) && g->node[t->id[i]].depth > g->floor)
                g->floor = g->node[t->id[i]].depth;
    }
}

// Before version 7 an attribute says where the axes of the second operand begin in the first; else
// they end together, as later.
static void align_second(onnx_call *call)
{
    const size_t rank = call->input[0]->shape.rank;
    onnx_mark_used(call, "broadcast");
    onnx_mark_used(call, "consumed_inputs");
    if (!onnx_has(call, "axis"))
        return;
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), rank);
    onnx_shape shape = call->input[1]->shape;
    if (axis + shape.rank > rank)
        onnx_refuse_shape(call, "axis %zu leaves no room for the %zu axes of its input 1", axis,
                          shape.rank);
    while (!call->file->failed && axis + shape.rank < rank)
        shape.dim[shape.rank++] = 1;
    call->input[1] = onnx_reshaped(call, call->input[1], &shape);
}

const onnx_tensor *onnx_run_operator(onnx_call *call)
{
    const onnx_operator *op = call->op;
    for (size_t k = 0; k < call->inputs && op->kind & ONNX_CONSTANT; k++)
        if (call->input[k] && !onnx_is_constant(call->input[k]))
            return onnx_refuse(call, "%s", op->why_not);
    keep_units(call);
    if (call->opset < 7 && op->each && call->inputs == 2)
        align_second(call);
    if (op->run)
        return op->run(call);
    const int type =
        op->kind & ONNX_BOOL ? ONNX__TENSOR_PROTO__DATA_TYPE__BOOL : call->input[0]->type;
    return onnx_each(call, type, op->each, call->input, call->inputs);
}
