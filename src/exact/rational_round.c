// Rounding a rational to a binary format, by MPFR.
#include "exact/rational.h"

#include "base/error.h"
#include "base/text.h"
#include "exact/word_rational.h"
#include <gmp.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

// A finite value of the format is m 2^e with |m| < 2^precision; in the terms of
// MPFR, whose significands lie in [1/2, 1), exponents run from least to largest
// and the least is that of the smallest subnormal.
typedef struct {
    mpfr_prec_t precision;
    mpfr_exp_t least, largest;
    const char *name;
} binary_format;

static const binary_format formats[] = {
    [RATIONAL_BINARY64] = {53, -1073, 1024, "binary64"},
    [RATIONAL_BINARY32] = {24, -148, 128, "binary32"},
};

// rounded, which is initialised here, becomes the value of the format nearest
// to x, ties to even, or an infinity. MPFR keeps the exponent range per thread.
static void round_to_format(mpfr_t rounded, const fmpq_t x, const binary_format *format)
{
    mpfr_exp_t least = mpfr_get_emin(), largest = mpfr_get_emax();
    mpq_t exact;
    mpq_init(exact);
    fmpq_get_mpq(exact, x);
    mpfr_init2(rounded, format->precision);
    mpfr_set_emin(format->least);
    mpfr_set_emax(format->largest);
    int direction = mpfr_set_q(rounded, exact, MPFR_RNDN);
    mpfr_subnormalize(rounded, direction, MPFR_RNDN);
    mpfr_set_emin(least);
    mpfr_set_emax(largest);
    mpq_clear(exact);
}

crease_status rational_round(fmpq_t x, rational_rounding rounding, crease_error *error)
{
    if (rounding == RATIONAL_DECIMAL)
        return CREASE_OK;
    if (rounding == RATIONAL_BINARY64 && word_rational_round(x))
        return CREASE_OK;
    mpfr_t rounded;
    round_to_format(rounded, x, &formats[rounding]);
    int overflow = mpfr_inf_p(rounded);
    if (!overflow) {
        mpq_t exact;
        mpq_init(exact);
        mpfr_get_q(exact, rounded);
        fmpq_set_mpq(x, exact);
        mpq_clear(exact);
    }
    mpfr_clear(rounded);
    if (!overflow)
        return CREASE_OK;
    char found[EXCERPT_SIZE];
    char *text = rational_text(x);
    error_set(error, "expected a number in the range of %s, found %s", formats[rounding].name,
              excerpt_text(found, text, strlen(text)));
    flint_free(text);
    return CREASE_ERROR;
}

// x = m 2^-k with m of at most 53 bits and the quotient a normal number.
static int is_short_dyadic(const fmpq_t x, slong *k)
{
    *k = (slong)fmpz_bits(fmpq_denref(x)) - 1;
    return *k < 960 && fmpz_bits(fmpq_numref(x)) <= 53 && (slong)fmpz_val2(fmpq_denref(x)) == *k;
}

double rational_double(const fmpq_t x)
{
    slong k;
    if (is_short_dyadic(x, &k))
        return ldexp((double)fmpz_get_si(fmpq_numref(x)), (int)-k);
    mpfr_t rounded;
    round_to_format(rounded, x, &formats[RATIONAL_BINARY64]);
    double nearest = mpfr_get_d(rounded, MPFR_RNDN);
    mpfr_clear(rounded);
    return nearest;
}

double rational_rest(const fmpq_t x)
{
    slong k;
    double nearest = rational_double(x);
    if (is_short_dyadic(x, &k) || !isfinite(nearest))
        return 0;
    mpq_t difference;
    fmpq_t rest;
    mpq_init(difference);
    fmpq_init(rest);
    mpq_set_d(difference, nearest);
    fmpq_set_mpq(rest, difference);
    fmpq_sub(rest, x, rest);
    double result = rational_double(rest);
    fmpq_clear(rest);
    mpq_clear(difference);
    return result;
}
