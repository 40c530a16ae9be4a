// The thread pool: the only place where threads are made.
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include "base/limits.h"

// How many threads take part where so many are wanted, 0 meaning one per processor: at most 1024,
// and no more than there are jobs.
size_t parallel_threads(size_t wanted, size_t jobs);

// ---- Numbered jobs ----

// A job does its work and leaves what it finds where no other does, so that all is the same for
// any number of threads.
typedef struct {
    size_t jobs;        // 0 .. jobs - 1; SIZE_MAX: no end
    size_t threads;     // as wanted
    run_limits *limits; // no job is begun once these are reached, and the number of jobs that are
                        // done is told there; may be NULL
    void *data;         // for all that follows
    crease_status (*run)(void *data, void *state, size_t index, crease_error *error);
    // What each thread has for itself: so many bytes, zero before init. All may be left out.
    size_t state_size;
    void (*init)(void *data, void *state);
    void (*clear)(void *data, void *state);
    // Hears of the jobs in their order, from any thread but never from two at once, and may end the
    // work; or NULL. Not of errors.
    crease_status (*tell)(void *data, size_t index, crease_status status);
    size_t window; // no job is begun before job index - window has been told of; needs tell
} parallel;

// Runs the jobs, begun in order. After one that ends with anything but CREASE_OK no more are begun
// or told of; of those that did, the first one's status and error are given: so that all before it
// are done, and the result does not depend on the number of threads. CREASE_STOPPED also if the
// limits were reached before all jobs were begun.
crease_status parallel_run(const parallel *work, crease_error *error);

// ---- Tasks that make more tasks ----

typedef struct parallel_tasks parallel_tasks;

void parallel_push(parallel_tasks *tasks, void *task);

// Runs so many tasks, and those that are pushed meanwhile, the latest first, until none is left.
// Thread i has states[i], so many bytes each; it need not have been given a task.
void parallel_run_tasks(void *const *first, size_t count, size_t threads, void *states,
                        size_t state_size,
                        void (*run)(void *state, void *task, parallel_tasks *tasks));

// ---- Random numbers ----

// A seed for something numbered index, unlike those of other seeds and indices.
uint64_t parallel_seed(uint64_t seed, uint64_t index);

#endif
