// Rationals p/q with p and q in a word: the usual numbers of a large network, read, rounded
// and written without memory or long arithmetic.
//
// Each function returns 0, and has done nothing, where the general way (rational.c) must be
// gone; otherwise the result is the same.
#ifndef EXACT_WORD_RATIONAL_H
#define EXACT_WORD_RATIONAL_H

#include <flint/fmpq.h>
#include <stddef.h>

// Reads digits with a sign - or none, a point or none and an exponent or none: at most 18
// digits, and no more than 18 of them, or zeros, on either side of the point.
int word_rational_parse(fmpq_t x, const char *text, size_t length);

// Rounds to the nearest double, ties to even.
int word_rational_round(fmpq_t x);

#define WORD_RATIONAL_TEXT 48
// Writes "p/q", or "p" if q is 1; *length without the terminating NUL.
int word_rational_text(char text[WORD_RATIONAL_TEXT], size_t *length, const fmpq_t x);

#endif
