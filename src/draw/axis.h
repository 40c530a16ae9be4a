// An axis: its ends, and ticks at round numbers.
#pragma once

#include <stddef.h>

typedef struct {
    double end[2]; // lower and upper
} axis;

typedef struct {
    double position; // 0 at the lower end of the axis, 1 at the upper one
    char label[32];  // "0", "-1.5", "2e+30": the exact value
} axis_tick;

enum { AXIS_MOST_TICKS = 9 };

typedef struct {
    axis_tick tick[AXIS_MOST_TICKS]; // ascending
    size_t count;
} axis_ticks;

// All multiples between the ends of the least step of 1, 2 or 5 times a power of ten that has at
// most `most` > 0 of them there. None, if doubles do not resolve the axis: its ends are not finite,
// or it is shorter than 1e-9 of its distance from zero.
axis_ticks axis_ticks_of(axis along, size_t most);

// As many ticks as fit, at most `most`, so that labels of this size do not touch on an axis of
// `room` points.
axis_ticks axis_ticks_fit(axis along, int upright, double room, double text, size_t most);
double axis_widest_label(const axis_ticks *ticks, double text);
