// crease count: the regions, each number with its name.
#include "tool/commands.h"
#include "tool/job.h"

#include <inttypes.h>
#include <string.h>

// ---- The numbers that --expect names, by crease_quantity ----

enum { QUANTITIES = CREASE_AFFINE_MAPS + 1 };

typedef struct {
    int given[QUANTITIES];
    uint64_t number[QUANTITIES];
} expected;

static const char *expected_name_at(const void *data, size_t index)
{
    (void)data;
    return index < QUANTITIES ? crease_quantity_name((crease_quantity)index) : NULL;
}

// The name in front of "=", or activation regions if there is none. *text goes on to the number.
static crease_status expected_name(size_t *which, const char **text)
{
    const size_t length = strcspn(*text, "=,");
    const char *name = *text;
    *which = CREASE_ACTIVATION_REGIONS;
    if (name[length] != '=')
        return CREASE_OK;
    *text += length + 1;
    for (*which = 0; *which < QUANTITIES; ++*which)
        if (strlen(expected_name_at(NULL, *which)) == length &&
            !memcmp(expected_name_at(NULL, *which), name, length))
            return CREASE_OK;
    const char *near = nearest_name(name, length, expected_name_at, NULL);
    return report_usage("--expect: unknown quantity '%.*s'%s%s%s", (int)length, name,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

// "647", activation regions, or "linear_regions=19,affine_maps=8"; text may be NULL.
static crease_status expected_read(expected *e, const char *text)
{
    *e = (expected){.number = {0}};
    for (const char *at = text, *end = ","; text && *end; at = end + 1) {
        size_t which;
        if (expected_name(&which, &at))
            return CREASE_ERROR;
        end = arguments_natural(&e->number[which], at);
        if (end == at || (*end && *end != ','))
            return report_usage("--expect takes a number such as 647, or names and numbers such as "
                                "linear_regions=19,affine_maps=8, not \"%s\"",
                                text);
        if (e->given[which]++)
            return report_usage("--expect has two numbers of %s", expected_name_at(NULL, which));
    }
    return CREASE_OK;
}

static int expected_needs_linear(const expected *e)
{
    return e->given[CREASE_LINEAR_REGIONS] || e->given[CREASE_AFFINE_MAPS];
}

// A stopped enumeration has found some of the activation regions, so its count is a lower bound.
static int expected_differs(const expected *e, size_t which, uint64_t found, int complete)
{
    if (!e->given[which])
        return 0;
    if (complete)
        return found != e->number[which];
    return found > e->number[which] &&
           (which == CREASE_ACTIVATION_REGIONS || which == CREASE_BOUNDED_REGIONS);
}

// CREASE_NEGATIVE if a number differs.
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
    int differ = 0;
    for (size_t q = 0; q < QUANTITIES; q++) {
        char key[64];
        snprintf(key, sizeof key, "expected_%s", expected_name_at(NULL, q));
        if (e->given[q])
            put_count(work->r, key, NULL, e->number[q]);
        if (!expected_differs(e, q, found[q], counts->complete))
            continue;
        differ = 1;
        report_note("%s has %s%" PRIu64 " %s, not %" PRIu64, source_name(work->name),
                    counts->complete ? "" : "at least ", found[q], expected_name_at(NULL, q),
                    e->number[q]);
    }
    if (differ || counts->complete)
        put_truth(work->r, "as_expected", "as expected", !differ);
    else
        put_unknown(work->r, "as_expected", "as expected");
    return differ ? CREASE_NEGATIVE : status;
}

// ---- The result ----

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
    return s->count.expect ? count_compare(work, &e, &joined, status) : status;
}
