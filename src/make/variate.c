// Random numbers scaled and rounded to binary64, the same bits on every machine.
//
// docs/random.md has the recipe for whoever wants to repeat it.
#define MPFR_USE_INTMAX_T
#include "make/variate.h"

#include "base/error.h"
#include "base/text.h"
#include "exact/rational.h"
#include <gmp.h>
#include <string.h>

// The nearest number of 128 bits.
static void set_rational(mpfr_t x, const fmpq_t value)
{
    mpq_t rational;
    mpq_init(rational);
    fmpq_get_mpq(rational, value);
    mpfr_set_q(x, rational, MPFR_RNDN);
    mpq_clear(rational);
}

crease_status variate_scale(fmpq_t x, mpfr_t variate, const fmpq_t square, crease_error *error)
{
    mpq_t rational;
    mpfr_t factor;
    mpq_init(rational);
    mpfr_init2(factor, VARIATE_PRECISION);
    set_rational(factor, square);
    mpfr_sqrt(factor, factor, MPFR_RNDN);
    mpfr_mul(variate, variate, factor, MPFR_RNDN);
    mpfr_get_q(rational, variate);
    fmpq_set_mpq(x, rational);
    mpfr_clear(factor);
    mpq_clear(rational);
    return rational_round(x, RATIONAL_BINARY64, error);
}

crease_status variate_uniform(fmpq_t x, random_state *random, const fmpq_t square,
                              crease_error *error)
{
    mpfr_t u, half_step;
    mpfr_init2(u, VARIATE_PRECISION);
    mpfr_init2(half_step, VARIATE_PRECISION);
    mpfr_set_sj_2exp(u, (int64_t)random_bits(random), -63, MPFR_RNDN);
    mpfr_set_ui_2exp(half_step, 1, -64, MPFR_RNDN);
    mpfr_add(u, u, half_step, MPFR_RNDN); // exact
    crease_status status = variate_scale(x, u, square, error);
    mpfr_clear(half_step);
    mpfr_clear(u);
    return status;
}

crease_status variate_integer(fmpq_t x, random_state *random, uint32_t most, const fmpq_t square,
                              crease_error *error)
{
    mpfr_t k;
    mpfr_init2(k, VARIATE_PRECISION);
    mpfr_set_sj(k, random_between(random, -(int64_t)most, most), MPFR_RNDN);
    crease_status status = variate_scale(x, k, square, error);
    mpfr_clear(k);
    return status;
}

crease_status variate_choice(fmpq_t x, random_state *random, const fmpq *values, size_t count,
                             const fmpq_t square, crease_error *error)
{
    mpfr_t v;
    mpfr_init2(v, VARIATE_PRECISION);
    set_rational(v, values + random_below(random, count));
    crease_status status = variate_scale(x, v, square, error);
    mpfr_clear(v);
    return status;
}

crease_status variate_parse_chance(fmpq_t p, const char *text, crease_error *error)
{
    char found[EXCERPT_SIZE];
    fmpq_one(p);
    if (text && rational_parse(p, text, strlen(text), error))
        return CREASE_ERROR;
    if (fmpq_sgn(p) < 0 || fmpq_cmp_ui(p, 1) > 0)
        return error_set(error, "expected a number from 0 to 1, found \"%s\"",
                         excerpt_text(found, text, strlen(text)));
    return CREASE_OK;
}

int variate_chance(random_state *random, const fmpq_t p)
{
    fmpz_t bits, bound;
    fmpz_init(bits);
    fmpz_init(bound);
    fmpz_set_ui(bits, random_bits(random));
    // bits < 2^64 p
    fmpz_mul_2exp(bound, fmpq_numref(p), 64);
    fmpz_mul(bits, bits, fmpq_denref(p));
    int chosen = fmpz_cmp(bits, bound) < 0;
    fmpz_clear(bound);
    fmpz_clear(bits);
    return chosen;
}
