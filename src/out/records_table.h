// Region records as lines of a table, comma-separated values (RFC 4180).
#ifndef OUT_RECORDS_TABLE_H
#define OUT_RECORDS_TABLE_H

#include "out/records.h"

#define END_OF_LINE "\r\n" // RFC 4180, section 2, rule 1

// The names of the chosen fields, and a line of their cells: functions of a format.
void record_table_begin(FILE *stream, const record_file *file);
crease_status record_table_region(FILE *stream, record_file *file, const crease_region *region,
                                  const number_text *measure, crease_error *error);

// Cells are put together by record_list; whoever writes to the stream himself flushes before.
void record_table_flush(FILE *stream, record_file *file);
// Rows with semicolons between them.
void record_table_rows(record_file *file, const crease_region *region, size_t rows,
                       record_row *row);

// Cells that several formats have.
void record_table_id(const record_sink *to, record_file *file, const crease_region *region);
void record_table_pattern(const record_sink *to, record_file *file, const crease_region *region);
void record_table_measure(const record_sink *to, record_file *file, const crease_region *region);
void record_table_map(const record_sink *to, record_file *file, const crease_region *region);
void record_table_digits(const record_sink *to, record_file *file, const crease_region *region);

#endif
