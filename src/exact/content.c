// The greatest common divisor of a row of integers.
//
// Most rows have one that is a power of two. So the odd parts of two entries are looked at first:
// if they have no common divisor, that is all. It is found by Lehmer's algorithm: steps of Euclid
// on the upper words alone, whose matrix is then applied to all words. Whether these are the steps
// that the whole numbers would take does not matter: the matrix is unimodular, so it keeps common
// divisors, and what becomes negative changes its sign.
#include "exact/content.h"

#include <flint/fmpz_vec.h>
#include <stdint.h>

// Of longer numbers others know better.
enum { WORDS_MOST = 12 };

typedef struct {
    size_t words; // none: 0; the upper one is not 0
    mp_limb_t word[WORDS_MOST];
} number;

static void trim(number *x)
{
    while (x->words && !x->word[x->words - 1])
        x->words--;
}

// The odd part of an integer that is not 0. Returns 0 if it has too many words.
static int load_odd(number *x, const fmpz_t from, size_t twos)
{
    const size_t skipped = twos / FLINT_BITS, shift = twos % FLINT_BITS;
    if (!COEFF_IS_MPZ(*from)) {
        x->words = 1;
        x->word[0] = (mp_limb_t)(*from < 0 ? -(ulong)*from : (ulong)*from) >> shift;
        return 1;
    }
    const __mpz_struct *of = COEFF_TO_PTR(*from);
    const size_t words = fmpz_size(from) - skipped;
    if (words > WORDS_MOST)
        return 0;
    x->words = words;
    if (shift)
        mpn_rshift(x->word, of->_mp_d + skipped, (mp_size_t)words, (unsigned)shift);
    else
        mpn_copyi(x->word, of->_mp_d + skipped, (mp_size_t)words);
    trim(x);
    return 1;
}

// The 64 bits of a number below those that `words` words and a shift leave out.
static inline uint64_t upper_bits(const number *x, size_t words, int shift)
{
    const mp_limb_t high = x->words < words ? 0 : x->word[words - 1];
    const mp_limb_t low = x->words + 1 < words || words < 2 ? 0 : x->word[words - 2];
    return shift ? high << shift | low >> (FLINT_BITS - shift) : high;
}

// to = |a x - b y|, of `words` words; a, b < 2^33, and the result is no longer than x.
static void combine(number *to, const number *x, uint64_t a, const number *y, uint64_t b,
                    size_t words)
{
    __int128 carry = 0;
    for (size_t i = 0; i < words; i++) {
        carry += (__int128)((unsigned __int128)a * x->word[i]);
        carry -= (__int128)((unsigned __int128)b * y->word[i]);
        to->word[i] = (mp_limb_t)carry;
        carry >>= FLINT_BITS;
    }
    if (carry < 0)
        mpn_neg(to->word, to->word, (mp_size_t)words);
    to->words = words;
    trim(to);
}

// u mod v takes the place of u, whose cofactors grow by as many times those of v.
#define STEP(u, a, b, v, c, d)        \
    do {                              \
        const uint64_t times = u / v; \
        u %= v;                       \
        a += times * c;               \
        b += times * d;               \
    } while (0)

// One round on x >= y, of which x has more than a word: takes about 32 bits off both, by steps of
// Euclid on 64 bits until one has half of them left. No entry of the matrix is greater than the
// quotient of 2^64 and what is left of the other. Returns 0 if there is no step.
static int reduce(number *x, number *y)
{
    const size_t words = x->words;
    const int shift = __builtin_clzll(x->word[words - 1]);
    uint64_t u = upper_bits(x, words, shift), v = upper_bits(y, words, shift);
    uint64_t a = 1, b = 0, c = 0, d = 1; // u = a x - b y, v = d y - c x, or minus these
    const number first = *x;
    if (v >> 32 == 0)
        return 0;
    for (;;) {
        STEP(u, a, b, v, c, d);
        if (u >> 32 == 0)
            break;
        STEP(v, c, d, u, a, b);
        if (v >> 32 == 0)
            break;
    }
    while (y->words < words)
        y->word[y->words++] = 0;
    combine(x, &first, a, y, b, words);
    combine(y, &first, c, y, d, words);
    return 1;
}

static int is_less(const number *x, const number *y)
{
    return x->words != y->words ? x->words < y->words
                                : mpn_cmp(x->word, y->word, (mp_size_t)x->words) < 0;
}

// x mod y, which is not 0.
static void divide(number *x, const number *y)
{
    mp_limb_t quotient[WORDS_MOST], rest[WORDS_MOST];
    mpn_tdiv_qr(quotient, rest, 0, x->word, (mp_size_t)x->words, y->word, (mp_size_t)y->words);
    x->words = y->words;
    mpn_copyi(x->word, rest, (mp_size_t)y->words);
    trim(x);
}

// Of two odd numbers, in the first of the two pointers that is returned.
static const number *odd_divisor(number *x, number *y)
{
    for (;;) {
        if (is_less(x, y)) {
            number *swapped = x;
            x = y;
            y = swapped;
        }
        if (!y->words)
            return x;
        if (y->words == 1) {
            x->word[0] = mpn_gcd_1(x->word, (mp_size_t)x->words, y->word[0]);
            x->words = 1;
            return x;
        }
        if (!reduce(x, y))
            divide(x, y);
    }
}

// Of at least two entries that are not 0, the first two at these places.
static int by_words(fmpz_t odd, ulong *least, const fmpz *row, size_t columns, const size_t at[2])
{
    number x, y;
    const ulong twos[2] = {fmpz_val2(row + at[0]), fmpz_val2(row + at[1])};
    if (!load_odd(&x, row + at[0], twos[0]) || !load_odd(&y, row + at[1], twos[1]))
        return 0;
    const number *divisor = odd_divisor(&x, &y);
    *least = twos[0] < twos[1] ? twos[0] : twos[1];
    fmpz_set_ui_array(odd, divisor->word, (slong)divisor->words);
    for (size_t c = at[1] + 1; c < columns; c++) {
        if (fmpz_is_zero(row + c))
            continue;
        const ulong own = fmpz_val2(row + c);
        *least = own < *least ? own : *least;
        if (!fmpz_is_one(odd))
            fmpz_gcd(odd, odd, row + c);
    }
    return 1;
}

ulong row_content(fmpz_t odd, const fmpz *row, size_t columns)
{
    size_t at[2], found = 0;
    ulong twos;
    for (size_t c = 0; c < columns && found < 2; c++)
        if (!fmpz_is_zero(row + c))
            at[found++] = c;
    if (found == 2 && by_words(odd, &twos, row, columns, at))
        return twos;
    _fmpz_vec_content(odd, row, (slong)columns);
    twos = fmpz_val2(odd); // of 0 it is 0
    fmpz_tdiv_q_2exp(odd, odd, twos);
    return twos;
}
