// The named values of an ONNX model.
#ifndef FORMAT_ONNX_NAMES_H
#define FORMAT_ONNX_NAMES_H

#include "base/text.h"
#include "format/onnx_tensor.h"

// Shared by the parts of a reader.
typedef struct {
    dag numbers;
    onnx_budget budget;
    const char *path; // of the model, or NULL
    crease_error *error;
} onnx_file;

// A named value: made, in the file and not yet loaded, or an output that is not made.
typedef struct {
    const Onnx__TensorProto *dense;
    const Onnx__SparseTensorProto *sparse;
    const Onnx__NodeProto *maker;
    onnx_tensor tensor; // without numbers of its own if it is borrowed
    int made, borrowed;
} onnx_value;

// The names of a graph, of a branch, which sees those of the graph around it, or of a function.
typedef struct onnx_scope {
    const struct onnx_scope *outer;
    row_table names;
    onnx_value *value; // in the order of names
    size_t capacity;
} onnx_scope;

// "" for NULL.
const char *onnx_text(const char *text);
// What messages and notes call a node: its operator, and its name or that of its first output.
enum { ONNX_LABEL = 2 * EXCERPT_SIZE + 16 };
void onnx_label(char to[ONNX_LABEL], const Onnx__NodeProto *node);

// NULL if the name is not known.
onnx_value *onnx_find_value(const onnx_scope *scope, const char *name);
// Takes the tensor. Refuses a name that the scope has already; a value without a name is dropped.
crease_status onnx_define_value(onnx_file *file, onnx_scope *scope, const char *name, onnx_value v);
crease_status onnx_define_initializers(onnx_file *file, onnx_scope *scope,
                                       const Onnx__GraphProto *graph);
// Makes the tensor of a value; refuses an output that is not made.
crease_status onnx_load_value(onnx_file *file, onnx_value *v);
void onnx_clear_scope(onnx_scope *scope);

#endif
