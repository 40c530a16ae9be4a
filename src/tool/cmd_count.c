// crease count: the regions, each number with its name.
#include "tool/commands.h"
#include "tool/expected.h"
#include "tool/job.h"

#include <inttypes.h>

typedef struct {
    const char *net;
    job work;
    int linear;
    crease_linear_counts joined;
} counting;

static crease_status compare(results *r, const expected *e, const counting *c, crease_status status)
{
    const crease_counts *counts = &c->work.counts;
    const uint64_t found[QUANTITIES] = {
        [CREASE_ACTIVATION_REGIONS] = counts->activation_regions,
        [CREASE_BOUNDED_REGIONS] = counts->bounded_regions,
        [CREASE_LINEAR_REGIONS] = c->joined.linear_regions,
        [CREASE_AFFINE_MAPS] = c->joined.affine_maps,
    };
    return expected_compare(e, r, c->net, found, counts->complete, status);
}

// ---- The result ----

static void put_widths(results *r, const crease_net *net)
{
    results_list(r, "hidden");
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        put_count(r, NULL, NULL, crease_net_width(net, l));
    results_end(r);
}

// Units of a layer and layers are counted from 1 here.
static void put_neurons(results *r, const counting *c)
{
    const crease_counts *counts = &c->work.counts;
    size_t neuron = 0;
    put_counts(r, "regions_after_neuron", counts->per_neuron, counts->neurons);
    if (counts->neurons)
        text_line(r, "regions after neuron\n");
    for (size_t l = 0; l < counts->layers; l++)
        for (size_t i = 0; i < crease_net_width(c->work.net, l); i++, neuron++) {
            char label[64];
            snprintf(label, sizeof label, "  %zu of layer %zu", i + 1, l + 1);
            text_line(r, "%-19s %" PRIu64 "\n", label, counts->per_neuron[neuron]);
        }
}

static void put_result(results *r, const counting *c)
{
    const job *work = &c->work;
    const crease_counts *counts = &work->counts;
    put_identity(r, work->name, crease_net_sha256(work->net));
    put_count(r, "inputs", NULL, crease_net_inputs(work->net));
    put_count(r, "dimension", NULL, crease_domain_dimension(work->domain));
    put_widths(r, work->net);
    put_text(r, "domain", "domain", crease_domain_text(work->domain));
    put_arithmetic(r, work->options.arith);
    put_truth(r, "complete", NULL, counts->complete);
    put_count(r, "activation_regions", "activation regions", counts->activation_regions);
    put_layers(r, "regions_per_layer", "  up to layer", counts->per_layer, counts->layers);
    if (counts->per_neuron)
        put_neurons(r, c);
    put_count(r, "bounded_regions", "bounded regions", counts->bounded_regions);
    if (c->linear) {
        put_count(r, "linear_regions", "linear regions", c->joined.linear_regions);
        put_count(r, "affine_maps", "affine maps", c->joined.affine_maps);
    }
    put_decisions(r, counts->decided_float, counts->decided_exact);
    put_count(r, "splits", NULL, counts->splits);
    put_seconds(r, "seconds", "seconds", counts->seconds);
    put_count(r, "threads", NULL, counts->threads);
    if (!counts->complete)
        text_remark(r, "complete", "no, these are the regions met before the walk stopped");
}

// ---- The command ----

static crease_status count_regions(counting *c, const settings *s, crease_error *error)
{
    job *work = &c->work;
    if (s->count.per_neuron)
        crease_counts_by_neuron(&work->counts, work->net);
    return c->linear
               ? crease_count_linear(&work->counts, &c->joined, work->net, work->domain,
                                     &work->options, error)
               : crease_walk(&work->counts, work->net, work->domain, &work->options, NULL, error);
}

static crease_status count_network(const settings *s, const char *net, const void *data, results *r)
{
    const expected *e = data;
    crease_error error;
    counting c = {.net = net, .linear = s->linear || expected_needs_linear(e)};
    if (job_open(&c.work, net, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    crease_status status = count_regions(&c, s, &error);
    if (job_end(&c.work, status, &error) != CREASE_ERROR) {
        results_next(r);
        put_result(r, &c);
        status = compare(r, e, &c, status);
        results_close(r);
    }
    job_close(&c.work);
    return status;
}

crease_status cmd_count(const settings *s)
{
    expected e;
    if (expected_read(&e, s->count.expect))
        return CREASE_ERROR;
    return job_each(s, count_network, &e);
}
