// Operators of ONNX that pass numbers on: in another shape, another order, or only some of them.
#include "format/onnx_ops.h"

#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- The same numbers in the same order ----

void onnx_identity(onnx_call *call)
{
    onnx_reshape_to(call, &call->input[0]->shape);
}

// In use nothing is dropped. The second output, the mask, is not made.
void onnx_dropout(onnx_call *call)
{
    onnx_ignore(call, "ratio seed");
    if (onnx_given(call, 2) && onnx_single(call, 2, "the mode of training") != DAG_ZERO)
        onnx_refuse(call, "is that of training: it drops at random");
    onnx_identity(call);
}

// Constants are rounded to the type; computed numbers stay real.
static dag_id cast_element(onnx_call *call, const dag_id *x)
{
    const int type = *(const int *)call->state;
    const fmpq *from = dag_is_constant(x[0]) ? dag_value(call->graph, x[0]) : NULL;
    if (!from && onnx_type_is_real(call->input[0]->type) && !onnx_type_is_real(type))
        onnx_refuse(call, "a cast to %s is not continuous", onnx_type_name(type));
    if (!from || fmpz_is_zero(fmpq_denref(from)))
        return x[0];
    fmpq_t value;
    fmpq_init(value);
    fmpq_set(value, from);
    if (onnx_type_round(value, type, call->error))
        call->failed = 1;
    const dag_id id = dag_constant(call->graph, value);
    fmpq_clear(value);
    return id;
}

void onnx_cast(onnx_call *call)
{
    const int64_t to = onnx_int(call, "to", 0);
    const int type = to > 0 && to <= INT32_MAX ? (int)to : 0;
    onnx_ignore(call, "saturate");
    if (!onnx_type_name(type))
        onnx_refuse(call, "attribute \"to\": type %" PRId64 " is not supported", to);
    call->state = &type;
    onnx_each(call, type, cast_element);
    call->output->infinities = call->input[0]->infinities;
}

// -1 stands for what is left, 0 for the dimension of the input.
void onnx_reshape(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const onnx_ints list = onnx_ints_either(call, "shape", 1);
    const int zero = onnx_int(call, "allowzero", 0) != 0;
    onnx_shape shape = {.rank = list.count};
    size_t open = SIZE_MAX;
    if (!list.given)
        onnx_refuse(call, "the shape is missing");
    if (list.count > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK, list.count);
    for (size_t k = 0; k < list.count && !call->failed; k++) {
        const int64_t d = list.value[k];
        if (d < -1 || (d == -1 && open != SIZE_MAX) || (d == 0 && !zero && k >= x->shape.rank))
            onnx_refuse(call, "dimension %zu of the shape is %" PRId64, k, d);
        else if (d == -1)
            open = k;
        shape.dim[k] = d == 0 && !zero ? x->shape.dim[k] : d == -1 ? 1 : (size_t)d;
    }
    if (call->failed)
        return;
    const size_t known = onnx_product(&shape, 0, shape.rank);
    if (open != SIZE_MAX)
        shape.dim[open] = known ? x->count / known : 0;
    onnx_reshape_to(call, &shape);
}

void onnx_flatten(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const int64_t given = onnx_int(call, "axis", 1), rank = (int64_t)x->rank;
    const int64_t axis = given < 0 ? given + rank : given;
    if (axis < 0 || axis > rank) {
        onnx_refuse(call, "expected an axis from %" PRId64 " to %" PRId64 ", found %" PRId64, -rank,
                    rank, given);
        return;
    }
    const onnx_shape shape = {
        2, {onnx_product(x, 0, (size_t)axis), onnx_product(x, (size_t)axis, x->rank)}};
    onnx_reshape_to(call, &shape);
}

// Marks axes of `rank` dimensions.
static void mark_axes(onnx_call *call, const onnx_ints *list, int *axes, size_t rank)
{
    memset(axes, 0, ONNX_MAX_RANK * sizeof *axes);
    for (size_t k = 0; k < list->count && !call->failed; k++) {
        const size_t axis = onnx_axis(call, list->value[k], rank);
        if (!call->failed && axes[axis]++)
            onnx_refuse(call, "axis %zu is named twice", axis);
    }
}

void onnx_squeeze(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints list = onnx_ints_either(call, "axes", 1);
    int axes[ONNX_MAX_RANK];
    onnx_shape shape = {0};
    mark_axes(call, &list, axes, x->rank);
    for (size_t k = 0; k < x->rank && !call->failed; k++) {
        const int drop = list.given ? axes[k] : x->dim[k] == 1;
        if (drop && x->dim[k] != 1)
            onnx_refuse_shape(call, "axis %zu has dimension %zu, not 1", k, x->dim[k]);
        if (!drop)
            shape.dim[shape.rank++] = x->dim[k];
    }
    onnx_reshape_to(call, &shape);
}

void onnx_unsqueeze(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints list = onnx_ints_either(call, "axes", 1);
    int axes[ONNX_MAX_RANK];
    onnx_shape shape = {.rank = x->rank + list.count};
    if (list.count > ONNX_MAX_RANK - x->rank) {
        onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
        return;
    }
    mark_axes(call, &list, axes, shape.rank);
    for (size_t k = 0, from = 0; k < shape.rank && !call->failed; k++)
        shape.dim[k] = axes[k] ? 1 : x->dim[from++];
    onnx_reshape_to(call, &shape);
}

// ---- Some of the numbers, or another order ----

void onnx_transpose(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints list = onnx_ints_attribute(call, "perm");
    size_t stride[ONNX_MAX_RANK];
    int axes[ONNX_MAX_RANK];
    onnx_map map = {0};
    if (list.given && list.count != x->rank)
        onnx_refuse(call, "attribute \"perm\": expected %zu axes, found %zu", x->rank, list.count);
    mark_axes(call, &list, axes, x->rank);
    onnx_strides(stride, x);
    for (size_t k = 0; k < x->rank && !call->failed; k++) {
        const size_t from = list.given ? onnx_axis(call, list.value[k], x->rank) : x->rank - 1 - k;
        onnx_map_range(call, &map, x->dim[from], 0, (int64_t)stride[from]);
    }
    onnx_move(call, 0, NULL, &map, DAG_ZERO);
}

// Blocks of places become channels, or the other way round.
void onnx_depth_and_space(onnx_call *call)
{
    static const char *const modes[] = {"DCR", "CRD", NULL};
    const onnx_shape *x = &call->input[0]->shape;
    const int to_space = call->op->variant == ONNX_TO_SPACE;
    const int64_t given = onnx_int(call, "blocksize", 0);
    const int depth_first = to_space && onnx_choice(call, "mode", modes, 0) == 0;
    const size_t b = given > 0 && given <= ONNX_MAX_NUMBERS ? (size_t)given : 0;
    if (x->rank != 4 || b == 0 ||
        (to_space ? x->dim[1] % (b * b) : x->dim[2] % b + x->dim[3] % b) != 0) {
        onnx_refuse_shape(call, "the block size %" PRId64 " does not fit the input", given);
        return;
    }
    const size_t channels = to_space ? x->dim[1] / (b * b) : x->dim[1];
    const int64_t w = (int64_t)x->dim[3], plane = (int64_t)x->dim[2] * w, s = (int64_t)b;
    const int64_t image = (int64_t)x->dim[1] * plane;
    onnx_map map = {0};
    onnx_shape shape = *x;
    onnx_map_range(call, &map, x->dim[0], 0, image);
    if (to_space) {
        const int64_t block = depth_first ? (int64_t)channels * plane : plane;
        onnx_map_range(call, &map, channels, 0, depth_first ? plane : s * s * plane);
        onnx_map_range(call, &map, x->dim[2], 0, w);
        onnx_map_range(call, &map, b, 0, s * block);
        onnx_map_range(call, &map, x->dim[3], 0, 1);
        onnx_map_range(call, &map, b, 0, block);
        shape = (onnx_shape){4, {x->dim[0], channels, x->dim[2] * b, x->dim[3] * b}};
    } else {
        onnx_map_range(call, &map, b, 0, w);
        onnx_map_range(call, &map, b, 0, 1);
        onnx_map_range(call, &map, channels, 0, plane);
        onnx_map_range(call, &map, x->dim[2] / b, 0, s * w);
        onnx_map_range(call, &map, x->dim[3] / b, 0, s);
        shape = (onnx_shape){4, {x->dim[0], channels * b * b, x->dim[2] / b, x->dim[3] / b}};
    }
    onnx_move(call, 0, &shape, &map, DAG_ZERO);
}

static int64_t clamp_place(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

// The places along an axis that a slice takes.
typedef struct {
    int64_t first, step;
    size_t count;
} slice_range;

static slice_range slice_axis(int64_t size, int64_t from, int64_t end, int64_t step)
{
    // A step beyond the size takes one element, as one of the size does.
    step = clamp_place(step, -size - 1, size + 1);
    from += from < 0 ? size : 0;
    end += end < 0 ? size : 0;
    from = step > 0 ? clamp_place(from, 0, size) : clamp_place(from, -1, size - 1);
    end = step > 0 ? clamp_place(end, 0, size) : clamp_place(end, -1, size - 1);
    const int64_t reach = step > 0 ? end - from : from - end, gap = step > 0 ? step : -step;
    return (slice_range){from, step, reach > 0 ? (size_t)((reach + gap - 1) / gap) : 0};
}

void onnx_slice(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints starts = onnx_ints_either(call, "starts", 1),
                    ends = onnx_ints_either(call, "ends", 2),
                    axes = onnx_ints_either(call, "axes", 3),
                    steps = onnx_ints_either(call, "steps", 4);
    size_t stride[ONNX_MAX_RANK];
    slice_range range[ONNX_MAX_RANK];
    onnx_map map = {0};
    if (!starts.given || ends.count != starts.count || starts.count > x->rank ||
        (axes.given && axes.count != starts.count) || (steps.given && steps.count != starts.count))
        onnx_refuse(call, "starts, ends, axes and steps do not fit each other");
    for (size_t k = 0; k < x->rank; k++)
        range[k] = (slice_range){0, 1, x->dim[k]};
    for (size_t k = 0; k < starts.count && !call->failed; k++) {
        const size_t axis = onnx_axis(call, axes.given ? axes.value[k] : (int64_t)k, x->rank);
        const int64_t step = steps.given ? steps.value[k] : 1;
        if (step == 0)
            onnx_refuse(call, "a step is 0");
        else if (!call->failed)
            range[axis] = slice_axis((int64_t)x->dim[axis], starts.value[k], ends.value[k], step);
    }
    onnx_strides(stride, x);
    for (size_t k = 0; k < x->rank && !call->failed; k++)
        onnx_map_range(call, &map, range[k].count, range[k].first * (int64_t)stride[k],
                       range[k].step * (int64_t)stride[k]);
    onnx_move(call, 0, NULL, &map, DAG_ZERO);
}

// The sizes are given or equal; the last equal one is smaller if need be.
static void split_sizes(onnx_call *call, size_t *part, size_t size)
{
    const onnx_ints list = onnx_ints_either(call, "split", 1);
    const int64_t parts = onnx_int(call, "num_outputs", (int64_t)call->outputs);
    const size_t each = (size + call->outputs - 1) / call->outputs;
    size_t left = size;
    if (parts != (int64_t)call->outputs || (list.given && list.count != call->outputs))
        onnx_refuse(call, "expected as many parts as there are outputs, %zu", call->outputs);
    for (size_t k = 0; k < call->outputs && !call->failed; k++) {
        const int64_t wanted = list.given ? list.value[k] : (int64_t)(left < each ? left : each);
        if (wanted < 0 || (size_t)wanted > left ||
            (k + 1 == call->outputs && (size_t)wanted < left))
            onnx_refuse_shape(call, "the parts do not fit an axis of dimension %zu", size);
        part[k] = (size_t)wanted;
        left -= part[k];
    }
}

void onnx_split(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), x->rank);
    size_t stride[ONNX_MAX_RANK], first = 0;
    if (call->failed)
        return;
    size_t *part = onnx_scratch(call, call->outputs, sizeof *part);
    split_sizes(call, part, x->dim[axis]);
    onnx_strides(stride, x);
    for (size_t n = 0; n < call->outputs && !call->failed; first += part[n++]) {
        onnx_map map = {0};
        for (size_t k = 0; k < x->rank; k++)
            onnx_map_range(call, &map, k == axis ? part[n] : x->dim[k],
                           k == axis ? (int64_t)(first * stride[k]) : 0, (int64_t)stride[k]);
        onnx_move(call, n, NULL, &map, DAG_ZERO);
    }
}

// Elements along an axis, in the order and the shape of the indices.
void onnx_gather(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape, *indices = &call->input[1]->shape;
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), x->rank);
    onnx_need_constant(call, 1, "the indices");
    if (!call->failed && x->rank - 1 + indices->rank > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
    if (call->failed)
        return;
    const slong size = (slong)x->dim[axis];
    const size_t after = onnx_product(x, axis + 1, x->rank);
    onnx_shape shape = {.rank = x->rank - 1 + indices->rank};
    onnx_map map = {0}; // as one of the axes before, the axis, and those after
    memcpy(shape.dim, x->dim, axis * sizeof *x->dim);
    memcpy(shape.dim + axis, indices->dim, indices->rank * sizeof *x->dim);
    memcpy(shape.dim + axis + indices->rank, x->dim + axis + 1,
           (x->rank - axis - 1) * sizeof *x->dim);
    onnx_map_range(call, &map, onnx_product(x, 0, axis), 0, (int64_t)(x->dim[axis] * after));
    int64_t *offset = onnx_map_axis(call, &map, call->input[1]->count);
    for (size_t n = 0; offset && n < call->input[1]->count; n++) {
        const fmpz *number = fmpq_numref(dag_value(call->graph, call->input[1]->id[n]));
        if (fmpz_cmp_si(number, -size) < 0 || fmpz_cmp_si(number, size) >= 0) {
            onnx_refuse(call, "index %zu is beyond the axis, of dimension %ld", n, size);
            return;
        }
        const slong index = fmpz_get_si(number);
        offset[n] = (index < 0 ? index + size : index) * (slong)after;
    }
    onnx_map_range(call, &map, after, 0, 1);
    onnx_move(call, 0, &shape, &map, DAG_ZERO);
}

// ---- Several tensors ----

void onnx_concat(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    if (!onnx_has(call, "axis"))
        onnx_refuse(call, "attribute \"axis\" is missing");
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 1), x->shape.rank);
    onnx_shape shape = x->shape;
    if (call->failed)
        return;
    shape.dim[axis] = 0;
    for (size_t n = 0; n < call->inputs; n++) {
        onnx_shape t = call->input[n]->shape;
        shape.dim[axis] += t.rank == shape.rank ? t.dim[axis] : 0;
        t.dim[axis] = x->shape.dim[axis];
        if (t.rank != shape.rank || memcmp(t.dim, x->shape.dim, t.rank * sizeof *t.dim) != 0) {
            onnx_refuse_shapes(call, &x->shape, &call->input[n]->shape);
            return;
        }
    }
    const size_t before = onnx_product(&x->shape, 0, axis),
                 after = onnx_product(&x->shape, axis + 1, shape.rank);
    onnx_tensor *to = onnx_output(call, 0, x->type, &shape);
    dag_id *next = to ? to->id : NULL;
    for (size_t b = 0; to && b < before; b++)
        for (size_t n = 0; n < call->inputs; n++) {
            const size_t run = call->input[n]->shape.dim[axis] * after;
            memcpy(next, call->input[n]->id + b * run, run * sizeof *next);
            next += run;
        }
}

static dag_id choose_element(onnx_call *call, const dag_id *x)
{
    (void)call;
    return x[0] == DAG_ZERO ? x[2] : x[1];
}

// Chooses between two tensors by a constant one.
void onnx_where(onnx_call *call)
{
    onnx_need_constant(call, 0, "the condition");
    onnx_each(call, call->input[1]->type, choose_element);
}

// ---- More numbers than before ----

void onnx_expand(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape, asked = onnx_shape_input(call, 1);
    const onnx_shape shape = onnx_broadcast(call, x, &asked);
    size_t stride[ONNX_MAX_RANK];
    onnx_map map = {0};
    onnx_stretched_strides(stride, x, &shape);
    for (size_t k = 0; k < shape.rank && !call->failed; k++)
        onnx_map_range(call, &map, shape.dim[k], 0, (int64_t)stride[k]);
    onnx_move(call, 0, NULL, &map, DAG_ZERO);
}

void onnx_tile(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints list = onnx_ints_input(call, 1);
    size_t stride[ONNX_MAX_RANK];
    onnx_map map = {0};
    if (list.count != x->rank)
        onnx_refuse(call, "expected %zu numbers of repeats, found %zu", x->rank, list.count);
    onnx_strides(stride, x);
    for (size_t k = 0; k < x->rank && !call->failed; k++) {
        size_t size;
        if (list.value[k] < 0 || __builtin_mul_overflow(x->dim[k], (size_t)list.value[k], &size)) {
            onnx_refuse(call, "repeat %zu is %" PRId64, k, list.value[k]);
            return;
        }
        int64_t *offset = onnx_map_axis(call, &map, size);
        for (size_t j = 0; offset && j < size; j++)
            offset[j] = (int64_t)(j % x->dim[k] * stride[k]);
    }
    onnx_move(call, 0, NULL, &map, DAG_ZERO);
}

// ---- Nearest neighbours ----

enum { HALF_PIXEL, PYTORCH_HALF_PIXEL, ASYMMETRIC, ALIGN_CORNERS, HALF_PIXEL_FOR_NN };
enum { PREFER_FLOOR, PREFER_CEIL, FLOOR, CEIL };

typedef struct {
    size_t coordinates, nearest;
} resize_mode;

// The place of the input that place i of the output takes, along an axis that a scale stretches.
static size_t resized_place(size_t i, size_t in, size_t out, const fmpq_t scale, resize_mode mode)
{
    const int shifted = mode.coordinates == HALF_PIXEL || mode.coordinates == HALF_PIXEL_FOR_NN ||
                        (mode.coordinates == PYTORCH_HALF_PIXEL && out > 1);
    fmpq_t x, half;
    fmpz_t place;
    fmpq_init(x);
    fmpq_init(half);
    fmpz_init(place);
    fmpq_set_ui(half, 1, 2);
    fmpq_set_ui(x, i, 1);
    if (shifted)
        fmpq_add(x, x, half);
    if (mode.coordinates == ALIGN_CORNERS)
        fmpq_set_ui(x, out > 1 ? i * (in - 1) : 0, out > 1 ? out - 1 : 1);
    else
        fmpq_div(x, x, scale);
    if (shifted && mode.coordinates != HALF_PIXEL_FOR_NN)
        fmpq_sub(x, x, half);
    if (mode.nearest == PREFER_FLOOR)
        fmpq_sub(x, x, half);
    else if (mode.nearest == PREFER_CEIL)
        fmpq_add(x, x, half);
    if (mode.nearest == PREFER_FLOOR || mode.nearest == CEIL)
        fmpz_cdiv_q(place, fmpq_numref(x), fmpq_denref(x));
    else
        fmpz_fdiv_q(place, fmpq_numref(x), fmpq_denref(x));
    const size_t at = fmpz_sgn(place) < 0              ? 0
                      : fmpz_cmp_ui(place, in - 1) > 0 ? in - 1
                                                       : fmpz_get_ui(place);
    fmpq_clear(x);
    fmpq_clear(half);
    fmpz_clear(place);
    return at;
}

// The scale of one axis, and how long it becomes.
static size_t resized_axis(onnx_call *call, fmpq_t scale, size_t in, const onnx_tensor *scales,
                           const onnx_ints *sizes, size_t k)
{
    fmpz_t out;
    if (sizes->given) {
        if (sizes->value[k] < 1 || sizes->value[k] > ONNX_MAX_NUMBERS || in == 0) {
            onnx_refuse(call, "axis %zu: expected a positive size", k);
            return 0;
        }
        fmpq_set_ui(scale, (size_t)sizes->value[k], in);
        return (size_t)sizes->value[k];
    }
    fmpq_set(scale, dag_value(call->graph, scales->id[k]));
    if (fmpq_sgn(scale) <= 0 || fmpq_cmp_si(scale, ONNX_MAX_NUMBERS) > 0) {
        onnx_refuse(call, "axis %zu: expected a positive scale", k);
        return 0;
    }
    fmpz_init(out);
    fmpz_mul_ui(out, fmpq_numref(scale), in);
    fmpz_fdiv_q(out, out, fmpq_denref(scale));
    const size_t size = fmpz_get_ui(out);
    fmpz_clear(out);
    return size;
}

// The scales as attribute, input 1 or input 2, by the version.
static const onnx_tensor *read_scales(onnx_call *call)
{
    const int late = call->opset >= 11;
    onnx_tensor *list = onnx_scratch(call, 1, sizeof *list);
    fmpq_t x;
    if (onnx_given(call, late ? 2 : 1) && call->input[late ? 2 : 1]->count) {
        onnx_need_constant(call, late ? 2 : 1, "the scales");
        return call->input[late ? 2 : 1];
    }
    const float *value = onnx_floats(call, "scales", &list->count);
    list->id = onnx_scratch(call, list->count, sizeof *list->id);
    fmpq_init(x);
    for (size_t k = 0; k < list->count; k++) {
        rational_set_double(x, value[k]);
        list->id[k] = dag_constant(call->graph, x);
    }
    fmpq_clear(x);
    return list;
}

// Resize and Upsample, of which only the nearest place is piecewise constant in the place.
void onnx_resize(onnx_call *call)
{
    static const char *const modes[] = {"nearest", NULL};
    static const char *const coordinates[] = {"half_pixel",    "pytorch_half_pixel",   "asymmetric",
                                              "align_corners", "tf_half_pixel_for_nn", NULL};
    static const char *const nearest[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                          "ceil", NULL};
    const int late = call->opset >= 11;
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints sizes = late ? onnx_ints_input(call, 3) : (onnx_ints){0};
    const onnx_tensor *scales = read_scales(call);
    const resize_mode mode = {
        onnx_choice(call, "coordinate_transformation_mode", coordinates,
                    late ? HALF_PIXEL : ASYMMETRIC),
        onnx_choice(call, "nearest_mode", nearest, late ? PREFER_FLOOR : FLOOR)};
    size_t stride[ONNX_MAX_RANK];
    onnx_map map = {0};
    fmpq_t scale;
    onnx_choice(call, "mode", modes, 0);
    onnx_ignore(call, "cubic_coeff_a exclude_outside extrapolation_value antialias");
    if ((sizes.given ? sizes.count : scales->count) != x->rank)
        onnx_refuse_shape(call, "expected a scale or a size for each of %zu axes", x->rank);
    fmpq_init(scale);
    onnx_strides(stride, x);
    for (size_t k = 0; k < x->rank && !call->failed; k++) {
        const size_t size = resized_axis(call, scale, x->dim[k], scales, &sizes, k);
        int64_t *offset = onnx_map_axis(call, &map, size);
        for (size_t j = 0; offset && j < size; j++)
            offset[j] = (int64_t)(resized_place(j, x->dim[k], size, scale, mode) * stride[k]);
    }
    fmpq_clear(scale);
    onnx_move(call, 0, NULL, &map, DAG_ZERO);
}

// ---- Padding ----

typedef enum { PAD_CONSTANT, PAD_EDGE, PAD_REFLECT, PAD_WRAP } pad_mode;

// Which place of an axis stands at a place outside or inside of it; -1: none.
static int64_t padded_place(int64_t place, int64_t size, pad_mode mode)
{
    if ((place >= 0 && place < size) || mode == PAD_CONSTANT)
        return place >= 0 && place < size ? place : -1;
    if (mode == PAD_EDGE)
        return place < 0 ? 0 : size - 1;
    const int64_t period = mode == PAD_WRAP ? size : size > 1 ? 2 * size - 2 : 1;
    const int64_t rest = (place % period + period) % period;
    return rest < size ? rest : period - rest;
}

// How many places are put before and after each axis.
static void read_pads(onnx_call *call, int64_t *before, int64_t *after)
{
    const size_t rank = call->input[0]->shape.rank;
    const onnx_ints list = onnx_ints_either(call, "pads", 1), axes = onnx_ints_input(call, 3);
    const size_t count = axes.given ? axes.count : rank;
    memset(before, 0, ONNX_MAX_RANK * sizeof *before);
    memset(after, 0, ONNX_MAX_RANK * sizeof *after);
    if (list.count != 2 * count)
        onnx_refuse_shape(call, "expected %zu pads, found %zu", 2 * count, list.count);
    for (size_t k = 0; k < count && !call->failed; k++) {
        const size_t axis = onnx_axis(call, axes.given ? axes.value[k] : (int64_t)k, rank);
        const int64_t pad[] = {list.value[k], list.value[count + k]};
        for (size_t s = 0; s < 2; s++)
            if (pad[s] < -ONNX_MAX_NUMBERS || pad[s] > ONNX_MAX_NUMBERS)
                onnx_refuse(call, "pad %zu is %" PRId64, k + s * count, pad[s]);
        before[axis] = pad[0];
        after[axis] = pad[1];
    }
}

void onnx_pad(onnx_call *call)
{
    static const char *const modes[] = {"constant", "edge", "reflect", "wrap", NULL};
    const onnx_shape *x = &call->input[0]->shape;
    const pad_mode mode = (pad_mode)onnx_choice(call, "mode", modes, PAD_CONSTANT);
    int64_t before[ONNX_MAX_RANK], after[ONNX_MAX_RANK];
    size_t stride[ONNX_MAX_RANK];
    onnx_map map = {0};
    const dag_id fill = onnx_given(call, 2) && call->input[2]->count
                            ? onnx_single(call, 2, "the value")
                            : onnx_float(call, "value", 0);
    read_pads(call, before, after);
    onnx_strides(stride, x);
    for (size_t k = 0; k < x->rank && !call->failed; k++) {
        const int64_t from = (int64_t)x->dim[k], size = from + before[k] + after[k];
        if (size < 0 || (mode != PAD_CONSTANT && from == 0)) {
            onnx_refuse(call, "nothing is left of axis %zu", k);
            return;
        }
        int64_t *offset = onnx_map_axis(call, &map, (size_t)size);
        for (int64_t j = 0; offset && j < size; j++) {
            const int64_t place = padded_place(j - before[k], from, mode);
            offset[j] = place < 0 ? ONNX_FILL : place * (int64_t)stride[k];
        }
    }
    onnx_move(call, 0, NULL, &map, fill);
}
