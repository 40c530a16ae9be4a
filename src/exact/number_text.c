// A row of numbers as text.
#include "exact/number_text.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/decimal.h"
#include "exact/integer_text.h"
#include <stdlib.h>
#include <string.h>

void number_text_clear(number_text *t)
{
    free(t->text);
    free(t->end);
    *t = (number_text){0};
}

static void text_begin(number_text *t, size_t entries)
{
    MEMORY_RESERVE(t->end, t->ends, entries);
    t->entries = entries;
    t->length = 0;
}

// Room for `size` bytes of an entry, between quotes if exact numbers are written in JSON. A space
// or comma precedes all but the first.
static char *text_entry_room(number_text *t, size_t k, size_t size, number_style style)
{
    enum { AROUND = 3 };
    MEMORY_RESERVE(t->text, t->capacity, t->length + size + AROUND);
    if (k)
        t->text[t->length++] = style.is_json ? ',' : ' ';
    if (style.is_json && !style.digits)
        t->text[t->length++] = '"';
    return t->text + t->length;
}

static void text_end_entry(number_text *t, size_t k, char *end, number_style style)
{
    if (style.is_json && !style.digits)
        *end++ = '"';
    t->length = t->end[k] = (size_t)(end - t->text);
}

// kept: texts of denominators, or NULL.
static void put_quotient(number_text *t, size_t k, const fmpz_t numerator, const fmpz_t denominator,
                         number_style style, kept_integer *kept)
{
    char *end;
    if (style.digits) {
        end = text_entry_room(t, k, DECIMAL_TEXT(style.digits), style);
        end = decimal_put(end, numerator, denominator, style.digits);
    } else {
        end = text_entry_room(t, k, integer_text_size(numerator) + integer_text_size(denominator),
                              style);
        end = integer_put(end, numerator);
        if (!fmpz_is_one(denominator)) {
            *end++ = '/';
            end = kept ? integer_put_kept(end, denominator, kept) : integer_put(end, denominator);
        }
    }
    text_end_entry(t, k, end, style);
}

void number_text_set_fractions(number_text *t, const fmpq *x, size_t entries, number_style style,
                               kept_integer *kept)
{
    text_begin(t, entries);
    for (size_t k = 0; k < entries; k++)
        put_quotient(t, k, fmpq_numref(x + k), fmpq_denref(x + k), style, kept);
}

void number_text_set(number_text *t, const fmpq *x, size_t entries, number_style style)
{
    number_text_set_fractions(t, x, entries, style, NULL);
}

bool number_text_set_balls(number_text *t, const ball *x, size_t entries, number_style style)
{
    ASSERT(style.digits > 0);
    text_begin(t, entries);
    for (size_t k = 0; k < entries; k++) {
        char *end = text_entry_room(t, k, DECIMAL_TEXT(style.digits), style);
        end = decimal_put_ball(end, x + k, style.digits);
        if (!end)
            return false;
        text_end_entry(t, k, end, style);
    }
    return true;
}
