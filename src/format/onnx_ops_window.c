// Operators of ONNX that move a window over places: convolutions and pooling.
#include "format/onnx_ops.h"

#include <stdlib.h>
#include <string.h>

// ---- Windows ----

// Of an input N x C x D1 x .. x Dk: a window of kernel[a] places along axis a, dilation[a] apart,
// which begins pad_begin[a] before the first place and moves by stride[a].
typedef struct {
    size_t axes;
    size_t in[ONNX_MAX_RANK], out[ONNX_MAX_RANK], kernel[ONNX_MAX_RANK];
    int64_t stride[ONNX_MAX_RANK], dilation[ONNX_MAX_RANK];
    int64_t pad_begin[ONNX_MAX_RANK], pad_end[ONNX_MAX_RANK];
    int transposed; // the window moves over the output, and each place of the input has one
} window;

enum { LARGEST = 1 << 30 }; // of the numbers above, so that sums and products of them fit

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

// How far a window reaches.
static int64_t kernel_extent(const window *w, size_t a)
{
    return ((int64_t)w->kernel[a] - 1) * w->dilation[a] + 1;
}

// Input, kernel, strides, dilations and pads; pads may still depend on auto_pad.
static window read_window(onnx_call *call, const size_t *kernel)
{
    const onnx_tensor *x = call->input[0];
    window w = {.axes = x->rank > 2 ? x->rank - 2 : 0};
    int64_t pads[2 * ONNX_MAX_RANK], sizes[ONNX_MAX_RANK];
    if (x->rank < 3)
        onnx_refuse(call, "expected an input of three dimensions or more, found %zu", x->rank);
    read_window_list(call, "strides", w.stride, w.axes, 1, 1);
    read_window_list(call, "dilations", w.dilation, w.axes, 1, 1);
    read_window_list(call, "pads", pads, 2 * w.axes, 0, 0);
    if (!kernel && !onnx_has(call, "kernel_shape"))
        onnx_refuse(call, "attribute \"kernel_shape\" is missing");
    read_window_list(call, "kernel_shape", sizes, w.axes, 1, 1);
    for (size_t a = 0; a < w.axes && !call->failed; a++) {
        w.in[a] = x->dim[a + 2];
        w.kernel[a] = kernel ? kernel[a] : (size_t)sizes[a];
        w.pad_begin[a] = pads[a];
        w.pad_end[a] = pads[w.axes + a];
        if (onnx_has(call, "kernel_shape") && w.kernel[a] != (size_t)sizes[a])
            onnx_refuse(call, "kernel_shape is not that of the weights");
        if (w.kernel[a] > LARGEST || w.in[a] > LARGEST)
            onnx_refuse(call, "the kernel is too large");
        if (!call->failed && kernel_extent(&w, a) > LARGEST)
            onnx_refuse(call, "the kernel is too large");
    }
    return w;
}

typedef enum { AS_GIVEN, SAME_UPPER, SAME_LOWER, VALID } padding;

static padding read_padding(onnx_call *call)
{
    static const char *const names[] = {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"};
    const char *name = onnx_text(call, "auto_pad", "NOTSET");
    if (!*name)
        return AS_GIVEN;
    for (padding p = AS_GIVEN; p <= VALID; p++)
        if (strcmp(name, names[p]) == 0)
            return p;
    onnx_refuse(call, "attribute \"auto_pad\": expected one of NOTSET, SAME_UPPER, SAME_LOWER, "
                      "VALID");
    return AS_GIVEN;
}

static void split_padding(window *w, size_t a, int64_t total, int more_at_end)
{
    total = total < 0 ? 0 : total;
    w->pad_begin[a] = more_at_end ? total / 2 : total - total / 2;
    w->pad_end[a] = total - w->pad_begin[a];
}

// Sets how many places the window takes, for convolution and pooling. With ceil the last place may
// reach beyond the padding, though it has to begin before it.
static void place_window(onnx_call *call, window *w, int ceil)
{
    const padding mode = read_padding(call);
    for (size_t a = 0; a < w->axes && !call->failed; a++) {
        const int64_t size = (int64_t)w->in[a], stride = w->stride[a], reach = kernel_extent(w, a);
        if (mode == VALID)
            w->pad_begin[a] = w->pad_end[a] = 0;
        if (mode == SAME_UPPER || mode == SAME_LOWER)
            split_padding(w, a, ((size + stride - 1) / stride - 1) * stride + reach - size,
                          mode == SAME_UPPER);
        const int64_t room = size + w->pad_begin[a] + w->pad_end[a] - reach;
        if (room < 0) {
            onnx_refuse(call, "the kernel is larger than the padded input: %lld and %lld",
                        (long long)reach, (long long)(room + reach));
            return;
        }
        int64_t places = (room + (ceil ? stride - 1 : 0)) / stride + 1;
        if (ceil && (places - 1) * stride >= size + w->pad_begin[a])
            places--;
        w->out[a] = (size_t)places;
    }
}

static size_t places_in(const size_t *dim, size_t axes)
{
    size_t product = 1;
    for (size_t a = 0; a < axes; a++)
        if (__builtin_mul_overflow(product, dim[a], &product))
            return SIZE_MAX;
    return product;
}

// Along one axis: the place in the input that entry k of the kernel sees from place o of the
// output; of the transpose, where the input moves over the output, the one from which it reaches o.
// -1: there is none.
static int64_t seen_along(const window *w, size_t a, size_t o, size_t k)
{
    const int64_t offset = (int64_t)k * w->dilation[a] - w->pad_begin[a];
    if (!w->transposed)
        return (int64_t)o * w->stride[a] + offset;
    const int64_t steps = (int64_t)o - offset;
    return steps >= 0 && steps % w->stride[a] == 0 ? steps / w->stride[a] : -1;
}

// The same counted over all axes; or SIZE_MAX, in the padding or nowhere.
static size_t seen_place(const window *w, size_t o, size_t k)
{
    size_t at = 0, scale = 1;
    for (size_t a = w->axes; a-- > 0;) {
        const int64_t place = seen_along(w, a, o % w->out[a], k % w->kernel[a]);
        if (place < 0 || place >= (int64_t)w->in[a])
            return SIZE_MAX;
        at += scale * (size_t)place;
        scale *= w->in[a];
        o /= w->out[a];
        k /= w->kernel[a];
    }
    return at;
}

// An output N x channels x places.
static onnx_tensor *window_output(onnx_call *call, const window *w, size_t channels, int computed)
{
    const onnx_tensor *x = call->input[0];
    size_t dim[ONNX_MAX_RANK] = {x->dim[0], channels};
    memcpy(dim + 2, w->out, w->axes * sizeof *dim);
    return onnx_output(call, 0, x->type, x->rank, dim, computed);
}

// ---- Convolution ----

typedef struct {
    window w;
    const onnx_tensor *x, *weights, *bias;    // bias NULL: none
    size_t groups, in_channels, out_channels; // channels in all
    size_t in_places, out_places, kernel_places;
} convolution;

static void check_convolution(onnx_call *call, convolution *c, int transposed)
{
    const int64_t groups = onnx_int(call, "group", 1);
    c->x = call->input[0];
    c->weights = call->input[1];
    c->bias = onnx_given(call, 2) ? call->input[2] : NULL;
    if (c->x->node && c->weights->node)
        onnx_refuse(call, "its weights are computed: expected constants");
    if (c->x->rank < 3 || c->weights->rank != c->x->rank) {
        onnx_refuse(call,
                    "expected an input and weights of one number of dimensions, at least 3, "
                    "found %zu and %zu",
                    c->x->rank, c->weights->rank);
        return;
    }
    c->in_channels = c->x->dim[1];
    c->groups = groups > 0 && groups <= LARGEST ? (size_t)groups : 1;
    const size_t along_group = transposed ? c->weights->dim[0] : c->weights->dim[1] * c->groups;
    c->out_channels = transposed ? c->weights->dim[1] * c->groups : c->weights->dim[0];
    if (groups < 1 || groups > LARGEST || c->in_channels % c->groups ||
        c->out_channels % c->groups || along_group != c->in_channels) {
        char text[2][ONNX_SHAPE_TEXT];
        onnx_refuse(call, "weights of shape %s do not fit an input of shape %s in %lld group%s",
                    onnx_shape_text(text[0], c->weights->rank, c->weights->dim),
                    onnx_shape_text(text[1], c->x->rank, c->x->dim), (long long)groups,
                    groups == 1 ? "" : "s");
    }
    if (c->bias && (c->bias->rank != 1 || c->bias->count != c->out_channels))
        onnx_refuse(call, "expected %zu biases, one for each channel", c->out_channels);
}

// One element of the output: channel m at place o, of image n of the batch.
static void add_convolution(onnx_call *call, const convolution *c, size_t n, size_t m, size_t o)
{
    const size_t members = c->in_channels / c->groups, made = c->out_channels / c->groups;
    const size_t group = m / made;
    for (size_t k = 0; k < c->kernel_places; k++) {
        const size_t place = seen_place(&c->w, o, k);
        for (size_t i = 0; i < members && place != SIZE_MAX; i++) {
            const size_t channel = group * members + i;
            const size_t weight = c->w.transposed ? channel * made + m % made : m * members + i;
            onnx_add_product(call, c->weights, weight * c->kernel_places + k, c->x,
                             (n * c->in_channels + channel) * c->in_places + place);
        }
    }
}

static void convolve(onnx_call *call, convolution *c)
{
    if (call->failed)
        return;
    c->in_places = places_in(c->w.in, c->w.axes);
    c->out_places = places_in(c->w.out, c->w.axes);
    c->kernel_places = places_in(c->w.kernel, c->w.axes);
    onnx_tensor *to = window_output(call, &c->w, c->out_channels, onnx_computed(call));
    if (to && to->count)
        onnx_work(call, to->count * (c->in_channels / c->groups + 1), c->kernel_places);
    for (size_t i = 0; to && i < to->count && !call->failed; i++) {
        const size_t m = i / c->out_places % c->out_channels;
        onnx_begin(call);
        add_convolution(call, c, i / c->out_places / c->out_channels, m, i % c->out_places);
        if (c->bias)
            onnx_add(call, call->one, c->bias, m);
        onnx_put(call, to, i);
    }
}

void onnx_conv(onnx_call *call)
{
    convolution c = {.x = NULL};
    check_convolution(call, &c, 0);
    if (call->failed)
        return;
    c.w = read_window(call, c.weights->dim + 2);
    place_window(call, &c.w, 0);
    convolve(call, &c);
}

// Where the transposed window's output ends: as large as pads leave it, or as it is told.
static void place_transposed(onnx_call *call, window *w)
{
    const padding mode = read_padding(call);
    int64_t more[ONNX_MAX_RANK], shape[ONNX_MAX_RANK];
    const int told = onnx_has(call, "output_shape");
    const onnx_ints list = onnx_ints_attribute(call, "output_shape");
    read_window_list(call, "output_padding", more, w->axes, 0, 0);
    if (told && list.count != w->axes && list.count != w->axes + 2)
        onnx_refuse(call, "attribute \"output_shape\": expected %zu numbers, found %zu", w->axes,
                    list.count);
    for (size_t a = 0; a < w->axes && !call->failed; a++) {
        shape[a] = told ? list.value[list.count - w->axes + a]
                        : (int64_t)w->in[a] * w->stride[a]; // of the modes SAME
        const int64_t whole =
            w->stride[a] * ((int64_t)w->in[a] - 1) + more[a] + kernel_extent(w, a);
        if (mode == VALID)
            w->pad_begin[a] = w->pad_end[a] = 0;
        if (told || mode == SAME_UPPER || mode == SAME_LOWER) {
            if (shape[a] < 1 || shape[a] > LARGEST) {
                onnx_refuse(call, "attribute \"output_shape\": expected positive numbers");
                return;
            }
            // More of the padding is at the end where the standard says SAME_UPPER.
            split_padding(w, a, whole - shape[a], mode == SAME_UPPER);
        }
        const int64_t places = whole - w->pad_begin[a] - w->pad_end[a];
        if (places < 1 || w->in[a] == 0)
            onnx_refuse(call, "nothing is left within the padding");
        // An output that is told may be larger than what is reached.
        w->out[a] = (size_t)(told && places < shape[a] ? shape[a] : places);
    }
}

void onnx_conv_transpose(onnx_call *call)
{
    convolution c = {.x = NULL};
    check_convolution(call, &c, 1);
    if (call->failed)
        return;
    c.w = read_window(call, c.weights->dim + 2);
    c.w.transposed = 1;
    place_transposed(call, &c.w);
    convolve(call, &c);
}

// ---- Pooling ----

// How many places of the kernel lie in the padded input: with ceil the last window reaches beyond.
static size_t within_padding(const window *w, size_t o)
{
    size_t count = 1;
    for (size_t a = w->axes; a-- > 0; o /= w->out[a]) {
        const int64_t first = (int64_t)(o % w->out[a]) * w->stride[a];
        const int64_t end = (int64_t)w->in[a] + w->pad_begin[a] + w->pad_end[a];
        size_t along = 0;
        while (along < w->kernel[a] && first + (int64_t)along * w->dilation[a] < end)
            along++;
        count *= along;
    }
    return count;
}

void onnx_pool(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const int mean = call->variant == ONNX_MEAN;
    const int with_padding = mean && onnx_int(call, "count_include_pad", 0) != 0;
    if (!mean)
        onnx_ignore(call, "storage_order"); // of indices, which are no output here
    window w = read_window(call, NULL);
    place_window(call, &w, onnx_int(call, "ceil_mode", 0) != 0);
    onnx_tensor *to = call->failed ? NULL : window_output(call, &w, x->dim[1], x->node != NULL);
    const size_t in_places = places_in(w.in, w.axes), out_places = places_in(w.out, w.axes);
    const size_t kernel_places = places_in(w.kernel, w.axes);
    onnx_work(call, to ? to->count : 0, kernel_places);
    if (to && kernel_places > ONNX_MAX_NUMBERS)
        onnx_refuse(call, "the kernel is too large");
    size_t *element = call->failed ? NULL : onnx_scratch(call, kernel_places, sizeof *element);
    for (size_t i = 0; to && i < to->count && !call->failed; i++) {
        const size_t o = i % out_places;
        size_t count = 0;
        for (size_t k = 0; k < kernel_places; k++) {
            const size_t place = seen_place(&w, o, k);
            if (place != SIZE_MAX)
                element[count++] = i / out_places * in_places + place;
        }
        if (count == 0)
            onnx_refuse(call, "a window lies in the padding altogether");
        else
            onnx_put_reduced(call, to, i, element, count,
                             with_padding ? within_padding(&w, o) : count);
    }
}
