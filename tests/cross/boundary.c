// How much boundary a box has, against the common part of every two regions, on random networks
// biased to degeneracy, in one to three dimensions.
//
// The reference takes every two regions of the full walk and every two of their inequalities that
// are opposite, and measures the polytope that all other inequalities of both leave of that
// hyperplane (tests/ref/shared_facet.h). The true value must lie in the enclosure, which must be as
// narrow as requested.
#include "../module/unit.h"
#include "../ref/portrait.h"
#include "../ref/random_nets.h"
#include "../ref/shared_facet.h"

#include <crease/distance.h>
#include <inttypes.h>
#include <mpfr.h>
#include <stdio.h>

enum { MOST_REGIONS = 40 };

static void sum_up(mpfr_t all, mpfr_t changing, const portrait *full)
{
    mpfr_t part;
    mpfr_init2(part, SHARED_FACET_BITS);
    for (size_t r = 0; r < full->regions; r++)
        for (size_t q = 0; q < r; q++) {
            const portrait_region *a = full->region + r, *b = full->region + q;
            mpfr_set_zero(part, 1);
            shared_facets_measure(part, a, b, full->dimension);
            mpfr_add(all, all, part, MPFR_RNDN);
            if (!number_rows_equal(&a->map, &b->map))
                mpfr_add(changing, changing, part, MPFR_RNDN);
        }
    mpfr_clear(part);
}

static const char *check(const portrait *full, const crease_net *net, const crease_domain *box,
                         unsigned digits, crease_arith arith)
{
    const char *what = NULL;
    crease_boundary found;
    crease_options options = {.arith = arith};
    crease_error error;
    mpfr_t all, changing;
    crease_boundary_init(&found);
    mpfr_init2(all, SHARED_FACET_BITS);
    mpfr_init2(changing, SHARED_FACET_BITS);
    mpfr_set_zero(all, 1);
    mpfr_set_zero(changing, 1);
    sum_up(all, changing, full);
    if (crease_boundary_measure(&found, net, box, 1, digits, &options, &error) != CREASE_OK)
        what = "the status";
    else if (found.regions != full->regions)
        what = "the number of regions";
    else if (!enclosure_holds(&found.activation, all, digits))
        what = "the activation boundary";
    else if (!found.has_function || !enclosure_holds(&found.function, changing, digits))
        what = "the function boundary";
    mpq_t volume;
    mpq_init(volume);
    fmpq_get_mpq(volume, found.volume);
    if (!what) {
        mpfr_div_q(all, all, volume, MPFR_RNDN);
        mpfr_div_q(changing, changing, volume, MPFR_RNDN);
        if (!enclosure_holds(&found.activation_density, all, digits) ||
            !enclosure_holds(&found.function_density, changing, digits))
            what = "a density";
    }
    mpq_clear(volume);
    mpfr_clear(all);
    mpfr_clear(changing);
    crease_boundary_clear(&found);
    return what;
}

static bool agree(uint64_t seed, size_t *regions)
{
    static const unsigned kinds[] = {0, RANDOM_PWL, RANDOM_MAXOUT, RANDOM_MIXED,
                                     RANDOM_MIXED | RANDOM_PWL | RANDOM_MAXOUT};
    static const size_t dimensions[] = {2, 1, 2, 3, 2, 3, 2};
    static const unsigned digits[] = {12, 1, 30, 60};
    random_case of;
    random_case_init_with(&of, seed, dimensions[seed % 7], kinds[seed % 5]);
    crease_domain *box = NULL;
    portrait full;
    if (of.lo)
        crease_domain_new_box(&box, of.lo, of.hi, of.dimension, NULL);
    else
        crease_domain_parse_box(&box, "-4,5", of.dimension, NULL);
    crease_arith arith = seed % 3 ? CREASE_FILTERED : CREASE_EXACT;
    portrait_init(&full, of.net, box, CREASE_FILTERED);
    const char *what = NULL;
    if (full.regions <= MOST_REGIONS) {
        what = check(&full, of.net, box, digits[seed % 4], arith);
        *regions += full.regions;
    }
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s, %s\n", seed, crease_domain_text(box), what);
        crease_net_write(stderr, of.net);
    }
    portrait_clear(&full);
    crease_domain_free(box);
    random_case_clear(&of);
    return !what;
}

static void boundaries_are_shared_facets(void)
{
    size_t regions = 0;
    SEEDS(seed, 150)
        CU_ASSERT(agree(seed, &regions));
    CU_ASSERT(regions > 0 || cases_count(150) < 8);
}

UNIT_MAIN("boundaries", {"are what every two regions share", boundaries_are_shared_facets})
