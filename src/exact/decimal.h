// The nearest decimal to a quotient of integers.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>

// Writes the nearest decimal to numerator / denominator with `digits` >= 1 significant digits, ties
// to even; denominator > 0, lowest terms are not needed. Trailing zeros of a fraction are omitted.
// The text is a JSON number: "0", "-0.3333", "1e-9", "25000". Writes at most DECIMAL_TEXT(digits)
// bytes without NUL, and returns their end.
#define DECIMAL_TEXT(digits) ((size_t)(digits) + 48)
char *decimal_put(char *to, const fmpz_t numerator, const fmpz_t denominator, unsigned digits);
