// A table of text: what a CSV file holds, and what charts are made of.
#ifndef OUT_TABLE_H
#define OUT_TABLE_H

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

#endif
