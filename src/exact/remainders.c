// Integers by their remainders modulo many primes, which doubles add and multiply without error.
//
// The primes are less than 2^24 - 2^18, so that half of one, and the little that a rounded quotient
// may be off, is at most 2^23 - 2^16. The product of two remainders is less than 2^46 (1 - 2^-7),
// and REMAINDER_TERMS of them and one remainder more add up to less than 2^53: every sum is exact,
// in whatever order and with or without fused operations.
#include "exact/remainders.h"

#include "base/memory.h"
#include "exact/versions.h"
#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

// Primes are below this, and twenty of them multiply to more than a power of two.
enum { PRIMES_BELOW = (1 << 24) - (1 << 18), PRIMES = 20, PRIMES_BITS = 479 };
// Of the integers that remainders are turned into: four digits are a word and a half.
enum { DIGIT_BITS = 24, DIGITS = 4, MOST_DIGITS = REMAINDERS_MOST };

// With M the product of the primes p, x is the sum of y_p M/p over all p, less a multiple k M,
// where y_p is its remainder times the inverse of M/p. The sum of all y_p / p is x / M + k: |x| <
// M/4, so that k is the nearest integer, for doubles too. Of M and of all M/p only as many digits
// are kept as x has, for x is what the sum is modulo a power of two.
struct remainder_basis {
    size_t count, padded, digits;                            // digits: a multiple of DIGITS
    double prime[REMAINDERS_MOST], inverse[REMAINDERS_MOST]; // 1 / p; where none is, 1
    double cofactor[REMAINDERS_MOST];                        // the inverse of M/p modulo p
    double *digit;                                           // of M/p for each p, and of M
};

// A remainder of the class of a sum: of doubles, or of vectors. The quotient is below 2^30, so off
// by less than 2^-22 before adding this rounds it to an integer.
static const double rounds = 0x1.8p52;
#define REMAINDER(sum, prime, inverse) ((sum) - (((sum) * (inverse) + rounds) - rounds) * (prime))

// ---- primes ----

static size_t padded_to(size_t n, size_t of)
{
    return (n + of - 1) / of * of;
}

static void put_digits(double *to, size_t digits, const fmpz_t x)
{
    fmpz_t rest;
    fmpz_init_set(rest, x);
    for (size_t d = 0; d < digits; d++) {
        to[d] = (double)fmpz_fdiv_ui(rest, UINT64_C(1) << DIGIT_BITS);
        fmpz_fdiv_q_2exp(rest, rest, DIGIT_BITS);
    }
    fmpz_clear(rest);
}

static double balanced(ulong remainder, ulong prime)
{
    return remainder > prime / 2 ? (double)remainder - (double)prime : (double)remainder;
}

static void list_primes(remainder_basis *basis)
{
    ulong prime = PRIMES_BELOW;
    for (size_t p = 0; p < basis->padded; p++) {
        while (p < basis->count && !n_is_prime(--prime))
            ;
        basis->prime[p] = p < basis->count ? (double)prime : 1;
        basis->inverse[p] = 1 / basis->prime[p];
    }
}

// The digits of M and of all M/p.
static void list_digits(remainder_basis *basis)
{
    fmpz_t product, part;
    fmpz_init_set_ui(product, 1);
    fmpz_init(part);
    for (size_t p = 0; p < basis->count; p++)
        fmpz_mul_ui(product, product, (ulong)basis->prime[p]);
    basis->digit = memory_new((basis->padded + 1) * basis->digits, sizeof *basis->digit);
    for (size_t p = 0; p < basis->count; p++) {
        const ulong prime = (ulong)basis->prime[p];
        fmpz_divexact_ui(part, product, prime);
        put_digits(basis->digit + p * basis->digits, basis->digits, part);
        basis->cofactor[p] = balanced(n_invmod(fmpz_fdiv_ui(part, prime), prime), prime);
    }
    put_digits(basis->digit + basis->padded * basis->digits, basis->digits, product);
    fmpz_clear(product);
    fmpz_clear(part);
}

remainder_basis *remainder_basis_new(size_t bits)
{
    const size_t primes = (bits + 2) * PRIMES / PRIMES_BITS + 1;
    if (primes > REMAINDERS_MOST)
        return NULL;
    remainder_basis *basis = memory_new(1, sizeof *basis);
    basis->count = primes;
    basis->padded = padded_to(primes, LANES);
    basis->digits = padded_to(bits / DIGIT_BITS + 1, DIGITS); // one bit more is the sign
    list_primes(basis);
    list_digits(basis);
    return basis;
}

size_t remainder_basis_primes(const remainder_basis *basis)
{
    return basis->count;
}

void remainder_basis_free(remainder_basis *basis)
{
    if (basis)
        free(basis->digit);
    free(basis);
}

// ---- loops for vectors of two widths ----

typedef struct {
    const uint32_t *index;
    size_t plus, minus;
} terms;

IN_LINE double added_four(const quad *of)
{
    const quad x = *of;
    return (x[0] + x[1]) + (x[2] + x[3]);
}

IN_LINE double added_eight(const lanes *of)
{
    const lanes x = *of;
    return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

#define VECTOR quad
#define MASK quad_mask
#define WIDTH QUAD
#define BLOCK 2
#define ADDED_UP added_four
#define ADD_LINE add_four_line
#define ADD_BY add_four_by
#define ADD add_four
#define DOT_BY dot_four_by
#define DOT dot_four
#include "exact/remainder_loops.h"
#undef VECTOR
#undef MASK
#undef WIDTH
#undef BLOCK
#undef ADDED_UP
#undef ADD_LINE
#undef ADD_BY
#undef ADD
#undef DOT_BY
#undef DOT
#define VECTOR lanes
#define MASK lanes_mask
#define WIDTH LANES
#define BLOCK 4
#define ADDED_UP added_eight
#define ADD_LINE add_eight_line
#define ADD_BY add_eight_by
#define ADD add_eight
#define DOT_BY dot_eight_by
#define DOT dot_eight
#include "exact/remainder_loops.h"

// ---- to and from integers ----

// By Horner's rule, of numbers side by side.
VERSIONS
static void put_vector(double *to, size_t plane, const double *digit, size_t digits,
                       const remainder_basis *basis)
{
    const double base = 1 << DIGIT_BITS;
    for (size_t p = 0; p < basis->count; p++) {
        lanes all = {0};
        for (size_t d = digits; d-- > 0;) {
            all = all * base + *(const lanes *)(digit + d * LANES);
            all = REMAINDER(all, basis->prime[p], basis->inverse[p]);
        }
        *(lanes *)(to + p * plane) = all;
    }
}

// The digits of a number, each of its sign, at every place of a vector's width; returns how many.
static size_t put_digits_of(double *digit, const fmpz_t x)
{
    const ulong small = *x < 0 ? -(ulong)*x : (ulong)*x;
    const int is_long = COEFF_IS_MPZ(*x), negative = fmpz_sgn(x) < 0;
    const ulong *word = is_long ? COEFF_TO_PTR(*x)->_mp_d : &small;
    const size_t words = is_long ? fmpz_size(x) : 1;
    size_t bits = FLINT_BITS * words, digits = 0;
    bits -= word[words - 1] ? (size_t)__builtin_clzll(word[words - 1]) : FLINT_BITS;
    for (size_t bit = 0; bit < bits; bit += DIGIT_BITS) {
        const size_t w = bit / FLINT_BITS, shift = bit % FLINT_BITS;
        ulong part = word[w] >> shift;
        if (shift > FLINT_BITS - DIGIT_BITS && w + 1 < words)
            part |= word[w + 1] << (FLINT_BITS - shift);
        const double some = (double)(slong)(part & ((UINT64_C(1) << DIGIT_BITS) - 1));
        digit[digits++ * LANES] = negative ? -some : some;
    }
    return digits;
}

// Those of some numbers, in the lanes of vectors; returns how many the longest has.
static size_t put_side_by_side(double *digit, const fmpz *x, size_t apart, size_t some)
{
    size_t digits[LANES] = {0}, most = 0;
    for (size_t i = 0; i < some; i++) {
        digits[i] = put_digits_of(digit + i, x + i * apart);
        most = FLINT_MAX(most, digits[i]);
    }
    for (size_t i = 0; i < LANES; i++)
        for (size_t d = digits[i]; d < most; d++)
            digit[d * LANES + i] = 0;
    return most;
}

void remainders_put(double *to, size_t plane, const fmpz *x, size_t apart, size_t n,
                    const remainder_basis *basis)
{
    double digit[MOST_DIGITS * LANES], few[REMAINDERS_MOST * LANES];
    for (size_t j = 0; j < n; j += LANES) {
        const size_t some = n - j < LANES ? n - j : LANES;
        const size_t digits = put_side_by_side(digit, x + j * apart, apart, some);
        if (some == LANES) {
            put_vector(to + j, plane, digit, digits, basis);
            continue;
        }
        put_vector(few, LANES, digit, digits, basis);
        for (size_t p = 0; p < basis->count; p++)
            memcpy(to + p * plane + j, few + p * LANES, some * sizeof *to);
    }
}

// The sum of all y_p M/p, less k M, in digits: y_p is at most 2^23 in size, a digit of M/p less
// than 2^24, and their sum below 2^53. What digit d is above its place is over[d + 1].
VERSIONS
static void sum_digits(double *digit, double *over, double *remainder, const remainder_basis *basis)
{
    const double base = 1 << DIGIT_BITS, under = 1.0 / (1 << DIGIT_BITS);
    const double *product = basis->digit + basis->padded * basis->digits;
    lanes part = {0};
    for (size_t p = 0; p < basis->padded; p += LANES) {
        const lanes prime = *(const lanes *)(basis->prime + p);
        const lanes inverse = *(const lanes *)(basis->inverse + p);
        lanes y = *(const lanes *)(remainder + p);
        y = REMAINDER(y, prime, inverse) * *(const lanes *)(basis->cofactor + p);
        y = REMAINDER(y, prime, inverse);
        part += y * inverse;
        *(lanes *)(remainder + p) = y;
    }
    const double k = (added_eight(&part) + rounds) - rounds;
    for (size_t d = 0; d < basis->digits; d += QUAD) {
        quad sum = {0}, other = {0};
        for (size_t p = 0; p < basis->count; p += 2) {
            const double *from = basis->digit + p * basis->digits + d;
            sum += *(const quad *)from * remainder[p];
            other += *(const quad *)(from + basis->digits) * remainder[p + 1];
        }
        sum = sum + other - *(const quad *)(product + d) * k;
        const quad above = (sum * under + rounds) - rounds;
        *(quad *)(digit + d) = sum - above * base;
        *(quad *)(over + d + 1) = above;
    }
}

// Two digits, with what those before have above their places: less than 2^55 in size.
static __int128 pair_at(const double *digit, const double *over, size_t d)
{
    const int64_t low = (int64_t)(digit[d] + over[d]);
    return low + (int64_t)(digit[d + 1] + over[d + 1]) * (1 << DIGIT_BITS);
}

// Modulo 2 to the power of all their bits. A word takes up a pair of digits and some of the next.
static size_t words_of(ulong *word, const double *digit, const double *over, size_t digits)
{
    __int128 all = 0;
    size_t words = 0, d = 0;
    for (; d < digits; d += 2 * DIGITS) {
        all += pair_at(digit, over, d) + pair_at(digit, over, d + 2) * ((__int128)1 << 48);
        word[words++] = (ulong)all;
        all >>= FLINT_BITS;
        if (d + DIGITS == digits) {
            word[words++] = (ulong)(slong)(int32_t)all;
            break;
        }
        all += pair_at(digit, over, d + 4) * ((__int128)1 << 32);
        word[words++] = (ulong)all;
        all >>= FLINT_BITS;
        all += pair_at(digit, over, d + 6) * ((__int128)1 << 16);
        word[words++] = (ulong)all;
        all >>= FLINT_BITS;
    }
    return words;
}

void remainders_get(fmpz_t x, const double *from, size_t plane, const remainder_basis *basis)
{
    double remainder[REMAINDERS_MOST], digit[MOST_DIGITS], over[MOST_DIGITS + 1];
    ulong word[MOST_DIGITS * DIGIT_BITS / FLINT_BITS + 1];
    for (size_t p = 0; p < basis->count; p++)
        remainder[p] = from[p * plane];
    for (size_t p = basis->count; p < basis->padded; p++)
        remainder[p] = 0;
    over[0] = 0;
    sum_digits(digit, over, remainder, basis);
    fmpz_set_signed_ui_array(x, word, (slong)words_of(word, digit, over, basis->digits));
}

// ---- sums ----

WIDEST
static void add_widest(remainder_lines sum, size_t count, size_t n, remainder_lines line,
                       remainder_lines factor, terms of, const remainder_basis *basis)
{
    add_eight(sum, count, n, line, factor, of, basis);
}

VERSIONS
static void add_terms(remainder_lines sum, size_t count, size_t n, remainder_lines line,
                      remainder_lines factor, terms of, const remainder_basis *basis)
{
    if (HAS_WIDEST)
        add_widest(sum, count, n, line, factor, of, basis);
    else
        add_four(sum, count, n, line, factor, of, basis);
}

void remainders_add(remainder_lines sum, size_t count, size_t n, remainder_lines line,
                    remainder_lines factor, const uint32_t *index, size_t plus, size_t minus,
                    const remainder_basis *basis)
{
    for (size_t some; plus + minus; index += some) {
        some = plus + minus < REMAINDER_TERMS ? plus + minus : REMAINDER_TERMS;
        const size_t added = plus < some ? plus : some;
        add_terms(sum, count, n, line, factor, (terms){index, added, some - added}, basis);
        plus -= added;
        minus -= some - added;
    }
}

WIDEST
static void dot_widest(double *sum, remainder_lines line, size_t count, remainder_lines factor,
                       const double *mask, size_t n, const remainder_basis *basis)
{
    dot_eight(sum, line, count, factor, mask, n, basis);
}

VERSIONS
static void dot_terms(double *sum, remainder_lines line, size_t count, remainder_lines factor,
                      const double *mask, size_t n, const remainder_basis *basis)
{
    if (HAS_WIDEST)
        dot_widest(sum, line, count, factor, mask, n, basis);
    else
        dot_four(sum, line, count, factor, mask, n, basis);
}

VERSIONS
static void add_slice(double *sum, const double *more, const remainder_basis *basis)
{
    for (size_t p = 0; p < basis->padded; p += LANES) {
        const lanes all = *(const lanes *)(more + p);
        const lanes prime = *(const lanes *)(basis->prime + p);
        *(lanes *)(sum + p) += REMAINDER(all, prime, *(const lanes *)(basis->inverse + p));
    }
}

void remainders_dot(double *sum, remainder_lines line, size_t count, remainder_lines factor,
                    const double *mask, size_t n, const remainder_basis *basis)
{
    const size_t slice = REMAINDER_TERMS;
    double more[3 * REMAINDERS_MOST] = {0};
    memset(sum, 0, count * REMAINDERS_MOST * sizeof *sum);
    for (size_t j = 0; j < n; j += slice)
        for (size_t c = 0, some; c < count; c += some) {
            some = count - c < 3 ? count - c : 3;
            const remainder_lines from = {line.at + c * line.apart + j, line.plane, line.apart};
            const remainder_lines by = {factor.at + j, factor.plane, factor.apart};
            dot_terms(more, from, some, by, mask + j, n - j < slice ? n - j : slice, basis);
            for (size_t i = 0; i < some; i++)
                add_slice(sum + (c + i) * REMAINDERS_MOST, more + i * REMAINDERS_MOST, basis);
        }
}
