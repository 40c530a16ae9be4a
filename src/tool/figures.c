// The list of figures, and how one is made: measure, write the table, draw.
#include "base/error.h"
#include "base/memory.h"
#include "tool/figure.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const figure *const figures[] = {
    &figure_raghu_1a, &figure_raghu_1b,        &figure_raghu_1c,  &figure_raghu_1d,
    &figure_raghu_2,  &figure_raghu_3,         &figure_raghu_4,   &figure_raghu_5,
    &figure_raghu_10, &figure_hanin_3,         &figure_hanin_5,   &figure_hanin_5_initial,
    &figure_hanin_6,  &figure_hanin_6_initial, &figure_hanin_7,   &figure_hanin_8,
    &figure_sparse_2, &figure_sparse_3a,       &figure_sparse_3b, &figure_sparse_4,
    &figure_sparse_5, &figure_pascanu,
};

size_t crease_figure_count(void)
{
    return sizeof figures / sizeof *figures;
}

const crease_figure *crease_figure_describe(size_t index)
{
    return &figures[index]->about;
}

static const figure *find(const char *name)
{
    for (size_t i = 0; i < crease_figure_count(); i++)
        if (!strcmp(figures[i]->about.name, name))
            return figures[i];
    return NULL;
}

const crease_figure *crease_figure_find(const char *name)
{
    const figure *found = find(name);
    return found ? &found->about : NULL;
}

// ---- what figures use ----

static crease_status check_directory(const experiment *e, crease_error *error)
{
    struct stat status;
    const char *name = e->how.directory;
    if (mkdir(name, 0777) && errno != EEXIST) {
        error_set(error, "cannot make the directory: %s", strerror(errno));
    } else if (stat(name, &status) || !S_ISDIR(status.st_mode)) {
        error_set(error, "expected a directory");
    } else {
        return CREASE_OK;
    }
    error_locate(error, name, 0, 0, NULL);
    return CREASE_ERROR;
}

char *experiment_path(const experiment *e, const char *suffix)
{
    char *path;
    if (asprintf(&path, "%s/%s%s", e->how.directory, e->what->about.name, suffix) < 0)
        abort(); // memory
    return path;
}

// Tells of a file, and gives the path back.
static crease_status settle(const experiment *e, char *path, crease_status status)
{
    if (status == CREASE_OK && e->how.wrote)
        e->how.wrote(e->how.wrote_data, path);
    free(path);
    return status;
}

typedef struct {
    crease_status (*run)(void *data, size_t index, crease_error *error);
    void *data;
} jobs_of_figure;

static crease_status run_one(void *data, void *state, size_t index, crease_error *error)
{
    (void)state;
    const jobs_of_figure *jobs = data;
    return jobs->run(jobs->data, index, error);
}

crease_status experiment_run(const experiment *e, size_t jobs,
                             crease_status (*run)(void *data, size_t index, crease_error *error),
                             void *data, crease_error *error)
{
    jobs_of_figure of = {run, data};
    parallel work = {.jobs = jobs,
                     .threads = e->limits->options->threads,
                     .limits = e->limits,
                     .data = &of,
                     .run = run_one};
    return parallel_run(&work, error);
}

crease_options experiment_walk(const experiment *e)
{
    crease_options options = run_limits_rest(e->limits);
    options.threads = 1;
    return options;
}

crease_status experiment_picture(const experiment *e, const char *what, const crease_net *net,
                                 const crease_domain *domain, crease_error *error)
{
    char *suffix;
    if (asprintf(&suffix, "_%s.png", what) < 0)
        abort(); // memory
    char *path = experiment_path(e, suffix);
    free(suffix);
    crease_picture picture = {.format = CREASE_PNG,
                              .width = crease_domain_dimension(domain) == 1 ? 640 : 400,
                              .height = 400,
                              .creases = 1};
    crease_options options = experiment_walk(e);
    crease_counts counts;
    crease_counts_init(&counts, net);
    crease_status status =
        crease_write_picture(path, &picture, &counts, net, domain, &options, error);
    crease_counts_clear(&counts);
    return settle(e, path, status);
}

// ---- all of it ----

static crease_status make(experiment *e, crease_error *error)
{
    crease_status status = e->what->measure(e, error);
    if (status)
        return status;
    char *path = experiment_path(e, ".csv");
    status = settle(e, path, table_write(path, &e->found, error));
    if (status || e->how.no_pictures)
        return status;
    if (e->what->draw)
        status = e->what->draw(e, error);
    if (status || !e->what->chart)
        return status;
    path = experiment_path(e, ".svg");
    return settle(e, path, table_draw(path, e->what->chart, &e->found, error));
}

crease_status crease_figure_make(const char *name, const crease_reproduce *wanted,
                                 const crease_options *options, crease_error *error)
{
    static const crease_reproduce defaults;
    run_limits limits;
    experiment e = {.what = find(name), .how = wanted ? *wanted : defaults, .limits = &limits};
    if (!e.what)
        return error_set(error, "expected the name of a figure, found \"%s\"", name);
    e.how.directory = e.how.directory ? e.how.directory : ".";
    e.how.data = e.how.data ? e.how.data : "data/trained";
    if (check_directory(&e, error))
        return CREASE_ERROR;
    run_limits_init(&limits, options);
    table_init(&e.found, e.what->columns);
    crease_status status = make(&e, error);
    table_clear(&e.found);
    run_limits_clear(&limits);
    return status;
}
