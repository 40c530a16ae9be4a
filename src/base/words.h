// A text as a sequence of words with their places.
#pragma once

#include "base/text.h"
#include <stdbool.h>

typedef struct {
    document_text document;
    const char *marks;   // characters that are words by themselves
    const char *comment; // one or two characters: a comment to the end of its line; NULL: none
    size_t next;         // the next byte to read
    const char *quotes;  // a word may begin and end with the same one of these; NULL: none
    crease_error *error; // not NULL where words are refused
    char where[64];      // the place of an error, besides line and column; "": none
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

bool word_is(word w, const char *text);

// An integer of digits only, at most `most`.
bool word_count(size_t *count, word w, size_t most);

// "expected ..., found WORD", with line and column. Returns CREASE_ERROR.
crease_status word_refuse(const word_scanner *scan, word actual, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The whole message, at the place of a word.
crease_status word_fail(const word_scanner *scan, word place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
