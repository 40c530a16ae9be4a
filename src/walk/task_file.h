// The result of a task in a file: the results of consecutive subtrees, and the subtrees that are
// left to other tasks (docs/formats.md).
//
// The key of the file is a hash of the work, the task's name and its subtrees.
#pragma once

#include "base/work_file.h"
#include "tree/path.h"
#include <crease/walk.h>
#include <stdbool.h>

// Raise it if a tree is split in another way, or if the content of files changes.
enum { TASK_VERSION = 2 };

// Tasks in order.
typedef struct {
    walk_paths *task;
    size_t count;
} task_list;

void task_list_clear(task_list *list);

// The key of a task of some work.
void task_key(char key[SHA256_TEXT], const char *work, const char *name, const walk_paths *paths);

// ---- Writing ----

typedef work_writer task_writer;

crease_status task_write_begin(task_writer *writer, const char *path, const char *key,
                               crease_error *error);
// A buffer with this number of regions follows; the caller packs it.
void task_write_buffer(task_writer *writer, uint64_t regions);
crease_status task_write_end(task_writer *writer, crease_counts *counts, task_list *left,
                             crease_error *error);

// ---- Reading ----

typedef struct {
    work_reader file;
    bool is_delivered;  // its buffers are read
    uint64_t delivered; // their regions
} task_reader;

// CREASE_ERROR if the file is missing, truncated, edited, or of another task. is_top: it has the
// tasks that the work begins with. key NULL: any task is accepted.
crease_status task_read_begin(task_reader *reader, const char *path, bool is_top, const char *key,
                              crease_error *error);
// Whether a buffer follows, which the caller reads, and how many regions it has.
bool task_read_buffer(uint64_t *regions, task_reader *reader);
// Skips all buffers.
void task_skip_buffers(task_reader *reader);
// Adds to the counts, unless NULL, and stores the tasks that are left. Always closes the file.
crease_status task_read_end(task_reader *reader, crease_counts *counts, task_list *left,
                            crease_error *error);
