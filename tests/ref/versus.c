// The engine's counts, patterns and maps against the reference's.
#include "versus.h"

#include "base/memory.h"
#include "domain/domain.h"
#include "net/net.h"
#include <crease/regions.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD = 8 }; // differences told in words

typedef struct {
    const ref_result *reference;
    const crease_net *net;
    crease_arith arith;
    size_t differences;
    uint64_t regions; // met so far
    uint64_t *open;   // splits that were entered and not left
    size_t depth, capacity;
    uint64_t splits, numbers; // parts less cells, and numbers given out
    fmpq_t volume;            // of all bounded regions
} comparison;

static void differ(comparison *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void differ(comparison *c, const char *format, ...)
{
    if (c->differences++ >= TOLD)
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "  %s: ", crease_arith_name(c->arith));
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

static void same_count(comparison *c, const char *what, uint64_t engine, uint64_t reference)
{
    if (engine != reference)
        differ(c, "%s: engine %" PRIu64 ", reference %" PRIu64, what, engine, reference);
}

// ---- The visitor. ----

// Two sides of a breakpoint; or at least two rows of a maxout unit, in order.
static void check_parts(comparison *c, const crease_split *split)
{
    const activation *act = net_layer_act(c->net->layer + split->layer, split->unit);
    size_t rank = act->rank;
    bool good = split->parts >= 2;
    if (rank == 1)
        good &= split->parts == 2 && split->creases == 1 && !split->winner &&
                split->breakpoint + 1 < act->pieces;
    else
        good &= split->parts <= rank && split->creases == rank * (rank - 1) / 2 && split->winner &&
                split->breakpoint == 0;
    for (size_t i = 0; rank > 1 && good && i < split->parts; i++)
        good &= split->winner[i] < rank && (i == 0 || split->winner[i - 1] < split->winner[i]);
    if (!good)
        differ(c, "split %" PRIu64 ": parts or winners", split->id);
}

static crease_visit visit_split(void *data, const crease_split *split)
{
    comparison *c = data;
    same_count(c, "number of a split", split->id, c->numbers);
    c->numbers += split->creases;
    c->splits += split->parts - 1;
    if (split->layer >= crease_net_hidden(c->net) ||
        split->unit >= crease_net_width(c->net, split->layer))
        differ(c, "split %" PRIu64 " names layer %zu, unit %zu", split->id, split->layer,
               split->unit);
    else
        check_parts(c, split);
    MEMORY_RESERVE(c->open, c->capacity, c->depth + 1);
    c->open[c->depth++] = split->id;
    return CREASE_GO;
}

static void visit_leave(void *data, const crease_split *split)
{
    comparison *c = data;
    if (c->depth == 0 || c->open[--c->depth] != split->id)
        differ(c, "split %" PRIu64 " is left out of order", split->id);
}

static void compare_pattern(comparison *c, const crease_region *region, const ref_region *wanted)
{
    const uint32_t *pattern = wanted->pattern;
    for (size_t l = 0; l < c->reference->layers; l++) {
        size_t width = crease_net_width(c->net, l);
        if (memcmp(pattern, crease_region_pattern(region, l), width * sizeof *pattern) != 0)
            differ(c, "region %" PRIu64 ": pattern differs in layer %zu", c->regions, l);
        pattern += width;
    }
}

static void compare_map(comparison *c, const crease_region *region, const ref_region *wanted)
{
    size_t size = c->reference->dimension + 1;
    fmpq *row = _fmpq_vec_init((slong)size);
    mpq_t *numbers = ref_numbers_new(size);
    for (size_t i = 0; i < c->reference->outputs; i++) {
        crease_region_map(row, region, i);
        for (size_t j = 0; j < size; j++)
            fmpq_get_mpq(numbers[j], row + j);
        if (!ref_numbers_equal(numbers, wanted->map + i * size, size))
            differ(c, "region %" PRIu64 ": map of output %zu differs", c->regions, i);
    }
    ref_numbers_free(numbers, size);
    _fmpq_vec_clear(row, (slong)size);
}

static bool same_region(const char **what, const crease_region *region, const ref_region *wanted)
{
    ref_region tight = *wanted;
    bool same =
        versus_facets(what, &tight.system, region, wanted) && versus_shape(what, region, &tight);
    ref_system_clear(&tight.system);
    return same;
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    comparison *c = data;
    same_count(c, "number of a region", crease_region_id(region), c->regions);
    if (c->regions < c->reference->activation_regions) {
        const ref_region *wanted = &c->reference->region[c->regions];
        const char *what;
        compare_pattern(c, region, wanted);
        compare_map(c, region, wanted);
        if (!crease_region_is_bounded(region) != !wanted->bounded)
            differ(c, "region %" PRIu64 ": bounded differs", c->regions);
        else if (c->differences == 0 && !same_region(&what, region, wanted))
            differ(c, "region %" PRIu64 ": %s", c->regions, what);
    }
    if (crease_region_is_bounded(region)) {
        fmpq_t volume;
        fmpq_init(volume);
        crease_region_volume(volume, region);
        fmpq_add(c->volume, c->volume, volume);
        fmpq_clear(volume);
    }
    c->regions++;
    return CREASE_GO;
}

// ---- The routes through the library. ----

static void compare_counts(comparison *c, const crease_counts *counts)
{
    const ref_result *reference = c->reference;
    same_count(c, "activation_regions", counts->activation_regions, reference->activation_regions);
    same_count(c, "bounded_regions", counts->bounded_regions, reference->bounded_regions);
    same_count(c, "hidden layers", counts->layers, reference->layers);
    // Each split adds one region for each of its parts but one.
    same_count(c, "splits + 1", counts->splits + 1, reference->activation_regions);
    same_count(c, "complete", (uint64_t)(counts->complete != 0), 1);
    for (size_t l = 0; l < counts->layers && l < reference->layers; l++)
        same_count(c, "regions of the first layers", counts->per_layer[l], reference->per_layer[l]);
}

static void check_status(comparison *c, const char *call, crease_status status,
                         const crease_error *error)
{
    char text[1024];
    if (status == CREASE_ERROR)
        differ(c, "%s: %s", call, crease_error_text(text, sizeof text, error));
    else if (status != CREASE_OK)
        differ(c, "%s: status %d", call, (int)status);
}

// The regions of a box fill it.
static void check_volume(comparison *c, const crease_domain *domain)
{
    fmpq_t box, side;
    fmpq_init(box);
    fmpq_init(side);
    fmpq_one(box);
    for (size_t i = 0; i < domain->dimension; i++) {
        fmpq_sub(side, domain->hi + i, domain->lo + i);
        fmpq_mul(box, box, side);
    }
    if (!fmpq_equal(box, c->volume))
        differ(c, "the volumes of the regions do not add up to that of the box");
    fmpq_clear(box);
    fmpq_clear(side);
}

// Visited regions, one by one.
static void compare_regions(comparison *c, const crease_domain *domain, crease_counts *counts)
{
    crease_error error = {0};
    crease_options options = {.arith = c->arith};
    crease_visitor visitor = {
        .data = c, .split = visit_split, .region = visit_region, .leave = visit_leave};
    check_status(c, "crease_walk", crease_walk(counts, c->net, domain, &options, &visitor, &error),
                 &error);
    compare_counts(c, counts);
    same_count(c, "regions visited", c->regions, c->reference->activation_regions);
    same_count(c, "splits visited", c->splits, counts->splits);
    same_count(c, "splits not left", c->depth, 0);
    if (domain->is_box)
        check_volume(c, domain);
}

// A limit stops before the region that would exceed it, and not before.
static void compare_limit(comparison *c, const crease_domain *domain, crease_counts *counts)
{
    crease_error error = {0};
    uint64_t regions = c->reference->activation_regions;
    crease_options options = {.arith = c->arith, .max_regions = regions};
    check_status(c, "crease_walk with room for all regions",
                 crease_walk(counts, c->net, domain, &options, NULL, &error), &error);
    compare_counts(c, counts);
    options.max_regions = regions - 1;
    if (regions == 1)
        return;
    crease_status status = crease_walk(counts, c->net, domain, &options, NULL, &error);
    same_count(c, "status of a walk with a limit", (uint64_t)status, CREASE_STOPPED);
    same_count(c, "regions of a walk with a limit", counts->activation_regions, regions - 1);
    same_count(c, "complete after a limit", (uint64_t)counts->complete, 0);
}

static void compare_linear(comparison *c, const crease_domain *domain, crease_counts *counts)
{
    crease_linear_counts linear = {0};
    crease_error error = {0};
    crease_options options = {.arith = c->arith};
    check_status(c, "crease_count_linear",
                 crease_count_linear(counts, &linear, c->net, domain, &options, &error), &error);
    compare_counts(c, counts);
    same_count(c, "linear_regions", linear.linear_regions, c->reference->linear_regions);
    same_count(c, "affine_maps", linear.affine_maps, c->reference->affine_maps);
}

static size_t differences_in(crease_arith arith, const ref_result *reference, const crease_net *net,
                             const crease_domain *domain)
{
    comparison c = {.reference = reference, .net = net, .arith = arith};
    crease_options options = {.arith = arith};
    crease_counts counts;
    crease_error error = {0};
    crease_counts_init(&counts, net);
    // Counting alone uses other code than listing.
    check_status(&c, "crease_walk", crease_walk(&counts, net, domain, &options, NULL, &error),
                 &error);
    compare_counts(&c, &counts);
    fmpq_init(c.volume);
    compare_regions(&c, domain, &counts);
    compare_linear(&c, domain, &counts);
    compare_limit(&c, domain, &counts);
    crease_counts_clear(&counts);
    fmpq_clear(c.volume);
    free(c.open);
    return c.differences;
}

size_t versus_reference(const ref_result *reference, const crease_net *net,
                        const crease_domain *domain)
{
    return differences_in(CREASE_FILTERED, reference, net, domain) +
           differences_in(CREASE_EXACT, reference, net, domain);
}
