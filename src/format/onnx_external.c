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

// The value of a key, or NULL.
static const char *external_entry(const Onnx__TensorProto *from, const char *key)
{
    for (size_t i = 0; i < from->n_external_data; i++) {
        const Onnx__StringStringEntryProto *entry = from->external_data[i];
        if (entry->key && strcmp(entry->key, key) == 0)
            return entry->value ? entry->value : "";
    }
    return NULL;
}

// Leaves *number as it is if there is no such key.
static crease_status external_number(uint64_t *number, const Onnx__TensorProto *from,
                                     const char *key, crease_error *error)
{
    const char *text = external_entry(from, key);
    if (!text)
        return CREASE_OK;
    const size_t digits = strspn(text, "0123456789");
    errno = 0;
    *number = strtoull(text, NULL, 10);
    if (digits && !text[digits] && !errno)
        return CREASE_OK;
    char found[EXCERPT_SIZE];
    return error_set(error, "external data: expected a number of bytes, found \"%s\"",
                     excerpt_text(found, text, strlen(text)));
}

// Opens the file, if it lies in the folder of the model or below, whatever links there are.
static crease_status open_external(FILE **file, const char *model, const char *location,
                                   const char *shown, crease_error *error)
{
    const char *slash = strrchr(model, '/');
    char *folder =
        memory_format("%.*s", slash ? (int)(slash - model + 1) : 2, slash ? model : "./");
    char *joined = memory_format("%s%s", folder, location);
    char *top = realpath(folder, NULL), *path = realpath(joined, NULL);
    const int cause = errno;
    size_t length = top ? strlen(top) : 0;
    length -= length == 1; // "/"
    crease_status status = CREASE_OK;
    if (location[0] == '/')
        status = error_set(error, "external data: expected a path below the model's, found \"%s\"",
                           shown);
    else if (path && top && (strncmp(path, top, length) != 0 || path[length] != '/'))
        status =
            error_set(error, "external data: \"%s\" lies outside of the model's folder", shown);
    else if (!path || !top || !(*file = fopen(path, "rb")))
        status = error_set(error, "external data: cannot open \"%s\": %s", shown,
                           strerror(path && top ? errno : cause));
    free(folder);
    free(joined);
    free(top);
    free(path);
    return status;
}

static crease_status read_external(uint8_t **data, FILE *file, uint64_t offset, size_t size,
                                   const char *shown, crease_error *error)
{
    struct stat about;
    if (fstat(fileno(file), &about) || !S_ISREG(about.st_mode))
        return error_set(error, "external data: \"%s\" is not a regular file", shown);
    const uint64_t there = (uint64_t)about.st_size;
    if (offset > there || size > there - offset)
        return error_set(error, "external data: \"%s\" ends before byte %llu", shown,
                         (unsigned long long)(offset + size));
    *data = memory_new(size + 1, 1);
    if (!fseeko(file, (off_t)offset, SEEK_SET) && fread(*data, 1, size, file) == size)
        return CREASE_OK;
    free(*data);
    *data = NULL;
    return error_set(error, "external data: cannot read \"%s\"", shown);
}

crease_status onnx_external_read(uint8_t **data, const Onnx__TensorProto *from, size_t size,
                                 const char *model, crease_error *error)
{
    const char *location = external_entry(from, "location");
    uint64_t offset = 0, length = size;
    char shown[EXCERPT_SIZE];
    FILE *file = NULL;
    if (!model)
        return error_set(error, "its data is in another file, but the model came without a path");
    if (external_number(&offset, from, "offset", error) ||
        external_number(&length, from, "length", error))
        return CREASE_ERROR;
    if (!location || !*location)
        return error_set(error, "external data: its file is not named");
    if (length != size)
        return error_set(error,
                         "external data: expected %zu bytes, as the shape asks for, found a length "
                         "of %llu",
                         size, (unsigned long long)length);
    excerpt_text(shown, location, strlen(location));
    if (open_external(&file, model, location, shown, error))
        return CREASE_ERROR;
    const crease_status status = read_external(data, file, offset, size, shown, error);
    fclose(file);
    return status;
}
