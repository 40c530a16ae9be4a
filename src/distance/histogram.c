// Statistics of distances.
#include <crease/distance.h>

#include "exact/sample.h"
#include <string.h>

crease_estimate crease_distance_estimate(const double *distances, size_t count)
{
    sample of;
    sample_init(&of);
    for (size_t i = 0; i < count; i++)
        sample_add_double(&of, distances[i]);
    crease_estimate estimate = sample_estimate(&of);
    sample_clear(&of);
    return estimate;
}

// floor(distance / width), at most `most`: the k with k^2 <= square / width^2 < (k + 1)^2.
static size_t bin_of(const fmpq_t square, const fmpq_t width, size_t most)
{
    fmpq_t quotient;
    fmpz_t k;
    fmpq_init(quotient);
    fmpz_init(k);
    fmpq_div(quotient, square, width);
    fmpq_div(quotient, quotient, width);
    fmpz_fdiv_q(k, fmpq_numref(quotient), fmpq_denref(quotient));
    fmpz_sqrt(k, k);
    size_t bin = fmpz_cmp_ui(k, most) < 0 ? fmpz_get_ui(k) : most;
    fmpq_clear(quotient);
    fmpz_clear(k);
    return bin;
}

void crease_distance_histogram(uint64_t *bin, size_t bins, const fmpq_t width, const fmpq *squared,
                               size_t count)
{
    memset(bin, 0, bins * sizeof *bin);
    for (size_t i = 0; i < count; i++)
        bin[bin_of(squared + i, width, bins - 1)]++;
}
