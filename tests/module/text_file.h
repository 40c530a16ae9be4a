// Texts as files in memory, for functions that read files.
#ifndef TEXT_FILE_H
#define TEXT_FILE_H

#include <crease/status.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

typedef struct {
    int file;
    char path[40];
} text_file;

// packed: by gzip.
static inline text_file text_file_new(const char *text, size_t size, int packed)
{
    text_file made = {.file = memfd_create("text", 0)};
    snprintf(made.path, sizeof made.path, "/proc/self/fd/%d", made.file);
    gzFile to = made.file < 0 ? NULL : gzdopen(dup(made.file), packed ? "wb" : "wbT");
    if (!to || (size && gzwrite(to, text, (unsigned)size) != (int)size) || gzclose(to) != Z_OK)
        abort();
    return made;
}

static inline void text_file_drop(text_file made)
{
    close(made.file);
}

// The value of a call that reads the file `path`, for a text.
#define FROM_TEXT(text, size, call)                               \
    ({                                                            \
        const text_file file_ = text_file_new((text), (size), 0); \
        const char *path = file_.path;                            \
        const crease_status status_ = (call);                     \
        text_file_drop(file_);                                    \
        status_;                                                  \
    })

#endif
