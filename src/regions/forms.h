// Forms of the outputs as affine functions on a region, and their values at its corners.
#pragma once

#include "tree/region.h"
#include <flint/fmpq_mat.h>

// Rows of outputs + 1 numbers, the constant last, over a common denominator; and what they are on
// the present region.
typedef struct {
    size_t count, outputs, columns; // columns: of a row on a region, d + 1
    fmpq_mat_t given;               // count rows
    fmpq_mat_t map, row;            // of the region: outputs rows and (0, .., 0, 1); count rows
    fmpz_mat_t whole;               // the same in integers: row r is whole / denominator[r]
    fmpz *denominator;
} output_forms;

// The forms are copied.
void output_forms_init(output_forms *forms, const fmpq *given, size_t count, size_t outputs,
                       size_t dimension);
void output_forms_clear(output_forms *forms);
// Takes the map of a region, which its visitor has asked for.
void output_forms_take(output_forms *forms, const crease_region *region);
// The value of form r at a point in homogeneous integers, NULL the origin; of a point at infinity
// the slope along it.
void output_forms_value(fmpq_t value, const output_forms *forms, size_t r, const fmpz *point);
