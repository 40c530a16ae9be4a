// crease equal: whether two networks are one function on a domain, and where they differ most; and
// crease simplify, which writes a smaller network that is equal.
#include "tool/commands.h"
#include "tool/job.h"

// The output that differs most, and on which side; NULL: all are equal as far as is known.
static const crease_extreme *equal_worst(const crease_range *ranges, size_t count, size_t *output)
{
    const crease_extreme *worst = NULL;
    fmpq_t most, size;
    fmpq_init(most);
    fmpq_init(size);
    for (size_t k = 0; k < 2 * count && !(worst && worst->unbounded); k++) {
        const crease_extreme *extreme = k % 2 ? &ranges[k / 2].greatest : &ranges[k / 2].least;
        fmpq_abs(size, extreme->value);
        if (!extreme->known || (!extreme->unbounded && fmpq_cmp(size, most) <= 0))
            continue;
        worst = extreme;
        *output = k / 2;
        fmpq_swap(most, size);
    }
    fmpq_clear(most);
    fmpq_clear(size);
    return worst;
}

// Returns whether a difference is known.
static bool equal_put(job *work, const crease_range *ranges, const char *other)
{
    results *r = work->r;
    size_t output = 0;
    const crease_extreme *worst = equal_worst(ranges, work->outputs, &output);
    job_put_begin(work);
    put_text(r, "other", "other network", other);
    if (!worst && !work->counts.complete)
        put_text(r, "equal", "equal", "unknown");
    else
        put_bool(r, "equal", "equal", !worst);
    if (worst) {
        put_count(r, "output", "output", output);
        if (worst->unbounded)
            put_vector(r, "direction", "grows along", worst->direction, work->dimension);
        else
            put_short(r, "difference", "greatest difference", worst->value);
        put_vector(r, "point", worst->unbounded ? "from" : "at", worst->point, work->dimension);
    }
    job_put_end_examined(work);
    return worst != NULL;
}

static crease_status equal_open(job *work, crease_net **difference, const char *other)
{
    crease_error error;
    crease_net *second;
    if (work->s->operand_count != 2)
        return report_usage("equal takes two networks, not %zu", work->s->operand_count);
    if (crease_net_read(&second, other, &work->s->reading, &error))
        return report_error(&error, NULL);
    const crease_status status = crease_net_difference(difference, work->net, second, &error);
    crease_net_free(second);
    return status ? report_error(&error, other) : CREASE_OK;
}

crease_status cmd_equal(job *work)
{
    const char *other = work->s->operand_count > 1 ? work->s->operands[1] : "";
    const size_t columns = work->outputs + 1;
    crease_net *difference;
    crease_error error;
    if (equal_open(work, &difference, other))
        return CREASE_ERROR;
    crease_counts_clear(&work->counts);
    crease_counts_init(&work->counts, difference);
    fmpq *forms = job_vector(work, work->outputs * columns);
    crease_range *ranges = job_memory(work, work->outputs, sizeof *ranges);
    for (size_t o = 0; o < work->outputs; o++) {
        fmpq_one(forms + o * columns + o);
        crease_range_init(ranges + o, work->domain);
    }
    crease_status status = crease_ranges(ranges, &work->counts, difference, work->domain, forms,
                                         work->outputs, 0, &work->options, &error);
    if (job_end(work, status, &error) != CREASE_ERROR && equal_put(work, ranges, other))
        status = CREASE_NEGATIVE;
    for (size_t o = 0; o < work->outputs; o++)
        crease_range_clear(ranges + o);
    crease_net_free(difference);
    return status;
}

// Converts the smaller network in place of the one that was read.
crease_status cmd_simplify(job *work)
{
    crease_error error;
    size_t units = 0;
    for (size_t l = 0; l < crease_net_hidden(work->net); l++)
        units += crease_net_width(work->net, l);
    uint32_t *piece = job_memory(work, units, sizeof *piece);
    work->stopped = "no network is written";
    const crease_status status =
        crease_stable_pieces(piece, &work->counts, work->net, work->domain, &work->options, &error);
    if (job_end(work, status, &error))
        return status;
    crease_net *smaller = crease_net_simplify(work->net, piece);
    crease_net_free(work->net);
    work->net = smaller;
    return cmd_convert(work);
}
