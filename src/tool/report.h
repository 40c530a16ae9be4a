// Messages on standard error: errors, suggestions, and progress.
#pragma once

#include <crease/crease.h>
#include <stdbool.h>

// From now on a write to a closed pipe fails silently. If the caller ignores SIGPIPE, the failed
// write is reported.
void report_watch_pipes(void);
// After such a failure: ends the program as SIGPIPE would have done.
void report_end_with_pipe(void);

// One line on standard error: "crease: " and the message, with a ? for all that a terminal would
// not show as it is, for file names may contain that. Returns CREASE_ERROR, so that a
// function can say: return report_usage("unknown option '%s'", word);
crease_status report_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The same from an error record; source names the option or file at fault if the record does not.
crease_status report_error(crease_error *error, const char *source);

// The same for a line that is not an error: why the work ended early.
#define report_note (void)report_usage

// Returns the names of a list one by one, and then NULL.
typedef const char *name_list(const void *data, size_t index);

// The name nearest to a misspelt word (of length characters), by itself or by its part after a
// colon; NULL if none is near. Capitals count as small letters. An abbreviation is at distance 0.
// Otherwise the distance is the number of letters inserted, left out, replaced, or exchanged with
// their neighbour; a name is near if that concerns at most a third of the word. The first of
// equally near names is returned.
const char *nearest_name(const char *word, size_t length, name_list *names, const void *data);

// Reports that no `what` is called word, and the nearest name, or what lists them.
crease_status report_unknown(const char *what, const char *word, const char *list,
                             name_list *names);

// The progress of the work: one line that is overwritten on a terminal, a new line elsewhere.
typedef struct {
    bool terminal;
    int width;        // of the line that stands on the terminal
    const char *noun; // of what is done one after the other: "points"; NULL: an enumeration
} report_progress;

// A callback for crease_options; data is a report_progress.
void report_progress_show(void *data, const crease_progress *now);
// Wipes the line from the terminal.
void report_progress_clear(report_progress *progress);
