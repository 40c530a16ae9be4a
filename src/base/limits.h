// When work has to stop early, and whom to tell how far it is.
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <crease/status.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

typedef struct run_limits run_limits;

// The limits that apply to a thread, at any depth of calls.
typedef struct {
    run_limits *limits; // of the run that it works for, or NULL
    size_t work;        // since they were looked at
    int given_up;       // one of them is reached: what the present step makes is of no use
} run_hearing;

// Shared by all threads.
struct run_limits {
    const crease_options *options; // never NULL
    run_hearing outer;             // of the run that this one is a part of: its limits hold too
    double start;
    _Atomic double next_look; // at the memory
    atomic_int stopped;
    pthread_mutex_t lock; // of what follows
    crease_progress now;
    double next_report;
};

// One for each thread: what it has already added to the common progress.
typedef struct {
    run_limits *limits;
    unsigned ticks;
    crease_progress told;
} run_ticker;

// The limits apply to the calling thread until they are cleared, and must not move meanwhile.
// options may be NULL: no limits of its own, no progress.
void run_limits_init(run_limits *limits, const crease_options *options);
void run_limits_clear(run_limits *limits);
double run_limits_seconds(const run_limits *limits);
void run_limits_stop(run_limits *limits);

// Adds to the common figures, and passes them on if a second has gone since the last time.
void run_limits_add(run_limits *limits, const crease_progress *more);

// What run_limits_reached does now and then, and where something may have happened.
enum { RUN_TICKS_PER_LOOK = 64 };
int run_limits_look(run_ticker *ticker, uint64_t regions, double share);
int run_limits_stopped(run_limits *limits);

// To be called at every step with the thread's own figures; looks at the clock now and then.
// Returns 1 from then on, in every thread, once the time or the memory is used up, the interrupt
// flag is set, or run_limits_stop was called.
static inline int run_limits_reached(run_ticker *ticker, uint64_t regions, double share)
{
    run_limits *limits = ticker->limits;
    const volatile sig_atomic_t *interrupt = limits->options->interrupt;
    const int quiet = !(interrupt && __atomic_load_n(interrupt, __ATOMIC_RELAXED)) &&
                      !limits->outer.limits &&
                      !atomic_load_explicit(&limits->stopped, memory_order_relaxed);
    if (!quiet && run_limits_stopped(limits))
        return 1;
    return ++ticker->ticks % RUN_TICKS_PER_LOOK == 0 && run_limits_look(ticker, regions, share);
}

// The same for long steps: looks at the clock each time, and reports no progress.
int run_limits_passed(run_limits *limits);

// Options for a part of the work: the time that is left, and no progress.
crease_options run_limits_rest(const run_limits *limits);

// ---- Within a step ----

extern _Thread_local run_hearing run_here __attribute__((tls_model("initial-exec")));

// Looks at the limits and reports progress. Returns whether a limit is reached.
int run_look(void);

// To be called before that many floating-point operations, or work that takes as long; looks at the
// limits every few hundredths of a second. Once it returns 1 the caller may leave its results
// unfinished but valid for its callers: the run ends before it reports anything that uses them.
static inline int run_gives_up(size_t operations)
{
    enum { OPERATIONS_PER_LOOK = 1 << 22 };
    run_here.work += operations;
    return run_here.work < OPERATIONS_PER_LOOK ? run_here.given_up : run_look();
}

static inline int run_has_given_up(void)
{
    return run_here.given_up;
}

// Sets the limits of the calling thread: those of the thread that made it, or NULL for work that
// must be finished. Returns the previous ones.
run_hearing run_hear(run_limits *limits);

// ---- For a handler of signals ----

// Whether a run has begun, goes on, and has heard that it is to stop.
int run_has_begun(void);
int run_goes_on(void);
int run_has_stopped(void);
// None has begun or stopped so far. No run must be going on.
void run_forget(void);

#endif
