// Sums of square roots of non-negative rationals, enclosed.
#include "exact/root_sum.h"

void root_sum_init(root_sum *sum, unsigned digits)
{
    // 10^digits < 2^(4 digits - digits/2); 2^-32 of it a rounding, and some to spare.
    mpfr_prec_t precision = 64 + 4 * (mpfr_prec_t)digits;
    fmpq_init(sum->rational);
    interval_init(&sum->rest, precision);
    interval_init(&sum->term, precision);
}

void root_sum_clear(root_sum *sum)
{
    fmpq_clear(sum->rational);
    interval_clear(&sum->rest);
    interval_clear(&sum->term);
}

void root_sum_add(root_sum *sum, const fmpq_t square)
{
    if (fmpz_is_square(fmpq_numref(square)) && fmpz_is_square(fmpq_denref(square))) {
        fmpq_t root;
        fmpq_init(root);
        fmpz_sqrt(fmpq_numref(root), fmpq_numref(square));
        fmpz_sqrt(fmpq_denref(root), fmpq_denref(square));
        fmpq_add(sum->rational, sum->rational, root);
        fmpq_clear(root);
        return;
    }
    interval_set_fmpq(&sum->term, square);
    interval_sqrt(&sum->term, &sum->term);
    interval_add(&sum->rest, &sum->rest, &sum->term);
}

static void end_of(fmpq_t to, const root_sum *sum, const mpfr_t rest, const fmpq_t divisor)
{
    mpq_t exact;
    mpq_init(exact);
    mpfr_get_q(exact, rest);
    fmpq_set_mpq(to, exact);
    fmpq_add(to, to, sum->rational);
    fmpq_div(to, to, divisor);
    mpq_clear(exact);
}

void root_sum_enclose(crease_enclosure *enclosure, const root_sum *sum, const fmpq_t divisor)
{
    end_of(enclosure->lo, sum, sum->rest.lo, divisor);
    end_of(enclosure->hi, sum, sum->rest.hi, divisor);
}
