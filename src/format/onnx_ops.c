// The table of the operators of ONNX.
#include "format/onnx_ops.h"

#include <string.h>

#define SMOOTH "is not piecewise linear"
#define JUMPS "is not continuous"
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

    // Known, and refused.
    {"Sigmoid", NULL, 0, 0, 0, 0, SMOOTH},
    {"Tanh", NULL, 0, 0, 0, 0, SMOOTH},
    {"Softmax", NULL, 0, 0, 0, 0, SMOOTH},
    {"LogSoftmax", NULL, 0, 0, 0, 0, SMOOTH},
    {"Softplus", NULL, 0, 0, 0, 0, SMOOTH},
    {"Softsign", NULL, 0, 0, 0, 0, SMOOTH},
    {"Elu", NULL, 0, 0, 0, 0, SMOOTH},
    {"Selu", NULL, 0, 0, 0, 0, SMOOTH},
    {"Celu", NULL, 0, 0, 0, 0, SMOOTH},
    {"Gelu", NULL, 0, 0, 0, 0, SMOOTH},
    {"Mish", NULL, 0, 0, 0, 0, SMOOTH},
    {"HardSwish", NULL, 0, 0, 0, 0, SMOOTH},
    {"Erf", NULL, 0, 0, 0, 0, SMOOTH},
    {"Exp", NULL, 0, 0, 0, 0, SMOOTH},
    {"Log", NULL, 0, 0, 0, 0, SMOOTH},
    {"Pow", NULL, 0, 0, 0, 0, SMOOTH},
    {"Sqrt", NULL, 0, 0, 0, 0, SMOOTH},
    {"Reciprocal", NULL, 0, 0, 0, 0, SMOOTH},
    {"Sin", NULL, 0, 0, 0, 0, SMOOTH},
    {"Cos", NULL, 0, 0, 0, 0, SMOOTH},
    {"Tan", NULL, 0, 0, 0, 0, SMOOTH},
    {"Atan", NULL, 0, 0, 0, 0, SMOOTH},
    {"LRN", NULL, 0, 0, 0, 0, SMOOTH},
    {"InstanceNormalization", NULL, 0, 0, 0, 0, SMOOTH},
    {"LayerNormalization", NULL, 0, 0, 0, 0, SMOOTH},
    {"GroupNormalization", NULL, 0, 0, 0, 0, SMOOTH},
    {"LpNormalization", NULL, 0, 0, 0, 0, SMOOTH},
    {"MeanVarianceNormalization", NULL, 0, 0, 0, 0, SMOOTH},
    {"LpPool", NULL, 0, 0, 0, 0, SMOOTH},
    {"GlobalLpPool", NULL, 0, 0, 0, 0, SMOOTH},
    {"ReduceL2", NULL, 0, 0, 0, 0, SMOOTH},
    {"ReduceLogSum", NULL, 0, 0, 0, 0, SMOOTH},
    {"ReduceLogSumExp", NULL, 0, 0, 0, 0, SMOOTH},
    {"ReduceProd", NULL, 0, 0, 0, 0, SMOOTH},
    {"ReduceSumSquare", NULL, 0, 0, 0, 0, SMOOTH},
    {"LSTM", NULL, 0, 0, 0, 0, SMOOTH},
    {"GRU", NULL, 0, 0, 0, 0, SMOOTH},
    {"ai.onnx.ml.Normalizer", NULL, 0, 0, 0, 0, SMOOTH},
    {"ai.onnx.ml.ZipMap", NULL, 0, 0, 0, ONNX_PASSES, "has no tensor as its output"},
    {"ArgMax", NULL, 0, 0, 0, 0, JUMPS},
    {"ArgMin", NULL, 0, 0, 0, 0, JUMPS},
    {"Hardmax", NULL, 0, 0, 0, 0, JUMPS},
    {"Sign", NULL, 0, 0, 0, 0, JUMPS},
    {"Round", NULL, 0, 0, 0, 0, JUMPS},
    {"Mod", NULL, 0, 0, 0, 0, JUMPS},
    {"QuantizeLinear", NULL, 0, 0, 0, 0, JUMPS},
    {"DynamicQuantizeLinear", NULL, 0, 0, 0, 0, JUMPS},
    {"ai.onnx.ml.ArrayFeatureExtractor", NULL, 0, 0, 0, 0, JUMPS},
    {"ai.onnx.ml.Binarizer", NULL, 0, 0, 0, 0, JUMPS},
};

const onnx_operator *onnx_find_operator(const char *domain, const char *name)
{
    static const char learning[] = "ai.onnx.ml";
    const size_t prefix = sizeof learning; // with the dot
    const int standard = !domain || !*domain || !strcmp(domain, "ai.onnx");
    if (!name || (!standard && strcmp(domain, learning) != 0))
        return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const char *known = operators[i].name;
        const int dotted = strncmp(known, learning, prefix - 1) == 0 && known[prefix - 1] == '.';
        if (dotted == !standard && strcmp(known + (dotted ? prefix : 0), name) == 0)
            return operators + i;
    }
    return NULL;
}
