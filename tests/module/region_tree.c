// The recorded region tree: known trees, partial ones, errors; looking at it; packed patterns.
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
    CU_ASSERT_EQUAL(crease_tree_root(tree), 0);
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
    CU_ASSERT_EQUAL(crease_tree_root(tree), CREASE_NO_NODE);
    CU_ASSERT_EQUAL(crease_tree_depth(tree), 0);
    const uint32_t pattern[2] = {0, 0};
    CU_ASSERT_EQUAL(crease_tree_find(tree, pattern), CREASE_NO_NODE);
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

// What the header says of memory.
static void node_size(void)
{
    CU_ASSERT_EQUAL(sizeof(tree_node), 48);
}

// ---- Looking at it: children, search, walks before and after ----

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

// ---- Packed patterns: what was put in comes out, and nothing else ----

// A unit of so many pieces; only their number matters here.
static activation staircase(size_t pieces)
{
    activation act = {.name = memory_copy_text("staircase"), .pieces = pieces};
    act.breakpoint = _fmpq_vec_init((slong)pieces - 1);
    act.slope = _fmpq_vec_init((slong)pieces);
    act.offset = _fmpq_vec_init((slong)pieces);
    for (size_t p = 0; p + 1 < pieces; p++)
        fmpq_set_si(act.breakpoint + p, (slong)p, 1);
    return act;
}

// An output layer after hidden layers of these widths and numbers of pieces.
static crease_net *net_of_shape(const size_t *units, const size_t *pieces, size_t hidden)
{
    crease_net *net = net_new(2, hidden + 1);
    size_t inputs = 2;
    for (size_t l = 0; l < hidden; l++) {
        net_layer_init(net->layer + l, inputs, units[l], staircase(pieces[l]));
        inputs = units[l];
    }
    activation act;
    if (activation_parse(&act, "linear", NULL) != CREASE_OK)
        abort();
    net_layer_init(net->layer + hidden, inputs, 1, act);
    net_finish(net);
    return net;
}

// Random patterns, and those that are all ones.
static void round_trip(const crease_net *net, random_state *random)
{
    packing packed;
    packing_init(&packed, net);
    uint32_t *pattern = memory_new(packed.units, sizeof *pattern);
    uint32_t *back = memory_new(packed.units, sizeof *back);
    uint64_t *words = memory_new(packed.words + 1, sizeof *words);
    CASES(round, 20) {
        memset(words, 0, packed.words * sizeof *words);
        words[packed.words] = 0x0123456789abcdef;
        uint32_t *in_layer = pattern;
        for (size_t l = 0; l < packed.layers; l++) {
            const packed_layer *of = packed.layer + l;
            for (size_t unit = 0; unit < of->units; unit++) {
                size_t pieces = unit_pieces(&of->unit, unit);
                in_layer[unit] = (uint32_t)(round ? random_below(random, pieces) : pieces - 1);
            }
            packing_put(words, &packed, l, in_layer);
            in_layer += of->units;
        }
        packing_get(back, &packed, words);
        CU_ASSERT(!memcmp(back, pattern, packed.units * sizeof *pattern));
        CU_ASSERT(packing_equal(&packed, words, pattern));
        CU_ASSERT_EQUAL(words[packed.words], 0x0123456789abcdef);
        if (packed.units) {
            back[random_below(random, packed.units)] += 1;
            CU_ASSERT_FALSE(packing_equal(&packed, words, back));
        }
    }
    free(pattern);
    free(back);
    free(words);
    packing_clear(&packed);
}

static void random_shapes(void)
{
    static const size_t any[] = {1, 2, 3, 4, 5, 16, 17, 256, 257, 65536, 65537};
    const uint64_t seed = 20261121;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    CASES(round, 100) {
        size_t units[4], pieces[4], hidden = 1 + random_below(&random, 4);
        for (size_t l = 0; l < hidden; l++) {
            units[l] = 1 + random_below(&random, 70);
            pieces[l] = any[random_below(&random, round % 10 ? 7 : 11)];
        }
        crease_net *net = net_of_shape(units, pieces, hidden);
        round_trip(net, &random);
        crease_net_free(net);
    }
}

// As many words as the header promises.
static void sizes(void)
{
    static const struct {
        size_t units[2], pieces[2], words;
    } row[] = {
        {{64, 1}, {2, 1}, 1},  {{64, 1}, {2, 2}, 2},  {{65, 5}, {2, 1}, 2},
        {{32, 9}, {3, 1}, 1},  {{32, 1}, {4, 3}, 2},  {{9, 4}, {1, 1}, 0},
        {{3, 30}, {2, 3}, 1},  {{3, 31}, {2, 3}, 2},  {{16, 1}, {5, 1}, 1},
        {{8, 1}, {17, 1}, 1},  {{4, 1}, {257, 1}, 1}, {{2, 1}, {65537, 1}, 1},
        {{60, 1}, {2, 16}, 1}, {{61, 1}, {2, 16}, 2},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        crease_net *net = net_of_shape(row[i].units, row[i].pieces, 2);
        packing packed;
        packing_init(&packed, net);
        CU_ASSERT_EQUAL(packed.words, row[i].words);
        CU_ASSERT_EQUAL(packed.layers, 2);
        CU_ASSERT_EQUAL(packed.units, row[i].units[0] + row[i].units[1]);
        packing_clear(&packed);
        crease_net_free(net);
    }
}

static void no_hidden_layer(void)
{
    crease_net *net = net_of_shape(NULL, NULL, 0);
    packing packed;
    packing_init(&packed, net);
    CU_ASSERT_EQUAL(packed.layers, 0);
    CU_ASSERT_EQUAL(packed.units, 0);
    CU_ASSERT_EQUAL(packed.words, 0);
    CU_ASSERT(packing_equal(&packed, NULL, NULL));
    packing_clear(&packed);
    crease_net_free(net);
}

UNIT_MAIN("region_tree", {"hardtanh", hardtanh}, {"one region", one_region}, {"partial", partial},
          {"empty", empty}, {"errors", errors}, {"node size", node_size}, {"children", children},
          {"find", find}, {"find compares all units", find_compares_all_units}, {"walks", walks},
          {"walk of a partial tree", walk_of_partial_tree}, {"random shapes", random_shapes},
          {"sizes", sizes}, {"no hidden layer", no_hidden_layer})
