// Text <-> rational, and rounding of a rational to a binary format.
#ifndef EXACT_RATIONAL_H
#define EXACT_RATIONAL_H

#include <crease/status.h>
#include <flint/fmpq.h>

// How the literals of a file are read: as the decimal they spell, or rounded to
// the nearest value of a binary format first (ties to even, IEEE 754).
typedef enum { RATIONAL_DECIMAL, RATIONAL_BINARY64, RATIONAL_BINARY32 } rational_rounding;

// Limits of a literal, documented in docs/formats.md.
#define RATIONAL_MAX_LENGTH 100000         // characters
#define RATIONAL_MAX_EXPONENT 10000        // |decimal exponent|
#define RATIONAL_MAX_BINARY_EXPONENT 40000 // |p exponent| of a hexadecimal float

// Reads exactly one number: integer, decimal with optional exponent, p/q (each
// an integer), or hexadecimal float (0x1.8p-3; the p part may be missing). A
// sign may stand in front. No white space. On failure the message says what was
// found (shortened) and what was expected; x is unchanged.
crease_status rational_parse(fmpq_t x, const char *text, size_t length, crease_error *error);

// Rounds x in place; CREASE_ERROR if it overflows to infinity.
crease_status rational_round(fmpq_t x, rational_rounding rounding, crease_error *error);

// "7", "-1/3": lowest terms, denominator positive and left out if 1. The caller
// frees with flint_free.
char *rational_text(const fmpq_t x);

// The nearest double, ties to even; overflow gives +-HUGE_VAL.
double rational_double(const fmpq_t x);
// What rational_double leaves out: the double nearest to x - rational_double(x), 0 if
// that overflowed.
double rational_rest(const fmpq_t x);

#endif
