// A text as a sequence of words with their places.
#pragma once

#include "base/text.h"

typedef struct {
    document_text document;
    const char *marks;  // characters that are words by themselves
    char comment;       // begins a comment that lasts to the end of its line; 0: none
    size_t at;          // the next byte to read
    const char *quotes; // a word may begin and end with the same one of these; NULL: none
} word_scanner;

// A mark, or everything up to white space, a mark or a comment. Length 0: the end.
typedef struct {
    const char *text;
    size_t length, offset;
} word;

// The next word, after white space and comments.
word word_next(word_scanner *scan);
// The next word of this line; at its end a word of length 0, and the next line begins.
word word_next_in_line(word_scanner *scan);
void word_skip_line(word_scanner *scan);

int word_is(word w, const char *text);

// An integer of digits only, at most `most`.
int word_count(size_t *count, word w, size_t most);

// "expected ..., found WORD", with line and column; where may be NULL. Returns CREASE_ERROR.
crease_status word_refuse(crease_error *error, const word_scanner *scan, word found,
                          const char *where, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// The whole message, at the place of a word.
crease_status word_fail(crease_error *error, const word_scanner *scan, word at, const char *where,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));
