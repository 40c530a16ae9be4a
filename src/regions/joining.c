// Regions that may have the same map as others, joined where they have, as a walk meets them.
#include "regions/joining.h"

#include "base/budget.h"
#include "base/error.h"
#include "base/memory.h"
#include "regions/facet_lines.h"
#include <inttypes.h>
#include <stdlib.h>

static const char facets_purpose[] = "facets that wait for their neighbours";

void joining_init(joining *of)
{
    *of = (joining){.unique = 0};
    row_table_init(&of->maps);
}

void joining_clear(joining *of)
{
    row_table_clear(&of->maps);
    union_find_clear(&of->regions);
    facet_matching_clear(&of->matching);
}

size_t joining_bytes(const joining *of)
{
    return of->maps.used + of->regions.count * sizeof(uint64_t) +
           facet_matching_bytes(&of->matching);
}

// ---- Joins ----

static void note_join(const joining *of, uint64_t a, uint64_t b)
{
    if (of->file)
        maps_file_put(of->file, (const uint64_t[]){0, a, b}, 3);
}

static int are_joined(void *data, uint64_t a, uint64_t b)
{
    joining *of = data;
    return union_find_root(&of->regions, a) == union_find_root(&of->regions, b);
}

static void join(void *data, uint64_t a, uint64_t b)
{
    joining *of = data;
    if (of->file && !are_joined(of, a, b))
        note_join(of, a, b);
    union_find_join(&of->regions, a, b);
}

static void close_innermost(joining *of)
{
    const facet_joiner joiner = {of, join, are_joined};
    facet_matching_close(&of->matching, &joiner);
}

// ---- What a walk meets ----

void joining_add(joining *of, const crease_region *region, const fmpz *map, size_t entries)
{
    const uint64_t number_of_map = row_table_enter(&of->maps, map, entries);
    const uint64_t number = union_find_add(&of->regions);
    const char *purpose = budget_for(facets_purpose);
    facet_matching_add(&of->matching, region, number, number_of_map);
    budget_for(purpose);
}

void joining_open(joining *of, const crease_split *split)
{
    for (size_t i = 0; i < split->creases; i++)
        facet_matching_open(&of->matching, space_split(split->depth, i));
}

void joining_leave(joining *of, const crease_split *split)
{
    for (size_t i = 0; i < split->creases; i++)
        if (facet_matching_ends(&of->matching))
            close_innermost(of);
}

// Those that were not in the whole before.
static void note_maps(const joining *all, uint64_t from)
{
    for (uint64_t i = from; all->file && i < all->maps.count; i++) {
        size_t size;
        const uint64_t *row = row_table_row(&size, &all->maps, i);
        const uint64_t words = size / sizeof *row;
        maps_file_put(all->file, &words, 1);
        maps_file_put(all->file, row, words);
    }
}

static void append_regions(joining *all, joining *of)
{
    const uint64_t first = all->regions.count;
    union_find_append(&all->regions, &of->regions);
    for (uint64_t i = first; all->file && i < all->regions.count; i++) {
        const uint64_t root = union_find_root(&all->regions, i);
        if (root != i)
            note_join(all, root, i);
    }
}

void joining_append(joining *all, joining *of)
{
    const char *purpose = budget_for("maps of regions");
    const uint64_t maps = all->maps.count, first = all->regions.count;
    uint64_t *map = row_table_append(&all->maps, &of->maps);
    note_maps(all, maps);
    append_regions(all, of);
    budget_for(facets_purpose);
    for (size_t i = 0; i < of->matching.ended; i++) {
        if (!facet_matching_ends(&all->matching))
            continue;
        facet_matching_take_ended(&all->matching, &of->matching, first, map);
        close_innermost(all);
    }
    facet_matching_append(&all->matching, &of->matching, first, map);
    free(map);
    all->unique += of->unique;
    of->unique = 0;
    budget_for(purpose);
}

int joining_is_whole(const joining *of)
{
    const facet_matching *matching = &of->matching;
    return !matching->count && !matching->outers && !matching->ended;
}

// ---- In a record ----

void joining_put(FILE *to, const joining *of)
{
    kept_put_count(to, "unique", of->unique);
    kept_put_count(to, "others", of->regions.count);
    facet_lines_put(to, &of->matching, NULL);
}

static crease_status take_map(joining *of, uint64_t words, maps_reading *from, crease_error *error)
{
    if (words > from->left)
        return error_set(error, "expected a map of fewer than %" PRIu64 " words", words);
    uint64_t *row = memory_new(words, sizeof *row);
    crease_status status = maps_file_take(row, words, from, error);
    if (status == CREASE_OK)
        row_table_enter_bytes(&of->maps, row, words * sizeof *row);
    free(row);
    return status;
}

static crease_status take_join(joining *of, maps_reading *from, crease_error *error)
{
    uint64_t pair[2];
    if (maps_file_take(pair, 2, from, error))
        return CREASE_ERROR;
    if (pair[0] >= of->regions.count || pair[1] >= of->regions.count)
        return error_set(error, "expected regions that have been found");
    union_find_join(&of->regions, pair[0], pair[1]);
    return CREASE_OK;
}

crease_status joining_take(joining *of, word_scanner *scan, maps_reading *from, uint64_t most,
                           size_t dimension, crease_arith arith, crease_error *error)
{
    uint64_t others;
    if (kept_take_count(&of->unique, scan, "unique", UINT64_MAX, error) ||
        kept_take_count(&others, scan, "others", most, error))
        return CREASE_ERROR;
    const char *purpose = budget_for("maps of regions");
    for (uint64_t i = 0; i < others; i++)
        union_find_add(&of->regions);
    crease_status status = CREASE_OK;
    while (status == CREASE_OK && from->left) {
        uint64_t words;
        status = maps_file_take(&words, 1, from, error);
        if (status == CREASE_OK)
            status = words ? take_map(of, words, from, error) : take_join(of, from, error);
    }
    budget_for(facets_purpose);
    const facet_context context = {of->regions.count, of->maps.count, dimension, arith};
    if (status == CREASE_OK)
        status = facet_lines_take(&of->matching, &context, scan, error);
    budget_for(purpose);
    return status;
}

// ---- In the result of a share ----

static void mark(uint64_t *number, joining *of, const split_facets *split)
{
    for (int s = 0; s < 2; s++)
        for (size_t k = 0; k < split->side[s].count; k++)
            number[union_find_root(&of->regions, split->side[s].facet[k].region)] = 1;
}

// Numbers for the regions that reach the border of the share, the same for those that are joined.
// Leaves how many there are.
static uint64_t *border_numbers(uint64_t *count, joining *of)
{
    uint64_t *number = memory_new(of->regions.count, sizeof *number);
    *count = 0;
    for (size_t i = 0; i < of->matching.outers; i++)
        mark(number, of, of->matching.outer + i);
    for (size_t i = 0; i < of->matching.count; i++)
        mark(number, of, of->matching.open + i);
    for (uint64_t i = 0; i < of->regions.count; i++) {
        const uint64_t root = union_find_root(&of->regions, i); // i or less
        if (root == i && number[i])
            number[i] = (*count)++;
        else
            number[i] = number[root];
    }
    return number;
}

void joining_put_share(FILE *to, joining *of)
{
    uint64_t count, *number = border_numbers(&count, of);
    kept_put_count(to, "unique", of->regions.sets - count);
    kept_put_count(to, "others", count);
    for (uint64_t i = 0; i < of->maps.count; i++) {
        size_t size;
        const uint64_t *row = row_table_row(&size, &of->maps, i);
        kept_put_counts(to, "map", row, size / sizeof *row);
    }
    facet_lines_put(to, &of->matching, number);
    free(number);
}

static crease_status take_shared_map(joining *of, word_scanner *scan, crease_error *error)
{
    uint64_t *row = NULL;
    size_t words = 0, capacity = 0;
    crease_status status = kept_take_name(scan, "map", error);
    while (status == CREASE_OK && record_line_goes_on(scan)) {
        MEMORY_RESERVE(row, capacity, words + 1);
        status = record_take_number(row + words++, scan, UINT64_MAX, error);
    }
    if (status == CREASE_OK)
        status = record_end_line(scan, error);
    if (status == CREASE_OK && words)
        row_table_enter_bytes(&of->maps, row, words * sizeof *row);
    free(row);
    return status;
}

crease_status joining_take_share(joining *of, word_scanner *scan, size_t dimension,
                                 crease_arith arith, crease_error *error)
{
    uint64_t others;
    if (kept_take_count(&of->unique, scan, "unique", UINT64_MAX, error) ||
        kept_take_count(&others, scan, "others", scan->document.size, error))
        return CREASE_ERROR;
    for (uint64_t i = 0; i < others; i++)
        union_find_add(&of->regions);
    while (kept_is_next(scan, "map"))
        if (take_shared_map(of, scan, error))
            return CREASE_ERROR;
    const facet_context context = {of->regions.count, of->maps.count, dimension, arith};
    if (facet_lines_take(&of->matching, &context, scan, error))
        return CREASE_ERROR;
    const word rest = word_next(scan);
    return rest.length ? word_refuse(error, scan, rest, NULL, "the end of the share") : CREASE_OK;
}
