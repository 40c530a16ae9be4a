// Homogeneous integers of a point or a form as words.
#include "exact/word_row.h"

#include "base/fatal.h"
#include "exact/versions.h"
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

_Static_assert(GMP_NUMB_BITS == FLINT_BITS && sizeof(mp_limb_t) == sizeof(ulong),
               "words of GMP are those of FLINT");

static unsigned lowest_bit(mp_limb_t word)
{
    return (unsigned)__builtin_ctzll(word);
}

static size_t bits_of(mp_limb_t word)
{
    return 64 - (size_t)__builtin_clzll(word);
}

// ---- rows ----

size_t word_row_size(const fmpz *from, size_t columns)
{
    size_t words = 1;
    for (size_t c = 0; c < columns; c++)
        words = FLINT_MAX(words, (size_t)fmpz_size(from + c));
    return words * columns;
}

static void shift_row(word_row *row, size_t columns, size_t skipped, unsigned twos, size_t words)
{
    const size_t old = row->words;
    const mp_size_t moved = (mp_size_t)(FLINT_MIN(words + 1, old - skipped));
    for (size_t c = 0; c < columns; c++) {
        mp_limb_t *target = row->word + c * words;
        const mp_limb_t *from = row->word + c * old + skipped;
        if (twos)
            mpn_rshift(target, from, moved, twos);
        else
            mpn_copyi(target, from, (mp_size_t)words);
    }
    row->words = words;
}

// Divides by the power of 2 that all entries have in common, and drops words that are 0 in all.
static void strip_row(word_row *row, size_t columns)
{
    size_t low = SIZE_MAX, high = 0;
    mp_limb_t lowest = 0, highest = 0;
    for (size_t k = 0; k < row->words; k++) {
        mp_limb_t any = 0;
        for (size_t c = 0; c < columns; c++)
            any |= row->word[c * row->words + k];
        if (!any)
            continue;
        if (low == SIZE_MAX) {
            low = k;
            lowest = any;
        }
        high = k;
        highest = any;
    }
    ASSERT(lowest && highest);
    const unsigned twos = lowest_bit(lowest);
    row->bits = (high - low) * FLINT_BITS + bits_of(highest) - twos;
    const size_t words = (row->bits + FLINT_BITS - 1) / FLINT_BITS;
    if (low || twos || words < row->words)
        shift_row(row, columns, low, twos, words);
}

void word_row_set(word_row *row, const fmpz *from, size_t columns)
{
    ASSERT(columns <= WORD_ROW_COLUMNS);
    row->words = word_row_size(from, columns) / columns;
    row->negative = 0;
    for (size_t c = 0; c < columns; c++) {
        mp_limb_t *entry = row->word + c * row->words;
        mpn_zero(entry, (mp_size_t)row->words);
        if (COEFF_IS_MPZ(from[c]))
            mpn_copyi(entry, mpz_limbs_read(COEFF_TO_PTR(from[c])), (mp_size_t)fmpz_size(from + c));
        else
            *entry = FLINT_ABS(from[c]);
        row->negative |= (uint64_t)(fmpz_sgn(from + c) < 0) << c;
    }
    strip_row(row, columns);
}

void word_row_get(fmpz *entry, const word_row *row, size_t columns)
{
    for (size_t c = 0; c < columns; c++) {
        fmpz_set_ui_array(entry + c, row->word + c * row->words, (slong)row->words);
        if (row->negative >> c & 1)
            fmpz_neg(entry + c, entry + c);
    }
}

void word_row_get_signed(mp_limb_t *entry, size_t words, const word_row *row, size_t columns)
{
    ASSERT(words * FLINT_BITS > row->bits);
    const size_t copied = FLINT_MIN(words, row->words);
    for (size_t c = 0; c < columns; c++, entry += words) {
        mpn_copyi(entry, row->word + c * row->words, (mp_size_t)copied);
        mpn_zero(entry + copied, (mp_size_t)(words - copied));
        if (row->negative >> c & 1)
            mpn_neg(entry, entry, (mp_size_t)words);
    }
}

word_row word_row_copy(mp_limb_t *word, const word_row *row, size_t columns)
{
    word_row copy = *row;
    copy.word = word;
    mpn_copyi(word, row->word, (mp_size_t)word_row_words(row, columns));
    return copy;
}

// ---- values ----

static size_t normal_size(const mp_limb_t *word, size_t words)
{
    while (words && !word[words - 1])
        words--;
    return words;
}

// sum += factor x, of `words`; the sum has room for the carry.
static void add_product(mp_limb_t *sum, const mp_limb_t *x, size_t words, mp_limb_t factor)
{
    mp_limb_t carry = mpn_addmul_1(sum, x, (mp_size_t)words, factor);
    for (size_t k = words; carry; k++) {
        sum[k] += carry;
        carry = sum[k] < carry;
    }
}

word_value word_row_dot(mp_limb_t *scratch, const word_row *form, const word_row *point,
                        size_t columns)
{
    const size_t size = form->words + point->words + 1;
    mp_limb_t *up = scratch, *down = scratch + size;
    const uint64_t negative = form->negative ^ point->negative;
    mpn_zero(up, (mp_size_t)(2 * size));
    for (size_t c = 0; c < columns; c++) {
        const mp_limb_t *factor = form->word + c * form->words;
        mp_limb_t *sum = negative >> c & 1 ? down : up;
        for (size_t k = 0; k < form->words; k++)
            if (factor[k])
                add_product(sum + k, point->word + c * point->words, point->words, factor[k]);
    }
    const int order = mpn_cmp(up, down, (mp_size_t)size);
    if (order >= 0)
        mpn_sub_n(up, up, down, (mp_size_t)size);
    else
        mpn_sub_n(up, down, up, (mp_size_t)size);
    return (word_value){up, normal_size(up, size), order};
}

// ---- an edge ----

static size_t bits_of_sum(const word_value *sum)
{
    ASSERT(sum->words > 0);
    return (sum->words - 1) * FLINT_BITS + bits_of(sum->word[sum->words - 1]);
}

// The words of both products and their sum, with a sign, and one more.
static size_t words_between(const word_edge *edge, size_t divided)
{
    const size_t bits = FLINT_MAX(edge->end[0]->bits + bits_of_sum(edge->value + 1),
                                  edge->end[1]->bits + bits_of_sum(edge->value));
    // The sum is at most 2^(bits + 1), the divisor at least 2^(divided - 1).
    ASSERT(divided > 0);
    return (bits + 3 - FLINT_MIN(divided, bits)) / FLINT_BITS + 2;
}

// The odd part of a sum, and the inverse of its lowest word.
typedef struct {
    mp_limb_t *word, inverse;
    size_t words;
} odd_divisor;

static odd_divisor odd_part(mp_limb_t *scratch, const word_value *sum)
{
    ASSERT(sum->words > 0);
    size_t skipped = 0;
    while (!sum->word[skipped])
        skipped++;
    const unsigned twos = lowest_bit(sum->word[skipped]);
    const size_t words = sum->words - skipped;
    if (twos)
        mpn_rshift(scratch, sum->word + skipped, (mp_size_t)words, twos);
    else
        mpn_copyi(scratch, sum->word + skipped, (mp_size_t)words);
    // Newton's iteration doubles the bits that are right, of which the start has 5.
    const mp_limb_t odd = *scratch;
    mp_limb_t inverse = (3 * odd) ^ 2;
    for (int right = 5; right < FLINT_BITS; right *= 2)
        inverse *= 2 - odd * inverse;
    return (odd_divisor){scratch, inverse, normal_size(scratch, words)};
}

// quotient = the lowest words of sum / divisor, as 2-adic numbers; negated if asked for. `rest` is
// scratch.
static void divide_low(mp_limb_t *quotient, mp_limb_t *rest, const word_value *sum,
                       const odd_divisor *divisor, size_t words)
{
    const size_t copied = FLINT_MIN(sum->words, words);
    mpn_copyi(rest, sum->word, (mp_size_t)copied);
    mpn_zero(rest + copied, (mp_size_t)(words - copied));
    for (size_t k = 0; k < words; k++) {
        const size_t wide = FLINT_MIN(divisor->words, words - k);
        quotient[k] = rest[k] * divisor->inverse;
        mp_limb_t borrow = mpn_submul_1(rest + k, divisor->word, (mp_size_t)wide, quotient[k]);
        for (size_t i = k + wide; borrow && i < words; i++) {
            const mp_limb_t word = rest[i];
            rest[i] -= borrow;
            borrow = word < borrow;
        }
    }
}

// Two words.
#if FLINT_BITS == 64
typedef unsigned __int128 double_word;
#else
typedef uint64_t double_word;
#endif
enum { FEW_WORDS = 8 };

// sum = the lowest words of a x + b y, by columns: in registers, since all bounds are constant
// where this is inlined.
IN_LINE void add_columns(mp_limb_t *sum, const mp_limb_t *a, const mp_limb_t *x, const mp_limb_t *b,
                         const mp_limb_t *y, const size_t words)
{
    double_word low = 0;
    UNROLLED
    for (size_t k = 0; k < words; k++) {
        double_word high = 0;
        UNROLLED
        for (size_t i = 0; i <= k; i++) {
            const double_word first = (double_word)a[k - i] * x[i],
                              second = (double_word)b[k - i] * y[i];
            low += (mp_limb_t)first;
            high += first >> FLINT_BITS;
            low += (mp_limb_t)second;
            high += second >> FLINT_BITS;
        }
        sum[k] = (mp_limb_t)low;
        low = (low >> FLINT_BITS) + high;
    }
}

VERSIONS
static void add_few_words(mp_limb_t *sum, const mp_limb_t *a, const mp_limb_t *x,
                          const mp_limb_t *b, const mp_limb_t *y, size_t words)
{
    ASSERT(words > 0 && words <= FEW_WORDS);
    switch (words) {
    case 1:
        add_columns(sum, a, x, b, y, 1);
        break;
    case 2:
        add_columns(sum, a, x, b, y, 2);
        break;
    case 3:
        add_columns(sum, a, x, b, y, 3);
        break;
    case 4:
        add_columns(sum, a, x, b, y, 4);
        break;
    case 5:
        add_columns(sum, a, x, b, y, 5);
        break;
    case 6:
        add_columns(sum, a, x, b, y, 6);
        break;
    case 7:
        add_columns(sum, a, x, b, y, 7);
        break;
    default:
        add_columns(sum, a, x, b, y, FEW_WORDS);
    }
}

// A number of at least FEW_WORDS words that begins with these.
static const mp_limb_t *padded(mp_limb_t *copy, const mp_limb_t *x, size_t words)
{
    if (words >= FEW_WORDS)
        return x;
    for (size_t k = 0; k < FEW_WORDS; k++)
        copy[k] = k < words ? x[k] : 0;
    return copy;
}

// The same of more words: GMP computes the upper ones as fast as it would skip them. `product` is
// scratch, and sum has room for as many words behind it.
static void add_many_words(mp_limb_t *sum, mp_limb_t *product, const mp_limb_t *a,
                           const mp_limb_t *x, size_t x_words, const mp_limb_t *b,
                           const mp_limb_t *y, size_t y_words, size_t words)
{
    mpn_mul(sum, a, (mp_size_t)words, x, (mp_size_t)FLINT_MIN(x_words, words));
    mpn_mul(product, b, (mp_size_t)words, y, (mp_size_t)FLINT_MIN(y_words, words));
    mpn_add_n(sum, sum, product, (mp_size_t)words);
}

size_t word_row_between_words(const word_edge *edge)
{
    // Behind the row a product, two quotients and their opposites.
    return (edge->columns + 7) * words_between(edge, 1) + edge->divisor.words;
}

// The upper words of an integer that does not need the last one are its sign.
static bool is_integer(const mp_limb_t *entry, size_t words)
{
    const mp_limb_t sign = -(entry[words - 2] >> (FLINT_BITS - 1));
    return entry[words - 1] == sign;
}

bool word_row_between(word_row *row, mp_limb_t *scratch, const word_edge *edge)
{
    ASSERT(edge->columns <= WORD_ROW_COLUMNS);
    const word_row *first = edge->end[0], *second = edge->end[1];
    const size_t columns = edge->columns, most = words_between(edge, 1);
    mp_limb_t *quotient = scratch + (columns + 1) * most, *product = quotient + 4 * most;
    const odd_divisor odd = odd_part(product + most, &edge->divisor);
    const size_t divided = (odd.words - 1) * FLINT_BITS + bits_of(odd.word[odd.words - 1]),
                 words = words_between(edge, divided);
    // value[1] / divisor and value[0] / divisor, and their opposites.
    mp_limb_t *by_first[2] = {quotient, quotient + most},
              *by_second[2] = {quotient + 2 * most, quotient + 3 * most};
    divide_low(by_first[0], product, edge->value + 1, &odd, words);
    divide_low(by_second[0], product, edge->value, &odd, words);
    mpn_neg(by_first[1], by_first[0], (mp_size_t)words);
    mpn_neg(by_second[1], by_second[0], (mp_size_t)words);
    bool are_integers = true;
    *row = (word_row){.word = scratch, .words = words};
    for (size_t c = 0; c < columns; c++) {
        mp_limb_t *entry = scratch + c * words, of_first[FEW_WORDS], of_second[FEW_WORDS];
        const mp_limb_t *x = first->word + c * first->words, *y = second->word + c * second->words;
        const mp_limb_t *a = by_first[first->negative >> c & 1],
                        *b = by_second[second->negative >> c & 1];
        if (words <= FEW_WORDS)
            add_few_words(entry, a, padded(of_first, x, first->words), b,
                          padded(of_second, y, second->words), words);
        else
            add_many_words(entry, product, a, x, first->words, b, y, second->words, words);
        are_integers &= is_integer(entry, words);
        const bool is_negative = entry[words - 1] >> (FLINT_BITS - 1);
        if (is_negative)
            mpn_neg(entry, entry, (mp_size_t)words);
        row->negative |= (uint64_t)is_negative << c;
    }
    if (are_integers)
        strip_row(row, columns);
    return are_integers;
}

// ---- doubles ----

#if FLINT_BITS == 64

// The 64 highest bits of a number that is not 0. Returns how many more there are; negative if there
// are fewer.
static long highest_bits(uint64_t *high, const mp_limb_t *word, size_t words)
{
    ASSERT(words > 0 && word[words - 1]);
    const int zeros = __builtin_clzll(word[words - 1]);
    *high = word[words - 1] << zeros;
    if (zeros && words > 1)
        *high |= word[words - 2] >> (64 - zeros);
    return (long)(words - 1) * 64 - zeros;
}

// p / q = (P + e) / (Q + f) 2^power with P and Q of 64 bits, and e and f from 0 to 1. So the
// quotient of P and Q, times 2^63, is right but for 2 when it is rounded down, and 4 when it is
// shifted once.
static bool round_quotient(double *nearest, const mp_limb_t *p, size_t p_words, const mp_limb_t *q,
                           size_t q_words)
{
    enum { UNSURE = 4, DROPPED = 64 - DBL_MANT_DIG };
    const uint64_t half = (uint64_t)1 << (DROPPED - 1);
    uint64_t high_p, high_q;
    const long of_p = highest_bits(&high_p, p, p_words), of_q = highest_bits(&high_q, q, q_words);
    long power = of_p - of_q - 63;
    uint64_t quotient = (uint64_t)(((unsigned __int128)high_p << 63) / high_q);
    if (!(quotient >> 63)) {
        quotient <<= 1;
        power--;
    }
    const uint64_t rest = quotient & (2 * half - 1);
    if ((rest > half - UNSURE - 1 && rest < half + UNSURE + 1) || power < DBL_MIN_EXP + 2 - 64 ||
        power > DBL_MAX_EXP - 2 - 64)
        return false;
    *nearest =
        ldexp((double)(int64_t)((quotient >> DROPPED) + (rest >= half)), (int)power + DROPPED);
    return true;
}

bool word_row_nearest(double *x, const word_row *row, size_t d)
{
    const size_t words = row->words;
    const mp_limb_t *last = row->word + d * words;
    const size_t q_words = normal_size(last, words);
    ASSERT(q_words && !(row->negative >> d & 1));
    for (size_t c = 0; c < d; c++) {
        const mp_limb_t *entry = row->word + c * words;
        const size_t p_words = normal_size(entry, words);
        x[c] = 0;
        if (!p_words)
            continue;
        if (p_words == q_words && mpn_cmp(entry, last, (mp_size_t)words) == 0)
            x[c] = 1;
        else if (!round_quotient(x + c, entry, p_words, last, q_words))
            return false;
        if (row->negative >> c & 1)
            x[c] = -x[c];
    }
    return true;
}

#else

bool word_row_nearest(double *x, const word_row *row, size_t d)
{
    (void)x, (void)row, (void)d;
    return false;
}

#endif
