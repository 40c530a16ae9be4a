// What crease distance prints: text, one JSON object, or comma-separated values.
#ifndef TOOL_DISTANCE_H
#define TOOL_DISTANCE_H

#include "base/json_writer.h"
#include "tool/job.h"

// What is kept of one boundary: the points that have it at a known distance.
typedef struct {
    fmpq *squared;
    double *distance;
    size_t count;
    uint64_t none, beyond; // points without such a boundary, and where the search was given up
    uint64_t *bin;         // with --bins
} distance_sample;

enum { DISTANCE_ACTIVATION, DISTANCE_FUNCTION, DISTANCE_BOUNDARIES };

typedef struct {
    const cli_settings *settings;
    job work;
    size_t inputs, count, done;
    int boundaries; // 1 with --no-function, else 2
    fmpq *points;
    distance_sample sample[DISTANCE_BOUNDARIES];
    fmpq_t width; // of a bin
    size_t bins;
    crease_status status; // of all
    json out;             // with --json
} distance_job;

const crease_nearest *distance_nearest(const crease_distance *distance, int boundary);
extern const char *const distance_names[DISTANCE_BOUNDARIES]; // "activation", "function"

// One point after the other, then once more at the end.
void distance_text(const distance_job *j, size_t index, const crease_distance *distance);
void distance_text_summary(const distance_job *j);
void distance_csv_begin(const distance_job *j);
void distance_csv(const distance_job *j, size_t index, const crease_distance *distance);
void distance_json_begin(distance_job *j);
void distance_json(distance_job *j, size_t index, const crease_distance *distance);
void distance_json_end(distance_job *j);

// --density
void density_text(const distance_job *j, const crease_boundary *boundary);
void density_json(distance_job *j, const crease_boundary *boundary);

#endif
