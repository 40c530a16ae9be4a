// The region tree on random networks: independent counts, other domains, random points.
#include "arrangement.h"
#include "audit.h"
#include "large_box.h"
#include "lined.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>

// Lines, seldom in general position: as many regions as an independent count finds.
static void random_lines(void)
{
    enum { SEED = 15 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    CASES(k, 150) {
        int_domain of = {.is_plane = k % 2, .lo = {-2, -3}, .hi = {2, 1}};
        int_line line[MOST_LINES];
        for (size_t n = 0; n < MOST_LINES; n++)
            line[n] = next_line(&random, line, n, &of);
        crease_net *net = net_of_lines(line, MOST_LINES, "relu");
        size_t regions = expected_cells(line, MOST_LINES, &of);
        size_t unbounded = of.is_plane ? expected_unbounded(line, MOST_LINES) : 0;
        crease_domain *domain = domain_of(of.is_plane ? NULL : "-1,1,-3/2,1/2");
        atlas a;
        atlas_init(&a, net, domain);
        CU_ASSERT_PTR_NULL(atlas_flaw(&a));
        CU_ASSERT_EQUAL(a.counts.activation_regions, regions);
        CU_ASSERT_EQUAL(a.counts.bounded_regions, regions - unbounded);
        atlas_clear(&a);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

// Points in general position show only patterns that the walk has found.
static int knows_all_points(const atlas *a, random_state *random)
{
    int good = 1;
    uint32_t *pattern = memory_new(a->units, sizeof *pattern);
    fmpq *x = _fmpq_vec_init(2);
    CASES(k, 30) {
        for (int c = 0; c < 2; c++)
            fmpq_set_si(x + c, (slong)random_between(random, -3000, 3000), 997);
        if (!pattern_at(pattern, a->net, x))
            good &= atlas_has_pattern(a, pattern);
    }
    _fmpq_vec_clear(x, 2);
    free(pattern);
    return good;
}

// The box sees a part of every region of the plane, and nothing else.
static int same_patterns(const atlas *plane, const atlas *box)
{
    int good = plane->count == box->count;
    for (size_t i = 0; i < plane->count && good; i++) {
        const atlas_region *p = plane->region + i, *q = box->region + i;
        good &= compare_patterns(p->pattern, q->pattern, plane->units) == 0;
        good &= !p->bounded || fmpq_equal(p->area, q->area);
    }
    return good;
}

static void random_nets(void)
{
    enum { SEED = 16, CASES = 120 };
    printf("seed %d ", SEED);
    uint64_t regions = 0;
    crease_domain *everything = crease_domain_new_space(2);
    for (uint64_t k = 0; k < CASES; k++) {
        random_state random;
        random_seed(&random, SEED + k);
        crease_net *net = random_net(&random, 2, 6, 2);
        atlas whole, part;
        atlas_init(&whole, net, everything);
        crease_domain *box = large_box(&whole);
        atlas_init(&part, net, box);
        const char *flaw = atlas_flaw(&whole), *other = atlas_flaw(&part);
        if (flaw || other)
            printf("\n    seed %" PRIu64 ": %s / %s", SEED + k, flaw ? flaw : "",
                   other ? other : "");
        CU_ASSERT(!flaw && !other);
        CU_ASSERT(same_patterns(&whole, &part));
        CU_ASSERT(knows_all_points(&whole, &random));
        regions += whole.count;
        atlas_clear(&whole);
        atlas_clear(&part);
        crease_domain_free(box);
        crease_net_free(net);
    }
    CU_ASSERT(regions > 10 * CASES);
    crease_domain_free(everything);
}

// ---- Face to face. ----

// x lies between the ends of an edge of the region.
static int splits_an_edge(const atlas_region *region, const fmpq *x)
{
    size_t n = region->vertices;
    for (size_t i = 0; i < n; i++) {
        const fmpq *p = region->vertex + 2 * i, *q = region->vertex + 2 * ((i + 1) % n);
        if (turn(p, q, x) == 0 && compare_vertices(p, x) * compare_vertices(x, q) > 0)
            return 1;
    }
    return 0;
}

// Activations are continuous, so a pre-activation has on a facet the same values from both
// sides: a crease that ends in the middle of a facet of one region goes on after it. So
// no vertex lies in the middle of another region's edge.
static void face_to_face(void)
{
    enum { SEED = 28 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    crease_domain *box = domain_of("-2,2");
    size_t vertices = 0;
    CASES(k, 60) {
        crease_net *net = random_net(&random, 2, 5, 2);
        atlas a;
        atlas_init(&a, net, box);
        for (size_t i = 0; i < a.count; i++)
            for (size_t m = 0; m < a.count && m < 20; m++)
                for (size_t v = 0; v < a.region[i].vertices; v++)
                    CU_ASSERT_FALSE(splits_an_edge(a.region + m, a.region[i].vertex + 2 * v));
        vertices += a.count;
        atlas_clear(&a);
        crease_net_free(net);
    }
    CU_ASSERT(vertices > 300);
    crease_domain_free(box);
}

UNIT_MAIN("tree_random", {"random_lines", random_lines}, {"random_nets", random_nets},
          {"face_to_face", face_to_face})
