// Well-formed UTF-8.
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

// The number of bytes (1 to 4) of the character at the start of text, or 0 if
// the size > 0 bytes there do not begin with a well-formed one. Overlong forms,
// surrogates and values above U+10FFFF are not well-formed.
size_t utf8_length(const char *text, size_t size);

#endif
