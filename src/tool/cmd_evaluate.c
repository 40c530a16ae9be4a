// crease evaluate: the outputs of a network at points, exactly.
#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>

typedef struct {
    const settings *s;
    crease_net *net;
    size_t inputs, outputs;
    fmpq *points; // count * inputs
    size_t count;
    results r;
} evaluation;

static crease_status read_points(evaluation *e)
{
    const point_settings *at = &e->s->at;
    crease_error error;
    if (at->points) {
        if (job_points(&e->points, &e->count, e->inputs, at->points, &error))
            return report_error(&error, NULL);
        return CREASE_OK;
    }
    e->count = 1;
    e->points = _fmpq_vec_init((slong)e->inputs);
    if (crease_point_parse(e->points, at->point, e->inputs, &error))
        return report_error(&error, "--point");
    return CREASE_OK;
}

// For people the nearest double stands beside what is no integer.
static void put_value(results *r, size_t point, size_t output, const fmpq *value)
{
    char label[64], *exact = rational_text(value);
    snprintf(label, sizeof label, "output %zu", output);
    results_object(r, NULL);
    if (r->format == RESULTS_CSV) {
        put_count(r, NULL, NULL, point);
        put_count(r, NULL, NULL, output);
    }
    put_text(r, "exact", NULL, exact);
    put_double(r, "double", NULL, rational_double(value));
    if (fmpz_is_one(fmpq_denref(value)))
        text_row(r, label, "%s", exact);
    else
        text_row(r, label, "%s, about %.17g", exact, rational_double(value));
    results_end(r);
    csv_end(r);
    flint_free(exact);
}

static void put_values(evaluation *e)
{
    results *r = &e->r;
    fmpq *value = _fmpq_vec_init((slong)e->outputs);
    for (size_t p = 0; p < e->count && !ferror(stdout); p++) {
        crease_net_evaluate(value, e->net, e->points + p * e->inputs);
        results_object(r, NULL);
        if (r->format != RESULTS_CSV)
            put_count(r, "point", e->s->at.points ? "point" : NULL, p);
        results_list(r, "outputs");
        for (size_t i = 0; i < e->outputs; i++)
            put_value(r, p, i, value + i);
        results_end(r);
        results_end(r);
    }
    _fmpq_vec_clear(value, (slong)e->outputs);
}

static void put_all(evaluation *e)
{
    results *r = &e->r;
    results_open(r, e->s);
    csv_header(r, "point,output,exact,double", "\n");
    if (r->format != RESULTS_CSV) {
        put_network(r, e->s->operand, e->net);
        put_count(r, "inputs", NULL, e->inputs);
        put_count(r, "outputs", NULL, e->outputs);
    }
    if (e->s->at.point)
        text_row(r, "point", "%s", e->s->at.point);
    results_list(r, "points");
    put_values(e);
    results_end(r);
    results_close(r);
}

crease_status cmd_evaluate(const settings *s)
{
    evaluation e = {.s = s};
    crease_error error;
    if (crease_net_read_with(&e.net, s->operand, &s->run.reading, &error))
        return report_error(&error, NULL);
    e.inputs = crease_net_inputs(e.net);
    e.outputs = crease_net_outputs(e.net);
    crease_status status = read_points(&e);
    if (status == CREASE_OK)
        put_all(&e);
    if (e.points)
        _fmpq_vec_clear(e.points, (slong)(e.count * e.inputs));
    crease_net_free(e.net);
    return status;
}
