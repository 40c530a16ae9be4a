// The nearest decimal to a quotient of integers.
#ifndef EXACT_DECIMAL_H
#define EXACT_DECIMAL_H

#include <flint/fmpz.h>
#include <stddef.h>

// The nearest decimal to numerator / denominator with so many significant digits, ties to even;
// digits >= 1, denominator > 0, lowest terms are not needed. Zeros at the end of a fraction are
// left out. The text is a number of JSON: "0", "-0.3333", "1e-9", "25000". Writes at most
// DECIMAL_TEXT(digits) bytes and no NUL, and returns where they end.
#define DECIMAL_TEXT(digits) ((size_t)(digits) + 48)
char *decimal_put(char *to, const fmpz_t numerator, const fmpz_t denominator, unsigned digits);

#endif
