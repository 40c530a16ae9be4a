// Search: climbs in several threads, and the best of them.
#include "theory/search.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "make/stack.h"
#include "make/widths.h"
#include "net/net.h"
#include <crease/regions.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- One climb: random changes, exact counts ----

typedef struct {
    crease_net *net; // its weights and biases are `number`
    const crease_domain *domain;
    const search_options *how;
    random_state random;
    crease_counts counts;
    int64_t *number, *before; // layer by layer, weights row by row, then biases
    size_t numbers;
    size_t movable_rows; // the first rows of the network, which matter to the count
    uint64_t regions;    // where the climb stands
} climber;

// widths are valid and act is the name of an activation.
static void climb_init(climber *c, const size_t *widths, size_t count, const crease_domain *domain,
                       const search_options *how)
{
    *c = (climber){.domain = domain, .how = how};
    c->net = net_new(widths[0], count - 1);
    for (size_t l = 0; l + 1 < count; l++) {
        activation act;
        activation_parse(&act, l + 2 < count ? how->activation : "linear", NULL);
        net_layer_init(c->net->layer + l, widths[l], widths[l + 1], act);
        c->numbers += c->net->layer[l].rows * (widths[l] + 1);
        // the output layer has no creases, but it can make neighbours alike
        if (l + 2 < count || how->maximize == CREASE_LINEAR_REGIONS)
            c->movable_rows += c->net->layer[l].rows;
    }
    c->number = memory_new(c->numbers, sizeof *c->number);
    c->before = memory_new(c->numbers, sizeof *c->before);
    crease_counts_init(&c->counts, c->net);
}

static void climb_clear(climber *c)
{
    crease_counts_clear(&c->counts);
    free(c->before);
    free(c->number);
    crease_net_free(c->net);
}

// Makes c->net the network with these numbers.
static void climb_set(climber *c, const int64_t *number)
{
    for (size_t l = 0; l < c->net->layers; l++) {
        net_layer *layer = c->net->layer + l;
        for (size_t i = 0; i < layer->rows * layer->inputs; i++)
            fmpq_set_si(layer->weight + i, *number++, 1);
        for (size_t i = 0; i < layer->rows; i++)
            fmpq_set_si(layer->bias + i, *number++, 1);
    }
}

static int64_t draw(climber *c)
{
    int64_t range = (int64_t)c->how->weight_range;
    return random_between(&c->random, -range, range);
}

// ---- Places ----

// A row of a layer.
typedef struct {
    size_t l, row;
    int64_t *weight, *bias; // the row's own
} place;

static place climb_place(climber *c, size_t l, size_t row)
{
    int64_t *number = c->number;
    for (size_t k = 0; k < l; k++)
        number += c->net->layer[k].rows * (c->net->layer[k].inputs + 1);
    const net_layer *layer = c->net->layer + l;
    return (place){.l = l,
                   .row = row,
                   .weight = number + row * layer->inputs,
                   .bias = number + layer->rows * layer->inputs + row};
}

// Any row of those that matter.
static place draw_row(climber *c)
{
    size_t row = random_below(&c->random, c->movable_rows), l = 0;
    for (; row >= c->net->layer[l].rows; l++)
        row -= c->net->layer[l].rows;
    return climb_place(c, l, row);
}

// Bias is as good as any weight: each number of the row is equally likely.
static int64_t *draw_number(climber *c, place at)
{
    size_t inputs = c->net->layer[at.l].inputs, i = random_below(&c->random, inputs + 1);
    return i < inputs ? at.weight + i : at.bias;
}

// ---- Changes ----

// The value of a row at a random point, rounded down.
static void value_at_point(fmpz_t value, climber *c, place at)
{
    int64_t range = (int64_t)c->how->weight_range;
    const net_layer *layer = c->net->layer;
    fmpq *y = _fmpq_vec_init((slong)layer->inputs);
    for (size_t i = 0; i < layer->inputs; i++) {
        // one draw a statement: C leaves the order of arguments to the compiler
        ulong denominator = (ulong)random_between(&c->random, 1, range);
        fmpq_set_si(y + i, random_between(&c->random, -range, range), denominator);
    }
    climb_set(c, c->number);
    for (size_t l = 0; l < at.l; l++, layer++) {
        fmpq *above = _fmpq_vec_init((slong)layer->units);
        net_layer_evaluate(above, layer, y);
        _fmpq_vec_clear(y, (slong)layer->inputs);
        y = above;
    }
    fmpq_t z;
    fmpq_init(z);
    fmpq_set_si(z, *at.bias, 1);
    net_layer_dot(z, layer, at.row, y);
    fmpz_fdiv_q(value, fmpq_numref(z), fmpq_denref(z));
    fmpq_clear(z);
    _fmpq_vec_clear(y, (slong)layer->inputs);
}

// Gives a row the bias with which it is about 0 at a random point: in deep layers, where
// values are large, a bias from a fixed range would nearly always leave the row with one sign.
static void aim(climber *c, place at)
{
    fmpz_t value;
    fmpz_init(value);
    value_at_point(value, c, at);
    fmpz_neg(value, value);
    fmpz_add_si(value, value, *at.bias);
    if (fmpz_bits(value) < 53)
        *at.bias = fmpz_get_si(value);
    fmpz_clear(value);
}

static void change_number(climber *c)
{
    place at = draw_row(c);
    int64_t *number = draw_number(c, at);
    if (number == at.bias)
        aim(c, at);
    else
        *number = draw(c);
}

// One more or one less, or up to a quarter of the range.
static void shift_number(climber *c)
{
    place at = draw_row(c);
    int64_t *number = draw_number(c, at), range = (int64_t)c->how->weight_range,
            far = range / 4 + 1;
    const int is_large = number == at.bias || llabs(*number) > range; // of a start
    if (llabs(*number) > range)
        far = llabs(*number) / 4 + 1;
    int64_t by = random_between(&c->random, 1, random_bits(&c->random) >> 63 ? far : 1);
    int64_t shifted = *number + (random_bits(&c->random) >> 63 ? by : -by);
    if (is_large ? llabs(shifted) >> 53 == 0 : llabs(shifted) <= range)
        *number = shifted;
}

static void change_row(climber *c)
{
    place at = draw_row(c);
    for (size_t i = 0; i < c->net->layer[at.l].inputs; i++)
        at.weight[i] = draw(c);
    aim(c, at);
}

// The same creases, with the other side active.
static void negate_row(climber *c)
{
    place at = draw_row(c);
    for (size_t i = 0; i < c->net->layer[at.l].inputs; i++)
        at.weight[i] *= -1;
    *at.bias *= -1;
}

// Parallel to another row of the layer, and looking the same or the other way: what folds
// once many ways is best crossed again alike.
static void copy_row(climber *c)
{
    place at = draw_row(c);
    place other = climb_place(c, at.l, random_below(&c->random, c->net->layer[at.l].rows));
    int64_t sign = random_bits(&c->random) >> 63 ? 1 : -1;
    for (size_t i = 0; i < c->net->layer[at.l].inputs; i++)
        at.weight[i] = sign * other.weight[i];
    aim(c, at);
}

// The row of the start as integers: its numbers divided by their content, a positive number that
// leaves the crease where it is. content[j] is that of input j, so its weight is multiplied by it.
static crease_status begin_row(place at, const net_layer *layer, const fmpq *content, fmpq_t own,
                               crease_error *error)
{
    const slong inputs = (slong)layer->inputs;
    crease_status status = CREASE_OK;
    fmpq *x = _fmpq_vec_init(inputs + 1);
    for (slong j = 0; j < inputs; j++) {
        net_layer_weight(x + j, layer, at.row, (size_t)j);
        fmpq_mul(x + j, x + j, content + j);
    }
    fmpq_set(x + inputs, layer->bias + at.row);
    fmpq_zero(own);
    forms_content(own, x, (size_t)inputs + 1);
    if (fmpq_is_zero(own))
        fmpq_one(own);
    for (slong j = 0; j <= inputs; j++) {
        fmpq_div(x + j, x + j, own);
        if (fmpz_bits(fmpq_numref(x + j)) > 53)
            status = error_set(error, "expected weights that are integers of at most 53 bits, up "
                                      "to a factor of the unit");
        else
            *(j < inputs ? at.weight + j : at.bias) = fmpz_get_si(fmpq_numref(x + j));
    }
    _fmpq_vec_clear(x, inputs + 1);
    return status;
}

// Sets the units that the start has.
static crease_status begin_with(climber *c, const crease_net *start, crease_error *error)
{
    crease_status status = CREASE_OK;
    fmpq *content = _fmpq_vec_init((slong)start->inputs);
    for (size_t j = 0; j < start->inputs; j++)
        fmpq_one(content + j);
    for (size_t l = 0; l < start->layers; l++) {
        const net_layer *layer = start->layer + l;
        fmpq *own = _fmpq_vec_init((slong)layer->rows);
        for (size_t row = 0; row < layer->rows && status == CREASE_OK; row++) {
            place at = climb_place(c, l, row);
            memset(at.weight, 0, c->net->layer[l].inputs * sizeof *at.weight);
            status = begin_row(at, layer, content, own + row, error);
        }
        _fmpq_vec_clear(content, (slong)layer->inputs);
        content = own;
    }
    _fmpq_vec_clear(content, (slong)start->layer[start->layers - 1].rows);
    return status;
}

// A random place, the same for the same seed and index.
static crease_status climb_begin(climber *c, uint64_t seed, uint64_t index, crease_error *error)
{
    random_seed(&c->random, seed);
    random_seed(&c->random, random_bits(&c->random) + index);
    memset(c->number, 0, c->numbers * sizeof *c->number);
    for (size_t l = 0; l < c->net->layers; l++)
        for (size_t row = 0; row < c->net->layer[l].rows; row++) {
            place at = climb_place(c, l, row);
            for (size_t i = 0; i < c->net->layer[l].inputs; i++)
                at.weight[i] = draw(c);
            aim(c, at);
        }
    c->regions = 0;
    return c->how->start ? begin_with(c, c->how->start, error) : CREASE_OK;
}

// One change half of the time, two a quarter of it, ...
static void change(climber *c)
{
    static void (*const kinds[])(climber *) = {shift_number,  shift_number,  shift_number,
                                               change_number, change_number, change_row,
                                               negate_row,    copy_row};
    do
        kinds[random_below(&c->random, sizeof kinds / sizeof *kinds)](c);
    while (random_bits(&c->random) >> 63);
}

// ---- Steps ----

static crease_status climb_count(climber *c, uint64_t *regions, const crease_options *how,
                                 crease_error *error)
{
    // A limit keeps the walk in this thread: to start another takes longer than most walks.
    crease_options options = *how;
    options.max_regions = UINT64_MAX;
    crease_linear_counts linear;
    crease_status status;
    climb_set(c, c->number);
    if (c->how->maximize == CREASE_LINEAR_REGIONS)
        status = crease_count_linear(&c->counts, &linear, c->net, c->domain, &options, error);
    else
        status = crease_walk(&c->counts, c->net, c->domain, &options, NULL, error);
    *regions = c->how->maximize == CREASE_LINEAR_REGIONS ? linear.linear_regions
                                                         : c->counts.activation_regions;
    return status;
}

// The first step counts the network as it is; another changes it and counts. *regions is what was
// counted, and c->number that network, until climb_settle.
static crease_status climb_step(climber *c, uint64_t *regions, int first,
                                const crease_options *options, crease_error *error)
{
    memcpy(c->before, c->number, c->numbers * sizeof *c->number);
    if (!first)
        change(c);
    return climb_count(c, regions, options, error);
}

// Keeps the step, or goes back if it is worse.
static void climb_settle(climber *c, uint64_t regions)
{
    // A loss of one is taken once in 16 times, of two once in 256, ...: many plateaus have no
    // way up.
    uint64_t loss = 0;
    while (random_below(&c->random, 16) == 0)
        loss++;
    if (regions + loss >= c->regions)
        c->regions = regions;
    else
        memcpy(c->number, c->before, c->numbers * sizeof *c->number);
}

// ---- All climbs ----

enum { RANGE = 16, CLIMBS = 16, STEPS = 10000 };

// What all climbers share. Climbs count from 0 here.
typedef struct {
    search_options how; // no defaults left
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

// The order of search_result. Once a climb reaches the goal, those after it would
// not have been: what they found does not count.
static int is_better(const search *s, uint64_t regions, uint64_t climb)
{
    if (!s->number || reaches(s, regions) != reaches(s, s->regions))
        return !s->number || reaches(s, regions);
    if (!reaches(s, regions) && regions != s->regions)
        return regions > s->regions;
    return climb < s->climb;
}

static void search_offer(search *s, const climber *c, uint64_t regions, uint64_t index,
                         uint64_t step)
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
    if (climb_begin(c, s->how.seed, index, error))
        return CREASE_ERROR;
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
            search_offer(s, c, regions, index, step);
        }
        if (reaches(s, regions))
            return CREASE_NEGATIVE;
        climb_settle(c, regions);
    }
    return CREASE_OK;
}

static char *search_about(const search *s)
{
    char *architecture = widths_text(s->widths, s->count), *text;
    if (asprintf(&text,
                 "best of a search of %s: %" PRIu64 " %s regions over %s; activation %s, integer "
                 "weights from -%" PRIu64 " to %" PRIu64 "; seed %" PRIu64 ", climb %" PRIu64
                 ", step %" PRIu64,
                 architecture, s->regions,
                 s->how.maximize == CREASE_LINEAR_REGIONS ? "linear" : "activation",
                 crease_domain_text(s->domain), s->how.activation, s->how.weight_range,
                 s->how.weight_range, s->how.seed, s->climb + 1, s->step) < 0)
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
    net->about = search_about(s);
    net_finish(net);
    return net;
}

static search_result result_of(const search *s, crease_status status)
{
    search_result r = {.regions = s->regions,
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

static void set_defaults(search_options *how, const crease_options *options)
{
    how->activation = how->activation ? how->activation : "relu";
    how->weight_range = how->weight_range ? how->weight_range : RANGE;
    how->steps = how->steps ? how->steps : STEPS;
    if (!how->climbs)
        how->climbs = options->time_limit > 0 ? SIZE_MAX : CLIMBS;
}

static crease_status check_start(const search *s, crease_error *error)
{
    const crease_net *start = s->how.start;
    int fits = start->inputs == s->widths[0] && start->layers < s->count;
    for (size_t l = 0; l < start->layers && fits; l++) {
        const char *wanted = l + 2 < s->count ? "relu" : "linear";
        fits = start->layer[l].units <= s->widths[l + 1] &&
               !strcmp(start->layer[l].summary, wanted) && !strcmp(s->how.activation, "relu");
    }
    return fits
               ? CREASE_OK
               : error_set(error, "expected a relu network with the same inputs and no more layers "
                                  "and units than are searched");
}

static crease_status search_check(const search *s, crease_error *error)
{
    const char *where = "widths";
    activation act;
    crease_status status = widths_check(s->widths, s->count, error);
    if (status == CREASE_OK && s->count < 3)
        status = error_set(error, "expected a hidden layer, found none");
    if (status == CREASE_OK && s->how.weight_range > SEARCH_MAX_RANGE) {
        where = "weight_range";
        status = error_set(error, "expected a number from 1 to %d, found %" PRIu64,
                           SEARCH_MAX_RANGE, s->how.weight_range);
    }
    if (status == CREASE_OK) {
        where = "activation";
        status = activation_parse(&act, s->how.activation, error);
        if (status == CREASE_OK)
            activation_clear(&act);
    }
    if (status == CREASE_OK && s->how.start) {
        where = "start";
        status = check_start(s, error);
    }
    if (status)
        error_where(error, "%s", where);
    return status;
}

crease_status search_net(crease_net **net, search_result *result, const size_t *widths,
                         size_t count, const crease_domain *domain, const search_options *wanted,
                         const crease_options *options, crease_error *error)
{
    search s = {.how = wanted ? *wanted : (search_options){0},
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
    crease_status status = search_check(&s, error);
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
