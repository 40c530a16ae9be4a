// A text that somebody wrote: places and characters in it, and excerpts for messages.
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <crease/status.h>
#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const char *text; // borrowed, not terminated
    size_t size;
} document_text;

// Sets line and column of an error, which may be NULL, from an offset in the document.
void document_locate(crease_error *error, document_text document, size_t offset);

// "" for one thing, "s" for any other number.
const char *plural(size_t count);

// Writes a number in decimals, at most TEXT_NUMBER of them and no NUL; returns where they end.
enum { TEXT_NUMBER = 20 };
char *text_put_number(char *to, uint64_t number);
// The powers of ten that are words.
extern const uint64_t text_ten[TEXT_NUMBER];

// The digits of a number of at most 16 as characters, in a register: the first one is the lowest
// byte, and after them come zeros, which are characters too.
enum { TEXT_DIGITS = 16 };
typedef unsigned __int128 text_digits;

// The digits of a number below 10^8, by fours, twos and ones side by side, where what a quotient
// leaves takes the place above it. Each quotient is exact: the fractions are rounded up, and
// 10486 / 2^20 is right below 10^4, 103 / 2^10 below 100.
static inline uint64_t text_eight(uint32_t number)
{
    const uint64_t four = number / 10000, fours = four | (uint64_t)(number % 10000) << 32;
    const uint64_t two = (fours * 10486 >> 20) & UINT64_C(0x7f0000007f);
    const uint64_t twos = two | (fours - 100 * two) << 16;
    const uint64_t one = (twos * 103 >> 10) & UINT64_C(0xf000f000f000f);
    return (one | (twos - 10 * one) << 8) | UINT64_C(0x3030303030303030);
}

static inline text_digits text_digits_of(uint64_t number, unsigned digits)
{
    enum { EIGHT = 100000000, HALF = 64 };
    const uint64_t all = number * text_ten[TEXT_DIGITS - digits];
    const text_digits after = text_eight((uint32_t)(all % EIGHT));
    return text_eight((uint32_t)(all / EIGHT)) | after << HALF;
}

// Writes 16 bytes.
static inline void text_put_digits(char *to, text_digits digits)
{
    const uint64_t word[2] = {htole64((uint64_t)digits), htole64((uint64_t)(digits >> 64))};
    memcpy(to, word, sizeof word);
}

// The number of bytes (1 to 4) of the character at the start of text, or 0 if the size > 0
// bytes there do not begin with well-formed UTF-8. Overlong forms, surrogates and values
// above U+10FFFF are not well-formed.
size_t utf8_length(const char *text, size_t size);

// The code point of a well-formed character of so many bytes.
uint32_t utf8_point(const char *text, size_t length);
// Whether it shows as itself: no control of a terminal, nothing that is invisible or changes the
// direction of what follows.
int utf8_is_visible(const char *text, size_t length);

// Replaces every byte of a text that is no part of such a character. What is left is one line, and
// a terminal shows it.
void text_tame(char *text, char instead);

#define EXCERPT_COLUMNS 40
// Each column is at most one UTF-8 character of four bytes; then "..." and NUL.
#define EXCERPT_SIZE (4 * EXCERPT_COLUMNS + 4)

// Copies text into buffer so that it is safe to print and short: control and invisible
// characters and bytes that are not UTF-8 become \xNN, and what is longer than
// EXCERPT_COLUMNS is cut and ends in "...". Returns buffer.
char *excerpt_text(char buffer[EXCERPT_SIZE], const char *text, size_t length);

#endif
