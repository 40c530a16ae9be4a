// Tensors of an ONNX graph: numbers of the dag that is built, constants among them.
#pragma once

#include "base/arena.h"
#include "format/dag.h"
#include "onnx.pb-c.h"
#include <stdbool.h>

// Tensors have at most ONNX_MAX_RANK dimensions, views of them ONNX_MAX_AXES.
enum { ONNX_MAX_RANK = 12, ONNX_MAX_AXES = 2 * ONNX_MAX_RANK, ONNX_MAX_NUMBERS = 1 << 22 };

typedef struct {
    size_t rank, dim[ONNX_MAX_AXES];
} onnx_shape;

// A tensor does not change once its numbers are set: several may share them.
typedef struct {
    int type; // of the elements, a TensorProto.DataType
    onnx_shape shape;
    size_t count;
    dag_id *id; // count of them, in row-major order; the constant p/0 is p times infinity
    // Not 0: each number stands for the truth of a comparison with 0, as in the table of operators.
    int compares;
} onnx_tensor;

// The state that the parts of a reader share.
typedef struct {
    dag graph;
    arena memory;     // of all tensors
    arena scratch;    // of one operator
    size_t numbers;   // that the model may still compute
    uint64_t steps;   // that it may still take
    int depth;        // of functions and branches
    bool keeps;       // units that are constant or equal to others are made too
    fmpq_t x, y;      // numbers of an operator while it computes
    char *open;       // for messages on shapes: which unknown dimensions were taken as 1, or ""
    const char *path; // of the model, or NULL
    bool failed;      // the error is set; the first one stays
    crease_error *error;
} onnx_file;

// Sets the error, unless there is one, with a text behind it. Returns NULL.
void *onnx_fail_with(onnx_file *file, const char *behind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define onnx_fail(file, ...) onnx_fail_with(file, "", __VA_ARGS__)

// The numbers are to be set. NULL if the tensor would be too large.
onnx_tensor *onnx_tensor_new(onnx_file *file, int type, const onnx_shape *shape);
bool onnx_has_infinity(const onnx_tensor *t, const dag *g);
bool onnx_is_constant(const onnx_tensor *t);

// "float32", .., or NULL if it is not a type of numbers.
const char *onnx_type_name(int type);
bool onnx_type_is_real(int type);
// Rounds as a cast from reals does: to the nearest value of a floating-point type, ties to even;
// towards zero to an integer. Fails if the result is beyond the type's range.
void onnx_type_round(fmpq_t x, int type, onnx_file *file);
// Moves n to the nearest number of an integer type; returns whether it is one.
bool onnx_type_clamp(fmpz_t n, int type);

// The product of dimensions first .. end - 1.
size_t onnx_product(const onnx_shape *shape, size_t first, size_t end);
// "2x3", "()" for a tensor without dimensions: into text.
#define ONNX_SHAPE_TEXT 256
const char *onnx_shape_text(char text[ONNX_SHAPE_TEXT], const onnx_shape *shape);

// The numbers of a tensor in the model, exactly. Fails on strings, NaN and sizes that do not
// fit, and takes memory only for numbers that are there.
const onnx_tensor *onnx_tensor_load(onnx_file *file, const Onnx__TensorProto *from);
const onnx_tensor *onnx_sparse_load(onnx_file *file, const Onnx__SparseTensorProto *from);
