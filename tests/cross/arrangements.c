// The engine against Zaslavsky's theorem, on networks of one layer: those that crease construct
// knows, and random ones biased to degeneracy.
//
// The seed of the first random case is argv[1], or CREASE_SEED, or 1; case k has the
// seed of the first plus k. CREASE_CASES says how many cases there are.
#include "../ref/cases.h"
#include "../ref/families.h"
#include "../ref/random_arrangements.h"
#include "../ref/zaslavsky.h"

#include <crease/walk.h>
#include <inttypes.h>
#include <stdlib.h>

enum { SHOWN = 3 }; // networks printed before giving up

static const size_t most[] = {0, 30, 24, 14, 12, 11}; // hyperplanes of a random arrangement in R^d
enum { DIMENSIONS = sizeof most / sizeof *most - 1 };

// The counts by the characteristic polynomial. Regions are bounded only if no line is contained
// in all of them.
static void count_by_theorem(fmpz_t regions, fmpz_t bounded, const crease_net *net)
{
    zaslavsky of;
    fmpz_poly_t chi;
    size_t rank;
    fmpz_poly_init(chi);
    zaslavsky_of_layer(&of, net);
    zaslavsky_polynomial(chi, &of);
    zaslavsky_read(regions, bounded, &rank, chi, of.dimension);
    if (rank < of.dimension)
        fmpz_zero(bounded);
    zaslavsky_clear(&of);
    fmpz_poly_clear(chi);
}

// Whether the engine finds the same, in one arithmetic.
static bool walk_agrees(const crease_net *net, crease_arith arith, const fmpz_t regions,
                        const fmpz_t bounded)
{
    crease_options options = {.arith = arith, .threads = 1};
    crease_domain *space = crease_domain_new_space(crease_net_inputs(net));
    crease_counts counts;
    crease_error error;
    crease_counts_init(&counts, net);
    bool same = false;
    if (crease_walk(&counts, net, space, &options, NULL, &error) != CREASE_OK)
        fprintf(stderr, "%s\n", error.message);
    else
        same = counts.complete && fmpz_equal_ui(regions, counts.activation_regions) &&
               fmpz_equal_ui(bounded, counts.bounded_regions);
    if (!same)
        fprintf(stderr, "%s: found %" PRIu64 " regions, %" PRIu64 " bounded\n",
                crease_arith_name(arith), counts.activation_regions, counts.bounded_regions);
    crease_counts_clear(&counts);
    crease_domain_free(space);
    return same;
}

typedef struct {
    size_t failures, nets;
    fmpz_t regions; // of all networks
} tally;

static void compare(tally *sum, const char *name, const crease_net *net)
{
    fmpz_t regions, bounded;
    fmpz_init(regions);
    fmpz_init(bounded);
    count_by_theorem(regions, bounded, net);
    bool same = walk_agrees(net, CREASE_FILTERED, regions, bounded) &&
                walk_agrees(net, CREASE_EXACT, regions, bounded);
    if (!same) {
        char *expected = fmpz_get_str(NULL, 10, regions), *inside = fmpz_get_str(NULL, 10, bounded);
        fprintf(stderr, "%s: expected %s regions, %s bounded, of\n", name, expected, inside);
        crease_net_write(stderr, net);
        flint_free(expected);
        flint_free(inside);
    }
    sum->failures += !same;
    sum->nets++;
    fmpz_add(sum->regions, sum->regions, regions);
    fmpz_clear(bounded);
    fmpz_clear(regions);
}

static void compare_member(void *data, const family_member *member)
{
    compare(data, member->text, member->net);
}

TEST_PROGRAM(int count, char **arguments)
{
    uint64_t seed = cases_seed_of(count, arguments);
    uint64_t cases = cases_count(2000);
    tally sum = {0};
    fmpz_init(sum.regions);
    families_visit(compare_member, &sum, 0);
    size_t members = sum.nets;
    for (uint64_t k = 0; k < cases && sum.failures < SHOWN; k++) {
        size_t dimension = 1 + (seed + k) % DIMENSIONS;
        crease_net *net = random_arrangement(seed + k, dimension, most[dimension]);
        char name[32];
        snprintf(name, sizeof name, "seed %" PRIu64, seed + k);
        compare(&sum, name, net);
        crease_net_free(net);
    }
    char *regions = fmpz_get_str(NULL, 10, sum.regions);
    printf("arrangements: seed %" PRIu64 ", %zu families and %zu random ones, %s regions, %zu "
           "failures\n",
           seed, members, sum.nets - members, regions, sum.failures);
    flint_free(regions);
    fmpz_clear(sum.regions);
    flint_cleanup();
    return sum.failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
