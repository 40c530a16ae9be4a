// What a walk that is cut into tasks tells of how it is done: the tasks, and the messages between
// processes. What becomes of the regions is none of it.
#ifndef WALK_TRACE_H
#define WALK_TRACE_H

#include "tree/path.h"

// A task that is done. Times are in seconds, start since the walk began.
typedef struct {
    const walk_path *path;
    const walk_path **given; // the tasks that it has handed back
    size_t givens;
    double start, seconds, cpu; // cpu: the processor time of its thread
    uint64_t instructions;      // of its thread, as the processor counts them; 0: it does not
    size_t left, facets;        // of its cell: walk_task_left, walk_task_facets
    uint64_t units;             // of work, in which budgets are measured
    uint64_t regions, splits;
} walk_traced_task;

// A message that was sent or taken; seconds: what it took to make it, or to do what it says.
typedef struct {
    const char *kind; // up to its first space or line end
    int sent;         // or taken
    int peer;         // rank
    size_t subtrees, bytes;
    double start, seconds;
} walk_traced_message;

// Who hears of that, of one thing at a time, from any thread.
typedef struct {
    void *data;
    void (*task)(void *data, const walk_traced_task *task);
    void (*message)(void *data, const walk_traced_message *message);
} walk_trace;

// What a thread has done so far.
typedef struct {
    double cpu;
    uint64_t instructions;
} walk_effort;

walk_effort walk_effort_now(void);

#endif
