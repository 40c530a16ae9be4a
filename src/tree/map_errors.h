// The errors of a map in doubles, followed back through the layers on the path. filter.md, 19.
#pragma once

#include "tree/error_blocks.h"

typedef struct {
    form_pair pair;
    error_blocks blocks;
    double *sum, *total; // one for each column of a map
} error_scratch;

// rows: of the widest layer. end: where most ways back end.
void error_scratch_init(error_scratch *scratch, arena *memory, size_t rows, size_t columns,
                        size_t layers, size_t end);

// Upper bounds on the norms of the errors of each column of a map of layer l >= 1 that is the sums
// of doubles. They may be far below map->bound, and exceed none of it.
void map_errors(double *bound, const map_view *map, size_t columns, error_scratch *scratch);
// The same of one row, which may exceed map->bound by a little, or of row `plus` less row `minus`
// unless that is ERROR_NO_ROW.
enum { ERROR_NO_ROW = UINT32_MAX };
void map_row_errors(double *bound, const map_view *map, size_t columns, uint32_t plus,
                    uint32_t minus, error_scratch *scratch);
