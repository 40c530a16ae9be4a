// crease count: the regions, each number with its name.
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

static void put(const settings *s, const job *work, const crease_linear_counts *linear)
{
    const crease_counts *counts = &work->counts;
    results r;
    results_open(&r, s);
    put_network(&r, s->operand, work->net);
    put_count(&r, "inputs", NULL, crease_net_inputs(work->net));
    put_count(&r, "dimension", NULL, crease_domain_dimension(work->domain));
    put_hidden(&r, work->net);
    put_text(&r, "domain", "domain", crease_domain_text(work->domain));
    put_arithmetic(&r, work->options.arith);
    put_truth(&r, "complete", NULL, counts->complete);
    put_count(&r, "activation_regions", "activation regions", counts->activation_regions);
    put_layers(&r, "regions_per_layer", "  up to layer", counts->per_layer, counts->layers);
    put_count(&r, "bounded_regions", "bounded regions", counts->bounded_regions);
    if (s->linear) {
        put_count(&r, "linear_regions", "linear regions", linear->linear_regions);
        put_count(&r, "affine_maps", "affine maps", linear->affine_maps);
    }
    put_decisions(&r, counts->decided_float, counts->decided_exact);
    put_count(&r, "splits", NULL, counts->splits);
    put_seconds(&r, "seconds", "seconds", counts->seconds);
    put_count(&r, "threads", NULL, counts->threads);
    if (!counts->complete)
        text_row(&r, "complete", "no, these are the regions met before the walk stopped");
    results_close(&r);
}

crease_status cmd_count(const settings *s)
{
    job work;
    if (job_open(&work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    crease_linear_counts linear;
    crease_error error;
    crease_status status;
    if (s->linear)
        status = crease_count_linear(&work.counts, &linear, work.net, work.domain, &work.options,
                                     &error);
    else
        status = crease_walk(&work.counts, work.net, work.domain, &work.options, NULL, &error);
    if (job_end(&work, status, &error) != CREASE_ERROR)
        put(s, &work, &linear);
    job_close(&work);
    return status;
}
