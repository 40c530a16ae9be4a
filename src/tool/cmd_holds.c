// crease holds: whether a network meets a property, and with which input.
#include "base/memory.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// ---- Numbers in the file of a witness ----

enum { MOST_PLACES = 20 }; // as many zeros stand below

// An exact decimal of a few places, or NULL if x is none.
static char *short_decimal(const fmpq_t x)
{
    char *text = NULL;
    fmpz_t scaled, power;
    fmpz_init(scaled);
    fmpz_init_set_ui(power, 1);
    int places = 0;
    while (places < MOST_PLACES && !fmpz_divisible(power, fmpq_denref(x))) {
        fmpz_mul_ui(power, power, 10);
        places++;
    }
    if (fmpz_divisible(power, fmpq_denref(x))) {
        fmpz_divexact(power, power, fmpq_denref(x));
        fmpz_mul(scaled, fmpq_numref(x), power);
        char *digits = fmpz_get_str(NULL, 10, scaled);
        const char *sign = *digits == '-' ? "-" : "", *first = digits + (*digits == '-');
        const int length = (int)strlen(first), whole = length > places ? length - places : 0;
        static const char zeros[] = "00000000000000000000";
        const int missing = places > length ? places - length : 0;
        text = memory_format("%s%.*s%s%s%.*s%s", sign, whole, first, whole ? "" : "0",
                             places ? "." : "", missing, zeros, first + whole);
        flint_free(digits);
    }
    fmpz_clear(scaled);
    fmpz_clear(power);
    return text;
}

static void text_value(results *r, const char *open, char kind, size_t index, const fmpq_t x,
                       const char *close)
{
    char *decimal = short_decimal(x), *exact = rational_text(x);
    if (decimal)
        text_line(r, "%s(%c_%zu %s)%s\n", open, kind, index, decimal, close);
    else
        text_line(r, "%s(%c_%zu %s)%s ; %.17g\n", open, kind, index, exact, close,
                  rational_double(x));
    free(decimal);
    flint_free(exact);
}

static void put_witness(results *r, const crease_decision *verdict)
{
    results_object(r, "witness");
    put_rationals(r, "inputs", verdict->input, verdict->inputs);
    put_rationals(r, "outputs", verdict->output, verdict->outputs);
    results_end(r);
    for (size_t i = 0; i < verdict->inputs; i++)
        text_value(r, i ? " " : "(", 'X', i, verdict->input + i, "");
    for (size_t j = 0; j < verdict->outputs; j++)
        text_value(r, " ", 'Y', j, verdict->output + j, j + 1 < verdict->outputs ? "" : ")");
}

// ---- The answer ----

static const char *answer_of(const job *work, const crease_decision *verdict)
{
    if (verdict->known)
        return verdict->satisfiable ? "sat" : "unsat";
    return strstr(job_stopped_by(work, work->counts.activation_regions), "--time") ? "timeout"
                                                                                   : "unknown";
}

static void put_all(const job *work, results *r, const settings *s, const crease_decision *verdict)
{
    const char *answer = answer_of(work, verdict);
    text_line(r, "%s\n", answer);
    if (r->format == RESULTS_JSON) {
        put_network(r, s->operand, work->net);
        put_text(r, "property", NULL, s->holds.property);
        put_arithmetic(r, work->options.arith);
        put_truth(r, "complete", NULL, work->counts.complete);
    }
    put_text(r, "answer", NULL, answer);
    if (verdict->known && verdict->satisfiable)
        put_witness(r, verdict);
    put_count(r, "regions", NULL, verdict->regions);
    put_count(r, "pruned", NULL, verdict->pruned);
    put_count(r, "splits", NULL, work->counts.splits);
    put_seconds(r, "seconds", NULL, work->counts.seconds);
}

static crease_status decide(job *work, results *r, const settings *s,
                            const crease_property *property)
{
    crease_error error;
    crease_decision verdict;
    crease_decision_init(&verdict, work->net);
    crease_status status = crease_property_decide(&verdict, &work->counts, work->net, property,
                                                  &work->options, &error);
    work->stopped = "there is no answer";
    if (job_end(work, status, &error) != CREASE_ERROR)
        put_all(work, r, s, &verdict);
    if (status == CREASE_OK && verdict.satisfiable)
        status = CREASE_NEGATIVE;
    crease_decision_clear(&verdict);
    return status;
}

crease_status cmd_holds(const settings *s)
{
    job work;
    results r;
    crease_error error;
    crease_property *property;
    if (job_open(&work, s->operand, NULL, &s->run, 0))
        return CREASE_ERROR;
    if (crease_property_read(&property, s->holds.property, &error)) {
        job_close(&work);
        return report_error(&error, NULL);
    }
    results_open(&r, s);
    crease_status status = decide(&work, &r, s, property);
    if (status == CREASE_ERROR)
        results_drop(&r);
    else
        results_close(&r);
    crease_property_free(property);
    job_close(&work);
    return status;
}
