// The language of VNN-LIB (version 1): commands, and the names of inputs and outputs.
#ifndef GEOM_VNNLIB_H
#define GEOM_VNNLIB_H

#include "base/words.h"

// A scanner of a document in this language.
#define VNNLIB_SCANNER(text) ((word_scanner){.document = (text), .marks = "()", .comment = ';'})

// X_.. and Y_..
int vnnlib_is_input(word w);
int vnnlib_is_output(word w);
// The number in such a name, less than count, of which so many have been declared.
crease_status vnnlib_index(size_t *index, const word_scanner *scan, word name, size_t count,
                           crease_error *error);
int vnnlib_begins_number(word w);
// The next word must be this text.
crease_status vnnlib_expect(word_scanner *scan, const char *text, crease_error *error);
// After an opening parenthesis: to the one that closes it. Sets *input to the first word on the way
// that is an input, if there is one.
crease_status vnnlib_skip(word_scanner *scan, word *input, crease_error *error);

// Who reads a document: hears of each declared name, which is an input or an output, and goes on
// itself after "assert" to the parenthesis that closes it.
typedef struct {
    void *data;
    crease_status (*declare)(void *data, word name, crease_error *error);
    crease_status (*assertion)(void *data, crease_error *error);
} vnnlib_listener;

crease_status vnnlib_commands(word_scanner *scan, const vnnlib_listener *listener,
                              crease_error *error);
// The next name of inputs ("X") or outputs ("Y"), of which count have been declared.
crease_status vnnlib_next_name(const word_scanner *scan, word name, char kind, size_t count,
                               crease_error *error);

#endif
