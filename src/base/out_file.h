// Output that appears whole or not at all.
#pragma once

#include <crease/status.h>
#include <stdio.h>

typedef struct {
    FILE *stream;    // write here
    char *path;      // final name; NULL for standard output
    char *temporary; // where a regular file is built; NULL if written directly
} out_file;

// path "-" is standard output. A new or regular file is built under a temporary name in the same
// directory; a pipe or device is written directly.
crease_status out_file_open(out_file *file, const char *path, crease_error *error);

// CREASE_ERROR if a write has failed, for long jobs that would continue in vain.
crease_status out_file_check(const out_file *file, crease_error *error);
// Flushes, checks every write, and renames the file. In any case the file is closed and no
// temporary file is left.
crease_status out_file_commit(out_file *file, crease_error *error);
// Ends the file of a run with this status: aborts it after CREASE_ERROR, else commits it. Returns
// CREASE_ERROR if either failed.
crease_status out_file_end(out_file *file, crease_status status, crease_error *error);
// Unlinks all temporary files; may be called by a signal handler that ends the program.
void out_file_remove_unfinished(void);
// Removes the temporary file. Does nothing after a commit.
void out_file_abort(out_file *file);
