// Upper bounds of units with one breakpoint, on architectures worked out elsewhere.
#include "architectures.h"
#include "nets.h"

// Worked out in Python from the printed formulas.
static const architecture_row rows[] = {
    {"1-4-1", {"16", "5", "5", "5"}},
    {"1-2-2-1", {"16", "9", "9", "9"}},
    {"1-3-3-1", {"64", "16", "16", "16"}},
    {"1-4-3-5-1", {"4096", "120", "120", "120"}},
    {"1-3-3-3-3-1", {"4096", "256", "256", "256"}},
    {"2-4-1", {"16", "11", "11", "11"}},
    {"2-3-2-1", {"32", "28", "28", "25"}},
    {"2-4-3-1", {"128", "77", "77", "77"}},
    {"2-4-4-1", {"256", "121", "121", "121"}},
    {"2-4-4-4-1", {"4096", "1331", "1331", "1331"}},
    {"2-6-4-1", {"1024", "242", "242", "242"}},
    {"2-6-3-1", {"512", "154", "154", "154"}},
    {"2-6-6-4-1", {"65536", "5324", "5324", "5324"}},
    {"2-8-5-1", {"8192", "592", "592", "592"}},
    {"3-6-1", {"64", "42", "42", "42"}},
    {"3-6-4-1", {"1024", "630", "630", "630"}},
    {"3-6-6-1", {"4096", "1764", "1764", "1764"}},
    {"3-9-4-1", {"8192", "1950", "1950", "1950"}},
    {"3-2-6-1", {"256", "168", "88", "37"}},
    {"8-4-4-1", {"256", "256", "256", "163"}},
};

static void vectors(void)
{
    bound_formula *const formulas[] = {bound_patterns, bound_raghu, bound_montufar_2017,
                                       bound_serra};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(formulas, sizeof formulas / sizeof *formulas, rows + i, "relu");
}

// One layer of as many units as the deep network has, and the histograms, which are to give
// Serra's number.
static void shallow(void)
{
    check_formula(bound_zaslavsky, "1-4-1", "relu", "5");
    check_formula(bound_zaslavsky, "1-4-1", "relu", "5");
    check_formula(bound_zaslavsky, "1-6-1", "relu", "7");
    check_formula(bound_zaslavsky, "1-12-1", "relu", "13");
    check_formula(bound_zaslavsky, "1-12-1", "relu", "13");
    check_formula(bound_zaslavsky, "2-4-1", "relu", "11");
    check_formula(bound_zaslavsky, "2-5-1", "relu", "16");
    check_formula(bound_zaslavsky, "2-7-1", "relu", "29");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_formula(bound_histograms, rows[i].widths, "relu", rows[i].value[3]);
}

static void bounded(void)
{
    check_formula(bound_zaslavsky_bounded, "2-4-1", "relu", "3");
    check_formula(bound_zaslavsky_bounded, "2-7-1", "abs", "15");
    check_formula(bound_zaslavsky_bounded, "3-3-1", "relu", "0");
    check_formula(bound_zaslavsky_bounded, "2-4-4-1", "relu", "needs one hidden layer");
}

static void two_units(void)
{
    check_formula(bound_two_units, "1-2-1-1", "relu", "5");
    check_formula(bound_two_units, "1-2-3-1", "relu", "9");
    check_formula(bound_two_units, "1-2-2-2-1", "relu", "needs n_0 = 1, L = 2, n_1 = 2");
    check_formula(bound_two_units, "2-2-2-1", "relu", "needs n_0 = 1, L = 2, n_1 = 2");
    check_formula(bound_two_units, "1-2-2-1", "abs", "needs relu in every hidden layer");
}

// Units that never send a cell to a point give the bound of Montufar, not that of Serra.
static void activations(void)
{
    check_formula(bound_relu_patterns, "2-4-4-1", "relu", "256");
    check_formula(bound_relu_patterns, "2-4-4-1", "leaky:1/10", "needs relu in every hidden layer");
    check_formula(bound_patterns, "2-4-4-1", "pwl:0,1,2;0,1,2,3", "65536");
    check_formula(bound_patterns, "2-3-1", "linear", "1");
    check_formula(bound_montufar_2017, "3-2-6-1", "leaky:1/10", "88");
    check_formula(bound_serra, "3-2-6-1", "leaky:1/10", "needs relu in every hidden layer");
    check_formula(bound_histograms, "3-2-6-1", "abs", "needs relu in every hidden layer");
    check_formula(bound_zaslavsky, "3-2-1", "hardtanh",
                  "needs one breakpoint in every unit (relu, leaky, abs)");
    check_formula(bound_serra_rank, "3-2-1", "relu",
                  "needs a network, for the ranks of its weights");
}

// Three units of rank one are three parallel lines; rank 0 is no crease at all.
static void ranks(void)
{
    static const struct {
        const char *layers, *serra, *with_ranks;
    } cases[] = {{RELU("[[1, 2], [2, 4], [-1, -2]]", "[0, 1, 2]"), "7", "4"},
                 {RELU("[[1, 2], [2, 1], [1, 1]]", "[0, 1, 2]"), "7", "7"},
                 {RELU("[[0, 0], [0, 0]]", "[0, 1]"), "4", "1"},
                 {RELU("[[1, 2], [2, 1], [1, 1]]",
                       "[0, 1, 2]") "," RELU("[[1, 1, 1], [\"1/2\", \"1/2\", \"1/2\"]]", "[0, 1]"),
                  "25", "21"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_net *net = net_of(cases[i].layers);
        crease_architecture *a;
        CU_ASSERT_EQUAL_FATAL(crease_architecture_of_net(&a, net, 2, NULL), CREASE_OK);
        char *serra = formula_text(bound_serra, a), *with = formula_text(bound_serra_rank, a);
        CU_ASSERT_STRING_EQUAL(serra, cases[i].serra);
        CU_ASSERT_STRING_EQUAL(with, cases[i].with_ranks);
        free(serra);
        free(with);
        crease_architecture_free(a);
        crease_net_free(net);
    }
}

UNIT_MAIN("bound_upper", {"vectors", vectors}, {"shallow", shallow}, {"bounded", bounded},
          {"two_units", two_units}, {"activations", activations}, {"ranks", ranks})
