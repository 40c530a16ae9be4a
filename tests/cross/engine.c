// The engine against the slow reference, on random networks biased to degeneracy.
//
// The seed of the first case is argv[1], or CREASE_SEED, or 1; case k has the seed
// of the first plus k. CREASE_CASES says how many cases there are.
#include "../ref/cases.h"
#include "../ref/random_nets.h"
#include "../ref/ref.h"
#include "../ref/versus.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SHOWN = 3 }; // networks printed before giving up

static const size_t dimensions[] = {1, 2, 3, 2, 3, 2, 2, 3, 2, 4};

static bool agree(uint64_t seed, size_t dimension, unsigned kinds, uint64_t *regions)
{
    random_case of;
    ref_result reference;
    random_case_init_with(&of, seed, dimension, kinds);
    ref_count(&reference, of.net, of.lo, of.hi);
    crease_domain *domain = random_case_domain(&of);
    size_t differences = versus_reference(&reference, of.net, domain);
    if (differences > 0) {
        fprintf(stderr, "seed %" PRIu64 ", %s: %zu differences on\n", seed,
                crease_domain_text(domain), differences);
        crease_net_write(stderr, of.net);
    }
    *regions += reference.activation_regions;
    crease_domain_free(domain);
    ref_result_clear(&reference);
    random_case_clear(&of);
    return differences == 0;
}

TEST_PROGRAM(int count, char **arguments)
{
    uint64_t seed = cases_seed_of(count, arguments);
    uint64_t cases = cases_count(150), done, regions = 0;
    size_t failures = 0;
    for (done = 0; done < cases && failures < SHOWN; done++) {
        size_t choices = sizeof dimensions / sizeof *dimensions;
        size_t dimension = dimensions[(seed + done) % choices];
        // Not in four dimensions: there the reference takes too long.
        static const unsigned of[] = {0, RANDOM_MIXED, 0, RANDOM_MIXED | RANDOM_MAXOUT, RANDOM_PWL};
        unsigned kinds = dimension < 4 ? of[(seed + done) / choices % 5] : 0;
        failures += !agree(seed + done, dimension, kinds, &regions);
    }
    printf("engine: seed %" PRIu64 ", %" PRIu64 " networks, %" PRIu64 " regions, %zu failures\n",
           seed, done, regions, failures);
    flint_cleanup();
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
