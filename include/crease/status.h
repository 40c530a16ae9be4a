// Options and status of calls; results that are not rational.
//
// A function that can fail returns a crease_status and, unless it is CREASE_OK, fills the
// crease_error. The library never prints or exits, but aborts if memory runs out, as GMP and FLINT
// do; crease_options.memory_limit ends work before that.
#ifndef CREASE_STATUS_H
#define CREASE_STATUS_H

#include <flint/fmpq.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

// Exported symbols, of C linkage, stand between these two.
#ifdef __cplusplus
#define CREASE_BEGIN                                   \
    _Pragma("GCC visibility push(default)") extern "C" \
    {
#define CREASE_END \
    }              \
    _Pragma("GCC visibility pop")
#else
#define CREASE_BEGIN _Pragma("GCC visibility push(default)")
#define CREASE_END _Pragma("GCC visibility pop")
#endif

CREASE_BEGIN

// The values are the exit statuses of the command-line tool.
typedef enum {
    CREASE_OK = 0,
    CREASE_NEGATIVE = 1, // the answer is no: counts differ, a theorem is violated
    CREASE_ERROR = 2,    // bad input, bad usage, or a file that cannot be read or written
    CREASE_STOPPED = 3,  // a limit or a signal ended the work; results are partial
} crease_status;

// line and column count from 1; 0 means "does not apply", as do empty strings.
typedef struct {
    char file[256];    // file name as the user gave it, or the option: "--box"
    size_t line;       //
    size_t column;     // in bytes
    char where[160];   // place inside a document: "layers[0].weights[2][1]"
    char message[512]; // the value found and what was expected, one line
} crease_error;

// Writes "file:line:column: where: message" without what does not apply, one line of visible
// characters, into at most size bytes. Returns text.
char *crease_error_text(char *text, size_t size, const crease_error *error);

// ---- How to run ----

typedef enum {
    CREASE_FILTERED, // doubles with error bounds, integers where these do not decide
    CREASE_EXACT,    // integers only: the reference
    CREASE_FLOAT,    // doubles and a tolerance: no guarantee, for comparison only
} crease_arith;

// "filtered", "exact" or "float".
const char *crease_arith_name(crease_arith arith);

// 0: does not apply.
typedef struct {
    uint64_t done, total; // lines, paths, points, networks or climbs (total 0: without end)
    uint64_t regions;     // so far; a sweep: pieces; a search: the most in a network
    uint64_t networks;    // that a search has counted
    double share;         // of the length or area of a bounded domain, by doubles
    double seconds;
} crease_progress;

// Long work may be cut into tasks, files of a folder that any number of processes work on
// (docs/cluster.md). Each step is a call of the same function, with the same question.
typedef enum {
    CREASE_TASKS_ALL,   // all steps in one call; a call after one that was stopped goes on
    CREASE_TASKS_SPLIT, // makes the tasks; results are empty
    CREASE_TASKS_RUN,   // computes tasks; results are empty
    CREASE_TASKS_MERGE, // results are those of work in one piece
} crease_tasks_step;

// Zeros, or NULL: the defaults. Results do not depend on the number of threads, unless the work was
// stopped.
typedef struct {
    crease_arith arith;
    double tolerance;     // CREASE_FLOAT: relative, 0 means 1e-10
    double time_limit;    // seconds of wall time, 0 means none
    size_t memory_limit;  // bytes of the process, checked about 20 times a second; 0 means none
    size_t threads;       // at most 1024; 0 means one per processor
    uint64_t max_regions; // of a walk, on each line, around each point; 0 means no limit
    const volatile sig_atomic_t *interrupt; // stop when it becomes non-zero; may be NULL
    // About once a second, from one thread at a time; may be NULL.
    void (*progress)(void *data, const crease_progress *now);
    void *progress_data;
    // A folder of tasks, or NULL. For crease_walk without a visitor, crease_count_linear, files of
    // regions, certificates, crease_ranges, crease_slope_find and crease_classes_find, in proved
    // arithmetic and without max_regions.
    const char *folder;
    crease_tasks_step tasks_step;
    const char *question; // what is asked, in any words: tasks of another question are refused
    size_t tasks;         // that the work is split into at first, about; 0: 16
    const char *task;     // the only one that is run; NULL: all that lack a result
    double task_time;     // seconds after which a task leaves the rest to others; 0: never, but
                          // 60 with CREASE_TASKS_ALL
} crease_options;

// ---- Enclosures and estimates ----

// A closed interval that contains a number; empty (lo > hi) where there is no such number.
typedef struct {
    fmpq_t lo, hi;
} crease_enclosure;

// The nearest double; not of an empty one.
double crease_enclosure_middle(const crease_enclosure *enclosure);

// Decimals, rounded outwards; the caller frees both with free.
void crease_enclosure_text(char **lo, char **hi, const crease_enclosure *enclosure);

// The mean of count independent values, their standard deviation, the standard error of the mean
// and Student's 95 % confidence interval. Sums are exact. NAN: not defined for so few values.
typedef struct {
    uint64_t count;
    double mean, deviation, error, low, high;
} crease_estimate;

CREASE_END
#endif
