// The thread pool: the only place where threads are made.
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include "base/limits.h"

// How many threads take part where so many are wanted, 0 meaning one per processor: at most 1024,
// and no more than there are jobs.
size_t parallel_threads(size_t wanted, size_t jobs);

// ---- Numbered jobs ----

// A job leaves what it finds where no other does, so that all is the same for any number of
// threads.
typedef struct {
    size_t jobs;        // 0 .. jobs - 1; SIZE_MAX: no end
    size_t threads;     // as wanted
    run_limits *limits; // no job is begun once these are reached, and the number of jobs that are
                        // done is told there; may be NULL
    void *data;         // for all that follows
    crease_status (*run)(void *data, void *state, size_t index, crease_error *error);
    // What each thread has for itself: so many bytes, zero before init. The caller's thread makes
    // and clears them. All may be left out.
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

// ---- Tasks that make more tasks, in order ----

// What a task pushes comes right after it, the latest first. Of those that wait the first is run
// first, so that one thread runs them in order, and many nearly so.
//
// A place in that order.
typedef struct parallel_place parallel_place;

typedef struct {
    void *data; // for all that follows
    // Runs the task that is at a place; the thread's own state.
    void (*run)(void *data, void *state, parallel_place *at, void *task);
    // Hears of all places in order, one at a time, each once its task is done and all before it are
    // told of; from a thread that runs nothing meanwhile. Returns 0 to end all work. Frees the
    // task. NULL: nobody is told.
    int (*tell)(void *data, void *state, void *task);
    // Frees a task that nobody has been told of, as the work was ended.
    void (*drop)(void *data, void *task);
    // While all places together keep more bytes, no task but the first is begun, and who keeps more
    // (parallel_keep) waits.
    size_t window;
    size_t each;    // bytes that a place keeps from the start
    size_t threads; // exactly so many, if the system gives them
    size_t stack;   // bytes that a thread takes of its stack; a single one that takes little is the
                    // caller's. 0: not known
    void *states;   // of each thread; it need not have been given a task
    size_t state_size;
} parallel_order;

// Runs so many tasks, and those that are pushed meanwhile, until none is left. Returns 0 if tell
// has ended it.
int parallel_run_order(const parallel_order *work, void *const *first, size_t count);

// Puts a task right after the place where the caller's task is. With `more` there is another place
// right after the pushed one, which is the caller's too, for what it has to say after that: it is
// returned.
parallel_place *parallel_push(parallel_place *at, void *task, int more);
// What tell will hear of at a place of the caller's, once its task is done; NULL: nothing.
void parallel_put(parallel_place *place, void *task);
// Whether all places before are told of, so that the caller may tell by itself of what it has so
// far; it stays so until its task is done.
int parallel_is_first(const parallel_place *at);
// All work ends with the caller's task, if not before: no task of a later place is begun any more.
void parallel_end_here(parallel_place *at);
// Notes that so many bytes are kept at a place until it is told of, and waits as long as that is
// too much and others are first. Returns 0 if all work is to end.
int parallel_keep(parallel_place *at, size_t bytes);

#endif
