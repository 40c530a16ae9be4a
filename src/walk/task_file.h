// The result of a task in a file: what was found in a run of consecutive subtrees, and which
// subtrees are left to other tasks (docs/formats.md).
//
// The file begins with the key of its task, a hash of the work, the task's name and its subtrees,
// and ends with the hash of all before. It is built beside and renamed, so it is whole or absent.
#ifndef WALK_TASK_FILE_H
#define WALK_TASK_FILE_H

#include "base/out_file.h"
#include "base/pack.h"
#include "base/sha256.h"
#include "tree/path.h"
#include <crease/walk.h>

// To be counted up when a tree is split in another way, or a file has something else in it.
enum { TASK_VERSION = 2 };

// In order.
typedef struct {
    walk_paths *task;
    size_t count;
} task_list;

void task_list_clear(task_list *list);

// The key of a task of some work.
void task_key(char key[SHA256_TEXT], const char *work, const char *name, const walk_paths *paths);

// ---- Writing ----

typedef struct {
    out_file out;
    pack to;
} task_writer;

crease_status task_write_begin(task_writer *writer, const char *path, const char *key,
                               crease_error *error);
// A buffer follows, with so many regions; the caller packs it.
void task_write_buffer(task_writer *writer, uint64_t regions);
crease_status task_write_end(task_writer *writer, crease_counts *counts, task_list *left,
                             crease_error *error);

// ---- Reading ----

typedef struct {
    FILE *stream;
    const char *path; // borrowed
    pack from;
} task_reader;

// CREASE_ERROR if the file is missing, truncated, edited, or of another task. key NULL: any
// task will do.
crease_status task_read_begin(task_reader *reader, const char *path, const char *key,
                              crease_error *error);
// Whether a buffer follows, which the caller reads, and how many regions it has.
int task_read_buffer(uint64_t *regions, task_reader *reader);
// Goes on behind all buffers.
void task_skip_buffers(task_reader *reader);
// Adds to the counts, unless NULL, and leaves the tasks that are left. Closes the file in any case.
crease_status task_read_end(task_reader *reader, crease_counts *counts, task_list *left,
                            crease_error *error);

#endif
