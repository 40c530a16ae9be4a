// Operators of ONNX that are affine: sums, products with constants, normalisation.
#include "format/onnx_ops.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Element by element ----

// The sum or the mean of numbers.
dag_id onnx_sum_of(onnx_call *call, const dag_id *x, size_t count, size_t divisor)
{
    dag *g = call->graph;
    fmpq_set_ui(call->x, 1, divisor);
    dag_begin(g);
    for (size_t k = 0; k < count; k++)
        dag_add(g, call->x, x[k]);
    return dag_end(g);
}

dag_id onnx_add(onnx_call *call, const dag_id *x)
{
    return onnx_sum_of(call, x, call->inputs, call->op->variant == ONNX_MEAN ? call->inputs : 1);
}

dag_id onnx_subtract(onnx_call *call, const dag_id *x)
{
    return dag_affine(call->graph, DAG_MINUS_ONE, x[1], x[0]);
}

dag_id onnx_negate(onnx_call *call, const dag_id *x)
{
    return dag_affine(call->graph, DAG_MINUS_ONE, x[0], DAG_ZERO);
}

dag_id onnx_product_of(onnx_call *call, dag_id x, dag_id y)
{
    const dag_id product = dag_affine(call->graph, x, y, DAG_ZERO);
    if (product == DAG_NONE)
        onnx_refuse(call, "a product of computed tensors is not piecewise linear");
    return product;
}

dag_id onnx_multiply(onnx_call *call, const dag_id *x)
{
    return onnx_product_of(call, x[0], x[1]);
}

dag_id onnx_divide(onnx_call *call, const dag_id *x)
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
    if (!real && !call->failed) {
        fmpq_set(factor, dag_value(call->graph, quotient));
        onnx_type_round(factor, call->input[0]->type, NULL);
        quotient = dag_constant(call->graph, factor);
    }
    return quotient;
}

// ---- Normalisation ----

// factor x + shift
static dag_id scaled_element(onnx_call *call, const dag_id *x)
{
    return dag_affine(call->graph, x[1], x[0], x[2]);
}

// Output 0 is input 0 times factors plus shifts, one of each for each place along an axis.
static void scale_along(onnx_call *call, size_t axis, dag_id *factor, dag_id *shift, size_t count)
{
    onnx_tensor list[] = {{.shape = {1, {count}}, .count = count, .id = factor},
                          {.shape = {1, {count}}, .count = count, .id = shift}};
    const onnx_tensor *input[] = {call->input[0], list, list + 1};
    call->input = input;
    call->inputs = 3;
    onnx_align(call, 1, axis);
    onnx_align(call, 2, axis);
    onnx_each(call, call->input[0]->type, scaled_element);
}

// The constants of one channel: factor = scale / sqrt(variance + epsilon), shift = bias - factor
// mean. The factor is rounded if it is irrational.
static void normalise_channel(onnx_call *call, dag_id *factor, dag_id *shift, dag_id epsilon,
                              size_t c)
{
    dag *g = call->graph;
    const onnx_tensor *scale = call->input[1];
    fmpq *x = call->x, *square = call->y;
    fmpq_add(square, dag_value(g, call->input[4]->id[c]), dag_value(g, epsilon));
    fmpq_set(x, dag_value(g, scale->id[c]));
    if (fmpq_sgn(square) <= 0)
        onnx_refuse(call, "variance %zu and epsilon are together not positive", c);
    else
        onnx_over_root(call, x, square, scale->type);
    *factor = dag_constant(g, x);
    *shift = dag_affine(g, *factor, call->input[3]->id[c], DAG_ZERO);
    *shift = dag_affine(g, DAG_MINUS_ONE, *shift, call->input[2]->id[c]);
}

void onnx_batch_normalization(onnx_call *call)
{
    static const char *const names[] = {NULL, "the scale", "the bias", "the mean", "the variance"};
    const onnx_shape *x = &call->input[0]->shape;
    const size_t axis = x->rank > 1, channels = x->rank ? x->dim[axis] : 1;
    const dag_id epsilon = onnx_float(call, "epsilon", 1e-5F);
    onnx_has(call, "momentum");
    if (onnx_int(call, "training_mode", 0))
        onnx_refuse(call, "is that of training: its mean and variance depend on the batch");
    if (onnx_int(call, "spatial", 1) == 0 && x->rank > 2)
        onnx_refuse(call, "spatial = 0 is not supported");
    for (size_t k = 1; k < 5; k++) {
        onnx_need_constant(call, k, names[k]);
        if (!call->failed && call->input[k]->count != channels)
            onnx_refuse_shape(call, "expected %zu numbers of %s, as there are channels, found %zu",
                              channels, names[k], call->input[k]->count);
    }
    dag_id *factor = onnx_scratch(call, channels, sizeof *factor);
    dag_id *shift = onnx_scratch(call, channels, sizeof *shift);
    for (size_t c = 0; c < channels && !call->failed; c++)
        normalise_channel(call, factor + c, shift + c, epsilon, c);
    const int is_double = call->input[1]->type == ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE;
    scale_along(call, axis, factor, shift, channels);
    if (*call->note)
        snprintf(call->note, sizeof call->note, "scale / sqrt(variance + epsilon) rounded to %s",
                 is_double ? "binary64" : "binary32");
}

// (x - offset) scale, along the last axis.
void onnx_scaler(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const size_t columns = x->rank ? x->dim[x->rank - 1] : 1;
    size_t offsets, scales;
    const float *offset = onnx_floats(call, "offset", &offsets);
    const float *scale = onnx_floats(call, "scale", &scales);
    if ((offsets > 1 && offsets != columns) || (scales > 1 && scales != columns))
        onnx_refuse_shape(call, "expected an offset and a scale for each of %zu columns", columns);
    dag_id *factor = onnx_scratch(call, columns, sizeof *factor);
    dag_id *shift = onnx_scratch(call, columns, sizeof *shift);
    for (size_t c = 0; c < columns && !call->failed; c++) {
        const double by = offsets ? -offset[offsets > 1 ? c : 0] : 0;
        factor[c] = dag_double(call->graph, scales ? scale[scales > 1 ? c : 0] : 1);
        shift[c] = dag_affine(call->graph, dag_double(call->graph, by), factor[c], DAG_ZERO);
    }
    scale_along(call, x->rank ? x->rank - 1 : 0, factor, shift, columns);
}
