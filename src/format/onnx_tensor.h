// Tensors while an ONNX graph is read: of exact numbers, or of nodes of the graph that is built.
#ifndef FORMAT_ONNX_TENSOR_H
#define FORMAT_ONNX_TENSOR_H

#include "format/dag.h"
#include "onnx.pb-c.h"

enum { ONNX_MAX_RANK = 12, ONNX_MAX_NUMBERS = 1 << 22 };

typedef struct {
    int type; // of the elements, a TensorProto.DataType
    size_t rank, dim[ONNX_MAX_RANK], count;
    fmpq *number;   // constants, in row-major order; or
    dag_id *node;   // what is computed from the inputs
    int infinities; // some of the numbers are p/0, as no other rational is: p times infinity
} onnx_tensor;

// How much there still may be of one file: numbers in tensors that it does not hold, and steps.
typedef struct {
    size_t numbers;
    uint64_t steps;
} onnx_budget;

// A tensor of zeros, or of nodes 0. Fails if it would be too large.
crease_status onnx_tensor_init(onnx_tensor *t, int type, size_t rank, const size_t *dim,
                               int computed, onnx_budget *budget, crease_error *error);
void onnx_tensor_clear(onnx_tensor *t);

// "float32", .., or NULL if it is no type of numbers; and what kind it is.
const char *onnx_type_name(int type);
int onnx_type_is_real(int type);
// Rounds a number as a cast from reals does: to the nearest value of a floating-point type, ties
// to even, towards zero to an integer. Fails if it is beyond the type's range.
crease_status onnx_type_round(fmpq_t x, int type, crease_error *error);

// "2x3", "" for a tensor without dimensions: into text, of ONNX_SHAPE_TEXT bytes.
#define ONNX_SHAPE_TEXT 256
const char *onnx_shape_text(char *text, size_t rank, const size_t *dim);

// The numbers of a tensor in a file, exactly. path is that of the model, next to which lie files of
// external data; NULL: there is none. Fails on strings, NaN and sizes that do not fit, and takes
// memory only for numbers that are there.
crease_status onnx_tensor_load(onnx_tensor *t, const Onnx__TensorProto *from, const char *path,
                               crease_error *error);

#endif
