// The data of a cell without vertices: geom/simplex.h.
#pragma once

#include "base/memory.h"
#include <flint/fmpq.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// The bounds of the coordinates, which hold on every cell; two entries for each coordinate, lower
// and upper: number 2 c + side.
typedef struct simplex_box {
    fmpq *bound;    // where there is one
    size_t *number; // the inequality of the domain, or NO_NUMBER; NO_BOUND: there is none
    size_t dimension;
    double *low, *high; // outer: doubles beyond the bounds, infinite where there is none
    double *inner_low, *inner_high; // doubles between these satisfy the bounds for certain
} simplex_box;
#define SIMPLEX_NO_NUMBER (SIZE_MAX - 1)
#define SIMPLEX_NO_BOUND SIZE_MAX

simplex_box *simplex_box_new(size_t dimension); // without bounds
void simplex_box_set(simplex_box *box, size_t coordinate, int upper, const fmpq_t bound,
                     size_t number);
void simplex_box_free(simplex_box *box);

static inline int simplex_has_bound(const simplex_box *box, size_t coordinate, int upper)
{
    return box->number[2 * coordinate + (size_t)upper] != SIMPLEX_NO_BOUND;
}
static inline int simplex_is_free(const simplex_box *box, size_t coordinate)
{
    return !simplex_has_bound(box, coordinate, 0) && !simplex_has_bound(box, coordinate, 1);
}

// Variables are numbered: below d a coordinate, from d on an inequality of the path. A coordinate
// without bounds that is not basic is 0 at the vertex.
typedef struct simplex_cell {
    size_t rows, stride;
    double *row;          // rows x stride: d coefficients and the value at the vertex
    double *scale;        // of each inequality: its slack is the form times this
    uint32_t *basic;      // the variable of each row
    uint32_t *nonbasic;   // of each column
    unsigned char *upper; // of each column: a coordinate, measured downwards from its upper bound
    size_t points, oldest;
    double *point;      // inside the cell, as in exact/point.h: d + 2 entries each
    double *low, *high; // of the coordinates on the cell; shared with other cells
    int bounded;        // 1: it is, -1: it is not, 0: not known
} simplex_cell;

enum { SIMPLEX_POINTS = 16 }; // that a cell keeps at most
