// crease lipschitz: how fast the outputs change.
#include "exact/interval.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <stdlib.h>

// The bound that a stopped search leaves: JSON has null for the unknown upper end.
static void put_at_least(results *r, const char *key, const char *label, const crease_enclosure *x)
{
    char *lo, *hi;
    enclosure_text(&lo, &hi, x, r->digits);
    results_list(r, key);
    put_text(r, NULL, NULL, lo);
    put_unknown(r, NULL, NULL);
    results_end(r);
    text_row(r, label, "at least %s", lo);
    free(lo);
    free(hi);
}

// A slope of the regions that were met is a lower bound for the domain.
static void lipschitz_put(results *r, const crease_lipschitz *slope, crease_norm norm,
                          bool complete)
{
    void (*put)(results *, const char *, const char *, const crease_enclosure *) =
        complete ? put_enclosure : put_at_least;
    put_text(r, "norm", "norm", crease_norm_name(norm));
    if (!slope->known)
        return;
    put(r, "slope", "greatest slope", &slope->value);
    if (norm == CREASE_NORM_2)
        put(r, "squared", "  squared", &slope->squared);
    if (complete && fmpq_equal(slope->value.lo, slope->value.hi))
        put_rational(r, "rational", NULL, slope->value.lo);
    if (complete && norm == CREASE_NORM_2 && fmpq_equal(slope->squared.lo, slope->squared.hi))
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
        lipschitz_put(work->r, &slope, norm, work->counts.complete);
        job_put_end(work);
    }
    crease_lipschitz_clear(&slope);
    return status;
}
