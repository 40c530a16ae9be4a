// Integrals of forms of the outputs, and of their squares.
#pragma once

#include "exact/long_sum.h"
#include "regions/forms.h"
#include <flint/fmpz_mat.h>

// Over a simplex of volume V with the values f_0, .., f_d at its vertices, an affine f has
//   integral of f   = V (f_0 + .. + f_d) / (d + 1),
//   integral of f^2 = V (f_0^2 + .. + f_d^2 + (f_0 + .. + f_d)^2) / ((d + 1) (d + 2)).
typedef struct {
    size_t count, dimension;
    long_sum total; // multiples of the volume, then for each form of the integrals of f and of f^2
    // The present region.
    const output_forms *forms;
    fmpq *value;         // d + 1: at the vertices of a simplex
    fmpz_mat_t rows;     // scratch for the volume of a simplex
    fmpq_t volume, term; // d! times that
} moments;

void moments_init(moments *m, size_t count, size_t dimension);
void moments_clear(moments *m);
// Adds a bounded region.
void moments_add(moments *m, const crease_region *region, const output_forms *forms);
// mean = integral of f / volume, variance = integral of f^2 / volume - mean^2.
void moments_finish(fmpq_t mean, fmpq_t variance, moments *m, size_t form);
