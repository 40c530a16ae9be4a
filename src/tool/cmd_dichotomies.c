// crease dichotomies: labels of points while the weights of a layer turn.
#include "base/json_writer.h"
#include "path/dichotomies.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/text.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <string.h>

typedef struct {
    const cli_settings *settings;
    crease_net *net, *other;
    fmpq *points;
    size_t count, inputs;
    crease_sweep how;
    crease_options options;
    report_progress progress;
    crease_dichotomies result;
} turner;

// ---- What is said ----

static void print_json(const turner *t)
{
    const crease_dichotomies *r = &t->result;
    json out;
    json_open(&out);
    json_text(&out, "network_sha256", crease_net_sha256(t->net));
    json_text(&out, "with_sha256", crease_net_sha256(t->other));
    json_count(&out, "points", r->points);
    json_count(&out, "layer", t->how.layer);
    json_count(&out, "label", t->how.label);
    json_count(&out, "vertices", r->vertices);
    json_truth(&out, "on_circle", r->on_circle);
    json_text(&out, "arithmetic", t->settings->arith->name);
    json_truth(&out, "certified", 1);
    json_truth(&out, "complete", r->complete);
    if (r->complete) {
        json_count(&out, "dichotomies", r->distinct);
        json_count(&out, "transitions", r->transitions);
        json_count(&out, "flips", r->flips);
        json_array_open(&out, "flips_of");
        for (size_t p = 0; p < r->points; p++)
            json_count(&out, NULL, r->flips_of[p]);
        json_array_close(&out);
        json_count(&out, "pieces", r->pieces);
        json_count(&out, "refined", r->refined);
    }
    json_seconds(&out, "seconds", r->seconds);
    json_count(&out, "threads", r->threads);
    json_print(&out, stdout);
}

static void print_text(const turner *t)
{
    const crease_dichotomies *r = &t->result;
    text_row(stdout, "network", "%s", t->settings->operand);
    text_row(stdout, "with", "%s", t->settings->with);
    text_row(stdout, "points", "%zu", r->points);
    text_row(stdout, "sweep",
             r->on_circle ? "the circle, layer %zu" : "polygon of %2$zu vertices, layer %1$zu",
             t->how.layer, r->vertices);
    if (r->complete) {
        text_row(stdout, "dichotomies", "%" PRIu64, r->distinct);
        text_row(stdout, "transitions", "%" PRIu64, r->transitions);
        text_row(stdout, "flips", "%" PRIu64, r->flips);
        text_row(stdout, "pieces", "%" PRIu64, r->pieces);
    } else {
        text_row(stdout, "complete", "no");
    }
    text_row(stdout, "seconds", "%.6f", r->seconds);
}

static void show_progress(void *data, const crease_progress *now)
{
    report_line(data, "%" PRIu64 " pieces, %.1f s", now->regions, now->seconds);
}

// ---- The command ----

static crease_status read_inputs(turner *t, crease_error *error)
{
    const cli_settings *settings = t->settings;
    size_t inputs = 0;
    if (crease_net_read(&t->net, settings->operand, error) ||
        crease_net_read(&t->other, settings->with, error) ||
        crease_slice_read(&t->points, &t->count, &t->inputs, settings->points_file, error))
        return CREASE_ERROR;
    inputs = crease_net_inputs(t->net);
    if (t->inputs == inputs)
        return CREASE_OK;
    *error = (crease_error){0};
    snprintf(error->file, sizeof error->file, "%s", settings->points_file);
    snprintf(error->message, sizeof error->message,
             "expected points of %zu numbers, the network's inputs, found %zu", inputs, t->inputs);
    return CREASE_ERROR;
}

static crease_status sweep(turner *t, crease_error *error)
{
    const cli_settings *settings = t->settings;
    t->how = (crease_sweep){.layer = settings->layer,
                            .label = settings->label,
                            .vertices = settings->corners,
                            .exact = settings->rationals};
    t->options = job_options(settings, 0, &t->progress, show_progress);
    crease_status status = crease_dichotomies_sweep(&t->result, t->net, t->other, t->points,
                                                    t->count, &t->how, &t->options, error);
    report_progress_clear(&t->progress);
    if (status == CREASE_ERROR)
        error_name_option(error, "dichotomies", GROUP_DICHOTOMIES);
    if (status == CREASE_STOPPED)
        report_note("%s; nothing was counted",
                    *t->options.interrupt ? "interrupted" : "stopped by --time-limit");
    return status;
}

static crease_status show(const turner *t, crease_error *error)
{
    const char *output = t->settings->output;
    if (output && t->result.complete && crease_write_dichotomies(output, &t->result, error))
        return CREASE_ERROR;
    if (output && !strcmp(output, "-"))
        return CREASE_OK;
    if (t->settings->json)
        print_json(t);
    else
        print_text(t);
    return CREASE_OK;
}

crease_status cmd_dichotomies(const cli_settings *settings)
{
    turner t = {.settings = settings};
    crease_error error;
    if (!settings->with || !settings->points_file)
        return report_usage("dichotomies: expected --%s, found none",
                            settings->with ? "points=FILE" : "with=NET");
    if (settings->json && settings->output && !strcmp(settings->output, "-"))
        return report_usage("dichotomies: expected --json or -o -, found both");
    crease_status status = read_inputs(&t, &error);
    if (status == CREASE_OK)
        status = sweep(&t, &error);
    if (status != CREASE_ERROR && show(&t, &error))
        status = CREASE_ERROR;
    crease_dichotomies_clear(&t.result);
    if (t.points)
        _fmpq_vec_clear(t.points, (slong)(t.count * t.inputs));
    crease_net_free(t.net);
    crease_net_free(t.other);
    return status == CREASE_ERROR ? report_error(&error) : status;
}
