// A JSON file of points: "points", "numbers" and "about".
#ifndef GEOM_POINTS_FILE_H
#define GEOM_POINTS_FILE_H

#include "base/read_file.h"
#include <crease/status.h>
#include <flint/fmpq.h>

typedef struct {
    size_t columns; // numbers of each point; 0: as many as the first has
    int several;    // at least two points, or the file is refused

    size_t points; // how many were read
    fmpq *x;       // the points one after the other; the caller frees the vector
} points_file;

crease_status points_file_read(points_file *file, document_text document, crease_error *error);

#endif
