// Many lines through one network, each by a thread of its own, told of in their order.
#include "path/line_cross.h"

#include "base/error.h"
#include "base/memory.h"
#include "exact/sample.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 1024 };
// A deep tree is walked by recursion, one small frame a split.
static const size_t stack_size = (size_t)256 << 20;

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    const fmpq *points;
    size_t dimension, count;
    crease_line_options how;
    crease_line_visit visit;
    void *data;
    rounded_net base; // shared
    size_t neurons;
    double start;

    pthread_mutex_t lock; // of what follows
    pthread_cond_t told;  // a line has been told of
    size_t next, turn;    // line to take, line to tell of
    int stopped;
    crease_status status;
    crease_error *error;
    crease_line_averages *averages;
    sample regions, per_neuron, transitions, linear, *in_layer;
    uint64_t found; // regions of all lines told of
    double next_report;
} job;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// ---- telling ----

static void report(job *j, uint64_t regions, double share)
{
    double time = now();
    if (!j->how.progress || time < j->next_report)
        return;
    crease_line_progress progress = {.line = j->turn,
                                     .lines = j->count,
                                     .regions = j->found + regions,
                                     .share = share,
                                     .seconds = time - j->start};
    j->how.progress(j->how.progress_data, &progress);
    j->next_report = time + 1;
}

static void add_to_samples(job *j, const crease_line *line)
{
    fmpq_t share;
    fmpq_init(share);
    sample_add_count(&j->regions, crease_line_regions(line));
    fmpq_set_ui(share, crease_line_regions(line), j->neurons ? j->neurons : 1);
    sample_add(&j->per_neuron, share);
    sample_add_count(&j->transitions, crease_line_all_transitions(line));
    if (j->how.linear)
        sample_add_count(&j->linear, crease_line_linear_regions(line));
    for (size_t l = 0; l < line->layers; l++)
        sample_add_count(j->in_layer + l, crease_line_layer_transitions(line, l));
    j->averages->lines++;
    fmpq_clear(share);
}

static void stop(job *j, crease_status status)
{
    j->stopped = 1;
    if (j->status != CREASE_ERROR)
        j->status = status;
}

// Its turn has come, and all lines before are complete.
static void tell(job *j, size_t index, const crease_line *line, crease_status status)
{
    const crease_counts *counts = &line->counts;
    j->averages->decided_float += counts->decided_float;
    j->averages->decided_exact += counts->decided_exact;
    j->found += counts->activation_regions;
    if (status == CREASE_OK)
        add_to_samples(j, line);
    else
        stop(j, CREASE_STOPPED);
    if (j->visit && j->visit(j->data, index, line) == CREASE_STOP)
        stop(j, CREASE_STOPPED);
}

// Waits for its turn, unless the work has stopped before.
static void take_turn(job *j, size_t index, const crease_line *line, crease_status status,
                      const crease_error *error)
{
    pthread_mutex_lock(&j->lock);
    while (j->turn < index && !j->stopped)
        pthread_cond_wait(&j->told, &j->lock);
    if (!j->stopped && status == CREASE_ERROR) {
        stop(j, CREASE_ERROR);
        if (j->error)
            *j->error = *error;
    } else if (!j->stopped) {
        tell(j, index, line, status);
    }
    j->turn++;
    report(j, 0, 0);
    pthread_cond_broadcast(&j->told);
    pthread_mutex_unlock(&j->lock);
}

// ---- crossing ----

static void show_walk(void *data, const crease_progress *progress)
{
    job *j = data;
    pthread_mutex_lock(&j->lock);
    report(j, progress->regions, progress->share);
    pthread_mutex_unlock(&j->lock);
}

static crease_status cross(crease_line **line, job *j, size_t index, crease_error *error)
{
    const fmpq *from = j->points + 2 * index * j->dimension, *to = from + j->dimension;
    crease_options walk = line_walk_options(&j->how);
    if (j->how.time_limit > 0) {
        double left = j->how.time_limit - (now() - j->start);
        walk.time_limit = left > 1e-6 ? left : 1e-6;
    }
    if (j->how.progress && j->count == 1) {
        walk.progress = show_walk;
        walk.progress_data = j;
    }
    return line_make(line, j->net, j->domain, from, to, &j->how, &j->base, &walk, error);
}

static int take(job *j, size_t *index)
{
    pthread_mutex_lock(&j->lock);
    int more = j->next < j->count && !j->stopped;
    if (more)
        *index = j->next++;
    pthread_mutex_unlock(&j->lock);
    return more;
}

static void *work(void *data)
{
    job *j = data;
    size_t index;
    while (take(j, &index)) {
        crease_line *line;
        crease_error error;
        crease_status status = cross(&line, j, index, &error);
        take_turn(j, index, line, status, &error);
        crease_line_free(line);
    }
    flint_cleanup();
    return NULL;
}

static void run(job *j)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    pthread_t *threads = memory_new(j->how.threads, sizeof *threads);
    for (size_t i = 0; i < j->how.threads; i++)
        if (pthread_create(threads + i, &attributes, work, j))
            abort(); // as when memory runs out
    for (size_t i = 0; i < j->how.threads; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    pthread_attr_destroy(&attributes);
}

// ---- the whole job ----

static crease_status check_points(const job *j, crease_error *error)
{
    for (size_t i = 0; i < j->count; i++) {
        const fmpq *from = j->points + 2 * i * j->dimension;
        if (line_check(j->net, j->domain, from, from + j->dimension, error) == CREASE_OK)
            continue;
        if (error && error->where[0]) {
            char where[64];
            snprintf(where, sizeof where, "lines[%zu].%.8s", i, error->where);
            error_locate(error, NULL, 0, 0, where);
        }
        return CREASE_ERROR;
    }
    return CREASE_OK;
}

static void begin(job *j)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t threads = j->how.threads;
    if (!threads)
        threads = processors > 0 ? (size_t)processors : 1;
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    j->how.threads = threads < j->count ? threads : j->count ? j->count : 1;
    j->dimension = j->domain ? crease_domain_dimension(j->domain) : crease_net_inputs(j->net);
    j->neurons = crease_net_neurons(j->net);
    j->start = now();
    j->next_report = j->start + 1;
    size_t layers = crease_net_hidden(j->net);
    sample_init(&j->regions);
    sample_init(&j->per_neuron);
    sample_init(&j->transitions);
    sample_init(&j->linear);
    j->in_layer = memory_new(layers, sizeof *j->in_layer);
    for (size_t l = 0; l < layers; l++)
        sample_init(j->in_layer + l);
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->told, NULL);
}

static void end(job *j)
{
    crease_line_averages *a = j->averages;
    a->regions = sample_estimate(&j->regions);
    a->regions_per_neuron = sample_estimate(&j->per_neuron);
    a->transitions = sample_estimate(&j->transitions);
    a->linear_regions = sample_estimate(&j->linear);
    for (size_t l = 0; l < a->layers; l++) {
        a->transitions_in_layer[l] = sample_estimate(j->in_layer + l);
        sample_clear(j->in_layer + l);
    }
    a->threads = j->how.threads;
    a->complete = j->status == CREASE_OK;
    a->seconds = now() - j->start;
    sample_clear(&j->regions);
    sample_clear(&j->per_neuron);
    sample_clear(&j->transitions);
    sample_clear(&j->linear);
    free(j->in_layer);
    pthread_mutex_destroy(&j->lock);
    pthread_cond_destroy(&j->told);
}

void crease_line_averages_init(crease_line_averages *averages, const crease_net *net)
{
    *averages = (crease_line_averages){.layers = crease_net_hidden(net)};
    averages->transitions_in_layer = memory_new(averages->layers, sizeof(crease_estimate));
}

void crease_line_averages_clear(crease_line_averages *averages)
{
    free(averages->transitions_in_layer);
    averages->transitions_in_layer = NULL;
}

crease_status crease_lines_cross(crease_line_averages *averages, const crease_net *net,
                                 const crease_domain *domain, const fmpq *points, size_t count,
                                 const crease_line_options *options, crease_line_visit visit,
                                 void *data, crease_error *error)
{
    static const crease_line_options defaults;
    job j = {.net = net,
             .domain = domain,
             .points = points,
             .count = count,
             .how = options ? *options : defaults,
             .visit = visit,
             .data = data,
             .error = error,
             .averages = averages};
    crease_estimate *in_layer = averages->transitions_in_layer;
    *averages =
        (crease_line_averages){.transitions_in_layer = in_layer, .layers = crease_net_hidden(net)};
    begin(&j);
    j.status = check_points(&j, error);
    if (j.status == CREASE_OK) {
        rounded_net_init(&j.base, net, NULL, crease_net_inputs(net));
        run(&j);
        rounded_net_clear(&j.base);
    }
    end(&j);
    return j.status;
}
