// The greatest common divisor of a row of integers.
#ifndef EXACT_CONTENT_H
#define EXACT_CONTENT_H

#include <flint/fmpz.h>
#include <stddef.h>

// Positive, or 0 if all are; what _fmpz_vec_content computes, by words where these are a few.
void row_content(fmpz_t content, const fmpz *row, size_t columns);

#endif
