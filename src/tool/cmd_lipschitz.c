// crease lipschitz: how fast the outputs change.
#include "base/memory.h"
#include "function/sloping.h"
#include "tool/commands.h"
#include "tool/counted.h"
#include "tool/job.h"
#include "tool/results.h"

#include <stdlib.h>

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

static void put_all(results *r, const crease_slope *slope, crease_norm norm,
                    const work_summary *summary)
{
    put_work(r, summary);
    put_slope(r, slope, norm);
    put_work_end(r, summary);
}

// ---- Shares ----

static void put_share(results *r, const crease_slope *slope, const settings *s, const job *work)
{
    char domain[SHA256_TEXT], *kept,
        *name = slope_work((crease_norm)s->lipschitz.norm, (unsigned)s->lipschitz.digits);
    counted share = counted_of(work, domain);
    FILE *stream = memory_stream(&kept, &share.kept_size);
    slope_put_share(stream, slope);
    fclose(stream);
    share.work = name;
    share.kept = kept;
    counted_put_kept(r, &share);
    free(name);
    free(kept);
}

// Adds what a share has found.
static crease_status add_share(crease_slope *all, crease_norm norm, const counted *share,
                               uint64_t first)
{
    crease_slope slope;
    crease_error error = {.line = 0};
    word_scanner scan = counted_scan_kept(share);
    slope_init(&slope, all->dimension, all->outputs);
    const crease_status status = slope_take_share(&slope, share->regions, &scan, &error);
    if (status == CREASE_OK)
        slope_append(all, &slope, norm, first);
    else
        counted_refuse_kept(share, &scan, &error);
    crease_slope_clear(&slope);
    return status ? report_error(&error, NULL) : CREASE_OK;
}

crease_status slope_merge(results *r, const counted *sum, counted *const *share)
{
    crease_slope all;
    crease_norm norm;
    unsigned digits;
    crease_status status = CREASE_OK;
    uint64_t first = 0;
    if (!slope_of_work(&norm, &digits, sum->work))
        return report_usage("%s: has work that is not known here", sum->path);
    slope_init(&all, sum->dimension, sum->outputs);
    for (size_t i = 0; i < sum->parts && status == CREASE_OK; i++) {
        status = add_share(&all, norm, share[i], first);
        first += share[i]->regions;
    }
    if (status == CREASE_OK) {
        const work_summary summary = counted_summary(sum);
        slope_finish(&all, norm, digits);
        put_all(r, &all, norm, &summary);
    }
    crease_slope_clear(&all);
    return status;
}

// ---- The command ----

crease_status cmd_lipschitz(const settings *s)
{
    const crease_norm norm = (crease_norm)s->lipschitz.norm;
    const unsigned digits = (unsigned)s->lipschitz.digits;
    job work;
    results r;
    crease_slope slope;
    crease_error error;
    if (job_open(&work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    if (job_keep(&work, &s->run)) {
        job_close(&work);
        return CREASE_ERROR;
    }
    crease_slope_init(&slope, work.net, work.domain);
    const crease_status status = slope_walk(&slope, &work.counts, work.net, work.domain, norm,
                                            digits, &work.options, &error);
    if (job_end(&work, status, &error) != CREASE_ERROR) {
        results_open(&r, s);
        if (work.options.parts) {
            put_share(&r, &slope, s, &work);
        } else {
            const work_summary summary = job_summary(&work);
            slope_finish(&slope, norm, digits);
            put_all(&r, &slope, norm, &summary);
        }
        results_close(&r);
    }
    crease_slope_clear(&slope);
    job_close(&work);
    return status;
}
