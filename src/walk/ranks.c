// A walk that several processes share.
#include "walk/ranks.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "tree/parcel.h"
#include "walk/manner.h"
#include "walk/rank_tasks.h"
#include "walk/snapshot.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Seconds between two looks for messages: of threads that walk; of the one that talks, if nobody
// wakes it, the shorter the more there were, and short where somebody waits for one. Between two
// snapshots; and until all are given up that a signal has to reach.
static const double between_looks = 5e-5, least_nap = 2e-5, most_nap = 5e-3;
static const double least_pause = 1e-3, patience = 2;
// Subtrees in one message; and ranks that pass on what one asks, at most.
enum { MOST_GIVEN = 2, MOST_PASSED = 5 };

typedef struct {
    keeper *k;
    const walk_link *link;
    int above;              // rank; -1: this is rank 0
    int first_below, below; // ranks
    random_state random;
    _Atomic double next_look; // of a thread that walks
    // The lock of the keeper is for what follows, too.
    rank_tasks tasks;
    // Of work that goes from rank to rank.
    int asks;          // a rank has been asked, and has not answered
    unsigned refusals; // so many have had nothing, one after the other
    double next_ask;   // seconds
    uint64_t sent, received;
    char *early; // what was given after a snapshot that is not taken here yet; or NULL
    int early_from;
    size_t early_size;
    uint64_t early_taken;
    // Of snapshots.
    int called;        // one has been called for, and is not taken here yet
    uint64_t taken;    // number of the last one that was
    snapshot now;      // the one that is being put together here
    walk_record heard; // the last message
    // Rank 0.
    snapshot last; // the last one with subtrees that is whole
    uint64_t late; // messages that were on their way when the present one was taken
    int collecting;
    double called_at, next_call;
    uint64_t own, told; // regions: its own in the present snapshot, the others' so far
} rank_walk;

// ---- Messages ----

static void trace_message(const rank_walk *r, walk_traced_message message)
{
    message.seconds = run_limits_seconds(r->k->limits) - message.start;
    if (r->tasks.trace)
        r->tasks.trace->message(r->tasks.trace->data, &message);
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

static void send_record(rank_walk *r, int to, const char *head, const walk_record *record,
                        double start)
{
    size_t size;
    const walk_path **path = walk_record_paths(record);
    char *body = walk_record_text(&size, record, path, record->subtrees);
    send_text(r, to, head, body, size, record->subtrees, start);
    free(body);
    free(path);
}

// What follows the first line, if that begins so; or NULL.
static const char *body_of(const char *text, const char *kind)
{
    size_t length = strlen(kind);
    const char *end = strchr(text, '\n');
    return end && !strncmp(text, kind, length) && strchr(" \n", text[length]) ? end + 1 : NULL;
}

static void fail_for(rank_walk *r, int from, const char *message)
{
    crease_error error;
    error_set(&error, "rank %d: %s", from, message);
    keeper_fail(r->k, &error);
}

static int take_record(rank_walk *r, const char *text, size_t size, const char *body)
{
    crease_error error;
    if (!walk_record_parse(&r->heard, body, size - (size_t)(body - text), "message", &error))
        return 1;
    keeper_fail(r->k, &error);
    return 0;
}

static void push_task(rank_walk *r, walk_task *task)
{
    kept_task *kept = kept_task_new(task);
    keeper_link(r->k, kept);
    rank_tasks_push(&r->tasks, kept);
}

static void tell_below(const rank_walk *r, const char *word)
{
    for (int i = 0; i < r->below; i++)
        send_word(r->link, r->first_below + i, word);
}

// ---- begin ----

static void take_begin(rank_walk *r, const char *text, size_t size, const char *body)
{
    tell_below(r, text);
    const int good = take_record(r, text, size, body);
    for (size_t i = 0; good && i < r->heard.subtrees; i++)
        push_task(r, walk_task_at(r->heard.subtree[i].choice, r->heard.subtree[i].count));
    r->tasks.begun = 1;
    pthread_cond_broadcast(&r->tasks.moved);
}

// Rank 0 begins with the same paths as all others: what else it knows of its tasks they do not.
static void begin_all(rank_walk *r)
{
    keeper *k = r->k;
    size_t count = k->left, size;
    kept_task **list = keeper_tasks(k);
    const walk_path **path = memory_new(count, sizeof *path);
    for (size_t i = 0; i < count; i++) {
        path[i] = walk_task_path(list[i]->task);
        walk_record_add(&r->last.sum, path[i]->choice, path[i]->count);
    }
    walk_counts_add(&r->last.sum.totals, &k->file.record.totals);
    char *body = walk_record_text(&size, &r->heard, path, count);
    char *text = memory_format("begin\n%s", body);
    for (size_t i = 0; i < count; i++) {
        keeper_unlink(k, list[i]);
        kept_task_free(list[i]);
    }
    take_begin(r, text, strlen(text), body_of(text, "begin"));
    walk_record_drop_subtrees(&r->heard);
    free(path);
    free(list);
    free(body);
    free(text);
}

// ---- ask, give, none ----

static int other_rank(rank_walk *r)
{
    int to = (int)random_below(&r->random, (uint64_t)r->link->ranks - 1);
    return to + (to >= r->link->rank);
}

static void send_ask(const rank_walk *r, int to, int asker, int passed, double start)
{
    char head[64];
    snprintf(head, sizeof head, "ask %d %d\n", asker, passed);
    send_text(r, to, head, "", 0, 0, start);
}

static void ask_if_due(rank_walk *r)
{
    const double now = run_limits_seconds(r->k->limits);
    if (!rank_tasks_wants(&r->tasks) || (r->refusals && !rank_tasks_idle(&r->tasks)) ||
        r->link->ranks == 1 || r->asks || r->early || now < r->next_ask)
        return;
    r->asks = 1;
    send_ask(r, other_rank(r), r->link->rank, 0, now);
}

static void send_tasks(rank_walk *r, int to, kept_task *const *given, size_t count, double start)
{
    char head[64];
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += walk_parcel_write(NULL, given[i]->task);
    char *parcels = memory_take(size), *end = parcels;
    for (size_t i = 0; i < count; i++)
        end += walk_parcel_write(end, given[i]->task);
    snprintf(head, sizeof head, "give %" PRIu64 "\n", r->taken);
    send_text(r, to, head, parcels, size, count, start);
    free(parcels);
}

// Who has nothing asks another in place of who asked, which is quicker than to say so; but not for
// ever, since there may be nothing anywhere.
static void pass_on(rank_walk *r, int asker, int passed, double start)
{
    const int to = other_rank(r);
    if (passed < MOST_PASSED && to != asker)
        send_ask(r, to, asker, passed + 1, start);
    else
        send_text(r, asker, "none\n", "", 0, 0, start);
}

// The heaviest of what waits, no more than half; and also what alone waits, if all threads are at
// work.
static void take_ask(rank_walk *r, int from, const char *text)
{
    const double start = run_limits_seconds(r->k->limits);
    int asker = 0, passed = 0;
    if (sscanf(text, "ask %d %d", &asker, &passed) != 2 || asker < 0 || asker >= r->link->ranks ||
        asker == r->link->rank) {
        fail_for(r, from, "sent what is no message");
        return;
    }
    if (!r->tasks.ready || r->tasks.over || rank_tasks_waiting(&r->tasks) <= r->tasks.idle) {
        pass_on(r, asker, passed, start);
        return;
    }
    size_t count = rank_tasks_waiting(&r->tasks) > 1 ? rank_tasks_waiting(&r->tasks) / 2 : 1;
    count = count < MOST_GIVEN ? count : MOST_GIVEN;
    kept_task **given = r->tasks.waiting + r->tasks.first;
    send_tasks(r, asker, given, count, start);
    r->sent++;
    r->tasks.first += count;
    for (size_t i = 0; i < count; i++) {
        keeper_unlink(r->k, given[i]);
        kept_task_free(given[i]);
    }
}

// Longer and longer, where nobody has anything.
static void take_none(rank_walk *r)
{
    enum { MOST_DOUBLED = 3 };
    r->asks = 0;
    r->refusals += r->refusals < MOST_DOUBLED;
    r->next_ask = run_limits_seconds(r->k->limits) + least_nap * (double)(1U << r->refusals);
}

// A task that has changed on its way is lost; no snapshot is whole then any more.
static void push_given(rank_walk *r, int from, const char *parcels, size_t size)
{
    while (size) {
        walk_task *task = walk_parcel_read(&parcels, &size);
        if (!task) {
            fail_for(r, from, "sent a subtree that has changed on its way");
            return;
        }
        const walk_path *path = walk_task_path(task);
        walk_record_add(&r->heard, path->choice, path->count);
        push_task(r, task);
    }
    r->received++;
}

// What was heard was given before the present snapshot, and taken after it.
static void note_late(rank_walk *r)
{
    if (!r->collecting)
        return;
    r->late++;
    r->now.left += r->heard.subtrees;
    if (r->now.lists)
        snapshot_add_subtrees(&r->now, &r->heard);
}

// They were on their way while the last snapshot was taken.
static void tell_late(rank_walk *r, double start)
{
    char head[64];
    if (r->above < 0) {
        note_late(r);
        return;
    }
    walk_counts_reset(&r->heard.totals);
    snprintf(head, sizeof head, "late %" PRIu64 "\n", r->taken);
    send_record(r, 0, head, &r->heard, start);
}

// Whoever gave it has taken so many snapshots. If this rank has taken more, it was on its way while
// the last was taken, and rank 0 is told. If less, the next is taken before, for it is no part of
// that.
static void take_give(rank_walk *r, int from, char **text, size_t size, const char *body)
{
    const double start = run_limits_seconds(r->k->limits);
    uint64_t taken = 0;
    sscanf(*text, "give %" SCNu64, &taken);
    if (taken > r->taken) {
        r->early = *text;
        r->early_from = from;
        r->early_size = size;
        r->early_taken = taken;
        *text = NULL;
        return;
    }
    r->asks = 0;
    r->refusals = 0;
    push_given(r, from, body, size - (size_t)(body - *text));
    if (taken < r->taken)
        tell_late(r, start);
}

// ---- Snapshots: look, report, late ----

// This rank's own part, which changes in no way while the lock is held.
static void take_own(rank_walk *r)
{
    const keeper *k = r->k;
    snapshot *s = &r->now;
    r->called = 0;
    r->taken = s->number;
    s->parts++;
    s->ready &= r->tasks.ready;
    s->sent += r->sent;
    s->received += r->received;
    s->left += k->left;
    walk_counts_add(&s->sum.totals, &k->file.record.totals);
    for (const kept_task *task = s->lists ? k->first : NULL; task; task = task->after) {
        const walk_path *path = walk_task_path(task->task);
        walk_record_add(&s->sum, path->choice, path->count);
    }
    r->own = k->file.record.totals.activation_regions;
}

// A number is called for; what there is of one before is dropped, for nobody wants it any more.
static void call(rank_walk *r, uint64_t number, int stops, int lists)
{
    char text[64];
    snprintf(text, sizeof text, "look %" PRIu64 " %d %d\n", number, stops, lists);
    tell_below(r, text);
    snapshot_begin(&r->now, number, stops, lists);
    r->called = 1;
    if (stops) {
        run_limits_stop(r->k->limits);
        rank_tasks_end(&r->tasks);
    }
}

static void take_report(rank_walk *r, int from, const char *text, size_t size, const char *body)
{
    snapshot part;
    if (!snapshot_read_head(&part, text))
        fail_for(r, from, "sent what is no report");
    else if (part.number == r->now.number && take_record(r, text, size, body))
        snapshot_add(&r->now, &part, &r->heard);
}

static void take_late(rank_walk *r, const char *text, size_t size, const char *body)
{
    uint64_t number = 0;
    sscanf(text, "late %" SCNu64, &number);
    if (number == r->now.number && take_record(r, text, size, body))
        note_late(r);
}

static void send_report(rank_walk *r)
{
    snapshot *s = &r->now;
    const double start = run_limits_seconds(r->k->limits);
    char *head = snapshot_head(s);
    send_record(r, r->above, head, &s->sum, start);
    free(head);
    s->parts = 0;
    snapshot_clear(s);
}

// The lock is held, but not while the file is written.
static void write_last(rank_walk *r)
{
    keeper *k = r->k;
    record_file *file = &k->file;
    crease_error error;
    const walk_path **path = walk_record_paths(&r->last.sum);
    const crease_counts own = file->record.totals;
    size_t size;
    file->record.totals = r->last.sum.totals;
    char *text = record_file_text(&size, file, path, r->last.sum.subtrees);
    file->record.totals = own;
    free(path);
    pthread_mutex_unlock(&k->lock);
    crease_status status = record_file_write(file, text, size, &error);
    free(text);
    pthread_mutex_lock(&k->lock);
    record_file_note(file);
    if (status)
        keeper_fail(k, &error);
}

// Rank 0 has all reports, and knows of all that was on its way.
static int is_whole(const rank_walk *r)
{
    const snapshot *s = &r->now;
    return r->collecting && s->parts == 1 + r->below && s->sent == s->received + r->late;
}

static void keep_whole(rank_walk *r)
{
    snapshot *s = &r->now;
    const double now = run_limits_seconds(r->k->limits);
    r->collecting = 0;
    const uint64_t others = s->sum.totals.activation_regions - r->own;
    if (s->ready && others > r->told) {
        run_limits_add(r->k->limits, &(crease_progress){.regions = others - r->told});
        r->told = others;
    }
    r->next_call = now + (now - r->called_at > least_pause ? now - r->called_at : least_pause);
    if (s->ready && (s->lists || !s->left)) {
        const snapshot before = r->last;
        r->last = *s;
        s->sum = before.sum;
        if (s->left && record_file_is_due(&r->k->file, 0))
            write_last(r);
    }
}

// One a second for who hears of progress; when the record is half as old as it may get, so that it
// is not older; and if it seems that nothing is left.
static void call_if_due(rank_walk *r, int stops)
{
    const keeper *k = r->k;
    const double now = run_limits_seconds(k->limits);
    const int lists = stops || record_file_is_due(&k->file, k->file.every / 2);
    if (!stops &&
        (r->collecting || now < r->next_call ||
         !(lists || now >= r->called_at + 1 ||
           (rank_tasks_idle(&r->tasks) && !k->left && (r->refusals || r->link->ranks == 1)))))
        return;
    r->collecting = 1;
    r->late = 0;
    r->called_at = now;
    call(r, r->now.number + 1, stops, lists);
}

// ---- All messages ----

typedef enum { NOTHING, SOMETHING, END } heard;

// Who stops says so to rank 0, why, and of what error.
static void take_stop(rank_walk *r, int from, const char *text)
{
    int why = 0, length = 0;
    sscanf(text, "stop %d%n", &why, &length);
    if (why)
        r->link->told(why);
    char *message = memory_copy_text(text + length);
    message[strcspn(message, "\n")] = '\0';
    if (message[0] == ' ' && message[1])
        fail_for(r, from, message + 1);
    free(message);
    run_limits_stop(r->k->limits); // one that is stopped stops all
}

static void take_look(rank_walk *r, const char *text)
{
    uint64_t number = 0;
    int stops = 0, lists = 0;
    sscanf(text, "look %" SCNu64 " %d %d", &number, &stops, &lists);
    call(r, number, stops, lists);
}

// text: NULL afterwards if it is kept.
static heard take_text(rank_walk *r, int from, char **text, size_t size)
{
    const char *body;
    if (body_of(*text, "end"))
        return END;
    if ((body = body_of(*text, "begin")))
        take_begin(r, *text, size, body);
    else if (body_of(*text, "ask"))
        take_ask(r, from, *text);
    else if (body_of(*text, "none"))
        take_none(r);
    else if ((body = body_of(*text, "give")))
        take_give(r, from, text, size, body);
    else if (body_of(*text, "look"))
        take_look(r, *text);
    else if ((body = body_of(*text, "report")))
        take_report(r, from, *text, size, body);
    else if ((body = body_of(*text, "late")))
        take_late(r, *text, size, body);
    else if (body_of(*text, "stop"))
        take_stop(r, from, *text);
    else
        fail_for(r, from, "sent what is no message");
    return SOMETHING;
}

static heard take_locked(rank_walk *r, int from, char *text, size_t size)
{
    const double start = run_limits_seconds(r->k->limits);
    char kind[8];
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(text, " \n"), text);
    walk_record_drop_subtrees(&r->heard);
    const heard found = take_text(r, from, &text, size);
    trace_message(r, (walk_traced_message){kind, 0, from, r->heard.subtrees, size, start, 0});
    free(text);
    return found;
}

static heard take_within(rank_walk *r, double seconds)
{
    int from;
    size_t size;
    char *text = r->link->take(r->link->data, &from, &size, seconds);
    if (!text)
        return NOTHING;
    pthread_mutex_lock(&r->k->lock);
    const heard found = take_locked(r, from, text, size);
    pthread_mutex_unlock(&r->k->lock);
    return found;
}

// All that there is to be said now; whether nothing is left anywhere. A rank that has not begun yet
// takes no snapshot, unless the work ends with that.
static int speak(rank_walk *r)
{
    snapshot *s = &r->now;
    int done = 0;
    pthread_mutex_lock(&r->k->lock);
    if (r->called && (r->tasks.ready || s->stops))
        take_own(r);
    if (r->early && r->taken >= r->early_taken) {
        char *text = r->early;
        r->early = NULL;
        take_locked(r, r->early_from, text, r->early_size);
    }
    if (r->above >= 0 && s->parts == 1 + r->below)
        send_report(r);
    if (r->above < 0 && is_whole(r)) {
        keep_whole(r);
        done = s->stops || (r->last.number == s->number && !r->last.left);
    }
    if (!s->stops) {
        ask_if_due(r);
        if (r->above < 0 && !done)
            call_if_due(r, 0);
    }
    pthread_mutex_unlock(&r->k->lock);
    return done;
}

// After a look that has found nothing.
static double longer(const rank_walk *r, double nap, int stops)
{
    enum { TIMES_IDLE = 8 };
    const int waits = r->asks || r->called || r->collecting || stops;
    const double most = waits ? least_nap : r->refusals ? TIMES_IDLE * least_nap : most_nap;
    return 2 * nap < most ? 2 * nap : most;
}

// Until it is said that nobody needs this rank any more, or the limits are passed, or it is late.
static heard talk(rank_walk *r, double until)
{
    const keeper *k = r->k;
    const int stops = until < INFINITY;
    double nap = least_nap;
    heard found = SOMETHING;
    while (found != END &&
           (stops ? run_limits_seconds(k->limits) < until : !run_limits_passed(k->limits))) {
        found = take_within(r, nap);
        nap = found ? least_nap : longer(r, nap, stops);
        while (found == SOMETHING)
            found = take_within(r, 0);
        if (found != END && speak(r))
            found = END;
    }
    return found;
}

// A last snapshot, of all ranks that still answer in time; or else the last before.
static void stop_all(rank_walk *r)
{
    keeper *k = r->k;
    pthread_mutex_lock(&k->lock);
    rank_tasks_end(&r->tasks);
    if (r->above < 0) {
        call_if_due(r, 1);
    } else if (!r->now.stops) {
        char *text =
            memory_format("stop %d %s\n", r->link->why(), k->status ? k->error.message : "");
        r->link->send(r->link->data, 0, text, strlen(text));
    }
    pthread_mutex_unlock(&k->lock);
    // Others hear of the end from this rank.
    talk(r, run_limits_seconds(k->limits) + (r->above < 0 ? patience : 2 * patience));
}

static void exchange(void *data)
{
    rank_walk *r = data;
    keeper *k = r->k;
    if (talk(r, INFINITY) != END)
        stop_all(r);
    pthread_mutex_lock(&k->lock);
    rank_tasks_end(&r->tasks);
    pthread_mutex_unlock(&k->lock);
    tell_below(r, "end\n");
    if (r->above >= 0)
        run_limits_stop(k->limits); // what threads are still at is none of this rank's
}

// ---- All of it ----

// What threads do while they walk.
static void look(void *data, double seconds)
{
    rank_walk *r = data;
    double next = atomic_load_explicit(&r->next_look, memory_order_relaxed);
    if (seconds >= next &&
        atomic_compare_exchange_strong(&r->next_look, &next, seconds + between_looks))
        r->link->look(r->link->data);
}

static crease_status work(void *data, void *state, size_t index, crease_error *error)
{
    rank_walk *r = data;
    return rank_tasks_work(&r->tasks, state, index, error);
}

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

// The keeper of rank 0 is left with what all ranks have found.
static void keep_last(rank_walk *r)
{
    keeper *k = r->k;
    while (k->first) {
        kept_task *task = k->first;
        keeper_unlink(k, task);
        kept_task_free(task);
    }
    for (size_t i = r->last.sum.subtrees; i-- > 0;) {
        const walk_path *path = r->last.sum.subtree + i;
        keeper_link(k, kept_task_new(walk_task_at(path->choice, path->count)));
    }
    walk_counts_reset(&k->file.record.totals);
    walk_counts_add(&k->file.record.totals, &r->last.sum.totals);
}

void walk_by_ranks(keeper *k, kept_worker *workers, size_t threads, const walk_link *link)
{
    rank_walk r = {.k = k,
                   .link = link,
                   .tasks = {.k = k, .workers = workers, .link = link, .trace = k->trace}};
    find_place(&r);
    random_seed(&r.random, (uint64_t)link->rank);
    pthread_cond_init(&r.tasks.moved, NULL);
    walk_record_empty(&r.heard, &k->file.record);
    walk_record_empty(&r.now.sum, &k->file.record);
    walk_record_empty(&r.last.sum, &k->file.record);
    k->limits->beside = look;
    k->limits->beside_data = &r;
    k->push = rank_tasks_push;
    k->push_to = &r.tasks;
    if (!link->rank)
        begin_all(&r);
    const parallel crew = {
        .jobs = threads, .threads = threads, .data = &r, .run = work, .beside = exchange};
    parallel_run(&crew, NULL);
    k->limits->beside = NULL;
    if (!link->rank)
        keep_last(&r);
    free(r.early);
    free(r.tasks.waiting);
    walk_record_clear(&r.heard);
    walk_record_clear(&r.now.sum);
    walk_record_clear(&r.last.sum);
    pthread_cond_destroy(&r.tasks.moved);
}
