// The map of a layer in pairs of doubles, to about 106 bits. filter.md, 9.
#pragma once

#include "exact/ball.h"
#include "tree/map_doubles.h"
#include <stdbool.h>

typedef struct {
    const rounded_layer *net;
    size_t columns;
    double *high, *low;     // columns x stride, normalised
    double *bound;          // of the errors of each column
    double *norm;           // at least the norm of each column
    double *rounded_bound;  // of the errors of the high parts
    double *size;           // bound on the sums of a column, whatever the pattern
    const double *bias_map; // the biases as a map, and their rounding errors
    double *bias_map_rest;
    map_log log;
    bool current;
    // Scratch, as in double_map.
    double *term, *term_rest, *output_norm;
    dd *change;
} pair_map;

// Pairs are rebuilt after this many updates per input.
enum { PAIR_UPDATES_PER_INPUT = 2 };

// Makes a map beside one in doubles, and shares its scratch and biases. is_first: layer 0, whose
// rows are the network's, exactly unless is_rounded.
void pair_map_init(pair_map *map, arena *memory, const double_map *beside, bool is_first,
                   bool is_rounded);
// Brings the map up to date; *versions is the latest version given. The layer before, with the
// given pattern, is up to date.
void pair_map_follow(pair_map *map, const pair_map *before, const uint32_t *pattern,
                     uint64_t *versions);
// The output of a unit on this piece, as an affine function: row has one ball for each column.
void pair_map_output(ball *row, const pair_map *map, size_t unit, uint32_t piece);
// The rounding errors of a layer's sums, relative to the bound on these.
double pair_map_rounding(const rounded_layer *net);
void pair_map_forget(pair_map *map);
// Bounds the errors of the high parts as a map in doubles.
void pair_map_round(pair_map *map);
