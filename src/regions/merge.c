// Linear regions and affine maps of the regions of a walk.
//
// Two walks. The first takes a key of every output map (tree/fingerprint.h): different keys prove
// different maps. In the second, only regions whose key is not unique are looked at more closely:
// their maps are compared in integers, and their facets are matched. In a generic network there are
// none, and the second walk is not needed.
#include "regions/merge.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/row_table.h"
#include "regions/bent.h"
#include "regions/facet_matching.h"
#include "regions/union_find.h"
#include "walk/observer.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

typedef struct joining joining;

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    const crease_options *options;
    crease_counts *counts; // those of the first walk
    crease_linear_counts *linear;
    size_t entries;               // of an output map
    key_set *witnesses;           // by the first walk; NULL: there is none
    joining *all;                 // by the second walk
    crease_linear_shapes *shapes; // NULL: not asked for
    size_t coordinates;           // of a point inside a region, if these are asked for; else 0
} merge;

// ---- The first walk by all threads ----

typedef struct {
    uint64_t *key;
    size_t keys, capacity;
    bool has_ties; // the thread has met some
} witness_list;

static void *list_new(void *data)
{
    (void)data;
    return memory_new(1, sizeof(witness_list));
}

static void list_free(void *data, void *batch)
{
    witness_list *list = batch;
    (void)data;
    free(list->key);
    free(list);
}

static size_t list_size(const void *batch)
{
    const witness_list *list = batch;
    return list->capacity * sizeof *list->key;
}

static crease_visit list_witness(void *batch, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    witness_list *list = batch;
    MEMORY_RESERVE(list->key, list->capacity, list->keys + 1);
    list->key[list->keys++] = region_map_key(region);
    list->has_ties |= region->pos->judge.has_ties;
    return CREASE_GO;
}

static crease_visit list_witnesses(void *batch, const walk_position *pos, const uint64_t *key,
                                   size_t keys)
{
    ASSERT(pos->judge.arith < CREASE_FLOAT);
    witness_list *list = batch;
    MEMORY_RESERVE(list->key, list->capacity, list->keys + keys);
    memcpy(list->key + list->keys, key, keys * sizeof *key);
    list->keys += keys;
    list->has_ties |= pos->judge.has_ties;
    return CREASE_GO;
}

static crease_visit enter_list(void *data, void *batch, uint64_t first, uint64_t regions)
{
    merge *merged = data;
    witness_list *list = batch;
    (void)first;
    key_set_add(merged->witnesses, list->key, regions);
    if (merged->shapes)
        merged->shapes->may_touch |= list->has_ties;
    list->keys = 0;
    return CREASE_GO;
}

static crease_status first_walk(merge *merged, crease_error *error)
{
    const walk_observer observer = {.data = merged,
                                    .any_cells = true,
                                    .patterns_only = 1,
                                    .visitor = {.region = list_witness},
                                    .keys = list_witnesses,
                                    .open = list_new,
                                    .close = list_free,
                                    .size = list_size,
                                    .deliver = enter_list};
    const crease_status status = walk_observe(merged->counts, merged->net, merged->domain,
                                              merged->options, &observer, error);
    key_set_settle(merged->witnesses);
    return status;
}

// ---- The second walk, by all threads too ----

// The regions of a part of the walk, or of all of it, joined where they have the same map.
struct joining {
    facet_matching matching; // first
    const merge *merged;
    uint64_t unique; // regions with a witness of their own: each a linear region, with its own map
    row_table maps;  // of the others
    union_find regions;
    fmpq *point; // inside each of these, if they are asked for
    size_t point_room;
    fmpz *row; // one map
};

static void *joining_open(void *data)
{
    const merge *merged = data;
    joining *part = memory_new(1, sizeof *part);
    part->merged = merged;
    part->row = _fmpz_vec_init((slong)merged->entries);
    row_table_init(&part->maps);
    return part;
}

static void joining_close(void *data, void *buffer)
{
    joining *part = buffer;
    (void)data;
    row_table_clear(&part->maps);
    for (size_t i = 0; i < part->regions.count * part->merged->coordinates; i++)
        fmpq_clear(part->point + i);
    free(part->point);
    union_find_clear(&part->regions);
    facet_matching_clear(&part->matching);
    _fmpz_vec_clear(part->row, (slong)part->merged->entries);
    free(part);
}

static size_t joining_size(const void *buffer)
{
    const joining *part = buffer;
    return part->maps.used + part->regions.count * sizeof(uint64_t) +
           facet_matching_bytes(&part->matching);
}

static void joining_join(void *data, uint64_t a, uint64_t b)
{
    joining *part = data;
    union_find_join(&part->regions, a, b);
}

static void joining_close_split(void *data, facet_matching *matching)
{
    const facet_joiner joiner = {data, joining_join, &((joining *)data)->regions};
    facet_matching_join(matching, &joiner);
}

static void joining_leave(void *data, const crease_split *split)
{
    ASSERT(split->parts >= 2);
    facet_matching_leave(&((joining *)data)->matching, split, joining_close_split, data);
}

static void add_point(joining *part, const crease_region *region)
{
    const size_t d = part->merged->coordinates, end = part->regions.count * d;
    MEMORY_RESERVE(part->point, part->point_room, end);
    for (size_t i = end - d; i < end; i++)
        fmpq_init(part->point + i);
    crease_region_interior(part->point + end - d, region);
}

static crease_visit joining_region(void *data, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    joining *part = data;
    const merge *merged = part->merged;
    if (merged->witnesses && key_set_is_alone(merged->witnesses, region_map_key(region))) {
        part->unique++;
        return CREASE_GO;
    }
    if (!facet_matching_prepare(region))
        return CREASE_GO;
    run_context limits_before = run_set_limits(NULL); // what is matched must be right
    region_integer_map(part->row, region);
    const uint64_t map = row_table_enter(&part->maps, part->row, merged->entries);
    facet_matching_add(&part->matching, region, union_find_add(&part->regions), map);
    if (merged->coordinates)
        add_point(part, region);
    run_here = limits_before;
    return CREASE_GO;
}

static void joining_append(void *data, void *whole, void *next, uint64_t first)
{
    joining *all = whole, *part = next;
    (void)data;
    first = all->regions.count; // those without a witness of their own
    uint64_t *map = row_table_append(&all->maps, &part->maps);
    const size_t d = all->merged->coordinates, points = part->regions.count * d;
    if (points) {
        MEMORY_RESERVE(all->point, all->point_room, first * d + points);
        memcpy(all->point + first * d, part->point, points * sizeof *part->point);
    }
    union_find_append(&all->regions, &part->regions);
    facet_matching_append(&all->matching, &part->matching, first, map, joining_close_split, all);
    free(map);
    all->unique += part->unique;
    part->unique = 0;
}

static crease_visit joining_deliver(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    (void)regions; // of a walk that is ended early nothing is used
    joining_append(data, ((merge *)data)->all, buffer, first);
    return CREASE_GO;
}

static void joining_pack(void *data, void *buffer, pack *p)
{
    joining *part = buffer;
    (void)data;
    part->unique = pack_word(p, part->unique);
    row_table_pack(&part->maps, p);
    union_find_pack(&part->regions, p);
    facet_matching_pack(&part->matching, part->regions.count, part->maps.count, p);
    if (p->reads)
        return;
    row_table_clear(&part->maps);
    row_table_init(&part->maps);
    union_find_clear(&part->regions);
    facet_matching_clear(&part->matching);
    part->matching = (facet_matching){0};
    part->unique = 0;
}

// Walks the regions, with counts of its own, and joins neighbours of one map into linear regions.
static crease_status join_walk(merge *merged, crease_counts *counts, const crease_options *options,
                               crease_error *error)
{
    const walk_observer observer = {.data = merged,
                                    .any_cells = true,
                                    .visitor = {.split = facet_matching_split,
                                                .region = joining_region,
                                                .leave = joining_leave},
                                    .open = joining_open,
                                    .close = joining_close,
                                    .size = joining_size,
                                    .deliver = joining_deliver,
                                    .pack = joining_pack,
                                    .join = joining_append};
    joining *all = merged->all = joining_open(merged);
    const crease_status status =
        walk_observe(counts, merged->net, merged->domain, options, &observer, error);
    *merged->linear =
        (crease_linear_counts){all->unique + all->regions.sets, all->unique + all->maps.count};
    if (merged->coordinates && status == CREASE_OK)
        bent_count(&merged->shapes->single, &merged->shapes->bent, &all->regions, all->point,
                   merged->net);
    if (merged->shapes)
        merged->shapes->single += all->unique;
    joining_close(NULL, all);
    return status;
}

// The regions of the first walk once more.
static crease_status join_again(merge *merged, crease_error *error)
{
    crease_counts *counts = merged->counts, second;
    crease_options options = merged->options ? *merged->options : (crease_options){0};
    crease_counts_init(&second, merged->net);
    if (counts->per_neuron)
        crease_counts_by_neuron(&second, merged->net);
    if (!counts->complete)
        options.max_regions = counts->activation_regions;
    crease_status status = join_walk(merged, &second, &options, error);
    const bool all = second.activation_regions == counts->activation_regions;
    if (status != CREASE_ERROR)
        status = all && second.activation_regions ? CREASE_OK : CREASE_STOPPED;
    counts->seconds += second.seconds;
    counts->threads = second.threads;
    crease_counts_clear(&second);
    return status;
}

// A first walk that a limit or a signal has ended is not made again: that would take as long. Maps
// with different witnesses are different, so there are as many of them at least, and linear
// regions. A second walk that is ended proves no more: what it has not joined, what follows may.
static bool is_wanted(const merge *merged, crease_status status)
{
    const crease_options *options = merged->options;
    const bool full = options && options->max_regions &&
                      merged->counts->activation_regions == options->max_regions;
    return merged->witnesses->repeated &&
           (status == CREASE_OK || (status == CREASE_STOPPED && full));
}

static crease_status count_both(merge *merged, crease_error *error)
{
    crease_status status = first_walk(merged, error);
    if (is_wanted(merged, status)) {
        const crease_status joined = join_again(merged, error);
        merged->counts->complete &= joined == CREASE_OK;
        if (joined == CREASE_OK)
            return status;
        status = joined;
    }
    *merged->linear = (crease_linear_counts){merged->witnesses->count, merged->witnesses->count};
    if (merged->shapes)
        merged->shapes->single = merged->witnesses->count;
    return status;
}

// By tasks: one walk that compares all maps.
static crease_status count_by_tasks(merge *merged, crease_error *error)
{
    merged->witnesses = NULL;
    const crease_status status = join_walk(merged, merged->counts, merged->options, error);
    if (status)
        *merged->linear = (crease_linear_counts){0};
    return status;
}

static crease_status count_maps(merge *merged, crease_error *error)
{
    const crease_net *net = merged->net;
    const crease_domain *domain = merged->domain;
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    ASSERT(merged->witnesses->entries <= merged->witnesses->capacity);
    run_limits limits; // of both walks
    merged->entries = crease_net_outputs(net) * (crease_domain_dimension(domain) + 1);
    if (merged->shapes && !domain->parametrization)
        merged->coordinates = domain->dimension;
    run_limits_init(&limits, merged->options);
    const crease_status status = merged->options && merged->options->folder
                                     ? count_by_tasks(merged, error)
                                     : count_both(merged, error);
    return run_limits_end(&limits, status, error);
}

crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, key_set *witnesses, crease_error *error)
{
    merge merged = {.net = net,
                    .domain = domain,
                    .options = options,
                    .counts = counts,
                    .linear = linear,
                    .witnesses = witnesses};
    return count_maps(&merged, error);
}

crease_status crease_count_shapes(crease_counts *counts, crease_linear_counts *linear,
                                  crease_linear_shapes *shapes, const crease_net *net,
                                  const crease_domain *domain, const crease_options *options,
                                  crease_error *error)
{
    ASSERT(shapes);
    key_set witnesses = {0};
    *shapes = (crease_linear_shapes){0};
    if (options && options->folder)
        return error_set(error, "shapes of linear regions are not counted by tasks");
    merge merged = {.net = net,
                    .domain = domain,
                    .options = options,
                    .counts = counts,
                    .linear = linear,
                    .witnesses = &witnesses,
                    .shapes = shapes};
    const crease_status status = count_maps(&merged, error);
    key_set_clear(&witnesses);
    return status;
}

crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error)
{
    ASSERT(net->inputs > 0);
    ASSERT(domain->dimension > 0);
    key_set witnesses = {0};
    const crease_status status =
        merge_count(counts, linear, net, domain, options, &witnesses, error);
    key_set_clear(&witnesses);
    return status;
}
