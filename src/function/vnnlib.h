// The language of VNN-LIB (version 1): commands, and the names of inputs and outputs.
#ifndef FUNCTION_VNNLIB_H
#define FUNCTION_VNNLIB_H

#include "base/words.h"

// A scanner of a document in this language: strings and |symbols| are words.
#define VNNLIB_SCANNER(text) \
    ((word_scanner){.document = (text), .marks = "()", .quotes = "\"|", .comment = ';'})

// X_.. and Y_..
int vnnlib_is_input(word w);
int vnnlib_is_output(word w);
// The number in such a name, which must be less than count, the number of declared ones.
crease_status vnnlib_index(size_t *index, const word_scanner *scan, word name, size_t count,
                           crease_error *error);
int vnnlib_begins_number(word w);
// The next word must be this text.
crease_status vnnlib_expect(word_scanner *scan, const char *text, crease_error *error);
// Callbacks of a reader: for each declared name, an input or an output, and after each "assert",
// where the callback reads up to the closing parenthesis.
typedef struct {
    void *data;
    crease_status (*declare)(void *data, word name, crease_error *error);
    crease_status (*assertion)(void *data, crease_error *error);
} vnnlib_callbacks;

crease_status vnnlib_commands(word_scanner *scan, const vnnlib_callbacks *callbacks,
                              crease_error *error);
// The name must be that of input ("X") or output ("Y") number count.
crease_status vnnlib_next_name(const word_scanner *scan, word name, char kind, size_t count,
                               crease_error *error);

#endif
