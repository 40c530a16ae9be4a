// Region trees as files: JSON for programs, the language of Graphviz for pictures.
//
// An enumeration is a word with brackets: a node is a region, or a split, its children and the
// leave that belongs to it. So the innermost split that has not been left is the parent of the next
// node.
#include "base/json_writer.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "net/net.h"

#include <crease/out.h>
#include <inttypes.h>
#include <stdlib.h>

#define NO_NODE SIZE_MAX

// In pre-order the first child of a node is the next one, and a sibling begins where the subtree
// before it ends.
typedef struct {
    size_t parent, end;
    uint32_t lowest, highest; // the pieces that the unit of the parent's split can have here
    uint32_t sides, children; // sides 0: a region
    uint32_t layer, unit, breakpoint;
    int bounded;
    uint64_t region;
    size_t pattern; // where the text of the region's pattern begins
} tree_node;

typedef struct {
    const crease_net *net;
    tree_node *node;
    size_t nodes, capacity;
    size_t open; // the innermost split that has not been left
    size_t depth, deepest;
    // For each open maxout split, the rows that attain the maximum in its parts. Until the split
    // is left, its `end` is the place of its first row.
    uint32_t *winner;
    size_t winners, winner_capacity;
    FILE *patterns; // JSON, each ended by NUL
    char *pattern;
    size_t pattern_size;
} region_tree;

// Write errors are not checked here: the stream records them.
typedef struct {
    void (*begin)(FILE *stream, const region_tree *tree, const crease_counts *counts,
                  const crease_domain *domain, crease_arith arith);
    void (*node)(FILE *stream, const region_tree *tree, size_t node);
    void (*end)(FILE *stream, const region_tree *tree);
} tree_format;

// ---- Recording ----

static const unit_table *tree_units(const region_tree *tree, const tree_node *split)
{
    return &tree->net->layer[split->layer].unit;
}

static int tree_is_maxout(const region_tree *tree, const tree_node *split)
{
    return unit_rank(tree_units(tree, split), split->unit) > 1;
}

static void tree_set_pieces(const region_tree *tree, tree_node *child, const tree_node *split,
                            uint32_t place)
{
    if (tree_is_maxout(tree, split)) {
        child->lowest = child->highest = tree->winner[split->end + place];
        return;
    }
    const uint32_t pieces = (uint32_t)unit_pieces(tree_units(tree, split), split->unit);
    child->lowest = place ? split->breakpoint + 1 : 0;
    child->highest = place ? pieces - 1 : split->breakpoint;
}

static tree_node *tree_add(region_tree *tree)
{
    MEMORY_RESERVE(tree->node, tree->capacity, tree->nodes + 1);
    tree_node *node = tree->node + tree->nodes++;
    *node = (tree_node){.parent = tree->open, .end = tree->nodes};
    if (tree->open != NO_NODE) {
        tree_node *parent = tree->node + tree->open;
        tree_set_pieces(tree, node, parent, parent->children++);
    }
    if (tree->depth > tree->deepest)
        tree->deepest = tree->depth;
    return node;
}

static crease_visit tree_visit_split(void *data, const crease_split *split)
{
    region_tree *tree = data;
    tree_node *node = tree_add(tree);
    node->sides = (uint32_t)split->parts;
    node->layer = (uint32_t)split->layer;
    node->unit = (uint32_t)split->unit;
    node->breakpoint = (uint32_t)split->breakpoint;
    node->end = tree->winners;
    for (size_t i = 0; i < split->parts && split->winner; i++) {
        MEMORY_RESERVE(tree->winner, tree->winner_capacity, tree->winners + 1);
        tree->winner[tree->winners++] = split->winner[i];
    }
    tree->open = tree->nodes - 1;
    tree->depth++;
    return CREASE_GO;
}

static void tree_visit_leave(void *data, const crease_split *split)
{
    region_tree *tree = data;
    tree_node *node = tree->node + tree->open;
    (void)split;
    tree->winners = node->end;
    node->end = tree->nodes;
    tree->open = node->parent;
    tree->depth--;
}

static crease_visit tree_visit_region(void *data, const crease_region *region)
{
    region_tree *tree = data;
    tree_node *node = tree_add(tree);
    node->region = crease_region_id(region);
    node->bounded = crease_region_is_bounded(region);
    node->pattern = (size_t)ftello(tree->patterns);
    putc('[', tree->patterns);
    for (size_t l = 0; l < crease_net_hidden(tree->net); l++) {
        const uint32_t *piece = crease_region_pattern(region, l);
        fputs(l ? ",[" : "[", tree->patterns);
        for (size_t unit = 0; unit < crease_net_width(tree->net, l); unit++)
            fprintf(tree->patterns, unit ? ",%" PRIu32 : "%" PRIu32, piece[unit]);
        putc(']', tree->patterns);
    }
    putc(']', tree->patterns);
    putc('\0', tree->patterns);
    return CREASE_GO;
}

// ---- JSON ----

static void json_begin(FILE *stream, const region_tree *tree, const crease_counts *counts,
                       const crease_domain *domain, crease_arith arith)
{
    json made, *out = &made;
    json_open_on(out, stream);
    json_text(out, "network_sha256", crease_net_sha256(tree->net));
    json_array_open(out, "hidden");
    for (size_t l = 0; l < crease_net_hidden(tree->net); l++)
        json_count(out, NULL, crease_net_width(tree->net, l));
    json_array_close(out);
    json_text(out, "domain", crease_domain_text(domain));
    json_text(out, "arithmetic", crease_arith_name(arith));
    json_truth(out, "exact", arith != CREASE_FLOAT);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_count(out, "bounded_regions", counts->bounded_regions);
    json_count(out, "splits", counts->splits);
    json_count(out, "depth", tree->deepest);
    // The object stays open: nodes are written one by one, each on a line of its own.
    json_array_open(out, "nodes");
    json_drop(out);
}

static void json_end(FILE *stream, const region_tree *tree)
{
    fputs(tree->nodes ? "\n]}\n" : "]}\n", stream);
}

static void put_place(json *out, const tree_node *node)
{
    if (node->parent == NO_NODE) {
        json_null(out, "parent");
        json_null(out, "pieces");
        return;
    }
    json_count(out, "parent", node->parent);
    json_array_open(out, "pieces");
    for (uint32_t piece = node->lowest; piece <= node->highest; piece++)
        json_count(out, NULL, piece);
    json_array_close(out);
}

static void put_json_split(json *out, const region_tree *tree, const tree_node *node)
{
    json_count(out, "layer", node->layer);
    json_count(out, "unit", node->unit);
    if (tree_is_maxout(tree, node))
        json_null(out, "breakpoint");
    else
        json_count(out, "breakpoint", node->breakpoint);
    json_array_open(out, "children");
    size_t child = (size_t)(node - tree->node) + 1;
    for (uint32_t i = 0; i < node->children; i++) {
        json_count(out, NULL, child);
        child = tree->node[child].end;
    }
    json_array_close(out);
}

static void json_node(FILE *stream, const region_tree *tree, size_t number)
{
    const tree_node *node = tree->node + number;
    fputs(number ? ",\n" : "\n", stream);
    json made, *out = &made;
    json_open_on(out, stream);
    json_count(out, "id", number);
    put_place(out, node);
    if (node->sides) {
        put_json_split(out, tree, node);
    } else {
        json_count(out, "region", node->region);
        json_truth(out, "bounded", node->bounded);
        json_spelt(out, "pattern", tree->pattern + node->pattern);
    }
    json_close(out);
}

static const tree_format tree_json = {.begin = json_begin, .node = json_node, .end = json_end};

// ---- Graphviz: boxes are splits, ellipses are regions ----

static void put_line(FILE *stream, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', stream);
        putc(*text, stream);
    }
    fputs("\\n", stream);
}

static void dot_begin(FILE *stream, const region_tree *tree, const crease_counts *counts,
                      const crease_domain *domain, crease_arith arith)
{
    fputs("digraph crease {\n  label=\"", stream);
    put_line(stream, crease_net_sha256(tree->net));
    put_line(stream, crease_domain_text(domain));
    fprintf(stream, "activation regions %" PRIu64 "%s%s\"\n", counts->activation_regions,
            counts->complete ? "" : ", not complete", arith == CREASE_FLOAT ? ", not exact" : "");
    fputs("  node [shape=box]\n", stream);
}

// The sides of a crease are - and +. The parts of a maxout unit are named by the row that attains
// the maximum.
static void put_edge(FILE *stream, const region_tree *tree, const tree_node *node, size_t number)
{
    fprintf(stream, "  n%zu -> n%zu [label=\"", node->parent, number);
    if (tree_is_maxout(tree, tree->node + node->parent))
        fprintf(stream, "%" PRIu32, node->lowest);
    else
        fputs(node->lowest ? "+" : "-", stream);
    fputs("\"]\n", stream);
}

static void put_dot_split(FILE *stream, const region_tree *tree, const tree_node *node,
                          size_t number)
{
    fprintf(stream, "  n%zu [label=\"layer %" PRIu32 " unit %" PRIu32, number, node->layer + 1,
            node->unit);
    if (!tree_is_maxout(tree, node) && unit_pieces(tree_units(tree, node), node->unit) > 2)
        fprintf(stream, "\\nbreakpoint %" PRIu32, node->breakpoint);
    fputs("\"]\n", stream);
    // Cells that the enumeration did not reach.
    if (node->children < node->sides)
        fprintf(stream,
                "  m%zu [shape=plaintext, label=\"...\"]\n"
                "  n%zu -> m%zu [style=dotted]\n",
                number, number, number);
}

static void dot_node(FILE *stream, const region_tree *tree, size_t number)
{
    const tree_node *node = tree->node + number;
    if (node->sides)
        put_dot_split(stream, tree, node, number);
    else
        fprintf(stream, "  n%zu [shape=ellipse, label=\"%" PRIu64 "\"]\n", number, node->region);
    if (node->parent != NO_NODE)
        put_edge(stream, tree, node, number);
}

static void dot_end(FILE *stream, const region_tree *tree)
{
    (void)tree;
    fputs("}\n", stream);
}

static const tree_format tree_dot = {.begin = dot_begin, .node = dot_node, .end = dot_end};

// ---- The file ----

static const tree_format *const formats[] = {
    [CREASE_TREE_JSON] = &tree_json,
    [CREASE_TREE_DOT] = &tree_dot,
};

static void tree_write(FILE *stream, const tree_format *format, const region_tree *tree,
                       const crease_counts *counts, const crease_domain *domain,
                       const crease_options *options)
{
    format->begin(stream, tree, counts, domain, options ? options->arith : CREASE_FILTERED);
    for (size_t node = 0; node < tree->nodes && !ferror(stream); node++)
        format->node(stream, tree, node);
    format->end(stream, tree);
}

crease_status crease_tree_write(const char *path, crease_tree_format format, crease_counts *counts,
                                const crease_net *net, const crease_domain *domain,
                                const crease_options *options, crease_error *error)
{
    out_file out;
    if (out_file_open(&out, path, error))
        return CREASE_ERROR;
    region_tree tree = {.net = net, .open = NO_NODE};
    tree.patterns = memory_stream(&tree.pattern, &tree.pattern_size);
    const crease_visitor visitor = {.data = &tree,
                                    .split = tree_visit_split,
                                    .region = tree_visit_region,
                                    .leave = tree_visit_leave};
    crease_status status = crease_walk(counts, net, domain, options, &visitor, error);
    while (tree.open != NO_NODE) // an enumeration that was stopped
        tree_visit_leave(&tree, NULL);
    fclose(tree.patterns);
    if (status == CREASE_ERROR) {
        out_file_abort(&out);
    } else {
        tree_write(out.stream, formats[format], &tree, counts, domain, options);
        if (out_file_commit(&out, error))
            status = CREASE_ERROR;
    }
    free(tree.node);
    free(tree.winner);
    free(tree.pattern);
    return status;
}
