// The inputs and attributes of an ONNX operator, and the tensors that it makes.
#include "format/onnx_call.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/words64.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

void *onnx_refuse_shapes(onnx_call *call, const onnx_shape *a, const onnx_shape *b)
{
    char text[2][ONNX_SHAPE_TEXT];
    return onnx_refuse_shape(call, "shapes %s and %s do not fit each other",
                             onnx_shape_text(text[0], a), onnx_shape_text(text[1], b));
}

void onnx_work(onnx_call *call, size_t count, size_t steps)
{
    uint64_t product;
    if (__builtin_mul_overflow((uint64_t)count, (uint64_t)steps, &product) ||
        product > call->file->steps)
        onnx_refuse(call, "takes too long: the model is too large");
    else
        call->file->steps -= product;
}

void *onnx_scratch(onnx_call *call, size_t count, size_t size)
{
    return arena_new(&call->file->scratch, count, size);
}

// ---- Attributes ----

static const Onnx__AttributeProto *named_attribute(const Onnx__NodeProto *node, const char *name,
                                                   unsigned char *used)
{
    for (size_t i = 0; i < node->n_attribute; i++)
        if (node->attribute[i]->name && !strcmp(node->attribute[i]->name, name)) {
            if (used)
                used[i] = 1;
            return node->attribute[i];
        }
    return NULL;
}

// In a function an attribute may be that of the function's call. Old files lack the type.
const Onnx__AttributeProto *onnx_attribute(onnx_call *call, const char *name, int type)
{
    const Onnx__AttributeProto *a = named_attribute(call->node, name, call->used);
    for (const onnx_frame *frame = call->frame; a && a->ref_attr_name && *a->ref_attr_name;
         frame = frame ? frame->outer : NULL)
        a = frame ? named_attribute(frame->node, a->ref_attr_name, NULL) : NULL;
    if (a && type && a->has_type && a->type && (int)a->type != type)
        return onnx_refuse(call, "attribute \"%s\" has the wrong type", name);
    return call->file->failed ? NULL : a;
}

void onnx_mark_used(onnx_call *call, const char *name)
{
    onnx_attribute(call, name, 0);
}

bool onnx_has(onnx_call *call, const char *name)
{
    return onnx_attribute(call, name, 0) != NULL;
}

#define TYPE(name) ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__##name

int64_t onnx_int(onnx_call *call, const char *name, int64_t otherwise)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(INT));
    return a ? a->i : otherwise;
}

const onnx_tensor *onnx_float(onnx_call *call, const char *name, float otherwise)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(FLOAT));
    const float value = a ? a->f : otherwise;
    if (!isfinite(value))
        return onnx_refuse(call, "attribute \"%s\" is not a finite number", name);
    onnx_tensor *t = onnx_new(call, ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT, &(onnx_shape){0});
    if (t)
        t->id[0] = dag_double(call->graph, value);
    return t;
}

size_t onnx_choice(onnx_call *call, const char *name, const char *const *list, size_t otherwise)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(STRING));
    char excerpt[EXCERPT_SIZE];
    if (!a)
        return otherwise;
    for (size_t i = 0; list[i]; i++)
        if (strlen(list[i]) == a->s.len && !memcmp(list[i], a->s.data, a->s.len))
            return i;
    onnx_refuse(call, "attribute \"%s\": \"%s\" is not supported", name,
                excerpt_text(excerpt, (const char *)a->s.data, a->s.len));
    return otherwise;
}

const onnx_tensor *onnx_attribute_tensor(onnx_call *call, const char *name)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, 0);
    if (!a)
        return NULL;
    if (a->t)
        return onnx_tensor_load(call->file, a->t);
    if (a->sparse_tensor)
        return onnx_sparse_load(call->file, a->sparse_tensor);
    const bool is_list = a->type == TYPE(FLOATS) || a->type == TYPE(INTS);
    const bool is_real = a->type == TYPE(FLOATS) || a->type == TYPE(FLOAT);
    if (!is_list && !is_real && a->type != TYPE(INT))
        return onnx_refuse(call, "attribute \"%s\" has the wrong type", name);
    const onnx_shape shape = {(size_t)is_list, {is_real ? a->n_floats : a->n_ints}};
    onnx_tensor *tensor = onnx_new(
        call, is_real ? ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT : ONNX__TENSOR_PROTO__DATA_TYPE__INT64,
        &shape);
    for (size_t i = 0; tensor && i < tensor->count; i++) {
        const float real = is_list ? is_real ? a->floats[i] : 0 : a->f;
        if (is_real && !isfinite(real))
            return onnx_refuse(call, "attribute \"%s\": number %zu is not finite", name, i);
        fmpz_set_i64(fmpq_numref(call->x), is_real ? 0 : is_list ? a->ints[i] : a->i);
        fmpz_one(fmpq_denref(call->x));
        tensor->id[i] =
            is_real ? dag_double(call->graph, real) : dag_constant(call->graph, call->x);
    }
    return tensor;
}

void onnx_check_attributes(onnx_call *call)
{
    for (size_t i = 0; i < call->node->n_attribute; i++) {
        const char *name = call->node->attribute[i]->name;
        char excerpt[EXCERPT_SIZE];
        if (!call->used[i])
            onnx_refuse(call, "attribute \"%s\" is not known",
                        excerpt_of(excerpt, name ? name : ""));
    }
}

onnx_ints onnx_list(onnx_call *call, const char *name, size_t input)
{
    const Onnx__AttributeProto *a = name ? onnx_attribute(call, name, TYPE(INTS)) : NULL;
    if (a)
        return (onnx_ints){a->ints, a->n_ints, 1};
    if (!onnx_given(call, input) || call->file->failed)
        return (onnx_ints){0};
    const onnx_tensor *t = call->input[input];
    int64_t *value = onnx_scratch(call, t->count, sizeof *value);
    if (!onnx_is_constant(t) || t->shape.rank > 1 || onnx_type_is_real(t->type))
        onnx_refuse(call, "input %zu: expected a list of constant integers", input);
    for (size_t i = 0; i < t->count && !call->file->failed; i++) {
        const fmpz *x = fmpq_numref(dag_value(call->graph, t->id[i]));
        // An integer beyond a word stands for all there is, as the largest one does.
        value[i] = fmpz_bits(x) < 64 ? fmpz_get_i64(x) : fmpz_sgn(x) < 0 ? INT64_MIN : INT64_MAX;
    }
    return (onnx_ints){value, t->count, 1};
}

onnx_shape onnx_shape_input(onnx_call *call, size_t input)
{
    const onnx_ints list = onnx_list(call, NULL, input);
    onnx_shape shape = {0};
    if (list.count > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK, list.count);
    for (size_t k = 0; k < list.count && !call->file->failed; k++) {
        if (list.value[k] < 0)
            onnx_refuse(call, "dimension %zu of the shape is %" PRId64, k, list.value[k]);
        shape.dim[shape.rank++] = (size_t)list.value[k];
    }
    return shape;
}

// ---- Inputs ----

bool onnx_given(const onnx_call *call, size_t input)
{
    return input < call->inputs && call->input[input];
}

const onnx_tensor *onnx_need_constant(onnx_call *call, size_t input, const char *what)
{
    if (!onnx_given(call, input))
        return onnx_refuse(call, "expected %s as input %zu, found none", what, input);
    if (!onnx_is_constant(call->input[input]))
        return onnx_refuse(call, "%s, input %zu, is computed: expected constants", what, input);
    return call->input[input];
}

dag_id onnx_single(onnx_call *call, size_t input, const char *what)
{
    const onnx_tensor *t = onnx_need_constant(call, input, what);
    if (t && t->count != 1)
        onnx_refuse(call, "expected one number as %s, input %zu, found %zu", what, input, t->count);
    return call->file->failed ? DAG_ZERO : t->id[0];
}

size_t onnx_axis(onnx_call *call, int64_t axis, size_t rank)
{
    ASSERT(rank <= ONNX_MAX_RANK);
    const int64_t bound = (int64_t)rank;
    if (axis < -bound || axis >= bound) {
        onnx_refuse(call, "expected an axis from %" PRId64 " to %" PRId64 ", found %" PRId64,
                    -bound, bound - 1, axis);
        return 0;
    }
    return (size_t)(axis < 0 ? axis + bound : axis);
}

// ---- Tensors made of others ----

onnx_tensor *onnx_new(onnx_call *call, int type, const onnx_shape *shape)
{
    return call->file->failed ? NULL : onnx_tensor_new(call->file, type, shape);
}

const onnx_tensor *onnx_reshaped(onnx_call *call, const onnx_tensor *x, const onnx_shape *shape)
{
    char text[2][ONNX_SHAPE_TEXT];
    if (call->file->failed)
        return NULL;
    if (onnx_product(shape, 0, shape->rank) != x->count)
        return onnx_refuse_shape(call, "%zu numbers of shape %s do not fit the shape %s", x->count,
                                 onnx_shape_text(text[0], &x->shape),
                                 onnx_shape_text(text[1], shape));
    onnx_tensor *t = arena_new(&call->file->memory, 1, sizeof *t);
    *t = (onnx_tensor){x->type, *shape, x->count, x->id, x->compares};
    return t;
}

const onnx_tensor *onnx_aligned(onnx_call *call, const onnx_tensor *x, size_t axis, size_t rank)
{
    ASSERT(axis <= rank && rank <= ONNX_MAX_RANK);
    onnx_shape shape = {.rank = 1};
    if (call->file->failed || x->shape.rank != 1)
        return x;
    for (shape.dim[0] = x->count; shape.rank < rank - axis; shape.rank++)
        shape.dim[shape.rank] = 1;
    return onnx_reshaped(call, x, &shape);
}

onnx_shape onnx_broadcast(onnx_call *call, const onnx_shape *a, const onnx_shape *b)
{
    const onnx_shape *longer = a->rank >= b->rank ? a : b, *shorter = a->rank >= b->rank ? b : a;
    onnx_shape both = *longer;
    for (size_t k = 0; k < shorter->rank; k++) {
        size_t *dim = both.dim + longer->rank - shorter->rank + k;
        const size_t other = shorter->dim[k];
        if (*dim != other && *dim != 1 && other != 1)
            onnx_refuse_shapes(call, a, b);
        *dim = *dim == 1 ? other : *dim;
    }
    return both;
}

const onnx_tensor *onnx_each(onnx_call *call, int type, onnx_element *element,
                             const onnx_tensor *const *x, size_t count)
{
    ASSERT(count > 0);
    static const dag_id none = DAG_NONE;
    onnx_shape shape = {0};
    onnx_view *view = onnx_scratch(call, count, sizeof *view);
    for (size_t k = 0; k < count && !call->file->failed; k++)
        if (x[k])
            shape = onnx_broadcast(call, &shape, &x[k]->shape);
    for (size_t k = 0; k < count && !call->file->failed; k++) {
        const onnx_view own = x[k] ? onnx_view_of(x[k]) : (onnx_view){.id = &none};
        view[k] = onnx_view_broadcast(&own, &shape);
    }
    return onnx_loop(call, type, element, view, count, shape.rank);
}

// ---- Views ----

onnx_view onnx_view_of(const onnx_tensor *t)
{
    onnx_view v = {.shape = t->shape, .id = t->id};
    size_t next = 1;
    for (size_t k = v.shape.rank; k-- > 0; next *= v.shape.dim[k])
        v.stride[k] = next;
    return v;
}

onnx_view onnx_view_broadcast(const onnx_view *v, const onnx_shape *shape)
{
    ASSERT(v->shape.rank <= shape->rank && shape->rank <= ONNX_MAX_AXES);
    onnx_view wide = {.shape = *shape, .id = v->id};
    const size_t more = shape->rank - v->shape.rank;
    for (size_t k = 0; k < v->shape.rank; k++)
        wide.stride[more + k] = v->shape.dim[k] == 1 ? 0 : v->stride[k];
    return wide;
}

void onnx_view_add(onnx_view *v, size_t size, size_t stride)
{
    ASSERT(v->shape.rank < ONNX_MAX_AXES);
    v->stride[v->shape.rank] = stride;
    v->shape.dim[v->shape.rank++] = size;
}

int64_t *onnx_view_places(onnx_call *call, onnx_view *v, size_t axis, size_t size)
{
    ASSERT(axis < v->shape.rank);
    if (v->place[axis])
        onnx_refuse(call, "axis %zu is named twice", axis);
    if (size > ONNX_MAX_NUMBERS)
        onnx_refuse(call, "axis %zu would have %zu places: a model may compute %d numbers", axis,
                    size, ONNX_MAX_NUMBERS);
    if (call->file->failed)
        return NULL;
    int64_t *place = onnx_scratch(call, size, sizeof *place);
    v->shape.dim[axis] = size;
    v->place[axis] = place;
    return place;
}

// The place whose number a place has, which may be outside of the axis.
static int64_t inner_place(int64_t place, int64_t size, onnx_outside outside)
{
    ASSERT(size >= 0);
    ASSERT(outside == ONNX_FILLED || size > 0);
    if ((place >= 0 && place < size) || outside == ONNX_FILLED)
        return place >= 0 && place < size ? place : ONNX_FILL;
    if (outside == ONNX_EDGE)
        return place < 0 ? 0 : size - 1;
    const int64_t period = outside == ONNX_WRAP ? size : size > 1 ? 2 * size - 2 : 1;
    const int64_t rest = (place % period + period) % period;
    return rest < size ? rest : period - rest;
}

void onnx_view_steps(onnx_call *call, onnx_view *v, size_t axis, int64_t from, int64_t step,
                     size_t size, onnx_outside outside)
{
    ASSERT(axis < v->shape.rank);
    const int64_t own = (int64_t)v->shape.dim[axis];
    int64_t *place = onnx_view_places(call, v, axis, size);
    for (size_t j = 0; place && j < size; j++)
        place[j] = inner_place(from + (int64_t)j * step, own, outside);
}

// The offset of number i along axes first .. end - 1 from the place along the others.
static int64_t view_offset(const onnx_view *v, size_t first, size_t end, size_t i)
{
    ASSERT(first <= end && end <= v->shape.rank);
    int64_t offset = 0;
    for (size_t k = end; k-- > first; i /= v->shape.dim[k]) {
        const size_t j = i % v->shape.dim[k];
        const int64_t place = v->place[k] ? v->place[k][j] : (int64_t)j;
        offset += place < 0 ? place : place * (int64_t)v->stride[k];
    }
    return offset;
}

const onnx_tensor *onnx_loop(onnx_call *call, int type, onnx_element *element, const onnx_view *v,
                             size_t views, size_t outer)
{
    if (call->file->failed)
        return NULL;
    ASSERT(views > 0 && outer <= v->shape.rank);
    onnx_shape shape = v->shape;
    shape.rank = outer;
    onnx_tensor *result = onnx_new(call, type, &shape);
    size_t *count = onnx_scratch(call, views, sizeof *count), total = 0;
    int64_t **inner = onnx_scratch(call, views, sizeof *inner);
    for (size_t k = 0; k < views; k++) {
        count[k] = onnx_product(&v[k].shape, outer, v[k].shape.rank);
        onnx_work(call, result ? result->count : 0, count[k]);
        total += count[k];
    }
    if (call->file->failed || result->count == 0)
        return result;
    for (size_t k = 0; k < views; k++) {
        inner[k] = onnx_scratch(call, count[k], sizeof **inner);
        for (size_t j = 0; j < count[k]; j++)
            inner[k][j] = view_offset(v + k, outer, v[k].shape.rank, j);
    }
    dag_id *x = onnx_scratch(call, total, sizeof *x);
    for (size_t i = 0; i < result->count && !call->file->failed; i++) {
        dag_id *next = x;
        for (size_t k = 0; k < views; k++) {
            const int64_t start = view_offset(v + k, 0, outer, i);
            for (size_t j = 0; j < count[k]; j++) {
                const int64_t offset = start + inner[k][j];
                *next++ = offset >= 0                ? v[k].id[offset]
                          : offset > ONNX_BEYOND / 2 ? v[k].fill
                                                     : DAG_NONE;
            }
        }
        call->count = total;
        result->id[i] = element(call, x);
    }
    return result;
}

static dag_id same_element(onnx_call *call, dag_id *x)
{
    (void)call;
    return x[0];
}

const onnx_tensor *onnx_copy(onnx_call *call, const onnx_view *v)
{
    ASSERT(call->inputs > 0 && call->input[0]);
    return onnx_loop(call, call->input[0]->type, same_element, v, 1, v->shape.rank);
}
