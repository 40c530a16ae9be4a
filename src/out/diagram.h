// Charts of tables, drawn by gnuplot.
#ifndef OUT_DIAGRAM_H
#define OUT_DIAGRAM_H

#include "out/table.h"
#include <stdio.h>

typedef enum {
    DIAGRAM_LINES,  // points, joined
    DIAGRAM_DASHED, // for bounds: no points
    DIAGRAM_DOTTED, // the same, of another kind
    DIAGRAM_POINTS, // points alone
    DIAGRAM_STEPS,  // a histogram, each step centred on its x
} diagram_style;

// One column against x, for each series.
typedef struct {
    const char *y;          // column; NULL ends a list of curves
    const char *low, *high; // columns with the ends of an error bar, or NULL
    const char *legend;     // "%s" in it stands for the name of the series
    diagram_style style;
    int once; // the same function of x in all series: drawn once, through the points of all
} diagram_curve;

enum { DIAGRAM_CURVES = 5 };

// Rows with an empty cell in a curve's y are left out of it.
typedef struct {
    const char *title;
    const char *x, *x_label, *y_label; // x: a column
    int log_x, log_y;
    const char *series; // column: rows that agree there are a series; NULL: one series
    const char *panel;  // column: rows that agree there have a chart of their own; NULL: one
    const char *more;   // commands for gnuplot; NULL: none
    diagram_curve curve[DIAGRAM_CURVES];
} diagram;

// The commands for gnuplot, with the data in them.
void diagram_script(FILE *script, const diagram *chart, const table *data);

// An SVG file. CREASE_ERROR, with nothing written, if gnuplot is not there or fails.
crease_status diagram_write(const char *path, const diagram *chart, const table *data,
                            crease_error *error);

#endif
