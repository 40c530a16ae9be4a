// Operators of ONNX that reduce: products of matrices, convolutions, pooling, reductions.
//
// Each is a loop over views. Convolutions and pooling read an input that has been padded, so that
// no view asks where it ends.
#include "format/onnx_ops.h"

#include <string.h>

// ---- Numbers from lists ----

// The sum of x_k y_k, in two lists of equal length, plus one more number if there is one.
static dag_id sum_of_products(onnx_call *call, dag_id *x)
{
    const size_t depth = call->count / 2;
    dag_begin(call->graph);
    for (size_t k = 0; k < depth; k++)
        if (!dag_add_product(call->graph, x[k], x[depth + k]))
            onnx_refuse(call, "a product of computed tensors is not piecewise linear");
    if (call->count > 2 * depth)
        dag_add_product(call->graph, DAG_ONE, x[2 * depth]);
    return dag_end(call->graph);
}

// Numbers DAG_NONE are left out.
dag_id onnx_reduced(onnx_call *call, dag_id *x)
{
    const int variant = call->op->variant;
    size_t kept = 0;
    for (size_t k = 0; k < call->count; k++)
        if (x[k] != DAG_NONE)
            x[kept++] = x[k];
    if (kept == 0 && variant != ONNX_SUM)
        onnx_refuse(call, "there are no numbers to reduce in an axis or a window");
    if (call->file->failed)
        return DAG_ZERO;
    if (variant == ONNX_GREATEST || variant == ONNX_LEAST)
        return onnx_greatest(call, x, kept, variant == ONNX_GREATEST ? 1 : -1);
    fmpq_set_ui(call->x, 1, variant == ONNX_MEAN ? kept : 1);
    dag_begin(call->graph);
    for (size_t k = 0; k < kept; k++)
        dag_add(call->graph, call->x, x[k]);
    return dag_end(call->graph);
}

// ---- Matrices ----

// Adds an axis to two views.
static void add_axis(onnx_view *v, size_t size, size_t x_stride, size_t y_stride)
{
    onnx_view_add(v, size, x_stride);
    onnx_view_add(v + 1, size, y_stride);
}

// As in numpy: a vector is a row on the left, a column on the right, and its dimension is dropped
// from the result; dimensions before the last two are broadcast.
const onnx_tensor *onnx_matmul(onnx_call *call)
{
    onnx_view own[2], v[2];
    size_t rows[2], columns[2];
    for (int k = 0; k < 2; k++) {
        own[k] = onnx_view_of(call->input[k]);
        onnx_shape *shape = &own[k].shape;
        const size_t rank = shape->rank, last = rank ? shape->dim[rank - 1] : 0;
        rows[k] = rank > 1 ? shape->dim[rank - 2] : k ? last : 1;
        columns[k] = rank > 1 || k == 0 ? last : 1;
        shape->rank = rank > 2 ? rank - 2 : 0;
    }
    const size_t *left = &call->input[0]->shape.rank, *right = &call->input[1]->shape.rank;
    if (*left == 0 || *right == 0 || columns[0] != rows[1])
        return onnx_refuse_shapes(call, &call->input[0]->shape, &call->input[1]->shape);
    const onnx_shape stacks = onnx_broadcast(call, &own[0].shape, &own[1].shape);
    if (call->file->failed)
        return NULL;
    for (int k = 0; k < 2; k++)
        v[k] = onnx_view_broadcast(own + k, &stacks);
    if (*left > 1)
        add_axis(v, rows[0], columns[0], 0);
    if (*right > 1)
        add_axis(v, columns[1], 0, 1);
    const size_t outer = v->shape.rank;
    add_axis(v, columns[0], 1, columns[1]);
    return onnx_loop(call, call->input[0]->type, sum_of_products, v, 2, outer);
}

// A tensor times a number.
static const onnx_tensor *scaled(onnx_call *call, const onnx_tensor *t, const onnx_tensor *factor)
{
    const onnx_tensor *x[] = {factor, t};
    if (call->file->failed || factor->id[0] == DAG_ONE)
        return t;
    return onnx_each(call, t->type, onnx_multiply, x, 2);
}

// alpha A' B' + beta C
const onnx_tensor *onnx_gemm(onnx_call *call)
{
    const onnx_tensor *alpha = onnx_float(call, "alpha", 1), *beta = onnx_float(call, "beta", 1);
    const onnx_tensor *x[] = {call->input[0], call->input[1]};
    const onnx_shape *a = &x[0]->shape, *b = &x[1]->shape;
    const int a_turned = onnx_int(call, "transA", 0) != 0,
              b_turned = onnx_int(call, "transB", 0) != 0, first = !onnx_is_constant(x[0]);
    if (a->rank != 2 || b->rank != 2 || a->dim[!a_turned] != b->dim[b_turned])
        return onnx_refuse_shapes(call, a, b);
    x[first] = scaled(call, x[first], alpha);
    if (call->file->failed)
        return NULL;
    const size_t m = a->dim[a_turned], n = b->dim[!b_turned];
    onnx_view v[3] = {{.id = x[0]->id}, {.id = x[1]->id}};
    add_axis(v, m, a_turned ? 1 : a->dim[1], 0);
    add_axis(v, n, 0, b_turned ? b->dim[1] : 1);
    const int added = onnx_given(call, 2);
    if (added) {
        const onnx_shape *c = &call->input[2]->shape, both = onnx_broadcast(call, &v->shape, c);
        if (both.rank != 2 || both.dim[0] != m || both.dim[1] != n)
            return onnx_refuse_shapes(call, &v->shape, c);
        const onnx_tensor *shift = scaled(call, call->input[2], beta);
        if (call->file->failed)
            return NULL;
        v[2] = onnx_view_of(shift);
        v[2] = onnx_view_broadcast(v + 2, &both);
    }
    add_axis(v, a->dim[!a_turned], a_turned ? m : 1, b_turned ? 1 : n);
    return onnx_loop(call, call->input[0]->type, sum_of_products, v, added ? 3 : 2, 2);
}

// ---- Reductions ----

// Reduces axes, which the shape lacks then, or has as 1; for global pooling all that are places.
const onnx_tensor *onnx_reduce(onnx_call *call)
{
    const onnx_view x = onnx_view_of(call->input[0]);
    const size_t rank = x.shape.rank;
    const int global = call->op->most == 1;
    const onnx_ints list = global ? (onnx_ints){0} : onnx_list(call, "axes", 1);
    const int kept = global || onnx_int(call, "keepdims", 1) != 0;
    const int none = !global && onnx_int(call, "noop_with_empty_axes", 0) != 0;
    int axes[ONNX_MAX_RANK];
    onnx_shape shape = {0};
    onnx_view v = {.id = x.id};
    for (size_t k = 0; k < rank; k++)
        axes[k] = global ? k >= 2 : list.count == 0 && !none;
    for (size_t k = 0; k < list.count && !call->file->failed; k++)
        axes[onnx_axis(call, list.value[k], rank)] = 1;
    for (size_t k = 0; k < rank; k++) {
        if (!axes[k])
            onnx_view_add(&v, x.shape.dim[k], x.stride[k]);
        if (!axes[k] || kept)
            shape.dim[shape.rank++] = axes[k] ? 1 : x.shape.dim[k];
    }
    const size_t outer = v.shape.rank;
    for (size_t k = 0; k < rank; k++)
        if (axes[k])
            onnx_view_add(&v, x.shape.dim[k], x.stride[k]);
    const onnx_tensor *y = onnx_loop(call, call->input[0]->type, onnx_reduced, &v, 1, outer);
    return onnx_reshaped(call, y, &shape);
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
    const onnx_ints list = onnx_list(call, name, ONNX_NO_INPUT);
    if (list.given && list.count != count)
        onnx_refuse(call, "attribute \"%s\": expected %zu numbers, found %zu", name, count,
                    list.count);
    for (size_t a = 0; a < count; a++) {
        to[a] = list.given && !call->file->failed ? list.value[a] : otherwise;
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
    for (size_t a = 0; a < w.axes && !call->file->failed; a++) {
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
    for (size_t a = 0; a < w->axes && !call->file->failed; a++) {
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
static const onnx_tensor *padded_input(onnx_call *call, const window *w, dag_id fill)
{
    onnx_view v = onnx_view_of(call->input[0]);
    v.fill = fill;
    for (size_t a = 0; a < w->axes && !call->file->failed; a++) {
        const int64_t end = w->in[a] + w->pad_end[a];
        const size_t size = (size_t)((w->out[a] - 1) * w->stride[a] + window_reach(w, a));
        int64_t *place = onnx_view_places(call, &v, a + 2, size);
        for (size_t j = 0; place && j < size; j++) {
            const int64_t at = (int64_t)j - w->pad[a];
            place[j] = at >= 0 && at < w->in[a] ? at : at < end ? ONNX_FILL : ONNX_BEYOND;
        }
    }
    return onnx_copy(call, &v);
}

// Makes an output N x channels x positions. Each group of channels is made from as many channels of
// the input; pooling has a group for each channel, and no weights.
static const onnx_tensor *slide(onnx_call *call, const window *w, size_t groups, size_t made,
                                const onnx_tensor *weights, const onnx_tensor *bias, dag_id fill)
{
    const onnx_tensor *padded = padded_input(call, w, fill);
    if (call->file->failed)
        return NULL;
    const onnx_view x = onnx_view_of(padded), y = weights ? onnx_view_of(weights) : (onnx_view){0};
    const size_t members = weights ? x.shape.dim[1] / groups : 1;
    onnx_view v[3] = {{.id = x.id}, {.id = y.id}};
    onnx_shape shape = {2, {x.shape.dim[0], groups * made}};
    add_axis(v, x.shape.dim[0], x.stride[0], 0);
    add_axis(v, groups, members * x.stride[1], made * y.stride[0]);
    add_axis(v, made, 0, y.stride[0]);
    for (size_t a = 0; a < w->axes; a++) {
        shape.dim[shape.rank++] = (size_t)w->out[a];
        add_axis(v, (size_t)w->out[a], (size_t)w->stride[a] * x.stride[a + 2], 0);
    }
    const size_t outer = v->shape.rank;
    if (bias) {
        v[2] = (onnx_view){.shape = v->shape, .id = bias->id};
        v[2].stride[1] = made;
        v[2].stride[2] = 1;
    }
    add_axis(v, members, x.stride[1], y.stride[1]);
    for (size_t a = 0; a < w->axes; a++)
        add_axis(v, (size_t)w->kernel[a], (size_t)w->dilation[a] * x.stride[a + 2],
                 y.stride[a + 2]);
    const onnx_tensor *made_of =
        onnx_loop(call, padded->type, weights ? sum_of_products : onnx_reduced, v,
                  bias      ? 3
                  : weights ? 2
                            : 1,
                  outer);
    return onnx_reshaped(call, made_of, &shape);
}

const onnx_tensor *onnx_conv(onnx_call *call)
{
    const int64_t given = onnx_int(call, "group", 1);
    const size_t groups = given > 0 && given <= LARGEST ? (size_t)given : 1;
    const onnx_shape *x = &call->input[0]->shape, *weights = &call->input[1]->shape;
    const onnx_tensor *bias = onnx_given(call, 2) ? call->input[2] : NULL;
    if (x->rank < 3 || weights->rank != x->rank)
        return onnx_refuse_shapes(call, weights, x);
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
    return slide(call, &w, groups, channels / groups, call->input[1], bias, DAG_ZERO);
}

const onnx_tensor *onnx_pool(onnx_call *call)
{
    const int counted = onnx_int(call, "count_include_pad", 0) != 0;
    const int zeros = counted && call->op->variant == ONNX_MEAN;
    window w = read_window(call, NULL);
    onnx_has(call, "storage_order"); // of indices, which are not made
    place_window(call, &w, onnx_int(call, "ceil_mode", 0) != 0);
    return call->file->failed ? NULL
                              : slide(call, &w, call->input[0]->shape.dim[1], 1, NULL, NULL,
                                      zeros ? DAG_ZERO : DAG_NONE);
}
