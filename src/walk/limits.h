// When a walk has to stop early, and whom to tell how far it is.
#ifndef WALK_LIMITS_H
#define WALK_LIMITS_H

#include <crease/walk.h>

typedef struct {
    const crease_options *options;
    double start, next_report;
    unsigned ticks;
    int stopped;
} walk_limits;

void walk_limits_init(walk_limits *limits, const crease_options *options);
double walk_limits_seconds(const walk_limits *limits);

// To be called at every step; looks at the clock now and then. Returns 1, and keeps
// on returning 1, once the time is up or the interrupt flag is set.
int walk_limits_reached(walk_limits *limits, uint64_t regions);

#endif
