// crease range: between which values the outputs lie.
#include "base/memory.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>

typedef struct {
    const settings *s;
    job work;
    size_t count, outputs, dimension;
    fmpq *forms;
    crease_range *ranges;
} ranging;

// What is asked for: a form that --row names, or each output by itself.
static crease_status take_forms(ranging *g)
{
    const char *row = g->s->range.row;
    crease_error error;
    g->outputs = crease_net_outputs(g->work.net);
    g->count = row ? 1 : g->outputs;
    g->forms = _fmpq_vec_init((slong)(g->count * (g->outputs + 1)));
    for (size_t o = 0; o < g->outputs && !row; o++)
        fmpq_one(g->forms + o * (g->outputs + 1) + o);
    if (row && crease_point_parse(g->forms, row, g->outputs, &error))
        return report_error(&error, "--row");
    return CREASE_OK;
}

static void put_extreme(const ranging *g, results *r, const char *key, const char *label,
                        const crease_extreme *extreme)
{
    results_object(r, key);
    put_truth(r, "bounded", NULL, !extreme->unbounded);
    if (extreme->unbounded) {
        text_row(r, label, "unbounded");
        put_vector(r, "point", "    from", extreme->point, g->dimension);
        put_vector(r, "direction", "    along", extreme->direction, g->dimension);
    } else {
        put_short(r, "value", label, extreme->value);
        put_double(r, "double", NULL, rational_double(extreme->value));
        put_vector(r, "point", "    at", extreme->point, g->dimension);
    }
    put_count(r, "region", NULL, extreme->region);
    results_end(r);
}

static void put_range(const ranging *g, results *r, size_t f)
{
    const crease_range *range = g->ranges + f;
    results_object(r, NULL);
    if (g->s->range.row) {
        put_rationals(r, "row", g->forms, g->outputs);
        text_row(r, "row", "%s", g->s->range.row);
    } else {
        put_count(r, "output", "output", f);
    }
    if (range->least.known) {
        put_extreme(g, r, "least", "  least", &range->least);
        put_extreme(g, r, "greatest", "  greatest", &range->greatest);
    }
    if (range->has_moments) {
        put_short(r, "mean", "  mean", range->mean);
        put_short(r, "variance", "  variance", range->variance);
    }
    results_end(r);
}

static crease_status find_ranges(ranging *g, results *r)
{
    job *work = &g->work;
    crease_error error;
    g->dimension = crease_domain_dimension(work->domain);
    g->ranges = memory_new(g->count, sizeof *g->ranges);
    for (size_t f = 0; f < g->count; f++)
        crease_range_init(g->ranges + f, work->domain);
    const crease_status status =
        crease_ranges(g->ranges, &work->counts, work->net, work->domain, g->forms, g->count,
                      g->s->range.mean, &work->options, &error);
    if (job_end(work, status, &error) != CREASE_ERROR) {
        job_put_work(work, r, g->s->operand);
        results_list(r, "ranges");
        for (size_t f = 0; f < g->count; f++)
            put_range(g, r, f);
        results_end(r);
        job_put_end(work, r);
    }
    for (size_t f = 0; f < g->count; f++)
        crease_range_clear(g->ranges + f);
    free(g->ranges);
    return status;
}

crease_status cmd_range(const settings *s)
{
    ranging g = {.s = s};
    results r;
    if (job_open(&g.work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    results_open(&r, s);
    crease_status status = job_keep(&g.work, &s->run);
    if (status == CREASE_OK)
        status = take_forms(&g);
    if (status == CREASE_OK)
        status = find_ranges(&g, &r);
    if (status == CREASE_ERROR)
        results_drop(&r);
    else
        results_close(&r);
    _fmpq_vec_clear(g.forms, (slong)(g.count * (g.outputs + 1)));
    job_close(&g.work);
    return status;
}
