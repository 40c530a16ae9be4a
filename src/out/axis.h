// The ticks of an axis: round numbers, exact, and how they are written.
#ifndef OUT_AXIS_H
#define OUT_AXIS_H

#include <flint/fmpq.h>

typedef struct {
    double at;   // 0 at the lower end of the axis, 1 at the upper one
    char *label; // "0", "-1.5", "2e300": the exact value
} axis_tick;

typedef struct {
    axis_tick *tick; // ascending
    size_t count;
} axis_ticks;

// All multiples in [lo, hi] of a step of 1, 2 or 5 times a power of ten: the least step with no
// more than `most` of them, most > 0. lo < hi.
void axis_init(axis_ticks *ticks, const fmpq_t lo, const fmpq_t hi, size_t most);
void axis_clear(axis_ticks *ticks);

#endif
