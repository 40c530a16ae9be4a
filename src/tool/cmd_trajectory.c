// crease trajectory: the image of a path after every layer, or averages over many.
#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const settings *s;
    job work;
    size_t inputs;
    crease_path *path;
    crease_trajectory *trajectory;
    size_t count, complete; // of both; trajectories that are
    int many;               // averages are asked for, be there only one
    double seconds;
} follower;

// ---- The paths that the options ask for ----

// pair: P and then Q.
static crease_status add_path(follower *j, const fmpq *pair, crease_error *error)
{
    const size_t n = j->inputs, arc = j->s->path.arc, circle = j->s->path.circle;
    crease_path *path = j->path + j->count;
    crease_status status = arc      ? crease_path_arc(path, pair, pair + n, n, arc, error)
                           : circle ? crease_path_circle(path, pair, pair + n, n, circle, error)
                                    : crease_path_polyline(path, pair, 2, n, error);
    if (status)
        error_file(error, arc ? "--arc" : circle ? "--circle" : "--to");
    if (status && !arc && !circle)
        error_where(error, "%s", "");
    j->count += status == CREASE_OK;
    return status;
}

// A path for each pair of points; where they come from is named in an error about one of them.
static crease_status add_paths(follower *j, const fmpq *points, size_t pairs, const char *source,
                               crease_error *error)
{
    const size_t n = j->inputs;
    j->path = memory_new(pairs, sizeof *j->path);
    for (size_t i = 0; i < pairs && !(i && run_look()); i++)
        if (add_path(j, points + 2 * i * n, error)) {
            int of_option = strcmp(error->file, "--to") != 0; // --arc or --circle
            if (source && !of_option)
                error_file(error, source);
            if (source)
                error_where(error, of_option ? "trajectory %zu" : "lines[%zu].to", i);
            return CREASE_ERROR;
        }
    return CREASE_OK;
}

static crease_status add_pairs(follower *j, crease_error *error)
{
    const point_settings *at = &j->s->at;
    const size_t n = j->inputs;
    size_t count = at->repeat;
    fmpq *points = NULL;
    if (!count && job_pairs(&points, &count, n, at, error))
        return CREASE_ERROR;
    run_limits limits; // which may leave the last paths out: the work ends before it comes there
    run_limits_init(&limits, &j->work.options);
    if (!points) {
        points = _fmpq_vec_init(2 * (slong)(count * n));
        crease_points_random(points, 2 * count, n, j->s->seed);
    }
    const char *source = at->repeat ? "--repeat" : at->lines;
    crease_status status = add_paths(j, points, count, source, error);
    run_limits_clear(&limits);
    job_look_at_clock(&j->work);
    _fmpq_vec_clear(points, 2 * (slong)(count * n));
    return status;
}

static crease_status add_polyline(follower *j, crease_error *error)
{
    const char *file = j->s->at.points;
    size_t count;
    fmpq *points;
    if (job_points(&points, &count, j->inputs, file, error))
        return CREASE_ERROR;
    j->path = memory_new(1, sizeof *j->path);
    crease_status status = crease_path_polyline(j->path, points, count, j->inputs, error);
    if (status)
        error_file(error, source_name(file));
    j->count = status == CREASE_OK;
    _fmpq_vec_clear(points, (slong)(count * j->inputs));
    return status;
}

// ---- What is said. Layer 0 is the path itself. ----

// The number itself, where it is known.
static void text_enclosure(const crease_enclosure *x)
{
    char *lo, *hi;
    if (fmpq_cmp(x->lo, x->hi) > 0) {
        puts("-");
        return;
    }
    crease_enclosure_text(&lo, &hi, x);
    if (strcmp(lo, hi))
        printf("[%s, %s]\n", lo, hi);
    else
        puts(lo);
    free(lo);
    free(hi);
}

static void text_layer(results *r, size_t l)
{
    char name[32] = "path";
    if (l)
        snprintf(name, sizeof name, "layer %zu", l);
    text_line(r, "%-10s", name);
}

static void text_enclosures(results *r, const char *title, const crease_enclosure *x, size_t first,
                            size_t layers)
{
    text_line(r, "\n%s\n", title);
    for (size_t l = first; l <= layers; l++) {
        text_layer(r, l);
        text_enclosure(x + l);
    }
}

static void text_one(results *r, const crease_trajectory *t)
{
    text_line(r, "\ntransitions, changes of sign, and patterns\n");
    for (size_t l = 0; l <= t->layers; l++) {
        text_layer(r, l);
        text_line(r, "%-12" PRIu64 "%-12" PRIu64 "%" PRIu64 "\n", t->transitions[l],
                  t->sign_transitions[l], t->patterns[l]);
    }
    text_enclosures(r, "length", t->length, 0, t->layers);
    text_enclosures(r, "growth factor", t->growth, 1, t->layers);
}

// Of JSON an object, of CSV a record for each layer.
static void put_trajectory(results *r, size_t index, const crease_trajectory *t)
{
    results_list(r, "layers");
    for (size_t l = 0; l <= t->layers && t->complete; l++) {
        results_object(r, NULL);
        if (r->format == RESULTS_CSV)
            put_count(r, NULL, NULL, index);
        put_count(r, "layer", NULL, l);
        put_count(r, "transitions", NULL, t->transitions[l]);
        put_count(r, "patterns", NULL, t->patterns[l]);
        put_enclosure(r, "length", NULL, t->length + l);
        put_enclosure(r, "growth", NULL, t->growth + l);
        put_count(r, "sign_transitions", NULL, t->sign_transitions[l]);
        results_end(r);
        csv_end(r);
    }
    results_end(r);
}

static void text_estimates(results *r, const char *title, const crease_estimate *e, size_t layers)
{
    text_line(r, "\n%s\n", title);
    for (size_t l = 0; l <= layers; l++) {
        if (isnan(e[l].mean))
            continue;
        text_layer(r, l);
        if (isnan(e[l].error))
            text_line(r, "%.6g\n", e[l].mean);
        else
            text_line(r, "%-12.6g+- %-10.3g 95%% in [%.6g, %.6g]\n", e[l].mean, e[l].error,
                      e[l].low, e[l].high);
    }
}

static void put_averages(results *r, const follower *j)
{
    crease_trajectory_averages a;
    crease_trajectory_average(&a, j->trajectory, j->count, crease_net_layers(j->work.net));
    results_list(r, "averages");
    for (size_t l = 0; l <= a.layers; l++) {
        results_object(r, NULL);
        put_count(r, "layer", NULL, l);
        put_estimate(r, "transitions", NULL, a.transitions[l], 1);
        put_estimate(r, "patterns", NULL, a.patterns[l], 1);
        put_estimate(r, "length", NULL, a.length[l], 1);
        put_estimate(r, "growth", NULL, a.growth[l], 1);
        put_estimate(r, "sign_transitions", NULL, a.sign_transitions[l], 1);
        results_end(r);
    }
    results_end(r);
    text_estimates(r, "transitions, mean and standard error", a.transitions, a.layers);
    text_estimates(r, "changes of sign", a.sign_transitions, a.layers);
    text_estimates(r, "patterns", a.patterns, a.layers);
    text_estimates(r, "length", a.length, a.layers);
    text_estimates(r, "growth factor", a.growth, a.layers);
    crease_trajectory_averages_clear(&a);
}

static void put_each(results *r, const follower *j)
{
    csv_header(r,
               "trajectory,layer,transitions,patterns,length_low,length_high,growth_low,"
               "growth_high,sign_transitions",
               "\r\n");
    results_list(r, "each");
    for (size_t i = 0; i < j->count; i++) {
        results_object(r, NULL);
        if (r->format == RESULTS_JSON)
            put_truth(r, "complete", NULL, j->trajectory[i].complete);
        put_trajectory(r, i, j->trajectory + i);
        results_end(r);
    }
    results_end(r);
}

static void put_head(results *r, const follower *j)
{
    const settings *s = j->s;
    const char *kind = s->path.arc      ? "arc"
                       : s->path.circle ? "circle"
                       : s->at.points   ? "polyline"
                                        : "segment";
    // Patterns and transitions are those of the ellipse itself.
    const int of_ellipse = s->path.circle && crease_net_is_homogeneous(j->work.net);
    put_network(r, s->operand, j->work.net);
    put_count(r, "inputs", NULL, j->inputs);
    text_row(r, "path", "%s of %zu vertices in R^%zu", kind, j->path->count, j->inputs);
    if (of_ellipse)
        text_row(r, "", "transitions and patterns are those of the ellipse itself");
    put_text(r, "arithmetic", "arithmetic", crease_arith_name(j->work.options.arith));
    put_text(r, "width", "relative width", s->path.width ? s->path.width : "1e-12");
    put_text(r, "path", NULL, kind);
    put_count(r, "vertices", NULL, j->path->count);
    put_truth(r, "closed", NULL, j->path->closed);
    put_truth(r, "patterns_of_ellipse", NULL, of_ellipse);
    put_truth(r, "complete", NULL, j->complete == j->count);
    if (j->many)
        put_count(r, "trajectories", "trajectories", j->complete);
    text_row(r, "seconds", "%.6f", j->seconds);
    if (j->complete < j->count)
        text_row(r, "complete", j->many ? "no, %zu were not measured" : "no",
                 j->count - j->complete);
}

static void put(const follower *j)
{
    uint64_t by_float = 0, by_integers = 0;
    results r;
    results_open(&r, j->s);
    if (r.format != RESULTS_CSV) {
        put_head(&r, j);
        if (j->many)
            put_averages(&r, j);
        else if (j->complete && r.format == RESULTS_TEXT)
            text_one(&r, j->trajectory);
    }
    if (j->many || r.format == RESULTS_CSV)
        put_each(&r, j);
    else if (r.format == RESULTS_JSON)
        put_trajectory(&r, 0, j->trajectory);
    for (size_t i = 0; i < j->count; i++) {
        by_float += j->trajectory[i].decided_float;
        by_integers += j->trajectory[i].decided_exact;
    }
    put_decisions(&r, by_float, by_integers);
    if (r.format == RESULTS_JSON)
        put_seconds(&r, "seconds", NULL, j->seconds);
    results_close(&r);
}

// ---- Measuring ----

static crease_status measure(follower *j)
{
    const crease_net *net = j->work.net;
    run_limits clock;
    crease_error error;
    j->trajectory = memory_new(j->count, sizeof *j->trajectory);
    for (size_t i = 0; i < j->count; i++)
        crease_trajectory_init(j->trajectory + i, net);
    j->work.progress.noun = "trajectories";
    run_limits_init(&clock, NULL);
    crease_status status = crease_trajectory_measure(j->trajectory, net, j->path, j->count,
                                                     j->s->path.width, &j->work.options, &error);
    j->seconds = run_limits_seconds(&clock);
    run_limits_clear(&clock);
    report_progress_clear(&j->work.progress);
    if (status == CREASE_ERROR)
        return report_field_error(&error, j->s);
    for (size_t i = 0; i < j->count; i++)
        j->complete += j->trajectory[i].complete != 0;
    put(j);
    if (status == CREASE_STOPPED)
        report_note("%s after %zu trajectories; the result is partial", job_stopped_by(&j->work, 0),
                    j->complete);
    return status;
}

crease_status cmd_trajectory(const settings *s)
{
    follower j = {.s = s, .many = s->at.lines || s->at.repeat};
    crease_error error;
    if (job_open(&j.work, s->operand, NULL, &s->run, 0))
        return CREASE_ERROR;
    j.inputs = crease_net_inputs(j.work.net);
    crease_status status = s->at.points ? add_polyline(&j, &error) : add_pairs(&j, &error);
    status = status ? report_error(&error, NULL) : measure(&j);
    for (size_t i = 0; i < j.count; i++) {
        crease_path_clear(j.path + i);
        if (j.trajectory)
            crease_trajectory_clear(j.trajectory + i);
    }
    free(j.path);
    free(j.trajectory);
    job_close(&j.work);
    return status;
}
