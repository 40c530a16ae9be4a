// Operators of ONNX that are piecewise linear and not affine: activations and maxima.
#include "base/fatal.h"
#include "format/onnx_ops.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Activations ----

// An activation with numbers in its name.
static uint32_t activation_with(onnx_call *call, const char *format, dag_id a, dag_id b, dag_id c)
{
    const dag_id id[] = {a, b, c};
    char *number[3];
    for (size_t k = 0; k < 3; k++)
        number[k] = rational_text(dag_value(call->graph, id[k]));
    char *name = memory_format(format, number[0], number[1], number[2]);
    const uint32_t act = dag_activation(call->graph, name);
    for (size_t k = 0; k < 3; k++)
        flint_free(number[k]);
    free(name);
    return act;
}

dag_id onnx_activate(onnx_call *call, dag_id *x)
{
    const char *name = call->op->variant == ONNX_ABS ? "abs" : "relu";
    return dag_unit(call->graph, dag_activation(call->graph, name), x);
}

// x[1] is the slope.
static dag_id leaky_element(onnx_call *call, dag_id *x)
{
    if (x[1] == DAG_ONE)
        return x[0];
    const uint32_t act = x[1] == DAG_ZERO
                             ? dag_activation(call->graph, "relu")
                             : activation_with(call, "leaky:%s", x[1], DAG_ZERO, DAG_ZERO);
    return dag_unit(call->graph, act, x);
}

const onnx_tensor *onnx_leaky_relu(onnx_call *call)
{
    const onnx_tensor *x[] = {call->input[0], onnx_float(call, "alpha", 0.01F)};
    return onnx_each(call, x[0]->type, leaky_element, x, 2);
}

// A list of slopes that does not fit the last axis is one for each channel.
const onnx_tensor *onnx_prelu(onnx_call *call)
{
    const onnx_tensor *x[] = {call->input[0], onnx_need_constant(call, 1, "the slope")};
    const onnx_shape *own = &x[0]->shape, *slope = &call->input[1]->shape;
    if (slope->rank == 1 && own->rank > 1 && slope->dim[0] == own->dim[1] &&
        slope->dim[0] != own->dim[own->rank - 1])
        x[1] = onnx_aligned(call, call->input[1], 1, own->rank);
    const onnx_tensor *y = onnx_each(call, x[0]->type, leaky_element, x, 2);
    if (y && (y->shape.rank != own->rank || y->count != x[0]->count))
        onnx_refuse_shape(call, "the slope does not fit the input");
    return y;
}

// ---- Clipping ----

// Bounds of clipping are inputs or, before version 11, attributes. DAG_NONE: no bound,
// which is also written as an infinity or, in early versions, the largest float.
static dag_id clip_bound(onnx_call *call, const char *name, size_t input, int side)
{
    ASSERT(side == 1 || side == -1);
    const Onnx__AttributeProto *a =
        onnx_attribute(call, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT);
    dag_id bound = DAG_NONE;
    int infinite = 0;
    if (a && isinf(a->f)) {
        infinite = a->f > 0 ? 1 : -1;
    } else if (a || onnx_given(call, input)) {
        const onnx_tensor *given = a ? onnx_float(call, name, 0) : NULL;
        bound = given
                    ? given->id[0]
                    : onnx_single(call, input, side < 0 ? "the least value" : "the greatest value");
        const fmpq *x = dag_value(call->graph, bound);
        infinite = fmpz_is_zero(fmpq_denref(x)) ? fmpz_sgn(fmpq_numref(x)) : 0;
    }
    if (infinite == -side)
        onnx_refuse(call, "an infinite bound leaves nothing");
    if (infinite || call->file->failed || bound == DAG_NONE)
        return DAG_NONE;
    rational_set_double(call->x, side * 0x1.fffffep127);
    return side * fmpq_cmp(dag_value(call->graph, bound), call->x) >= 0 ? DAG_NONE : bound;
}

static uint32_t clip_activation(onnx_call *call, dag_id low, dag_id high)
{
    const dag *g = call->graph;
    const bool above = low != DAG_NONE && fmpq_sgn(dag_value(g, low)) > 0;
    const bool below = high != DAG_NONE && fmpq_sgn(dag_value(g, high)) < 0;
    const dag_id at_zero = above ? low : below ? high : DAG_ZERO;
    if (low == DAG_ZERO && high == DAG_NONE)
        return dag_activation(call->graph, "relu");
    if (high == DAG_NONE)
        return activation_with(call, "pwl:%s;0,1;%s", low, at_zero, DAG_ZERO);
    if (low == DAG_NONE)
        return activation_with(call, "pwl:%s;1,0;%s", high, at_zero, DAG_ZERO);
    if (high == DAG_ONE && fmpq_equal(dag_value(g, low), dag_value(g, DAG_MINUS_ONE)))
        return dag_activation(call->graph, "hardtanh");
    return activation_with(call, "pwl:%s,%s;0,1,0;%s", low, high, at_zero);
}

static dag_id clip_element(onnx_call *call, dag_id *x)
{
    return dag_unit(call->graph, *(const uint32_t *)call->state, x);
}

// min(max(x, low), high)
const onnx_tensor *onnx_clip(onnx_call *call)
{
    const dag_id low = clip_bound(call, "min", 1, -1), high = clip_bound(call, "max", 2, 1);
    const onnx_tensor *x = call->input[0];
    const dag *g = call->graph;
    if (onnx_has_infinity(x, g))
        onnx_refuse(call, "its input has an infinity");
    if ((low == DAG_NONE && high == DAG_NONE) || call->file->failed)
        return x;
    if (low != DAG_NONE && high != DAG_NONE && fmpq_cmp(dag_value(g, low), dag_value(g, high)) >= 0)
        return onnx_copy(call, &(onnx_view){.shape = x->shape, .id = &high});
    const uint32_t act = clip_activation(call, low, high);
    call->state = &act;
    return onnx_each(call, x->type, clip_element, &x, 1);
}

// min(max(alpha x + beta, 0), 1)
static dag_id hard_sigmoid(onnx_call *call, dag_id *x)
{
    const dag_id row = dag_affine(call->graph, x[1], x[0], x[2]);
    return dag_unit(call->graph, dag_activation(call->graph, "pwl:0,1;0,1,0"), &row);
}

const onnx_tensor *onnx_hard_sigmoid(onnx_call *call)
{
    const onnx_tensor *x[] = {call->input[0], onnx_float(call, "alpha", 0.2F),
                              onnx_float(call, "beta", 0.5F)};
    return onnx_each(call, x[0]->type, hard_sigmoid, x, 3);
}

// x above alpha, else 0.
const onnx_tensor *onnx_thresholded(onnx_call *call)
{
    const onnx_tensor *alpha = onnx_float(call, "alpha", 1);
    if (alpha && alpha->id[0] != DAG_ZERO)
        return onnx_refuse(call, "is not continuous, but with alpha = 0");
    return onnx_each(call, call->input[0]->type, onnx_activate, call->input, 1);
}

// x + bias below -lambd, x - bias above lambd, else 0.
const onnx_tensor *onnx_shrink(onnx_call *call)
{
    const onnx_tensor *lambd = onnx_float(call, "lambd", 0.5F), *bias = onnx_float(call, "bias", 0);
    if (call->file->failed)
        return NULL;
    const dag_id high = lambd->id[0];
    if (fmpq_sgn(dag_value(call->graph, high)) < 0 ||
        !fmpq_equal(dag_value(call->graph, high), dag_value(call->graph, bias->id[0])))
        return onnx_refuse(call, "is continuous only if bias = lambd >= 0");
    if (high == DAG_ZERO)
        return call->input[0];
    const dag_id low = dag_affine(call->graph, DAG_MINUS_ONE, high, DAG_ZERO);
    const uint32_t act = activation_with(call, "pwl:%s,%s;1,0,1", low, high, DAG_ZERO);
    call->state = &act;
    return onnx_each(call, call->input[0]->type, clip_element, call->input, 1);
}

// ---- Maxima ----

// Drops all but the first of equal numbers and all but the greatest constant. Returns how many are
// left, or more than can be compared.
static size_t distinct_rows(const dag *g, dag_id *row, size_t count)
{
    size_t constant = SIZE_MAX, kept = 0;
    for (size_t k = 0; k < count && kept <= ACTIVATION_MAX_RANK; k++) {
        size_t same = 0;
        const dag_id x = row[k];
        while (same < kept && row[same] != x)
            same++;
        if (same < kept)
            continue;
        if (dag_is_constant(x) && constant != SIZE_MAX) {
            if (fmpq_cmp(dag_value(g, x), dag_value(g, row[constant])) <= 0)
                continue;
            kept--;
            memmove(row + constant, row + constant + 1, (kept - constant) * sizeof *row);
        }
        constant = dag_is_constant(x) ? kept : constant;
        row[kept++] = x;
    }
    return kept;
}

// max(x, c) = relu(x - c) + c: one crease, as for relu, without a row for the constant.
static dag_id above_constant(dag *g, dag_id x, dag_id c)
{
    const dag_id minus = dag_affine(g, DAG_MINUS_ONE, c, DAG_ZERO);
    const dag_id row = dag_affine(g, DAG_ONE, x, minus);
    return dag_affine(g, DAG_ONE, dag_unit(g, dag_activation(g, "relu"), &row), c);
}

static dag_id greatest(onnx_call *call, dag_id *x, size_t count)
{
    ASSERT(count > 0);
    dag *g = call->graph;
    count = distinct_rows(g, x, count);
    if (count == 1)
        return x[0];
    if (count == 2 && (dag_is_constant(x[0]) || dag_is_constant(x[1])))
        return above_constant(g, x[dag_is_constant(x[0])], x[!dag_is_constant(x[0])]);
    if (count > ACTIVATION_MAX_RANK) {
        onnx_refuse(call, "a maximum of %zu numbers: at most %d can be compared", count,
                    ACTIVATION_MAX_RANK);
        return DAG_ZERO;
    }
    char *name = memory_format("maxout:%zu", count);
    const uint32_t act = dag_activation(g, name);
    free(name);
    return dag_unit(g, act, x);
}

// The smallest is the negative of the largest of negatives.
dag_id onnx_greatest(onnx_call *call, dag_id *x, size_t count, int sign)
{
    ASSERT(sign == 1 || sign == -1);
    for (size_t k = 0; k < count && sign < 0; k++)
        x[k] = dag_affine(call->graph, DAG_MINUS_ONE, x[k], DAG_ZERO);
    const dag_id most = greatest(call, x, count);
    return sign < 0 ? dag_affine(call->graph, DAG_MINUS_ONE, most, DAG_ZERO) : most;
}
