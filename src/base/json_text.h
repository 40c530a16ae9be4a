// The text of a JSON document: places and tokens.
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include "base/document.h"

// The offset of the next token: behind white space, or also behind separators,
// commas and colons. The size of the document if there is none.
size_t json_skip_space(document_text document, size_t offset);
size_t json_skip_separators(document_text document, size_t offset);

// Whether the character is one of , : [ ] { }
int json_is_mark(char c);

// The number of bytes of the token that begins at offset < size: a string with
// its quotes, one mark, or everything up to white space, a mark or a quote.
size_t json_token_length(document_text document, size_t offset);

// The first place in a raw string, from at to end, that is neither well-formed
// UTF-8 nor an escape; end if there is none. A lone surrogate, such as \ud800,
// is no character. What follows a backslash must have been checked before.
const char *json_bad_byte(const char *at, const char *end);

#endif
