// Rounding a rational to a binary format: words by division, others by MPFR.
#include "exact/rational.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/text.h"
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

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

#if FLINT_BITS == 64
static int bits_of(uint64_t value)
{
    return 64 - __builtin_clzll(value);
}
#endif

// p 2^shift has 64 bits more than q, and at most 126, so the quotient has 64 or 65. The remainder
// sets its last bit, and one conversion rounds. Words neither overflow nor underflow.
static double round_word(const fmpq_t x)
{
    slong numerator = *fmpq_numref(x);
    if (numerator == 0)
        return 0;
    uint64_t p = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    uint64_t q = (uint64_t)*fmpq_denref(x);
    if (p >> DBL_MANT_DIG == 0 && q >> DBL_MANT_DIG == 0)
        return (double)numerator / (double)q; // both are doubles, and one operation rounds once
#if FLINT_BITS == 64
    int shift = 64 + bits_of(q) - bits_of(p);
    unsigned __int128 dividend = (unsigned __int128)p << shift, quotient = dividend / q;
    double nearest = ldexp((double)(quotient | (quotient * q != dividend)), -shift);
    return numerator < 0 ? -nearest : nearest;
#else
    FATAL("a small integer of 32 bits that is no double");
#endif
}

// x = m 2^-k with m of at most 53 bits and a normal quotient, as most weights that are doubles.
static bool is_short_dyadic(const fmpq_t x, slong *k)
{
    const slong m = *fmpq_numref(x), most = WORD_MOST_EXACT;
    *k = (slong)fmpz_val2(fmpq_denref(x));
    return !COEFF_IS_MPZ(m) && -most <= m && m <= most && *k < 960 &&
           fmpz_bits(fmpq_denref(x)) == (ulong)*k + 1;
}

double rational_double_of_any(const fmpq_t x)
{
    slong k;
    if (is_short_dyadic(x, &k))
        return ldexp((double)*fmpq_numref(x), (int)-k);
    if (rational_is_word(x))
        return round_word(x);
    return round_to_format(x, &formats[RATIONAL_BINARY64]);
}

// value = mantissa 2^exponent, with as few bits as possible.
void rational_set_double(fmpq_t x, double value)
{
    int exponent;
    fmpz_set_d(fmpq_numref(x), ldexp(frexp(value, &exponent), DBL_MANT_DIG));
    fmpz_one(fmpq_denref(x));
    exponent -= DBL_MANT_DIG;
    const slong zeros = (slong)fmpz_val2(fmpq_numref(x));
    const slong common = exponent < 0 ? FLINT_MIN(zeros, -exponent) : 0;
    fmpz_tdiv_q_2exp(fmpq_numref(x), fmpq_numref(x), (ulong)common);
    const slong left = exponent + common;
    if (left > 0)
        fmpz_mul_2exp(fmpq_numref(x), fmpq_numref(x), (ulong)left);
    else if (!fmpz_is_zero(fmpq_numref(x)))
        fmpz_mul_2exp(fmpq_denref(x), fmpq_denref(x), (ulong)-left);
}

crease_status rational_round(fmpq_t x, rational_rounding rounding, crease_error *error)
{
    if (rounding == RATIONAL_DECIMAL)
        return CREASE_OK;
    double nearest =
        rounding == RATIONAL_BINARY64 ? rational_double(x) : round_to_format(x, &formats[rounding]);
    if (isfinite(nearest)) {
        rational_set_double(x, nearest);
        return CREASE_OK;
    }
    char excerpt[EXCERPT_SIZE];
    char *text = rational_text(x);
    error_set(error, "expected a number in the range of %s, found %s",
              rational_rounding_name[rounding], excerpt_of(excerpt, text));
    flint_free(text);
    return CREASE_ERROR;
}

int rational_is_double(const fmpq_t x)
{
    double nearest = rational_double(x);
    fmpq_t back;
    fmpq_init(back);
    if (isfinite(nearest))
        rational_set_double(back, nearest);
    int is = isfinite(nearest) && fmpq_equal(back, x);
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
