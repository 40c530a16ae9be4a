// Integers as decimal text.
#pragma once

#include <flint/fmpz.h>
#include <stddef.h>

// The bytes that integer_put needs: sign and digits at most, and one more.
size_t integer_text_size(const fmpz_t x);
// Returns the end of the text, where there may be a NUL.
char *integer_put(char *text, const fmpz_t x);
