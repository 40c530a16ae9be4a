// The map of a layer in integers, in the units of net/scaled.h, with a log of changes.
//
// A row is made when first asked for, from the rows of those units of the layer before that are not
// off. If few of these have changed when it is asked for again, the changes are added; if many
// have, it is made again. So the rows of units that do not split the cell are never made.
#ifndef TREE_MAP_INTEGERS_H
#define TREE_MAP_INTEGERS_H

#include "exact/rows.h"
#include "tree/map_doubles.h"

typedef struct integer_map {
    const scaled_layer *net; // NULL until integers are first needed
    size_t columns;
    const uint32_t *pattern; // of this layer on the present path; padded
    struct integer_map *before;
    rows rows; // those that are known, as of the change that each has seen
    map_source source;
    int current; // it has followed since the pattern before may have changed
    // What has changed of the inputs since rows were last forgotten, in this order; at most as many
    // changes as there are inputs.
    struct {
        uint32_t unit, old; // the piece that it had
    } * change;
    size_t changes;
    size_t *seen;            // of each row: how many of the changes
    uint64_t *met, meetings; // scratch: at which row's turn a unit was last met
    uint32_t *listed;        // scratch
} integer_map;

// before: NULL for layer 0.
void integer_map_init(integer_map *map, arena *memory, const scaled_layer *net, size_t columns,
                      const uint32_t *pattern, integer_map *before);
void integer_map_clear(integer_map *map);

// Brings the log up to date; *versions counts those given. The layer before has followed.
void integer_map_follow(integer_map *map, uint64_t *versions);

// Row j, once this layer and those before have followed. If the run gives up, it is anything.
const fmpz *integer_map_row(integer_map *map, size_t j);

// The output y of a unit as an affine form (sigma y): `columns` entries. Its row is up to date.
void integer_map_output(fmpz *row, const integer_map *map, size_t unit);

#endif
