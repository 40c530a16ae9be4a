// What a record of a count of linear regions keeps beside it.
#include "regions/maps_file.h"

#include "base/error.h"
#include "base/memory.h"
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *path_beside(const char *record)
{
    return record ? memory_format("%s.maps", record) : NULL;
}

// ---- Writing ----

crease_status maps_file_begin(maps_file *file, const crease_options *options, crease_error *error)
{
    *file = (maps_file){.path = path_beside(options ? options->checkpoint : NULL)};
    if (!file->path)
        return CREASE_OK;
    crease_status status = out_file_open_kept(&file->out, file->path, NULL, error);
    file->opened = status == CREASE_OK;
    return status;
}

void maps_file_put(maps_file *file, const uint64_t *of, size_t words)
{
    for (size_t i = 0; i < words && file->opened; i++) {
        const uint64_t least_first = htole64(of[i]);
        fwrite(&least_first, sizeof least_first, 1, file->out.stream);
    }
}

crease_status maps_file_save(FILE *to, maps_file *file, crease_error *error)
{
    return kept_file_save(to, &file->out, error);
}

crease_status maps_file_end(maps_file *file, crease_status status, crease_error *error)
{
    if (file->opened && status == CREASE_OK)
        status = out_file_commit(&file->out, error);
    else if (file->opened)
        out_file_abort(&file->out);
    free(file->path);
    *file = (maps_file){0};
    return status;
}

// ---- Reading ----

static crease_status refuse(const maps_reading *reading, const char *reason, crease_error *error)
{
    error_set(error, "%s", reason);
    return error_file(error, reading->path);
}

// Under the name of a file that is being built, or of one that is done.
static crease_status open_old(maps_reading *reading, const char *record, crease_error *error)
{
    char *done = path_beside(record);
    reading->path = memory_format("%s.unfinished", done);
    reading->stream = fopen(reading->path, "rb");
    if (!reading->stream && errno == ENOENT) {
        free(reading->path);
        reading->path = done;
        done = NULL;
        reading->stream = fopen(reading->path, "rb");
    }
    free(done);
    if (reading->stream)
        return CREASE_OK;
    error_set(error, "cannot open: %s", strerror(errno));
    return error_file(error, reading->path);
}

crease_status maps_file_open(maps_reading *reading, maps_file *file, const crease_options *options,
                             word_scanner *scan, crease_error *error)
{
    const char *record = options->checkpoint;
    *file = (maps_file){0};
    *reading = (maps_reading){0};
    sha256_init(&reading->hash);
    if (kept_file_take_mark(&reading->mark, scan, error))
        return CREASE_ERROR;
    reading->left = reading->mark.bytes / sizeof(uint64_t);
    if (open_old(reading, options->resume, error))
        return CREASE_ERROR;
    if (!record || !strcmp(record, options->resume)) {
        file->path = path_beside(record);
        return CREASE_OK;
    }
    reading->copy = file;
    return maps_file_begin(file, options, error);
}

crease_status maps_file_take(uint64_t *to, size_t words, maps_reading *reading, crease_error *error)
{
    if (words > reading->left || fread(to, sizeof *to, words, reading->stream) != words)
        return refuse(reading, "is not what the record speaks of", error);
    reading->left -= words;
    sha256_update(&reading->hash, words * sizeof *to, (const uint8_t *)to);
    for (size_t i = 0; i < words; i++)
        to[i] = le64toh(to[i]);
    if (reading->copy)
        maps_file_put(reading->copy, to, words);
    return CREASE_OK;
}

crease_status maps_file_go_on(maps_file *file, maps_reading *reading, crease_status status,
                              crease_error *error)
{
    char hash[SHA256_TEXT];
    sha256_end(hash, &reading->hash);
    if (status == CREASE_OK && (reading->left || reading->mark.bytes % sizeof(uint64_t) ||
                                strcmp(hash, reading->mark.sha256) != 0))
        status = refuse(reading, "does not begin with the bytes that the record speaks of", error);
    if (reading->stream)
        fclose(reading->stream);
    if (status == CREASE_OK && file->path && !reading->copy) {
        status = out_file_open_kept(&file->out, file->path, &reading->mark, error);
        file->opened = status == CREASE_OK;
    }
    free(reading->path);
    return status;
}
