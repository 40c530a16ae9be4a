// The greatest common divisor of two integers of a few to some hundred words.
#include "exact/common_divisor.h"

#if GMP_NUMB_BITS == 64

#include "base/fatal.h"
#include "exact/versions.h"
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

// How often numbers are halved before both are multiplied. The highest words of 64 bits are of use
// that long: about one bit of them is lost for each.
enum { MOST_WORDS = 128, HALVINGS = 60 };

// What halving makes of a and b: (a_by a - b_by_a b) / 2^HALVINGS and (b_by b - a_by_b a) /
// 2^HALVINGS, or the opposites of both. Two factors of a number have the sum 2^HALVINGS at most.
typedef struct {
    uint64_t a_by, b_by_a, a_by_b, b_by;
} halving_steps;

// Each step subtracts the smaller number from the larger, and halves the rest until it is odd: then
// it is a, and the smaller number, which is odd too, is b. Where a is halved, the factors of b are
// doubled instead. Branch-free: which number is larger is unpredictable.
VERSIONS
static void halve(halving_steps *steps, uint64_t a, uint64_t b, uint64_t high_a, uint64_t high_b)
{
    uint64_t a_by = 1, b_by_a = 0, a_by_b = 0, b_by = 1;
    unsigned left = HALVINGS, zeros = (unsigned)__builtin_ctzll(a | UINT64_C(1) << HALVINGS);
    a >>= zeros;
    high_a >>= zeros;
    b_by <<= zeros;
    left -= zeros;
    while (left) {
        const uint64_t less = -(uint64_t)(high_a < high_b); // all bits
        const uint64_t rest = a - b, high_rest = high_a - high_b;
        const uint64_t a_more = a_by - a_by_b, b_more = b_by_a - b_by;
        zeros = (unsigned)__builtin_ctzll(rest | UINT64_C(1) << left);
        left -= zeros;
        b += rest & less;
        high_b += high_rest & less;
        a = ((rest ^ less) - less) >> zeros;
        high_a = ((high_rest ^ less) - less) >> zeros;
        a_by += a_by_b;
        b_by_a += b_by;
        a_by_b = (a_by_b + (a_more & less)) << zeros;
        b_by = (b_by + (b_more & less)) << zeros;
    }
    *steps = (halving_steps){a_by, b_by_a, a_by_b, b_by};
}

// A word of by_x x - by_y y: adds what lower words carry, and carries on.
typedef struct {
    mp_limb_t up, down;
} carried;

IN_LINE mp_limb_t next_word(carried *carry, mp_limb_t x, mp_limb_t by_x, mp_limb_t y,
                            mp_limb_t by_y)
{
    const unsigned __int128 up = (unsigned __int128)x * by_x, down = (unsigned __int128)y * by_y;
    const mp_limb_t high = (mp_limb_t)up + carry->up, low = (mp_limb_t)down + carry->down;
    carry->up = (mp_limb_t)(up >> 64) + (high < carry->up);
    carry->down = (mp_limb_t)(down >> 64) + (low < carry->down) + (high < low);
    return high - low;
}

// next = (by_x x - by_y y) / 2^HALVINGS, or its opposite, whichever is not negative.
VERSIONS
static void catch_up(mp_limb_t *next, const mp_limb_t *x, mp_limb_t by_x, const mp_limb_t *y,
                     mp_limb_t by_y, mp_size_t words)
{
    carried carry = {0, 0};
    mp_limb_t word = next_word(&carry, x[0], by_x, y[0], by_y);
    for (mp_size_t i = 1; i < words; i++) {
        const mp_limb_t above = next_word(&carry, x[i], by_x, y[i], by_y);
        next[i - 1] = word >> HALVINGS | above << (64 - HALVINGS);
        word = above;
    }
    const mp_limb_t top = carry.up - carry.down;
    next[words - 1] = word >> HALVINGS | top << (64 - HALVINGS);
    if (top >> 63)
        mpn_neg(next, next, words);
}

// Two numbers of as many words. b is odd.
typedef struct {
    mp_limb_t a[MOST_WORDS], b[MOST_WORDS];
} number_pair;

// The 64 bits from the highest bit of the longer number on.
static void highest_bits(uint64_t *high_a, uint64_t *high_b, const number_pair *n, mp_size_t words)
{
    ASSERT(words > 1 && (n->a[words - 1] | n->b[words - 1]));
    const int zeros = __builtin_clzll(n->a[words - 1] | n->b[words - 1]);
    *high_a = n->a[words - 1] << zeros;
    *high_b = n->b[words - 1] << zeros;
    if (zeros) {
        *high_a |= n->a[words - 2] >> (GMP_NUMB_BITS - zeros);
        *high_b |= n->b[words - 2] >> (GMP_NUMB_BITS - zeros);
    }
}

static void reduce(number_pair *next, const number_pair *n, mp_size_t words)
{
    uint64_t high_a, high_b;
    halving_steps s;
    highest_bits(&high_a, &high_b, n, words);
    halve(&s, n->a[0], n->b[0], high_a, high_b);
    // The determinant is 2^HALVINGS, or its opposite if numbers were exchanged an odd number of
    // times.
    if ((int64_t)(s.a_by * s.b_by - s.b_by_a * s.a_by_b) > 0) {
        catch_up(next->a, n->a, s.a_by, n->b, s.b_by_a, words);
        catch_up(next->b, n->b, s.b_by, n->a, s.a_by_b, words);
    } else {
        catch_up(next->a, n->b, s.b_by_a, n->a, s.a_by, words);
        catch_up(next->b, n->a, s.a_by_b, n->b, s.b_by, words);
    }
}

// Leaves the greatest odd common divisor in b, and returns its words. Each round halves the sum of
// both at least, but for errors of the highest words, or takes HALVINGS zeros from the end of a.
static mp_size_t find_divisor(number_pair *n, mp_size_t words)
{
    number_pair other, *from = n, *next = &other;
    ASSERT(n->b[0] & 1);
    while (true) {
        while (words > 1 && !(from->a[words - 1] | from->b[words - 1]))
            words--;
        if (mpn_zero_p(from->a, words) || words == 1)
            break;
        reduce(next, from, words);
        number_pair *const last = from;
        from = next;
        next = last;
    }
    if (!mpn_zero_p(from->a, words))
        from->b[0] = mpn_gcd_1(from->a, 1, from->b[0]);
    if (from != n)
        mpn_copyi(n->b, from->b, words);
    return words;
}

// Copies a number without these zeros at its end. Returns its words.
static mp_size_t copy_without(mp_limb_t *copy, mpz_srcptr from, mp_bitcnt_t zeros)
{
    const mp_size_t skipped = (mp_size_t)(zeros / GMP_NUMB_BITS);
    const mp_size_t words = (mp_size_t)mpz_size(from) - skipped;
    const mp_limb_t *rest = mpz_limbs_read(from) + skipped;
    if (zeros % GMP_NUMB_BITS)
        mpn_rshift(copy, rest, words, zeros % GMP_NUMB_BITS);
    else
        mpn_copyi(copy, rest, words);
    return words - (copy[words - 1] == 0);
}

// Copies the longer number, or what it leaves when the shorter one, n->b of `words`, divides it.
// Returns the words of both.
static mp_size_t copy_longer(number_pair *n, mpz_srcptr longer, mp_size_t words)
{
    const mp_size_t all = (mp_size_t)mpz_size(longer);
    mp_limb_t quotient[MOST_WORDS];
    ASSERT(all >= words);
    if (all - words > 1) {
        mpn_tdiv_qr(quotient, n->a, 0, mpz_limbs_read(longer), all, n->b, words);
        return words;
    }
    mpn_copyi(n->a, mpz_limbs_read(longer), all);
    mpn_zero(n->b + words, all - words);
    return all;
}

static bool is_long(const fmpz_t x)
{
    return COEFF_IS_MPZ(*x) && mpz_size(COEFF_TO_PTR(*x)) <= MOST_WORDS;
}

void common_divisor(fmpz_t divisor, const fmpz_t a, const fmpz_t b)
{
    if (!is_long(a) || !is_long(b)) {
        fmpz_gcd(divisor, a, b);
        return;
    }
    const mpz_srcptr x = COEFF_TO_PTR(*a), y = COEFF_TO_PTR(*b);
    const mpz_srcptr longer = mpz_size(x) < mpz_size(y) ? y : x, shorter = longer == x ? y : x;
    const mp_bitcnt_t zeros = mpz_scan1(shorter, 0), twos = mpz_scan1(longer, 0);
    number_pair n;
    mpz_t odd;
    mp_size_t words = copy_without(n.b, shorter, zeros);
    words = find_divisor(&n, copy_longer(&n, longer, words));
    fmpz_set_mpz(divisor, mpz_roinit_n(odd, n.b, words));
    if (zeros && twos)
        fmpz_mul_2exp(divisor, divisor, zeros < twos ? zeros : twos);
}

#else

void common_divisor(fmpz_t divisor, const fmpz_t a, const fmpz_t b)
{
    fmpz_gcd(divisor, a, b);
}

#endif
