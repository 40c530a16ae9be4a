// Random numbers scaled and rounded to binary64, the same bits on every machine.
//
// MPFR rounds every function correctly, so the steps below have one result each; the
// functions of libm differ from one system to the next. docs/random.md has all that is
// needed to repeat them.
#define MPFR_USE_INTMAX_T
#include "make/variate.h"

#include "base/fatal.h"
#include "exact/interval.h"
#include "exact/rational.h"
#include <math.h>

// x = variate factor, rounded to the nearest binary64. CREASE_ERROR if x overflows.
static crease_status variate_multiply(fmpq_t x, mpfr_t variate, const mpfr_t factor,
                                      crease_error *error)
{
    mpfr_mul(variate, variate, factor, MPFR_RNDN);
    double nearest = mpfr_get_d(variate, MPFR_RNDN);
    if (isfinite(nearest)) {
        rational_set_double(x, nearest);
        return CREASE_OK;
    }
    rational_set_mpfr(x, variate);
    return rational_round(x, RATIONAL_BINARY64, error);
}

// Uniform among the multiples of 2^-63 in [-1, 1).
static void draw_uniform(mpfr_t u, random_state *random)
{
    mpfr_set_sj_2exp(u, (int64_t)random_bits(random), -63, MPFR_RNDN);
}

bool variate_chance(random_state *random, const fmpq_t p)
{
    ASSERT(fmpq_sgn(p) >= 0 && fmpq_cmp_ui(p, 1) <= 0);
    fmpz_t bits, bound;
    fmpz_init(bits);
    fmpz_init(bound);
    fmpz_set_u64(bits, random_bits(random));
    // bits < 2^64 p
    fmpz_mul_2exp(bound, fmpq_numref(p), 64);
    fmpz_mul(bits, bits, fmpq_denref(p));
    bool chosen = fmpz_cmp(bits, bound) < 0;
    fmpz_clear(bound);
    fmpz_clear(bits);
    return chosen;
}

// ---- Variates ----

void variate_source_init(variate_source *source, uint64_t seed)
{
    random_seed(&source->random, seed);
    source->has_spare = false;
    mpfr_init2(source->spare, VARIATE_PRECISION);
    fmpq_init(source->square);
    mpfr_init2(source->root, VARIATE_PRECISION);
    mpfr_set_zero(source->root, 1);
}

void variate_source_clear(variate_source *source)
{
    mpfr_clear(source->spare);
    fmpq_clear(source->square);
    mpfr_clear(source->root);
}

// Two independent standard normal variates. For (u, v) uniform in the unit disc and
// s = u^2 + v^2 they are u f and v f with f = sqrt(-2 log(s) / s); Marsaglia and Bray,
// A convenient method for generating normal variables, 1964. s is exact: it is a
// multiple of 2^-126 and at most 2.
static void draw_pair(mpfr_t x, mpfr_t y, random_state *random)
{
    mpfr_t s, f;
    mpfr_init2(s, VARIATE_PRECISION);
    mpfr_init2(f, VARIATE_PRECISION);
    do {
        draw_uniform(x, random);
        draw_uniform(y, random);
        mpfr_sqr(s, x, MPFR_RNDN);
        mpfr_sqr(f, y, MPFR_RNDN);
        mpfr_add(s, s, f, MPFR_RNDN);
    } while (mpfr_zero_p(s) || mpfr_cmp_ui(s, 1) >= 0);
    mpfr_log(f, s, MPFR_RNDN);
    mpfr_mul_si(f, f, -2, MPFR_RNDN);
    mpfr_div(f, f, s, MPFR_RNDN);
    mpfr_sqrt(f, f, MPFR_RNDN);
    mpfr_mul(x, x, f, MPFR_RNDN);
    mpfr_mul(y, y, f, MPFR_RNDN);
    mpfr_clear(f);
    mpfr_clear(s);
}

static void draw_normal(mpfr_t x, variate_source *source)
{
    if (source->has_spare)
        mpfr_swap(x, source->spare);
    else
        draw_pair(x, source->spare, &source->random);
    source->has_spare = !source->has_spare;
}

// The odd multiple of 2^-64 above a multiple of 2^-63.
static void draw_odd_uniform(mpfr_t x, random_state *random)
{
    mpfr_t half_step;
    mpfr_init2(half_step, VARIATE_PRECISION);
    draw_uniform(x, random);
    mpfr_set_ui_2exp(half_step, 1, -64, MPFR_RNDN);
    mpfr_add(x, x, half_step, MPFR_RNDN); // exact
    mpfr_clear(half_step);
}

crease_status variate_draw(fmpq_t x, variate_source *source, const variate_law *law,
                           const fmpq_t square, crease_error *error)
{
    ASSERT(fmpq_sgn(square) >= 0);
    mpfr_t variate;
    mpfr_init2(variate, VARIATE_PRECISION);
    switch (law->kind) {
    case VARIATE_NORMAL:
        draw_normal(variate, source);
        break;
    case VARIATE_UNIFORM:
        draw_odd_uniform(variate, &source->random);
        break;
    case VARIATE_INTEGER:
        mpfr_set_sj(variate, random_between(&source->random, -law->most, law->most), MPFR_RNDN);
        break;
    case VARIATE_CHOICE:
        fmpq_get_mpfr(variate, law->values + random_below(&source->random, law->count), MPFR_RNDN);
        break;
    }
    if (!fmpq_equal(source->square, square)) {
        fmpq_set(source->square, square);
        fmpq_get_mpfr(source->root, square, MPFR_RNDN);
        mpfr_sqrt(source->root, source->root, MPFR_RNDN);
    }
    crease_status status = variate_multiply(x, variate, source->root, error);
    mpfr_clear(variate);
    return status;
}
