// Quotients of integers as decimals of so many significant digits, correctly rounded.
#ifndef EXACT_DECIMAL_H
#define EXACT_DECIMAL_H

#include "exact/ball.h"

#include <flint/fmpz.h>
#include <stddef.h>

// Powers of ten and scratch, kept from one number to the next. Begins as zeros.
typedef struct {
    unsigned digits; // that `limit` is for
    ulong exponent;  // that `power` is for
    fmpz_t limit, power;
    fmpz_t top, bottom, quotient, rest;
    ball *ten; // powers of ten; those not known yet are zero
} decimal;

void decimal_clear(decimal *scratch);

// The nearest decimal to numerator / denominator with so many significant digits, ties to even;
// digits >= 1, denominator > 0. Zeros at the end of a fraction are left out. It is a number of
// JSON: "0", "-0.3333", "1e-9", "25000". Writes at most DECIMAL_TEXT(digits) bytes and no NUL, and
// returns where they end.
#define DECIMAL_TEXT(digits) ((size_t)(digits) + 48)
char *decimal_put(char *to, decimal *scratch, const fmpz_t numerator, const fmpz_t denominator,
                  unsigned digits);

// Those of any numbers in balls, if all numbers in each have the same; else returns 0, as always if
// one is 0. A space follows each, and entry k ends before to[end[k]]. The balls are good for
// DECIMAL_BALL digits or so.
enum { DECIMAL_BALL = 24 };
int decimal_put_balls(char *to, size_t *end, decimal *scratch, const ball *x, size_t count,
                      unsigned digits);

#endif
