// Tasks on threads that create tasks: each once, delivered in order, ends.
#include "base/parallel.h"
#include "unit.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// A task is a number below 2^12, and has two children while bits remain: a tree whose
// order is that of its nodes from parent to children, the last pushed first.
enum { NODES = 1 << 12, KEPT = 16 };

typedef struct {
    uintptr_t told[2 * NODES];
    size_t tells, ends_at; // after this many; 0: never
    size_t run[6], dropped;
    bool is_first_wrong;
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

static bool hear_task(void *data, void *state, void *task)
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

static bool grow_forest(forest *f, size_t threads)
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
    // One processor only, as in a job of a scheduler.
    cpu_set_t before, one;
    CU_ASSERT_FATAL(!sched_getaffinity(0, sizeof before, &before));
    int processor = 0;
    while (!CPU_ISSET(processor, &before))
        processor++;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    CU_ASSERT_FATAL(!sched_setaffinity(0, sizeof one, &one));
    CU_ASSERT_EQUAL(parallel_threads(0, SIZE_MAX), 1);
    CU_ASSERT_EQUAL(parallel_threads(3, SIZE_MAX), 3);
    CU_ASSERT_FATAL(!sched_setaffinity(0, sizeof before, &before));
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

static bool hear_line(void *data, void *state, void *task)
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
    bool is_first;
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

static bool hear_pair(void *data, void *state, void *task)
{
    (void)data;
    (void)state;
    CU_ASSERT_EQUAL((uintptr_t)task, 1);
    return false;
}

static void ended(void)
{
    pair p = {.is_first = false};
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

UNIT_MAIN("parallel", {"tasks_in_order", tasks_in_order}, {"ends_here", ends_here},
          {"ended", ended}, {"counts", counts})
