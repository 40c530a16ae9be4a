// Primes that areas and weights have in common, against greatest common divisors; areas against
// sums of triangles.
#include "cell/area.h"
#include "cell/volume.h"
#include "cutting.h"
#include "nets.h"
#include "tree/region.h"

#include <flint/fmpz_vec.h>

// How often each case was met: regions whose primes are known, other regions, those with an odd
// common divisor, and vertices that have one which no other weight has.
typedef struct {
    random_state random;
    size_t regions, others, divided, alone;
} tally;

static void take_odd_part(fmpz_t x)
{
    fmpz_tdiv_q_2exp(x, x, fmpz_val2(x));
}

static void remove_primes(fmpz_t x, const fmpz_t primes, fmpz_t scratch)
{
    fmpz_gcd(scratch, x, primes);
    while (!fmpz_is_one(scratch)) {
        fmpz_divexact(x, x, scratch);
        fmpz_gcd(scratch, x, primes);
    }
}

// Whether a weight and the sum have an odd prime that no other weight has.
static bool is_alone(const fmpz *weight, slong count, slong i, const fmpz_t sum)
{
    fmpz_t divisor, scratch;
    fmpz_init(divisor);
    fmpz_init(scratch);
    fmpz_gcd(divisor, weight + i, sum);
    take_odd_part(divisor);
    for (slong j = 0; j < count; j++)
        if (j != i)
            remove_primes(divisor, weight + j, scratch);
    const bool is = !fmpz_is_one(divisor);
    fmpz_clear(divisor);
    fmpz_clear(scratch);
    return is;
}

static crease_visit check_region(void *data, const crease_region *region)
{
    tally *t = data;
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const slong n = (slong)cell->count;
    fmpz *weight = _fmpz_vec_init(n + 1);
    fmpz_t primes, sum, weights, product, common, scratch;
    fmpq_t area, wanted;
    fmpz_init(primes);
    fmpz_init(sum);
    fmpz_init(weights);
    fmpz_init(product);
    fmpz_init(common);
    fmpz_init(scratch);
    fmpq_init(area);
    fmpq_init(wanted);
    if (random_below(&t->random, 4) == 0) // all vertices are known before
        area_sum(sum, scratch, space, cell, region_share(region));
    const bool has_primes = area_primes(primes, space, cell, region_share(region));
    CU_ASSERT(area_sum(sum, weights, space, cell, region_share(region)));
    for (slong i = 0; i < n; i++)
        fmpz_set(weight + i, region_share(region)[i]->row + 2);
    fmpz_set_ui(weight + n, 2);
    _fmpz_vec_prod(product, weight, n + 1);
    fmpz_mul_ui(weights, weights, 2);
    CU_ASSERT(fmpz_equal(weights, product));
    fmpq_set_fmpz(wanted, sum);
    fmpq_div_fmpz(wanted, wanted, product);
    area_set(area, space, cell, region_share(region));
    CU_ASSERT(fmpq_is_canonical(area) && fmpq_equal(area, wanted));
    if (has_primes) {
        for (slong i = 0; i < n; i++)
            t->alone += is_alone(weight, n, i, sum);
        fmpz_gcd(common, sum, product);
        take_odd_part(common);
        t->regions++;
        t->divided += !fmpz_is_one(common);
        CU_ASSERT(fmpz_is_odd(primes) && fmpz_sgn(primes) > 0);
        remove_primes(common, primes, scratch);
        CU_ASSERT(fmpz_is_one(common));
    }
    t->others += !has_primes;
    _fmpz_vec_clear(weight, n + 1);
    fmpz_clear(primes);
    fmpz_clear(sum);
    fmpz_clear(weights);
    fmpz_clear(product);
    fmpz_clear(common);
    fmpz_clear(scratch);
    fmpq_clear(area);
    fmpq_clear(wanted);
    return CREASE_GO;
}

static void primes(void)
{
    tally all = {0};
    SEEDS(seed, 200) {
        tally t = {.random = unit_random(seed)};
        crease_net *net =
            random_net_of(&t.random, 2, 3, 5, seed % 2 ? random_activation : random_any_activation);
        crease_domain *box;
        crease_counts counts;
        crease_domain_parse_box(&box, random_below(&t.random, 2) ? "-3,2" : "-5/3,7/3,1/9,4/3", 2,
                                NULL);
        crease_counts_init(&counts, net);
        crease_visitor visitor = {.data = &t, .region = check_region};
        crease_options options = {.max_regions = 100,
                                  .arith = seed % 8 ? CREASE_FILTERED : CREASE_FLOAT};
        CU_ASSERT(crease_walk(&counts, net, box, &options, &visitor, NULL) != CREASE_ERROR);
        crease_counts_clear(&counts);
        crease_domain_free(box);
        crease_net_free(net);
        all.regions += t.regions;
        all.others += t.others;
        all.divided += t.divided;
        all.alone += t.alone;
    }
    CU_ASSERT(all.regions > 0 && all.others > 0 && all.divided > 0 && all.alone > 0);
}

UNIT_MAIN("area", {"primes", primes})
