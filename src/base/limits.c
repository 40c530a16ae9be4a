// Limits of a run, and reports of its progress.
#include "base/limits.h"

#include "base/budget.h"
#include "base/error.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

// Seconds between two measurements of the memory.
static const double between_looks = 0.05;
// Seconds before a watch is called, and how many times as many before it is called again.
static const double first_watch = 0.25, later_watch = 2;

double run_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double clock_now(void)
{
    return run_clock(CLOCK_MONOTONIC);
}

_Thread_local run_context run_here;
run_totals run_so_far;

static bool is_large(run_limits *limits, double time)
{
    size_t most = limits->options->memory_limit;
    if (budget_short_at())
        return true;
    if (!most || time < limits->next_look)
        return false;
    limits->next_look = time + between_looks;
    return budget_taken() > most;
}

void run_limits_init(run_limits *limits, const crease_options *options)
{
    static const crease_options defaults;
    *limits = (run_limits){.options = options ? options : &defaults, .start = clock_now()};
    limits->next_report = limits->start + 1;
    pthread_mutex_init(&limits->lock, NULL);
    limits->outer = run_set_limits(limits);
    run_so_far.begun++;
    run_so_far.active++;
    if (limits->outer.limits)
        limits->next_look = limits->start + between_looks;
    else if (is_large(limits, limits->start)) // short runs have no later look
        run_limits_stop(limits, RUN_STOPPED_BY_MEMORY);
}

void run_limits_watch(run_limits *limits, run_watch watch)
{
    if (!watch.call)
        return;
    limits->watch = watch;
    limits->processor_start = run_clock(CLOCK_PROCESS_CPUTIME_ID);
    limits->watch_due = first_watch;
    limits->next_watch = limits->start + first_watch;
}

// "stopped by time_limit after 1.5 s: 1234 regions, 3 of 10 done".
static void describe_stop(run_limits *limits, crease_error *error)
{
    static const char *const name[] = {[RUN_STOPPED_BY_CALL] = "a callback",
                                       [RUN_STOPPED_BY_TIME] = "time_limit",
                                       [RUN_STOPPED_BY_MEMORY] = "memory_limit",
                                       [RUN_STOPPED_BY_INTERRUPT] = "interrupt",
                                       [RUN_STOPPED_BY_REGIONS] = "max_regions"};
    char taken[32] = "", regions[48] = "", done[64] = "";
    const int reason = limits->stopped         ? limits->stopped
                       : limits->inner_stopped ? limits->inner_stopped
                                               : RUN_STOPPED_BY_CALL;
    const crease_progress *now = &limits->now;
    if (reason == RUN_STOPPED_BY_MEMORY)
        snprintf(taken, sizeof taken, " at %.4g MiB", (double)budget_taken() / (1 << 20));
    if (now->regions)
        snprintf(regions, sizeof regions, ": %" PRIu64 " regions", now->regions);
    if (now->total)
        snprintf(done, sizeof done, "%s %" PRIu64 " of %" PRIu64 " done", now->regions ? "," : ":",
                 now->done, now->total);
    error_set(error, "stopped by %s%s after %.3g s%s%s", name[reason], taken,
              run_limits_seconds(limits), regions, done);
}

// The enclosing run ends by the same limit, which it may not have noticed, and is as far.
static void pass_on(run_limits *outer, const run_limits *limits)
{
    int none = RUN_GOES_ON;
    const int reason = limits->stopped ? limits->stopped : limits->inner_stopped;
    atomic_compare_exchange_strong(&outer->inner_stopped, &none, reason);
    pthread_mutex_lock(&outer->lock);
    if (outer->now.regions < limits->now.regions)
        outer->now.regions = limits->now.regions;
    pthread_mutex_unlock(&outer->lock);
}

crease_status run_limits_end(run_limits *limits, crease_status status, crease_error *error)
{
    if (status == CREASE_STOPPED)
        describe_stop(limits, error);
    if (limits->outer.limits)
        pass_on(limits->outer.limits, limits);
    run_so_far.active--;
    run_context *here = &run_here; // usually this one
    while (here->limits && here->limits != limits)
        here = &here->limits->outer;
    if (here->limits)
        *here = limits->outer;
    pthread_mutex_destroy(&limits->lock);
    return status;
}

run_context run_set_limits(run_limits *limits)
{
    run_context before = run_here;
    run_here = (run_context){.limits = limits};
    return before;
}

double run_limits_seconds(const run_limits *limits)
{
    return clock_now() - limits->start;
}

void run_limits_stop(run_limits *limits, run_stop reason)
{
    int none = RUN_GOES_ON;
    atomic_compare_exchange_strong(&limits->stopped, &none, reason);
    atomic_store_explicit(&run_so_far.has_stopped, 1, memory_order_relaxed);
}

static void limits_report(run_limits *limits, const crease_progress *more, double time)
{
    const crease_options *options = limits->options;
    pthread_mutex_lock(&limits->lock);
    limits->now.done += more->done;
    limits->now.total += more->total;
    limits->now.regions += more->regions;
    limits->now.share += more->share;
    limits->now.seconds = time - limits->start;
    if (options->progress && time >= limits->next_report) {
        options->progress(options->progress_data, &limits->now);
        limits->next_report = time + 1;
    }
    pthread_mutex_unlock(&limits->lock);
}

void run_limits_add(run_limits *limits, const crease_progress *more)
{
    limits_report(limits, more, clock_now());
}

bool run_limits_stopped(run_limits *limits)
{
    const volatile sig_atomic_t *interrupt = limits->options->interrupt;
    run_limits *outer = limits->outer.limits;
    if (interrupt && __atomic_load_n(interrupt, __ATOMIC_RELAXED))
        run_limits_stop(limits, RUN_STOPPED_BY_INTERRUPT);
    else if (outer && run_limits_stopped(outer))
        run_limits_stop(limits, (run_stop)outer->stopped);
    return atomic_load_explicit(&limits->stopped, memory_order_relaxed);
}

static bool is_late(run_limits *limits, double time)
{
    const crease_options *options = limits->options;
    run_limits *outer = limits->outer.limits;
    if (options->time_limit > 0 && time - limits->start >= options->time_limit)
        run_limits_stop(limits, RUN_STOPPED_BY_TIME);
    else if (is_large(limits, time))
        run_limits_stop(limits, RUN_STOPPED_BY_MEMORY);
    else if (outer && is_late(outer, time))
        run_limits_stop(limits, (run_stop)outer->stopped);
    return atomic_load_explicit(&limits->stopped, memory_order_relaxed);
}

// The thread that takes the time calls the watch.
static bool is_watched(run_limits *limits, double time)
{
    if (!limits->watch.call ||
        time < atomic_load_explicit(&limits->next_watch, memory_order_relaxed) ||
        time < atomic_exchange(&limits->next_watch, INFINITY))
        return false;
    const double elapsed = time - limits->start;
    const double worked =
        fmin(elapsed, run_clock(CLOCK_PROCESS_CPUTIME_ID) - limits->processor_start);
    if (worked >= limits->watch_due) {
        limits->watch_due = later_watch * worked;
        if (limits->watch.call(limits->watch.data, elapsed, worked))
            run_limits_stop(limits, RUN_STOPPED_BY_CALL);
    }
    limits->next_watch = time + (limits->watch_due - worked);
    return atomic_load_explicit(&limits->stopped, memory_order_relaxed);
}

bool run_limits_look(run_ticker *ticker, uint64_t regions, double share)
{
    run_limits *limits = ticker->limits;
    double time = clock_now();
    if (is_late(limits, time) || is_watched(limits, time))
        return true;
    if (limits->options->progress) {
        crease_progress more = {.regions = regions - ticker->reported.regions,
                                .share = share - ticker->reported.share};
        ticker->reported = (crease_progress){.regions = regions, .share = share};
        limits_report(limits, &more, time);
    }
    return false;
}

bool run_limits_passed(run_limits *limits)
{
    return run_limits_stopped(limits) || is_late(limits, clock_now());
}

bool run_poll_now(void)
{
    run_here.work = 0;
    if (run_here.limits) {
        run_limits_add(run_here.limits, &(crease_progress){0});
        run_here.cancelled = run_limits_passed(run_here.limits);
    }
    return run_here.cancelled;
}
