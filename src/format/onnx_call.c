// What an operator of ONNX is given, and how it makes its outputs.
#include "format/onnx_call.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void onnx_call_init(onnx_call *call)
{
    call->used = memory_new(call->node->n_attribute + 1, 1);
    fmpq_init(call->one);
    fmpq_init(call->minus_one);
    fmpq_one(call->one);
    fmpq_set_si(call->minus_one, -1, 1);
}

void onnx_call_clear(onnx_call *call)
{
    for (size_t i = 0; i < call->scratch_count; i++)
        free(call->scratch[i]);
    for (size_t i = 0; i < call->numbers; i++)
        _fmpq_vec_clear(call->number[i], 1);
    free(call->number);
    free(call->scratch);
    free(call->used);
    fmpq_clear(call->one);
    fmpq_clear(call->minus_one);
}

void onnx_refuse(onnx_call *call, const char *format, ...)
{
    if (call->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    char *text = memory_format_list(format, arguments);
    va_end(arguments);
    error_set(call->error, "%s", text);
    free(text);
    call->failed = 1;
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

void *onnx_scratch(onnx_call *call, size_t count, size_t size)
{
    MEMORY_RESERVE(call->scratch, call->scratch_capacity, call->scratch_count + 1);
    return call->scratch[call->scratch_count++] = memory_new(count + 1, size);
}

// ---- Attributes ----

static size_t find_attribute(const onnx_call *call, const char *name)
{
    size_t i = 0;
    while (i < call->node->n_attribute &&
           (!call->node->attribute[i]->name || strcmp(call->node->attribute[i]->name, name) != 0))
        i++;
    return i;
}

int onnx_has(const onnx_call *call, const char *name)
{
    return find_attribute(call, name) < call->node->n_attribute;
}

// NULL if it is not given. Old files do not tell the type.
static const Onnx__AttributeProto *attribute(onnx_call *call, const char *name,
                                             Onnx__AttributeProto__AttributeType type)
{
    size_t i = find_attribute(call, name);
    if (i == call->node->n_attribute)
        return NULL;
    call->used[i] = 1;
    const Onnx__AttributeProto *a = call->node->attribute[i];
    if (a->has_type && a->type != type && a->type)
        onnx_refuse(call, "attribute \"%s\" has the wrong type", name);
    if (a->ref_attr_name && *a->ref_attr_name)
        onnx_refuse(call, "attribute \"%s\" is that of a function, which is not supported", name);
    return call->failed ? NULL : a;
}

int64_t onnx_int(onnx_call *call, const char *name, int64_t otherwise)
{
    const Onnx__AttributeProto *a =
        attribute(call, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT);
    return a ? a->i : otherwise;
}

float onnx_any_float(onnx_call *call, const char *name, float otherwise)
{
    const Onnx__AttributeProto *a =
        attribute(call, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT);
    return a ? a->f : otherwise;
}

fmpq *onnx_number(onnx_call *call)
{
    MEMORY_RESERVE(call->number, call->number_capacity, call->numbers + 1);
    return call->number[call->numbers++] = _fmpq_vec_init(1);
}

const fmpq *onnx_float(onnx_call *call, const char *name, float otherwise)
{
    const float value = onnx_any_float(call, name, otherwise);
    fmpq *x = onnx_number(call);
    if (isfinite(value))
        rational_set_double(x, value);
    else
        onnx_refuse(call, "attribute \"%s\" is no number", name);
    return x;
}

const float *onnx_floats(onnx_call *call, const char *name, size_t *count)
{
    const Onnx__AttributeProto *a =
        attribute(call, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS);
    *count = a ? a->n_floats : 0;
    for (size_t i = 0; i < *count; i++)
        if (!isfinite(a->floats[i]))
            onnx_refuse(call, "attribute \"%s\" has what is no number", name);
    *count = call->failed ? 0 : *count;
    return a ? a->floats : NULL;
}

const char *onnx_text(onnx_call *call, const char *name, const char *otherwise)
{
    const Onnx__AttributeProto *a =
        attribute(call, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING);
    if (!a)
        return otherwise;
    char *text = onnx_scratch(call, a->s.len, 1);
    if (a->s.len)
        memcpy(text, a->s.data, a->s.len);
    return text;
}

const Onnx__TensorProto *onnx_tensor_attribute(onnx_call *call, const char *name)
{
    const Onnx__AttributeProto *a =
        attribute(call, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR);
    return a ? a->t : NULL;
}

onnx_ints onnx_ints_attribute(onnx_call *call, const char *name)
{
    const Onnx__AttributeProto *a =
        attribute(call, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS);
    return a ? (onnx_ints){a->ints, a->n_ints, 1} : (onnx_ints){0};
}

void onnx_ignore(onnx_call *call, const char *names)
{
    for (size_t i = 0; i < call->node->n_attribute; i++) {
        const char *name = call->node->attribute[i]->name;
        const size_t length = name ? strlen(name) : 0;
        for (const char *at = names; length && (at = strstr(at, name)); at += length)
            if ((at == names || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
                call->used[i] = 1;
    }
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

void onnx_need_constant(onnx_call *call, size_t input, const char *what)
{
    if (!onnx_given(call, input))
        onnx_refuse(call, "expected %s as input %zu, found none", what, input);
    else if (call->input[input]->node)
        onnx_refuse(call, "%s, input %zu, is computed: expected constants", what, input);
}

onnx_ints onnx_ints_input(onnx_call *call, size_t input)
{
    if (!onnx_given(call, input) || call->failed)
        return (onnx_ints){0};
    const onnx_tensor *t = call->input[input];
    int64_t *value = onnx_scratch(call, t->count, sizeof *value);
    if (t->node || t->rank > 1 || onnx_type_is_real(t->type))
        onnx_refuse(call, "input %zu: expected a list of constant integers", input);
    for (size_t i = 0; i < t->count && !call->failed; i++) {
        const fmpq *x = t->number + i;
        // What is beyond a word stands for all there is, as the largest integer does.
        value[i] = fmpz_fits_si(fmpq_numref(x)) ? fmpz_get_si(fmpq_numref(x))
                   : fmpq_sgn(x) < 0            ? INT64_MIN
                                                : INT64_MAX;
    }
    return (onnx_ints){value, t->count, 1};
}

onnx_shape onnx_shape_input(onnx_call *call, size_t input)
{
    const onnx_ints list = onnx_ints_input(call, input);
    onnx_shape shape = {.rank = list.count};
    if (list.count > ONNX_MAX_RANK)
        onnx_refuse(call, "expected at most %d dimensions", ONNX_MAX_RANK);
    for (size_t k = 0; k < list.count && !call->failed; k++) {
        if (list.value[k] < 0)
            onnx_refuse(call, "dimension %zu of the shape is %" PRId64, k, list.value[k]);
        shape.dim[k] = (size_t)list.value[k];
    }
    return shape;
}

onnx_ints onnx_ints_either(onnx_call *call, const char *name, size_t input)
{
    return onnx_has(call, name) ? onnx_ints_attribute(call, name) : onnx_ints_input(call, input);
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

int onnx_computed(const onnx_call *call)
{
    for (size_t i = 0; i < call->inputs; i++)
        if (call->input[i] && call->input[i]->node)
            return 1;
    return 0;
}

// ---- Outputs ----

onnx_tensor *onnx_output(onnx_call *call, size_t output, int type, size_t rank, const size_t *dim,
                         int computed)
{
    if (call->failed)
        return NULL;
    if (onnx_tensor_init(call->output + output, type, rank, dim, computed, call->budget,
                         call->error)) {
        call->failed = 1;
        return NULL;
    }
    return call->output + output;
}

onnx_tensor *onnx_output_like(onnx_call *call, const onnx_tensor *t)
{
    return onnx_output(call, 0, t->type, t->rank, t->dim, t->node != NULL);
}

// ---- Elements ----

void onnx_begin(onnx_call *call)
{
    dag_begin(call->graph);
}

void onnx_add(onnx_call *call, const fmpq_t factor, const onnx_tensor *t, size_t i)
{
    if (t->node)
        dag_add(call->graph, factor, t->node[i]);
    else
        dag_add_constant(call->graph, factor, t->number + i);
}

void onnx_add_product(onnx_call *call, const onnx_tensor *a, size_t i, const onnx_tensor *b,
                      size_t k)
{
    if (a->node)
        onnx_add(call, b->number + k, a, i);
    else
        onnx_add(call, a->number + i, b, k);
}

void onnx_put(onnx_call *call, onnx_tensor *to, size_t i)
{
    if (to->node)
        to->node[i] = dag_end(call->graph);
    else
        dag_end_constant(to->number + i, call->graph);
}

void onnx_put_affine(onnx_call *call, onnx_tensor *to, size_t i, const fmpq *factor,
                     const onnx_tensor *t, size_t k, const fmpq *shift)
{
    onnx_begin(call);
    onnx_add(call, factor ? factor : call->one, t, k);
    if (shift)
        dag_add_constant(call->graph, call->one, shift);
    onnx_put(call, to, i);
}

// ---- Shapes ----

onnx_shape onnx_shape_of(const onnx_tensor *t)
{
    onnx_shape shape = {.rank = t->rank};
    memcpy(shape.dim, t->dim, sizeof shape.dim);
    return shape;
}

static void refuse_shapes(onnx_call *call, size_t a_rank, const size_t *a, size_t b_rank,
                          const size_t *b)
{
    char text[2][ONNX_SHAPE_TEXT];
    onnx_refuse(call, "shapes %s and %s do not fit each other", onnx_shape_text(text[0], a_rank, a),
                onnx_shape_text(text[1], b_rank, b));
}

void onnx_refuse_shapes(onnx_call *call, const onnx_tensor *a, const onnx_tensor *b)
{
    refuse_shapes(call, a->rank, a->dim, b->rank, b->dim);
}

onnx_shape onnx_broadcast(onnx_call *call, onnx_shape a, onnx_shape b)
{
    const onnx_shape *longer = a.rank >= b.rank ? &a : &b, *shorter = a.rank >= b.rank ? &b : &a;
    onnx_shape both = *longer;
    for (size_t k = 0; k < shorter->rank; k++) {
        const size_t at = longer->rank - shorter->rank + k, d = shorter->dim[k];
        if (both.dim[at] != d && both.dim[at] != 1 && d != 1)
            refuse_shapes(call, a.rank, a.dim, b.rank, b.dim);
        both.dim[at] = both.dim[at] == 1 ? d : both.dim[at];
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

void onnx_strides(size_t *stride, const onnx_tensor *t)
{
    size_t next = 1;
    for (size_t k = t->rank; k-- > 0; next *= t->dim[k])
        stride[k] = next;
}

// The strides of a tensor that is stretched to a shape of at least its rank: 0 along new axes and
// those of dimension 1.
static void stretched_strides(size_t *stride, const onnx_tensor *t, const onnx_shape *shape)
{
    const size_t more = shape->rank - t->rank;
    memset(stride, 0, more * sizeof *stride);
    onnx_strides(stride + more, t);
    for (size_t k = 0; k < t->rank; k++)
        stride[more + k] = t->dim[k] == 1 ? 0 : stride[more + k];
}

size_t onnx_stretched(const onnx_tensor *t, const onnx_shape *shape, size_t i)
{
    size_t stride[ONNX_MAX_RANK];
    stretched_strides(stride, t, shape);
    return onnx_offset(shape, stride, i);
}

// ---- Element by element ----

// Before version 7 the second of two inputs is put against the first where an attribute says, and
// it has dimensions 1 after that.
static void align_second(onnx_call *call)
{
    if (call->opset >= 7 || call->inputs != 2 || !onnx_has(call, "axis"))
        return;
    onnx_tensor *b = onnx_scratch(call, 1, sizeof *b); // borrows its numbers
    *b = *call->input[1];
    const size_t rank = call->input[0]->rank;
    const size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), rank);
    if (b->rank <= rank && axis > rank - b->rank)
        onnx_refuse(call, "axis %zu leaves no room for %zu dimensions", axis, b->rank);
    while (!call->failed && b->rank < rank - axis)
        b->dim[b->rank++] = 1;
    call->input[1] = b;
}

void onnx_each(onnx_call *call, int type, onnx_element element)
{
    onnx_ignore(call, call->opset < 7 ? "consumed_inputs broadcast" : "consumed_inputs");
    align_second(call);
    onnx_shape shape = onnx_shape_of(call->input[0]);
    for (size_t k = 1; k < call->inputs; k++)
        shape = onnx_broadcast(call, shape, onnx_shape_of(call->input[k]));
    onnx_tensor *to = onnx_output(call, 0, type, shape.rank, shape.dim, onnx_computed(call));
    onnx_work(call, to ? to->count : 0, call->inputs);
    if (call->failed)
        return;
    size_t *at = onnx_scratch(call, call->inputs, sizeof *at);
    size_t(*stride)[ONNX_MAX_RANK] = onnx_scratch(call, call->inputs, sizeof *stride);
    for (size_t k = 0; k < call->inputs; k++)
        stretched_strides(stride[k], call->input[k], &shape);
    for (size_t i = 0; i < to->count && !call->failed; i++) {
        for (size_t k = 0; k < call->inputs; k++)
            at[k] = onnx_offset(&shape, stride[k], i);
        element(call, to, i, at);
    }
}

// ---- Elements in other places ----

int64_t *onnx_map_axis(onnx_call *call, onnx_map *map, size_t size)
{
    int64_t *offset = size <= ONNX_MAX_NUMBERS ? onnx_scratch(call, size, sizeof *offset) : NULL;
    map->shape.dim[map->shape.rank] = size;
    return map->offset[map->shape.rank++] = offset;
}

void onnx_map_range(onnx_call *call, onnx_map *map, size_t size, int64_t first, int64_t step)
{
    int64_t *offset = onnx_map_axis(call, map, size);
    for (size_t j = 0; offset && j < size; j++)
        offset[j] = first + (int64_t)j * step;
}

void onnx_move(onnx_call *call, size_t output, const onnx_shape *shape, const onnx_map *map,
               const fmpq *fill)
{
    const onnx_tensor *x = call->input[0];
    shape = shape ? shape : &map->shape;
    onnx_tensor *to = onnx_output(call, output, x->type, shape->rank, shape->dim, x->node != NULL);
    for (size_t i = 0; to && i < to->count; i++) {
        int64_t at = 0;
        for (size_t k = map->shape.rank, rest = i; k-- > 0; rest /= map->shape.dim[k])
            at += map->offset[k][rest % map->shape.dim[k]];
        onnx_begin(call);
        if (at >= 0)
            onnx_add(call, call->one, x, (size_t)at);
        else
            dag_add_constant(call->graph, call->one, fill);
        onnx_put(call, to, i);
    }
}
