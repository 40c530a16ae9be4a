// Many trajectories through one network, each in one thread.
#include <crease/path.h>

#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "path/measure.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_THREADS = 1024 };
// A sweep recurses, two small frames a layer.
static const size_t stack_size = (size_t)64 << 20;

void crease_trajectory_init(crease_trajectory *trajectory, const crease_net *net)
{
    size_t entries = crease_net_layers(net) + 1;
    *trajectory = (crease_trajectory){.layers = entries - 1};
    trajectory->length = memory_new(entries, sizeof *trajectory->length);
    trajectory->growth = memory_new(entries, sizeof *trajectory->growth);
    trajectory->transitions = memory_new(entries, sizeof *trajectory->transitions);
    trajectory->patterns = memory_new(entries, sizeof *trajectory->patterns);
    for (size_t l = 0; l < entries; l++) {
        fmpq_init(trajectory->length[l].lo);
        fmpq_init(trajectory->length[l].hi);
        fmpq_init(trajectory->growth[l].lo);
        fmpq_init(trajectory->growth[l].hi);
    }
}

void crease_trajectory_clear(crease_trajectory *trajectory)
{
    for (size_t l = 0; l <= trajectory->layers; l++) {
        fmpq_clear(trajectory->length[l].lo);
        fmpq_clear(trajectory->length[l].hi);
        fmpq_clear(trajectory->growth[l].lo);
        fmpq_clear(trajectory->growth[l].hi);
    }
    free(trajectory->length);
    free(trajectory->growth);
    free(trajectory->transitions);
    free(trajectory->patterns);
    *trajectory = (crease_trajectory){0};
}

// What all threads share.
typedef struct {
    crease_trajectory *trajectory;
    const crease_path *path;
    size_t count;
    const crease_measure *how;
    measure_plan plan;
    walk_limits limits;
    atomic_size_t next, done;
} batch;

static void *work(void *data)
{
    batch *b = data;
    walk_ticker ticker = {.limits = &b->limits};
    uint64_t done = 0;
    for (size_t i; (i = atomic_fetch_add(&b->next, 1)) < b->count;) {
        if (!measure_path(b->trajectory + i, &b->plan, b->path + i, &ticker, done))
            break;
        done++;
        atomic_fetch_add(&b->done, 1);
    }
    flint_cleanup();
    mpfr_free_cache();
    return NULL;
}

static size_t thread_count(const batch *b)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t threads = b->how->threads ? b->how->threads : processors > 0 ? (size_t)processors : 1;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    return threads < b->count ? threads : b->count;
}

static void work_in_threads(batch *b)
{
    size_t count = thread_count(b), started = 0;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    pthread_t *threads = memory_new(count, sizeof *threads);
    while (started < count && !pthread_create(threads + started, &attributes, work, b))
        started++;
    if (!started)
        work(b);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    pthread_attr_destroy(&attributes);
}

static void show_progress(void *data, const crease_progress *now)
{
    const batch *b = data;
    crease_trajectory_progress progress = {
        .done = (size_t)now->regions, .count = b->count, .seconds = now->seconds};
    b->how->progress(b->how->progress_data, &progress);
}

static crease_status at_fault(crease_error *error, const char *field)
{
    error_locate(error, NULL, 0, 0, field);
    return CREASE_ERROR;
}

static crease_status read_width(fmpq_t width, const crease_measure *how, crease_error *error)
{
    const char *text = how->width ? how->width : "1e-12";
    if (rational_parse(width, text, strlen(text), error))
        return at_fault(error, "width");
    if (fmpq_sgn(width) > 0 && fmpq_cmp_si(width, 1) < 0)
        return CREASE_OK;
    error_set(error, "expected a number between 0 and 1, both excluded, found \"%s\"", text);
    return at_fault(error, "width");
}

static crease_status check(const crease_net *net, const crease_path *paths, size_t count,
                           const crease_measure *how, crease_error *error)
{
    if (how->arith == CREASE_FLOAT) {
        error_set(error, "expected filtered or exact, for results are proved; found float");
        return at_fault(error, "arith");
    }
    for (size_t i = 0; i < count; i++)
        if (paths[i].inputs != crease_net_inputs(net))
            return error_set(error,
                             "expected a path in R^%zu, the space of the network's inputs, found "
                             "one in R^%zu",
                             crease_net_inputs(net), paths[i].inputs);
    return CREASE_OK;
}

static crease_status measure_all(batch *b, const crease_net *net, const fmpq_t width)
{
    rounded_net rounded;
    crease_options options = {.time_limit = b->how->time_limit,
                              .interrupt = b->how->interrupt,
                              .progress = b->how->progress ? show_progress : NULL,
                              .progress_data = b};
    rounded_net_init(&rounded, net, NULL, crease_net_inputs(net));
    measure_plan_init(&b->plan, net, &rounded, b->how->arith, width);
    walk_limits_init(&b->limits, &options);
    work_in_threads(b);
    walk_limits_clear(&b->limits);
    measure_plan_clear(&b->plan);
    rounded_net_clear(&rounded);
    return b->done == b->count ? CREASE_OK : CREASE_STOPPED;
}

crease_status crease_trajectory_measure(crease_trajectory *trajectories, const crease_net *net,
                                        const crease_path *paths, size_t count,
                                        const crease_measure *how, crease_error *error)
{
    static const crease_measure defaults;
    batch b = {.trajectory = trajectories, .path = paths, .count = count};
    b.how = how ? how : &defaults;
    fmpq_t width;
    fmpq_init(width);
    crease_status status = check(net, paths, count, b.how, error);
    if (status == CREASE_OK)
        status = read_width(width, b.how, error);
    if (status == CREASE_OK)
        status = measure_all(&b, net, width);
    fmpq_clear(width);
    return status;
}
