// Looking at a recorded region tree.
#include "regions/region_tree.h"

crease_tree_source crease_tree_about(const crease_tree *tree)
{
    return (crease_tree_source){.network_sha256 = tree->network_sha256,
                                .domain = tree->domain,
                                .arith = tree->arith,
                                .layers = tree->packed.layers,
                                .width = tree->width,
                                .units = tree->packed.units};
}

const crease_counts *crease_tree_counts(const crease_tree *tree)
{
    return &tree->counts;
}

size_t crease_tree_nodes(const crease_tree *tree)
{
    return tree->nodes;
}

size_t crease_tree_root(const crease_tree *tree)
{
    return tree->nodes ? 0 : CREASE_NO_NODE;
}

size_t crease_tree_depth(const crease_tree *tree)
{
    return tree->depth;
}

static size_t end_of(const crease_tree *tree, size_t node)
{
    return tree->node[node].sides ? tree->node[node].end : node + 1;
}

crease_tree_node crease_tree_at(const crease_tree *tree, size_t node)
{
    const tree_node *at = tree->node + node;
    crease_tree_node seen = {.parent = at->parent,
                             .lowest = at->lowest,
                             .highest = at->highest,
                             .sides = at->sides,
                             .children = at->children,
                             .end = end_of(tree, node)};
    if (!at->sides) {
        seen.region = at->region;
        seen.bounded = (int)at->bounded;
        return seen;
    }
    seen.layer = at->layer;
    seen.unit = at->unit;
    seen.breakpoint = at->breakpoint;
    const packed_layer *layer = tree->packed.layer + at->layer;
    seen.rows = layer->rank;
    seen.breakpoints = layer->rank > 1 ? 0 : layer->pieces - 1;
    return seen;
}

size_t crease_tree_child(const crease_tree *tree, size_t node, size_t index)
{
    size_t child = node + 1;
    while (index--)
        child = end_of(tree, child);
    return child;
}

size_t crease_tree_leaf(const crease_tree *tree, uint64_t region)
{
    return tree->leaf[region];
}

void crease_tree_pattern(uint32_t *pattern, const crease_tree *tree, uint64_t region)
{
    packing_get(pattern, &tree->packed, tree->pattern + region * tree->packed.words);
}

// The child of a split that allows this piece of its unit, or CREASE_NO_NODE.
static size_t child_for(const crease_tree *tree, size_t node, uint32_t piece)
{
    size_t child = node + 1;
    for (uint32_t i = 0; i < tree->node[node].children; i++) {
        if (tree->node[child].lowest <= piece && piece <= tree->node[child].highest)
            return child;
        child = end_of(tree, child);
    }
    return CREASE_NO_NODE;
}

size_t crease_tree_find(const crease_tree *tree, const uint32_t *pattern)
{
    const packing *packed = &tree->packed;
    const uint32_t *in_layer = pattern; // of layer number `layer`
    size_t node = crease_tree_root(tree), layer = 0;
    // Layers only grow on the way down.
    while (node != CREASE_NO_NODE && tree->node[node].sides) {
        for (; layer < tree->node[node].layer; layer++)
            in_layer += packed->layer[layer].units;
        node = child_for(tree, node, in_layer[tree->node[node].unit]);
    }
    // The other units do not cut any cell on the path: one pattern is left.
    if (node == CREASE_NO_NODE ||
        !packing_equal(packed, tree->pattern + tree->node[node].region * packed->words, pattern))
        return CREASE_NO_NODE;
    return node;
}

crease_status crease_tree_walk(const crease_tree *tree, size_t node,
                               const crease_tree_visitor *visitor)
{
    size_t end = end_of(tree, node);
    for (size_t at = node; at < end; at++) {
        if (visitor->before && visitor->before(visitor->data, tree, at) != CREASE_GO)
            return CREASE_STOPPED;
        // What ends here: the node if it has no children, and those of which it is the last.
        for (size_t done = at; end_of(tree, done) == at + 1; done = tree->node[done].parent) {
            if (visitor->after)
                visitor->after(visitor->data, tree, done);
            if (done == node)
                break;
        }
    }
    return CREASE_OK;
}
