// Operators of ONNX that reduce: products of matrices, convolutions, pooling, reductions.
//
// Each is a loop over views. Convolutions and pooling read an input that has been padded, so that
// no view asks where it ends.
#include "base/fatal.h"
#include "format/onnx_ops.h"

#include <ctype.h>
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

// ---- Sums over letters ----

// The letters of an equation: their dimensions, and the stride of each operand's.
typedef struct {
    const char *operand[3], *end[3]; // and of the result
    size_t dim[128], stride[2][128];
    unsigned char seen[2][128], is_summed[128];
} letters;

// "ij,jk->ik". Without an arrow the result has the letters that occur once, in their order.
static void read_letters(onnx_call *call, letters *l, char *equation)
{
    char *tail = equation;
    for (const char *from = equation; *from; from++)
        if (*from != ' ')
            *tail++ = *from;
    *tail = 0;
    char *const arrow = strstr(equation, "->"), *const comma = strchr(equation, ',');
    char *const end = arrow ? arrow : tail;
    l->operand[0] = equation;
    l->end[0] = comma ? comma : end;
    l->operand[1] = comma ? comma + 1 : end;
    l->end[1] = end;
    l->operand[2] = arrow ? arrow + 2 : NULL;
    l->end[2] = tail;
    if ((comma != NULL) != (call->inputs == 2))
        onnx_refuse(call, "its equation does not have an operand for each input");
}

static void take_letters(onnx_call *call, letters *l, size_t operand)
{
    const onnx_view x = onnx_view_of(call->input[operand]);
    const size_t count = (size_t)(l->end[operand] - l->operand[operand]);
    if (count != x.shape.rank)
        onnx_refuse_shape(call, "its equation has %zu letters for %zu axes", count, x.shape.rank);
    for (size_t k = 0; k < count && !call->file->failed; k++) {
        const unsigned char c = (unsigned char)l->operand[operand][k];
        if (!isalpha(c) || c > 127 || l->seen[operand][c])
            onnx_refuse(call, "expected an equation of letters, each once in an operand");
        else if ((l->seen[0][c] || l->seen[1][c]) && l->dim[c] != x.shape.dim[k])
            onnx_refuse_shapes(call, &call->input[0]->shape, &call->input[1]->shape);
        else
            l->dim[c] = x.shape.dim[k];
        l->seen[operand][c & 127] = l->is_summed[c & 127] = 1;
        l->stride[operand][c & 127] = x.stride[k];
    }
}

static void result_letters(onnx_call *call, letters *l, char result[128])
{
    size_t count = 0;
    const size_t given = l->operand[2] ? (size_t)(l->end[2] - l->operand[2]) : 0;
    for (size_t c = 0; c < 128 && !l->operand[2]; c++)
        if (l->seen[0][c] + l->seen[1][c] == 1)
            result[count++] = (char)c;
    for (size_t k = 0; k < given && !call->file->failed; k++) {
        const unsigned char c = (unsigned char)l->operand[2][k];
        if (c > 127 || !l->is_summed[c] || memchr(result, c, count))
            onnx_refuse(call, "its result has a letter of no operand, or one twice");
        else
            result[count++] = (char)c;
    }
    result[count] = 0;
}

// The sum of products of two operands over all letters that the result lacks.
const onnx_tensor *onnx_einsum(onnx_call *call)
{
    static const dag_id one = DAG_ONE;
    const Onnx__AttributeProto *a =
        onnx_attribute(call, "equation", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING);
    letters *l = onnx_scratch(call, 1, sizeof *l);
    char *equation = onnx_scratch(call, a ? a->s.len + 1 : 1, 1), result[128] = "";
    if (a && a->s.len)
        memcpy(equation, a->s.data, a->s.len);
    read_letters(call, l, equation);
    for (size_t k = 0; k < call->inputs && !call->file->failed; k++)
        take_letters(call, l, k);
    result_letters(call, l, result);
    if (call->file->failed)
        return NULL;
    onnx_view v[2] = {{.id = call->input[0]->id},
                      {.id = call->inputs > 1 ? call->input[1]->id : &one}};
    for (const char *c = result; *c; c++) {
        add_axis(v, l->dim[(size_t)*c], l->stride[0][(size_t)*c], l->stride[1][(size_t)*c]);
        l->is_summed[(size_t)*c] = 0;
    }
    const size_t outer = v->shape.rank;
    for (size_t c = 0; c < 128; c++)
        if (l->is_summed[c])
            add_axis(v, l->dim[c], l->stride[0][c], l->stride[1][c]);
    return onnx_loop(call, call->input[0]->type, sum_of_products, v, 2, outer);
}

// ---- Reductions ----

// Reduces axes, which the shape lacks then, or has as 1; for global pooling all that are places.
const onnx_tensor *onnx_reduce(onnx_call *call)
{
    const onnx_view x = onnx_view_of(call->input[0]);
    const size_t rank = x.shape.rank;
    const bool global = call->op->most == 1;
    const onnx_ints list = global ? (onnx_ints){0} : onnx_list(call, "axes", 1);
    const bool kept = global || onnx_int(call, "keepdims", 1) != 0;
    const bool none = !global && onnx_int(call, "noop_with_empty_axes", 0) != 0;
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

// Along an axis behind the first two, of dimension `in`, a window of `kernel` places, `dilation`
// apart, which begins `pad` before the first place and moves by `stride` to `out` positions. Places
// of the input are `apart`, with zeros between them.
typedef struct {
    int64_t in, out, kernel, stride, dilation, pad, pad_end, apart;
} window;

enum { LARGEST = 1 << 30 }; // of the numbers above: products of two of them fit

// An attribute with `count` numbers, which are the default if it is not given.
static const int64_t *window_list(onnx_call *call, const char *name, size_t count,
                                  int64_t otherwise, int64_t least)
{
    const onnx_ints list = onnx_list(call, name, ONNX_NO_INPUT);
    int64_t *result = onnx_scratch(call, count, sizeof *result);
    if (list.given && list.count != count)
        onnx_refuse(call, "attribute \"%s\": expected %zu numbers, found %zu", name, count,
                    list.count);
    for (size_t a = 0; a < count; a++) {
        result[a] = list.given && !call->file->failed ? list.value[a] : otherwise;
        if (result[a] < least || result[a] > LARGEST)
            onnx_refuse(call, "attribute \"%s\": expected numbers from %lld to %d, found %lld",
                        name, (long long)least, LARGEST, (long long)result[a]);
    }
    return result;
}

// Places from the first to the last of a window, both included.
static int64_t window_reach(const window *w)
{
    return (w->kernel - 1) * w->dilation + 1;
}

enum { AS_GIVEN, SAME_UPPER, SAME_LOWER, VALID };
static const char *const paddings[] = {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID", "", NULL};

// Sets how many positions the window takes. With ceil the last one may reach beyond the padding,
// but has to begin before it.
static void place_window(onnx_call *call, window *w, int ceil)
{
    ASSERT(w->stride > 0 && w->kernel > 0);
    const size_t padding = onnx_choice(call, "auto_pad", paddings, AS_GIVEN) % 4;
    const int64_t reach = window_reach(w);
    if (padding != AS_GIVEN) {
        const int64_t needed = ((w->in + w->stride - 1) / w->stride - 1) * w->stride + reach,
                      pads = padding == VALID || needed < w->in ? 0 : needed - w->in;
        w->pad = padding == SAME_UPPER ? pads / 2 : pads - pads / 2;
        w->pad_end = pads - w->pad;
    }
    const int64_t room = w->in + w->pad + w->pad_end - reach;
    if (room < 0)
        onnx_refuse_shape(call, "the kernel is larger than the padded input: %lld and %lld",
                          (long long)reach, (long long)(room + reach));
    w->out = (room + (ceil ? w->stride - 1 : 0)) / w->stride + 1;
    if (ceil && (w->out - 1) * w->stride >= w->in + w->pad)
        w->out--;
}

// The transpose: each place of the input has a window on the output, which ends where pads or an
// attribute say. It is the convolution that reads an input with zeros between its places, by the
// kernel in reverse order.
static void place_transposed(onnx_call *call, window *w, int64_t more, const int64_t *shape)
{
    const size_t padding = onnx_choice(call, "auto_pad", paddings, AS_GIVEN) % 4;
    const int64_t reach = window_reach(w), whole = w->stride * (w->in - 1) + more + reach;
    const int64_t size = shape ? *shape : w->in * w->stride; // of the modes SAME
    if (padding == VALID)
        w->pad = w->pad_end = 0;
    // More of the padding is at the end where the standard says SAME_UPPER.
    if (shape || padding == SAME_UPPER || padding == SAME_LOWER) {
        const int64_t pads = whole > size ? whole - size : 0;
        w->pad = padding == SAME_UPPER ? pads / 2 : pads - pads / 2;
        w->pad_end = pads - w->pad;
    }
    w->out = whole - w->pad - w->pad_end;
    if (w->out < 1 || w->in == 0)
        onnx_refuse_shape(call, "nothing is left within the padding");
    w->out = shape && w->out < size ? size : w->out; // maybe larger than what is reached
    w->pad = reach - 1 - w->pad;
    w->pad_end = LARGEST;
    w->apart = w->stride;
    w->stride = 1;
}

static void place_all_transposed(onnx_call *call, window *w, size_t axes)
{
    const int64_t *more = window_list(call, "output_padding", axes, 0, 0);
    const onnx_ints list = onnx_list(call, "output_shape", ONNX_NO_INPUT);
    if (list.given && list.count != axes && list.count != axes + 2)
        onnx_refuse(call, "attribute \"output_shape\": expected %zu numbers, found %zu", axes,
                    list.count);
    for (size_t a = 0; a < axes && !call->file->failed; a++) {
        const int64_t *shape = list.given ? list.value + list.count - axes + a : NULL;
        if (shape && (*shape < 1 || *shape > LARGEST))
            onnx_refuse(call, "attribute \"output_shape\": expected positive numbers");
        else
            place_transposed(call, w + a, more[a], shape);
    }
}

// Sets a window for each axis but the first two, and returns their number. The kernel is that of
// the weights, or else an attribute.
static size_t read_windows(onnx_call *call, window *w, const onnx_shape *weights, int ceil,
                           int transposed)
{
    const onnx_shape *x = &call->input[0]->shape;
    const size_t axes = x->rank > 2 ? x->rank - 2 : 0;
    const bool has_kernel = onnx_has(call, "kernel_shape");
    if (x->rank < 3 || x->rank > 8)
        onnx_refuse_shape(call, "expected an input of 3 to 8 dimensions, found %zu", x->rank);
    const int64_t *strides = window_list(call, "strides", axes, 1, 1),
                  *dilations = window_list(call, "dilations", axes, 1, 1),
                  *pads = window_list(call, "pads", 2 * axes, 0, 0),
                  *kernel = window_list(call, "kernel_shape", axes, 1, 1);
    if (!weights && !has_kernel)
        onnx_refuse(call, "attribute \"kernel_shape\" is missing");
    for (size_t a = 0; a < axes && !call->file->failed; a++) {
        const int64_t size = weights ? (int64_t)weights->dim[a + 2] : kernel[a];
        w[a] = (window){(int64_t)x->dim[a + 2], 0,       size,           strides[a],
                        dilations[a],           pads[a], pads[axes + a], 1};
        if (has_kernel && kernel[a] != size)
            onnx_refuse(call, "kernel_shape is not that of the weights");
        if (size > LARGEST || w[a].in > LARGEST || window_reach(w + a) > LARGEST)
            onnx_refuse(call, "the kernel is too large");
        else if (!transposed)
            place_window(call, w + a, ceil);
    }
    if (transposed && !call->file->failed)
        place_all_transposed(call, w, axes);
    return axes;
}

// Input 0 as windows see it: `fill` is in the pads and between places, DAG_NONE behind the last
// pad.
static const onnx_tensor *padded_input(onnx_call *call, const window *w, size_t axes, dag_id fill)
{
    ASSERT(axes + 2 == call->input[0]->shape.rank);
    onnx_view v = onnx_view_of(call->input[0]);
    v.fill = fill;
    for (size_t a = 0; a < axes && !call->file->failed; a++) {
        const size_t size = (size_t)((w[a].out - 1) * w[a].stride + window_reach(w + a));
        int64_t *place = onnx_view_places(call, &v, a + 2, size);
        for (size_t j = 0; place && j < size; j++) {
            const int64_t position = (int64_t)j - w[a].pad, apart = w[a].apart;
            const bool is_input =
                position >= 0 && position % apart == 0 && position / apart < w[a].in;
            place[j] = is_input                                           ? position / apart
                       : position <= (w[a].in - 1) * apart + w[a].pad_end ? ONNX_FILL
                                                                          : ONNX_BEYOND;
        }
    }
    return onnx_copy(call, &v);
}

// The axis of a kernel in reverse order.
static void reverse_axis(onnx_call *call, onnx_view *v, size_t axis)
{
    ASSERT(axis < v->shape.rank);
    const size_t size = v->shape.dim[axis];
    int64_t *place = onnx_view_places(call, v, axis, size);
    for (size_t j = 0; place && j < size; j++)
        place[j] = (int64_t)(size - 1 - j);
}

// A convolution or a pooling. Each group of channels of the output is made from as many channels of
// the input; pooling has a group for each channel, and no weights.
typedef struct {
    window window[ONNX_MAX_RANK];
    size_t axes, groups, channels;     // channels: of the output, in each group
    const onnx_tensor *weights, *bias; // NULL: none
    bool transposed;
    dag_id fill; // in the pads
} sliding;

// Makes an output N x channels x positions.
static const onnx_tensor *slide(onnx_call *call, const sliding *s)
{
    ASSERT(s->axes + 2 <= ONNX_MAX_RANK && s->groups > 0);
    const onnx_tensor *padded = padded_input(call, s->window, s->axes, s->fill);
    if (call->file->failed)
        return NULL;
    const window *w = s->window;
    const onnx_view x = onnx_view_of(padded),
                    y = s->weights ? onnx_view_of(s->weights) : (onnx_view){0};
    const size_t groups = s->groups, channels = s->channels;
    const size_t members = s->weights ? x.shape.dim[1] / groups : 1;
    onnx_view v[3] = {{.id = x.id}, {.id = y.id}};
    onnx_shape shape = {2, {x.shape.dim[0], groups * channels}};
    add_axis(v, x.shape.dim[0], x.stride[0], 0);
    // Weights are M x C/g x kernel, of the transpose C x M/g x kernel.
    add_axis(v, groups, members * x.stride[1], (s->transposed ? members : channels) * y.stride[0]);
    add_axis(v, channels, 0, y.stride[s->transposed]);
    for (size_t a = 0; a < s->axes; a++) {
        shape.dim[shape.rank++] = (size_t)w[a].out;
        add_axis(v, (size_t)w[a].out, (size_t)w[a].stride * x.stride[a + 2], 0);
    }
    const size_t outer = v->shape.rank;
    if (s->bias) {
        v[2] = (onnx_view){.shape = v->shape, .id = s->bias->id};
        v[2].stride[1] = channels;
        v[2].stride[2] = 1;
    }
    add_axis(v, members, x.stride[1], y.stride[!s->transposed]);
    for (size_t a = 0; a < s->axes; a++) {
        add_axis(v, (size_t)w[a].kernel, (size_t)w[a].dilation * x.stride[a + 2], y.stride[a + 2]);
        if (s->transposed)
            reverse_axis(call, v + 1, outer + 1 + a);
    }
    const onnx_tensor *result =
        onnx_loop(call, padded->type, s->weights ? sum_of_products : onnx_reduced, v,
                  s->bias      ? 3
                  : s->weights ? 2
                               : 1,
                  outer);
    return onnx_reshaped(call, result, &shape);
}

const onnx_tensor *onnx_conv(onnx_call *call)
{
    const int64_t given = onnx_int(call, "group", 1);
    const size_t groups = given > 0 && given <= LARGEST ? (size_t)given : 1;
    const onnx_shape *x = &call->input[0]->shape, *weights = &call->input[1]->shape;
    const onnx_tensor *bias = onnx_given(call, 2) ? call->input[2] : NULL;
    if (x->rank < 3 || weights->rank != x->rank)
        return onnx_refuse_shapes(call, weights, x);
    const int transposed = call->op->variant;
    const size_t channels = transposed ? weights->dim[1] * groups : weights->dim[0];
    if (given < 1 || given > LARGEST || x->dim[1] % groups || channels % groups ||
        (transposed ? weights->dim[0] : weights->dim[1] * groups) != x->dim[1]) {
        char text[2][ONNX_SHAPE_TEXT];
        onnx_refuse_shape(call,
                          "weights of shape %s do not fit an input of shape %s in %lld group%s",
                          onnx_shape_text(text[0], weights), onnx_shape_text(text[1], x),
                          (long long)given, given == 1 ? "" : "s");
    }
    if (bias && (bias->shape.rank != 1 || bias->count != channels))
        onnx_refuse_shape(call, "expected %zu biases, one for each channel", channels);
    sliding s = {.groups = groups,
                 .channels = channels / groups,
                 .weights = call->input[1],
                 .bias = bias,
                 .transposed = transposed,
                 .fill = DAG_ZERO};
    s.axes = read_windows(call, s.window, weights, 0, transposed);
    return slide(call, &s);
}

const onnx_tensor *onnx_pool(onnx_call *call)
{
    const bool counted = onnx_int(call, "count_include_pad", 0) != 0;
    const bool zeros = counted && call->op->variant == ONNX_MEAN;
    sliding s = {.channels = 1, .fill = zeros ? DAG_ZERO : DAG_NONE};
    onnx_mark_used(call, "storage_order"); // of indices, which are not made
    s.axes = read_windows(call, s.window, NULL, onnx_int(call, "ceil_mode", 0) != 0, 0);
    if (call->file->failed)
        return NULL;
    s.groups = call->input[0]->shape.dim[1];
    return slide(call, &s);
}
