// crease dichotomies: labels of points while the weights of a layer turn.
#include "path/dichotomies.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <string.h>

static void dichotomies_put(const job *work, const crease_net *other, const crease_dichotomies *f)
{
    const settings *s = work->s;
    const size_t layer = s->sweep.layer;
    results *r = work->r;
    text_row(r, "network", "%s", s->operand);
    text_row(r, "with", "%s", s->sweep.with);
    put_text(r, "network_sha256", NULL, crease_net_sha256(work->net));
    put_text(r, "with_sha256", NULL, crease_net_sha256(other));
    put_count(r, "points", "points", f->points);
    if (f->on_circle)
        text_row(r, "sweep", "the circle, layer %zu (index %zu)", layer + 1, layer);
    else
        text_row(r, "sweep", "polygon of %zu vertices, layer %zu (index %zu)", f->vertices,
                 layer + 1, layer);
    put_count(r, "layer", NULL, layer);
    put_count(r, "label", NULL, s->sweep.label);
    put_count(r, "vertices", NULL, f->vertices);
    put_truth(r, "on_circle", NULL, f->on_circle);
    put_text(r, "arithmetic", NULL, crease_arith_name(work->options.arith));
    put_truth(r, "exact", NULL, 1);
    put_truth(r, "complete", f->complete ? NULL : "complete", f->complete);
    if (f->complete) {
        put_count(r, "dichotomies", "dichotomies", f->distinct);
        put_count(r, "transitions", "transitions", f->transitions);
        put_count(r, "flips", "flips", f->flips);
        put_counts(r, "flips_of", f->flips_of, f->points);
        put_count(r, "pieces", "pieces", f->pieces);
        put_count(r, "refined", NULL, f->refined);
    }
    put_seconds(r, "seconds", "seconds", f->seconds);
    put_count(r, "threads", NULL, f->threads);
}

static crease_status dichotomies_sweep(job *work, const crease_net *other,
                                       crease_dichotomies *found)
{
    const settings *s = work->s;
    crease_error error;
    crease_sweep wanted = {.layer = s->sweep.layer,
                           .label = s->sweep.label,
                           .vertices = s->sweep.vertices,
                           .exact = s->sweep.rationals};
    fmpq *points;
    size_t count;
    if (job_point_or_points(work, &points, &count))
        return CREASE_ERROR;
    crease_status status = crease_dichotomies_sweep(found, work->net, other, points, count, &wanted,
                                                    &work->options, &error);
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        return report_field_error(&error, s);
    if (status == CREASE_STOPPED)
        report_note("%s; nothing was counted", job_stopped_by(work, 0));
    if (s->output && found->complete && crease_dichotomies_write(s->output, found, &error))
        return report_error(&error, NULL);
    if (!s->output || strcmp(s->output, "-") != 0)
        dichotomies_put(work, other, found);
    return status;
}

crease_status cmd_dichotomies(job *work)
{
    crease_error error;
    crease_dichotomies found = {.points = 0};
    crease_net *other;
    if (crease_net_read_with(&other, work->s->sweep.with, &work->s->run.reading, &error))
        return report_error(&error, NULL);
    crease_status status = dichotomies_sweep(work, other, &found);
    crease_dichotomies_clear(&found);
    crease_net_free(other);
    return status;
}
