// Integers as decimal text.
//
// GMP's conversion is made for long integers. Those of a region have some hundred digits: they are
// divided by 10^19, the largest power in a word, until nothing is left.
#include "exact/integer_text.h"

#include "base/memory.h"
#include "base/text.h"
#include "exact/words64.h"
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

size_t integer_text_size(const fmpz_t x)
{
    return (fmpz_is_short(x) ? TEXT_NUMBER : fmpz_sizeinbase(x, 10)) + 2;
}

#if GMP_NUMB_BITS == 64 && defined __SIZEOF_INT128__

enum { MOST_WORDS = 24, DIGITS = 19 };
static const uint64_t POWER = UINT64_C(10000000000000000000);
// 2^128 / POWER - 2^64, rounded down.
static const uint64_t INVERSE = UINT64_C(0xd83c94fb6d2ac34a);

// Divides a number, its lowest word first, and returns the remainder. Each step divides two words,
// of which the upper one is less than POWER (Moeller and Granlund 2011, algorithm 4).
static uint64_t divide_by_power(uint64_t *word, size_t *words)
{
    uint64_t rest = 0;
    if (word[*words - 1] < POWER)
        rest = word[--*words];
    for (size_t i = *words; i-- > 0;) {
        const uint64_t low = word[i];
        const unsigned __int128 product = (unsigned __int128)INVERSE * rest + low;
        uint64_t quotient = (uint64_t)(product >> 64) + rest + 1;
        rest = low - quotient * POWER;
        const uint64_t too_large = rest > (uint64_t)product;
        quotient -= too_large;
        rest += too_large ? POWER : 0;
        if (rest >= POWER) {
            quotient++;
            rest -= POWER;
        }
        word[i] = quotient;
    }
    return rest;
}

static char *put_words(char *text, const mp_limb_t *from, size_t words)
{
    uint64_t word[MOST_WORDS], part[MOST_WORDS + 1];
    size_t parts = 0;
    memcpy(word, from, words * sizeof *word);
    while (words > 0)
        part[parts++] = divide_by_power(word, &words);
    text = text_put_number(text, part[--parts]);
    while (parts > 0)
        text = text_put_digits(text, part[--parts], DIGITS);
    return text;
}

#else

enum { MOST_WORDS = 0 };

static char *put_words(char *text, const mp_limb_t *from, size_t words)
{
    (void)from, (void)words;
    return text;
}

#endif

char *integer_put(char *text, const fmpz_t x)
{
    if (fmpz_is_short(x)) {
        const int64_t value = fmpz_get_i64(x);
        if (value < 0)
            *text++ = '-';
        return text_put_number(text, value < 0 ? -(uint64_t)value : (uint64_t)value);
    }
    const mpz_ptr number = COEFF_TO_PTR(*x);
    const size_t words = mpz_size(number);
    if (words > MOST_WORDS) {
        mpz_get_str(text, 10, number);
        return text + strlen(text);
    }
    if (mpz_sgn(number) < 0)
        *text++ = '-';
    return put_words(text, mpz_limbs_read(number), words);
}

char *integer_put_kept(char *text, const fmpz_t x, kept_integer *kept)
{
    if (fmpz_is_short(x))
        return integer_put(text, x);
    kept_integer *own = kept + fmpz_bits(x) % KEPT_INTEGERS;
    if (!fmpz_equal(&own->value, x)) {
        own->length = (size_t)(integer_put(text, x) - text);
        MEMORY_RESERVE(own->text, own->capacity, own->length);
        memcpy(own->text, text, own->length);
        fmpz_set(&own->value, x);
        return text + own->length;
    }
    memcpy(text, own->text, own->length);
    return text + own->length;
}

void kept_integers_clear(kept_integer *kept)
{
    for (size_t i = 0; i < KEPT_INTEGERS; i++) {
        fmpz_clear(&kept[i].value);
        free(kept[i].text);
    }
}
