// Comma-separated values (RFC 4180): one line for each vertex, and the labels of a sweep.
#include "exact/rational.h"
#include "out/outline.h"

#include "base/out_file.h"
#include "path/dichotomies.h"

#include <inttypes.h>

static void vertices_begin(FILE *stream, const record_file *file)
{
    fputs(file->dimension == 2 ? "id,index,x,y" END_OF_LINE : "id,index,x" END_OF_LINE, stream);
}

static void vertices_region(record_file *file, const crease_region *region)
{
    const outline line = outline_of(file, region);
    for (size_t i = 0; i + (file->dimension == 2) < line.points; i++) {
        record_id(file, region);
        record_char(file, ',');
        record_count(file, i);
        for (size_t k = 0; k < file->dimension; k++) {
            size_t length;
            const char *entry = number_text_entry(line.point[i], k, &length);
            record_char(file, ',');
            record_put(file, entry, length);
        }
        record_string(file, END_OF_LINE);
    }
}

const record_format record_vertices = {.name = "vertices",
                                       .rounds = 1,
                                       .check = outline_check,
                                       .begin = vertices_begin,
                                       .region = vertices_region};

static void csv_labels(FILE *stream, const crease_dichotomies *result, size_t i)
{
    if (i < result->transitions)
        fprintf(stream, "%.9f", result->place[i]);
    if (result->exact) {
        putc(',', stream);
        if (i < result->transitions)
            rational_print_row(stream, result->exact + i, 1);
    }
    fprintf(stream, ",%.*s,%" PRIu64 END_OF_LINE, (int)result->points,
            result->labels + i * result->points, result->seen[i]);
}

crease_status crease_dichotomies_write(const char *path, const crease_dichotomies *result,
                                       crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    fputs(result->exact ? "t,exact,labels,distinct" END_OF_LINE : "t,labels,distinct" END_OF_LINE,
          file.stream);
    for (size_t i = 0; i < (result->transitions ? result->transitions : 1); i++)
        csv_labels(file.stream, result, i);
    return out_file_commit(&file, error);
}
