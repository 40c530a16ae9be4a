// Which regions are neighbours: first by signs, then facets that were left over are matched.
#include "regions/neighbours.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "regions/sign_matching.h"
#include "walk/observer.h"
#include <stdlib.h>

// ---- Collecting ----

void neighbour_collection_clear(neighbour_collection *collection)
{
    facet_matching_clear(&collection->matching);
    free(collection->pair);
}

crease_visit neighbour_collection_region(void *data, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    neighbour_collection *collection = data;
    if (!facet_matching_prepare(region))
        return CREASE_GO;
    run_context limits_before = run_set_limits(NULL); // what is matched must be right
    facet_matching_add(&collection->matching, region, crease_region_id(region), 0);
    run_here = limits_before;
    return CREASE_GO;
}

// An edge may come in several pieces (region_edges), which follow one another on the line; so what
// two regions have in common of it is met piece by piece, without others between.
static void note_pair(void *data, uint64_t below, uint64_t above)
{
    neighbour_collection *collection = data;
    const neighbour_pair *last =
        collection->pairs ? collection->pair + collection->pairs - 1 : NULL;
    if (last && last->below == below && last->above == above)
        return;
    MEMORY_RESERVE(collection->pair, collection->pair_capacity, collection->pairs + 1);
    collection->pair[collection->pairs++] =
        (neighbour_pair){below, above, *facet_matching_crease(&collection->matching)};
}

// Two convex sets meet in one facet at most, so no pair comes twice.
static void note_split(void *data, facet_matching *matching)
{
    const facet_joiner joiner = {data, note_pair, NULL};
    facet_matching_join(matching, &joiner);
}

void neighbour_collection_leave(void *data, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    facet_matching_leave(&((neighbour_collection *)data)->matching, split, note_split, data);
}

void neighbour_collection_end(neighbour_collection *collection)
{
    facet_matching_end(&collection->matching, note_split, collection);
}

// ---- The graph ----

// Region r has the neighbours neighbour[start[r]] .. neighbour[start[r + 1] - 1].
struct crease_adjacency {
    uint64_t regions;
    size_t *start;
    crease_neighbour *neighbour;
};

static int neighbours_by_region(const void *left, const void *right)
{
    const crease_neighbour *a = left, *b = right;
    return (a->region > b->region) - (a->region < b->region);
}

static void put_neighbour(crease_neighbour *place, uint64_t region, const facet_crease *crease,
                          int side)
{
    ASSERT(side >= -1 && side <= 1);
    *place = (crease_neighbour){region, crease->layer, crease->unit, crease->breakpoint, side};
}

// The list of pairs as lists of neighbours, each by number.
static crease_adjacency *graph_new(const neighbour_collection *collection, uint64_t regions)
{
    crease_adjacency *graph = memory_new(1, sizeof *graph);
    graph->regions = regions;
    graph->start = memory_new(regions + 2, sizeof *graph->start);
    graph->neighbour = memory_new(2 * collection->pairs, sizeof *graph->neighbour);
    for (size_t i = 0; i < collection->pairs; i++) {
        graph->start[collection->pair[i].below + 2]++;
        graph->start[collection->pair[i].above + 2]++;
    }
    for (uint64_t r = 2; r < regions + 2; r++)
        graph->start[r] += graph->start[r - 1];
    // start[r + 1] is where the next neighbour of region r goes, in the end where they end.
    for (size_t i = 0; i < collection->pairs; i++) {
        const neighbour_pair *pair = collection->pair + i;
        put_neighbour(graph->neighbour + graph->start[pair->below + 1]++, pair->above,
                      &pair->crease, 1);
        put_neighbour(graph->neighbour + graph->start[pair->above + 1]++, pair->below,
                      &pair->crease, -1);
    }
    for (uint64_t r = 0; r < regions; r++)
        if (graph->start[r + 1] > graph->start[r])
            qsort(graph->neighbour + graph->start[r], graph->start[r + 1] - graph->start[r],
                  sizeof *graph->neighbour, neighbours_by_region);
    return graph;
}

// ---- By signs, by all threads ----

static void *signs_open(void *data)
{
    sign_matching *batch = memory_new(1, sizeof *batch);
    sign_matching_init(batch, ((const sign_matching *)data)->net);
    return batch;
}

static void signs_close(void *data, void *batch)
{
    (void)data;
    sign_matching_clear(batch);
    free(batch);
}

static size_t signs_size(const void *batch)
{
    return sign_matching_bytes(batch);
}

static crease_visit signs_region(void *batch, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    sign_matching_add(batch, region);
    return CREASE_GO;
}

static crease_visit signs_deliver(void *data, void *batch, uint64_t first, uint64_t regions)
{
    (void)first;
    (void)regions;
    sign_matching_append(data, batch);
    return CREASE_GO;
}

static void note_signs(void *data, uint64_t below, uint64_t above, facet_crease crease)
{
    neighbour_collection *collection = data;
    MEMORY_RESERVE(collection->pair, collection->pair_capacity, collection->pairs + 1);
    collection->pair[collection->pairs++] = (neighbour_pair){below, above, crease};
}

// ---- The facets left over, in a second walk by all threads ----

typedef struct {
    neighbour_collection *collection;
    const sign_matching *signs;
} leftovers;

// A batch.
typedef struct {
    neighbour_collection collection; // first, and its matching first
    const sign_matching *signs;
} leftover_batch;

static void *leftovers_open(void *data)
{
    leftover_batch *batch = memory_new(1, sizeof *batch);
    batch->signs = ((const leftovers *)data)->signs;
    return batch;
}

static void leftovers_close(void *data, void *batch)
{
    (void)data;
    neighbour_collection_clear(batch);
    free(batch);
}

static size_t leftovers_size(const void *batch)
{
    const neighbour_collection *collection = batch;
    return facet_matching_bytes(&collection->matching) +
           collection->pairs * sizeof *collection->pair;
}

// The leftover facets of one region.
typedef struct {
    const sign_matching *signs;
    uint64_t region;
} leftover_choice;

static bool is_left(const void *data, const crease_region *region, const plane_origin *origin)
{
    ASSERT(region->pos && region->cell && region->cache);
    const leftover_choice *choice = data;
    (void)region;
    return sign_matching_is_left(choice->signs, choice->region, origin);
}

static crease_visit leftovers_region(void *data, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    leftover_batch *batch = data;
    const leftover_choice own = {batch->signs, sign_matching_region(batch->signs, region)};
    const facet_choice choice = {&own, is_left};
    if (!facet_matching_prepare(region))
        return CREASE_GO;
    run_context limits_before = run_set_limits(NULL); // what is matched must be right
    facet_matching_add_some(&batch->collection.matching, region, crease_region_id(region), 0,
                            &choice);
    run_here = limits_before;
    return CREASE_GO;
}

// Matching is never cancelled.
static crease_visit leftovers_deliver(void *data, void *batch, uint64_t first, uint64_t regions)
{
    neighbour_collection *collection = ((leftovers *)data)->collection, *next = batch;
    (void)regions;
    facet_matching_append(&collection->matching, &next->matching, first, NULL, note_split,
                          collection);
    MEMORY_RESERVE(collection->pair, collection->pair_capacity, collection->pairs + next->pairs);
    for (size_t i = 0; i < next->pairs; i++) {
        neighbour_pair pair = next->pair[i];
        pair.below += first;
        pair.above += first;
        collection->pair[collection->pairs++] = pair;
    }
    next->pairs = 0;
    return CREASE_GO;
}

// The regions of the first walk once more.
static crease_status match_leftovers(leftovers *left, crease_counts *counts,
                                     const crease_domain *domain, const crease_options *options,
                                     crease_error *error)
{
    ASSERT(domain->dimension > 0);
    crease_counts second;
    const crease_net *net = left->signs->net;
    const walk_observer observer = {.data = left,
                                    .any_cells = true,
                                    .visitor = {.split = facet_matching_split,
                                                .region = leftovers_region,
                                                .leave = neighbour_collection_leave},
                                    .open = leftovers_open,
                                    .close = leftovers_close,
                                    .size = leftovers_size,
                                    .deliver = leftovers_deliver};
    crease_counts_init(&second, net);
    crease_status status = walk_observe(&second, net, domain, options, &observer, error);
    if (status != CREASE_ERROR) {
        neighbour_collection_end(left->collection);
        status =
            second.activation_regions == counts->activation_regions ? CREASE_OK : CREASE_STOPPED;
    }
    counts->seconds += second.seconds;
    crease_counts_clear(&second);
    return status;
}

// A first walk that a limit or a signal has ended is not made again, since that would take as long.
static bool has_leftovers(const sign_matching *signs, const crease_counts *counts,
                          const crease_options *options)
{
    ASSERT(signs->facets <= signs->capacity);
    return signs->left[0] && signs->left[1] &&
           (counts->complete || (options && options->max_regions == counts->activation_regions));
}

static crease_status find_neighbours(neighbour_collection *collection, sign_matching *signs,
                                     crease_counts *counts, const crease_domain *domain,
                                     const crease_options *options, crease_error *error)
{
    ASSERT(signs->facets <= signs->capacity);
    ASSERT(domain->dimension > 0);
    const walk_observer observer = {.data = signs,
                                    .any_cells = true,
                                    .visitor = {.region = signs_region},
                                    .open = signs_open,
                                    .close = signs_close,
                                    .size = signs_size,
                                    .deliver = signs_deliver};
    crease_status status = walk_observe(counts, signs->net, domain, options, &observer, error);
    if (status == CREASE_ERROR)
        return status;
    sign_matching_match(signs, counts->activation_regions, note_signs, collection);
    if (has_leftovers(signs, counts, options)) {
        leftovers left = {collection, signs};
        const crease_status second = match_leftovers(&left, counts, domain, options, error);
        counts->complete &= second == CREASE_OK;
        status = second == CREASE_OK ? status : second;
    }
    return status;
}

crease_status crease_adjacency_new(crease_adjacency **neighbours, crease_counts *counts,
                                   const crease_net *net, const crease_domain *domain,
                                   const crease_options *options, crease_error *error)
{
    run_limits limits; // of both walks
    neighbour_collection collection = {0};
    sign_matching signs;
    run_limits_init(&limits, options);
    sign_matching_init(&signs, net);
    const crease_status status =
        find_neighbours(&collection, &signs, counts, domain, options, error);
    *neighbours = NULL;
    if (status != CREASE_ERROR)
        *neighbours = graph_new(&collection, counts->activation_regions);
    neighbour_collection_clear(&collection);
    sign_matching_clear(&signs);
    return run_limits_end(&limits, status, error);
}

void crease_adjacency_free(crease_adjacency *neighbours)
{
    if (!neighbours)
        return;
    free(neighbours->start);
    free(neighbours->neighbour);
    free(neighbours);
}

uint64_t crease_adjacency_regions(const crease_adjacency *neighbours)
{
    return neighbours->regions;
}

const crease_neighbour *crease_adjacency_of(size_t *count, const crease_adjacency *neighbours,
                                            uint64_t region)
{
    ASSERT(count && neighbours);
    const size_t *start = neighbours->start + region;
    *count = start[1] - start[0];
    return neighbours->neighbour + start[0];
}
