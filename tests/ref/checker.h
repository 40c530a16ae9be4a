// crease-check, run as a program.
#ifndef CHECKER_H
#define CHECKER_H

#include <stddef.h>

// A directory with the two files that it reads.
typedef struct {
    const char *program;
    char directory[40], net[60], certificate[60], said[60];
} checker;

// The program is that of CREASE_CHECK, or the one beside the directory of the tests.
void checker_init(checker *of);
void checker_clear(checker *of);

// Writes a file of the directory: of->net or of->certificate.
void checker_write(const char *path, const char *text, size_t size);

typedef enum { CHECKER_VERIFIED, CHECKER_REFUSED, CHECKER_BROKEN } checker_verdict;

// Broken: a signal, more than some seconds, or anything but exit status 0 with one line VERIFIED on
// standard output, or 1 with one line REFUSED on standard error. Its output is in text.
checker_verdict checker_run(const checker *of, char *text, size_t size);

#endif
