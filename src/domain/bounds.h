// The bounds of the coordinates of a domain, which hold on every cell.
#pragma once

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Two entries for each coordinate, lower and upper: number 2 c + upper.
typedef struct coordinate_bounds {
    fmpq *bound;    // where there is one
    size_t *number; // the inequality of the domain, or BOUND_IMPLIED, or BOUND_NONE: there is none
    size_t dimension;
    double *low, *high; // outer: doubles beyond the bounds, infinite where there is none
    double *inner_low, *inner_high; // doubles between these satisfy the bounds for certain
    uint32_t *plane;                // in the space, or 0: not made yet
    int *moved;                     // how far from that plane
} coordinate_bounds;
#define BOUND_IMPLIED (SIZE_MAX - 1)
#define BOUND_NONE SIZE_MAX

coordinate_bounds *bounds_new(size_t dimension); // without bounds
void bounds_set(coordinate_bounds *bounds, size_t coordinate, int upper, const fmpq_t bound,
                size_t number);
// Moves number 2 c + upper outwards, or inwards if by < 0.
void bounds_move(coordinate_bounds *bounds, size_t number, int by);
void bounds_free(coordinate_bounds *bounds);

static inline bool bounds_has(const coordinate_bounds *bounds, size_t coordinate, int upper)
{
    return bounds->number[2 * coordinate + (size_t)upper] != BOUND_NONE;
}
static inline bool bounds_are_moved(const coordinate_bounds *bounds)
{
    int moved = 0;
    for (size_t number = 0; number < 2 * bounds->dimension; number++)
        moved |= bounds->moved[number];
    return moved != 0;
}
static inline bool bounds_is_free(const coordinate_bounds *bounds, size_t coordinate)
{
    return !bounds_has(bounds, coordinate, 0) && !bounds_has(bounds, coordinate, 1);
}
