// Upper bounds of units with several breakpoints, on architectures worked out elsewhere.
#include "architectures.h"

// Worked out in Python from the formulas.
static const architecture_row rows[] = {
    {"1-4-1", {"9", "9"}},
    {"1-2-2-1", {"25", "25"}},
    {"1-3-3-1", {"49", "49"}},
    {"1-4-3-5-1", {"693", "693"}},
    {"1-3-3-3-3-1", {"2401", "2401"}},
    {"2-4-1", {"37", "33"}},
    {"2-3-2-1", {"242", "171"}},
    {"2-4-3-1", {"814", "627"}},
    {"2-4-4-1", {"1369", "1089"}},
    {"2-4-4-4-1", {"50653", "35937"}},
    {"2-6-4-1", {"2923", "2409"}},
    {"2-6-3-1", {"1738", "1387"}},
    {"2-6-6-4-1", {"230917", "175857"}},
    {"2-8-5-1", {"7672", "6579"}},
    {"3-6-1", {"299", "233"}},
    {"3-6-4-1", {"27807", "15145"}},
    {"3-6-6-1", {"89401", "54289"}},
    {"3-9-4-1", {"91884", "54275"}},
    {"3-2-6-1", {"4485", "2097"}},
    {"8-4-4-1", {"65536", "6561"}},
};

static void vectors(void)
{
    bound_formula *const formulas[] = {bound_raghu_hardtanh, bound_parallel};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(formulas, sizeof formulas / sizeof *formulas, rows + i, "hardtanh");
}

// Attained by arrangements that were counted: hard-tanh, 3 pieces.
static void attained(void)
{
    check_formula(bound_pieces, "2-2-1", "hardtanh", "9");
    check_formula(bound_pieces, "2-3-1", "hardtanh", "19");
    check_formula(bound_pieces, "3-3-1", "hardtanh", "27");
    check_formula(bound_patterns, "3-3-1", "hardtanh", "27");
}

static void pieces(void)
{
    check_formula(bound_pieces, "3-2-6-1", "hardtanh", "657");
    check_formula(bound_pieces, "2-4-3-1", "relu", "77");
    check_formula(bound_pieces, "2-4-3-1", "linear", "1");
    check_formula(bound_pieces, "2-2-1", "pwl:0,1,2;0,1,2,3", "16");
    check_formula(bound_pieces, "2-4-3-1", "maxout:3",
                  "needs units that are functions of one variable");
    check_formula(bound_parallel, "2-4-3-1", "relu",
                  "needs two breakpoints in every unit (hardtanh)");
    check_formula(bound_raghu_hardtanh, "2-4-3-1", "relu",
                  "needs two breakpoints in every unit (hardtanh)");
}

UNIT_MAIN("bound_parallel", {"vectors", vectors}, {"attained", attained}, {"pieces", pieces})
