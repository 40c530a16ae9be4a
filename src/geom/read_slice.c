// Slice files: points that span an affine subspace.
#include "geom/points_file.h"
#include <crease/domain.h>

typedef struct {
    points_file file;
    fmpq **points; // where the caller wants them
} slice;

static crease_status parse(void *target, document_text document, crease_error *error)
{
    slice *read = target;
    read->file.several = 1;
    crease_status status = points_file_read(&read->file, document, error);
    *read->points = read->file.x;
    return status;
}

crease_status crease_slice_parse(fmpq **points, size_t *count, size_t *inputs, const char *text,
                                 size_t size, const char *name, crease_error *error)
{
    slice read = {.points = points};
    crease_status status = read_text(&read, (document_text){text, size}, name, parse, error);
    *count = read.file.points;
    *inputs = read.file.columns;
    return status;
}

crease_status crease_slice_read(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                crease_error *error)
{
    slice read = {.points = points};
    crease_status status = read_file(&read, path, parse, error);
    *count = read.file.points;
    *inputs = read.file.columns;
    return status;
}
