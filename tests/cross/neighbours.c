// Which regions are neighbours, against the common part of every two regions, on random networks
// biased to degeneracy, in one to three dimensions, on boxes and on the whole space.
//
// The reference takes every two regions of the full walk and every two of their inequalities that
// are opposite, and tests whether the polytope that all other inequalities of both leave of that
// hyperplane has an interior, as a domain of its own in coordinates along it. A walk that is
// stopped finds those among the regions that it met.
#include "../module/unit.h"
#include "../ref/random_nets.h"
#include "../ref/shared_facet.h"

#include <crease/make.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_REGIONS = 40 };

// Whether a polytope has an interior: a linear network has one region there.
static bool has_interior(const fmpq *rows, size_t count, size_t d)
{
    crease_net *net;
    crease_domain *domain;
    crease_counts counts;
    crease_error error;
    const size_t widths[] = {d, 1};
    if (crease_domain_new_polytope(&domain, rows, count, d, &error) != CREASE_OK)
        return false;
    if (crease_net_random(&net, widths, 2, NULL, &error) != CREASE_OK)
        abort();
    crease_counts_init(&counts, net);
    crease_options exact = {.arith = CREASE_EXACT};
    bool found = crease_walk(&counts, net, domain, &exact, NULL, &error) == CREASE_OK;
    crease_counts_clear(&counts);
    crease_net_free(net);
    crease_domain_free(domain);
    return found;
}

// The facet of a that b shares, or NULL.
static const fmpq *shared(const portrait_region *a, const portrait_region *b, size_t d)
{
    for (size_t f = 0; f < a->facets.count; f++)
        for (size_t g = 0; g < b->facets.count; g++) {
            const fmpq *plane = number_row(&a->facets, f);
            if (!rows_are_opposite(plane, number_row(&b->facets, g), d + 1))
                continue;
            size_t axis, count;
            fmpq *rows = shared_facet(&axis, &count, a, b, plane, d);
            bool meet = d == 1 || has_interior(rows, count, d - 1);
            _fmpq_vec_clear(rows, (slong)(count * d));
            if (meet)
                return plane;
        }
    return NULL;
}

// Entries of an owner are integers.
static bool is_owner(const crease_neighbour *found, const fmpq *facet, size_t d)
{
    const fmpq *owner = facet + d + 1;
    const slong expected[] = {[FACET_ON_BORDER] = 0,
                              [FACET_LAYER] = (slong)found->layer,
                              [FACET_UNIT] = (slong)found->unit,
                              [FACET_BREAKPOINT] = (slong)found->breakpoint,
                              [FACET_SIDE] = -found->side};
    bool good = true;
    for (int i = 0; i < FACET_OWNER; i++)
        good &= fmpz_equal_si(fmpq_numref(owner + i), expected[i]);
    return good;
}

// The graph of the first regions against the full listing.
static const char *compare(const crease_adjacency *graph, const portrait *full, uint64_t regions)
{
    if (crease_adjacency_regions(graph) != regions)
        return "the number of regions";
    for (uint64_t r = 0; r < regions; r++) {
        size_t count, next = 0;
        const crease_neighbour *found = crease_adjacency_of(&count, graph, r);
        for (uint64_t q = 0; q < regions; q++) {
            const fmpq *facet =
                q == r ? NULL : shared(full->region + r, full->region + q, full->dimension);
            bool is_found = next < count && found[next].region == q;
            if (!facet != !is_found)
                return is_found ? "a neighbour that is none" : "a neighbour is missing";
            if (facet && !is_owner(found + next, facet, full->dimension))
                return "the crease between two neighbours";
            next += (size_t)is_found;
        }
        if (next != count)
            return "more neighbours";
    }
    return NULL;
}

static const char *check(const portrait *full, const crease_net *net, const crease_domain *domain,
                         uint64_t most)
{
    crease_adjacency *graph;
    crease_counts counts;
    crease_error error;
    crease_options options = {.max_regions = most};
    crease_counts_init(&counts, net);
    crease_status status = crease_adjacency_new(&graph, &counts, net, domain, &options, &error);
    bool partial = most && most < full->regions;
    const char *what = status != (partial ? CREASE_STOPPED : CREASE_OK) ? "the status" : NULL;
    if (graph && !what)
        what = compare(graph, full, partial ? most : full->regions);
    crease_adjacency_free(graph);
    crease_counts_clear(&counts);
    return what;
}

static bool agree(uint64_t seed, size_t *regions)
{
    static const unsigned kinds[] = {0, RANDOM_PWL, RANDOM_MAXOUT, RANDOM_MIXED,
                                     RANDOM_MIXED | RANDOM_PWL | RANDOM_MAXOUT};
    static const size_t dimensions[] = {2, 1, 2, 3, 2, 3, 2};
    random_case of;
    portrait full;
    const char *what = NULL;
    random_case_init_with(&of, seed, dimensions[seed % 7], kinds[seed % 5]);
    crease_domain *domain = random_case_domain(&of);
    portrait_init(&full, of.net, domain, CREASE_FILTERED);
    if (full.regions <= MOST_REGIONS) {
        what = check(&full, of.net, domain, 0);
        if (!what)
            what = check(&full, of.net, domain, 1 + seed % full.regions);
        *regions += full.regions;
    }
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s, %s\n", seed, crease_domain_text(domain), what);
        crease_net_write(stderr, of.net);
    }
    portrait_clear(&full);
    crease_domain_free(domain);
    random_case_clear(&of);
    return !what;
}

static void neighbours_share_facets(void)
{
    size_t regions = 0;
    SEEDS(seed, 150)
        CU_ASSERT(agree(seed, &regions));
    CU_ASSERT(regions > 0 || cases_count(150) < 8);
}

UNIT_MAIN("neighbours", {"are regions that share a facet", neighbours_share_facets})
