// The affine maps of the layers on the path of the walk, as balls.
#ifndef TREE_MAPS_BALLS_H
#define TREE_MAPS_BALLS_H

#include "exact/ball.h"
#include "tree/maps.h"

// From double-doubles, in the units of the network: the form of walk_maps_form, up to a positive
// factor, and the output of the network's last layer; d + 1 entries. Not in exact arithmetic.
void walk_maps_form_balls(walk_maps *maps, ball *row, size_t l, size_t unit, size_t breakpoint);
// Outputs are those of the pattern on which they were last followed.
void walk_maps_follow_outputs(walk_maps *maps);
void walk_maps_output_balls(ball *row, const walk_maps *maps, size_t output);

// The rows of outputs before their slopes and offsets, from the layer before the last hidden one
// (maps_fold_balls.c). Returns whether that can be; only then there are some.
int walk_maps_follow_balls(walk_maps *maps);
void walk_maps_fold_balls(ball *row, const walk_maps *maps, size_t output);

// A rational number rounded to a double-double.
static inline ball ball_of_rounded(double high, double low)
{
    return ball_of((dd){high, low},
                   4 * FILTER_UNIT * FILTER_UNIT * (high < 0 ? -high : high) + FILTER_TINY);
}

#endif
