// From the graph of an ONNX model to a network: which nodes are run, in which order, on what.
#include "format/onnx_graph.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "format/lower.h"
#include "format/onnx_ops.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where a named value comes from.
typedef enum { FROM_INPUT, FROM_INITIALIZER, FROM_NODE } source_kind;

typedef struct {
    source_kind kind;
    size_t index;  // of the input, initialiser or node
    size_t output; // of a node
    onnx_tensor tensor;
    int made; // the tensor is there
} value;

typedef enum { NEW, OPEN, DONE } node_state;

typedef struct {
    const Onnx__ModelProto *model;
    const Onnx__GraphProto *graph;
    const crease_net_options *options;
    const char *path;
    int64_t opset;
    row_table names;
    value *values; // in the order of names
    size_t value_capacity;
    node_state *state; // of each node of the model
    size_t *order;     // nodes, each after those that it needs
    size_t ordered;
    size_t input;  // the index of the input that is used
    size_t output; // the value that is wanted
    size_t last;   // the node that could be left off, or NONE
    size_t width;  // numbers in the input
    char **note;   // of each node that has been run, or NULL
    dag numbers;
    int has_numbers;
    onnx_budget budget;
    crease_error *error;
} reader;

#define NONE SIZE_MAX

// ---- Names ----

static const char *text_of(const char *text)
{
    return text ? text : "";
}

enum { LABEL = 2 * EXCERPT_SIZE + 16 };

// What messages and notes call a node: its operator, and its name or that of what it computes.
static void label_node(char to[LABEL], const Onnx__NodeProto *node)
{
    char kind[EXCERPT_SIZE], name[EXCERPT_SIZE];
    const char *type = text_of(node->op_type), *own = text_of(node->name);
    const char *made = node->n_output ? text_of(node->output[0]) : "";
    excerpt_text(kind, type, strlen(type));
    excerpt_text(name, *own ? own : made, strlen(*own ? own : made));
    snprintf(to, LABEL, "%s%s \"%s\"", kind, *own ? "" : " for", name);
}

static crease_status fail_at(reader *r, size_t node)
{
    char text[LABEL];
    label_node(text, r->graph->node[node]);
    return error_where(r->error, "%s", text);
}

static crease_status refuse_at(reader *r, size_t node, const char *format, const char *name)
{
    char found[EXCERPT_SIZE];
    error_set(r->error, format, excerpt_text(found, name, strlen(name)));
    return fail_at(r, node);
}

static value *find_value(const reader *r, const char *name)
{
    uint64_t i = *name ? row_table_find(&r->names, name, strlen(name)) : ROW_TABLE_NONE;
    return i == ROW_TABLE_NONE ? NULL : r->values + i;
}

static crease_status define_value(reader *r, const char *name, value v)
{
    char found[EXCERPT_SIZE];
    const uint64_t before = r->names.count;
    if (!*name)
        return CREASE_OK;
    const uint64_t i = row_table_enter_bytes(&r->names, name, strlen(name));
    // The inputs of early models name the initialisers too, which come first here.
    if (i < before && v.kind == FROM_INPUT && r->values[i].kind == FROM_INITIALIZER)
        return CREASE_OK;
    if (i < before)
        return error_set(r->error, "\"%s\" is defined twice",
                         excerpt_text(found, name, strlen(name)));
    MEMORY_RESERVE(r->values, r->value_capacity, i + 1);
    r->values[i] = v;
    return CREASE_OK;
}

static crease_status define_all(reader *r)
{
    const Onnx__GraphProto *g = r->graph;
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < g->n_initializer && status == CREASE_OK; i++)
        status = define_value(r, text_of(g->initializer[i]->name),
                              (value){.kind = FROM_INITIALIZER, .index = i});
    for (size_t i = 0; i < g->n_input && status == CREASE_OK; i++)
        status =
            define_value(r, text_of(g->input[i]->name), (value){.kind = FROM_INPUT, .index = i});
    for (size_t i = 0; i < g->n_node && status == CREASE_OK; i++)
        for (size_t k = 0; k < g->node[i]->n_output && status == CREASE_OK; k++)
            status = define_value(r, text_of(g->node[i]->output[k]),
                                  (value){.kind = FROM_NODE, .index = i, .output = k});
    return status;
}

// Names of the inputs that are no initialisers, or of the outputs: "a", "b" and 3 more.
static char *list_names(const reader *r, int outputs, size_t *count)
{
    enum { SHOWN = 4 };
    const Onnx__GraphProto *g = r->graph;
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    *count = 0;
    for (size_t i = 0; i < (outputs ? g->n_output : g->n_input); i++) {
        const char *name = text_of((outputs ? g->output : g->input)[i]->name);
        const value *v = find_value(r, name);
        char shown[EXCERPT_SIZE];
        if (!outputs && (!v || v->kind != FROM_INPUT))
            continue;
        if ((*count)++ < SHOWN)
            fprintf(stream, "%s\"%s\"", *count > 1 ? ", " : "",
                    excerpt_text(shown, name, strlen(name)));
    }
    if (*count > SHOWN)
        fprintf(stream, " and %zu more", *count - SHOWN);
    fclose(stream);
    return text;
}

// ---- What is asked for ----

// The node before, counted from a value, that does more than pass numbers on.
static size_t last_node(const reader *r, const value *v)
{
    for (size_t steps = 0; v && v->kind == FROM_NODE && steps <= r->graph->n_node; steps++) {
        const Onnx__NodeProto *node = r->graph->node[v->index];
        const onnx_operator *op = onnx_find_operator(node->domain, node->op_type);
        if (!op || !(op->kind & ONNX_PASSES))
            return v->index;
        v = node->n_input ? find_value(r, text_of(node->input[0])) : NULL;
    }
    return NONE;
}

static crease_status leave_last_off(reader *r)
{
    if (r->last == NONE)
        return error_set(r->error, "there is no last node that could be left off");
    const Onnx__NodeProto *node = r->graph->node[r->last];
    const value *v = node->n_input ? find_value(r, text_of(node->input[0])) : NULL;
    if (!v)
        return refuse_at(r, r->last, "has no input that would be the output without it%s", "");
    r->output = (size_t)(v - r->values);
    r->last = NONE;
    return CREASE_OK;
}

static crease_status choose_output(reader *r)
{
    const char *name = r->options->onnx_output;
    char found[EXCERPT_SIZE];
    size_t count;
    char *names = list_names(r, 1, &count);
    const value *v = NULL;
    crease_status status = CREASE_OK;
    if (count == 0)
        status = error_set(r->error, "has no output");
    else if (!name && count > 1)
        status =
            error_set(r->error, "has %zu outputs, %s: --onnx-output chooses one", count, names);
    else if (!(v = find_value(r, name ? name : text_of(r->graph->output[0]->name))))
        status = name ? error_set(r->error, "has no output \"%s\"; it has %s",
                                  excerpt_text(found, name, strlen(name)), names)
                      : error_set(r->error, "its output %s is not computed", names);
    free(names);
    if (status)
        return status;
    r->output = (size_t)(v - r->values);
    r->last = last_node(r, v);
    return r->options->onnx_drop_last ? leave_last_off(r) : CREASE_OK;
}

// Notes an input that is needed.
static crease_status need_input(reader *r, size_t input, size_t *needed)
{
    size_t count;
    if (*needed == NONE)
        *needed = input;
    if (*needed == input)
        return CREASE_OK;
    char *names = list_names(r, 0, &count);
    error_set(r->error,
              "its output depends on several of its %zu inputs, %s: only functions of "
              "one input can be read",
              count, names);
    free(names);
    return CREASE_ERROR;
}

static crease_status choose_input(reader *r, size_t needed)
{
    const char *name = r->options->onnx_input;
    const value *v = name ? find_value(r, name) : NULL;
    char found[EXCERPT_SIZE];
    size_t count;
    char *names = list_names(r, 0, &count);
    crease_status status = CREASE_OK;
    if (name && (!v || v->kind != FROM_INPUT))
        status = error_set(r->error, "has no input \"%s\"; it has %s",
                           excerpt_text(found, name, strlen(name)), count ? names : "none");
    else if (name && needed != NONE && needed != v->index) {
        const char *other = text_of(r->graph->input[needed]->name);
        status = error_set(r->error, "its output depends on another input than --input, on \"%s\"",
                           excerpt_text(found, other, strlen(other)));
    } else if (name)
        r->input = v->index;
    else if (needed != NONE)
        r->input = needed;
    else if (count == 1)
        for (r->input = 0;
             find_value(r, text_of(r->graph->input[r->input]->name))->kind != FROM_INPUT;)
            r->input++;
    else
        status = error_set(r->error, "its output depends on none of its %zu inputs", count);
    free(names);
    return status;
}

// ---- The order of nodes ----

// Depth first, so that cycles are found.
static crease_status sort_nodes(reader *r)
{
    const size_t nodes = r->graph->n_node;
    size_t *open = memory_new(nodes + 1, sizeof *open), depth = 0, input = NONE;
    size_t *next = memory_new(nodes + 1, sizeof *next); // the input of a node to be looked at next
    const value *v = r->values + r->output;
    crease_status status = CREASE_OK;
    while (v && status == CREASE_OK) {
        if (v->kind == FROM_INPUT)
            status = need_input(r, v->index, &input);
        else if (v->kind == FROM_NODE && r->state[v->index] == OPEN)
            status = refuse_at(r, v->index, "depends on itself%s", "");
        else if (v->kind == FROM_NODE && r->state[v->index] == NEW)
            r->state[open[depth++] = v->index] = OPEN;
        for (v = NULL; depth && !v && status == CREASE_OK;) {
            const size_t top = open[depth - 1];
            const Onnx__NodeProto *node = r->graph->node[top];
            if (next[top] == node->n_input) {
                r->state[top] = DONE;
                r->order[r->ordered++] = top;
                depth--;
                continue;
            }
            const char *name = text_of(node->input[next[top]++]);
            v = find_value(r, name);
            if (!v && *name)
                status = refuse_at(r, top, "its input \"%s\" is neither computed nor given", name);
        }
    }
    free(open);
    free(next);
    return status == CREASE_OK ? choose_input(r, input) : status;
}

// ---- Running ----

// Dimensions that are not known, as that of a batch, are 1.
static crease_status make_input(reader *r)
{
    const Onnx__ValueInfoProto *input = r->graph->input[r->input];
    const char *name = text_of(input->name);
    const Onnx__TypeProto__Tensor *type =
        input->type && input->type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE
            ? input->type->tensor_type
            : NULL;
    char found[EXCERPT_SIZE];
    size_t dim[ONNX_MAX_RANK], rank = type && type->shape ? type->shape->n_dim : 0;
    excerpt_text(found, name, strlen(name));
    error_where(r->error, "input \"%s\"", found);
    if (!type || !onnx_type_name(type->elem_type))
        return error_set(r->error, "the input \"%s\" is no tensor of numbers", found);
    if (!type->shape)
        return error_set(r->error, "the input \"%s\" has no shape", found);
    for (size_t k = 0; k < rank && k < ONNX_MAX_RANK; k++) {
        const Onnx__TensorShapeProto__Dimension *d = type->shape->dim[k];
        const int known = d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
        dim[k] = known && d->dim_value > 0 ? (size_t)d->dim_value : 1;
    }
    value *v = find_value(r, name);
    if (onnx_tensor_init(&v->tensor, type->elem_type, rank, dim, 1, &r->budget, r->error))
        return error_where(r->error, "input \"%s\"", found);
    v->made = 1;
    r->width = v->tensor.count;
    dag_init(&r->numbers, r->width);
    r->has_numbers = 1;
    for (size_t i = 0; i < r->width; i++)
        v->tensor.node[i] = (dag_id)i;
    return CREASE_OK;
}

// Makes the tensor of a value that is no output of a node that is still to be run.
static crease_status load_value(reader *r, value *v)
{
    if (v->made)
        return CREASE_OK;
    if (v->kind == FROM_NODE) {
        char text[LABEL];
        label_node(text, r->graph->node[v->index]);
        return error_set(r->error, "output %zu of %s is not supported", v->output, text);
    }
    const Onnx__TensorProto *from = r->graph->initializer[v->index];
    if (onnx_tensor_load(&v->tensor, from, r->path, r->error)) {
        char found[EXCERPT_SIZE];
        const char *name = text_of(from->name);
        return error_where(r->error, "initialiser \"%s\"", excerpt_text(found, name, strlen(name)));
    }
    v->made = 1;
    return CREASE_OK;
}

static crease_status take_inputs(reader *r, onnx_call *call, const onnx_operator *op, size_t index)
{
    const Onnx__NodeProto *node = call->node;
    size_t inputs = node->n_input; // those at the end may be left out by empty names
    while (inputs > op->most && !*text_of(node->input[inputs - 1]))
        inputs--;
    if (inputs < op->least || inputs > op->most)
        return refuse_at(r, index,
                         inputs < op->least ? "has too few inputs%s" : "has too many inputs%s", "");
    call->inputs = inputs;
    call->input = onnx_scratch(call, inputs, sizeof *call->input);
    for (size_t k = 0; k < inputs; k++) {
        const char *name = text_of(node->input[k]);
        value *v = find_value(r, name);
        if (!v && (k < op->least || op->most == SIZE_MAX))
            return refuse_at(r, index, "an input that it needs is left out%s", "");
        if (!v)
            continue;
        if (load_value(r, v))
            return r->error->where[0] ? CREASE_ERROR : fail_at(r, index);
        call->input[k] = &v->tensor;
        if (v->tensor.infinities && !(op->kind & ONNX_TAKES_INFINITIES))
            return refuse_at(r, index, "its input \"%s\" has an infinity", name);
    }
    return CREASE_OK;
}

static crease_status keep_outputs(reader *r, onnx_call *call, size_t index)
{
    onnx_check_attributes(call);
    if (!call->failed && r->numbers.full)
        onnx_refuse(call, "is too large: a model may have %d units and weights", DAG_MOST);
    if (!call->failed && *call->note)
        r->note[index] = memory_copy_text(call->note);
    for (size_t k = 0; k < call->outputs; k++) {
        const int there = call->output[k].number || call->output[k].node;
        value *v = k < call->node->n_output ? find_value(r, text_of(call->node->output[k])) : NULL;
        if (call->failed || !v || !there) {
            onnx_tensor_clear(call->output + k);
        } else {
            v->tensor = call->output[k];
            v->made = 1;
        }
    }
    return call->failed ? fail_at(r, index) : CREASE_OK;
}

static crease_status refuse_operator(reader *r, const onnx_operator *op, size_t index)
{
    const Onnx__NodeProto *node = r->graph->node[index];
    if (!op && *text_of(node->domain))
        return refuse_at(r, index, "is of the domain \"%s\", which is not known",
                         text_of(node->domain));
    error_set(r->error, "%s%s", op ? op->why_not : "is not a known operator",
              index == r->last ? "; it is the last node, which --onnx-drop-last leaves off" : "");
    return fail_at(r, index);
}

static crease_status run_node(reader *r, size_t index)
{
    const Onnx__NodeProto *node = r->graph->node[index];
    const onnx_operator *op = onnx_find_operator(node->domain, node->op_type);
    if (!op || !op->run)
        return refuse_operator(r, op, index);
    onnx_call call = {.node = node,
                      .opset = r->opset,
                      .variant = op->variant,
                      .graph = &r->numbers,
                      .outputs = node->n_output ? node->n_output : 1,
                      .budget = &r->budget,
                      .error = r->error};
    onnx_call_init(&call);
    call.output = onnx_scratch(&call, call.outputs, sizeof *call.output);
    r->numbers.group = (uint32_t)index;
    crease_status status = take_inputs(r, &call, op, index);
    if (status == CREASE_OK) {
        op->run(&call);
        status = keep_outputs(r, &call, index);
    }
    onnx_call_clear(&call);
    return status;
}

// ---- The network ----

static void note_nodes(crease_net *net, const reader *r, const lower_group *groups)
{
    for (size_t i = 0; i < r->graph->n_node; i++) {
        const lower_group *g = groups + i;
        char text[LABEL], where[64];
        label_node(text, r->graph->node[i]);
        snprintf(where, sizeof where, g->first == g->last ? "layer %zu" : "layers %zu to %zu",
                 g->first, g->last);
        const char *note = r->note[i], *also = note ? "; " : "";
        note = text_of(note);
        if (r->state[i] != DONE)
            net_note_part(net, text, "left out");
        else if (g->units)
            net_note_part(net, text, "%zu unit%s of %s%s%s", g->units, plural(g->units), where,
                          also, note);
        else if (g->first)
            net_note_part(net, text, "in the weights of %s%s%s", where, also, note);
        else
            net_note_part(net, text, "nothing to compute%s%s", also, note);
    }
}

static void describe_producer(crease_net *net, const reader *r)
{
    const char *name = text_of(r->model->producer_name),
               *version = text_of(r->model->producer_version);
    char shown[2][EXCERPT_SIZE];
    if (!*name)
        return;
    free(net->about);
    net->about =
        memory_format("made by %s%s%s", excerpt_text(shown[0], name, strlen(name)),
                      *version ? " " : "", excerpt_text(shown[1], version, strlen(version)));
}

static crease_status make_onnx_net(crease_net **net, reader *r)
{
    value *v = r->values + r->output;
    if (load_value(r, v))
        return CREASE_ERROR;
    if (v->tensor.count == 0 || r->width == 0)
        return error_set(r->error, "has no numbers as its %s", r->width ? "output" : "input");
    if (v->tensor.infinities)
        return error_set(r->error, "its output has an infinity");
    dag_id *output = memory_new(v->tensor.count, sizeof *output);
    for (size_t i = 0; i < v->tensor.count; i++)
        output[i] =
            v->tensor.node ? v->tensor.node[i] : dag_constant(&r->numbers, v->tensor.number + i);
    lower_group *groups = memory_new(r->graph->n_node + 1, sizeof *groups);
    crease_status status = r->numbers.full
                               ? error_set(r->error, "is too large")
                               : lower(net, &r->numbers, output, v->tensor.count, groups, r->error);
    if (status == CREASE_OK) {
        note_nodes(*net, r, groups);
        describe_producer(*net, r);
    }
    free(output);
    free(groups);
    return status;
}

static void clear_graph(reader *r)
{
    for (uint64_t i = 0; i < r->names.count; i++)
        if (r->values && r->values[i].made)
            onnx_tensor_clear(&r->values[i].tensor);
    for (size_t i = 0; i < r->graph->n_node; i++)
        free(r->note[i]);
    if (r->has_numbers)
        dag_clear(&r->numbers);
    row_table_clear(&r->names);
    free(r->values);
    free(r->state);
    free(r->order);
    free(r->note);
}

// The version of the standard operators; early models do not tell it.
static int64_t standard_version(const Onnx__ModelProto *model)
{
    for (size_t i = 0; i < model->n_opset_import; i++) {
        const char *domain = text_of(model->opset_import[i]->domain);
        if (!*domain || strcmp(domain, "ai.onnx") == 0)
            return model->opset_import[i]->version;
    }
    return 1;
}

crease_status onnx_make_net(crease_net **net, const Onnx__ModelProto *model,
                            const crease_net_options *options, const char *path,
                            crease_error *error)
{
    if (!model->graph)
        return error_set(error, "is an ONNX model without a graph");
    const size_t nodes = model->graph->n_node;
    reader r = {.model = model,
                .graph = model->graph,
                .options = options,
                .path = path,
                .opset = standard_version(model),
                .state = memory_new(nodes + 1, sizeof *r.state),
                .order = memory_new(nodes + 1, sizeof *r.order),
                .note = memory_new(nodes + 1, sizeof *r.note),
                .last = NONE,
                .budget = {ONNX_MAX_NUMBERS, (uint64_t)1 << 31},
                .error = error};
    row_table_init(&r.names);
    crease_status status = define_all(&r);
    if (status == CREASE_OK)
        status = choose_output(&r);
    if (status == CREASE_OK)
        status = sort_nodes(&r);
    if (status == CREASE_OK)
        status = make_input(&r);
    for (size_t k = 0; k < r.ordered && status == CREASE_OK; k++)
        status = run_node(&r, r.order[k]);
    if (status == CREASE_OK)
        status = make_onnx_net(net, &r);
    clear_graph(&r);
    return status;
}
