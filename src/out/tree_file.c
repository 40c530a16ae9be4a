// Recorded region trees as files: JSON for programs, the language of Graphviz for pictures.
#include "base/json_writer.h"
#include "base/memory.h"
#include "base/out_file.h"

#include <crease/out.h>
#include <inttypes.h>
#include <stdlib.h>

// Write errors are not looked at here: the stream remembers them.
typedef struct {
    void (*begin)(FILE *stream, const crease_tree *tree);
    // The nodes come in order; scratch has room for a pattern.
    void (*node)(FILE *stream, const crease_tree *tree, size_t node, uint32_t *scratch);
    void (*end)(FILE *stream, const crease_tree *tree);
} tree_format;

// ---- JSON: what was walked, then a list of nodes, one a line ----

static void put_head(json *out, const crease_tree *tree)
{
    crease_tree_source source = crease_tree_about(tree);
    const crease_counts *counts = crease_tree_counts(tree);
    json_text(out, "network_sha256", source.network_sha256);
    json_array_open(out, "hidden");
    for (size_t l = 0; l < source.layers; l++)
        json_count(out, NULL, source.width[l]);
    json_array_close(out);
    json_text(out, "domain", source.domain);
    json_text(out, "arithmetic", crease_arith_name(source.arith));
    json_truth(out, "exact", source.arith != CREASE_FLOAT);
    json_truth(out, "complete", counts->complete);
    json_count(out, "activation_regions", counts->activation_regions);
    json_count(out, "bounded_regions", counts->bounded_regions);
    json_count(out, "splits", counts->splits);
    json_count(out, "depth", crease_tree_depth(tree));
}

// The object stays open for its nodes. They are written one by one, for only so can
// each have a line of its own; what is left of the object is two brackets.
static void json_begin(FILE *stream, const crease_tree *tree)
{
    json out;
    json_open_on(&out, stream);
    put_head(&out, tree);
    json_array_open(&out, "nodes");
    json_drop(&out);
}

static void json_end(FILE *stream, const crease_tree *tree)
{
    fputs(crease_tree_nodes(tree) ? "\n]}\n" : "]}\n", stream);
}

static void put_place(json *out, const crease_tree_node *node)
{
    if (node->parent == CREASE_NO_NODE) {
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

static void put_json_split(json *out, const crease_tree *tree, size_t number,
                           const crease_tree_node *node)
{
    json_count(out, "layer", node->layer);
    json_count(out, "unit", node->unit);
    if (node->rows == 1)
        json_count(out, "breakpoint", node->breakpoint);
    else
        json_null(out, "breakpoint");
    json_array_open(out, "children");
    for (size_t i = 0, child = number + 1; i < node->children; i++) {
        json_count(out, NULL, child);
        child = crease_tree_at(tree, child).end;
    }
    json_array_close(out);
}

static void put_leaf(json *out, const crease_tree *tree, const crease_tree_node *node,
                     uint32_t *pattern)
{
    crease_tree_source source = crease_tree_about(tree);
    json_count(out, "region", node->region);
    json_truth(out, "bounded", node->bounded);
    crease_tree_pattern(pattern, tree, node->region);
    json_array_open(out, "pattern");
    for (size_t l = 0; l < source.layers; pattern += source.width[l++])
        json_counts(out, NULL, pattern, source.width[l]);
    json_array_close(out);
}

static void json_node(FILE *stream, const crease_tree *tree, size_t number, uint32_t *scratch)
{
    crease_tree_node node = crease_tree_at(tree, number);
    fputs(number ? ",\n" : "\n", stream);
    json out;
    json_open_on(&out, stream);
    json_count(&out, "id", number);
    put_place(&out, &node);
    if (node.sides)
        put_json_split(&out, tree, number, &node);
    else
        put_leaf(&out, tree, &node, scratch);
    json_close(&out);
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

static void dot_begin(FILE *stream, const crease_tree *tree)
{
    const crease_counts *counts = crease_tree_counts(tree);
    crease_tree_source source = crease_tree_about(tree);
    fputs("digraph crease {\n  label=\"", stream);
    put_line(stream, source.network_sha256);
    put_line(stream, source.domain);
    fprintf(stream, "activation regions %" PRIu64 "%s%s\"\n", counts->activation_regions,
            counts->complete ? "" : ", not complete",
            source.arith == CREASE_FLOAT ? ", not exact" : "");
    fputs("  node [shape=box]\n", stream);
}

// The sides of a crease are - and +. The parts of a maxout unit are named by the row that attains
// the maximum.
static void put_edge_label(FILE *stream, const crease_tree_node *parent,
                           const crease_tree_node *node)
{
    if (parent->rows == 1)
        fputs(node->lowest ? "+" : "-", stream);
    else
        fprintf(stream, "%" PRIu32, node->lowest);
}

static void put_edge(FILE *stream, const crease_tree *tree, const crease_tree_node *node,
                     size_t number)
{
    crease_tree_node parent = crease_tree_at(tree, node->parent);
    fprintf(stream, "  n%zu -> n%zu [label=\"", node->parent, number);
    put_edge_label(stream, &parent, node);
    fputs("\"]\n", stream);
}

static void put_dot_split(FILE *stream, const crease_tree_node *node, size_t number)
{
    fprintf(stream, "  n%zu [label=\"layer %zu unit %zu", number, node->layer + 1, node->unit);
    if (node->breakpoints > 1)
        fprintf(stream, "\\nbreakpoint %zu", node->breakpoint);
    fputs("\"]\n", stream);
    // Cells that the enumeration did not reach.
    if (node->children < node->sides)
        fprintf(stream,
                "  m%zu [shape=plaintext, label=\"...\"]\n"
                "  n%zu -> m%zu [style=dotted]\n",
                number, number, number);
}

static void dot_node(FILE *stream, const crease_tree *tree, size_t number, uint32_t *scratch)
{
    (void)scratch;
    crease_tree_node node = crease_tree_at(tree, number);
    if (node.sides)
        put_dot_split(stream, &node, number);
    else
        fprintf(stream, "  n%zu [shape=ellipse, label=\"%" PRIu64 "\"]\n", number, node.region);
    if (node.parent != CREASE_NO_NODE)
        put_edge(stream, tree, &node, number);
}

static void dot_end(FILE *stream, const crease_tree *tree)
{
    (void)tree;
    fputs("}\n", stream);
}

static const tree_format tree_dot = {.begin = dot_begin, .node = dot_node, .end = dot_end};

// ---- the file ----

static const tree_format *const formats[] = {
    [CREASE_TREE_JSON] = &tree_json,
    [CREASE_TREE_DOT] = &tree_dot,
};

crease_status crease_tree_write(const char *path, crease_tree_format format,
                                const crease_tree *tree, crease_error *error)
{
    out_file out;
    if (out_file_open(&out, path, error))
        return CREASE_ERROR;
    uint32_t *scratch = memory_new(crease_tree_about(tree).units, sizeof *scratch);
    crease_status status = CREASE_OK;
    formats[format]->begin(out.stream, tree);
    for (size_t node = 0; node < crease_tree_nodes(tree) && status == CREASE_OK; node++) {
        formats[format]->node(out.stream, tree, node, scratch);
        status = out_file_check(&out, error);
    }
    free(scratch);
    if (status != CREASE_OK) {
        out_file_abort(&out);
        return status;
    }
    formats[format]->end(out.stream, tree);
    return out_file_commit(&out, error);
}
