// The sequence of labels of a sweep as comma-separated values (RFC 4180).
#include "path/dichotomies.h"

#include "exact/rational.h"
#include "out/file.h"
#include <inttypes.h>

#define END_OF_LINE "\r\n"

static void put_row(FILE *stream, const crease_dichotomies *result, size_t i)
{
    if (i < result->transitions)
        fprintf(stream, "%.9f", result->place[i]);
    if (result->exact) {
        putc(',', stream);
        if (i < result->transitions) {
            char *text = rational_text(result->exact + i);
            fputs(text, stream);
            flint_free(text);
        }
    }
    fprintf(stream, ",%.*s,%" PRIu64 END_OF_LINE, (int)result->points,
            result->labels + i * result->points, result->seen[i]);
}

crease_status crease_write_dichotomies(const char *path, const crease_dichotomies *result,
                                       crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    fputs(result->exact ? "t,exact,labels,distinct" END_OF_LINE : "t,labels,distinct" END_OF_LINE,
          file.stream);
    for (size_t i = 0; i < (result->transitions ? result->transitions : 1); i++)
        put_row(file.stream, result, i);
    return out_file_commit(&file, error);
}
