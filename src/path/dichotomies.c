// Dichotomies: the points of a sweep in several threads, then merged.
#include "path/dichotomies.h"

#include "base/error.h"
#include "base/memory.h"
#include "path/labels.h"
#include <flint/fmpq_vec.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { SQUARE = 4, VERTICES = 256, LEAST_VERTICES = 3, MOST_VERTICES = 10000, MAX_THREADS = 1024 };

typedef struct {
    turning of;
    crease_sweep how; // no defaults left
    const fmpq *points;
    size_t count, threads;
    flip_list *flips;
    char *needed; // the points whose places are wanted as rationals
    int again;    // only these
    walk_limits limits;
    atomic_size_t next;
} crew;

// The whole of a point's work is done by one thread.
static void *work(void *data)
{
    crew *c = data;
    walk_ticker ticker = {.limits = &c->limits};
    uint64_t done = 0;
    for (size_t p; (p = atomic_fetch_add(&c->next, 1)) < c->count;) {
        flip_list *flips = c->flips + p;
        if (c->again && (!c->needed[p] || flips->exact))
            continue;
        flips_clear(flips);
        if (!flips_find(flips, &c->of, c->points + p * c->of.net->inputs, c->needed[p],
                        c->how.arith, &ticker, done))
            break;
        done += flips->pieces;
    }
    flint_cleanup();
    return NULL;
}

static int run(crew *c)
{
    pthread_t *threads = memory_new(c->threads, sizeof *threads);
    atomic_store(&c->next, 0);
    for (size_t i = 0; i < c->threads; i++)
        if (pthread_create(threads + i, NULL, work, c))
            abort(); // as when memory runs out
    for (size_t i = 0; i < c->threads; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return !atomic_load(&c->limits.stopped);
}

static void show_progress(void *data, const crease_progress *now)
{
    const crease_sweep *how = data;
    how->progress(how->progress_data, now->regions, now->seconds);
}

// ---- Arguments ----

static crease_status refuse(crease_error *error, const char *field)
{
    error_locate(error, NULL, 0, 0, field);
    return CREASE_ERROR;
}

static crease_status check_other(const crew *c, crease_error *error)
{
    size_t l = c->how.layer;
    const crease_net *other = c->of.other;
    if (l >= other->layers) {
        error_set(error, "expected a network of at least %zu layers, found %zu", l + 1,
                  other->layers);
        return refuse(error, "with");
    }
    const net_layer *from = c->of.net->layer + l, *to = other->layer + l;
    if (from->inputs != to->inputs || from->rows != to->rows)
        error_set(error, "expected %zu x %zu weights in layer %zu, found %zu x %zu", from->rows,
                  from->inputs, l, to->rows, to->inputs);
    else
        return CREASE_OK;
    return refuse(error, "with");
}

static crease_status check(const crew *c, crease_error *error)
{
    const crease_net *net = c->of.net;
    const crease_sweep *how = &c->how;
    if (how->layer >= net->layers) {
        error_set(error, "expected a layer from 0 to %zu, found %zu", net->layers - 1, how->layer);
        return refuse(error, "layer");
    }
    if (how->label >= crease_net_outputs(net)) {
        error_set(error, "expected an output from 0 to %zu, found %zu", crease_net_outputs(net) - 1,
                  how->label);
        return refuse(error, "label");
    }
    if (how->vertices && (how->vertices < LEAST_VERTICES || how->vertices > MOST_VERTICES)) {
        error_set(error, "expected from %d to %d vertices, found %zu", LEAST_VERTICES,
                  MOST_VERTICES, how->vertices);
        return refuse(error, "vertices");
    }
    if (how->arith == CREASE_FLOAT) {
        error_set(error, "expected filtered or exact, found float");
        return refuse(error, "arith");
    }
    if (!c->count)
        return error_set(error, "expected a point, found none");
    return check_other(c, error);
}

static size_t choose_threads(const crease_sweep *how, size_t points)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t threads = how->threads ? how->threads : processors > 0 ? (size_t)processors : 1;
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    return threads < points ? threads : points;
}

// Once for all points; again for those whose places doubles do not tell.
static int find(crease_dichotomies *result, crew *c)
{
    for (size_t p = 0; p < c->count; p++)
        c->needed[p] = c->how.exact || c->how.arith == CREASE_EXACT;
    if (!run(c))
        return 0;
    labels_need_exact(c->needed, c->flips, c->count);
    c->again = 1;
    if (!run(c))
        return 0;
    labels_merge(result, c->flips, c->count, c->how.exact);
    for (size_t p = 0; p < c->count; p++) {
        result->flips_of[p] = c->flips[p].count;
        result->pieces += c->flips[p].pieces;
        result->refined += c->needed[p] != 0;
    }
    return 1;
}

static void begin(crease_dichotomies *result, crew *c)
{
    result->on_circle = turning_is_homogeneous(&c->of);
    if (!c->of.vertices)
        c->of.vertices = result->on_circle ? SQUARE : VERTICES;
    c->threads = choose_threads(&c->how, c->count);
    c->flips = memory_new(c->count, sizeof *c->flips);
    c->needed = memory_new(c->count, 1);
    result->points = c->count;
    result->vertices = c->of.vertices;
    result->threads = c->threads;
    result->flips_of = memory_new(c->count, sizeof *result->flips_of);
}

crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *how, crease_error *error)
{
    static const crease_sweep defaults;
    *result = (crease_dichotomies){0};
    crew c = {.how = how ? *how : defaults, .points = points, .count = count};
    c.of = (turning){net, other, c.how.layer, c.how.label, c.how.vertices};
    if (check(&c, error))
        return CREASE_ERROR;
    crease_options options = {.time_limit = c.how.time_limit,
                              .interrupt = c.how.interrupt,
                              .progress = c.how.progress ? show_progress : NULL,
                              .progress_data = &c.how};
    walk_limits_init(&c.limits, &options);
    begin(result, &c);
    result->complete = find(result, &c);
    result->seconds = walk_limits_seconds(&c.limits);
    walk_limits_clear(&c.limits);
    for (size_t p = 0; p < count; p++)
        flips_clear(c.flips + p);
    free(c.flips);
    free(c.needed);
    return result->complete ? CREASE_OK : CREASE_STOPPED;
}

void crease_dichotomies_clear(crease_dichotomies *result)
{
    if (result->exact)
        _fmpq_vec_clear(result->exact, (slong)result->transitions);
    free(result->flips_of);
    free(result->labels);
    free(result->place);
    free(result->seen);
    *result = (crease_dichotomies){0};
}
