// What crease line prints: text, one JSON object, or comma-separated values.
#ifndef TOOL_LINE_H
#define TOOL_LINE_H

#include "base/json_writer.h"
#include "tool/job.h"

typedef struct {
    const cli_settings *settings;
    job work;
    size_t dimension, count;
    fmpq *points; // of each line from and to
    fmpq *x;      // scratch, dimension entries
    crease_line_wanted wanted;
    crease_line_averages averages;
    json out;          // with --json
    uint32_t *pattern; // scratch: the present one, a row for each layer
} line_job;

// In the order of the lines, then once more at the end.
void line_text(line_job *j, const crease_line *line);
void line_text_averages(const line_job *j);
void line_json(line_job *j, size_t index, const crease_line *line);
void line_json_begin(line_job *j);
void line_json_end(line_job *j);
void line_csv(line_job *j, size_t index, const crease_line *line);
void line_csv_begin(const line_job *j);

// Sets the present pattern to that of the first region, and takes it across a breakpoint.
void line_pattern_first(line_job *j, const crease_line *line);
void line_pattern_cross(line_job *j, const crease_line *line, size_t k);
// Where a layer begins in the pattern.
size_t line_pattern_layer(const line_job *j, size_t layer);

#endif
