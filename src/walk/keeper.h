// What a walk that can be taken up again keeps: the totals of all tasks that are done, and the
// tasks that are left. Only src/walk/kept.c looks inside.
#ifndef WALK_KEEPER_H
#define WALK_KEEPER_H

#include "base/parallel.h"
#include "tree/tree.h"
#include "walk/record_file.h"

typedef struct kept_task {
    walk_task *task;
    struct kept_task *before, *after; // in the list of those that are left
} kept_task;

typedef struct {
    const crease_options *options;
    run_limits *limits;
    pthread_mutex_t lock; // of what follows
    kept_task *first;     // of those that are left
    size_t left;
    record_file file; // its record's totals are those of all tasks that are done
    int writing;      // a thread is at it
    crease_status status;
    crease_error error;
} keeper;

typedef struct {
    walker *w;
    keeper *keeps;
    kept_task *given, **given_end; // what the present task has handed back, in order
} kept_worker;

kept_task *kept_task_new(walk_task *task);
void kept_task_free(kept_task *task);

// ---- The lock is held ----

void keeper_link(keeper *k, kept_task *task);
void keeper_unlink(keeper *k, kept_task *task);
// All tasks that are left, in a list to be freed.
kept_task **keeper_tasks(const keeper *k);
// The work ends with this error.
void keeper_fail(keeper *k, const crease_error *error);
// Writes the record that the options ask for if it is that old; the lock is not held meanwhile.
void keeper_write(keeper *k, double age);

// ---- It is not ----

// Runs the task `item`, one of those that are left, by the kept_worker `state`. If it is done, it
// is left no more, and what it has handed back is; these are pushed to its place, if it has one.
void keeper_run_task(void *data, void *state, parallel_place *at, void *item);

#endif
