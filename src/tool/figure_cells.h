// Statistics as cells of a table.
#ifndef TOOL_FIGURE_CELLS_H
#define TOOL_FIGURE_CELLS_H

#include "exact/sample.h"

typedef struct {
    char text[128];
} cells;

// "mean,low,high": mean and 95 % confidence interval, what is not known left empty. Returns
// cells->text.
const char *cells_mean(cells *c, const sample *of);

#endif
