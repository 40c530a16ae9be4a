// The greatest common divisor of a row of integers.
#ifndef EXACT_CONTENT_H
#define EXACT_CONTENT_H

#include <flint/fmpz.h>
#include <stddef.h>

// What _fmpz_vec_content computes, by words where these are a few: an odd number, times 2 to the
// power that is returned. The number is positive, or 0 if all entries are.
ulong row_content(fmpz_t odd, const fmpz *row, size_t columns);

#endif
