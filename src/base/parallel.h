// Independent jobs on several threads.
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <crease/status.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

// Job number index, of 0 .. jobs - 1, does its work and leaves what it finds where nobody else
// writes, so that all is the same for any number of threads.
typedef struct {
    size_t jobs;
    crease_status (*run)(void *data, size_t index, crease_error *error);
    void *data;
    size_t threads;                         // at most 1024; 0 means one per processor
    const volatile sig_atomic_t *interrupt; // may be NULL
    void (*progress)(void *data, size_t done, double seconds); // about once a second, from any
    void *progress_data;                                       // thread, one at a time; or NULL
} parallel;

// Runs the jobs, begun in order. After one that fails no more are begun; of those that failed
// the first one's status and error are given. CREASE_STOPPED if interrupted.
crease_status parallel_run(const parallel *work, crease_error *error);

// A seed for something numbered index, unlike those of other seeds and indices.
uint64_t parallel_seed(uint64_t seed, uint64_t index);

#endif
