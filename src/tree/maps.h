// The affine maps of the layers on the path of the walk.
//
// Each layer has three: in doubles (map_doubles.h), which decide nearly all signs, in pairs of
// doubles (map_pairs.h), made when the error bounds of doubles have grown too far, and in integers
// (map_integers.h), made row by row for signs that are still unknown. In layers that are too deep
// for pairs better bounds of the same doubles are found instead (map_errors.h). This picks among
// them.
#pragma once

#include "tree/map_errors.h"
#include "tree/map_integers.h"
#include "tree/map_pairs.h"
#include <crease/walk.h>
#include <stdbool.h>

typedef struct {
    const rounded_layer *rounded;
    size_t columns;    // d + 1
    uint32_t *pattern; // of this layer on the present cell: the piece of each unit; padded
    // The units whose pieces were settled since the fingerprint was taken, some of them twice. If
    // the list is full, others may be missing.
    uint32_t *settled;
    size_t settled_units, most_settled;
    uint64_t entry; // the number of the cell that has entered the layer
    map_view view;  // the map on which signs are tried
    double_map doubles;
    pair_map pairs;       // empty until first needed
    double *followed;     // the errors of `view` followed back, and norms: 2 x columns
    integer_map integers; // likewise
} walk_layer;

// Layer 0 is the affine parametrization.
typedef struct {
    const crease_net *net;
    rounded_net *rounded;     // shared
    const scaled_net *scaled; // shared; NULL until integers are needed
    bool has_pairs;
    size_t last_of_pairs; // errors of later layers are followed back
    error_scratch errors; // empty until first needed
    size_t layers, columns;
    // The forms of layers 1 .. homogeneous vanish at the origin of the domain, whatever the
    // pattern: up to there all constants and breakpoints are 0.
    size_t homogeneous;
    walk_layer *layer;
    fmpz *output; // scratch: columns + 2; NULL until first needed
    arena memory;
    crease_arith arith;
    uint64_t versions; // the latest one given
    uint64_t entries;  // of cells into layers
    // Float arithmetic on an unbounded domain: the rounding errors of terms that were added and
    // subtracted are slopes to directions at infinity, however small. So sums are always rebuilt.
    bool always_afresh;
} walk_maps;

// rounded is the network in doubles with its parametrization; it must live as long as the maps.
void walk_maps_init(walk_maps *maps, rounded_net *rounded, crease_arith arith);
void walk_maps_clear(walk_maps *maps);

// Notes that the piece of a unit is settled on the present cell. Units that are not are of no
// interest to the fingerprint.
static inline void walk_layer_settle(walk_layer *layer, uint32_t unit)
{
    layer->settled[layer->settled_units] = unit;
    layer->settled_units += layer->settled_units < layer->most_settled;
}
static inline void walk_layer_settle_all(walk_layer *layer)
{
    layer->settled_units = layer->most_settled;
}

// Brings the map of layer l >= 1 up to date with the pattern of layer l-1, whose own map is up to
// date, in the arithmetic that decides signs first.
void walk_maps_sync(walk_maps *maps, size_t l);
// Forgets all maps but layer 0, so that later results do not depend on earlier ones.
void walk_maps_forget(walk_maps *maps);

// Uses pairs rounded to doubles for layer l, or in deep layers follows its errors back, so that its
// error bound is small again.
void walk_maps_tighten(walk_maps *maps, size_t l);

// Brings the pairs of layers 1 .. l up to date.
void walk_maps_need_pairs(walk_maps *maps, size_t l);
// Brings the integer rows of a unit of layer l up to date; then its output as integer_map_output.
void walk_maps_need_unit(walk_maps *maps, size_t l, size_t unit);
void walk_maps_output(walk_maps *maps, fmpz *row, size_t l, size_t unit);
// The output in balls, from pairs, in the units of the network.
void walk_maps_output_balls(walk_maps *maps, ball *row, size_t l, size_t unit);

// The form of a predicate of a unit of layer l: z - breakpoint. For a maxout unit it is the later
// row of maxout_pair(breakpoint, K) less the earlier one. In integers; in doubles with error
// bounds, from the map in use; and from pairs, whatever map is in use.
void walk_maps_form(walk_maps *maps, fmpz *row, size_t l, size_t unit, size_t breakpoint);
void walk_layer_approx(double *form, const walk_layer *layer, size_t unit, size_t breakpoint);
// The same in balls from pairs, in the units of the network.
void walk_maps_form_balls(walk_maps *maps, ball *form, size_t l, size_t unit, size_t breakpoint);
void walk_maps_tight_form(walk_maps *maps, double *form, size_t l, size_t unit, size_t breakpoint);
