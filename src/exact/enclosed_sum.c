// Sums of rationals and of square roots, enclosed to a relative width.
#include "exact/enclosed_sum.h"

#include "base/fatal.h"

void enclosed_sum_init(enclosed_sum *sum, unsigned digits)
{
    fmpq_init(sum->rational);
    fmpq_init(sum->rest.lo);
    fmpq_init(sum->rest.hi);
    fmpq_init(sum->ends.lo);
    fmpq_init(sum->ends.hi);
    interval_init(&sum->term, 64 + 4 * (mpfr_prec_t)digits); // 10^digits < 2^(4 digits)
}

void enclosed_sum_clear(enclosed_sum *sum)
{
    fmpq_clear(sum->rational);
    fmpq_clear(sum->rest.lo);
    fmpq_clear(sum->rest.hi);
    fmpq_clear(sum->ends.lo);
    fmpq_clear(sum->ends.hi);
    interval_clear(&sum->term);
}

static void add_ends(crease_enclosure *sum, const crease_enclosure *ends)
{
    fmpq_add(sum->lo, sum->lo, ends->lo);
    fmpq_add(sum->hi, sum->hi, ends->hi);
}

void enclosed_sum_add(enclosed_sum *sum, const fmpq_t value)
{
    interval_set_fmpq(&sum->term, value);
    interval_ends(&sum->ends, &sum->term);
    add_ends(&sum->rest, &sum->ends);
}

void enclosed_sum_add_ball(enclosed_sum *sum, const ball *value)
{
    interval_set_ball(&sum->term, value);
    interval_ends(&sum->ends, &sum->term);
    add_ends(&sum->rest, &sum->ends);
}

void enclosed_sum_add_root(enclosed_sum *sum, const fmpq_t square)
{
    if (fmpz_is_square(fmpq_numref(square)) && fmpz_is_square(fmpq_denref(square))) {
        fmpq *root = sum->ends.lo;
        fmpz_sqrt(&root->num, &square->num);
        fmpz_sqrt(&root->den, &square->den);
        fmpq_add(sum->rational, sum->rational, root);
        return;
    }
    interval_set_fmpq(&sum->term, square);
    interval_sqrt(&sum->term, &sum->term);
    interval_ends(&sum->ends, &sum->term);
    add_ends(&sum->rest, &sum->ends);
}

static void enclosed_sum_zero(enclosed_sum *sum)
{
    fmpq_zero(sum->rational);
    fmpq_zero(sum->rest.lo);
    fmpq_zero(sum->rest.hi);
}

void enclosed_sum_append(enclosed_sum *sum, enclosed_sum *more)
{
    fmpq_add(sum->rational, sum->rational, more->rational);
    add_ends(&sum->rest, &more->rest);
    enclosed_sum_zero(more);
}

void enclosed_sum_pack(enclosed_sum *sum, pack *p)
{
    pack_rationals(p, sum->rational, 1);
    pack_rationals(p, sum->rest.lo, 1);
    pack_rationals(p, sum->rest.hi, 1);
    if (!p->reads)
        enclosed_sum_zero(sum);
}

void enclosed_sum_get(crease_enclosure *enclosure, const enclosed_sum *sum, const fmpq_t divisor)
{
    ASSERT(enclosure && sum);
    fmpq_add(enclosure->lo, sum->rest.lo, sum->rational);
    fmpq_add(enclosure->hi, sum->rest.hi, sum->rational);
    fmpq_div(enclosure->lo, enclosure->lo, divisor);
    fmpq_div(enclosure->hi, enclosure->hi, divisor);
}
