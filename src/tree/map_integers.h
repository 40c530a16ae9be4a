// The map of a layer in integers, in the units of net/scaled.h, whose rows lag behind.
//
// A row is made on first use, from the rows of those units of the layer before that are not off. If
// few of these have changed by its next use, the changes are added; if many have, it is made again.
// So the rows of units that do not split the cell are never made.
#pragma once

#include "exact/rows.h"
#include "tree/map_doubles.h"
#include <stdbool.h>

typedef struct {
    uint32_t unit, old, piece; // of the unit before and after the change
} map_change;

typedef struct integer_map {
    const scaled_layer *net; // NULL until integers are first needed
    size_t columns, words;   // entries of a row, and the words that each takes
    ulong *word;             // scratch: the words of a row
    const uint32_t *pattern; // of this layer on the present path; padded
    struct integer_map *before;
    struct integer_map *across; // NULL, or this layer as a map of the outputs two layers before
    fmpz *weight;               // scratch: a row of that, across->columns entries
    rows rows;                  // packed; the known ones, each after seen[j] changes
    map_log log;
    bool current; // it is up to date with the pattern before
    // The log.changes since the rows were last forgotten, in order; at most as many as there are
    // inputs.
    map_change *change;
    size_t *seen; // for each row: how many of the changes it includes
} integer_map;

// words: those of each entry. before: NULL for layer 0.
void integer_map_init(integer_map *map, arena *memory, const scaled_layer *net, size_t words,
                      const uint32_t *pattern, integer_map *before);
void integer_map_clear(integer_map *map);

// Brings the log up to date. The layer before is up to date.
void integer_map_follow(integer_map *map);

// Row j, packed, once this layer and those before are up to date. It is arbitrary if the run is
// cancelled.
const fmpz *integer_map_row(integer_map *map, size_t j);

// The entries of a packed row, or of the difference of two.
void integer_map_unpack(fmpz *row, const integer_map *map, const fmpz_t packed);
// The output y of a unit as an affine form (sigma y) of `columns` entries.
void integer_map_output(fmpz *row, integer_map *map, size_t unit);
