// Linear regions and affine maps of the regions of a walk.
//
// Two walks. The first takes a key of every output map (tree/residues.h): different keys prove
// different maps. In the second, only regions whose key is not unique are looked at more closely:
// their maps are compared in integers, and their facets are matched. In a generic network there are
// none, and the second walk is not needed.
#include "regions/merge.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "regions/joining.h"
#include "walk/manner.h"
#include "walk/observer.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

typedef struct {
    size_t entries;     // of an output map
    key_set *witnesses; // by the first walk; NULL: there is none
    joining joined;     // by the second walk
    const crease_options *options;
    crease_counts *counts; // those of the first walk
} merge;

static void merge_init(merge *merged, key_set *witnesses, crease_counts *counts,
                       const crease_net *net, const crease_domain *domain,
                       const crease_options *options)
{
    *merged = (merge){
        .entries = crease_net_outputs(net) * (crease_domain_dimension(domain) + 1),
        .witnesses = witnesses,
        .options = options,
        .counts = counts,
    };
    joining_init(&merged->joined);
}

static void merge_clear(merge *merged)
{
    joining_clear(&merged->joined);
}

int merge_is_alone(const key_set *witnesses, const crease_region *region)
{
    return key_set_is_alone(witnesses, region_map_key(region));
}

// ---- The first walk by all threads ----

typedef struct {
    uint64_t *key;
    size_t keys, capacity;
} witness_list;

static void *list_new(void *data)
{
    (void)data;
    return memory_new(1, sizeof(witness_list));
}

static void list_free(void *data, void *portion)
{
    witness_list *list = portion;
    (void)data;
    free(list->key);
    free(list);
}

static size_t list_size(const void *portion)
{
    const witness_list *list = portion;
    return list->capacity * sizeof *list->key;
}

static crease_visit list_witness(void *portion, const crease_region *region)
{
    witness_list *list = portion;
    MEMORY_RESERVE(list->key, list->capacity, list->keys + 1);
    list->key[list->keys++] = region_map_key(region);
    return CREASE_GO;
}

static crease_visit enter_list(void *data, void *portion, uint64_t first, uint64_t regions)
{
    merge *merged = data;
    witness_list *list = portion;
    (void)first;
    key_set_add(merged->witnesses, list->key, regions);
    list->keys = 0;
    return CREASE_GO;
}

static crease_status first_walk(crease_counts *counts, merge *merged, const crease_net *net,
                                const crease_domain *domain, const crease_options *options,
                                crease_error *error)
{
    const walk_observer observer = {.data = merged,
                                    .any_cells = 1,
                                    .visitor = {.region = list_witness},
                                    .open = list_new,
                                    .close = list_free,
                                    .size = list_size,
                                    .deliver = enter_list};
    const crease_status status = walk_observe(counts, net, domain, options, &observer, error);
    key_set_settle(merged->witnesses);
    return status;
}

// ---- The second walk, by all threads too ----

// What a thread has joined of a stretch.
typedef struct {
    const merge *merged;
    fmpz *row; // one map
    joining of;
} stretch;

static void *merge_open(void *data)
{
    const merge *merged = data;
    stretch *part = memory_new(1, sizeof *part);
    part->merged = merged;
    part->row = _fmpz_vec_init((slong)merged->entries);
    joining_init(&part->of);
    return part;
}

static void merge_close(void *data, void *portion)
{
    stretch *part = portion;
    (void)data;
    _fmpz_vec_clear(part->row, (slong)part->merged->entries);
    joining_clear(&part->of);
    free(part);
}

static size_t merge_size(const void *portion)
{
    return joining_bytes(&((const stretch *)portion)->of);
}

static crease_visit merge_split(void *data, const crease_split *split)
{
    joining_open(&((stretch *)data)->of, split);
    return CREASE_GO;
}

static void merge_leave(void *data, const crease_split *split)
{
    joining_leave(&((stretch *)data)->of, split);
}

static crease_visit merge_region(void *data, const crease_region *region)
{
    stretch *part = data;
    const merge *merged = part->merged;
    if (merged->witnesses && merge_is_alone(merged->witnesses, region)) {
        part->of.unique++;
        return CREASE_GO;
    }
    run_context heard = run_set_limits(NULL); // what is matched must be right
    region_integer_map(part->row, region);
    joining_add(&part->of, region, part->row, merged->entries);
    run_here = heard;
    return CREASE_GO;
}

static crease_visit join_stretch(void *data, void *portion, uint64_t first, uint64_t regions)
{
    merge *merged = data;
    (void)first, (void)regions; // of a walk that is ended early nothing is used
    joining_append(&merged->joined, &((stretch *)portion)->of);
    return CREASE_GO;
}

// The second walk over the regions of the first.
static crease_status join_walk(merge *merged, const crease_net *net, const crease_domain *domain,
                               crease_error *error)
{
    crease_counts *counts = merged->counts, second;
    crease_options options = merged->options ? *merged->options : (crease_options){0};
    crease_counts_init(&second, net);
    if (counts->per_neuron)
        crease_counts_by_neuron(&second, net);
    if (!counts->complete)
        options.max_regions = counts->activation_regions;
    const walk_observer observer = {
        .data = merged,
        .any_cells = 1,
        .visitor = {.split = merge_split, .region = merge_region, .leave = merge_leave},
        .open = merge_open,
        .close = merge_close,
        .size = merge_size,
        .deliver = join_stretch};
    crease_status status = walk_observe(&second, net, domain, &options, &observer, error);
    const int all = second.activation_regions == counts->activation_regions;
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
static int is_wanted(const merge *merged, const crease_counts *counts, crease_status status,
                     const crease_options *options)
{
    int full =
        options && options->max_regions && counts->activation_regions == options->max_regions;
    return (*merged->witnesses).repeated &&
           (status == CREASE_OK || (status == CREASE_STOPPED && full));
}

static crease_status count_both(merge *merged, crease_linear_counts *linear, const crease_net *net,
                                const crease_domain *domain, crease_error *error)
{
    crease_counts *counts = merged->counts;
    const crease_options *options = merged->options;
    crease_status status = first_walk(counts, merged, net, domain, options, error);
    if (is_wanted(merged, counts, status, options)) {
        const crease_status joined = join_walk(merged, net, domain, error);
        counts->complete &= joined == CREASE_OK;
        if (joined == CREASE_OK) {
            const joining *of = &merged->joined;
            *linear =
                (crease_linear_counts){of->unique + of->regions.sets, of->unique + of->maps.count};
            return status;
        }
        status = joined;
    }
    *linear = (crease_linear_counts){(*merged->witnesses).count, (*merged->witnesses).count};
    return status;
}

// ---- By tasks: one walk that compares all maps ----

static void pack_stretch(void *data, void *portion, pack *p)
{
    (void)data;
    joining_pack(&((stretch *)portion)->of, p);
}

static void append_stretch(void *data, void *all, void *next, uint64_t first)
{
    (void)data, (void)first;
    joining_append(&((stretch *)all)->of, &((stretch *)next)->of);
}

static crease_status count_by_tasks(merge *merged, crease_linear_counts *linear,
                                    const crease_net *net, const crease_domain *domain,
                                    crease_error *error)
{
    const walk_observer observer = {
        .data = merged,
        .any_cells = 1,
        .visitor = {.split = merge_split, .region = merge_region, .leave = merge_leave},
        .open = merge_open,
        .close = merge_close,
        .size = merge_size,
        .deliver = join_stretch,
        .pack = pack_stretch,
        .join = append_stretch};
    const joining *of = &merged->joined;
    merged->witnesses = NULL;
    const crease_status status =
        walk_observe(merged->counts, net, domain, merged->options, &observer, error);
    if (status == CREASE_OK)
        *linear =
            (crease_linear_counts){of->unique + of->regions.sets, of->unique + of->maps.count};
    else
        *linear = (crease_linear_counts){0};
    return status;
}

crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, key_set *witnesses, crease_error *error)
{
    merge merged;
    run_limits limits; // of both walks
    merge_init(&merged, witnesses, counts, net, domain, options);
    run_limits_init(&limits, options);
    const crease_status status = options && options->folder
                                     ? count_by_tasks(&merged, linear, net, domain, error)
                                     : count_both(&merged, linear, net, domain, error);
    merge_clear(&merged);
    run_limits_clear(&limits);
    return status;
}

crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error)
{
    key_set witnesses = {0};
    const crease_status status =
        merge_count(counts, linear, net, domain, options, &witnesses, error);
    key_set_clear(&witnesses);
    return status;
}
