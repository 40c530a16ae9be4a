// Limits of a run, and reports of its progress.
#pragma once

#include <crease/status.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

typedef struct run_limits run_limits;

// The limits that apply to a thread.
typedef struct {
    run_limits *limits; // of its run, or NULL
    size_t work;        // operations since they were polled
    bool cancelled;     // a limit was reached: results of the present step are discarded
} run_context;

// Called when a run has worked for a quarter of a second, and then whenever it has worked twice as
// long, by one thread while others go on. Returns whether to stop the run. It has worked for the
// seconds that have elapsed, but not longer than the processor time of the process: on a busy
// machine the work of a call would else be a large share of that of the run.
typedef struct {
    bool (*call)(void *data, double elapsed, double worked); // NULL: there is none
    void *data;
} run_watch;

typedef enum {
    RUN_GOES_ON = 0,
    RUN_STOPPED_BY_CALL, // of a callback, or of run_limits_stop
    RUN_STOPPED_BY_TIME,
    RUN_STOPPED_BY_MEMORY,
    RUN_STOPPED_BY_INTERRUPT,
    RUN_STOPPED_BY_REGIONS,
} run_stop;

// Shared by all threads.
struct run_limits {
    const crease_options *options; // never NULL
    run_context outer;             // of the enclosing run, whose limits apply too
    double start;
    _Atomic double next_look; // when the memory is measured again
    atomic_int stopped;       // a run_stop: the first one
    atomic_int inner_stopped; // that of a run inside of this one
    run_watch watch;
    _Atomic double next_watch; // infinite while it is called
    double watch_due, processor_start;
    pthread_mutex_t lock; // of what follows
    crease_progress now;
    double next_report;
};

// One for each thread: what it has added to the common progress.
typedef struct {
    run_limits *limits;
    unsigned ticks;
    crease_progress reported;
} run_ticker;

// The limits apply to the calling thread until the run ends, and must not move before.
// options may be NULL: no limits of its own, no progress.
void run_limits_init(run_limits *limits, const crease_options *options);

// Ends the run. If status is CREASE_STOPPED, error, which may be NULL, says by what, and how far it
// was. Returns status.
crease_status run_limits_end(run_limits *limits, crease_status status, crease_error *error);
void run_limits_watch(run_limits *limits, run_watch watch);
double run_limits_seconds(const run_limits *limits);
// Seconds of a clock: of the process, of this thread, or since some time.
double run_clock(clockid_t clock);
void run_limits_stop(run_limits *limits, run_stop reason);

// Adds to the common progress, and reports it if the last report is a second ago.
void run_limits_add(run_limits *limits, const crease_progress *more);

// Parts of run_limits_reached.
enum { RUN_TICKS_PER_LOOK = 64 };
bool run_limits_look(run_ticker *ticker, uint64_t regions, double share);
bool run_limits_stopped(run_limits *limits);

// To be called at every step with the thread's own progress; reads the clock at some of them. Once
// the time or the memory is used up, the interrupt flag is set, or run_limits_stop was called, it
// returns 1 in every thread.
static inline bool run_limits_reached(run_ticker *ticker, uint64_t regions, double share)
{
    run_limits *limits = ticker->limits;
    const volatile sig_atomic_t *interrupt = limits->options->interrupt;
    const bool quiet = !(interrupt && __atomic_load_n(interrupt, __ATOMIC_RELAXED)) &&
                       !limits->outer.limits &&
                       !atomic_load_explicit(&limits->stopped, memory_order_relaxed);
    if (!quiet && run_limits_stopped(limits))
        return true;
    return ++ticker->ticks % RUN_TICKS_PER_LOOK == 0 && run_limits_look(ticker, regions, share);
}

// The same for long steps: reads the clock each time, and reports no progress.
bool run_limits_passed(run_limits *limits);

// ---- Within a step ----

extern _Thread_local run_context run_here __attribute__((tls_model("initial-exec")));

// Polls the limits and reports progress. Returns whether a limit was reached.
bool run_poll_now(void);

// To be called before that many floating-point operations, or work that takes as long. Polls the
// limits every few hundredths of a second. Once it returns 1 the caller may leave results that are
// valid but unspecified, since the run ends before it reports them.
static inline bool run_poll(size_t operations)
{
    enum { OPERATIONS_PER_LOOK = 1 << 22 };
    run_here.work += operations;
    return run_here.work < OPERATIONS_PER_LOOK ? run_here.cancelled : run_poll_now();
}

static inline bool run_is_cancelled(void)
{
    return run_here.cancelled;
}

// Sets the limits of the calling thread: those of the thread that created it, or NULL for work that
// must be finished. Returns the previous ones.
run_context run_set_limits(run_limits *limits);

// ---- For a signal handler ----

// Runs that have begun and those that are active; whether one has reached a limit. Begun and
// has_stopped may be set to 0 while no run is active.
typedef struct {
    atomic_int begun, active, has_stopped;
} run_totals;
extern run_totals run_so_far;
