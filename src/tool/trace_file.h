// The file of --trace: docs/formats.md.
#ifndef TOOL_TRACE_FILE_H
#define TOOL_TRACE_FILE_H

#include "base/out_file.h"
#include "tool/job.h"
#include "walk/trace.h"

typedef struct {
    walk_trace trace; // whom the walk tells
    out_file file;
    uint64_t tasks, sent, taken, bytes;
} trace_file;

// Of one process; of others than rank 0 the file is PATH.RANK. Nothing is done if path is NULL.
crease_status trace_file_open(trace_file *file, const char *path, const job *work,
                              const walk_link *link);
// Writes the last line. Reports an error; status is that of the walk, which is returned otherwise.
crease_status trace_file_close(trace_file *file, crease_status status);

#endif
