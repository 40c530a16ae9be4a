// From the graph of an ONNX model to a network: which nodes are run, in which order, on what.
#include "format/onnx_graph.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "format/lower.h"
#include "format/onnx_ops.h"
#include "format/onnx_scope.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Functions and branches ----

typedef struct {
    onnx_file file;
    const Onnx__ModelProto *model;
    const Onnx__GraphProto *graph;
    const crease_net_options *options;
    onnx_scope scope;    // of the graph
    const char *output;  // the name of the value that is computed
    const char *head;    // the value that the last nodes start from; NULL: there are none
    unsigned char *last; // of each node of the graph: it is one of them
    size_t width;        // numbers in the input
    char **note;         // of each node of the graph, or NULL
} reader;

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

static void run_node(reader *r, onnx_scope *scope, size_t index);

static void run_needed(reader *r, onnx_scope *scope)
{
    for (size_t n = 0; n < scope->nodes && !r->file.failed; n++)
        if (scope->needed[scope->order[n]])
            run_node(r, scope, scope->order[n]);
}

// Runs the nodes of a function or a branch, whose outputs become those of the call.
static void run_inside(reader *r, onnx_call *call, onnx_scope *inner, char **output, size_t outputs)
{
    enum { MOST_DEPTH = 32 };
    const size_t used = outputs < call->outputs ? outputs : call->outputs;
    for (size_t k = 0; k < used; k++)
        onnx_want(inner, output[k]);
    onnx_mark_needed(inner);
    onnx_work(call, inner->nodes, 1);
    if (r->file.depth++ == MOST_DEPTH)
        onnx_refuse(call, "functions are nested too deeply");
    run_needed(r, inner);
    for (size_t k = 0; k < used && !r->file.failed; k++) {
        onnx_value *v = onnx_find_value(inner, onnx_text(output[k]));
        if (!v)
            onnx_refuse(call, "its output %zu is not computed", k);
        else
            call->output[k] = onnx_load_value(&r->file, v);
    }
    r->file.depth--;
    onnx_scope_clear(inner);
}

static void run_function(reader *r, onnx_call *call, const Onnx__FunctionProto *f)
{
    const onnx_frame frame = {call->node, call->frame};
    onnx_scope inner;
    onnx_scope_init(&r->file, &inner, f->node, f->n_node,
                    standard_version(f->opset_import, f->n_opset_import));
    inner.frame = &frame;
    for (size_t k = 0; k < f->n_input && k < call->inputs; k++)
        if (call->input[k])
            onnx_define_value(&r->file, &inner, onnx_text(f->input[k]),
                              (onnx_value){.tensor = call->input[k]});
    if (f->n_attribute_proto)
        onnx_refuse(call, "is a function with default attributes, which are not supported");
    memset(call->used, 1, call->node->n_attribute);
    run_inside(r, call, &inner, f->output, f->n_output);
}

// If: runs the branch that the condition, a constant, takes.
static void run_branch(reader *r, onnx_call *call, const onnx_scope *outer)
{
    static const char *const names[] = {"else_branch", "then_branch"};
    const bool taken = onnx_single(call, 0, "the condition") != DAG_ZERO;
    onnx_mark_used(call, names[!taken]);
    const Onnx__AttributeProto *a =
        onnx_attribute(call, names[taken], ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__GRAPH);
    if (!a || !a->g) {
        onnx_refuse(call, "has no branch to take");
        return;
    }
    char **output = onnx_scratch(call, a->g->n_output, sizeof *output);
    for (size_t k = 0; k < a->g->n_output; k++)
        output[k] = a->g->output[k]->name;
    onnx_scope inner;
    onnx_scope_init(&r->file, &inner, a->g->node, a->g->n_node, call->opset);
    inner.outer = outer;
    inner.frame = call->frame;
    onnx_define_initializers(&r->file, &inner, a->g);
    run_inside(r, call, &inner, output, a->g->n_output);
}

// ---- Nodes ----

// Looks up the inputs of a node, and refuses what its operator does not take.
static void take_inputs(onnx_call *call, const onnx_scope *scope)
{
    const Onnx__NodeProto *node = call->node;
    const onnx_operator *op = call->op;
    const size_t least = op ? op->least : 0, most = op ? op->most : SIZE_MAX;
    char excerpt[EXCERPT_SIZE];
    size_t inputs = node->n_input; // those at the end may be left out by empty names
    while (inputs > least && !*onnx_text(node->input[inputs - 1]))
        inputs--;
    if (inputs < least || inputs > most)
        onnx_refuse(call, "has too %s inputs", inputs < least ? "few" : "many");
    call->inputs = inputs;
    call->input = onnx_scratch(call, inputs, sizeof *call->input);
    for (size_t k = 0; k < inputs && !call->file->failed; k++) {
        const char *name = onnx_text(node->input[k]);
        onnx_value *v = onnx_find_value(scope, name);
        excerpt_of(excerpt, name);
        if (!v && *name)
            onnx_refuse(call, "its input \"%s\" is neither given nor computed", excerpt);
        if (!v && op && (op->run || op->each) && (k < least || most == SIZE_MAX))
            onnx_refuse(call, "an input that it needs is left out");
        const onnx_tensor *t = v ? onnx_load_value(call->file, v) : NULL;
        if (t && t->compares && (!op || !(op->kind & ONNX_CHOOSES) || k > 0))
            onnx_refuse(call, "its input \"%s\" compares computed numbers, which is not continuous",
                        excerpt);
        if (t && op && !(op->kind & ONNX_TAKES_INFINITIES) && onnx_has_infinity(t, call->graph))
            onnx_refuse(call, "its input \"%s\" has an infinity", excerpt);
        call->input[k] = t;
    }
}

static void refuse_operator(onnx_call *call, bool is_last)
{
    const char *domain = onnx_text(call->node->domain);
    char excerpt[EXCERPT_SIZE];
    bool constant = call->inputs > 0;
    if (!call->op && *domain && strcmp(domain, "ai.onnx.ml") != 0)
        onnx_refuse(call, "is of the domain \"%s\", which is not known",
                    excerpt_of(excerpt, domain));
    for (size_t k = 0; k < call->inputs; k++)
        constant &= !call->input[k] || onnx_is_constant(call->input[k]);
    onnx_refuse(call, "%s%s",
                !call->op  ? "is not a supported operator"
                : constant ? "is not computed, even of constants"
                           : call->op->why_not,
                is_last && call->op ? "; --onnx-drop-last leaves it off" : "");
}

// Runs a node, whatever it is, and gives its outputs their names.
static void run_call(reader *r, onnx_call *call, onnx_scope *scope, bool is_last)
{
    const Onnx__NodeProto *node = call->node;
    const Onnx__FunctionProto *function = find_function(r, node);
    const bool branches = !*onnx_text(node->domain) && !strcmp(onnx_text(node->op_type), "If");
    call->op = function ? NULL : onnx_find_operator(node->domain, node->op_type);
    take_inputs(call, scope);
    if (r->file.failed)
        return;
    if (function)
        run_function(r, call, function);
    else if (branches)
        run_branch(r, call, scope);
    else if (call->op && (call->op->run || call->op->each))
        call->output[0] = onnx_run_operator(call);
    else
        refuse_operator(call, is_last);
    onnx_check_attributes(call);
    if (r->file.graph.full)
        onnx_refuse(call, "is too large: a model may have %d units and weights", DAG_MOST);
    for (size_t k = 0; k < node->n_output; k++)
        onnx_define_value(&r->file, scope, onnx_text(node->output[k]),
                          (onnx_value){.tensor = call->output[k], .maker = node});
}

// Inside a function or a branch the innermost node is named.
static void run_node(reader *r, onnx_scope *scope, size_t index)
{
    ASSERT(index < scope->nodes);
    const Onnx__NodeProto *node = scope->node[index];
    const bool on_top = scope == &r->scope;
    const arena_mark mark = arena_here(&r->file.scratch);
    char text[ONNX_LABEL];
    onnx_call call = {.file = &r->file,
                      .graph = &r->file.graph,
                      .node = node,
                      .frame = scope->frame,
                      .opset = scope->opset,
                      .outputs = node->n_output ? node->n_output : 1,
                      .x = r->file.x,
                      .y = r->file.y};
    call.used = onnx_scratch(&call, node->n_attribute, 1);
    call.output = onnx_scratch(&call, call.outputs, sizeof *call.output);
    if (on_top)
        r->file.graph.group = (uint32_t)index;
    run_call(r, &call, scope, on_top && r->last[index]);
    const size_t top = r->file.graph.group;
    onnx_label(text, node);
    if (!r->file.failed && *call.note && !r->note[top])
        r->note[top] = memory_copy_text(call.note);
    if (r->file.failed && !r->file.error->where[0])
        error_where(r->file.error, "%s", text);
    arena_release(&r->file.scratch, mark);
}

// ---- Input and output ----

// Names of the inputs that are not initialisers, or of the outputs: "a", "b" and 3 more.
static char *list_names(const reader *r, bool outputs, size_t *count)
{
    enum { SHOWN = 4 };
    const Onnx__GraphProto *g = r->graph;
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    *count = 0;
    for (size_t i = 0; i < (outputs ? g->n_output : g->n_input); i++) {
        const char *name = onnx_text((outputs ? g->output : g->input)[i]->name);
        char shown[EXCERPT_SIZE];
        if (!outputs && onnx_find_value(&r->scope, name))
            continue;
        if ((*count)++ < SHOWN)
            fprintf(stream, "%s\"%s\"", *count > 1 ? ", " : "", excerpt_of(shown, name));
    }
    if (*count > SHOWN)
        fprintf(stream, " and %zu more", *count - SHOWN);
    fclose(stream);
    return text;
}

// The last nodes are those in front of the output that pass numbers on and one other, or several if
// all are refused, such as Softmax and ArgMax.
static void find_last(reader *r)
{
    const char *name = r->output;
    bool seen = false, only_refused = true;
    for (size_t n = r->graph->n_node; n-- > 0;) {
        const size_t i = r->scope.order[n];
        const Onnx__NodeProto *node = r->graph->node[i];
        const onnx_operator *op = onnx_find_operator(node->domain, node->op_type);
        const bool passes = op && op->kind & ONNX_PASSES;
        const bool refused = op && !op->run && !op->each;
        bool makes = false;
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

// The output that is read: the only one or the one that is asked for, or what the last node reads.
static void choose_output(reader *r)
{
    size_t count;
    char *names = list_names(r, 1, &count);
    r->output = r->options->onnx_output;
    if (count == 0)
        onnx_fail(&r->file, "has no output");
    else if (!r->output && count > 1)
        onnx_fail(&r->file, "has %zu outputs, %s: --onnx-output chooses one", count, names);
    else if (!r->output)
        r->output = onnx_text(r->graph->output[0]->name);
    free(names);
    if (r->file.failed)
        return;
    find_last(r);
    if (r->options->onnx_drop_last)
        r->output = r->head;
    if (!r->output)
        onnx_fail(&r->file, "there is no last node to leave off");
}

// The only input that is needed, or the one that is asked for.
static const Onnx__ValueInfoProto *choose_input(reader *r)
{
    const Onnx__GraphProto *g = r->graph;
    const Onnx__ValueInfoProto *input = NULL;
    const char *wanted = r->options->onnx_input;
    size_t count, chosen = 0;
    char *names = list_names(r, 0, &count), excerpt[EXCERPT_SIZE];
    for (size_t i = 0; i < g->n_input; i++) {
        const char *name = onnx_text(g->input[i]->name);
        if (onnx_find_value(&r->scope, name))
            continue;
        if (wanted ? !strcmp(name, wanted) : count == 1 || onnx_is_wanted(&r->scope, name)) {
            input = g->input[i];
            chosen++;
        }
    }
    if (wanted && chosen == 0)
        onnx_fail(&r->file, "has no input \"%s\"; it has %s", excerpt_of(excerpt, wanted),
                  count ? names : "none");
    else if (chosen != 1)
        onnx_fail(&r->file,
                  "its output depends on %zu of its %zu inputs, %s: expected a function of one "
                  "input",
                  chosen, count, names);
    free(names);
    return input;
}

// Unknown dimensions, such as that of a batch, are 1.
static onnx_shape input_shape(onnx_file *file, const Onnx__TensorShapeProto *from)
{
    onnx_shape shape = {.rank = from->n_dim};
    for (size_t k = 0; k < shape.rank; k++) {
        const Onnx__TensorShapeProto__Dimension *d = from->dim[k];
        const bool known = d->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE &&
                           d->dim_value > 0;
        shape.dim[k] = known ? (size_t)d->dim_value : 1;
        if (known)
            continue;
        char *before = file->open;
        file->open = memory_format("%s%s%zu", before,
                                   *before ? ", " : "; of the input, taken as 1: dimension ", k);
        free(before);
    }
    return shape;
}

// Defines the input of the model: its shape, and an input of the network for each entry.
static void make_input(reader *r)
{
    onnx_file *file = &r->file;
    const Onnx__ValueInfoProto *input = choose_input(r);
    if (file->failed)
        return;
    const char *name = onnx_text(input->name);
    const Onnx__TypeProto__Tensor *type =
        input->type && input->type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE
            ? input->type->tensor_type
            : NULL;
    char excerpt[EXCERPT_SIZE];
    excerpt_of(excerpt, name);
    if (!type || !onnx_type_name(type->elem_type))
        onnx_fail(file, "the input \"%s\" is not a tensor of numbers", excerpt);
    else if (!type->shape)
        onnx_fail(file, "the input \"%s\" has no shape", excerpt);
    else if (type->shape->n_dim > ONNX_MAX_RANK)
        onnx_fail(file, "the input \"%s\" has %zu dimensions, expected at most %d", excerpt,
                  type->shape->n_dim, ONNX_MAX_RANK);
    if (file->failed)
        return;
    const onnx_shape shape = input_shape(file, type->shape);
    onnx_tensor *t = onnx_tensor_new(file, type->elem_type, &shape);
    if (!t) {
        error_where(file->error, "input \"%s\"", excerpt);
        return;
    }
    r->width = t->count;
    dag_add_inputs(&file->graph, r->width);
    for (size_t i = 0; i < r->width; i++)
        t->id[i] = (dag_id)i;
    onnx_define_value(file, &r->scope, name, (onnx_value){.tensor = t});
}

// ---- The network ----

// Lists for each node of the model where it went in the network.
static void note_nodes(crease_net *net, const reader *r, const lower_group *groups)
{
    const dag *numbers = &r->file.graph;
    size_t unread = 0;
    for (size_t id = 0; id < numbers->nodes; id++)
        unread += numbers->node[id].kind == DAG_UNIT;
    for (size_t i = 0; i < r->graph->n_node; i++) {
        const lower_group *g = groups + i;
        char text[ONNX_LABEL], where[64];
        onnx_label(text, r->graph->node[i]);
        snprintf(where, sizeof where, g->first == g->last ? "layer %zu" : "layers %zu to %zu",
                 g->first - 1, g->last - 1);
        const char *note = onnx_text(r->note[i]), *also = *note ? "; " : "";
        unread -= g->units;
        if (!r->scope.needed[i])
            net_note_part(net, text, "left out");
        else if (g->units)
            net_note_part(net, text, "%zu unit%s of %s%s%s", g->units, plural(g->units), where,
                          also, note);
        else if (g->first)
            net_note_part(net, text, "in the weights of %s%s%s", where, also, note);
        else
            net_note_part(net, text, "nothing to compute%s%s", also, note);
    }
    if (unread && !r->options->onnx_keep_units)
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
    net->about = memory_format("made by %s%s%s", excerpt_of(shown[0], name), *version ? " " : "",
                               excerpt_of(shown[1], version));
}

// The numbers of the output, as nodes. NULL after an error.
static dag_id *output_nodes(reader *r, size_t *count)
{
    onnx_value *v = onnx_find_value(&r->scope, r->output);
    char excerpt[EXCERPT_SIZE];
    if (!v) {
        char *names = list_names(r, 1, count);
        onnx_fail(&r->file, "has no output \"%s\"; it has %s", excerpt_of(excerpt, r->output),
                  names);
        free(names);
    }
    const onnx_tensor *t = v ? onnx_load_value(&r->file, v) : NULL;
    if (!t)
        return NULL;
    if (t->count == 0 || r->width == 0)
        return onnx_fail(&r->file, "has no numbers as its %s", r->width ? "output" : "input");
    if (t->compares)
        return onnx_fail(&r->file, "its output compares computed numbers: it is not continuous");
    if (onnx_has_infinity(t, &r->file.graph))
        return onnx_fail(&r->file, "its output has an infinity");
    dag_id *output = arena_new(&r->file.memory, t->count, sizeof *output);
    for (*count = 0; *count < t->count; ++*count)
        output[*count] = dag_node_of(&r->file.graph, t->id[*count]);
    return r->file.graph.full ? onnx_fail(&r->file, "is too large") : output;
}

static crease_status run_graph(crease_net **net, reader *r)
{
    size_t outputs;
    onnx_define_initializers(&r->file, &r->scope, r->graph);
    if (!r->file.failed)
        choose_output(r);
    onnx_want(&r->scope, r->output);
    onnx_mark_needed(&r->scope);
    if (!r->file.failed)
        make_input(r);
    run_needed(r, &r->scope);
    const dag_id *output = r->file.failed ? NULL : output_nodes(r, &outputs);
    if (!output)
        return CREASE_ERROR;
    lower_group *groups = memory_new(r->graph->n_node + 1, sizeof *groups);
    const crease_status status = lower(net, &r->file.graph, output, outputs,
                                       r->options->onnx_keep_units, groups, r->file.error);
    if (status == CREASE_OK) {
        note_nodes(*net, r, groups);
        describe_producer(*net, r);
    }
    free(groups);
    return status;
}

crease_status onnx_make_net(const net_source *source, const Onnx__ModelProto *model,
                            crease_error *error)
{
    if (!model->graph)
        return error_set(error, "is an ONNX model without a graph");
    const size_t nodes = model->graph->n_node;
    reader r = {.model = model,
                .graph = model->graph,
                .options = source->options,
                .last = memory_new(nodes + 1, 1),
                .note = memory_new(nodes + 1, sizeof *r.note),
                .file = {.keeps = source->options->onnx_keep_units,
                         .numbers = ONNX_MAX_NUMBERS,
                         .steps = (uint64_t)1 << 31,
                         .open = memory_copy_text(""),
                         .path = source->path,
                         .error = error}};
    fmpq_init(r.file.x);
    fmpq_init(r.file.y);
    dag_init(&r.file.graph);
    arena_init(&r.file.memory);
    arena_init(&r.file.scratch);
    onnx_scope_init(&r.file, &r.scope, model->graph->node, nodes,
                    standard_version(model->opset_import, model->n_opset_import));
    const crease_status status = run_graph(source->net, &r);
    onnx_scope_clear(&r.scope);
    fmpq_clear(r.file.x);
    fmpq_clear(r.file.y);
    dag_clear(&r.file.graph);
    arena_clear(&r.file.memory);
    arena_clear(&r.file.scratch);
    for (size_t i = 0; i < nodes; i++)
        free(r.note[i]);
    free(r.note);
    free(r.last);
    free(r.file.open);
    return status;
}
