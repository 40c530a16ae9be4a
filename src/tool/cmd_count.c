// crease count: the regions, each number with its name.
#include "tool/commands.h"
#include "tool/expected.h"
#include "tool/job.h"

#include <inttypes.h>

static crease_status count_compare(job *work, const expected *e, const crease_linear_counts *joined,
                                   crease_status status)
{
    const crease_counts *counts = &work->counts;
    const uint64_t found[QUANTITIES] = {
        [CREASE_ACTIVATION_REGIONS] = counts->activation_regions,
        [CREASE_BOUNDED_REGIONS] = counts->bounded_regions,
        [CREASE_LINEAR_REGIONS] = joined->linear_regions,
        [CREASE_AFFINE_MAPS] = joined->affine_maps,
    };
    return expected_compare(e, work->r, work->name, found, counts->complete, status);
}

// Layers are counted from 1, units from 0, as in all text.
static void count_put_neurons(results *r, const job *work)
{
    const crease_counts *counts = &work->counts;
    size_t neuron = 0;
    put_counts(r, "regions_after_neuron", counts->per_neuron, counts->neurons);
    if (counts->neurons)
        text_line(r, "regions after neuron\n");
    for (size_t l = 0; l < counts->layers; l++)
        for (size_t i = 0; i < crease_net_width(work->net, l); i++, neuron++) {
            char label[64];
            snprintf(label, sizeof label, "  unit %zu of layer %zu", i, l + 1);
            text_line(r, "%-19s %" PRIu64 "\n", label, counts->per_neuron[neuron]);
        }
}

// joined: NULL if linear regions were not counted.
static void count_put(const job *work, const crease_linear_counts *joined)
{
    results *r = work->r;
    const crease_counts *counts = &work->counts;
    put_network(r, work->name, work->net);
    put_count(r, "inputs", NULL, work->inputs);
    put_count(r, "dimension", NULL, work->dimension);
    put_hidden(r, work->net);
    put_text(r, "domain", "domain", crease_domain_text(work->domain));
    put_arithmetic(r, work->options.arith);
    put_truth(r, "complete", NULL, counts->complete);
    put_count(r, "activation_regions", "activation regions", counts->activation_regions);
    put_layers(r, "regions_per_layer", "  up to layer", counts->per_layer, counts->layers);
    if (counts->per_neuron)
        count_put_neurons(r, work);
    put_count(r, "bounded_regions", "bounded regions", counts->bounded_regions);
    if (joined) {
        put_count(r, "linear_regions", "linear regions", joined->linear_regions);
        put_count(r, "affine_maps", "affine maps", joined->affine_maps);
    }
    put_decisions(r, counts->decided_float, counts->decided_exact);
    put_count(r, "splits", NULL, counts->splits);
    put_seconds(r, "seconds", "seconds", counts->seconds);
    put_count(r, "threads", NULL, counts->threads);
    if (!counts->complete)
        text_remark(r, "complete", "no, these are the regions met before the walk stopped");
}

crease_status cmd_count(job *work)
{
    const settings *s = work->s;
    crease_linear_counts joined = {0};
    crease_counts *counts = &work->counts;
    crease_error error;
    expected e;
    if (expected_read(&e, s->count.expect))
        return CREASE_ERROR;
    if (s->count.per_neuron)
        crease_counts_by_neuron(counts, work->net);
    const int linear = s->linear || expected_needs_linear(&e);
    crease_status status =
        linear
            ? crease_count_linear(counts, &joined, work->net, work->domain, &work->options, &error)
            : crease_walk(counts, work->net, work->domain, &work->options, NULL, &error);
    if (job_end(work, status, &error) == CREASE_ERROR)
        return CREASE_ERROR;
    count_put(work, linear ? &joined : NULL);
    return count_compare(work, &e, &joined, status);
}
