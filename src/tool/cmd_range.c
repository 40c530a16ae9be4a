// crease range: between which values outputs lie, and crease lipschitz: how fast they change.
#include "base/memory.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put_job(results *r, const char *net, const job *work)
{
    put_network(r, net, work->net);
    put_count(r, "dimension", NULL, crease_domain_dimension(work->domain));
    put_text(r, "domain", "domain", crease_domain_text(work->domain));
    put_arithmetic(r, work->options.arith);
    put_truth(r, "complete", NULL, work->counts.complete);
}

static void put_end(results *r, const job *work)
{
    put_count(r, "activation_regions", "activation regions", work->counts.activation_regions);
    put_seconds(r, "seconds", "seconds", work->counts.seconds);
    if (!work->counts.complete)
        text_remark(r, "complete", "no, this is of the regions met before the walk stopped");
}

// ---- crease range ----

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
        put_job(r, g->s->operand, work);
        results_list(r, "ranges");
        for (size_t f = 0; f < g->count; f++)
            put_range(g, r, f);
        results_end(r);
        put_end(r, work);
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
    crease_status status = take_forms(&g);
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

// ---- crease lipschitz ----

static void put_slope(results *r, const crease_slope *slope, crease_norm norm)
{
    put_text(r, "norm", "norm", crease_norm_name(norm));
    if (!slope->known)
        return;
    put_enclosure(r, "slope", "greatest slope", &slope->value);
    if (norm == CREASE_NORM_2)
        put_enclosure(r, "squared", "  squared", &slope->squared);
    if (fmpq_equal(slope->value.lo, slope->value.hi))
        put_rational(r, "exact", NULL, slope->value.lo);
    if (norm == CREASE_NORM_2 && fmpq_equal(slope->squared.lo, slope->squared.hi))
        put_rational(r, "exact_squared", NULL, slope->squared.lo);
    put_count(r, "region", "  in region", slope->region);
    put_vector(r, "point", "  around", slope->point, slope->dimension);
    results_list(r, "map");
    for (size_t o = 0; o < slope->outputs; o++)
        put_rationals(r, NULL, slope->map + o * (slope->dimension + 1), slope->dimension + 1);
    results_end(r);
}

crease_status cmd_lipschitz(const settings *s)
{
    const crease_norm norm = (crease_norm)s->lipschitz.norm;
    job work;
    results r;
    crease_slope slope;
    crease_error error;
    if (job_open(&work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    crease_slope_init(&slope, work.net, work.domain);
    const crease_status status =
        crease_slope_find(&slope, &work.counts, work.net, work.domain, norm,
                          (unsigned)s->lipschitz.digits, &work.options, &error);
    if (job_end(&work, status, &error) != CREASE_ERROR) {
        results_open(&r, s);
        put_job(&r, s->operand, &work);
        put_slope(&r, &slope, norm);
        put_end(&r, &work);
        results_close(&r);
    }
    crease_slope_clear(&slope);
    job_close(&work);
    return status;
}
