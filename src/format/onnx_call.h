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
    fmpq **number; // of onnx_number
    size_t numbers, number_capacity;
    fmpq one[1], minus_one[1];
    const void *state; // of the function of an element
    char note[128];    // what is to be told of the node, such as that something was rounded
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
// The float, exactly; it is finite. Freed with the call, as is a number that is zero.
const fmpq *onnx_float(onnx_call *call, const char *name, float otherwise);
fmpq *onnx_number(onnx_call *call);
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
    size_t rank, dim[ONNX_MAX_RANK];
} onnx_shape;

typedef struct {
    const int64_t *value;
    size_t count;
    int given;
} onnx_ints;

onnx_ints onnx_ints_attribute(onnx_call *call, const char *name);
// The constant integers of an input, a list or a single one; not given if it is left out.
onnx_ints onnx_ints_input(onnx_call *call, size_t input);
// A shape that an input lists.
onnx_shape onnx_shape_input(onnx_call *call, size_t input);
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
// ---- Elements as sums: begin, add in any order, put ----

void onnx_begin(onnx_call *call);
void onnx_add(onnx_call *call, const fmpq_t factor, const onnx_tensor *t, size_t i);
// Of which one at least is constant.
void onnx_add_product(onnx_call *call, const onnx_tensor *a, size_t i, const onnx_tensor *b,
                      size_t k);
void onnx_put(onnx_call *call, onnx_tensor *to, size_t i);
// Element i of `to` = factor times element k of t, plus shift; NULL: 1 and 0.
void onnx_put_affine(onnx_call *call, onnx_tensor *to, size_t i, const fmpq *factor,
                     const onnx_tensor *t, size_t k, const fmpq *shift);

// ---- Shapes ----

onnx_shape onnx_shape_of(const onnx_tensor *t);
// That two tensors are stretched to, as in numpy.
onnx_shape onnx_broadcast(onnx_call *call, onnx_shape a, onnx_shape b);
// Which element of a tensor is stretched to element i of a shape.
size_t onnx_stretched(const onnx_tensor *t, const onnx_shape *shape, size_t i);
// Element i of a shape, where a step along axis k goes stride[k] elements on.
size_t onnx_offset(const onnx_shape *shape, const size_t *stride, size_t i);
// The strides of a tensor's own elements.
void onnx_strides(size_t *stride, const onnx_tensor *t);
void onnx_refuse_shapes(onnx_call *call, const onnx_tensor *a, const onnx_tensor *b);

// ---- Element by element ----

// Makes element i of an output from element at[k] of each input k.
typedef void (*onnx_element)(onnx_call *call, onnx_tensor *to, size_t i, const size_t *at);

// Output 0, of a type, from all inputs stretched to one shape.
void onnx_each(onnx_call *call, int type, onnx_element element);

// ---- Elements of an input in other places ----

// The element at (j_0, j_1, ..) of the output is element sum_k offset[k][j_k] of the input, or a
// number where one of these is ONNX_FILL.
#define ONNX_FILL (INT64_MIN / 16)
typedef struct {
    onnx_shape shape;
    int64_t *offset[ONNX_MAX_RANK];
} onnx_map;

// A further axis; its offsets are zero and to be set. NULL if it is longer than any output.
int64_t *onnx_map_axis(onnx_call *call, onnx_map *map, size_t size);
// A further axis, with offsets first, first + step, ..
void onnx_map_range(onnx_call *call, onnx_map *map, size_t size, int64_t first, int64_t step);
// Makes an output of this shape, which has as many elements as the map; NULL: the map's own. fill
// may be NULL if nothing is filled.
void onnx_move(onnx_call *call, size_t output, const onnx_shape *shape, const onnx_map *map,
               const fmpq *fill);

#endif
