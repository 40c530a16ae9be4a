// Normal random variates, the same bits on every machine.
//
// MPFR rounds every function correctly, so the steps below have one result each; the
// functions of libm differ from one system to the next. docs/random.md has the
// recipe for whoever wants to repeat it.
#define MPFR_USE_INTMAX_T
#include "make/normal.h"

#include "make/variate.h"

enum { PRECISION = VARIATE_PRECISION };

void normal_source_init(normal_source *source, uint64_t seed)
{
    random_seed(&source->random, seed);
    source->has_spare = 0;
    mpfr_init2(source->spare, PRECISION);
}

void normal_source_clear(normal_source *source)
{
    mpfr_clear(source->spare);
}

// Uniform among the multiples of 2^-63 in [-1, 1).
static void draw_uniform(mpfr_t u, random_state *random)
{
    mpfr_set_sj_2exp(u, (int64_t)random_bits(random), -63, MPFR_RNDN);
}

// Two independent standard normal variates. For (u, v) uniform in the unit disc and
// s = u^2 + v^2 they are u f and v f with f = sqrt(-2 log(s) / s); Marsaglia and Bray,
// A convenient method for generating normal variables, 1964. s is exact: it is a
// multiple of 2^-126 and at most 2.
static void draw_pair(mpfr_t x, mpfr_t y, random_state *random)
{
    mpfr_t s, f;
    mpfr_init2(s, PRECISION);
    mpfr_init2(f, PRECISION);
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

static void next_variate(mpfr_t x, normal_source *source)
{
    if (source->has_spare)
        mpfr_swap(x, source->spare);
    else
        draw_pair(x, source->spare, &source->random);
    source->has_spare = !source->has_spare;
}

crease_status normal_draw(fmpq_t x, normal_source *source, const fmpq_t variance,
                          crease_error *error)
{
    mpfr_t variate;
    mpfr_init2(variate, PRECISION);
    next_variate(variate, source);
    crease_status status = variate_scale(x, variate, variance, error);
    mpfr_clear(variate);
    return status;
}
