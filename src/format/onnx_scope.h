// The names of a graph in an ONNX model: what values they have, and which are needed.
#pragma once

#include "base/text.h"
#include "exact/row_table.h"
#include "format/onnx_call.h"
#include <stdbool.h>

// A named value: made, in the model and not yet loaded, or an output that is not made.
typedef struct {
    const Onnx__TensorProto *dense;
    const Onnx__SparseTensorProto *sparse;
    const Onnx__NodeProto *maker;
    const onnx_tensor *tensor; // NULL: not loaded or not made
    bool is_wanted;            // a node that is needed reads it, or it is an output
} onnx_value;

// A graph, a branch, which sees the values of the graph around it, or a function.
typedef struct onnx_scope {
    const struct onnx_scope *outer;
    Onnx__NodeProto **node;
    size_t nodes;
    uint32_t *order;         // of their computation
    int64_t opset;           // version of the standard operators
    const onnx_frame *frame; // the call of the function
    unsigned char *needed;   // of each node
    row_table names;
    onnx_value *value; // in the order of names
    size_t capacity;
} onnx_scope;

// "" for NULL.
static inline const char *onnx_text(const char *text)
{
    return text ? text : "";
}

// The name of a node in messages and notes: its operator, and its name or that of its first output.
enum { ONNX_LABEL = 2 * EXCERPT_SIZE + 16 };
void onnx_label(char label[ONNX_LABEL], const Onnx__NodeProto *node);

// The nodes in the order of their computation; a cycle is an error.
void onnx_scope_init(onnx_file *file, onnx_scope *scope, Onnx__NodeProto **node, size_t nodes,
                     int64_t opset);
void onnx_scope_clear(onnx_scope *scope);

// ---- Values ----

// NULL if the name is not defined here or around.
onnx_value *onnx_find_value(const onnx_scope *scope, const char *name);
// Refuses a name that the scope has defined already; a value without a name is dropped.
void onnx_define_value(onnx_file *file, onnx_scope *scope, const char *name, onnx_value v);
void onnx_define_initializers(onnx_file *file, onnx_scope *scope, const Onnx__GraphProto *graph);
// The tensor of a value; NULL, with an error, for an output that is not made.
const onnx_tensor *onnx_load_value(onnx_file *file, onnx_value *v);

// ---- Needed nodes ----

// Notes that a value is wanted; the name may be NULL.
void onnx_want(onnx_scope *scope, const char *name);
bool onnx_is_wanted(const onnx_scope *scope, const char *name);
// Marks the nodes that make wanted values, whose inputs are wanted then.
void onnx_mark_needed(onnx_scope *scope);
