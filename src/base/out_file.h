// Output that appears whole or not at all.
#ifndef BASE_OUT_FILE_H
#define BASE_OUT_FILE_H

#include "base/sha256.h"

#include <crease/status.h>
#include <stdio.h>

typedef struct {
    FILE *stream;    // write here
    char *path;      // final name; NULL for standard output
    char *temporary; // where a regular file is built; NULL if written directly
    int is_kept;     // it stays there until it is whole
    struct sha256_ctx hash;
    uint64_t hashed; // bytes
} out_file;

// path "-" is standard output. A path that is absent or a regular file is built
// beside it under a temporary name; a pipe or device is opened and written to.
crease_status out_file_open(out_file *file, const char *path, crease_error *error);

// How a file that is being built begins: so many bytes, and their hash.
typedef struct {
    uint64_t bytes;
    char sha256[SHA256_TEXT];
} out_mark;

// A file that is gone on with after a crash: it is built as PATH.unfinished, which stays until it
// is committed, whatever happens. mark: what is there already, to which it is cut back, and refused
// unless that is so; NULL: nothing. Also goes on with the file that was finished after that mark.
crease_status out_file_open_kept(out_file *file, const char *path, const out_mark *mark,
                                 crease_error *error);
// CREASE_ERROR if such a file could not be opened; leaves what is there, and nothing else.
crease_status out_file_try_kept(const char *path, crease_error *error);
// What has been written so far is on the disk from now on.
crease_status out_file_mark(out_mark *mark, out_file *file, crease_error *error);

// CREASE_ERROR if a write failed so far: for long jobs that would go on in vain.
crease_status out_file_check(const out_file *file, crease_error *error);
// Flushes, checks every write so far, and renames into place. Whatever it
// returns, the file is closed and no temporary one is left.
crease_status out_file_commit(out_file *file, crease_error *error);
// Unlinks all files that are being built; a handler of signals may call it before the program ends.
void out_file_remove_unfinished(void);
// Drops a file being built, unless it is kept. Does nothing after a commit.
void out_file_abort(out_file *file);

#endif
