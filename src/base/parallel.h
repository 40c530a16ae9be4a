// The thread pool: tasks that create tasks, delivered in order. No other code creates threads.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The number of threads for a request of `wanted` (0: one per processor): at most 1024, and at most
// one per job.
size_t parallel_threads(size_t wanted, size_t jobs);

// A place in the order of the tasks. A new task is placed right after the task that created it,
// before those created earlier. Threads take the first waiting task, so one thread runs the tasks
// in order, and several threads nearly so.
typedef struct parallel_place parallel_place;

typedef struct {
    void *data; // passed to every function below
    void (*run)(void *data, void *state, parallel_place *place, void *task);
    // Called for the places in order, one call at a time, once the task is done, by a thread that
    // runs no task. Frees the task. Returns 0 to end all work.
    bool (*deliver)(void *data, void *state, void *task);
    // Frees a task that is not delivered because the work has ended.
    void (*drop)(void *data, void *task);
    size_t window;  // bytes; while the places keep more, only the first task may start, and
                    // parallel_keep waits
    size_t each;    // bytes that each place keeps from the start of its task
    size_t threads; // fewer if the system refuses
    size_t stack;   // bytes of stack that a task needs, 0: unknown; if a small stack does, a single
                    // thread may be the caller's own
    void *states;   // one per thread; a state may stay unused
    size_t state_size;
} parallel_order;

// Runs these tasks and all that they create. Returns 0 if a delivery ended the work.
bool parallel_run_order(const parallel_order *work, void *const *first, size_t count);

// Places a new task right after the caller's. With `more`, adds and returns another place right
// after the new task, for what the caller reports after it.
parallel_place *parallel_push(parallel_place *place, void *task, bool more);
// Sets the task that is delivered for one of the caller's places; NULL: none.
void parallel_put(parallel_place *place, void *task);
// Whether all places before this one are delivered. If so this stays so until the task is done, and
// the task may report its results directly.
bool parallel_is_first(const parallel_place *place);
// Starts no task of a later place: the work ends with this task.
void parallel_end_here(parallel_place *place);
// Sets the bytes that a place keeps until it is delivered. Waits while the places keep more than
// the window, unless this one is first. Returns 0 if the work has ended.
bool parallel_keep(parallel_place *place, size_t bytes);

// Calls a function that takes these bytes of stack, on another thread if this one may have fewer.
void parallel_call(void (*function)(void *data), void *data, size_t stack);
