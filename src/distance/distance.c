// Distances of many points: threads search, results are reported in order; statistics.
#include <mpfr.h> // FLINT 3 declares conversions only after this

#include <crease/distance.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "distance/boundary_search.h"
#include "domain/domain.h"
#include "exact/words64.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

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

void crease_nearest_rational(fmpq_t distance, const crease_nearest *nearest)
{
    fmpz_sqrt(fmpq_numref(distance), fmpq_numref(nearest->squared));
    fmpz_sqrt(fmpq_denref(distance), fmpq_denref(nearest->squared));
}

double crease_nearest_distance(const crease_nearest *nearest)
{
    const mpfr_rnd_t rounding = nearest->state == CREASE_NEAREST_AT_LEAST ? MPFR_RNDD : MPFR_RNDN;
    mpfr_t root;
    mpfr_init2(root, 128);
    fmpq_get_mpfr(root, nearest->squared, rounding);
    mpfr_sqrt(root, root, rounding);
    const double distance = mpfr_get_d(root, rounding);
    mpfr_clear(root);
    return distance;
}

// ---- many ----

typedef struct {
    const crease_net *net;
    const fmpq *points;
    size_t count;
    search_goal goal;
    crease_norm norm;
    crease_visit (*visit)(void *data, size_t index, const crease_distance *distance);
    void *data;
    run_limits limits;
    scaled_net scaled;
    rounded_net rounded, *filter; // NULL in exact arithmetic
} survey;

// The task of a point.
typedef struct {
    size_t index;
    bool is_found;
    crease_distance distance;
} survey_point;

static survey_point *survey_point_new(const survey *s, size_t index)
{
    survey_point *point = memory_new(1, sizeof *point);
    point->index = index;
    crease_distance_init(&point->distance, s->net);
    return point;
}

static void survey_drop(void *data, void *task)
{
    (void)data;
    crease_distance_clear(&((survey_point *)task)->distance);
    free(task);
}

// Each point that begins makes the task of the next one.
static void survey_run(void *data, void *state, parallel_place *place, void *task)
{
    survey *s = data;
    survey_point *point = task;
    const size_t next = point->index + 1;
    if (!run_limits_passed(&s->limits)) {
        if (next < s->count)
            parallel_push(place, survey_point_new(s, next), 0);
        point->is_found = boundary_search_at(&point->distance, state,
                                             s->points + point->index * crease_net_inputs(s->net),
                                             s->goal, &s->limits);
        run_limits_add(&s->limits, &(crease_progress){.done = 1});
    }
    if (!point->is_found)
        parallel_end_here(place);
}

static bool survey_deliver(void *data, void *state, void *task)
{
    survey *s = data;
    survey_point *point = task;
    (void)state;
    const bool known = point->is_found || point->distance.function.state == CREASE_NEAREST_AT_LEAST;
    const bool goes_on = known &&
                         s->visit(s->data, point->index, &point->distance) != CREASE_STOP &&
                         point->is_found;
    survey_drop(s, task);
    return goes_on;
}

// Searches for all points, and delivers them in their order. CREASE_STOPPED: not all.
static crease_status distance_run(survey *s)
{
    enum { POINTS_PER_THREAD = 8 }; // that wait to be delivered, at most
    const size_t threads = parallel_threads(s->limits.options->threads, s->count);
    if (!s->count)
        return CREASE_OK;
    s->limits.now.total = s->count;
    boundary_search *search = memory_new(threads, sizeof *search);
    for (size_t i = 0; i < threads; i++)
        boundary_search_init(search + i, s->net, &s->scaled, s->filter, s->norm);
    const parallel_order work = {.data = s,
                                 .run = survey_run,
                                 .deliver = survey_deliver,
                                 .drop = survey_drop,
                                 .window = POINTS_PER_THREAD * threads - 1,
                                 .each = 1,
                                 .threads = threads,
                                 .states = search,
                                 .state_size = sizeof *search};
    void *first = survey_point_new(s, 0);
    const int whole = parallel_run_order(&work, &first, 1);
    for (size_t i = 0; i < threads; i++)
        boundary_search_clear(search + i);
    free(search);
    return whole ? CREASE_OK : CREASE_STOPPED;
}

static crease_status distance_measure(survey *s, const crease_options *options, crease_error *error)
{
    const size_t inputs = crease_net_inputs(s->net);
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "expected filtered or exact arithmetic, found float");
    run_limits_init(&s->limits, options);
    scaled_net_init(&s->scaled, s->net, NULL, inputs);
    if (s->limits.options->arith != CREASE_EXACT) {
        rounded_net_init(&s->rounded, s->net, NULL, inputs);
        s->filter = &s->rounded;
    }
    crease_status status = distance_run(s);
    if (s->filter)
        rounded_net_clear(s->filter);
    scaled_net_clear(&s->scaled);
    return run_limits_end(&s->limits, status, error);
}

crease_status crease_distances(const crease_net *net, const fmpq *points, size_t count,
                               int function, crease_norm norm, const crease_options *options,
                               crease_visit (*visit)(void *data, size_t index,
                                                     const crease_distance *distance),
                               void *data, crease_error *error)
{
    survey s = {.net = net, .points = points, .count = count, .visit = visit, .data = data};
    s.norm = norm;
    s.goal = function ? SEARCH_FUNCTION : SEARCH_ACTIVATION;
    return distance_measure(&s, options, error);
}

// ---- classes ----

typedef struct {
    const crease_net *net;
    const fmpq *points, *forms;
    size_t count; // of forms
    fmpq *output, *value;
    crease_visit (*visit)(void *data, size_t index, const crease_margin *margin);
    void *data;
} margin_survey;

// The class of a point, and the next form that is as great there; the class again if none is.
static void choose_class(crease_margin *margin, const margin_survey *s, const fmpq *point)
{
    const size_t outputs = crease_net_outputs(s->net);
    margin->chosen = margin->rival = 0;
    crease_net_evaluate(s->output, s->net, point);
    for (size_t k = 0; k < s->count; k++) {
        const fmpq *form = s->forms + k * (outputs + 1);
        _fmpq_vec_dot(s->value + k, form, s->output, (slong)outputs);
        fmpq_add(s->value + k, s->value + k, form + outputs);
        const int order = fmpq_cmp(s->value + k, s->value + margin->chosen);
        if (order > 0)
            margin->chosen = margin->rival = k;
        else if (order == 0 && margin->rival == margin->chosen)
            margin->rival = k;
    }
}

static crease_visit keep_margin(void *data, size_t index, const crease_distance *distance)
{
    const margin_survey *s = data;
    crease_margin margin = {.inputs = distance->inputs,
                            .nearest = distance->function,
                            .cells = distance->cells,
                            .counterexample = distance->activation};
    const fmpq *point = s->points + index * distance->inputs;
    choose_class(&margin, s, point);
    if (margin.rival == margin.chosen) { // it has no other class as great where it is
        margin.rival = margin.nearest.breakpoint;
    } else if (margin.nearest.state == CREASE_NEAREST_AT_LEAST) { // 0
        margin.nearest.state = CREASE_NEAREST_KNOWN;
        for (size_t i = 0; i < distance->inputs; i++)
            fmpq_set(margin.nearest.point + i, point + i);
    }
    if (margin.nearest.state != CREASE_NEAREST_AT_LEAST)
        margin.counterexample.state = CREASE_NEAREST_NONE;
    return s->visit(s->data, index, &margin);
}

crease_status
crease_margins(const crease_net *net, const fmpq *points, size_t count, const fmpq *forms,
               size_t form_count, crease_norm norm, const crease_options *options,
               crease_visit (*visit)(void *data, size_t index, const crease_margin *margin),
               void *data, crease_error *error)
{
    if (form_count < 2 || form_count > DECISION_MOST)
        return error_set(error, "a class is the greatest of 2 to %d forms, and these are %zu",
                         DECISION_MOST, form_count);
    const slong outputs = (slong)crease_net_outputs(net);
    fmpq *output = _fmpq_vec_init(outputs), *value = _fmpq_vec_init((slong)form_count);
    margin_survey margins = {net, points, forms, form_count, output, value, visit, data};
    crease_net *deciding = net_deciding(net, forms, form_count);
    survey s = {.net = deciding,
                .points = points,
                .count = count,
                .goal = SEARCH_CLASS,
                .norm = norm,
                .visit = keep_margin,
                .data = &margins};
    const crease_status status = distance_measure(&s, options, error);
    crease_net_free(deciding);
    _fmpq_vec_clear(output, outputs);
    _fmpq_vec_clear(value, (slong)form_count);
    return status;
}

// ---- random points of a box ----

// lo + k 2^-64 (hi - lo), k = 0 .. 2^64 - 1.
static void choose_coordinate(fmpq_t x, random_state *random, const fmpq_t lo, const fmpq_t hi)
{
    fmpq_t share;
    fmpq_init(share);
    fmpz_set_u64(fmpq_numref(share), random_bits(random));
    fmpq_div_2exp(share, share, 64);
    fmpq_sub(x, hi, lo);
    fmpq_mul(x, x, share);
    fmpq_add(x, x, lo);
    fmpq_clear(share);
}

// As many operations on doubles take about as long as to choose a coordinate.
enum { RANDOM_POINT = 512 };

crease_status crease_points_uniform(fmpq *points, size_t count, const crease_domain *box,
                                    uint64_t seed, crease_error *error)
{
    if (!box->is_box || box->parametrization)
        return error_set(error, "expected a box, found %s", box->text);
    random_state random;
    random_seed(&random, seed);
    for (size_t i = 0; i < count && !run_poll(RANDOM_POINT * box->dimension); i++)
        for (size_t k = 0; k < box->dimension; k++)
            choose_coordinate(points + i * box->dimension + k, &random, box->lo + k, box->hi + k);
    return CREASE_OK;
}

// A network may have been drawn from the same seed.
static const uint64_t own_numbers = 0x7472616a6563746f;

void crease_points_random(fmpq *points, size_t count, size_t inputs, uint64_t seed)
{
    enum { WORDS = 4, FIELDS = 3, BITS = 21 }; // of a word
    const slong most = ((slong)1 << BITS) - 1, mean = WORDS * FIELDS * most / 2;
    random_state random;
    random_seed(&random, seed ^ own_numbers);
    for (size_t i = 0; i < count * inputs; i++) {
        if (i >= 2 * inputs && run_poll(RANDOM_POINT))
            return;
        slong sum = -mean;
        for (int word = 0; word < WORDS; word++) {
            uint64_t bits = random_bits(&random);
            for (int field = 0; field < FIELDS; field++)
                sum += (slong)(bits >> (field * BITS)) & most;
        }
        fmpq_set_si(points + i, sum, (ulong)1 << BITS);
    }
}
