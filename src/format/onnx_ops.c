// The table of the operators of ONNX.
#include "format/onnx_ops.h"

#include <stdio.h>
#include <string.h>

#define ANY SIZE_MAX

static const onnx_operator operators[] = {
    // Affine.
    {"Add", onnx_add_or_subtract, ONNX_PLUS, 2, 2, 0, NULL},
    {"Sub", onnx_add_or_subtract, ONNX_MINUS, 2, 2, 0, NULL},
    {"Mul", onnx_multiply, 0, 2, 2, 0, NULL},
    {"Div", onnx_divide, 0, 2, 2, 0, NULL},
    {"Neg", onnx_negate, 0, 1, 1, 0, NULL},
    {"Sum", onnx_sum, ONNX_SUM, 1, ANY, 0, NULL},
    {"Mean", onnx_sum, ONNX_MEAN, 1, ANY, 0, NULL},
    {"MatMul", onnx_matmul, 0, 2, 2, 0, NULL},
    {"Gemm", onnx_gemm, 0, 2, 3, 0, NULL},
    {"BatchNormalization", onnx_batch_normalization, 0, 5, 5, 0, NULL},
    {"ai.onnx.ml.Scaler", onnx_scaler, 0, 1, 1, 0, NULL},
    {"ReduceSum", onnx_reduce, ONNX_SUM, 1, 2, 0, NULL},
    {"ReduceMean", onnx_reduce, ONNX_MEAN, 1, 2, 0, NULL},
    {"GlobalAveragePool", onnx_global_pool, ONNX_MEAN, 1, 1, 0, NULL},
    {"AveragePool", onnx_pool, ONNX_MEAN, 1, 1, 0, NULL},
    {"Conv", onnx_conv, 0, 2, 3, 0, NULL},
    {"ConvTranspose", onnx_conv_transpose, 0, 2, 3, 0, NULL},

    // Piecewise linear.
    {"Relu", onnx_relu, 0, 1, 1, 0, NULL},
    {"LeakyRelu", onnx_leaky_relu, 0, 1, 1, 0, NULL},
    {"PRelu", onnx_prelu, 0, 2, 2, 0, NULL},
    {"ThresholdedRelu", onnx_thresholded_relu, 0, 1, 1, 0, NULL},
    {"Abs", onnx_absolute, 0, 1, 1, 0, NULL},
    {"Clip", onnx_clip, 0, 1, 3, ONNX_TAKES_INFINITIES, NULL},
    {"HardSigmoid", onnx_hard_sigmoid, 0, 1, 1, 0, NULL},
    {"Shrink", onnx_shrink, 0, 1, 1, 0, NULL},
    {"Max", onnx_extreme, ONNX_GREATEST, 1, ANY, 0, NULL},
    {"Min", onnx_extreme, ONNX_LEAST, 1, ANY, 0, NULL},
    {"ReduceMax", onnx_reduce, ONNX_GREATEST, 1, 2, 0, NULL},
    {"ReduceMin", onnx_reduce, ONNX_LEAST, 1, 2, 0, NULL},
    {"MaxPool", onnx_pool, ONNX_GREATEST, 1, 1, 0, NULL},
    {"GlobalMaxPool", onnx_global_pool, ONNX_GREATEST, 1, 1, 0, NULL},

    // The same numbers.
    {"Identity", onnx_identity, 0, 1, 1, ONNX_TAKES_INFINITIES | ONNX_PASSES, NULL},
    {"Dropout", onnx_dropout, 0, 1, 3, ONNX_PASSES, NULL},
    {"Cast", onnx_cast, 0, 1, 1, ONNX_TAKES_INFINITIES | ONNX_PASSES, NULL},
    {"Reshape", onnx_reshape, 0, 1, 2, ONNX_TAKES_INFINITIES | ONNX_PASSES, NULL},
    {"Flatten", onnx_flatten, 0, 1, 1, ONNX_PASSES, NULL},
    {"Squeeze", onnx_squeeze, 0, 1, 2, ONNX_TAKES_INFINITIES | ONNX_PASSES, NULL},
    {"Unsqueeze", onnx_unsqueeze, 0, 1, 2, ONNX_TAKES_INFINITIES | ONNX_PASSES, NULL},
    {"Transpose", onnx_transpose, 0, 1, 1, ONNX_PASSES, NULL},
    {"Slice", onnx_slice, 0, 1, 5, 0, NULL},
    {"Split", onnx_split, 0, 1, 2, 0, NULL},
    {"Gather", onnx_gather, 0, 2, 2, 0, NULL},
    {"Concat", onnx_concat, 0, 1, ANY, 0, NULL},
    {"Pad", onnx_pad, 0, 1, 4, 0, NULL},
    {"Expand", onnx_expand, 0, 2, 2, 0, NULL},
    {"Tile", onnx_tile, 0, 2, 2, 0, NULL},
    {"Where", onnx_where, 0, 3, 3, 0, NULL},

    // Constants.
    {"Constant", onnx_constant, 0, 0, 0, 0, NULL},
    {"ConstantOfShape", onnx_constant_of_shape, 0, 1, 1, 0, NULL},
    {"Shape", onnx_shape_list, 0, 1, 1, 0, NULL},
    {"Size", onnx_size, 0, 1, 1, 0, NULL},
    {"Range", onnx_range, 0, 3, 3, 0, NULL},
    {"Equal", onnx_compare, ONNX_EQUAL, 2, 2, 0, NULL},
    {"Less", onnx_compare, ONNX_LESS, 2, 2, 0, NULL},
    {"Greater", onnx_compare, ONNX_GREATER, 2, 2, 0, NULL},
    {"LessOrEqual", onnx_compare, ONNX_LESS_OR_EQUAL, 2, 2, 0, NULL},
    {"GreaterOrEqual", onnx_compare, ONNX_GREATER_OR_EQUAL, 2, 2, 0, NULL},
    {"Floor", onnx_round, ONNX_MINUS, 1, 1, 0, NULL},
    {"Ceil", onnx_round, ONNX_PLUS, 1, 1, 0, NULL},
};

// Operators that are known and refused.
static const struct {
    onnx_operator operator;
    const char *names; // with spaces around
} refused[] = {
    {{.why_not = "is not piecewise linear"},
     " Sigmoid Tanh Softmax LogSoftmax Softplus Softsign Elu Selu Celu Gelu Mish HardSwish Erf Exp "
     "Log Pow Sqrt Reciprocal Sin Cos Tan Atan LRN InstanceNormalization LayerNormalization "
     "GroupNormalization LpNormalization MeanVarianceNormalization LpPool GlobalLpPool ReduceL2 "
     "ReduceLogSum ReduceLogSumExp ReduceProd ReduceSumSquare LSTM GRU ai.onnx.ml.Normalizer "},
    {{.why_not = "is not continuous"},
     " ArgMax ArgMin Hardmax Sign Round Mod QuantizeLinear DynamicQuantizeLinear "
     "ai.onnx.ml.ArrayFeatureExtractor ai.onnx.ml.Binarizer "},
    {{.why_not = "has no tensor as its output", .kind = ONNX_PASSES}, " ai.onnx.ml.ZipMap "},
};

const onnx_operator *onnx_find_operator(const char *domain, const char *name)
{
    enum { LONGEST = 64 };
    char full[LONGEST + 3];
    const int standard = !domain || !*domain || !strcmp(domain, "ai.onnx");
    if (!name || strchr(name, ' ') || (standard && strchr(name, '.')) ||
        snprintf(full, sizeof full, " %s%s%s ", standard ? "" : domain, standard ? "" : ".",
                 name) >= (int)sizeof full)
        return NULL;
    const size_t length = strlen(full) - 2;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strlen(operators[i].name) == length && !memcmp(operators[i].name, full + 1, length))
            return operators + i;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strstr(refused[i].names, full))
            return &refused[i].operator;
    return NULL;
}
