// Trees into which neurons are inserted one at a time, against the walk of the whole network.
#include "domain/domain.h"
#include "nets.h"
#include "unit.h"

// The regions of the walk are the leaves, in this order.
typedef struct {
    const crease_net *net;
    const crease_tree *tree;
    size_t leaf;
    fmpq *row;
} leaf_visits;

// The first leaf below a node, or the next one after a leaf.
static size_t first_leaf(const crease_tree *tree, size_t node)
{
    while (tree->node[node].below)
        node = tree->node[node].below;
    return node;
}

static size_t next_leaf(const crease_tree *tree, size_t node)
{
    const crease_node *parent = tree->node + tree->node[node].parent;
    while (node && node == parent->below + parent->parts - 1) {
        node = tree->node[node].parent;
        parent = tree->node + tree->node[node].parent;
    }
    return node ? first_leaf(tree, node + 1) : 0;
}

static crease_visit check_leaf(void *data, const crease_region *region)
{
    leaf_visits *visits = data;
    const size_t columns = visits->tree->dimension + 1;
    const crease_node *leaf = visits->tree->node + visits->leaf;
    const uint32_t *piece = leaf->piece;
    for (size_t l = 0; l < crease_net_hidden(visits->net); l++)
        for (size_t u = 0; u < crease_net_width(visits->net, l); u++)
            CU_ASSERT_EQUAL(*piece++, crease_region_pattern(region, l)[u]);
    for (size_t i = 0; i < crease_net_outputs(visits->net); i++) {
        crease_region_map(visits->row, region, i);
        for (size_t k = 0; k < columns; k++)
            CU_ASSERT(fmpq_equal(visits->row + k, leaf->outputs->entries + i * columns + k));
    }
    CU_ASSERT_EQUAL((size_t)fmpq_mat_nrows(leaf->cell), crease_region_facets(region));
    CU_ASSERT_EQUAL(leaf->bounded, crease_region_is_bounded(region));
    visits->leaf = next_leaf(visits->tree, visits->leaf);
    return CREASE_GO;
}

static void same_as_the_walk(void)
{
    random_state random = unit_random(1);
    CASES(number, (int)cases_count(200)) {
        const size_t d = 1 + random_below(&random, 4), inputs = d + random_below(&random, 2);
        crease_net *net = random_maxout_net(&random, inputs, d < 3 ? 6 : 3, 2);
        crease_domain *domain = crease_domain_new_space(d);
        crease_error error;
        if (random_below(&random, 2)) {
            crease_domain_free(domain);
            CU_ASSERT_FATAL(!crease_domain_parse_box(&domain, "-1,3/2", d, &error));
        }
        if (inputs > d)
            domain_set_parametrization(domain, random_parametrization(&random, inputs, d), inputs);
        const crease_options options = {.max_regions = 3000};
        crease_counts counts;
        crease_counts_init(&counts, net);
        crease_counts_by_neuron(&counts, net);
        if (crease_walk(&counts, net, domain, &options, NULL, &error) == CREASE_OK) {
            crease_tree *tree;
            CU_ASSERT_FATAL(!crease_tree_new(&tree, domain, &error));
            for (size_t l = 0, neuron = 0; l < crease_net_layers(net); l++)
                for (size_t u = 0; u < crease_net_width(net, l); u++, neuron++) {
                    CU_ASSERT_FATAL(!crease_tree_insert(tree, net, l, u, NULL, &error));
                    if (neuron < counts.neurons)
                        CU_ASSERT_EQUAL(tree->leaves, counts.per_neuron[neuron]);
                }
            leaf_visits visits = {net, tree, first_leaf(tree, 0), _fmpq_vec_init((slong)d + 1)};
            const crease_visitor visitor = {.data = &visits, .region = check_leaf};
            CU_ASSERT(!crease_walk(&counts, net, domain, &options, &visitor, &error));
            CU_ASSERT_EQUAL(tree->leaves, counts.activation_regions);
            CU_ASSERT_EQUAL(visits.leaf, 0);
            _fmpq_vec_clear(visits.row, (slong)d + 1);
            crease_tree_free(tree);
        }
        crease_counts_clear(&counts);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

static void refusals(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," RELU("[[1, 2]]", "[1]"));
    crease_domain *domain = domain_of("-1,1");
    crease_tree *tree;
    crease_error error;
    CU_ASSERT_FATAL(!crease_tree_new(&tree, domain, &error));
    CU_ASSERT_EQUAL(crease_tree_insert(tree, net, 0, 1, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "unit 1 of layer 0 is not the next one of the tree");
    CU_ASSERT(!crease_tree_insert(tree, net, 0, 0, NULL, &error));
    CU_ASSERT_EQUAL(crease_tree_insert(tree, net, 1, 0, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a unit with 1 inputs, found one with 2");
    const crease_options options = {.max_regions = 3};
    CU_ASSERT_EQUAL(crease_tree_insert(tree, net, 0, 1, &options, &error), CREASE_STOPPED);
    crease_tree_free(tree);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("kept_tree", {"same as the walk", same_as_the_walk}, {"refusals", refusals})
