// A whole file in memory.
#include "base/slurp.h"

#include "base/error.h"
#include "base/memory.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static crease_status read_stream(char **text, size_t *size, FILE *stream, crease_error *error)
{
    char *buffer = NULL;
    size_t used = 0, capacity = 0;
    do {
        MEMORY_RESERVE(buffer, capacity, used + 65536);
        used += fread(buffer + used, 1, capacity - used, stream);
    } while (used <= SLURP_MAX_SIZE && !feof(stream) && !ferror(stream));
    if (!ferror(stream) && used <= SLURP_MAX_SIZE) {
        *text = buffer;
        *size = used;
        return CREASE_OK;
    }
    int reason = errno;
    int failed = ferror(stream);
    free(buffer);
    if (!failed)
        return error_set(error, "expected at most %zu bytes, found more", SLURP_MAX_SIZE);
    if (reason == EISDIR)
        return error_set(error, "is a directory, expected a file");
    return error_set(error, "cannot read: %s", strerror(reason));
}

crease_status slurp_file(char **text, size_t *size, const char *path, crease_error *error)
{
    int standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    crease_status status;
    if (stream)
        status = read_stream(text, size, stream, error);
    else
        status = error_set(error, "cannot open: %s", strerror(errno));
    if (stream && !standard)
        fclose(stream);
    if (status != CREASE_OK)
        error_locate(error, slurp_name(path), 0, 0, NULL);
    return status;
}

const char *slurp_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}
