// A row of rationals as text.
#include "exact/spelling.h"

#include "base/memory.h"
#include "base/text.h"
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

void spelling_clear(spelling *s)
{
    free(s->text);
    free(s->end);
    *s = (spelling){0};
}

// Sign, digits and what follows an integer: a slash or a space, or a NUL for a while.
static void reserve(spelling *s, const fmpz_t x)
{
    MEMORY_RESERVE(s->text, s->capacity, s->length + fmpz_sizeinbase(x, 10) + 3 + SPELLING_ROOM);
}

static void put(spelling *s, const fmpz_t x)
{
    reserve(s, x);
    char *at = s->text + s->length;
    if (fmpz_sgn(x) < 0)
        *at++ = '-';
    if (COEFF_IS_MPZ(*x)) {
        __mpz_struct size = *COEFF_TO_PTR(*x);
        size._mp_size = abs(size._mp_size);
        mpz_get_str(at, 10, &size);
        at += strlen(at);
    } else {
        at = text_put_number(at, *x < 0 ? -(uint64_t)*x : (uint64_t)*x);
    }
    s->length = (size_t)(at - s->text);
}

static void begin(spelling *s, size_t entries)
{
    MEMORY_RESERVE(s->end, s->ends, entries);
    s->entries = entries;
    s->length = 0;
}

// One byte is always left after a number.
static void begin_entry(spelling *s, size_t k)
{
    if (k)
        s->text[s->length++] = ' ';
}

void spelling_set(spelling *s, const fmpq *x, size_t entries)
{
    begin(s, entries);
    for (size_t k = 0; k < entries; k++) {
        begin_entry(s, k);
        put(s, fmpq_numref(x + k));
        if (!fmpz_is_one(fmpq_denref(x + k))) {
            s->text[s->length++] = '/';
            put(s, fmpq_denref(x + k));
        }
        s->end[k] = s->length;
    }
}

void spelling_set_integers(spelling *s, const fmpz *x, size_t entries)
{
    begin(s, entries);
    for (size_t k = 0; k < entries; k++) {
        begin_entry(s, k);
        put(s, x + k);
        s->end[k] = s->length;
    }
}

void spelling_set_negative(spelling *s, const spelling *of)
{
    begin(s, of->entries);
    MEMORY_RESERVE(s->text, s->capacity, of->length + of->entries + 1 + SPELLING_ROOM);
    for (size_t k = 0; k < of->entries; k++) {
        size_t length;
        const char *entry = spelling_entry(of, k, &length);
        const size_t sign = *entry == '-', zero = *entry == '0' && length == 1;
        begin_entry(s, k);
        if (!sign && !zero)
            s->text[s->length++] = '-';
        spelling_copy_part(s->text + s->length, entry + sign, length - sign);
        s->length += length - sign;
        s->end[k] = s->length;
    }
}

// Room for all of them.
static void begin_decimals(spelling *s, size_t entries, unsigned digits)
{
    begin(s, entries);
    MEMORY_RESERVE(s->text, s->capacity, entries * (DECIMAL_TEXT(digits) + 1) + SPELLING_ROOM);
}

static void put_decimal(spelling *s, decimal *scratch, const fmpz_t numerator,
                        const fmpz_t denominator, size_t k, unsigned digits)
{
    begin_entry(s, k);
    char *end = decimal_put(s->text + s->length, scratch, numerator, denominator, digits);
    s->length = (size_t)(end - s->text);
    s->end[k] = s->length;
}

void spelling_set_decimals(spelling *s, decimal *scratch, const fmpz *numerator,
                           const fmpz_t denominator, size_t entries, unsigned digits)
{
    begin_decimals(s, entries, digits);
    for (size_t k = 0; k < entries; k++)
        put_decimal(s, scratch, numerator + k, denominator, k, digits);
}

int spelling_set_balls(spelling *s, decimal *scratch, const ball *x, size_t entries,
                       unsigned digits)
{
    begin_decimals(s, entries, digits);
    if (!decimal_put_balls(s->text, s->end, scratch, x, entries, digits))
        return 0;
    s->length = entries ? s->end[entries - 1] : 0;
    return 1;
}

void spelling_set_rounded(spelling *s, decimal *scratch, const fmpq *x, size_t entries,
                          unsigned digits)
{
    begin_decimals(s, entries, digits);
    for (size_t k = 0; k < entries; k++)
        put_decimal(s, scratch, fmpq_numref(x + k), fmpq_denref(x + k), k, digits);
}
