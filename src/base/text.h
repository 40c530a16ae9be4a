// Untrusted texts: places and characters in them, and excerpts for messages.
#pragma once

#include <crease/status.h>
#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *text; // borrowed, not terminated
    size_t size;
} document_text;

// Sets line and column of an error, which may be NULL, from an offset in the document.
void document_locate(crease_error *error, document_text document, size_t offset);

// "" for one thing, "s" for any other number.
const char *plural(size_t count);

// Writes the decimal digits of a number, at most TEXT_NUMBER, without NUL; returns their end.
enum { TEXT_NUMBER = 20 };
char *text_put_number(char *buffer, uint64_t number);
// As many digits of it, with leading zeros.
char *text_put_digits(char *buffer, uint64_t number, size_t digits);

// Between these two this thread writes numbers with a point, whatever the program's locale is: a
// program of GTK has that of its user. The second takes what the first returned.
locale_t text_point_begin(void);
void text_point_end(locale_t before);

// The number of bytes (1 to 4) of the character at the start of text, or 0 if the size > 0
// bytes there do not begin with well-formed UTF-8. Overlong forms, surrogates and values
// above U+10FFFF are not well-formed.
size_t utf8_length(const char *text, size_t size);

// The code point of a well-formed character of `length` bytes.
uint32_t utf8_point(const char *text, size_t length);
// Whether a character is printed as itself: not a terminal control, invisible, or a change of the
// direction of writing.
bool utf8_is_visible(const char *text, size_t length);

// Replaces every byte that is not part of such a character, so that the result is one printable
// line.
void text_sanitize(char *text, char instead);

#define EXCERPT_COLUMNS 40
// Each column is at most one UTF-8 character of four bytes; then "..." and NUL.
#define EXCERPT_SIZE (4 * EXCERPT_COLUMNS + 4)

// Copies text into buffer for a message: control and invisible characters and bytes that are not
// UTF-8 become \xNN, and a text of more than EXCERPT_COLUMNS is cut and ends in "...". Returns
// buffer.
char *excerpt_text(char buffer[EXCERPT_SIZE], const char *text, size_t length);
char *excerpt_of(char buffer[EXCERPT_SIZE], const char *text); // up to its NUL
