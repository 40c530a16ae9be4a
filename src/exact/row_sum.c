// Sums of rows of integers, each times a number.
//
// Integers of an arrangement have a few words each. Of such sums GMP takes most of the time for
// finding out, term after term, how long they are. Here those of one sign are added up in an array
// that is long enough for all, and those of the other sign in another one.
#include "exact/row_sum.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

// Longer numbers are left to GMP, whose products are faster then.
enum { MOST_WORDS = 24 };

typedef struct {
    ulong small;
    const ulong *word;
    size_t words;
    int negative;
} digits;

static inline void take(digits *x, const fmpz *from)
{
    if (COEFF_IS_MPZ(*from)) {
        const __mpz_struct *number = COEFF_TO_PTR(*from);
        x->word = number->_mp_d;
        x->words = (size_t)abs(number->_mp_size);
        x->negative = number->_mp_size < 0;
    } else {
        x->negative = *from < 0;
        x->small = x->negative ? -(ulong)*from : (ulong)*from;
        x->word = &x->small;
        x->words = *from != 0;
    }
}

// The sum has room for all carries.
static inline void add_word(ulong *sum, ulong carry)
{
    while (__builtin_add_overflow(*sum, carry, sum)) {
        carry = 1;
        sum++;
    }
}

static inline void add_product_by_word(ulong *sum, ulong a, const ulong *b, size_t words)
{
    ulong carry = 0;
    for (size_t k = 0; k < words; k++) {
        const unsigned __int128 product = (unsigned __int128)a * b[k] + sum[k] + carry;
        sum[k] = (ulong)product;
        carry = (ulong)(product >> FLINT_BITS);
    }
    add_word(sum + words, carry);
}

static inline void add_product_of_words(ulong *sum, const digits *a, const digits *b)
{
    if (a->words == 1 && b->words == 2) { // the usual ones without loops
        const unsigned __int128 low = (unsigned __int128)*a->word * b->word[0] + sum[0];
        const unsigned __int128 high =
            (unsigned __int128)*a->word * b->word[1] + sum[1] + (ulong)(low >> FLINT_BITS);
        sum[0] = (ulong)low;
        sum[1] = (ulong)high;
        add_word(sum + 2, (ulong)(high >> FLINT_BITS));
    } else if (a->words == 1 && b->words == 1) {
        const unsigned __int128 low = (unsigned __int128)*a->word * *b->word + sum[0];
        sum[0] = (ulong)low;
        add_word(sum + 1, (ulong)(low >> FLINT_BITS));
    } else {
        for (size_t i = 0; i < a->words; i++)
            add_product_by_word(sum + i, a->word[i], b->word, b->words);
    }
}

// x = plus - minus, which is used up.
static void set_difference(fmpz_t x, ulong *plus, const ulong *minus, size_t words)
{
    int borrow = 0;
    for (size_t i = 0; i < words; i++) {
        const ulong difference = plus[i] - minus[i], lent = plus[i] < minus[i];
        plus[i] = difference - (ulong)borrow;
        borrow = lent || difference < (ulong)borrow;
    }
    fmpz_set_signed_ui_array(x, plus, (slong)words);
}

// In place, without looking whether each result is a word.
static void add_long_term(fmpz_t x, const row_term *term, size_t c)
{
    const fmpz *a = term->weight, *b = term->row + c;
    if (!COEFF_IS_MPZ(*x) || !COEFF_IS_MPZ(*a) || !COEFF_IS_MPZ(*b)) {
        (term->minus ? fmpz_submul : fmpz_addmul)(x, a, b);
        return;
    }
    __mpz_struct *sum = COEFF_TO_PTR(*x);
    (term->minus ? mpz_submul : mpz_addmul)(sum, COEFF_TO_PTR(*a), COEFF_TO_PTR(*b));
    if (abs(sum->_mp_size) <= 1)
        _fmpz_demote_val(x);
}

static inline size_t words_of(const fmpz *x)
{
    return COEFF_IS_MPZ(*x) ? (size_t)abs(COEFF_TO_PTR(*x)->_mp_size) : 1;
}

// Room for each product and for what is there, and one word for as many of them.
static size_t words_needed(const fmpz *x, const digits *weight, const row_term *term, size_t c,
                           size_t count)
{
    size_t most = words_of(x);
    for (size_t k = 0; k < count; k++) {
        const size_t words = weight[k].words + words_of(term[k].row + c);
        most = words > most ? words : most;
    }
    return most + 1;
}

static void add_column(fmpz *x, const digits *weight, const row_term *term, size_t c, size_t count,
                       size_t words)
{
    ulong sum[2][MOST_WORDS];
    digits number;
    for (size_t i = 0; i < words; i++)
        sum[0][i] = sum[1][i] = 0;
    take(&number, x);
    for (size_t i = 0; i < number.words; i++)
        sum[number.negative][i] = number.word[i];
    for (size_t k = 0; k < count; k++) {
        take(&number, term[k].row + c);
        add_product_of_words(sum[number.negative ^ weight[k].negative], weight + k, &number);
    }
    set_difference(x, sum[0], sum[1], words);
}

// Of words alone, if the sum has no more than two; or returns 0.
static int add_short_column(fmpz *x, const row_term *term, size_t c, size_t count)
{
    __int128 sum = *x;
    if (COEFF_IS_MPZ(*x))
        return 0;
    for (size_t k = 0; k < count; k++) {
        const fmpz a = *term[k].weight, b = term[k].row[c];
        if (COEFF_IS_MPZ(a) || COEFF_IS_MPZ(b) ||
            __builtin_add_overflow(sum, (__int128)(term[k].minus ? -a : a) * b, &sum))
            return 0;
    }
    const ulong words[2] = {(ulong)sum, (ulong)(sum >> FLINT_BITS)};
    if ((slong)sum == sum)
        fmpz_set_si(x, (slong)sum);
    else
        fmpz_set_signed_ui_array(x, words, 2);
    return 1;
}

static void take_weights(digits *weight, const row_term *term, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        take(weight + k, term[k].weight);
        weight[k].negative ^= term[k].minus;
    }
}

void row_add_terms(fmpz *row, size_t columns, const row_term *term, size_t count)
{
    digits weight[ROW_SUM_TERMS];
    int taken = 0;
    for (size_t c = 0; c < columns; c++) {
        if (add_short_column(row + c, term, c, count))
            continue;
        if (!taken)
            take_weights(weight, term, count);
        taken = 1;
        const size_t words = words_needed(row + c, weight, term, c, count);
        if (words <= MOST_WORDS)
            add_column(row + c, weight, term, c, count, words);
        else
            for (size_t k = 0; k < count; k++)
                add_long_term(row + c, term + k, c);
    }
}
