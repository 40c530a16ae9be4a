// The record of a walk while it goes on.
#include "walk/record_file.h"

#include "base/error.h"
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Seconds, unless the user says otherwise.
static const double usually_every = 60;

void record_file_init(record_file *k, const char *work, int by_neuron, const crease_net *net,
                      const crease_domain *domain, run_limits *limits)
{
    *k = (record_file){.options = limits->options, .limits = limits};
    k->every = k->options->every > 0 ? k->options->every : usually_every;
    walk_record_init(&k->record, work, net, domain, k->options, by_neuron);
}

void record_file_clear(record_file *k)
{
    walk_record_clear(&k->record);
}

static crease_status refuse(const crease_options *options, crease_error *error)
{
    if (options->parts && options->part >= options->parts)
        return error_set(error, "expected a part from 0 to %zu, found %zu", options->parts - 1,
                         options->part);
    if (options->arith == CREASE_FLOAT)
        return error_set(error, "a walk in floating-point arithmetic cannot be taken up again or "
                                "shared: it may find other regions on another way");
    if (options->max_regions)
        return error_set(error,
                         "a walk that is taken up again or shared has no first %" PRIu64 " regions",
                         options->max_regions);
    return CREASE_OK;
}

// What is there already was perhaps long in the making.
static crease_status guard_old(const record_file *k, crease_error *error)
{
    const char *path = k->options->checkpoint;
    struct stat of;
    if (!path || k->options->resume || stat(path, &of))
        return CREASE_OK;
    if (S_ISREG(of.st_mode) && walk_record_is_of(path, k->record.work))
        error_set(error, "is there already: go on from it (--resume), or remove it");
    else
        error_set(error, "is there already, and is no record of this work");
    return error_file(error, path);
}

static int is_resumed(const crease_options *options)
{
    if (!options->resume)
        return 0;
    int same = options->checkpoint && !strcmp(options->checkpoint, options->resume);
    return !same || access(options->resume, F_OK) == 0;
}

crease_status record_file_begin(record_file *k, int *resumed, crease_error *error)
{
    const crease_options *options = k->options;
    *resumed = is_resumed(options);
    if (refuse(options, error) || (!k->replaces && guard_old(k, error)))
        return CREASE_ERROR;
    if (!*resumed)
        return CREASE_OK;
    if (walk_record_read(&k->record, options->resume, error))
        return CREASE_ERROR;
    const crease_counts *totals = &k->record.totals;
    const uint64_t regions = totals->activation_regions;
    k->seconds = totals->seconds;
    run_limits_add(k->limits, &(crease_progress){.regions = regions, .resumed = regions});
    return CREASE_OK;
}

int record_file_is_due(const record_file *k, double age)
{
    return k->options->checkpoint && run_limits_seconds(k->limits) >= k->written + age;
}

char *record_file_text(size_t *size, record_file *k, const walk_path *const *subtree,
                       size_t subtrees)
{
    k->record.totals.seconds = k->seconds + run_limits_seconds(k->limits);
    return walk_record_text(size, &k->record, subtree, subtrees);
}

crease_status record_file_write(const record_file *k, const char *text, size_t size,
                                crease_error *error)
{
    return walk_record_write(k->options->checkpoint, text, size, error);
}

void record_file_note(record_file *k)
{
    k->written = run_limits_seconds(k->limits);
}

void record_file_refuse_path(const crease_options *options, crease_error *error)
{
    error_set(error, "has a subtree that the region tree of this network does not have");
    error_file(error, options->resume);
}
