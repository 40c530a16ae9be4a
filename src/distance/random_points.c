// Random points of a box.
#include <crease/distance.h>

#include "base/error.h"
#include "base/random.h"
#include "geom/domain.h"

// lo + k 2^-64 (hi - lo), k = 0 .. 2^64 - 1.
static void choose(fmpq_t x, random_state *random, const fmpq_t lo, const fmpq_t hi)
{
    fmpq_t share;
    fmpq_init(share);
    fmpz_set_ui(fmpq_numref(share), random_bits(random));
    fmpq_div_2exp(share, share, 64);
    fmpq_sub(x, hi, lo);
    fmpq_mul(x, x, share);
    fmpq_add(x, x, lo);
    fmpq_clear(share);
}

crease_status crease_points_uniform(fmpq *points, size_t count, const crease_domain *box,
                                    uint64_t seed, crease_error *error)
{
    if (!box->is_box || box->parametrization)
        return error_set(error, "expected a box, found %s", box->text);
    random_state random;
    random_seed(&random, seed);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < box->dimension; k++)
            choose(points + i * box->dimension + k, &random, box->lo + k, box->hi + k);
    return CREASE_OK;
}
