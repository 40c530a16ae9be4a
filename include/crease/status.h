// How a call ended, and where and why it failed.
//
// Every fallible function of libcrease returns a crease_status and, unless it
// is CREASE_OK, fills the crease_error it was given. The library never prints
// and never exits. The one exception is memory: when it runs out, GMP and
// FLINT abort the process, and so do we.
#ifndef CREASE_STATUS_H
#define CREASE_STATUS_H

#include <stddef.h>

#pragma GCC visibility push(default)

// The values are the exit statuses of the command-line tool.
typedef enum {
    CREASE_OK = 0,
    CREASE_NEGATIVE = 1, // the answer is no: counts differ, a theorem is violated
    CREASE_ERROR = 2,    // bad input, bad usage, or a file that cannot be read or written
    CREASE_STOPPED = 3,  // a limit or a signal ended the work; results are partial
} crease_status;

// line and column count from 1; 0 means "does not apply", as do empty strings.
typedef struct {
    char file[256];    // file name as the user gave it, or the option: "--box"
    size_t line;       //
    size_t column;     // in bytes
    char where[160];   // place inside a document: "layers[0].weights[2][1]"
    char message[512]; // the value found and what was expected, one line
} crease_error;

// Writes "file:line:column: where: message", leaving out what does not apply,
// into text (at most size bytes, always terminated). Returns text.
char *crease_error_text(char *text, size_t size, const crease_error *error);

#pragma GCC visibility pop
#endif
