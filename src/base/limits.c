// When work has to stop early, and whom to tell how far it is.
#include "base/limits.h"

#include <time.h>

enum { TICKS_PER_LOOK = 64 };
// Of time, when none is left: 0 would mean no limit.
static const double least_time = 1e-6;

static double clock_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void run_limits_init(run_limits *limits, const crease_options *options)
{
    static const crease_options defaults;
    *limits = (run_limits){.options = options ? options : &defaults, .start = clock_now()};
    limits->next_report = limits->start + 1;
    pthread_mutex_init(&limits->lock, NULL);
}

void run_limits_clear(run_limits *limits)
{
    pthread_mutex_destroy(&limits->lock);
}

double run_limits_seconds(const run_limits *limits)
{
    return clock_now() - limits->start;
}

void run_limits_stop(run_limits *limits)
{
    atomic_store_explicit(&limits->stopped, 1, memory_order_relaxed);
}

static void add(run_limits *limits, const crease_progress *more, double time)
{
    const crease_options *options = limits->options;
    pthread_mutex_lock(&limits->lock);
    limits->now.done += more->done;
    limits->now.regions += more->regions;
    limits->now.networks += more->networks;
    limits->now.share += more->share;
    limits->now.seconds = time - limits->start;
    if (time >= limits->next_report) {
        options->progress(options->progress_data, &limits->now);
        limits->next_report = time + 1;
    }
    pthread_mutex_unlock(&limits->lock);
}

void run_limits_add(run_limits *limits, const crease_progress *more)
{
    if (limits->options->progress)
        add(limits, more, clock_now());
}

static int is_stopped(run_limits *limits)
{
    const volatile sig_atomic_t *interrupt = limits->options->interrupt;
    if (interrupt && __atomic_load_n(interrupt, __ATOMIC_RELAXED))
        run_limits_stop(limits);
    return atomic_load_explicit(&limits->stopped, memory_order_relaxed);
}

static int is_late(run_limits *limits, double time)
{
    const crease_options *options = limits->options;
    if (options->time_limit > 0 && time - limits->start >= options->time_limit)
        run_limits_stop(limits);
    return atomic_load_explicit(&limits->stopped, memory_order_relaxed);
}

int run_limits_reached(run_ticker *ticker, uint64_t regions, double share)
{
    run_limits *limits = ticker->limits;
    if (is_stopped(limits))
        return 1;
    if (++ticker->ticks % TICKS_PER_LOOK != 0)
        return 0;
    double time = clock_now();
    if (is_late(limits, time))
        return 1;
    if (limits->options->progress) {
        crease_progress more = {.regions = regions - ticker->told.regions,
                                .share = share - ticker->told.share};
        ticker->told = (crease_progress){.regions = regions, .share = share};
        add(limits, &more, time);
    }
    return 0;
}

int run_limits_passed(run_limits *limits)
{
    return is_stopped(limits) || is_late(limits, clock_now());
}

crease_options run_limits_rest(const run_limits *limits)
{
    crease_options rest = *limits->options;
    rest.progress = NULL;
    if (rest.time_limit > 0) {
        rest.time_limit -= run_limits_seconds(limits);
        rest.time_limit = rest.time_limit > least_time ? rest.time_limit : least_time;
    }
    return rest;
}
