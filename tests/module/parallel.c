// Jobs on threads: each once, the first error, stops, reports.
#include "base/parallel.h"
#include "base/error.h"
#include "unit.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

enum { JOBS = 200 };

typedef struct {
    int runs[JOBS];
    size_t fails_from; // jobs that fail
    volatile sig_atomic_t *raise;
} log_book;

static crease_status job(void *data, void *state, size_t index, crease_error *error)
{
    (void)state;
    log_book *book = data;
    book->runs[index]++;
    if (book->raise && index == 50)
        *book->raise = 1;
    if (book->fails_from && index >= book->fails_from) {
        usleep(index == book->fails_from ? 20000 : 0); // the first of them fails last
        return error_set(error, "job %zu", index);
    }
    return CREASE_OK;
}

static void once_each(void)
{
    for (size_t threads = 0; threads < 5; threads++) {
        log_book book = {.fails_from = 0};
        parallel work = {.jobs = JOBS, .run = job, .data = &book, .threads = threads};
        CU_ASSERT_EQUAL(parallel_run(&work, NULL), CREASE_OK);
        for (size_t i = 0; i < JOBS; i++)
            CU_ASSERT_EQUAL(book.runs[i], 1);
    }
    parallel none = {.run = job};
    CU_ASSERT_EQUAL(parallel_run(&none, NULL), CREASE_OK);
}

static void first_error(void)
{
    for (size_t threads = 1; threads < 5; threads++) {
        log_book book = {.fails_from = 7};
        crease_error error;
        parallel work = {.jobs = JOBS, .run = job, .data = &book, .threads = threads};
        CU_ASSERT_EQUAL(parallel_run(&work, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, "job 7");
        CU_ASSERT_EQUAL(book.runs[JOBS - 1], 0);
    }
}

static void interrupted(void)
{
    volatile sig_atomic_t flag = 0;
    log_book book = {.raise = &flag};
    const crease_options options = {.interrupt = &flag};
    run_limits limits;
    run_limits_init(&limits, &options);
    parallel work = {.jobs = JOBS, .run = job, .data = &book, .threads = 1, .limits = &limits};
    CU_ASSERT_EQUAL(parallel_run(&work, NULL), CREASE_STOPPED);
    CU_ASSERT_EQUAL(book.runs[50], 1);
    CU_ASSERT_EQUAL(book.runs[51], 0);
    run_limits_clear(&limits);
}

static crease_status wait(void *data, void *state, size_t index, crease_error *error)
{
    (void)data;
    (void)state;
    (void)index;
    (void)error;
    usleep(400000);
    return CREASE_OK;
}

static void remember(void *data, const crease_progress *now)
{
    CU_ASSERT(now->done >= 1 && now->done <= 4 && now->total == 4 && now->seconds >= 1);
    ++*(int *)data;
}

static void reports(void)
{
    int count = 0;
    const crease_options options = {.progress = remember, .progress_data = &count};
    run_limits limits;
    run_limits_init(&limits, &options);
    parallel work = {.jobs = 4, .run = wait, .threads = 1, .limits = &limits};
    CU_ASSERT_EQUAL(parallel_run(&work, NULL), CREASE_OK);
    CU_ASSERT(count >= 1);
    run_limits_clear(&limits);
}

// ---- Data of each thread ----

typedef struct {
    size_t made, cleared, summed;
} makers;

static void make_sum(void *data, void *state)
{
    makers *m = data;
    CU_ASSERT_EQUAL(*(size_t *)state, 0);
    __atomic_fetch_add(&m->made, 1, __ATOMIC_RELAXED);
}

static void clear_sum(void *data, void *state)
{
    makers *m = data;
    __atomic_fetch_add(&m->cleared, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&m->summed, *(size_t *)state, __ATOMIC_RELAXED);
}

static crease_status add(void *data, void *state, size_t index, crease_error *error)
{
    (void)data;
    (void)error;
    *(size_t *)state += index;
    return CREASE_OK;
}

static void states(void)
{
    for (size_t threads = 1; threads < 5; threads++) {
        makers m = {0};
        parallel work = {.jobs = JOBS,
                         .threads = threads,
                         .data = &m,
                         .run = add,
                         .state_size = sizeof(size_t),
                         .init = make_sum,
                         .clear = clear_sum};
        CU_ASSERT_EQUAL(parallel_run(&work, NULL), CREASE_OK);
        CU_ASSERT(m.made == threads && m.cleared == threads);
        CU_ASSERT_EQUAL(m.summed, JOBS * (JOBS - 1) / 2);
    }
}

// ---- Told in order ----

enum { WINDOW = 6, ENDS_AT = 31 };

typedef struct {
    size_t begun, told;
    int delivering;
    crease_status end; // of job ENDS_AT
    int by_listener;   // who ends there
} story;

// Every tenth job is slow.
static crease_status happen(void *data, void *state, size_t index, crease_error *error)
{
    (void)state;
    story *s = data;
    size_t told = __atomic_load_n(&s->told, __ATOMIC_SEQ_CST);
    CU_ASSERT(index < told + WINDOW);
    __atomic_fetch_add(&s->begun, 1, __ATOMIC_SEQ_CST);
    usleep(index % 10 == 3 ? 2000 : 0);
    if (index < ENDS_AT || s->by_listener || s->end == CREASE_OK)
        return CREASE_OK;
    usleep(index == ENDS_AT ? 2000 : 0);
    return s->end == CREASE_ERROR ? error_set(error, "job %zu", index) : s->end;
}

static crease_status hear(void *data, size_t index, crease_status status)
{
    story *s = data;
    CU_ASSERT(!__atomic_exchange_n(&s->delivering, 1, __ATOMIC_SEQ_CST));
    CU_ASSERT_EQUAL(index, s->told);
    CU_ASSERT(status == CREASE_OK || index == ENDS_AT);
    __atomic_store_n(&s->told, index + 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&s->delivering, 0, __ATOMIC_SEQ_CST);
    return s->by_listener && index == ENDS_AT ? s->end : status;
}

static void in_order(void)
{
    static const struct {
        crease_status end;
        int by_listener;
        size_t told;
    } cases[] = {{CREASE_OK, 0, JOBS},
                 {CREASE_STOPPED, 0, ENDS_AT + 1},
                 {CREASE_NEGATIVE, 0, ENDS_AT + 1},
                 {CREASE_ERROR, 0, ENDS_AT},
                 {CREASE_STOPPED, 1, ENDS_AT + 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t threads = 1; threads < 6; threads++) {
            story s = {.end = cases[i].end, .by_listener = cases[i].by_listener};
            crease_error error;
            parallel work = {.jobs = s.end ? SIZE_MAX : JOBS,
                             .threads = threads,
                             .data = &s,
                             .run = happen,
                             .deliver = hear,
                             .window = WINDOW};
            CU_ASSERT_EQUAL(parallel_run(&work, &error), s.end);
            CU_ASSERT_EQUAL(s.told, cases[i].told);
            CU_ASSERT(s.begun >= s.told && s.begun <= s.told + WINDOW);
            if (s.end == CREASE_ERROR)
                CU_ASSERT_STRING_EQUAL(error.message, "job 31");
        }
}

// ---- Tasks that make tasks ----

// A task is a number below 2^12, and has two children while bits remain: a tree whose
// order is that of its nodes from parent to children, the last pushed first.
enum { NODES = 1 << 12, KEPT = 16 };

typedef struct {
    uintptr_t told[2 * NODES];
    size_t tells, ends_at; // after this many; 0: never
    size_t run[6], dropped;
    int is_first_wrong;
    void *first[2];
    size_t firsts;
} forest;

static void grow(void *data, void *state, parallel_place *at, void *task)
{
    forest *f = data;
    uintptr_t number = (uintptr_t)task;
    ++*(size_t *)state;
    if (number % 7 == 0)
        parallel_keep(at, KEPT);
    if (parallel_is_first(at)) {
        size_t tells = f->tells;
        sched_yield();
        f->is_first_wrong |= f->tells != tells; // no other is reported
    }
    for (uintptr_t child = 2 * number; child <= 2 * number + 1 && child < NODES; child++) {
        parallel_place *more = parallel_push(at, (void *)child, 1);
        if (more && number % 3)
            parallel_put(more, (void *)(child + NODES)); // what comes after it
    }
}

static int hear_task(void *data, void *state, void *task)
{
    forest *f = data;
    (void)state;
    f->told[f->tells++] = (uintptr_t)task;
    return f->tells != f->ends_at;
}

static void drop_task(void *data, void *task)
{
    (void)task;
    ((forest *)data)->dropped++;
}

static void write_down(forest *f, uintptr_t number)
{
    f->told[f->tells++] = number;
    for (uintptr_t child = 2 * number + 1; child >= 2 * number && child < NODES; child--) {
        write_down(f, child);
        if (number % 3)
            f->told[f->tells++] = child + NODES;
    }
}

static int grow_forest(forest *f, size_t threads)
{
    const parallel_order work = {.data = f,
                                 .run = grow,
                                 .deliver = hear_task,
                                 .drop = drop_task,
                                 .window = 4 * KEPT,
                                 .threads = threads,
                                 .states = f->run,
                                 .state_size = sizeof *f->run};
    return parallel_run_order(&work, f->first, f->firsts);
}

static void tasks_in_order(void)
{
    static forest expected;
    write_down(&expected, 1);
    for (size_t threads = 1; threads < 6; threads++)
        for (size_t end = 0; end < 2; end++) {
            forest f = {.ends_at = end * 1000, .firsts = 1};
            f.first[0] = (void *)(uintptr_t)1;
            CU_ASSERT_EQUAL(grow_forest(&f, threads), !end);
            CU_ASSERT_EQUAL(f.tells, end ? 1000 : expected.tells);
            CU_ASSERT_EQUAL(memcmp(f.told, expected.told, f.tells * sizeof *f.told), 0);
            CU_ASSERT(end || !f.dropped);
            CU_ASSERT_FALSE(f.is_first_wrong);
            size_t sum = 0;
            for (size_t i = 0; i < threads; i++)
                sum += f.run[i];
            CU_ASSERT(end || sum == NODES - 1);
        }
}

static void counts(void)
{
    CU_ASSERT_EQUAL(parallel_threads(3, 10), 3);
    CU_ASSERT_EQUAL(parallel_threads(3, 2), 2);
    CU_ASSERT_EQUAL(parallel_threads(100000, SIZE_MAX), 1024);
    CU_ASSERT(parallel_threads(0, SIZE_MAX) >= 1);
    CU_ASSERT_EQUAL(parallel_threads(0, 0), 0);
}

// ---- An end that is known before earlier results are delivered ----

enum { LINE = 9, LAST = 4 }; // tasks are numbered from 1

typedef struct {
    atomic_int begun[LINE + 1], ended;
    size_t told;
} line;

// All before the last wait until that has ended the work, and then for tasks that would begin after
// it.
static void walk_line(void *data, void *state, parallel_place *at, void *task)
{
    line *l = data;
    const uintptr_t number = (uintptr_t)task;
    (void)state;
    l->begun[number]++;
    if (number == LAST) {
        parallel_end_here(at);
        parallel_push(at, (void *)(uintptr_t)LINE, 0);
        l->ended = 1;
    }
    while (!l->ended)
        sched_yield();
    usleep(number < LAST ? 2000 : 0);
}

static int hear_line(void *data, void *state, void *task)
{
    line *l = data;
    (void)state;
    CU_ASSERT_EQUAL(++l->told, (uintptr_t)task);
    return (uintptr_t)task != LAST;
}

static void drop_line(void *data, void *task)
{
    (void)data;
    (void)task;
}

static void ends_here(void)
{
    line l = {.told = 0};
    char states[LAST];
    void *first[LINE - 1];
    for (uintptr_t i = 0; i < LINE - 1; i++)
        first[i] = (void *)(i + 1);
    const parallel_order work = {.data = &l,
                                 .run = walk_line,
                                 .deliver = hear_line,
                                 .drop = drop_line,
                                 .window = 1,
                                 .threads = LAST,
                                 .states = states,
                                 .state_size = 1};
    CU_ASSERT_FALSE(parallel_run_order(&work, first, LINE - 1));
    CU_ASSERT_EQUAL(l.told, LAST);
    for (size_t i = 1; i <= LINE; i++)
        CU_ASSERT_EQUAL(l.begun[i], i <= LAST);
}

// ---- A task that continues after the end ----

typedef struct {
    atomic_int runs;
    int is_first;
} pair;

// The first waits for the second, which runs until the first has been delivered and has ended the
// work.
static void walk_pair(void *data, void *state, parallel_place *at, void *task)
{
    pair *p = data;
    (void)state;
    p->runs++;
    while (p->runs < 2)
        sched_yield();
    if ((uintptr_t)task == 1)
        return;
    while (parallel_keep(at, 1))
        sched_yield();
    usleep(2000);
    p->is_first = parallel_is_first(at);
}

static int hear_pair(void *data, void *state, void *task)
{
    (void)data;
    (void)state;
    CU_ASSERT_EQUAL((uintptr_t)task, 1);
    return 0;
}

static void ended(void)
{
    pair p = {.is_first = 0};
    char states[2];
    void *first[] = {(void *)1, (void *)2};
    const parallel_order work = {.data = &p,
                                 .run = walk_pair,
                                 .deliver = hear_pair,
                                 .drop = drop_line,
                                 .window = 100,
                                 .threads = 2,
                                 .states = states,
                                 .state_size = 1};
    CU_ASSERT_FALSE(parallel_run_order(&work, first, 2));
    CU_ASSERT_FALSE(p.is_first);
}

UNIT_MAIN("parallel", {"once_each", once_each}, {"first_error", first_error},
          {"interrupted", interrupted}, {"reports", reports}, {"states", states},
          {"in_order", in_order}, {"tasks_in_order", tasks_in_order}, {"ends_here", ends_here},
          {"ended", ended}, {"counts", counts})
