// Generators of a cone from its inequalities, in any dimension.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>
#include <stdint.h>

// The cone is the sum of the lines' span and of the rays' nonnegative combinations. No ray can be
// left out; each is primitive, and determined up to the lines.
typedef struct {
    size_t columns, lines, rays;
    fmpz *row; // the lines, then the rays
    size_t words;
    uint64_t *tight; // words for each ray: the inequalities that are equations on it
} cone;

// The cone of all x with row . x >= 0 for the rows of a matrix, count x columns.
// The double description method (Motzkin et al. 1953; Fukuda and Prodon 1996), in integers. Cost:
// for each inequality the square of the number of rays so far, times their number.
void cone_init(cone *c, const fmpz *row, size_t count, size_t columns);
void cone_clear(cone *c);

static inline const fmpz *cone_ray(const cone *c, size_t index)
{
    return c->row + (c->lines + index) * c->columns;
}

static inline const uint64_t *cone_tight(const cone *c, size_t index)
{
    return c->tight + index * c->words;
}
