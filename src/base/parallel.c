// The thread pool; no other code creates threads.
#include "base/parallel.h"

#include "base/budget.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <flint/flint.h>
#include <mpfr.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// WebAssembly has threads only where a server allows them. An overflow of its stack is a trap.
#ifdef __EMSCRIPTEN__
enum { HAS_THREADS = 0 };
#else
enum { HAS_THREADS = 1 };
#endif

enum { MAX_THREADS = 1024 };
// Bytes. Enumeration is recursive, with one small frame per split. Untouched pages cost nothing
// unless the address space is limited.
static const size_t stack_size = (size_t)256 << 20, least_stack_size = (size_t)1 << 20;

// The processors that this process may use: a job of a scheduler has few of its machine's.
static size_t usable_processors(void)
{
#ifdef __linux__
    cpu_set_t usable;
    if (!sched_getaffinity(0, sizeof usable, &usable))
        return (size_t)CPU_COUNT(&usable);
#endif
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (size_t)processors : 1;
}

size_t parallel_threads(size_t wanted, size_t jobs)
{
    size_t threads = wanted ? wanted : usable_processors();
    threads = !HAS_THREADS ? 1 : threads < MAX_THREADS ? threads : MAX_THREADS;
    return threads < jobs ? threads : jobs;
}

// Bytes that the system grants; SIZE_MAX: no limit.
static size_t granted_bytes(int resource)
{
    struct rlimit granted;
    return getrlimit(resource, &granted) || granted.rlim_cur == RLIM_INFINITY
               ? SIZE_MAX
               : (size_t)granted.rlim_cur;
}

// All stacks take at most a quarter of the address space.
static size_t stack_for(size_t threads)
{
    const size_t share = granted_bytes(RLIMIT_AS) / 4 / threads & ~(least_stack_size - 1);
    return share > stack_size ? stack_size : share > least_stack_size ? share : least_stack_size;
}

// Whether the caller's own stack has room for these bytes; 0: unknown, so no.
static bool fits_here(size_t bytes)
{
    static const size_t usual = (size_t)8 << 20;
    const size_t granted = granted_bytes(RLIMIT_STACK);
    return bytes && bytes <= (granted < usual ? granted : usual) / 4;
}

// ---- The list of places ----

typedef enum { WAITS, RUNS, DONE } place_state;

typedef struct parallel_tasks parallel_tasks;

struct parallel_place {
    parallel_tasks *tasks;
    parallel_place *before, *after;
    parallel_place *more; // of the same task
    place_state state;
    bool last; // no task after this one may start
    void *task;
    size_t kept; // bytes
};

// The list holds the places that are not yet delivered.
struct parallel_tasks {
    const parallel_order *work;
    pthread_mutex_t lock; // of what follows
    pthread_cond_t moved;
    parallel_place *head, *tail;
    bool delivering; // a thread delivers
    // These are read without the lock.
    _Atomic(parallel_place *) first; // the head, unless it is being delivered or all has ended
    atomic_int ended;
    atomic_size_t kept;
};

static parallel_place *place_insert(parallel_tasks *tasks, parallel_place *before,
                                    place_state state, void *task)
{
    parallel_place *place = memory_new(1, sizeof *place);
    *place = (parallel_place){.tasks = tasks, .before = before, .state = state, .task = task};
    place->after = before ? before->after : tasks->head;
    *(place->after ? &place->after->before : &tasks->tail) = place;
    *(before ? &before->after : &tasks->head) = place;
    return place;
}

static void place_remove(parallel_tasks *tasks, parallel_place *place)
{
    *(place->before ? &place->before->after : &tasks->head) = place->after;
    *(place->after ? &place->after->before : &tasks->tail) = place->before;
    tasks->kept -= place->kept;
    free(place);
}

parallel_place *parallel_push(parallel_place *place, void *task, bool more)
{
    ASSERT(place);
    parallel_tasks *tasks = place->tasks;
    pthread_mutex_lock(&tasks->lock);
    parallel_place *pushed = place_insert(tasks, place, WAITS, task), *rest = NULL;
    if (more) {
        rest = place_insert(tasks, pushed, RUNS, NULL);
        rest->more = place->more;
        place->more = rest;
    }
    pthread_cond_broadcast(&tasks->moved);
    pthread_mutex_unlock(&tasks->lock);
    return rest;
}

void parallel_put(parallel_place *place, void *task)
{
    pthread_mutex_lock(&place->tasks->lock); // other threads read the list
    place->task = task;
    pthread_mutex_unlock(&place->tasks->lock);
}

void parallel_end_here(parallel_place *place)
{
    pthread_mutex_lock(&place->tasks->lock);
    place->last = true;
    pthread_mutex_unlock(&place->tasks->lock);
}

bool parallel_is_first(const parallel_place *place)
{
    return place->tasks->first == place;
}

bool parallel_keep(parallel_place *place, size_t bytes)
{
    parallel_tasks *tasks = place->tasks;
    tasks->kept += bytes - place->kept;
    place->kept = bytes;
    if (tasks->kept > tasks->work->window && tasks->first != place) {
        pthread_mutex_lock(&tasks->lock);
        while (tasks->kept > tasks->work->window && tasks->first != place && !tasks->ended)
            pthread_cond_wait(&tasks->moved, &tasks->lock);
        pthread_mutex_unlock(&tasks->lock);
    }
    return !tasks->ended;
}

// Delivers the places at the head that are done, without the lock.
static void deliver_places(parallel_tasks *tasks, void *state)
{
    const parallel_order *work = tasks->work;
    tasks->delivering = true;
    for (parallel_place *head; (head = tasks->head) && head->state == DONE && !tasks->ended;) {
        tasks->first = NULL;
        pthread_mutex_unlock(&tasks->lock);
        bool go_on = !head->task || work->deliver(work->data, state, head->task);
        pthread_mutex_lock(&tasks->lock);
        place_remove(tasks, head);
        tasks->ended = !go_on;
        pthread_cond_broadcast(&tasks->moved);
    }
    tasks->first = tasks->ended ? NULL : tasks->head;
    tasks->delivering = false;
}

static void place_finish(parallel_tasks *tasks, parallel_place *place, void *state)
{
    for (parallel_place *own = place; own; own = own->more)
        own->state = DONE;
    if (!tasks->delivering)
        deliver_places(tasks, state);
    pthread_cond_broadcast(&tasks->moved);
}

// The first waiting place that may start: while too much is kept, only the head.
static parallel_place *next_place(const parallel_tasks *tasks)
{
    parallel_place *next = tasks->head;
    while (next && next->state != WAITS)
        next = next->last ? NULL : next->after;
    return next == tasks->head || tasks->kept <= tasks->work->window ? next : NULL;
}

// What one thread works with.
typedef struct {
    parallel_tasks *tasks;
    void *state;
} runner;

// One thread: takes the first task that no thread runs, until all have ended. Holds the lock except
// while a task runs.
static void run_tasks(void *data)
{
    const runner *own = data;
    parallel_tasks *tasks = own->tasks;
    const parallel_order *work = tasks->work;
    pthread_mutex_lock(&tasks->lock);
    while (tasks->head && !tasks->ended) {
        parallel_place *next = next_place(tasks);
        if (!next) {
            pthread_cond_wait(&tasks->moved, &tasks->lock);
            continue;
        }
        next->state = RUNS;
        next->kept = work->each;
        tasks->kept += work->each;
        pthread_mutex_unlock(&tasks->lock);
        work->run(work->data, own->state, next, next->task);
        pthread_mutex_lock(&tasks->lock);
        place_finish(tasks, next, own->state);
    }
    pthread_mutex_unlock(&tasks->lock);
}

typedef struct {
    void (*run)(void *data);
    void *data;
    run_limits *limits; // of the creating thread
    pthread_t thread;
} worker;

static void *worker_begin(void *data)
{
    const worker *self = data;
    run_set_limits(self->limits);
    self->run(self->data);
    mpfr_free_cache();
    flint_cleanup();
    return NULL;
}

// Calls a function in `count` threads, each with the next `size` bytes of the data. If the system
// creates fewer, these do the work.
static void run_threads(void (*run)(void *data), void *data, size_t size, size_t count,
                        size_t needed)
{
    const size_t share = stack_for(count), stack = needed > share ? needed : share;
    size_t started = 0;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    worker *workers = memory_new(count, sizeof *workers);
    for (; started < count; started++) {
        worker *next = workers + started;
        *next =
            (worker){.run = run, .data = (char *)data + started * size, .limits = run_here.limits};
        if (pthread_create(&next->thread, &attributes, worker_begin, next))
            break;
    }
    if (!started)
        budget_refuse(stack);
    for (size_t i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    free(workers);
    pthread_attr_destroy(&attributes);
}

void parallel_call(void (*function)(void *data), void *data, size_t stack)
{
    if (!HAS_THREADS || fits_here(stack))
        function(data);
    else
        run_threads(function, data, 0, 1, stack);
}

static void run_in_threads(parallel_tasks *tasks)
{
    const parallel_order *work = tasks->work;
    runner *runners = memory_new(work->threads, sizeof *runners);
    for (size_t i = 0; i < work->threads; i++)
        runners[i] = (runner){tasks, (char *)work->states + i * work->state_size};
    run_threads(run_tasks, runners, sizeof *runners, work->threads, work->stack);
    free(runners);
}

bool parallel_run_order(const parallel_order *work, void *const *first, size_t count)
{
    ASSERT(work->run && work->deliver && work->drop);
    parallel_tasks tasks = {.work = work};
    pthread_mutex_init(&tasks.lock, NULL);
    pthread_cond_init(&tasks.moved, NULL);
    while (count--)
        place_insert(&tasks, NULL, WAITS, first[count]);
    tasks.first = tasks.head;
    if (!HAS_THREADS || (work->threads == 1 && fits_here(work->stack)))
        run_tasks(&(runner){&tasks, work->states});
    else
        run_in_threads(&tasks);
    while (tasks.head) {
        if (tasks.head->task)
            work->drop(work->data, tasks.head->task);
        place_remove(&tasks, tasks.head);
    }
    pthread_cond_destroy(&tasks.moved);
    pthread_mutex_destroy(&tasks.lock);
    return !tasks.ended;
}
