// crease range: between which values the outputs lie.
#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>

// What is asked for: a form that --row names, or each output by itself; and what has been found.
typedef struct {
    const char *row;                           // or NULL
    size_t outputs, dimension, count, entries; // of all forms
    fmpq *forms;
    crease_range *ranges;
} range_question;

static crease_status question_open(range_question *q, const char *row, const job *work,
                                   crease_error *error)
{
    const size_t outputs = crease_net_outputs(work->net), count = row ? 1 : outputs;
    *q = (range_question){.row = row,
                          .outputs = outputs,
                          .dimension = crease_domain_dimension(work->domain),
                          .count = count,
                          .entries = count * (outputs + 1)};
    q->forms = _fmpq_vec_init((slong)q->entries);
    for (size_t o = 0; o < outputs && !row; o++)
        fmpq_one(q->forms + o * (outputs + 1) + o);
    if (row && crease_point_parse(q->forms, row, outputs, error)) {
        _fmpq_vec_clear(q->forms, (slong)q->entries);
        return CREASE_ERROR;
    }
    q->ranges = memory_new(count, sizeof *q->ranges);
    for (size_t f = 0; f < count; f++)
        crease_range_init(q->ranges + f, work->domain);
    return CREASE_OK;
}

static void question_close(range_question *q)
{
    for (size_t f = 0; f < q->count; f++)
        crease_range_clear(q->ranges + f);
    free(q->ranges);
    _fmpq_vec_clear(q->forms, (slong)q->entries);
}

static void put_extreme(const range_question *q, results *r, const char *key, const char *label,
                        const crease_extreme *extreme)
{
    results_object(r, key);
    put_truth(r, "bounded", NULL, !extreme->unbounded);
    if (extreme->unbounded) {
        text_row(r, label, "unbounded");
        put_vector(r, "point", "    from", extreme->point, q->dimension);
        put_vector(r, "direction", "    along", extreme->direction, q->dimension);
    } else {
        put_short(r, "value", label, extreme->value);
        put_double(r, "double", NULL, rational_double(extreme->value));
        put_vector(r, "point", "    at", extreme->point, q->dimension);
    }
    put_count(r, "region", NULL, extreme->region);
    results_end(r);
}

static void put_range(const range_question *q, results *r, size_t f)
{
    const crease_range *range = q->ranges + f;
    results_object(r, NULL);
    if (q->row) {
        put_rationals(r, "row", q->forms, q->outputs);
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

static void put_ranges(const range_question *q, const job *work, const settings *s)
{
    const work_summary summary = job_summary(work);
    results r;
    results_open(&r, s);
    put_work(&r, &summary);
    results_list(&r, "ranges");
    for (size_t f = 0; f < q->count; f++)
        put_range(q, &r, f);
    results_end(&r);
    put_work_end(&r, &summary);
    results_close(&r);
}

static crease_status find_ranges(range_question *q, job *work, const settings *s)
{
    crease_error error;
    crease_status status = crease_ranges(q->ranges, &work->counts, work->net, work->domain,
                                         q->forms, q->count, s->range.mean, &work->options, &error);
    if (job_end(work, status, &error) != CREASE_ERROR)
        put_ranges(q, work, s);
    return status;
}

crease_status cmd_range(const settings *s)
{
    range_question q;
    job work;
    crease_error error;
    crease_status status;
    if (job_open(&work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    if (question_open(&q, s->range.row, &work, &error)) {
        status = report_error(&error, "--row");
    } else {
        status = find_ranges(&q, &work, s);
        question_close(&q);
    }
    job_close(&work);
    return status;
}
