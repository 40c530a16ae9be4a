// Operators of ONNX that make constants, or ask for shapes and compare numbers that are known.
#include "format/onnx_ops.h"

#include "base/error.h"
#include "exact/rational.h"
#include <math.h>
#include <string.h>

// ---- Constants ----

static void put_floats(onnx_call *call, const float *value, size_t rank, size_t count)
{
    onnx_tensor *to = onnx_output(call, 0, ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT, rank, &count, 0);
    for (size_t i = 0; to && i < count; i++)
        if (isfinite(value[i]))
            rational_set_double(to->number + i, value[i]);
        else
            onnx_refuse(call, "its value is no number");
}

static void put_integers(onnx_call *call, const int64_t *value, size_t rank, size_t count)
{
    onnx_tensor *to = onnx_output(call, 0, ONNX__TENSOR_PROTO__DATA_TYPE__INT64, rank, &count, 0);
    for (size_t i = 0; to && i < count; i++)
        fmpz_set_si(fmpq_numref(to->number + i), value[i]);
}

void onnx_constant(onnx_call *call)
{
    const Onnx__TensorProto *value = onnx_tensor_attribute(call, "value");
    size_t floats;
    if (value) {
        // It lies in the file itself.
        call->failed |= !call->failed && onnx_tensor_load(call->output, value, NULL, call->error);
    } else if (onnx_has(call, "value_floats")) {
        const float *list = onnx_floats(call, "value_floats", &floats);
        put_floats(call, list, 1, floats);
    } else if (onnx_has(call, "value_float")) {
        const float one = onnx_any_float(call, "value_float", 0);
        put_floats(call, &one, 0, 1);
    } else if (onnx_has(call, "value_ints")) {
        const onnx_ints list = onnx_ints_attribute(call, "value_ints");
        put_integers(call, list.value, 1, list.count);
    } else if (onnx_has(call, "value_int")) {
        const int64_t one = onnx_int(call, "value_int", 0);
        put_integers(call, &one, 0, 1);
    } else {
        onnx_refuse(call, "expected a value of numbers");
    }
}

void onnx_constant_of_shape(onnx_call *call)
{
    const onnx_shape shape = onnx_shape_input(call, 0);
    const Onnx__TensorProto *value = onnx_tensor_attribute(call, "value");
    onnx_tensor single = {.type = ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT};
    if (value && !call->failed)
        call->failed = onnx_tensor_load(&single, value, NULL, call->error) != CREASE_OK;
    if (single.infinities || (single.number && single.count != 1))
        onnx_refuse(call, "expected one number as value");
    onnx_tensor *to = onnx_output(call, 0, single.type, shape.rank, shape.dim, 0);
    for (size_t i = 0; to && single.number && i < to->count; i++)
        fmpq_set(to->number + i, single.number);
    onnx_tensor_clear(&single);
}

void onnx_range(onnx_call *call)
{
    for (size_t k = 0; k < 3; k++) {
        onnx_need_constant(call, k, "a bound");
        if (!call->failed && call->input[k]->count != 1)
            onnx_refuse(call, "expected single numbers");
    }
    if (call->failed)
        return;
    const fmpq *start = call->input[0]->number, *step = call->input[2]->number;
    if (fmpq_is_zero(step)) {
        onnx_refuse(call, "the step is 0");
        return;
    }
    fmpq_t x;
    fmpz_t steps;
    fmpq_init(x);
    fmpz_init(steps);
    fmpq_sub(x, call->input[1]->number, start);
    fmpq_div(x, x, step);
    fmpz_cdiv_q(steps, fmpq_numref(x), fmpq_denref(x));
    if (fmpz_cmp_si(steps, ONNX_MAX_NUMBERS) > 0)
        onnx_refuse(call, "has too many numbers");
    const size_t count = fmpz_sgn(steps) < 0 || call->failed ? 0 : fmpz_get_ui(steps);
    onnx_tensor *to = onnx_output(call, 0, call->input[0]->type, 1, &count, 0);
    for (size_t i = 0; to && i < count; i++) {
        fmpq_set_ui(x, i, 1);
        fmpq_mul(x, x, step);
        fmpq_add(to->number + i, start, x);
    }
    fmpq_clear(x);
    fmpz_clear(steps);
}

// ---- Shapes ----

// One end of the part of the dimensions that is asked for.
static size_t end_of_shape(onnx_call *call, const char *name, int64_t otherwise)
{
    const int64_t rank = (int64_t)call->input[0]->rank;
    int64_t at = onnx_int(call, name, otherwise);
    at += at < 0 ? rank : 0;
    return at < 0 ? 0 : at > rank ? (size_t)rank : (size_t)at;
}

void onnx_shape_list(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const size_t start = end_of_shape(call, "start", 0);
    const size_t end = end_of_shape(call, "end", (int64_t)x->rank);
    const size_t count = end > start ? end - start : 0;
    onnx_tensor *to = onnx_output(call, 0, ONNX__TENSOR_PROTO__DATA_TYPE__INT64, 1, &count, 0);
    for (size_t k = 0; to && k < count; k++)
        fmpz_set_ui(fmpq_numref(to->number + k), x->dim[start + k]);
}

void onnx_size(onnx_call *call)
{
    onnx_tensor *to = onnx_output(call, 0, ONNX__TENSOR_PROTO__DATA_TYPE__INT64, 0, NULL, 0);
    if (to)
        fmpz_set_ui(fmpq_numref(to->number), call->input[0]->count);
}

// ---- Constants only ----

static int holds(int relation, int sign)
{
    switch (relation) {
    case ONNX_EQUAL:
        return sign == 0;
    case ONNX_LESS:
        return sign < 0;
    case ONNX_GREATER:
        return sign > 0;
    case ONNX_LESS_OR_EQUAL:
        return sign <= 0;
    default:
        return sign >= 0;
    }
}

static void compare_elements(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    const int sign = fmpq_cmp(call->input[0]->number + at[0], call->input[1]->number + at[1]);
    fmpz_set_si(fmpq_numref(to->number + i), holds(call->variant, sign));
}

void onnx_compare(onnx_call *call)
{
    if (onnx_computed(call))
        onnx_refuse(call, "a comparison of what is computed is not continuous");
    onnx_each(call, ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, compare_elements);
}

static void round_element(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    const fmpq *x = call->input[0]->number + at[0];
    (call->variant == ONNX_PLUS ? fmpz_cdiv_q : fmpz_fdiv_q)(fmpq_numref(to->number + i),
                                                             fmpq_numref(x), fmpq_denref(x));
}

void onnx_round(onnx_call *call)
{
    if (onnx_computed(call))
        onnx_refuse(call, "is not continuous");
    onnx_each(call, call->input[0]->type, round_element);
}
