// Integers in digits that doubles add and multiply without error.
//
// The product of two digits is at most 2^42, and 2^10 of them are at most 2^52: every sum is an
// integer below 2^53, so exact, in whatever order and with or without fused operations.
#include "exact/digits.h"

#include "exact/versions.h"
#include <flint/fmpz_vec.h>
#include <math.h>

#define IN_LINE static inline __attribute__((always_inline))

static const double base = 1 << DIGIT_BITS, inverse = 1.0 / (1 << DIGIT_BITS);

// ---- to and from integers ----

// Of numbers up to 2^(22 n - 2) the last of n digits is at most 2^20 + 1, for those before it are
// less than half of a unit of it.
size_t digits_for(const fmpz_t size)
{
    return (fmpz_bits(size) + 2 + DIGIT_BITS - 1) / DIGIT_BITS;
}

// From the absolute value: what is more than half of a digit's range goes to the next one.
void digits_put(double *to, size_t apart, size_t count, const fmpz_t x)
{
    const ulong small = *x < 0 ? -(ulong)*x : (ulong)*x, *word = &small;
    const ulong range = (ulong)1 << DIGIT_BITS;
    const int negative = fmpz_sgn(x) < 0;
    size_t words = 1;
    ulong carry = 0;
    if (COEFF_IS_MPZ(*x)) {
        word = COEFF_TO_PTR(*x)->_mp_d;
        words = fmpz_size(x);
    }
    for (size_t p = 0; p < count; p++) {
        const size_t w = p * DIGIT_BITS / FLINT_BITS, shift = p * DIGIT_BITS % FLINT_BITS;
        ulong bits = w < words ? word[w] >> shift : 0;
        if (shift > FLINT_BITS - DIGIT_BITS && w + 1 < words)
            bits |= word[w + 1] << (FLINT_BITS - shift);
        bits = (bits & (range - 1)) + carry;
        carry = bits > range / 2;
        const double digit = (double)((slong)bits - (slong)(carry ? range : 0));
        to[p * apart] = negative ? -digit : digit;
    }
}

// What is below 2^bits of the digits so far makes no word yet: less than 2^(bits + 54) in size.
void digits_get(fmpz_t x, const double *from, size_t apart, size_t count)
{
    ulong word[DIGITS_MOST * DIGIT_BITS / FLINT_BITS + 3];
    size_t words = 0;
    unsigned bits = 0;
    __int128 low = 0;
    for (size_t p = 0; p < count; p++) {
        low += (__int128)((unsigned __int128)(int64_t)from[p * apart] << bits);
        bits += DIGIT_BITS;
        if (bits >= FLINT_BITS) {
            word[words++] = (ulong)low;
            low >>= FLINT_BITS;
            bits -= FLINT_BITS;
        }
    }
    word[words++] = (ulong)low;
    word[words++] = (ulong)(low >> FLINT_BITS);
    fmpz_set_signed_ui_array(x, word, (slong)words);
}

// ---- sums ----

#define VECTOR quad
#define WIDTH QUAD
#define ADD_BY add_four_by
#define ADD add_four
#define CARRY carry_four
#include "exact/digit_loops.h"
#undef VECTOR
#undef WIDTH
#undef ADD_BY
#undef ADD
#undef CARRY
#define VECTOR lanes
#define WIDTH LANES
#define ADD_BY add_eight_by
#define ADD add_eight
#define CARRY carry_eight
#include "exact/digit_loops.h"

WIDEST
static void add_widest(double *sum, size_t apart, digit_vector weight, const double *factor,
                       size_t factors, size_t n)
{
    add_eight(sum, apart, weight, factor, factors, n);
}

VERSIONS
void digits_add(double *sum, size_t apart, digit_vector weight, digit_vector factor, int minus,
                size_t n)
{
    double number[DIGITS_MOST];
    for (size_t q = 0; q < factor.count; q++)
        number[q] = minus ? -factor.digit[q * factor.apart] : factor.digit[q * factor.apart];
    if (HAS_WIDEST)
        add_widest(sum, apart, weight, number, factor.count, n);
    else
        add_four(sum, apart, weight, number, factor.count, n);
}

WIDEST
static void carry_widest(double *sum, size_t apart, size_t count, size_t n)
{
    carry_eight(sum, apart, count, n);
}

VERSIONS
void digits_carry(double *sum, size_t apart, size_t count, size_t n)
{
    if (HAS_WIDEST)
        carry_widest(sum, apart, count, n);
    else
        carry_four(sum, apart, count, n);
}

// ---- scalar products ----

// Digits a, a + 1, .., a + count - 1 of one vector, and one digit of the other.
IN_LINE void dot_by(quad *place, const double *a, size_t apart, size_t count, const double *b,
                    const double *mask, size_t n)
{
    quad sum[8] = {{0}};
    for (size_t j = 0; j < n; j += 2 * QUAD) {
        const quad on = (quad)(*(const quad_mask *)(b + j) & *(const quad_mask *)(mask + j));
        const quad next =
            (quad)(*(const quad_mask *)(b + j + QUAD) & *(const quad_mask *)(mask + j + QUAD));
        UNROLLED
        for (size_t p = 0; p < count; p++) {
            sum[p] += *(const quad *)(a + p * apart + j) * on;
            sum[p] += *(const quad *)(a + p * apart + j + QUAD) * next;
        }
    }
    UNROLLED
    for (size_t p = 0; p < count; p++)
        place[p] += sum[p];
}

IN_LINE void dot_digit(quad *place, digit_vector a, const double *b, const double *mask, size_t n)
{
    for (; a.count > 8; a.digit += 4 * a.apart, a.count -= 4, place += 4)
        dot_by(place, a.digit, a.apart, 4, b, mask, n);
    switch (a.count) {
#define CASE(count)                                         \
    case count:                                             \
        dot_by(place, a.digit, a.apart, count, b, mask, n); \
        return
        CASE(1);
        CASE(2);
        CASE(3);
        CASE(4);
        CASE(5);
        CASE(6);
        CASE(7);
        CASE(8);
#undef CASE
    }
}

// Places below a.count + b.count - 1, of so few terms that sums are exact.
VERSIONS
static void dot_slice(double *place, digit_vector a, digit_vector b, const double *mask, size_t n)
{
    quad sum[2 * DIGITS_MOST];
    for (size_t s = 0; s < a.count + b.count - 1; s++)
        sum[s] = (quad){0};
    for (size_t q = 0; q < b.count; q++)
        dot_digit(sum + q, a, b.digit + q * b.apart, mask, n);
    for (size_t s = 0; s < a.count + b.count - 1; s++)
        place[s] = (sum[s][0] + sum[s][1]) + (sum[s][2] + sum[s][3]);
}

// Sums of slices are carried before the next one is added.
void digits_dot(double *place, digit_vector a, digit_vector b, const double *mask, size_t n)
{
    const size_t places = a.count + b.count, fewer = a.count < b.count ? a.count : b.count;
    const size_t slice = DIGIT_TERMS / fewer / (2 * QUAD) * (2 * QUAD);
    double part[2 * DIGITS_MOST];
    dot_slice(place, a, b, mask, n < slice ? n : slice);
    place[places - 1] = 0;
    for (size_t j = slice; j < n; j += slice) {
        a.digit += slice;
        b.digit += slice;
        dot_slice(part, a, b, mask + j, n - j < slice ? n - j : slice);
        double carry = 0;
        for (size_t s = 0; s + 1 < places; s++) {
            const double low = nearbyint(place[s] * inverse);
            const double all = (place[s] - low * base) + part[s] + carry;
            carry = low;
            place[s] = all;
        }
        place[places - 1] += carry;
    }
}
