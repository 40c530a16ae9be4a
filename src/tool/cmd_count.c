// crease count: the regions, each number with its name.
#include "out/table.h"
#include "tool/commands.h"
#include "tool/expected.h"
#include "tool/job.h"
#include "tool/results.h"

#include <inttypes.h>

// A network, counted.
typedef struct {
    const char *net;
    job work;
    int linear;
    crease_linear_counts joined;
} counted;

// Neurons of a layer, layers and all neurons are counted from 1 here.
typedef void neuron_visit(void *data, size_t layer, size_t unit, size_t neuron, uint64_t regions);

static void each_neuron(const counted *c, neuron_visit *visit, void *data)
{
    const crease_counts *counts = &c->work.counts;
    size_t neuron = 0;
    for (size_t l = 0; l < counts->layers; l++)
        for (size_t i = 0; i < crease_net_width(c->work.net, l); i++, neuron++)
            visit(data, l + 1, i + 1, neuron + 1, counts->per_neuron[neuron]);
}

static void text_neuron(void *data, size_t layer, size_t unit, size_t neuron, uint64_t regions)
{
    char label[64];
    (void)neuron;
    snprintf(label, sizeof label, "  %zu of layer %zu", unit, layer);
    text_line(data, "%-19s %" PRIu64 "\n", label, regions);
}

static void put_neurons(results *r, const counted *c)
{
    put_counts(r, "regions_after_neuron", c->work.counts.per_neuron, c->work.counts.neurons);
    if (c->work.counts.neurons)
        text_line(r, "regions after neuron\n");
    each_neuron(c, text_neuron, r);
}

static void add_neuron(void *data, size_t layer, size_t unit, size_t neuron, uint64_t regions)
{
    (void)unit;
    table_add(data, "%zu,layer %zu,%" PRIu64, neuron, layer, regions);
}

static crease_status draw(const char *path, const counted *c)
{
    const table_chart how = {.title = "The region tree, neuron by neuron",
                             .x = "neuron",
                             .x_label = "neurons inserted",
                             .y_label = c->work.counts.complete ? "activation regions"
                                                                : "activation regions, at least",
                             .log_y = 1,
                             .series = "layer",
                             .curve = {{.y = "regions", .name = "%s"}}};
    table grown;
    crease_error error;
    table_init(&grown, "neuron,layer,regions");
    table_add(&grown, "0,layer 1,1"); // the whole domain
    each_neuron(c, add_neuron, &grown);
    crease_status status = table_draw(path, &how, &grown, &error);
    table_clear(&grown);
    return status ? report_error(&error, path) : CREASE_OK;
}

static void put(results *r, const counted *c)
{
    const job *work = &c->work;
    const crease_counts *counts = &work->counts;
    put_network(r, c->net, work->net);
    put_count(r, "inputs", NULL, crease_net_inputs(work->net));
    put_count(r, "dimension", NULL, crease_domain_dimension(work->domain));
    put_hidden(r, work->net);
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

static crease_status compare(results *r, const expected *e, const counted *c, crease_status status)
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

static crease_status count(const settings *s, const char *net, const void *data, results *r)
{
    const expected *e = data;
    crease_error error;
    counted c = {.net = net, .linear = s->linear || expected_needs_linear(e)};
    job *work = &c.work;
    if (job_open(work, net, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    if (job_keep(work, &s->run)) {
        job_close(work);
        return CREASE_ERROR;
    }
    if (s->count.per_neuron)
        crease_counts_by_neuron(&work->counts, work->net);
    crease_status status = c.linear ? crease_count_linear(&work->counts, &c.joined, work->net,
                                                          work->domain, &work->options, &error)
                                    : crease_walk(&work->counts, work->net, work->domain,
                                                  &work->options, NULL, &error);
    if (job_end(work, status, &error) != CREASE_ERROR) {
        results_next(r);
        put(r, &c);
        status = compare(r, e, &c, status);
        results_close(r);
        if (s->count.chart && draw(s->count.chart, &c))
            status = CREASE_ERROR;
    }
    job_close(work);
    return status;
}

crease_status cmd_count(const settings *s)
{
    expected e;
    const run_settings *run = &s->run;
    const char *of_one = s->count.chart            ? "--chart draws"
                         : run->options.checkpoint ? "--checkpoint is of"
                         : run->options.resume     ? "--resume is of"
                         : run->part               ? "--part is of"
                                                   : NULL;
    if (of_one && s->operand_count > 1)
        return report_usage("%s one network, not %zu", of_one, s->operand_count);
    return expected_read(&e, s->count.expect) ? CREASE_ERROR : job_each(s, count, &e);
}
