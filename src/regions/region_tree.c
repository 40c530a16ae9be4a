// The region tree of a walk, kept.
//
// What a walk says is a word with brackets: a node is a region, or a split, its
// children and the leave that belongs to it. So the innermost split that has not been left
// is the parent of whatever begins, and a child has ended when it is a region or has been
// left; nothing need be known of how many children are still to come.
#include "regions/region_tree.h"
#include "walk/observer.h"

#include "base/memory.h"
#include "net/net.h"

#include <stdlib.h>
#include <string.h>

// ---- Patterns packed into words ----

enum { WORD = 64 };

// The least power of two of bits that hold 0 .. pieces - 1.
static unsigned bits_for(uint32_t pieces)
{
    unsigned bits = pieces > 1;
    while (bits && bits < 32 && (pieces - 1) >> bits)
        bits *= 2;
    return bits;
}

void packing_init(packing *packed, const crease_net *net)
{
    size_t most = 0;
    *packed = (packing){.layers = crease_net_hidden(net)};
    packed->unit = memory_new(packed->layers, sizeof *packed->unit);
    for (size_t l = 0; l < packed->layers; l++) {
        const unit_table *table = &net->layer[l].unit;
        unit_table_init_copy(packed->unit + l, table);
        packed->units += table->units;
        for (size_t unit = 0; unit < table->units; unit++)
            if (unit_pieces(table, unit) > most)
                most = unit_pieces(table, unit);
    }
    packed->bits = bits_for((uint32_t)most);
    packed->words = (packed->units * packed->bits + WORD - 1) / WORD;
}

void packing_clear(packing *packed)
{
    for (size_t l = 0; l < packed->layers; l++)
        unit_table_clear(packed->unit + l);
    free(packed->unit);
}

void packing_put(uint64_t *words, const packing *packed, const crease_region *region)
{
    size_t bit = 0;
    for (size_t l = 0; l < packed->layers && packed->bits; l++) {
        const uint32_t *pattern = crease_region_pattern(region, l);
        for (size_t unit = 0; unit < packed->unit[l].units; unit++, bit += packed->bits)
            words[bit / WORD] |= (uint64_t)pattern[unit] << bit % WORD;
    }
}

// Units are numbered through all layers.
static uint32_t unpack_piece(const packing *packed, const uint64_t *words, size_t unit)
{
    const size_t bit = unit * packed->bits;
    const uint64_t mask = ((uint64_t)1 << packed->bits) - 1;
    return packed->bits ? (uint32_t)(words[bit / WORD] >> bit % WORD & mask) : 0;
}

// ---- Hearing: threads note what is said ----

typedef enum { SPLIT, LEAVE, REGION } saying;

// Of a split what a node needs, of a region whether it is bounded.
typedef struct {
    saying what;
    uint32_t layer, unit, breakpoint, parts;
    int has_winners, bounded;
} said;

typedef struct {
    const packing *packed;
    said *word;
    size_t words, word_capacity;
    uint32_t *winner; // of all maxout splits, one after the other
    size_t winners, winner_capacity;
    uint64_t *pattern; // of all regions
    size_t regions, pattern_capacity;
} hearing;

static void hearing_free(void *data, void *portion)
{
    hearing *h = portion;
    (void)data;
    free(h->word);
    free(h->winner);
    free(h->pattern);
    free(h);
}

static size_t hearing_size(const void *portion)
{
    const hearing *h = portion;
    return h->words * sizeof *h->word + h->winners * sizeof *h->winner +
           h->regions * h->packed->words * sizeof *h->pattern;
}

static void note(hearing *h, const said *word)
{
    MEMORY_RESERVE(h->word, h->word_capacity, h->words + 1);
    h->word[h->words++] = *word;
}

static crease_visit tree_hear_split(void *portion, const crease_split *split)
{
    hearing *h = portion;
    note(h, &(said){.what = SPLIT,
                    .layer = (uint32_t)split->layer,
                    .unit = (uint32_t)split->unit,
                    .breakpoint = (uint32_t)split->breakpoint,
                    .parts = (uint32_t)split->parts,
                    .has_winners = split->winner != NULL});
    for (size_t i = 0; i < split->parts && split->winner; i++) {
        MEMORY_RESERVE(h->winner, h->winner_capacity, h->winners + 1);
        h->winner[h->winners++] = split->winner[i];
    }
    return CREASE_GO;
}

static void tree_hear_leave(void *portion, const crease_split *split)
{
    (void)split;
    note(portion, &(said){.what = LEAVE});
}

static crease_visit tree_hear_region(void *portion, const crease_region *region)
{
    hearing *h = portion;
    const packing *packed = h->packed;
    const size_t at = h->regions++ * packed->words;
    note(h, &(said){.what = REGION, .bounded = crease_region_is_bounded(region)});
    MEMORY_RESERVE(h->pattern, h->pattern_capacity, at + packed->words);
    for (size_t i = 0; i < packed->words; i++)
        h->pattern[at + i] = 0;
    packing_put(h->pattern + at, packed, region);
    return CREASE_GO;
}

// ---- Recording ----

typedef struct {
    crease_tree *tree;
    size_t open;  // the innermost split that has not been left
    size_t depth; // how many such there are
    // Of the maxout splits that are open, the rows that win in their parts. Until it is
    // left, a split's `end` says where its own begin.
    uint32_t *winner;
    size_t winners, winner_capacity;
} recorder;

// winner: of a maxout split, or NULL.
static void note_sides(recorder *r, tree_node *node, uint32_t parts, const uint32_t *winner)
{
    node->sides = parts;
    node->end = r->winners;
    if (!winner)
        return;
    MEMORY_RESERVE(r->winner, r->winner_capacity, r->winners + parts);
    memcpy(r->winner + r->winners, winner, parts * sizeof *r->winner);
    r->winners += parts;
}

// The pieces that the unit of a split may have in its child number place: up to the
// breakpoint in the first, beyond it in the second; of maxout the row that wins.
static void set_pieces(const recorder *r, tree_node *child, const tree_node *split, uint32_t place)
{
    if (split->end < r->winners) {
        child->lowest = child->highest = r->winner[split->end + place];
        return;
    }
    size_t pieces = unit_pieces(&r->tree->packed.unit[split->layer], split->unit);
    child->lowest = place ? split->breakpoint + 1 : 0;
    child->highest = place ? (uint32_t)pieces - 1 : split->breakpoint;
}

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

static void add_split(recorder *r, const said *split, const uint32_t *winner)
{
    tree_node *node = add_node(r);
    note_sides(r, node, split->parts, winner);
    node->layer = split->layer;
    node->unit = split->unit;
    node->breakpoint = split->breakpoint;
    r->open = r->tree->nodes - 1;
    r->depth++;
}

static void end_split(recorder *r)
{
    tree_node *node = r->tree->node + r->open;
    r->winners = node->end;
    node->end = r->tree->nodes;
    r->open = node->parent;
    r->depth--;
}

static void keep_pattern(crease_tree *tree, const uint64_t *pattern)
{
    size_t words = tree->packed.words, at = tree->regions * words;
    MEMORY_RESERVE(tree->pattern, tree->pattern_capacity, at + words);
    for (size_t i = 0; i < words; i++)
        tree->pattern[at + i] = pattern[i];
}

static void tree_add_region(recorder *r, const said *region, const uint64_t *pattern)
{
    crease_tree *tree = r->tree;
    tree_node *node = add_node(r);
    node->region = tree->regions;
    node->bounded = (uint32_t)region->bounded;
    keep_pattern(tree, pattern);
    MEMORY_RESERVE(tree->leaf, tree->leaf_capacity, tree->regions + 1);
    tree->leaf[tree->regions++] = tree->nodes - 1;
}

static crease_visit tree_deliver(void *data, void *portion, uint64_t first, uint64_t regions)
{
    recorder *r = data;
    hearing *h = portion;
    const uint32_t *winner = h->winner;
    const uint64_t *pattern = h->pattern;
    (void)first, (void)regions; // nothing is looked at that could be given up
    for (size_t i = 0; i < h->words; i++) {
        const said *word = h->word + i;
        if (word->what == SPLIT) {
            add_split(r, word, word->has_winners ? winner : NULL);
            if (word->has_winners)
                winner += word->parts;
        } else if (word->what == LEAVE) {
            end_split(r);
        } else {
            tree_add_region(r, word, pattern);
            pattern += h->packed->words;
        }
    }
    h->words = h->winners = h->regions = 0;
    return CREASE_GO;
}

static void *hearing_new(void *data)
{
    const recorder *r = data;
    hearing *h = memory_new(1, sizeof *h);
    h->packed = &r->tree->packed;
    return h;
}

// ---- The object ----

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
    const walk_observer observer = {
        .data = &r,
        .visitor = {.split = tree_hear_split, .region = tree_hear_region, .leave = tree_hear_leave},
        .open = hearing_new,
        .close = hearing_free,
        .size = hearing_size,
        .deliver = tree_deliver};
    crease_status status = walk_observe(&r.tree->counts, net, domain, options, &observer, error);
    *tree = NULL;
    if (status == CREASE_ERROR) {
        free(r.winner);
        crease_tree_free(r.tree);
        return status;
    }
    // A walk that was stopped may have left splits open.
    while (r.open != CREASE_NO_NODE)
        end_split(&r);
    free(r.winner);
    tree_fit(r.tree);
    *tree = r.tree;
    return status;
}

// ---- Looking at it ----

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
    const unit_table *table = tree->packed.unit + at->layer;
    seen.rows = (uint32_t)unit_rank(table, at->unit);
    seen.breakpoints = seen.rows > 1 ? 0 : (uint32_t)unit_pieces(table, at->unit) - 1;
    return seen;
}

size_t crease_tree_leaf(const crease_tree *tree, uint64_t region)
{
    return tree->leaf[region];
}

void crease_tree_pattern(uint32_t *pattern, const crease_tree *tree, uint64_t region)
{
    const packing *packed = &tree->packed;
    for (size_t unit = 0; unit < packed->units; unit++)
        pattern[unit] = unpack_piece(packed, tree->pattern + region * packed->words, unit);
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
    size_t node = tree->nodes ? 0 : CREASE_NO_NODE, layer = 0;
    // Layers only grow on the way down.
    while (node != CREASE_NO_NODE && tree->node[node].sides) {
        for (; layer < tree->node[node].layer; layer++)
            in_layer += packed->unit[layer].units;
        node = child_for(tree, node, in_layer[tree->node[node].unit]);
    }
    // The other units do not cut any cell on the path: one pattern is left.
    for (size_t unit = 0; node != CREASE_NO_NODE && unit < packed->units; unit++)
        if (unpack_piece(packed, tree->pattern + tree->node[node].region * packed->words, unit) !=
            pattern[unit])
            return CREASE_NO_NODE;
    return node;
}
