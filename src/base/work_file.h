// A binary file of work that is done: a line that names its kind, the key of the work, the content,
// and the SHA-256 of everything before. It is written under another name and renamed, so it is
// whole or absent.
#pragma once

#include "base/out_file.h"
#include "base/pack.h"
#include "base/sha256.h"
#include <stdbool.h>

typedef struct {
    const char *magic;                     // the first line, with its end
    const char *missing, *damaged, *other; // messages: no file, another hash, another key
} work_file_kind;

typedef struct {
    out_file out;
    pack content;
} work_writer;

typedef struct {
    FILE *stream;
    const char *path; // borrowed
    pack content;
} work_reader;

crease_status work_write_begin(work_writer *writer, const char *path, const work_file_kind *kind,
                               const char *key, crease_error *error);
crease_status work_write_end(work_writer *writer, crease_error *error);

// CREASE_ERROR if the file is missing, truncated, edited, or of another key. key NULL: any.
crease_status work_read_begin(work_reader *reader, const char *path, const work_file_kind *kind,
                              const char *key, crease_error *error);
// Closes the file; CREASE_ERROR if the content has failed the caller, or was not all read.
crease_status work_read_end(work_reader *reader, bool failed, crease_error *error);
