// Texts as files in memory, for functions that read files.
#ifndef TEXT_FILE_H
#define TEXT_FILE_H

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

#endif
