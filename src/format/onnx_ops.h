// The operators of ONNX: one table, and the functions that its rows name.
#ifndef FORMAT_ONNX_OPS_H
#define FORMAT_ONNX_OPS_H

#include "format/onnx_call.h"

enum {
    ONNX_TAKES_INFINITIES = 1, // among constants; others refuse them
    ONNX_PASSES = 2,           // passes its first input on: its numbers in another order or type
};

typedef struct {
    const char *name; // of the standard domain, or "ai.onnx.ml.Name"
    void (*run)(onnx_call *call);
    int variant;
    size_t least, most; // inputs
    int kind;
    const char *why_not; // run == NULL: why it is refused
} onnx_operator;

// NULL if it is not known. domain may be NULL.
const onnx_operator *onnx_find_operator(const char *domain, const char *name);

// ---- Rows share functions, which look at the variant ----

enum { ONNX_PLUS = 1, ONNX_MINUS = -1 };
enum { ONNX_SUM, ONNX_MEAN, ONNX_GREATEST, ONNX_LEAST };

void onnx_add_or_subtract(onnx_call *call); // ONNX_PLUS, ONNX_MINUS
void onnx_multiply(onnx_call *call);
void onnx_divide(onnx_call *call);
void onnx_negate(onnx_call *call);
void onnx_sum(onnx_call *call); // ONNX_SUM, ONNX_MEAN
void onnx_matmul(onnx_call *call);
void onnx_gemm(onnx_call *call);
void onnx_batch_normalization(onnx_call *call);
void onnx_scaler(onnx_call *call);
void onnx_reduce(onnx_call *call);      // any of the four
void onnx_global_pool(onnx_call *call); // ONNX_MEAN, ONNX_GREATEST

void onnx_conv(onnx_call *call);
void onnx_conv_transpose(onnx_call *call);
void onnx_pool(onnx_call *call); // ONNX_MEAN, ONNX_GREATEST

void onnx_relu(onnx_call *call);
void onnx_absolute(onnx_call *call);
void onnx_leaky_relu(onnx_call *call);
void onnx_thresholded_relu(onnx_call *call);
void onnx_prelu(onnx_call *call);
void onnx_clip(onnx_call *call);
void onnx_hard_sigmoid(onnx_call *call);
void onnx_shrink(onnx_call *call);
void onnx_extreme(onnx_call *call); // ONNX_GREATEST, ONNX_LEAST

void onnx_identity(onnx_call *call);
void onnx_dropout(onnx_call *call);
void onnx_cast(onnx_call *call);
void onnx_reshape(onnx_call *call);
void onnx_flatten(onnx_call *call);
void onnx_squeeze(onnx_call *call);
void onnx_unsqueeze(onnx_call *call);
void onnx_transpose(onnx_call *call);
void onnx_slice(onnx_call *call);
void onnx_split(onnx_call *call);
void onnx_gather(onnx_call *call);
void onnx_concat(onnx_call *call);
void onnx_pad(onnx_call *call);
void onnx_expand(onnx_call *call);
void onnx_tile(onnx_call *call);
void onnx_where(onnx_call *call);

enum { ONNX_EQUAL, ONNX_LESS, ONNX_GREATER, ONNX_LESS_OR_EQUAL, ONNX_GREATER_OR_EQUAL };

void onnx_constant(onnx_call *call);
void onnx_constant_of_shape(onnx_call *call);
void onnx_shape_list(onnx_call *call);
void onnx_size(onnx_call *call);
void onnx_range(onnx_call *call);
void onnx_compare(onnx_call *call); // ONNX_EQUAL ..
void onnx_round(onnx_call *call);   // ONNX_PLUS: up, ONNX_MINUS: down

// Element i of `to` as the sum, the mean, the largest or the smallest, by the variant, of elements
// of input 0; the mean is their sum over the divisor.
void onnx_put_reduced(onnx_call *call, onnx_tensor *to, size_t i, const size_t *element,
                      size_t count, size_t divisor);

// Element i of `to` as the largest (sign 1) or the smallest (-1) of elements of t, of which the
// first wins a tie. Equal elements count once; at least one.
void onnx_put_extreme(onnx_call *call, onnx_tensor *to, size_t i, const onnx_tensor *t,
                      const size_t *element, size_t count, int sign);

#endif
