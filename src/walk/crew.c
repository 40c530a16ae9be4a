// Several walkers share one tree.
#include "walk/crew.h"

#include "base/memory.h"
#include "walk/task.h"
#include <pthread.h>
#include <stdlib.h>

// Cells entered before work is handed back.
enum { BUDGET = 1024 };
// A deep tree is walked by recursion, one small frame a split.
static const size_t stack_size = (size_t)256 << 20;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    walk_task *tasks;
    size_t busy;
} crew;

typedef struct {
    crew *all;
    walker *w;
} member;

static void give(void *data, walk_task *task)
{
    crew *all = data;
    pthread_mutex_lock(&all->lock);
    walk_task_push(&all->tasks, task);
    pthread_cond_signal(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

// The next task, or NULL when none is left and nobody is at work who could make one.
static walk_task *take(crew *all, int was_busy)
{
    pthread_mutex_lock(&all->lock);
    all->busy -= (size_t)was_busy;
    if (all->busy == 0)
        pthread_cond_broadcast(&all->changed);
    while (!all->tasks && all->busy)
        pthread_cond_wait(&all->changed, &all->lock);
    walk_task *task = walk_task_pop(&all->tasks);
    all->busy += task != NULL;
    pthread_mutex_unlock(&all->lock);
    return task;
}

static void *work(void *data)
{
    member *self = data;
    walk_task *task;
    for (int was_busy = 0; (task = take(self->all, was_busy)); was_busy = 1) {
        geom_cell cell;
        size_t l = walk_task_open(&cell, self->w, task);
        walk_subtree(self->w, l, &cell);
        walk_task_free(task);
    }
    flint_cleanup();
    return NULL;
}

static void add_counts(walker *to, const walker *from)
{
    crease_counts *sum = to->counts;
    const crease_counts *part = from->counts;
    sum->activation_regions += part->activation_regions;
    sum->bounded_regions += part->bounded_regions;
    sum->splits += part->splits;
    for (size_t i = 0; i < sum->layers; i++)
        sum->per_layer[i] += part->per_layer[i];
    to->judge.decided_float += from->judge.decided_float;
    to->judge.decided_exact += from->judge.decided_exact;
}

int walk_crew(walker *walkers, size_t count)
{
    crew all = {0};
    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.changed, NULL);
    walk_task_push(&all.tasks, walk_task_whole());
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);

    member *members = memory_new(count, sizeof *members);
    pthread_t *threads = memory_new(count, sizeof *threads);
    for (size_t i = 0; i < count; i++) {
        walkers[i].budget = BUDGET;
        walkers[i].give = give;
        walkers[i].give_to = &all;
        members[i] = (member){&all, walkers + i};
        if (pthread_create(threads + i, &attributes, work, members + i))
            abort(); // as when memory runs out
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 1; i < count; i++)
        add_counts(walkers, walkers + i);

    free(members);
    free(threads);
    pthread_attr_destroy(&attributes);
    pthread_cond_destroy(&all.changed);
    pthread_mutex_destroy(&all.lock);
    return !atomic_load(&walkers->ticker.limits->stopped);
}
