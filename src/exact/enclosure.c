// Enclosures as decimals.
#include <mpfr.h> // before flint

#include <crease/status.h>

#include "base/memory.h"
#include "exact/interval.h"
#include "exact/rational.h"
#include <stdlib.h>

enum { DIGITS_OF_EXACT = 20 };

// Significant digits that tell lo from hi, and one more.
static int digits_of(const crease_enclosure *enclosure)
{
    mpfr_t size;
    fmpq_t quotient;
    int digits = DIGITS_OF_EXACT;
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

double crease_enclosure_middle(const crease_enclosure *enclosure)
{
    fmpq_t middle;
    fmpq_init(middle);
    fmpq_add(middle, enclosure->lo, enclosure->hi);
    fmpq_div_2exp(middle, middle, 1);
    double nearest = rational_double(middle);
    fmpq_clear(middle);
    return nearest;
}

void crease_enclosure_text(char **lo, char **hi, const crease_enclosure *enclosure)
{
    int digits = digits_of(enclosure);
    interval x;
    char *text;
    interval_init(&x, 64 + 4 * (mpfr_prec_t)digits);
    char **to[] = {lo, hi};
    for (int end = 0; end < 2; end++) {
        interval_set_fmpq(&x, end ? enclosure->hi : enclosure->lo);
        if (mpfr_asprintf(&text, end ? "%.*RUg" : "%.*RDg", digits, end ? x.hi : x.lo) < 0)
            abort();
        *to[end] = memory_copy_text(text);
        mpfr_free_str(text);
    }
    interval_clear(&x);
}
