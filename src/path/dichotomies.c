// Dichotomies: the points of a sweep in several threads, then merged.
#include "path/dichotomies.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "path/labels.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { SQUARE = 4, VERTICES = 256, LEAST_VERTICES = 3, MOST_VERTICES = 10000 };

typedef struct {
    turning of;
    crease_sweep wanted;
    const fmpq *points;
    size_t count;
    flip_list *flips;
    char *needed; // the points whose places are wanted as rationals
    int again;    // only these
    run_limits limits;
} sweeping;

// Of each thread.
typedef struct {
    run_ticker ticker;
    uint64_t pieces;
} tally;

static void init_tally(void *data, void *state)
{
    sweeping *s = data;
    *(tally *)state = (tally){.ticker = {.limits = &s->limits}};
}

// The whole of a point's work.
static crease_status sweep_point(void *data, void *state, size_t p, crease_error *error)
{
    (void)error;
    sweeping *s = data;
    tally *t = state;
    flip_list *flips = s->flips + p;
    if (s->again && (!s->needed[p] || flips->exact))
        return CREASE_OK;
    flips_clear(flips);
    if (!flips_find(flips, &s->of, s->points + p * s->of.net->inputs, s->needed[p],
                    s->limits.options->arith, &t->ticker, t->pieces))
        return CREASE_STOPPED;
    t->pieces += flips->pieces;
    return CREASE_OK;
}

static crease_status run(sweeping *s)
{
    parallel work = {.jobs = s->count,
                     .threads = s->limits.options->threads,
                     .limits = &s->limits,
                     .data = s,
                     .run = sweep_point,
                     .state_size = sizeof(tally),
                     .init = init_tally};
    return parallel_run(&work, NULL);
}

// ---- Arguments ----

static crease_status refuse(crease_error *error, const char *field)
{
    error_locate(error, NULL, 0, 0, field);
    return CREASE_ERROR;
}

static crease_status check_other(const sweeping *s, crease_error *error)
{
    size_t l = s->wanted.layer;
    const crease_net *other = s->of.other;
    if (l >= other->layers) {
        error_set(error, "expected a network of at least %zu layers, found %zu", l + 1,
                  other->layers);
        return refuse(error, "with");
    }
    const net_layer *from = s->of.net->layer + l, *to = other->layer + l;
    if (from->inputs != to->inputs || from->rows != to->rows)
        error_set(error, "expected %zu x %zu weights in layer %zu, found %zu x %zu", from->rows,
                  from->inputs, l, to->rows, to->inputs);
    else
        return CREASE_OK;
    return refuse(error, "with");
}

static crease_status check(const sweeping *s, crease_error *error)
{
    const crease_net *net = s->of.net;
    const crease_sweep *how = &s->wanted;
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
    if (s->limits.options->arith == CREASE_FLOAT) {
        error_set(error, "expected filtered or exact, found float");
        return refuse(error, "arith");
    }
    if (!s->count)
        return error_set(error, "expected a point, found none");
    return check_other(s, error);
}

// Once for all points; again for those whose places doubles do not tell.
static crease_status find(crease_dichotomies *result, sweeping *s)
{
    for (size_t p = 0; p < s->count; p++)
        s->needed[p] = s->wanted.exact || s->limits.options->arith == CREASE_EXACT;
    if (run(s))
        return CREASE_STOPPED;
    labels_need_exact(s->needed, s->flips, s->count);
    s->again = 1;
    if (run(s))
        return CREASE_STOPPED;
    labels_merge(result, s->flips, s->count, s->wanted.exact);
    for (size_t p = 0; p < s->count; p++) {
        result->flips_of[p] = s->flips[p].count;
        result->pieces += s->flips[p].pieces;
        result->refined += s->needed[p] != 0;
    }
    return CREASE_OK;
}

static crease_status sweep_points(crease_dichotomies *result, sweeping *s)
{
    result->on_circle = turning_is_homogeneous(&s->of);
    if (!s->of.vertices)
        s->of.vertices = result->on_circle ? SQUARE : VERTICES;
    s->flips = memory_new(s->count, sizeof *s->flips);
    s->needed = memory_new(s->count, 1);
    result->points = s->count;
    result->vertices = s->of.vertices;
    result->threads = parallel_threads(s->limits.options->threads, s->count);
    result->flips_of = memory_new(s->count, sizeof *result->flips_of);
    crease_status status = find(result, s);
    result->complete = status == CREASE_OK;
    result->seconds = run_limits_seconds(&s->limits);
    for (size_t p = 0; p < s->count; p++)
        flips_clear(s->flips + p);
    free(s->flips);
    free(s->needed);
    return status;
}

crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *wanted, const crease_options *options,
                                       crease_error *error)
{
    static const crease_sweep defaults;
    *result = (crease_dichotomies){0};
    sweeping s = {.wanted = wanted ? *wanted : defaults, .points = points, .count = count};
    s.of = (turning){net, other, s.wanted.layer, s.wanted.label, s.wanted.vertices};
    run_limits_init(&s.limits, options);
    crease_status status = check(&s, error);
    if (status == CREASE_OK)
        status = sweep_points(result, &s);
    run_limits_clear(&s.limits);
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
