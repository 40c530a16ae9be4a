// Intervals of MPFR numbers, rounded outwards.
#include "exact/interval.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <float.h>
#include <stdlib.h>

void interval_init(interval *x, mpfr_prec_t precision)
{
    mpfr_init2(x->lo, precision);
    mpfr_init2(x->hi, precision);
    interval_zero(x);
}

void interval_zero(interval *x)
{
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
    mpfr_set(x->lo, from->lo, MPFR_RNDD);
    mpfr_set(x->hi, from->hi, MPFR_RNDU);
}

void interval_set_fmpq(interval *x, const fmpq_t value)
{
    fmpq_get_mpfr(x->lo, value, MPFR_RNDD);
    fmpq_get_mpfr(x->hi, value, MPFR_RNDU);
}

void interval_set_fmpz(interval *x, const fmpz_t value)
{
    fmpz_get_mpfr(x->lo, value, MPFR_RNDD);
    fmpz_get_mpfr(x->hi, value, MPFR_RNDU);
}

void interval_set_ball(interval *x, const ball *from)
{
    mpfr_set_d(x->lo, from->value.high, MPFR_RNDD);
    mpfr_add_d(x->lo, x->lo, from->value.low, MPFR_RNDD);
    mpfr_sub_d(x->lo, x->lo, from->bound, MPFR_RNDD);
    mpfr_set_d(x->hi, from->value.high, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, from->value.low, MPFR_RNDU);
    mpfr_add_d(x->hi, x->hi, from->bound, MPFR_RNDU);
}

void interval_add(interval *x, const interval *a, const interval *b)
{
    mpfr_add(x->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_add(x->hi, a->hi, b->hi, MPFR_RNDU);
}

void interval_sub(interval *x, const interval *a, const interval *b)
{
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
    mpfr_mul(x->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_mul(x->hi, a->hi, b->hi, MPFR_RNDU);
}

void interval_sqrt(interval *x, const interval *a)
{
    mpfr_sqrt(x->lo, a->lo, MPFR_RNDD);
    mpfr_sqrt(x->hi, a->hi, MPFR_RNDU);
}

void interval_div(interval *x, const interval *a, const interval *b)
{
    mpfr_div(x->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_div(x->hi, a->hi, b->lo, MPFR_RNDU);
}

int interval_has(const interval *x, const fmpq_t value)
{
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, value);
    int has = mpfr_cmp_q(x->lo, q) <= 0 && mpfr_cmp_q(x->hi, q) >= 0;
    mpq_clear(q);
    return has;
}

int interval_is_narrow(const interval *x, const fmpq_t width)
{
    mpfr_t room, wide;
    mpfr_inits2(mpfr_get_prec(x->lo), room, wide, (mpfr_ptr)NULL);
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, width);
    mpfr_mul_q(room, x->lo, q, MPFR_RNDD);
    mpfr_sub(wide, x->hi, x->lo, MPFR_RNDU);
    int is = mpfr_lessequal_p(wide, room);
    mpq_clear(q);
    mpfr_clears(room, wide, (mpfr_ptr)NULL);
    return is;
}

void interval_doubles(double *low, double *high, const fmpq_t value)
{
    interval ends;
    interval_init(&ends, DBL_MANT_DIG);
    interval_set_fmpq(&ends, value);
    *low = mpfr_get_d(ends.lo, MPFR_RNDD);
    *high = mpfr_get_d(ends.hi, MPFR_RNDU);
    interval_clear(&ends);
}

static void set_mpfr(fmpq_t x, const mpfr_t value)
{
    mpq_t exact;
    mpq_init(exact);
    mpfr_get_q(exact, value);
    fmpq_set_mpq(x, exact);
    mpq_clear(exact);
}

void interval_ends(crease_enclosure *to, const interval *x)
{
    set_mpfr(to->lo, x->lo);
    set_mpfr(to->hi, x->hi);
}

// ---- sums of square roots ----

// 10^digits < 2^(4 digits - digits/2); 2^-32 of it a rounding, and some to spare.
static mpfr_prec_t precision_of(unsigned digits)
{
    return 64 + 4 * (mpfr_prec_t)digits;
}

void root_sum_init(root_sum *sum, unsigned digits)
{
    fmpq_init(sum->rational);
    interval_init(&sum->rest, precision_of(digits));
    interval_init(&sum->term, precision_of(digits));
}

void root_sum_clear(root_sum *sum)
{
    fmpq_clear(sum->rational);
    interval_clear(&sum->rest);
    interval_clear(&sum->term);
}

// Adds the root, if it is rational.
static int add_rational(fmpq_t sum, const fmpq_t square)
{
    if (!fmpz_is_square(fmpq_numref(square)) || !fmpz_is_square(fmpq_denref(square)))
        return 0;
    fmpq_t root;
    fmpq_init(root);
    fmpz_sqrt(fmpq_numref(root), fmpq_numref(square));
    fmpz_sqrt(fmpq_denref(root), fmpq_denref(square));
    fmpq_add(sum, sum, root);
    fmpq_clear(root);
    return 1;
}

static void set_root(interval *root, const fmpq_t square)
{
    interval_set_fmpq(root, square);
    interval_sqrt(root, root);
}

void root_sum_add(root_sum *sum, const fmpq_t square)
{
    if (add_rational(sum->rational, square))
        return;
    set_root(&sum->term, square);
    interval_add(&sum->rest, &sum->rest, &sum->term);
}

void root_list_init(root_list *list, unsigned digits)
{
    *list = (root_list){.precision = precision_of(digits)};
    fmpq_init(list->rational);
}

void root_list_clear(root_list *list)
{
    fmpq_clear(list->rational);
    for (size_t i = 0; i < list->ready; i++)
        interval_clear(list->root + i);
    free(list->root);
}

void root_list_add(root_list *list, const fmpq_t square)
{
    if (add_rational(list->rational, square))
        return;
    MEMORY_RESERVE(list->root, list->capacity, list->roots + 1);
    for (; list->ready <= list->roots; list->ready++)
        interval_init(list->root + list->ready, list->precision);
    set_root(list->root + list->roots++, square);
}

size_t root_list_bytes(const root_list *list)
{
    return list->ready * (sizeof *list->root + 2 * (size_t)list->precision / 8);
}

static void pack_end(mpfr_t end, pack *p)
{
    fmpq_t value;
    mpq_t exact;
    fmpq_init(value);
    mpq_init(exact);
    if (!p->reads) {
        mpfr_get_q(exact, end);
        fmpq_set_mpq(value, exact);
    }
    pack_rationals(p, value, 1);
    if (p->reads) {
        fmpq_get_mpq(exact, value);
        mpfr_set_q(end, exact, MPFR_RNDN); // it has room for all digits
    }
    mpq_clear(exact);
    fmpq_clear(value);
}

void interval_pack(interval *x, pack *p)
{
    pack_end(x->lo, p);
    pack_end(x->hi, p);
}

void root_list_pack(root_list *list, pack *p)
{
    const size_t count = pack_count(p, list->roots, 4 * sizeof(uint64_t));
    pack_rationals(p, list->rational, 1);
    MEMORY_RESERVE(list->root, list->capacity, count);
    for (; list->ready < count; list->ready++)
        interval_init(list->root + list->ready, list->precision);
    for (size_t i = 0; i < count; i++)
        interval_pack(list->root + i, p);
    list->roots = p->reads ? count : 0;
    if (!p->reads)
        fmpq_zero(list->rational);
}

void root_sum_take(root_sum *sum, root_list *list)
{
    fmpq_add(sum->rational, sum->rational, list->rational);
    fmpq_zero(list->rational);
    for (size_t i = 0; i < list->roots; i++)
        interval_add(&sum->rest, &sum->rest, list->root + i);
    list->roots = 0;
}

void root_sum_enclose(crease_enclosure *enclosure, const root_sum *sum, const fmpq_t divisor)
{
    interval_ends(enclosure, &sum->rest);
    fmpq_add(enclosure->lo, enclosure->lo, sum->rational);
    fmpq_add(enclosure->hi, enclosure->hi, sum->rational);
    fmpq_div(enclosure->lo, enclosure->lo, divisor);
    fmpq_div(enclosure->hi, enclosure->hi, divisor);
}

// ---- enclosures as decimals ----

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
