// When work has to stop early, and whom to tell how far it is.
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <crease/status.h>
#include <pthread.h>
#include <stdatomic.h>

// Shared by all threads.
typedef struct {
    const crease_options *options; // never NULL
    double start;
    atomic_int stopped;
    pthread_mutex_t lock; // of what follows
    crease_progress now;
    double next_report;
} run_limits;

// One for each thread: what it has already added to the common progress.
typedef struct {
    run_limits *limits;
    unsigned ticks;
    crease_progress told;
} run_ticker;

// options may be NULL: no limits, no progress.
void run_limits_init(run_limits *limits, const crease_options *options);
void run_limits_clear(run_limits *limits);
double run_limits_seconds(const run_limits *limits);
void run_limits_stop(run_limits *limits);

// To be called at every step with the thread's own figures; looks at the clock now and
// then. Returns 1, and keeps on returning 1 in every thread, once the time is up, the
// interrupt flag is set, or somebody has called run_limits_stop.
int run_limits_reached(run_ticker *ticker, uint64_t regions, double share);

// The same where steps are long: looks at the clock each time, and tells nobody anything.
int run_limits_passed(run_limits *limits);

// Adds to the common figures, and passes them on if a second has gone since the last time.
void run_limits_add(run_limits *limits, const crease_progress *more);

// Options for a part of the work: the time that is left, and no progress.
crease_options run_limits_rest(const run_limits *limits);

#endif
