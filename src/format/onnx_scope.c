// The names of a graph in an ONNX model.
#include "format/onnx_scope.h"

#include "base/error.h"
#include "base/memory.h"
#include "format/onnx_order.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Names ----

void onnx_label(char label[ONNX_LABEL], const Onnx__NodeProto *node)
{
    char kind[EXCERPT_SIZE], name[EXCERPT_SIZE];
    const char *type = onnx_text(node->op_type), *own = onnx_text(node->name);
    const char *output = node->n_output ? onnx_text(node->output[0]) : "";
    excerpt_of(kind, type);
    excerpt_of(name, *own ? own : output);
    snprintf(label, ONNX_LABEL, "%s%s \"%s\"", kind, *own ? "" : " for", name);
}

void onnx_scope_init(onnx_file *file, onnx_scope *scope, Onnx__NodeProto **node, size_t nodes,
                     int64_t opset)
{
    *scope = (onnx_scope){
        .node = node, .nodes = nodes, .opset = opset, .needed = memory_new(nodes + 1, 1)};
    row_table_init(&scope->names);
    scope->order = onnx_order(file, node, nodes);
}

void onnx_scope_clear(onnx_scope *scope)
{
    row_table_clear(&scope->names);
    free(scope->value);
    free(scope->needed);
    free(scope->order);
}

// ---- Values ----

static bool is_defined(const onnx_value *v)
{
    return v->dense || v->sparse || v->maker || v->tensor;
}

onnx_value *onnx_find_value(const onnx_scope *scope, const char *name)
{
    for (; scope && *name; scope = scope->outer) {
        const uint64_t i = row_table_find(&scope->names, name, strlen(name));
        if (i != ROW_TABLE_NONE && is_defined(scope->value + i))
            return scope->value + i;
    }
    return NULL;
}

// The entry of a name, which may be new.
static onnx_value *enter_name(onnx_scope *scope, const char *name)
{
    const uint64_t before = scope->names.count,
                   i = row_table_enter_bytes(&scope->names, name, strlen(name));
    MEMORY_RESERVE(scope->value, scope->capacity, i + 1);
    if (i == before)
        scope->value[i] = (onnx_value){0};
    return scope->value + i;
}

void onnx_define_value(onnx_file *file, onnx_scope *scope, const char *name, onnx_value v)
{
    char excerpt[EXCERPT_SIZE];
    if (file->failed || !*name) // nothing can read it
        return;
    onnx_value *entry = enter_name(scope, name);
    if (is_defined(entry))
        onnx_fail(file, "\"%s\" is defined twice", excerpt_of(excerpt, name));
    v.is_wanted = entry->is_wanted;
    *entry = v;
}

void onnx_define_initializers(onnx_file *file, onnx_scope *scope, const Onnx__GraphProto *graph)
{
    for (size_t i = 0; i < graph->n_initializer; i++)
        onnx_define_value(file, scope, onnx_text(graph->initializer[i]->name),
                          (onnx_value){.dense = graph->initializer[i]});
    for (size_t i = 0; i < graph->n_sparse_initializer; i++) {
        const Onnx__SparseTensorProto *sparse = graph->sparse_initializer[i];
        onnx_define_value(file, scope, sparse->values ? onnx_text(sparse->values->name) : "",
                          (onnx_value){.sparse = sparse});
    }
}

const onnx_tensor *onnx_load_value(onnx_file *file, onnx_value *v)
{
    char text[ONNX_LABEL];
    if (v->tensor || file->failed)
        return v->tensor;
    if (v->maker) {
        onnx_label(text, v->maker);
        return onnx_fail(file, "an output of %s is not supported", text);
    }
    v->tensor = v->sparse ? onnx_sparse_load(file, v->sparse) : onnx_tensor_load(file, v->dense);
    const Onnx__TensorProto *from = v->sparse ? v->sparse->values : v->dense;
    const char *name = from ? onnx_text(from->name) : "";
    if (file->failed)
        error_where(file->error, "initialiser \"%s\"", excerpt_of(text, name));
    return v->tensor;
}

// ---- Needed nodes ----

void onnx_want(onnx_scope *scope, const char *name)
{
    if (name && *name)
        enter_name(scope, name)->is_wanted = true;
}

bool onnx_is_wanted(const onnx_scope *scope, const char *name)
{
    const uint64_t i = name ? row_table_find(&scope->names, name, strlen(name)) : ROW_TABLE_NONE;
    return i != ROW_TABLE_NONE && scope->value[i].is_wanted;
}

// The inputs of a node and whatever its branches mention.
static void want_inputs(onnx_scope *scope, const Onnx__NodeProto *node)
{
    for (size_t k = 0; k < node->n_input; k++)
        onnx_want(scope, node->input[k]);
    for (size_t a = 0; a < node->n_attribute; a++) {
        const Onnx__GraphProto *branch = node->attribute[a]->g;
        for (size_t k = 0; branch && k < branch->n_output; k++)
            onnx_want(scope, branch->output[k]->name);
        for (size_t i = 0; branch && i < branch->n_node; i++)
            want_inputs(scope, branch->node[i]);
    }
}

void onnx_mark_needed(onnx_scope *scope)
{
    for (size_t n = scope->nodes; n-- > 0;) {
        const size_t i = scope->order[n];
        const Onnx__NodeProto *node = scope->node[i];
        for (size_t k = 0; k < node->n_output; k++)
            scope->needed[i] |= (unsigned char)onnx_is_wanted(scope, node->output[k]);
        if (scope->needed[i])
            want_inputs(scope, node);
    }
}
