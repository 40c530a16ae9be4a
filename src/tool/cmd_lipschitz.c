// crease lipschitz: how fast the outputs change.
#include "tool/commands.h"
#include "tool/job.h"

static void lipschitz_put(results *r, const crease_lipschitz *slope, crease_norm norm)
{
    put_text(r, "norm", "norm", crease_norm_name(norm));
    if (!slope->known)
        return;
    put_enclosure(r, "slope", "greatest slope", &slope->value);
    if (norm == CREASE_NORM_2)
        put_enclosure(r, "squared", "  squared", &slope->squared);
    if (fmpq_equal(slope->value.lo, slope->value.hi))
        put_rational(r, "rational", NULL, slope->value.lo);
    if (norm == CREASE_NORM_2 && fmpq_equal(slope->squared.lo, slope->squared.hi))
        put_rational(r, "rational_squared", NULL, slope->squared.lo);
    put_count(r, "region", "  in region", slope->region);
    put_vector(r, "point", "  around", slope->point, slope->dimension);
    results_list(r, "map");
    for (size_t o = 0; o < slope->outputs; o++)
        put_rationals(r, NULL, slope->map + o * (slope->dimension + 1), slope->dimension + 1);
    results_end(r);
}

crease_status cmd_lipschitz(job *work)
{
    const crease_norm norm = (crease_norm)work->s->norm;
    crease_lipschitz slope;
    crease_error error;
    unsigned digits;
    if (job_digits(work, &digits))
        return CREASE_ERROR;
    crease_lipschitz_init(&slope, work->net, work->domain);
    crease_status status = crease_lipschitz_compute(&slope, &work->counts, work->net, work->domain,
                                                    norm, digits, &work->options, &error);
    if (job_end(work, status, &error) != CREASE_ERROR) {
        job_put_begin(work);
        lipschitz_put(work->r, &slope, norm);
        job_put_end(work);
    }
    crease_lipschitz_clear(&slope);
    return status;
}
