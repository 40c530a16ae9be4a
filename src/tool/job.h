// One walk: a network, a domain, the engine's options, and how it ended.
#ifndef TOOL_JOB_H
#define TOOL_JOB_H

#include "tool/options.h"
#include "tool/report.h"

typedef struct {
    const char *name; // of the network, as the user gave it
    crease_net *net;
    crease_domain *domain;
    crease_options options;
    crease_counts counts;
    report_progress progress;
    const char *stopped; // what a walk that was stopped has left
} job;

// How to run, from the settings. Progress is shown by `show`, which is given progress, on a
// terminal or if it is asked for. streams: the command writes to standard output meanwhile, so that
// progress on the same terminal would only disturb.
crease_options job_options(const cli_settings *settings, int streams, report_progress *progress,
                           void (*show)(void *progress, const crease_progress *now));

// Reads the network and the domain and makes everything ready to walk.
// streams as above. Reports an error; job_close is due only after success.
crease_status job_open(job *work, const cli_settings *settings, int streams);

// To be called with what the walk returned: wipes the progress line and reports an
// error, which speaks of the network if it names no other place, or why the walk
// stopped. Returns status.
crease_status job_end(job *work, crease_status status, crease_error *error);

void job_close(job *work);

#endif
