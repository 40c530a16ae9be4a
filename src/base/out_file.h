// Output that appears whole or not at all.
#ifndef BASE_OUT_FILE_H
#define BASE_OUT_FILE_H

#include <crease/status.h>
#include <stdio.h>

typedef struct {
    FILE *stream;    // write here
    char *path;      // final name; NULL for standard output
    char *temporary; // where a regular file is built; NULL if written directly
} out_file;

// path "-" is standard output. A path that is absent or a regular file is built
// beside it under a temporary name; a pipe or device is opened and written to.
crease_status out_file_open(out_file *file, const char *path, crease_error *error);

// CREASE_ERROR if a write failed so far: for long jobs that would go on in vain.
crease_status out_file_check(const out_file *file, crease_error *error);
// Flushes, checks every write so far, and renames into place. Whatever it
// returns, the file is closed and no temporary one is left.
crease_status out_file_commit(out_file *file, crease_error *error);
// Unlinks all files that are being built; a handler of signals may call it before the program ends.
void out_file_remove_unfinished(void);
// Drops a file being built. Does nothing after a commit.
void out_file_abort(out_file *file);

#endif
