// The map of a layer in integers, in the units of net/scaled.h, with a log of changes.
//
// A row is made on first use, from the rows of those units of the layer before that are not off. If
// few of these have changed by its next use, the changes are added; if many have, it is made again.
// So the rows of units that do not split the cell are never made.
#pragma once

#include "exact/rows.h"
#include "tree/map_doubles.h"

typedef struct integer_map {
    const scaled_layer *net; // NULL until integers are first needed
    size_t columns;
    const uint32_t *pattern; // of this layer on the present path; padded
    struct integer_map *before;
    rows rows; // the known ones, each after seen[j] changes
    map_source source;
    int current; // it is up to date with the pattern before
    // The log: changes of the inputs since the rows were last forgotten, in order; at most as many
    // as there are inputs.
    struct {
        uint32_t unit, old; // the piece before the change
    } * change;
    size_t changes;
    size_t *seen;            // for each row: how many of the changes it includes
    uint64_t *met, meetings; // scratch: the latest update of a row that met each unit
    uint32_t *listed;        // scratch
} integer_map;

// before: NULL for layer 0.
void integer_map_init(integer_map *map, arena *memory, const scaled_layer *net, size_t columns,
                      const uint32_t *pattern, integer_map *before);
void integer_map_clear(integer_map *map);

// Brings the log up to date; *versions is the latest version given. The layer before is up to date.
void integer_map_follow(integer_map *map, uint64_t *versions);

// Row j, once this layer and those before are up to date. It is arbitrary if the run is cancelled.
const fmpz *integer_map_row(integer_map *map, size_t j);

// The output y of a unit as an affine form (sigma y) of `columns` entries. Its row must be up to
// date.
void integer_map_output(fmpz *row, const integer_map *map, size_t unit);
