// crease eval: the outputs of a network at points, exactly.
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

crease_status cmd_eval(job *work)
{
    results *r = work->r;
    const point_settings *position = &work->s->position;
    fmpq *points, *value = job_vector(work, work->outputs);
    size_t count;
    if (job_point_or_points(work, &points, &count))
        return CREASE_ERROR;
    put_network(r, work->name, work->net);
    put_count(r, "inputs", NULL, work->inputs);
    put_count(r, "outputs", NULL, work->outputs);
    if (position->point)
        text_row(r, "point", "%s", position->point);
    results_list(r, "points");
    for (size_t p = 0; p < count && !ferror(stdout); p++) {
        crease_net_evaluate(value, work->net, points + p * work->inputs);
        results_object(r, NULL);
        put_count(r, "point", position->points ? "point" : NULL, p);
        results_table(r, "outputs", "point,output,exact,double");
        for (size_t i = 0; i < work->outputs; i++)
            eval_put(r, p, i, value + i);
        results_end(r);
        results_end(r);
    }
    results_end(r);
    return CREASE_OK;
}
