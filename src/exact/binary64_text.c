// Decimals for doubles: the shortest that is read as a given one, and some digits of one.
#include "base/memory.h"
#include "exact/decimal.h"
#include "exact/rational.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool reads_as(const char *text, double value)
{
    fmpq_t back;
    fmpq_init(back);
    bool same = !rational_parse(back, text, strlen(text), NULL) && rational_double(back) == value;
    fmpq_clear(back);
    return same;
}

void rational_binary64_text(char text[RATIONAL_BINARY64_TEXT], const fmpq_t x)
{
    enum { LEAST_DIGITS = 15, MOST_DIGITS = 17 };
    const double value = rational_double(x);
    fmpq_t exact;
    fmpq_init(exact);
    rational_set_double(exact, value);
    for (unsigned digits = LEAST_DIGITS; digits <= MOST_DIGITS; digits++) {
        *decimal_put(text, fmpq_numref(exact), fmpq_denref(exact), digits) = '\0';
        if (reads_as(text, value))
            break;
    }
    fmpq_clear(exact);
}

const char *rational_about(char text[RATIONAL_ABOUT_TEXT], const fmpq_t x, unsigned digits)
{
    const double value = rational_double(x);
    if (isnormal(value) || fmpq_is_zero(x))
        snprintf(text, RATIONAL_ABOUT_TEXT, "%.*g", (int)digits, value);
    else
        *decimal_put(text, fmpq_numref(x), fmpq_denref(x), digits) = '\0';
    return text;
}

enum { SHORT = 60 };

// Whether a rational has more characters than that for certain. Converting one of a million digits
// takes longer than most counts.
static bool is_certainly_long(const fmpq_t x)
{
    enum { SPARE = 2 }; // each size may be too large by 1
    return fmpz_sizeinbase(fmpq_numref(x), 10) + fmpz_sizeinbase(fmpq_denref(x), 10) >
           SHORT + SPARE;
}

bool rational_is_long(const fmpq_t x)
{
    if (is_certainly_long(x))
        return true;
    char *text = rational_text(x);
    const bool is_long = strlen(text) > SHORT;
    flint_free(text);
    return is_long;
}

char *rational_short_text(const fmpq_t x)
{
    char about[RATIONAL_ABOUT_TEXT], *exact = is_certainly_long(x) ? NULL : rational_text(x);
    char *text = exact && strlen(exact) <= SHORT
                     ? memory_copy_text(exact)
                     : memory_format("about %s", rational_about(about, x, 17));
    flint_free(exact);
    return text;
}
