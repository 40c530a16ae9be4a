// The order in which the nodes of a graph are computed.
//
// The standard asks for sorted nodes; writers and tools that edit graphs do not always sort them.
#include "format/onnx_order.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

enum { NEW, OPEN, DONE };

typedef struct {
    Onnx__NodeProto **node;
    size_t nodes;
    row_table names; // of the outputs of nodes
    uint32_t *maker; // by name
    size_t makers;
    uint32_t *read; // the nodes that each node reads, one after the other
    size_t reads, read_capacity;
    size_t *first; // nodes + 1: of each
} node_graph;

// A node on the way from the first one down to those that it needs, and the next of these.
typedef struct {
    uint32_t node;
    size_t next;
} order_step;

// A search, depth first, which lists each node behind all that it needs.
typedef struct {
    const node_graph *graph;
    unsigned char *state; // of each node: NEW, OPEN, DONE
    order_step *path;
    uint32_t *order; // so far
    size_t ordered;
} node_search;

static void enter_outputs(node_graph *g)
{
    for (size_t i = 0; i < g->nodes; i++)
        for (size_t k = 0; k < g->node[i]->n_output; k++) {
            const char *name = g->node[i]->output[k];
            if (!name || !*name)
                continue;
            const uint64_t number = row_table_enter_bytes(&g->names, name, strlen(name));
            MEMORY_RESERVE(g->maker, g->makers, number + 1);
            g->maker[number] = (uint32_t)i;
        }
}

static void add_read(node_graph *g, const char *name)
{
    const uint64_t number =
        name && *name ? row_table_find(&g->names, name, strlen(name)) : ROW_TABLE_NONE;
    if (number == ROW_TABLE_NONE)
        return;
    MEMORY_RESERVE(g->read, g->read_capacity, g->reads + 1);
    g->read[g->reads++] = g->maker[number];
}

// The values that a node reads, and those that its branches mention but do not make themselves.
static void add_reads(node_graph *g, const Onnx__NodeProto *node)
{
    for (size_t k = 0; k < node->n_input; k++)
        add_read(g, node->input[k]);
    for (size_t a = 0; a < node->n_attribute; a++) {
        const Onnx__GraphProto *branch = node->attribute[a]->g;
        for (size_t i = 0; branch && i < branch->n_node; i++)
            add_reads(g, branch->node[i]);
        for (size_t k = 0; branch && k < branch->n_output; k++)
            add_read(g, branch->output[k]->name);
    }
}

static void fail_in_cycle(onnx_file *file, const node_graph *g, const order_step *path,
                          size_t depth, uint32_t again)
{
    ASSERT(depth > 0 && again < g->nodes);
    size_t from = depth;
    char text[2][EXCERPT_SIZE];
    while (path[from - 1].node != again)
        from--;
    const Onnx__NodeProto *first = g->node[again];
    const char *kind = first->op_type ? first->op_type : "";
    const char *name = first->n_output && first->output[0] ? first->output[0] : "";
    onnx_fail(file, "%s for \"%s\": its input depends on its output, in a cycle of %zu node%s",
              excerpt_of(text[0], kind), excerpt_of(text[1], name), depth - from + 1,
              plural(depth - from + 1));
}

// Lists a node, and before it all that it needs.
static void order_from(node_search *search, uint32_t start, onnx_file *file)
{
    const node_graph *g = search->graph;
    unsigned char *state = search->state;
    order_step *path = search->path;
    ASSERT(start < g->nodes && state[start] == NEW);
    size_t depth = 1;
    path[0] = (order_step){start, g->first[start]};
    state[start] = OPEN;
    while (depth && !file->failed) {
        order_step *last = path + depth - 1;
        if (last->next == g->first[last->node + 1]) {
            state[last->node] = DONE;
            search->order[search->ordered++] = last->node;
            depth--;
            continue;
        }
        const uint32_t needed = g->read[last->next++];
        if (state[needed] == OPEN) {
            fail_in_cycle(file, g, path, depth, needed);
        } else if (state[needed] == NEW) {
            state[needed] = OPEN;
            path[depth++] = (order_step){needed, g->first[needed]};
        }
    }
}

uint32_t *onnx_order(onnx_file *file, Onnx__NodeProto **node, size_t nodes)
{
    node_graph g = {.node = node, .nodes = nodes};
    node_search search = {.graph = &g,
                          .state = memory_new(nodes + 1, 1),
                          .path = memory_new(nodes + 1, sizeof *search.path),
                          .order = memory_new(nodes + 1, sizeof *search.order)};
    g.first = memory_new(nodes + 1, sizeof *g.first);
    row_table_init(&g.names);
    enter_outputs(&g);
    for (size_t i = 0; i < nodes; i++) {
        add_reads(&g, node[i]);
        g.first[i + 1] = g.reads;
    }
    for (size_t i = 0; i < nodes && !file->failed; i++)
        if (search.state[i] == NEW)
            order_from(&search, (uint32_t)i, file);
    row_table_clear(&g.names);
    free(g.maker);
    free(g.read);
    free(g.first);
    free(search.state);
    free(search.path);
    return search.order;
}
