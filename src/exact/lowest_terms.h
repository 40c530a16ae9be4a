// Fractions with one denominator, in lowest terms.
//
// The last entry w of a row is the denominator of all others, as in homogeneous coordinates. Each
// fraction x / w has a greatest common divisor of its own, which takes as long as ten divisions.
// But the product of all entries modulo w has each of these divisors, and so has its own greatest
// common divisor g with w, which is nearly always a word. Since g divides w, gcd(x, g) = gcd(x, w).
// Powers of two, which are most of w if weights are binary, are counted instead.
#pragma once

#include <flint/fmpq.h>
#include <stddef.h>

// A divisor of the odd part of the last entry that all its common divisors with another entry
// divide; positive. 1 if the last entry is 0.
void lowest_terms_common(fmpz_t common, const fmpz *row, size_t columns);
// primitive = the row without common factor, and `common` for it. If others is not NULL, `common`
// has the common divisors of the last entry and *others too.
void lowest_terms_row(fmpz *primitive, fmpz_t common, const fmpz *from, size_t columns,
                      const fmpz *others);
// x[c] = row[c] / row[columns - 1] in lowest terms, for all c but the last, which has `common`. It
// is not negative; fractions over 0 stay as they are.
void lowest_terms_set(fmpq *x, const fmpz *row, size_t columns, const fmpz_t common);
