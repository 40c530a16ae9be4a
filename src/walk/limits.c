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
}

double walk_limits_seconds(const walk_limits *limits)
{
    return now() - limits->start;
}

int walk_limits_reached(walk_limits *limits, uint64_t regions)
{
    const crease_options *options = limits->options;
    if (limits->stopped || (options->interrupt && *options->interrupt))
        return limits->stopped = 1;
    if (++limits->ticks % TICKS_PER_LOOK != 0)
        return 0;
    double time = now();
    if (options->time_limit > 0 && time - limits->start >= options->time_limit)
        return limits->stopped = 1;
    if (options->progress && time >= limits->next_report) {
        crease_progress progress = {regions, time - limits->start};
        options->progress(options->progress_data, &progress);
        limits->next_report = time + 1;
    }
    return 0;
}
