// Independent jobs on several threads, taken one after another from a common counter.
#include "base/parallel.h"

#include "base/memory.h"
#include <flint/flint.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 1024 };
// A walk recurses, one small frame a split.
static const size_t stack_size = (size_t)256 << 20;

typedef struct {
    const parallel *work;
    double start;

    pthread_mutex_t lock; // of what follows
    size_t next, done;
    double next_report;
    crease_status status; // of job `failed`
    size_t failed;
    crease_error error;
} crowd;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int take(crowd *c, size_t *index)
{
    const volatile sig_atomic_t *interrupt = c->work->interrupt;
    pthread_mutex_lock(&c->lock);
    if (interrupt && __atomic_load_n(interrupt, __ATOMIC_RELAXED) && c->status == CREASE_OK &&
        c->next < c->work->jobs) {
        c->status = CREASE_STOPPED;
        c->failed = c->next;
    }
    int more = c->status == CREASE_OK && c->next < c->work->jobs;
    if (more)
        *index = c->next++;
    pthread_mutex_unlock(&c->lock);
    return more;
}

// Jobs are begun in order: when one has failed, all before it are done or will be, so that the
// first failure is the same for any number of threads.
static void settle(crowd *c, size_t index, crease_status status, const crease_error *error)
{
    pthread_mutex_lock(&c->lock);
    if (status && (c->status == CREASE_OK || index < c->failed)) {
        c->status = status;
        c->failed = index;
        c->error = *error;
    }
    c->done++;
    double time = now();
    if (c->work->progress && time >= c->next_report) {
        c->work->progress(c->work->progress_data, c->done, time - c->start);
        c->next_report = time + 1;
    }
    pthread_mutex_unlock(&c->lock);
}

static void *labour(void *data)
{
    crowd *c = data;
    size_t index;
    while (take(c, &index)) {
        crease_error error = {.line = 0};
        crease_status status = c->work->run(c->work->data, index, &error);
        settle(c, index, status, &error);
    }
    mpfr_free_cache();
    flint_cleanup();
    return NULL;
}

static size_t hands(const parallel *work)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t threads = work->threads ? work->threads : processors > 0 ? (size_t)processors : 1;
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    return threads < work->jobs ? threads : work->jobs;
}

crease_status parallel_run(const parallel *work, crease_error *error)
{
    crowd c = {.work = work, .start = now()};
    c.next_report = c.start + 1;
    pthread_mutex_init(&c.lock, NULL);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    size_t count = hands(work);
    pthread_t *threads = memory_new(count, sizeof *threads);
    for (size_t i = 0; i < count; i++)
        if (pthread_create(threads + i, &attributes, labour, &c))
            abort(); // as when memory runs out
    for (size_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    pthread_attr_destroy(&attributes);
    pthread_mutex_destroy(&c.lock);
    if (c.status == CREASE_ERROR && error)
        *error = c.error;
    return c.status;
}

// The finalizer of splitmix64 (Steele, Lea and Flood 2014), twice.
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t parallel_seed(uint64_t seed, uint64_t index)
{
    return mix(mix(seed) ^ index);
}
