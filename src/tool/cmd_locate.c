// crease locate: the regions that touch a point, or each of several.
#include "base/error.h"
#include "base/limits.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct {
    job *work;
    size_t index; // of the present point
    fmpq *row;
    const uint32_t **pieces; // of the present region, by layer
} locate_view;

static crease_visit locate_put(void *data, const crease_region *region)
{
    locate_view *v = data;
    const crease_net *net = v->work->net;
    results *r = v->work->r;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        v->pieces[l] = crease_region_pattern(region, l);
    text_line(r, "region %" PRIu64 "\n", crease_region_id(region));
    results_object(r, NULL);
    csv_count(r, "point", v->index);
    csv_count(r, "region", crease_region_id(region));
    put_pattern(r, "pattern", "  pattern ", net, v->pieces);
    results_list(r, "map");
    for (size_t i = 0; i < v->work->outputs; i++) {
        crease_region_map(v->row, region, i);
        put_rationals(r, NULL, v->row, v->work->dimension + 1);
        text_line(r, i ? "          " : "  map     ");
        for (size_t c = 0; c <= v->work->dimension; c++)
            text_rational(r, " ", v->row + c);
        text_line(r, "\n");
    }
    results_end(r);
    results_end(r);
    return CREASE_GO;
}

// The regions that touch one point, and how many they are.
static crease_status locate_point(locate_view *v, const fmpq *point, crease_error *error)
{
    job *work = v->work;
    crease_visitor visitor = {.data = v, .region = locate_put};
    results_table(work->r, "regions", "point,region,pattern,map");
    crease_status status = crease_locate(&work->counts, work->net, work->domain, point,
                                         &work->options, &visitor, error);
    results_end(work->r);
    put_count(work->r, "activation_regions", NULL, work->counts.activation_regions);
    return status;
}

static crease_status locate_one(locate_view *v, const fmpq *point)
{
    job *work = v->work;
    crease_error error;
    put_rationals(work->r, "point", point, work->dimension);
    crease_status status = locate_point(v, point, &error);
    work->name = "--point";
    return job_end(work, status, &error);
}

// One of several; regions is how many those before have, since --max-regions holds for all
// together.
static crease_status locate_next(locate_view *v, const fmpq *point, uint64_t *regions,
                                 crease_error *error)
{
    job *work = v->work;
    const uint64_t most = work->s->options.max_regions;
    if (most && *regions == most)
        return CREASE_STOPPED;
    work->options.max_regions = most ? most - *regions : 0;
    results_object(work->r, NULL);
    put_count(work->r, "point", "point", v->index);
    crease_status status = locate_point(v, point, error);
    results_end(work->r);
    *regions += work->counts.activation_regions;
    return status;
}

static crease_status locate_many(locate_view *v, const fmpq *points, size_t count)
{
    job *work = v->work;
    uint64_t regions = 0;
    crease_status status = CREASE_OK;
    crease_error error;
    const crease_options of_all = work->options;
    run_limits limits;
    run_limits_init(&limits, &of_all);
    results_list(work->r, "points");
    while (v->index < count && status == CREASE_OK && !ferror(stdout)) {
        status = run_limits_passed(&limits)
                     ? CREASE_STOPPED
                     : locate_next(v, points + v->index * work->dimension, &regions, &error);
        v->index += status == CREASE_OK;
    }
    results_end(work->r);
    run_limits_end(&limits, status, NULL);
    work->options = of_all;
    work->counts.complete = status == CREASE_OK;
    if (status == CREASE_ERROR) {
        error_where(&error, "point %zu", v->index);
        return report_error(&error, "--points");
    }
    if (status == CREASE_STOPPED)
        report_note("%s after %zu of %zu points; the result is partial",
                    job_stopped_by(work, regions), v->index, count);
    return status;
}

crease_status cmd_locate(job *work)
{
    results *r = work->r;
    fmpq *points;
    size_t count;
    locate_view v = {.work = work,
                     .row = job_vector(work, work->dimension + 1),
                     .pieces =
                         job_memory(work, crease_net_hidden(work->net) + 1, sizeof *v.pieces)};
    if (job_point_or_points(work, &points, &count, work->dimension))
        return CREASE_ERROR;
    put_text(r, "network", NULL, work->name);
    put_text(r, "network_sha256", NULL, crease_net_sha256(work->net));
    put_count(r, "inputs", NULL, work->inputs);
    put_count(r, "dimension", NULL, work->dimension);
    put_text(r, "domain", NULL, crease_domain_text(work->domain));
    crease_status status =
        work->s->position.points ? locate_many(&v, points, count) : locate_one(&v, points);
    put_text(r, "arithmetic", NULL, crease_arith_name(work->options.arith));
    put_bool(r, "exact", NULL, work->options.arith != CREASE_FLOAT);
    put_bool(r, "complete", NULL, work->counts.complete);
    return status;
}
