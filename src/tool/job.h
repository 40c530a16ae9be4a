// The state of a command: its network, domain, options, progress, results and memory.
#pragma once

#include "tool/options.h"
#include "tool/report.h"
#include "tool/results.h"
#include <stdbool.h>

// Memory that a job frees at its end.
typedef struct {
    void *data;
    size_t entries; // of a vector of rationals; 0: something else
    void (*free)(void *data);
} job_owned;

struct job {
    const settings *s;
    results *r;       // what a command finds is put here, and printed after it
    const char *name; // of the network, as the user gave it; or of the command
    crease_net *net;
    size_t inputs, outputs;
    crease_domain *domain; // NULL: the job has none
    size_t dimension;
    crease_options options;
    crease_counts counts;
    report_progress progress;
    const char *stopped; // what work that was stopped has left
    job_owned *owned;
    size_t owned_count, owned_capacity;
};

// Runs the command that the settings name: opens what its row in the table says, for each of
// several networks if it says so, and prints the results. After a network that cannot be read the
// others follow, but none after a signal or when memory is short; each has the whole time limit.
// Returns the gravest status: an error, a negative answer, or that something was stopped.
crease_status job_run(const settings *s);

// Opens the objects that the flags OPENS_NET .. name, and sets options, progress, the flag of
// signals and the remaining time. Reports an error; job_close is due only after success.
crease_status job_open(job *work, const settings *s, results *r, const char *net, unsigned opens);

// Whether the value of --points, --slice or --around is not the name of a file but the points
// themselves, with this separator: "0,0;1,0;0,1". One point alone is numbers with commas.
bool job_is_inline(const char *value, int separator);

// To be called after what has taken time of its own: the options get the time that is left.
void job_look_at_clock(job *work);

// To be called with what the work returned: wipes the progress line and reports an error, which
// is about the network if it names no other place, or why the walk stopped. Returns status.

crease_status job_end(job *work, crease_status status, crease_error *error);

// "stopped by --max-regions" if the count has reached it, or the reason of stop.h.
const char *job_stopped_by(const job *work, uint64_t regions);

// Reports why work on points was stopped: after how many of them or, if all were done, for how many
// there is only a lower bound.
void job_report_points(const job *work, crease_status status, size_t done, size_t count,
                       uint64_t at_least);

// The fields that begin and end the result of a command on a whole domain.
void job_put_begin(const job *work);
void job_put_end(const job *work);
// The same where bounds may have left regions out.
void job_put_end_examined(const job *work);

void job_close(job *work);

// ---- Memory that the job frees ----

fmpq *job_vector(job *work, size_t entries); // of zeros
void *job_memory(job *work, size_t count, size_t size);
void job_owns(job *work, void *data, void (*free_data)(void *data));

// ---- Points that options name. These report errors; the job frees the points. ----

// --point, as many numbers as dimensions.
crease_status job_point(job *work, fmpq **point, size_t dimension);
// --point or --points.
crease_status job_point_or_points(job *work, fmpq **points, size_t *count, size_t dimension);
// --rel-error E: the least number of digits with 10^-digits <= E; 0: not given.
crease_status job_digits(const job *work, unsigned *digits);

// ---- Distances (crease/distance.h) ----

void put_norm(results *r, crease_norm norm); // for people unless it is the Euclidean one
// In the Euclidean norm the squared distance, in others the distance, exactly and as a double.
void put_distance(results *r, const crease_nearest *nearest, crease_norm norm);
const char *distance_key(crease_norm norm); // its name in JSON and CSV
// --from and --to: two rows of the given dimension.
crease_status job_ends(job *work, fmpq **points, size_t dimension);

// Gives an error about a field of the library's options the name of the option of this command
// that stands for it, or of the command.
crease_status report_field_error(crease_error *error, const settings *s);
