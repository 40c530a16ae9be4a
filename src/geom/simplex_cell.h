// What a cell without vertices keeps: geom/simplex.h.
#ifndef GEOM_SIMPLEX_CELL_H
#define GEOM_SIMPLEX_CELL_H

#include <flint/fmpq.h>
#include <stddef.h>
#include <stdint.h>

// The box, d entries each. Every bound lies between its entries of outer and inner.
typedef struct simplex_box {
    double *low, *high;             // outer
    double *inner_low, *inner_high; // of doubles between these it is certain that they lie inside
    const fmpq *lo, *hi;            // the bounds, borrowed from the domain
} simplex_box;

// Variables are numbered: below d a coordinate, from d on an inequality of the path.
typedef struct simplex_cell {
    size_t rows, stride;
    double *row;          // rows x stride: d coefficients and the value at the vertex
    double *scale;        // of each inequality: its slack is the form times this
    uint32_t *basic;      // the variable of each row
    uint32_t *nonbasic;   // of each column
    unsigned char *upper; // of each column: a coordinate, measured from its upper bound
    size_t points, oldest;
    double *point; // inside the cell, as in exact/point.h: d + 2 entries each
} simplex_cell;

enum { SIMPLEX_POINTS = 16 }; // that a cell keeps at most

#endif
