// crease verify: whether a network meets a property, and with which input.
#include "base/memory.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// ---- Numbers of a witness ----

// An exact decimal of a few places, or NULL if there is none.
static char *verify_decimal(const fmpq_t x)
{
    enum { MOST_PLACES = 20 };
    fmpz_t scaled, power;
    int places = 0;
    fmpz_init(scaled);
    fmpz_init_set_ui(power, 1);
    for (; places < MOST_PLACES && !fmpz_divisible(power, fmpq_denref(x)); places++)
        fmpz_mul_ui(power, power, 10);
    char *text = NULL;
    if (fmpz_divisible(power, fmpq_denref(x))) {
        fmpz_divexact(power, power, fmpq_denref(x));
        fmpz_mul(scaled, fmpq_numref(x), power);
        fmpz_abs(scaled, scaled);
        char *digits = fmpz_get_str(NULL, 10, scaled);
        const int length = (int)strlen(digits), missing = places < length ? 0 : places + 1 - length;
        char *padded = memory_format("%0*d%s", missing, 0, digits);
        const int whole = (int)strlen(padded) - places - !missing;
        text = memory_format("%s%.*s%s%s", fmpq_sgn(x) < 0 ? "-" : "", whole, padded + !missing,
                             places ? "." : "", padded + !missing + whole);
        free(padded);
        flint_free(digits);
    }
    fmpz_clear(scaled);
    fmpz_clear(power);
    return text;
}

static void verify_text(results *r, const char *open, char kind, size_t index, const fmpq_t x,
                        const char *close)
{
    char *decimal = verify_decimal(x), *exact = rational_text(x);
    if (decimal)
        text_line(r, "%s(%c_%zu %s)%s\n", open, kind, index, decimal, close);
    else
        text_line(r, "%s(%c_%zu %s)%s ; %.17g\n", open, kind, index, exact, close,
                  rational_double(x));
    free(decimal);
    flint_free(exact);
}

static void verify_put_witness(results *r, const crease_decision *verdict)
{
    results_object(r, "witness");
    put_rationals(r, "inputs", verdict->input, verdict->inputs);
    put_rationals(r, "outputs", verdict->output, verdict->outputs);
    results_end(r);
    for (size_t i = 0; i < verdict->inputs; i++)
        verify_text(r, i ? " " : "(", 'X', i, verdict->input + i, "");
    for (size_t j = 0; j < verdict->outputs; j++)
        verify_text(r, " ", 'Y', j, verdict->output + j, j + 1 < verdict->outputs ? "" : ")");
}

// ---- The answer ----

static const char *verify_answer(const job *work, const crease_decision *verdict)
{
    if (verdict->known)
        return verdict->satisfiable ? "sat" : "unsat";
    return strstr(job_stopped_by(work, work->counts.activation_regions), "--time") ? "timeout"
                                                                                   : "unknown";
}

static void verify_put(const job *work, const crease_decision *verdict)
{
    results *r = work->r;
    const char *answer = verify_answer(work, verdict);
    text_line(r, "%s\n", answer);
    if (r->format == RESULTS_JSON) {
        put_network(r, work->name, work->net);
        put_text(r, "property", NULL, work->s->verify.property);
        put_arithmetic(r, work->options.arith);
        put_truth(r, "complete", NULL, work->counts.complete);
    }
    put_text(r, "answer", NULL, answer);
    if (verdict->known && verdict->satisfiable)
        verify_put_witness(r, verdict);
    put_count(r, "regions", NULL, verdict->regions);
    put_count(r, "pruned", NULL, verdict->pruned);
    put_count(r, "splits", NULL, work->counts.splits);
    put_seconds(r, "seconds", NULL, work->counts.seconds);
}

crease_status cmd_verify(job *work)
{
    crease_error error;
    crease_property *property;
    crease_decision verdict;
    if (crease_property_read(&property, work->s->verify.property, &error))
        return report_error(&error, NULL);
    crease_decision_init(&verdict, work->net);
    crease_status status = crease_property_decide(&verdict, &work->counts, work->net, property,
                                                  &work->options, &error);
    work->stopped = "there is no answer";
    if (job_end(work, status, &error) != CREASE_ERROR)
        verify_put(work, &verdict);
    if (status == CREASE_OK && verdict.satisfiable)
        status = CREASE_NEGATIVE;
    crease_decision_clear(&verdict);
    crease_property_free(property);
    return status;
}
