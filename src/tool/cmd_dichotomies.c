// crease dichotomies: labels of points while the weights of a layer turn.
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"
#include <crease/path.h>

#include <flint/fmpq_vec.h>
#include <string.h>

typedef struct {
    const settings *s;
    job work;
    crease_net *other;
    fmpq *points;
    size_t count;
    crease_dichotomies result;
} turner;

static void put(const turner *t)
{
    const crease_dichotomies *f = &t->result;
    const size_t layer = t->s->sweep.layer;
    results r;
    results_open(&r, t->s);
    text_row(&r, "network", "%s", t->s->operand);
    text_row(&r, "with", "%s", t->s->sweep.with);
    put_text(&r, "network_sha256", NULL, crease_net_sha256(t->work.net));
    put_text(&r, "with_sha256", NULL, crease_net_sha256(t->other));
    put_count(&r, "points", "points", f->points);
    if (f->on_circle)
        text_row(&r, "sweep", "the circle, layer %zu (--layer=%zu)", layer + 1, layer);
    else
        text_row(&r, "sweep", "polygon of %zu vertices, layer %zu (--layer=%zu)", f->vertices,
                 layer + 1, layer);
    put_count(&r, "layer", NULL, layer);
    put_count(&r, "label", NULL, t->s->sweep.label);
    put_count(&r, "vertices", NULL, f->vertices);
    put_truth(&r, "on_circle", NULL, f->on_circle);
    put_text(&r, "arithmetic", NULL, crease_arith_name(t->work.options.arith));
    put_truth(&r, "certified", NULL, 1);
    put_truth(&r, "complete", f->complete ? NULL : "complete", f->complete);
    if (f->complete) {
        put_count(&r, "dichotomies", "dichotomies", f->distinct);
        put_count(&r, "transitions", "transitions", f->transitions);
        put_count(&r, "flips", "flips", f->flips);
        put_counts(&r, "flips_of", f->flips_of, f->points);
        put_count(&r, "pieces", "pieces", f->pieces);
        put_count(&r, "refined", NULL, f->refined);
    }
    put_seconds(&r, "seconds", "seconds", f->seconds);
    put_count(&r, "threads", NULL, f->threads);
    results_close(&r);
}

static crease_status turn(turner *t)
{
    const settings *s = t->s;
    job *work = &t->work;
    crease_error error;
    crease_sweep wanted = {.layer = s->sweep.layer,
                           .label = s->sweep.label,
                           .vertices = s->sweep.vertices,
                           .exact = s->sweep.rationals};
    crease_status status = crease_dichotomies_sweep(&t->result, work->net, t->other, t->points,
                                                    t->count, &wanted, &work->options, &error);
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        return report_field_error(&error, s);
    if (status == CREASE_STOPPED)
        report_note("%s; nothing was counted", job_stopped_by(work, 0));
    if (s->output && t->result.complete && crease_write_dichotomies(s->output, &t->result, &error))
        return report_error(&error, NULL);
    if (!s->output || strcmp(s->output, "-") != 0)
        put(t);
    return status;
}

crease_status cmd_dichotomies(const settings *s)
{
    turner t = {.s = s};
    crease_error error;
    if (job_open(&t.work, s->operand, NULL, &s->run, 0))
        return CREASE_ERROR;
    const size_t inputs = crease_net_inputs(t.work.net);
    crease_status status = crease_net_read_with(&t.other, s->sweep.with, &s->run.reading, &error);
    if (status == CREASE_OK)
        status = job_points(&t.points, &t.count, inputs, s->at.points, &error);
    status = status ? report_error(&error, NULL) : turn(&t);
    crease_dichotomies_clear(&t.result);
    if (t.points)
        _fmpq_vec_clear(t.points, (slong)(t.count * inputs));
    crease_net_free(t.other);
    job_close(&t.work);
    return status;
}
