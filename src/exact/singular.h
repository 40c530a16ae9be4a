// The greatest singular value of a rational matrix.
#pragma once

#include <crease/status.h>
#include <flint/fmpz_poly.h>
#include <stdbool.h>

// The square of the greatest singular value of A is the greatest root of a polynomial with real
// roots only: the characteristic polynomial of `scale` times A A' or A' A, whichever is smaller, an
// integer matrix.
typedef struct {
    fmpz_poly_t polynomial; // monic
    fmpz_t scale;
} singular_square;

void singular_square_init(singular_square *s);
void singular_square_clear(singular_square *s);
// entries: rows x columns, row by row, `stride` numbers a row.
void singular_square_set(singular_square *s, const fmpq *entries, size_t rows, size_t columns,
                         size_t stride);
// Whether the value is greater than a number that is not negative.
bool singular_square_exceeds(const singular_square *s, const fmpq_t x);
// lo < value <= hi with hi - lo <= 2^-bits hi, or lo = hi = value. Depends on the value alone.
void singular_square_enclose(crease_enclosure *value, const singular_square *s, unsigned bits);
