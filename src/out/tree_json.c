// A region tree as one JSON object: what was walked, then a list of nodes, one a line.
#include "out/json_object.h"
#include "out/tree_file.h"

static void put_count(yajl_gen json, const char *key, uint64_t count)
{
    stream_object_text(json, key);
    yajl_gen_integer(json, (long long)count);
}

static void put_truth(yajl_gen json, const char *key, int truth)
{
    stream_object_text(json, key);
    yajl_gen_bool(json, truth);
}

static void put_head(yajl_gen json, const crease_tree *tree)
{
    crease_tree_source source = crease_tree_about(tree);
    const crease_counts *counts = crease_tree_counts(tree);
    stream_object_text(json, "network_sha256");
    stream_object_text(json, source.network_sha256);
    stream_object_text(json, "hidden");
    yajl_gen_array_open(json);
    for (size_t l = 0; l < source.layers; l++)
        yajl_gen_integer(json, (long long)source.width[l]);
    yajl_gen_array_close(json);
    stream_object_text(json, "domain");
    stream_object_text(json, source.domain);
    stream_object_text(json, "arithmetic");
    stream_object_text(json, crease_arith_name(source.arith));
    put_truth(json, "certified", source.arith != CREASE_FLOAT);
    put_truth(json, "complete", counts->complete);
    put_count(json, "activation_regions", counts->activation_regions);
    put_count(json, "bounded_regions", counts->bounded_regions);
    put_count(json, "splits", counts->splits);
    put_count(json, "depth", crease_tree_depth(tree));
}

// The object stays open for its nodes. They are written one by one, for only so can
// each have a line of its own; what is left of the object is two brackets.
static void json_begin(FILE *stream, const crease_tree *tree)
{
    yajl_gen json = stream_object_open(stream);
    put_head(json, tree);
    stream_object_text(json, "nodes");
    yajl_gen_array_open(json);
    yajl_gen_free(json);
}

static void json_end(FILE *stream, const crease_tree *tree)
{
    fputs(crease_tree_nodes(tree) ? "\n]}\n" : "]}\n", stream);
}

static void put_place(yajl_gen json, const crease_tree_node *node)
{
    stream_object_text(json, "parent");
    if (node->parent == CREASE_NO_NODE)
        yajl_gen_null(json);
    else
        yajl_gen_integer(json, (long long)node->parent);
    stream_object_text(json, "pieces");
    if (node->parent == CREASE_NO_NODE) {
        yajl_gen_null(json);
        return;
    }
    yajl_gen_array_open(json);
    for (uint32_t piece = node->lowest; piece <= node->highest; piece++)
        yajl_gen_integer(json, piece);
    yajl_gen_array_close(json);
}

static void put_split(yajl_gen json, const crease_tree *tree, size_t number,
                      const crease_tree_node *node)
{
    put_count(json, "layer", node->layer);
    put_count(json, "unit", node->unit);
    stream_object_text(json, "breakpoint");
    if (node->rows == 1)
        yajl_gen_integer(json, (long long)node->breakpoint);
    else
        yajl_gen_null(json);
    stream_object_text(json, "children");
    yajl_gen_array_open(json);
    for (size_t i = 0, child = number + 1; i < node->children; i++) {
        yajl_gen_integer(json, (long long)child);
        child = crease_tree_at(tree, child).end;
    }
    yajl_gen_array_close(json);
}

static void put_leaf(yajl_gen json, const crease_tree *tree, const crease_tree_node *node,
                     uint32_t *pattern)
{
    crease_tree_source source = crease_tree_about(tree);
    put_count(json, "region", node->region);
    put_truth(json, "bounded", node->bounded);
    crease_tree_pattern(pattern, tree, node->region);
    stream_object_text(json, "pattern");
    yajl_gen_array_open(json);
    for (size_t l = 0; l < source.layers; l++) {
        yajl_gen_array_open(json);
        for (size_t unit = 0; unit < source.width[l]; unit++)
            yajl_gen_integer(json, *pattern++);
        yajl_gen_array_close(json);
    }
    yajl_gen_array_close(json);
}

static void json_node(FILE *stream, const crease_tree *tree, size_t number, uint32_t *scratch)
{
    crease_tree_node node = crease_tree_at(tree, number);
    fputs(number ? ",\n" : "\n", stream);
    yajl_gen json = stream_object_open(stream);
    put_count(json, "id", number);
    put_place(json, &node);
    if (node.sides)
        put_split(json, tree, number, &node);
    else
        put_leaf(json, tree, &node, scratch);
    stream_object_close(json);
}

const tree_format tree_json = {.begin = json_begin, .node = json_node, .end = json_end};
