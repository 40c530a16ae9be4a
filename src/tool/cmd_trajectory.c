// crease trajectory: the image of a path after every layer, or averages over many.
#include "base/error.h"
#include "base/limits.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    job *work;
    crease_path *path;
    crease_trajectory *trajectory;
    size_t count, complete; // of both; trajectories that are
    int many;               // averages are asked for, be there only one
    double seconds;
} trajectory_view;

// ---- The paths that the options ask for ----

// pair: P and then Q.
static crease_status trajectory_add(trajectory_view *v, const fmpq *pair, crease_error *error)
{
    const size_t n = v->work->inputs, arc = v->work->s->path.arc, circle = v->work->s->path.circle;
    crease_path *path = v->path + v->count;
    crease_status status = arc      ? crease_path_arc(path, pair, pair + n, n, arc, error)
                           : circle ? crease_path_circle(path, pair, pair + n, n, circle, error)
                                    : crease_path_polyline(path, pair, 2, n, error);
    if (status)
        error_file(error, arc ? "--arc" : circle ? "--circle" : "--to");
    if (status && !arc && !circle)
        error_where(error, "%s", "");
    v->count += status == CREASE_OK;
    return status;
}

// A path for each pair of points; an error about one of them names where they come from.
static crease_status trajectory_add_all(trajectory_view *v, const fmpq *points, size_t pairs,
                                        const char *source, crease_error *error)
{
    v->path = job_memory(v->work, pairs, sizeof *v->path);
    for (size_t i = 0; i < pairs && !(i && run_poll_now()); i++)
        if (trajectory_add(v, points + 2 * i * v->work->inputs, error)) {
            int of_option = strcmp(error->file, "--to") != 0; // --arc or --circle
            if (source && !of_option)
                error_file(error, source);
            if (source)
                error_where(error, of_option ? "trajectory %zu" : "lines[%zu].to", i);
            return CREASE_ERROR;
        }
    return CREASE_OK;
}

static crease_status trajectory_add_pairs(trajectory_view *v)
{
    const point_settings *at = &v->work->s->at;
    size_t count = at->repeat;
    fmpq *points;
    crease_error error;
    if (!count && job_pairs_or_lines(v->work, &points, &count, v->work->inputs))
        return CREASE_ERROR;
    run_limits limits; // which may leave the last paths out: the work ends before it comes there
    run_limits_init(&limits, &v->work->options);
    if (at->repeat) {
        points = job_vector(v->work, 2 * count * v->work->inputs);
        crease_points_random(points, 2 * count, v->work->inputs, v->work->s->seed);
    }
    const char *source = at->repeat ? "--repeat" : at->lines;
    crease_status status = trajectory_add_all(v, points, count, source, &error);
    run_limits_clear(&limits);
    job_look_at_clock(v->work);
    return status ? report_error(&error, NULL) : CREASE_OK;
}

static crease_status trajectory_add_polyline(trajectory_view *v)
{
    const char *file = v->work->s->at.points;
    size_t count;
    fmpq *points;
    crease_error error;
    if (job_point_or_points(v->work, &points, &count))
        return CREASE_ERROR;
    v->path = job_memory(v->work, 1, sizeof *v->path);
    if (crease_path_polyline(v->path, points, count, v->work->inputs, &error))
        return report_error(&error, source_name(file));
    v->count = 1;
    return CREASE_OK;
}

// ---- Results. Layer 0 is the path itself. ----

static void trajectory_text_layer(results *r, size_t l)
{
    if (l)
        text_line(r, "layer %zu\n", l);
    else
        text_line(r, "path\n");
}

// in_text: of a single trajectory; of many, text shows the averages.
static void trajectory_put_layers(results *r, size_t index, const crease_trajectory *t, int in_text)
{
    results_table(r, "layers",
                  "trajectory,layer,transitions,patterns,length_low,length_high,growth_low,"
                  "growth_high,sign_transitions");
    for (size_t l = 0; l <= t->layers && t->complete; l++) {
        results_object(r, NULL);
        if (in_text)
            trajectory_text_layer(r, l);
        csv_count(r, "trajectory", index);
        put_count(r, "layer", NULL, l);
        put_count(r, "transitions", in_text ? "  transitions" : NULL, t->transitions[l]);
        put_count(r, "patterns", in_text ? "  patterns" : NULL, t->patterns[l]);
        put_enclosure(r, "length", in_text ? "  length" : NULL, t->length + l);
        put_enclosure(r, "growth", in_text ? "  growth factor" : NULL, t->growth + l);
        put_count(r, "sign_transitions", in_text ? "  changes of sign" : NULL,
                  t->sign_transitions[l]);
        results_end(r);
    }
    results_end(r);
}

enum { TRANSITIONS, PATTERNS, LENGTH, GROWTH, SIGN_TRANSITIONS, KINDS };

// NAN: there is none.
static double trajectory_value(const crease_trajectory *t, int kind, size_t l)
{
    const crease_enclosure *x = kind == LENGTH ? t->length + l : t->growth + l;
    switch (kind) {
    case TRANSITIONS:
        return (double)t->transitions[l];
    case PATTERNS:
        return (double)t->patterns[l];
    case SIGN_TRANSITIONS:
        return (double)t->sign_transitions[l];
    default:
        return fmpq_cmp(x->lo, x->hi) > 0 ? NAN : crease_enclosure_middle(x);
    }
}

static void trajectory_put_means(results *r, const trajectory_view *v)
{
    static const char *const names[KINDS][2] = {{"transitions", "  transitions"},
                                                {"patterns", "  patterns"},
                                                {"length", "  length"},
                                                {"growth", "  growth factor"},
                                                {"sign_transitions", "  changes of sign"}};
    double *x = job_memory(v->work, v->count, sizeof *x);
    results_list(r, "averages");
    for (size_t l = 0; l <= crease_net_layers(v->work->net); l++) {
        results_object(r, NULL);
        trajectory_text_layer(r, l);
        put_count(r, "layer", NULL, l);
        for (int kind = 0; kind < KINDS; kind++) {
            size_t count = 0;
            for (size_t i = 0; i < v->count; i++) {
                const crease_trajectory *t = v->trajectory + i;
                x[count] = t->complete ? trajectory_value(t, kind, l) : NAN;
                count += !isnan(x[count]);
            }
            put_mean(r, names[kind][0], kind != GROWTH || l ? names[kind][1] : NULL, x, count, 1);
        }
        results_end(r);
    }
    results_end(r);
}

static void trajectory_put_each(results *r, const trajectory_view *v)
{
    results_list(r, "each");
    for (size_t i = 0; i < v->count; i++) {
        results_object(r, NULL);
        put_truth(r, "complete", NULL, v->trajectory[i].complete);
        trajectory_put_layers(r, i, v->trajectory + i, 0);
        results_end(r);
    }
    results_end(r);
}

static void trajectory_put_head(results *r, const trajectory_view *v)
{
    const settings *s = v->work->s;
    const char *kind = s->path.arc      ? "arc"
                       : s->path.circle ? "circle"
                       : s->at.points   ? "polyline"
                                        : "segment";
    // Patterns and transitions are those of the ellipse itself.
    const int of_ellipse = s->path.circle && crease_net_is_homogeneous(v->work->net);
    put_network(r, s->operand, v->work->net);
    put_count(r, "inputs", NULL, v->work->inputs);
    text_row(r, "path", "%s of %zu vertices in R^%zu", kind, v->path->count, v->work->inputs);
    if (of_ellipse)
        text_row(r, "", "transitions and patterns are those of the ellipse itself");
    put_text(r, "arithmetic", "arithmetic", crease_arith_name(v->work->options.arith));
    put_text(r, "rel_error", "relative error", s->rel_error ? s->rel_error : "1e-12");
    put_text(r, "path", NULL, kind);
    put_count(r, "vertices", NULL, v->path->count);
    put_truth(r, "closed", NULL, v->path->closed);
    put_truth(r, "patterns_of_ellipse", NULL, of_ellipse);
    put_truth(r, "complete", NULL, v->complete == v->count);
    if (v->many)
        put_count(r, "trajectories", "trajectories", v->complete);
    text_row(r, "seconds", "%.6f", v->seconds);
    if (v->complete < v->count)
        text_row(r, "complete", v->many ? "no, %zu were not measured" : "no",
                 v->count - v->complete);
}

static void trajectory_put(const trajectory_view *v)
{
    uint64_t by_float = 0, by_integers = 0;
    results *r = v->work->r;
    for (size_t i = 0; i < v->count; i++) {
        by_float += v->trajectory[i].decided_float;
        by_integers += v->trajectory[i].decided_exact;
    }
    trajectory_put_head(r, v);
    if (v->many) {
        trajectory_put_means(r, v);
        trajectory_put_each(r, v);
    } else {
        trajectory_put_layers(r, 0, v->trajectory, 1);
    }
    put_decisions(r, by_float, by_integers);
    put_seconds(r, "seconds", NULL, v->seconds);
}

// ---- Measuring ----

static crease_status trajectory_measure(trajectory_view *v)
{
    job *work = v->work;
    run_limits clock;
    crease_error error;
    v->trajectory = job_memory(work, v->count, sizeof *v->trajectory);
    for (size_t i = 0; i < v->count; i++)
        crease_trajectory_init(v->trajectory + i, work->net);
    work->progress.noun = "trajectories";
    run_limits_init(&clock, NULL);
    crease_status status = crease_trajectory_measure(v->trajectory, work->net, v->path, v->count,
                                                     work->s->rel_error, &work->options, &error);
    v->seconds = run_limits_seconds(&clock);
    run_limits_clear(&clock);
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        return report_field_error(&error, work->s);
    for (size_t i = 0; i < v->count; i++)
        v->complete += v->trajectory[i].complete != 0;
    trajectory_put(v);
    if (status == CREASE_STOPPED)
        report_note("%s after %zu trajectories; the result is partial", job_stopped_by(work, 0),
                    v->complete);
    return status;
}

crease_status cmd_trajectory(job *work)
{
    const settings *s = work->s;
    trajectory_view v = {.work = work, .many = s->at.lines || s->at.repeat};
    crease_status status = s->at.points ? trajectory_add_polyline(&v) : trajectory_add_pairs(&v);
    if (status == CREASE_OK)
        status = trajectory_measure(&v);
    for (size_t i = 0; i < v.count; i++) {
        crease_path_clear(v.path + i);
        if (v.trajectory)
            crease_trajectory_clear(v.trajectory + i);
    }
    return status;
}
