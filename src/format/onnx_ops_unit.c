// Operators of ONNX that are piecewise linear and not affine: activations and maxima.
#include "format/onnx_ops.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Activations ----

// Element i of `to` = the activation of its element i. NULL: the identity.
static void activate(onnx_call *call, onnx_tensor *to, size_t i, const char *name)
{
    if (!name)
        return;
    const uint32_t act = dag_activation(call->graph, name);
    if (to->node)
        to->node[i] = dag_unit(call->graph, act, to->node + i);
    else
        activation_apply(to->number + i, call->graph->activation + act, to->number + i);
}

// The activation of factor x + shift, for each element x of input 0.
static void apply_affine(onnx_call *call, const char *name, const fmpq *factor, const fmpq *shift)
{
    onnx_tensor *to = onnx_output_like(call, call->input[0]);
    onnx_ignore(call, "consumed_inputs");
    for (size_t i = 0; to && i < to->count; i++) {
        onnx_put_affine(call, to, i, factor, call->input[0], i, shift);
        activate(call, to, i, name);
    }
}

static void apply_activation(onnx_call *call, const char *name)
{
    apply_affine(call, name, NULL, NULL);
}

// A name with numbers put in, freed with the call.
static const char *name_of(onnx_call *call, const char *format, const fmpq *a, const fmpq *b,
                           const fmpq *c)
{
    const fmpq *const x[] = {a, b, c};
    char *number[3], *name;
    for (size_t k = 0; k < 3; k++)
        number[k] = x[k] ? rational_text(x[k]) : NULL;
    name = memory_format(format, number[0], number[1], number[2]);
    char *kept = onnx_scratch(call, strlen(name), 1);
    strcpy(kept, name);
    free(name);
    for (size_t k = 0; k < 3; k++)
        flint_free(number[k]);
    return kept;
}

void onnx_relu(onnx_call *call)
{
    apply_activation(call, "relu");
}

void onnx_absolute(onnx_call *call)
{
    apply_activation(call, "abs");
}

static const char *leaky_name(onnx_call *call, const fmpq *slope)
{
    return fmpq_is_zero(slope)  ? "relu"
           : fmpq_is_one(slope) ? NULL // linear
                                : name_of(call, "leaky:%s", slope, NULL, NULL);
}

void onnx_leaky_relu(onnx_call *call)
{
    apply_activation(call, leaky_name(call, onnx_float(call, "alpha", 0.01F)));
}

// Continuous only if it begins at 0 or its threshold is 0.
void onnx_thresholded_relu(onnx_call *call)
{
    if (!fmpq_is_zero(onnx_float(call, "alpha", 1)))
        onnx_refuse(call, "is not continuous, as its alpha is not 0");
    apply_activation(call, "relu");
}

static void put_sloped(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    const char *const *name = call->state;
    onnx_put_affine(call, to, i, NULL, call->input[0], at[0], NULL);
    activate(call, to, i, name[at[1]]);
}

// One slope for each channel, or as numpy stretches them; before version 7 for each channel or all.
void onnx_prelu(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    onnx_need_constant(call, 1, "the slope");
    if (call->failed)
        return;
    onnx_tensor *slope = onnx_scratch(call, 1, sizeof *slope); // borrows its numbers
    *slope = *call->input[1];
    call->input[1] = slope;
    const int channels = slope->rank == 1 && x->rank > 1 && slope->count == x->dim[1];
    if (channels && (call->opset < 7 || slope->count != x->dim[x->rank - 1]))
        for (size_t k = 2; k < x->rank; k++)
            slope->dim[slope->rank++] = 1;
    const onnx_shape both = onnx_broadcast(call, onnx_shape_of(x), onnx_shape_of(slope));
    if (both.rank != x->rank || memcmp(both.dim, x->dim, x->rank * sizeof *x->dim) != 0)
        onnx_refuse(call, "the slope does not fit the input");
    const char **name = onnx_scratch(call, slope->count, sizeof *name);
    for (size_t k = 0; k < slope->count; k++)
        name[k] = leaky_name(call, slope->number + k);
    call->state = name;
    onnx_each(call, x->type, put_sloped);
}

// ---- Clipping ----

// The bound is an input or, before version 11, an attribute; NULL: there is none. An infinity, p/0,
// is no bound; nor is the largest float or what is beyond it, as early versions and those who
// follow them write.
static const fmpq *read_clip_bound(onnx_call *call, const char *name, size_t input, int side)
{
    fmpq *bound = onnx_number(call);
    double value = onnx_has(call, name) ? (double)onnx_any_float(call, name, 0) : 0;
    if (isnan(value)) {
        onnx_refuse(call, "attribute \"%s\" is no number", name);
    } else if (onnx_has(call, name) && isfinite(value)) {
        rational_set_double(bound, value);
    } else if (!onnx_has(call, name) && onnx_given(call, input)) {
        onnx_need_constant(call, input, side < 0 ? "the least value" : "the greatest value");
        const onnx_tensor *t = call->input[input];
        if (!call->failed && t->count != 1)
            onnx_refuse(call, "expected one number as input %zu, found %zu", input, t->count);
        if (call->failed)
            return NULL;
        if (fmpz_is_zero(fmpq_denref(t->number)))
            value = fmpq_sgn(t->number) * (double)INFINITY;
        else
            fmpq_set(bound, t->number);
    } else if (!onnx_has(call, name)) {
        return NULL;
    }
    if (isinf(value) && (value > 0) != (side > 0))
        onnx_refuse(call, "an infinite bound leaves nothing");
    fmpq *most = onnx_number(call);
    rational_set_double(most, side * 0x1.fffffep127);
    return isinf(value) || side * fmpq_cmp(bound, most) >= 0 ? NULL : bound;
}

static const char *clip_name(onnx_call *call, const fmpq *low, const fmpq *high)
{
    const fmpq *zero = onnx_number(call);
    const fmpq *middle = low && fmpq_sgn(low) > 0     ? low // the value at 0
                         : high && fmpq_sgn(high) < 0 ? high
                                                      : zero;
    if (!high)
        return fmpq_is_zero(low) ? "relu" : name_of(call, "pwl:%s;0,1;%s", low, middle, NULL);
    if (!low)
        return name_of(call, "pwl:%s;1,0;%s", high, middle, NULL);
    return fmpz_equal_si(fmpq_numref(low), -1) && fmpz_is_one(fmpq_denref(low)) && fmpq_is_one(high)
               ? "hardtanh"
               : name_of(call, "pwl:%s,%s;0,1,0;%s", low, high, middle);
}

// min(max(x, low), high)
void onnx_clip(onnx_call *call)
{
    const fmpq *low = read_clip_bound(call, "min", 1, -1),
               *high = read_clip_bound(call, "max", 2, 1);
    if (!low && !high)
        onnx_identity(call);
    else if (low && high && fmpq_cmp(low, high) >= 0)
        apply_affine(call, NULL, onnx_number(call), high); // this one number everywhere
    else
        apply_activation(call, clip_name(call, low, high));
}

// min(max(alpha x + beta, 0), 1)
void onnx_hard_sigmoid(onnx_call *call)
{
    const fmpq *alpha = onnx_float(call, "alpha", 0.2F), *beta = onnx_float(call, "beta", 0.5F);
    apply_affine(call, "pwl:0,1;0,1,0", alpha, beta);
}

// x + bias below -lambda, x - bias above lambda, 0 between: continuous if they are equal.
void onnx_shrink(onnx_call *call)
{
    const fmpq *lambda = onnx_float(call, "lambd", 0.5F), *bias = onnx_float(call, "bias", 0);
    if (!fmpq_equal(lambda, bias) || fmpq_sgn(lambda) < 0)
        onnx_refuse(call, "is not continuous, as its bias is not lambd");
    else if (fmpq_is_zero(lambda))
        onnx_identity(call);
    else
        apply_activation(call, name_of(call, "pwl:-%s,%s;1,0,1", lambda, lambda, NULL));
}

// ---- Maxima ----

static int compare_numbered_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Drops all but the first of equal nodes, and all but the greatest of constants, which stays in
// its place; how many are left.
static size_t distinct_rows(const dag *g, dag_id *row, size_t count)
{
    uint64_t *sorted = memory_new(count, sizeof *sorted);
    unsigned char *drop = memory_new(count, 1);
    size_t constant = SIZE_MAX, kept = 0;
    for (size_t k = 0; k < count; k++) {
        sorted[k] = (uint64_t)row[k] << 32 | k;
        if (!dag_is_constant(g, row[k]))
            continue;
        const int better =
            constant == SIZE_MAX || fmpq_cmp(g->constant + row[k], g->constant + row[constant]) > 0;
        if (better && constant != SIZE_MAX)
            drop[constant] = 1;
        else if (!better)
            drop[k] = 1;
        constant = better ? k : constant;
    }
    qsort(sorted, count, sizeof *sorted, compare_numbered_ids);
    for (size_t k = 1; k < count; k++)
        if (sorted[k] >> 32 == sorted[k - 1] >> 32)
            drop[sorted[k] & UINT32_MAX] = 1;
    for (size_t k = 0; k < count; k++)
        if (!drop[k])
            row[kept++] = row[k];
    free(sorted);
    free(drop);
    return kept;
}

// max(x, c) = relu(x - c) + c: one crease, as for relu, without a row for the constant.
static dag_id above_constant(onnx_call *call, dag_id x, dag_id constant)
{
    dag *g = call->graph;
    fmpq_t c;
    fmpq_init(c);
    fmpq_set(c, g->constant + constant);
    dag_begin(g);
    dag_add(g, call->one, x);
    dag_add_constant(g, call->minus_one, c);
    const dag_id row = dag_end(g);
    const dag_id unit = dag_unit(g, dag_activation(g, "relu"), &row);
    dag_begin(g);
    dag_add(g, call->one, unit);
    dag_add_constant(g, call->one, c);
    fmpq_clear(c);
    return dag_end(g);
}

static dag_id greatest_node(onnx_call *call, dag_id *row, size_t count)
{
    dag *g = call->graph;
    count = distinct_rows(g, row, count);
    if (count == 1)
        return row[0];
    if (count == 2 && dag_is_constant(g, row[0]))
        return above_constant(call, row[1], row[0]);
    if (count == 2 && dag_is_constant(g, row[1]))
        return above_constant(call, row[0], row[1]);
    if (count > ACTIVATION_MAX_RANK) {
        onnx_refuse(call, "a maximum of %zu numbers: at most %d can be compared", count,
                    ACTIVATION_MAX_RANK);
        return row[0];
    }
    char *name = memory_format("maxout:%zu", count);
    const uint32_t act = dag_activation(g, name);
    free(name);
    return dag_unit(g, act, row);
}

static dag_id scaled_node(onnx_call *call, const fmpq_t factor, dag_id x)
{
    dag_begin(call->graph);
    dag_add(call->graph, factor, x);
    return dag_end(call->graph);
}

// The smallest is the negative of the largest of negatives.
static dag_id extreme_node(onnx_call *call, dag_id *row, size_t count, int sign)
{
    if (sign > 0)
        return greatest_node(call, row, count);
    for (size_t k = 0; k < count; k++)
        row[k] = scaled_node(call, call->minus_one, row[k]);
    return scaled_node(call, call->minus_one, greatest_node(call, row, count));
}

static const fmpq *extreme_number(const onnx_tensor *t, const size_t *element, size_t count,
                                  int sign)
{
    const fmpq *best = t->number + element[0];
    for (size_t k = 1; k < count; k++)
        if (sign * fmpq_cmp(t->number + element[k], best) > 0)
            best = t->number + element[k];
    return best;
}

void onnx_put_extreme(onnx_call *call, onnx_tensor *to, size_t i, const onnx_tensor *t,
                      const size_t *element, size_t count, int sign)
{
    if (!t->node) {
        fmpq_set(to->number + i, extreme_number(t, element, count, sign));
        return;
    }
    dag_id *row = memory_new(count, sizeof *row);
    for (size_t k = 0; k < count; k++)
        row[k] = t->node[element[k]];
    to->node[i] = extreme_node(call, row, count, sign);
    free(row);
}

static void put_extreme_of_inputs(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    const int sign = call->variant == ONNX_GREATEST ? 1 : -1;
    dag_id *row = to->node ? memory_new(call->inputs, sizeof *row) : NULL;
    for (size_t k = 0; k < call->inputs; k++) {
        const onnx_tensor *t = call->input[k];
        if (row)
            row[k] = t->node ? t->node[at[k]] : dag_constant(call->graph, t->number + at[k]);
        else if (k == 0 || sign * fmpq_cmp(t->number + at[k], to->number + i) > 0)
            fmpq_set(to->number + i, t->number + at[k]);
    }
    if (row)
        to->node[i] = extreme_node(call, row, call->inputs, sign);
    free(row);
}

void onnx_extreme(onnx_call *call)
{
    onnx_each(call, call->input[0]->type, put_extreme_of_inputs);
}
