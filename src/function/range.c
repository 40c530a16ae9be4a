// Between which values a form of the outputs lies, and its mean.
//
// On conv(vertices) + cone(rays) an affine function is least at a vertex, unless it falls along a
// ray. A region that contains lines shows points and both directions of each line, and is their sum
// likewise.
#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "function/property.h"
#include "lp/query.h"
#include "regions/moments.h"
#include "walk/observer.h"
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
    crease_extreme *best; // of what has been met
    const fmpq *forms;    // borrowed
    size_t count, extremes, outputs;
    const crease_domain *domain;
    int wants_moments;
    moments sums; // for that
} range_search;

// A buffer, whose regions are numbered by themselves.
typedef struct {
    crease_extreme *best, *found; // of what has been met, and of the present region if better
    int *improved;                // by this buffer; what others have is known too
    size_t extremes, dimension;
    output_forms forms;
    moments sums;
    int wants_moments;
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
    crease_extreme *made = memory_new(count, sizeof *made);
    for (size_t e = 0; e < count; e++)
        extreme_init(made + e, dimension);
    return made;
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

static void *ranger_new(void *data)
{
    const range_search *search = data;
    ranger *g = memory_new(1, sizeof *g);
    g->wants_moments = search->wants_moments;
    g->extremes = search->extremes;
    g->dimension = search->domain->dimension;
    g->best = extremes_new(g->extremes, g->dimension);
    g->found = extremes_new(g->extremes, g->dimension);
    g->improved = memory_new(g->extremes, sizeof *g->improved);
    output_forms_init(&g->forms, search->forms, search->count, search->outputs, g->dimension);
    moments_init(&g->sums, search->count, g->dimension);
    fmpq_init(g->value);
    return g;
}

static void ranger_free(void *data, void *buffer)
{
    ranger *g = buffer;
    (void)data;
    extremes_free(g->best, g->extremes, g->dimension);
    extremes_free(g->found, g->extremes, g->dimension);
    free(g->improved);
    fmpq_clear(g->value);
    moments_clear(&g->sums);
    output_forms_clear(&g->forms);
    free(g);
}

static size_t ranger_size(const void *buffer)
{
    const ranger *g = buffer;
    return g->extremes * 2 * sizeof *g->best + long_sum_bytes(&g->sums.total);
}

// ---- A region ----

static int beats(const fmpq_t value, int side, const crease_extreme *than)
{
    return !than->known || (!than->unbounded && sign_of[side] * fmpq_cmp(value, than->value) > 0);
}

// Whether g->value is better than all before; the caller sets the point.
static crease_extreme *offer_value(ranger *g, size_t e)
{
    crease_extreme *found = g->found + e;
    if (!beats(g->value, e % SIDES, g->best + e) || !beats(g->value, e % SIDES, found))
        return NULL;
    fmpq_set(found->value, g->value);
    found->known = 1;
    return found;
}

// The slope of a form along a ray.
static void range_along(ranger *g, const crease_region *region, size_t e, size_t ray)
{
    const size_t columns = g->forms.columns;
    crease_extreme *found = g->found + e;
    fmpq *direction = _fmpq_vec_init((slong)columns);
    crease_region_ray(direction, region, ray);
    fmpz *point = _fmpz_vec_init((slong)columns); // primitive: integers, and 0 as its weight
    for (size_t c = 0; c + 1 < columns; c++)
        fmpz_set(point + c, fmpq_numref(direction + c));
    output_forms_value(g->value, &g->forms, e / SIDES, point);
    if (!found->unbounded && sign_of[e % SIDES] * fmpq_sgn(g->value) > 0) {
        found->known = found->unbounded = 1;
        crease_region_vertex(found->point, region, 0);
        rational_copy(found->direction, direction, columns - 1);
    }
    _fmpz_vec_clear(point, (slong)columns);
    _fmpq_vec_clear(direction, (slong)columns);
}

static void range_of_vertices(ranger *g, const crease_region *region, size_t e)
{
    for (size_t ray = 0; ray < crease_region_rays(region); ray++)
        range_along(g, region, e, ray);
    for (size_t v = 0; v < crease_region_vertices(region) && !run_is_cancelled(); v++) {
        output_forms_value(g->value, &g->forms, e / SIDES, region_vertex_row(region, v));
        crease_extreme *found = offer_value(g, e);
        if (found)
            crease_region_vertex(found->point, region, v);
    }
}

// Whether doubles show that a form is nowhere better than what is known.
static int is_surpassed(const ranger *g, const crease_region *region, size_t e)
{
    const crease_extreme *best = g->best + e;
    const size_t columns = g->forms.columns;
    const fmpq *row = fmpq_mat_entry(g->forms.row, (slong)(e / SIDES), 0);
    if (!best->known || best->unbounded)
        return best->unbounded;
    double *form = memory_new(2 * columns, sizeof *form);
    fmpq_t rest;
    fmpq_init(rest);
    for (size_t c = 0; c < columns; c++) {
        fmpq_set(rest, row + c);
        if (c + 1 == columns)
            fmpq_sub(rest, rest, best->value);
        form[c] = sign_of[e % SIDES] * rational_double(rest);
        form[columns + c] = 2 * FILTER_UNIT * fabs(form[c]) + FILTER_TINY;
    }
    const int surpassed =
        truth_on_cell(region_space(region), region->cell, form, NULL) == TRUTH_NEVER;
    fmpq_clear(rest);
    free(form);
    return surpassed;
}

// A cell without vertices: a linear program.
static void range_by_program(ranger *g, const crease_region *region, size_t e)
{
    const size_t columns = g->forms.columns, r = e / SIDES;
    program_optimum most;
    program_optimum_init(&most, g->dimension);
    const int solved =
        program_maximise(&most, region_space(region), region_fresh(region)->dictionary,
                         fmpz_mat_entry(g->forms.whole, (slong)r, 0), sign_of[e % SIDES]);
    if (solved && most.unbounded) {
        g->found[e].known = g->found[e].unbounded = 1;
        crease_region_interior(g->found[e].point, region);
        for (size_t c = 0; c + 1 < columns; c++)
            fmpq_set_fmpz(g->found[e].direction + c, most.point + c);
    } else if (solved) {
        output_forms_value(g->value, &g->forms, r, most.point);
        crease_extreme *found = offer_value(g, e);
        for (size_t c = 0; c + 1 < columns && found; c++)
            fmpq_set_fmpz_frac(found->point + c, most.point + c, most.point + columns - 1);
    }
    program_optimum_clear(&most, g->dimension);
}

// A cancelled region has changed nothing.
static crease_visit range_region(void *data, const crease_region *region)
{
    ranger *g = data;
    output_forms_take(&g->forms, region);
    for (size_t e = 0; e < g->extremes; e++) {
        g->found[e].known = g->found[e].unbounded = 0;
        if (!is_surpassed(g, region, e))
            (region->cell->dictionary ? range_by_program : range_of_vertices)(g, region, e);
    }
    if (g->wants_moments)
        moments_add(&g->sums, region, &g->forms);
    for (size_t e = 0; e < g->extremes && !run_is_cancelled(); e++) {
        if (!g->found[e].known)
            continue;
        extremes_swap(g->best + e, g->found + e);
        g->best[e].region = crease_region_id(region);
        g->improved[e] = 1;
    }
    return CREASE_GO;
}

// ---- One buffer after the other ----

// Takes what the next buffer has improved; the first of equals stays. The buffer goes on with what
// is known then.
static void take_extremes(crease_extreme *all, ranger *next, uint64_t first)
{
    for (size_t e = 0; e < next->extremes; e++) {
        crease_extreme *own = next->best + e;
        if (next->improved[e] && !all[e].unbounded &&
            (own->unbounded || beats(own->value, e % SIDES, all + e))) {
            extremes_swap(all + e, own);
            all[e].region += first;
        }
        own->known = all[e].known;
        own->unbounded = all[e].unbounded;
        fmpq_set(own->value, all[e].value);
    }
}

static crease_visit deliver_ranges(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    range_search *search = data;
    ranger *g = buffer;
    (void)regions;
    take_extremes(search->best, g, first);
    memset(g->improved, 0, g->extremes * sizeof *g->improved);
    if (search->wants_moments)
        long_sum_append(&search->sums.total, &g->sums.total);
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_ranger(void *data, void *buffer, pack *p)
{
    const range_search *search = data;
    ranger *g = buffer;
    for (size_t e = 0; e < g->extremes; e++) {
        crease_extreme *of = g->best + e;
        g->improved[e] = (int)pack_word(p, (uint64_t)g->improved[e]);
        of->known = (int)pack_word(p, (uint64_t)of->known);
        of->unbounded = (int)pack_word(p, (uint64_t)of->unbounded);
        of->region = pack_word(p, of->region);
        pack_rationals(p, of->value, 1);
        pack_rationals(p, of->point, g->dimension);
        pack_rationals(p, of->direction, g->dimension);
    }
    if (search->wants_moments)
        long_sum_pack(&g->sums.total, p);
}

static void join_rangers(void *data, void *all, void *next, uint64_t first)
{
    const range_search *search = data;
    ranger *g = all, *h = next;
    take_extremes(g->best, h, first);
    for (size_t e = 0; e < g->extremes; e++)
        g->improved[e] |= h->improved[e];
    if (search->wants_moments)
        long_sum_append(&g->sums.total, &h->sums.total);
}

// ---- All of it ----

static crease_status range_check(const crease_domain *domain, int wants_moments,
                                 const crease_options *options, crease_error *error)
{
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "a range is exact: arithmetic \"float\" has none");
    if (wants_moments && !crease_domain_is_bounded(domain))
        return error_set(error, "a mean is taken over a bounded domain, and this is %s",
                         domain->text);
    return CREASE_OK;
}

crease_status crease_ranges(crease_range *ranges, crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *forms, size_t count,
                            int wants_moments, const crease_options *options, crease_error *error)
{
    if (range_check(domain, wants_moments, options, error))
        return CREASE_ERROR;
    range_search search = {.best = extremes_new(SIDES * count, domain->dimension),
                           .forms = forms,
                           .count = count,
                           .extremes = SIDES * count,
                           .outputs = crease_net_outputs(net),
                           .domain = domain,
                           .wants_moments = wants_moments};
    moments_init(&search.sums, count, domain->dimension);
    const walk_observer observer = {.data = &search,
                                    .any_cells = !wants_moments,
                                    .visitor = {.region = range_region},
                                    .open = ranger_new,
                                    .close = ranger_free,
                                    .size = ranger_size,
                                    .deliver = deliver_ranges,
                                    .pack = pack_ranger,
                                    .join = join_rangers};
    const crease_status status = walk_observe(counts, net, domain, options, &observer, error);
    const int finished = wants_moments && status == CREASE_OK && walk_has_results(options);
    for (size_t r = 0; r < count; r++) {
        extremes_swap(&ranges[r].least, search.best + r * SIDES + LEAST);
        extremes_swap(&ranges[r].greatest, search.best + r * SIDES + GREATEST);
        ranges[r].has_moments = finished;
        if (finished)
            moments_finish(ranges[r].mean, ranges[r].variance, &search.sums, r);
    }
    extremes_free(search.best, search.extremes, domain->dimension);
    moments_clear(&search.sums);
    return status;
}
