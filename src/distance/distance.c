// Distances of many points: several threads search, and what they find is told in order.
#include <crease/distance.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "distance/near_search.h"
#include <flint/fmpq_vec.h>
#include <mpfr.h>
#include <stdlib.h>

enum { WINDOW_PER_THREAD = 8 };

// ---- one result ----

static void nearest_init(crease_nearest *nearest, size_t inputs)
{
    *nearest = (crease_nearest){.state = CREASE_NEAREST_NONE};
    fmpq_init(nearest->squared);
    nearest->point = _fmpq_vec_init((slong)inputs);
}

static void nearest_clear(crease_nearest *nearest, size_t inputs)
{
    fmpq_clear(nearest->squared);
    _fmpq_vec_clear(nearest->point, (slong)inputs);
}

void crease_distance_init(crease_distance *distance, const crease_net *net)
{
    *distance = (crease_distance){.inputs = crease_net_inputs(net)};
    nearest_init(&distance->activation, distance->inputs);
    nearest_init(&distance->function, distance->inputs);
}

void crease_distance_clear(crease_distance *distance)
{
    nearest_clear(&distance->activation, distance->inputs);
    nearest_clear(&distance->function, distance->inputs);
}

double crease_nearest_distance(const crease_nearest *nearest)
{
    mpq_t square;
    mpfr_t root;
    mpq_init(square);
    mpfr_init2(root, 128);
    fmpq_get_mpq(square, nearest->squared);
    mpfr_set_q(root, square, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    double distance = mpfr_get_d(root, MPFR_RNDN);
    mpfr_clear(root);
    mpq_clear(square);
    return distance;
}

// ---- many ----

typedef struct {
    const crease_net *net;
    const fmpq *points;
    int function;
    run_limits limits;
    scaled_net scaled;
    rounded_net rounded, *filter; // NULL in exact arithmetic
    size_t window;
    crease_distance *result; // of point i in place i % window
    crease_visit (*visit)(void *data, size_t index, const crease_distance *distance);
    void *data;
} survey;

static void init_search(void *data, void *state)
{
    survey *s = data;
    near_search_init(state, s->net, &s->scaled, s->filter);
}

static void clear_search(void *data, void *state)
{
    (void)data;
    near_search_clear(state);
}

static crease_status search_at(void *data, void *state, size_t index, crease_error *error)
{
    (void)error;
    survey *s = data;
    int done =
        near_search_at(s->result + index % s->window, state,
                       s->points + index * crease_net_inputs(s->net), s->function, &s->limits);
    return done ? CREASE_OK : CREASE_STOPPED;
}

static crease_status tell(void *data, size_t index, crease_status status)
{
    survey *s = data;
    if (status)
        return status;
    return s->visit(s->data, index, s->result + index % s->window) == CREASE_STOP ? CREASE_STOPPED
                                                                                  : CREASE_OK;
}

static crease_status run(survey *s, size_t count)
{
    const crease_options *options = s->limits.options;
    s->window = WINDOW_PER_THREAD * parallel_threads(options->threads, count);
    s->result = memory_new(s->window, sizeof *s->result);
    for (size_t i = 0; i < s->window; i++)
        crease_distance_init(s->result + i, s->net);
    parallel work = {.jobs = count,
                     .threads = options->threads,
                     .limits = &s->limits,
                     .data = s,
                     .run = search_at,
                     .state_size = sizeof(near_search),
                     .init = init_search,
                     .clear = clear_search,
                     .tell = tell,
                     .window = s->window};
    crease_status status = parallel_run(&work, NULL);
    for (size_t i = 0; i < s->window; i++)
        crease_distance_clear(s->result + i);
    free(s->result);
    return status;
}

crease_status crease_distances(const crease_net *net, const fmpq *points, size_t count,
                               int function, const crease_options *options,
                               crease_visit (*visit)(void *data, size_t index,
                                                     const crease_distance *distance),
                               void *data, crease_error *error)
{
    size_t inputs = crease_net_inputs(net);
    survey s = {.net = net, .points = points, .function = function, .visit = visit, .data = data};
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "expected filtered or exact arithmetic, found float");
    run_limits_init(&s.limits, options);
    scaled_net_init(&s.scaled, net, NULL, inputs);
    if (s.limits.options->arith != CREASE_EXACT) {
        rounded_net_init(&s.rounded, net, NULL, inputs);
        s.filter = &s.rounded;
    }
    crease_status status = run(&s, count);
    if (s.filter)
        rounded_net_clear(s.filter);
    scaled_net_clear(&s.scaled);
    run_limits_clear(&s.limits);
    return status;
}
