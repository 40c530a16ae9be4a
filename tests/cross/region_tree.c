// The recorded region tree against the walk, and against the network at points, on random
// networks biased to degeneracy.
//
// The seed of the first case is argv[1], or CREASE_SEED, or 1; case k has the seed
// of the first plus k. CREASE_CASES says how many cases there are.
#include "../ref/cases.h"
#include "../ref/random_nets.h"
#include "../ref/survey.h"
#include "base/memory.h"
#include "base/random.h"
#include "net/net.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 3 }; // networks printed before giving up

static const size_t dimensions[] = {2, 1, 2, 3, 2, 4};
static const unsigned kinds[] = {0, RANDOM_MAXOUT, RANDOM_MIXED,
                                 RANDOM_MIXED | RANDOM_MAXOUT | RANDOM_PWL, RANDOM_PWL};

// ---- From the root to a leaf, by the network at a point and nothing else. ----

// Fills z with the pre-activations of all layers, one array for each.
static void evaluate(fmpq **z, const crease_net *net, const fmpq *x)
{
    const fmpq *from = x;
    fmpq *y = NULL;
    size_t y_count = 0;
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        z[l] = _fmpq_vec_init((slong)layer->rows);
        fmpq *next = _fmpq_vec_init((slong)layer->units);
        for (size_t j = 0; j < layer->rows; j++) {
            fmpq_set(z[l] + j, layer->bias + j);
            for (size_t i = 0; i < layer->inputs; i++)
                fmpq_addmul(z[l] + j, layer->weight + j * layer->inputs + i, from + i);
        }
        for (size_t j = 0; j < layer->units; j++)
            activation_apply(next + j, net_layer_act(layer, j), z[l] + layer->unit.row[j]);
        if (y)
            _fmpq_vec_clear(y, (slong)y_count);
        from = y = next;
        y_count = layer->units;
    }
    _fmpq_vec_clear(y, (slong)y_count);
}

// Child number `index` of a node.
static size_t nth_child(const crease_tree *tree, size_t node, size_t index)
{
    size_t child = node + 1;
    while (index--)
        child = crease_tree_at(tree, child).end;
    return child;
}

// The child of a split to which pre-activations lead, or CREASE_NO_NODE if they are on its
// crease. Rows of a maxout unit may be equal on a whole region.
static size_t step(const crease_tree *tree, size_t node, const net_layer *layer, const fmpq *z)
{
    crease_tree_node at = crease_tree_at(tree, node);
    const activation *act = net_layer_act(layer, at.unit);
    z += layer->unit.row[at.unit];
    if (act->rank == 1) {
        int side = fmpq_cmp(z, act->breakpoint + at.breakpoint);
        return side ? nth_child(tree, node, side > 0) : CREASE_NO_NODE;
    }
    size_t winner = activation_piece(act, z);
    for (size_t i = 0; i < at.children; i++) {
        size_t child = nth_child(tree, node, i);
        if (crease_tree_at(tree, child).lowest == winner)
            return child;
    }
    return CREASE_NO_NODE;
}

// The leaf, or CREASE_NO_NODE if the point lies on the crease of some split.
static size_t follow(const crease_tree *tree, const crease_net *net, const fmpq *x)
{
    fmpq **z = memory_new(net->layers, sizeof *z);
    evaluate(z, net, x);
    size_t node = 0;
    while (node != CREASE_NO_NODE && crease_tree_at(tree, node).sides) {
        size_t l = crease_tree_at(tree, node).layer;
        node = step(tree, node, net->layer + l, z[l]);
    }
    for (size_t l = 0; l < net->layers; l++)
        _fmpq_vec_clear(z[l], (slong)net->layer[l].rows);
    free(z);
    return node;
}

// ---- Conditions. Each returns the first violation, or NULL. ----

static const char *compare_region(const crease_tree *tree, const survey *s, size_t region)
{
    const uint32_t *pattern = s->pattern + region * s->units;
    size_t leaf = crease_tree_leaf(tree, region);
    crease_tree_node at = crease_tree_at(tree, leaf);
    if (at.sides || at.region != region || at.bounded != s->bounded[region])
        return "a leaf is not its region";
    uint32_t *own = memory_new(s->units, sizeof *own);
    crease_tree_pattern(own, tree, region);
    int same = !memcmp(own, pattern, s->units * sizeof *own);
    size_t found = crease_tree_find(tree, own);
    free(own);
    if (!same)
        return "a pattern";
    if (found != leaf)
        return "the leaf found for a pattern";
    return follow(tree, s->net, s->point[region]) == leaf ? NULL
                                                          : "the leaf to which a point leads";
}

static size_t first_unit(const survey *s, size_t layer)
{
    size_t units = 0;
    for (size_t l = 0; l < layer; l++)
        units += crease_net_width(s->net, l);
    return units;
}

// All regions below a child have pieces that it allows.
static int pieces_hold(const crease_tree *tree, const survey *s, size_t node)
{
    crease_tree_node at = crease_tree_at(tree, node);
    crease_tree_node split = crease_tree_at(tree, at.parent);
    size_t unit = first_unit(s, split.layer) + split.unit;
    const activation *act = net_layer_act(s->net->layer + split.layer, split.unit);
    int good = at.lowest <= at.highest && at.highest < act->pieces && split.rows == act->rank;
    if (act->rank > 1)
        good &= at.lowest == at.highest && split.breakpoints == 0 && split.sides <= act->rank;
    else
        good &= split.breakpoints == act->pieces - 1 && split.sides == 2;
    for (size_t below = node; below < at.end; below++) {
        crease_tree_node leaf = crease_tree_at(tree, below);
        uint32_t piece = leaf.sides ? at.lowest : s->pattern[leaf.region * s->units + unit];
        good &= at.lowest <= piece && piece <= at.highest;
    }
    return good;
}

// The order of layers, units and breakpoints is that of insertion.
static int comes_later(const crease_tree_node *a, const crease_tree_node *b)
{
    if (a->layer != b->layer)
        return a->layer > b->layer;
    return a->unit != b->unit ? a->unit > b->unit : a->breakpoint > b->breakpoint;
}

static const char *check_node(const crease_tree *tree, const survey *s, size_t node)
{
    crease_tree_node at = crease_tree_at(tree, node);
    size_t child = node + 1;
    for (size_t i = 0; i < at.children; i++) {
        crease_tree_node below = crease_tree_at(tree, child);
        if (below.parent != node)
            return "a child";
        if (below.sides && !comes_later(&below, &at))
            return "the order of splits";
        if (!pieces_hold(tree, s, child))
            return "the pieces of a child";
        child = below.end;
    }
    return child != at.end || at.children != at.sides ? "the children of a node" : NULL;
}

// Patterns that differ from one that is there are found iff they are there too.
static const char *search_others(const crease_tree *tree, const survey *s, random_state *random)
{
    const char *what = NULL;
    uint32_t *pattern = memory_new(s->units, sizeof *pattern);
    for (int k = 0; k < 20 && s->units && !what; k++) {
        size_t like = random_below(random, s->regions), expected = CREASE_NO_NODE;
        memcpy(pattern, s->pattern + like * s->units, s->units * sizeof *pattern);
        pattern[random_below(random, s->units)] = (uint32_t)random_below(random, 5);
        for (size_t i = 0; i < s->regions; i++)
            if (!memcmp(pattern, s->pattern + i * s->units, s->units * sizeof *pattern))
                expected = crease_tree_leaf(tree, i);
        if (crease_tree_find(tree, pattern) != expected)
            what = "what is found for a pattern that may not be there";
    }
    free(pattern);
    return what;
}

// A partial tree is the beginning of the whole one.
static const char *check_partial(const crease_tree *whole, const crease_net *net,
                                 const crease_domain *domain, uint64_t regions)
{
    crease_options options = {.max_regions = regions};
    crease_tree *part;
    const char *what = NULL;
    if (crease_tree_new(&part, net, domain, &options, NULL) != CREASE_STOPPED ||
        crease_tree_counts(part)->complete)
        return "the status of a partial tree";
    size_t nodes = crease_tree_nodes(part);
    if (crease_tree_counts(part)->activation_regions != regions ||
        nodes > crease_tree_leaf(whole, regions) || crease_tree_at(part, 0).end != nodes)
        what = "the size of a partial tree";
    for (size_t node = 0; node < nodes && !what; node++) {
        crease_tree_node p = crease_tree_at(part, node), q = crease_tree_at(whole, node);
        int inside = q.end <= nodes;
        if (p.parent != q.parent || p.sides != q.sides || p.layer != q.layer || p.unit != q.unit ||
            p.breakpoint != q.breakpoint || p.rows != q.rows || p.region != q.region ||
            p.bounded != q.bounded || p.lowest != q.lowest || p.highest != q.highest ||
            p.end != (inside ? q.end : nodes) ||
            (inside ? p.children != q.children : p.children > q.children))
            what = "a node of a partial tree";
    }
    crease_tree_free(part);
    return what;
}

static const char *check_tree(const crease_tree *tree, const survey *s, const crease_domain *domain,
                              random_state *random)
{
    const crease_counts *counts = crease_tree_counts(tree);
    const char *what = NULL;
    size_t leaves = 0, sides = 0; // every node but the root is a side of a split
    for (size_t node = 0; node < crease_tree_nodes(tree); node++) {
        leaves += crease_tree_at(tree, node).sides == 0;
        sides += crease_tree_at(tree, node).sides;
    }
    if (counts->activation_regions != s->regions || !counts->complete || leaves != s->regions ||
        crease_tree_nodes(tree) != sides + 1 || counts->splits != s->regions - 1)
        return "the number of regions or nodes";
    for (size_t node = 0; node < crease_tree_nodes(tree) && !what; node++)
        what = check_node(tree, s, node);
    for (size_t region = 0; region < s->regions && !what; region++)
        what = compare_region(tree, s, region);
    if (!what)
        what = search_others(tree, s, random);
    if (!what && s->regions > 1)
        what = check_partial(tree, s->net, domain, 1 + random_below(random, s->regions - 1));
    return what;
}

// ---- Cases. ----

static int agree(uint64_t seed, size_t dimension, unsigned kind, uint64_t *regions)
{
    random_case of;
    random_case_init_with(&of, seed, dimension, kind);
    random_state random;
    random_seed(&random, seed);
    crease_domain *domain = random_case_domain(&of);
    crease_options options = {.arith = seed % 2 ? CREASE_EXACT : CREASE_FILTERED};
    survey s;
    survey_init(&s, of.net, domain);
    crease_tree *tree;
    if (crease_tree_new(&tree, of.net, domain, &options, NULL) != CREASE_OK)
        abort();
    const char *what = check_tree(tree, &s, domain, &random);
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s: %s is wrong on\n", seed, crease_domain_text(domain),
                what);
        crease_net_write(stderr, of.net);
    }
    *regions += s.regions;
    crease_tree_free(tree);
    survey_clear(&s);
    crease_domain_free(domain);
    random_case_clear(&of);
    return !what;
}

TEST_PROGRAM(int count, char **arguments)
{
    uint64_t seed = cases_seed_of(count, arguments);
    uint64_t cases = cases_count(500), done, regions = 0;
    size_t failures = 0;
    for (done = 0; done < cases && failures < SHOWN; done++) {
        size_t choice = (seed + done) % (sizeof dimensions / sizeof *dimensions);
        unsigned kind = kinds[(seed + done) % (sizeof kinds / sizeof *kinds)];
        failures += !agree(seed + done, dimensions[choice], kind, &regions);
    }
    printf("region_tree: seed %" PRIu64 ", %" PRIu64 " networks, %" PRIu64
           " regions, %zu failures\n",
           seed, done, regions, failures);
    flint_cleanup();
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
