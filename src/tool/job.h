// What a command works on and how: a network, a domain, options, progress, and how it ended.
#ifndef TOOL_JOB_H
#define TOOL_JOB_H

#include "tool/options.h"
#include "tool/report.h"
#include "tool/results.h"

typedef struct {
    const char *name; // of the network, as the user gave it; or of the command
    crease_net *net;
    crease_domain *domain; // NULL: the job has none
    crease_options options;
    crease_counts counts;
    report_progress progress;
    const char *stopped; // what work that was stopped has left
    int of_several;      // networks: messages say of which
    double time_limit;   // of the whole command
} job;

// Options, with progress, the flag of signals and the time that is left. streams: the command
// writes to standard output while the work goes on, so that progress on the same terminal would
// only disturb.
void job_start(job *work, const char *name, const run_settings *run, int streams);

// Also reads the network and makes the domain, none if domain is NULL. Reports an error; job_close
// is due only after success.
crease_status job_open(job *work, const char *net, const domain_settings *domain,
                       const run_settings *run, int streams);

// To be called after what has taken time of its own: the options get the time that is left.
void job_look_at_clock(job *work);

// To be called with what the work returned: wipes the progress line and reports an error, which
// speaks of the network if it names no other place, or why the walk stopped. Returns status.
crease_status job_end(job *work, crease_status status, crease_error *error);

// "stopped by --max-regions" if so many regions were found, or the reason of stop.h.
const char *job_stopped_by(const job *work, uint64_t regions);

// What put_work and put_work_end say of it.
work_summary job_summary(const job *work);

void job_close(job *work);

// Does the same with each of the networks that were named, in their order, with those after one
// that failed too, but none after a signal or when memory is short. Each has the whole time limit,
// and prints what it has found. Returns what is to be
// said of all: an error, else a negative answer, else that something was stopped.
typedef crease_status job_of_network(const settings *s, const char *net, const void *data,
                                     results *r);
crease_status job_each(const settings *s, job_of_network *does, const void *data);

// Makes the domain that the options ask for, of so many inputs; the error names the option or the
// file at fault.
crease_status job_domain(crease_domain **domain, const domain_settings *wanted, size_t inputs,
                         crease_error *error);

// Reads points of so many numbers each from a file; or pairs of points, a row for each point, from
// a file or the two options. To be freed with _fmpq_vec_clear(*points, *count * inputs), or twice
// as many.
crease_status job_points(fmpq **points, size_t *count, size_t inputs, const char *path,
                         crease_error *error);
crease_status job_pairs(fmpq **points, size_t *count, size_t inputs, const point_settings *at,
                        crease_error *error);

// Gives an error about a field of the library's options the name of the option of this command
// that stands for it, or of the command.
crease_status report_field_error(crease_error *error, const settings *s);

#endif
