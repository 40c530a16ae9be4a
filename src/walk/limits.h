// When a walk has to stop early, and whom to tell how far it is.
#ifndef WALK_LIMITS_H
#define WALK_LIMITS_H

#include <crease/walk.h>
#include <pthread.h>
#include <stdatomic.h>

// Shared by all threads of a walk.
typedef struct {
    const crease_options *options;
    double start;
    atomic_int stopped;
    pthread_mutex_t lock; // of what follows
    crease_progress now;
    double next_report;
} walk_limits;

// One for each thread: what it has already added to the common progress.
typedef struct {
    walk_limits *limits;
    unsigned ticks;
    crease_progress told;
} walk_ticker;

void walk_limits_init(walk_limits *limits, const crease_options *options);
void walk_limits_clear(walk_limits *limits);
double walk_limits_seconds(const walk_limits *limits);
void walk_limits_stop(walk_limits *limits);

// To be called at every step with the thread's own figures; looks at the clock now and
// then. Returns 1, and keeps on returning 1 in every thread, once the time is up, the
// interrupt flag is set, or somebody has called walk_limits_stop.
int walk_limits_reached(walk_ticker *ticker, uint64_t regions, double share);

#endif
