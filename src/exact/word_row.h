// Homogeneous integers of a point or a form as words, and where a form is zero on an edge.
//
// Entries have a few words each, as many in one row, so no memory is allocated for one.
//
// Let d - 1 forms E have an edge in common, and d the ends of it with a form of their own each,
// first = E ^ p and second = E ^ q: the cofactors, up to a sign. Where form h is zero lies
//   h(second) first - h(first) second = p(second) (E ^ h).
// So the division by p(second), which is known, leaves the cofactors of E and h, and no greatest
// common divisor is needed to keep integers short (Bareiss 1968; Edmonds 1967). It holds for any
// multiple of `second`. A quotient without remainder follows from the lowest words alone (Jebelean
// 1993), so nothing else is divided. Twos are taken out.
#pragma once

#include <flint/fmpz.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A row has at most so many entries.
enum { WORD_ROW_COLUMNS = 64 };

typedef struct {
    mp_limb_t *word;   // columns x words: absolute values, the lowest word first
    size_t words;      // at least 1
    size_t bits;       // of the longest entry
    uint64_t negative; // a bit for each entry
} word_row;

// The words that word_row_set writes.
size_t word_row_size(const fmpz *from, size_t columns);
// Writes integers, divided by the power of 2 that all have in common, to row->word.
void word_row_set(word_row *row, const fmpz *from, size_t columns);
void word_row_get(fmpz *entry, const word_row *row, size_t columns);
// In two's complement, `words` each, which have room for the sign.
void word_row_get_signed(mp_limb_t *entry, size_t words, const word_row *row, size_t columns);
// The words of a copy, and the copy, in memory for them.
static inline size_t word_row_words(const word_row *row, size_t columns)
{
    return row->words * columns;
}
word_row word_row_copy(mp_limb_t *word, const word_row *row, size_t columns);

// The absolute value of a sum, without zeros at its upper end.
typedef struct {
    mp_limb_t *word; // the owner's
    size_t words;    // 0: it is 0
    int sign;
} word_value;

// The words of scratch for a form at a point.
static inline size_t word_row_dot_words(const word_row *form, const word_row *point)
{
    return 2 * (form->words + point->words + 1);
}
// The value of a form at a point, in scratch.
word_value word_row_dot(mp_limb_t *scratch, const word_row *form, const word_row *point,
                        size_t columns);

// An edge, the values of a form at its ends and the divisor of the row where the form is zero. No
// value is 0.
typedef struct {
    const word_row *end[2];
    word_value value[2], divisor;
    size_t columns;
} word_edge;

// The words of scratch for the next function.
size_t word_row_between_words(const word_edge *edge);
// The row (|value[1]| end[0] + |value[0]| end[1]) / |divisor|, up to a power of 2, in scratch.
// Returns 0 if quotients have a remainder. It shows in one more word than they need,
// which is the sign of an integer: always if the denominator that is left has less than 64 bits,
// else with a probability of 1 - 2^-63.
bool word_row_between(word_row *row, mp_limb_t *scratch, const word_edge *edge);

// The nearest doubles of the first d entries over the last one, which is positive. Returns 0 if a
// few words do not decide the rounding of all.
bool word_row_nearest(double *x, const word_row *row, size_t d);
