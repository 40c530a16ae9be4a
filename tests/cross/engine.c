// The engine against the slow reference, on random networks biased to degeneracy.
#include "../module/unit.h"
#include "../ref/random_nets.h"
#include "../ref/ref.h"
#include "../ref/versus.h"

#include <inttypes.h>

static const size_t dimensions[] = {1, 2, 3, 2, 3, 2, 2, 3, 2, 4};

static bool agree(uint64_t seed, size_t dimension, unsigned kinds)
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
    crease_domain_free(domain);
    ref_result_clear(&reference);
    random_case_clear(&of);
    return differences == 0;
}

static void engine_agrees(void)
{
    SEEDS(seed, 150) {
        // Not in four dimensions: there the reference takes too long.
        static const unsigned kinds[] = {0, RANDOM_MIXED, 0, RANDOM_MIXED | RANDOM_MAXOUT,
                                         RANDOM_PWL};
        const size_t choices = sizeof dimensions / sizeof *dimensions;
        const size_t dimension = dimensions[seed % choices];
        CU_ASSERT(agree(seed, dimension, dimension < 4 ? kinds[seed / choices % 5] : 0));
    }
}

UNIT_MAIN("engine", {"agrees with the reference", engine_agrees})
