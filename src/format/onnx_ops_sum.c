// Operators of ONNX that sum over axes: products of matrices, convolutions, pooling, reductions.
//
// Each is a nest of loops over operands with strides. Convolutions and pooling read an input that
// has been padded, so that no loop asks where it ends.
#include "format/onnx_ops.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

// ---- Loops ----

// An operand, and its strides along the axes of the output and those that are summed over.
typedef struct {
    const dag_id *id;
    size_t out[ONNX_MAX_RANK], sum[ONNX_MAX_RANK];
} loop_operand;

// Output = sum of x y, plus c once; no y: x is reduced; no c: 0.
typedef struct {
    onnx_shape out, sum;
    loop_operand x, y, c;
} loops;

static void add_axis(onnx_shape *axes, size_t size, size_t *x, size_t x_stride, size_t *y,
                     size_t y_stride)
{
    x[axes->rank] = x_stride;
    y[axes->rank] = y_stride;
    axes->dim[axes->rank++] = size;
}

// The places of an operand's elements that are summed over.
static size_t *summed_places(onnx_call *call, const loops *l, const loop_operand *x, size_t count)
{
    size_t *at = onnx_scratch(call, count, sizeof *at);
    for (size_t k = 0; k < count; k++)
        at[k] = onnx_offset(&l->sum, x->sum, k);
    return at;
}

static dag_id sum_products(onnx_call *call, const loops *l, size_t i, const size_t *x_at,
                           const size_t *y_at, size_t count)
{
    const size_t x = onnx_offset(&l->out, l->x.out, i), y = onnx_offset(&l->out, l->y.out, i);
    dag_begin(call->graph);
    for (size_t k = 0; k < count; k++)
        if (!dag_add_product(call->graph, l->x.id[x + x_at[k]], l->y.id[y + y_at[k]]))
            onnx_refuse(call, "a product of computed tensors is not piecewise linear");
    if (l->c.id)
        dag_add_product(call->graph, DAG_ONE, l->c.id[onnx_offset(&l->out, l->c.out, i)]);
    return dag_end(call->graph);
}

// Elements DAG_NONE are left out.
static dag_id reduce_numbers(onnx_call *call, const loops *l, size_t i, const size_t *at,
                             size_t count, dag_id *list)
{
    const int variant = call->op->variant;
    const size_t x = onnx_offset(&l->out, l->x.out, i);
    size_t kept = 0;
    for (size_t k = 0; k < count; k++)
        if (l->x.id[x + at[k]] != DAG_NONE)
            list[kept++] = l->x.id[x + at[k]];
    if (kept == 0 && variant != ONNX_SUM)
        onnx_refuse(call, "there are no numbers to reduce in an axis or a window");
    if (call->failed)
        return DAG_ZERO;
    return variant == ONNX_GREATEST || variant == ONNX_LEAST
               ? onnx_greatest(call, list, kept, variant == ONNX_GREATEST ? 1 : -1)
               : onnx_sum_of(call, list, kept, variant == ONNX_MEAN ? kept : 1);
}

// Makes output 0, of a shape with as many elements as the outer loops have rounds.
static void run_loops(onnx_call *call, const loops *l, const onnx_shape *shape)
{
    const size_t count = onnx_product(&l->sum, 0, l->sum.rank);
    onnx_tensor *to = onnx_output(call, 0, call->input[0]->type, shape);
    onnx_work(call, to ? to->count : 0, count);
    if (call->failed || to->count == 0)
        return;
    const size_t *x_at = summed_places(call, l, &l->x, count);
    const size_t *y_at = summed_places(call, l, &l->y, count);
    dag_id *list = onnx_scratch(call, count, sizeof *list);
    for (size_t i = 0; i < to->count && !call->failed; i++)
        to->id[i] = l->y.id ? sum_products(call, l, i, x_at, y_at, count)
                            : reduce_numbers(call, l, i, x_at, count, list);
}

// ---- Matrices ----

// As in numpy: a vector is a row on the left, a column on the right, and its dimension is dropped
// from the result; dimensions before the last two are broadcast.
void onnx_matmul(onnx_call *call)
{
    const onnx_tensor *left = call->input[0], *right = call->input[1];
    onnx_shape a = left->shape, b = right->shape;
    loops l = {.x.id = left->id, .y.id = right->id};
    const int row = a.rank == 1, column = b.rank == 1;
    if (row)
        a = (onnx_shape){2, {1, a.dim[0]}};
    if (column)
        b = (onnx_shape){2, {b.dim[0], 1}};
    if (a.rank == 0 || b.rank == 0 || b.dim[b.rank - 2] != a.dim[a.rank - 1]) {
        onnx_refuse_shapes(call, &left->shape, &right->shape);
        return;
    }
    // Matrices, then stacks of them.
    const size_t m = a.dim[a.rank - 2], depth = a.dim[a.rank - 1], n = b.dim[b.rank - 1];
    a.rank -= 2;
    b.rank -= 2;
    l.out = onnx_broadcast(call, &a, &b);
    onnx_broadcast_strides(l.x.out, &a, &l.out);
    onnx_broadcast_strides(l.y.out, &b, &l.out);
    for (size_t k = 0; k < l.out.rank; k++) {
        l.x.out[k] *= m * depth;
        l.y.out[k] *= depth * n;
    }
    add_axis(&l.sum, depth, l.x.sum, 1, l.y.sum, n);
    if (!row)
        add_axis(&l.out, m, l.x.out, depth, l.y.out, 0);
    if (!column)
        add_axis(&l.out, n, l.x.out, 0, l.y.out, 1);
    run_loops(call, &l, &l.out);
}

// The numbers of an input times a factor.
static const dag_id *scaled(onnx_call *call, size_t input, dag_id factor)
{
    const onnx_tensor *t = call->input[input];
    if (factor == DAG_ONE)
        return t->id;
    dag_id *id = onnx_scratch(call, t->count, sizeof *id);
    for (size_t i = 0; i < t->count; i++)
        id[i] = onnx_product_of(call, factor, t->id[i]);
    return id;
}

// alpha A' B' + beta C
void onnx_gemm(onnx_call *call)
{
    const onnx_shape *a = &call->input[0]->shape, *b = &call->input[1]->shape;
    const dag_id alpha = onnx_float(call, "alpha", 1), beta = onnx_float(call, "beta", 1);
    const int a_turned = onnx_int(call, "transA", 0) != 0,
              b_turned = onnx_int(call, "transB", 0) != 0;
    const int left_is_constant = onnx_is_constant(call->input[0]);
    if (a->rank != 2 || b->rank != 2 || a->dim[!a_turned] != b->dim[b_turned]) {
        onnx_refuse_shapes(call, a, b);
        return;
    }
    loops l = {.x.id = scaled(call, 0, left_is_constant ? alpha : DAG_ONE),
               .y.id = scaled(call, 1, left_is_constant ? DAG_ONE : alpha)};
    const size_t m = a->dim[a_turned], n = b->dim[!b_turned];
    add_axis(&l.out, m, l.x.out, a_turned ? 1 : a->dim[1], l.y.out, 0);
    add_axis(&l.out, n, l.x.out, 0, l.y.out, b_turned ? b->dim[1] : 1);
    add_axis(&l.sum, a->dim[!a_turned], l.x.sum, a_turned ? m : 1, l.y.sum, b_turned ? 1 : n);
    if (onnx_given(call, 2)) {
        const onnx_shape *c = &call->input[2]->shape, both = onnx_broadcast(call, &l.out, c);
        if (both.rank != 2 || both.dim[0] != m || both.dim[1] != n) {
            onnx_refuse_shapes(call, &l.out, c);
            return;
        }
        onnx_broadcast_strides(l.c.out, c, &both);
        l.c.id = scaled(call, 2, beta);
    }
    run_loops(call, &l, &l.out);
}

// ---- Reductions ----

// Reduces axes, which the shape lacks then, or has as 1; for global pooling all that are places.
void onnx_reduce(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const size_t rank = x->shape.rank;
    const int global = call->op->most == 1;
    const onnx_ints list = global ? (onnx_ints){0} : onnx_ints_either(call, "axes", 1);
    const int kept = global || onnx_int(call, "keepdims", 1) != 0;
    const int none = !global && onnx_int(call, "noop_with_empty_axes", 0) != 0;
    int axes[ONNX_MAX_RANK];
    size_t stride[ONNX_MAX_RANK];
    onnx_shape shape = {0};
    loops l = {.x.id = x->id};
    onnx_strides(stride, &x->shape);
    for (size_t k = 0; k < rank; k++)
        axes[k] = global ? k >= 2 : list.count == 0 && !none;
    for (size_t k = 0; k < list.count && !call->failed; k++)
        axes[onnx_axis(call, list.value[k], rank)] = 1;
    for (size_t k = 0; k < rank; k++) {
        const size_t size = x->shape.dim[k];
        if (axes[k])
            add_axis(&l.sum, size, l.x.sum, stride[k], l.y.sum, 0);
        else
            add_axis(&l.out, size, l.x.out, stride[k], l.y.out, 0);
        if (!axes[k] || kept)
            shape.dim[shape.rank++] = axes[k] ? 1 : size;
    }
    run_loops(call, &l, &shape);
}

// ---- Windows ----

// For an input N x C x D1 x .. x Dk: along axis a, a window of kernel[a] places, dilation[a] apart,
// which begins pad[a] before the first place and moves by stride[a] to out[a] positions.
typedef struct {
    size_t axes;
    int64_t in[ONNX_MAX_RANK], out[ONNX_MAX_RANK], kernel[ONNX_MAX_RANK];
    int64_t stride[ONNX_MAX_RANK], dilation[ONNX_MAX_RANK];
    int64_t pad[ONNX_MAX_RANK], pad_end[ONNX_MAX_RANK];
} window;

enum { LARGEST = 1 << 30 }; // of the numbers above: products of two of them fit

static void read_window_list(onnx_call *call, const char *name, int64_t *to, size_t count,
                             int64_t otherwise, int64_t least)
{
    const onnx_ints list = onnx_ints_attribute(call, name);
    if (list.given && list.count != count)
        onnx_refuse(call, "attribute \"%s\": expected %zu numbers, found %zu", name, count,
                    list.count);
    for (size_t a = 0; a < count; a++) {
        to[a] = list.given && !call->failed ? list.value[a] : otherwise;
        if (to[a] < least || to[a] > LARGEST)
            onnx_refuse(call, "attribute \"%s\": expected numbers from %lld to %d, found %lld",
                        name, (long long)least, LARGEST, (long long)to[a]);
    }
}

// Places from the first to the last of a window, both included.
static int64_t window_reach(const window *w, size_t a)
{
    return (w->kernel[a] - 1) * w->dilation[a] + 1;
}

// Input, kernel, strides, dilations and pads, which auto_pad may still change. The kernel is that
// of the weights, or else an attribute.
static window read_window(onnx_call *call, const onnx_shape *weights)
{
    const onnx_shape *x = &call->input[0]->shape;
    window w = {.axes = x->rank > 2 ? x->rank - 2 : 0};
    int64_t pads[2 * ONNX_MAX_RANK];
    if (x->rank < 3 || x->rank > 8)
        onnx_refuse_shape(call, "expected an input of 3 to 8 dimensions, found %zu", x->rank);
    read_window_list(call, "strides", w.stride, w.axes, 1, 1);
    read_window_list(call, "dilations", w.dilation, w.axes, 1, 1);
    read_window_list(call, "pads", pads, 2 * w.axes, 0, 0);
    if (!weights && !onnx_has(call, "kernel_shape"))
        onnx_refuse(call, "attribute \"kernel_shape\" is missing");
    read_window_list(call, "kernel_shape", w.kernel, w.axes, 1, 1);
    for (size_t a = 0; a < w.axes && !call->failed; a++) {
        w.in[a] = (int64_t)x->dim[a + 2];
        w.pad[a] = pads[a];
        w.pad_end[a] = pads[w.axes + a];
        if (weights && onnx_has(call, "kernel_shape") && (size_t)w.kernel[a] != weights->dim[a + 2])
            onnx_refuse(call, "kernel_shape is not that of the weights");
        if (weights)
            w.kernel[a] = (int64_t)weights->dim[a + 2];
        if (w.kernel[a] > LARGEST || w.in[a] > LARGEST || window_reach(&w, a) > LARGEST)
            onnx_refuse(call, "the kernel is too large");
    }
    return w;
}

typedef enum { AS_GIVEN, SAME_UPPER, SAME_LOWER, VALID } padding;

static padding read_padding(onnx_call *call)
{
    static const char *const names[] = {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID", "", NULL};
    return (padding)(onnx_choice(call, "auto_pad", names, AS_GIVEN) % 4);
}

static void split_padding(window *w, size_t a, int64_t total, int more_at_end)
{
    total = total < 0 ? 0 : total;
    w->pad[a] = more_at_end ? total / 2 : total - total / 2;
    w->pad_end[a] = total - w->pad[a];
}

// Sets how many positions the window takes, for convolution and pooling. With ceil the last one may
// reach beyond the padding, but has to begin before it.
static void place_window(onnx_call *call, window *w, int ceil)
{
    const padding mode = read_padding(call);
    for (size_t a = 0; a < w->axes && !call->failed; a++) {
        const int64_t size = w->in[a], stride = w->stride[a], reach = window_reach(w, a);
        if (mode == VALID)
            w->pad[a] = w->pad_end[a] = 0;
        if (mode == SAME_UPPER || mode == SAME_LOWER)
            split_padding(w, a, ((size + stride - 1) / stride - 1) * stride + reach - size,
                          mode == SAME_UPPER);
        const int64_t room = size + w->pad[a] + w->pad_end[a] - reach;
        if (room < 0) {
            onnx_refuse_shape(call, "the kernel is larger than the padded input: %lld and %lld",
                              (long long)reach, (long long)(room + reach));
            return;
        }
        w->out[a] = (room + (ceil ? stride - 1 : 0)) / stride + 1;
        if (ceil && (w->out[a] - 1) * stride >= size + w->pad[a])
            w->out[a]--;
    }
}

// Input 0 as windows see it: `fill` is in the pads, DAG_NONE behind the last pad.
static onnx_tensor *padded_input(onnx_call *call, const window *w, dag_id fill)
{
    onnx_tensor *made = onnx_scratch(call, 1, sizeof *made);
    onnx_map map = onnx_map_init(call);
    for (size_t a = 0; a < w->axes && !call->failed; a++) {
        const int64_t end = w->in[a] + w->pad_end[a];
        size_t size = (size_t)((w->out[a] - 1) * w->stride[a] + window_reach(w, a));
        int64_t *place = onnx_map_axis(call, &map, a + 2, &size);
        for (size_t j = 0; j < size; j++) {
            const int64_t at = (int64_t)j - w->pad[a];
            place[j] = at >= 0 && at < w->in[a] ? at : at < end ? ONNX_FILL : ONNX_BEYOND;
        }
    }
    onnx_move(call, made, NULL, &map, fill);
    onnx_free_later(call, made->id);
    return made;
}

// An output N x channels x positions.
static onnx_shape window_shape(const onnx_call *call, const window *w, size_t channels)
{
    onnx_shape shape = call->input[0]->shape;
    shape.dim[1] = channels;
    for (size_t a = 0; a < w->axes; a++)
        shape.dim[a + 2] = (size_t)w->out[a];
    return shape;
}

// ---- Convolution ----

void onnx_conv(onnx_call *call)
{
    const int64_t given = onnx_int(call, "group", 1);
    const size_t groups = given > 0 && given <= LARGEST ? (size_t)given : 1;
    const onnx_shape *x = &call->input[0]->shape, *weights = &call->input[1]->shape;
    const onnx_tensor *bias = onnx_given(call, 2) ? call->input[2] : NULL;
    if (x->rank < 3 || weights->rank != x->rank) {
        onnx_refuse_shapes(call, weights, x);
        return;
    }
    const size_t channels = weights->dim[0];
    if (given < 1 || given > LARGEST || x->dim[1] % groups || channels % groups ||
        weights->dim[1] * groups != x->dim[1]) {
        char text[2][ONNX_SHAPE_TEXT];
        onnx_refuse_shape(call,
                          "weights of shape %s do not fit an input of shape %s in %lld group%s",
                          onnx_shape_text(text[0], weights), onnx_shape_text(text[1], x),
                          (long long)given, given == 1 ? "" : "s");
    }
    if (bias && (bias->shape.rank != 1 || bias->count != channels))
        onnx_refuse_shape(call, "expected %zu biases, one for each channel", channels);
    window w = read_window(call, weights);
    place_window(call, &w, 0);
    const onnx_tensor *padded = padded_input(call, &w, DAG_ZERO);
    if (call->failed)
        return;
    const onnx_shape shape = window_shape(call, &w, channels);
    const size_t members = x->dim[1] / groups, made = channels / groups;
    size_t from[ONNX_MAX_RANK], at[ONNX_MAX_RANK];
    loops l = {.x.id = padded->id, .y.id = call->input[1]->id, .c.id = bias ? bias->id : NULL};
    onnx_strides(from, &padded->shape);
    onnx_strides(at, weights);
    add_axis(&l.out, x->dim[0], l.x.out, from[0], l.y.out, 0);
    l.c.out[1] = made;
    add_axis(&l.out, groups, l.x.out, members * from[1], l.y.out, made * at[0]);
    l.c.out[2] = 1;
    add_axis(&l.out, made, l.x.out, 0, l.y.out, at[0]);
    add_axis(&l.sum, members, l.x.sum, from[1], l.y.sum, at[1]);
    for (size_t a = 0; a < w.axes; a++) {
        add_axis(&l.out, (size_t)w.out[a], l.x.out, (size_t)w.stride[a] * from[a + 2], l.y.out, 0);
        add_axis(&l.sum, (size_t)w.kernel[a], l.x.sum, (size_t)w.dilation[a] * from[a + 2], l.y.sum,
                 at[a + 2]);
    }
    run_loops(call, &l, &shape);
}

// ---- Pooling ----

void onnx_pool(onnx_call *call)
{
    const int counted = onnx_int(call, "count_include_pad", 0) != 0;
    const int mean = call->op->variant == ONNX_MEAN;
    window w = read_window(call, NULL);
    size_t from[ONNX_MAX_RANK];
    onnx_has(call, "storage_order"); // of indices, which are not made
    place_window(call, &w, onnx_int(call, "ceil_mode", 0) != 0);
    const onnx_tensor *padded = padded_input(call, &w, mean && counted ? DAG_ZERO : DAG_NONE);
    if (call->failed)
        return;
    const onnx_shape shape = window_shape(call, &w, padded->shape.dim[1]);
    loops l = {.x.id = padded->id};
    onnx_strides(from, &padded->shape);
    add_axis(&l.out, shape.dim[0], l.x.out, from[0], l.y.out, 0);
    add_axis(&l.out, shape.dim[1], l.x.out, from[1], l.y.out, 0);
    for (size_t a = 0; a < w.axes; a++) {
        add_axis(&l.out, (size_t)w.out[a], l.x.out, (size_t)w.stride[a] * from[a + 2], l.y.out, 0);
        add_axis(&l.sum, (size_t)w.kernel[a], l.x.sum, (size_t)w.dilation[a] * from[a + 2], l.y.sum,
                 0);
    }
    run_loops(call, &l, &shape);
}
