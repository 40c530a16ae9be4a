// crease range: between which values the outputs lie.
#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "function/ranging.h"
#include "tool/commands.h"
#include "tool/question.h"

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

static void question_close(void *data)
{
    question *q = data;
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

static void put_all(const void *data, results *r, const work_summary *summary)
{
    const question *q = data;
    put_work(r, summary);
    results_list(r, "ranges");
    for (size_t f = 0; f < q->found.count; f++)
        put_range(q, r, f);
    results_end(r);
    put_work_end(r, summary);
}

// ---- The kind of question ----

static crease_status open_merged(void *data, const counted *sum)
{
    question *q = data;
    crease_error error;
    const int mean = !strncmp(sum->work, "range-and-mean-", strlen("range-and-mean-"));
    if (question_open(q, sum->row, sum->outputs, sum->dimension, mean, &error))
        return report_error(&error, sum->path);
    char *work = ranging_work(&q->found);
    const int same = !strcmp(work, sum->work) && sum->counts.activation_regions;
    free(work);
    if (same)
        return CREASE_OK;
    question_close(q);
    return report_usage("%s: asks for other ranges than its work says", sum->path);
}

static char *work_of(const void *data)
{
    return ranging_work(&((const question *)data)->found);
}

static crease_status walk(void *data, job *work, crease_error *error)
{
    question *q = data;
    return ranging_walk(&q->found, &work->counts, work->net, work->domain, &work->options, error);
}

static void put_share(FILE *to, void *data)
{
    ranging_put_share(to, &((question *)data)->found);
}

static crease_status take_share(void *data, uint64_t regions, word_scanner *scan,
                                crease_error *error)
{
    return ranging_take_share(&((question *)data)->found, regions, scan, error);
}

static void append(void *data, void *next, uint64_t first)
{
    ranging_append(&((question *)data)->found, &((question *)next)->found, first);
}

static void finish(void *data, int complete)
{
    if (complete)
        ranging_finish(&((question *)data)->found);
}

const question_kind range_question = {.name = "range",
                                      .size = sizeof(question),
                                      .open = open_merged,
                                      .close = question_close,
                                      .work = work_of,
                                      .walk = walk,
                                      .put_share = put_share,
                                      .take_share = take_share,
                                      .append = append,
                                      .finish = finish,
                                      .put = put_all};

// ---- The command ----

crease_status cmd_range(const settings *s)
{
    question q;
    job work;
    crease_error error;
    if (job_open(&work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    crease_status status = job_keep(&work, &s->run);
    if (status == CREASE_OK &&
        question_open(&q, s->range.row, crease_net_outputs(work.net),
                      crease_domain_dimension(work.domain), s->range.mean, &error))
        status = report_error(&error, "--row");
    if (status == CREASE_OK) {
        status = question_ask(&range_question, &q, q.row, &work, s);
        question_close(&q);
    }
    job_close(&work);
    return status;
}
