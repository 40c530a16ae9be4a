// The recorded region tree: known trees, partial ones, errors.
#include "regions/region_tree.h"

#include "nets.h"
#include "unit.h"

#include <inttypes.h>

static crease_tree *record(const crease_net *net, const char *box, const crease_options *options,
                           crease_status expected)
{
    crease_domain *domain = domain_of(box);
    crease_tree *tree = NULL;
    CU_ASSERT_EQUAL(crease_tree_new(&tree, net, domain, options, NULL), expected);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    crease_domain_free(domain);
    return tree;
}

static void check_split(const crease_tree *tree, size_t node, size_t parent, size_t unit,
                        size_t breakpoint, size_t end)
{
    crease_tree_node at = crease_tree_at(tree, node);
    CU_ASSERT_EQUAL(at.parent, parent);
    CU_ASSERT_EQUAL(at.sides, 2);
    CU_ASSERT_EQUAL(at.children, 2);
    CU_ASSERT_EQUAL(at.layer, 0);
    CU_ASSERT_EQUAL(at.unit, unit);
    CU_ASSERT_EQUAL(at.breakpoint, breakpoint);
    CU_ASSERT_EQUAL(at.end, end);
}

static void check_leaf(const crease_tree *tree, size_t node, size_t parent, uint64_t region,
                       int bounded)
{
    crease_tree_node at = crease_tree_at(tree, node);
    CU_ASSERT_EQUAL(at.parent, parent);
    CU_ASSERT_EQUAL(at.sides, 0);
    CU_ASSERT_EQUAL(at.children, 0);
    CU_ASSERT_EQUAL(at.end, node + 1);
    CU_ASSERT_EQUAL(at.region, region);
    CU_ASSERT_EQUAL(at.bounded, bounded);
    CU_ASSERT_EQUAL(crease_tree_leaf(tree, region), node);
}

static void check_pieces(const crease_tree *tree, size_t node, uint32_t lowest, uint32_t highest)
{
    crease_tree_node at = crease_tree_at(tree, node);
    CU_ASSERT_EQUAL(at.lowest, lowest);
    CU_ASSERT_EQUAL(at.highest, highest);
}

// x <= -1, -1 <= x <= 1 and 1 <= x; the middle cut by y = -x at unit 1's first breakpoint,
// since the second lies above the box and so does the first outside the middle.
static void hardtanh(void)
{
    crease_net *net = net_of(LAYER("hardtanh", "[[1, 0], [1, 1]]", "[0, -1]"));
    crease_tree *tree = record(net, "-2,2,-1/2,1/2", NULL, CREASE_OK);
    crease_tree_source source = crease_tree_about(tree);
    CU_ASSERT_STRING_EQUAL(source.network_sha256, crease_net_sha256(net));
    CU_ASSERT_STRING_EQUAL(source.domain, "[-2, 2] x [-1/2, 1/2]");
    CU_ASSERT_EQUAL(source.arith, CREASE_FILTERED);
    CU_ASSERT_EQUAL(source.layers, 1);
    CU_ASSERT_EQUAL(source.units, 2);
    CU_ASSERT_EQUAL(source.width[0], 2);
    crease_net_free(net); // no longer needed

    CU_ASSERT(crease_tree_counts(tree)->complete);
    CU_ASSERT_EQUAL(crease_tree_counts(tree)->activation_regions, 5);
    CU_ASSERT_EQUAL_FATAL(crease_tree_nodes(tree), 9);
    CU_ASSERT_EQUAL(crease_tree_depth(tree), 3);
    check_split(tree, 0, CREASE_NO_NODE, 0, 0, 9); // x = -1
    check_leaf(tree, 1, 0, 0, 1);
    check_split(tree, 2, 0, 0, 1, 9); // x = 1
    check_split(tree, 3, 2, 1, 0, 6); // x + y = 0
    check_leaf(tree, 4, 3, 1, 1);
    check_leaf(tree, 5, 3, 2, 1);
    check_split(tree, 6, 2, 1, 1, 9); // x + y = 2
    check_leaf(tree, 7, 6, 3, 1);
    check_leaf(tree, 8, 6, 4, 1);
    CU_ASSERT_EQUAL(crease_tree_at(tree, 2).breakpoints, 2);
    static const uint32_t pieces[][2] = {{0, 0}, {0, 0}, {1, 2}, {0, 1}, {0, 0},
                                         {1, 2}, {2, 2}, {0, 1}, {2, 2}};
    for (size_t node = 0; node < 9; node++)
        check_pieces(tree, node, pieces[node][0], pieces[node][1]);
    static const uint32_t patterns[][2] = {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}};
    for (uint64_t region = 0; region < 5; region++) {
        uint32_t pattern[2];
        crease_tree_pattern(pattern, tree, region);
        CU_ASSERT_EQUAL(pattern[0], patterns[region][0]);
        CU_ASSERT_EQUAL(pattern[1], patterns[region][1]);
    }
    crease_tree_free(tree);
}

// A network without hidden layers, and one whose only hidden layer has one piece.
static void one_region(void)
{
    static const char *const layers[] = {LINEAR("[[1, 2]]", "[3]"),
                                         LINEAR("[[1, 2]]", "[3]") "," RELU("[[0]]", "[1]")};
    for (size_t i = 0; i < 2; i++) {
        crease_net *net = net_of(layers[i]);
        crease_options options = {.arith = CREASE_EXACT};
        crease_tree *tree = record(net, NULL, &options, CREASE_OK);
        CU_ASSERT_EQUAL(crease_tree_about(tree).arith, CREASE_EXACT);
        CU_ASSERT_EQUAL(crease_tree_about(tree).units, 2 * i);
        CU_ASSERT_EQUAL(crease_tree_nodes(tree), 1);
        CU_ASSERT_EQUAL(crease_tree_depth(tree), 0);
        check_leaf(tree, 0, CREASE_NO_NODE, 0, 0);
        uint32_t pattern[2] = {7, 7};
        crease_tree_pattern(pattern, tree, 0);
        CU_ASSERT_EQUAL(pattern[0], i ? 0 : 7);
        CU_ASSERT_EQUAL(pattern[1], i ? 1 : 7);
        crease_tree_free(tree);
        crease_net_free(net);
    }
}

// Four quadrants. After one region the second child of unit 1's split is missing, after two
// the whole other side of unit 0's: its split is known, and no child.
static void partial(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]"));
    static const struct {
        size_t nodes, children[5];
    } row[] = {{3, {1, 1, 0}}, {5, {2, 2, 0, 0, 0}}, {6, {2, 2, 0, 0, 1}}};
    for (size_t i = 0; i < 3; i++) {
        crease_options options = {.max_regions = i + 1};
        crease_tree *tree = record(net, NULL, &options, CREASE_STOPPED);
        CU_ASSERT_FALSE(crease_tree_counts(tree)->complete);
        CU_ASSERT_EQUAL(crease_tree_counts(tree)->activation_regions, i + 1);
        CU_ASSERT_EQUAL_FATAL(crease_tree_nodes(tree), row[i].nodes);
        for (size_t node = 0; node < row[i].nodes && node < 5; node++) {
            crease_tree_node at = crease_tree_at(tree, node);
            CU_ASSERT_EQUAL(at.children, row[i].children[node]);
            CU_ASSERT_EQUAL(at.sides, node % 5 == 0 || node == 1 || node == 4 ? 2 : 0);
            CU_ASSERT(node % 4 || at.end == row[i].nodes);
        }
        crease_tree_free(tree);
    }
    crease_net_free(net);
}

// Stopped before anything was met.
static void empty(void)
{
    static const volatile sig_atomic_t at_once = 1;
    crease_net *net = net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]"));
    crease_options options = {.interrupt = &at_once};
    crease_tree *tree = record(net, NULL, &options, CREASE_STOPPED);
    CU_ASSERT_EQUAL(crease_tree_nodes(tree), 0);
    CU_ASSERT_EQUAL(crease_tree_depth(tree), 0);
    const uint32_t pattern[2] = {0, 0};
    CU_ASSERT_EQUAL(crease_tree_find(tree, pattern), CREASE_NO_NODE);
    crease_tree_free(tree);
    crease_net_free(net);
}

// A pattern that agrees at every split, but not in a unit that splits nothing.
static void find_compares_all_units(void)
{
    crease_net *net = net_of(RELU("[[0, 0], [1, 0], [0, 0]]", "[1, 0, -1]"));
    crease_tree *tree = record(net, NULL, NULL, CREASE_OK);
    CU_ASSERT_EQUAL(crease_tree_nodes(tree), 3);
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t pattern[] = {i & 1, i >> 1 & 1, i >> 2};
        size_t expected = i == 1 ? 1 : i == 3 ? 2 : CREASE_NO_NODE;
        CU_ASSERT_EQUAL(crease_tree_find(tree, pattern), expected);
    }
    crease_tree_free(tree);
    crease_net_free(net);
}

static void errors(void)
{
    crease_net *net = net_with_inputs(3, RELU("[[1, 2, 3]]", "[0]"));
    crease_domain *domain = domain_of(NULL);
    crease_error error;
    crease_tree *tree = (crease_tree *)(void *)&error;
    CU_ASSERT_EQUAL(crease_tree_new(&tree, net, domain, NULL, &error), CREASE_ERROR);
    CU_ASSERT_PTR_NULL(tree);
    CU_ASSERT_STRING_EQUAL(error.message,
                           "expected a domain in R^3, the network's inputs, found R^2");
    crease_tree_free(NULL);
    crease_domain_free(domain);
    crease_net_free(net);
}

// The memory that the header promises.
static void node_size(void)
{
    CU_ASSERT_EQUAL(sizeof(tree_node), 48);
}

UNIT_MAIN("region_tree", {"hardtanh", hardtanh}, {"one region", one_region}, {"partial", partial},
          {"empty", empty}, {"errors", errors}, {"node size", node_size},
          {"find compares all units", find_compares_all_units})
