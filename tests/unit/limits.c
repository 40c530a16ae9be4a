// When a walk stops early: flags and clocks, without waiting for either.
#include "walk/limits.h"
#include "unit.h"

enum { ENOUGH = 300 }; // steps after which the clock has certainly been looked at

static int reached_within(walk_limits *limits, int steps)
{
    for (int i = 0; i < steps; i++)
        if (walk_limits_reached(limits, 0))
            return 1;
    return 0;
}

static void no_limits(void)
{
    crease_options options = {0};
    walk_limits limits;
    walk_limits_init(&limits, &options);
    CU_ASSERT_FALSE(reached_within(&limits, 10000));
    double seconds = walk_limits_seconds(&limits);
    CU_ASSERT(seconds >= 0);
    CU_ASSERT(walk_limits_seconds(&limits) >= seconds);
}

static void time_is_up(void)
{
    crease_options options = {.time_limit = 1e-9};
    walk_limits limits;
    walk_limits_init(&limits, &options);
    CU_ASSERT(reached_within(&limits, ENOUGH));
    options.time_limit = 0; // it keeps on saying so
    CU_ASSERT(walk_limits_reached(&limits, 0));
    CU_ASSERT(limits.stopped);
}

static void time_is_not_up(void)
{
    crease_options options = {.time_limit = 1e9};
    walk_limits limits;
    walk_limits_init(&limits, &options);
    CU_ASSERT_FALSE(reached_within(&limits, 10000));
    limits.start -= 2e9; // as if it had begun long ago
    CU_ASSERT(walk_limits_seconds(&limits) >= 2e9);
    CU_ASSERT(reached_within(&limits, ENOUGH));
}

// The flag is seen at once, and remembered after it has gone.
static void interrupted(void)
{
    volatile sig_atomic_t flag = 0;
    crease_options options = {.interrupt = &flag};
    walk_limits limits;
    walk_limits_init(&limits, &options);
    CU_ASSERT_FALSE(reached_within(&limits, ENOUGH));
    flag = 1;
    CU_ASSERT(walk_limits_reached(&limits, 0));
    flag = 0;
    CU_ASSERT(walk_limits_reached(&limits, 0));
}

typedef struct {
    int calls;
    crease_progress last;
} listener;

static void listen(void *data, const crease_progress *now)
{
    listener *to = data;
    to->calls++;
    to->last = *now;
}

// A report is due one second after the start, and again a second after the last one.
static void progress(void)
{
    listener heard = {0};
    crease_options options = {.progress = listen, .progress_data = &heard};
    walk_limits limits;
    walk_limits_init(&limits, &options);
    CU_ASSERT_EQUAL(limits.next_report, limits.start + 1);
    limits.next_report = limits.start;
    for (uint64_t i = 0; i < ENOUGH && !heard.calls; i++)
        CU_ASSERT_FALSE(walk_limits_reached(&limits, 1000 + i));
    CU_ASSERT_EQUAL(heard.calls, 1);
    CU_ASSERT(heard.last.regions >= 1000 && heard.last.regions < 1000 + ENOUGH);
    CU_ASSERT(heard.last.seconds >= 0);
    CU_ASSERT(limits.next_report >= limits.start + 1);
    limits.next_report = limits.start + 1e9;
    CU_ASSERT_FALSE(reached_within(&limits, 10000));
    CU_ASSERT_EQUAL(heard.calls, 1);
}

UNIT_MAIN("limits", {"no_limits", no_limits}, {"time_is_up", time_is_up},
          {"time_is_not_up", time_is_not_up}, {"interrupted", interrupted}, {"progress", progress})
