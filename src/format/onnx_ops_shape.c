// Operators of ONNX that pass numbers on: in another shape, another order, or only some of them.
#include "format/onnx_ops.h"

#include "base/error.h"
#include <inttypes.h>
#include <string.h>

// ---- The same numbers in the same order ----

static void pass_numbers(onnx_call *call, size_t rank, const size_t *dim)
{
    const onnx_tensor *x = call->input[0];
    onnx_tensor *to = onnx_output(call, 0, x->type, rank, dim, x->node != NULL);
    if (!to)
        return;
    if (to->count != x->count) {
        char text[2][ONNX_SHAPE_TEXT];
        onnx_refuse(call, "%zu numbers of shape %s do not fit the shape %s", x->count,
                    onnx_shape_text(text[0], x->rank, x->dim), onnx_shape_text(text[1], rank, dim));
        return;
    }
    to->infinities = x->infinities;
    if (x->node)
        memcpy(to->node, x->node, x->count * sizeof *x->node);
    for (size_t i = 0; i < x->count && !x->node; i++) {
        fmpz_set(fmpq_numref(to->number + i), fmpq_numref(x->number + i));
        fmpz_set(fmpq_denref(to->number + i), fmpq_denref(x->number + i));
    }
}

void onnx_identity(onnx_call *call)
{
    pass_numbers(call, call->input[0]->rank, call->input[0]->dim);
}

// In use nothing is dropped; the second output, the mask, is none of ours.
void onnx_dropout(onnx_call *call)
{
    onnx_ignore(call, "ratio seed is_test consumed_inputs");
    if (onnx_given(call, 2)) {
        onnx_need_constant(call, 2, "the mode of training");
        if (!call->failed && call->input[2]->count && !fmpq_is_zero(call->input[2]->number))
            onnx_refuse(call, "is that of training: it drops at random");
    }
    onnx_identity(call);
}

static int cast_type(onnx_call *call)
{
    static const struct {
        const char *name;
        int type;
    } old[] = {{"FLOAT", ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT},
               {"DOUBLE", ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE},
               {"FLOAT16", ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT16},
               {"INT32", ONNX__TENSOR_PROTO__DATA_TYPE__INT32},
               {"INT64", ONNX__TENSOR_PROTO__DATA_TYPE__INT64}};
    int64_t type = 0;
    if (call->opset >= 6) {
        type = onnx_int(call, "to", 0);
    } else {
        const char *name = onnx_text(call, "to", "");
        for (size_t k = 0; k < sizeof old / sizeof *old; k++)
            if (strcmp(name, old[k].name) == 0)
                type = old[k].type;
    }
    onnx_ignore(call, "saturate");
    if (type < 1 || type > INT32_MAX || !onnx_type_name((int)type)) {
        onnx_refuse(call, "attribute \"to\": type %" PRId64 " is not supported", type);
        type = ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT;
    }
    return (int)type;
}

// Constants are rounded to the type; what is computed stays the real number that it is.
void onnx_cast(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const int type = cast_type(call);
    if (x->node && onnx_type_is_real(x->type) && !onnx_type_is_real(type))
        onnx_refuse(call, "a cast to %s is not continuous", onnx_type_name(type));
    onnx_identity(call);
    if (call->failed)
        return;
    call->output->type = type;
    for (size_t i = 0; i < x->count && !x->node && !call->failed; i++)
        if (!fmpz_is_zero(fmpq_denref(x->number + i)) &&
            onnx_type_round(call->output->number + i, type, call->error))
            call->failed = 1;
}

// -1 stands for what is left, 0 for what the input has there.
void onnx_reshape(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const onnx_ints list = onnx_ints_either(call, "shape", 1);
    const int zero = onnx_int(call, "allowzero", 0) != 0;
    size_t dim[ONNX_MAX_RANK], open = SIZE_MAX, known = 1;
    onnx_ignore(call, "consumed_inputs");
    if (!list.given)
        onnx_refuse(call, "the shape is missing");
    if (list.count > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
    for (size_t k = 0; k < list.count && !call->failed; k++) {
        const int64_t d = list.value[k];
        if (d < -1 || (d == -1 && open != SIZE_MAX) || (d == 0 && !zero && k >= x->rank)) {
            onnx_refuse(call, "dimension %zu of the shape is %" PRId64, k, d);
            return;
        }
        if (d == -1) {
            open = k;
            continue;
        }
        dim[k] = d == 0 && !zero ? x->dim[k] : (size_t)d;
        if (__builtin_mul_overflow(known, dim[k], &known))
            onnx_refuse(call, "the shape is too large");
    }
    if (open != SIZE_MAX)
        dim[open] = known ? x->count / known : 0;
    if (!call->failed)
        pass_numbers(call, list.count, dim);
}

void onnx_flatten(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const int64_t given = onnx_int(call, "axis", 1), rank = (int64_t)x->rank;
    const int64_t axis = given < 0 ? given + rank : given;
    if (axis < 0 || axis > rank) {
        onnx_refuse(call, "expected an axis from %" PRId64 " to %" PRId64 ", found %" PRId64, -rank,
                    rank, given);
        return;
    }
    size_t dim[2] = {1, 1};
    for (size_t k = 0; k < x->rank; k++)
        dim[k >= (size_t)axis] *= x->dim[k];
    pass_numbers(call, 2, dim);
}

// Marks axes of a tensor with `rank` dimensions.
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
    const onnx_tensor *x = call->input[0];
    const onnx_ints list = onnx_ints_either(call, "axes", 1);
    int axes[ONNX_MAX_RANK];
    size_t dim[ONNX_MAX_RANK], rank = 0;
    mark_axes(call, &list, axes, x->rank);
    for (size_t k = 0; k < x->rank && !call->failed; k++) {
        const int drop = list.given ? axes[k] : x->dim[k] == 1;
        if (drop && x->dim[k] != 1)
            onnx_refuse(call, "axis %zu has dimension %zu, not 1", k, x->dim[k]);
        if (!drop)
            dim[rank++] = x->dim[k];
    }
    pass_numbers(call, rank, dim);
}

void onnx_unsqueeze(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const onnx_ints list = onnx_ints_either(call, "axes", 1);
    int axes[ONNX_MAX_RANK];
    size_t dim[ONNX_MAX_RANK];
    if (list.count > ONNX_MAX_RANK - x->rank) {
        onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
        return;
    }
    const size_t rank = x->rank + list.count;
    mark_axes(call, &list, axes, rank);
    for (size_t k = 0, from = 0; k < rank && !call->failed; k++)
        dim[k] = axes[k] ? 1 : x->dim[from++];
    pass_numbers(call, rank, dim);
}

// ---- Some of the numbers, or another order ----

void onnx_transpose(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
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
    onnx_move(call, 0, NULL, &map, NULL);
}

static int64_t clamp_place(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

// The places along an axis that a slice takes: `count` of them, from `first` on.
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
    const onnx_tensor *x = call->input[0];
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
    onnx_move(call, 0, NULL, &map, NULL);
}

// The sizes are given, or equal ones, the last of which is smaller if it has to be.
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
        if (wanted < 0 || (size_t)wanted > left)
            onnx_refuse(call, "the parts do not fit an axis of dimension %zu", size);
        part[k] = (size_t)wanted;
        left -= part[k];
    }
    if (left != 0)
        onnx_refuse(call, "the parts do not fit an axis of dimension %zu", size);
}

void onnx_split(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
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
        onnx_move(call, n, NULL, &map, NULL);
    }
}

// Elements along an axis, in the order and the shape of the indices.
void onnx_gather(onnx_call *call)
{
    const onnx_tensor *x = call->input[0], *indices = call->input[1];
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), x->rank);
    onnx_need_constant(call, 1, "the indices");
    if (!call->failed && x->rank - 1 + indices->rank > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
    if (call->failed)
        return;
    const slong size = (slong)x->dim[axis];
    onnx_shape shape = {0};
    onnx_map map = {0}; // as one of the axes before, the axis, and those after
    size_t before = 1, after = 1;
    for (size_t k = 0; k < axis; k++)
        before *= shape.dim[shape.rank++] = x->dim[k];
    for (size_t k = 0; k < indices->rank; k++)
        shape.dim[shape.rank++] = indices->dim[k];
    for (size_t k = axis + 1; k < x->rank; k++)
        after *= shape.dim[shape.rank++] = x->dim[k];
    onnx_map_range(call, &map, before, 0, (int64_t)(x->dim[axis] * after));
    int64_t *offset = onnx_map_axis(call, &map, indices->count);
    for (size_t n = 0; offset && n < indices->count; n++) {
        const fmpz *number = fmpq_numref(indices->number + n);
        if (fmpz_cmp_si(number, -size) < 0 || fmpz_cmp_si(number, size) >= 0) {
            onnx_refuse(call, "index %zu is beyond the axis, of dimension %ld", n, size);
            return;
        }
        const slong index = fmpz_get_si(number);
        offset[n] = (index < 0 ? index + size : index) * (slong)after;
    }
    onnx_map_range(call, &map, after, 0, 1);
    onnx_move(call, 0, &shape, &map, NULL);
}

// ---- Several tensors ----

void onnx_concat(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    if (call->opset >= 4 && !onnx_has(call, "axis"))
        onnx_refuse(call, "attribute \"axis\" is missing");
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 1), x->rank);
    onnx_shape shape = onnx_shape_of(x);
    size_t after = 1, before = 1, at = 0;
    if (call->failed)
        return;
    shape.dim[axis] = 0;
    for (size_t n = 0; n < call->inputs; n++) {
        const onnx_tensor *t = call->input[n];
        int fits = t->rank == x->rank;
        for (size_t k = 0; k < x->rank && fits; k++)
            fits = k == axis || t->dim[k] == x->dim[k];
        if (!fits) {
            onnx_refuse_shapes(call, x, t);
            return;
        }
        shape.dim[axis] += t->dim[axis];
    }
    for (size_t k = 0; k < axis; k++)
        before *= x->dim[k];
    for (size_t k = axis + 1; k < x->rank; k++)
        after *= x->dim[k];
    onnx_tensor *to = onnx_output(call, 0, x->type, shape.rank, shape.dim, onnx_computed(call));
    for (size_t b = 0; to && b < before; b++)
        for (size_t n = 0; n < call->inputs; n++) {
            const size_t run = call->input[n]->dim[axis] * after;
            for (size_t i = 0; i < run; i++)
                onnx_put_affine(call, to, at++, NULL, call->input[n], b * run + i, NULL);
        }
}

static void choose_element(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    const size_t k = fmpq_is_zero(call->input[0]->number + at[0]) ? 2 : 1;
    onnx_put_affine(call, to, i, NULL, call->input[k], at[k], NULL);
}

// Chooses between two tensors by a constant one.
void onnx_where(onnx_call *call)
{
    onnx_need_constant(call, 0, "the condition");
    if (!call->failed)
        onnx_each(call, call->input[1]->type, choose_element);
}

// ---- More numbers than before ----

void onnx_expand(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    onnx_shape shape = onnx_shape_input(call, 1);
    size_t stride[ONNX_MAX_RANK];
    onnx_map map = {0};
    if (call->failed)
        return;
    shape = onnx_broadcast(call, onnx_shape_of(x), shape);
    onnx_strides(stride, x);
    for (size_t k = 0; k < shape.rank && !call->failed; k++) {
        const size_t own = k + x->rank - shape.rank; // beyond the rank: a new axis
        onnx_map_range(call, &map, shape.dim[k], 0,
                       own < x->rank && x->dim[own] != 1 ? (int64_t)stride[own] : 0);
    }
    onnx_move(call, 0, NULL, &map, NULL);
}

void onnx_tile(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
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
    onnx_move(call, 0, NULL, &map, NULL);
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

static pad_mode read_mode(onnx_call *call)
{
    static const char *const names[] = {"constant", "edge", "reflect", "wrap"};
    const char *name = onnx_text(call, "mode", "constant");
    for (pad_mode m = PAD_CONSTANT; m <= PAD_WRAP; m++)
        if (strcmp(name, names[m]) == 0)
            return m;
    onnx_refuse(call, "attribute \"mode\": expected one of constant, edge, reflect, wrap");
    return PAD_CONSTANT;
}

// How many places are put before and after each axis.
static void read_pads(onnx_call *call, int64_t *before, int64_t *after)
{
    const size_t rank = call->input[0]->rank;
    const onnx_ints list = onnx_has(call, "paddings") ? onnx_ints_attribute(call, "paddings")
                                                      : onnx_ints_either(call, "pads", 1);
    const onnx_ints axes = onnx_ints_input(call, 3);
    const size_t count = axes.given ? axes.count : rank;
    memset(before, 0, ONNX_MAX_RANK * sizeof *before);
    memset(after, 0, ONNX_MAX_RANK * sizeof *after);
    if (list.count != 2 * count)
        onnx_refuse(call, "expected %zu pads, found %zu", 2 * count, list.count);
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
    const onnx_tensor *x = call->input[0];
    const pad_mode mode = read_mode(call);
    int64_t before[ONNX_MAX_RANK], after[ONNX_MAX_RANK];
    size_t stride[ONNX_MAX_RANK];
    onnx_map map = {0};
    const fmpq *value = onnx_given(call, 2) ? NULL : onnx_float(call, "value", 0);
    read_pads(call, before, after);
    if (!value)
        onnx_need_constant(call, 2, "the value");
    if (!value && !call->failed)
        value = call->input[2]->count == 1 ? call->input[2]->number : onnx_number(call);
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
    onnx_move(call, 0, NULL, &map, value);
}
