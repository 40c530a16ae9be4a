// Why a form is nowhere negative on a cell: d of its facets suffice.
//
// A form that is bounded below on a cell is least at a vertex, and there it is a combination, with
// coefficients that are not negative, of independent facets that meet in the vertex (Farkas). These
// span a cone which holds the cell, and on which the form is as large at least. Cells without
// vertices find them by a linear program, lp/program.h.
#pragma once

#include "tree/position.h"
#include <stdbool.h>

// A form z >= breakpoint or, if minus, z <= breakpoint.
typedef struct {
    size_t layer; // of the maps
    uint32_t unit, predicate;
    bool minus;
} cone_form;

typedef struct {
    size_t count; // facets in the list; 0: the form is constant
    half_space *facet;
    uint32_t point; // the vertex
} cone_facets;

typedef struct {
    size_t dimension;
    walk_position *pos; // while it is walked
    const geom_cell *cell;
    cone_facets cone;  // what is found below: borrowed until the next is
    fmpz *row, *least; // scratch: a form; twice a value and its weight
    double *form, *value;
    size_t capacity, values;
    half_space *meeting;
    size_t meetings;
    const half_space *only; // facets on other planes are left out; NULL: none are
    size_t onlys;
    // Whether a plane belongs to no constraint, though a face of the cell lies on it.
    bool (*is_foreign)(void *data, uint32_t plane);
    void *data;
    // The cell as its inequalities that may be named determine it, made when a program is needed;
    // its memory; the latest program.
    const geom_cell *canonical;
    space_mark before_canonical;
    program_optimum best;
} cone_finder;

void cone_finder_init(cone_finder *finder, size_t dimension);
void cone_finder_clear(cone_finder *finder);

// Queries about the cell stand between these two. On cells without vertices form and row must be
// bounded below.
void cone_finder_begin(cone_finder *finder, walk_position *pos, const geom_cell *cell);
void cone_finder_end(cone_finder *finder);

// finder->row = the form.
void cone_finder_row(cone_finder *finder, const cone_form *form);
// The cone at the vertex of the cell where the form, or the row of integers, is least.
void cone_find_for_form(cone_finder *finder, const cone_form *form);
void cone_find_for_row(cone_finder *finder, const fmpz *row);
// The same for a row that is bounded below; returns whether it is positive on all of the cell.
bool cone_find_for_positive_row(cone_finder *finder, const fmpz *row);
// As many independent facets of a bounded cell as dimensions, that meet in a vertex.
void cone_find_at_some_vertex(cone_finder *finder);

static inline bool cone_finder_is_finite(const cone_finder *finder, size_t generator)
{
    return !finder->pos->space.point[finder->cell->generator[generator].point].infinite;
}
