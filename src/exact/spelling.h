// A row of rationals as text: "1/2 -3 7", or rounded "0.5 -3 7", with single spaces between
// entries.
//
// The text is kept from one row to the next, so that spelling a million of them allocates nothing.
#ifndef EXACT_SPELLING_H
#define EXACT_SPELLING_H

#include "exact/decimal.h"

#include <flint/fmpq.h>
#include <stddef.h>
#include <string.h>

// Bytes that may be read behind a text.
enum { SPELLING_ROOM = 32 };

// Begins as zeros.
typedef struct {
    char *text; // not terminated
    size_t length, capacity;
    size_t *end; // entry k ends before text[end[k]]
    size_t entries, ends;
} spelling;

void spelling_clear(spelling *s);

void spelling_set(spelling *s, const fmpq *x, size_t entries);
void spelling_set_integers(spelling *s, const fmpz *x, size_t entries);
// Of the negatives of the numbers of another one.
void spelling_set_negative(spelling *s, const spelling *of);

// The quotients of integers, rounded as decimal_put does it.
void spelling_set_decimals(spelling *s, decimal *scratch, const fmpz *numerator,
                           const fmpz_t denominator, size_t entries, unsigned digits);
// Of rationals, which need not be in lowest terms.
void spelling_set_rounded(spelling *s, decimal *scratch, const fmpq *x, size_t entries,
                          unsigned digits);

// Of numbers in balls; returns 0 if these do not decide (decimal_put_ball).
int spelling_set_balls(spelling *s, decimal *scratch, const ball *x, size_t entries,
                       unsigned digits);

// Where entry k begins, and how long it is.
static inline const char *spelling_entry(const spelling *s, size_t k, size_t *length)
{
    size_t begin = k ? s->end[k - 1] + 1 : 0;
    *length = s->end[k] - begin;
    return s->text + begin;
}

// Copies text by pieces of a length that is known when this is compiled, so that there must be as
// much room behind it.
static inline void spelling_copy_part(char *to, const char *text, size_t length)
{
    for (size_t k = 0; k < length; k += SPELLING_ROOM)
        memcpy(to + k, text + k, SPELLING_ROOM);
}
static inline void spelling_copy(char *to, const spelling *s)
{
    spelling_copy_part(to, s->text, s->length);
}

#endif
