// The affine maps of the layers on the path of the walk.
#ifndef TREE_MAPS_H
#define TREE_MAPS_H

#include "exact/double_double.h"
#include "exact/filter.h"
#include "exact/rows.h"
#include "net/rounded.h"
#include <crease/walk.h>
#include <stdint.h>

// What a map was made from: the pattern of the layer before, and which of that
// layer's maps. Its own version changes whenever its rows do.
typedef struct {
    uint32_t *pattern;
    uint64_t version_before, version;
} map_source;

// How far the error bound of a map in doubles has grown, beside the size of the outputs before it.
typedef enum {
    MAP_FIRM,  // double-doubles would decide hardly more
    MAP_SLACK, // they are worth asking where doubles leave a sign open
    MAP_LOOSE, // where many are left open, the whole map is worth making anew
    MAP_LOST,  // many will be
} map_grade;

typedef struct {
    const rounded_layer *rounded;
    const scaled_layer *scaled; // NULL until integers are first asked for
    size_t columns;             // d + 1
    size_t predicates;          // of all layers before
    uint32_t *pattern;          // of this layer on the present cell: the piece of each unit; padded

    // The pre-activations, one for each row of the weight matrix, as forms on the domain, in
    // the integer units of scaled_net. Made only when somebody asks: maps_exact.c.
    rows exact;
    map_source exact_source;
    int exact_current; // nothing has changed since those that are known were brought up to date
    struct exact_changes *exact_changes; // that these follow when somebody asks

    // The same in doubles, in the units of the network, stored as in exact/kernels.h;
    // bound[c] bounds the error of every entry of column c, and of the column's
    // norm (filter.md, 8). In use are either the layer's own sums or, where their
    // error bound has grown too far for a predicate, the rounded double-doubles below.
    double *approx, *bound;
    double *own, *own_bound;
    // At least the norm of each column of the map in use: of the own sums a bound that is known
    // before they are (filter.md, 7).
    double *norm, *own_norm;
    double *own_square; // the sum of the squares of each column of the own sums
    // Its pattern is that of the layer before when this one was last brought up to date, in exact
    // arithmetic too.
    map_source approx_source;
    size_t updates, most_updates; // since the own sums were last made afresh
    int by_sets; // in the plane: its inputs are outputs of relu units, and few enough for a set
    uint64_t changed_set; // scratch, as `changed`
    // own_bound has share_per_size |Y_c| + share_of_rest of the layer's own sums, or
    // share_of_constant in the last column.
    double share_per_size, share_of_rest, share_of_constant;
    double *fresh; // the biases as a map, which sums begin with: behind the own sums
    // Scratch for sums: inputs that contribute or have changed, and what input i gives to column c:
    // term[c][i].
    uint32_t *changed;
    double *term;
    double *output_norm; // of the columns of the outputs before it, in doubles
    double *change;      // scratch: columns
    map_grade own_grade; // of the own bound
    map_grade grade;     // of the error bound in use

    // The same in double-doubles, normalised. NULL until first needed; up to date only when
    // asked for.
    double *dd_high, *dd_low, *dd_bound;
    double *dd_norm;                // at least that of each column
    double *dd_size;                // what sums of a column do not exceed, whatever the pattern
    double *dd_fresh_rest;          // what rounding left out of fresh
    double *tight_bound;            // of the high parts
    double *dd_term, *dd_term_rest; // scratch, as term
    dd *dd_change;                  // scratch
    map_source dd_source;
    size_t dd_updates;
    int dd_current;
} walk_layer;

// Pairs are summed afresh after this many updates per input, and so are doubles; but after one for
// so many inputs where many layers follow, to which their error bound matters.
enum { MAP_UPDATES_PER_INPUT = 2, MAP_INPUTS_PER_UPDATE = 4 };

// The maps of a network on one path; layer 0 is the affine parametrization.
typedef struct {
    const crease_net *net;
    rounded_net *rounded;     // shared
    const scaled_net *scaled; // shared too; NULL until integers are asked for
    int has_dd;
    size_t layers, columns;
    // The forms of layers 1 .. homogeneous vanish at the origin of the domain, whatever the
    // pattern: nothing is added or compared with before them.
    size_t homogeneous;
    walk_layer *layer;
    arena memory; // of what each layer has from the start, and of its pairs
    crease_arith arith;
    uint64_t versions; // handed out so far
    // Float arithmetic on an unbounded domain: what is left of terms added and taken away
    // again is a slope to directions at infinity, however small, so no updates.
    int always_afresh;
} walk_maps;

// rounded is the network in doubles with its parametrization; it must live as long as the maps.
void walk_maps_init(walk_maps *maps, const crease_net *net, rounded_net *rounded,
                    crease_arith arith);
void walk_maps_clear(walk_maps *maps);

// Brings the map of layer l >= 1 up to date with the pattern of layer l-1, whose own
// map is up to date, in the arithmetic that decides signs first. Rows differ from one
// sibling to the next only by the units whose piece has changed, and only
// those are added:
//   Z_j += weight[j][i] ((slope' - slope) Z_i + (offset' - offset)),
// where a maxout unit i goes from one of its rows to another:
//   Z_j += weight[j][i] (slope' Z_r' - slope Z_r).
// Integers lose nothing by this; doubles are summed afresh now and then.
void walk_maps_sync(walk_maps *maps, size_t l);

// Forgets all maps but layer 0: what comes next does not depend on what came before.
void walk_maps_forget(walk_maps *maps);

// Takes the approximation of layer l from double-doubles, so that its error bound is small again.
void walk_maps_tighten(walk_maps *maps, size_t l);

// walk_maps_sync and walk_maps_tighten in one, without sums in doubles. Who begins so goes on so.
void walk_maps_sync_tight(walk_maps *maps, size_t l);

// Brings the pairs of layers 1 .. l up to date.
void walk_maps_need_dd(walk_maps *maps, size_t l);

// Brings the integer rows of layers 1 .. l up to date; or those of one unit of layer l.
void walk_maps_need_exact(walk_maps *maps, size_t l);
void walk_maps_need_unit(walk_maps *maps, size_t l, size_t unit);
// That row of layer l if it is up to date already, or NULL. Borrowed until rows are asked for.
const fmpz *walk_maps_known_row(const walk_maps *maps, size_t l, size_t row);

// Those of the last layer, which the walk does not enter if it is a linear output layer.
void walk_maps_need_output(walk_maps *maps);
void exact_changes_free(struct exact_changes *changes);
// The form of a predicate of a unit of layer l, in integers and in doubles: z - breakpoint;
// of a maxout unit, the later row of maxout_pair(breakpoint, K) less the earlier one.
void walk_maps_form(walk_maps *maps, fmpz *row, size_t l, size_t unit, size_t breakpoint);
void walk_layer_approx(double *form, const walk_layer *layer, size_t unit, size_t breakpoint);
// The same, where error[c] bounds the error of the entry of column c, or of the difference of two
// before it is rounded; and such bounds from that of the map. They last until the next call.
const double *walk_layer_errors(const walk_layer *layer, size_t unit);
void walk_layer_form(double *form, const walk_layer *layer, size_t unit, size_t breakpoint,
                     const double *error);
// The same from double-doubles, whatever the layer has in use.
void walk_maps_tight_form(walk_maps *maps, double *form, size_t l, size_t unit, size_t breakpoint);

// The output y_unit of layer l as a form, in the units of scaled_net (sigma y): d + 1
// entries. The layer's integer rows must be up to date.
void walk_layer_output(fmpz *row, const walk_layer *layer, size_t unit);

// What error bounds of the layer's own sums are measured by: a bound on the norm of column c.
static inline double walk_layer_reach(const walk_layer *layer, size_t c)
{
    const double bias = c + 1 == layer->columns ? layer->rounded->bias_norm : 0;
    return layer->rounded->spectral * layer->output_norm[c] + bias;
}

// The number of the first predicate of a unit among those of all layers; of layer `layers` and unit
// 0: how many there are.
static inline size_t walk_maps_first_predicate(const walk_maps *maps, size_t l, size_t unit)
{
    if (l == maps->layers) {
        const walk_layer *last = maps->layer + l - 1;
        return last->predicates + last->rounded->unit.predicate[last->rounded->units];
    }
    return maps->layer[l].predicates + maps->layer[l].rounded->unit.predicate[unit];
}

// To be called after a map has changed: what it was made from.
void map_source_note(walk_maps *maps, map_source *source, const map_source *source_before,
                     const walk_layer *before);

#endif
