// How far a point is from a hyperplane, in doubles with proved bounds. docs/filter.md, 14.
#ifndef EXACT_REACH_H
#define EXACT_REACH_H

#include <flint/fmpq.h>
#include <math.h>
#include <stddef.h>

// low <= distance <= high; 0 and infinity where doubles do not tell.
typedef struct {
    double low, high;
} reach;

// The distance |f| / |a|: f = value / (weight scale) is exact, weight and scale positive; a is a
// form as in point.h, whose constant does not matter, in the units of f.
reach filter_reach(const fmpz_t value, const fmpz_t weight, const fmpq_t scale, const double *form,
                   size_t dimension);

// The square of low, exactly.
void reach_square(fmpq_t square, reach distance);

// What is known of the smallest of many distances.
typedef struct {
    double high;
} reach_bound;
#define REACH_NO_BOUND \
    {                  \
        HUGE_VAL       \
    }
#define REACH_UNKNOWN \
    {                 \
        0, HUGE_VAL   \
    }

static inline void reach_note(reach_bound *least, reach distance)
{
    least->high = distance.high < least->high ? distance.high : least->high;
}

// Whether this one is proved not to be the smallest.
static inline int reach_exceeds(reach distance, reach_bound least)
{
    return distance.low > least.high;
}

#endif
