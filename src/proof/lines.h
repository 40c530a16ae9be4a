// The lines of a certificate, or of regions, from a file or a pipe, plain or packed by gzip: one at
// a time is in memory.
#ifndef PROOF_LINES_H
#define PROOF_LINES_H

#include <crease/status.h>

typedef struct {
    void *file;       // of zlib
    size_t number;    // of the present line, counted from 1
    char *text;       // it, without its end
    const char *next; // what is not read of it
    size_t capacity;
    char *ahead; // what has been read of the file and is not in a line yet
    size_t ahead_at, ahead_size;
    crease_error *error;
    char name[256];
} proof_lines;

// Every function returns CREASE_ERROR, with what was expected, if that does not come.

// Opens the file, "-" for standard input, before its first line.
crease_status lines_open(proof_lines *lines, const char *path, crease_error *error);
void lines_close(proof_lines *lines);

// Goes to the next line, which there must be.
crease_status lines_next(proof_lines *lines);

// Whether there is none.
int lines_is_last(proof_lines *lines);

// Whether the line goes on with this; then it is read.
int lines_has(proof_lines *lines, const char *text);
crease_status lines_expect(proof_lines *lines, const char *text);
crease_status lines_expect_end(const proof_lines *lines);
crease_status lines_natural(size_t *x, proof_lines *lines); // of at most 15 digits

// "name:line: message".
crease_status lines_refuse(const proof_lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
