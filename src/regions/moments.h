// Forms of the outputs as affine functions on a region, their values at its corners, and their
// integrals and those of their squares.
#pragma once

#include "exact/enclosed_sum.h"
#include "exact/long_sum.h"
#include "tree/region.h"
#include <flint/fmpq_mat.h>
#include <stdbool.h>

// Rows of outputs + 1 numbers, the constant last, over a common denominator; and what they are on
// the present region: in balls, and exactly only when asked for.
typedef struct {
    size_t count, outputs, columns; // columns: of a row on a region, d + 1
    fmpq_mat_t given;               // count rows
    ball *factor;                   // the same in balls
    const crease_region *region;
    ball *ball_map, *ball_row; // of the region: outputs and count rows
    bool is_exact;             // the following are known
    fmpq_mat_t map, row;       // outputs rows and (0, .., 0, 1); count rows
    fmpz_mat_t whole;          // the same in integers: row r is whole / denominator[r]
    fmpz *denominator;
} output_forms;

// The forms are copied.
void output_forms_init(output_forms *forms, const fmpq *given, size_t count, size_t outputs,
                       size_t dimension);
void output_forms_clear(output_forms *forms);
// Takes the map of a region, which its visitor has asked for, and sets ball_row.
void output_forms_take(output_forms *forms, const crease_region *region);
// Computes the rows of that region exactly.
void output_forms_need_exact(output_forms *forms);
// The value of form r at a point in homogeneous integers, NULL the origin; of a point at infinity
// the slope along it.
void output_forms_value(fmpq_t value, output_forms *forms, size_t r, const fmpz *point);

// Over a simplex of volume V with the values f_0, .., f_d at its vertices, an affine f has
//   integral of f   = V (f_0 + .. + f_d) / (d + 1),
//   integral of f^2 = V (f_0^2 + .. + f_d^2 + (f_0 + .. + f_d)^2) / ((d + 1) (d + 2)).
// Rounded moments are sums of balls (cell/balls.h), or of intervals around exact numbers where a
// cell has none.
typedef struct {
    size_t count, dimension;
    bool rounded;
    double error;   // that the volume of each cell may have (cell/balls.h)
    long_sum total; // multiples of the volume, then for each form of the integrals of f and of f^2
    enclosed_sum *enclosed; // rounded: for each form the latter two, divided by d!
    ball *ball_sums;        // scratch: 1 + 2 count
    // The present region.
    output_forms *forms;
    fmpq *value;         // d + 1: at the vertices of a simplex
    fmpz_mat_t rows;     // scratch for the volume of a simplex
    fmpq_t volume, term; // d! times that
} moments;

void moments_init(moments *m, size_t count, size_t dimension, bool rounded, double error);
void moments_clear(moments *m);
// Adds a bounded region.
void moments_add(moments *m, const crease_region *region, output_forms *forms);
// Adds the regions of another sum, which come next, and leaves none there.
void moments_append(moments *whole, moments *part);
// Writes a sum and leaves nothing there, or reads what was written into an empty one.
void moments_pack(moments *m, pack *p);
// mean = integral of f / volume, variance = integral of f^2 / volume - mean^2. Rounded, these are
// the nearest doubles; returns 0 if that is not certain, or if a number may be a fraction with a
// denominator of less than MOMENTS_SHORT.
enum { MOMENTS_SHORT = 1 << 20 };
bool moments_finish(fmpq_t mean, fmpq_t variance, moments *m, size_t form,
                    const crease_domain *domain);
