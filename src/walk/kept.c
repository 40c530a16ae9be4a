// A walk that can be taken up again, and shares of one.
//
// A task counts when it is done: its totals are added, and what it has handed back takes its place
// among the tasks that are left, in one step. So at any moment the totals and the tasks that are
// left, those that threads are at included, are a record of the whole walk; and since a task is the
// same however it came about, the end does not depend on how often the walk was taken up.
#include "walk/kept.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "walk/begun.h"
#include "walk/keeper.h"
#include <stdlib.h>
#include <string.h>

// Subtrees for each share of the work, so that shares are about the same.
enum { SUBTREES_PER_PART = 8 };

int walk_is_kept(const crease_options *options)
{
    return options->checkpoint || options->resume || options->parts;
}

// ---- The tasks that are left ----

kept_task *kept_task_new(walk_task *task)
{
    kept_task *made = memory_new(1, sizeof *made);
    made->task = task;
    return made;
}

void keeper_link(keeper *k, kept_task *task)
{
    task->before = NULL;
    task->after = k->first;
    if (k->first)
        k->first->before = task;
    k->first = task;
    k->left++;
}

void keeper_unlink(keeper *k, kept_task *task)
{
    if (task->after)
        task->after->before = task->before;
    *(task->before ? &task->before->after : &k->first) = task->after;
    k->left--;
}

void kept_task_free(kept_task *task)
{
    walk_task_free(task->task);
    free(task);
}

static void drop_given(kept_worker *worker)
{
    for (kept_task *task = worker->given, *after; task; task = after) {
        after = task->after;
        kept_task_free(task);
    }
    worker->given = NULL;
}

// ---- Writing the record ----

void keeper_fail(keeper *k, const crease_error *error)
{
    k->status = CREASE_ERROR;
    k->error = *error;
    run_limits_stop(k->limits);
}

// Of all tasks that are left, in a list to be freed; the lock is held.
static const walk_path **paths_left(const keeper *k)
{
    const walk_path **path = memory_new(k->left, sizeof *path);
    size_t count = 0;
    for (const kept_task *task = k->first; task; task = task->after)
        path[count++] = walk_task_path(task->task);
    return path;
}

// The lock is held.
static char *text_of(size_t *size, keeper *k)
{
    const walk_path **path = paths_left(k);
    char *text = record_file_text(size, &k->file, path, k->left);
    free(path);
    return text;
}

// Writes it if it is that old; the lock is held, but not meanwhile.
void keeper_write(keeper *k, double age)
{
    crease_error error;
    size_t size;
    if (k->writing || k->status || !record_file_is_due(&k->file, age))
        return;
    char *text = text_of(&size, k);
    k->writing = 1;
    pthread_mutex_unlock(&k->lock);
    crease_status status = record_file_write(&k->file, text, size, &error);
    free(text);
    pthread_mutex_lock(&k->lock);
    k->writing = 0;
    record_file_note(&k->file);
    if (status)
        keeper_fail(k, &error);
}

static void write_now(keeper *k)
{
    pthread_mutex_lock(&k->lock);
    keeper_write(k, 0);
    pthread_mutex_unlock(&k->lock);
}

// ---- One task ----

static void *keep(void *to, walk_task *task)
{
    kept_worker *worker = to;
    kept_task *made = kept_task_new(task);
    *worker->given_end = made;
    worker->given_end = &made->after;
    return NULL;
}

// The task is done. at: its place, to push what it has handed back; NULL: that waits in the list.
static void settle(kept_worker *worker, kept_task *done, parallel_place *at)
{
    keeper *k = worker->keeps;
    walker *w = worker->w;
    w->counts->decided_float = w->pos.judge.decided_float;
    w->counts->decided_exact = w->pos.judge.decided_exact;
    pthread_mutex_lock(&k->lock);
    walk_counts_add(&k->file.record.totals, w->counts);
    keeper_unlink(k, done);
    for (kept_task *task = worker->given, *after; task; task = after) {
        after = task->after;
        keeper_link(k, task);
        if (at)
            parallel_push(at, task, 0);
    }
    worker->given = NULL;
    if (at)
        keeper_write(k, k->file.every);
    pthread_mutex_unlock(&k->lock);
    kept_task_free(done);
}

static void refuse_path(keeper *k)
{
    crease_error error;
    record_file_refuse_path(k->options, &error);
    pthread_mutex_lock(&k->lock);
    keeper_fail(k, &error);
    pthread_mutex_unlock(&k->lock);
}

void keeper_run_task(void *data, void *state, parallel_place *at, void *item)
{
    (void)data;
    kept_worker *worker = state;
    kept_task *task = item;
    walker *w = worker->w;
    if (run_limits_passed(worker->keeps->limits))
        return;
    walk_counts_reset(w->counts);
    w->ticker.told.regions = 0;
    worker->given_end = &worker->given;
    w->pos.judge.decided_float = w->pos.judge.decided_exact = 0;
    walk_outcome outcome = walk_run_task(w, task->task, keep, worker);
    if (outcome == WALK_DONE) {
        settle(worker, task, at);
        return;
    }
    drop_given(worker);
    if (outcome == WALK_NOWHERE)
        refuse_path(worker->keeps);
}

// ---- Shares ----

// The largest first: those of the earliest layer, then those with the fewest choices, which are
// few enough in the order of the walk.
static int compare_tasks(const void *a, const void *b)
{
    const walk_path *p = walk_task_path((*(kept_task *const *)a)->task);
    const walk_path *q = walk_task_path((*(kept_task *const *)b)->task);
    uint32_t p_layer = p->count ? p->choice[p->count - 1].layer : 0;
    uint32_t q_layer = q->count ? q->choice[q->count - 1].layer : 0;
    if (p_layer != q_layer)
        return p_layer < q_layer ? -1 : 1;
    if (p->count != q->count)
        return p->count < q->count ? -1 : 1;
    return p->count ? memcmp(p->choice, q->choice, p->count * sizeof *p->choice) : 0;
}

static kept_task *largest(const keeper *k)
{
    kept_task *found = k->first;
    for (kept_task *task = k->first; task; task = task->after)
        if (compare_tasks(&task, &found) < 0)
            found = task;
    return found;
}

// All tasks that are left, in a list to be freed.
kept_task **keeper_tasks(const keeper *k)
{
    kept_task **list = memory_new(k->left, sizeof *list);
    size_t count = 0;
    for (kept_task *task = k->first; task; task = task->after)
        list[count++] = task;
    return list;
}

// Walks task by task, always the largest, until there are enough for all shares; then leaves those
// of this share, dealt to and fro. What has been walked is found by share 0.
static void take_share(keeper *k, kept_worker *worker)
{
    size_t parts = k->file.record.parts, part = k->file.record.part, count = 0;
    crease_progress before = k->limits->now;
    while (k->left && k->left < SUBTREES_PER_PART * parts && !run_limits_passed(k->limits))
        keeper_run_task(NULL, worker, NULL, largest(k));
    kept_task **list = keeper_tasks(k);
    count = k->left;
    qsort(list, count, sizeof *list, compare_tasks);
    for (size_t i = 0; i < count; i++) {
        size_t place = i % parts;
        if ((i / parts % 2 ? parts - 1 - place : place) != part) {
            keeper_unlink(k, list[i]);
            kept_task_free(list[i]);
        }
    }
    free(list);
    if (part)
        walk_counts_reset(&k->file.record.totals);
    else
        before.regions = k->limits->now.regions;
    run_limits_take_back(k->limits, &before);
}

// ---- All of it ----

static void tell_begun(keeper *k, const kept_worker *worker, size_t threads)
{
    const walk_path **path = paths_left(k);
    walk_tell_begun(worker->w, threads, k->file.record.parts, path, k->left);
    free(path);
}

static crease_status begin(keeper *k, kept_worker *worker, size_t threads, crease_error *error)
{
    walk_record *record = &k->file.record;
    int resumed;
    if (record_file_begin(&k->file, &resumed, error))
        return CREASE_ERROR;
    for (size_t i = record->subtrees; i-- > 0;)
        keeper_link(
            k, kept_task_new(walk_task_at(record->subtree[i].choice, record->subtree[i].count)));
    if (!resumed) {
        keeper_link(k, kept_task_new(walk_task_at(NULL, 0)));
        if (record->parts > 1)
            take_share(k, worker);
        if (run_limits_passed(k->limits))
            return CREASE_STOPPED; // nothing is worth a record yet
    }
    // Whether it can be written is known before there is anything to lose.
    write_now(k);
    if (resumed || record->parts > 1)
        tell_begun(k, worker, threads);
    return k->status;
}

static void keeper_init(keeper *k, const crease_counts *counts, const crease_net *net,
                        const crease_domain *domain, run_limits *limits)
{
    *k = (keeper){.options = limits->options, .limits = limits};
    pthread_mutex_init(&k->lock, NULL);
    record_file_init(&k->file, counts->per_neuron ? "count-by-neuron" : "count",
                     counts->per_neuron != NULL, net, domain, limits);
}

static void keeper_clear(keeper *k)
{
    while (k->first) {
        kept_task *task = k->first;
        keeper_unlink(k, task);
        kept_task_free(task);
    }
    record_file_clear(&k->file);
    pthread_mutex_destroy(&k->lock);
}

static void run_all(keeper *k, kept_worker *workers, size_t threads)
{
    kept_task **list = keeper_tasks(k);
    const parallel_order work = {.run = keeper_run_task,
                                 .threads = threads,
                                 .states = workers,
                                 .state_size = sizeof *workers};
    parallel_run_order(&work, (void *const *)list, k->left);
    free(list);
    write_now(k);
}

crease_status walk_kept(crease_counts *counts, walker *walkers, size_t threads,
                        const crease_net *net, const crease_domain *domain, run_limits *limits,
                        crease_error *error)
{
    keeper k;
    keeper_init(&k, counts, net, domain, limits);
    kept_worker *workers = memory_new(threads, sizeof *workers);
    for (size_t i = 0; i < threads; i++)
        workers[i] = (kept_worker){.w = walkers + i, .keeps = &k};
    crease_status status = begin(&k, workers, threads, &k.error);
    if (status == CREASE_OK)
        run_all(&k, workers, threads);
    if (status == CREASE_OK)
        status = k.status ? k.status : k.left ? CREASE_STOPPED : CREASE_OK;
    if (k.error.message[0] && error)
        *error = k.error;
    walk_counts_reset(counts);
    walk_counts_add(counts, &k.file.record.totals);
    counts->seconds = k.file.seconds; // of earlier runs
    keeper_clear(&k);
    free(workers);
    return status;
}
