// The range of a random walk on a cube, against all walks.
#include "tool/figure_cube_walk.h"
#include "unit.h"

// Different vertices, summed over all continuations of a walk: dimension^steps of them.
static double all_walks(unsigned vertex, unsigned seen, size_t steps, size_t dimension)
{
    seen |= 1u << vertex;
    if (!steps)
        return __builtin_popcount(seen);
    double sum = 0;
    for (size_t i = 0; i < dimension; i++)
        sum += all_walks(vertex ^ 1u << i, seen, steps - 1, dimension);
    return sum / (double)dimension;
}

static void enumerated(void)
{
    for (size_t dimension = 1; dimension <= 4; dimension++) {
        double range[9];
        cube_walk_range(range, 9, dimension);
        for (size_t steps = 0; steps < 9; steps++)
            CU_ASSERT_DOUBLE_EQUAL(range[steps], all_walks(0, 0, steps, dimension), 1e-12);
    }
}

// In the end every vertex is seen.
static void all_of_it(void)
{
    double range[600];
    cube_walk_range(range, 600, 5);
    CU_ASSERT_DOUBLE_EQUAL(range[599], 32, 1e-3);
    for (size_t i = 1; i < 600; i++)
        CU_ASSERT(range[i] >= range[i - 1] && range[i] <= 32 + 1e-9);
    cube_walk_range(range, 0, 5); // nothing
}

UNIT_MAIN("cube_walk", {"enumerated", enumerated}, {"all_of_it", all_of_it})
