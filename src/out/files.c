// Files of networks, and of the labels of a sweep.
#include "base/out_file.h"
#include "exact/rational.h"
#include "out/records.h"
#include "path/dichotomies.h"

#include <crease/out.h>
#include <inttypes.h>

crease_status crease_net_save(const char *path, const crease_net *net, crease_net_text text,
                              crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    (text == CREASE_NET_CANONICAL ? crease_net_write_canonical : crease_net_write)(file.stream,
                                                                                   net);
    return out_file_commit(&file, error);
}

static void write_labels(FILE *stream, const crease_dichotomies *result, size_t i)
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
        write_labels(file.stream, result, i);
    return out_file_commit(&file, error);
}
