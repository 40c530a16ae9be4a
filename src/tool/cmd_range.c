// crease range: between which values the outputs lie.
#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "function/ranging.h"
#include "tool/commands.h"
#include "tool/counted.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// What is asked for: a form that --row names, or each output by itself; and what has been found.
typedef struct {
    const char *row; // or NULL
    size_t entries;  // of all forms
    fmpq *forms;
    ranging found;
} question;

static crease_status question_open(question *q, const char *row, size_t outputs, size_t dimension,
                                   int wants_moments, crease_error *error)
{
    const size_t count = row ? 1 : outputs;
    *q = (question){.row = row, .entries = count * (outputs + 1)};
    q->forms = _fmpq_vec_init((slong)q->entries);
    for (size_t o = 0; o < outputs && !row; o++)
        fmpq_one(q->forms + o * (outputs + 1) + o);
    if (row && crease_point_parse(q->forms, row, outputs, error)) {
        _fmpq_vec_clear(q->forms, (slong)q->entries);
        return CREASE_ERROR;
    }
    crease_range *ranges = memory_new(count, sizeof *ranges);
    for (size_t f = 0; f < count; f++)
        range_init(ranges + f, dimension);
    ranging_init(&q->found, ranges, q->forms, count, outputs, dimension, wants_moments);
    return CREASE_OK;
}

static void question_close(question *q)
{
    for (size_t f = 0; f < q->found.count; f++)
        crease_range_clear(q->found.ranges + f);
    free(q->found.ranges);
    ranging_clear(&q->found);
    _fmpq_vec_clear(q->forms, (slong)q->entries);
}

static void put_extreme(const question *q, results *r, const char *key, const char *label,
                        const crease_extreme *extreme)
{
    results_object(r, key);
    put_truth(r, "bounded", NULL, !extreme->unbounded);
    if (extreme->unbounded) {
        text_row(r, label, "unbounded");
        put_vector(r, "point", "    from", extreme->point, q->found.dimension);
        put_vector(r, "direction", "    along", extreme->direction, q->found.dimension);
    } else {
        put_short(r, "value", label, extreme->value);
        put_double(r, "double", NULL, rational_double(extreme->value));
        put_vector(r, "point", "    at", extreme->point, q->found.dimension);
    }
    put_count(r, "region", NULL, extreme->region);
    results_end(r);
}

static void put_range(const question *q, results *r, size_t f)
{
    const crease_range *range = q->found.ranges + f;
    results_object(r, NULL);
    if (q->row) {
        put_rationals(r, "row", q->forms, q->found.outputs);
        text_row(r, "row", "%s", q->row);
    } else {
        put_count(r, "output", "output", f);
    }
    if (range->least.known) {
        put_extreme(q, r, "least", "  least", &range->least);
        put_extreme(q, r, "greatest", "  greatest", &range->greatest);
    }
    if (range->has_moments) {
        put_short(r, "mean", "  mean", range->mean);
        put_short(r, "variance", "  variance", range->variance);
    }
    results_end(r);
}

static void put_all(const question *q, results *r, const work_summary *summary)
{
    put_work(r, summary);
    results_list(r, "ranges");
    for (size_t f = 0; f < q->found.count; f++)
        put_range(q, r, f);
    results_end(r);
    put_work_end(r, summary);
}

// ---- Shares ----

static void put_share(question *q, results *r, const job *work)
{
    char domain[SHA256_TEXT], *kept, *name = ranging_work(&q->found);
    counted share = counted_of(work, domain);
    FILE *stream = memory_stream(&kept, &share.kept_size);
    ranging_put_share(stream, &q->found);
    fclose(stream);
    share.work = name;
    share.row = q->row;
    share.kept = kept;
    counted_put_kept(r, &share);
    free(name);
    free(kept);
}

// Adds what a share has found.
static crease_status add_share(question *all, const counted *share, uint64_t first)
{
    question q;
    crease_error error = {.line = 0};
    word_scanner scan = counted_scan_kept(share);
    if (question_open(&q, all->row, all->found.outputs, all->found.dimension,
                      all->found.wants_moments, &error))
        return report_error(&error, share->path);
    crease_status status = ranging_take_share(&q.found, share->regions, &scan, &error);
    if (status == CREASE_OK)
        ranging_append(&all->found, &q.found, first);
    else
        counted_refuse_kept(share, &scan, &error);
    question_close(&q);
    return status ? report_error(&error, NULL) : CREASE_OK;
}

crease_status range_merge(results *r, const counted *sum, counted *const *share)
{
    question all;
    crease_error error;
    const int mean = !strncmp(sum->work, "range-and-mean-", strlen("range-and-mean-"));
    if (question_open(&all, sum->row, sum->outputs, sum->dimension, mean, &error))
        return report_error(&error, sum->path);
    char *work = ranging_work(&all.found);
    crease_status status = CREASE_OK;
    if (strcmp(work, sum->work) || !sum->counts.activation_regions)
        status = report_usage("%s: asks for other ranges than its work says", sum->path);
    uint64_t first = 0;
    for (size_t i = 0; i < sum->parts && status == CREASE_OK; i++) {
        status = add_share(&all, share[i], first);
        first += share[i]->regions;
    }
    if (status == CREASE_OK) {
        const work_summary summary = counted_summary(sum);
        ranging_finish(&all.found);
        put_all(&all, r, &summary);
    }
    free(work);
    question_close(&all);
    return status;
}

// ---- The command ----

static crease_status find_ranges(question *q, job *work, results *r)
{
    crease_error error;
    const crease_status status =
        ranging_walk(&q->found, &work->counts, work->net, work->domain, &work->options, &error);
    const work_summary summary = job_summary(work);
    if (job_end(work, status, &error) == CREASE_ERROR)
        return CREASE_ERROR;
    if (work->options.parts) {
        put_share(q, r, work);
        return status;
    }
    if (status == CREASE_OK)
        ranging_finish(&q->found);
    put_all(q, r, &summary);
    return status;
}

crease_status cmd_range(const settings *s)
{
    question q;
    job work;
    results r;
    crease_error error;
    if (job_open(&work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    crease_status status = job_keep(&work, &s->run);
    if (status == CREASE_OK &&
        question_open(&q, s->range.row, crease_net_outputs(work.net),
                      crease_domain_dimension(work.domain), s->range.mean, &error))
        status = report_error(&error, "--row");
    if (status == CREASE_OK) {
        results_open(&r, s);
        status = find_ranges(&q, &work, &r);
        if (status == CREASE_ERROR)
            results_drop(&r);
        else
            results_close(&r);
        question_close(&q);
    }
    job_close(&work);
    return status;
}
