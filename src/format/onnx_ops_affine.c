// Operators of ONNX that are affine: sums, products with constants, normalisation.
#include "format/onnx_ops.h"

#include "exact/rational.h"
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

// ---- Two tensors that are stretched to one shape ----

// Before version 7 the second one is put against the first where the attributes say, and it has
// dimensions 1 after that.
static onnx_tensor second_input(onnx_call *call)
{
    onnx_tensor b = *call->input[1];
    onnx_ignore(call, "consumed_inputs");
    if (call->opset >= 7)
        return b;
    onnx_int(call, "broadcast", 0);
    if (onnx_has(call, "axis")) {
        const size_t rank = call->input[0]->rank;
        size_t axis = onnx_axis(call, onnx_int(call, "axis", 0), rank);
        if (b.rank <= rank && axis > rank - b.rank)
            onnx_refuse(call, "axis %zu leaves no room for %zu dimensions", axis, b.rank);
        while (!call->failed && b.rank < rank - axis)
            b.dim[b.rank++] = 1;
    }
    return b;
}

typedef struct {
    const onnx_tensor *a;
    onnx_tensor b; // borrows its numbers
    onnx_shape shape;
    onnx_tensor *to; // NULL after an error
} pair;

static pair begin_pair(onnx_call *call)
{
    pair p = {.a = call->input[0], .b = second_input(call)};
    p.shape = onnx_broadcast(call, onnx_shape_of(p.a), onnx_shape_of(&p.b));
    p.to = onnx_output(call, 0, p.a->type, p.shape.rank, p.shape.dim, onnx_computed(call));
    return p;
}

void onnx_add_or_subtract(onnx_call *call)
{
    pair p = begin_pair(call);
    for (size_t i = 0; p.to && i < p.to->count; i++) {
        onnx_begin(call);
        onnx_add(call, call->one, p.a, onnx_stretched(p.a, &p.shape, i));
        onnx_add(call, call->variant == ONNX_PLUS ? call->one : call->minus_one, &p.b,
                 onnx_stretched(&p.b, &p.shape, i));
        onnx_put(call, p.to, i);
    }
}

// An element that is constant, though others of its tensor may be computed; or NULL.
static const fmpq *constant_element(const onnx_call *call, const onnx_tensor *t, size_t i)
{
    if (!t->node)
        return t->number + i;
    return dag_is_constant(call->graph, t->node[i]) ? call->graph->constant + t->node[i] : NULL;
}

void onnx_multiply(onnx_call *call)
{
    pair p = begin_pair(call);
    fmpq_t factor;
    fmpq_init(factor);
    for (size_t i = 0; p.to && i < p.to->count && !call->failed; i++) {
        const onnx_tensor *other = p.a;
        size_t at = onnx_stretched(p.a, &p.shape, i), k = onnx_stretched(&p.b, &p.shape, i);
        const fmpq *constant = constant_element(call, &p.b, k);
        if (!constant) {
            constant = constant_element(call, p.a, at);
            other = &p.b;
            at = k;
        }
        if (!constant) {
            onnx_refuse(call, "a product of computed tensors is not piecewise linear");
            break;
        }
        fmpq_set(factor, constant);
        onnx_begin(call);
        onnx_add(call, factor, other, at);
        onnx_put(call, p.to, i);
    }
    fmpq_clear(factor);
}

void onnx_divide(onnx_call *call)
{
    onnx_need_constant(call, 1, "the divisor");
    if (call->failed)
        return;
    pair p = begin_pair(call);
    const int integers = !onnx_type_is_real(p.a->type);
    fmpq_t factor;
    fmpq_init(factor);
    if (integers && p.a->node)
        onnx_refuse(call, "a quotient of integers is not continuous");
    for (size_t i = 0; p.to && i < p.to->count && !call->failed; i++) {
        const fmpq *divisor = p.b.number + onnx_stretched(&p.b, &p.shape, i);
        if (fmpq_is_zero(divisor)) {
            onnx_refuse(call, "the divisor is zero");
            break;
        }
        fmpq_inv(factor, divisor);
        onnx_begin(call);
        onnx_add(call, factor, p.a, onnx_stretched(p.a, &p.shape, i));
        onnx_put(call, p.to, i);
        if (integers)
            onnx_type_round(p.to->number + i, p.a->type, NULL);
    }
    fmpq_clear(factor);
}

void onnx_negate(onnx_call *call)
{
    onnx_tensor *to = onnx_output_like(call, call->input[0]);
    for (size_t i = 0; to && i < to->count; i++) {
        onnx_begin(call);
        onnx_add(call, call->minus_one, call->input[0], i);
        onnx_put(call, to, i);
    }
}

void onnx_sum(onnx_call *call)
{
    onnx_ignore(call, "consumed_inputs");
    onnx_shape shape = onnx_shape_of(call->input[0]);
    for (size_t k = 1; k < call->inputs; k++)
        shape = onnx_broadcast(call, shape, onnx_shape_of(call->input[k]));
    onnx_tensor *to =
        onnx_output(call, 0, call->input[0]->type, shape.rank, shape.dim, onnx_computed(call));
    fmpq_t share;
    fmpq_init(share);
    fmpq_set_si(share, 1, call->variant == ONNX_MEAN ? call->inputs : 1);
    for (size_t i = 0; to && i < to->count; i++) {
        onnx_begin(call);
        for (size_t k = 0; k < call->inputs; k++)
            onnx_add(call, share, call->input[k], onnx_stretched(call->input[k], &shape, i));
        onnx_put(call, to, i);
    }
    fmpq_clear(share);
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
        char text[2][ONNX_SHAPE_TEXT];
        onnx_refuse(call, "shapes %s and %s do not fit each other",
                    onnx_shape_text(text[0], call->input[0]->rank, call->input[0]->dim),
                    onnx_shape_text(text[1], call->input[1]->rank, call->input[1]->dim));
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

// A factor that scales what is added to a sum is put into the constant matrix of a product.
static void scale_constants(onnx_call *call, onnx_tensor *t, const fmpq_t factor)
{
    fmpq *scaled = onnx_scratch(call, t->count, sizeof *scaled);
    for (size_t i = 0; i < t->count; i++) {
        fmpq_init(scaled + i);
        fmpq_mul(scaled + i, t->number + i, factor);
    }
    t->number = scaled;
}

static void clear_scaled(const onnx_tensor *t)
{
    for (size_t i = 0; i < t->count; i++)
        fmpq_clear(t->number + i);
}

// Y = alpha A' B' + beta C.
static void multiply_matrices(onnx_call *call, const onnx_tensor *a, const onnx_tensor *b,
                              const fmpq_t beta)
{
    const int a_turned = onnx_int(call, "transA", 0) != 0,
              b_turned = onnx_int(call, "transB", 0) != 0;
    const onnx_tensor *c = onnx_given(call, 2) ? call->input[2] : NULL;
    const size_t m = a->dim[a_turned], depth = a->dim[!a_turned], n = b->dim[!b_turned];
    onnx_shape shape = {.rank = 2, .dim = {m, n}};
    if (b->dim[b_turned] != depth) {
        char text[2][ONNX_SHAPE_TEXT];
        onnx_refuse(call, "shapes %s and %s do not fit each other",
                    onnx_shape_text(text[0], 2, a->dim), onnx_shape_text(text[1], 2, b->dim));
    }
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
    fmpq_t alpha, beta;
    fmpq_init(alpha);
    fmpq_init(beta);
    onnx_float(alpha, call, "alpha", 1);
    onnx_float(beta, call, "beta", 1);
    onnx_ignore(call, call->opset < 7 ? "broadcast" : "");
    check_product(call, &a, &b);
    if (!call->failed) {
        onnx_tensor *constant = a.node ? &b : &a;
        scale_constants(call, constant, alpha);
        multiply_matrices(call, &a, &b, beta);
        clear_scaled(constant);
    }
    fmpq_clear(alpha);
    fmpq_clear(beta);
}

// ---- Normalisation ----

// x = x / sqrt(square), of which the nearest number of a floating-point type is taken.
static crease_status divide_by_root(fmpq_t x, const fmpq_t square, rational_rounding rounding,
                                    crease_error *error)
{
    if (fmpz_is_square(fmpq_numref(square)) && fmpz_is_square(fmpq_denref(square))) {
        fmpq_t root;
        fmpq_init(root);
        fmpz_sqrt(fmpq_numref(root), fmpq_numref(square));
        fmpz_sqrt(fmpq_denref(root), fmpq_denref(square));
        fmpq_div(x, x, root);
        fmpq_clear(root);
        return rational_round(x, rounding, error);
    }
    // The quotient is irrational (or 0), so that it lies between numbers and between the middles of
    // numbers: bounds round alike once they are close enough.
    crease_status status = CREASE_OK;
    fmpq_t bound[2];
    mpq_t exact;
    int alike = 0;
    mpq_init(exact);
    fmpq_init(bound[0]);
    fmpq_init(bound[1]);
    for (mpfr_prec_t precision = 128; !alike && status == CREASE_OK; precision *= 2) {
        mpfr_t root;
        mpfr_init2(root, precision);
        for (int up = 0; up < 2 && status == CREASE_OK; up++) {
            const mpfr_rnd_t direction = up ? MPFR_RNDU : MPFR_RNDD;
            fmpq_get_mpq(exact, square);
            mpfr_set_q(root, exact, direction);
            mpfr_sqrt(root, root, direction);
            mpfr_get_q(exact, root);
            fmpq_set_mpq(bound[up], exact);
            fmpq_div(bound[up], x, bound[up]);
            status = rational_round(bound[up], rounding, error);
        }
        alike = fmpq_equal(bound[0], bound[1]);
        mpfr_clear(root);
    }
    fmpq_set(x, bound[0]);
    fmpq_clear(bound[0]);
    fmpq_clear(bound[1]);
    mpq_clear(exact);
    return status;
}

// The constants of one channel: y = factor x + shift with
//   factor = scale / sqrt(variance + epsilon), rounded, shift = bias - factor mean.
static void channel(onnx_call *call, fmpq_t factor, fmpq_t shift, const fmpq_t epsilon, size_t c)
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
    fmpq_t epsilon;
    fmpq_init(epsilon);
    onnx_float(epsilon, call, "epsilon", 1e-5F);
    onnx_tensor *to = onnx_output_like(call, x);
    if (to) {
        fmpq *number = onnx_scratch(call, 2 * channels, sizeof *number);
        for (size_t c = 0; c < 2 * channels; c++)
            fmpq_init(number + c);
        for (size_t c = 0; c < channels && !call->failed; c++)
            channel(call, number + 2 * c, number + 2 * c + 1, epsilon, c);
        size_t inner = 1;
        for (size_t k = axis + 1; k < x->rank; k++)
            inner *= x->dim[k];
        for (size_t i = 0; i < to->count && !call->failed; i++) {
            const size_t c = i / inner % channels;
            onnx_begin(call);
            onnx_add(call, number + 2 * c, x, i);
            dag_add_constant(call->graph, call->one, number + 2 * c + 1);
            onnx_put(call, to, i);
        }
        for (size_t c = 0; c < 2 * channels; c++)
            fmpq_clear(number + c);
        snprintf(call->note, sizeof call->note, "scale / sqrt(variance + epsilon) rounded to %s",
                 call->input[1]->type == ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE ? "binary64"
                                                                               : "binary32");
    }
    fmpq_clear(epsilon);
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
    fmpq_t factor, shift;
    fmpq_init(factor);
    fmpq_init(shift);
    for (size_t i = 0; to && i < to->count; i++) {
        const size_t c = i % columns;
        fmpq_one(factor);
        if (scales)
            rational_set_double(factor, scale[scales > 1 ? c : 0]);
        fmpq_zero(shift);
        if (offsets)
            rational_set_double(shift, -offset[offsets > 1 ? c : 0]);
        onnx_begin(call);
        onnx_add(call, factor, x, i);
        dag_add_constant(call->graph, factor, shift);
        onnx_put(call, to, i);
    }
    fmpq_clear(factor);
    fmpq_clear(shift);
}

// ---- Reductions ----

// Which elements of a tensor become element i of another one: member[start[i]] .., in order.
typedef struct {
    onnx_shape shape;
    size_t *start, *member;
} reduction;

// Reduces the axes that are set; they are left out of the shape, or kept as 1.
static reduction reduce_axes(onnx_call *call, const onnx_tensor *x, const int *axes, int kept)
{
    reduction r = {.shape = {0}};
    onnx_shape from = onnx_shape_of(x), whole = from;
    size_t index[ONNX_MAX_RANK], count = 1;
    for (size_t k = 0; k < x->rank; k++) {
        whole.dim[k] = axes[k] ? 1 : x->dim[k];
        if (!axes[k] || kept)
            r.shape.dim[r.shape.rank++] = whole.dim[k];
        count *= whole.dim[k];
    }
    size_t *to = onnx_scratch(call, x->count, sizeof *to);
    r.start = onnx_scratch(call, count + 1, sizeof *r.start);
    r.member = onnx_scratch(call, x->count, sizeof *r.member);
    for (size_t i = 0; i < x->count; i++) {
        onnx_unravel(index, &from, i);
        for (size_t k = 0; k < x->rank; k++)
            index[k] = axes[k] ? 0 : index[k];
        to[i] = onnx_ravel(&whole, index);
        r.start[to[i] + 1]++;
    }
    for (size_t i = 0; i < count; i++)
        r.start[i + 1] += r.start[i];
    for (size_t i = x->count; i-- > 0;) // from the end, so that start ends where it began
        r.member[--r.start[to[i] + 1]] = i;
    // Each start has moved to that of its own element.
    memmove(r.start, r.start + 1, count * sizeof *r.start);
    r.start[count] = x->count;
    return r;
}

static void put_reduced(onnx_call *call, onnx_tensor *to, size_t i, const size_t *member,
                        size_t count)
{
    const onnx_tensor *x = call->input[0];
    if (count == 0 && call->variant != ONNX_SUM) {
        onnx_refuse(call, "nothing is left of an axis without elements");
        return;
    }
    if (call->variant == ONNX_GREATEST || call->variant == ONNX_LEAST) {
        onnx_put_extreme(call, to, i, x, member, count, call->variant == ONNX_GREATEST ? 1 : -1);
        return;
    }
    fmpq_t share;
    fmpq_init(share);
    fmpq_set_si(share, 1, call->variant == ONNX_MEAN ? count : 1);
    onnx_begin(call);
    for (size_t k = 0; k < count; k++)
        onnx_add(call, share, x, member[k]);
    onnx_put(call, to, i);
    fmpq_clear(share);
}

static void reduce(onnx_call *call, const int *axes, int kept)
{
    const onnx_tensor *x = call->input[0];
    if (call->failed)
        return;
    reduction r = reduce_axes(call, x, axes, kept);
    onnx_tensor *to = onnx_output(call, 0, x->type, r.shape.rank, r.shape.dim, x->node != NULL);
    for (size_t i = 0; to && i < to->count && !call->failed; i++)
        put_reduced(call, to, i, r.member + r.start[i], r.start[i + 1] - r.start[i]);
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
    reduce(call, axes, kept);
}

void onnx_global_pool(onnx_call *call)
{
    int axes[ONNX_MAX_RANK] = {0};
    for (size_t k = 2; k < call->input[0]->rank; k++)
        axes[k] = 1;
    reduce(call, axes, 1);
}
