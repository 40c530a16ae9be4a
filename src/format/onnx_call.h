// What an operator of ONNX is given, and how it makes its outputs.
//
// The first error stays: a function below that finds one notes it and sets `failed`; later ones do
// nothing. An operator tests `failed` where it could not continue with wrong values; its caller
// tests it at the end.
#ifndef FORMAT_ONNX_CALL_H
#define FORMAT_ONNX_CALL_H

#include "format/onnx_tensor.h"

// The call of a function of the model, in which there may be others.
typedef struct onnx_frame {
    const Onnx__NodeProto *node;
    const struct onnx_frame *outer;
} onnx_frame;

typedef struct {
    const Onnx__NodeProto *node;
    const struct onnx_operator *op;
    const onnx_frame *frame; // that the node is in; NULL: none
    int64_t opset;           // version of the standard operators
    dag *graph;
    const onnx_tensor **input; // NULL: left out
    size_t inputs;
    onnx_tensor *output; // made by onnx_output
    size_t outputs;
    onnx_budget *budget;
    unsigned char *used; // of each attribute: it was asked for
    void **scratch;      // freed when the operator is done
    size_t scratch_count, scratch_capacity;
    const void *state; // of the function of an element
    fmpq_t x, y;       // numbers of an operator while it computes
    const char *open;  // of messages on shapes: which unknown dimensions were taken as 1, or ""
    char note[128];    // what the reader reports of the node, such as that something was rounded
    int failed;
    crease_error *error;
} onnx_call;

void onnx_call_init(onnx_call *call);
void onnx_call_clear(onnx_call *call);

void onnx_refuse(onnx_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same, and names the unknown dimensions.
void onnx_refuse_shape(onnx_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void onnx_refuse_shapes(onnx_call *call, const onnx_shape *a, const onnx_shape *b);
// Takes count times steps from the budget, and refuses what would take too long.
void onnx_work(onnx_call *call, size_t count, size_t steps);
// Memory that is freed when the operator is done.
void *onnx_scratch(onnx_call *call, size_t count, size_t size);
void onnx_free_later(onnx_call *call, void *memory);

// ---- Attributes, or a default if they are not given ----

// Also allows an attribute that changes nothing.
int onnx_has(onnx_call *call, const char *name);
int64_t onnx_int(onnx_call *call, const char *name, int64_t otherwise);
// May be NaN or infinite.
float onnx_any_float(onnx_call *call, const char *name, float otherwise);
// As a constant; refuses NaN and infinities.
dag_id onnx_float(onnx_call *call, const char *name, float otherwise);
// Finite numbers; NULL and 0 if they are not given.
const float *onnx_floats(onnx_call *call, const char *name, size_t *count);
// The index of the attribute's text in a list that ends in NULL.
size_t onnx_choice(onnx_call *call, const char *name, const char *const *list, size_t otherwise);
// NULL if it is not given.
const Onnx__AttributeProto *onnx_attribute(onnx_call *call, const char *name, int type);
// Refuses attributes that were not asked for: they would have changed something.
void onnx_check_attributes(onnx_call *call);

typedef struct {
    const int64_t *value;
    size_t count;
    int given;
} onnx_ints;

onnx_ints onnx_ints_attribute(onnx_call *call, const char *name);
// The constant integers of an input, a list or a single one; not given if it is left out.
onnx_ints onnx_ints_input(onnx_call *call, size_t input);
// Later versions have an input where earlier ones have an attribute.
onnx_ints onnx_ints_either(onnx_call *call, const char *name, size_t input);
// A shape that an input lists.
onnx_shape onnx_shape_input(onnx_call *call, size_t input);

// ---- Inputs and outputs ----

int onnx_given(const onnx_call *call, size_t input);
int onnx_is_constant(const onnx_tensor *t);
// Refuses an input that is not constant; `what` says what it is.
void onnx_need_constant(onnx_call *call, size_t input, const char *what);
// The only number of a constant input.
dag_id onnx_single(onnx_call *call, size_t input, const char *what);
// An axis of `rank` dimensions, counted from the end if it is negative.
size_t onnx_axis(onnx_call *call, int64_t axis, size_t rank);

// NULL after an error.
onnx_tensor *onnx_output(onnx_call *call, size_t output, int type, const onnx_shape *shape);

// ---- Shapes ----

// The shape that two tensors are broadcast to, as in numpy.
onnx_shape onnx_broadcast(onnx_call *call, const onnx_shape *a, const onnx_shape *b);
// The strides of a tensor's own elements.
void onnx_strides(size_t *stride, const onnx_shape *shape);
// The strides with which a tensor is broadcast to a shape: 0 along new axes and those of
// dimension 1.
void onnx_broadcast_strides(size_t *stride, const onnx_shape *own, const onnx_shape *shape);
// Element i of a shape, if a step along axis k goes stride[k] elements on.
size_t onnx_offset(const onnx_shape *shape, const size_t *stride, size_t i);
// The product of dimensions first .. end - 1.
size_t onnx_product(const onnx_shape *shape, size_t first, size_t end);
// Gives an input of one dimension the dimensions behind an axis of input 0, all 1, so that it is
// broadcast along the others.
void onnx_align(onnx_call *call, size_t input, size_t axis);

// ---- Element by element ----

// The element of an output from one element of each input; DAG_NONE for an input left out.
typedef dag_id onnx_element(onnx_call *call, const dag_id *x);

// Output 0, of a type, from all inputs broadcast to one shape.
void onnx_each(onnx_call *call, int type, onnx_element *element);

// ---- Elements of input 0 in other places ----

// The element at (j_0, j_1, ..) of the output is element sum_k place[k][j_k] stride[k] of the
// input; the fill if a place is ONNX_FILL, DAG_NONE if one is ONNX_BEYOND. No list: places 0, 1, ..
#define ONNX_FILL (-((int64_t)1 << 40))
#define ONNX_BEYOND (-((int64_t)1 << 50))
typedef struct {
    onnx_shape shape;
    size_t stride[ONNX_MAX_RANK];
    int64_t *place[ONNX_MAX_RANK];
} onnx_map;

// The input as it is.
onnx_map onnx_map_init(const onnx_call *call);
// A list of `size` places of an axis, to be set. Refuses one longer than any output, and is empty.
int64_t *onnx_map_axis(onnx_call *call, onnx_map *map, size_t axis, size_t *size);
// Makes a tensor of this shape, which has as many elements as the map; NULL: the map's own.
void onnx_move(onnx_call *call, onnx_tensor *to, const onnx_shape *shape, const onnx_map *map,
               dag_id fill);
// Output 0: the same numbers in the same order.
void onnx_reshape_to(onnx_call *call, const onnx_shape *shape);

#endif
