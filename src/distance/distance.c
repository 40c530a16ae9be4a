// Distances of many points: several threads search, and what they find is told in order.
#include <crease/distance.h>

#include "base/error.h"
#include "base/memory.h"
#include "distance/near_search.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <math.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 1024, SLOTS_PER_THREAD = 8 };

// ---- one result ----

static void nearest_init(crease_nearest *nearest, size_t inputs)
{
    *nearest = (crease_nearest){.state = CREASE_NEAREST_NONE};
    fmpq_init(nearest->squared);
    nearest->point = _fmpq_vec_init((slong)inputs);
}

static void nearest_clear(crease_nearest *nearest, size_t inputs)
{
    fmpq_clear(nearest->squared);
    _fmpq_vec_clear(nearest->point, (slong)inputs);
}

void crease_distance_init(crease_distance *distance, const crease_net *net)
{
    *distance = (crease_distance){.inputs = crease_net_inputs(net)};
    nearest_init(&distance->activation, distance->inputs);
    nearest_init(&distance->function, distance->inputs);
}

void crease_distance_clear(crease_distance *distance)
{
    nearest_clear(&distance->activation, distance->inputs);
    nearest_clear(&distance->function, distance->inputs);
}

double crease_nearest_distance(const crease_nearest *nearest)
{
    mpq_t square;
    mpfr_t root;
    mpq_init(square);
    mpfr_init2(root, 128);
    fmpq_get_mpq(square, nearest->squared);
    mpfr_set_q(root, square, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    double distance = mpfr_get_d(root, MPFR_RNDN);
    mpfr_clear(root);
    mpq_clear(square);
    return distance;
}

// ---- many ----

typedef struct {
    const crease_net *net;
    const fmpq *points;
    size_t count, inputs;
    crease_distance_options how; // no defaults left
    scaled_net scaled;
    rounded_net rounded; // filtered only
    double start;
    atomic_int stopped;

    pthread_mutex_t lock; // of what follows
    pthread_cond_t moved;
    size_t next, told; // points: to be taken, and the first not told of
    size_t slots;      // point i waits in slot i % slots
    crease_distance *slot;
    unsigned char *done;
} survey;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int is_stopped(void *data)
{
    survey *s = data;
    if ((s->how.interrupt && __atomic_load_n(s->how.interrupt, __ATOMIC_RELAXED)) ||
        (s->how.time_limit > 0 && now() - s->start > s->how.time_limit))
        atomic_store(&s->stopped, 1);
    return atomic_load(&s->stopped);
}

// The next point, once its slot is free. Returns 0 if there is none.
static int take(survey *s, size_t *index)
{
    pthread_mutex_lock(&s->lock);
    *index = s->next;
    int more = s->next < s->count;
    if (more)
        s->next++;
    while (more && *index >= s->told + s->slots && !atomic_load(&s->stopped))
        pthread_cond_wait(&s->moved, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return more && !atomic_load(&s->stopped);
}

static void set_done(survey *s, size_t index)
{
    pthread_mutex_lock(&s->lock);
    s->done[index % s->slots] = 1;
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *data)
{
    survey *s = data;
    near_search search;
    size_t index;
    near_search_init(&search, s->net, &s->scaled,
                     s->how.arith == CREASE_EXACT ? NULL : &s->rounded);
    while (take(s, &index)) {
        int done =
            near_search_at(s->slot + index % s->slots, &search, s->points + index * s->inputs,
                           s->how.function, s->how.max_cells, is_stopped, s);
        if (!done)
            break;
        set_done(s, index);
    }
    pthread_mutex_lock(&s->lock);
    pthread_cond_broadcast(&s->moved); // nobody shall wait for a thread that has stopped
    pthread_mutex_unlock(&s->lock);
    near_search_clear(&search);
    flint_cleanup();
    return NULL;
}

// Waits for a point's result. Returns 0 if the survey is stopped first.
static int await(survey *s, size_t index)
{
    pthread_mutex_lock(&s->lock);
    while (!s->done[index % s->slots] && !atomic_load(&s->stopped))
        pthread_cond_wait(&s->moved, &s->lock);
    int done = s->done[index % s->slots];
    pthread_mutex_unlock(&s->lock);
    return done;
}

static void release(survey *s, size_t index)
{
    pthread_mutex_lock(&s->lock);
    s->done[index % s->slots] = 0;
    s->told = index + 1;
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
}

static void tell(survey *s, crease_visit (*visit)(void *, size_t, const crease_distance *),
                 void *data)
{
    double next_report = s->start + 1;
    int go_on = 1;
    for (size_t i = 0; i < s->count && go_on && await(s, i); i++) {
        go_on = visit(data, i, s->slot + i % s->slots) != CREASE_STOP;
        if (!go_on)
            atomic_store(&s->stopped, 1);
        release(s, i);
        double time = now();
        if (s->how.progress && time >= next_report) {
            crease_distance_progress progress = {i + 1, time - s->start};
            s->how.progress(s->how.progress_data, &progress);
            next_report = time + 1;
        }
    }
}

static void set_defaults(survey *s)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t *threads = &s->how.threads;
    if (!*threads)
        *threads = processors > 0 ? (size_t)processors : 1;
    *threads = *threads < MAX_THREADS ? *threads : MAX_THREADS;
    *threads = *threads < s->count ? *threads : s->count;
    s->slots = *threads * SLOTS_PER_THREAD;
}

static void survey_init(survey *s)
{
    set_defaults(s);
    scaled_net_init(&s->scaled, s->net, NULL, s->inputs);
    if (s->how.arith != CREASE_EXACT)
        rounded_net_init(&s->rounded, s->net, NULL, s->inputs);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->moved, NULL);
    s->done = memory_new(s->slots, 1);
    s->slot = memory_new(s->slots, sizeof *s->slot);
    for (size_t i = 0; i < s->slots; i++)
        crease_distance_init(s->slot + i, s->net);
}

static void survey_clear(survey *s)
{
    for (size_t i = 0; i < s->slots; i++)
        crease_distance_clear(s->slot + i);
    free(s->slot);
    free(s->done);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->moved);
    scaled_net_clear(&s->scaled);
    if (s->how.arith != CREASE_EXACT)
        rounded_net_clear(&s->rounded);
}

crease_status crease_distances(const crease_net *net, const fmpq *points, size_t count,
                               const crease_distance_options *options,
                               crease_visit (*visit)(void *data, size_t index,
                                                     const crease_distance *distance),
                               void *data, crease_error *error)
{
    survey s = {.net = net,
                .points = points,
                .count = count,
                .inputs = crease_net_inputs(net),
                .how = options ? *options : (crease_distance_options){0},
                .start = now()};
    if (s.how.arith == CREASE_FLOAT)
        return error_set(error, "expected filtered or exact arithmetic, found float");
    survey_init(&s);
    pthread_t *threads = memory_new(s.how.threads, sizeof *threads);
    for (size_t i = 0; i < s.how.threads; i++)
        if (pthread_create(threads + i, NULL, work, &s))
            abort(); // as when memory runs out
    tell(&s, visit, data);
    for (size_t i = 0; i < s.how.threads; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    survey_clear(&s);
    return s.told == count ? CREASE_OK : CREASE_STOPPED;
}
