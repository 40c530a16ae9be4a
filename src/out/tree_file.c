// Region trees as files: one JSON object.
//
// Nodes are written as the enumeration reaches them, in pre-order, or from a tree in memory. The
// innermost split that has not been left is the parent of the next node.
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "net/net.h"
#include "out/records.h"

#include <crease/out.h>
#include <stdlib.h>

// A split that has not been left.
typedef struct {
    size_t node;
    size_t children;
    size_t layer, unit, breakpoint;
    uint32_t *winner; // of a maxout unit: the row that attains the maximum in each part
} tree_split;

typedef struct {
    FILE *stream; // which records failures to write
    const crease_net *net;
    const crease_domain *domain;
    crease_arith arith;
    json head; // the object around the nodes
    size_t nodes;
    tree_split *split; // the open ones
    size_t depth, capacity, deepest;
    const crease_node *kept; // the next node, of a tree in memory; else NULL
    uint64_t regions;
} tree_file;

// ---- Nodes ----

static size_t tree_pieces(const tree_file *tree, const tree_split *split)
{
    return unit_pieces(&tree->net->layer[split->layer].unit, split->unit);
}

static void tree_begin(tree_file *tree)
{
    json *out = &tree->head;
    json_open(out, tree->stream, JSON_IN_A_LINE);
    record_json_claim(out, tree->net, tree->domain, tree->arith);
    json_array(out, "hidden");
    for (size_t l = 0; l < crease_net_hidden(tree->net); l++)
        json_count(out, NULL, crease_net_width(tree->net, l));
    json_end(out);
    json_array(out, "nodes");
}

static void tree_end(tree_file *tree, const crease_counts *counts)
{
    json *out = &tree->head;
    fputs(tree->nodes ? "\n" : "", tree->stream);
    json_end(out);
    record_json_counts(out, counts);
    json_count(out, "splits", counts->splits);
    json_count(out, "depth", tree->deepest);
    json_end(out);
    putc('\n', tree->stream);
}

// The pieces that the unit of the parent's split may still have.
static void put_json_pieces(json *out, const tree_file *tree, const tree_split *parent)
{
    const size_t first = parent->children ? parent->breakpoint + 1 : 0;
    const size_t end = parent->children ? tree_pieces(tree, parent) : parent->breakpoint + 1;
    json_array(out, "pieces");
    if (parent->winner)
        json_count(out, NULL, parent->winner[parent->children]);
    for (size_t piece = first; piece < end && !parent->winner; piece++)
        json_count(out, NULL, piece);
    json_end(out);
}

static void put_json_region(json *out, tree_file *tree, const crease_region *region)
{
    const crease_node *kept = tree->kept;
    json_count(out, "region", tree->regions++);
    json_truth(out, "bounded", kept ? kept->bounded : crease_region_is_bounded(region));
    json_array(out, "pattern");
    for (size_t l = 0, first = 0; l < crease_net_hidden(tree->net); l++) {
        const size_t width = crease_net_width(tree->net, l);
        json_counts(out, NULL, kept ? kept->piece + first : crease_region_pattern(region, l),
                    width);
        first += width;
    }
    json_end(out);
}

static void put_json_rows(json *out, const char *name, const fmpq_mat_t rows)
{
    json_array(out, name);
    for (slong i = 0; i < fmpq_mat_nrows(rows); i++) {
        json_array(out, NULL);
        for (slong k = 0; k < fmpq_mat_ncols(rows); k++) {
            char *text = fmpq_get_str(NULL, 10, fmpq_mat_entry(rows, i, k));
            json_text(out, NULL, text);
            flint_free(text);
        }
        json_end(out);
    }
    json_end(out);
}

static void put_json_cell(json *out, const crease_node *node)
{
    if (node->below)
        put_json_rows(out, fmpq_mat_nrows(node->line) > 1 ? "rows" : "line", node->line);
    put_json_rows(out, "inequalities", node->cell);
    if (fmpq_mat_nrows(node->corners))
        put_json_rows(out, "corners", node->corners);
    put_json_rows(out, "map", node->below ? node->inputs : node->outputs);
}

// The root has no parent; split and region are NULL unless the node is one.
static void json_node(tree_file *tree, const tree_split *parent, const tree_split *split,
                      const crease_region *region)
{
    json writer, *out = &writer;
    fputs(tree->nodes ? ",\n" : "\n", tree->stream);
    json_open(out, tree->stream, JSON_IN_A_LINE);
    json_count(out, "id", tree->nodes);
    if (parent) {
        json_count(out, "parent", parent->node);
        put_json_pieces(out, tree, parent);
    } else {
        json_spelt(out, "parent", "null");
        json_spelt(out, "pieces", "null");
    }
    if (split) {
        json_count(out, "layer", split->layer);
        json_count(out, "unit", split->unit);
        if (split->winner)
            json_spelt(out, "breakpoint", "null");
        else
            json_count(out, "breakpoint", split->breakpoint);
    } else {
        put_json_region(out, tree, region);
    }
    if (tree->kept)
        put_json_cell(out, tree->kept);
    json_end(out);
}

// ---- The enumeration ----

// Not before the enumeration has accepted the network and the domain.
static void begin_once(tree_file *tree)
{
    if (!tree->nodes)
        tree_begin(tree);
}

static void tree_put_node(tree_file *tree, const tree_split *split, const crease_region *region)
{
    tree_split *parent = tree->depth ? tree->split + tree->depth - 1 : NULL;
    json_node(tree, parent, split, region);
    tree->nodes++;
    if (parent)
        parent->children++;
}

static crease_visit tree_visit_split(void *data, const crease_split *split)
{
    tree_file *tree = data;
    begin_once(tree);
    tree_split opened = {.node = tree->nodes,
                         .layer = split->layer,
                         .unit = split->unit,
                         .breakpoint = split->breakpoint};
    if (split->winner) {
        opened.winner = memory_new(split->parts, sizeof *opened.winner);
        memcpy(opened.winner, split->winner, split->parts * sizeof *opened.winner);
    }
    tree_put_node(tree, &opened, NULL);
    MEMORY_RESERVE(tree->split, tree->capacity, tree->depth + 1);
    tree->split[tree->depth++] = opened;
    tree->deepest = tree->depth > tree->deepest ? tree->depth : tree->deepest;
    return CREASE_GO;
}

static void tree_visit_leave(void *data, const crease_split *split)
{
    tree_file *tree = data;
    (void)split;
    free(tree->split[--tree->depth].winner);
}

static crease_visit tree_visit_region(void *data, const crease_region *region)
{
    tree_file *tree = data;
    begin_once(tree);
    tree_put_node(tree, NULL, region);
    return ferror(tree->stream) ? CREASE_STOP : CREASE_GO;
}

// ---- A tree in memory ----

static void tree_put_kept(tree_file *tree, const crease_tree *all, size_t i)
{
    ASSERT(i < all->nodes);
    const crease_node *node = tree->kept = all->node + i;
    if (!node->below) {
        tree_visit_region(tree, NULL);
        return;
    }
    // The piece of the neuron in each part; a part that a later breakpoint divides has none yet.
    const bool is_maxout = fmpq_mat_nrows(node->line) > 1;
    uint32_t *winner = is_maxout ? memory_new(node->parts, sizeof *winner) : NULL;
    for (size_t k = 0; is_maxout && k < node->parts; k++) {
        const crease_node *part = all->node + node->below + k;
        ASSERT(part->units > node->units);
        winner[k] = part->piece[node->units];
    }
    const crease_split split = {.layer = node->layer,
                                .unit = node->unit,
                                .breakpoint = node->breakpoint,
                                .parts = node->parts,
                                .winner = winner};
    tree_visit_split(tree, &split);
    free(winner);
    for (size_t k = 0; k < node->parts; k++)
        tree_put_kept(tree, all, node->below + k);
    tree_visit_leave(tree, &split);
}

// Inserts all neurons, and writes the nodes.
static crease_status tree_put_cells(tree_file *tree, crease_counts *counts,
                                    const crease_options *options, crease_error *error)
{
    crease_tree *all;
    if (crease_tree_new(&all, tree->domain, error))
        return CREASE_ERROR;
    run_limits limits;
    run_limits_init(&limits, options);
    crease_status status = CREASE_OK;
    for (size_t l = 0; l < crease_net_layers(tree->net) && !status; l++)
        for (size_t u = 0; u < crease_net_width(tree->net, l) && !status; u++)
            status = crease_tree_insert(all, tree->net, l, u, options, error);
    run_limits_end(&limits, status, error);
    if (!status)
        tree_put_kept(tree, all, 0);
    counts->complete = !status;
    counts->activation_regions = all->leaves;
    counts->splits = all->nodes - all->leaves;
    for (size_t i = 0; i < all->nodes; i++)
        counts->bounded_regions += !all->node[i].below && all->node[i].bounded;
    crease_tree_free(all);
    return status;
}

// ---- The file ----

crease_status crease_tree_write(const char *path, int cells, crease_counts *counts,
                                const crease_net *net, const crease_domain *domain,
                                const crease_options *options, crease_error *error)
{
    out_file out;
    if (out_file_open(&out, path, error))
        return CREASE_ERROR;
    tree_file tree = {.stream = out.stream,
                      .net = net,
                      .domain = domain,
                      .arith = options ? options->arith : CREASE_FILTERED};
    const crease_visitor visitor = {.data = &tree,
                                    .split = tree_visit_split,
                                    .region = tree_visit_region,
                                    .leave = tree_visit_leave};
    crease_status status = cells ? tree_put_cells(&tree, counts, options, error)
                                 : crease_walk(counts, net, domain, options, &visitor, error);
    if (status != CREASE_ERROR)
        begin_once(&tree);
    while (tree.depth) // an enumeration that was stopped
        tree_visit_leave(&tree, NULL);
    if (status != CREASE_ERROR)
        tree_end(&tree, counts);
    free(tree.split);
    return out_file_end(&out, status, error);
}
