// Operators of ONNX that make constants or compute with them only.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "format/onnx_ops.h"

#include "exact/interval.h"
#include <stdio.h>
#include <stdlib.h>

// ---- Made of attributes and shapes ----

const onnx_tensor *onnx_constant(onnx_call *call)
{
    static const char *const names[] = {"value",        "sparse_value", "value_float",
                                        "value_floats", "value_int",    "value_ints"};
    const onnx_tensor *value = NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names && !value; k++)
        value = onnx_attribute_tensor(call, names[k]);
    return value ? value : onnx_refuse(call, "expected a value of numbers");
}

const onnx_tensor *onnx_constant_of_shape(onnx_call *call)
{
    const onnx_shape shape = onnx_shape_input(call, 0);
    const onnx_tensor *value = onnx_attribute_tensor(call, "value");
    if (value && value->count != 1)
        onnx_refuse(call, "expected one number as value");
    onnx_tensor *tensor =
        onnx_new(call, value ? value->type : ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT, &shape);
    for (size_t i = 0; tensor && i < tensor->count; i++)
        tensor->id[i] = value ? value->id[0] : DAG_ZERO;
    return tensor;
}

// A list of sizes, or the first of them only.
static const onnx_tensor *size_tensor(onnx_call *call, const size_t *size, const onnx_shape *shape)
{
    onnx_tensor *tensor = onnx_new(call, ONNX__TENSOR_PROTO__DATA_TYPE__INT64, shape);
    for (size_t i = 0; tensor && i < tensor->count; i++) {
        fmpq_set_ui(call->x, size[i], 1);
        tensor->id[i] = dag_constant(call->graph, call->x);
    }
    return tensor;
}

// One end of the dimensions that are asked for.
static size_t end_of_shape(onnx_call *call, const char *name, int64_t otherwise)
{
    const int64_t rank = (int64_t)call->input[0]->shape.rank;
    int64_t end = onnx_int(call, name, otherwise);
    end += end < 0 ? rank : 0;
    return end < 0 ? 0 : end > rank ? (size_t)rank : (size_t)end;
}

const onnx_tensor *onnx_shape_list(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const size_t start = end_of_shape(call, "start", 0);
    const size_t end = end_of_shape(call, "end", (int64_t)x->rank);
    return size_tensor(call, x->dim + start, &(onnx_shape){1, {end > start ? end - start : 0}});
}

const onnx_tensor *onnx_size(onnx_call *call)
{
    return size_tensor(call, &call->input[0]->count, &(onnx_shape){0});
}

// ---- Element by element ----
//
// Constants stay exact as long as they are rational. Irrational ones become the nearest number of
// the type, found from 512 bits; these decide the rounding of algebraic functions of floats.

enum { BITS = 512, MOST_BITS = 1 << 16, MOST_EXPONENT = 4096 };

static dag_id put_constant(onnx_call *call)
{
    return call->file->failed ? DAG_ZERO : dag_constant(call->graph, call->x);
}

// x = its root, if that is rational.
static bool take_root(fmpq_t x)
{
    if (fmpq_sgn(x) < 0 || !fmpz_is_square(fmpq_numref(x)) || !fmpz_is_square(fmpq_denref(x)))
        return false;
    fmpz_sqrt(fmpq_numref(x), fmpq_numref(x));
    fmpz_sqrt(fmpq_denref(x), fmpq_denref(x));
    return true;
}

// x = a function of x, or x^y if there is none, rounded to the type.
static void round_function(onnx_call *call, fmpq_t x, const fmpq_t y, int type,
                           onnx_function *function)
{
    mpfr_t a, b;
    mpfr_inits2(BITS, a, b, (mpfr_ptr)NULL);
    fmpq_get_mpfr(a, x, MPFR_RNDN);
    fmpq_get_mpfr(b, y, MPFR_RNDN);
    if (function)
        function(a, a, MPFR_RNDN);
    else
        mpfr_pow(a, a, b, MPFR_RNDN);
    if (!mpfr_number_p(a)) {
        onnx_refuse(call, "is not a finite number for one of its constants");
    } else if (mpfr_zero_p(a) || mpfr_get_exp(a) < -MOST_EXPONENT) {
        fmpq_zero(x);
    } else if (mpfr_get_exp(a) > MOST_EXPONENT) {
        onnx_refuse(call, "a constant is beyond the range of %s", onnx_type_name(type));
    } else {
        rational_set_mpfr(x, a);
        onnx_type_round(x, type, call->file);
    }
    mpfr_clears(a, b, (mpfr_ptr)NULL);
    snprintf(call->note, sizeof call->note, "constants rounded to %s", onnx_type_name(type));
}

dag_id onnx_real(onnx_call *call, dag_id *x)
{
    fmpq_set(call->x, dag_value(call->graph, x[0]));
    if (call->op->function != mpfr_sqrt || !take_root(call->x))
        round_function(call, call->x, call->y, call->input[0]->type, call->op->function);
    return put_constant(call);
}

// x / sqrt(square) = sqrt(x^2 / square) with the sign of x
void onnx_over_root(onnx_call *call, fmpq_t x, const fmpq_t square, int type)
{
    const int sign = fmpq_sgn(x);
    fmpq_mul(x, x, x);
    fmpq_div(x, x, square);
    if (!take_root(x))
        round_function(call, x, square, type, mpfr_sqrt);
    if (sign < 0)
        fmpq_neg(x, x);
}

// base = base^exponent, as long as that is rational. The exponents of floats have denominators 2^k.
static bool rational_power(onnx_call *call, fmpq_t base, fmpq_t exponent)
{
    while (fmpz_is_even(fmpq_denref(exponent)) && take_root(base))
        fmpq_mul_2exp(exponent, exponent, 1);
    if (!fmpz_is_one(fmpq_denref(exponent)))
        return false;
    const fmpz *e = fmpq_numref(exponent);
    const ulong bits = fmpz_bits(fmpq_numref(base)) + fmpz_bits(fmpq_denref(base));
    if (fmpq_is_zero(base) && fmpz_sgn(e) < 0)
        onnx_refuse(call, "the divisor is zero");
    else if (bits > 2 && (fmpz_bits(e) > 24 || bits * (ulong)labs(fmpz_get_si(e)) > MOST_BITS))
        return false;
    else if (bits > 2)
        fmpq_pow_si(base, base, fmpz_get_si(e));
    else if (fmpz_is_zero(e) || (fmpz_is_even(e) && !fmpq_is_zero(base)))
        fmpq_one(base);
    return true;
}

dag_id onnx_power(onnx_call *call, dag_id *x)
{
    const int type = call->input[0]->type;
    fmpq *base = call->x, *exponent = call->y;
    fmpq_set(base, dag_value(call->graph, x[0]));
    fmpq_set(exponent, dag_value(call->graph, call->inputs > 1 ? x[1] : DAG_MINUS_ONE));
    if (!rational_power(call, base, exponent))
        round_function(call, base, exponent, type, NULL);
    if (!onnx_type_is_real(type))
        onnx_type_round(base, type, call->file);
    return put_constant(call);
}

// The variant has bit k if the result is true for less (0), equal (1) or greater (2); or, below,
// for k true inputs.
dag_id onnx_compare(onnx_call *call, dag_id *x)
{
    const int sign = fmpq_cmp(dag_value(call->graph, x[0]), dag_value(call->graph, x[1]));
    return call->op->variant >> ((sign > 0) - (sign < 0) + 1) & 1 ? DAG_ONE : DAG_ZERO;
}

dag_id onnx_logic(onnx_call *call, dag_id *x)
{
    const int count = (x[0] != DAG_ZERO) + (call->count > 1 && x[1] != DAG_ZERO);
    return call->op->variant >> count & 1 ? DAG_ONE : DAG_ZERO;
}

// n = the integer nearest to p / q, ties to even.
void onnx_nearest(fmpz_t n, const fmpz_t p, const fmpz_t q)
{
    fmpz_t twice, odd;
    fmpz_init(twice);
    fmpz_init(odd);
    fmpz_mul_2exp(twice, p, 1);
    fmpz_add(twice, twice, q);
    fmpz_mul_2exp(odd, q, 1);
    const int tie = fmpz_divisible(twice, odd);
    fmpz_fdiv_q(n, twice, odd);
    if (tie && fmpz_is_odd(n))
        fmpz_sub_ui(n, n, 1);
    fmpz_clear(twice);
    fmpz_clear(odd);
}

void onnx_sign(fmpz_t n, const fmpz_t p, const fmpz_t q)
{
    (void)q;
    fmpz_set_si(n, fmpz_sgn(p));
}

dag_id onnx_whole(onnx_call *call, dag_id *x)
{
    const fmpq *from = dag_value(call->graph, x[0]);
    fmpq whole = {0, 1};
    call->op->whole(&whole.num, fmpq_numref(from), fmpq_denref(from));
    fmpq_swap(call->x, &whole);
    fmpq_clear(&whole);
    return put_constant(call);
}

// x - y q, where q is x / y rounded down, or towards zero if fmod is set.
dag_id onnx_modulo(onnx_call *call, dag_id *x)
{
    const fmpq *divisor = dag_value(call->graph, x[1]);
    const int64_t towards_zero = onnx_int(call, "fmod", 0);
    fmpq *rest = call->x, *whole = call->y;
    fmpq_zero(whole);
    if (fmpq_is_zero(divisor)) {
        onnx_refuse(call, "the divisor is zero");
    } else {
        fmpq_div(rest, dag_value(call->graph, x[0]), divisor);
        (towards_zero ? fmpz_tdiv_q : fmpz_fdiv_q)(fmpq_numref(whole), fmpq_numref(rest),
                                                   fmpq_denref(rest));
        fmpq_sub(rest, rest, whole);
        fmpq_mul(rest, rest, divisor);
    }
    return put_constant(call);
}

// ---- Ranges ----

// From a start by steps up to a limit.
const onnx_tensor *onnx_range(onnx_call *call)
{
    static const char *const names[] = {"the start", "the limit", "the step"};
    dag_id given[3];
    for (size_t k = 0; k < 3; k++)
        given[k] = onnx_single(call, k, names[k]);
    if (!call->file->failed && given[2] == DAG_ZERO)
        onnx_refuse(call, "the step is zero");
    if (call->file->failed)
        return NULL;
    fmpz_t count;
    fmpz_init(count);
    fmpq_sub(call->x, dag_value(call->graph, given[1]), dag_value(call->graph, given[0]));
    fmpq_div(call->x, call->x, dag_value(call->graph, given[2]));
    fmpz_cdiv_q(count, fmpq_numref(call->x), fmpq_denref(call->x));
    const size_t size = fmpz_sgn(count) <= 0                       ? 0
                        : fmpz_cmp_si(count, ONNX_MAX_NUMBERS) > 0 ? ONNX_MAX_NUMBERS + 1
                                                                   : fmpz_get_ui(count);
    fmpz_clear(count);
    onnx_tensor *range = onnx_new(call, call->input[0]->type, &(onnx_shape){1, {size}});
    fmpq_set(call->x, dag_value(call->graph, given[0]));
    for (size_t i = 0; range && i < size; i++) {
        range->id[i] = dag_constant(call->graph, call->x);
        fmpq_add(call->x, call->x, dag_value(call->graph, given[2]));
    }
    return range;
}
