// How much boundary there is inside a bounded domain.
//
// Nearly every point of the activation boundary lies on facets of exactly two regions, so its
// volume is half the sum over all regions of their facets on creases. Each split measures its parts
// where maps differ, and their sum is the volume of the function boundary (facet_matching.c).
#include <crease/regions.h>

#include "base/error.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/enclosed_sum.h"
#include "exact/row_table.h"
#include "regions/facet_matching.h"
#include "walk/observer.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

enum { DIGITS = 12, MOST_DIGITS = 1000000 };

static void boundary_enclosures(crease_enclosure *enclosure[4], crease_boundary *boundary)
{
    enclosure[0] = &boundary->activation;
    enclosure[1] = &boundary->activation_density;
    enclosure[2] = &boundary->function;
    enclosure[3] = &boundary->function_density;
}

void crease_boundary_init(crease_boundary *boundary)
{
    crease_enclosure *enclosure[4];
    *boundary = (crease_boundary){0};
    boundary_enclosures(enclosure, boundary);
    fmpq_init(boundary->volume);
    for (size_t i = 0; i < 4; i++) {
        fmpq_init(enclosure[i]->lo);
        fmpq_init(enclosure[i]->hi);
    }
}

void crease_boundary_clear(crease_boundary *boundary)
{
    crease_enclosure *enclosure[4];
    boundary_enclosures(enclosure, boundary);
    fmpq_clear(boundary->volume);
    for (size_t i = 0; i < 4; i++) {
        fmpq_clear(enclosure[i]->lo);
        fmpq_clear(enclosure[i]->hi);
    }
}

typedef struct part part;

// The question, and the sums over the whole enumeration.
typedef struct {
    size_t dimension, entries; // entries: of an output map
    int wants_function;
    unsigned digits;
    part *all;
} measurement;

// The sums over a batch, or over all of them.
struct part {
    facet_matching matching; // first
    const measurement *whole;
    enclosed_sum activation, function; // activation: every facet, so twice
    fmpq_t volume, term;
    uint64_t regions;
    row_table maps;
    fmpz *map; // one
};

static void *boundary_open(void *data)
{
    const measurement *m = data;
    part *opened = memory_new(1, sizeof *opened);
    opened->whole = m;
    enclosed_sum_init(&opened->activation, m->digits);
    enclosed_sum_init(&opened->function, m->digits);
    fmpq_init(opened->volume);
    fmpq_init(opened->term);
    row_table_init(&opened->maps);
    opened->map = _fmpz_vec_init((slong)m->entries);
    return opened;
}

static void boundary_close(void *data, void *buffer)
{
    part *closed = buffer;
    (void)data;
    enclosed_sum_clear(&closed->activation);
    enclosed_sum_clear(&closed->function);
    fmpq_clear(closed->volume);
    fmpq_clear(closed->term);
    row_table_clear(&closed->maps);
    _fmpz_vec_clear(closed->map, (slong)closed->whole->entries);
    facet_matching_clear(&closed->matching);
    free(closed);
}

static size_t boundary_size(const void *buffer)
{
    const part *measured = buffer;
    return measured->maps.used + facet_matching_bytes(&measured->matching);
}

// ---- facets ----

static void measure_edges(part *measured, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    for (size_t i = 0; i < region_edges(region); i++) {
        region_edge edge;
        region_edge_at(&edge, region, i);
        if (edge.origin.split == NO_SPLIT)
            continue;
        plane_distance_square(measured->term, edge.start, edge.end);
        enclosed_sum_add_root(&measured->activation, measured->term);
    }
}

static void facet_square(fmpq_t square, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    facet_shape *shape = facet_shape_new(region, region_facet_plane(region, index).plane);
    facet_shapes_common(square, shape, NULL);
    facet_measure_square(square, shape);
    facet_shape_free(shape);
}

static void measure_facets(part *measured, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        if (region_facet_origin(region, i)->split == NO_SPLIT)
            continue;
        if (measured->whole->dimension == 1)
            fmpq_one(measured->term);
        else
            facet_square(measured->term, region, i);
        enclosed_sum_add_root(&measured->activation, measured->term);
    }
}

// ---- the walk ----

// The maps of a part are numbered by themselves.
static void boundary_match(part *measured, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_integer_map(measured->map, region);
    if (!run_is_cancelled())
        facet_matching_add(
            &measured->matching, region, measured->regions,
            row_table_enter(&measured->maps, measured->map, measured->whole->entries));
}

static crease_visit boundary_region(void *data, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    part *measured = data;
    if (measured->whole->dimension == 2)
        measure_edges(measured, region);
    else
        measure_facets(measured, region);
    crease_region_volume(measured->term, region);
    fmpq_add(measured->volume, measured->volume, measured->term);
    if (measured->whole->wants_function)
        boundary_match(measured, region);
    measured->regions++;
    return CREASE_GO;
}

// Adds the parts of a split between different maps.
static void measure_split(void *data, facet_matching *matching)
{
    part *measured = data;
    facet_matching_square(measured->term, matching, measured->whole->dimension);
    enclosed_sum_add_root(&measured->function, measured->term);
}

static void boundary_leave(void *data, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    facet_matching_leave(data, split, measure_split, data);
}

// A walk that was stopped has measured nothing, so its last region may be unfinished.
static crease_visit boundary_deliver(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    part *all = ((measurement *)data)->all, *next = buffer;
    uint64_t *map = row_table_append(&all->maps, &next->maps);
    facet_matching_append(&all->matching, &next->matching, first, map, measure_split, all);
    free(map);
    enclosed_sum_append(&all->activation, &next->activation);
    enclosed_sum_append(&all->function, &next->function);
    fmpq_add(all->volume, all->volume, next->volume);
    fmpq_zero(next->volume);
    all->regions += regions;
    next->regions = 0;
    return CREASE_GO;
}

// ---- the result ----

// Sums become enclosures. Each crease was met from both sides, the boundary of the function once.
static void enclose(crease_boundary *boundary, const part *all, bool has_function)
{
    fmpq_t one, twice;
    fmpq_init(one);
    fmpq_init(twice);
    fmpq_one(one);
    fmpq_set_si(twice, 2, 1);
    fmpq_set(boundary->volume, all->volume);
    enclosed_sum_get(&boundary->activation, &all->activation, twice);
    fmpq_mul(twice, twice, all->volume);
    enclosed_sum_get(&boundary->activation_density, &all->activation, twice);
    boundary->has_function = has_function;
    if (has_function) {
        enclosed_sum_get(&boundary->function, &all->function, one);
        enclosed_sum_get(&boundary->function_density, &all->function, all->volume);
    }
    fmpq_clear(one);
    fmpq_clear(twice);
}

static crease_status boundary_check(const crease_domain *domain, unsigned digits,
                                    crease_error *error)
{
    ASSERT(domain->dimension > 0);
    if (domain->parametrization)
        return error_set(error, "expected a domain without a slice, found %s", domain->text);
    if (!crease_domain_is_bounded(domain))
        return error_set(error, "expected a bounded domain, found %s", domain->text);
    if (digits > MOST_DIGITS)
        return error_set(error, "expected at most %d digits, found %u", MOST_DIGITS, digits);
    return CREASE_OK;
}

// Measures all regions and adds them up. digits 0: the usual number.
static crease_status boundary_walk(crease_boundary *boundary, const crease_net *net,
                                   const crease_domain *domain, int wants_function, unsigned digits,
                                   const crease_options *options, crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    measurement m = {.dimension = domain->dimension,
                     .entries = crease_net_outputs(net) * (domain->dimension + 1),
                     .wants_function = wants_function,
                     .digits = digits ? digits : DIGITS};
    m.all = boundary_open(&m);
    crease_counts counts;
    crease_counts_init(&counts, net);
    const walk_observer observer = {
        .data = &m,
        .visitor = {.split = wants_function ? facet_matching_split : NULL,
                    .region = boundary_region,
                    .leave = wants_function ? boundary_leave : NULL},
        .open = boundary_open,
        .close = boundary_close,
        .size = boundary_size,
        .deliver = boundary_deliver};
    crease_status status = walk_observe(&counts, net, domain, options, &observer, error);
    boundary->regions = m.all->regions;
    if (status == CREASE_OK)
        enclose(boundary, m.all, wants_function);
    crease_counts_clear(&counts);
    boundary_close(NULL, m.all);
    return status;
}

crease_status crease_boundary_measure(crease_boundary *boundary, const crease_net *net,
                                      const crease_domain *domain, int wants_function,
                                      unsigned digits, const crease_options *options,
                                      crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    run_limits limits;
    run_limits_init(&limits, options);
    boundary->regions = 0;
    crease_status status = boundary_check(domain, digits, error);
    if (run_poll_now())
        status = CREASE_STOPPED;
    if (status == CREASE_OK)
        status = boundary_walk(boundary, net, domain, wants_function, digits, options, error);
    return run_limits_end(&limits, status, error);
}
