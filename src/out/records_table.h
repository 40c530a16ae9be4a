// Region records as lines of a table, comma-separated values (RFC 4180).
//
// Cells need no quotes: there are only digits, '-', '/', words and the separators ' ' between
// numbers, ';' between points or rows, '|' between layers.
#ifndef OUT_RECORDS_TABLE_H
#define OUT_RECORDS_TABLE_H

#include "out/records.h"

// A line of the names of the chosen fields.
void record_table_begin(FILE *stream, const record_file *file);
// A line of their cells.
void record_table_region(record_file *file, const crease_region *region);

#endif
