// The errors of a map in doubles, followed back through the layers on the path. filter.md, 19.
#pragma once

#include "tree/map_doubles.h"

// Linear forms in the errors of the rows of a layer, at most ERROR_COLUMNS at a time: a matrix with
// one row for each row of the layer that is listed, and a column for each form.
enum { ERROR_COLUMNS = 32 };
typedef struct {
    double *entry; // count x columns
    uint32_t *listed;
    size_t count, columns; // columns: padded to quads
} error_forms;

typedef struct {
    error_forms forms, next;
    double *slope;       // of each unit whose output is not constant
    uint32_t *place;     // of each row among those that are listed
    double *sum, *total; // one for each column of a map
} error_scratch;

// rows: of the widest layer.
void error_scratch_init(error_scratch *scratch, arena *memory, size_t rows, size_t columns);

// Upper bounds on the norms of the errors of each column of a map of layer l >= 1 that is the sums
// of doubles. They may be far below map->bound, and exceed none of it.
void map_errors(double *bound, const map_view *map, size_t columns, error_scratch *scratch);
// The same of one row, which may exceed map->bound by a little, or of row `plus` less row `minus`
// unless that is ERROR_NO_ROW.
enum { ERROR_NO_ROW = UINT32_MAX };
void map_row_errors(double *bound, const map_view *map, size_t columns, uint32_t plus,
                    uint32_t minus, error_scratch *scratch);
