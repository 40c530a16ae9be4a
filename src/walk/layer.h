// One layer on the path of the walk: its affine map on the present cell.
#ifndef WALK_LAYER_H
#define WALK_LAYER_H

#include "exact/rows.h"
#include "net/rounded.h"
#include "net/scaled.h"
#include <crease/walk.h>
#include <stdint.h>

typedef struct {
    const scaled_layer *scaled;
    const rounded_layer *rounded;
    size_t columns;    // d + 1
    uint32_t *pattern; // of this layer on the present cell: the piece of each unit

    // The pre-activations of the units as forms on the chart: exact rows in the
    // units of scaled_net, shadows in those of the network itself.
    rows map;
    // map was made from this pattern of the layer before, and from this version of
    // that layer's map; its own version changes whenever its rows do.
    uint32_t *source_pattern;
    uint64_t source_version, version;

    rows shifted; // one row: a form minus a breakpoint
} walk_layer;

// The maps of a network on one path; layer 0 is the chart.
typedef struct {
    scaled_net scaled;
    rounded_net rounded;
    size_t layers;
    walk_layer *layer;
    crease_arith arith;
    uint64_t versions; // handed out so far
    double *term;      // scratch
} walk_maps;

void walk_maps_init(walk_maps *maps, const crease_net *net, crease_arith arith);
void walk_maps_clear(walk_maps *maps);

// Brings the map of layer l >= 1 up to date with the pattern of layer l-1, whose
// own map must be up to date. Rows differ from one sibling to the next only by the
// units whose piece has changed, and only those are added:
//   Z_j += weight[j][i] (slope' - slope) Z_i + (offset' - offset) w).
// Integers lose nothing by this. Doubles are summed afresh each time.
void walk_maps_sync(walk_maps *maps, size_t l);
// The same with integers, whatever the arithmetic: for whoever prints or compares
// maps. Brings all layers up to l up to date.
void walk_maps_sync_exact(walk_maps *maps, size_t l);

// The form z_unit - breakpoint of layer l, as a row of *in: valid until the next call.
size_t walk_layer_form(walk_layer *layer, crease_arith arith, size_t unit, size_t breakpoint,
                       const rows **in);

// The output y_unit of layer l as a form, in the units of scaled_net (sigma y): d + 1
// entries. The layer's map must be up to date in integers.
void walk_layer_output(fmpz *row, const walk_layer *layer, size_t unit);

#endif
