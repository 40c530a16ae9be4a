// Search: climbs in several threads, and the best of them.
#include "theory/search.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "make/widths.h"
#include "theory/climb.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE = 16, CLIMBS = 16, STEPS = 10000 };

// What all climbers share. Climbs count from 0 here.
typedef struct {
    crease_search how; // no defaults left
    const size_t *widths;
    size_t count;
    const crease_domain *domain;
    run_limits limits;
    atomic_uint_least64_t climbs, steps;
    atomic_uint_least64_t goal_climb; // the first that is known to reach the goal

    pthread_mutex_t lock; // of what follows
    uint64_t regions, climb, step;
    int64_t *number; // of the best; NULL: none yet
} search;

static int reaches(const search *s, uint64_t regions)
{
    return s->how.goal && regions >= s->how.goal;
}

// The order of crease_search_result. Once a climb reaches the goal, those after it would
// not have been: what they found does not count.
static int is_better(const search *s, uint64_t regions, uint64_t climb)
{
    if (!s->number || reaches(s, regions) != reaches(s, s->regions))
        return !s->number || reaches(s, regions);
    if (!reaches(s, regions) && regions != s->regions)
        return regions > s->regions;
    return climb < s->climb;
}

static void offer(search *s, const climber *c, uint64_t regions, uint64_t index, uint64_t step)
{
    pthread_mutex_lock(&s->lock);
    if (is_better(s, regions, index)) {
        if (!s->number)
            s->number = memory_new(c->numbers, sizeof *s->number);
        memcpy(s->number, c->number, c->numbers * sizeof *s->number);
        crease_progress more = {.regions = regions - s->regions};
        run_limits_add(&s->limits, &more);
        s->regions = regions;
        s->climb = index;
        s->step = step;
        if (reaches(s, regions))
            atomic_store(&s->goal_climb, index);
    }
    pthread_mutex_unlock(&s->lock);
}

static void init_climber(void *data, void *state)
{
    search *s = data;
    climb_init(state, s->widths, s->count, s->domain, &s->how);
}

static void clear_climber(void *data, void *state)
{
    (void)data;
    climb_clear(state);
}

// One climb, unless one before it has reached the goal. CREASE_NEGATIVE: it reaches the goal
// itself, and no more are needed.
static crease_status ascend(void *data, void *state, size_t index, crease_error *error)
{
    static const crease_progress one = {.networks = 1};
    search *s = data;
    climber *c = state;
    uint64_t best = 0;
    atomic_fetch_add(&s->climbs, 1);
    climb_begin(c, s->how.seed, index);
    for (uint64_t step = 1; step <= s->how.steps && index <= atomic_load(&s->goal_climb); step++) {
        uint64_t regions;
        if (run_limits_passed(&s->limits))
            return CREASE_STOPPED;
        crease_options rest = run_limits_rest(&s->limits);
        crease_status status = climb_step(c, &regions, step == 1, &rest, error);
        if (status)
            return status;
        atomic_fetch_add(&s->steps, 1);
        run_limits_add(&s->limits, &one);
        if (regions > best) {
            best = regions;
            offer(s, c, regions, index, step);
        }
        if (reaches(s, regions))
            return CREASE_NEGATIVE;
        climb_settle(c, regions);
    }
    return CREASE_OK;
}

static char *describe(const search *s)
{
    char *architecture = widths_text(s->widths, s->count), *text;
    if (asprintf(&text,
                 "best of a search of %s: %" PRIu64 " %s regions over %s; activation %s, integer "
                 "weights from -%" PRIu64 " to %" PRIu64 "; seed %" PRIu64 ", climb %" PRIu64
                 ", step %" PRIu64,
                 architecture, s->regions,
                 s->how.of == CREASE_LINEAR_REGIONS ? "linear" : "activation",
                 crease_domain_text(s->domain), s->how.activation, s->how.range, s->how.range,
                 s->how.seed, s->climb + 1, s->step) < 0)
        abort(); // memory
    free(architecture);
    return text;
}

static crease_net *best_net(const search *s)
{
    climber c;
    climb_init(&c, s->widths, s->count, s->domain, &s->how);
    climb_set(&c, s->number);
    crease_net *net = c.net;
    c.net = NULL;
    climb_clear(&c);
    free(net->about);
    net->about = describe(s);
    net_finish(net);
    return net;
}

static crease_search_result result_of(const search *s, crease_status status)
{
    crease_search_result r = {.regions = s->regions,
                              .climb = s->number ? s->climb + 1 : 0,
                              .step = s->step,
                              .climbs = atomic_load(&s->climbs),
                              .steps = atomic_load(&s->steps),
                              .complete = status != CREASE_STOPPED,
                              .seconds = run_limits_seconds(&s->limits)};
    if (status == CREASE_NEGATIVE) { // others may have gone on meanwhile
        r.climbs = r.climb;
        r.steps = s->climb * s->how.steps + s->step;
    }
    return r;
}

static void set_defaults(crease_search *how, const crease_options *options)
{
    how->activation = how->activation ? how->activation : "relu";
    how->range = how->range ? how->range : RANGE;
    how->steps = how->steps ? how->steps : STEPS;
    if (!how->climbs)
        how->climbs = options->time_limit > 0 ? SIZE_MAX : CLIMBS;
}

static crease_status check(const search *s, crease_error *error)
{
    const char *where = "widths";
    activation act;
    crease_status status = widths_check(s->widths, s->count, error);
    if (status == CREASE_OK && s->count < 3)
        status = error_set(error, "expected a hidden layer, found none");
    if (status == CREASE_OK && s->how.range > CREASE_SEARCH_MAX_RANGE) {
        where = "range";
        status = error_set(error, "expected a number from 1 to %d, found %" PRIu64,
                           CREASE_SEARCH_MAX_RANGE, s->how.range);
    }
    if (status == CREASE_OK) {
        where = "activation";
        status = activation_parse(&act, s->how.activation, error);
        if (status == CREASE_OK)
            activation_clear(&act);
    }
    if (status)
        error_locate(error, NULL, 0, 0, where);
    return status;
}

crease_status crease_search_net(crease_net **net, crease_search_result *result,
                                const size_t *widths, size_t count, const crease_domain *domain,
                                const crease_search *wanted, const crease_options *options,
                                crease_error *error)
{
    search s = {.how = wanted ? *wanted : (crease_search){0},
                .widths = widths,
                .count = count,
                .domain = domain};
    run_limits_init(&s.limits, options);
    options = s.limits.options;
    set_defaults(&s.how, options);
    atomic_store(&s.goal_climb, UINT64_MAX);
    pthread_mutex_init(&s.lock, NULL);
    parallel work = {.jobs = s.how.climbs,
                     .threads = options->threads,
                     .limits = &s.limits,
                     .data = &s,
                     .run = ascend,
                     .state_size = sizeof(climber),
                     .init = init_climber,
                     .clear = clear_climber};
    crease_status status = check(&s, error);
    if (status == CREASE_OK)
        status = parallel_run(&work, error);
    if (status != CREASE_ERROR) {
        *result = result_of(&s, status);
        result->threads = parallel_threads(options->threads, s.how.climbs);
        *net = s.number ? best_net(&s) : NULL;
    }
    pthread_mutex_destroy(&s.lock);
    run_limits_clear(&s.limits);
    free(s.number);
    return status == CREASE_NEGATIVE ? CREASE_OK : status;
}
