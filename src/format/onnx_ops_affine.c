// Operators of ONNX that are affine: sums, products with constants, normalisation.
#include "format/onnx_ops.h"

#include "exact/rational.h"
#include <stdio.h>

// ---- Element by element ----

dag_id onnx_subtract(onnx_call *call, dag_id *x)
{
    return dag_affine(call->graph, DAG_MINUS_ONE, x[1], x[0]);
}

dag_id onnx_negate(onnx_call *call, dag_id *x)
{
    return dag_affine(call->graph, DAG_MINUS_ONE, x[0], DAG_ZERO);
}

dag_id onnx_multiply(onnx_call *call, dag_id *x)
{
    const dag_id product = dag_affine(call->graph, x[0], x[1], DAG_ZERO);
    if (product == DAG_NONE)
        onnx_refuse(call, "a product of computed tensors is not piecewise linear");
    return product;
}

dag_id onnx_divide(onnx_call *call, dag_id *x)
{
    const int real = onnx_type_is_real(call->input[0]->type);
    fmpq *factor = call->x;
    fmpq_zero(factor);
    if (!dag_is_constant(x[1]))
        onnx_refuse(call, "the divisor, input 1, is computed: expected constants");
    else if (fmpq_is_zero(dag_value(call->graph, x[1])))
        onnx_refuse(call, "the divisor is zero");
    else if (!real && !dag_is_constant(x[0]))
        onnx_refuse(call, "a quotient of integers is not continuous");
    else
        fmpq_inv(factor, dag_value(call->graph, x[1]));
    dag_id quotient = dag_affine(call->graph, dag_constant(call->graph, factor), x[0], DAG_ZERO);
    if (!real && !call->file->failed) {
        fmpq_set(factor, dag_value(call->graph, quotient));
        onnx_type_round(factor, call->input[0]->type, call->file);
        quotient = dag_constant(call->graph, factor);
    }
    return quotient;
}

// ---- Normalisation ----

// x factor + shift
static dag_id scale_and_shift(onnx_call *call, dag_id *x)
{
    return dag_affine(call->graph, x[1], x[0], x[2]);
}

// bias - factor mean, of constants
static dag_id shift_of_channel(onnx_call *call, dag_id *x)
{
    const dag_id product = dag_affine(call->graph, x[1], x[2], DAG_ZERO);
    return dag_affine(call->graph, DAG_MINUS_ONE, product, x[0]);
}

// scale / sqrt(variance + epsilon), of constants
static dag_id factor_of_channel(onnx_call *call, dag_id *x)
{
    fmpq_add(call->y, dag_value(call->graph, x[1]), dag_value(call->graph, x[2]));
    fmpq_set(call->x, dag_value(call->graph, x[0]));
    if (fmpq_sgn(call->y) <= 0)
        onnx_refuse(call, "the sum of a variance and epsilon is not positive");
    else
        onnx_over_root(call, call->x, call->y, call->input[1]->type);
    return dag_constant(call->graph, call->x);
}

const onnx_tensor *onnx_batch_normalization(onnx_call *call)
{
    static const char *const names[] = {NULL, "the scale", "the bias", "the mean", "the variance"};
    const onnx_tensor *x = call->input[0], *list[5], *epsilon = onnx_float(call, "epsilon", 1e-5F);
    const size_t rank = x->shape.rank, axis = rank > 1, channels = rank ? x->shape.dim[axis] : 1;
    onnx_mark_used(call, "momentum");
    if (onnx_int(call, "training_mode", 0))
        onnx_refuse(call, "is that of training: its mean and variance depend on the batch");
    if (onnx_int(call, "spatial", 1) == 0 && rank > 2)
        onnx_refuse(call, "spatial = 0 is not supported");
    for (size_t k = 1; k < 5; k++) {
        list[k] = onnx_need_constant(call, k, names[k]);
        if (list[k] && list[k]->count != channels)
            onnx_refuse_shape(call, "expected %zu numbers of %s, one for each channel, found %zu",
                              channels, names[k], list[k]->count);
        if (list[k])
            list[k] = onnx_aligned(call, list[k], axis, rank);
    }
    const int type = call->input[1]->type;
    const onnx_tensor *factor = onnx_each(call, type, factor_of_channel,
                                          (const onnx_tensor *[]){list[1], list[4], epsilon}, 3);
    const onnx_tensor *shift = onnx_each(call, type, shift_of_channel,
                                         (const onnx_tensor *[]){list[2], factor, list[3]}, 3);
    if (*call->note)
        snprintf(call->note, sizeof call->note, "scale / sqrt(variance + epsilon) rounded to %s",
                 type == ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE ? "binary64" : "binary32");
    return onnx_each(call, x->type, scale_and_shift, (const onnx_tensor *[]){x, factor, shift}, 3);
}
