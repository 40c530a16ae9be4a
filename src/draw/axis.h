// An axis of a chart: its ends, and ticks at round numbers.
#ifndef DRAW_AXIS_H
#define DRAW_AXIS_H

#include <flint/fmpq.h>

// lo < hi. On a logarithmic axis 0 < lo.
typedef struct {
    fmpq lo, hi;
    int logarithmic;
    int whole;           // ticks at integers only
    const double *value; // where the ticks are to be, if these are few enough; NULL: anywhere
    size_t values;
    const char *label; // what is along the axis; NULL: nothing to say
} axis;

typedef struct {
    double at;   // 0 at the lower end of the axis, 1 at the upper one
    char *label; // "0", "-1.5", "2e300": the exact value
} axis_tick;

typedef struct {
    axis_tick *tick; // ascending
    size_t count;
} axis_ticks;

void axis_init(axis *along);
void axis_clear(axis *along);

// The decimal logarithm of a positive number of any size.
double axis_log10(const fmpq_t x);

// Where x is: 0 at the lower end, 1 at the upper one.
double axis_place(const axis *along, const fmpq_t x);

// At most `most` ticks, most > 0. Linear: all multiples in [lo, hi] of the least possible step of
// 1, 2 or 5 times a power of ten. Logarithmic: 1, 2 and 5 times powers of ten, or powers of ten
// alone, or some of these; where there are too few, as on a linear axis.
void axis_ticks_init(axis_ticks *ticks, const axis *along, size_t most);
void axis_ticks_clear(axis_ticks *ticks);

#endif
