// Operators of ONNX that are piecewise linear and not affine: activations and maxima.
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

dag_id onnx_activate(onnx_call *call, const dag_id *x)
{
    const uint32_t *act = call->state;
    return dag_unit(
        call->graph,
        act ? *act : dag_activation(call->graph, call->op->variant == ONNX_ABS ? "abs" : "relu"),
        x);
}

// Applies one activation to input 0, whatever other inputs there are.
static void activate_all(onnx_call *call, uint32_t act)
{
    call->inputs = 1;
    call->state = &act;
    onnx_each(call, call->input[0]->type, onnx_activate);
}

static dag_id leaky(onnx_call *call, dag_id x, dag_id slope)
{
    if (slope == DAG_ONE)
        return x;
    const uint32_t act = slope == DAG_ZERO
                             ? dag_activation(call->graph, "relu")
                             : activation_with(call, "leaky:%s", slope, DAG_ZERO, DAG_ZERO);
    return dag_unit(call->graph, act, &x);
}

static dag_id leaky_element(onnx_call *call, const dag_id *x)
{
    return leaky(call, x[0], *(const dag_id *)call->state);
}

void onnx_leaky_relu(onnx_call *call)
{
    const dag_id slope = onnx_float(call, "alpha", 0.01F);
    call->state = &slope;
    onnx_each(call, call->input[0]->type, leaky_element);
}

static dag_id prelu_element(onnx_call *call, const dag_id *x)
{
    return leaky(call, x[0], x[1]);
}

// A list of slopes that does not fit the last axis is one for each channel.
void onnx_prelu(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape, *slope = &call->input[1]->shape;
    onnx_need_constant(call, 1, "the slope");
    if (slope->rank == 1 && x->rank > 1 && slope->dim[0] == x->dim[1] &&
        slope->dim[0] != x->dim[x->rank - 1])
        onnx_align(call, 1, 1);
    const onnx_shape both = onnx_broadcast(call, x, &call->input[1]->shape);
    if (both.rank != x->rank || memcmp(both.dim, x->dim, x->rank * sizeof *x->dim) != 0)
        onnx_refuse_shape(call, "the slope does not fit the input");
    onnx_each(call, call->input[0]->type, prelu_element);
}

// ---- Clipping ----

// Bounds of clipping are inputs or, before version 11, attributes. DAG_NONE: no bound,
// which is also written as an infinity or, in early versions, the largest float.
static dag_id clip_bound(onnx_call *call, const char *name, size_t input, int side)
{
    const double value = onnx_has(call, name) ? (double)onnx_any_float(call, name, 0) : 0;
    dag_id bound = DAG_NONE;
    int infinite = isinf(value) ? value > 0 ? 1 : -1 : 0;
    if (onnx_has(call, name) && !infinite) {
        bound = onnx_float(call, name, 0);
    } else if (!infinite && onnx_given(call, input)) {
        bound = onnx_single(call, input, side < 0 ? "the least value" : "the greatest value");
        const fmpq *x = dag_value(call->graph, bound);
        infinite = fmpz_is_zero(fmpq_denref(x)) ? fmpz_sgn(fmpq_numref(x)) : 0;
    }
    if (infinite == -side)
        onnx_refuse(call, "an infinite bound leaves nothing");
    if (infinite || call->failed || bound == DAG_NONE)
        return DAG_NONE;
    rational_set_double(call->x, side * 0x1.fffffep127);
    return side * fmpq_cmp(dag_value(call->graph, bound), call->x) >= 0 ? DAG_NONE : bound;
}

static uint32_t clip_activation(onnx_call *call, dag_id low, dag_id high)
{
    const dag *g = call->graph;
    const int above = low != DAG_NONE && fmpq_sgn(dag_value(g, low)) > 0;
    const int below = high != DAG_NONE && fmpq_sgn(dag_value(g, high)) < 0;
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

static dag_id same_everywhere(onnx_call *call, const dag_id *x)
{
    (void)x;
    return *(const dag_id *)call->state;
}

// min(max(x, low), high)
void onnx_clip(onnx_call *call)
{
    const dag_id low = clip_bound(call, "min", 1, -1), high = clip_bound(call, "max", 2, 1);
    const dag *g = call->graph;
    call->inputs = 1;
    call->state = &high;
    if (onnx_has_infinity(call->input[0], g))
        onnx_refuse(call, "its input has an infinity");
    if (low == DAG_NONE && high == DAG_NONE)
        onnx_identity(call);
    else if (low != DAG_NONE && high != DAG_NONE &&
             fmpq_cmp(dag_value(g, low), dag_value(g, high)) >= 0)
        onnx_each(call, call->input[0]->type, same_everywhere);
    else
        activate_all(call, clip_activation(call, low, high));
}

// min(max(alpha x + beta, 0), 1)
static dag_id hard_sigmoid(onnx_call *call, const dag_id *x)
{
    const dag_id *number = call->state;
    const dag_id row = dag_affine(call->graph, number[0], x[0], number[1]);
    return dag_unit(call->graph, dag_activation(call->graph, "pwl:0,1;0,1,0"), &row);
}

void onnx_hard_sigmoid(onnx_call *call)
{
    const dag_id number[] = {onnx_float(call, "alpha", 0.2F), onnx_float(call, "beta", 0.5F)};
    call->state = number;
    onnx_each(call, call->input[0]->type, hard_sigmoid);
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
    for (size_t k = 0; k < count && sign < 0; k++)
        x[k] = dag_affine(call->graph, DAG_MINUS_ONE, x[k], DAG_ZERO);
    const dag_id most = greatest(call, x, count);
    return sign < 0 ? dag_affine(call->graph, DAG_MINUS_ONE, most, DAG_ZERO) : most;
}

dag_id onnx_extreme(onnx_call *call, const dag_id *x)
{
    dag_id *list = memory_new(call->inputs, sizeof *list);
    memcpy(list, x, call->inputs * sizeof *x);
    const dag_id most =
        onnx_greatest(call, list, call->inputs, call->op->variant == ONNX_GREATEST ? 1 : -1);
    free(list);
    return most;
}
