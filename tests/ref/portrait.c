// Everything the library reports about the regions of one network, kept for comparison.
#include "portrait.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

// ---- taking it ----

static void read_generators(number_rows *to, const crease_region *region, bool rays,
                            size_t dimension)
{
    size_t count = rays ? crease_region_rays(region) : crease_region_vertices(region);
    number_rows_init(to, count, dimension + 1);
    for (size_t i = 0; i < count; i++) {
        (rays ? crease_region_ray : crease_region_vertex)(number_row(to, i), region, i);
        fmpq_set_si(number_row(to, i) + dimension, !rays, 1);
    }
}

static void read_facets(number_rows *to, const crease_region *region, size_t dimension)
{
    size_t count = crease_region_facets(region);
    number_rows_init(to, count, dimension + 1 + FACET_OWNER);
    for (size_t i = 0; i < count; i++) {
        crease_facet facet;
        crease_region_facet(number_row(to, i), &facet, region, i);
        fmpq *owner = number_row(to, i) + dimension + 1;
        fmpq_set_si(owner + FACET_ON_BORDER, facet.on_border, 1);
        fmpq_set_si(owner + FACET_SIDE, facet.side, 1);
        if (facet.on_border)
            continue;
        fmpq_set_si(owner + FACET_LAYER, (slong)facet.layer, 1);
        fmpq_set_si(owner + FACET_UNIT, (slong)facet.unit, 1);
        fmpq_set_si(owner + FACET_BREAKPOINT, (slong)facet.breakpoint, 1);
    }
}

static void read_pattern(uint32_t *pattern, const crease_net *net, const crease_region *region)
{
    for (size_t l = 0; l < crease_net_hidden(net); l++) {
        size_t width = crease_net_width(net, l);
        memcpy(pattern, crease_region_pattern(region, l), width * sizeof *pattern);
        pattern += width;
    }
}

static void read_volume(portrait_region *to, const crease_region *region)
{
    fmpq_t volume;
    fmpq_init(volume);
    if (to->bounded)
        crease_region_volume(volume, region);
    *to->volume = *volume;
}

static crease_visit on_region(void *data, const crease_region *region)
{
    portrait *of = data;
    size_t d = of->dimension;
    MEMORY_RESERVE(of->region, of->capacity, of->regions + 1);
    portrait_region *to = of->region + of->regions++;
    to->pattern = memory_new(of->units, sizeof *to->pattern);
    read_pattern(to->pattern, of->net, region);
    to->bounded = crease_region_is_bounded(region);
    read_generators(&to->vertices, region, 0, d);
    read_generators(&to->rays, region, 1, d);
    read_facets(&to->facets, region, d);
    number_rows_init(&to->map, crease_net_outputs(of->net), d + 1);
    for (size_t i = 0; i < to->map.count; i++)
        crease_region_map(number_row(&to->map, i), region, i);
    number_rows_init(&to->interior, 1, d + 1);
    crease_region_interior(to->interior.entry, region);
    fmpq_one(to->interior.entry + d);
    read_volume(to, region);
    return CREASE_GO;
}

static bool same_counts(const crease_counts *a, const crease_counts *b)
{
    return a->activation_regions == b->activation_regions &&
           a->bounded_regions == b->bounded_regions && a->splits == b->splits &&
           a->complete == b->complete && a->layers == b->layers &&
           (a->layers == 0 ||
            memcmp(a->per_layer, b->per_layer, a->layers * sizeof *a->per_layer) == 0);
}

// By one thread, two, ..: the same figures, and the same work.
static bool count_by_threads(const portrait *of, const crease_net *net, const crease_domain *domain,
                             crease_arith arith, size_t most)
{
    crease_error error = {0};
    crease_counts first, counts;
    bool good = true;
    crease_counts_init(&first, net);
    crease_counts_init(&counts, net);
    for (size_t threads = 1; threads <= most; threads++) {
        crease_options options = {.arith = arith, .threads = threads};
        crease_counts *to = threads == 1 ? &first : &counts;
        good &= crease_walk(to, net, domain, &options, NULL, &error) == of->status &&
                same_counts(to, &of->counts) && to->decided_float == first.decided_float &&
                to->decided_exact == first.decided_exact;
    }
    crease_counts_clear(&first);
    crease_counts_clear(&counts);
    return good;
}

void portrait_init_by(portrait *of, const crease_net *net, const crease_domain *domain,
                      crease_arith arith, size_t threads)
{
    crease_error error = {0};
    crease_options options = {.arith = arith, .threads = threads};
    crease_visitor visitor = {.data = of, .region = on_region};
    *of = (portrait){.net = net, .dimension = crease_domain_dimension(domain)};
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        of->units += crease_net_width(net, l);
    crease_counts_init(&of->counts, net);
    of->status = crease_walk(&of->counts, net, domain, &options, &visitor, &error);
    crease_counts counts;
    crease_counts_init(&counts, net);
    of->counts_agree =
        crease_count_linear(&counts, &of->linear, net, domain, &options, &error) == of->status &&
        same_counts(&counts, &of->counts) && of->regions == of->counts.activation_regions &&
        count_by_threads(of, net, domain, arith, threads);
    crease_counts_clear(&counts);
}

void portrait_init(portrait *of, const crease_net *net, const crease_domain *domain,
                   crease_arith arith)
{
    portrait_init_by(of, net, domain, arith, 3);
}

void portrait_clear(portrait *of)
{
    for (size_t i = 0; i < of->regions; i++) {
        portrait_region *region = of->region + i;
        free(region->pattern);
        number_rows_clear(&region->vertices);
        number_rows_clear(&region->rays);
        number_rows_clear(&region->facets);
        number_rows_clear(&region->map);
        number_rows_clear(&region->interior);
        fmpq_clear(region->volume);
    }
    free(of->region);
    crease_counts_clear(&of->counts);
}

void portrait_sort(portrait *of)
{
    for (size_t i = 0; i < of->regions; i++) {
        number_rows_sort(&of->region[i].vertices);
        number_rows_sort(&of->region[i].rays);
        number_rows_sort(&of->region[i].facets);
    }
}

// ---- comparing ----

bool portrait_is_pointed(const portrait *of, const portrait_region *region)
{
    return number_rows_rank(&region->facets, NULL, region->facets.count, of->dimension) ==
           of->dimension;
}

const char *portrait_count_difference(const portrait *a, const portrait *b)
{
    if (a->status != CREASE_OK || b->status != CREASE_OK)
        return "status";
    if (!a->counts_agree || !b->counts_agree)
        return "counts of one by different ways";
    if (!same_counts(&a->counts, &b->counts))
        return "counts";
    if (a->linear.linear_regions != b->linear.linear_regions)
        return "linear regions";
    if (a->linear.affine_maps != b->linear.affine_maps)
        return "affine maps";
    for (size_t i = 0; i < a->regions && a->units; i++)
        if (memcmp(a->region[i].pattern, b->region[i].pattern,
                   a->units * sizeof *a->region->pattern) != 0)
            return "patterns";
    return NULL;
}

static const char *region_difference(const portrait *of, const portrait_region *a,
                                     const portrait_region *b, bool all_generators)
{
    if (a->bounded != b->bounded)
        return "bounded";
    if (!number_rows_equal(&a->map, &b->map))
        return "maps";
    if (!number_rows_equal(&a->facets, &b->facets))
        return "facets";
    if (!fmpq_equal(a->volume, b->volume))
        return "volumes";
    if (!all_generators && !portrait_is_pointed(of, a))
        return NULL;
    if (!number_rows_equal(&a->vertices, &b->vertices))
        return "vertices";
    if (!number_rows_equal(&a->rays, &b->rays))
        return "rays";
    return number_rows_equal(&a->interior, &b->interior) ? NULL : "interior points";
}

const char *portrait_difference(const portrait *a, const portrait *b, bool all_generators)
{
    const char *what = portrait_count_difference(a, b);
    for (size_t i = 0; i < a->regions && !what; i++)
        what = region_difference(a, a->region + i, b->region + i, all_generators);
    return what;
}
