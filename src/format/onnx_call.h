// What an operator of ONNX is given, and how it makes its outputs.
//
// The first error stays: functions below that find one note it, and do nothing else. An operator
// looks at `failed` where it could not go on with wrong values, and so does who called it at the
// end.
#ifndef FORMAT_ONNX_CALL_H
#define FORMAT_ONNX_CALL_H

#include "format/onnx_tensor.h"

typedef struct {
    const Onnx__NodeProto *node;
    int64_t opset; // version of the standard operators
    int variant;   // of operators that share a function
    dag *graph;
    const onnx_tensor **input; // NULL: left out
    size_t inputs;
    onnx_tensor *output; // to be made by onnx_output
    size_t outputs;
    onnx_budget *budget;
    unsigned char *used; // of each attribute: somebody asked for it
    void **scratch;      // freed when the operator is done
    size_t scratch_count, scratch_capacity;
    fmpq one[1], minus_one[1];
    char note[128]; // what is to be told of the node, such as that something was rounded
    int failed;
    crease_error *error;
} onnx_call;

void onnx_call_init(onnx_call *call);
void onnx_call_clear(onnx_call *call);

void onnx_refuse(onnx_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Notes that so many steps will be done; the product of two numbers. Refuses what takes too long.
void onnx_work(onnx_call *call, size_t count, size_t steps);
void *onnx_scratch(onnx_call *call, size_t count, size_t size);

// ---- Attributes; a default where they are not given ----

int64_t onnx_int(onnx_call *call, const char *name, int64_t otherwise);
// The float itself, NaN and infinities included.
float onnx_any_float(onnx_call *call, const char *name, float otherwise);
// x = the float, exactly; it is finite.
void onnx_float(fmpq_t x, onnx_call *call, const char *name, float otherwise);
// Finite numbers; NULL and 0 if they are not given.
const float *onnx_floats(onnx_call *call, const char *name, size_t *count);
const char *onnx_text(onnx_call *call, const char *name, const char *otherwise);
const Onnx__TensorProto *onnx_tensor_attribute(onnx_call *call, const char *name);
int onnx_has(const onnx_call *call, const char *name);
// Names of attributes, with spaces between them, that change nothing here.
void onnx_ignore(onnx_call *call, const char *names);
// That no attribute is left that nobody asked for: it would have changed something.
void onnx_check_attributes(onnx_call *call);

typedef struct {
    const int64_t *value;
    size_t count;
    int given;
} onnx_ints;

onnx_ints onnx_ints_attribute(onnx_call *call, const char *name);
// The constant integers of an input, a list or a single one; not given if it is left out.
onnx_ints onnx_ints_input(onnx_call *call, size_t input);
// The one or the other: where later versions have an input, earlier ones have an attribute.
onnx_ints onnx_ints_either(onnx_call *call, const char *name, size_t input);

// ---- Inputs and outputs ----

int onnx_given(const onnx_call *call, size_t input);
// That an input is constant; what says what it is.
void onnx_need_constant(onnx_call *call, size_t input, const char *what);
// An axis of rank `rank`, counted from the end if it is negative.
size_t onnx_axis(onnx_call *call, int64_t axis, size_t rank);
// Whether any of the inputs is computed.
int onnx_computed(const onnx_call *call);

// NULL after an error.
onnx_tensor *onnx_output(onnx_call *call, size_t output, int type, size_t rank, const size_t *dim,
                         int computed);
// Output 0 like a tensor.
onnx_tensor *onnx_output_like(onnx_call *call, const onnx_tensor *t);
// Element i of an output is element source[i] of t, or the number `fill` where that is
// ONNX_FILL. fill may be NULL if that does not occur.
#define ONNX_FILL SIZE_MAX
void onnx_take(onnx_call *call, size_t output, const onnx_tensor *t, size_t rank, const size_t *dim,
               const size_t *source, const fmpq *fill);

// ---- Elements as sums: begin, add in any order, put ----

void onnx_begin(onnx_call *call);
void onnx_add(onnx_call *call, const fmpq_t factor, const onnx_tensor *t, size_t i);
// Of which one at least is constant.
void onnx_add_product(onnx_call *call, const onnx_tensor *a, size_t i, const onnx_tensor *b,
                      size_t k);
void onnx_put(onnx_call *call, onnx_tensor *to, size_t i);

// ---- Shapes ----

typedef struct {
    size_t rank, dim[ONNX_MAX_RANK];
} onnx_shape;

onnx_shape onnx_shape_of(const onnx_tensor *t);
// That two tensors are stretched to, as in numpy.
onnx_shape onnx_broadcast(onnx_call *call, onnx_shape a, onnx_shape b);
// Which element of a tensor is stretched to element i of a shape.
size_t onnx_stretched(const onnx_tensor *t, const onnx_shape *shape, size_t i);
// index = the place of element i of a shape; and back.
void onnx_unravel(size_t *index, const onnx_shape *shape, size_t i);
size_t onnx_ravel(const onnx_shape *shape, const size_t *index);

#endif
