// Text <-> rational, and rounding of a rational to a binary format.
#pragma once

#include "exact/words64.h"
#include <crease/status.h>
#include <flint/fmpq.h>
#include <float.h>
#include <stdbool.h>
#include <stdio.h>

// Whether p and q fit into a word each, as most numbers of a large network.
static inline bool rational_is_word(const fmpq_t x)
{
    return !COEFF_IS_MPZ(*fmpq_numref(x)) && !COEFF_IS_MPZ(*fmpq_denref(x));
}

static inline void rational_copy(fmpq *copy, const fmpq *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fmpq_set(copy + i, from + i);
}

// ---- text ----

// How the literals of a file are read: exactly, or rounded to the nearest value of a binary format
// (ties to even, IEEE 754). JSON files name the first three only.
typedef enum {
    RATIONAL_DECIMAL,
    RATIONAL_BINARY64,
    RATIONAL_BINARY32,
    RATIONAL_BINARY16,
    RATIONAL_BFLOAT16, // binary32 without its last 16 bits
} rational_rounding;
// "decimal", "binary64", "binary32", ..
extern const char *const rational_rounding_name[5];

// Limits of a literal, documented in docs/formats.md.
#define RATIONAL_MAX_LENGTH 100000         // characters
#define RATIONAL_MAX_EXPONENT 10000        // |decimal exponent|
#define RATIONAL_MAX_BINARY_EXPONENT 40000 // |p exponent| of a hexadecimal float

// Reads exactly one number: integer, decimal with optional exponent, p/q (each
// an integer), or hexadecimal float (0x1.8p-3; the p part may be missing). A sign may precede it.
// No white space. On failure the message names the text found (shortened) and the syntax expected;
// x is unchanged.
crease_status rational_parse(fmpq_t x, const char *text, size_t length, crease_error *error);
// The same, rounded, for decimals of few digits, as most numbers of a network are. Returns 0 for
// all else, numbers or not.
bool rational_parse_short(fmpq_t x, const char *text, size_t length, rational_rounding rounding);

// "7", "-1/3": lowest terms, denominator positive and left out if 1. The caller
// frees with flint_free.
char *rational_text(const fmpq_t x);
// Writes a row, with spaces between the numbers: "1/2 -3".
void rational_print_row(FILE *stream, const fmpq *x, size_t count);
// Writes each row of a matrix on a line.
void rational_print_rows(FILE *stream, const fmpq *x, size_t rows, size_t columns);

#define RATIONAL_BINARY64_TEXT 72
// Writes a double, given as a rational, as a decimal whose nearest double is x: with 15 significant
// digits if they suffice, else 16 or 17. A JSON number: "0.1", "-3", "1.5e-300". Independent of the
// locale.
void rational_binary64_text(char text[RATIONAL_BINARY64_TEXT], const fmpq_t x);

#define RATIONAL_ABOUT_TEXT 72
// Writes up to `digits` <= 17 significant digits of the double nearest to x, as "%.*g" does; of x
// itself where doubles have fewer digits or end. Returns the text.
const char *rational_about(char text[RATIONAL_ABOUT_TEXT], const fmpq_t x, unsigned digits);

// x itself, or "about " and 17 digits if it has more than 60 characters. To be freed.
char *rational_short_text(const fmpq_t x);
bool rational_is_long(const fmpq_t x);

// ---- rounding ----

// Rounds x in place; CREASE_ERROR if it overflows to infinity.
crease_status rational_round(fmpq_t x, rational_rounding rounding, crease_error *error);
// The nearest value of binary64 or binary32 to digits / 10^places, ties to even. Returns 0 for
// other roundings, many places, subnormal values and those out of range.
bool rational_round_decimal(double *nearest, uint64_t digits, slong places,
                            rational_rounding rounding);

// The nearest double, ties to even; overflow gives +-HUGE_VAL. x need not be in lowest terms.
double rational_double_of_any(const fmpq_t x);
// The same, faster for most weights that are doubles: a word over a power of two, both of them
// doubles, so that one division rounds once.
static inline double rational_double(const fmpq_t x)
{
    const slong p = *fmpq_numref(x), q = *fmpq_denref(x), most = WORD_MOST_EXACT;
    if (-most <= p && p <= most && q <= COEFF_MAX && (q & (q - 1)) == 0) // long integers are beyond
        return (double)p / (double)q;
    return rational_double_of_any(x);
}
// The double nearest to x - rational_double(x), 0 if that overflowed.
double rational_rest(const fmpq_t x);
// x = value, which is finite.
void rational_set_double(fmpq_t x, double value);
// Whether x is a finite double.
bool rational_is_double(const fmpq_t x);
