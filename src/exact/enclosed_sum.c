// Sums of rationals and of square roots, enclosed to a relative width.
#include "exact/enclosed_sum.h"

#include "base/fatal.h"

// ---- multiples of powers of two ----

static void dyadic_init(dyadic *x)
{
    fmpz_init(x->mantissa);
    x->power = 0;
}

static void dyadic_add(dyadic *sum, dyadic *term)
{
    if (fmpz_is_zero(term->mantissa))
        return;
    if (fmpz_is_zero(sum->mantissa))
        sum->power = term->power;
    if (term->power < sum->power) {
        fmpz_mul_2exp(sum->mantissa, sum->mantissa, (ulong)(sum->power - term->power));
        sum->power = term->power;
    } else if (term->power > sum->power) {
        fmpz_mul_2exp(term->mantissa, term->mantissa, (ulong)(term->power - sum->power));
        term->power = sum->power;
    }
    fmpz_add(sum->mantissa, sum->mantissa, term->mantissa);
}

static void dyadic_add_mpfr(dyadic *sum, const mpfr_t term)
{
    dyadic x;
    mpz_t mantissa;
    if (mpfr_zero_p(term))
        return;
    mpz_init(mantissa);
    dyadic_init(&x);
    x.power = mpfr_get_z_2exp(mantissa, term);
    fmpz_set_mpz(x.mantissa, mantissa);
    dyadic_add(sum, &x);
    fmpz_clear(x.mantissa);
    mpz_clear(mantissa);
}

static void dyadic_get(fmpq_t value, const dyadic *x)
{
    fmpq_set_fmpz(value, x->mantissa);
    if (x->power < 0)
        fmpq_div_2exp(value, value, -(ulong)x->power);
    else
        fmpq_mul_2exp(value, value, (ulong)x->power);
}

// Returns whether it is one.
static bool dyadic_set(dyadic *x, const fmpq_t value)
{
    fmpz_set(x->mantissa, fmpq_numref(value));
    x->power = -(slong)fmpz_val2(fmpq_denref(value));
    return fmpz_bits(fmpq_denref(value)) == fmpz_val2(fmpq_denref(value)) + 1;
}

// ---- enclosures ----

void enclosed_sum_init(enclosed_sum *sum, unsigned digits)
{
    fmpq_init(sum->rational);
    for (int i = 0; i < 2; i++)
        dyadic_init(sum->end + i);
    double_sum_zero(&sum->value);
    double_sum_zero(&sum->bound);
    interval_init(&sum->term, 64 + 4 * (mpfr_prec_t)digits); // 10^digits < 2^(4 digits)
}

void enclosed_sum_clear(enclosed_sum *sum)
{
    fmpq_clear(sum->rational);
    for (int i = 0; i < 2; i++)
        fmpz_clear(sum->end[i].mantissa);
    interval_clear(&sum->term);
}

static void add_term(enclosed_sum *sum)
{
    dyadic_add_mpfr(sum->end, sum->term.lo);
    dyadic_add_mpfr(sum->end + 1, sum->term.hi);
}

void enclosed_sum_add(enclosed_sum *sum, const fmpq_t value)
{
    interval_set_fmpq(&sum->term, value);
    add_term(sum);
}

void enclosed_sum_add_ball(enclosed_sum *sum, const ball *value)
{
    double_sum_add(&sum->value, value->value.high);
    double_sum_add(&sum->value, value->value.low);
    double_sum_add(&sum->bound, value->bound);
}

void enclosed_sum_add_root(enclosed_sum *sum, const fmpq_t square)
{
    if (fmpz_is_square(fmpq_numref(square)) && fmpz_is_square(fmpq_denref(square))) {
        fmpq_t root;
        fmpq_init(root);
        fmpz_sqrt(fmpq_numref(root), fmpq_numref(square));
        fmpz_sqrt(fmpq_denref(root), fmpq_denref(square));
        fmpq_canonicalise(root);
        fmpq_add(sum->rational, sum->rational, root);
        fmpq_clear(root);
        return;
    }
    interval_set_fmpq(&sum->term, square);
    interval_sqrt(&sum->term, &sum->term);
    add_term(sum);
}

mpfr_prec_t enclosed_sum_root_precision(const enclosed_sum *sum)
{
    enum { SPARE = 66 }; // 190 bits, by default, are quicker than 192
    return mpfr_get_prec(sum->term.lo) + SPARE;
}

bool enclosed_sum_add_root_of(enclosed_sum *sum, const mpfr_t square, slong bits)
{
    mpfr_t end, margin;
    ASSERT(bits > 1 && bits <= mpfr_get_prec(square) && mpfr_sgn(square) > 0);
    mpfr_init2(end, mpfr_get_prec(square));
    mpfr_init2(margin, mpfr_get_prec(square));
    mpfr_mul_2si(margin, square, 1 - bits, MPFR_RNDU); // exact, and more than the error
    mpfr_sub(end, square, margin, MPFR_RNDD);
    mpfr_set(sum->term.lo, end, MPFR_RNDD);
    mpfr_add(end, square, margin, MPFR_RNDU);
    mpfr_set(sum->term.hi, end, MPFR_RNDD);
    const bool is_known = mpfr_equal_p(sum->term.lo, sum->term.hi);
    if (is_known) { // the number lies between this end and the next number
        mpfr_nextabove(sum->term.hi);
        interval_sqrt(&sum->term, &sum->term);
        add_term(sum);
    }
    mpfr_clear(margin);
    mpfr_clear(end);
    return is_known;
}

// Adds the sum of balls to an end.
static void add_balls(dyadic *end, const enclosed_sum *sum, int i)
{
    dyadic part;
    dyadic_init(&part);
    double_sum_get(part.mantissa, &part.power, &sum->value);
    dyadic_add(end, &part);
    double_sum_get(part.mantissa, &part.power, &sum->bound);
    if (i == 0)
        fmpz_neg(part.mantissa, part.mantissa);
    dyadic_add(end, &part);
    fmpz_clear(part.mantissa);
}

static void enclosed_sum_zero(enclosed_sum *sum)
{
    fmpq_zero(sum->rational);
    for (int i = 0; i < 2; i++)
        fmpz_zero(sum->end[i].mantissa);
}

void enclosed_sum_append(enclosed_sum *sum, enclosed_sum *more)
{
    double_sum_append(&sum->value, &more->value);
    double_sum_append(&sum->bound, &more->bound);
    if (!fmpq_is_zero(more->rational))
        fmpq_add(sum->rational, sum->rational, more->rational);
    for (int i = 0; i < 2; i++)
        dyadic_add(sum->end + i, more->end + i);
    enclosed_sum_zero(more);
}

void enclosed_sum_pack(enclosed_sum *sum, pack *p)
{
    fmpq_t end;
    fmpq_init(end);
    for (int i = 0; i < 2; i++)
        add_balls(sum->end + i, sum, i);
    double_sum_zero(&sum->value);
    double_sum_zero(&sum->bound);
    pack_rationals(p, sum->rational, 1);
    for (int i = 0; i < 2; i++) {
        dyadic_get(end, sum->end + i);
        pack_rationals(p, end, 1);
        p->failed |= p->reads && !dyadic_set(sum->end + i, end);
    }
    fmpq_clear(end);
    if (!p->reads)
        enclosed_sum_zero(sum);
}

static void get_end(fmpq_t end, const enclosed_sum *sum, int i, const fmpq_t divisor)
{
    dyadic whole = {.power = sum->end[i].power};
    fmpz_init_set(whole.mantissa, sum->end[i].mantissa);
    add_balls(&whole, sum, i);
    dyadic_get(end, &whole);
    fmpq_add(end, end, sum->rational);
    fmpq_div(end, end, divisor);
    fmpz_clear(whole.mantissa);
}

void enclosed_sum_get(crease_enclosure *enclosure, const enclosed_sum *sum, const fmpq_t divisor)
{
    ASSERT(enclosure && sum);
    get_end(enclosure->lo, sum, 0, divisor);
    get_end(enclosure->hi, sum, 1, divisor);
}

bool enclosed_sum_holds(const enclosed_sum *sum, const fmpq_t value)
{
    crease_enclosure ends;
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    fmpq_init(ends.lo);
    fmpq_init(ends.hi);
    enclosed_sum_get(&ends, sum, one);
    const bool holds = fmpq_cmp(ends.lo, value) <= 0 && fmpq_cmp(value, ends.hi) <= 0;
    fmpq_clear(ends.hi);
    fmpq_clear(ends.lo);
    fmpq_clear(one);
    return holds;
}
