// Text <-> rational.
#include "exact/rational.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include <flint/fmpz.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- reading ----

#define SPELL_VALUE(number) #number
#define SPELL(macro) SPELL_VALUE(macro)

typedef enum {
    NO_FAULT,
    NO_NUMBER,
    NOT_FINITE,
    ZERO_DENOMINATOR,
    DECIMAL_EXPONENT,
    BINARY_EXPONENT,
    LONG_LITERAL,
    LONG_VALUE,
} fault;

static const char *const complaints[] = {
    [NO_NUMBER] = "expected a number such as 3, -0.5, 1e-3, 2/7 or 0x1.8p-3",
    [NOT_FINITE] = "expected a finite number",
    [ZERO_DENOMINATOR] = "denominator is zero, expected p/q with q > 0",
    [DECIMAL_EXPONENT] = "expected an exponent from -" SPELL(RATIONAL_MAX_EXPONENT) " to " SPELL(
        RATIONAL_MAX_EXPONENT),
    [BINARY_EXPONENT] = "expected a binary exponent from -" SPELL(
        RATIONAL_MAX_BINARY_EXPONENT) " to " SPELL(RATIONAL_MAX_BINARY_EXPONENT),
    [LONG_LITERAL] = "expected a number of at most " SPELL(RATIONAL_MAX_LENGTH) " characters",
    [LONG_VALUE] = "expected a number that takes at most " SPELL(
        RATIONAL_MAX_LENGTH) " characters in lowest terms",
};

// The two ways to write digits, a point and a power: the value is
// digits * radix^(exponent - places * digits after the point).
typedef struct {
    int base;
    const char *mark;
    ulong radix;
    slong places, limit;
    fault too_large;
} notation;

static const notation decimal = {10, "eE", 10, 1, RATIONAL_MAX_EXPONENT, DECIMAL_EXPONENT};
static const notation hexadecimal = {16, "pP", 2, 4, RATIONAL_MAX_BINARY_EXPONENT, BINARY_EXPONENT};

typedef struct {
    const char *next, *end;
    char *digits; // room for every character of the literal and a NUL
} scanner;

enum { SHORT_DIGITS = 18 }; // 10^18 < 2^62

// Steps over one character if it belongs to the set.
static bool take(scanner *scan, const char *set)
{
    for (; scan->next < scan->end && *set; set++)
        if (*scan->next == *set) {
            scan->next++;
            return true;
        }
    return false;
}

static bool is_digit(char c, const notation *form)
{
    return (c >= '0' && c <= '9') ||
           (form->base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

// Copies a run of digits after the `used` ones that are there; returns its length.
static size_t take_digits(scanner *scan, const notation *form, size_t used)
{
    const char *begin = scan->next;
    char *digit = scan->digits + used;
    while (scan->next < scan->end && is_digit(*scan->next, form))
        *digit++ = *scan->next++;
    *digit = '\0';
    return (size_t)(scan->next - begin);
}

// The digits after e or p; saturates.
static fault take_exponent(slong *exponent, scanner *scan, const notation *form)
{
    bool negative = scan->next < scan->end && *scan->next == '-';
    take(scan, "+-");
    size_t count = take_digits(scan, &decimal, 0);
    if (count == 0)
        return NO_NUMBER;
    slong value = 0;
    for (size_t i = 0; i < count && value <= form->limit; i++)
        value = 10 * value + (scan->digits[i] - '0');
    *exponent = negative ? -value : value;
    return value > form->limit ? form->too_large : NO_FAULT;
}

// Appends a run of decimal digits to a number, which wraps if there are too many; returns its end.
static inline const char *add_digits(uint64_t *number, const char *next, const char *end)
{
    for (; next < end && *next >= '0' && *next <= '9'; next++)
        *number = 10 * *number + (uint64_t)(*next - '0');
    return next;
}

// Reads what most numbers of a network are, decimals of at most SHORT_DIGITS digits after leading
// zeros, as digits / 10^places; a sign was taken. Returns 0 for all else, numbers or not.
static bool scan_short(uint64_t *digits, slong *places, const char *first, const char *end)
{
    const char *next = add_digits(digits, first, end), *point = next;
    slong count = next - first;
    if (next < end && *next == '.')
        next = add_digits(digits, next + 1, end);
    *places = next > point ? next - point - 1 : 0;
    count += *places;
    if (count == 0)
        return false;
    for (; first < next && (*first == '0' || *first == '.'); first++)
        count -= *first == '0';
    if (end - next >= 3 && end - next <= 5 && (*next | 0x20) == 'e' && next[1] == '-') {
        uint64_t exponent = 0;
        next = add_digits(&exponent, next + 2, end);
        *places += (slong)exponent;
    }
    return next == end && count <= SHORT_DIGITS;
}

// Divides a short integer by 10^places, in lowest terms; returns 0 if it does not stay short. Most
// numbers of a network are such, and a common divisor would take longer than all else.
static bool scale_short(fmpq_t x, slong places)
{
    if (places <= 0 || places > SHORT_DIGITS || !fmpz_is_short(fmpq_numref(x)) || fmpq_is_zero(x))
        return false;
    uint64_t p = (uint64_t)fmpz_get_i64(fmpq_numref(x)), q = 1;
    const int twos = FLINT_MIN(__builtin_ctzll(p), (int)places);
    slong fives = places;
    for (; fives && p % 5 == 0; fives--)
        p /= 5;
    while (fives--)
        q *= 5;
    fmpz_set_u64(fmpq_numref(x), p >> twos);
    fmpz_set_u64(fmpq_denref(x), q << (places - twos));
    return true;
}

static void scale(fmpq_t x, ulong radix, slong exponent)
{
    if (exponent == 0 || (radix == 10 && scale_short(x, -exponent)))
        return;
    fmpz_t power;
    fmpz_init_set_ui(power, radix);
    fmpz_pow_ui(power, power, (ulong)(exponent < 0 ? -exponent : exponent));
    if (exponent >= 0)
        fmpz_mul(fmpq_numref(x), fmpq_numref(x), power);
    else
        fmpz_swap(fmpq_denref(x), power);
    fmpq_canonicalise(x);
    fmpz_clear(power);
}

// Reads all after the sign and the 0x. x is 0 before.
static fault scan_magnitude(fmpq_t x, scanner *scan, const notation *form)
{
    uint64_t digits = 0;
    slong places;
    if (form == &decimal && scan_short(&digits, &places, scan->next, scan->end)) {
        fmpz_set_u64(fmpq_numref(x), digits);
        scale(x, 10, -places);
        return NO_FAULT;
    }
    size_t before = take_digits(scan, form, 0);
    bool point = take(scan, ".");
    size_t after = point ? take_digits(scan, form, before) : 0;
    if (before + after == 0)
        return NO_NUMBER;
    fmpz_set_str(fmpq_numref(x), scan->digits, form->base);
    if (form == &decimal && !point && take(scan, "/")) {
        const size_t below = take_digits(scan, form, 0);
        if (below == 0 || scan->next != scan->end)
            return NO_NUMBER;
        fmpz_set_str(fmpq_denref(x), scan->digits, form->base);
        if (fmpz_is_zero(fmpq_denref(x)))
            return ZERO_DENOMINATOR;
        fmpq_canonicalise(x);
        return NO_FAULT;
    }
    slong exponent = 0;
    fault wrong = take(scan, form->mark) ? take_exponent(&exponent, scan, form) : NO_FAULT;
    if (scan->next != scan->end)
        return NO_NUMBER;
    if (wrong == NO_FAULT)
        scale(x, form->radix, exponent - form->places * (slong)after);
    return wrong;
}

static bool is_not_finite(const scanner *scan)
{
    static const char *const names[] = {"nan", "inf", "infinity"};
    size_t length = (size_t)(scan->end - scan->next);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncasecmp(names[i], scan->next, length) == 0)
            return true;
    return false;
}

static const notation *take_notation(scanner *scan)
{
    const char *begin = scan->next;
    if (take(scan, "0") && take(scan, "xX"))
        return &hexadecimal;
    scan->next = begin;
    return &decimal;
}

// Whether the text of x would be too long to be read back. A digit has more than three bits, so
// only values of 3 * RATIONAL_MAX_LENGTH bits are written.
static bool is_too_long(const fmpq_t x)
{
    if (fmpz_bits(fmpq_numref(x)) + fmpz_bits(fmpq_denref(x)) < 3 * RATIONAL_MAX_LENGTH)
        return false;
    char *text = rational_text(x);
    bool too_long = strlen(text) > RATIONAL_MAX_LENGTH;
    flint_free(text);
    return too_long;
}

static fault scan_number(fmpq_t x, scanner *scan)
{
    bool negative = scan->next < scan->end && *scan->next == '-';
    take(scan, "+-");
    if (is_not_finite(scan))
        return NOT_FINITE;
    fault wrong = scan_magnitude(x, scan, take_notation(scan));
    if (wrong != NO_FAULT)
        return wrong;
    if (negative)
        fmpq_neg(x, x);
    return is_too_long(x) ? LONG_VALUE : NO_FAULT;
}

crease_status rational_parse(fmpq_t x, const char *text, size_t length, crease_error *error)
{
    char few[64];
    fault wrong = LONG_LITERAL;
    if (length <= RATIONAL_MAX_LENGTH) {
        fmpq_t value;
        fmpq_init(value);
        scanner scan = {text, text + length, length < sizeof few ? few : memory_new(length + 1, 1)};
        wrong = scan_number(value, &scan);
        if (wrong == NO_FAULT)
            fmpq_swap(x, value);
        if (scan.digits != few)
            free(scan.digits);
        fmpq_clear(value);
    }
    if (wrong == NO_FAULT)
        return CREASE_OK;
    char excerpt[EXCERPT_SIZE];
    return error_set(error, "%s, found \"%s\"", complaints[wrong],
                     excerpt_text(excerpt, text, length));
}

bool rational_parse_short(fmpq_t x, const char *text, size_t length, rational_rounding rounding)
{
    const bool is_negative = length && *text == '-';
    uint64_t digits = 0;
    slong places;
    double nearest;
    if (!scan_short(&digits, &places, text + is_negative, text + length) ||
        !rational_round_decimal(&nearest, digits, places, rounding))
        return false;
    rational_set_double(x, is_negative ? -nearest : nearest);
    return true;
}

// ---- writing ----

char *rational_text(const fmpq_t x)
{
    return fmpq_get_str(NULL, 10, x);
}

void rational_print_row(FILE *stream, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = rational_text(x + i);
        fprintf(stream, i ? " %s" : "%s", text);
        flint_free(text);
    }
}

void rational_print_rows(FILE *stream, const fmpq *x, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        rational_print_row(stream, x + i * columns, columns);
        putc('\n', stream);
    }
}
