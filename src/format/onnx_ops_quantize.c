// Operators of ONNX that quantise, dequantise and scale.
#include "format/onnx_ops.h"

// (x - zero) scale
static dag_id dequantize(onnx_call *call, dag_id *x)
{
    const dag_id zero = x[2] == DAG_NONE ? DAG_ZERO : x[2];
    dag_id difference[] = {dag_affine(call->graph, DAG_MINUS_ONE, zero, x[0]),
                           x[1] == DAG_NONE ? DAG_ONE : x[1]};
    return onnx_multiply(call, difference);
}

// x / scale, rounded, + zero point, in the range of the type.
static dag_id quantized(onnx_call *call, dag_id *x)
{
    const fmpq *scale = dag_value(call->graph, x[1]);
    fmpq *y = call->x;
    fmpz *n = fmpq_numref(y);
    if (fmpq_is_zero(scale))
        onnx_refuse(call, "the scale is zero");
    else
        fmpq_div(y, dag_value(call->graph, x[0]), scale);
    onnx_nearest(n, n, fmpq_denref(y));
    fmpz_one(fmpq_denref(y));
    if (x[2] != DAG_NONE)
        fmpz_add(n, n, fmpq_numref(dag_value(call->graph, x[2])));
    onnx_type_clamp(n, *(const int *)call->state);
    return call->file->failed ? DAG_ZERO : dag_constant(call->graph, call->x);
}

// DequantizeLinear; with a variant QuantizeLinear, of constants only. One scale, or one for each
// place along an axis.
const onnx_tensor *onnx_quantize(onnx_call *call)
{
    const onnx_tensor *x = call->input[0], *list[] = {x, NULL, NULL};
    const int64_t axis = onnx_int(call, "axis", 1);
    const int narrows = call->op->variant;
    const int type =
        onnx_given(call, 2) ? call->input[2]->type : ONNX__TENSOR_PROTO__DATA_TYPE__UINT8;
    for (size_t k = 1; k < call->inputs && onnx_given(call, k); k++) {
        list[k] = onnx_need_constant(call, k, k == 1 ? "the scale" : "the zero point");
        if (call->input[k]->shape.rank > 1)
            onnx_refuse(call, "expected one scale, or one for each place along an axis");
        if (call->input[k]->count != 1)
            list[k] = onnx_aligned(call, call->input[k], onnx_axis(call, axis, x->shape.rank),
                                   x->shape.rank);
    }
    if (narrows && (!onnx_is_constant(x) || onnx_type_is_real(type)))
        onnx_refuse(call, "is not continuous");
    onnx_mark_used(call, "saturate");
    call->state = &type;
    return onnx_each(call, narrows ? type : call->input[1]->type, narrows ? quantized : dequantize,
                     list, 3);
}

// (x - offset) scale, along the last axis.
const onnx_tensor *onnx_scaler(onnx_call *call)
{
    const onnx_tensor *x = call->input[0], *offset = onnx_attribute_tensor(call, "offset"),
                      *scale = onnx_attribute_tensor(call, "scale");
    const size_t columns = x->shape.rank ? x->shape.dim[x->shape.rank - 1] : 1;
    if ((offset && offset->count > 1 && offset->count != columns) ||
        (scale && scale->count > 1 && scale->count != columns))
        onnx_refuse_shape(call, "expected an offset and a scale for each of %zu columns", columns);
    return onnx_each(call, x->type, dequantize, (const onnx_tensor *[]){x, scale, offset}, 3);
}

// ---- Quant of QONNX and Brevitas ----

typedef struct {
    int64_t is_signed, is_narrow;
    size_t rounding;
} quant;

static const char *const roundings[] = {"ROUND", "CEIL", "FLOOR", "ROUND_TO_ZERO", NULL};

// (round(clamp(x / scale + zero)) - zero) scale, clamped to the integers that `bits` bits hold
static dag_id quant_element(onnx_call *call, dag_id *x)
{
    const quant *how = call->state;
    const fmpq *scale = dag_value(call->graph, x[1]), *bits = dag_value(call->graph, x[3]);
    fmpz_t least, most, n;
    if (fmpq_is_zero(scale))
        onnx_refuse(call, "the scale is zero");
    else if (!fmpz_is_one(fmpq_denref(bits)) || fmpq_cmp_si(bits, 1) < 0 ||
             fmpq_cmp_si(bits, 64) > 0)
        onnx_refuse(call, "expected a bit width from 1 to 64");
    if (call->file->failed)
        return DAG_ZERO;
    fmpz_init(least);
    fmpz_init_set_ui(most, 1);
    fmpz_init(n);
    fmpz_mul_2exp(most, most, fmpz_get_ui(fmpq_numref(bits)) - (how->is_signed != 0));
    if (how->is_signed) {
        fmpz_neg(least, most);
        fmpz_add_ui(least, least, how->is_narrow != 0);
    }
    fmpz_sub_ui(most, most, 1 + (ulong)(how->is_narrow && !how->is_signed));
    fmpq_div(call->x, dag_value(call->graph, x[0]), scale);
    fmpq_add(call->x, call->x, dag_value(call->graph, x[2]));
    const fmpz *p = fmpq_numref(call->x), *q = fmpq_denref(call->x);
    if (how->rounding == 0)
        onnx_nearest(n, p, q);
    else
        (how->rounding == 1   ? fmpz_cdiv_q
         : how->rounding == 2 ? fmpz_fdiv_q
                              : fmpz_tdiv_q)(n, p, q);
    const fmpz *inside = fmpz_cmp(n, least) < 0 ? least : fmpz_cmp(n, most) > 0 ? most : n;
    fmpz_set(fmpq_numref(call->x), inside);
    fmpz_one(fmpq_denref(call->x));
    fmpq_sub(call->x, call->x, dag_value(call->graph, x[2]));
    fmpq_mul(call->x, call->x, dag_value(call->graph, x[1]));
    fmpz_clear(least);
    fmpz_clear(most);
    fmpz_clear(n);
    return call->file->failed ? DAG_ZERO : dag_constant(call->graph, call->x);
}

const onnx_tensor *onnx_qonnx(onnx_call *call)
{
    const quant how = {onnx_int(call, "signed", 1), onnx_int(call, "narrow", 0),
                       onnx_choice(call, "rounding_mode", roundings, 0)};
    call->state = &how;
    return onnx_each(call, call->input[0]->type, quant_element, call->input, 4);
}

// scale where x >= 0, else -scale.
dag_id onnx_bipolar(onnx_call *call, dag_id *x)
{
    fmpq_set(call->x, dag_value(call->graph, x[1]));
    if (fmpq_sgn(dag_value(call->graph, x[0])) < 0)
        fmpq_neg(call->x, call->x);
    return call->file->failed ? DAG_ZERO : dag_constant(call->graph, call->x);
}
