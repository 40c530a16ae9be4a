// The tasks of one of the ranks that share a walk: those with which it begins, and those that wait.
// Only src/walk/ranks.c looks inside.
#ifndef WALK_RANK_TASKS_H
#define WALK_RANK_TASKS_H

#include "walk/keeper.h"
#include "walk/link.h"

// The lock is that of the keeper.
typedef struct {
    keeper *k;
    kept_worker *workers;
    const walk_link *link;
    const walk_trace *trace; // that of the keeper, which rests while a rank walks what is another's
    pthread_cond_t moved;    // something of what follows has changed
    // Tasks that wait are waiting[first .. end - 1], once the work has begun the heaviest first.
    kept_task **waiting;
    size_t first, end, capacity;
    size_t idle; // threads
    int begun;   // the subtrees with which all ranks begin wait here
    int ready;   // what waits is this rank's own, and no other's
    int over;    // no task is begun any more
} rank_tasks;

// ---- The lock is held ----

size_t rank_tasks_waiting(const rank_tasks *t);
// Whether a thread of a rank that is ready has nothing to do.
int rank_tasks_idle(const rank_tasks *t);
// Or soon will have: so little waits that others are asked before.
int rank_tasks_wants(const rank_tasks *t);
void rank_tasks_push(void *to, kept_task *task);
void rank_tasks_end(rank_tasks *t);

// ---- It is not ----

// What a thread does, by parallel_run: the first one finds which tasks are this rank's own, as
// walk/ranks.h has it; then all run what waits until the work is over.
crease_status rank_tasks_work(void *data, void *state, size_t index, crease_error *error);

#endif
