// Reads numbers of a model from files beside it.
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
    for (size_t i = 0; i < from->n_external_data; i++)
        if (from->external_data[i]->key && strcmp(from->external_data[i]->key, key) == 0)
            return from->external_data[i]->value ? from->external_data[i]->value : "";
    return NULL;
}

// Keeps *number if the key is missing. Returns 0 if its value is not a number.
static int external_number(uint64_t *number, const Onnx__TensorProto *from, const char *key)
{
    const char *text = external_entry(from, key);
    char *end;
    if (!text)
        return 1;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

// Opens a file in the folder of the model or below, with links resolved.
static crease_status open_external(FILE **file, const char *model, const char *location,
                                   const char *shown, crease_error *error)
{
    const char *slash = strrchr(model, '/');
    char *folder =
        memory_format("%.*s", slash ? (int)(slash - model + 1) : 2, slash ? model : "./");
    char *joined = memory_format("%s%s", folder, location);
    char *top = realpath(folder, NULL), *path = realpath(joined, NULL);
    size_t length = top ? strlen(top) : 0;
    length -= length == 1; // "/"
    crease_status status = CREASE_OK;
    if (location[0] == '/' ||
        (path && top && (strncmp(path, top, length) != 0 || path[length] != '/')))
        status =
            error_set(error, "external data: \"%s\" lies outside of the model's folder", shown);
    else if (!path || !top || !(*file = fopen(path, "rb")))
        status = error_set(error, "external data: cannot open \"%s\": %s", shown, strerror(errno));
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
    if (!external_number(&offset, from, "offset") || !external_number(&length, from, "length") ||
        length != size)
        return error_set(error, "external data: expected an offset and a length of %zu bytes",
                         size);
    if (!location || !*location)
        return error_set(error, "external data: its file is not named");
    excerpt_text(shown, location, strlen(location));
    if (open_external(&file, model, location, shown, error))
        return CREASE_ERROR;
    const crease_status status = read_external(data, file, offset, size, shown, error);
    fclose(file);
    return status;
}
