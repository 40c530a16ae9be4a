// Rounding a rational to a binary format: to doubles by one division, else by MPFR.
#include "exact/rational.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/text.h"
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIVES = 27 }; // 5^27 < 2^63

const char *const rational_rounding_name[] = {
    [RATIONAL_DECIMAL] = "decimal",   [RATIONAL_BINARY64] = "binary64",
    [RATIONAL_BINARY32] = "binary32", [RATIONAL_BINARY16] = "binary16",
    [RATIONAL_BFLOAT16] = "bfloat16",
};

// A finite value of the format is m 2^e with |m| < 2^precision. Exponents are those of MPFR, whose
// significands lie in [1/2, 1); the least is that of the smallest subnormal.
typedef struct {
    mpfr_prec_t precision;
    mpfr_exp_t least, largest;
} binary_format;

static const binary_format formats[] = {
    [RATIONAL_BINARY64] = {53, -1073, 1024},
    [RATIONAL_BINARY32] = {24, -148, 128},
    [RATIONAL_BINARY16] = {11, -23, 16},
    [RATIONAL_BFLOAT16] = {8, -132, 128},
};

// The value of the format nearest to x, ties to even, or an infinity. MPFR keeps the exponent range
// per thread.
static double round_to_format(const fmpq_t x, const binary_format *format)
{
    mpfr_exp_t least = mpfr_get_emin(), largest = mpfr_get_emax();
    mpq_t exact;
    mpfr_t rounded;
    mpq_init(exact);
    fmpq_get_mpq(exact, x);
    mpfr_init2(rounded, format->precision);
    mpfr_set_emin(format->least);
    mpfr_set_emax(format->largest);
    int direction = mpfr_set_q(rounded, exact, MPFR_RNDN);
    mpfr_subnormalize(rounded, direction, MPFR_RNDN);
    mpfr_set_emin(least);
    mpfr_set_emax(largest);
    double nearest = mpfr_get_d(rounded, MPFR_RNDN);
    mpfr_clear(rounded);
    mpq_clear(exact);
    return nearest;
}

static inline int bits_of(uint64_t value)
{
    return 64 - __builtin_clzll(value);
}

// The nearest value of binary64 or binary32 to p/q 2^exponent, p and q positive; returns 0 for
// those of binary32 that are subnormal or too large. p 2^shift has 64 bits more than q, so the
// quotient has 64 or 65. The remainder sets its last bit, and one conversion rounds.
static bool round_quotient(double *nearest, uint64_t p, uint64_t q, int exponent,
                           rational_rounding rounding)
{
#ifdef __SIZEOF_INT128__
    const int shift = 64 + bits_of(q) - bits_of(p);
    const unsigned __int128 dividend = (unsigned __int128)p << shift, quotient = dividend / q;
    const unsigned __int128 sticky = quotient | (quotient * q != dividend);
    const double rounded = rounding == RATIONAL_BINARY32 ? (float)sticky : (double)sticky;
    *nearest = ldexp(rounded, exponent - shift);
    return rounding == RATIONAL_BINARY64 || (*nearest >= FLT_MIN && *nearest <= FLT_MAX);
#else
    (void)nearest, (void)p, (void)q, (void)exponent, (void)rounding;
    return false;
#endif
}

// Words neither overflow nor underflow.
static double round_word(const fmpq_t x)
{
    slong numerator = *fmpq_numref(x);
    double nearest;
    if (numerator == 0)
        return 0;
    uint64_t p = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    uint64_t q = (uint64_t)*fmpq_denref(x);
    if (p >> DBL_MANT_DIG == 0 && q >> DBL_MANT_DIG == 0)
        return (double)numerator / (double)q; // both are doubles, and one operation rounds once
    if (!round_quotient(&nearest, p, q, 0, RATIONAL_BINARY64))
        FATAL("a small integer of 32 bits that is no double");
    return numerator < 0 ? -nearest : nearest;
}

bool rational_round_decimal(double *nearest, uint64_t digits, slong places,
                            rational_rounding rounding)
{
    static const double power_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                          1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                          1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { EXACT_POWERS = sizeof power_of_ten / sizeof *power_of_ten };
    *nearest = 0;
    if (places > MOST_FIVES || (rounding != RATIONAL_BINARY64 && rounding != RATIONAL_BINARY32))
        return false;
    if (digits == 0)
        return true;
    if (rounding == RATIONAL_BINARY64 && digits <= UINT64_C(1) << DBL_MANT_DIG &&
        places < EXACT_POWERS) {
        *nearest = (double)digits / power_of_ten[places]; // both are doubles
        return true;
    }
    uint64_t fives = 1;
    for (slong k = 0; k < places; k++)
        fives *= 5;
    return round_quotient(nearest, digits, fives, (int)-places, rounding);
}

// x = m 2^-k with m of at most 53 bits and a normal quotient, as most weights that are doubles.
static bool is_short_dyadic(const fmpq_t x, slong *k)
{
    *k = (slong)fmpz_val2(fmpq_denref(x));
    return *k < 960 && fmpz_bits(fmpq_denref(x)) == (ulong)*k + 1 &&
           fmpz_bits(fmpq_numref(x)) <= DBL_MANT_DIG;
}

// As round_quotient, for integers of any length; returns 0 for doubles that may be subnormal or too
// large.
static bool round_long_quotient(double *nearest, const fmpq_t x)
{
    const fmpz *p = fmpq_numref(x), *q = fmpq_denref(x);
    const slong size = (slong)fmpz_bits(p) - (slong)fmpz_bits(q), shift = 63 - size;
    if (size < DBL_MIN_EXP + 2 || size > DBL_MAX_EXP - 2)
        return false;
    fmpz_t quotient, rest;
    fmpz_init(quotient);
    fmpz_init(rest);
    fmpz_mul_2exp(quotient, shift > 0 ? p : q, (ulong)labs(shift));
    fmpz_tdiv_qr(quotient, rest, shift > 0 ? quotient : p, shift > 0 ? q : quotient);
    const int sign = fmpz_sgn(p);
    fmpz_abs(quotient, quotient); // of 63 or 64 bits
    *nearest = sign * ldexp((double)(fmpz_get_u64(quotient) | !fmpz_is_zero(rest)), (int)-shift);
    fmpz_clear(quotient);
    fmpz_clear(rest);
    return true;
}

double rational_double_of_any(const fmpq_t x)
{
    double nearest;
    slong k;
    if (is_short_dyadic(x, &k))
        return ldexp((double)fmpz_get_i64(fmpq_numref(x)), (int)-k);
    if (rational_is_word(x))
        return round_word(x);
    if (round_long_quotient(&nearest, x))
        return nearest;
    return round_to_format(x, &formats[RATIONAL_BINARY64]);
}

// value = mantissa 2^exponent, with as few bits as possible. The mantissa is a whole number below
// 2^53, also without the zeros at its end.
void rational_set_double(fmpq_t x, double value)
{
    int exponent;
    double mantissa = frexp(value, &exponent) * 0x1p53;
    exponent -= DBL_MANT_DIG;
    fmpz_one(fmpq_denref(x));
    if (exponent < 0 && value != 0) {
        const int zeros = FLINT_MIN(__builtin_ctzll((uint64_t)(int64_t)mantissa), -exponent);
        mantissa /= (double)(UINT64_C(1) << zeros);
        exponent += zeros;
    }
    fmpz_set_i64(fmpq_numref(x), (int64_t)mantissa);
    if (exponent > 0)
        fmpz_mul_2exp(fmpq_numref(x), fmpq_numref(x), (ulong)exponent);
    else if (exponent < 0 && value != 0)
        fmpz_mul_2exp(fmpq_denref(x), fmpq_denref(x), (ulong)-exponent);
}

crease_status rational_round(fmpq_t x, rational_rounding rounding, crease_error *error)
{
    if (rounding == RATIONAL_DECIMAL)
        return CREASE_OK;
    const double nearest =
        rounding == RATIONAL_BINARY64 ? rational_double(x) : round_to_format(x, &formats[rounding]);
    if (isfinite(nearest)) {
        rational_set_double(x, nearest);
        return CREASE_OK;
    }
    char excerpt[EXCERPT_SIZE];
    char *text = fmpq_get_str(NULL, 10, x);
    error_set(error, "expected a number in the range of %s, found %s",
              rational_rounding_name[rounding], excerpt_of(excerpt, text));
    flint_free(text);
    return CREASE_ERROR;
}

bool rational_is_double(const fmpq_t x)
{
    double nearest = rational_double(x);
    fmpq_t back;
    fmpq_init(back);
    if (isfinite(nearest))
        rational_set_double(back, nearest);
    bool is = isfinite(nearest) && fmpq_equal(back, x);
    fmpq_clear(back);
    return is;
}

double rational_rest(const fmpq_t x)
{
    slong k;
    double nearest = rational_double(x);
    if (is_short_dyadic(x, &k) || !isfinite(nearest))
        return 0;
    fmpq_t rest;
    fmpq_init(rest);
    rational_set_double(rest, nearest);
    fmpq_sub(rest, x, rest);
    double result = rational_double(rest);
    fmpq_clear(rest);
    return result;
}
