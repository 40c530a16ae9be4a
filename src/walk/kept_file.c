// What a record of unexplored work says of a file that is being written.
#include "walk/kept_file.h"

#include <inttypes.h>
#include <string.h>

crease_status kept_file_open(out_file *file, const char *path, const crease_options *options,
                             crease_error *error)
{
    return options && options->checkpoint ? out_file_open_kept(file, path, NULL, error)
                                          : out_file_open(file, path, error);
}

crease_status kept_file_take_mark(out_mark *mark, word_scanner *scan, crease_error *error)
{
    *mark = (out_mark){.bytes = 0};
    if (kept_take_name(scan, "output", error) ||
        record_take_number(&mark->bytes, scan, INT64_MAX, error))
        return CREASE_ERROR;
    const word found = word_next_in_line(scan);
    if (found.length + 1 != sizeof mark->sha256)
        return word_refuse(error, scan, found, NULL, "a hash");
    memcpy(mark->sha256, found.text, found.length);
    return record_end_line(scan, error);
}

crease_status kept_file_reopen(out_file *file, const char *path, word_scanner *scan,
                               crease_error *error)
{
    out_mark mark;
    if (kept_file_take_mark(&mark, scan, error))
        return CREASE_ERROR;
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
