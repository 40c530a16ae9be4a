// Integers as decimal text.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>

// The bytes that integer_put needs: sign and digits at most, and one more.
size_t integer_text_size(const fmpz_t x);
// Returns the end of the text, where there may be a NUL.
char *integer_put(char *text, const fmpz_t x);

// Texts of long integers that come again, such as denominators: at most one of each size in bits,
// up to a multiple of their number.
enum { KEPT_INTEGERS = 64 };
typedef struct {
    fmpz value; // 0: no text is kept
    char *text;
    size_t length, capacity;
} kept_integer;
// The same as integer_put, with KEPT_INTEGERS places that are zero at first.
char *integer_put_kept(char *text, const fmpz_t x, kept_integer *kept);
void kept_integers_clear(kept_integer *kept);
