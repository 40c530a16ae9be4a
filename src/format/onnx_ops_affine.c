// Operators of ONNX that are affine: sums, products with constants, normalisation.
#include "format/onnx_ops.h"

#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

// ---- Element by element ----

static void add_or_subtract(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    onnx_begin(call);
    onnx_add(call, call->one, call->input[0], at[0]);
    onnx_add(call, call->variant == ONNX_PLUS ? call->one : call->minus_one, call->input[1], at[1]);
    onnx_put(call, to, i);
}

void onnx_add_or_subtract(onnx_call *call)
{
    onnx_each(call, call->input[0]->type, add_or_subtract);
}

// An element that is constant, though others of its tensor may be computed; or NULL.
static const fmpq *constant_element(const onnx_call *call, const onnx_tensor *t, size_t i)
{
    if (!t->node)
        return t->number + i;
    return dag_is_constant(call->graph, t->node[i]) ? call->graph->constant + t->node[i] : NULL;
}

static void multiply_element(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    for (size_t k = 2; k-- > 0;) {
        const fmpq *constant = constant_element(call, call->input[k], at[k]);
        if (!constant)
            continue;
        fmpq_t factor; // a copy: the graph may move its constants
        fmpq_init(factor);
        fmpq_set(factor, constant);
        onnx_put_affine(call, to, i, factor, call->input[1 - k], at[1 - k], NULL);
        fmpq_clear(factor);
        return;
    }
    onnx_refuse(call, "a product of computed tensors is not piecewise linear");
}

void onnx_multiply(onnx_call *call)
{
    onnx_each(call, call->input[0]->type, multiply_element);
}

static void divide_element(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    const fmpq *divisor = call->input[1]->number + at[1];
    fmpq_t factor;
    if (fmpq_is_zero(divisor)) {
        onnx_refuse(call, "the divisor is zero");
        return;
    }
    fmpq_init(factor);
    fmpq_inv(factor, divisor);
    onnx_put_affine(call, to, i, factor, call->input[0], at[0], NULL);
    if (!onnx_type_is_real(to->type))
        onnx_type_round(to->number + i, to->type, NULL);
    fmpq_clear(factor);
}

void onnx_divide(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    onnx_need_constant(call, 1, "the divisor");
    if (x->node && !onnx_type_is_real(x->type))
        onnx_refuse(call, "a quotient of integers is not continuous");
    if (!call->failed)
        onnx_each(call, x->type, divide_element);
}

static void negate_element(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    onnx_put_affine(call, to, i, call->minus_one, call->input[0], at[0], NULL);
}

void onnx_negate(onnx_call *call)
{
    onnx_each(call, call->input[0]->type, negate_element);
}

static void add_all(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at)
{
    onnx_begin(call);
    for (size_t k = 0; k < call->inputs; k++)
        onnx_add(call, call->state, call->input[k], at[k]);
    onnx_put(call, to, i);
}

void onnx_sum(onnx_call *call)
{
    fmpq *share = onnx_number(call);
    fmpq_set_ui(share, 1, call->variant == ONNX_MEAN ? call->inputs : 1);
    call->state = share;
    onnx_each(call, call->input[0]->type, add_all);
}

// ---- Matrices ----

static void check_product(onnx_call *call, const onnx_tensor *a, const onnx_tensor *b)
{
    if (a->node && b->node)
        onnx_refuse(call, "a product of computed tensors is not piecewise linear");
}

// Elements a[i], a[i + a_step], .. times those of b, added to the sum.
static void add_dot(onnx_call *call, const onnx_tensor *a, size_t i, size_t a_step,
                    const onnx_tensor *b, size_t k, size_t b_step, size_t count)
{
    for (size_t n = 0; n < count; n++)
        onnx_add_product(call, a, i + n * a_step, b, k + n * b_step);
}

// As in numpy: a vector is a row on the left, a column on the right, and its dimension is dropped
// from the result; dimensions before the last two are stretched.
void onnx_matmul(onnx_call *call)
{
    onnx_tensor a = *call->input[0], b = *call->input[1]; // borrow their numbers
    const int row = a.rank == 1, column = b.rank == 1;
    check_product(call, &a, &b);
    if (a.rank == 0 || b.rank == 0) {
        onnx_refuse(call, "expected tensors with dimensions");
        return;
    }
    if (row) {
        a.dim[1] = a.dim[0];
        a.dim[0] = 1;
        a.rank = 2;
    }
    if (column) {
        b.dim[1] = 1;
        b.rank = 2;
    }
    const size_t m = a.dim[a.rank - 2], depth = a.dim[a.rank - 1], n = b.dim[b.rank - 1];
    if (b.dim[b.rank - 2] != depth) {
        onnx_refuse_shapes(call, call->input[0], call->input[1]);
        return;
    }
    a.rank -= 2;
    b.rank -= 2;
    onnx_shape stack = onnx_broadcast(call, onnx_shape_of(&a), onnx_shape_of(&b)), shape = stack;
    if (!row && shape.rank < ONNX_MAX_RANK)
        shape.dim[shape.rank++] = m;
    if (!column && shape.rank < ONNX_MAX_RANK)
        shape.dim[shape.rank++] = n;
    onnx_tensor *to = onnx_output(call, 0, a.type, shape.rank, shape.dim, onnx_computed(call));
    onnx_work(call, to ? to->count : 0, depth);
    for (size_t i = 0; to && i < to->count && !call->failed; i++) {
        const size_t s = i / (m * n), r = i / n % m, c = i % n;
        const size_t left = onnx_stretched(&a, &stack, s) * m * depth + r * depth;
        const size_t right = onnx_stretched(&b, &stack, s) * depth * n + c;
        onnx_begin(call);
        add_dot(call, &a, left, 1, &b, right, n, depth);
        onnx_put(call, to, i);
    }
}

// The matrix times a number, which is put into the constant matrix of a product.
static onnx_tensor scaled_matrix(const onnx_tensor *t, const fmpq *factor)
{
    onnx_tensor scaled = *t;
    scaled.number = _fmpq_vec_init((slong)t->count);
    for (size_t i = 0; i < t->count; i++)
        fmpq_mul(scaled.number + i, t->number + i, factor);
    return scaled;
}

// Y = alpha A' B' + beta C.
static void multiply_matrices(onnx_call *call, const onnx_tensor *a, const onnx_tensor *b,
                              const fmpq *beta)
{
    const int a_turned = onnx_int(call, "transA", 0) != 0,
              b_turned = onnx_int(call, "transB", 0) != 0;
    const onnx_tensor *c = onnx_given(call, 2) ? call->input[2] : NULL;
    const size_t m = a->dim[a_turned], depth = a->dim[!a_turned], n = b->dim[!b_turned];
    onnx_shape shape = {.rank = 2, .dim = {m, n}};
    if (b->dim[b_turned] != depth)
        onnx_refuse_shapes(call, a, b);
    if (c) {
        onnx_shape both = onnx_broadcast(call, shape, onnx_shape_of(c));
        if (both.rank != 2 || both.dim[0] != m || both.dim[1] != n)
            onnx_refuse(call, "C does not fit a matrix of shape %zux%zu", m, n);
    }
    onnx_tensor *to = onnx_output(call, 0, a->type, 2, shape.dim, onnx_computed(call));
    onnx_work(call, to ? to->count : 0, depth);
    for (size_t i = 0; to && i < to->count && !call->failed; i++) {
        const size_t r = i / n, s = i % n;
        onnx_begin(call);
        add_dot(call, a, a_turned ? r : r * depth, a_turned ? m : 1, b, b_turned ? s * depth : s,
                b_turned ? 1 : n, depth);
        if (c)
            onnx_add(call, beta, c, onnx_stretched(c, &shape, i));
        onnx_put(call, to, i);
    }
}

// Early files have more dimensions than two in A; all but the first are one.
static onnx_tensor as_matrix(onnx_call *call, size_t input)
{
    onnx_tensor t = *call->input[input];
    if (t.rank > 2 && input == 0 && call->opset < 7) {
        t.dim[1] = t.dim[0] ? t.count / t.dim[0] : 0;
        t.rank = 2;
    }
    if (t.rank != 2)
        onnx_refuse(call, "expected matrices, found %zu dimensions", t.rank);
    return t;
}

void onnx_gemm(onnx_call *call)
{
    onnx_tensor a = as_matrix(call, 0), b = as_matrix(call, 1);
    const fmpq *alpha = onnx_float(call, "alpha", 1), *beta = onnx_float(call, "beta", 1);
    onnx_ignore(call, call->opset < 7 ? "broadcast" : "");
    check_product(call, &a, &b);
    if (call->failed)
        return;
    onnx_tensor *constant = a.node ? &b : &a;
    *constant = scaled_matrix(constant, alpha);
    multiply_matrices(call, &a, &b, beta);
    _fmpq_vec_clear(constant->number, (slong)constant->count);
}

// ---- Normalisation ----

// x = x / sqrt(square), of which the nearest number of a floating-point type is taken.
//
// The root of (x^2 / square) 4^k is found as an integer r of at least 64 bits, rounded down, and
// r + 1/2 stands for all that lies strictly between r and r + 1: numbers of the type and the
// middles of two have fewer bits, so none of them lies there.
static crease_status divide_by_root(fmpq_t x, const fmpq_t square, rational_rounding rounding,
                                    crease_error *error)
{
    enum { BITS = 64 };
    const int sign = fmpq_sgn(x);
    fmpz_t root, rest, remainder;
    if (sign == 0)
        return CREASE_OK;
    fmpz_init(root);
    fmpz_init(rest);
    fmpz_init(remainder);
    fmpq_mul(x, x, x);
    fmpq_div(x, x, square);
    const slong lack = (slong)fmpz_bits(fmpq_denref(x)) - (slong)fmpz_bits(fmpq_numref(x));
    const ulong k = BITS + 1 + (lack > 0 ? (ulong)(lack + 1) / 2 : 0);
    fmpz_mul_2exp(root, fmpq_numref(x), 2 * k);
    fmpz_fdiv_qr(root, rest, root, fmpq_denref(x));
    fmpz_sqrtrem(root, remainder, root);
    fmpz_mul_2exp(root, root, 1);
    fmpz_add_ui(root, root, !fmpz_is_zero(rest) || !fmpz_is_zero(remainder));
    fmpz_mul_si(fmpq_numref(x), root, sign);
    fmpz_one(fmpq_denref(x));
    fmpq_div_2exp(x, x, k + 1);
    fmpz_clear(root);
    fmpz_clear(rest);
    fmpz_clear(remainder);
    return rational_round(x, rounding, error);
}

// The constants of one channel: y = factor x + shift with
//   factor = scale / sqrt(variance + epsilon), rounded, shift = bias - factor mean.
static void normalise_channel(onnx_call *call, fmpq *factor, fmpq *shift, const fmpq *epsilon,
                              size_t c)
{
    const onnx_tensor *scale = call->input[1];
    fmpq_t square;
    fmpq_init(square);
    fmpq_add(square, call->input[4]->number + c, epsilon);
    fmpq_set(factor, scale->number + c);
    if (fmpq_sgn(square) <= 0)
        onnx_refuse(call, "variance %zu and epsilon are together not positive", c);
    else if (divide_by_root(factor, square,
                            scale->type == ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE
                                ? RATIONAL_BINARY64
                                : RATIONAL_BINARY32,
                            call->error))
        call->failed = 1;
    fmpq_mul(shift, factor, call->input[3]->number + c);
    fmpq_sub(shift, call->input[2]->number + c, shift);
    fmpq_clear(square);
}

void onnx_batch_normalization(onnx_call *call)
{
    static const char *const names[] = {NULL, "the scale", "the bias", "the mean", "the variance"};
    const onnx_tensor *x = call->input[0];
    const size_t axis = x->rank > 1, channels = x->rank ? x->dim[axis] : 1;
    onnx_ignore(call, "momentum is_test consumed_inputs");
    if (onnx_int(call, "training_mode", 0))
        onnx_refuse(call, "is that of training: its mean and variance depend on the batch");
    if (onnx_int(call, "spatial", 1) == 0 && x->rank > 2)
        onnx_refuse(call, "spatial = 0 is not supported");
    for (size_t k = 1; k < 5; k++) {
        onnx_need_constant(call, k, names[k]);
        if (!call->failed && call->input[k]->count != channels)
            onnx_refuse(call, "expected %zu numbers of %s, as there are channels, found %zu",
                        channels, names[k], call->input[k]->count);
    }
    const fmpq *epsilon = onnx_float(call, "epsilon", 1e-5F);
    onnx_tensor *to = onnx_output_like(call, x);
    if (!to)
        return;
    fmpq *number = _fmpq_vec_init(2 * (slong)channels);
    size_t inner = 1;
    for (size_t c = 0; c < channels && !call->failed; c++)
        normalise_channel(call, number + 2 * c, number + 2 * c + 1, epsilon, c);
    for (size_t k = axis + 1; k < x->rank; k++)
        inner *= x->dim[k];
    for (size_t i = 0; i < to->count && !call->failed; i++) {
        const size_t c = i / inner % channels;
        onnx_put_affine(call, to, i, number + 2 * c, x, i, number + 2 * c + 1);
    }
    _fmpq_vec_clear(number, 2 * (slong)channels);
    snprintf(call->note, sizeof call->note, "scale / sqrt(variance + epsilon) rounded to %s",
             call->input[1]->type == ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE ? "binary64"
                                                                           : "binary32");
}

// Of the domain ai.onnx.ml: (x - offset) scale, along the last axis.
void onnx_scaler(onnx_call *call)
{
    const onnx_tensor *x = call->input[0];
    const size_t columns = x->rank ? x->dim[x->rank - 1] : 1;
    size_t offsets, scales;
    const float *offset = onnx_floats(call, "offset", &offsets);
    const float *scale = onnx_floats(call, "scale", &scales);
    if ((offsets > 1 && offsets != columns) || (scales > 1 && scales != columns))
        onnx_refuse(call, "expected an offset and a scale for each of %zu columns", columns);
    onnx_tensor *to = onnx_output(call, 0, ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT, x->rank, x->dim,
                                  x->node != NULL);
    fmpq *factor = onnx_number(call), *shift = onnx_number(call);
    for (size_t i = 0; to && i < to->count; i++) {
        const size_t c = i % columns;
        rational_set_double(factor, scales ? scale[scales > 1 ? c : 0] : 1);
        rational_set_double(shift, offsets ? -offset[offsets > 1 ? c : 0] : 0);
        fmpq_mul(shift, shift, factor);
        onnx_put_affine(call, to, i, factor, x, i, shift);
    }
}

// ---- Reductions ----

void onnx_put_reduced(onnx_call *call, onnx_tensor *to, size_t i, const size_t *element,
                      size_t count, size_t divisor)
{
    const onnx_tensor *x = call->input[0];
    if (call->variant == ONNX_GREATEST || call->variant == ONNX_LEAST) {
        onnx_put_extreme(call, to, i, x, element, count, call->variant == ONNX_GREATEST ? 1 : -1);
        return;
    }
    fmpq_t share;
    fmpq_init(share);
    fmpq_set_ui(share, 1, call->variant == ONNX_MEAN ? divisor : 1);
    onnx_begin(call);
    for (size_t k = 0; k < count; k++)
        onnx_add(call, share, x, element[k]);
    onnx_put(call, to, i);
    fmpq_clear(share);
}

// Reduces the axes that are set; they are left out of the shape, or kept as 1.
static void reduce_axes(onnx_call *call, const int *axes, int kept)
{
    const onnx_tensor *x = call->input[0];
    onnx_shape reduced = onnx_shape_of(x), rest = reduced, shape = {0};
    size_t stride[ONNX_MAX_RANK], count = 1;
    for (size_t k = 0; k < x->rank && !call->failed; k++) {
        reduced.dim[k] = axes[k] ? x->dim[k] : 1;
        rest.dim[k] = axes[k] ? 1 : x->dim[k];
        count *= reduced.dim[k];
        if (!axes[k] || kept)
            shape.dim[shape.rank++] = rest.dim[k];
    }
    onnx_tensor *to = onnx_output(call, 0, x->type, shape.rank, shape.dim, x->node != NULL);
    if (to && to->count && count == 0 && call->variant != ONNX_SUM)
        onnx_refuse(call, "nothing is left of an axis without elements");
    if (call->failed)
        return;
    size_t *offset = onnx_scratch(call, to->count ? count : 0, sizeof *offset);
    size_t *element = onnx_scratch(call, to->count ? count : 0, sizeof *element);
    onnx_strides(stride, x);
    for (size_t m = 0; m < count && to->count; m++)
        offset[m] = onnx_offset(&reduced, stride, m);
    for (size_t i = 0; i < to->count && !call->failed; i++) {
        const size_t first = onnx_offset(&rest, stride, i);
        for (size_t m = 0; m < count; m++)
            element[m] = first + offset[m];
        onnx_put_reduced(call, to, i, element, count, count);
    }
}

void onnx_reduce(onnx_call *call)
{
    const size_t rank = call->input[0]->rank;
    const onnx_ints list = onnx_ints_either(call, "axes", 1);
    const int kept = onnx_int(call, "keepdims", 1) != 0;
    const int none = onnx_int(call, "noop_with_empty_axes", 0) != 0;
    int axes[ONNX_MAX_RANK];
    for (size_t k = 0; k < rank; k++)
        axes[k] = list.count == 0 && !none;
    for (size_t k = 0; k < list.count && !call->failed; k++)
        axes[onnx_axis(call, list.value[k], rank)] = 1;
    reduce_axes(call, axes, kept);
}

void onnx_global_pool(onnx_call *call)
{
    int axes[ONNX_MAX_RANK] = {0};
    for (size_t k = 2; k < call->input[0]->rank; k++)
        axes[k] = 1;
    reduce_axes(call, axes, 1);
}
