// Between which values a form of the outputs lies, and its mean.
//
// On conv(vertices) + cone(rays) an affine function is least at a vertex, unless it falls along a
// ray. A region that contains lines shows points and both directions of each line, and is their sum
// likewise. A local search comes first; then bounds leave out cells where a form is nowhere better
// than what is known.
#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "function/climb.h"
#include "function/property.h"
#include "lp/query.h"
#include "regions/moments.h"
#include "tree/relax.h"
#include "walk/mode.h"
#include "walk/tasks.h"
#include <crease/function.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST, GREATEST, SIDES };
static const int sign_of[SIDES] = {-1, 1};

// Extremes are in one array: of each form the least and the greatest.
typedef struct {
    crease_extreme *best;  // of what has been met
    crease_extreme *start; // what the local search has found
    const fmpq *forms;     // borrowed
    size_t count, extremes, outputs;
    const crease_domain *domain;
    bool wants_moments, rounds_moments;
    bool is_uncertain;    // moments are not certain enough to be rounded
    moments sums;         // for that
    double error;         // of the moments of each cell that is borne (regions/moments.h)
    rounded_net *rounded; // on the domain; NULL: no bounds
} range_search;

// A buffer. It uses only its own regions and the local search, so that the regions that it leaves
// out do not depend on other threads.
typedef struct {
    crease_extreme *best, *candidate; // of what has been met, and of the present region if better
    int *improved;                    // since it was delivered
    relaxation relaxed;
    output_form *excess; // by extreme, how much the form is better than the best
    bool has_bounds;
    const range_search *search;
    size_t extremes, dimension;
    output_forms forms;
    ball *best_ball;     // the values of `best`
    double *excess_form; // scratch: 2 (d + 1)
    moments sums;
    bool wants_moments;
    fmpq_t value;
} ranger;

static void extreme_init(crease_extreme *extreme, size_t dimension)
{
    *extreme = (crease_extreme){.point = _fmpq_vec_init((slong)dimension),
                                .direction = _fmpq_vec_init((slong)dimension)};
    fmpq_init(extreme->value);
}

static void extreme_clear(crease_extreme *extreme, size_t dimension)
{
    fmpq_clear(extreme->value);
    _fmpq_vec_clear(extreme->point, (slong)dimension);
    _fmpq_vec_clear(extreme->direction, (slong)dimension);
}

static crease_extreme *extremes_new(size_t count, size_t dimension)
{
    crease_extreme *extremes = memory_new(count, sizeof *extremes);
    for (size_t e = 0; e < count; e++)
        extreme_init(extremes + e, dimension);
    return extremes;
}

static void extremes_free(crease_extreme *extremes, size_t count, size_t dimension)
{
    for (size_t e = 0; e < count; e++)
        extreme_clear(extremes + e, dimension);
    free(extremes);
}

static void extremes_swap(crease_extreme *a, crease_extreme *b)
{
    const crease_extreme old = *a;
    *a = *b;
    *b = old;
}

void crease_range_init(crease_range *range, const crease_domain *domain)
{
    *range = (crease_range){.dimension = domain->dimension};
    extreme_init(&range->least, range->dimension);
    extreme_init(&range->greatest, range->dimension);
    fmpq_init(range->mean);
    fmpq_init(range->variance);
}

void crease_range_clear(crease_range *range)
{
    extreme_clear(&range->least, range->dimension);
    extreme_clear(&range->greatest, range->dimension);
    fmpq_clear(range->mean);
    fmpq_clear(range->variance);
}

static void extreme_set_value(crease_extreme *extreme, const crease_extreme *from, size_t dimension)
{
    extreme->known = from->known;
    fmpq_set(extreme->value, from->value);
    rational_copy(extreme->point, from->point, dimension);
}

// The form times the sign of the extreme, without its constant.
static output_form excess_new(arena *memory, const range_search *search, size_t e)
{
    ASSERT(e < search->extremes);
    const fmpq *form = search->forms + e / SIDES * (search->outputs + 1);
    double *factor = arena_new(memory, search->outputs, sizeof *factor);
    size_t *output = arena_new(memory, search->outputs, sizeof *output), count = 0;
    for (size_t o = 0; o < search->outputs; o++)
        if (!fmpq_is_zero(form + o)) {
            factor[count] = sign_of[e % SIDES] * rational_double(form + o);
            output[count++] = o;
        }
    return (output_form){.count = count, .output = output, .factor = factor};
}

static void excess_set(output_form *excess, const range_search *search, size_t e,
                       const crease_extreme *best)
{
    ASSERT(e < search->extremes);
    fmpq_t constant;
    fmpq_init(constant);
    fmpq_sub(constant, search->forms + e / SIDES * (search->outputs + 1) + search->outputs,
             best->value);
    excess->constant = sign_of[e % SIDES] * rational_double(constant);
    fmpq_clear(constant);
}

// The best value as a ball, for is_surpassed.
static void note_best(ranger *g, size_t e)
{
    fmpq_t value; // GCC 12 takes a field of crease_extreme for shorter than it is
    *value = *g->best[e].value;
    g->best_ball[e] = ball_of_rational(value);
}

static void ranger_begin_bounds(ranger *g, const range_search *search)
{
    g->has_bounds = true;
    relaxation_init(&g->relaxed, search->rounded);
    g->excess = arena_new(&g->relaxed.memory, g->extremes, sizeof *g->excess);
    for (size_t e = 0; e < g->extremes; e++) {
        g->excess[e] = excess_new(&g->relaxed.memory, search, e);
        excess_set(g->excess + e, search, e, g->best + e);
    }
}

static void *ranger_new(void *data)
{
    const range_search *search = data;
    ranger *g = memory_new(1, sizeof *g);
    g->search = search;
    g->wants_moments = search->wants_moments;
    g->extremes = search->extremes;
    g->dimension = search->domain->dimension;
    g->best = extremes_new(g->extremes, g->dimension);
    g->candidate = extremes_new(g->extremes, g->dimension);
    g->best_ball = memory_new(g->extremes + 1, sizeof *g->best_ball);
    g->excess_form = memory_new(2 * (g->dimension + 1), sizeof *g->excess_form);
    for (size_t e = 0; e < g->extremes; e++) {
        extreme_set_value(g->best + e, search->start + e, g->dimension);
        note_best(g, e);
    }
    g->improved = memory_new(g->extremes, sizeof *g->improved);
    output_forms_init(&g->forms, search->forms, search->count, search->outputs, g->dimension);
    moments_init(&g->sums, search->count, g->dimension, search->rounds_moments, search->error);
    fmpq_init(g->value);
    if (search->rounded && !search->wants_moments)
        ranger_begin_bounds(g, search);
    return g;
}

static void ranger_free(void *data, void *buffer)
{
    ranger *g = buffer;
    (void)data;
    extremes_free(g->best, g->extremes, g->dimension);
    extremes_free(g->candidate, g->extremes, g->dimension);
    free(g->improved);
    free(g->best_ball);
    free(g->excess_form);
    fmpq_clear(g->value);
    moments_clear(&g->sums);
    output_forms_clear(&g->forms);
    if (g->has_bounds)
        relaxation_clear(&g->relaxed);
    free(g);
}

static size_t ranger_size(const void *buffer)
{
    const ranger *g = buffer;
    return g->extremes * 2 * sizeof *g->best + long_sum_bytes(&g->sums.total) + g->relaxed.bytes;
}

// ---- A region ----

static bool beats(const fmpq_t value, int side, const crease_extreme *than)
{
    ASSERT(side == LEAST || side == GREATEST);
    return !than->known || (!than->unbounded && sign_of[side] * fmpq_cmp(value, than->value) > 0);
}

// Whether g->value is better than all before; the caller sets the point.
static crease_extreme *offer_value(ranger *g, size_t e)
{
    ASSERT(e < g->extremes);
    crease_extreme *candidate = g->candidate + e;
    if (!beats(g->value, e % SIDES, g->best + e) || !beats(g->value, e % SIDES, candidate))
        return NULL;
    fmpq_set(candidate->value, g->value);
    candidate->known = 1;
    return candidate;
}

// The slope of a form along a ray.
static void range_along(ranger *g, const crease_region *region, size_t e, size_t ray)
{
    ASSERT(e < g->extremes);
    const size_t columns = g->forms.columns;
    crease_extreme *candidate = g->candidate + e;
    fmpq *direction = _fmpq_vec_init((slong)columns);
    crease_region_ray(direction, region, ray);
    fmpz *point = _fmpz_vec_init((slong)columns); // primitive: integers, and 0 as its weight
    for (size_t c = 0; c + 1 < columns; c++)
        fmpz_set(point + c, fmpq_numref(direction + c));
    output_forms_value(g->value, &g->forms, e / SIDES, point);
    if (!candidate->unbounded && sign_of[e % SIDES] * fmpq_sgn(g->value) > 0) {
        candidate->known = candidate->unbounded = true;
        crease_region_vertex(candidate->point, region, 0);
        rational_copy(candidate->direction, direction, columns - 1);
    }
    _fmpz_vec_clear(point, (slong)columns);
    _fmpq_vec_clear(direction, (slong)columns);
}

// Whether balls show that a form is not better at a vertex than what is known.
static bool vertex_is_surpassed(const ranger *g, const crease_region *region, size_t e, size_t v)
{
    ASSERT(e < g->extremes);
    const size_t columns = g->forms.columns;
    const ball *row = g->forms.ball_row + e / SIDES * columns;
    const ball *x = g->best[e].known ? region_vertex_balls(region, v) : NULL;
    if (!x)
        return false;
    ball excess = ball_subtract(row[columns - 1], g->best_ball[e]);
    for (size_t c = 0; c + 1 < columns; c++)
        excess = ball_add(excess, ball_multiply(row[c], x[c]));
    return ball_high(sign_of[e % SIDES] < 0 ? ball_negate(excess) : excess) < 0;
}

static void range_of_vertices(ranger *g, const crease_region *region, size_t e)
{
    for (size_t ray = 0; ray < crease_region_rays(region); ray++)
        range_along(g, region, e, ray);
    for (size_t v = 0; v < crease_region_vertices(region) && !run_is_cancelled(); v++) {
        if (vertex_is_surpassed(g, region, e, v))
            continue;
        output_forms_value(g->value, &g->forms, e / SIDES, region_vertex_row(region, v));
        crease_extreme *candidate = offer_value(g, e);
        if (candidate)
            crease_region_vertex(candidate->point, region, v);
    }
}

// Whether doubles show that a form is nowhere better than what is known.
static bool is_surpassed(ranger *g, const crease_region *region, size_t e)
{
    ASSERT(e < g->extremes);
    const crease_extreme *best = g->best + e;
    const size_t columns = g->forms.columns;
    const ball *row = g->forms.ball_row + e / SIDES * columns;
    double *form = g->excess_form, *error = form + columns, errors = 0;
    if (!best->known || best->unbounded)
        return best->unbounded;
    for (size_t c = 0; c < columns; c++) {
        const ball entry = c + 1 < columns ? row[c] : ball_subtract(row[c], g->best_ball[e]);
        form[c] = sign_of[e % SIDES] * entry.value.high;
        error[c] = ball_high(entry) - entry.value.high;
        error[c] = (error[c] + 2 * FILTER_UNIT * fabs(form[c])) * FILTER_ENLARGE;
        errors += error[c];
    }
    return errors < INFINITY &&
           truth_on_cell(region_space(region), region->cell, form, NULL) == TRUTH_NEVER;
}

// By a linear program; returns 0 if the vertices are to be asked.
static bool range_by_program(ranger *g, const crease_region *region, size_t e)
{
    ASSERT(e < g->extremes);
    const size_t columns = g->forms.columns, r = e / SIDES;
    program_optimum most;
    output_forms_need_exact(&g->forms);
    program_optimum_init(&most, g->dimension);
    const cell_answer answer =
        cell_maximise(&most, region_canonical(region), region_space(region),
                      fmpz_mat_entry(g->forms.whole, (slong)r, 0), sign_of[e % SIDES]);
    if (answer == CELL_ANSWERED && most.unbounded) {
        g->candidate[e].known = g->candidate[e].unbounded = true;
        crease_region_interior(g->candidate[e].point, region);
        for (size_t c = 0; c + 1 < columns; c++)
            fmpq_set_fmpz(g->candidate[e].direction + c, most.point + c);
    } else if (answer == CELL_ANSWERED) {
        output_forms_value(g->value, &g->forms, r, most.point);
        crease_extreme *candidate = offer_value(g, e);
        for (size_t c = 0; c + 1 < columns && candidate; c++)
            fmpq_set_fmpz_frac(candidate->point + c, most.point + c, most.point + columns - 1);
    }
    program_optimum_clear(&most, g->dimension);
    return answer != CELL_AT_CORNERS;
}

// A cancelled region has changed nothing.
static crease_visit range_region(void *data, const crease_region *region)
{
    ranger *g = data;
    output_forms_take(&g->forms, region);
    for (size_t e = 0; e < g->extremes; e++) {
        g->candidate[e].known = g->candidate[e].unbounded = false;
        if (!is_surpassed(g, region, e) && !range_by_program(g, region, e))
            range_of_vertices(g, region, e);
    }
    if (g->wants_moments)
        moments_add(&g->sums, region, &g->forms);
    for (size_t e = 0; e < g->extremes && !run_is_cancelled(); e++) {
        if (!g->candidate[e].known)
            continue;
        extremes_swap(g->best + e, g->candidate + e);
        note_best(g, e);
        g->improved[e] = 1;
        if (g->has_bounds && !g->best[e].unbounded)
            excess_set(g->excess + e, g->search, e, g->best + e);
    }
    return CREASE_GO;
}

// Whether bounds show that no form is better on the cell than what is known. If one may be, promise
// is by how much, in the scale of what is known.
static bool cell_is_surpassed(double *promise, ranger *g, geom_space *space, const geom_cell *cell)
{
    for (size_t e = 0; e < g->extremes; e++) {
        const crease_extreme *best = g->best + e;
        double range[2];
        if (!best->known)
            return false;
        if (best->unbounded)
            continue;
        relaxation_bounds(range, &g->relaxed, g->excess + e);
        if (range[1] >= 0 &&
            (range[0] >= 0 || truth_on_cell(space, cell, g->relaxed.form, NULL) != TRUTH_NEVER)) {
            *promise = range[1];
            return false;
        }
    }
    return true;
}

static walk_advice range_advise(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                                const unsigned char *open, double *promise)
{
    ranger *g = data;
    if (!g->has_bounds || relaxation_rests(&g->relaxed))
        return WALK_ENTER;
    const bool left_out =
        relaxation_enter(&g->relaxed, l, &pos->maps.layer[l].view, open, &pos->space, cell) &&
        cell_is_surpassed(promise, g, &pos->space, cell);
    relaxation_note(&g->relaxed, left_out);
    return left_out ? WALK_LEAVE_OUT : WALK_ENTER;
}

// ---- One buffer after the other ----

// Takes what the next buffer has improved; the first of equals stays.
static void take_extremes(crease_extreme *all, ranger *next)
{
    for (size_t e = 0; e < next->extremes; e++) {
        const crease_extreme *own = next->best + e;
        if (!next->improved[e] || all[e].unbounded ||
            (!own->unbounded && !beats(own->value, e % SIDES, all + e)))
            continue;
        extreme_set_value(all + e, own, next->dimension);
        all[e].unbounded = own->unbounded;
        rational_copy(all[e].direction, own->direction, next->dimension);
    }
}

static crease_visit deliver_ranges(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    range_search *search = data;
    ranger *g = buffer;
    (void)first, (void)regions;
    take_extremes(search->best, g);
    memset(g->improved, 0, g->extremes * sizeof *g->improved);
    if (search->wants_moments)
        moments_append(&search->sums, &g->sums);
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_ranger(void *data, void *buffer, pack *p)
{
    const range_search *search = data;
    ranger *g = buffer;
    for (size_t e = 0; e < g->extremes; e++) {
        crease_extreme *extreme = g->best + e;
        g->improved[e] = (int)pack_word(p, (uint64_t)g->improved[e]);
        extreme->known = (int)pack_word(p, (uint64_t)extreme->known);
        extreme->unbounded = (int)pack_word(p, (uint64_t)extreme->unbounded);
        pack_rationals(p, extreme->value, 1);
        pack_rationals(p, extreme->point, g->dimension);
        pack_rationals(p, extreme->direction, g->dimension);
        note_best(g, e);
    }
    if (search->wants_moments)
        moments_pack(&g->sums, p);
}

static void join_rangers(void *data, void *all, void *next, uint64_t first)
{
    const range_search *search = data;
    ranger *g = all, *h = next;
    (void)first;
    take_extremes(g->best, h);
    for (size_t e = 0; e < g->extremes; e++)
        g->improved[e] |= h->improved[e];
    if (search->wants_moments)
        moments_append(&g->sums, &h->sums);
}

// ---- The local search ----

static double goal_value(void *data, const double *u, const double *y)
{
    const output_form *form = data;
    double value = 0;
    (void)u;
    for (size_t i = 0; i < form->count; i++)
        value += form->factor[i] * y[form->output[i]];
    return value;
}

static void goal_slope(void *data, double *by_u, double *by_y)
{
    const output_form *form = data;
    (void)by_u;
    for (size_t i = 0; i < form->count; i++)
        by_y[form->output[i]] += form->factor[i];
}

static bool goes_on(void *data, const double *u)
{
    (void)data, (void)u;
    return false;
}

// The exact value of the form at a point.
static void start_at(crease_extreme *start, const range_search *search, size_t e,
                     const net_layer *coordinates, const crease_net *net, const double *point)
{
    ASSERT(e < search->extremes);
    const size_t d = coordinates->inputs;
    const fmpq *form = search->forms + e / SIDES * (search->outputs + 1);
    fmpq *x = _fmpq_vec_init((slong)coordinates->units),
         *y = _fmpq_vec_init((slong)search->outputs);
    for (size_t c = 0; c < d; c++)
        rational_set_double(start->point + c, point[c]);
    net_layer_evaluate(x, coordinates, start->point);
    crease_net_evaluate(y, net, x);
    fmpq_set(start->value, form + search->outputs);
    for (size_t o = 0; o < search->outputs; o++)
        fmpq_addmul(start->value, form + o, y + o);
    start->known = !run_is_cancelled();
    _fmpq_vec_clear(x, (slong)coordinates->units);
    _fmpq_vec_clear(y, (slong)search->outputs);
}

// In a box: a point for each extreme.
static void search_starts(range_search *search, const crease_net *net)
{
    static const double WORK = 2e7;
    const crease_domain *domain = search->domain;
    const size_t d = domain->dimension;
    double *low = memory_new(3 * d, sizeof *low), *high = low + d, *best = high + d;
    arena memory;
    net_layer coordinates;
    arena_init(&memory);
    net_layer_init_affine(&coordinates, domain->parametrization, d, domain->inputs);
    const bool is_box = domain->is_box && climb_box(low, high, domain->lo, domain->hi, d);
    for (size_t e = 0; e < search->extremes && is_box && !run_is_cancelled(); e++) {
        output_form form = excess_new(&memory, search, e);
        const climb_task task = {.net = search->rounded,
                                 .low = low,
                                 .high = high,
                                 .value = goal_value,
                                 .slope = goal_slope,
                                 .reached = goes_on,
                                 .data = &form};
        climb_search(best, &task, WORK / (double)search->extremes);
        start_at(search->start + e, search, e, &coordinates, net, best);
        extreme_set_value(search->best + e, search->start + e, d);
    }
    net_layer_clear(&coordinates);
    arena_clear(&memory);
    free(low);
}

// ---- All of it ----

// About; 0 of other domains.
static double box_volume(const crease_domain *domain)
{
    double volume = domain->is_box && !domain->inequalities;
    fmpq_t width;
    fmpq_init(width);
    for (size_t c = 0; c < domain->dimension && volume > 0; c++) {
        fmpq_sub(width, domain->hi + c, domain->lo + c);
        volume *= rational_double(width);
    }
    fmpq_clear(width);
    return volume;
}

static crease_status range_check(const crease_net *net, const crease_domain *domain,
                                 bool wants_moments, const crease_options *options,
                                 crease_error *error)
{
    if (domain->inputs != crease_net_inputs(net))
        return error_set(error, "expected a domain in R^%zu, the network's inputs, found R^%zu",
                         crease_net_inputs(net), domain->inputs);
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "a range is exact: arithmetic \"float\" has none");
    if (wants_moments && !crease_domain_is_bounded(domain))
        return error_set(error, "a mean is taken over a bounded domain, and this is %s",
                         domain->text);
    return CREASE_OK;
}

// Looks for extremes by doubles first, so that most regions are passed over, then walks the
// regions.
static crease_status range_walk(range_search *search, crease_counts *counts, const crease_net *net,
                                const crease_options *options, crease_error *error)
{
    const crease_domain *domain = search->domain;
    const walk_observer observer = {.data = search,
                                    .any_cells = !search->wants_moments,
                                    .visitor = {.region = range_region},
                                    .open = ranger_new,
                                    .close = ranger_free,
                                    .size = ranger_size,
                                    .deliver = deliver_ranges,
                                    .pack = pack_ranger,
                                    .join = join_rangers,
                                    .advise = range_advise};
    rounded_net base, own;
    rounded_net_init(&base, net, NULL, domain->inputs);
    if (domain->parametrization)
        rounded_net_init_on(&own, &base, domain->parametrization, domain->dimension);
    if (!options || options->arith != CREASE_EXACT) {
        run_limits limits; // of the search alone
        search->rounded = domain->parametrization ? &own : &base;
        run_limits_init(&limits, options);
        search_starts(search, net);
        run_limits_end(&limits, CREASE_OK, NULL);
    }
    const walk_mode mode = {.base = &base, .observer = &observer};
    const crease_status status = walk_in_mode(counts, net, domain, &mode, options, error);
    if (domain->parametrization)
        rounded_net_clear(&own);
    rounded_net_clear(&base);
    return status;
}

static crease_status range_once(crease_range *ranges, crease_counts *counts, const crease_net *net,
                                range_search *search, const crease_options *options,
                                crease_error *error)
{
    const crease_domain *domain = search->domain;
    search->best = extremes_new(search->extremes, domain->dimension);
    search->start = extremes_new(search->extremes, domain->dimension);
    moments_init(&search->sums, search->count, domain->dimension, search->rounds_moments, 0);
    const crease_status status = range_walk(search, counts, net, options, error);
    const bool finished = search->wants_moments && status == CREASE_OK && walk_has_results(options);
    search->is_uncertain = false;
    for (size_t r = 0; r < search->count; r++) {
        extremes_swap(&ranges[r].least, search->best + r * SIDES + LEAST);
        extremes_swap(&ranges[r].greatest, search->best + r * SIDES + GREATEST);
        ranges[r].has_moments = finished;
        ranges[r].moments_are_rounded = finished && search->rounds_moments;
        if (finished &&
            !moments_finish(ranges[r].mean, ranges[r].variance, &search->sums, r, domain))
            search->is_uncertain = true;
    }
    extremes_free(search->best, search->extremes, domain->dimension);
    extremes_free(search->start, search->extremes, domain->dimension);
    moments_clear(&search->sums);
    return status;
}

crease_status crease_ranges(crease_range *ranges, crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *forms, size_t count,
                            crease_moments how, const crease_options *options, crease_error *error)
{
    static const double BORNE = 0x1p-66; // of the volume of a box
    const bool wants_moments = how != CREASE_MOMENTS_NONE;
    if (range_check(net, domain, wants_moments, options, error))
        return CREASE_ERROR;
    // The results of tasks are kept, so they are computed in one way.
    const bool in_tasks = options && options->folder;
    range_search search = {.forms = forms,
                           .count = count,
                           .extremes = SIDES * count,
                           .outputs = crease_net_outputs(net),
                           .domain = domain,
                           .wants_moments = wants_moments,
                           .rounds_moments = how == CREASE_MOMENTS_ROUNDED && !in_tasks};
    if (search.rounds_moments)
        search.error = BORNE * box_volume(domain);
    crease_status status = range_once(ranges, counts, net, &search, options, error);
    if (search.is_uncertain && search.error > 0) {
        search.error = 0;
        status = range_once(ranges, counts, net, &search, options, error);
    }
    if (search.is_uncertain) {
        search.rounds_moments = false;
        status = range_once(ranges, counts, net, &search, options, error);
    }
    return status;
}
