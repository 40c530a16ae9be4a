// Rationals times a common scale, which are integers.
#pragma once

#include <flint/fmpq.h>
#include <stddef.h>

// scale = the least positive number times which all are integers without a common factor; 1 if all
// are zero: lcm(denominators) / gcd(numerators).
void common_scale(fmpq_t scale, const fmpq *x, size_t count);
// scaled = scale x, known to be integers.
void scale_all(fmpz *scaled, const fmpq_t scale, const fmpq *x, size_t count);
// y = x / scale.
void divide_by_scale(fmpq_t y, const fmpq_t x, const fmpq_t scale);
