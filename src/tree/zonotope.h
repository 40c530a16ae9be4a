// What a cell can come to: a zonotope that contains the outputs of all its points.
//
// From a layer on whose pieces are not fixed, every row of a layer is enclosed by a form
//   z = a . x + c + sum_k g_k e_k + error,   |e_k| <= 1, for every x of the cell,
// in doubles. A unit that stays on one piece is affine; of any other the chord of its activation is
// taken, and how far this is away becomes a symbol e_k of its own, shared by all that follows:
// Singh et al., Fast and effective robustness certification (NeurIPS 2018), for any activation of
// one variable. filter.md, 15
#ifndef TREE_ZONOTOPE_H
#define TREE_ZONOTOPE_H

#include "tree/position.h"

typedef struct {
    size_t dimension, columns; // columns: d coordinates, the constant, and the symbols so far
    size_t capacity;           // columns that there is room for
    size_t widest;             // stride of the widest layer
    // Of the rows of the present layer, stored column by column as in exact/kernels.h.
    double *map, *error;
    size_t stride;
    double *low, *high; // between which they lie
    // Of the outputs of its units: slope * row + middle, within radius.
    double *slope, *middle, *radius;
    uint32_t *row, *active;
    double *unit_error, *size;
    double *term, *slack; // scratch
    size_t outputs;       // units of the last layer that was entered
    size_t term_capacity;
    // The vertices of the cell, coordinate by coordinate; how large these are, and how exact.
    double *vertex, *reach;
    size_t vertices, vertex_capacity;
    double spot;
} zonotope;

void zonotope_init(zonotope *z, const rounded_net *net);
void zonotope_clear(zonotope *z);
size_t zonotope_bytes(const zonotope *z); // about

// Takes a cell at layer l, whose map is up to date, to the rows of the network's last layer: then
// rows are those of rounded_layer. Returns 0 if doubles say nothing: an unbounded cell, exact
// arithmetic, overflow, or if the work was given up.
int zonotope_rise(zonotope *z, walk_position *pos, size_t l, const geom_cell *cell);

// Between which values  factor . y + input . x + constant  lies on the cell, y the outputs in the
// units of the network; each number may be off by FILTER_UNIT of its size. Infinite: not known.
typedef struct {
    const double *factor, *input; // outputs, dimension
    double constant;
} zonotope_form;
void zonotope_range(double range[2], const zonotope *z, const zonotope_form *form);

#endif
