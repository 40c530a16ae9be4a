// A row of numbers as text: 1/2 -3 7, or in decimals 0.5 -3 7, with one space between entries; in
// JSON "1/2","-3","7" or 0.5,-3,7.
//
// A text reuses its memory, so writing a million rows allocates nothing.
#pragma once

#include "exact/ball.h"
#include "exact/integer_text.h"
#include <flint/fmpq.h>
#include <stdbool.h>
#include <stddef.h>

// digits 0: exact numbers; else decimals, as decimal_put rounds them.
typedef struct {
    unsigned digits;
    bool is_json;
} number_style;

// A zeroed text is empty.
typedef struct {
    char *text; // not terminated
    size_t length, capacity;
    size_t *end; // entry k ends before text[end[k]]
    size_t entries, ends;
} number_text;

void number_text_clear(number_text *t);

// Exact numbers in the given terms.
void number_text_set(number_text *t, const fmpq *x, size_t entries, number_style style);

// The same, of numbers of which many have denominators that came before.
void number_text_set_fractions(number_text *t, const fmpq *x, size_t entries, number_style style,
                               kept_integer *kept);

// The same for decimals of numbers in balls. Returns 0 if these do not decide every digit.
bool number_text_set_balls(number_text *t, const ball *x, size_t entries, number_style style);

// Where entry k begins, and its length. Not for JSON.
static inline const char *number_text_entry(const number_text *t, size_t k, size_t *length)
{
    size_t begin = k ? t->end[k - 1] + 1 : 0;
    *length = t->end[k] - begin;
    return t->text + begin;
}
