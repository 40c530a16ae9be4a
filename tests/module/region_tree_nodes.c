// Looking at a recorded tree: children, search, walks before and after.
#include "regions/region_tree.h"

#include "nets.h"
#include "unit.h"

// Nine squares: x and y each on one of three pieces.
static crease_tree *squares(void)
{
    crease_net *net = net_of(LAYER("hardtanh", "[[1, 0], [0, 1]]", "[0, 0]"));
    crease_domain *domain = domain_of(NULL);
    crease_tree *tree;
    CU_ASSERT_EQUAL_FATAL(crease_tree_new(&tree, net, domain, NULL, NULL), CREASE_OK);
    crease_domain_free(domain);
    crease_net_free(net);
    return tree;
}

static void children(void)
{
    crease_tree *tree = squares();
    CU_ASSERT_EQUAL_FATAL(crease_tree_nodes(tree), 17);
    for (size_t node = 0; node < 17; node++) {
        crease_tree_node at = crease_tree_at(tree, node);
        size_t next = node + 1;
        for (size_t i = 0; i < at.children; i++) {
            CU_ASSERT_EQUAL(crease_tree_child(tree, node, i), next);
            CU_ASSERT_EQUAL(crease_tree_at(tree, next).parent, node);
            next = crease_tree_at(tree, next).end;
        }
        CU_ASSERT_EQUAL(next, at.end);
    }
    crease_tree_free(tree);
}

static void find(void)
{
    crease_tree *tree = squares();
    for (uint32_t x = 0; x < 4; x++)
        for (uint32_t y = 0; y < 4; y++) {
            const uint32_t pattern[] = {x, y};
            size_t leaf = crease_tree_find(tree, pattern);
            if (x == 3 || y == 3) {
                CU_ASSERT_EQUAL(leaf, CREASE_NO_NODE);
            } else {
                CU_ASSERT_EQUAL_FATAL(leaf, crease_tree_leaf(tree, 3 * x + y));
                CU_ASSERT_EQUAL(crease_tree_at(tree, leaf).bounded, x == 1 && y == 1);
            }
        }
    crease_tree_free(tree);
}

// A pattern that agrees at every split, but not in a unit that splits nothing.
static void find_compares_all_units(void)
{
    crease_net *net = net_of(RELU("[[0, 0], [1, 0], [0, 0]]", "[1, 0, -1]"));
    crease_domain *domain = domain_of(NULL);
    crease_tree *tree;
    CU_ASSERT_EQUAL_FATAL(crease_tree_new(&tree, net, domain, NULL, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(crease_tree_nodes(tree), 3);
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t pattern[] = {i & 1, i >> 1 & 1, i >> 2};
        size_t expected = i == 1 ? 1 : i == 3 ? 2 : CREASE_NO_NODE;
        CU_ASSERT_EQUAL(crease_tree_find(tree, pattern), expected);
    }
    crease_tree_free(tree);
    crease_domain_free(domain);
    crease_net_free(net);
}

// What a visitor hears, as a text: "(" before a split, ")" after it, a number for a leaf.
typedef struct {
    char text[256];
    size_t stop_at;
} listener;

static crease_visit before(void *data, const crease_tree *tree, size_t node)
{
    listener *to = data;
    size_t used = strlen(to->text);
    crease_tree_node at = crease_tree_at(tree, node);
    if (at.sides)
        snprintf(to->text + used, sizeof to->text - used, "(");
    else
        snprintf(to->text + used, sizeof to->text - used, "%d", (int)at.region);
    return node == to->stop_at ? CREASE_STOP : CREASE_GO;
}

static void after(void *data, const crease_tree *tree, size_t node)
{
    listener *to = data;
    strcat(to->text, crease_tree_at(tree, node).sides ? ")" : ".");
}

static void check_walk(const crease_tree *tree, size_t node, int listens, size_t stop_at,
                       const char *expected)
{
    listener to = {.stop_at = stop_at};
    crease_tree_visitor visitor = {&to, listens & 1 ? before : NULL, listens & 2 ? after : NULL};
    CU_ASSERT_EQUAL(crease_tree_walk(tree, node, &visitor),
                    stop_at == CREASE_NO_NODE ? CREASE_OK : CREASE_STOPPED);
    CU_ASSERT_STRING_EQUAL(to.text, expected);
}

static void walks(void)
{
    crease_tree *tree = squares();
    check_walk(tree, 0, 3, CREASE_NO_NODE, "((0.(1.2.))((3.(4.5.))(6.(7.8.))))");
    check_walk(tree, 0, 1, CREASE_NO_NODE, "((0(12((3(45(6(78");
    check_walk(tree, 0, 2, CREASE_NO_NODE,
               "..."
               ")"
               ")"
               "..."
               "))"
               "..."
               "))"
               "))");
    check_walk(tree, 0, 0, CREASE_NO_NODE, "");
    check_walk(tree, 1, 3, CREASE_NO_NODE, "(0.(1.2.))");
    check_walk(tree, 4, 3, CREASE_NO_NODE, "1.");
    check_walk(tree, 6, 3, CREASE_NO_NODE, "((3.(4.5.))(6.(7.8.)))");
    check_walk(tree, 0, 3, 0, "(");
    check_walk(tree, 0, 3, 4, "((0.(1");
    check_walk(tree, 1, 3, 3, "(0.(");
    crease_tree_free(tree);
}

// Splits without all their children end too.
static void walk_of_partial_tree(void)
{
    crease_net *net = net_of(LAYER("hardtanh", "[[1, 0], [0, 1]]", "[0, 0]"));
    crease_domain *domain = domain_of(NULL);
    static const char *const expected[] = {"((0.()))", "((0.(1.)))", "((0.(1.2.))(()))"};
    for (size_t i = 0; i < 3; i++) {
        crease_options options = {.max_regions = i + 1};
        crease_tree *tree;
        CU_ASSERT_EQUAL_FATAL(crease_tree_new(&tree, net, domain, &options, NULL), CREASE_STOPPED);
        check_walk(tree, 0, 3, CREASE_NO_NODE, expected[i]);
        crease_tree_free(tree);
    }
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("region_tree_nodes", {"children", children}, {"find", find},
          {"find compares all units", find_compares_all_units}, {"walks", walks},
          {"walk of a partial tree", walk_of_partial_tree})
