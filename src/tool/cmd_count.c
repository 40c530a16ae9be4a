// crease count: the regions, each number with its name.
#include "tool/commands.h"
#include "tool/expected.h"
#include "tool/job.h"
#include "tool/results.h"

// A network, counted.
typedef struct {
    const char *net;
    job work;
    int linear;
    crease_linear_counts joined;
} counted;

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
    crease_status status = c.linear ? crease_count_linear(&work->counts, &c.joined, work->net,
                                                          work->domain, &work->options, &error)
                                    : crease_walk(&work->counts, work->net, work->domain,
                                                  &work->options, NULL, &error);
    if (job_end(work, status, &error) != CREASE_ERROR) {
        results_next(r);
        put(r, &c);
        status = compare(r, e, &c, status);
        results_close(r);
    }
    job_close(work);
    return status;
}

crease_status cmd_count(const settings *s)
{
    expected e;
    return expected_read(&e, s->count.expect) ? CREASE_ERROR : job_each(s, count, &e);
}
