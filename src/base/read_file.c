// The one way to read a file: whole, unpacked if gzip has packed it, then handed to a parser.
#include "base/read_file.h"

#include "base/budget.h"
#include "base/error.h"
#include "base/gzip.h"
#include "base/memory.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The caller frees *text, if it is not NULL.
static crease_status read_stream(char **text, size_t *size, FILE *stream, crease_error *error)
{
    size_t capacity = 0;
    do {
        MEMORY_RESERVE(*text, capacity, *size + 65536);
        *size += fread(*text + *size, 1, capacity - *size, stream);
    } while (*size <= READ_FILE_MAX_SIZE && !feof(stream) && !ferror(stream));
    if (ferror(stream) && errno == EISDIR)
        return error_set(error, "is a directory, not a file");
    if (ferror(stream))
        return error_set(error, "cannot read: %s", strerror(errno));
    if (*size > READ_FILE_MAX_SIZE)
        return error_set(error, "is too long: at most %zu bytes can be read", READ_FILE_MAX_SIZE);
    return CREASE_OK;
}

crease_status read_text(void *target, document_text document, const char *name,
                        document_parser parse, crease_error *error)
{
    crease_error found = {0};
    char *text = NULL;
    crease_status status = CREASE_OK;
    if (gzip_is_packed(document)) {
        status = gzip_unpack(&text, &document.size, document, READ_FILE_MAX_SIZE, &found);
        document.text = text;
    }
    if (status == CREASE_OK)
        status = parse(target, document, &found);
    free(text);
    if (!found.file[0])
        error_file(&found, name);
    if (status != CREASE_OK && error)
        *error = found;
    return status;
}

crease_status read_file(void *target, const char *path, document_parser parse, crease_error *error)
{
    int standard = strcmp(path, "-") == 0;
    const char *name = standard ? "<stdin>" : path;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    const char *purpose = budget_for("the input");
    crease_status status = stream ? read_stream(&text, &size, stream, error)
                                  : error_set(error, "cannot open: %s", strerror(errno));
    if (stream && !standard)
        fclose(stream);
    if (status == CREASE_OK)
        status = read_text(target, (document_text){text, size}, name, parse, error);
    else
        error_file(error, name);
    free(text);
    budget_for(purpose);
    return status;
}
