// The complex of a network in a box, which is a ball: its Euler characteristic and Betti numbers,
// whatever else is asked for.
#include "nets.h"
#include "unit.h"

#include <crease/faces.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void check_ball(const crease_faces *faces)
{
    size_t *betti = memory_new(faces->dimension + 1, sizeof *betti), entries;
    unsigned char *kept = memory_new(faces->count, 1);
    int euler = 0;
    for (size_t i = 0; i < faces->count; i++)
        euler += faces->face[i].dimension % 2 ? -1 : 1;
    CU_ASSERT_EQUAL(euler, 1);
    memset(kept, 1, faces->count);
    CU_ASSERT_EQUAL_FATAL(crease_faces_betti(betti, &entries, faces, kept, NULL, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(entries, faces->dimension + 1);
    for (size_t k = 0; k < entries; k++)
        CU_ASSERT_EQUAL(betti[k], k == 0);
    free(kept);
    free(betti);
}

// The inside of region i is a face of the dimension of the domain, and no other region has it.
static void check_cells(const crease_faces *faces, uint64_t regions)
{
    unsigned char *is_inside = memory_new(faces->count, 1);
    size_t insides = 0;
    CU_ASSERT_EQUAL(faces->cells, regions);
    for (size_t i = 0; i < faces->cells; i++) {
        CU_ASSERT(!is_inside[faces->cell[i]]);
        CU_ASSERT_EQUAL(faces->face[faces->cell[i]].dimension, faces->dimension);
        is_inside[faces->cell[i]] = 1;
    }
    for (size_t i = 0; i < faces->count; i++)
        insides += faces->face[i].dimension == faces->dimension;
    CU_ASSERT_EQUAL(insides, regions);
    free(is_inside);
}

static void balls(void)
{
    static const unsigned asked[] = {0,
                                     CREASE_FACES_POINTS,
                                     CREASE_FACES_PATTERNS,
                                     CREASE_FACES_CLASSES,
                                     CREASE_FACES_CLASSES | CREASE_FACES_POINTS,
                                     CREASE_FACES_CLASSES | CREASE_FACES_DUAL};
    SEEDS(seed, 200) {
        random_state random = unit_random(seed);
        const size_t d = 1 + random_below(&random, 3);
        crease_net *net = random_net_of(&random, d, 3, 3, random_any_activation);
        crease_domain *domain;
        CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, "-1,2", d, NULL), CREASE_OK);
        size_t count = 0;
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
            const crease_options options = {.threads = 1 + (unsigned)random_below(&random, 2)};
            crease_faces faces;
            crease_counts counts;
            crease_counts_init(&counts, net);
            crease_faces_init(&faces);
            CU_ASSERT_EQUAL(
                crease_faces_find(&faces, &counts, net, domain, asked[k], &options, NULL),
                CREASE_OK);
            if (!faces.is_dual) {
                check_ball(&faces);
                check_cells(&faces, counts.activation_regions);
            }
            const bool has_classes = asked[k] & CREASE_FACES_CLASSES;
            CU_ASSERT(has_classes || k == 0 || faces.count == count);
            count = k == 0 ? faces.count : count;
            crease_faces_clear(&faces);
            crease_counts_clear(&counts);
        }
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

UNIT_MAIN("faces", {"balls", balls})
