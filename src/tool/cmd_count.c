// crease count: the regions, each number with its name.
#include "base/memory.h"
#include "regions/merge.h"
#include "tool/commands.h"
#include "tool/counted.h"
#include "tool/expected.h"
#include "tool/job.h"
#include "walk/record.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *net;
    job work;
    int linear;
    crease_linear_counts joined;
    joining share; // of linear regions, with --part
    int is_share;
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

// The widths are to be freed.
static counted result_of(counting *c, uint64_t **widths, char domain[65])
{
    job *work = &c->work;
    const crease_counts *counts = &work->counts;
    *widths = memory_new(counts->layers, sizeof **widths);
    for (size_t l = 0; l < counts->layers; l++)
        (*widths)[l] = crease_net_width(work->net, l);
    counted result = counted_of(work, domain);
    result.hidden = *widths;
    result.linear = c->linear && !c->is_share ? &c->joined : NULL;
    result.joined = c->is_share ? &c->share : NULL;
    return result;
}

static crease_status open_one(counting *c, const settings *s)
{
    job *work = &c->work;
    if (job_open(work, c->net, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    if (job_keep(work, &s->run) == CREASE_OK)
        return CREASE_OK;
    job_close(work);
    return CREASE_ERROR;
}

static crease_status walk(counting *c, const settings *s, crease_error *error)
{
    job *work = &c->work;
    if (s->count.per_neuron)
        crease_counts_by_neuron(&work->counts, work->net);
    if (c->is_share)
        return merge_share(&work->counts, &c->share, work->net, work->domain, &work->options,
                           error);
    return c->linear
               ? crease_count_linear(&work->counts, &c->joined, work->net, work->domain,
                                     &work->options, error)
               : crease_walk(&work->counts, work->net, work->domain, &work->options, NULL, error);
}

static crease_status tell(results *r, const expected *e, counting *c, crease_status status)
{
    uint64_t *widths;
    char domain[65];
    counted found = result_of(c, &widths, domain);
    results_next(r);
    counted_put(r, &found);
    status = compare(r, e, c, status);
    results_close(r);
    free(widths);
    return status;
}

static crease_status count(const settings *s, const char *net, const void *data, results *r)
{
    const expected *e = data;
    crease_error error;
    counting c = {.net = net, .linear = s->linear || expected_needs_linear(e)};
    if (open_one(&c, s))
        return CREASE_ERROR;
    c.is_share = c.linear && c.work.options.parts;
    crease_status status = walk(&c, s, &error);
    if (job_end(&c.work, status, &error) != CREASE_ERROR)
        status = tell(r, e, &c, status);
    if (c.is_share)
        joining_clear(&c.share);
    job_close(&c.work);
    return status;
}

crease_status cmd_count(const settings *s)
{
    expected e;
    const run_settings *run = &s->run;
    const char *of_one = run->options.checkpoint   ? "--checkpoint is of"
                         : run->options.checkpoint ? "--checkpoint is of"
                         : run->options.resume     ? "--resume is of"
                         : run->part               ? "--part is of"
                                                   : NULL;
    if (of_one && s->operand_count > 1)
        return report_usage("%s one network, not %zu", of_one, s->operand_count);
    if (expected_read(&e, s->count.expect))
        return CREASE_ERROR;
    return job_each(s, count, &e);
}
