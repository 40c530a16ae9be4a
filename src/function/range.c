// Between which values a form of the outputs lies, and its mean.
//
// On conv(vertices) + cone(rays) an affine function is least at a vertex, unless it falls along a
// ray. A region that contains lines shows points and both directions of each line, and is their sum
// likewise.
#include <crease/function.h>

#include "base/error.h"
#include "base/limits.h"
#include "function/forms.h"
#include "function/moments.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

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

// ---- Extremes ----

typedef struct {
    crease_range *ranges;
    output_forms forms;
    moments sums;
    int wants_moments;
    fmpq_t value;
} ranger;

// side: 1 for the greatest value, -1 for the least.
static int beats(const crease_extreme *extreme, const fmpq_t value, int side)
{
    return !extreme->known || side * fmpq_cmp(value, extreme->value) > 0;
}

static void offer_vertex(crease_extreme *extreme, const ranger *g, const crease_region *region,
                         size_t vertex, int side)
{
    if (extreme->unbounded || !beats(extreme, g->value, side))
        return;
    fmpq_set(extreme->value, g->value);
    crease_region_vertex(extreme->point, region, vertex);
    extreme->region = crease_region_id(region);
    extreme->known = 1;
}

static void offer_ray(crease_extreme *extreme, const ranger *g, const crease_region *region,
                      size_t ray, int side)
{
    if (extreme->unbounded || side * fmpq_sgn(g->value) <= 0)
        return;
    crease_region_vertex(extreme->point, region, 0);
    crease_region_ray(extreme->direction, region, ray);
    extreme->region = crease_region_id(region);
    extreme->known = extreme->unbounded = 1;
}

// The slope of form r along a ray.
static void slope_along(ranger *g, const crease_region *region, size_t r, size_t ray)
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

static void widen(ranger *g, const crease_region *region, size_t r)
{
    crease_range *range = g->ranges + r;
    for (size_t ray = 0; ray < crease_region_rays(region); ray++) {
        slope_along(g, region, r, ray);
        if (run_has_given_up())
            return;
        offer_ray(&range->least, g, region, ray, -1);
        offer_ray(&range->greatest, g, region, ray, 1);
    }
    for (size_t v = 0; v < crease_region_vertices(region); v++) {
        output_forms_value(g->value, &g->forms, r, region_vertex_row(region, v));
        if (run_has_given_up())
            return;
        offer_vertex(&range->least, g, region, v, -1);
        offer_vertex(&range->greatest, g, region, v, 1);
    }
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    ranger *g = data;
    output_forms_take(&g->forms, region);
    for (size_t r = 0; r < g->forms.count; r++)
        widen(g, region, r);
    if (g->wants_moments)
        moments_add(&g->sums, region, &g->forms);
    return CREASE_GO;
}

static crease_visit visit_split(void *data, const crease_split *split)
{
    (void)split;
    tree_sum_open(&((ranger *)data)->sums.total);
    return CREASE_GO;
}

static void visit_leave(void *data, const crease_split *split)
{
    (void)split;
    tree_sum_close(&((ranger *)data)->sums.total);
}

// ---- All of it ----

static crease_status check(const crease_domain *domain, int wants_moments,
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
    if (check(domain, wants_moments, options, error))
        return CREASE_ERROR;
    ranger g = {.ranges = ranges, .wants_moments = wants_moments};
    output_forms_init(&g.forms, forms, count, crease_net_outputs(net), domain->dimension);
    moments_init(&g.sums, count, domain->dimension);
    fmpq_init(g.value);
    const crease_visitor visitor = {.data = &g,
                                    .wants_maps = 1,
                                    .split = wants_moments ? visit_split : NULL,
                                    .region = visit_region,
                                    .leave = wants_moments ? visit_leave : NULL};
    const crease_status status = crease_walk(counts, net, domain, options, &visitor, error);
    for (size_t r = 0; r < count && wants_moments && status == CREASE_OK; r++) {
        ranges[r].has_moments = 1;
        moments_finish(ranges[r].mean, ranges[r].variance, &g.sums, r);
    }
    fmpq_clear(g.value);
    moments_clear(&g.sums);
    output_forms_clear(&g.forms);
    return status;
}
