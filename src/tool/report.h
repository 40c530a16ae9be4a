// What the tool says on standard error.
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include <crease/crease.h>

// One line on standard error: "crease: " and the message, with control characters
// replaced, for file names may contain them. Returns CREASE_ERROR, so that a
// function can say: return report_usage("unknown option '%s'", word);
crease_status report_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The same from an error record.
crease_status report_error(const crease_error *error);

// A line that is not an error: why the work ended early.
void report_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

// How the walk goes on: one line that is overwritten on a terminal, one line each
// time elsewhere.
typedef struct {
    int terminal;
    int width; // of the line that stands on the terminal
} report_progress;

void report_line(report_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// A callback for crease_options; data is a report_progress.
void report_progress_show(void *data, const crease_progress *now);
// Wipes the line from the terminal.
void report_progress_clear(report_progress *progress);

#endif
