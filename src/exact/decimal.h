// The nearest decimal to a quotient of integers.
#pragma once

#include "exact/ball.h"
#include <flint/fmpz.h>
#include <stddef.h>

// Writes the nearest decimal to numerator / denominator with `digits` >= 1 significant digits, ties
// to even; denominator > 0, lowest terms are not needed. Trailing zeros of a fraction are omitted.
// The text is a JSON number: "0", "-0.3333", "1e-9", "25000". Writes at most DECIMAL_TEXT(digits)
// bytes without NUL, and returns their end.
#define DECIMAL_TEXT(digits) ((size_t)(digits) + 48)
char *decimal_put(char *buffer, const fmpz_t numerator, const fmpz_t denominator, unsigned digits);

// The same for all numbers in a ball, and at most 15 digits. Returns NULL if they are not known to
// be rounded alike.
char *decimal_put_ball(char *buffer, const ball *x, unsigned digits);
