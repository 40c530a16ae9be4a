// A JSON file of points: "points", "numbers", "about", and "classes" for those who take them.
#ifndef GEOM_POINTS_FILE_H
#define GEOM_POINTS_FILE_H

#include "base/read_file.h"
#include "exact/literals.h"

typedef struct {
    size_t columns; // numbers of each point; 0: as many as the first has
    int several;    // at least two points, or the file is refused
    // Is told each entry of "classes", a number or a string; NULL: there is no such key.
    crease_status (*take_class)(void *data, const char *text, size_t length, crease_error *error);
    void *data;

    size_t points;   // how many were read
    int has_classes; // "classes" was there, perhaps empty
    literal_list numbers;
    rational_rounding rounding;
} points_file;

// Numbers are kept as they are written until points_file_move.
crease_status points_file_read(points_file *file, document_text document, crease_error *error);
// *x = the points one after the other, rounded as "numbers" says; the caller frees the vector.
crease_status points_file_move(fmpq **x, points_file *file, document_text document,
                               crease_error *error);
void points_file_clear(points_file *file);

#endif
