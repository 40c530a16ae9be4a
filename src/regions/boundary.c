// How much boundary there is inside a bounded domain.
//
// Nearly every point of the activation boundary lies on facets of exactly two regions, so its
// volume is half the sum over all regions of their facets on creases. Of the function boundary,
// splits measure their parts where maps differ, see facet_matching.c.
#include <crease/regions.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/enclosed_sum.h"
#include "exact/row_table.h"
#include "geom/domain.h"
#include "regions/facet_matching.h"
#include "walk/observer.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

enum { DIGITS = 12, MOST_DIGITS = 1000000 };

void crease_boundary_init(crease_boundary *boundary)
{
    *boundary = (crease_boundary){0};
    fmpq_init(boundary->volume);
    crease_enclosure *of[] = {&boundary->activation, &boundary->activation_density,
                              &boundary->function, &boundary->function_density};
    for (size_t i = 0; i < 4; i++) {
        fmpq_init(of[i]->lo);
        fmpq_init(of[i]->hi);
    }
}

void crease_boundary_clear(crease_boundary *boundary)
{
    fmpq_clear(boundary->volume);
    crease_enclosure *of[] = {&boundary->activation, &boundary->activation_density,
                              &boundary->function, &boundary->function_density};
    for (size_t i = 0; i < 4; i++) {
        fmpq_clear(of[i]->lo);
        fmpq_clear(of[i]->hi);
    }
}

// What is to be measured, and the sums so far.
typedef struct stretch stretch;
typedef struct {
    size_t dimension, entries; // entries: of an output map
    int wants_function;
    unsigned digits;
    enclosed_sum activation, function; // activation: every facet, so twice
    stretch *all;
} measurement;

// A part of the walk, or all of it.
struct stretch {
    const measurement *of;
    enclosed_sum activation, function;
    fmpq_t volume, term;
    uint64_t regions;
    row_table maps;
    fmpz *map; // one
    facet_matching matching;
};

static void *boundary_open(void *data)
{
    const measurement *m = data;
    stretch *part = memory_new(1, sizeof *part);
    part->of = m;
    enclosed_sum_init(&part->activation, m->digits);
    enclosed_sum_init(&part->function, m->digits);
    fmpq_init(part->volume);
    fmpq_init(part->term);
    row_table_init(&part->maps);
    part->map = _fmpz_vec_init((slong)m->entries);
    return part;
}

static void boundary_close(void *data, void *portion)
{
    stretch *part = portion;
    (void)data;
    enclosed_sum_clear(&part->activation);
    enclosed_sum_clear(&part->function);
    fmpq_clear(part->volume);
    fmpq_clear(part->term);
    row_table_clear(&part->maps);
    _fmpz_vec_clear(part->map, (slong)part->of->entries);
    facet_matching_clear(&part->matching);
    free(part);
}

static void measurement_init(measurement *m, const crease_net *net, size_t dimension,
                             int wants_function, unsigned digits)
{
    *m = (measurement){.dimension = dimension,
                       .wants_function = wants_function,
                       .digits = digits,
                       .entries = crease_net_outputs(net) * (dimension + 1)};
    enclosed_sum_init(&m->activation, digits);
    enclosed_sum_init(&m->function, digits);
    m->all = boundary_open(m);
}

static void measurement_clear(measurement *m)
{
    enclosed_sum_clear(&m->activation);
    enclosed_sum_clear(&m->function);
    boundary_close(NULL, m->all);
}

static size_t boundary_size(const void *portion)
{
    const stretch *part = portion;
    return part->maps.used + facet_matching_bytes(&part->matching);
}

// ---- facets ----

// The squared length of an edge with finite ends.
static void edge_square(fmpq_t square, const region_edge *edge)
{
    fmpz_t step, sum;
    fmpz_init(step);
    fmpz_init(sum);
    for (int c = 0; c < 2; c++) {
        fmpz_mul(step, edge->from + c, edge->to + 2);
        fmpz_submul(step, edge->to + c, edge->from + 2);
        fmpz_addmul(sum, step, step);
    }
    fmpz_mul(step, edge->from + 2, edge->to + 2);
    fmpz_mul(step, step, step);
    fmpq_set_fmpz_frac(square, sum, step);
    fmpz_clear(step);
    fmpz_clear(sum);
}

static void measure_edges(stretch *part, const crease_region *region)
{
    for (size_t i = 0; i < region_edges(region); i++) {
        region_edge edge;
        region_edge_at(&edge, region, i);
        if (edge.origin.split == NO_SPLIT)
            continue;
        edge_square(part->term, &edge);
        enclosed_sum_add_root(&part->activation, part->term);
    }
}

static void measure_facets(stretch *part, const crease_region *region)
{
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        if (region_facet_origin(region, i)->split == NO_SPLIT)
            continue;
        if (part->of->dimension == 1)
            fmpq_one(part->term);
        else
            region_facet_square(part->term, region, i);
        enclosed_sum_add_root(&part->activation, part->term);
    }
}

// ---- the walk ----

static crease_visit boundary_split(void *data, const crease_split *split)
{
    stretch *part = data;
    if (part->of->wants_function)
        facet_matching_split(&part->matching, split);
    return CREASE_GO;
}

// The maps of the stretch are numbered by themselves.
static void boundary_match(stretch *part, const crease_region *region)
{
    region_integer_map(part->map, region);
    if (!run_is_cancelled())
        facet_matching_add(&part->matching, region, part->regions,
                           row_table_enter(&part->maps, part->map, part->of->entries));
}

static crease_visit boundary_region(void *data, const crease_region *region)
{
    stretch *part = data;
    if (part->of->dimension == 2)
        measure_edges(part, region);
    else
        measure_facets(part, region);
    crease_region_volume(part->term, region);
    fmpq_add(part->volume, part->volume, part->term);
    if (part->of->wants_function)
        boundary_match(part, region);
    part->regions++;
    return CREASE_GO;
}

// Adds what of a split lies between different maps.
static void measure_split(void *data, facet_matching *matching)
{
    stretch *part = data;
    facet_matching_square(part->term, matching, part->of->dimension);
    enclosed_sum_add_root(&part->function, part->term);
}

static void boundary_leave(void *data, const crease_split *split)
{
    stretch *part = data;
    if (part->of->wants_function)
        facet_matching_leave(&part->matching, split, measure_split, part);
}

// A walk that was stopped has measured nothing, so its last region may be unfinished.
static crease_visit boundary_deliver(void *data, void *portion, uint64_t first, uint64_t regions)
{
    measurement *m = data;
    stretch *all = m->all, *part = portion;
    uint64_t *map = row_table_append(&all->maps, &part->maps);
    facet_matching_append(&all->matching, &part->matching, first, map, measure_split, all);
    free(map);
    enclosed_sum_append(&m->activation, &part->activation);
    enclosed_sum_append(&m->function, &all->function);
    enclosed_sum_append(&m->function, &part->function);
    fmpq_add(all->volume, all->volume, part->volume);
    fmpq_zero(part->volume);
    all->regions += regions;
    part->regions = 0;
    return CREASE_GO;
}

// ---- the result ----

static void enclose(crease_boundary *boundary, const measurement *m)
{
    fmpq_t one, twice;
    fmpq_init(one);
    fmpq_init(twice);
    fmpq_one(one);
    fmpq_set_si(twice, 2, 1);
    fmpq_set(boundary->volume, m->all->volume);
    enclosed_sum_get(&boundary->activation, &m->activation, twice);
    fmpq_mul(twice, twice, m->all->volume);
    enclosed_sum_get(&boundary->activation_density, &m->activation, twice);
    boundary->has_function = m->wants_function;
    if (m->wants_function) {
        enclosed_sum_get(&boundary->function, &m->function, one);
        enclosed_sum_get(&boundary->function_density, &m->function, m->all->volume);
    }
    fmpq_clear(one);
    fmpq_clear(twice);
}

static crease_status boundary_check(const crease_domain *domain, unsigned digits,
                                    crease_error *error)
{
    if (domain->parametrization)
        return error_set(error, "expected a domain without a slice, found %s", domain->text);
    if (!crease_domain_is_bounded(domain))
        return error_set(error, "expected a bounded domain, found %s", domain->text);
    if (digits > MOST_DIGITS)
        return error_set(error, "expected at most %d digits, found %u", MOST_DIGITS, digits);
    return CREASE_OK;
}

static crease_status boundary_walk(crease_boundary *boundary, const crease_net *net,
                                   const crease_domain *domain, int wants_function, unsigned digits,
                                   const crease_options *options, crease_error *error)
{
    measurement m;
    crease_counts counts;
    measurement_init(&m, net, domain->dimension, wants_function, digits ? digits : DIGITS);
    crease_counts_init(&counts, net);
    const walk_observer observer = {
        .data = &m,
        .visitor = {.split = boundary_split, .region = boundary_region, .leave = boundary_leave},
        .open = boundary_open,
        .close = boundary_close,
        .size = boundary_size,
        .deliver = boundary_deliver};
    crease_status status = walk_observe(&counts, net, domain, options, &observer, error);
    boundary->regions = m.all->regions;
    if (status == CREASE_OK)
        enclose(boundary, &m);
    crease_counts_clear(&counts);
    measurement_clear(&m);
    return status;
}

crease_status crease_boundary_measure(crease_boundary *boundary, const crease_net *net,
                                      const crease_domain *domain, int wants_function,
                                      unsigned digits, const crease_options *options,
                                      crease_error *error)
{
    run_limits limits;
    run_limits_init(&limits, options);
    boundary->regions = 0;
    crease_status status = boundary_check(domain, digits, error);
    if (run_poll_now())
        status = CREASE_STOPPED;
    if (status == CREASE_OK)
        status = boundary_walk(boundary, net, domain, wants_function, digits, options, error);
    run_limits_clear(&limits);
    return status;
}
