// crease verify: whether a network meets a property, and with which input.
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/report.h"

#include <math.h>
#include <string.h>

// ---- The witness ----

// As the scorer of VNN-COMP reads it: one decimal number a value, nothing else.
static void verify_put_numbers(const job *work, const crease_decision *verdict)
{
    const size_t inputs = verdict->inputs, count = inputs + verdict->outputs;
    char rounded[RATIONAL_BINARY64_TEXT];
    fmpq_t x;
    fmpq_init(x);
    for (size_t i = 0; i < count; i++) {
        const bool is_input = i < inputs;
        char *exact = rational_text(is_input ? verdict->input + i : verdict->output + i - inputs);
        rational_set_double(x, isfinite(verdict->rounded[i]) ? verdict->rounded[i] : 0);
        rational_binary64_text(rounded, x);
        text_line(work->r, "%s(%c_%zu %s)%s\n", i ? " " : "(", is_input ? 'X' : 'Y',
                  is_input ? i : i - inputs, work->s->verify.exact ? exact : rounded,
                  i + 1 < count ? "" : ")");
        flint_free(exact);
    }
    fmpq_clear(x);
    if (!work->s->verify.exact && !verdict->rounded_meets && work->r->format == RESULTS_TEXT)
        report_note("no doubles near the witness meet the property; --exact prints it exactly");
}

static void verify_put_witness(const job *work, const crease_decision *verdict)
{
    results *r = work->r;
    results_object(r, "witness");
    put_rationals(r, "inputs", verdict->input, verdict->inputs);
    put_rationals(r, "outputs", verdict->output, verdict->outputs);
    results_end(r);
    verify_put_numbers(work, verdict);
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
        put_bool(r, "complete", NULL, work->counts.complete);
    }
    put_text(r, "answer", NULL, answer);
    if (verdict->known && verdict->satisfiable)
        verify_put_witness(work, verdict);
    put_count(r, "regions", NULL, verdict->regions);
    put_count(r, "pruned", NULL, verdict->pruned);
    put_count(r, "splits", NULL, work->counts.splits);
    put_seconds(r, "seconds", NULL, work->counts.seconds);
}

static crease_status verify_certify(job *work, const crease_property *property,
                                    const crease_decision *verdict)
{
    crease_error error;
    job_look_at_clock(work);
    work->stopped = "no certificate is written";
    const crease_status status =
        crease_certificate_write_decision(work->s->verify.certificate, &work->counts, verdict,
                                          property, work->net, &work->options, &error);
    return status == CREASE_ERROR ? report_error(&error, "--certificate")
                                  : job_end(work, status, &error);
}

static crease_status verify_decide(job *work, const crease_property *property)
{
    crease_error error;
    crease_decision verdict;
    crease_decision_init(&verdict, work->net);
    crease_status status = crease_property_decide(&verdict, &work->counts, work->net, property,
                                                  &work->options, &error);
    work->stopped = "the answer is unknown";
    if (job_end(work, status, &error) != CREASE_ERROR)
        verify_put(work, &verdict);
    if (status == CREASE_OK && work->s->verify.certificate)
        status = verify_certify(work, property, &verdict);
    if (status == CREASE_OK && verdict.satisfiable)
        status = CREASE_NEGATIVE;
    crease_decision_clear(&verdict);
    return status;
}

// Writes all cells that satisfy the property. If there are none, a set without interior may.
static crease_status verify_all(job *work, const crease_property *property)
{
    crease_error error;
    crease_net *network;
    uint64_t cells = 0;
    const crease_records records = {
        .format = CREASE_JSONL, .property = property, .counterexamples = &cells};
    if (crease_domain_read_vnnlib(&work->domain, work->s->verify.property, &error) ||
        crease_property_network(&network, work->net, property, &error))
        return report_error(&error, work->name);
    crease_counts_clear(&work->counts);
    crease_counts_init(&work->counts, network);
    const crease_status status = crease_regions_write("-", &records, &work->counts, network,
                                                      work->domain, &work->options, &error);
    crease_net_free(network);
    if (job_end(work, status, &error) == CREASE_OK && !cells)
        report_note("no cell satisfies the property; without --all-counterexamples single points "
                    "are tested too");
    return status == CREASE_OK && cells ? CREASE_NEGATIVE : status;
}

crease_status cmd_verify(job *work)
{
    crease_error error;
    crease_property *property;
    if (crease_property_read(&property, work->s->verify.property, &error))
        return report_error(&error, NULL);
    const crease_status status = (work->s->verify.all ? verify_all : verify_decide)(work, property);
    crease_property_free(property);
    return status;
}
