// The map of a layer in doubles, with proved bounds on its errors. filter.md, 8.
//
// The three maps of a layer, in doubles, in pairs of doubles and in integers, have one interface.
// X_map_init makes a map. X_map_follow brings it up to date with the pattern of the layer before,
// whose own map is up to date: by the changes of its log (map_log.h). After X_map_forget nothing
// depends on earlier patterns.
#pragma once

#include "exact/filter.h"
#include "net/rounded.h"
#include "tree/map_log.h"
#include <stdbool.h>

// Grades of error bounds, relative to double_map_reach:
//   grade       share     what follows
//   MAP_FIRM    <= 2^-30  pairs would hardly decide more, and are not used
//   MAP_SLACK   <= 2^-22  a form whose sign is open is made again from pairs
//   MAP_LOOSE   <= 2^-7   the whole map is made from pairs if more than one unit is open
//   MAP_LOST    more      it is made from pairs before any sign is tried
// If pairs have lost too much as well, errors are followed back instead.
typedef enum { MAP_FIRM, MAP_SLACK, MAP_LOOSE, MAP_LOST } map_grade;

// The map that signs and the next layer use: sums of doubles, or pairs rounded to doubles.
typedef struct map_view {
    const rounded_layer *net;
    const struct map_view *before;
    const uint32_t *pattern; // of the layer on the present cell: the piece of each unit; padded
    const double *entry;     // columns x stride, as in exact/kernels.h
    const double *bound;     // at least the error of every entry of a column, and of its norm
    const double *rounding;  // at least the norm of what this layer's own sums add to the errors of
                             // each column; NULL: the entries are not sums of the outputs before
    const double *norm;      // at least the norm of each column
    const double *square;    // sums of the squares of each column; NULL: norm is as good
    const uint64_t *inputs_on; // the units before that are on, as in map_log; or NULL
    map_grade grade;
    size_t layer; // its number
    uint64_t version;
} map_view;

typedef struct {
    const rounded_layer *net;
    size_t columns; // d + 1, the constant last
    double *entry, *bound, *rounding, *norm, *square;
    map_grade grade;
    map_log log; // by sets in the plane, if the inputs are outputs of relu units, and few
    // The error of the sums is at most share_per_size |Y_c| + share_of_rest, where Y_c are the
    // outputs before. In the last column share_of_constant replaces share_of_rest.
    double share_per_size, share_of_rest, share_of_constant;
    double *output_norm; // of the columns of the outputs before
    double *bias_map;    // the biases as a map, with which sums begin
    // Scratch: term[c][i] is the contribution of input i to column c. The inputs that contribute
    // are log.listed.
    double *term, *change;
} double_map;

// Makes the map of one of `layers` layers. before: the layer before, or NULL for layer 0, whose
// rows are the network's.
void double_map_init(double_map *map, arena *memory, const rounded_layer *net,
                     const rounded_layer *before, size_t columns, size_t layers);
// Stores the given weights and biases of layer 0 as a map.
void map_put_first(double *entry, const double *weight, const double *bias,
                   const rounded_layer *first);
// The error bounds of these entries, if the error of each is at most `rounding` times its absolute
// value.
void map_bound_first(double *bound, const double *entry, const rounded_layer *first, size_t columns,
                     double rounding);

// Returns whether rows have changed. bounds: error bounds are needed. afresh: sums are rebuilt, not
// updated.
bool double_map_follow(double_map *map, const map_view *before, bool bounds, bool afresh);
void double_map_forget(double_map *map);

// Upper bounds on the norm of each column of a layer's outputs, whatever their pieces, from those
// of its rows.
void map_output_norms(double *norm, const rounded_layer *net, const double *rows, size_t columns);

// A bound on the norm of column c without errors; grades are relative to it.
static inline double double_map_reach(const double_map *map, size_t c)
{
    const double bias = c + 1 == map->columns ? map->net->bias_norm : 0;
    return map->net->spectral * map->output_norm[c] + bias;
}
