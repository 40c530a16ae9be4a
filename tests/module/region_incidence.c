// Which facets meet in which generators: by hand, and against every facet's equation at every
// vertex and ray.
#include "cutting.h"
#include "geom/domain.h"
#include "nets.h"

// ---- by hand ----

// ---- against the equations ----

typedef struct {
    size_t dimension, generators, rays, lines;
    int good;
} inspection;

static int by_place(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// The facets that a vertex or ray lies on, one bit each; facets of regions here are few.
static uint64_t facets_at(const crease_region *region, const fmpq *x, int ray, size_t dimension)
{
    size_t facets = crease_region_facets(region);
    uint64_t on = (uint64_t)ray << facets;
    fmpq *row = _fmpq_vec_init((slong)dimension + 2), *value = row + dimension + 1;
    for (size_t f = 0; f < facets; f++) {
        crease_facet facet;
        crease_region_facet(row, &facet, region, f);
        _fmpq_vec_dot(value, row, x, (slong)dimension);
        if (!ray)
            fmpq_add(value, value, row + dimension);
        on |= (uint64_t)fmpq_is_zero(value) << f;
    }
    _fmpq_vec_clear(row, (slong)dimension + 2);
    return on;
}

static crease_visit inspect(void *data, const crease_region *region)
{
    inspection *in = data;
    enum { MOST = 1000 };
    uint64_t expected[MOST], found[MOST];
    size_t vertices = crease_region_vertices(region), rays = crease_region_rays(region);
    size_t generators = crease_region_generators(region);
    if (vertices + rays > MOST || crease_region_facets(region) > 62)
        abort();
    if (!generators) {
        in->lines++;
        in->good &= !crease_region_is_bounded(region);
        return CREASE_GO;
    }
    fmpq *x = _fmpq_vec_init((slong)in->dimension);
    for (size_t i = 0; i < vertices + rays; i++) {
        if (i < vertices)
            crease_region_vertex(x, region, i);
        else
            crease_region_ray(x, region, i - vertices);
        expected[i] = facets_at(region, x, i >= vertices, in->dimension);
    }
    _fmpq_vec_clear(x, (slong)in->dimension);
    for (size_t i = 0; i < generators; i++) {
        size_t count;
        const size_t *facet = crease_region_generator(&count, region, i);
        found[i] = 0;
        for (size_t k = 0; k < count; k++)
            found[i] |= (uint64_t)1 << facet[k];
    }
    in->good &= generators == vertices + rays;
    qsort(expected, vertices + rays, sizeof *expected, by_place);
    qsort(found, generators, sizeof *found, by_place);
    in->good &= !memcmp(expected, found, generators * sizeof *found);
    in->generators += generators;
    in->rays += rays;
    return CREASE_GO;
}

static crease_domain *wedge_or_space(random_state *random, size_t d)
{
    size_t count = random_below(random, d + 2);
    crease_domain *domain;
    fmpq *row = _fmpq_vec_init((slong)(count * (d + 1)));
    for (size_t i = 0; i < count * (d + 1); i++)
        fmpq_set_si(row + i, (slong)random_between(random, -2, 2), 1);
    for (size_t i = 0; i < count; i++)
        fmpq_one(row + i * (d + 1) + d); // the origin lies inside
    if (crease_domain_new_polytope(&domain, row, count, d, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(row, (slong)(count * (d + 1)));
    return domain;
}

static void equations(void)
{
    enum { CASES = 160 };
    inspection in = {.good = 1};
    for (uint64_t k = 0; k < CASES; k++) {
        random_state random = unit_random(23 + k);
        in.dimension = 1 + k % 4;
        crease_net *net = (k % 3 ? random_net : random_maxout_net)(&random, in.dimension, 4, 2);
        crease_domain *domain = wedge_or_space(&random, in.dimension);
        domain->general = in.dimension == 2 && k % 8 == 1; // the general cell in the plane
        crease_visitor visitor = {.data = &in, .region = inspect};
        crease_counts counts;
        crease_counts_init(&counts, net);
        CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
        CU_ASSERT(in.good);
        crease_counts_clear(&counts);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(in.generators > 5000 && in.rays > 500 && in.lines > 50);
}

UNIT_MAIN("region_incidence", {"equations", equations})
