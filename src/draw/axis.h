// An axis: its ends, and ticks at round numbers.
#ifndef DRAW_AXIS_H
#define DRAW_AXIS_H

#include "draw/canvas.h"

#include <flint/fmpq.h>

typedef struct {
    fmpq end[2]; // lower and upper
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

// Where x is: 0 at the lower end, 1 at the upper one.
double axis_place(const axis *along, const fmpq_t x);

// All multiples in [lo, hi] of the least step of 1, 2 or 5 times a power of ten that has at most
// `most` > 0 of them there.
void axis_ticks_init(axis_ticks *ticks, const axis *along, size_t most);
// The most ticks, at most `most`, whose labels do not touch, on an axis of so many points.
void axis_ticks_fit(axis_ticks *ticks, const axis *along, int upright, double room, double text,
                    size_t most);
void axis_ticks_clear(axis_ticks *ticks);
double axis_widest_label(const axis_ticks *ticks, double text);

#endif
