// Reads a whole file, which may be packed by gzip, and hands it to a parser.
#include "base/read_file.h"

#include "base/budget.h"
#include "base/error.h"
#include "base/memory.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

// Returns what went wrong while reading. zlib passes on what is not packed.
static crease_status check_end(gzFile file, crease_error *error)
{
    int code;
    gzerror(file, &code);
    switch (code) {
    case Z_OK:
    case Z_STREAM_END:
        return CREASE_OK;
    case Z_MEM_ERROR:
        budget_refuse(0);
    case Z_ERRNO:
        return errno == EISDIR ? error_set(error, "is a directory, not a file")
                               : error_set(error, "cannot read: %s", strerror(errno));
    case Z_BUF_ERROR:
        return error_set(error, "is packed by gzip and cut off: its end is missing");
    default:
        return error_set(error, "is packed by gzip and damaged");
    }
}

// Memory is taken as bytes are found. The caller frees *text, if it is not NULL.
static crease_status read_all(char **text, size_t *size, gzFile file, crease_error *error)
{
    size_t capacity = 0;
    int count;
    do {
        MEMORY_RESERVE(*text, capacity, *size + 65536);
        const size_t room = capacity - *size;
        count = gzread(file, *text + *size, room < INT_MAX ? (unsigned)room : INT_MAX);
        *size += count > 0 ? (size_t)count : 0;
    } while (count > 0 && *size <= READ_FILE_MAX_SIZE);
    if (*size > READ_FILE_MAX_SIZE)
        return error_set(error, "is too long: at most %zu bytes can be read", READ_FILE_MAX_SIZE);
    return check_end(file, error);
}

crease_status read_text(void *target, document_text document, const char *name,
                        document_parser parse, crease_error *error)
{
    crease_error inner = {0};
    const crease_status status = parse(target, document, &inner);
    if (!inner.file[0])
        error_file(&inner, name);
    if (status != CREASE_OK && error)
        *error = inner;
    return status;
}

crease_status read_file(void *target, const char *path, document_parser parse, crease_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "<stdin>" : path;
    gzFile file = standard ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path, "rbe");
    char *text = NULL;
    size_t size = 0;
    crease_status status = file ? read_all(&text, &size, file, error)
                                : error_set(error, "cannot open: %s", strerror(errno));
    if (file)
        gzclose(file);
    if (status == CREASE_OK)
        status = read_text(target, (document_text){text, size}, name, parse, error);
    else
        error_file(error, name);
    free(text);
    return status;
}
