// The result of crease count: what it says.
#include "tool/counted.h"

#include "base/memory.h"
#include "walk/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

counted counted_of(const job *work, char domain[SHA256_TEXT])
{
    crease_domain_sha256(domain, work->domain);
    return (counted){.network = work->name,
                     .network_sha256 = crease_net_sha256(work->net),
                     .domain = crease_domain_text(work->domain),
                     .domain_sha256 = domain,
                     .inputs = crease_net_inputs(work->net),
                     .dimension = crease_domain_dimension(work->domain),
                     .outputs = crease_net_outputs(work->net),
                     .arith = work->options.arith,
                     .counts = work->counts,
                     .part = work->options.part,
                     .parts = work->options.parts,
                     .order = WALK_ORDER};
}

void counted_each_neuron(const counted *c, counted_neuron *visit, void *data)
{
    const crease_counts *counts = &c->counts;
    size_t neuron = 0;
    for (size_t l = 0; l < counts->layers; l++)
        for (size_t i = 0; i < c->hidden[l]; i++, neuron++)
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
    put_counts(r, "regions_after_neuron", c->counts.per_neuron, c->counts.neurons);
    if (c->counts.neurons)
        text_line(r, "regions after neuron\n");
    counted_each_neuron(c, text_neuron, r);
}

// A string for each line, the last one the hash of all before.
static void put_lines(results *r, const char *key, const counted *c)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    if (c->joined)
        joining_put_share(stream, c->joined);
    else
        fwrite(c->kept, 1, c->kept_size, stream);
    record_put_hash(stream, &text, &size);
    fclose(stream);
    results_list(r, key);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        put_text(r, NULL, NULL, line);
    }
    results_end(r);
    free(text);
}

static void put_part(results *r, const counted *c)
{
    text_row(r, "part", "%zu/%zu: not all of the work", c->part, c->parts);
    results_object(r, "part");
    put_count(r, "index", NULL, c->part);
    put_count(r, "of", NULL, c->parts);
    put_count(r, "order", NULL, c->order);
    put_text(r, "domain_sha256", NULL, c->domain_sha256);
    if (c->joined)
        put_lines(r, "linear", c);
    if (c->work) {
        put_text(r, "work", NULL, c->work);
        if (c->row)
            put_text(r, "row", "row", c->row);
        put_count(r, "outputs", NULL, c->outputs);
        put_lines(r, "kept", c);
    }
    results_end(r);
}

void counted_put(results *r, const counted *c)
{
    const crease_counts *counts = &c->counts;
    put_identity(r, c->network, c->network_sha256);
    put_count(r, "inputs", NULL, c->inputs);
    put_count(r, "dimension", NULL, c->dimension);
    put_counts(r, "hidden", c->hidden, counts->layers);
    put_text(r, "domain", "domain", c->domain);
    put_arithmetic(r, c->arith);
    put_truth(r, "complete", NULL, counts->complete);
    if (c->parts)
        put_part(r, c);
    put_count(r, "activation_regions", "activation regions", counts->activation_regions);
    put_layers(r, "regions_per_layer", "  up to layer", counts->per_layer, counts->layers);
    if (counts->per_neuron)
        put_neurons(r, c);
    put_count(r, "bounded_regions", "bounded regions", counts->bounded_regions);
    if (c->linear) {
        put_count(r, "linear_regions", "linear regions", c->linear->linear_regions);
        put_count(r, "affine_maps", "affine maps", c->linear->affine_maps);
    }
    put_decisions(r, counts->decided_float, counts->decided_exact);
    put_count(r, "splits", NULL, counts->splits);
    put_seconds(r, "seconds", "seconds", counts->seconds);
    put_count(r, "threads", NULL, counts->threads);
    if (!counts->complete)
        text_remark(r, "complete", "no, these are the regions met before the walk stopped");
}

// ---- Shares of other work ----

work_summary counted_summary(const counted *c)
{
    return (work_summary){.path = c->network,
                          .sha256 = c->network_sha256,
                          .domain = c->domain,
                          .dimension = c->dimension,
                          .arith = c->arith,
                          .counts = &c->counts};
}

void counted_put_kept(results *r, const counted *c)
{
    const work_summary summary = counted_summary(c);
    r->of_networks = 1; // the name is that of the whole
    put_work(r, &summary);
    put_part(r, c);
    put_work_end(r, &summary);
}
