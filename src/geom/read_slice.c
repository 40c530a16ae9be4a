// Files of points, such as those that span the plane of a slice.
#include "geom/points_file.h"
#include <crease/domain.h>

typedef struct {
    points_file file;
    fmpq **points; // where the caller wants them
} slice;

static crease_status parse(void *target, document_text document, crease_error *error)
{
    slice *read = target;
    crease_status status = points_file_read(&read->file, document, error);
    *read->points = read->file.x;
    return status;
}

crease_status crease_slice_parse(fmpq **points, size_t *count, size_t *inputs, const char *text,
                                 size_t size, const char *name, crease_error *error)
{
    slice read = {.file.several = 1, .points = points};
    crease_status status = read_text(&read, (document_text){text, size}, name, parse, error);
    *count = read.file.points;
    *inputs = read.file.columns;
    return status;
}

static crease_status read_several(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                  int several, crease_error *error)
{
    slice read = {.file.several = several, .points = points};
    crease_status status = read_file(&read, path, parse, error);
    *count = read.file.points;
    *inputs = read.file.columns;
    return status;
}

crease_status crease_slice_read(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                crease_error *error)
{
    return read_several(points, count, inputs, path, 1, error);
}

crease_status crease_points_read(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                 crease_error *error)
{
    return read_several(points, count, inputs, path, 0, error);
}
