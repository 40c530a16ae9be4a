// Regions that contain lines, with the lines divided out.
#ifndef VERSUS_LINES_H
#define VERSUS_LINES_H

#include "ref_system.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <stdbool.h>

// All lines of {x : a.x + c > 0 for every row}: the solutions of a.x = 0. In the basis, line
// i has a 1 at place pivot[i], where all others have a 0.
typedef struct {
    size_t dimension, count;
    fmpq_mat_t basis; // count x dimension
    size_t *pivot;
} versus_lines;

void versus_lines_init(versus_lines *lines, const ref_system *system);
void versus_lines_clear(versus_lines *lines);

// `without`, initialised here, gets every row, moved along lines until it has zeros at the
// pivots, and without these entries. Rows of inequalities are orthogonal to the
// lines: of them only zeros are dropped, if moves is not set.
void versus_lines_drop(ref_system *without, const versus_lines *lines, const ref_system *from,
                       bool moves);

// Whether those of the rays that lie in the space of the lines span it both ways: with each
// its opposite is there. Takes them and all repetitions out of `without`, which was made
// of these rays.
bool versus_lines_span(ref_system *without, const versus_lines *lines, const ref_system *rays);

#endif
