// Tensors of an ONNX graph: numbers of the dag that is built, constants among them.
#ifndef FORMAT_ONNX_TENSOR_H
#define FORMAT_ONNX_TENSOR_H

#include "format/dag.h"
#include "onnx.pb-c.h"

enum { ONNX_MAX_RANK = 12, ONNX_MAX_NUMBERS = 1 << 22 };

typedef struct {
    size_t rank, dim[ONNX_MAX_RANK];
} onnx_shape;

typedef struct {
    int type; // of the elements, a TensorProto.DataType
    onnx_shape shape;
    size_t count;
    dag_id *id; // count of them, in row-major order; the constant p/0 is p times infinity
} onnx_tensor;

// What one file may still take: numbers in tensors that it does not hold, and steps.
typedef struct {
    size_t numbers;
    uint64_t steps;
} onnx_budget;

// The elements are to be set. Fails if the tensor would be too large.
crease_status onnx_tensor_init(onnx_tensor *t, int type, const onnx_shape *shape,
                               onnx_budget *budget, crease_error *error);
void onnx_tensor_clear(onnx_tensor *t);
int onnx_has_infinity(const onnx_tensor *t, const dag *g);

// "float32", .., or NULL if it is not a type of numbers; and what kind it is.
const char *onnx_type_name(int type);
int onnx_type_is_real(int type);
// Rounds as a cast from reals does: to the nearest value of a floating-point type, ties to even;
// towards zero to an integer. Fails if the result is beyond the type's range.
crease_status onnx_type_round(fmpq_t x, int type, crease_error *error);
// Moves n to the nearest number of an integer type; returns whether it is one.
int onnx_type_clamp(fmpz_t n, int type);

// "2x3", "()" for a tensor without dimensions: into text.
#define ONNX_SHAPE_TEXT 256
const char *onnx_shape_text(char text[ONNX_SHAPE_TEXT], const onnx_shape *shape);

// The numbers of a tensor in a file, exactly. path is that of the model, next to which lie files of
// external data, or NULL. Fails on strings, NaN and sizes that do not fit, and takes memory only
// for numbers that are there.
crease_status onnx_tensor_load(onnx_tensor *t, dag *g, const Onnx__TensorProto *from,
                               const char *path, crease_error *error);
// The same for a sparse tensor, whose numbers are counted.
crease_status onnx_sparse_load(onnx_tensor *t, dag *g, const Onnx__SparseTensorProto *from,
                               const char *path, onnx_budget *budget, crease_error *error);

#endif
