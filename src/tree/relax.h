// Bounds of the later layers of a network on a cell, by linear relaxation.
//
// From layer `first` on, whose rows are affine on the cell, a unit that stays on one piece is
// affine; for any other the chord of its activation is taken, within a radius. So a form of the
// outputs, taken back from layer to layer, lies within an error of an affine form on the cell: the
// bounds of Singh et al., Fast and effective robustness certification (NeurIPS 2018), for any
// activation of one variable, computed backwards. exact/filter.md, 15
#pragma once

#include "cell/cell.h"
#include "tree/map_doubles.h"
#include <stdbool.h>

typedef struct {
    double *low, *high; // of each row
    // Each unit is slope * its row + middle, within radius, and lies between least and most.
    double *slope, *middle, *radius, *least, *most;
    uint32_t *row;
} relaxed_layer;

typedef struct {
    const rounded_net *net;
    arena memory;
    size_t bytes; // memory used, about
    relaxed_layer *layer;
    size_t first;
    const map_view *map; // of layer `first`
    geom_space *space;   // of the cell; NULL: it is the box
    const geom_cell *cell;
    box_approx box;
    // A form on the way back: its coefficients for units and for rows of a layer, its constant, the
    // sum of the absolute values of the terms that were added to it, its error, and by how much a
    // coefficient of a row may be off because of underflow.
    double *of_unit, *of_row, *size, *form;
    double constant, added, terms, error, slip;
    size_t pause, wait; // cells that are passed unseen, since cells before could not be left out
} relaxation;

void relaxation_init(relaxation *r, const rounded_net *net);
void relaxation_clear(relaxation *r);

// Starts on a cell, or on r->box if there is none, at layer l, whose map is up to date. open: by
// unit of this layer, whether it may be on another piece than that of the map somewhere on the
// cell; NULL: each may be. Returns 0 if nothing is known: the cell is unbounded, numbers are too
// large, or a limit is reached.
bool relaxation_enter(relaxation *r, size_t l, const map_view *map, const unsigned char *open,
                      geom_space *space, const geom_cell *cell);
// Bounds that decide nothing are computed less and less often, so that they cost little.
// relaxation_rests: whether they are left out this time. relaxation_note: whether they have left
// out anything, after each time that they were computed.
bool relaxation_rests(relaxation *r);
void relaxation_note(relaxation *r, bool has_left_out);
// Starts on any cell on which the units of the last layer are on the pieces of its map.
void relaxation_enter_last(relaxation *r, const map_view *map);

// sum of factor[i] y[output[i]] + input . x + constant, y the outputs; each number may be off by
// FILTER_UNIT of its absolute value, or by underflow.
typedef struct {
    size_t count;
    const size_t *output;
    const double *factor, *input; // count; dimension, or NULL: no inputs
    double constant;
} output_form;
// Bounds of the form on the box. If 0 lies between them, r->form is set as by relaxation_form.
void relaxation_bounds(double range[2], relaxation *r, const output_form *objective);
// The form as in exact/point.h: its values on the cell are within the error bounds. form has
// form_doubles(dimension) entries.
void relaxation_form(double *form, relaxation *r, const output_form *objective);
