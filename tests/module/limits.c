// Stopping early by flags and clocks, without waiting for either.
#include "base/limits.h"
#include "unit.h"

enum { ENOUGH = 300 }; // steps after which the clock has certainly been looked at

// Several threads poll, each at its own pace.
enum { THREADS = 3 };

typedef struct {
    run_limits limits;
    run_ticker ticker[THREADS];
} clocks;

static void clocks_init(clocks *c, const crease_options *options)
{
    run_limits_init(&c->limits, options);
    for (int i = 0; i < THREADS; i++)
        c->ticker[i] = (run_ticker){.limits = &c->limits};
}

static bool reached_within(run_ticker *ticker, int steps)
{
    for (int i = 0; i < steps; i++)
        if (run_limits_reached(ticker, 0, 0))
            return true;
    return false;
}

// The other threads notice at their next step.
static bool all_have_stopped(clocks *c)
{
    bool stopped = true;
    for (int i = 0; i < THREADS; i++)
        stopped &= run_limits_reached(c->ticker + i, 0, 0);
    run_limits_end(&c->limits, CREASE_OK, NULL);
    return stopped;
}

static void no_limits(void)
{
    crease_options options = {0};
    clocks c;
    clocks_init(&c, &options);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_FALSE(reached_within(c.ticker + i, 10000));
    double seconds = run_limits_seconds(&c.limits);
    CU_ASSERT(seconds >= 0);
    CU_ASSERT(run_limits_seconds(&c.limits) >= seconds);
    CU_ASSERT_FALSE(all_have_stopped(&c));
}

static void time_is_up(void)
{
    crease_options options = {.time_limit = 1e-9};
    clocks c;
    clocks_init(&c, &options);
    CU_ASSERT(reached_within(c.ticker, ENOUGH));
    options.time_limit = 0; // it keeps on saying so
    CU_ASSERT(run_limits_reached(c.ticker, 0, 0));
    CU_ASSERT(all_have_stopped(&c));
}

static void time_is_not_up(void)
{
    crease_options options = {.time_limit = 1e9};
    clocks c;
    clocks_init(&c, &options);
    CU_ASSERT_FALSE(reached_within(c.ticker, 10000));
    c.limits.start -= 2e9; // as if it had begun long ago
    CU_ASSERT(run_limits_seconds(&c.limits) >= 2e9);
    CU_ASSERT(reached_within(c.ticker + 1, ENOUGH));
    CU_ASSERT(all_have_stopped(&c));
}

// The flag is seen at once, and remembered after it has gone.
static void interrupted(void)
{
    volatile sig_atomic_t flag = 0;
    crease_options options = {.interrupt = &flag};
    clocks c;
    clocks_init(&c, &options);
    CU_ASSERT_FALSE(reached_within(c.ticker, ENOUGH));
    flag = 1;
    CU_ASSERT(run_limits_reached(c.ticker, 0, 0));
    flag = 0;
    CU_ASSERT(all_have_stopped(&c));
}

// A callback that stops ends all threads.
static void stopped(void)
{
    crease_options options = {0};
    clocks c;
    clocks_init(&c, &options);
    CU_ASSERT_FALSE(reached_within(c.ticker + 2, ENOUGH));
    run_limits_stop(&c.limits, RUN_STOPPED_BY_CALL);
    CU_ASSERT(all_have_stopped(&c));
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

// A report is due one second after the start, and a second after the last one. It has the sum of
// the totals of all threads.
static void progress(void)
{
    listener heard = {0};
    crease_options options = {.progress = listen, .progress_data = &heard};
    clocks c;
    clocks_init(&c, &options);
    run_limits *limits = &c.limits;
    CU_ASSERT_EQUAL(limits->next_report, limits->start + 1);
    limits->next_report = limits->start + 1e9;
    for (uint64_t i = 0; i < ENOUGH; i++)
        CU_ASSERT_FALSE(run_limits_reached(c.ticker + 1, 500 + i, 0.25));
    CU_ASSERT_EQUAL(heard.calls, 0);
    limits->next_report = limits->start;
    for (uint64_t i = 0; i < ENOUGH && !heard.calls; i++)
        CU_ASSERT_FALSE(run_limits_reached(c.ticker, 1000 + i, 0.5));
    CU_ASSERT_EQUAL(heard.calls, 1);
    CU_ASSERT(heard.last.regions >= 1500 && heard.last.regions < 1500 + 2 * ENOUGH);
    CU_ASSERT_EQUAL(heard.last.share, 0.75);
    CU_ASSERT(heard.last.seconds >= 0);
    CU_ASSERT(limits->next_report >= limits->start + 1);
    limits->next_report = limits->start + 1e9;
    CU_ASSERT_FALSE(reached_within(c.ticker, 10000));
    CU_ASSERT_EQUAL(heard.calls, 1);
    CU_ASSERT_FALSE(all_have_stopped(&c));
}

// Where steps are long, the clock is read each time.
static void parts(void)
{
    volatile sig_atomic_t flag = 0;
    crease_options options = {
        .arith = CREASE_EXACT, .time_limit = 1000, .interrupt = &flag, .progress = listen};
    clocks c;
    clocks_init(&c, &options);
    CU_ASSERT_FALSE(run_limits_passed(&c.limits));
    c.limits.start -= 2000;
    CU_ASSERT(run_limits_passed(&c.limits));
    CU_ASSERT(all_have_stopped(&c));
}

// ---- within a step ----

// A thread polls the limits of its run and of the enclosing run, and those from before
// afterwards; runs need not end in the order in which they began.
static void heard_within_a_step(void)
{
    volatile sig_atomic_t flag = 0;
    const crease_options options = {.interrupt = &flag};
    run_limits outer, inner, other;
    CU_ASSERT_FALSE(run_poll(SIZE_MAX / 2));
    run_limits_init(&outer, &options);
    run_limits_init(&other, NULL);
    run_limits_init(&inner, NULL);
    CU_ASSERT_FALSE(run_poll_now());
    flag = 1;
    CU_ASSERT_FALSE(run_poll(1)); // it is not time to look
    CU_ASSERT(run_poll(SIZE_MAX / 2) && run_is_cancelled() && run_limits_passed(&inner));
    run_limits_end(&other, CREASE_OK, NULL);
    CU_ASSERT(run_is_cancelled() && run_so_far.active);
    run_limits_end(&inner, CREASE_OK, NULL);
    CU_ASSERT(run_here.limits == &outer && run_poll_now());
    run_context before = run_set_limits(NULL);
    CU_ASSERT(!run_poll_now() && !run_is_cancelled());
    run_here = before;
    CU_ASSERT(run_is_cancelled());
    run_limits_end(&outer, CREASE_OK, NULL);
    CU_ASSERT(!run_is_cancelled() && !run_poll_now() && !run_so_far.active);
}

UNIT_MAIN("limits", {"no_limits", no_limits}, {"time_is_up", time_is_up},
          {"time_is_not_up", time_is_not_up}, {"interrupted", interrupted}, {"stopped", stopped},
          {"progress", progress}, {"parts", parts}, {"heard within a step", heard_within_a_step})
