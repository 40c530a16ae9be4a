// Bounds for maxout networks, on architectures worked out elsewhere.
#include "architectures.h"

// Worked out in Python from the formulas.
static const architecture_row rows[] = {
    {"1-4-1", {"13", "9", "9"}},
    {"1-2-2-1", {"49", "25", "25"}},
    {"1-3-3-1", {"100", "49", "-"}},
    {"1-4-3-5-1", {"2080", "693", "-"}},
    {"1-3-3-3-3-1", {"10000", "2401", "-"}},
    {"2-4-1", {"79", "33", "33"}},
    {"2-3-2-1", {"1012", "171", "-"}},
    {"2-4-3-1", {"3634", "627", "475"}},
    {"2-4-4-1", {"6241", "1089", "825"}},
    {"2-4-4-4-1", {"493039", "35937", "20625"}},
    {"2-6-4-1", {"13588", "2409", "-"}},
    {"2-6-3-1", {"7912", "1387", "-"}},
    {"2-6-6-4-1", {"2337136", "175857", "-"}},
    {"2-8-5-1", {"36421", "6579", "4131"}},
    {"3-6-1", {"988", "233", "233"}},
    {"3-6-4-1", {"295412", "15145", "8125"}},
    {"3-6-6-1", {"976144", "54289", "29125"}},
    {"3-9-4-1", {"987896", "54275", "-"}},
    {"3-2-6-1", {"3784", "657", "-"}},
    {"8-4-4-1", {"630436", "6561", "-"}},
};

static void vectors(void)
{
    bound_formula *const formulas[] = {bound_maxout_pairs, bound_maxout_deep, bound_maxout_zigzag};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(formulas, sizeof formulas / sizeof *formulas, rows + i, "maxout:3");
}

static void layer(void)
{
    check_formula(bound_maxout_layer, "1-2-1", "maxout:3", "5");
    check_formula(bound_maxout_layer, "2-3-1", "maxout:4", "37");
    check_formula(bound_maxout_layer, "3-3-1", "maxout:3", "27");
    check_formula(bound_maxout_layer, "2-4-1", "maxout:2", "11");
    check_formula(bound_maxout_layer, "2-4-4-1", "maxout:2", "needs one hidden layer");
    check_formula(bound_maxout_layer, "2-4-1", "relu", "needs maxout in every hidden layer");
    check_formula(bound_maxout_grid, "2-2-1", "maxout:3", "9");
    check_formula(bound_maxout_grid, "2-5-1", "maxout:4", "16");
    check_formula(bound_maxout_grid, "5-2-1", "maxout:4", "16");
}

// min(sum, k^n): 1 + 9 * 2 + C(18, 2) = 172 > 9; with n_0 = 1 the sum is the smaller one.
static void pairs_layer(void)
{
    check_formula(bound_maxout_pairs_layer, "2-2-1", "maxout:3", "9");
    check_formula(bound_maxout_pairs_layer, "1-4-1", "maxout:3", "37");
    check_formula(bound_maxout_pairs_layer, "2-7-1", "maxout:3", "2017");
    check_formula(bound_maxout_pairs_layer, "1000000-3-1", "maxout:65536", "281474976710656");
}

static void folds(void)
{
    check_formula(bound_maxout_line, "1-1-1-1", "maxout:3", "7");
    check_formula(bound_maxout_line, "1-1-1-1-1", "maxout:3", "15");
    check_formula(bound_maxout_line, "1-1-1-1", "maxout:4", "10");
    check_formula(bound_maxout_line, "1-2-1-1", "maxout:4", "needs n_0 = 1 and n_l = 1 for all l");
    check_formula(bound_maxout_folds, "1-1-1-1-1-1", "maxout:2", "16");
    check_formula(bound_maxout_folds, "3-3-3-1", "maxout:2", "64");
    check_formula(bound_maxout_folds, "3-3-3-1", "maxout:3",
                  "needs maxout:2 in every hidden layer");
    check_formula(bound_maxout_cones, "2-2-2-2-1", "maxout:4", "256");
    check_formula(bound_maxout_cones, "2-2-3-1", "maxout:4", "needs n_l = n_0 for all l");
    check_formula(bound_maxout_zigzag, "1-2-2-2-1", "maxout:3", "125");
    check_formula(bound_maxout_zigzag, "1-4-3-1", "maxout:3", "63");
    check_formula(bound_maxout_zigzag, "2-4-4-2-1", "maxout:2", "324");
}

static int is_flawed(const char *widths, const char *activation)
{
    crease_architecture *a = architecture_of(widths, activation);
    int flawed = flaw_maxout_cones(a) != NULL;
    crease_architecture_free(a);
    return flawed;
}

// The bound is printed for every n_0; on a line it exceeds the proved maximum, exactly where
// it is flagged.
static void flaw(void)
{
    for (ulong k = 2; k <= 5; k++)
        for (size_t layers = 1; layers <= 4; layers++) {
            char activation[16], widths[] = "1-1-1-1-1-1";
            snprintf(activation, sizeof activation, "maxout:%lu", k);
            widths[2 * layers + 3] = '\0';
            crease_architecture *a = architecture_of(widths, activation);
            fmpz_t printed, most;
            fmpz_init(printed);
            fmpz_init(most);
            CU_ASSERT_PTR_NULL(bound_maxout_cones(printed, a));
            CU_ASSERT_PTR_NULL(bound_maxout_line(most, a));
            CU_ASSERT_EQUAL(fmpz_cmp(printed, most) > 0, is_flawed(widths, activation));
            fmpz_clear(printed);
            fmpz_clear(most);
            crease_architecture_free(a);
        }
    CU_ASSERT(!is_flawed("2-2-2-1", "maxout:4"));
}

UNIT_MAIN("bound_maxout", {"vectors", vectors}, {"layer", layer}, {"pairs_layer", pairs_layer},
          {"folds", folds}, {"flaw", flaw})
