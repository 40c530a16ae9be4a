// Lower bounds of relu networks, on architectures worked out elsewhere.
#include "architectures.h"

// Worked out in Python from the printed formulas; most are attained by networks that were built.
static const architecture_row rows[] = {
    {"1-4-1", {"5", "-", "5", "5"}},
    {"1-2-2-1", {"6", "6", "6", "-"}},
    {"1-3-3-1", {"12", "-", "12", "16"}},
    {"1-4-3-5-1", {"72", "-", "72", "120"}},
    {"1-3-3-3-3-1", {"108", "-", "108", "256"}},
    {"2-4-1", {"11", "11", "11", "11"}},
    {"2-3-2-1", {"4", "-", "4", "-"}},
    {"2-4-3-1", {"14", "-", "28", "-"}},
    {"2-4-4-1", {"22", "44", "44", "-"}},
    {"2-4-4-4-1", {"44", "176", "176", "-"}},
    {"2-6-4-1", {"33", "-", "99", "176"}},
    {"2-6-3-1", {"21", "-", "63", "112"}},
    {"2-6-6-4-1", {"99", "-", "891", "2816"}},
    {"2-8-5-1", {"64", "-", "256", "400"}},
    {"3-6-1", {"42", "42", "42", "42"}},
    {"3-6-4-1", {"30", "-", "120", "-"}},
    {"3-6-6-1", {"84", "336", "336", "-"}},
    {"3-9-4-1", {"45", "-", "405", "960"}},
    {"3-2-6-1", {"-", "-", "-", "-"}},
    {"8-4-4-1", {"-", "-", "-", "-"}},
};

static void vectors(void)
{
    bound_formula *const formulas[] = {bound_pascanu, bound_pascanu_folds, bound_montufar_2014,
                                       bound_serra_zigzag};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(formulas, sizeof formulas / sizeof *formulas, rows + i, "relu");
}

static void line(void)
{
    check_formula(bound_serra_line, "1-3-3-1", "relu", "16");
    check_formula(bound_serra_line, "1-4-3-5-1", "relu", "120");
    check_formula(bound_serra_line, "1-3-2-1", "relu", "needs n_l >= 3 for all l");
    check_formula(bound_serra_line, "2-3-3-1", "relu", "needs n_0 = 1");
    check_formula(bound_serra_line, "1-3-3-1", "leaky:1/2", "needs relu in every hidden layer");
    check_formula(bound_telgarsky, "1-2-1", "relu", "2");
    check_formula(bound_telgarsky, "1-2-2-2-2-2-2-1", "relu", "64");
    check_formula(bound_telgarsky, "1-2-3-1", "relu", "needs n_l = 2 for all l");
    check_formula(bound_telgarsky, "2-2-2-1", "relu", "needs n_0 = 1");
}

static void zonotopes(void)
{
    check_formula(bound_arora, "2-6-3-1", "relu", "18");
    check_formula(bound_arora, "2-8-3-3-1", "relu", "72");
    check_formula(bound_arora, "3-6-2-1", "relu", "16");
    check_formula(bound_arora, "2-4-1", "relu", "4");
    check_formula(bound_arora, "2-5-3-1", "relu", "needs n_1 = 2m");
    check_formula(bound_arora, "2-6-3-4-1", "relu", "needs n_2 = .. = n_L = w >= 2");
    check_formula(bound_arora, "2-6-1-1", "relu", "needs n_2 = .. = n_L = w >= 2");
    check_formula(bound_serra_zonotope, "1-2-3-3-1", "relu", "32");
    check_formula(bound_serra_zonotope, "2-6-3-1", "relu", "24");
    check_formula(bound_serra_zonotope, "2-6-3-3-1", "relu", "96");
    check_formula(bound_serra_zonotope, "2-6-2-2-1", "relu", "54");
}

static void check_flaw(const char *widths, int flawed)
{
    crease_architecture *a = architecture_of(widths, "relu");
    CU_ASSERT_EQUAL(flaw_serra_zonotope(a) != NULL, flawed);
    crease_architecture_free(a);
}

// Two units are enough in the last layer only.
static void flaw(void)
{
    check_flaw("2-6-2-2-1", 1);
    check_flaw("2-6-2-1", 0);
    check_flaw("2-6-3-3-1", 0);
    check_flaw("2-6-1", 0);
}

UNIT_MAIN("bound_lower", {"vectors", vectors}, {"line", line}, {"zonotopes", zonotopes},
          {"flaw", flaw})
