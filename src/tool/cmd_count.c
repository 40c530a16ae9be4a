// crease count: the regions, each number with its name.
#include "base/json_writer.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/text.h"

#include <inttypes.h>
#include <string.h>

// Everything there is to say.
typedef struct {
    const cli_settings *settings;
    const job *work;
    crease_linear_counts linear; // if asked for
} result;

static int is_certified(const result *r)
{
    return r->work->options.arith != CREASE_FLOAT;
}

static void print_json(const result *r)
{
    const job *work = r->work;
    const crease_counts *counts = &work->counts;
    json out;
    json_open(&out);
    json_text(&out, "network_sha256", crease_net_sha256(work->net));
    json_count(&out, "inputs", crease_net_inputs(work->net));
    json_count(&out, "dimension", crease_domain_dimension(work->domain));
    json_array_open(&out, "hidden");
    for (size_t l = 0; l < crease_net_hidden(work->net); l++)
        json_count(&out, NULL, crease_net_width(work->net, l));
    json_array_close(&out);
    json_text(&out, "domain", crease_domain_text(work->domain));
    json_text(&out, "arithmetic", r->settings->arith->name);
    json_truth(&out, "certified", is_certified(r));
    json_truth(&out, "complete", counts->complete);
    json_count(&out, "activation_regions", counts->activation_regions);
    json_array_open(&out, "regions_per_layer");
    for (size_t l = 0; l < counts->layers; l++)
        json_count(&out, NULL, counts->per_layer[l]);
    json_array_close(&out);
    json_count(&out, "bounded_regions", counts->bounded_regions);
    if (r->settings->linear) {
        json_count(&out, "linear_regions", r->linear.linear_regions);
        json_count(&out, "affine_maps", r->linear.affine_maps);
    }
    json_object_open(&out, "decisions");
    json_count(&out, "float", counts->decided_float);
    json_count(&out, "exact", counts->decided_exact);
    json_object_close(&out);
    json_count(&out, "splits", counts->splits);
    json_seconds(&out, "seconds", counts->seconds);
    json_count(&out, "threads", counts->threads);
    json_print(&out, stdout);
}

static void print_per_layer(const crease_counts *counts)
{
    char text[64];
    for (size_t l = 0; l < counts->layers; l++) {
        snprintf(text, sizeof text, "  up to layer %zu", l + 1);
        text_row(stdout, text, "%" PRIu64, counts->per_layer[l]);
    }
}

static void print_text(const result *r)
{
    const job *work = r->work;
    const crease_counts *counts = &work->counts;
    const char *name = r->settings->operand;
    text_row(stdout, "network", "%s", strcmp(name, "-") ? name : "standard input");
    text_row(stdout, "sha256", "%s", crease_net_sha256(work->net));
    text_row(stdout, "domain", "%s", crease_domain_text(work->domain));
    text_row(stdout, "arithmetic", "%s", r->settings->arith->name);
    text_row(stdout, "certified", "%s", is_certified(r) ? "yes" : "no");
    text_row(stdout, "activation regions", "%" PRIu64, counts->activation_regions);
    if (counts->layers > 1)
        print_per_layer(counts);
    text_row(stdout, "bounded regions", "%" PRIu64, counts->bounded_regions);
    if (r->settings->linear) {
        text_row(stdout, "linear regions", "%" PRIu64, r->linear.linear_regions);
        text_row(stdout, "affine maps", "%" PRIu64, r->linear.affine_maps);
    }
    text_row(stdout, "seconds", "%.6f", counts->seconds);
    if (!counts->complete)
        text_row(stdout, "complete", "no, these are the regions met before the walk stopped");
}

crease_status cmd_count(const cli_settings *settings)
{
    job work;
    if (job_open(&work, settings, 0))
        return CREASE_ERROR;
    result r = {.settings = settings, .work = &work};
    crease_error error;
    crease_status status;
    if (settings->linear)
        status = crease_count_linear(&work.counts, &r.linear, work.net, work.domain, &work.options,
                                     &error);
    else
        status = crease_walk(&work.counts, work.net, work.domain, &work.options, NULL, &error);
    if (job_end(&work, status, &error) != CREASE_ERROR) {
        if (settings->json)
            print_json(&r);
        else
            print_text(&r);
    }
    job_close(&work);
    return status;
}
