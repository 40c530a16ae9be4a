// Many trajectories through one network, each in one thread.
#include <crease/path.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "exact/rational.h"
#include "path/measure.h"
#include <stdlib.h>
#include <string.h>

void crease_trajectory_init(crease_trajectory *trajectory, const crease_net *net)
{
    size_t entries = crease_net_layers(net) + 1;
    *trajectory = (crease_trajectory){.layers = entries - 1};
    trajectory->length = memory_new(entries, sizeof *trajectory->length);
    trajectory->growth = memory_new(entries, sizeof *trajectory->growth);
    trajectory->transitions = memory_new(entries, sizeof *trajectory->transitions);
    trajectory->patterns = memory_new(entries, sizeof *trajectory->patterns);
    for (size_t l = 0; l < entries; l++) {
        fmpq_init(trajectory->length[l].lo);
        fmpq_init(trajectory->length[l].hi);
        fmpq_init(trajectory->growth[l].lo);
        fmpq_init(trajectory->growth[l].hi);
    }
}

void crease_trajectory_clear(crease_trajectory *trajectory)
{
    for (size_t l = 0; l <= trajectory->layers; l++) {
        fmpq_clear(trajectory->length[l].lo);
        fmpq_clear(trajectory->length[l].hi);
        fmpq_clear(trajectory->growth[l].lo);
        fmpq_clear(trajectory->growth[l].hi);
    }
    free(trajectory->length);
    free(trajectory->growth);
    free(trajectory->transitions);
    free(trajectory->patterns);
    *trajectory = (crease_trajectory){0};
}

typedef struct {
    crease_trajectory *trajectory;
    const crease_path *path;
    measure_plan plan;
    run_limits limits;
} batch;

static void init_ticker(void *data, void *state)
{
    batch *b = data;
    *(run_ticker *)state = (run_ticker){.limits = &b->limits};
}

static crease_status measure(void *data, void *state, size_t index, crease_error *error)
{
    (void)error;
    batch *b = data;
    return measure_path(b->trajectory + index, &b->plan, b->path + index, state) ? CREASE_OK
                                                                                 : CREASE_STOPPED;
}

static crease_status at_fault(crease_error *error, const char *field)
{
    error_locate(error, NULL, 0, 0, field);
    return CREASE_ERROR;
}

static crease_status read_width(fmpq_t width, const char *text, crease_error *error)
{
    text = text ? text : "1e-12";
    if (rational_parse(width, text, strlen(text), error))
        return at_fault(error, "width");
    if (fmpq_sgn(width) > 0 && fmpq_cmp_si(width, 1) < 0)
        return CREASE_OK;
    error_set(error, "expected a number between 0 and 1, both excluded, found \"%s\"", text);
    return at_fault(error, "width");
}

static crease_status check(const crease_net *net, const crease_path *paths, size_t count,
                           const crease_options *options, crease_error *error)
{
    if (options->arith == CREASE_FLOAT) {
        error_set(error, "expected filtered or exact, for results are proved; found float");
        return at_fault(error, "arith");
    }
    for (size_t i = 0; i < count; i++)
        if (paths[i].inputs != crease_net_inputs(net))
            return error_set(error,
                             "expected a path in R^%zu, the space of the network's inputs, found "
                             "one in R^%zu",
                             crease_net_inputs(net), paths[i].inputs);
    return CREASE_OK;
}

static crease_status measure_all(batch *b, const crease_net *net, size_t count, const fmpq_t width)
{
    rounded_net rounded;
    const crease_options *options = b->limits.options;
    rounded_net_init(&rounded, net, NULL, crease_net_inputs(net));
    measure_plan_init(&b->plan, net, &rounded, options->arith, width);
    parallel work = {.jobs = count,
                     .threads = options->threads,
                     .limits = &b->limits,
                     .data = b,
                     .run = measure,
                     .state_size = sizeof(run_ticker),
                     .init = init_ticker};
    crease_status status = parallel_run(&work, NULL);
    measure_plan_clear(&b->plan);
    rounded_net_clear(&rounded);
    return status;
}

crease_status crease_trajectory_measure(crease_trajectory *trajectories, const crease_net *net,
                                        const crease_path *paths, size_t count, const char *width,
                                        const crease_options *options, crease_error *error)
{
    batch b = {.trajectory = trajectories, .path = paths};
    fmpq_t narrow;
    fmpq_init(narrow);
    run_limits_init(&b.limits, options);
    crease_status status = check(net, paths, count, b.limits.options, error);
    if (status == CREASE_OK)
        status = read_width(narrow, width, error);
    if (status == CREASE_OK)
        status = measure_all(&b, net, count, narrow);
    run_limits_clear(&b.limits);
    fmpq_clear(narrow);
    return status;
}
