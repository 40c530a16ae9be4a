// How much boundary a box has, against the common part of every two regions, on random networks
// biased to degeneracy, in one to three dimensions.
//
// The reference takes every two regions of the full walk and every two of their inequalities that
// are opposite, and measures the polytope that all other inequalities of both leave of that
// hyperplane, as a domain of its own in coordinates along it; the root that makes an area of it is
// taken by MPFR. The true value must lie in the enclosure, which must be as narrow as requested.
//
// The seed of the first case is argv[1], or CREASE_SEED, or 1; case k has the seed
// of the first plus k. CREASE_CASES says how many cases there are.
#include "../ref/cases.h"
#include "../ref/portrait.h"
#include "../ref/random_nets.h"
#include "../ref/shared_facet.h"

#include <crease/distance.h>
#include <crease/make.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHOWN = 3, MOST_REGIONS = 40, PRECISION = 400 };

// ---- the common part of two regions ----

static crease_visit add_volume(void *data, const crease_region *region)
{
    crease_region_volume(data, region);
    return CREASE_GO;
}

// The volume of a polytope; 0 if it has no interior. One region: a linear network has no creases.
static void polytope_volume(fmpq_t volume, const fmpq *rows, size_t count, size_t d)
{
    crease_net *net;
    crease_domain *domain;
    crease_counts counts;
    crease_error error;
    const size_t widths[] = {d, 1};
    fmpq_zero(volume);
    if (crease_domain_new_polytope(&domain, rows, count, d, &error) != CREASE_OK)
        return;
    if (crease_net_random(&net, widths, 2, NULL, &error) != CREASE_OK)
        abort();
    crease_counts_init(&counts, net);
    crease_visitor visitor = {.data = volume, .region = add_volume};
    crease_options exact = {.arith = CREASE_EXACT};
    crease_walk(&counts, net, domain, &exact, &visitor, &error); // an error: no interior
    crease_counts_clear(&counts);
    crease_net_free(net);
    crease_domain_free(domain);
}

// |normal| / |normal_k| times the volume of the shadow along axis k.
static void add_shared(mpfr_t sum, const portrait_region *a, const portrait_region *b,
                       const fmpq *plane, size_t d)
{
    size_t k, count;
    fmpq *rows = shared_facet(&k, &count, a, b, plane, d);
    fmpq_t volume, square;
    fmpq_init(volume);
    fmpq_init(square);
    if (d == 1)
        fmpq_one(volume); // two regions that have one end in common share a point
    else
        polytope_volume(volume, rows, count, d - 1);
    number_row_dot(square, plane, plane, d);
    fmpq_div(square, square, plane + k);
    fmpq_div(square, square, plane + k);
    fmpq_mul(square, square, volume);
    fmpq_mul(square, square, volume);
    mpq_t exact;
    mpfr_t term;
    mpq_init(exact);
    mpfr_init2(term, PRECISION);
    fmpq_get_mpq(exact, square);
    mpfr_set_q(term, exact, MPFR_RNDN);
    mpfr_sqrt(term, term, MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
    mpfr_clear(term);
    mpq_clear(exact);
    fmpq_clear(volume);
    fmpq_clear(square);
    _fmpq_vec_clear(rows, (slong)(count * d));
}

static void sum_up(mpfr_t all, mpfr_t changing, const portrait *full)
{
    size_t d = full->dimension;
    for (size_t r = 0; r < full->regions; r++)
        for (size_t q = 0; q < r; q++) {
            const portrait_region *a = full->region + r, *b = full->region + q;
            bool same = number_rows_equal(&a->map, &b->map);
            for (size_t f = 0; f < a->facets.count; f++)
                for (size_t g = 0; g < b->facets.count; g++) {
                    const fmpq *plane = number_row(&a->facets, f);
                    if (!rows_are_opposite(plane, number_row(&b->facets, g), d + 1))
                        continue;
                    add_shared(all, a, b, plane, d);
                    if (!same)
                        add_shared(changing, a, b, plane, d);
                }
        }
}

// ---- what is found ----

// lo <= value <= hi, up to what the reference has rounded, and hi - lo <= 10^-digits lo.
static bool holds(const crease_enclosure *e, const mpfr_t value, unsigned digits)
{
    mpfr_t end, bound;
    mpq_t exact;
    fmpq_t width;
    fmpz_t scale;
    mpfr_init2(end, PRECISION);
    mpfr_init2(bound, PRECISION);
    mpq_init(exact);
    fmpq_init(width);
    fmpz_init_set_ui(scale, 10);
    fmpz_pow_ui(scale, scale, digits);
    mpfr_mul_2si(bound, value, 40 - PRECISION, MPFR_RNDU);
    fmpq_get_mpq(exact, e->lo);
    mpfr_add(end, value, bound, MPFR_RNDU);
    bool good = mpfr_cmp_q(end, exact) >= 0;
    fmpq_get_mpq(exact, e->hi);
    mpfr_sub(end, value, bound, MPFR_RNDD);
    good &= mpfr_cmp_q(end, exact) <= 0;
    fmpq_sub(width, e->hi, e->lo);
    fmpq_mul_fmpz(width, width, scale);
    good &= fmpq_cmp(width, e->lo) <= 0;
    mpfr_clear(end);
    mpfr_clear(bound);
    mpq_clear(exact);
    fmpq_clear(width);
    fmpz_clear(scale);
    return good;
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
    mpfr_init2(all, PRECISION);
    mpfr_init2(changing, PRECISION);
    mpfr_set_zero(all, 1);
    mpfr_set_zero(changing, 1);
    sum_up(all, changing, full);
    if (crease_boundary_measure(&found, net, box, 1, digits, &options, &error) != CREASE_OK)
        what = "the status";
    else if (found.regions != full->regions)
        what = "the number of regions";
    else if (!holds(&found.activation, all, digits))
        what = "the activation boundary";
    else if (!found.has_function || !holds(&found.function, changing, digits))
        what = "the function boundary";
    mpq_t volume;
    mpq_init(volume);
    fmpq_get_mpq(volume, found.volume);
    if (!what) {
        mpfr_div_q(all, all, volume, MPFR_RNDN);
        mpfr_div_q(changing, changing, volume, MPFR_RNDN);
        if (!holds(&found.activation_density, all, digits) ||
            !holds(&found.function_density, changing, digits))
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

TEST_PROGRAM(int count, char **arguments)
{
    uint64_t seed = cases_seed_of(count, arguments);
    uint64_t cases = cases_count(150), done;
    size_t failures = 0, regions = 0;
    for (done = 0; done < cases && failures < SHOWN; done++)
        failures += !agree(seed + done, &regions);
    printf("boundary: seed %" PRIu64 ", %" PRIu64 " networks, %zu regions, %zu failures\n", seed,
           done, regions, failures);
    flint_cleanup();
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
