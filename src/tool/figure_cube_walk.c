// Returns of a random walk on a cube.
#include "tool/figure_cube_walk.h"

#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

// The probability that the walk is where it began after so many steps.
static double chance_of_return(size_t steps, size_t d)
{
    double sum = 0, binomial = 1, all = ldexp(1, (int)d);
    if (steps % 2)
        return 0; // else rounding would leave something
    for (size_t j = 0; j <= d; j++) {
        sum += binomial / all * pow(1 - 2 * (double)j / (double)d, (double)steps);
        binomial *= (double)(d - j) / (double)(j + 1);
    }
    return sum;
}

void cube_walk_range(double *range, size_t count, size_t dimension)
{
    double *back = memory_new(count, sizeof *back), *first = memory_new(count, sizeof *first);
    double later = 1; // P(T > i)
    for (size_t i = 0; i < count; i++)
        back[i] = chance_of_return(i, dimension);
    for (size_t i = 0; i < count; i++) {
        first[i] = i ? back[i] : 0;
        for (size_t k = 1; k < i; k++)
            first[i] -= first[k] * back[i - k];
        later -= first[i];
        range[i] = i ? range[i - 1] + later : 1;
    }
    free(back);
    free(first);
}
