// What crease trajectory prints: text, one JSON object, or comma-separated values.
#ifndef TOOL_TRAJECTORY_H
#define TOOL_TRAJECTORY_H

#include "tool/options.h"
#include "tool/report.h"

typedef struct {
    const cli_settings *settings;
    crease_net *net;
    crease_path *path;
    crease_trajectory *trajectory;
    size_t count; // of both
    int many;     // averages are asked for, be there only one
    crease_options options;
    report_progress progress;
    crease_trajectory_averages averages;
    double seconds;
} trajectory_job;

// "segment", "polyline", "arc" or "circle".
const char *trajectory_kind(const trajectory_job *j);
size_t trajectory_complete(const trajectory_job *j); // how many are
// Whether patterns and transitions are those of the ellipse itself.
int trajectory_is_true_circle(const trajectory_job *j);

// Makes j->path and j->count; after an error, these are those that were made. The error names the
// option or the file at fault.
crease_status trajectory_paths(trajectory_job *j, crease_error *error);

void trajectory_text(const trajectory_job *j);
void trajectory_json(const trajectory_job *j);
void trajectory_csv(const trajectory_job *j);

#endif
