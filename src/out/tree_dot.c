// A region tree in the language of Graphviz: boxes are splits, ellipses are regions.
#include "out/tree_file.h"

#include <inttypes.h>

// A line of a label. Inside a quoted string a quote and a backslash need a backslash.
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
            source.arith == CREASE_FLOAT ? ", not certified" : "");
    fputs("  node [shape=box]\n", stream);
}

// The sides of a crease are - and +. Parts of a maxout unit are told apart by the row that wins.
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

static void put_split(FILE *stream, const crease_tree_node *node, size_t number)
{
    fprintf(stream, "  n%zu [label=\"layer %zu unit %zu", number, node->layer, node->unit);
    if (node->breakpoints > 1)
        fprintf(stream, "\\nbreakpoint %zu", node->breakpoint);
    fputs("\"]\n", stream);
    // What the walk did not reach.
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
        put_split(stream, &node, number);
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

const tree_format tree_dot = {.begin = dot_begin, .node = dot_node, .end = dot_end};
