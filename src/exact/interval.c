// Intervals of MPFR numbers, rounded outwards.
#include "exact/interval.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include <float.h>

void interval_init(interval *x, mpfr_prec_t precision)
{
    mpfr_init2(x->lo, precision);
    mpfr_init2(x->hi, precision);
    mpfr_set_zero(x->lo, 1);
    mpfr_set_zero(x->hi, 1);
}

void interval_clear(interval *x)
{
    mpfr_clear(x->lo);
    mpfr_clear(x->hi);
}

void interval_set(interval *x, const interval *from)
{
    ASSERT(x && from);
    mpfr_set(x->lo, from->lo, MPFR_RNDD);
    mpfr_set(x->hi, from->hi, MPFR_RNDU);
}

void interval_set_fmpq(interval *x, const fmpq_t value)
{
    const int rounded = fmpq_get_mpfr(x->lo, value, MPFR_RNDD);
    mpfr_set(x->hi, x->lo, MPFR_RNDU);
    if (rounded) // both ends have one precision
        mpfr_nextabove(x->hi);
}

void interval_set_fmpz(interval *x, const fmpz_t value)
{
    fmpz_get_mpfr(x->lo, value, MPFR_RNDD);
    fmpz_get_mpfr(x->hi, value, MPFR_RNDU);
}

void interval_set_ball(interval *x, const ball *from)
{
    ASSERT(x && from);
    mpfr_set_d(x->lo, from->value.high, MPFR_RNDD);
    mpfr_add_d(x->lo, x->lo, from->value.low, MPFR_RNDD);
    mpfr_sub_d(x->lo, x->lo, from->bound, MPFR_RNDD);
    mpfr_set_d(x->hi, from->value.high, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, from->value.low, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, from->bound, MPFR_RNDU);
}

void interval_add(interval *x, const interval *a, const interval *b)
{
    ASSERT(x && a && b);
    mpfr_add(x->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_add(x->hi, a->hi, b->hi, MPFR_RNDU);
}

void interval_sub(interval *x, const interval *a, const interval *b)
{
    ASSERT(x && a && b);
    mpfr_sub(x->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_sub(x->hi, a->hi, b->lo, MPFR_RNDU);
}

void interval_clip(interval *x)
{
    if (mpfr_sgn(x->lo) < 0)
        mpfr_set_zero(x->lo, 1);
}

void interval_mul(interval *x, const interval *a, const interval *b)
{
    ASSERT(x && a && b);
    mpfr_mul(x->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_mul(x->hi, a->hi, b->hi, MPFR_RNDU);
}

void interval_sqrt(interval *x, const interval *a)
{
    ASSERT(x && a);
    mpfr_sqrt(x->lo, a->lo, MPFR_RNDD);
    mpfr_sqrt(x->hi, a->hi, MPFR_RNDU);
}

void interval_div(interval *x, const interval *a, const interval *b)
{
    ASSERT(x && a && b);
    mpfr_div(x->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_div(x->hi, a->hi, b->lo, MPFR_RNDU);
}

bool interval_is_narrow(const interval *x, const fmpq_t width)
{
    mpfr_t room, wide;
    mpfr_inits2(mpfr_get_prec(x->lo), room, wide, (mpfr_ptr)NULL);
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, width);
    mpfr_mul_q(room, x->lo, q, MPFR_RNDD);
    mpfr_sub(wide, x->hi, x->lo, MPFR_RNDU);
    bool is = mpfr_lessequal_p(wide, room);
    mpq_clear(q);
    mpfr_clears(room, wide, (mpfr_ptr)NULL);
    return is;
}

void interval_doubles(double *low, double *high, const fmpq_t value)
{
    ASSERT(low && high);
    interval ends;
    interval_init(&ends, DBL_MANT_DIG);
    interval_set_fmpq(&ends, value);
    *low = mpfr_get_d(ends.lo, MPFR_RNDD);
    *high = mpfr_get_d(ends.hi, MPFR_RNDU);
    interval_clear(&ends);
}

void rational_set_mpfr(fmpq_t x, const mpfr_t value)
{
    mpq_t exact;
    mpq_init(exact);
    mpfr_get_q(exact, value);
    fmpq_set_mpq(x, exact);
    mpq_clear(exact);
}

void interval_ends(crease_enclosure *enclosure, const interval *x)
{
    ASSERT(enclosure && x);
    rational_set_mpfr(enclosure->lo, x->lo);
    rational_set_mpfr(enclosure->hi, x->hi);
}

// ---- enclosures as decimals ----

// The significant digits that distinguish lo from hi, and one more; `digits` if nothing does.
static int digits_of(const crease_enclosure *enclosure, int digits)
{
    mpfr_t size;
    fmpq_t quotient;
    if (fmpq_equal(enclosure->lo, enclosure->hi))
        return digits;
    mpfr_init2(size, 64);
    fmpq_init(quotient);
    fmpq_sub(quotient, enclosure->hi, enclosure->lo);
    fmpq_div(quotient, enclosure->hi, quotient);
    fmpq_get_mpfr(size, quotient, MPFR_RNDU);
    mpfr_log10(size, size, MPFR_RNDU);
    digits = (int)mpfr_get_si(size, MPFR_RNDU) + 2;
    fmpq_clear(quotient);
    mpfr_clear(size);
    return digits > 2 ? digits : 2;
}

void enclosure_text(char **lo, char **hi, const crease_enclosure *enclosure, unsigned least)
{
    enum { DIGITS_OF_EXACT = 20 };
    const int digits = digits_of(enclosure, FLINT_MAX((int)least, DIGITS_OF_EXACT));
    interval x;
    char *text;
    interval_init(&x, 64 + 4 * (mpfr_prec_t)digits);
    char **ends[] = {lo, hi};
    const locale_t locale = text_point_begin();
    for (int end = 0; end < 2; end++) {
        interval_set_fmpq(&x, end ? enclosure->hi : enclosure->lo);
        if (mpfr_asprintf(&text, end ? "%.*RUg" : "%.*RDg", digits, end ? x.hi : x.lo) < 0)
            FATAL("a number cannot be written");
        *ends[end] = memory_copy_text(text);
        mpfr_free_str(text);
    }
    text_point_end(locale);
    interval_clear(&x);
}

void crease_enclosure_text(char **lo, char **hi, const crease_enclosure *enclosure)
{
    enclosure_text(lo, hi, enclosure, 0);
}
