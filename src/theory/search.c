// Search: climbs in several threads, and the best of them.
#include "theory/search.h"

#include "base/error.h"
#include "base/memory.h"
#include "make/widths.h"
#include "theory/climb.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RANGE = 16, CLIMBS = 16, STEPS = 10000, MAX_THREADS = 1024 };
// A walk recurses, one small frame a split.
static const size_t stack_size = (size_t)256 << 20;

// What all climbers share. Climbs count from 0 here.
typedef struct {
    crease_search how; // no defaults left
    const size_t *widths;
    size_t count;
    const crease_domain *domain;
    double start;
    atomic_int stopped;
    atomic_uint_least64_t steps;
    atomic_uint_least64_t goal_climb; // the first that is known to reach the goal

    pthread_mutex_t lock; // of what follows
    uint64_t next;        // climb
    uint64_t regions, climb, step;
    int64_t *number; // of the best; NULL: none yet
    double next_report;
    crease_status status;
    crease_error error;
} search;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

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
        s->regions = regions;
        s->climb = index;
        s->step = step;
        if (reaches(s, regions))
            atomic_store(&s->goal_climb, index);
    }
    pthread_mutex_unlock(&s->lock);
}

static void fail(search *s, const crease_error *error)
{
    pthread_mutex_lock(&s->lock);
    s->status = CREASE_ERROR;
    s->error = *error;
    pthread_mutex_unlock(&s->lock);
}

static void report(search *s, double time)
{
    pthread_mutex_lock(&s->lock);
    if (time >= s->next_report) {
        crease_search_progress progress = {.climb = s->next,
                                           .steps = atomic_load(&s->steps),
                                           .regions = s->regions,
                                           .seconds = time - s->start};
        s->how.progress(s->how.progress_data, &progress);
        s->next_report = time + 1;
    }
    pthread_mutex_unlock(&s->lock);
}

// What is left of the time limit, 0 without one; stops the search when nothing is.
static double time_left(search *s)
{
    double time = now(), left = s->how.time_limit - (time - s->start);
    if (s->how.interrupt && __atomic_load_n(s->how.interrupt, __ATOMIC_RELAXED))
        atomic_store(&s->stopped, 1);
    if (s->how.progress)
        report(s, time);
    if (!(s->how.time_limit > 0))
        return 0;
    if (left <= 0)
        atomic_store(&s->stopped, 1);
    return left;
}

// One climb, unless one before it has reached the goal.
static crease_status ascend(search *s, climber *c, uint64_t index, crease_error *error)
{
    uint64_t best = 0;
    climb_begin(c, s->how.seed, index);
    for (uint64_t step = 1; step <= s->how.steps && index <= atomic_load(&s->goal_climb); step++) {
        uint64_t regions;
        double seconds = time_left(s);
        if (atomic_load(&s->stopped))
            return CREASE_STOPPED;
        crease_status status = climb_step(c, &regions, step == 1, seconds, error);
        if (status)
            return status;
        atomic_fetch_add(&s->steps, 1);
        if (regions > best) {
            best = regions;
            offer(s, c, regions, index, step);
        }
        if (reaches(s, regions))
            break;
        climb_settle(c, regions);
    }
    return CREASE_OK;
}

static int take(search *s, uint64_t *index)
{
    pthread_mutex_lock(&s->lock);
    int more = (!s->how.climbs || s->next < s->how.climbs) && !atomic_load(&s->stopped) &&
               s->next <= atomic_load(&s->goal_climb);
    if (more)
        *index = s->next++;
    pthread_mutex_unlock(&s->lock);
    return more;
}

static void *work(void *data)
{
    search *s = data;
    climber c;
    uint64_t index;
    crease_error error;
    crease_status status = CREASE_OK;
    climb_init(&c, s->widths, s->count, s->domain, &s->how);
    while (status == CREASE_OK && take(s, &index))
        status = ascend(s, &c, index, &error);
    if (status)
        atomic_store(&s->stopped, 1);
    if (status == CREASE_ERROR)
        fail(s, &error);
    climb_clear(&c);
    flint_cleanup();
    return NULL;
}

static void run(search *s)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    pthread_t *threads = memory_new(s->how.threads, sizeof *threads);
    for (size_t i = 0; i < s->how.threads; i++)
        if (pthread_create(threads + i, &attributes, work, s))
            abort(); // as when memory runs out
    for (size_t i = 0; i < s->how.threads; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    pthread_attr_destroy(&attributes);
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

static crease_search_result result_of(const search *s)
{
    crease_search_result r = {.regions = s->regions,
                              .climb = s->number ? s->climb + 1 : 0,
                              .step = s->step,
                              .climbs = s->next,
                              .steps = atomic_load(&s->steps),
                              .complete = !atomic_load(&s->stopped),
                              .threads = s->how.threads,
                              .seconds = now() - s->start};
    if (r.complete && reaches(s, s->regions)) { // others may have gone on meanwhile
        r.climbs = r.climb;
        r.steps = s->climb * s->how.steps + s->step;
    }
    return r;
}

static void set_defaults(crease_search *how)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    how->activation = how->activation ? how->activation : "relu";
    how->range = how->range ? how->range : RANGE;
    how->steps = how->steps ? how->steps : STEPS;
    if (!how->climbs && !(how->time_limit > 0))
        how->climbs = CLIMBS;
    if (!how->threads)
        how->threads = processors > 0 ? (size_t)processors : 1;
    how->threads = how->threads < MAX_THREADS ? how->threads : MAX_THREADS;
    if (how->climbs && how->threads > how->climbs)
        how->threads = how->climbs;
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
                                const crease_search *how, crease_error *error)
{
    static const crease_search defaults;
    search s = {.how = how ? *how : defaults,
                .widths = widths,
                .count = count,
                .domain = domain,
                .start = now()};
    set_defaults(&s.how);
    if (check(&s, error))
        return CREASE_ERROR;
    s.next_report = s.start + 1;
    atomic_store(&s.goal_climb, UINT64_MAX);
    pthread_mutex_init(&s.lock, NULL);
    run(&s);
    pthread_mutex_destroy(&s.lock);
    *result = result_of(&s);
    if (s.status)
        *error = s.error;
    else
        *net = s.number ? best_net(&s) : NULL;
    free(s.number);
    if (s.status)
        return s.status;
    return result->complete ? CREASE_OK : CREASE_STOPPED;
}
