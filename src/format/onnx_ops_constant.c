// Operators of ONNX that make constants or compute with them only.
#include "format/onnx_ops.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Made of attributes and shapes ----

// A tensor of constants, of floats or of integers, a list or one number.
static void put_list(onnx_call *call, const float *f, const int64_t *n, size_t count, int list)
{
    const onnx_shape shape = {.rank = (size_t)list, .dim = {count}};
    onnx_tensor *to = onnx_output(
        call, 0, f ? ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT : ONNX__TENSOR_PROTO__DATA_TYPE__INT64,
        &shape);
    for (size_t i = 0; to && i < count && !call->failed; i++) {
        if (f && !isfinite(f[i]))
            onnx_refuse(call, "its value is not a finite number");
        fmpq_set_si(call->x, f ? 0 : n[i], 1);
        to->id[i] =
            f && !call->failed ? dag_double(call->graph, f[i]) : dag_constant(call->graph, call->x);
    }
}

// The numbers of an attribute, which lie in the file itself.
static int load_value(onnx_call *call, onnx_tensor *t)
{
    const Onnx__AttributeProto *dense =
        onnx_attribute(call, "value", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR);
    const Onnx__AttributeProto *sparse =
        onnx_attribute(call, "sparse_value", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__SPARSE_TENSOR);
    if (call->failed || !((dense && dense->t) || (sparse && sparse->sparse_tensor)))
        return 0;
    call->failed = (dense ? onnx_tensor_load(t, call->graph, dense->t, NULL, call->error)
                          : onnx_sparse_load(t, call->graph, sparse->sparse_tensor, NULL,
                                             call->budget, call->error)) != CREASE_OK;
    return !call->failed;
}

void onnx_constant(onnx_call *call)
{
    const float single = onnx_any_float(call, "value_float", 0);
    const int64_t whole = onnx_int(call, "value_int", 0);
    size_t count;
    const float *floats = onnx_floats(call, "value_floats", &count);
    const onnx_ints integers = onnx_ints_attribute(call, "value_ints");
    if (load_value(call, call->output))
        return;
    if (onnx_has(call, "value_floats"))
        put_list(call, floats ? floats : &single, NULL, count, 1);
    else if (onnx_has(call, "value_float"))
        put_list(call, &single, NULL, 1, 0);
    else if (integers.given)
        put_list(call, NULL, integers.value, integers.count, 1);
    else if (onnx_has(call, "value_int"))
        put_list(call, NULL, &whole, 1, 0);
    else
        onnx_refuse(call, "expected a value of numbers");
}

void onnx_constant_of_shape(onnx_call *call)
{
    const onnx_shape shape = onnx_shape_input(call, 0);
    onnx_tensor single = {.type = ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT};
    const int given = load_value(call, &single);
    if (given && single.count != 1)
        onnx_refuse(call, "expected one number as value");
    onnx_tensor *to = onnx_output(call, 0, single.type, &shape);
    for (size_t i = 0; to && i < to->count; i++)
        to->id[i] = given ? single.id[0] : DAG_ZERO;
    onnx_tensor_clear(&single);
}

// One end of the dimensions that are asked for.
static size_t end_of_shape(onnx_call *call, const char *name, int64_t otherwise)
{
    const int64_t rank = (int64_t)call->input[0]->shape.rank;
    int64_t at = onnx_int(call, name, otherwise);
    at += at < 0 ? rank : 0;
    return at < 0 ? 0 : at > rank ? (size_t)rank : (size_t)at;
}

void onnx_shape_list(onnx_call *call)
{
    const onnx_shape *x = &call->input[0]->shape;
    const size_t start = end_of_shape(call, "start", 0);
    const size_t end = end_of_shape(call, "end", (int64_t)x->rank);
    int64_t dim[ONNX_MAX_RANK];
    for (size_t k = start; k < end; k++)
        dim[k - start] = (int64_t)x->dim[k];
    put_list(call, NULL, dim, end > start ? end - start : 0, 1);
}

void onnx_size(onnx_call *call)
{
    const int64_t count = (int64_t)call->input[0]->count;
    put_list(call, NULL, &count, 1, 0);
}

// ---- Element by element ----
//
// Constants stay exact as long as they are rational. Irrational ones become the nearest number of
// the type, found from 512 bits; these decide the rounding of algebraic functions of floats.

enum { BITS = 512, MOST_BITS = 1 << 16, MOST_EXPONENT = 4096 };

static dag_id put_constant(onnx_call *call)
{
    return call->failed ? DAG_ZERO : dag_constant(call->graph, call->x);
}

// x = its root, if that is rational.
static int take_root(fmpq_t x)
{
    if (fmpq_sgn(x) < 0 || !fmpz_is_square(fmpq_numref(x)) || !fmpz_is_square(fmpq_denref(x)))
        return 0;
    fmpz_sqrt(fmpq_numref(x), fmpq_numref(x));
    fmpz_sqrt(fmpq_denref(x), fmpq_denref(x));
    return 1;
}

// x = a function of x and y, or of x only, rounded to the type.
static void round_function(onnx_call *call, fmpq_t x, const fmpq_t y, int type,
                           onnx_function *unary,
                           int (*binary)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t))
{
    mpfr_t a, b;
    mpfr_inits2(BITS, a, b, (mpfr_ptr)NULL);
    fmpq_get_mpfr(a, x, MPFR_RNDN);
    if (unary) {
        unary(a, a, MPFR_RNDN);
    } else {
        fmpq_get_mpfr(b, y, MPFR_RNDN);
        binary(a, a, b, MPFR_RNDN);
    }
    if (!mpfr_number_p(a)) {
        onnx_refuse(call, "is not a finite number for one of its constants");
    } else if (mpfr_zero_p(a) || mpfr_get_exp(a) < -MOST_EXPONENT) {
        fmpq_zero(x);
    } else if (mpfr_get_exp(a) > MOST_EXPONENT) {
        onnx_refuse(call, "a constant is beyond the range of %s", onnx_type_name(type));
    } else {
        mpq_t exact;
        mpq_init(exact);
        mpfr_get_q(exact, a);
        fmpq_set_mpq(x, exact);
        mpq_clear(exact);
        call->failed |= onnx_type_round(x, type, call->error) != CREASE_OK;
    }
    mpfr_clears(a, b, (mpfr_ptr)NULL);
    snprintf(call->note, sizeof call->note, "constants rounded to %s", onnx_type_name(type));
}

dag_id onnx_real(onnx_call *call, const dag_id *x)
{
    fmpq_set(call->x, dag_value(call->graph, x[0]));
    if (call->op->function != mpfr_sqrt || !take_root(call->x))
        round_function(call, call->x, NULL, call->input[0]->type, call->op->function, NULL);
    return put_constant(call);
}

static int divide_by_root(mpfr_t y, const mpfr_t x, const mpfr_t square, mpfr_rnd_t rounding)
{
    mpfr_t root;
    mpfr_init2(root, BITS);
    mpfr_sqrt(root, square, rounding);
    const int order = mpfr_div(y, x, root, rounding);
    mpfr_clear(root);
    return order;
}

void onnx_over_root(onnx_call *call, fmpq_t x, fmpq_t square, int type)
{
    if (take_root(square))
        fmpq_div(x, x, square);
    else
        round_function(call, x, square, type, NULL, divide_by_root);
}

// base = base^exponent, as long as that is rational. The exponents of floats have denominators 2^k.
static int rational_power(onnx_call *call, fmpq_t base, fmpq_t exponent)
{
    while (fmpz_is_even(fmpq_denref(exponent)) && take_root(base))
        fmpq_mul_2exp(exponent, exponent, 1);
    if (!fmpz_is_one(fmpq_denref(exponent)))
        return 0;
    const fmpz *e = fmpq_numref(exponent);
    const ulong bits = fmpz_bits(fmpq_numref(base)) + fmpz_bits(fmpq_denref(base));
    if (fmpq_is_zero(base) && fmpz_sgn(e) < 0)
        onnx_refuse(call, "the divisor is zero");
    else if (bits > 2 && (fmpz_bits(e) > 24 || bits * (ulong)labs(fmpz_get_si(e)) > MOST_BITS))
        return 0;
    else if (bits > 2)
        fmpq_pow_si(base, base, fmpz_get_si(e));
    else if (fmpz_is_zero(e) || (fmpz_is_even(e) && !fmpq_is_zero(base)))
        fmpq_one(base);
    return 1;
}

dag_id onnx_power(onnx_call *call, const dag_id *x)
{
    const int type = call->input[0]->type;
    fmpq *base = call->x, *exponent = call->y;
    fmpq_set(base, dag_value(call->graph, x[0]));
    fmpq_set(exponent, dag_value(call->graph, call->inputs > 1 ? x[1] : DAG_MINUS_ONE));
    if (!rational_power(call, base, exponent))
        round_function(call, base, exponent, type, NULL, mpfr_pow);
    if (!onnx_type_is_real(type))
        call->failed |= onnx_type_round(base, type, call->error) != CREASE_OK;
    return put_constant(call);
}

// The variant has the bit 1, 2 or 4 if the result is true for less, equal or greater.
dag_id onnx_compare(onnx_call *call, const dag_id *x)
{
    const int sign = fmpq_cmp(dag_value(call->graph, x[0]), dag_value(call->graph, x[1]));
    return call->op->variant & (sign < 0 ? 1 : sign == 0 ? 2 : 4) ? DAG_ONE : DAG_ZERO;
}

// The variant has the bit 1, 2 or 4 if the result is true for none, one or two true inputs.
dag_id onnx_logic(onnx_call *call, const dag_id *x)
{
    int count = 0;
    for (size_t k = 0; k < call->inputs; k++)
        count += x[k] != DAG_ZERO;
    return call->op->variant >> count & 1 ? DAG_ONE : DAG_ZERO;
}

// n = the nearest integer, ties to even.
static void round_half_even(fmpz_t n, const fmpq_t x)
{
    fmpz_t twice, odd;
    fmpz_init(twice);
    fmpz_init(odd);
    fmpz_mul_2exp(twice, fmpq_numref(x), 1);
    fmpz_add(twice, twice, fmpq_denref(x));
    fmpz_mul_2exp(odd, fmpq_denref(x), 1);
    const int tie = fmpz_divisible(twice, odd);
    fmpz_fdiv_q(n, twice, odd);
    if (tie && fmpz_is_odd(n))
        fmpz_sub_ui(n, n, 1);
    fmpz_clear(twice);
    fmpz_clear(odd);
}

dag_id onnx_whole(onnx_call *call, const dag_id *x)
{
    const fmpq *from = dag_value(call->graph, x[0]);
    fmpq *y = call->x;
    fmpq_zero(y);
    switch (call->op->variant) {
    case ONNX_FLOOR:
        fmpz_fdiv_q(fmpq_numref(y), fmpq_numref(from), fmpq_denref(from));
        break;
    case ONNX_CEIL:
        fmpz_cdiv_q(fmpq_numref(y), fmpq_numref(from), fmpq_denref(from));
        break;
    case ONNX_ROUND:
        round_half_even(fmpq_numref(y), from);
        break;
    default:
        fmpq_set_si(y, fmpq_sgn(from), 1);
    }
    return put_constant(call);
}

// x - y q, where q is x / y rounded down, or towards zero if fmod is set.
dag_id onnx_modulo(onnx_call *call, const dag_id *x)
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

// ---- Quantisation ----

// (x - zero point) scale
static dag_id dequantize_element(onnx_call *call, const dag_id *x)
{
    dag *g = call->graph;
    const dag_id zero = x[2] == DAG_NONE ? DAG_ZERO : x[2];
    return dag_affine(g, x[1], dag_affine(g, DAG_MINUS_ONE, zero, x[0]), DAG_ZERO);
}

// x / scale, rounded, + zero point, in the range of the type.
static dag_id quantize_element(onnx_call *call, const dag_id *x)
{
    const fmpq *scale = dag_value(call->graph, x[1]);
    fmpq *y = call->x;
    fmpz *n = fmpq_numref(y);
    if (fmpq_is_zero(scale))
        onnx_refuse(call, "the scale is zero");
    else
        fmpq_div(y, dag_value(call->graph, x[0]), scale);
    round_half_even(n, y);
    fmpz_one(fmpq_denref(y));
    if (x[2] != DAG_NONE)
        fmpz_add(n, n, fmpq_numref(dag_value(call->graph, x[2])));
    onnx_type_clamp(n, *(const int *)call->state);
    return put_constant(call);
}

// DequantizeLinear; with a variant QuantizeLinear, of constants only. One scale, or one for each
// place along an axis.
void onnx_quantize(onnx_call *call)
{
    const size_t rank = call->input[0]->shape.rank;
    const int64_t axis = onnx_int(call, "axis", 1);
    const int narrows = call->op->variant;
    const int type =
        onnx_given(call, 2) ? call->input[2]->type : ONNX__TENSOR_PROTO__DATA_TYPE__UINT8;
    for (size_t k = 1; k < call->inputs; k++) {
        if (!onnx_given(call, k))
            continue;
        onnx_need_constant(call, k, k == 1 ? "the scale" : "the zero point");
        if (call->input[k]->shape.rank > 1)
            onnx_refuse(call, "expected one scale, or one for each place along an axis");
        if (call->input[k]->count != 1)
            onnx_align(call, k, onnx_axis(call, axis, rank));
    }
    if (narrows && (!onnx_is_constant(call->input[0]) || onnx_type_is_real(type)))
        onnx_refuse(call, "is not continuous");
    onnx_has(call, "saturate");
    const onnx_tensor *list[] = {call->input[0], call->input[1],
                                 onnx_given(call, 2) ? call->input[2] : NULL};
    call->input = list;
    call->inputs = 3;
    call->state = &type;
    onnx_each(call, narrows ? type : call->input[1]->type,
              narrows ? quantize_element : dequantize_element);
}
