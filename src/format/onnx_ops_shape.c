// Operators of ONNX that pass numbers on: in another shape, another order, or only some of them.
#include "base/fatal.h"
#include "format/onnx_ops.h"

#include "exact/words64.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- The same numbers in the same order ----

const onnx_tensor *onnx_identity(onnx_call *call)
{
    return call->input[0];
}

// In use nothing is dropped. The second output, the mask, is not made.
const onnx_tensor *onnx_dropout(onnx_call *call)
{
    onnx_mark_used(call, "ratio");
    onnx_mark_used(call, "seed");
    if (onnx_given(call, 2) && onnx_single(call, 2, "the mode of training") != DAG_ZERO)
        onnx_refuse(call, "is that of training: it drops at random");
    return call->input[0];
}

// Constants are rounded to the type; computed numbers stay real.
static dag_id cast_element(onnx_call *call, dag_id *x)
{
    const int type = *(const int *)call->state;
    const fmpq *from = dag_is_constant(x[0]) ? dag_value(call->graph, x[0]) : NULL;
    if (!from && onnx_type_is_real(call->input[0]->type) && !onnx_type_is_real(type))
        onnx_refuse(call, "a cast to %s is not continuous", onnx_type_name(type));
    if (!from || fmpz_is_zero(fmpq_denref(from)))
        return x[0];
    fmpq_set(call->x, from);
    onnx_type_round(call->x, type, call->file);
    return dag_constant(call->graph, call->x);
}

const onnx_tensor *onnx_cast(onnx_call *call)
{
    const int64_t target = onnx_int(call, "to", 0);
    const int type = target > 0 && target <= INT32_MAX ? (int)target : 0;
    onnx_mark_used(call, "saturate");
    if (!onnx_type_name(type))
        onnx_refuse(call, "attribute \"to\": type %" PRId64 " is not supported", target);
    call->state = &type;
    return onnx_each(call, type, cast_element, call->input, 1);
}

// -1 stands for what is left, 0 for the dimension of the input.
const onnx_tensor *onnx_reshape(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const onnx_ints list = onnx_list(call, "shape", 1);
    const bool zero = onnx_int(call, "allowzero", 0) != 0;
    onnx_shape shape = {.rank = list.count};
    size_t open = SIZE_MAX;
    if (!list.given)
        onnx_refuse(call, "the shape is missing");
    if (list.count > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK, list.count);
    for (size_t k = 0; k < list.count && !call->file->failed; k++) {
        const int64_t d = list.value[k];
        if (d < -1 || (d == -1 && open != SIZE_MAX) || (d == 0 && !zero && k >= x->shape.rank))
            onnx_refuse(call, "dimension %zu of the shape is %" PRId64, k, d);
        else if (d == -1)
            open = k;
        shape.dim[k] = d == 0 && !zero ? x->shape.dim[k] : d == -1 ? 1 : (size_t)d;
    }
    if (call->file->failed)
        return NULL;
    const size_t known = onnx_product(&shape, 0, shape.rank);
    if (open != SIZE_MAX)
        shape.dim[open] = known ? x->count / known : 0;
    return onnx_reshaped(call, x, &shape);
}

const onnx_tensor *onnx_flatten(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const size_t rank = x->shape.rank;
    const int64_t given = onnx_int(call, "axis", 1);
    const size_t axis = given == (int64_t)rank ? rank : onnx_axis(call, given, rank);
    const onnx_shape shape = {
        2, {onnx_product(&x->shape, 0, axis), onnx_product(&x->shape, axis, rank)}};
    return onnx_reshaped(call, x, &shape);
}

// Marks axes of `rank` dimensions.
static void mark_axes(onnx_call *call, const onnx_ints *list, int *axes, size_t rank)
{
    ASSERT(rank <= ONNX_MAX_RANK);
    memset(axes, 0, ONNX_MAX_RANK * sizeof *axes);
    for (size_t k = 0; k < list->count && !call->file->failed; k++) {
        const size_t axis = onnx_axis(call, list->value[k], rank);
        if (!call->file->failed && axes[axis]++)
            onnx_refuse(call, "axis %zu is named twice", axis);
    }
}

const onnx_tensor *onnx_squeeze(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints list = onnx_list(call, "axes", 1);
    int axes[ONNX_MAX_RANK];
    onnx_shape shape = {0};
    mark_axes(call, &list, axes, x->rank);
    for (size_t k = 0; k < x->rank && !call->file->failed; k++) {
        const int drop = list.given ? axes[k] : x->dim[k] == 1;
        if (drop && x->dim[k] != 1)
            onnx_refuse_shape(call, "axis %zu has dimension %zu, not 1", k, x->dim[k]);
        if (!drop)
            shape.dim[shape.rank++] = x->dim[k];
    }
    return onnx_reshaped(call, call->input[0], &shape);
}

const onnx_tensor *onnx_unsqueeze(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const onnx_ints list = onnx_list(call, "axes", 1);
    int axes[ONNX_MAX_RANK];
    onnx_shape shape = {.rank = x->rank + list.count};
    if (list.count > ONNX_MAX_RANK - x->rank)
        return onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
    mark_axes(call, &list, axes, shape.rank);
    for (size_t k = 0, from = 0; k < shape.rank && !call->file->failed; k++)
        shape.dim[k] = axes[k] ? 1 : x->dim[from++];
    return onnx_reshaped(call, call->input[0], &shape);
}

// ---- Some of the numbers, or another order ----

const onnx_tensor *onnx_transpose(onnx_call *call)
{
    const onnx_view x = onnx_view_of(call->input[0]);
    const size_t rank = x.shape.rank;
    const onnx_ints list = onnx_list(call, "perm", ONNX_NO_INPUT);
    int axes[ONNX_MAX_RANK];
    onnx_view v = {.id = x.id};
    if (list.given && list.count != rank)
        onnx_refuse(call, "attribute \"perm\": expected %zu axes, found %zu", rank, list.count);
    mark_axes(call, &list, axes, rank);
    for (size_t k = 0; k < rank && !call->file->failed; k++) {
        const size_t from = list.given ? onnx_axis(call, list.value[k], rank) : rank - 1 - k;
        onnx_view_add(&v, x.shape.dim[from], x.stride[from]);
    }
    return onnx_copy(call, &v);
}

// Blocks of b x b places become channels, or the other way round.
const onnx_tensor *onnx_depth_and_space(onnx_call *call)
{
    static const char *const modes[] = {"DCR", "CRD", NULL};
    const onnx_shape *x = &call->input[0]->shape;
    const bool to_space = call->op->variant == ONNX_TO_SPACE;
    const int64_t given = onnx_int(call, "blocksize", 0);
    const bool depth_first = to_space && onnx_choice(call, "mode", modes, 0) == 0;
    const size_t b = given > 0 && given <= 1024 ? (size_t)given : 0;
    if (x->rank != 4 || b == 0 ||
        (to_space ? x->dim[1] % (b * b) : x->dim[2] % b + x->dim[3] % b) != 0)
        return onnx_refuse_shape(call, "the block size %" PRId64 " does not fit the input", given);
    const size_t n = x->dim[0], h = x->dim[2], w = x->dim[3], plane = h * w;
    const size_t c = to_space ? x->dim[1] / (b * b) : x->dim[1];
    const size_t block = depth_first ? c * plane : plane;
    const onnx_view apart = {.id = call->input[0]->id,
                             .shape = {6, {n, c, h, b, w, b}},
                             .stride = {x->dim[1] * plane, depth_first ? plane : b * b * plane, w,
                                        b * block, 1, block}},
                    together = {.id = call->input[0]->id,
                                .shape = {6, {n, b, b, c, h / b, w / b}},
                                .stride = {c * plane, w, 1, plane, b * w, b}};
    const onnx_shape shape = to_space ? (onnx_shape){4, {n, c, h * b, w * b}}
                                      : (onnx_shape){4, {n, c * b * b, h / b, w / b}};
    return onnx_reshaped(call, onnx_copy(call, to_space ? &apart : &together), &shape);
}

static int64_t clamp_place(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

// Takes the places along an axis from `from` to before `end`.
static void slice_axis(onnx_call *call, onnx_view *v, size_t axis, int64_t from, int64_t end,
                       int64_t step)
{
    ASSERT(axis < v->shape.rank && step != 0);
    const int64_t size = (int64_t)v->shape.dim[axis];
    // A step beyond the size takes one element, as one of the size does.
    step = clamp_place(step, -size - 1, size + 1);
    from += from < 0 ? size : 0;
    end += end < 0 ? size : 0;
    from = step > 0 ? clamp_place(from, 0, size) : clamp_place(from, -1, size - 1);
    end = step > 0 ? clamp_place(end, 0, size) : clamp_place(end, -1, size - 1);
    const int64_t reach = step > 0 ? end - from : from - end, gap = step > 0 ? step : -step;
    onnx_view_steps(call, v, axis, from, step, reach > 0 ? (size_t)((reach + gap - 1) / gap) : 0,
                    ONNX_FILLED);
}

const onnx_tensor *onnx_slice(onnx_call *call)
{
    const onnx_ints starts = onnx_list(call, "starts", 1), ends = onnx_list(call, "ends", 2),
                    axes = onnx_list(call, "axes", 3), steps = onnx_list(call, "steps", 4);
    onnx_view v = onnx_view_of(call->input[0]);
    if (!starts.given || ends.count != starts.count || starts.count > v.shape.rank ||
        (axes.given && axes.count != starts.count) || (steps.given && steps.count != starts.count))
        onnx_refuse(call, "starts, ends, axes and steps do not fit each other");
    for (size_t k = 0; k < starts.count && !call->file->failed; k++) {
        const int64_t step = steps.given ? steps.value[k] : 1;
        if (step == 0)
            onnx_refuse(call, "a step is 0");
        const size_t axis = onnx_axis(call, axes.given ? axes.value[k] : (int64_t)k, v.shape.rank);
        if (!call->file->failed)
            slice_axis(call, &v, axis, starts.value[k], ends.value[k], step);
    }
    return onnx_copy(call, &v);
}

// The sizes are given or equal; the last equal one is smaller if need be.
const onnx_tensor *onnx_split(onnx_call *call)
{
    const onnx_view x = onnx_view_of(call->input[0]);
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), x.shape.rank);
    const onnx_ints list = onnx_list(call, "split", 1);
    const int64_t parts = onnx_int(call, "num_outputs", (int64_t)call->outputs);
    const size_t size = x.shape.rank ? x.shape.dim[axis] : 0;
    const size_t each = (size + call->outputs - 1) / call->outputs;
    size_t first = 0;
    if (parts != (int64_t)call->outputs || (list.given && list.count != call->outputs))
        onnx_refuse(call, "expected as many parts as there are outputs, %zu", call->outputs);
    for (size_t k = 0; k < call->outputs && !call->file->failed; k++) {
        const size_t left = size - first;
        const int64_t wanted = list.given ? list.value[k] : (int64_t)(left < each ? left : each);
        onnx_view v = x;
        if (wanted < 0 || (size_t)wanted > left ||
            (k + 1 == call->outputs && (size_t)wanted < left))
            onnx_refuse_shape(call, "the parts do not fit an axis of dimension %zu", size);
        else
            slice_axis(call, &v, axis, (int64_t)first, (int64_t)first + wanted, 1);
        call->output[k] = onnx_copy(call, &v);
        first += (size_t)wanted;
    }
    return call->output[0];
}

// Elements along an axis, in the order and the shape of the indices.
const onnx_tensor *onnx_gather(onnx_call *call)
{
    onnx_view v = onnx_view_of(call->input[0]);
    const onnx_tensor *indices = onnx_need_constant(call, 1, "the indices");
    const onnx_shape x = v.shape;
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), x.rank);
    if (!call->file->failed && x.rank - 1 + indices->shape.rank > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
    if (call->file->failed)
        return NULL;
    const slong size = (slong)x.dim[axis];
    onnx_shape shape = x;
    shape.rank = axis;
    for (size_t k = 0; k < indices->shape.rank; k++)
        shape.dim[shape.rank++] = indices->shape.dim[k];
    for (size_t k = axis + 1; k < x.rank; k++)
        shape.dim[shape.rank++] = x.dim[k];
    int64_t *place = onnx_view_places(call, &v, axis, indices->count);
    for (size_t n = 0; place && n < indices->count; n++) {
        const fmpz *number = fmpq_numref(dag_value(call->graph, indices->id[n]));
        if (fmpz_cmp_si(number, -size) < 0 || fmpz_cmp_si(number, size) >= 0)
            return onnx_refuse(call, "index %zu is beyond the axis, of dimension %ld", n, size);
        place[n] = fmpz_get_si(number) + (fmpz_sgn(number) < 0 ? size : 0);
    }
    return onnx_reshaped(call, onnx_copy(call, &v), &shape);
}

// ---- Several tensors ----

const onnx_tensor *onnx_concat(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    if (!onnx_has(call, "axis"))
        onnx_refuse(call, "attribute \"axis\" is missing");
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 1), x->shape.rank);
    onnx_shape shape = x->shape;
    if (call->file->failed)
        return NULL;
    shape.dim[axis] = 0;
    for (size_t n = 0; n < call->inputs; n++) {
        onnx_shape t = call->input[n]->shape;
        shape.dim[axis] += t.rank == shape.rank ? t.dim[axis] : 0;
        t.dim[axis] = x->shape.dim[axis];
        if (t.rank != shape.rank || memcmp(t.dim, x->shape.dim, t.rank * sizeof *t.dim) != 0)
            return onnx_refuse_shapes(call, &x->shape, &call->input[n]->shape);
    }
    const size_t before = onnx_product(&x->shape, 0, axis),
                 after = onnx_product(&x->shape, axis + 1, shape.rank);
    onnx_tensor *joined = onnx_new(call, x->type, &shape);
    dag_id *next = joined ? joined->id : NULL;
    for (size_t b = 0; joined && b < before; b++)
        for (size_t n = 0; n < call->inputs; n++) {
            const size_t run = call->input[n]->shape.dim[axis] * after;
            memcpy(next, call->input[n]->id + b * run, run * sizeof *next);
            next += run;
        }
    return joined;
}

// ---- More numbers than before ----

const onnx_tensor *onnx_expand(onnx_call *call)
{
    const onnx_view x = onnx_view_of(call->input[0]);
    const onnx_shape target = onnx_shape_input(call, 1);
    const onnx_shape shape = onnx_broadcast(call, &x.shape, &target);
    const onnx_view v = onnx_view_broadcast(&x, &shape);
    return onnx_copy(call, &v);
}

const onnx_tensor *onnx_tile(onnx_call *call)
{
    const onnx_ints list = onnx_list(call, NULL, 1);
    onnx_view v = onnx_view_of(call->input[0]);
    if (list.count != v.shape.rank)
        onnx_refuse_shape(call, "expected %zu numbers of repeats, found %zu", v.shape.rank,
                          list.count);
    for (size_t k = 0; k < v.shape.rank && !call->file->failed; k++) {
        size_t size;
        if (list.value[k] < 0 ||
            __builtin_mul_overflow(v.shape.dim[k], (size_t)list.value[k], &size))
            size = SIZE_MAX;
        onnx_view_steps(call, &v, k, 0, 1, size, ONNX_WRAP);
    }
    return onnx_copy(call, &v);
}

const onnx_tensor *onnx_pad(onnx_call *call)
{
    static const char *const modes[] = {"constant", "edge", "reflect", "wrap", NULL};
    const onnx_outside mode = (onnx_outside)onnx_choice(call, "mode", modes, ONNX_FILLED);
    const onnx_ints list = onnx_list(call, "pads", 1), axes = onnx_list(call, NULL, 3);
    const bool given = onnx_given(call, 2) && call->input[2]->count;
    const onnx_tensor *value = onnx_float(call, "value", 0);
    onnx_view v = onnx_view_of(call->input[0]);
    const size_t count = axes.given ? axes.count : v.shape.rank;
    v.fill = given ? onnx_single(call, 2, "the value") : value ? value->id[0] : DAG_ZERO;
    if (list.count != 2 * count)
        onnx_refuse_shape(call, "expected %zu pads, found %zu", 2 * count, list.count);
    for (size_t k = 0; k < count && !call->file->failed; k++) {
        const size_t axis = onnx_axis(call, axes.given ? axes.value[k] : (int64_t)k, v.shape.rank);
        const int64_t begin = list.value[k], end = list.value[count + k];
        const bool fits = llabs(begin) <= ONNX_MAX_NUMBERS && llabs(end) <= ONNX_MAX_NUMBERS;
        const int64_t own = call->file->failed ? 0 : (int64_t)v.shape.dim[axis];
        if (!fits || own + begin + end < 0 || (mode != ONNX_FILLED && own == 0))
            onnx_refuse_shape(call, "axis %zu cannot have pads %" PRId64 " and %" PRId64, axis,
                              begin, end);
        else
            onnx_view_steps(call, &v, axis, -begin, 1, (size_t)(own + begin + end), mode);
    }
    return onnx_copy(call, &v);
}

// ---- Nearest neighbours ----

// The coordinate of place i is (i + before) / scale - after, or i (in - 1) / (out - 1) if corners
// are aligned. Halves are doubled.
static const char *const coordinate_names[] = {"half_pixel",           "pytorch_half_pixel",
                                               "asymmetric",           "align_corners",
                                               "tf_half_pixel_for_nn", NULL};
enum { HALF_PIXEL, PYTORCH_HALF_PIXEL, ASYMMETRIC, ALIGN_CORNERS };
static const int before[] = {1, 1, 0, 0, 1}, after[] = {1, 1, 0, 0, 0};
static const char *const nearest_names[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                            "ceil", NULL};
enum { PREFER_FLOOR, PREFER_CEIL, FLOOR, CEIL };

typedef struct {
    size_t coordinates, nearest;
} resize_mode;

// Along an axis: its places before and after, and its scale p / q.
typedef struct {
    int64_t in, out, p, q;
} resized_axis;

static size_t coordinates_of(const resized_axis *axis, resize_mode mode)
{
    return mode.coordinates == PYTORCH_HALF_PIXEL && axis->out == 1 ? ASYMMETRIC : mode.coordinates;
}

// The place of the input that place i of the output takes.
static int64_t nearest_place(const resized_axis *axis, int64_t i, resize_mode mode)
{
    const size_t how = coordinates_of(axis, mode);
    const int shift = mode.nearest == PREFER_FLOOR ? -1 : mode.nearest == PREFER_CEIL;
    const bool up = mode.nearest == PREFER_FLOOR || mode.nearest == CEIL;
    const bool aligned = how == ALIGN_CORNERS;
    // The coordinate is half of above / below.
    const int64_t below = !aligned ? axis->p : axis->out > 1 ? axis->out - 1 : 1;
    const int64_t above = (aligned ? 2 * i * (axis->in - 1) : (2 * i + before[how]) * axis->q) +
                          (shift - after[how]) * below;
    const int64_t whole = (above + (up ? 2 * below - 1 : 0)) / (2 * below);
    return clamp_place(above + (up ? 2 * below - 1 : 0) < 0 ? 0 : whole, 0, axis->in - 1);
}

static void set_quotient(fmpq_t x, int64_t above, int64_t below)
{
    fmpz_set_i64(fmpq_numref(x), above);
    fmpz_set_i64(fmpq_denref(x), below);
    fmpq_canonicalise(x);
}

// Axis k, of `in` places.
static resized_axis find_axis(onnx_call *call, const onnx_ints *sizes, const onnx_tensor *scales,
                              size_t in, size_t k)
{
    fmpq *scale = call->x;
    resized_axis axis = {(int64_t)in, 0, 1, 1};
    if (sizes->count)
        set_quotient(scale, sizes->value[k], in ? (int64_t)in : 1);
    else
        fmpq_set(scale, dag_value(call->graph, scales->id[k]));
    if (fmpq_sgn(scale) <= 0 || fmpz_bits(fmpq_numref(scale)) > 32 ||
        fmpz_bits(fmpq_denref(scale)) > 32)
        onnx_refuse(call, "axis %zu: expected a positive scale or size of at most 32 bits", k);
    if (!call->file->failed) {
        axis.p = fmpz_get_i64(fmpq_numref(scale));
        axis.q = fmpz_get_i64(fmpq_denref(scale));
    }
    const int64_t size = axis.in * axis.p / axis.q;
    axis.out = size > ONNX_MAX_NUMBERS ? ONNX_MAX_NUMBERS + 1 : size;
    return axis;
}

// ---- Linear interpolation ----

// The place i of the output lies between two of the input: sets the first, and the share of the
// second.
static int64_t place_between(fmpq_t share, const resized_axis *axis, int64_t i, resize_mode mode)
{
    ASSERT(axis->in > 0 && axis->out > 0 && axis->p > 0 && axis->q > 0);
    ASSERT(i >= 0 && i < axis->out);
    const size_t how = coordinates_of(axis, mode);
    fmpz_t floor;
    fmpz_init(floor);
    if (how == ALIGN_CORNERS)
        set_quotient(share, i * (axis->in - 1), axis->out > 1 ? axis->out - 1 : 1);
    else
        set_quotient(share, (2 * i + before[how]) * axis->q - after[how] * axis->p, 2 * axis->p);
    if (fmpq_sgn(share) < 0)
        fmpq_zero(share);
    fmpz_fdiv_q(floor, fmpq_numref(share), fmpq_denref(share));
    if (fmpz_cmp_u64(floor, (uint64_t)axis->in - 1) >= 0)
        set_quotient(share, axis->in - 1, 1);
    fmpz_fdiv_q(floor, fmpq_numref(share), fmpq_denref(share));
    fmpq_sub_fmpz(share, share, floor);
    const int64_t first = fmpz_get_i64(floor);
    fmpz_clear(floor);
    return first;
}

// x[0] + share (x[1] - x[0])
static dag_id between(onnx_call *call, dag_id *x)
{
    fmpq_set(call->x, dag_value(call->graph, x[2]));
    fmpq_sub(call->y, dag_value(call->graph, DAG_ONE), call->x);
    dag_begin(call->graph);
    dag_add(call->graph, call->y, x[0]);
    dag_add(call->graph, call->x, x[1]);
    return dag_end(call->graph);
}

// Resizes axis k: each new entry is on the segment between two old ones. NULL on failure.
static const onnx_tensor *interpolated(onnx_call *call, const onnx_tensor *x, size_t k,
                                       const resized_axis *axis, resize_mode mode)
{
    ASSERT(k < x->shape.rank);
    const size_t size = (size_t)axis->out;
    const onnx_shape list = {1, {size}};
    onnx_view v[3] = {onnx_view_of(x), onnx_view_of(x)};
    int64_t *low = onnx_view_places(call, v, k, size);
    int64_t *high = onnx_view_places(call, v + 1, k, size);
    onnx_tensor *share = onnx_new(call, x->type, &list);
    for (size_t j = 0; share && high && j < size; j++) {
        low[j] = place_between(call->x, axis, (int64_t)j, mode);
        high[j] = low[j] + 1 < axis->in ? low[j] + 1 : low[j];
        share->id[j] = dag_constant(call->graph, call->x);
    }
    const onnx_tensor *aligned = onnx_aligned(call, share, k, x->shape.rank);
    if (call->file->failed)
        return NULL;
    v[2] = onnx_view_of(aligned);
    v[2] = onnx_view_broadcast(v + 2, &v->shape);
    return onnx_loop(call, x->type, between, v, 3, x->shape.rank);
}

// Resize, and Upsample of version 9. Scales or sizes are inputs 2 and 3, before version 11 scales
// are input 1.
const onnx_tensor *onnx_resize(onnx_call *call)
{
    static const char *const modes[] = {"nearest", "linear", NULL};
    static const char *const of_other_modes[] = {"cubic_coeff_a", "exclude_outside",
                                                 "extrapolation_value", "antialias"};
    const bool late = call->opset >= 11;
    const onnx_ints sizes = late ? onnx_list(call, NULL, 3) : (onnx_ints){0};
    const resize_mode mode = {
        onnx_choice(call, "coordinate_transformation_mode", coordinate_names,
                    late ? HALF_PIXEL : ASYMMETRIC),
        onnx_choice(call, "nearest_mode", nearest_names, late ? PREFER_FLOOR : FLOOR)};
    onnx_view v = onnx_view_of(call->input[0]);
    const bool linear = onnx_choice(call, "mode", modes, 0) == 1;
    const onnx_tensor *x = call->input[0];
    for (size_t k = 0; k < sizeof of_other_modes / sizeof *of_other_modes; k++)
        onnx_mark_used(call, of_other_modes[k]);
    const onnx_tensor *scales =
        sizes.count ? NULL : onnx_need_constant(call, late ? 2 : 1, "the scales");
    if ((scales ? scales->count : sizes.count) != v.shape.rank)
        onnx_refuse_shape(call, "expected a scale or a size for each of %zu axes", v.shape.rank);
    for (size_t k = 0; k < v.shape.rank && !call->file->failed; k++) {
        const size_t in = v.shape.dim[k];
        const resized_axis axis = find_axis(call, &sizes, scales, in, k);
        const size_t size = (size_t)axis.out;
        if (linear && in) {
            x = size == in ? x : interpolated(call, x, k, &axis, mode);
            continue;
        }
        int64_t *place = onnx_view_places(call, &v, k, size);
        for (size_t j = 0; place && j < size; j++)
            place[j] = nearest_place(&axis, (int64_t)j, mode);
    }
    return linear ? x : onnx_copy(call, &v);
}
