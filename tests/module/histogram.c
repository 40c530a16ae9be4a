// Histograms where doubles would be wrong, and estimates.
#include <crease/distance.h>

#include "base/random.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <math.h>

enum { COUNT = 500, BINS = 7 };

// Distances at edges, and off them by less than a double can tell; against comparing with every
// edge.
static void bins(void)
{
    random_state random;
    fmpq *squared = _fmpq_vec_init(COUNT);
    fmpq_t width, edge, little;
    uint64_t bin[BINS], expected[BINS] = {0};
    random_seed(&random, 3);
    fmpq_init(width);
    fmpq_init(edge);
    fmpq_init(little);
    fmpq_set_si(width, 1, 10);
    fmpq_set_si(little, 1, 1);
    fmpq_div_2exp(little, little, 200);
    for (size_t i = 0; i < COUNT; i++) {
        fmpq_mul_ui(squared + i, width, random_below(&random, 10));
        fmpq_mul(squared + i, squared + i, squared + i);
        uint64_t move = random_below(&random, 3);
        if (move == 0 || (move == 1 && fmpq_is_zero(squared + i)))
            fmpq_add(squared + i, squared + i, little);
        else if (move == 1)
            fmpq_sub(squared + i, squared + i, little);
        size_t k = 0;
        for (;; k++) {
            fmpq_mul_ui(edge, width, k + 1);
            fmpq_mul(edge, edge, edge);
            if (k + 1 == BINS || fmpq_cmp(squared + i, edge) < 0)
                break;
        }
        expected[k]++;
    }
    crease_distance_histogram(bin, BINS, width, squared, COUNT);
    for (size_t k = 0; k < BINS; k++)
        CU_ASSERT_EQUAL(bin[k], expected[k]);
    fmpq_clear(width);
    fmpq_clear(edge);
    fmpq_clear(little);
    _fmpq_vec_clear(squared, COUNT);
}

static void estimates(void)
{
    const double two[] = {1, 3};
    crease_estimate e = crease_distance_estimate(two, 2);
    CU_ASSERT(e.count == 2 && e.mean == 2 && e.error == 1);
    CU_ASSERT(isnan(crease_distance_estimate(two, 0).mean));
}

UNIT_MAIN("histogram", {"bins", bins}, {"estimates", estimates})
