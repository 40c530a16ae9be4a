// Values of the format binary64, and the decimals that spell them.
#include "exact/binary64.h"

#include "exact/rational.h"
#include <gmp.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

int binary64_holds(const fmpq_t x)
{
    fmpq_t rounded;
    fmpq_init(rounded);
    fmpq_set(rounded, x);
    int holds =
        rational_round(rounded, RATIONAL_BINARY64, NULL) == CREASE_OK && fmpq_equal(rounded, x);
    fmpq_clear(rounded);
    return holds;
}

enum { LEAST_DIGITS = 15, MOST_DIGITS = 17, BIGGEST_ZERO_RUN = 4 };

// The value 0.DIGITS * 10^exponent; DIGITS does not end in 0.
typedef struct {
    char digits[MOST_DIGITS + 1];
    int count;
    int exponent;
} decimal;

// The nearest decimal to a positive value with so many significant digits.
static void decimal_round(decimal *d, const mpfr_t value, size_t digits)
{
    char text[MOST_DIGITS + 2];
    mpfr_exp_t exponent;
    mpfr_get_str(text, &exponent, 10, digits, value, MPFR_RNDN);
    while (digits > 1 && text[digits - 1] == '0')
        digits--;
    snprintf(d->digits, sizeof d->digits, "%.*s", (int)digits, text);
    d->count = (int)digits;
    d->exponent = (int)exponent;
}

// Plain notation, unless it needs many zeros.
static void decimal_print(char *text, size_t size, const decimal *d)
{
    int point = d->exponent; // this many digits stand in front of it
    if (point > MOST_DIGITS || point < -BIGGEST_ZERO_RUN)
        snprintf(text, size, "%c%s%se%d", d->digits[0], d->count > 1 ? "." : "", d->digits + 1,
                 point - 1);
    else if (point <= 0)
        snprintf(text, size, "0.%.*s%s", -point, "0000", d->digits);
    else if (point >= d->count)
        snprintf(text, size, "%s%.*s", d->digits, point - d->count, "0000000000000000");
    else
        snprintf(text, size, "%.*s.%s", point, d->digits, d->digits + point);
}

static int reads_as(const char *text, const fmpq_t x)
{
    fmpq_t back;
    fmpq_init(back);
    int same = rational_parse(back, text, strlen(text), NULL) == CREASE_OK &&
               rational_round(back, RATIONAL_BINARY64, NULL) == CREASE_OK && fmpq_equal(back, x);
    fmpq_clear(back);
    return same;
}

void binary64_text(char text[BINARY64_TEXT_SIZE], const fmpq_t x)
{
    if (fmpq_is_zero(x)) {
        snprintf(text, BINARY64_TEXT_SIZE, "0");
        return;
    }
    fmpq_t size;
    mpq_t exact;
    mpfr_t value;
    fmpq_init(size);
    mpq_init(exact);
    mpfr_init2(value, 53);
    fmpq_abs(size, x);
    fmpq_get_mpq(exact, size);
    mpfr_set_q(value, exact, MPFR_RNDN); // nothing is rounded here
    text[0] = '-';
    char *magnitude = text + (fmpq_sgn(x) < 0);
    for (size_t digits = LEAST_DIGITS; digits <= MOST_DIGITS; digits++) {
        decimal d;
        decimal_round(&d, value, digits);
        decimal_print(magnitude, BINARY64_TEXT_SIZE - 1, &d);
        if (reads_as(magnitude, size))
            break;
    }
    mpfr_clear(value);
    mpq_clear(exact);
    fmpq_clear(size);
}
