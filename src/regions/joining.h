// Regions that may have the same map as others, joined where they have, as a walk meets them.
#ifndef REGIONS_JOINING_H
#define REGIONS_JOINING_H

#include "exact/row_table.h"
#include "regions/facet_matching.h"
#include "regions/maps_file.h"
#include "regions/union_find.h"

// Of a whole walk, or of a stretch of it.
typedef struct {
    uint64_t unique; // regions with a witness of their own: each a linear region, with its own map
    row_table maps;  // of the others
    union_find regions;
    facet_matching matching;
    maps_file *file; // of a whole walk: where new maps and joins are noted; or NULL
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

// ---- In a record: what the file has not ----

void joining_put(FILE *to, const joining *of);
// From lines, and from the file up to its end. most: regions there are; dimension, arith: of the
// walk.
crease_status joining_take(joining *of, word_scanner *scan, maps_reading *from, uint64_t most,
                           size_t dimension, crease_arith arith, crease_error *error);

// ---- In the result of a share ----

// All maps, and the facets on its borders, whose regions are numbered as far as they differ.
void joining_put_share(FILE *to, joining *of);
crease_status joining_take_share(joining *of, word_scanner *scan, size_t dimension,
                                 crease_arith arith, crease_error *error);

#endif
