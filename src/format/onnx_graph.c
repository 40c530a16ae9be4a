// From the graph of an ONNX model to a network: which nodes are run, in which order, on what.
#include "format/onnx_graph.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "format/lower.h"
#include "format/onnx_names.h"
#include "format/onnx_ops.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A list of nodes to be run, in the order of their computation.
typedef struct {
    Onnx__NodeProto **node;
    size_t nodes;
    int64_t opset;
    const onnx_frame *frame;
    unsigned char *needed; // of each node
    row_table wanted;      // names of values
} node_list;

typedef struct {
    const Onnx__ModelProto *model;
    const Onnx__GraphProto *graph;
    const crease_net_options *options;
    size_t input;        // the index of the input that is used
    const char *output;  // the name of the value that is computed
    const char *head;    // the value that the last nodes start from; NULL: there are none
    unsigned char *last; // of each node of the graph: it is one of them
    size_t width;        // numbers in the input
    char **note;         // of each node of the graph, or NULL
    char *open;          // which unknown dimensions were taken as 1
    int depth;           // of functions and branches
    onnx_file file;
} reader;

// Inside a function or a branch the innermost node is named.
static crease_status fail_at(reader *r, const Onnx__NodeProto *node)
{
    char text[ONNX_LABEL];
    onnx_label(text, node);
    return r->file.error->where[0] ? CREASE_ERROR : error_where(r->file.error, "%s", text);
}

static crease_status refuse_at(reader *r, const Onnx__NodeProto *node, const char *format,
                               const char *name)
{
    char found[EXCERPT_SIZE];
    error_set(r->file.error, format, excerpt_text(found, name, strlen(name)));
    return fail_at(r, node);
}

// Names of the inputs that are not initialisers, or of the outputs: "a", "b" and 3 more.
static char *list_names(const Onnx__GraphProto *g, const onnx_scope *scope, int outputs,
                        size_t *count)
{
    enum { SHOWN = 4 };
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    *count = 0;
    for (size_t i = 0; i < (outputs ? g->n_output : g->n_input); i++) {
        const char *name = onnx_text((outputs ? g->output : g->input)[i]->name);
        char shown[EXCERPT_SIZE];
        if (!outputs && onnx_find_value(scope, name))
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

// ---- Which nodes are needed, and their order ----

static void want(row_table *wanted, const char *name)
{
    if (name && *name)
        row_table_enter_bytes(wanted, name, strlen(name));
}

static int is_wanted(const node_list *list, const char *name)
{
    return name && *name && row_table_find(&list->wanted, name, strlen(name)) != ROW_TABLE_NONE;
}

// The inputs of a node and whatever its branches mention.
static void want_inputs(row_table *wanted, const Onnx__NodeProto *node)
{
    for (size_t k = 0; k < node->n_input; k++)
        want(wanted, node->input[k]);
    for (size_t a = 0; a < node->n_attribute; a++) {
        const Onnx__GraphProto *branch = node->attribute[a]->g;
        for (size_t k = 0; branch && k < branch->n_output; k++)
            want(wanted, branch->output[k]->name);
        for (size_t i = 0; branch && i < branch->n_node; i++)
            want_inputs(wanted, branch->node[i]);
    }
}

static int makes_wanted(const node_list *list, const Onnx__NodeProto *node)
{
    for (size_t k = 0; k < node->n_output; k++)
        if (is_wanted(list, node->output[k]))
            return 1;
    return 0;
}

static void mark_needed(node_list *list)
{
    for (size_t i = list->nodes; i-- > 0;) {
        list->needed[i] = (unsigned char)makes_wanted(list, list->node[i]);
        if (list->needed[i])
            want_inputs(&list->wanted, list->node[i]);
    }
}

static crease_status run_node(reader *r, onnx_scope *scope, const node_list *list, size_t index);

static crease_status run_list(reader *r, onnx_scope *scope, const node_list *list)
{
    for (size_t i = 0; i < list->nodes; i++)
        if (list->needed[i] && run_node(r, scope, list, i))
            return CREASE_ERROR;
    return CREASE_OK;
}

static void list_init(node_list *list, Onnx__NodeProto **node, size_t nodes, int64_t opset,
                      const onnx_frame *frame)
{
    *list = (node_list){node, nodes, opset, frame, memory_new(nodes + 1, 1), {0}};
    row_table_init(&list->wanted);
}

static void list_clear(node_list *list)
{
    free(list->needed);
    row_table_clear(&list->wanted);
}

// ---- Functions and branches ----

static int64_t standard_version(Onnx__OperatorSetIdProto **import, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *domain = onnx_text(import[i]->domain);
        if (!*domain || strcmp(domain, "ai.onnx") == 0)
            return import[i]->version;
    }
    return 1; // early models lack it
}

static const Onnx__FunctionProto *find_function(const reader *r, const Onnx__NodeProto *node)
{
    for (size_t i = 0; i < r->model->n_functions; i++) {
        const Onnx__FunctionProto *f = r->model->functions[i];
        if (strcmp(onnx_text(f->domain), onnx_text(node->domain)) == 0 &&
            strcmp(onnx_text(f->name), onnx_text(node->op_type)) == 0)
            return f;
    }
    return NULL;
}

// Runs the nodes of a function or a branch and copies its outputs to those of the call.
static void run_inside(reader *r, onnx_call *call, onnx_scope *inner, node_list *list,
                       char **output, size_t outputs)
{
    enum { MOST_DEPTH = 32 };
    const size_t used = outputs < call->outputs ? outputs : call->outputs;
    for (size_t k = 0; k < used; k++)
        want(&list->wanted, output[k]);
    mark_needed(list);
    onnx_work(call, list->nodes, 1);
    if (r->depth++ == MOST_DEPTH)
        onnx_refuse(call, "functions are nested too deeply");
    if (!call->failed)
        call->failed = run_list(r, inner, list) != CREASE_OK;
    for (size_t k = 0; k < used && !call->failed; k++) {
        onnx_value *v = onnx_find_value(inner, onnx_text(output[k]));
        if (!v) {
            onnx_refuse(call, "its output %zu is not computed", k);
        } else if (onnx_load_value(&r->file, v)) {
            call->failed = 1;
        } else {
            onnx_tensor *to = onnx_output(call, k, v->tensor.type, &v->tensor.shape);
            if (to)
                memcpy(to->id, v->tensor.id, to->count * sizeof *to->id);
        }
    }
    r->depth--;
    list_clear(list);
    onnx_clear_scope(inner);
}

// Default values of attributes, which later versions of the standard have, are not supported.
static int has_defaults(const Onnx__FunctionProto *f)
{
    const ProtobufCFieldDescriptor *field = protobuf_c_message_descriptor_get_field_by_name(
        &onnx__function_proto__descriptor, "attribute_proto");
    size_t count = f->base.n_unknown_fields;
    if (field)
        memcpy(&count, (const char *)f + field->quantifier_offset, sizeof count);
    return count > 0;
}

static void run_function(reader *r, onnx_call *call, const Onnx__FunctionProto *f)
{
    onnx_scope inner = {0};
    node_list list;
    const onnx_frame frame = {call->node, call->frame};
    row_table_init(&inner.names);
    list_init(&list, f->node, f->n_node, standard_version(f->opset_import, f->n_opset_import),
              &frame);
    for (size_t k = 0; k < f->n_input && k < call->inputs && !call->failed; k++)
        if (call->input[k])
            call->failed =
                onnx_define_value(
                    &r->file, &inner, onnx_text(f->input[k]),
                    (onnx_value){.tensor = *call->input[k], .made = 1, .borrowed = 1}) != CREASE_OK;
    if (has_defaults(f))
        onnx_refuse(call, "is a function with default attributes, which are not supported");
    for (size_t a = 0; a < call->node->n_attribute; a++)
        call->used[a] = 1;
    run_inside(r, call, &inner, &list, f->output, f->n_output);
}

static void run_branch(reader *r, onnx_call *call, const onnx_scope *scope)
{
    const dag_id condition = onnx_single(call, 0, "the condition");
    const Onnx__AttributeProto *branch[2];
    onnx_scope inner = {.outer = scope};
    node_list list;
    for (size_t k = 0; k < 2; k++)
        branch[k] = onnx_attribute(call, k ? "then_branch" : "else_branch",
                                   ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__GRAPH);
    const Onnx__AttributeProto *taken = branch[condition != DAG_ZERO];
    if (!taken || !taken->g) {
        onnx_refuse(call, "has no branch to take");
        return;
    }
    const Onnx__GraphProto *g = taken->g;
    char **output = onnx_scratch(call, g->n_output, sizeof *output);
    for (size_t k = 0; k < g->n_output; k++)
        output[k] = g->output[k]->name;
    row_table_init(&inner.names);
    list_init(&list, g->node, g->n_node, call->opset, call->frame);
    call->failed |= onnx_define_initializers(&r->file, &inner, g) != CREASE_OK;
    run_inside(r, call, &inner, &list, output, g->n_output);
}

// ---- Running ----

static crease_status take_inputs(reader *r, onnx_call *call, const onnx_scope *scope)
{
    const Onnx__NodeProto *node = call->node;
    const size_t least = call->op ? call->op->least : 0,
                 most = call->op ? call->op->most : SIZE_MAX;
    size_t inputs = node->n_input; // those at the end may be left out by empty names
    while (inputs > least && !*onnx_text(node->input[inputs - 1]))
        inputs--;
    if (inputs < least || inputs > most)
        return refuse_at(r, node, inputs < least ? "has too few inputs%s" : "has too many inputs%s",
                         "");
    call->inputs = inputs;
    call->input = onnx_scratch(call, inputs, sizeof *call->input);
    for (size_t k = 0; k < inputs; k++) {
        const char *name = onnx_text(node->input[k]);
        onnx_value *v = onnx_find_value(scope, name);
        if (!v && *name)
            return refuse_at(r, node, "its input \"%s\" is neither given nor computed before it",
                             name);
        if (!v && call->op && (k < least || most == SIZE_MAX))
            return refuse_at(r, node, "an input that it needs is left out%s", "");
        if (!v)
            continue;
        if (onnx_load_value(&r->file, v))
            return fail_at(r, node);
        call->input[k] = &v->tensor;
        if (call->op && !(call->op->kind & ONNX_TAKES_INFINITIES) &&
            onnx_has_infinity(&v->tensor, call->graph))
            return refuse_at(r, node, "its input \"%s\" has an infinity", name);
    }
    return CREASE_OK;
}

static crease_status keep_outputs(reader *r, onnx_scope *scope, onnx_call *call)
{
    const Onnx__NodeProto *node = call->node;
    onnx_check_attributes(call);
    if (!call->failed && r->file.numbers.full)
        onnx_refuse(call, "is too large: a model may have %d units and weights", DAG_MOST);
    for (size_t k = 0; k < call->outputs; k++) {
        const char *name = k < node->n_output ? onnx_text(node->output[k]) : "";
        if (!call->failed && *name)
            call->failed =
                onnx_define_value(&r->file, scope, name,
                                  (onnx_value){.tensor = call->output[k],
                                               .maker = node,
                                               .made = call->output[k].id != NULL}) != CREASE_OK;
        if (call->failed || !*name)
            onnx_tensor_clear(call->output + k);
    }
    return call->failed ? fail_at(r, node) : CREASE_OK;
}

static crease_status refuse_operator(reader *r, const onnx_call *call, int is_last)
{
    const Onnx__NodeProto *node = call->node;
    int constant = call->inputs > 0;
    if (!call->op && *onnx_text(node->domain))
        return refuse_at(r, node, "is of the domain \"%s\", which is not known",
                         onnx_text(node->domain));
    for (size_t k = 0; k < call->inputs; k++)
        constant &= !call->input[k] || onnx_is_constant(call->input[k]);
    error_set(r->file.error, "%s%s",
              !call->op  ? "is not a supported operator"
              : constant ? "is not computed, even of constants"
                         : call->op->why_not,
              is_last ? "; --onnx-drop-last leaves it off" : "");
    return fail_at(r, node);
}

static crease_status run_node(reader *r, onnx_scope *scope, const node_list *list, size_t index)
{
    const Onnx__NodeProto *node = list->node[index];
    const int on_top = list->node == r->graph->node;
    const Onnx__FunctionProto *function = find_function(r, node);
    const int branches = !*onnx_text(node->domain) && !strcmp(onnx_text(node->op_type), "If");
    onnx_call call = {.node = node,
                      .op = function ? NULL : onnx_find_operator(node->domain, node->op_type),
                      .frame = list->frame,
                      .opset = list->opset,
                      .graph = &r->file.numbers,
                      .outputs = node->n_output ? node->n_output : 1,
                      .budget = &r->file.budget,
                      .open = r->open,
                      .error = r->file.error};
    onnx_call_init(&call);
    call.output = onnx_scratch(&call, call.outputs, sizeof *call.output);
    if (on_top)
        r->file.numbers.group = (uint32_t)index;
    crease_status status = take_inputs(r, &call, scope);
    if (status == CREASE_OK && !function && !branches &&
        (!call.op || (!call.op->run && !call.op->each))) {
        status = refuse_operator(r, &call, on_top && r->last[index]);
    } else if (status == CREASE_OK) {
        if (function)
            run_function(r, &call, function);
        else if (branches)
            run_branch(r, &call, scope);
        else
            onnx_run_operator(&call);
        status = keep_outputs(r, scope, &call);
    }
    const size_t top = r->file.numbers.group;
    if (status == CREASE_OK && *call.note && !r->note[top])
        r->note[top] = memory_copy_text(call.note);
    onnx_call_clear(&call);
    return status;
}

// ---- Input and output ----

// The last nodes are those in front of the output that pass numbers on and one other, or several if
// all are refused, such as Softmax and ArgMax.
static void find_last(reader *r)
{
    const char *name = r->output;
    int seen = 0, only_refused = 1;
    for (size_t i = r->graph->n_node; i-- > 0;) {
        const Onnx__NodeProto *node = r->graph->node[i];
        const onnx_operator *op = onnx_find_operator(node->domain, node->op_type);
        const int passes = op && op->kind & ONNX_PASSES;
        const int refused = op && !op->run && !op->each;
        int makes = 0;
        for (size_t k = 0; k < node->n_output && !makes; k++)
            makes = !strcmp(onnx_text(node->output[k]), name);
        if (!makes)
            continue;
        only_refused &= passes || refused;
        if ((seen && !passes && !only_refused) || !node->n_input)
            break;
        seen |= !passes;
        r->last[i] = 1;
        name = onnx_text(node->input[0]);
    }
    r->head = seen ? name : NULL;
}

static crease_status choose_output(reader *r, const onnx_scope *scope)
{
    size_t count;
    char *names = list_names(r->graph, scope, 1, &count);
    crease_status status = CREASE_OK;
    r->output = r->options->onnx_output;
    if (count == 0)
        status = error_set(r->file.error, "has no output");
    else if (!r->output && count > 1)
        status = error_set(r->file.error, "has %zu outputs, %s: --onnx-output chooses one", count,
                           names);
    else if (!r->output)
        r->output = onnx_text(r->graph->output[0]->name);
    free(names);
    if (status)
        return status;
    find_last(r);
    if (r->options->onnx_drop_last)
        r->output = r->head;
    return r->output ? CREASE_OK : error_set(r->file.error, "there is no last node to leave off");
}

// The only input that is needed, or the one that is asked for.
static crease_status choose_input(reader *r, const onnx_scope *scope, const node_list *list)
{
    const Onnx__GraphProto *g = r->graph;
    const char *asked = r->options->onnx_input;
    size_t count, chosen = 0;
    char *names = list_names(g, scope, 0, &count), found[EXCERPT_SIZE];
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < g->n_input; i++) {
        const char *name = onnx_text(g->input[i]->name);
        if (onnx_find_value(scope, name))
            continue;
        if (asked ? !strcmp(name, asked) : count == 1 || is_wanted(list, name)) {
            r->input = i;
            chosen++;
        }
    }
    if (asked && chosen == 0)
        status = error_set(r->file.error, "has no input \"%s\"; it has %s",
                           excerpt_text(found, asked, strlen(asked)), count ? names : "none");
    else if (chosen != 1)
        status = error_set(r->file.error,
                           "its output depends on %zu of its %zu inputs, %s: expected a function "
                           "of one input",
                           chosen, count, names);
    free(names);
    return status;
}

// Unknown dimensions, such as that of a batch, are 1.
static crease_status make_input(reader *r, onnx_scope *scope)
{
    const Onnx__ValueInfoProto *input = r->graph->input[r->input];
    const char *name = onnx_text(input->name);
    const Onnx__TypeProto__Tensor *type =
        input->type && input->type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE
            ? input->type->tensor_type
            : NULL;
    char found[EXCERPT_SIZE];
    onnx_value v = {.made = 1};
    onnx_shape shape = {.rank = type && type->shape ? type->shape->n_dim : 0};
    excerpt_text(found, name, strlen(name));
    if (!type || !onnx_type_name(type->elem_type))
        return error_set(r->file.error, "the input \"%s\" is not a tensor of numbers", found);
    if (!type->shape)
        return error_set(r->file.error, "the input \"%s\" has no shape", found);
    if (shape.rank > ONNX_MAX_RANK)
        return error_set(r->file.error, "the input \"%s\" has %zu dimensions, expected at most %d",
                         found, shape.rank, ONNX_MAX_RANK);
    for (size_t k = 0; k < shape.rank; k++) {
        const Onnx__TensorShapeProto__Dimension *d = type->shape->dim[k];
        const int known = d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE &&
                          d->dim_value > 0;
        shape.dim[k] = known ? (size_t)d->dim_value : 1;
        if (known)
            continue;
        char *before = r->open;
        r->open = memory_format("%s%s%zu", before,
                                *before ? ", " : "; of the input, taken as 1: dimension ", k);
        free(before);
    }
    if (onnx_tensor_init(&v.tensor, type->elem_type, &shape, &r->file.budget, r->file.error))
        return error_where(r->file.error, "input \"%s\"", found);
    r->width = v.tensor.count;
    dag_add_inputs(&r->file.numbers, r->width);
    for (size_t i = 0; i < r->width; i++)
        v.tensor.id[i] = (dag_id)i;
    return onnx_define_value(&r->file, scope, name, v);
}

// ---- The network ----

static void note_nodes(crease_net *net, const reader *r, const node_list *list,
                       const lower_group *groups)
{
    size_t unread = 0;
    for (size_t id = 0; id < r->file.numbers.nodes; id++)
        unread += r->file.numbers.node[id].kind == DAG_UNIT;
    for (size_t i = 0; i < r->graph->n_node; i++) {
        const lower_group *g = groups + i;
        char text[ONNX_LABEL], where[64];
        onnx_label(text, r->graph->node[i]);
        snprintf(where, sizeof where, g->first == g->last ? "layer %zu" : "layers %zu to %zu",
                 g->first, g->last);
        const char *note = onnx_text(r->note[i]), *also = *note ? "; " : "";
        unread -= g->units;
        if (!list->needed[i])
            net_note_part(net, text, "left out");
        else if (g->units)
            net_note_part(net, text, "%zu unit%s of %s%s%s", g->units, plural(g->units), where,
                          also, note);
        else if (g->first)
            net_note_part(net, text, "in the weights of %s%s%s", where, also, note);
        else
            net_note_part(net, text, "nothing to compute%s%s", also, note);
    }
    if (unread)
        net_note_part(net, "units that nothing reads", "%zu, left out", unread);
}

static void describe_producer(crease_net *net, const reader *r)
{
    const char *name = onnx_text(r->model->producer_name),
               *version = onnx_text(r->model->producer_version);
    char shown[2][EXCERPT_SIZE];
    if (!*name)
        return;
    free(net->about);
    net->about =
        memory_format("made by %s%s%s", excerpt_text(shown[0], name, strlen(name)),
                      *version ? " " : "", excerpt_text(shown[1], version, strlen(version)));
}

static crease_status make_onnx_net(crease_net **net, reader *r, const onnx_scope *scope,
                                   const node_list *list)
{
    onnx_value *v = onnx_find_value(scope, r->output);
    char found[EXCERPT_SIZE];
    size_t count;
    if (!v) {
        char *names = list_names(r->graph, scope, 1, &count);
        error_set(r->file.error, "has no output \"%s\"; it has %s",
                  excerpt_text(found, r->output, strlen(r->output)), names);
        free(names);
        return CREASE_ERROR;
    }
    if (onnx_load_value(&r->file, v))
        return CREASE_ERROR;
    if (v->tensor.count == 0 || r->width == 0)
        return error_set(r->file.error, "has no numbers as its %s", r->width ? "output" : "input");
    if (onnx_has_infinity(&v->tensor, &r->file.numbers))
        return error_set(r->file.error, "its output has an infinity");
    for (size_t i = 0; i < v->tensor.count; i++)
        v->tensor.id[i] = dag_node_of(&r->file.numbers, v->tensor.id[i]);
    lower_group *groups = memory_new(r->graph->n_node + 1, sizeof *groups);
    crease_status status = r->file.numbers.full ? error_set(r->file.error, "is too large")
                                                : lower(net, &r->file.numbers, v->tensor.id,
                                                        v->tensor.count, groups, r->file.error);
    if (status == CREASE_OK) {
        note_nodes(*net, r, list, groups);
        describe_producer(*net, r);
    }
    free(groups);
    return status;
}

static crease_status run_graph(crease_net **net, reader *r, onnx_scope *scope, node_list *list)
{
    if (onnx_define_initializers(&r->file, scope, r->graph) || choose_output(r, scope))
        return CREASE_ERROR;
    want(&list->wanted, r->output);
    mark_needed(list);
    if (choose_input(r, scope, list) || make_input(r, scope) || run_list(r, scope, list))
        return CREASE_ERROR;
    return make_onnx_net(net, r, scope, list);
}

crease_status onnx_make_net(crease_net **net, const Onnx__ModelProto *model,
                            const crease_net_options *options, const char *path,
                            crease_error *error)
{
    if (!model->graph)
        return error_set(error, "is an ONNX model without a graph");
    const size_t nodes = model->graph->n_node;
    reader r = {
        .model = model,
        .graph = model->graph,
        .options = options,
        .last = memory_new(nodes + 1, 1),
        .note = memory_new(nodes + 1, sizeof *r.note),
        .open = memory_copy_text(""),
        .file = {.budget = {ONNX_MAX_NUMBERS, (uint64_t)1 << 31}, .path = path, .error = error}};
    onnx_scope scope = {0};
    node_list list;
    error_set(error, "%s", "");
    dag_init(&r.file.numbers);
    row_table_init(&scope.names);
    list_init(&list, model->graph->node, nodes,
              standard_version(model->opset_import, model->n_opset_import), NULL);
    const crease_status status = run_graph(net, &r, &scope, &list);
    onnx_clear_scope(&scope);
    list_clear(&list);
    dag_clear(&r.file.numbers);
    for (size_t i = 0; i < nodes; i++)
        free(r.note[i]);
    free(r.note);
    free(r.last);
    free(r.open);
    return status;
}
