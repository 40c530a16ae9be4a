// What a record of unexplored work says of a file that is being written.
#include "out/kept_file.h"

#include <inttypes.h>
#include <string.h>

crease_status kept_file_open(out_file *file, const char *path, const crease_options *options,
                             crease_error *error)
{
    return options && options->checkpoint ? out_file_open_kept(file, path, NULL, error)
                                          : out_file_open(file, path, error);
}

crease_status kept_word(word *found, word_scanner *scan, const char *name, crease_error *error)
{
    const char *const expected[] = {"kept", name};
    for (size_t i = 0; i < 2; i++) {
        *found = word_next(scan);
        if (!word_is(*found, expected[i]))
            return word_refuse(error, scan, *found, NULL, "\"%s\"", expected[i]);
    }
    *found = word_next(scan);
    return CREASE_OK;
}

crease_status kept_file_reopen(out_file *file, const char *path, word_scanner *scan,
                               crease_error *error)
{
    out_mark mark = {.bytes = 0};
    size_t bytes;
    word found;
    if (kept_word(&found, scan, "output", error))
        return CREASE_ERROR;
    if (!word_count(&bytes, found, INT64_MAX))
        return word_refuse(error, scan, found, NULL, "a number of bytes");
    found = word_next(scan);
    if (found.length + 1 != sizeof mark.sha256)
        return word_refuse(error, scan, found, NULL, "a hash");
    mark.bytes = bytes;
    memcpy(mark.sha256, found.text, found.length);
    return out_file_open_kept(file, path, &mark, error);
}

crease_status kept_file_save(FILE *to, out_file *file, crease_error *error)
{
    out_mark mark;
    if (out_file_mark(&mark, file, error))
        return CREASE_ERROR;
    fprintf(to, "kept output %" PRIu64 " %s\n", mark.bytes, mark.sha256);
    return CREASE_OK;
}
