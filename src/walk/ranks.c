// A walk that several processes share.
#include "walk/ranks.h"

#include "base/error.h"
#include "base/memory.h"
#include "walk/manner.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Seconds between two looks for messages, the shorter the more there were, and short where somebody
// waits for one; and until all are given up that a signal has to reach.
static const double least_nap = 2e-5, most_nap = 1e-3, patience = 2;
// Subtrees in one message, at most.
enum { MOST_LENT = 1024 };

typedef struct {
    kept_task *task;
    uint64_t message; // with which it was lent
} lent_task;

// A rank below, as the one above knows it.
typedef struct {
    lent_task *lent;
    size_t count, capacity;
    uint64_t messages; // that lent something
    size_t wants;      // threads that have nothing to do, there and below
    int asked;         // to give back
    int final;         // it has been stopped
} member;

typedef struct {
    keeper *k;
    kept_worker *workers;
    size_t threads;
    const walk_link *link;
    int above;              // rank; -1: this is rank 0
    int first_below, below; // ranks
    double every;           // between reports
    // The lock of the keeper is for what follows, too.
    pthread_cond_t moved;
    // Tasks that wait here are waiting[first .. end - 1], in the order in which they came.
    kept_task **waiting;
    size_t first, end, capacity;
    size_t idle;       // threads
    int over;          // no task is begun any more
    uint64_t taken;    // messages that lent something
    size_t owes;       // tasks to be given back, once something waits
    int wants;         // the rank above has been told that something is idle
    member *members;   // the ranks below
    walk_record heard; // the last message
} rank_walk;

// ---- Tasks that wait here ----

static size_t waits(const rank_walk *r)
{
    return r->end - r->first;
}

static void push(void *to, kept_task *task)
{
    rank_walk *r = to;
    if (r->end == r->capacity && r->first > r->capacity / 2) {
        memmove(r->waiting, r->waiting + r->first, waits(r) * sizeof *r->waiting);
        r->end -= r->first;
        r->first = 0;
    }
    MEMORY_RESERVE(r->waiting, r->capacity, r->end + 1);
    r->waiting[r->end++] = task;
    pthread_cond_signal(&r->moved);
}

// A thread has nothing to do. What is still walked may hand back much, so that nobody is in want
// as long as all threads are at work.
static int is_idle(const rank_walk *r)
{
    return r->idle && !waits(r);
}

// The latest, which is the deepest, so that little waits; others are given the first.
static kept_task *next_task(rank_walk *r)
{
    keeper *k = r->k;
    pthread_mutex_lock(&k->lock);
    r->idle++;
    while (!waits(r) && !r->over)
        pthread_cond_wait(&r->moved, &k->lock);
    r->idle--;
    kept_task *task = r->over ? NULL : r->waiting[--r->end];
    pthread_mutex_unlock(&k->lock);
    return task;
}

static crease_status work(void *data, void *state, size_t index, crease_error *error)
{
    rank_walk *r = data;
    (void)state, (void)error;
    for (kept_task *task; (task = next_task(r));)
        keeper_run_task(NULL, r->workers + index, NULL, task);
    return CREASE_OK;
}

// The lock is held.
static void end_work(rank_walk *r)
{
    r->over = 1;
    pthread_cond_broadcast(&r->moved);
}

// ---- Messages ----

static void trace_message(const rank_walk *r, walk_traced_message message)
{
    const walk_trace *trace = r->k->trace;
    message.seconds = run_limits_seconds(r->k->limits) - message.start;
    if (trace)
        trace->message(trace->data, &message);
}

// start: when it was begun to be made.
static void send_text(const rank_walk *r, int to, const char *head, const char *body, size_t size,
                      size_t subtrees, double start)
{
    char *text;
    size_t length;
    FILE *stream = memory_stream(&text, &length);
    fputs(head, stream);
    fwrite(body, 1, size, stream);
    fclose(stream);
    const walk_traced_message told = {head, 1, to, subtrees, length, start, 0};
    r->link->send(r->link->data, to, text, length);
    trace_message(r, told);
}

static void send_word(const walk_link *link, int to, const char *word)
{
    link->send(link->data, to, memory_copy_text(word), strlen(word));
}

// What follows the first line, if that begins so; or NULL.
static const char *body_of(const char *text, const char *kind)
{
    size_t length = strlen(kind);
    const char *end = strchr(text, '\n');
    return end && !strncmp(text, kind, length) && strchr(" \n", text[length]) ? end + 1 : NULL;
}

static int take_subtrees(rank_walk *r, const char *text, size_t size, const char *body)
{
    crease_error error;
    if (!walk_record_parse(&r->heard, body, size - (size_t)(body - text), "message", &error))
        return 1;
    keeper_fail(r->k, &error);
    return 0;
}

static kept_task *task_of(keeper *k, const walk_path *path)
{
    kept_task *task = kept_task_new(walk_task_at(path->choice, path->count));
    keeper_link(k, task);
    return task;
}

// ---- What is in want, here and below ----

static size_t count_wanting(const rank_walk *r)
{
    size_t wanting = 0;
    for (int i = 0; i < r->below; i++)
        wanting += r->members[i].wants;
    return wanting;
}

static size_t demand(const rank_walk *r)
{
    return (is_idle(r) ? r->idle : 0) + count_wanting(r);
}

// ---- To the rank above ----

// Gives back the first so many that wait, or all that are left, with the totals. Those that are
// left else are kept.
static void report(rank_walk *r, const char *kind, size_t back)
{
    keeper *k = r->k;
    const double start = run_limits_seconds(k->limits);
    const int all = back > waits(r);
    const size_t count = k->left, kept = all ? 0 : count - back;
    kept_task **given = memory_new(all ? 0 : back, sizeof *given);
    for (size_t i = 0; !all && i < back; i++) {
        given[i] = r->waiting[r->first++];
        keeper_unlink(k, given[i]);
    }
    const walk_path **path = memory_new(count, sizeof *path);
    size_t paths = 0, size;
    for (const kept_task *task = k->first; task; task = task->after)
        path[paths++] = walk_task_path(task->task);
    for (size_t i = 0; !all && i < back; i++)
        path[paths++] = walk_task_path(given[i]->task);
    char *body = walk_record_text(&size, &k->file.record, path, count);
    const size_t wanted = demand(r);
    char head[sizeof k->error.message + 100];
    snprintf(head, sizeof head, "%s %" PRIu64 " %zu %zu %d %s\n", kind, r->taken, kept,
             !r->wants ? 0
             : wanted  ? wanted
                       : 1,
             r->link->why(), k->status ? k->error.message : "");
    send_text(r, r->above, head, body, size, count, start);
    walk_counts_reset(&k->file.record.totals);
    record_file_note(&k->file);
    for (size_t i = 0; !all && i < back; i++)
        kept_task_free(given[i]);
    free(body);
    free(path);
    free(given);
}

static void take_lent(rank_walk *r, const char *text, size_t size, const char *body)
{
    r->wants = 0;
    r->taken++;
    if (take_subtrees(r, text, size, body))
        for (size_t i = 0; i < r->heard.subtrees; i++)
            push(r, task_of(r->k, r->heard.subtree + i));
}

// Says what there is to say.
static void report_if_due(rank_walk *r)
{
    keeper *k = r->k;
    if (r->owes && waits(r) > 1) {
        size_t half = (waits(r) + 1) / 2, back = half < r->owes ? half : r->owes;
        r->owes = 0;
        report(r, "report", back);
    }
    if (!waits(r) && !r->wants && demand(r)) {
        r->wants = 1;
        report(r, "report", 0);
    }
    if (run_limits_seconds(k->limits) >= k->file.written + r->every)
        report(r, "report", 0);
}

// After a look that has found nothing.
static double longer(double nap, int waiting)
{
    const double most = waiting ? least_nap : most_nap;
    return 2 * nap < most ? 2 * nap : most;
}

// ---- To the ranks below ----

static void lend(rank_walk *r, int to, size_t count)
{
    const double start = run_limits_seconds(r->k->limits);
    member *m = r->members + (to - r->first_below);
    const walk_path **path = memory_new(count, sizeof *path);
    MEMORY_RESERVE(m->lent, m->capacity, m->count + count);
    m->messages++;
    m->wants = 0;
    for (size_t i = 0; i < count; i++) {
        kept_task *task = r->waiting[r->first++];
        m->lent[m->count++] = (lent_task){task, m->messages};
        path[i] = walk_task_path(task->task);
    }
    size_t size;
    walk_counts_reset(&r->heard.totals);
    char *body = walk_record_text(&size, &r->heard, path, count);
    send_text(r, to, "lend\n", body, size, count, start);
    free(body);
    free(path);
}

// What has been lent with the messages up to this one is not left any more, for a report says what
// has become of it.
static void settle_lent(rank_walk *r, member *m, uint64_t message)
{
    size_t still = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (m->lent[i].message > message) {
            m->lent[still++] = m->lent[i];
        } else {
            keeper_unlink(r->k, m->lent[i].task);
            kept_task_free(m->lent[i].task);
        }
    }
    m->count = still;
}

static void fail_for(rank_walk *r, int from, const char *message, int length)
{
    crease_error error;
    error_set(&error, "rank %d: %.*s", from, length, message);
    keeper_fail(r->k, &error);
}

static void take_report(rank_walk *r, int from, const char *text, size_t size, const char *body)
{
    keeper *k = r->k;
    member *m = r->members + (from - r->first_below);
    uint64_t taken;
    size_t kept, wants;
    int length = 0, why;
    if (sscanf(text, "%*s %" SCNu64 " %zu %zu %d%n", &taken, &kept, &wants, &why, &length) != 4 ||
        taken > m->messages) {
        fail_for(r, from, "sent what is no report", 100);
        return;
    }
    if (why)
        r->link->told(why);
    if (body - text > length + 2)
        fail_for(r, from, text + length + 1, (int)(body - text) - length - 2);
    if (!take_subtrees(r, text, size, body))
        return;
    settle_lent(r, m, taken);
    walk_counts_add(&k->file.record.totals, &r->heard.totals);
    for (size_t i = 0; i < r->heard.subtrees; i++) {
        kept_task *task = task_of(k, r->heard.subtree + i);
        if (i < kept) {
            MEMORY_RESERVE(m->lent, m->capacity, m->count + 1);
            m->lent[m->count++] = (lent_task){task, taken};
        } else {
            push(r, task);
        }
    }
    if (r->heard.subtrees > kept)
        m->asked = 0;
    m->wants = taken == m->messages ? wants : 0;
    run_limits_add(k->limits, &(crease_progress){.regions = r->heard.totals.activation_regions});
}

static void take_from_below(rank_walk *r, int from, const char *text, size_t size)
{
    const char *body;
    if ((body = body_of(text, "report"))) {
        take_report(r, from, text, size, body);
    } else if ((body = body_of(text, "final"))) {
        r->members[from - r->first_below].final = 1;
        take_report(r, from, text, size, body);
        run_limits_stop(r->k->limits); // one that is stopped stops all
    } else {
        fail_for(r, from, "sent what is no report", 100);
    }
}

// As much as is in want there of what is in want here, but half of it stays.
static void lend_all(rank_walk *r)
{
    size_t wanting = count_wanting(r);
    for (int i = 0; i < r->below && waits(r); i++) {
        size_t wants = r->members[i].wants;
        if (!wants)
            continue;
        size_t share = waits(r) * wants / (2 * wanting);
        wanting -= wants;
        share = share < MOST_LENT ? share : MOST_LENT;
        lend(r, r->first_below + i, share ? share : 1);
    }
}

// Twice as many ranks are asked as there are in want. Who has nothing to give owes it; a rank that
// is alone in want has nothing to give, but others may be above some that have.
static void ask_for_more(rank_walk *r)
{
    const size_t wanted = demand(r) + r->owes;
    size_t asked = 0;
    char text[64];
    snprintf(text, sizeof text, "share %zu\n", wanted);
    for (int i = 0; i < r->below; i++)
        asked += (size_t)r->members[i].asked;
    for (int i = 0; i < r->below && asked < 2 * wanted && waits(r) < 2; i++) {
        member *m = r->members + i;
        if (m->asked || !m->count)
            continue;
        send_text(r, r->first_below + i, text, "", 0, 0, run_limits_seconds(r->k->limits));
        m->asked = 1;
        asked++;
    }
}

// ---- Both ----

typedef enum { NOTHING, SOMETHING, END } heard;

static heard take_from_above(rank_walk *r, const char *text, size_t size)
{
    const char *body;
    if (body_of(text, "end"))
        return END;
    if (body_of(text, "share"))
        sscanf(text, "share %zu", &r->owes);
    else if (body_of(text, "stop"))
        run_limits_stop(r->k->limits);
    else if (!r->over && (body = body_of(text, "lend")))
        take_lent(r, text, size, body);
    return SOMETHING;
}

static heard take_within(rank_walk *r, double seconds)
{
    int from;
    size_t size;
    heard found = SOMETHING;
    char *text = r->link->take(r->link->data, &from, &size, seconds);
    if (!text)
        return NOTHING;
    pthread_mutex_lock(&r->k->lock);
    const double start = run_limits_seconds(r->k->limits);
    walk_record_drop_subtrees(&r->heard);
    if (from == r->above)
        found = take_from_above(r, text, size);
    else if (from >= r->first_below && from < r->first_below + r->below)
        take_from_below(r, from, text, size);
    trace_message(r, (walk_traced_message){text, 0, from, r->heard.subtrees, size, start, 0});
    pthread_mutex_unlock(&r->k->lock);
    free(text);
    return found;
}

static int all_final(const rank_walk *r)
{
    int final = 1;
    for (int i = 0; i < r->below; i++)
        final &= r->members[i].final;
    return final;
}

static void tell_below(const rank_walk *r, const char *word)
{
    for (int i = 0; i < r->below; i++)
        send_word(r->link, r->first_below + i, word);
}

// The record is written before anything else, for who dies has perhaps ended the others too.
// Returns what was heard last.
static heard stop_all(rank_walk *r)
{
    keeper *k = r->k;
    heard last = SOMETHING;
    pthread_mutex_lock(&k->lock);
    end_work(r);
    if (r->above < 0)
        keeper_write(k, 0);
    pthread_mutex_unlock(&k->lock);
    tell_below(r, "stop\n");
    // Those below have to wait for others below.
    double until = run_limits_seconds(k->limits) + (r->above < 0 ? patience : patience / 2);
    while (!all_final(r) && last != END && run_limits_seconds(k->limits) < until)
        last = take_within(r, most_nap);
    pthread_mutex_lock(&k->lock);
    if (r->above >= 0)
        report(r, "final", SIZE_MAX);
    pthread_mutex_unlock(&k->lock);
    while (r->above >= 0 && last != END)
        last = take_within(r, most_nap);
    return last;
}

// All that there is to be said now; whether nothing is left.
static int speak(rank_walk *r)
{
    keeper *k = r->k;
    int done = 0;
    pthread_mutex_lock(&k->lock);
    lend_all(r);
    ask_for_more(r);
    if (r->above >= 0) {
        report_if_due(r);
    } else {
        r->wants = demand(r) > 0;
        keeper_write(k, k->file.every);
        done = !k->left;
    }
    pthread_mutex_unlock(&k->lock);
    return done;
}

static void exchange(void *data)
{
    rank_walk *r = data;
    keeper *k = r->k;
    double nap = least_nap;
    heard found = SOMETHING;
    while (found != END && !run_limits_passed(k->limits)) {
        found = take_within(r, nap);
        nap = found ? least_nap : longer(nap, r->wants);
        while (found == SOMETHING)
            found = take_within(r, 0);
        if (found != END && speak(r))
            found = END;
    }
    if (found != END)
        stop_all(r);
    pthread_mutex_lock(&k->lock);
    end_work(r);
    pthread_mutex_unlock(&k->lock);
    tell_below(r, "end\n");
    if (r->above >= 0)
        run_limits_stop(k->limits); // what threads are still at is none of this rank's
}

// ---- All of it ----

static void find_place(rank_walk *r)
{
    const walk_link *link = r->link;
    long long first = (long long)link->rank * link->fan + 1;
    r->above = link->rank ? (link->rank - 1) / link->fan : -1;
    r->first_below = first < link->ranks ? (int)first : link->ranks;
    r->below = link->ranks - r->first_below;
    r->below = r->below < link->fan ? r->below : link->fan;
}

void walk_ranks_dismiss(const walk_link *link)
{
    rank_walk r = {.link = link};
    find_place(&r);
    tell_below(&r, "end\n");
}

// A record of the same, of nothing found and nothing left.
static void empty_record(walk_record *record, const walk_record *model)
{
    crease_counts *totals = &record->totals;
    *record = *model;
    record->subtree = NULL;
    record->subtrees = record->capacity = record->kept_size = 0;
    record->kept = NULL;
    totals->per_layer = memory_new(totals->layers, sizeof *totals->per_layer);
    if (totals->per_neuron)
        totals->per_neuron = memory_new(totals->neurons, sizeof *totals->per_neuron);
    walk_counts_reset(totals);
}

// Reports of this age, added up to rank 0 and to its record, are not older than what was asked for.
static double reports_every(const keeper *k, const walk_link *link)
{
    double levels = 2, every = 1;
    for (long long rank = link->ranks - 1; rank > link->fan; rank = (rank - 1) / link->fan)
        levels++;
    return k->options->checkpoint && k->file.every / levels < every ? k->file.every / levels
                                                                    : every;
}

void walk_by_ranks(keeper *k, kept_worker *workers, size_t threads, const walk_link *link)
{
    rank_walk r = {.k = k, .workers = workers, .threads = threads, .link = link};
    r.every = reports_every(k, link);
    find_place(&r);
    pthread_cond_init(&r.moved, NULL);
    empty_record(&r.heard, &k->file.record);
    r.members = memory_new((size_t)r.below, sizeof *r.members);
    k->push = push;
    k->push_to = &r;
    if (!link->rank && k->options->checkpoint)
        k->file.every = r.every;
    kept_task **list = keeper_tasks(k);
    for (size_t i = k->left; i-- > 0;)
        push(&r, list[i]);
    free(list);
    const parallel crew = {
        .jobs = threads, .threads = threads, .data = &r, .run = work, .beside = exchange};
    parallel_run(&crew, NULL);
    for (int i = 0; i < r.below; i++)
        free(r.members[i].lent);
    free(r.members);
    free(r.waiting);
    walk_record_clear(&r.heard);
    pthread_cond_destroy(&r.moved);
}
