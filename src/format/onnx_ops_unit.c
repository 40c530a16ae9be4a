// Operators of ONNX that are piecewise linear and not affine: activations and maxima.
#include "format/onnx_ops.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Activations ----

// Element i of `to` = the activation of this name, of element i of t.
static void put_unit(onnx_call *call, onnx_tensor *to, size_t i, const onnx_tensor *t,
                     const char *name)
{
    const uint32_t act = dag_activation(call->graph, name);
    if (t->node)
        to->node[i] = dag_unit(call->graph, act, t->node + i);
    else
        activation_apply(to->number + i, call->graph->activation + act, t->number + i);
}

static void apply(onnx_call *call, const char *name)
{
    onnx_tensor *to = onnx_output_like(call, call->input[0]);
    for (size_t i = 0; to && i < to->count; i++)
        put_unit(call, to, i, call->input[0], name);
}

void onnx_relu(onnx_call *call)
{
    onnx_ignore(call, "consumed_inputs");
    apply(call, "relu");
}

void onnx_absolute(onnx_call *call)
{
    onnx_ignore(call, "consumed_inputs");
    apply(call, "abs");
}

// The name is freed by the caller. Slope 1 has none: the function is linear.
static char *leaky_name(const fmpq_t slope)
{
    char *number = rational_text(slope);
    char *name = fmpq_is_zero(slope)  ? memory_copy_text("relu")
                 : fmpq_is_one(slope) ? NULL
                                      : memory_format("leaky:%s", number);
    flint_free(number);
    return name;
}

static void put_leaky(onnx_call *call, onnx_tensor *to, size_t i, const onnx_tensor *t,
                      const char *name)
{
    if (name) {
        put_unit(call, to, i, t, name);
    } else {
        onnx_begin(call);
        onnx_add(call, call->one, t, i);
        onnx_put(call, to, i);
    }
}

void onnx_leaky_relu(onnx_call *call)
{
    fmpq_t slope;
    fmpq_init(slope);
    onnx_ignore(call, "consumed_inputs");
    onnx_float(slope, call, "alpha", 0.01F);
    char *name = leaky_name(slope);
    onnx_tensor *to = onnx_output_like(call, call->input[0]);
    for (size_t i = 0; to && i < to->count; i++)
        put_leaky(call, to, i, call->input[0], name);
    free(name);
    fmpq_clear(slope);
}

// Continuous only if it begins at 0 or its threshold is 0.
void onnx_thresholded_relu(onnx_call *call)
{
    fmpq_t alpha;
    fmpq_init(alpha);
    onnx_float(alpha, call, "alpha", 1);
    if (fmpq_is_zero(alpha))
        apply(call, "relu");
    else
        onnx_refuse(call, "is not continuous, as its alpha is not 0");
    fmpq_clear(alpha);
}

// One slope for each channel, or as numpy stretches them; before version 7 for each channel or all.
void onnx_prelu(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    onnx_ignore(call, "consumed_inputs");
    onnx_need_constant(call, 1, "the slope");
    if (call->failed)
        return;
    onnx_tensor slope = *call->input[1]; // borrows its numbers
    const int channels = slope.rank == 1 && x->rank > 1 && slope.count == x->dim[1];
    if (channels && (call->opset < 7 || slope.count != x->dim[x->rank - 1]))
        for (size_t k = 2; k < x->rank; k++)
            slope.dim[slope.rank++] = 1;
    const onnx_shape shape = onnx_shape_of(x);
    const onnx_shape both = onnx_broadcast(call, shape, onnx_shape_of(&slope));
    if (both.rank != x->rank || memcmp(both.dim, x->dim, x->rank * sizeof *x->dim) != 0)
        onnx_refuse(call, "the slope does not fit the input");
    onnx_tensor *to = onnx_output_like(call, x);
    char **name = onnx_scratch(call, slope.count, sizeof *name);
    for (size_t k = 0; to && k < slope.count; k++)
        name[k] = leaky_name(slope.number + k);
    for (size_t i = 0; to && i < to->count; i++)
        put_leaky(call, to, i, x, name[onnx_stretched(&slope, &shape, i)]);
    for (size_t k = 0; k < slope.count; k++)
        free(name[k]);
}

// ---- Clipping ----

typedef struct {
    fmpq_t number;
    int none;
} bound;

// An infinity, p/0, is no bound; nor is the largest float or what is beyond it, as early versions
// and those who follow them write.
static void check_bound(onnx_call *call, bound *b, int side)
{
    fmpq_t most;
    fmpq_init(most);
    rational_set_double(most, side * 0x1.fffffep127);
    if (fmpz_is_zero(fmpq_denref(b->number))) {
        b->none = 1;
        if (fmpq_sgn(b->number) != side)
            onnx_refuse(call, "an infinite bound leaves nothing");
        fmpq_zero(b->number);
    } else if (side * fmpq_cmp(b->number, most) >= 0) {
        b->none = 1;
    }
    fmpq_clear(most);
}

// The bound is an input or, before version 11, an attribute.
static void read_bound(onnx_call *call, bound *b, const char *name, size_t input, int side)
{
    fmpq_init(b->number);
    b->none = 1;
    if (onnx_has(call, name)) {
        const float value = onnx_any_float(call, name, 0);
        b->none = 0;
        if (isfinite(value))
            rational_set_double(b->number, value);
        else if (isnan(value))
            onnx_refuse(call, "attribute \"%s\" is no number", name);
        else {
            fmpz_set_si(fmpq_numref(b->number), value > 0 ? 1 : -1);
            fmpz_zero(fmpq_denref(b->number));
        }
    } else if (onnx_given(call, input)) {
        onnx_need_constant(call, input, side < 0 ? "the least value" : "the greatest value");
        if (call->failed)
            return;
        if (call->input[input]->count != 1) {
            onnx_refuse(call, "expected one number as input %zu, found %zu", input,
                        call->input[input]->count);
            return;
        }
        b->none = 0;
        fmpz_set(fmpq_numref(b->number), fmpq_numref(call->input[input]->number));
        fmpz_set(fmpq_denref(b->number), fmpq_denref(call->input[input]->number));
    }
    if (!b->none)
        check_bound(call, b, side);
}

// The activation that clips, its name freed by the caller.
static char *clip_name(const bound *low, const bound *high)
{
    char *name = NULL;
    char *least = rational_text(low->number), *most = rational_text(high->number);
    fmpq_t middle; // the value at 0
    fmpq_init(middle);
    if (!low->none && fmpq_sgn(low->number) > 0)
        fmpq_set(middle, low->number);
    if (!high->none && fmpq_sgn(high->number) < 0)
        fmpq_set(middle, high->number);
    char *value = rational_text(middle);
    if (!low->none && !high->none && !strcmp(least, "-1") && !strcmp(most, "1"))
        name = memory_copy_text("hardtanh");
    else if (!low->none && !high->none)
        name = memory_format("pwl:%s,%s;0,1,0;%s", least, most, value);
    else if (high->none && fmpq_is_zero(low->number))
        name = memory_copy_text("relu");
    else if (high->none)
        name = memory_format("pwl:%s;0,1;%s", least, value);
    else
        name = memory_format("pwl:%s;1,0;%s", most, value);
    flint_free(value);
    flint_free(least);
    flint_free(most);
    fmpq_clear(middle);
    return name;
}

// All elements become this one number.
static void put_everywhere(onnx_call *call, const fmpq_t number)
{
    onnx_tensor *to = onnx_output_like(call, call->input[0]);
    for (size_t i = 0; to && i < to->count; i++) {
        onnx_begin(call);
        dag_add_constant(call->graph, call->one, number);
        onnx_put(call, to, i);
    }
}

// min(max(x, low), high)
static void clip(onnx_call *call, const bound *low, const bound *high)
{
    if (low->none && high->none) {
        onnx_identity(call);
    } else if (!low->none && !high->none && fmpq_cmp(low->number, high->number) >= 0) {
        put_everywhere(call, high->number);
    } else {
        char *name = clip_name(low, high);
        apply(call, name);
        free(name);
    }
}

void onnx_clip(onnx_call *call)
{
    bound low, high;
    onnx_ignore(call, "consumed_inputs");
    read_bound(call, &low, "min", 1, -1);
    read_bound(call, &high, "max", 2, 1);
    if (!call->failed)
        clip(call, &low, &high);
    fmpq_clear(low.number);
    fmpq_clear(high.number);
}

// min(max(alpha x + beta, 0), 1)
void onnx_hard_sigmoid(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    fmpq_t alpha, beta;
    fmpq_init(alpha);
    fmpq_init(beta);
    onnx_ignore(call, "consumed_inputs");
    onnx_float(alpha, call, "alpha", 0.2F);
    onnx_float(beta, call, "beta", 0.5F);
    onnx_tensor *to = onnx_output_like(call, x);
    const uint32_t act = dag_activation(call->graph, "pwl:0,1;0,1,0");
    for (size_t i = 0; to && i < to->count; i++) {
        onnx_begin(call);
        onnx_add(call, alpha, x, i);
        dag_add_constant(call->graph, call->one, beta);
        onnx_put(call, to, i);
        if (to->node)
            to->node[i] = dag_unit(call->graph, act, to->node + i);
        else
            activation_apply(to->number + i, call->graph->activation + act, to->number + i);
    }
    fmpq_clear(alpha);
    fmpq_clear(beta);
}

// x + bias below -lambda, x - bias above lambda, 0 between: continuous if they are equal.
void onnx_shrink(onnx_call *call)
{
    fmpq_t lambda, bias;
    fmpq_init(lambda);
    fmpq_init(bias);
    onnx_float(lambda, call, "lambd", 0.5F);
    onnx_float(bias, call, "bias", 0);
    if (!fmpq_equal(lambda, bias) || fmpq_sgn(lambda) < 0) {
        onnx_refuse(call, "is not continuous, as its bias is not lambd");
    } else if (fmpq_is_zero(lambda)) {
        onnx_identity(call);
    } else {
        char *number = rational_text(lambda);
        char *name = memory_format("pwl:-%s,%s;1,0,1", number, number);
        apply(call, name);
        free(name);
        flint_free(number);
    }
    fmpq_clear(lambda);
    fmpq_clear(bias);
}

// ---- Maxima ----

static int compare_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Drops all but the first of equal nodes, and all but the greatest of constants, which stays in
// its place; how many are left.
static size_t distinct(const dag *g, dag_id *row, size_t count)
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
    qsort(sorted, count, sizeof *sorted, compare_ids);
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

static dag_id greatest(onnx_call *call, dag_id *row, size_t count)
{
    dag *g = call->graph;
    count = distinct(g, row, count);
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

static dag_id scaled(onnx_call *call, const fmpq_t factor, dag_id x)
{
    dag_begin(call->graph);
    dag_add(call->graph, factor, x);
    return dag_end(call->graph);
}

// The smallest is the negative of the largest of negatives.
static dag_id extreme(onnx_call *call, dag_id *row, size_t count, int sign)
{
    if (sign > 0)
        return greatest(call, row, count);
    for (size_t k = 0; k < count; k++)
        row[k] = scaled(call, call->minus_one, row[k]);
    return scaled(call, call->minus_one, greatest(call, row, count));
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
    to->node[i] = extreme(call, row, count, sign);
    free(row);
}

// Of elements of several tensors.
void onnx_extreme(onnx_call *call)
{
    const int sign = call->variant == ONNX_GREATEST ? 1 : -1, computed = onnx_computed(call);
    onnx_ignore(call, "consumed_inputs");
    onnx_shape shape = onnx_shape_of(call->input[0]);
    for (size_t k = 1; k < call->inputs; k++)
        shape = onnx_broadcast(call, shape, onnx_shape_of(call->input[k]));
    onnx_tensor *to = onnx_output(call, 0, call->input[0]->type, shape.rank, shape.dim, computed);
    onnx_work(call, to ? to->count : 0, call->inputs);
    dag_id *row = onnx_scratch(call, call->inputs, sizeof *row);
    for (size_t i = 0; to && i < to->count && !call->failed; i++) {
        for (size_t k = 0; k < call->inputs; k++) {
            const onnx_tensor *t = call->input[k];
            const size_t at = onnx_stretched(t, &shape, i);
            if (computed)
                row[k] = t->node ? t->node[at] : dag_constant(call->graph, t->number + at);
            else if (k == 0 || sign * fmpq_cmp(t->number + at, to->number + i) > 0)
                fmpq_set(to->number + i, t->number + at);
        }
        if (computed)
            to->node[i] = extreme(call, row, call->inputs, sign);
    }
}
