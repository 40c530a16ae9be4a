// How nearly a formula is met, in doubles: an objective for searches. It is negative where
// inequalities fail, by the sum of what they lack in a conjunction, else the least of their values;
// a disjunction has the height of its highest part.
#pragma once

#include "function/climb.h"
#include "function/property.h"
#include "tree/relax.h"
#include <stdbool.h>

// The part of an atom that depends on inputs, in coordinates of which these are affine functions:
// coordinates->inputs + 1 numbers. Returns whether there is one.
bool property_input_part(fmpq *row, const crease_property *property, const property_atom *atom,
                         const net_layer *coordinates);
// The atoms of a formula in these coordinates.
output_form *property_forms(arena *memory, const crease_property *formula,
                            const net_layer *coordinates);

typedef struct {
    const crease_property *formula;
    const unsigned char *is_bound; // by atom: it holds
    const output_form *form;       // of each atom
    size_t dimension;              // of the domain
    double *atom_height, *node_height;
} formula_height;

void height_init(formula_height *h, const crease_property *formula, const unsigned char *is_bound,
                 const output_form *form, size_t dimension);
void height_clear(formula_height *h);

// From values of all atoms, h->of_atom: with upper bounds of these it is one.
double height_of_atoms(formula_height *h);
// The members of a climb_task, whose data is a formula_height.
double height_value(void *data, const double *u, const double *y);
void height_slope(void *data, double *by_u, double *by_y);
