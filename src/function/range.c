// Between which values a form of the outputs lies, and its mean.
//
// On conv(vertices) + cone(rays) an affine function is least at a vertex, unless it falls along a
// ray. A region that contains lines shows points and both directions of each line, and is their sum
// likewise.
#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "function/moments.h"
#include "geom/domain.h"
#include "walk/observer.h"
#include "walk/tasks.h"
#include <crease/function.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

typedef struct {
    crease_range *ranges; // borrowed, one for each form: extremes of what has been met
    const fmpq *forms;    // borrowed
    size_t count, outputs;
    const crease_domain *domain;
    int wants_moments;
    moments sums; // for that
} ranging;

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

// ---- A stretch of the walk ----

// Where in a region the greatest or least value of a form is that beats what was known before.
typedef struct {
    int known, is_ray;
    size_t at; // number of the vertex, or of the ray along which there is no end of it
    fmpq_t value;
} corner;

enum { LEAST, GREATEST, SIDES };
static const int sign_of[SIDES] = {-1, 1};

typedef struct {
    crease_range *ranges;     // regions are numbered by themselves
    int (*improved)[SIDES];   // by this stretch; what others have is known too
    corner (*corners)[SIDES]; // of the present region
    output_forms forms;
    moments sums;
    int wants_moments;
    fmpq_t value;
} ranger;

static void *ranger_new(void *data)
{
    const ranging *search = data;
    ranger *g = memory_new(1, sizeof *g);
    g->wants_moments = search->wants_moments;
    g->ranges = memory_new(search->count, sizeof *g->ranges);
    g->improved = memory_new(search->count, sizeof *g->improved);
    g->corners = memory_new(search->count, sizeof *g->corners);
    for (size_t r = 0; r < search->count; r++) {
        crease_range_init(g->ranges + r, search->domain);
        for (int side = 0; side < SIDES; side++)
            fmpq_init(g->corners[r][side].value);
    }
    output_forms_init(&g->forms, search->forms, search->count, search->outputs,
                      search->domain->dimension);
    moments_init(&g->sums, search->count, search->domain->dimension);
    fmpq_init(g->value);
    return g;
}

static void ranger_free(void *data, void *portion)
{
    ranger *g = portion;
    (void)data;
    for (size_t r = 0; r < g->forms.count; r++) {
        crease_range_clear(g->ranges + r);
        for (int side = 0; side < SIDES; side++)
            fmpq_clear(g->corners[r][side].value);
    }
    free(g->ranges);
    free(g->improved);
    free(g->corners);
    fmpq_clear(g->value);
    moments_clear(&g->sums);
    output_forms_clear(&g->forms);
    free(g);
}

static size_t ranger_size(const void *portion)
{
    const ranger *g = portion;
    return g->forms.count * sizeof *g->ranges + long_sum_bytes(&g->sums.total);
}

// ---- Extremes ----

static crease_extreme *extreme_of(crease_range *range, int side)
{
    return side == LEAST ? &range->least : &range->greatest;
}

static int beats(const fmpq_t value, int side, int known, const fmpq_t than)
{
    return !known || sign_of[side] * fmpq_cmp(value, than) > 0;
}

static void offer_vertex(ranger *g, size_t r, size_t vertex, int side)
{
    const crease_extreme *extreme = extreme_of(g->ranges + r, side);
    corner *found = &g->corners[r][side];
    if (extreme->unbounded || found->is_ray ||
        !beats(g->value, side, extreme->known, extreme->value) ||
        !beats(g->value, side, found->known, found->value))
        return;
    fmpq_set(found->value, g->value);
    found->known = 1;
    found->at = vertex;
}

static void offer_ray(ranger *g, size_t r, size_t ray, int side)
{
    corner *found = &g->corners[r][side];
    if (extreme_of(g->ranges + r, side)->unbounded || found->is_ray ||
        sign_of[side] * fmpq_sgn(g->value) <= 0)
        return;
    found->known = found->is_ray = 1;
    found->at = ray;
}

// The slope of form r along a ray.
static void range_along(ranger *g, const crease_region *region, size_t r, size_t ray)
{
    const size_t columns = g->forms.columns;
    fmpq *direction = _fmpq_vec_init((slong)columns);
    crease_region_ray(direction, region, ray);
    fmpz *point = _fmpz_vec_init((slong)columns); // primitive: integers, and 0 as its weight
    for (size_t c = 0; c + 1 < columns; c++)
        fmpz_set(point + c, fmpq_numref(direction + c));
    output_forms_value(g->value, &g->forms, r, point);
    _fmpz_vec_clear(point, (slong)columns);
    _fmpq_vec_clear(direction, (slong)columns);
}

static void look_at(ranger *g, const crease_region *region, size_t r)
{
    for (int side = 0; side < SIDES; side++)
        g->corners[r][side].known = g->corners[r][side].is_ray = 0;
    for (size_t ray = 0; ray < crease_region_rays(region); ray++) {
        range_along(g, region, r, ray);
        for (int side = 0; side < SIDES; side++)
            offer_ray(g, r, ray, side);
    }
    for (size_t v = 0; v < crease_region_vertices(region) && !run_is_cancelled(); v++) {
        output_forms_value(g->value, &g->forms, r, region_vertex_row(region, v));
        for (int side = 0; side < SIDES; side++)
            offer_vertex(g, r, v, side);
    }
}

static void take_corner(ranger *g, const crease_region *region, size_t r, int side)
{
    crease_extreme *extreme = extreme_of(g->ranges + r, side);
    const corner *found = &g->corners[r][side];
    if (!found->known)
        return;
    g->improved[r][side] = extreme->known = 1;
    extreme->unbounded = found->is_ray;
    extreme->region = crease_region_id(region);
    crease_region_vertex(extreme->point, region, found->is_ray ? 0 : found->at);
    if (found->is_ray)
        crease_region_ray(extreme->direction, region, found->at);
    else
        fmpq_set(extreme->value, found->value);
}

// A region that is given up has changed nothing.
static crease_visit range_region(void *data, const crease_region *region)
{
    ranger *g = data;
    output_forms_take(&g->forms, region);
    for (size_t r = 0; r < g->forms.count; r++)
        look_at(g, region, r);
    if (g->wants_moments)
        moments_add(&g->sums, region, &g->forms);
    for (size_t r = 0; r < g->forms.count && !run_is_cancelled(); r++)
        for (int side = 0; side < SIDES; side++)
            take_corner(g, region, r, side);
    return CREASE_GO;
}

// ---- One stretch after the other ----

// The first of equals stays. The stretch knows of both afterwards.
static void take_extreme(crease_extreme *all, crease_extreme *of, int improved, int side,
                         uint64_t first)
{
    if (improved && !all->unbounded &&
        (of->unbounded || beats(of->value, side, all->known, all->value))) {
        const crease_extreme old = *all;
        *all = *of;
        *of = old;
        all->region += first;
    }
    of->known = all->known;
    of->unbounded = all->unbounded;
    fmpq_set(of->value, all->value);
}

static crease_visit deliver_ranges(void *data, void *portion, uint64_t first, uint64_t regions)
{
    ranging *search = data;
    ranger *g = portion;
    (void)regions;
    for (size_t r = 0; r < search->count; r++)
        for (int side = 0; side < SIDES; side++) {
            take_extreme(extreme_of(search->ranges + r, side), extreme_of(g->ranges + r, side),
                         g->improved[r][side], side, first);
            g->improved[r][side] = 0;
        }
    if (search->wants_moments)
        long_sum_append(&search->sums.total, &g->sums.total);
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_extreme(crease_extreme *of, size_t dimension, pack *p)
{
    of->known = (int)pack_word(p, (uint64_t)of->known);
    of->unbounded = (int)pack_word(p, (uint64_t)of->unbounded);
    of->region = pack_word(p, of->region);
    pack_rationals(p, of->value, 1);
    pack_rationals(p, of->point, dimension);
    pack_rationals(p, of->direction, dimension);
}

static void pack_ranger(void *data, void *portion, pack *p)
{
    const ranging *search = data;
    ranger *g = portion;
    for (size_t r = 0; r < search->count; r++)
        for (int side = 0; side < SIDES; side++) {
            g->improved[r][side] = (int)pack_word(p, (uint64_t)g->improved[r][side]);
            pack_extreme(extreme_of(g->ranges + r, side), search->domain->dimension, p);
        }
    if (search->wants_moments)
        long_sum_pack(&g->sums.total, p);
}

static void join_rangers(void *data, void *all, void *next, uint64_t first)
{
    const ranging *search = data;
    ranger *g = all, *h = next;
    for (size_t r = 0; r < search->count; r++)
        for (int side = 0; side < SIDES; side++) {
            g->improved[r][side] |= h->improved[r][side];
            take_extreme(extreme_of(g->ranges + r, side), extreme_of(h->ranges + r, side),
                         h->improved[r][side], side, first);
        }
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
    ranging of = {.ranges = ranges,
                  .forms = forms,
                  .count = count,
                  .outputs = crease_net_outputs(net),
                  .domain = domain,
                  .wants_moments = wants_moments};
    moments_init(&of.sums, count, domain->dimension);
    const walk_observer observer = {.data = &of,
                                    .visitor = {.wants_maps = 1, .region = range_region},
                                    .open = ranger_new,
                                    .close = ranger_free,
                                    .size = ranger_size,
                                    .deliver = deliver_ranges,
                                    .pack = pack_ranger,
                                    .join = join_rangers};
    const crease_status status = walk_observe(counts, net, domain, options, &observer, error);
    const int finished = wants_moments && status == CREASE_OK && walk_has_results(options);
    for (size_t r = 0; r < count && finished; r++) {
        ranges[r].has_moments = 1;
        moments_finish(ranges[r].mean, ranges[r].variance, &of.sums, r);
    }
    moments_clear(&of.sums);
    return status;
}
