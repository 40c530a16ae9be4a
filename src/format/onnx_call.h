// The inputs and attributes of an ONNX operator, and the tensors that it makes.
//
// The first error stays, in the file: a function below that finds one notes it, and later ones do
// nothing and return NULL, 0 or an empty list. An operator tests call->file->failed only where it
// could not continue with such values.
#pragma once

#include "format/onnx_tensor.h"
#include <stdbool.h>

// The call of a function of the model, in which there may be others.
typedef struct onnx_frame {
    const Onnx__NodeProto *node;
    const struct onnx_frame *outer;
} onnx_frame;

typedef struct {
    onnx_file *file;
    dag *graph; // of the file
    const Onnx__NodeProto *node;
    const struct onnx_operator *op;
    const onnx_frame *frame;   // that the node is in; NULL: none
    int64_t opset;             // version of the standard operators
    const onnx_tensor **input; // NULL: left out
    size_t inputs;
    const onnx_tensor **output; // to be set; the first one is what the operator returns
    size_t outputs;
    unsigned char *used; // of each attribute: the operator has read it
    const void *state;   // of the function of an element
    size_t count;        // of the numbers that it gets
    fmpq *x, *y;         // those of the file
    char note[128];      // what the reader reports of the node, such as that something was rounded
} onnx_call;

// Return NULL. The second one names the unknown dimensions that were taken as 1.
#define onnx_refuse(call, ...) onnx_fail_with((call)->file, "", __VA_ARGS__)
#define onnx_refuse_shape(call, ...) onnx_fail_with((call)->file, (call)->file->open, __VA_ARGS__)
void *onnx_refuse_shapes(onnx_call *call, const onnx_shape *a, const onnx_shape *b);
// Takes count times steps from the budget, and refuses what would take too long.
void onnx_work(onnx_call *call, size_t count, size_t steps);
// Memory that is released when the operator is done.
void *onnx_scratch(onnx_call *call, size_t count, size_t size);

// ---- Attributes, or a default if they are not given ----

// Allows an attribute that changes nothing.
void onnx_mark_used(onnx_call *call, const char *name);
bool onnx_has(onnx_call *call, const char *name);
int64_t onnx_int(onnx_call *call, const char *name, int64_t otherwise);
// A tensor of one constant; refuses NaN and infinities.
const onnx_tensor *onnx_float(onnx_call *call, const char *name, float otherwise);
// The index of the attribute's text in a list that ends in NULL.
size_t onnx_choice(onnx_call *call, const char *name, const char *const *list, size_t otherwise);
// NULL if it is not given. type 0: any.
const Onnx__AttributeProto *onnx_attribute(onnx_call *call, const char *name, int type);
// A tensor, a list of finite numbers or a single one, as constants; NULL if it is not given.
const onnx_tensor *onnx_attribute_tensor(onnx_call *call, const char *name);
// Refuses attributes that were not read: they would have changed something.
void onnx_check_attributes(onnx_call *call);

typedef struct {
    const int64_t *value;
    size_t count;
    bool given;
} onnx_ints;

// The integers of an attribute, or the constant ones of an input: later versions have an input
// where earlier ones have an attribute. NULL: no attribute, ONNX_NO_INPUT: no input.
#define ONNX_NO_INPUT SIZE_MAX
onnx_ints onnx_list(onnx_call *call, const char *name, size_t input);
// A shape that an input lists.
onnx_shape onnx_shape_input(onnx_call *call, size_t input);

// ---- Inputs ----

bool onnx_given(const onnx_call *call, size_t input);
// An input that has to be constant; `what` says what it is.
const onnx_tensor *onnx_need_constant(onnx_call *call, size_t input, const char *what);
// The only number of a constant input.
dag_id onnx_single(onnx_call *call, size_t input, const char *what);
// An axis of `rank` dimensions, counted from the end if it is negative.
size_t onnx_axis(onnx_call *call, int64_t axis, size_t rank);

// ---- Tensors made of others ----

onnx_tensor *onnx_new(onnx_call *call, int type, const onnx_shape *shape);
// The same numbers in the same order.
const onnx_tensor *onnx_reshaped(onnx_call *call, const onnx_tensor *x, const onnx_shape *shape);
// A list with dimensions behind it, all 1, so that it is broadcast along an axis of `rank`.
const onnx_tensor *onnx_aligned(onnx_call *call, const onnx_tensor *x, size_t axis, size_t rank);
// The shape that two tensors are broadcast to, as in numpy.
onnx_shape onnx_broadcast(onnx_call *call, const onnx_shape *a, const onnx_shape *b);

// A number of the output from call->count numbers, which it may change.
typedef dag_id onnx_element(onnx_call *call, dag_id *x);

// A tensor from one number of each tensor, all broadcast to one shape; a tensor that is NULL gives
// DAG_NONE.
const onnx_tensor *onnx_each(onnx_call *call, int type, onnx_element *element,
                             const onnx_tensor *const *x, size_t count);

// ---- Views: numbers in other places ----

// The number at (j_0, j_1, ..) is number sum_k stride[k] j_k of the list, or with place[k][j_k] in
// place of stride[k] j_k. It is the fill if a place is ONNX_FILL, DAG_NONE if one is ONNX_BEYOND.
#define ONNX_FILL (-((int64_t)1 << 40))
#define ONNX_BEYOND (-((int64_t)1 << 50))
typedef struct {
    onnx_shape shape;
    const dag_id *id;
    size_t stride[ONNX_MAX_AXES];
    const int64_t *place[ONNX_MAX_AXES]; // NULL: none
    dag_id fill;
} onnx_view;

onnx_view onnx_view_of(const onnx_tensor *t);
// With strides 0 along new axes, which come first, and those of dimension 1.
onnx_view onnx_view_broadcast(const onnx_view *v, const onnx_shape *shape);
// Appends an axis.
void onnx_view_add(onnx_view *v, size_t size, size_t stride);
// A list of `size` numbers of an axis, to be set to what they are times the stride. NULL if it is
// longer than any output.
int64_t *onnx_view_places(onnx_call *call, onnx_view *v, size_t axis, size_t size);
// The number that a place outside of an axis has.
typedef enum { ONNX_FILLED, ONNX_EDGE, ONNX_REFLECT, ONNX_WRAP } onnx_outside;
// Takes `size` numbers of an axis, from a place on, `step` apart.
void onnx_view_steps(onnx_call *call, onnx_view *v, size_t axis, int64_t from, int64_t step,
                     size_t size, onnx_outside outside);

// The tensor whose shape is the first `outer` axes, which all views have: each of its numbers comes
// from those along the other axes of view 0, then of view 1, and so on.
const onnx_tensor *onnx_loop(onnx_call *call, int type, onnx_element *element, const onnx_view *v,
                             size_t views, size_t outer);
// The numbers of a view of input 0.
const onnx_tensor *onnx_copy(onnx_call *call, const onnx_view *v);
