// Between which values a form of the outputs lies, and its mean.
//
// On conv(vertices) + cone(rays) an affine function is least at a vertex, unless it falls along a
// ray. A region that contains lines shows points and both directions of each line, and is their sum
// likewise.
#include "function/ranging.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "exact/rational.h"
#include "function/forms.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <stdlib.h>

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

void range_init(crease_range *range, size_t dimension)
{
    *range = (crease_range){.dimension = dimension};
    extreme_init(&range->least, range->dimension);
    extreme_init(&range->greatest, range->dimension);
    fmpq_init(range->mean);
    fmpq_init(range->variance);
}

void crease_range_init(crease_range *range, const crease_domain *domain)
{
    range_init(range, domain->dimension);
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
        range_init(g->ranges + r, search->dimension);
        for (int side = 0; side < SIDES; side++)
            fmpq_init(g->corners[r][side].value);
    }
    output_forms_init(&g->forms, search->forms, search->count, search->outputs, search->dimension);
    moments_init(&g->sums, search->count, search->dimension);
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
    return g->forms.count * sizeof *g->ranges + tree_sum_bytes(&g->sums.total);
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

static void look_at(ranger *g, const crease_region *region, size_t r)
{
    for (int side = 0; side < SIDES; side++)
        g->corners[r][side].known = g->corners[r][side].is_ray = 0;
    for (size_t ray = 0; ray < crease_region_rays(region); ray++) {
        slope_along(g, region, r, ray);
        for (int side = 0; side < SIDES; side++)
            offer_ray(g, r, ray, side);
    }
    for (size_t v = 0; v < crease_region_vertices(region) && !run_has_given_up(); v++) {
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
static crease_visit visit_region(void *data, const crease_region *region)
{
    ranger *g = data;
    output_forms_take(&g->forms, region);
    for (size_t r = 0; r < g->forms.count; r++)
        look_at(g, region, r);
    if (g->wants_moments)
        moments_add(&g->sums, region, &g->forms);
    for (size_t r = 0; r < g->forms.count && !run_has_given_up(); r++)
        for (int side = 0; side < SIDES; side++)
            take_corner(g, region, r, side);
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

static crease_visit tell(void *data, void *portion, uint64_t first, uint64_t regions)
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
        tree_sum_append(&search->sums.total, &g->sums.total);
    return CREASE_GO;
}

// ---- What a record of unexplored work has to know ----

static crease_status save(void *data, FILE *to, crease_error *error)
{
    const ranging *search = data;
    const size_t d = search->dimension;
    (void)error;
    for (size_t r = 0; r < search->count; r++)
        for (int side = 0; side < SIDES; side++) {
            const crease_extreme *of = extreme_of(search->ranges + r, side);
            kept_put_count(to, "known", (uint64_t)of->known);
            kept_put_count(to, "unbounded", (uint64_t)of->unbounded);
            kept_put_count(to, "region", of->region);
            kept_put_rationals(to, "value", of->value, 1);
            kept_put_rationals(to, "point", of->point, d);
            kept_put_rationals(to, "direction", of->direction, d);
        }
    if (search->wants_moments)
        kept_put_sums(to, &search->sums.total);
    return CREASE_OK;
}

static crease_status take_kept(crease_extreme *of, size_t d, word_scanner *scan,
                               crease_error *error)
{
    uint64_t known, unbounded;
    if (kept_take_count(&known, scan, "known", 1, error) ||
        kept_take_count(&unbounded, scan, "unbounded", known, error) ||
        kept_take_count(&of->region, scan, "region", UINT64_MAX, error) ||
        kept_take_rationals(of->value, 1, scan, "value", error) ||
        kept_take_rationals(of->point, d, scan, "point", error))
        return CREASE_ERROR;
    of->known = (int)known;
    of->unbounded = (int)unbounded;
    return kept_take_rationals(of->direction, d, scan, "direction", error);
}

static crease_status take_all_kept(ranging *search, word_scanner *scan, crease_error *error)
{
    for (size_t r = 0; r < search->count; r++)
        for (int side = 0; side < SIDES; side++)
            if (take_kept(extreme_of(search->ranges + r, side), search->dimension, scan, error))
                return CREASE_ERROR;
    return search->wants_moments ? kept_take_sums(&search->sums.total, scan, error) : CREASE_OK;
}

static crease_status begin(void *data, const char *kept, size_t size, crease_error *error)
{
    word_scanner scan = kept_scanner(kept, size);
    return kept ? take_all_kept(data, &scan, error) : CREASE_OK;
}

// ---- Shares ----

void ranging_put_share(FILE *to, ranging *of)
{
    tree_sum_total(&of->sums.total); // splits that others end are none of it
    save(of, to, NULL);
}

crease_status ranging_take_share(ranging *of, uint64_t regions, word_scanner *scan,
                                 crease_error *error)
{
    if (take_all_kept(of, scan, error))
        return CREASE_ERROR;
    for (size_t r = 0; r < of->count; r++)
        for (int side = 0; side < SIDES; side++) {
            const crease_extreme *found = extreme_of(of->ranges + r, side);
            if (found->known != (regions > 0) || (found->known && found->region >= regions))
                return error_set(error, "expected extremes in one of %" PRIu64 " regions", regions);
        }
    if (of->wants_moments && fmpq_sgn(tree_sum_here(&of->sums.total)) != (regions > 0))
        return error_set(error, "expected the volume of %" PRIu64 " regions", regions);
    const word rest = word_next(scan);
    return rest.length ? word_refuse(error, scan, rest, NULL, "the end of the share") : CREASE_OK;
}

void ranging_append(ranging *all, ranging *next, uint64_t first)
{
    for (size_t r = 0; r < all->count; r++)
        for (int side = 0; side < SIDES; side++) {
            crease_extreme *of = extreme_of(next->ranges + r, side);
            take_extreme(extreme_of(all->ranges + r, side), of, of->known, side, first);
        }
    if (all->wants_moments)
        tree_sum_append(&all->sums.total, &next->sums.total);
}

// ---- All of it ----

void ranging_init(ranging *of, crease_range *ranges, const fmpq *forms, size_t count,
                  size_t outputs, size_t dimension, int wants_moments)
{
    *of = (ranging){.ranges = ranges,
                    .forms = forms,
                    .count = count,
                    .outputs = outputs,
                    .dimension = dimension,
                    .wants_moments = wants_moments};
    moments_init(&of->sums, count, dimension);
}

void ranging_clear(ranging *of)
{
    moments_clear(&of->sums);
}

char *ranging_work(const ranging *of)
{
    char *text, hash[SHA256_TEXT];
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    rational_print_row(stream, of->forms, of->count * (of->outputs + 1));
    fclose(stream);
    sha256_of(hash, text, size);
    free(text);
    return memory_format("%s-%s", of->wants_moments ? "range-and-mean" : "range", hash);
}

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

crease_status ranging_walk(ranging *of, crease_counts *counts, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           crease_error *error)
{
    if (check(domain, of->wants_moments, options, error))
        return CREASE_ERROR;
    char *work = ranging_work(of);
    const crease_listener listener = {.data = of,
                                      .visitor = {.wants_maps = 1,
                                                  .split = of->wants_moments ? visit_split : NULL,
                                                  .region = visit_region,
                                                  .leave = of->wants_moments ? visit_leave : NULL},
                                      .open = ranger_new,
                                      .close = ranger_free,
                                      .size = ranger_size,
                                      .tell = tell,
                                      .work = work,
                                      .begin = begin,
                                      .save = save};
    const crease_status status = crease_listen(counts, net, domain, options, &listener, error);
    free(work);
    return status;
}

void ranging_finish(ranging *of)
{
    for (size_t r = 0; r < of->count && of->wants_moments; r++) {
        of->ranges[r].has_moments = 1;
        moments_finish(of->ranges[r].mean, of->ranges[r].variance, &of->sums, r);
    }
}

crease_status crease_ranges(crease_range *ranges, crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *forms, size_t count,
                            int wants_moments, const crease_options *options, crease_error *error)
{
    if (options && options->parts)
        return error_set(error, "a range cannot be found in shares");
    ranging of;
    ranging_init(&of, ranges, forms, count, crease_net_outputs(net), domain->dimension,
                 wants_moments);
    const crease_status status = ranging_walk(&of, counts, net, domain, options, error);
    if (status == CREASE_OK)
        ranging_finish(&of);
    ranging_clear(&of);
    return status;
}
