// A table of text: what a CSV file holds, and what charts are made of.
#ifndef DRAW_TABLE_H
#define DRAW_TABLE_H

#include "draw/chart.h"
#include <crease/status.h>
#include <stddef.h>

typedef struct {
    char **cell; // rows x columns; row 0 has the names
    size_t columns, rows, capacity;
} table;

// The names of the columns with commas between them: "layer,mean,low,high".
void table_init(table *t, const char *names);
void table_clear(table *t);

// Adds a row, its cells with commas between them, as many as there are columns. A cell holds
// neither commas nor quotes nor ends of line; it may be empty.
void table_add(table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The number of the column called name, which must be there.
size_t table_column(const table *t, const char *name);
// Rows count from 0 here, names not included; row < table_rows(t).
size_t table_rows(const table *t);
const char *table_cell(const table *t, size_t row, size_t column);

// Comma-separated values (RFC 4180).
crease_status table_write(const char *path, const table *t, crease_error *error);

// ---- charts of tables ----

// One column against x, for each series.
typedef struct {
    const char *y;          // column; NULL ends a list of curves
    const char *low, *high; // columns with the ends of an interval, or NULL
    const char *name;       // in the legend; "%s" in it stands for the name of the series
    chart_style style;
    int once; // the same function of x in all series: drawn once, through the points of all
} table_curve;

enum { TABLE_CURVES = 5 };

// Rows with an empty cell in a curve's y are left out of it, and on logarithmic axes those that
// are not positive.
typedef struct {
    crease_picture_format format;
    const char *title;
    const char *x;       // column
    const char *x_label; // NULL: as the column is called
    const char *y_label;
    int log_x, log_y;
    int from_zero;      // the axis on the left begins at 0
    const char *series; // column: rows that agree there are a series; NULL: one series
    const char *panel;  // column: rows that agree there have a panel of their own; NULL: one
    table_curve curve[TABLE_CURVES];
} table_chart;

crease_status table_draw(const char *path, const table_chart *how, const table *t,
                         crease_error *error);

#endif
