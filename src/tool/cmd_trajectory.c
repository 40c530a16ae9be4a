// crease trajectory: the image of a path after every layer.
#include "base/error.h"
#include "base/limits.h"
#include "tool/commands.h"
#include "tool/job.h"

// ---- The path that the options name ----

static crease_status trajectory_path(job *work, crease_path *path)
{
    const settings *s = work->s;
    const size_t n = work->inputs, arc = s->path.arc, circle = s->path.circle;
    size_t count = 2;
    fmpq *points;
    crease_error error;
    if (s->at.points ? job_point_or_points(work, &points, &count) : job_ends(work, &points, n))
        return CREASE_ERROR;
    crease_status status = arc ? crease_path_arc(path, points, points + n, n, arc, &error)
                           : circle
                               ? crease_path_circle(path, points, points + n, n, circle, &error)
                               : crease_path_polyline(path, points, count, n, &error);
    if (!status)
        return CREASE_OK;
    if (!arc && !circle && !s->at.points)
        error_where(&error, "%s", "");
    return report_error(&error, arc            ? "--arc"
                                : circle       ? "--circle"
                                : s->at.points ? source_name(s->at.points)
                                               : "--to");
}

// ---- Results. Layer 0 is the path itself. ----

static void trajectory_text_layer(results *r, size_t l)
{
    if (l)
        text_line(r, "layer %zu\n", l);
    else
        text_line(r, "path\n");
}

static void trajectory_put_layers(results *r, const crease_trajectory *t)
{
    results_table(r, "layers",
                  "layer,transitions,patterns,length_low,length_high,growth_low,growth_high,"
                  "sign_transitions");
    for (size_t l = 0; l <= t->layers && t->complete; l++) {
        results_object(r, NULL);
        trajectory_text_layer(r, l);
        put_count(r, "layer", NULL, l);
        put_count(r, "transitions", "  transitions", t->transitions[l]);
        put_count(r, "patterns", "  patterns", t->patterns[l]);
        put_enclosure(r, "length", "  length", t->length + l);
        put_enclosure(r, "growth", "  growth factor", t->growth + l);
        put_count(r, "sign_transitions", "  changes of sign", t->sign_transitions[l]);
        results_end(r);
    }
    results_end(r);
}

static void trajectory_put(const job *work, const crease_path *path, const crease_trajectory *t,
                           double seconds)
{
    results *r = work->r;
    const settings *s = work->s;
    const char *kind = s->path.arc      ? "arc"
                       : s->path.circle ? "circle"
                       : s->at.points   ? "polyline"
                                        : "segment";
    // Patterns and transitions are those of the ellipse itself.
    const int of_ellipse = s->path.circle && crease_net_is_homogeneous(work->net);
    put_network(r, s->operand, work->net);
    put_count(r, "inputs", NULL, work->inputs);
    text_row(r, "path", "%s of %zu vertices in R^%zu", kind, path->count, work->inputs);
    if (of_ellipse)
        text_row(r, "", "transitions and patterns are those of the ellipse itself");
    put_text(r, "arithmetic", "arithmetic", crease_arith_name(work->options.arith));
    put_text(r, "rel_error", "relative error", s->rel_error ? s->rel_error : "1e-12");
    put_text(r, "path", NULL, kind);
    put_count(r, "vertices", NULL, path->count);
    put_truth(r, "closed", NULL, path->closed);
    put_truth(r, "patterns_of_ellipse", NULL, of_ellipse);
    put_truth(r, "complete", NULL, t->complete);
    text_row(r, "seconds", "%.6f", seconds);
    if (!t->complete)
        text_row(r, "complete", "no");
    trajectory_put_layers(r, t);
    put_decisions(r, t->decided_float, t->decided_exact);
    put_seconds(r, "seconds", NULL, seconds);
}

// ---- Measuring ----

static crease_status trajectory_measure(job *work, const crease_path *path,
                                        crease_trajectory *found)
{
    run_limits clock;
    crease_error error;
    run_limits_init(&clock, NULL);
    crease_status status = crease_trajectory_measure(found, work->net, path, work->s->rel_error,
                                                     &work->options, &error);
    const double seconds = run_limits_seconds(&clock);
    run_limits_clear(&clock);
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        return report_field_error(&error, work->s);
    trajectory_put(work, path, found, seconds);
    if (status == CREASE_STOPPED)
        report_note("%s; nothing was measured", job_stopped_by(work, 0));
    return status;
}

crease_status cmd_trajectory(job *work)
{
    crease_path path;
    crease_trajectory found;
    if (trajectory_path(work, &path))
        return CREASE_ERROR;
    crease_trajectory_init(&found, work->net);
    const crease_status status = trajectory_measure(work, &path, &found);
    crease_trajectory_clear(&found);
    crease_path_clear(&path);
    return status;
}
