// Linear programs on a dictionary's polyhedron in integers, which begin where doubles end.
//
//     program_optimum best;
//     program_optimum_init(&best, space->dimension);
//     if (program_maximise(&best, space, dict, row, 1) && !best.unbounded)
//         ... best.value, best.point, best.facet[i], best.times[i] ...
//     program_optimum_clear(&best, space->dimension);
//
// In exact arithmetic, where doubles move no dictionary, programs leave it at their last vertex.
#pragma once

#include "lp/dictionary.h"
#include <stdbool.h>

// Whether sign times the form of the row is positive somewhere.
bool program_is_positive(geom_space *space, dictionary *dict, const fmpz *row, int sign);

bool program_is_bounded(geom_space *space, dictionary *dict);
// Whether any point satisfies all inequalities. All other functions require that the points that do
// have an interior.
bool program_is_feasible(geom_space *space, dictionary *dict);

// The greatest value of a form, a point where it is attained, and a proof of the bound.
typedef struct {
    bool unbounded; // it has no greatest value: of the rest only point means anything
    fmpq_t value;
    // Dimension + 1 integers. A vertex where the value is attained, its last entry positive; if
    // unbounded a direction of the cell in which the form grows, its last entry 0.
    fmpz *point;
    // form = value - sum of times[i] g_i, times[i] > 0, where g_i >= 0 is the inequality of
    // facet[i]: side times the plane's row, divided by its content. At most dimension of them, all
    // tight at the point: this is a Farkas proof, and the cone that a certificate names. Planes of
    // bounds of coordinates are made when they are needed; their origin is the inequality of the
    // domain.
    size_t count;
    half_space *facet;
    fmpq *times;
} program_optimum;
void program_optimum_init(program_optimum *optimum, size_t dimension);
void program_optimum_clear(program_optimum *optimum, size_t dimension);

// The optimum of the form that is sign (1 or -1) times the row, dimension + 1 integers, the
// constant last: with sign -1 value is minus the least value. Returns 0 on cancellation.
bool program_maximise(program_optimum *optimum, geom_space *space, dictionary *dict,
                      const fmpz *row, int sign);
// Only the facets of a proof that sign times the form, which is positive nowhere, is not; there may
// be fewer than the optimum has. Solves for the multipliers at the dictionary's vertex, which
// doubles have chosen, and makes no table unless that is the wrong one.
bool program_refute(program_optimum *optimum, geom_space *space, dictionary *dict, const fmpz *row,
                    int sign);
