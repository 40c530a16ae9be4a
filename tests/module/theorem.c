// The papers' constructions: shapes, values, refusals. tests/cross/constructions.c has their
// claims.
#include "built.h"
#include "unit.h"

// The widths of the layers.
static void shapes(void)
{
    static const char *const rows[][3] = {
        {"telgarsky:sawtooth", "layers=3", "2 2 2 1"},
        {"telgarsky:blocks", "layers=3", "2 1 2 1 2 1"},
        {"arora:line", "widths=3,4", "3 4 1"},
        {"arora:zonotope", "d=2 m=3 widths=3,4", "6 3 4 1"},
        {"serra:line", "widths=3,5", "3 5 1"},
        {"serra:space", "d=2 widths=7,1", "7 1"},
        {"serra:zonotope", "d=2 m=3 widths=3,4", "6 3 4 1"},
        {"montufar:folds", "d=2 widths=5,4,3", "5 4 3"},
        {"pascanu:tangents", "d=2 widths=5,4,3", "5 4 3"},
        {"pascanu:tangents", "d=1 widths=2,3", "2 3"},
        {"pascanu:folds", "d=2 layers=3", "4 4 4"},
        {"pascanu:folds", "d=1 layers=1", "2"},
        {"maxout:grid", "d=3 k=4", "3"},
        {"maxout:fold2", "d=2 layers=3", "2 2 2"},
        {"maxout:fold4", "layers=2", "2 2"},
        {"maxout:zigzag", "d=2 k=3 widths=4,8,3", "4 8 3"},
        {"counterexample:mirrors", "widths=3,4,2", "3 4 2"},
        {"counterexample:two-units", "n=5", "2 5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        built_widths(rows[i][0], rows[i][1], rows[i][2]);
}

static void refusals(void)
{
    static const char *const rows[][3] = {
        {"montufar:folds", "d=2 widths=4,1,3",
         "montufar:folds: widths: expected a width >= 2 below the last one, found 1"},
        {"montufar:folds", "d=3 widths=2,2",
         "montufar:folds: widths: expected a width >= 3 below the last one, found 2"},
        {"maxout:zigzag", "d=1 k=2 widths=4,3,3",
         "maxout:zigzag: widths: expected a multiple of 2 below the last one, found 3"},
        {"montufar:folds", "d=1 widths=10000,10000,1",
         "montufar:folds: widths: expected at most 100000000 weights and biases, found "
         "more"},
        {"montufar:folds", "d=4 widths=4,1000",
         "montufar:folds: widths: expected n hyperplanes with C(n, 4) <= 1000000, found n "
         "= 1000"},
        {"montufar:folds", "d=2 widths=4,4 form=odd",
         "montufar:folds: form: expected one of oriented,literal, found \"odd\""},
        {"serra:space", "d=2 widths=5,4",
         "serra:space: widths: expected a width >= 6 below the last one, found 5"},
        {"serra:line", "widths=3,2",
         "serra:line: widths: expected integers from 3 to 10000, with commas between "
         "them, found \"3,2\""},
        {"pascanu:tangents", "d=3 widths=2,9",
         "pascanu:tangents: widths: expected a width >= 3 below the last one, found 2"},
        {"pascanu:folds", "d=12 layers=2",
         "pascanu:folds: d: expected n hyperplanes with C(n, 12) <= 1000000, found n = 24"},
        {"counterexample:mirrors", "widths=2,2",
         "counterexample:mirrors: widths: expected a width >= 3 below the last one, found "
         "2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        built_refused(rows[i][0], rows[i][1], rows[i][2]);
}

// Both are 0 at even multiples of 2^-layers and 1 at odd ones.
static void telgarsky_values(void)
{
    crease_net *tooth = built_from("telgarsky:sawtooth", "layers=4");
    crease_net *blocks = built_from("telgarsky:blocks", "layers=4");
    for (slong i = 0; i <= 16; i++) {
        built_value(tooth, i, 16, i % 2, 1);
        built_value(blocks, i, 16, i % 2, 1);
    }
    crease_net_free(blocks);
    crease_net_free(tooth);
}

// s = y, kinks at 1/2, 3/2, ..: 0 or 1 there, 0 at 0, and 1 - slope beyond.
static void serra_values(void)
{
    for (slong p = 3; p <= 7; p++) {
        char arguments[32];
        snprintf(arguments, sizeof arguments, "widths=%ld", (long)p);
        crease_net *net = built_from("serra:line", arguments);
        built_value(net, 0, 1, 0, 1);
        built_value(net, -5, 1, -10, 1);
        for (slong i = 0; i < p; i++)
            built_value(net, 2 * i + 1, 2, (i + 1) % 2, 1);
        built_value(net, 2 * p + 1, 2, (p + 1) % 2, 1);
        crease_net_free(net);
    }
}

// The unit left over by two coordinates is inactive everywhere.
static void spare(void)
{
    crease_net *net = built_from("montufar:folds", "d=2 widths=5,4");
    for (size_t j = 0; j < 2; j++)
        CU_ASSERT(fmpq_is_zero(net->layer->weight + 4 * 2 + j));
    CU_ASSERT(fmpq_equal_si(net->layer->bias + 4, -1));
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT(fmpq_is_zero(net->layer[1].weight + i * 5 + 4));
    crease_net_free(net);
}

// The weights of the second layer by hand: 2 (h_1 + h_2) - 1 and back.
static void weights(void)
{
    static const int rows[4][4] = {{2, 2, 0, 0}, {-2, -2, 0, 0}, {0, 0, 2, 2}, {0, 0, -2, -2}};
    crease_net *net = built_from("pascanu:folds", "d=2 layers=3");
    for (size_t i = 0; i < 16; i++) {
        CU_ASSERT(fmpq_equal_si(net->layer[1].weight + i, rows[i / 4][i % 4]));
        CU_ASSERT(fmpq_equal_si(net->layer[1].bias + i / 4, i / 4 % 2 ? 1 : -1));
    }
    crease_net_free(net);
}

// max(2 y - 1, 1 - 2 y), then max(2 y, 4 y - 1).
static void maxout_folds_values(void)
{
    crease_net *net = built_from("maxout:fold2", "d=1 layers=2");
    built_value(net, 1, 2, 0, 1);
    built_value(net, 1, 4, 1, 1);
    built_value(net, 3, 4, 1, 1);
    built_value(net, 0, 1, 3, 1);
    crease_net_free(net);
}

// e = 1, k = 3, s = 5 y: -s, s - 2, 3 s - 8 and 0, 2 s - 4, 4 s - 12.
static void rows(void)
{
    static const int weights[] = {-5, 5, 15, 0, 10, 20}, biases[] = {0, -2, -8, 0, -4, -12};
    crease_net *net = built_from("maxout:zigzag", "d=1 k=3 widths=2,1");
    for (size_t i = 0; i < 6; i++) {
        CU_ASSERT(fmpq_equal_si(net->layer->weight + i, weights[i]));
        CU_ASSERT(fmpq_equal_si(net->layer->bias + i, biases[i]));
    }
    crease_net_free(net);
}

// max(1 - 3 y, 3 y - 1, 6 y - 3).
static void convex(void)
{
    crease_net *net = built_from("counterexample:maxout-line", "k=3 layers=1");
    built_value(net, 0, 1, 1, 1);
    built_value(net, 1, 3, 0, 1);
    built_value(net, 2, 3, 1, 1);
    built_value(net, 1, 1, 3, 1);
    crease_net_free(net);
}

UNIT_MAIN("theorem", {"theorem: shapes", shapes}, {"theorem: refusals", refusals},
          {"theorem: telgarsky values", telgarsky_values}, {"theorem: serra values", serra_values},
          {"theorem: spare", spare}, {"theorem: weights", weights},
          {"theorem: maxout folds values", maxout_folds_values}, {"theorem: rows", rows},
          {"theorem: convex", convex})
