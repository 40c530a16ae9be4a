// How a call runs and ends; conventions of all headers; results that are not rational.
//
// Every fallible function returns a crease_status and, unless it is CREASE_OK, fills its
// crease_error: after CREASE_STOPPED the message names the limit, and says how far the work was, as
// "stopped by time_limit after 1.5 s: 1234 regions". The library never prints or exits, except that
// without memory it aborts, as GMP and FLINT do; crease_options.memory_limit ends work in order
// before.
//
// Conventions. The caller owns an object returned through a pointer, and frees it with the function
// named so. *_clear may be called after *_init in any case. Callers initialise the fmpq entries
// they pass. Matrices are stored row after row. Indices and ids count from 0. Functions called read
// take a path, "-" for standard input; parse takes size bytes of text and a name for messages.
// Counts and partial results are valid after CREASE_STOPPED. Callbacks get their data first; what
// else they get is valid until they return. No exception and no longjmp may leave a callback.
//
// Threads. Functions may be called from several threads at once, also with one network and one
// domain, which no call but their free changes. Any other object belongs to one thread at a time.
#pragma once

#include <flint/fmpq.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

// Around all declarations: visible symbols, of C linkage.
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
    CREASE_ERROR = 2,    // bad input or usage, or a file that cannot be read or written
    CREASE_STOPPED = 3,  // a limit, a signal or a callback ended the work; results are partial
} crease_status;

// 0 and empty strings: does not apply.
typedef struct {
    char file[256];      // as the user named it, or the option: "--box"
    size_t line, column; // from 1; column in bytes
    char where[160];     // place inside a document, or argument: "layers[0].weights[2][1]"
    char message[512];   // the value found and what was expected, one line
} crease_error;

// "file:line:column: where: message" without what does not apply, into at most size bytes: one line
// of UTF-8, with ? for characters that a terminal cannot show. Returns text.
char *crease_error_text(char *text, size_t size, const crease_error *error);

// ---- How to run ----

typedef enum {
    CREASE_FILTERED, // doubles with error bounds, integers where these do not decide
    CREASE_EXACT,    // integers only: the reference
    CREASE_FLOAT,    // doubles and a tolerance: no guarantee, for comparison only
} crease_arith;

const char *crease_arith_name(crease_arith arith); // "filtered", "exact", "float"

// 0: does not apply.
typedef struct {
    uint64_t done, total; // of many lines, points, images (which become more), ..; total 0: no end
    uint64_t regions;     // counted so far
    double share;         // of the domain's volume that is done, where known
    double seconds;
} crease_progress;

// Steps of work that is split into tasks, which are files in a folder (docs/cluster.md). Each step
// is a call of the same function with the same question.
typedef enum {
    CREASE_TASKS_ALL,   // all in one call, which resumes what was stopped
    CREASE_TASKS_SPLIT, // makes the tasks; results are empty
    CREASE_TASKS_RUN,   // computes tasks; results are empty
    CREASE_TASKS_MERGE, // combines their results
} crease_tasks_step;

// Zero-initialised, or NULL: the defaults. Results do not depend on the number of threads, unless
// the work was stopped.
typedef struct {
    crease_arith arith;
    double tolerance;    // CREASE_FLOAT: relative; 0: 1e-10
    double time_limit;   // seconds; 0: none
    size_t memory_limit; // bytes of the process, polled 20 times a second; 0: none
    size_t threads;      // at most 1024; 0: one per usable processor
    // Stop before region max_regions + 1 of a walk, of a line, around a point; 0: none.
    uint64_t max_regions;
    const volatile sig_atomic_t *interrupt; // stop when it becomes non-zero; may be NULL
    // About once a second, from any thread, one call at a time; may be NULL.
    void (*progress)(void *data, const crease_progress *now);
    void *progress_data;
    // A folder of tasks, or NULL. For crease_walk without a visitor, crease_count_linear, files of
    // regions, certificates, crease_ranges, crease_lipschitz_compute and crease_classes_find, in
    // proved arithmetic and without max_regions; crease_count by images keeps its state there.
    const char *folder;
    crease_tasks_step tasks_step;
    const char *question; // any text: tasks of another question are refused
    size_t tasks;         // about how many at first; 0: 16
    const char *task;     // the only one to run; NULL: all that lack a result
    // Seconds after which a task is cut; 0: never, but 60 with CREASE_TASKS_ALL. By images: between
    // two states; 0: 1.
    double task_time;
} crease_options;

// ---- Norms ----

// Norms of vectors. The operator norm of a matrix A is the greatest norm of A x for x of norm 1.
typedef enum {
    CREASE_NORM_2,   // Euclidean; for a matrix the greatest singular value
    CREASE_NORM_1,   // the sum of |x_j|; for a matrix the greatest sum of |a_ij| over i
    CREASE_NORM_MAX, // the greatest |x_j|; for a matrix the greatest sum of |a_ij| over j
} crease_norm;

const char *crease_norm_name(crease_norm norm); // "2", "1", "inf"

// ---- Enclosures and estimates ----

// A closed interval that contains a number; lo > hi: no such number exists.
typedef struct {
    fmpq_t lo, hi;
} crease_enclosure;

// To as many decimals as the enclosure determines, rounded outwards. The caller frees both texts.
void crease_enclosure_text(char **lo, char **hi, const crease_enclosure *enclosure);

CREASE_END
