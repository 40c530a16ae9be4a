// Rows of region records in JSON: rationals in strings, or decimals.
#ifndef OUT_RECORDS_JSON_H
#define OUT_RECORDS_JSON_H

#include "base/json_writer.h"
#include "out/outline.h"

// ["1/2","-3"], or [0.5,-3]; and a list of such rows.
void record_json_row(json *out, const char *key, record_file *file, const number_text *row);
void record_json_rows(json *out, const char *key, record_file *file, const crease_region *region,
                      size_t rows, record_row *row);
void record_json_number(json *out, const char *key, record_file *file, const number_text *x);
// Each inequality with the unit on whose crease it lies, or the border of the domain.
void record_json_inequalities(json *out, const char *key, record_file *file,
                              const crease_region *region);
// Fields that several formats have; a measure that is not known is null.
void record_json_measure(const record_sink *to, record_file *file, const crease_region *region);
void record_json_map(const record_sink *to, record_file *file, const crease_region *region);
// What is put into file->list between these, as a string that needs no escapes.
void record_json_text_begin(record_file *file);
void record_json_text_end(json *out, const char *key, record_file *file);
// Points of two coordinates; what has one gets 0 as the second. The outline of a polygon is in a
// list of rings.
void record_json_outline(json *out, const char *key, record_file *file, const outline *line);
// Two members: how many digits decimals have, and that they are rounded.
void record_json_rounding(json *out, const record_file *file);

#endif
