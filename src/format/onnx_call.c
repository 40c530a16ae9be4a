// What an operator of ONNX is given, and how it makes its outputs.
#include "format/onnx_call.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void onnx_call_init(onnx_call *call)
{
    call->used = memory_new(call->node->n_attribute + 1, 1);
    fmpq_init(call->x);
    fmpq_init(call->y);
}

void onnx_call_clear(onnx_call *call)
{
    for (size_t i = 0; i < call->scratch_count; i++)
        free(call->scratch[i]);
    free(call->scratch);
    free(call->used);
    fmpq_clear(call->x);
    fmpq_clear(call->y);
}

static void refuse_list(onnx_call *call, const char *behind, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

static void refuse_list(onnx_call *call, const char *behind, const char *format, va_list arguments)
{
    if (call->failed)
        return;
    char *text = memory_format_list(format, arguments);
    error_set(call->error, "%s%s", text, behind);
    free(text);
    call->failed = 1;
}

void onnx_refuse(onnx_call *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_list(call, "", format, arguments);
    va_end(arguments);
}

void onnx_refuse_shape(onnx_call *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_list(call, call->open, format, arguments);
    va_end(arguments);
}

void onnx_refuse_shapes(onnx_call *call, const onnx_shape *a, const onnx_shape *b)
{
    char text[2][ONNX_SHAPE_TEXT];
    onnx_refuse_shape(call, "shapes %s and %s do not fit each other", onnx_shape_text(text[0], a),
                      onnx_shape_text(text[1], b));
}

void onnx_work(onnx_call *call, size_t count, size_t steps)
{
    uint64_t product;
    if (__builtin_mul_overflow((uint64_t)count, (uint64_t)steps, &product) ||
        product > call->budget->steps)
        onnx_refuse(call, "takes too long: the model is too large");
    else
        call->budget->steps -= product;
}

void onnx_free_later(onnx_call *call, void *memory)
{
    MEMORY_RESERVE(call->scratch, call->scratch_capacity, call->scratch_count + 1);
    call->scratch[call->scratch_count++] = memory;
}

void *onnx_scratch(onnx_call *call, size_t count, size_t size)
{
    void *memory = memory_new(count + 1, size);
    onnx_free_later(call, memory);
    return memory;
}

// ---- Attributes ----

static const Onnx__AttributeProto *named_attribute(const Onnx__NodeProto *node, const char *name,
                                                   size_t *index)
{
    for (*index = 0; *index < node->n_attribute; ++*index)
        if (node->attribute[*index]->name && !strcmp(node->attribute[*index]->name, name))
            return node->attribute[*index];
    return NULL;
}

// In a function an attribute may be that of the function's call.
static const Onnx__AttributeProto *find_attribute(onnx_call *call, const char *name)
{
    size_t i;
    const Onnx__AttributeProto *a = named_attribute(call->node, name, &i);
    call->used[i] = 1;
    for (const onnx_frame *frame = call->frame; a && a->ref_attr_name && *a->ref_attr_name;
         frame = frame ? frame->outer : NULL)
        a = frame ? named_attribute(frame->node, a->ref_attr_name, &i) : NULL;
    return a;
}

int onnx_has(onnx_call *call, const char *name)
{
    return find_attribute(call, name) != NULL;
}

const Onnx__AttributeProto *onnx_attribute(onnx_call *call, const char *name, int type)
{
    const Onnx__AttributeProto *a = find_attribute(call, name);
    if (a && a->has_type && (int)a->type != type && a->type) // old files lack the type
        onnx_refuse(call, "attribute \"%s\" has the wrong type", name);
    return call->failed ? NULL : a;
}

#define TYPE(name) ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__##name

int64_t onnx_int(onnx_call *call, const char *name, int64_t otherwise)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(INT));
    return a ? a->i : otherwise;
}

float onnx_any_float(onnx_call *call, const char *name, float otherwise)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(FLOAT));
    return a ? a->f : otherwise;
}

dag_id onnx_float(onnx_call *call, const char *name, float otherwise)
{
    const float value = onnx_any_float(call, name, otherwise);
    if (!isfinite(value))
        onnx_refuse(call, "attribute \"%s\" is not a finite number", name);
    return call->failed ? DAG_ZERO : dag_double(call->graph, value);
}

const float *onnx_floats(onnx_call *call, const char *name, size_t *count)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(FLOATS));
    *count = a ? a->n_floats : 0;
    for (size_t i = 0; i < *count; i++)
        if (!isfinite(a->floats[i]))
            onnx_refuse(call, "attribute \"%s\": number %zu is not finite", name, i);
    *count = call->failed ? 0 : *count;
    return a ? a->floats : NULL;
}

size_t onnx_choice(onnx_call *call, const char *name, const char *const *list, size_t otherwise)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(STRING));
    char found[EXCERPT_SIZE];
    if (!a)
        return otherwise;
    for (size_t i = 0; list[i]; i++)
        if (strlen(list[i]) == a->s.len && !memcmp(list[i], a->s.data, a->s.len))
            return i;
    onnx_refuse(call, "attribute \"%s\": \"%s\" is not supported", name,
                excerpt_text(found, (const char *)a->s.data, a->s.len));
    return otherwise;
}

onnx_ints onnx_ints_attribute(onnx_call *call, const char *name)
{
    const Onnx__AttributeProto *a = onnx_attribute(call, name, TYPE(INTS));
    return a ? (onnx_ints){a->ints, a->n_ints, 1} : (onnx_ints){0};
}

void onnx_check_attributes(onnx_call *call)
{
    for (size_t i = 0; i < call->node->n_attribute; i++) {
        const char *name = call->node->attribute[i]->name;
        char found[EXCERPT_SIZE];
        if (!call->used[i])
            onnx_refuse(call, "attribute \"%s\" is not known",
                        excerpt_text(found, name ? name : "", name ? strlen(name) : 0));
    }
}

// ---- Inputs ----

int onnx_given(const onnx_call *call, size_t input)
{
    return input < call->inputs && call->input[input];
}

int onnx_is_constant(const onnx_tensor *t)
{
    size_t i = 0;
    while (i < t->count && dag_is_constant(t->id[i]))
        i++;
    return i == t->count;
}

void onnx_need_constant(onnx_call *call, size_t input, const char *what)
{
    if (!onnx_given(call, input))
        onnx_refuse(call, "expected %s as input %zu, found none", what, input);
    else if (!onnx_is_constant(call->input[input]))
        onnx_refuse(call, "%s, input %zu, is computed: expected constants", what, input);
}

dag_id onnx_single(onnx_call *call, size_t input, const char *what)
{
    onnx_need_constant(call, input, what);
    if (!call->failed && call->input[input]->count != 1)
        onnx_refuse(call, "expected one number as %s, input %zu, found %zu", what, input,
                    call->input[input]->count);
    return call->failed ? DAG_ZERO : call->input[input]->id[0];
}

onnx_ints onnx_ints_input(onnx_call *call, size_t input)
{
    if (!onnx_given(call, input) || call->failed)
        return (onnx_ints){0};
    const onnx_tensor *t = call->input[input];
    int64_t *value = onnx_scratch(call, t->count, sizeof *value);
    if (!onnx_is_constant(t) || t->shape.rank > 1 || onnx_type_is_real(t->type))
        onnx_refuse(call, "input %zu: expected a list of constant integers", input);
    for (size_t i = 0; i < t->count && !call->failed; i++) {
        const fmpz *x = fmpq_numref(dag_value(call->graph, t->id[i]));
        // An integer beyond a word stands for all there is, as the largest one does.
        value[i] = fmpz_fits_si(x) ? fmpz_get_si(x) : fmpz_sgn(x) < 0 ? INT64_MIN : INT64_MAX;
    }
    return (onnx_ints){value, t->count, 1};
}

onnx_ints onnx_ints_either(onnx_call *call, const char *name, size_t input)
{
    return onnx_has(call, name) ? onnx_ints_attribute(call, name) : onnx_ints_input(call, input);
}

onnx_shape onnx_shape_input(onnx_call *call, size_t input)
{
    const onnx_ints list = onnx_ints_input(call, input);
    onnx_shape shape = {.rank = list.count};
    if (list.count > ONNX_MAX_RANK) {
        onnx_refuse(call, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK, list.count);
        shape.rank = 0;
    }
    for (size_t k = 0; k < shape.rank && !call->failed; k++) {
        if (list.value[k] < 0)
            onnx_refuse(call, "dimension %zu of the shape is %" PRId64, k, list.value[k]);
        shape.dim[k] = (size_t)list.value[k];
    }
    return shape;
}

size_t onnx_axis(onnx_call *call, int64_t axis, size_t rank)
{
    const int64_t bound = (int64_t)rank;
    if (axis < -bound || axis >= bound) {
        onnx_refuse(call, "expected an axis from %" PRId64 " to %" PRId64 ", found %" PRId64,
                    -bound, bound - 1, axis);
        return 0;
    }
    return (size_t)(axis < 0 ? axis + bound : axis);
}

onnx_tensor *onnx_output(onnx_call *call, size_t output, int type, const onnx_shape *shape)
{
    if (call->failed)
        return NULL;
    if (onnx_tensor_init(call->output + output, type, shape, call->budget, call->error)) {
        call->failed = 1;
        return NULL;
    }
    return call->output + output;
}

// ---- Shapes ----

onnx_shape onnx_broadcast(onnx_call *call, const onnx_shape *a, const onnx_shape *b)
{
    const onnx_shape *longer = a->rank >= b->rank ? a : b, *shorter = a->rank >= b->rank ? b : a;
    onnx_shape both = *longer;
    for (size_t k = 0; k < shorter->rank; k++) {
        size_t *to = both.dim + longer->rank - shorter->rank + k;
        const size_t d = shorter->dim[k];
        if (*to != d && *to != 1 && d != 1)
            onnx_refuse_shapes(call, a, b);
        *to = *to == 1 ? d : *to;
    }
    return both;
}

size_t onnx_offset(const onnx_shape *shape, const size_t *stride, size_t i)
{
    size_t at = 0;
    for (size_t k = shape->rank; k-- > 0; i /= shape->dim[k])
        at += i % shape->dim[k] * stride[k];
    return at;
}

size_t onnx_product(const onnx_shape *shape, size_t first, size_t end)
{
    size_t product = 1;
    for (size_t k = first; k < end; k++)
        if (__builtin_mul_overflow(product, shape->dim[k], &product))
            return SIZE_MAX;
    return product;
}

void onnx_strides(size_t *stride, const onnx_shape *shape)
{
    size_t next = 1;
    for (size_t k = shape->rank; k-- > 0; next *= shape->dim[k])
        stride[k] = next;
}

void onnx_broadcast_strides(size_t *stride, const onnx_shape *own, const onnx_shape *shape)
{
    const size_t more = shape->rank - own->rank;
    memset(stride, 0, more * sizeof *stride);
    onnx_strides(stride + more, own);
    for (size_t k = 0; k < own->rank; k++)
        stride[more + k] = own->dim[k] == 1 ? 0 : stride[more + k];
}

void onnx_align(onnx_call *call, size_t input, size_t axis)
{
    onnx_tensor *t = onnx_scratch(call, 1, sizeof *t); // borrows its numbers
    *t = *call->input[input];
    if (t->shape.rank == 1)
        for (size_t k = axis + 1; k < call->input[0]->shape.rank; k++)
            t->shape.dim[t->shape.rank++] = 1;
    call->input[input] = t;
}

// ---- Element by element ----

void onnx_each(onnx_call *call, int type, onnx_element *element)
{
    onnx_shape shape = call->input[0]->shape;
    for (size_t k = 1; k < call->inputs; k++)
        if (call->input[k])
            shape = onnx_broadcast(call, &shape, &call->input[k]->shape);
    onnx_tensor *to = onnx_output(call, 0, type, &shape);
    onnx_work(call, to ? to->count : 0, call->inputs);
    if (call->failed)
        return;
    dag_id *x = onnx_scratch(call, call->inputs, sizeof *x);
    size_t(*stride)[ONNX_MAX_RANK] = onnx_scratch(call, call->inputs, sizeof *stride);
    for (size_t k = 0; k < call->inputs; k++)
        if (call->input[k])
            onnx_broadcast_strides(stride[k], &call->input[k]->shape, &shape);
    for (size_t i = 0; i < to->count && !call->failed; i++) {
        for (size_t k = 0; k < call->inputs; k++)
            x[k] =
                call->input[k] ? call->input[k]->id[onnx_offset(&shape, stride[k], i)] : DAG_NONE;
        to->id[i] = element(call, x);
    }
}

// ---- Elements in other places ----

onnx_map onnx_map_init(const onnx_call *call)
{
    onnx_map map = {.shape = call->input[0]->shape};
    onnx_strides(map.stride, &map.shape);
    return map;
}

int64_t *onnx_map_axis(onnx_call *call, onnx_map *map, size_t axis, size_t *size)
{
    if (*size > ONNX_MAX_NUMBERS)
        onnx_refuse(call, "axis %zu would have %zu places: a model may compute %d numbers", axis,
                    *size, ONNX_MAX_NUMBERS);
    *size = call->failed ? 0 : *size;
    map->shape.dim[axis] = *size;
    return map->place[axis] = onnx_scratch(call, *size, sizeof **map->place);
}

void onnx_move(onnx_call *call, onnx_tensor *to, const onnx_shape *shape, const onnx_map *map,
               dag_id fill)
{
    const onnx_tensor *x = call->input[0];
    call->failed = call->failed || onnx_tensor_init(to, x->type, shape ? shape : &map->shape,
                                                    call->budget, call->error) != CREASE_OK;
    for (size_t i = 0; !call->failed && i < to->count; i++) {
        int64_t at = 0;
        for (size_t k = map->shape.rank, rest = i; k-- > 0; rest /= map->shape.dim[k]) {
            const size_t j = rest % map->shape.dim[k];
            const int64_t place = map->place[k] ? map->place[k][j] : (int64_t)j;
            at += place < 0 ? place : place * (int64_t)map->stride[k];
        }
        to->id[i] = at >= 0 ? x->id[at] : at > ONNX_BEYOND / 2 ? fill : DAG_NONE;
    }
}

void onnx_reshape_to(onnx_call *call, const onnx_shape *shape)
{
    const onnx_tensor *x = call->input[0];
    onnx_tensor *to = onnx_output(call, 0, x->type, shape);
    char text[2][ONNX_SHAPE_TEXT];
    if (to && to->count != x->count)
        onnx_refuse_shape(call, "%zu numbers of shape %s do not fit the shape %s", x->count,
                          onnx_shape_text(text[0], &x->shape), onnx_shape_text(text[1], shape));
    if (!call->failed)
        memcpy(to->id, x->id, x->count * sizeof *x->id);
}
