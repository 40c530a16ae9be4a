// Operators of ONNX that compare computed numbers, where the function stays continuous.
//
// A comparison is kept as the difference that it compares with 0 (compares in onnx_tensor), which
// only a choice reads: if one of its values is the other plus a multiple of that difference, it is
// a relu.
#include "base/fatal.h"
#include "format/onnx_ops.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <stdlib.h>

// ---- Comparisons ----

enum { LESS = 1, GREATER = 4, EVERY = 7 };

static const onnx_tensor *with_comparison(onnx_call *call, const onnx_tensor *x, int compares)
{
    const onnx_tensor *copy = x ? onnx_reshaped(call, x, &x->shape) : NULL;
    if (copy)
        ((onnx_tensor *)copy)->compares = compares;
    return copy;
}

const onnx_tensor *onnx_compared(onnx_call *call)
{
    enum { BOOL = ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, EQUAL = 2 };
    const int variant = call->op->variant;
    if (onnx_is_constant(call->input[0]) && onnx_is_constant(call->input[1]))
        return onnx_each(call, BOOL, onnx_compare, call->input, 2);
    if (variant == EQUAL)
        return onnx_refuse(call, "%s", call->op->why_not);
    return with_comparison(call, onnx_each(call, BOOL, onnx_subtract, call->input, 2), variant);
}

const onnx_tensor *onnx_negated(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    if (x->compares)
        return with_comparison(call, x, EVERY & ~x->compares);
    if (!onnx_is_constant(x))
        return onnx_refuse(call, "is not continuous");
    return onnx_each(call, ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, onnx_logic, &x, 1);
}

// ---- Choices ----

// A node as a sum: its terms, or itself once.
typedef struct {
    const dag_term *term;
    size_t count;
    dag_id itself;
    const fmpq *constant;
} node_sum;

static node_sum sum_of(const dag *g, dag_id id)
{
    const dag_node *node = g->node + id;
    if (node->kind != DAG_AFFINE)
        return (node_sum){.count = 1, .itself = id, .constant = dag_value(g, DAG_ZERO)};
    return (node_sum){
        .term = g->term + node->first, .count = node->count, .constant = g->constant + id};
}

static const fmpq *sum_factor(const dag *g, const node_sum *s, size_t k)
{
    return s->term ? &s->term[k].coefficient : dag_value(g, DAG_ONE);
}

static dag_id sum_node(const node_sum *s, size_t k)
{
    return s->term ? s->term[k].node : s->itself;
}

// Whether y = factor x everywhere, as their terms show.
static bool find_factor(fmpq_t factor, const dag *g, dag_id y, dag_id x)
{
    fmpq_t other;
    fmpq_zero(factor);
    if (dag_is_constant(y))
        return y == DAG_ZERO;
    const node_sum a = sum_of(g, y), b = sum_of(g, x);
    if (a.count == 1 && sum_node(&a, 0) == x && fmpq_is_zero(a.constant)) {
        fmpq_set(factor, sum_factor(g, &a, 0));
        return true;
    }
    if (a.count != b.count || a.count == 0)
        return false;
    fmpq_div(factor, sum_factor(g, &a, 0), sum_factor(g, &b, 0));
    fmpq_init(other);
    fmpq_mul(other, factor, b.constant);
    bool same = fmpq_equal(other, a.constant);
    for (size_t k = 0; k < a.count && same; k++) {
        fmpq_mul(other, factor, sum_factor(g, &b, k));
        same = sum_node(&a, k) == sum_node(&b, k) && fmpq_equal(other, sum_factor(g, &a, k));
    }
    fmpq_clear(other);
    return same;
}

// The slope call->x where a number is positive, call->y where it is negative.
static dag_id slopes_at_zero(onnx_call *call, dag_id number)
{
    char *slope[] = {rational_text(call->y), rational_text(call->x)};
    char *name =
        fmpq_equal(call->x, call->y) ? NULL : memory_format("pwl:0;%s,%s", slope[0], slope[1]);
    const dag_id same =
        dag_affine(call->graph, dag_constant(call->graph, call->x), number, DAG_ZERO);
    const dag_id y =
        name ? dag_unit(call->graph, dag_activation(call->graph, name), &number) : same;
    flint_free(slope[0]);
    flint_free(slope[1]);
    free(name);
    return y;
}

// `above` where a number is positive and `below` where it is negative.
static dag_id switch_at_zero(onnx_call *call, dag_id number, dag_id above, dag_id below)
{
    dag *g = call->graph;
    if (find_factor(call->x, g, above, number) && find_factor(call->y, g, below, number))
        return slopes_at_zero(call, number);
    dag_begin(g);
    dag_add(g, dag_value(g, DAG_ONE), above);
    dag_add(g, dag_value(g, DAG_MINUS_ONE), below);
    const dag_id difference = dag_end(g);
    if (g->full)
        return DAG_ZERO;
    if (!find_factor(call->x, g, difference, number)) {
        onnx_refuse(call, "its two values differ where the comparison changes, so it is not "
                          "continuous, or not seen to be");
        return DAG_ZERO;
    }
    // A branch that is constant on one side needs one unit only.
    const int from_above = dag_is_constant(above);
    if (from_above)
        number = dag_affine(g, DAG_MINUS_ONE, number, DAG_ZERO);
    const dag_id unit = dag_unit(g, dag_activation(g, "relu"), &number);
    dag_begin(g);
    dag_add(g, dag_value(g, DAG_ONE), from_above ? above : below);
    dag_add(g, call->x, unit);
    return dag_end(g);
}

static dag_id choose_element(onnx_call *call, dag_id *x)
{
    const int compares = *(const int *)call->state;
    if (!compares)
        return x[0] == DAG_ZERO ? x[2] : x[1];
    if (!dag_is_constant(x[0]))
        return switch_at_zero(call, x[0], compares & GREATER ? x[1] : x[2],
                              compares & LESS ? x[1] : x[2]);
    const int sign = fmpq_sgn(dag_value(call->graph, x[0]));
    return compares >> (sign + 1) & 1 ? x[1] : x[2];
}

// Chooses between two tensors by a constant one, or by a comparison.
const onnx_tensor *onnx_where(onnx_call *call)
{
    const int compares = call->input[0]->compares;
    if (!compares)
        onnx_need_constant(call, 0, "the condition");
    call->state = &compares;
    return onnx_each(call, call->input[1]->type, choose_element, call->input, 3);
}

// ---- Sorting ----

// Puts the larger of two numbers (sign 1), or the smaller, first.
static void compare_exchange(onnx_call *call, dag_id *a, dag_id *b, int sign)
{
    dag_id pair[] = {*a, *b}, again[] = {*a, *b};
    *a = onnx_greatest(call, pair, 2, sign);
    *b = onnx_greatest(call, again, 2, -sign);
}

// Batcher's odd-even merge sort (1968), for any number of elements.
static void sort_network(onnx_call *call, dag_id *x, size_t count, int sign)
{
    ASSERT(sign == 1 || sign == -1);
    for (size_t p = 1; p < count; p *= 2)
        for (size_t k = p; k >= 1; k /= 2)
            for (size_t j = k % p; j + k < count; j += 2 * k)
                for (size_t i = j; i < j + k && i + k < count; i++)
                    if (i / (2 * p) == (i + k) / (2 * p) && !call->file->failed)
                        compare_exchange(call, x + i, x + i + k, sign);
}

// TopK: the values; places are not made, as they are not continuous.
const onnx_tensor *onnx_sort(onnx_call *call)
{
    enum { MOST = 1024 };
    const onnx_tensor *x = call->input[0];
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", -1), x->shape.rank);
    const int sign = onnx_int(call, "largest", 1) ? 1 : -1;
    const onnx_ints list = onnx_list(call, "k", call->inputs > 1 ? 1 : ONNX_NO_INPUT);
    onnx_mark_used(call, "sorted");
    if (!call->file->failed && (list.count != 1 || *list.value < 1 ||
                                *list.value > (int64_t)x->shape.dim[axis] || *list.value > MOST))
        onnx_refuse_shape(call, "expected k from 1 to the axis, at most %d", MOST);
    if (call->file->failed)
        return NULL;
    const size_t size = x->shape.dim[axis],
                 after = onnx_product(&x->shape, axis + 1, x->shape.rank);
    onnx_shape shape = x->shape;
    shape.dim[axis] = (size_t)*list.value;
    onnx_tensor *values = onnx_new(call, x->type, &shape);
    dag_id *row = onnx_scratch(call, size, sizeof *row);
    onnx_work(call, x->count, size);
    for (size_t n = 0; n < x->count / (size ? size : 1) && !call->file->failed; n++) {
        const size_t from = n / after * after * size + n % after;
        for (size_t i = 0; i < size; i++)
            row[i] = x->id[from + i * after];
        sort_network(call, row, size, sign);
        for (size_t i = 0; i < shape.dim[axis]; i++)
            values->id[n / after * after * shape.dim[axis] + n % after + i * after] = row[i];
    }
    return values;
}
