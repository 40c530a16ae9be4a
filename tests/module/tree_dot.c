// Region trees for Graphviz.
#include "tree_text.h"

#include <signal.h>

static void complete(void)
{
    check_tree_text(
        CREASE_TREE_DOT,
        LAYER("hardtanh", "[[1, 0]]", "[0]") "," RELU("[[1]]", "[0]") "," LINEAR("[[1]]", "[0]"),
        NULL, NULL, CREASE_OK,
        "digraph crease {\n"
        "  label=\"%s\\nR^2\\nactivation regions 4\"\n"
        "  node [shape=box]\n"
        "  n0 [label=\"layer 0 unit 0\\nbreakpoint 0\"]\n"
        "  n1 [shape=ellipse, label=\"0\"]\n"
        "  n0 -> n1 [label=\"-\"]\n"
        "  n2 [label=\"layer 0 unit 0\\nbreakpoint 1\"]\n"
        "  n0 -> n2 [label=\"+\"]\n"
        "  n3 [label=\"layer 1 unit 0\"]\n"
        "  n2 -> n3 [label=\"-\"]\n"
        "  n4 [shape=ellipse, label=\"1\"]\n"
        "  n3 -> n4 [label=\"-\"]\n"
        "  n5 [shape=ellipse, label=\"2\"]\n"
        "  n3 -> n5 [label=\"+\"]\n"
        "  n6 [shape=ellipse, label=\"3\"]\n"
        "  n2 -> n6 [label=\"+\"]\n"
        "}\n");
}

// max(x, 0) and max(x, y, 0): the rows that win, also where there are two.
static void maxout(void)
{
    check_tree_text(CREASE_TREE_DOT,
                    LAYER("maxout:2", "[[1, 0], [0, 0], [1, 0], [0, 1]]", "[0, 0, 0, 0]") "," LAYER(
                        "maxout:3", "[[1, 0], [0, 1], [0, 0]]", "[-5, 0, -9]"),
                    "1,2,-1,0", NULL, CREASE_OK,
                    "digraph crease {\n"
                    "  label=\"%s\\n[1, 2] x [-1, 0]\\nactivation regions 1\"\n"
                    "  node [shape=box]\n"
                    "  n0 [shape=ellipse, label=\"0\"]\n"
                    "}\n");
    check_tree_text(CREASE_TREE_DOT,
                    LAYER("maxout:3", "[[1, 0], [9, 9], [0, 1], [1, 0], [0, 1], [0, 0]]",
                          "[0, -99, 0, 0, 0, 0]"),
                    "-1,1", NULL, CREASE_OK,
                    "digraph crease {\n"
                    "  label=\"%s\\n[-1, 1] x [-1, 1]\\nactivation regions 4\"\n"
                    "  node [shape=box]\n"
                    "  n0 [label=\"layer 0 unit 0\"]\n"
                    "  n1 [label=\"layer 0 unit 1\"]\n"
                    "  n0 -> n1 [label=\"0\"]\n"
                    "  n2 [shape=ellipse, label=\"0\"]\n"
                    "  n1 -> n2 [label=\"0\"]\n"
                    "  n3 [shape=ellipse, label=\"1\"]\n"
                    "  n1 -> n3 [label=\"2\"]\n"
                    "  n4 [label=\"layer 0 unit 1\"]\n"
                    "  n0 -> n4 [label=\"2\"]\n"
                    "  n5 [shape=ellipse, label=\"2\"]\n"
                    "  n4 -> n5 [label=\"1\"]\n"
                    "  n6 [shape=ellipse, label=\"3\"]\n"
                    "  n4 -> n6 [label=\"2\"]\n"
                    "}\n");
}

static void one_region(void)
{
    check_tree_text(CREASE_TREE_DOT, LINEAR("[[1, 2]]", "[3]"), "0,1", NULL, CREASE_OK,
                    "digraph crease {\n"
                    "  label=\"%s\\n[0, 1] x [0, 1]\\nactivation regions 1\"\n"
                    "  node [shape=box]\n"
                    "  n0 [shape=ellipse, label=\"0\"]\n"
                    "}\n");
}

static void partial_and_uncertified(void)
{
    crease_options options = {.arith = CREASE_FLOAT, .max_regions = 2};
    check_tree_text(CREASE_TREE_DOT, RELU("[[1, 0], [0, 1]]", "[0, 0]"), "-1,1", &options,
                    CREASE_STOPPED,
                    "digraph crease {\n"
                    "  label=\"%s\\n[-1, 1] x [-1, 1]\\n"
                    "activation regions 2, not complete, not certified\"\n"
                    "  node [shape=box]\n"
                    "  n0 [label=\"layer 0 unit 0\"]\n"
                    "  n1 [label=\"layer 0 unit 1\"]\n"
                    "  n0 -> n1 [label=\"-\"]\n"
                    "  n2 [shape=ellipse, label=\"0\"]\n"
                    "  n1 -> n2 [label=\"-\"]\n"
                    "  n3 [shape=ellipse, label=\"1\"]\n"
                    "  n1 -> n3 [label=\"+\"]\n"
                    "  n4 [label=\"layer 0 unit 1\"]\n"
                    "  m4 [shape=plaintext, label=\"...\"]\n"
                    "  n4 -> m4 [style=dotted]\n"
                    "  n0 -> n4 [label=\"+\"]\n"
                    "}\n");
}

static void empty(void)
{
    static const volatile sig_atomic_t at_once = 1;
    crease_options options = {.interrupt = &at_once};
    check_tree_text(CREASE_TREE_DOT, RELU("[[1, 0]]", "[0]"), NULL, &options, CREASE_STOPPED,
                    "digraph crease {\n"
                    "  label=\"%s\\nR^2\\nactivation regions 0, not complete\"\n"
                    "  node [shape=box]\n"
                    "}\n");
}

UNIT_MAIN("tree_dot", {"complete", complete}, {"maxout", maxout}, {"one region", one_region},
          {"partial and uncertified", partial_and_uncertified}, {"empty", empty})
