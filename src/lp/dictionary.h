// A polyhedron as a dictionary of linear programming, in doubles.
//
// The polyhedron is the set of the points within the bounds of the coordinates that satisfy the
// inequalities of a path; it has an interior. Its dictionary (Chvatal, Linear Programming, 1983)
// has d nonbasic variables, which vanish at the present vertex: slacks of inequalities, or
// distances of a coordinate to one of its bounds. Every basic variable is a row, affine in these. A
// coordinate without bounds is a variable of any sign. Rows are doubles and only propose:
//   * a form is positive somewhere if it is, by its error bound, at a double that satisfies all
//     inequalities by their error bounds: a point inside;
//   * it is negative everywhere if a sum of itself and of inequalities, with multipliers that are
//     not negative, is negative on a box around the polyhedron, by its error bound (Neumaier and
//     Shcherbina, Safe bounds in linear and mixed-integer programming, 2004);
//   * it is nowhere positive if it touches the polyhedron in the origin and, by error bounds, its
//     negative is a sum of inequalities with positive multipliers (lp/tie.h);
//   * integers decide what none of these shows (lp/program.h).
// exact/filter.md, 18.
//
// Order of reading in this room: dictionary, dual_bound, table, program, tie, polyhedron, facets,
// known_proofs, prefix, query. Linear programs are solved twice over: this dictionary proposes in
// doubles, the table of lp/table.h decides in integers, also for nearest_in_norm. nearest_point is
// a quadratic program and stands alone; tie solves one linear system.
#pragma once

#include "domain/space.h"
#include <stdbool.h>

// Variables are numbered: below d a coordinate, from d on an inequality. A coordinate without
// bounds that is not basic is 0 at the vertex.
typedef struct dictionary {
    size_t rows, stride;    // a row for each inequality
    half_space *inequality; // rows
    double *row;            // rows x stride: d coefficients and the value at the vertex
    double *scale;          // of each inequality: its slack is the form times this
    uint32_t *basic;        // the variable of each row
    uint32_t *nonbasic;     // of each column
    unsigned char *upper;   // of each column: a coordinate, measured downwards from its upper bound
    size_t points, oldest;
    double *point;          // inside, as in exact/point.h: d + 2 entries each
    double *low, *high;     // of the coordinates on the polyhedron; shared with other dictionaries
    int bounded;            // 1: it is, -1: it is not, 0: not known
    uint64_t prefix_serial; // of the path that it was made of (lp/prefix.h), or 0
    // The one of which it is a half, if it was not made yet: then it has its inequalities, low,
    // high and bounded alone.
    struct dictionary *whole;
} dictionary;

enum { DICTIONARY_POINTS = 16 }; // that a dictionary keeps at most

// The dictionary of all points within the bounds of the space's coordinates, from space->cells as
// all but copies.
dictionary *dictionary_whole(geom_space *space);
dictionary *dictionary_copy(arena *memory, const dictionary *other, size_t dimension);

// Sets of SIGN_BELOW and SIGN_ABOVE: the signs of a form on a polyhedron.
typedef struct {
    int attained; // occur somewhere
    int refuted;  // occur nowhere
} form_signs;
static inline bool form_signs_known(form_signs signs)
{
    return (signs.attained | signs.refuted) == (SIGN_BELOW | SIGN_ABOVE);
}
// By doubles; in exact arithmetic nothing is known.
form_signs dictionary_try(geom_space *space, dictionary *dict, const double *form);

// One more inequality, which cuts the polyhedron; the half is still to be made.
dictionary *dictionary_half(geom_space *space, dictionary *whole, half_space inequality);
// Makes it; not in exact arithmetic.
void dictionary_make(geom_space *space, dictionary *half);
// The same of a dictionary whose vertex is known and whose rows are not used.
void dictionary_make_by_vertex(const geom_space *space, dictionary *half);

// Moves the dictionary to a vertex where sign times the form is greatest according to doubles; not
// in exact arithmetic.
void dictionary_maximise_row(geom_space *space, dictionary *dict, const fmpz *row, int sign);
void dictionary_maximise_form(geom_space *space, dictionary *dict, const double *form, int sign);
// The value of a coordinate that is not basic.
double dictionary_bound(const geom_space *space, size_t coordinate, bool upper);
// Moves the dictionary to a vertex where an inequality, by its number, is least. Returns whether
// the multipliers of that vertex prove, by error bounds, that its form is positive on the
// polyhedron. needs: how many inequalities have a multiplier, besides bounds, and their rows, of at
// most d.
bool dictionary_is_positive(size_t *needs, uint32_t *need, geom_space *space, dictionary *dict,
                            size_t number, const double *form);
// Finds a box around the polyhedron, by 2 d programs in doubles: its low and high. Dictionaries
// made of this one share it.
void dictionary_find_box(geom_space *space, dictionary *dict);

// Number 2 c + upper is a bound of coordinate c, whose plane is made; the inequalities follow.
half_space dictionary_inequality(geom_space *space, const dictionary *dict, size_t number);

// ---- points, as in exact/point.h ----

// The mean of the points that it keeps, which lies deeper than most of them.
void dictionary_mean_point(double *x, const dictionary *dict, size_t dimension);
// Whether error bounds prove that the point lies inside. *violated, unless NULL, is the row that is
// tested first, if there is such a row; if the point is not inside, it becomes the row that has
// shown that, if there is one.
bool dictionary_is_inside(const geom_space *space, const dictionary *dict, const double *point,
                          size_t *violated);
