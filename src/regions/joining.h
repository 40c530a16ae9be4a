// Regions that may have the same map as others, joined where they have, as a walk meets them.
#ifndef REGIONS_JOINING_H
#define REGIONS_JOINING_H

#include "exact/row_table.h"
#include "regions/facet_matching.h"
#include "regions/union_find.h"

// Of a whole walk, or of a stretch of it.
typedef struct {
    uint64_t unique; // regions with a witness of their own: each a linear region, with its own map
    row_table maps;  // of the others
    union_find regions;
    facet_matching matching;
} joining;

void joining_init(joining *of);
void joining_clear(joining *of);
size_t joining_bytes(const joining *of);

// A region whose witness is not its own. map: its integers.
void joining_add(joining *of, const crease_region *region, const fmpz *map, size_t entries);
void joining_open(joining *of, const crease_split *split);
void joining_leave(joining *of, const crease_split *split);
// Adds the next stretch to the whole, or to a longer one, and leaves nothing there.
void joining_append(joining *all, joining *of);
// Whether all splits have ended that have begun, and the other way round.
int joining_is_whole(const joining *of);

// Writes it and leaves nothing there, or reads what was written where there is nothing.
void joining_pack(joining *of, pack *p);

#endif
