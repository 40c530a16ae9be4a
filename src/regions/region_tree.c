// Records the region tree of a walk.
//
// What a walk says is a word with brackets: a node is a region, or a split, its
// children and the leave that belongs to it. So the innermost split that has not been left
// is the parent of whatever begins, and a child has ended when it is a region or has been
// left; nothing need be known of how many children are still to come.
#include "regions/region_tree.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    crease_tree *tree;
    size_t open;  // the innermost split that has not been left
    size_t depth; // how many such there are
    // Of the maxout splits that are open, the rows that win in their parts. Until it is
    // left, a split's `end` says where its own begin.
    uint32_t *winner;
    size_t winners, winner_capacity;
} recorder;

// ---- What a split makes of its cell: here, and nowhere else. ----

static void note_sides(recorder *r, tree_node *node, const crease_split *split)
{
    node->sides = (uint32_t)split->parts;
    node->end = r->winners;
    if (!split->winner)
        return;
    MEMORY_RESERVE(r->winner, r->winner_capacity, r->winners + split->parts);
    memcpy(r->winner + r->winners, split->winner, split->parts * sizeof *r->winner);
    r->winners += split->parts;
}

// The pieces that the unit of a split may have in its child number place: up to the
// breakpoint in the first, beyond it in the second; of maxout the row that wins.
static void set_pieces(const recorder *r, tree_node *child, const tree_node *split, uint32_t place)
{
    if (split->end < r->winners) {
        child->lowest = child->highest = r->winner[split->end + place];
        return;
    }
    uint32_t pieces = r->tree->packed.layer[split->layer].pieces;
    child->lowest = place ? split->breakpoint + 1 : 0;
    child->highest = place ? pieces - 1 : split->breakpoint;
}

// ---- The walk. ----

static tree_node *add_node(recorder *r)
{
    crease_tree *tree = r->tree;
    MEMORY_RESERVE(tree->node, tree->node_capacity, tree->nodes + 1);
    tree_node *node = tree->node + tree->nodes++;
    *node = (tree_node){.parent = r->open};
    if (r->open != CREASE_NO_NODE) {
        tree_node *parent = tree->node + r->open;
        set_pieces(r, node, parent, parent->children++);
    }
    if (r->depth > tree->depth)
        tree->depth = r->depth;
    return node;
}

static crease_visit on_split(void *data, const crease_split *split)
{
    recorder *r = data;
    tree_node *node = add_node(r);
    note_sides(r, node, split);
    node->layer = (uint32_t)split->layer;
    node->unit = (uint32_t)split->unit;
    node->breakpoint = (uint32_t)split->breakpoint;
    r->open = r->tree->nodes - 1;
    r->depth++;
    return CREASE_GO;
}

static void on_leave(void *data, const crease_split *split)
{
    recorder *r = data;
    (void)split;
    tree_node *node = r->tree->node + r->open;
    r->winners = node->end;
    node->end = r->tree->nodes;
    r->open = node->parent;
    r->depth--;
}

static void keep_pattern(crease_tree *tree, const crease_region *region)
{
    size_t words = tree->packed.words, at = tree->regions * words;
    MEMORY_RESERVE(tree->pattern, tree->pattern_capacity, at + words);
    if (words)
        memset(tree->pattern + at, 0, words * sizeof *tree->pattern);
    for (size_t l = 0; l < tree->packed.layers && words; l++)
        packing_put(tree->pattern + at, &tree->packed, l, crease_region_pattern(region, l));
}

static crease_visit on_region(void *data, const crease_region *region)
{
    recorder *r = data;
    crease_tree *tree = r->tree;
    tree_node *node = add_node(r);
    node->region = crease_region_id(region);
    node->bounded = (uint32_t)crease_region_is_bounded(region);
    keep_pattern(tree, region);
    MEMORY_RESERVE(tree->leaf, tree->leaf_capacity, tree->regions + 1);
    tree->leaf[tree->regions++] = tree->nodes - 1;
    return CREASE_GO;
}

// ---- The object. ----

static crease_tree *tree_alloc(const crease_net *net, const crease_domain *domain,
                               const crease_options *options)
{
    crease_tree *tree = memory_new(1, sizeof *tree);
    tree->network_sha256 = memory_copy_text(crease_net_sha256(net));
    tree->domain = memory_copy_text(crease_domain_text(domain));
    tree->arith = options ? options->arith : CREASE_FILTERED;
    packing_init(&tree->packed, net);
    tree->width = memory_new(tree->packed.layers, sizeof *tree->width);
    for (size_t l = 0; l < tree->packed.layers; l++)
        tree->width[l] = crease_net_width(net, l);
    crease_counts_init(&tree->counts, net);
    return tree;
}

void crease_tree_free(crease_tree *tree)
{
    if (!tree)
        return;
    free(tree->network_sha256);
    free(tree->domain);
    free(tree->width);
    packing_clear(&tree->packed);
    crease_counts_clear(&tree->counts);
    free(tree->node);
    free(tree->leaf);
    free(tree->pattern);
    free(tree);
}

// Gives back what the arrays have too much.
static void tree_fit(crease_tree *tree)
{
    tree->node = memory_resize(tree->node, tree->nodes, sizeof *tree->node);
    tree->leaf = memory_resize(tree->leaf, tree->regions, sizeof *tree->leaf);
    tree->pattern =
        memory_resize(tree->pattern, tree->regions * tree->packed.words, sizeof *tree->pattern);
    tree->node_capacity = tree->nodes;
    tree->leaf_capacity = tree->regions;
    tree->pattern_capacity = tree->regions * tree->packed.words;
}

crease_status crease_tree_new(crease_tree **tree, const crease_net *net,
                              const crease_domain *domain, const crease_options *options,
                              crease_error *error)
{
    recorder r = {.tree = tree_alloc(net, domain, options), .open = CREASE_NO_NODE};
    crease_visitor visitor = {
        .data = &r, .split = on_split, .region = on_region, .leave = on_leave};
    crease_status status = crease_walk(&r.tree->counts, net, domain, options, &visitor, error);
    *tree = NULL;
    if (status == CREASE_ERROR) {
        free(r.winner);
        crease_tree_free(r.tree);
        return status;
    }
    // A walk that was stopped may have left splits open.
    while (r.open != CREASE_NO_NODE)
        on_leave(&r, NULL);
    free(r.winner);
    tree_fit(r.tree);
    *tree = r.tree;
    return status;
}
