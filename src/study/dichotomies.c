// Dichotomies: the points of a sweep in several threads, then merged.
#include <crease/dichotomies.h>

#include "base/error.h"
#include "base/memory.h"
#include "study/labels.h"
#include "study/turning.h"
#include <flint/fmpq_vec.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { SQUARE = 4, VERTICES = 256, LEAST_VERTICES = 3, MOST_VERTICES = 10000, MAX_THREADS = 1024 };
// A walk recurses, one small frame a split.
static const size_t stack_size = (size_t)256 << 20;

typedef struct {
    turning of;
    crease_sweep how; // no defaults left
    const fmpq *points;
    size_t count, threads;
    crease_net **net;
    flip_list *flips;
    char *needed; // the points to refine; NULL: flips are to be found
    double start;

    pthread_mutex_t lock; // of what follows
    size_t next;
    int stopped;
    uint64_t *pieces; // of each point, so far
    double next_report;
    crease_status status;
    crease_error error;
} crew;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// ---- Walking ----

typedef struct {
    crew *c;
    size_t point;
} reporter;

static void report(void *data, const crease_progress *progress)
{
    const reporter *r = data;
    crew *c = r->c;
    double time = now();
    pthread_mutex_lock(&c->lock);
    c->pieces[r->point] = progress->regions;
    if (time >= c->next_report) {
        uint64_t pieces = 0;
        for (size_t p = 0; p < c->count; p++)
            pieces += c->pieces[p];
        c->how.progress(c->how.progress_data, pieces, time - c->start);
        c->next_report = time + 1;
    }
    pthread_mutex_unlock(&c->lock);
}

static crease_status visit_point(crew *c, size_t point, crease_error *error)
{
    reporter r = {c, point};
    crease_options options = {.arith = c->how.arith,
                              .interrupt = c->how.interrupt,
                              .progress = c->how.progress ? report : NULL,
                              .progress_data = &r};
    if (c->how.time_limit > 0) {
        options.time_limit = c->how.time_limit - (now() - c->start);
        if (options.time_limit <= 0)
            return CREASE_STOPPED;
    }
    flip_list *flips = c->flips + point;
    if (c->needed)
        return flips_refine(flips, c->net[point], c->of.vertices, &options, error);
    c->net[point] = turning_net_new(&c->of, c->points + point * c->of.net->inputs);
    return flips_find(flips, c->net[point], c->of.vertices, &options, error);
}

static int take(crew *c, size_t *point)
{
    pthread_mutex_lock(&c->lock);
    while (c->needed && c->next < c->count && !c->needed[c->next])
        c->next++;
    int more = c->next < c->count && !c->stopped;
    if (more)
        *point = c->next++;
    pthread_mutex_unlock(&c->lock);
    return more;
}

static void *work(void *data)
{
    crew *c = data;
    size_t point;
    while (take(c, &point)) {
        crease_error error;
        crease_status status = visit_point(c, point, &error);
        pthread_mutex_lock(&c->lock);
        c->pieces[point] = c->flips[point].pieces;
        if (status && c->status != CREASE_ERROR) {
            c->stopped = 1;
            c->status = status;
            if (status == CREASE_ERROR)
                c->error = error;
        }
        pthread_mutex_unlock(&c->lock);
    }
    flint_cleanup();
    return NULL;
}

// All points, or those that are needed.
static crease_status run(crew *c)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    pthread_t *threads = memory_new(c->threads, sizeof *threads);
    c->next = 0;
    for (size_t i = 0; i < c->threads; i++)
        if (pthread_create(threads + i, &attributes, work, c))
            abort(); // as when memory runs out
    for (size_t i = 0; i < c->threads; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    pthread_attr_destroy(&attributes);
    return c->status;
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
    for (size_t l = how->layer; l < net->layers; l++)
        if (net->layer[l].act.fan > 1)
            return error_set(error, "expected no maxout behind the sweep, found %s in layer %zu",
                             net->layer[l].act.name, l);
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

static crease_status find(crease_dichotomies *result, crew *c)
{
    crease_status status = run(c);
    char *needed = memory_new(c->count, 1);
    if (status == CREASE_OK) {
        labels_need_exact(needed, c->flips, c->count);
        for (size_t p = 0; p < c->count; p++) {
            result->merged += (size_t)needed[p];
            needed[p] |= (char)(c->how.exact != 0);
        }
        c->needed = needed;
        status = run(c);
    }
    if (status == CREASE_OK) {
        labels_merge(result, c->flips, c->count, c->how.exact);
        for (size_t p = 0; p < c->count; p++) {
            result->flips_of[p] = c->flips[p].count;
            result->pieces += c->flips[p].pieces;
        }
    }
    free(needed);
    return status;
}

crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *how, crease_error *error)
{
    static const crease_sweep defaults;
    *result = (crease_dichotomies){0};
    crew c = {.how = how ? *how : defaults, .points = points, .count = count, .start = now()};
    c.of = (turning){net, other, c.how.layer, c.how.label, c.how.vertices};
    if (check(&c, error))
        return CREASE_ERROR;
    result->on_circle = turning_is_homogeneous(&c.of);
    if (!c.of.vertices)
        c.of.vertices = result->on_circle ? SQUARE : VERTICES;
    c.threads = choose_threads(&c.how, count);
    c.next_report = c.start + 1;
    c.net = memory_new(count, sizeof *c.net);
    c.flips = memory_new(count, sizeof *c.flips);
    c.pieces = memory_new(count, sizeof *c.pieces);
    result->points = count;
    result->vertices = c.of.vertices;
    result->threads = c.threads;
    result->flips_of = memory_new(count, sizeof *result->flips_of);
    pthread_mutex_init(&c.lock, NULL);
    crease_status status = find(result, &c);
    pthread_mutex_destroy(&c.lock);
    for (size_t p = 0; p < count; p++) {
        turning_net_free(c.net[p]);
        flips_clear(c.flips + p);
    }
    free(c.net);
    free(c.flips);
    free(c.pieces);
    result->complete = status == CREASE_OK;
    result->seconds = now() - c.start;
    if (status == CREASE_ERROR && error)
        *error = c.error;
    return status;
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
