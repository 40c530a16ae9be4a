// Which regions are neighbours: all facets matched, whatever the maps on both sides.
#include "regions/neighbours.h"
#include "walk/observer.h"

#include "base/limits.h"
#include "base/memory.h"

#include <stdlib.h>

// ---- Collecting ----

void neighbour_collection_clear(neighbour_collection *found)
{
    facet_matching_clear(&found->matching);
    free(found->pair);
}

crease_visit neighbour_collection_region(void *data, const crease_region *region)
{
    neighbour_collection *found = data;
    if (!facet_matching_prepare(region))
        return CREASE_GO;
    run_context limits_before = run_set_limits(NULL); // what is matched must be right
    facet_matching_add(&found->matching, region, crease_region_id(region), 0);
    run_here = limits_before;
    return CREASE_GO;
}

// An edge may come in several pieces (region_edges), which follow one another on the line; so what
// two regions have in common of it is met piece by piece, without others between.
static void note_pair(void *data, uint64_t below, uint64_t above)
{
    neighbour_collection *found = data;
    const neighbour_pair *last = found->pairs ? found->pair + found->pairs - 1 : NULL;
    if (last && last->below == below && last->above == above)
        return;
    MEMORY_RESERVE(found->pair, found->pair_capacity, found->pairs + 1);
    found->pair[found->pairs++] =
        (neighbour_pair){below, above, *facet_matching_crease(&found->matching)};
}

// Two convex sets meet in one facet at most, so no pair comes twice.
static void note_split(void *data, facet_matching *matching)
{
    const facet_joiner joiner = {data, note_pair, NULL};
    facet_matching_join(matching, &joiner);
}

void neighbour_collection_leave(void *data, const crease_split *split)
{
    facet_matching_leave(&((neighbour_collection *)data)->matching, split, note_split, data);
}

void neighbour_collection_end(neighbour_collection *found)
{
    facet_matching_end(&found->matching, note_split, found);
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
    *place = (crease_neighbour){region, crease->layer, crease->unit, crease->breakpoint, side};
}

static crease_adjacency *graph_new(const neighbour_collection *found, uint64_t regions)
{
    crease_adjacency *graph = memory_new(1, sizeof *graph);
    graph->regions = regions;
    graph->start = memory_new(regions + 2, sizeof *graph->start);
    graph->neighbour = memory_new(2 * found->pairs, sizeof *graph->neighbour);
    for (size_t i = 0; i < found->pairs; i++) {
        graph->start[found->pair[i].below + 2]++;
        graph->start[found->pair[i].above + 2]++;
    }
    for (uint64_t r = 2; r < regions + 2; r++)
        graph->start[r] += graph->start[r - 1];
    // start[r + 1] is where the next neighbour of region r goes, in the end where they end.
    for (size_t i = 0; i < found->pairs; i++) {
        const neighbour_pair *pair = found->pair + i;
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

// ---- By all threads ----

static void *neighbours_open(void *data)
{
    (void)data;
    return memory_new(1, sizeof(neighbour_collection));
}

static void neighbours_close(void *data, void *batch)
{
    (void)data;
    neighbour_collection_clear(batch);
    free(batch);
}

static size_t neighbours_size(const void *batch)
{
    const neighbour_collection *found = batch;
    return facet_matching_bytes(&found->matching) + found->pairs * sizeof *found->pair;
}

// Matching is never cancelled.
static crease_visit neighbours_deliver(void *data, void *batch, uint64_t first, uint64_t regions)
{
    neighbour_collection *found = data, *next = batch;
    (void)regions;
    facet_matching_append(&found->matching, &next->matching, first, NULL, note_split, found);
    MEMORY_RESERVE(found->pair, found->pair_capacity, found->pairs + next->pairs);
    for (size_t i = 0; i < next->pairs; i++) {
        neighbour_pair pair = next->pair[i];
        pair.below += first;
        pair.above += first;
        found->pair[found->pairs++] = pair;
    }
    next->pairs = 0;
    return CREASE_GO;
}

crease_status crease_adjacency_new(crease_adjacency **neighbours, crease_counts *counts,
                                   const crease_net *net, const crease_domain *domain,
                                   const crease_options *options, crease_error *error)
{
    neighbour_collection found = {0};
    const walk_observer observer = {.data = &found,
                                    .any_cells = 1,
                                    .visitor = {.split = facet_matching_split,
                                                .region = neighbour_collection_region,
                                                .leave = neighbour_collection_leave},
                                    .open = neighbours_open,
                                    .close = neighbours_close,
                                    .size = neighbours_size,
                                    .deliver = neighbours_deliver};
    crease_status status = walk_observe(counts, net, domain, options, &observer, error);
    *neighbours = NULL;
    if (status != CREASE_ERROR) {
        neighbour_collection_end(&found);
        *neighbours = graph_new(&found, counts->activation_regions);
    }
    neighbour_collection_clear(&found);
    return status;
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
    const size_t *start = neighbours->start + region;
    *count = start[1] - start[0];
    return neighbours->neighbour + start[0];
}
