// crease lipschitz: how fast the outputs change.
#include "function/sloping.h"
#include "tool/commands.h"
#include "tool/question.h"

typedef struct {
    crease_norm norm;
    unsigned digits;
    crease_slope found;
} question;

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

static void put_all(const void *data, results *r, const work_summary *summary)
{
    const question *q = data;
    put_work(r, summary);
    put_slope(r, &q->found, q->norm);
    put_work_end(r, summary);
}

// ---- The kind of question ----

static crease_status open_merged(void *data, const counted *sum)
{
    question *q = data;
    if (!slope_of_work(&q->norm, &q->digits, sum->work))
        return report_usage("%s: has work that is not known here", sum->path);
    slope_init(&q->found, sum->dimension, sum->outputs);
    return CREASE_OK;
}

static void question_close(void *data)
{
    crease_slope_clear(&((question *)data)->found);
}

static char *work_of(const void *data)
{
    const question *q = data;
    return slope_work(q->norm, q->digits);
}

static crease_status walk(void *data, job *work, crease_error *error)
{
    question *q = data;
    return slope_walk(&q->found, &work->counts, work->net, work->domain, q->norm, q->digits,
                      &work->options, error);
}

static void put_share(FILE *to, void *data)
{
    slope_put_share(to, &((const question *)data)->found);
}

static crease_status take_share(void *data, uint64_t regions, word_scanner *scan,
                                crease_error *error)
{
    return slope_take_share(&((question *)data)->found, regions, scan, error);
}

static void append(void *data, void *next, uint64_t first)
{
    question *q = data;
    slope_append(&q->found, &((question *)next)->found, q->norm, first);
}

static void finish(void *data, int complete)
{
    question *q = data;
    (void)complete; // what has been found by then is a lower bound
    slope_finish(&q->found, q->norm, q->digits);
}

const question_kind slope_question = {.name = "slope",
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

crease_status cmd_lipschitz(const settings *s)
{
    question q = {.norm = (crease_norm)s->lipschitz.norm, .digits = (unsigned)s->lipschitz.digits};
    job work;
    if (job_open(&work, s->operand, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    crease_status status = job_keep(&work, &s->run);
    if (status == CREASE_OK) {
        crease_slope_init(&q.found, work.net, work.domain);
        status = question_ask(&slope_question, &q, NULL, &work, s);
        question_close(&q);
    }
    job_close(&work);
    return status;
}
