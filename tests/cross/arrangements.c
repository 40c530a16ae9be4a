// The engine against Zaslavsky's theorem, on networks of one layer: those that crease construct
// knows, and random ones biased to degeneracy.
#include "../module/unit.h"
#include "../ref/families.h"
#include "../ref/random_arrangements.h"
#include "../ref/zaslavsky.h"

#include <crease/walk.h>
#include <inttypes.h>

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

static bool theorem_agrees(const char *name, const crease_net *net)
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
    fmpz_clear(bounded);
    fmpz_clear(regions);
    return same;
}

static void compare_member(void *data, const family_member *member)
{
    (void)data;
    CU_ASSERT(theorem_agrees(member->text, member->net));
}

static void known_families(void)
{
    families_visit(compare_member, NULL, 0);
}

static void random_ones(void)
{
    SEEDS(seed, 2000) {
        const size_t dimension = 1 + seed % DIMENSIONS;
        crease_net *net = random_arrangement(seed, dimension, most[dimension]);
        CU_ASSERT(theorem_agrees("a random one", net));
        crease_net_free(net);
    }
}

UNIT_MAIN("arrangements", {"known families", known_families}, {"random ones", random_ones})
