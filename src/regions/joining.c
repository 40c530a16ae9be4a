// Regions that may have the same map as others, joined where they have, as a walk meets them.
#include "regions/joining.h"

#include "base/memory.h"
#include <stdlib.h>


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

static int are_one_region(void *data, uint64_t a, uint64_t b)
{
    joining *of = data;
    return union_find_root(&of->regions, a) == union_find_root(&of->regions, b);
}

static void join_regions(void *data, uint64_t a, uint64_t b)
{
    joining *of = data;
    union_find_join(&of->regions, a, b);
}

static void join_split(void *data, facet_matching *matching)
{
    const facet_joiner joiner = {data, join_regions, are_one_region};
    facet_matching_join(matching, &joiner);
}

// ---- What a walk meets ----

void joining_add(joining *of, const crease_region *region, const fmpz *map, size_t entries)
{
    const uint64_t number_of_map = row_table_enter(&of->maps, map, entries);
    const uint64_t number = union_find_add(&of->regions);
    facet_matching_add(&of->matching, region, number, number_of_map);
}

void joining_open(joining *of, const crease_split *split)
{
    facet_matching_split(&of->matching, split);
}

void joining_leave(joining *of, const crease_split *split)
{
    facet_matching_leave(&of->matching, split, join_split, of);
}

void joining_append(joining *all, joining *of)
{
    const uint64_t first = all->regions.count;
    uint64_t *map = row_table_append(&all->maps, &of->maps);
    union_find_append(&all->regions, &of->regions);
    facet_matching_append(&all->matching, &of->matching, first, map, join_split, all);
    free(map);
    all->unique += of->unique;
    of->unique = 0;
}

int joining_is_whole(const joining *of)
{
    const facet_matching *matching = &of->matching;
    return !matching->count && !matching->outers && !matching->ended;
}

void joining_pack(joining *of, pack *p)
{
    of->unique = pack_word(p, of->unique);
    row_table_pack(&of->maps, p);
    union_find_pack(&of->regions, p);
    facet_matching_pack(&of->matching, of->regions.count, of->maps.count, p);
    if (p->reads)
        return;
    joining_clear(of);
    joining_init(of);
}
