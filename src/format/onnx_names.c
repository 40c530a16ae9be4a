// The named values of an ONNX model.
#include "format/onnx_names.h"

#include "base/error.h"
#include "base/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *onnx_text(const char *text)
{
    return text ? text : "";
}

void onnx_label(char to[ONNX_LABEL], const Onnx__NodeProto *node)
{
    char kind[EXCERPT_SIZE], name[EXCERPT_SIZE];
    const char *type = onnx_text(node->op_type), *own = onnx_text(node->name);
    const char *made = node->n_output ? onnx_text(node->output[0]) : "";
    excerpt_text(kind, type, strlen(type));
    excerpt_text(name, *own ? own : made, strlen(*own ? own : made));
    snprintf(to, ONNX_LABEL, "%s%s \"%s\"", kind, *own ? "" : " for", name);
}

onnx_value *onnx_find_value(const onnx_scope *scope, const char *name)
{
    for (; scope && *name; scope = scope->outer) {
        const uint64_t i = row_table_find(&scope->names, name, strlen(name));
        if (i != ROW_TABLE_NONE)
            return scope->value + i;
    }
    return NULL;
}

crease_status onnx_define_value(onnx_file *file, onnx_scope *scope, const char *name, onnx_value v)
{
    char found[EXCERPT_SIZE];
    const uint64_t before = scope->names.count;
    if (!*name) { // nothing can read it
        if (!v.borrowed)
            onnx_tensor_clear(&v.tensor);
        return CREASE_OK;
    }
    const uint64_t i = row_table_enter_bytes(&scope->names, name, strlen(name));
    if (i < before)
        return error_set(file->error, "\"%s\" is defined twice",
                         excerpt_text(found, name, strlen(name)));
    MEMORY_RESERVE(scope->value, scope->capacity, i + 1);
    scope->value[i] = v;
    return CREASE_OK;
}

crease_status onnx_define_initializers(onnx_file *file, onnx_scope *scope,
                                       const Onnx__GraphProto *graph)
{
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < graph->n_initializer && status == CREASE_OK; i++)
        status = onnx_define_value(file, scope, onnx_text(graph->initializer[i]->name),
                                   (onnx_value){.dense = graph->initializer[i]});
    for (size_t i = 0; i < graph->n_sparse_initializer && status == CREASE_OK; i++) {
        const Onnx__SparseTensorProto *sparse = graph->sparse_initializer[i];
        status =
            onnx_define_value(file, scope, sparse->values ? onnx_text(sparse->values->name) : "",
                              (onnx_value){.sparse = sparse});
    }
    return status;
}

void onnx_clear_scope(onnx_scope *scope)
{
    for (uint64_t i = 0; i < scope->names.count; i++)
        if (scope->value && !scope->value[i].borrowed)
            onnx_tensor_clear(&scope->value[i].tensor);
    row_table_clear(&scope->names);
    free(scope->value);
}

crease_status onnx_load_value(onnx_file *file, onnx_value *v)
{
    char text[ONNX_LABEL];
    crease_status status = CREASE_OK;
    const Onnx__TensorProto *from = v->sparse ? v->sparse->values : v->dense;
    if (v->made)
        return CREASE_OK;
    if (v->maker) {
        onnx_label(text, v->maker);
        return error_set(file->error, "an output of %s is not supported", text);
    }
    if (v->sparse)
        status = onnx_sparse_load(&v->tensor, &file->numbers, v->sparse, file->path, &file->budget,
                                  file->error);
    else
        status = onnx_tensor_load(&v->tensor, &file->numbers, v->dense, file->path, file->error);
    v->made = status == CREASE_OK;
    const char *name = from ? onnx_text(from->name) : "";
    return status ? error_where(file->error, "initialiser \"%s\"",
                                excerpt_text(text, name, strlen(name)))
                  : CREASE_OK;
}
