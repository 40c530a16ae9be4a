// The tasks of one of the ranks that share a walk.
#include "walk/rank_tasks.h"

#include "base/memory.h"
#include "walk/manner.h"
#include <stdlib.h>
#include <string.h>

// ---- Tasks that wait here ----

size_t rank_tasks_waiting(const rank_tasks *t)
{
    return t->end - t->first;
}

static uint64_t weight(const kept_task *task)
{
    return walk_task_weight(task->task);
}

// The heaviest first, in an order that is the same everywhere.
static int is_before(const kept_task *s, const kept_task *t)
{
    const walk_path *p = walk_task_path(s->task), *q = walk_task_path(t->task);
    if (weight(s) != weight(t))
        return weight(s) > weight(t);
    if (p->count != q->count)
        return p->count < q->count;
    return p->count && memcmp(p->choice, q->choice, p->count * sizeof *p->choice) < 0;
}

static int compare(const void *a, const void *b)
{
    const kept_task *s = *(kept_task *const *)a, *t = *(kept_task *const *)b;
    return is_before(s, t) ? -1 : is_before(t, s);
}

// Those with which all ranks begin, which may be many, wait in no order before.
static void sort_waiting(rank_tasks *t)
{
    const size_t count = rank_tasks_waiting(t);
    if (count > 1) // there is no array before the first task
        qsort(t->waiting + t->first, count, sizeof *t->waiting, compare);
}

void rank_tasks_push(void *to, kept_task *task)
{
    rank_tasks *t = to;
    if (t->end == t->capacity && t->first > t->capacity / 2) {
        memmove(t->waiting, t->waiting + t->first, rank_tasks_waiting(t) * sizeof *t->waiting);
        t->end -= t->first;
        t->first = 0;
    }
    MEMORY_RESERVE(t->waiting, t->capacity, t->end + 1);
    size_t at = t->end++;
    for (; t->begun && at > t->first && is_before(task, t->waiting[at - 1]); at--)
        t->waiting[at] = t->waiting[at - 1];
    t->waiting[at] = task;
    pthread_cond_signal(&t->moved);
}

int rank_tasks_idle(const rank_tasks *t)
{
    return t->ready && t->idle && !rank_tasks_waiting(t) && !t->over;
}

int rank_tasks_wants(const rank_tasks *t)
{
    enum { AT_LEAST = 2 };
    return t->ready && rank_tasks_waiting(t) < AT_LEAST && !t->over;
}

// Of a few that wait the heaviest, so that there is soon something for others; of many the
// lightest, so that no more wait.
static kept_task *take_next(rank_tasks *t)
{
    enum { FEW = 8 };
    return rank_tasks_waiting(t) < FEW ? t->waiting[t->first++] : t->waiting[--t->end];
}

static kept_task *next_task(rank_tasks *t)
{
    keeper *k = t->k;
    pthread_mutex_lock(&k->lock);
    t->idle++;
    while (!(rank_tasks_waiting(t) && t->ready) && !t->over) {
        t->link->wake(t->link->data); // to ask others
        pthread_cond_wait(&t->moved, &k->lock);
    }
    t->idle--;
    kept_task *task = t->over ? NULL : take_next(t);
    if (rank_tasks_wants(t) && t->link->ranks > 1)
        t->link->wake(t->link->data);
    pthread_mutex_unlock(&k->lock);
    return task;
}

// ---- Where each rank begins ----

// Ranks first .. end - 1 have the same tasks wait, and walk the same until there is one for each.
typedef struct {
    int first, end;
} interval;

// Deals what waits to two parts of the interval, each task to the part that has less so far, and
// the ranks as the tasks weigh; forgets the part in which this rank is not.
static interval halve(rank_tasks *t, interval in)
{
    const size_t count = rank_tasks_waiting(t);
    unsigned __int128 sum[2] = {0, 0};
    unsigned char *half = memory_new(count, 1);
    for (size_t i = 0; i < count; i++) {
        half[i] = sum[1] < sum[0];
        sum[half[i]] += weight(t->waiting[t->first + i]);
    }
    const uint64_t ranks = (uint64_t)(in.end - in.first);
    const unsigned __int128 whole = sum[0] + sum[1];
    uint64_t many = (uint64_t)((2 * ranks * sum[0] + whole) / (2 * whole));
    many = many < 1 ? 1 : many < ranks ? many : ranks - 1;
    const int middle = in.first + (int)many, mine = t->link->rank >= middle;
    size_t kept = t->first;
    for (size_t i = 0; i < count; i++) {
        kept_task *task = t->waiting[t->first + i];
        if (half[i] == mine) {
            t->waiting[kept++] = task;
        } else {
            keeper_unlink(t->k, task);
            kept_task_free(task);
        }
    }
    t->end = kept;
    free(half);
    return mine ? (interval){middle, in.end} : (interval){in.first, middle};
}

// Only the first rank of an interval accounts for what all of it walk. The lock is held, but not
// meanwhile. Returns whether it is done.
static int walk_together(rank_tasks *t, kept_task *task, interval in)
{
    keeper *k = t->k;
    const int mine = in.first == t->link->rank;
    k->trace = mine ? t->trace : NULL;
    pthread_mutex_unlock(&k->lock);
    keeper_run_task(NULL, t->workers, NULL, task);
    pthread_mutex_lock(&k->lock);
    k->trace = t->trace;
    if (!mine)
        walk_counts_reset(&k->file.record.totals);
    return !run_limits_passed(k->limits);
}

// Halves are the more alike the more tasks are dealt; but those that are not large are walked by
// all only where there is no other.
static int is_to_be_cut(const rank_tasks *t)
{
    enum { ENOUGH = 8 };
    const size_t count = rank_tasks_waiting(t);
    return count == 1 || (count < ENOUGH && walk_task_is_large(t->waiting[t->first]->task));
}

static void deal(rank_tasks *t)
{
    keeper *k = t->k;
    interval in = {0, t->link->ranks};
    pthread_mutex_lock(&k->lock);
    while (!t->begun && !t->over)
        pthread_cond_wait(&t->moved, &k->lock);
    int all = t->begun;
    sort_waiting(t);
    while (all && in.end - in.first > 1 && rank_tasks_waiting(t)) {
        if (is_to_be_cut(t))
            all = walk_together(t, t->waiting[t->first++], in);
        else
            in = halve(t, in);
    }
    t->ready = all;
    pthread_cond_broadcast(&t->moved);
    pthread_mutex_unlock(&k->lock);
}

crease_status rank_tasks_work(void *data, void *state, size_t index, crease_error *error)
{
    rank_tasks *t = data;
    (void)state, (void)error;
    if (!index)
        deal(t);
    for (kept_task *task; (task = next_task(t));)
        keeper_run_task(NULL, t->workers + index, NULL, task);
    return CREASE_OK;
}

void rank_tasks_end(rank_tasks *t)
{
    t->over = 1;
    pthread_cond_broadcast(&t->moved);
}
