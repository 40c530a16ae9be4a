// When a walk has to stop early, and whom to tell how far it is.
#include "walk/limits.h"

#include <time.h>

enum { TICKS_PER_LOOK = 64 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void walk_limits_init(walk_limits *limits, const crease_options *options)
{
    *limits = (walk_limits){.options = options, .start = now()};
    limits->next_report = limits->start + 1;
    pthread_mutex_init(&limits->lock, NULL);
}

void walk_limits_clear(walk_limits *limits)
{
    pthread_mutex_destroy(&limits->lock);
}

double walk_limits_seconds(const walk_limits *limits)
{
    return now() - limits->start;
}

void walk_limits_stop(walk_limits *limits)
{
    atomic_store_explicit(&limits->stopped, 1, memory_order_relaxed);
}

// Adds what is new to the common figures, and passes them on once a second.
static void report(walk_ticker *ticker, uint64_t regions, double share, double time)
{
    walk_limits *limits = ticker->limits;
    pthread_mutex_lock(&limits->lock);
    limits->now.regions += regions - ticker->told.regions;
    limits->now.share += share - ticker->told.share;
    limits->now.seconds = time - limits->start;
    ticker->told = (crease_progress){.regions = regions, .share = share};
    if (time >= limits->next_report) {
        limits->options->progress(limits->options->progress_data, &limits->now);
        limits->next_report = time + 1;
    }
    pthread_mutex_unlock(&limits->lock);
}

int walk_limits_reached(walk_ticker *ticker, uint64_t regions, double share)
{
    walk_limits *limits = ticker->limits;
    const crease_options *options = limits->options;
    if (options->interrupt && __atomic_load_n(options->interrupt, __ATOMIC_RELAXED))
        walk_limits_stop(limits);
    if (atomic_load_explicit(&limits->stopped, memory_order_relaxed))
        return 1;
    if (++ticker->ticks % TICKS_PER_LOOK != 0)
        return 0;
    double time = now();
    if (options->time_limit > 0 && time - limits->start >= options->time_limit) {
        walk_limits_stop(limits);
        return 1;
    }
    if (options->progress)
        report(ticker, regions, share, time);
    return 0;
}
