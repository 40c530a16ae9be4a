// Linear regions and affine maps of the regions of a walk.
//
// Two walks. The first takes a key of every output map (tree/residues.h): different keys prove
// different maps. In the second, only regions whose key is not unique are looked at more closely:
// their maps are compared in integers, and their facets are matched. In a generic network there are
// none, and the second walk is not needed.
//
// A record of unexplored work is one of the first walk until this is done, then one of the second,
// which has the totals of the first. What both know only grows but for the facets that wait; it is
// a file of its own (regions/maps_file.h).
#include "regions/merge.h"

#include "base/budget.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "regions/joining.h"
#include "walk/manner.h"
#include "walk/record.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// What it makes, in a record: the first walk has another word.
static const char second_work[] = "linear-regions-3";

typedef struct {
    size_t entries;           // of an output map
    map_witnesses *witnesses; // by the first walk, and what a record has beside it
    joining joined;           // by the second walk
    // Where a record is kept: of which walk.
    const crease_domain *domain;
    const crease_options *options;
    crease_counts *counts; // those of the first walk
    int is_share;          // there is no first walk
} merge;

static void merge_init(merge *merged, map_witnesses *witnesses, crease_counts *counts,
                       const crease_net *net, const crease_domain *domain,
                       const crease_options *options)
{
    *merged = (merge){
        .entries = crease_net_outputs(net) * (crease_domain_dimension(domain) + 1),
        .witnesses = witnesses,
        .domain = domain,
        .options = options,
        .counts = counts,
    };
    joining_init(&merged->joined);
    merged->joined.file = &witnesses->file;
}

static void merge_clear(merge *merged)
{
    joining_clear(&merged->joined);
}

// ---- Witnesses ----

void map_witnesses_init(map_witnesses *witnesses)
{
    *witnesses = (map_witnesses){.file = {0}};
    key_table_init(&witnesses->table);
}

crease_status map_witnesses_end(map_witnesses *witnesses, crease_status status, crease_error *error)
{
    key_table_clear(&witnesses->table);
    return maps_file_end(&witnesses->file, status, error);
}

int merge_is_alone(const key_table *witnesses, const crease_region *region)
{
    return key_table_is_alone(witnesses, region_map_key(region));
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
    const char *purpose = budget_for("keys of the maps of regions");
    key_table_enter(&merged->witnesses->table, list->key, regions);
    maps_file_put(&merged->witnesses->file, list->key, regions);
    budget_for(purpose);
    list->keys = 0;
    return CREASE_GO;
}

// The witnesses of so many regions.
static crease_status take_witnesses(key_table *witnesses, uint64_t regions, maps_reading *from,
                                    crease_error *error)
{
    crease_status status = CREASE_OK;
    const char *purpose = budget_for("keys of the maps of regions");
    for (uint64_t i = 0; i < regions && status == CREASE_OK; i++) {
        uint64_t key;
        status = maps_file_take(&key, 1, from, error);
        if (status == CREASE_OK)
            key_table_enter(witnesses, &key, 1);
    }
    key_table_settle(witnesses);
    budget_for(purpose);
    return status;
}

crease_status map_witnesses_save(FILE *to, map_witnesses *witnesses, crease_error *error)
{
    return maps_file_save(to, &witnesses->file, error);
}

crease_status map_witnesses_take(map_witnesses *witnesses, uint64_t regions,
                                 const crease_options *options, word_scanner *scan,
                                 crease_error *error)
{
    maps_reading from;
    crease_status status = maps_file_open(&from, &witnesses->file, options, scan, error);
    if (status == CREASE_OK)
        status = take_witnesses(&witnesses->table, regions, &from, error);
    while (status == CREASE_OK && from.left) { // maps and joins of the second walk
        uint64_t passed;
        status = maps_file_take(&passed, 1, &from, error);
    }
    return maps_file_go_on(&witnesses->file, &from, status, error);
}

static crease_status begin_maps(void *data, const char *kept, size_t size, crease_error *error)
{
    merge *merged = data;
    word_scanner scan = kept_scanner(kept, size);
    maps_reading from;
    if (!kept)
        return maps_file_begin(&merged->witnesses->file, merged->options, error);
    crease_status status =
        maps_file_open(&from, &merged->witnesses->file, merged->options, &scan, error);
    if (status == CREASE_OK)
        status = take_witnesses(&merged->witnesses->table, from.left, &from, error);
    return maps_file_go_on(&merged->witnesses->file, &from, status, error);
}

static crease_status save_maps(void *data, FILE *to, crease_error *error)
{
    return maps_file_save(to, &((merge *)data)->witnesses->file, error);
}

static crease_status first_walk(crease_counts *counts, merge *merged, const crease_net *net,
                                const crease_domain *domain, const crease_options *options,
                                crease_error *error)
{
    const crease_listener listener = {.data = merged,
                                      .visitor = {.region = list_witness},
                                      .open = list_new,
                                      .close = list_free,
                                      .size = list_size,
                                      .tell = enter_list,
                                      .work = "linear-maps-3",
                                      .begin = begin_maps,
                                      .save = save_maps};
    const walk_manner manner = {.listener = &listener};
    const crease_status status = walk_in_manner(counts, net, domain, &manner, options, NULL, error);
    const char *purpose = budget_for("keys of the maps of regions");
    key_table_settle(&merged->witnesses->table);
    budget_for(purpose);
    return status;
}

// ---- The second walk, by all threads too ----

// What a thread has joined of a stretch.
typedef struct {
    const merge *merged;
    fmpz *row; // one map
    joining of;
} stretch;

static void *stretch_new(void *data)
{
    const merge *merged = data;
    stretch *part = memory_new(1, sizeof *part);
    part->merged = merged;
    part->row = _fmpz_vec_init((slong)merged->entries);
    joining_init(&part->of);
    return part;
}

static void stretch_free(void *data, void *portion)
{
    stretch *part = portion;
    (void)data;
    _fmpz_vec_clear(part->row, (slong)part->merged->entries);
    joining_clear(&part->of);
    free(part);
}

static size_t stretch_size(const void *portion)
{
    return joining_bytes(&((const stretch *)portion)->of);
}

static crease_visit on_split(void *data, const crease_split *split)
{
    joining_open(&((stretch *)data)->of, split);
    return CREASE_GO;
}

static void on_leave(void *data, const crease_split *split)
{
    joining_leave(&((stretch *)data)->of, split);
}

static crease_visit on_region(void *data, const crease_region *region)
{
    stretch *part = data;
    const merge *merged = part->merged;
    if (!merged->is_share && merge_is_alone(&merged->witnesses->table, region)) {
        part->of.unique++;
        return CREASE_GO;
    }
    run_hearing heard = run_hear(NULL); // what is matched must be right
    const char *purpose = budget_for("maps of regions");
    region_integer_map(part->row, region);
    joining_add(&part->of, region, part->row, merged->entries);
    budget_for(purpose);
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

// The totals of the first walk, as the second one's record has them.
static crease_status save_joined(void *data, FILE *to, crease_error *error)
{
    merge *merged = data;
    const crease_counts *of = merged->counts;
    if (maps_file_save(to, &merged->witnesses->file, error))
        return CREASE_ERROR;
    record_put_totals(to, "kept", of);
    if (of->per_neuron)
        kept_put_counts(to, "neurons", of->per_neuron, of->neurons);
    joining_put(to, &merged->joined);
    return CREASE_OK;
}

static crease_status take_totals(crease_counts *of, word_scanner *scan, crease_error *error)
{
    if (record_take_totals(of, scan, "kept", error) ||
        (of->per_neuron && kept_take_counts(of->per_neuron, of->neurons, scan, "neurons", error)))
        return CREASE_ERROR;
    of->complete = 1;
    return CREASE_OK;
}

static crease_status begin_joined(void *data, const char *kept, size_t size, crease_error *error)
{
    merge *merged = data;
    word_scanner scan = kept_scanner(kept, size);
    maps_reading from;
    crease_counts *counts = merged->counts;
    if (!kept) // the first walk has just ended
        return CREASE_OK;
    crease_status status =
        maps_file_open(&from, &merged->witnesses->file, merged->options, &scan, error);
    if (status == CREASE_OK)
        status = take_totals(counts, &scan, error);
    if (status == CREASE_OK)
        status =
            take_witnesses(&merged->witnesses->table, counts->activation_regions, &from, error);
    if (status == CREASE_OK)
        status =
            joining_take(&merged->joined, &scan, &from, counts->activation_regions,
                         crease_domain_dimension(merged->domain), merged->options->arith, error);
    return maps_file_go_on(&merged->witnesses->file, &from, status, error);
}

// Whether the first walk is done, by the record that is gone on with.
static int is_second(const crease_options *options)
{
    return options && options->resume && walk_record_is_of(options->resume, second_work);
}

// The second walk over the regions of the first. again: the first was not in another run.
static crease_status join_walk(merge *merged, int again, const crease_net *net,
                               const crease_domain *domain, crease_error *error)
{
    crease_counts *counts = merged->counts, second;
    crease_options options = merged->options ? *merged->options : (crease_options){0};
    crease_counts_init(&second, net);
    if (counts->per_neuron)
        crease_counts_by_neuron(&second, net);
    if (again && !counts->complete)
        options.max_regions = counts->activation_regions;
    if (again)
        options.resume = NULL;
    const crease_listener listener = {
        .data = merged,
        .visitor = {.split = on_split, .region = on_region, .leave = on_leave},
        .open = stretch_new,
        .close = stretch_free,
        .size = stretch_size,
        .tell = join_stretch,
        .work = second_work,
        .begin = begin_joined,
        .save = save_joined};
    const walk_manner manner = {.listener = &listener, .replaces = again};
    crease_status status = walk_in_manner(&second, net, domain, &manner, &options, NULL, error);
    // One that was stopped before it took up its record knows of no regions, nor do the counts
    // then.
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
    return merged->witnesses->table.repeated &&
           (status == CREASE_OK || (status == CREASE_STOPPED && full));
}

static crease_status count_both(merge *merged, crease_linear_counts *linear, const crease_net *net,
                                const crease_domain *domain, crease_error *error)
{
    crease_counts *counts = merged->counts;
    const crease_options *options = merged->options;
    const int first = !is_second(options);
    crease_status status =
        first ? first_walk(counts, merged, net, domain, options, error) : CREASE_OK;
    if (!first || is_wanted(merged, counts, status, options)) {
        const crease_status joined = join_walk(merged, first, net, domain, error);
        counts->complete &= joined == CREASE_OK;
        if (joined == CREASE_OK) {
            const joining *of = &merged->joined;
            *linear =
                (crease_linear_counts){of->unique + of->regions.sets, of->unique + of->maps.count};
            return status;
        }
        status = joined;
    }
    *linear =
        (crease_linear_counts){merged->witnesses->table.count, merged->witnesses->table.count};
    return status;
}

crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, map_witnesses *witnesses,
                          crease_error *error)
{
    merge merged;
    run_limits limits; // of both walks
    merge_init(&merged, witnesses, counts, net, domain, options);
    run_limits_init(&limits, options);
    crease_status status = CREASE_OK;
    if (options && options->parts)
        status = error_set(error, "linear regions are joined across all regions: they cannot be "
                                  "counted in shares");
    else
        status = count_both(&merged, linear, net, domain, error);
    merge_clear(&merged);
    run_limits_clear(&limits);
    return status;
}

// ---- A share ----

static crease_status begin_share(void *data, const char *kept, size_t size, crease_error *error)
{
    merge *merged = data;
    maps_file *file = &merged->witnesses->file;
    word_scanner scan = kept_scanner(kept, size);
    maps_reading from;
    if (!kept)
        return maps_file_begin(file, merged->options, error);
    crease_status status = maps_file_open(&from, file, merged->options, &scan, error);
    if (status == CREASE_OK)
        status =
            joining_take(&merged->joined, &scan, &from, merged->counts->activation_regions,
                         crease_domain_dimension(merged->domain), merged->options->arith, error);
    return maps_file_go_on(file, &from, status, error);
}

static crease_status save_share(void *data, FILE *to, crease_error *error)
{
    merge *merged = data;
    if (maps_file_save(to, &merged->witnesses->file, error))
        return CREASE_ERROR;
    joining_put(to, &merged->joined);
    return CREASE_OK;
}

crease_status merge_share(crease_counts *counts, joining *share, const crease_net *net,
                          const crease_domain *domain, const crease_options *options,
                          crease_error *error)
{
    merge merged;
    map_witnesses none; // but the file that is kept beside a record
    map_witnesses_init(&none);
    merge_init(&merged, &none, counts, net, domain, options);
    merged.is_share = 1;
    const crease_listener listener = {
        .data = &merged,
        .visitor = {.split = on_split, .region = on_region, .leave = on_leave},
        .open = stretch_new,
        .close = stretch_free,
        .size = stretch_size,
        .tell = join_stretch,
        .work = "linear-share",
        .begin = begin_share,
        .save = save_share};
    const crease_status status = crease_listen(counts, net, domain, options, &listener, error);
    *share = merged.joined;
    share->file = NULL;
    joining_init(&merged.joined);
    merge_clear(&merged);
    return map_witnesses_end(&none, status, error);
}

crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error)
{
    map_witnesses witnesses;
    map_witnesses_init(&witnesses);
    const crease_status status =
        merge_count(counts, linear, net, domain, options, &witnesses, error);
    return map_witnesses_end(&witnesses, status, error);
}
