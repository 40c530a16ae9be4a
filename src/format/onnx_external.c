// Numbers of a model that lie in files beside it.
#include "format/onnx_external.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    const char *location;
    uint64_t offset, length;
    int has_length;
} place;

static crease_status read_number(uint64_t *number, const char *text, crease_error *error)
{
    size_t digits = strspn(text, "0123456789");
    errno = 0;
    *number = strtoull(text, NULL, 10);
    if (!digits || text[digits] || errno) {
        char found[EXCERPT_SIZE];
        return error_set(error, "external data: expected a number of bytes, found \"%s\"",
                         excerpt_text(found, text, strlen(text)));
    }
    return CREASE_OK;
}

static crease_status read_place(place *at, const Onnx__TensorProto *from, crease_error *error)
{
    *at = (place){0};
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < from->n_external_data && status == CREASE_OK; i++) {
        const Onnx__StringStringEntryProto *entry = from->external_data[i];
        const char *key = entry->key ? entry->key : "", *value = entry->value ? entry->value : "";
        if (strcmp(key, "location") == 0) {
            at->location = value;
        } else if (strcmp(key, "offset") == 0) {
            status = read_number(&at->offset, value, error);
        } else if (strcmp(key, "length") == 0) {
            status = read_number(&at->length, value, error);
            at->has_length = 1;
        }
    }
    if (status == CREASE_OK && (!at->location || !*at->location))
        return error_set(error, "external data: its file is not named");
    return status;
}

// The true path of the file, which the caller frees, if it lies where it may.
static crease_status find_file(char **path, const char *model, const char *location,
                               crease_error *error)
{
    char shown[EXCERPT_SIZE];
    excerpt_text(shown, location, strlen(location));
    const char *slash = strrchr(model, '/');
    char *folder = memory_format("%.*s", slash ? (int)(slash - model) : 1, slash ? model : ".");
    char *top = realpath(*folder ? folder : "/", NULL);
    char *joined = memory_format("%s/%s", *folder ? folder : "", location);
    *path = realpath(joined, NULL);
    int cause = errno;
    size_t length = top ? strlen(top) : 0;
    while (length && top[length - 1] == '/')
        length--;
    crease_status status = CREASE_OK;
    if (location[0] == '/')
        status = error_set(error, "external data: expected a path below the model's, found \"%s\"",
                           shown);
    else if (!*path || !top)
        status = error_set(error, "external data: cannot open \"%s\": %s", shown, strerror(cause));
    else if (strncmp(*path, top, length) != 0 || (*path)[length] != '/')
        status =
            error_set(error, "external data: \"%s\" lies outside of the model's folder", shown);
    if (status) {
        free(*path);
        *path = NULL;
    }
    free(folder);
    free(top);
    free(joined);
    return status;
}

static crease_status read_bytes(uint8_t **data, const char *path, const place *at, size_t size,
                                crease_error *error)
{
    char shown[EXCERPT_SIZE];
    struct stat about;
    excerpt_text(shown, at->location, strlen(at->location));
    if (stat(path, &about) || !S_ISREG(about.st_mode))
        return error_set(error, "external data: \"%s\" is not a regular file", shown);
    const uint64_t there = (uint64_t)about.st_size;
    if (at->offset > there || size > there - at->offset)
        return error_set(error, "external data: \"%s\" ends before byte %llu", shown,
                         (unsigned long long)(at->offset + size));
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return error_set(error, "external data: cannot open \"%s\": %s", shown, strerror(errno));
    *data = memory_new(size + 1, 1);
    int good =
        !fseeko(stream, (off_t)at->offset, SEEK_SET) && fread(*data, 1, size, stream) == size;
    fclose(stream);
    if (good)
        return CREASE_OK;
    free(*data);
    *data = NULL;
    return error_set(error, "external data: cannot read \"%s\"", shown);
}

crease_status onnx_external_read(uint8_t **data, const Onnx__TensorProto *from, size_t size,
                                 const char *model, crease_error *error)
{
    place at;
    char *path;
    if (!model)
        return error_set(error, "its data is in another file, but the model came without a path");
    if (read_place(&at, from, error) || find_file(&path, model, at.location, error))
        return CREASE_ERROR;
    crease_status status =
        at.has_length && at.length != size
            ? error_set(error,
                        "external data: expected %zu bytes, as the shape asks for, found a length "
                        "of %llu",
                        size, (unsigned long long)at.length)
            : read_bytes(data, path, &at, size, error);
    free(path);
    return status;
}
