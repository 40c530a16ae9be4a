// crease eval: the outputs of a network at points, exactly.
#include "base/limits.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <stdio.h>

// For people the nearest double stands beside what is not an integer.
static void eval_put(results *r, size_t point, size_t output, const fmpq *value)
{
    char label[64], about[RATIONAL_ABOUT_TEXT], *exact = rational_text(value);
    snprintf(label, sizeof label, "output %zu", output);
    results_object(r, NULL);
    csv_count(r, "point", point);
    csv_count(r, "output", output);
    put_text(r, "exact", NULL, exact);
    put_double(r, "double", NULL, rational_double(value));
    if (fmpz_is_one(fmpq_denref(value)))
        text_row(r, label, "%s", exact);
    else
        text_row(r, label, "%s, about %s", exact, rational_about(about, value, 17));
    results_end(r);
    flint_free(exact);
}

static void eval_point(job *work, size_t index, const fmpq *point, fmpq *value)
{
    results *r = work->r;
    crease_net_evaluate(value, work->net, point);
    results_object(r, NULL);
    put_count(r, "point", work->s->position.points ? "point" : NULL, index);
    results_table(r, "outputs", "point,output,exact,double");
    for (size_t i = 0; i < work->outputs; i++)
        eval_put(r, index, i, value + i);
    results_end(r);
    results_end(r);
}

crease_status cmd_eval(job *work)
{
    results *r = work->r;
    fmpq *points, *value = job_vector(work, work->outputs);
    size_t count, done = 0;
    if (job_point_or_points(work, &points, &count, work->inputs))
        return CREASE_ERROR;
    put_network(r, work->name, work->net);
    put_count(r, "inputs", NULL, work->inputs);
    put_count(r, "outputs", NULL, work->outputs);
    if (work->s->position.point)
        text_row(r, "point", "%s", work->s->position.point);
    run_limits limits;
    run_limits_init(&limits, &work->options);
    results_list(r, "points");
    for (; done < count && !ferror(stdout) && !run_limits_passed(&limits); done++)
        eval_point(work, done, points + done * work->inputs, value);
    results_end(r);
    const bool is_stopped = done < count && !ferror(stdout);
    crease_status status = run_limits_end(&limits, is_stopped ? CREASE_STOPPED : CREASE_OK, NULL);
    put_bool(r, "complete", NULL, !is_stopped);
    job_report_points(work, status, done, count, 0);
    return status;
}
