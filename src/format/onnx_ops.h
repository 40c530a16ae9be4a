// The operators of ONNX: one table, and the functions that its rows name.
#pragma once

#include "format/onnx_call.h"
#include <mpfr.h>

enum {
    ONNX_TAKES_INFINITIES = 1, // among constants; others refuse them
    ONNX_PASSES = 2,           // its output is its first input in another order or type
    ONNX_CONSTANT = 4,         // of constants only
    ONNX_BOOL = 8,             // the type of its output
    ONNX_CHOOSES = 16,         // its first input may be a comparison of computed numbers
};

// Makes output 0, and sets the others in call->output.
typedef const onnx_tensor *onnx_run(onnx_call *call);
typedef int onnx_function(mpfr_t y, const mpfr_t x, mpfr_rnd_t rounding);

// With neither run nor each the operator is refused.
typedef struct onnx_operator {
    const char *names; // of the standard domain, or "ai.onnx.ml.Name", between spaces
    onnx_run *run;
    onnx_element *each; // element by element
    int variant;
    size_t least, most; // inputs
    int kind;
    const char *why_not;     // refused, or computed inputs are
    onnx_function *function; // of onnx_real
    void (*whole)(fmpz_t n, const fmpz_t p,
                  const fmpz_t q); // of onnx_whole: n = an integer for p/q
} onnx_operator;

// NULL if it is not known. domain may be NULL.
const onnx_operator *onnx_find_operator(const char *domain, const char *name);
// Runs an operator that is not refused.
const onnx_tensor *onnx_run_operator(onnx_call *call);

enum { ONNX_SUM, ONNX_MEAN, ONNX_GREATEST, ONNX_LEAST }; // variants of sums and reductions
enum { ONNX_RELU, ONNX_ABS };
enum { ONNX_TO_DEPTH, ONNX_TO_SPACE };

onnx_element onnx_reduced, onnx_subtract, onnx_multiply, onnx_divide, onnx_negate;
onnx_element onnx_activate;
onnx_element onnx_bipolar, onnx_real, onnx_whole, onnx_compare, onnx_logic, onnx_power, onnx_modulo;

onnx_run onnx_matmul, onnx_gemm, onnx_batch_normalization, onnx_scaler, onnx_quantize;
onnx_run onnx_reduce, onnx_conv, onnx_pool;
onnx_run onnx_leaky_relu, onnx_prelu, onnx_clip, onnx_hard_sigmoid;
onnx_run onnx_identity, onnx_dropout, onnx_cast, onnx_reshape, onnx_flatten;
onnx_run onnx_squeeze, onnx_unsqueeze, onnx_transpose, onnx_slice, onnx_split, onnx_gather;
onnx_run onnx_compared, onnx_negated, onnx_sort;
onnx_run onnx_einsum, onnx_qonnx, onnx_range, onnx_thresholded, onnx_shrink;
onnx_run onnx_concat, onnx_pad, onnx_expand, onnx_tile, onnx_where, onnx_depth_and_space;
onnx_run onnx_resize, onnx_constant, onnx_constant_of_shape, onnx_shape_list, onnx_size;

// The largest (sign 1) or the smallest (-1) of numbers. May change the list.
dag_id onnx_greatest(onnx_call *call, dag_id *x, size_t count, int sign);
// n = the integer nearest to p / q, ties to even; the sign of p.
void onnx_nearest(fmpz_t n, const fmpz_t p, const fmpz_t q);
void onnx_sign(fmpz_t n, const fmpz_t p, const fmpz_t q);
// x = x / sqrt(square), rounded to a floating-point type if it is irrational, which is noted.
void onnx_over_root(onnx_call *call, fmpq_t x, const fmpq_t square, int type);
