// The point of a polyhedron that is nearest to a given one, exactly, in any dimension.
#pragma once

#include <crease/status.h>
#include <flint/fmpz.h>
#include <stdbool.h>
#include <stddef.h>

// An oracle for the polyhedron. `violated` returns 0 if all inequalities hold at the homogeneous
// point (x, w), w > 0. Otherwise it sets row to a violated one, row . (x, w) < 0, and returns 1.
// Inequalities are integer rows of dimension + 1 entries, the constant last, as in exact/rows.h.
typedef struct {
    void *data;
    bool (*violated)(void *data, fmpz *row, const fmpz *point);
    // NULL, or called if the polyhedron is empty: with rows that have no common point, though any
    // fewer of them have one.
    void (*refuted)(void *data, const fmpz *row);
} nearest_point_oracle;

// point is homogeneous: dimension + 1 entries, the last positive. So is nearest, without common
// factor; it must not alias point. Returns 0 if the polyhedron is empty, and on cancellation. Only
// inequalities that the oracle has returned are used.
// The dual method of Goldfarb and Idnani (Mathematical Programming 27, 1983), in rationals: it
// ends for every polyhedron, degenerate or not (distance.md, 3). Cost: each step a system of
// linear equations with as many unknowns as inequalities are active, at most dimension.
bool nearest_point(fmpz *nearest, const fmpz *point, size_t dimension,
                   nearest_point_oracle polyhedron);

// The same in another norm; of several nearest points one that depends only on the point and on
// what the oracle returns. It calls no `refuted`. A linear program of at least d + 1 variables, to
// which the inequalities are added while they are violated: each step takes as many products as
// there are variables times inequalities.
bool nearest_point_in_norm(fmpz *nearest, const fmpz *point, size_t dimension, crease_norm norm,
                           nearest_point_oracle polyhedron);

// An oracle for count explicit rows.
typedef struct {
    const fmpz *row;
    size_t count, columns;
} nearest_point_rows;
nearest_point_oracle nearest_point_of_rows(nearest_point_rows *explicit);
