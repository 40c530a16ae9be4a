// Regions with the same affine map, and those of them that meet in a facet.
#include "ref.h"

#include "base/memory.h"
#include <stdlib.h>

// Whether {left = 0} and {right = 0} are one hyperplane, seen from its two sides.
// Rows are normalised.
static bool are_opposite(const mpq_t *left, const mpq_t *right, size_t variables)
{
    bool opposite = true;
    mpq_t sum;
    mpq_init(sum);
    for (size_t j = 0; opposite && j <= variables; j++) {
        mpq_add(sum, left[j], right[j]);
        opposite = mpq_sgn(sum) == 0;
    }
    mpq_clear(sum);
    return opposite;
}

// Whether two disjoint open regions have a common piece of border of dimension
// d - 1. If they do, the piece lies in a facet of each; a facet of a region has a
// row among its rows, so the hyperplane of the piece is a row of one and, negated,
// of the other. And a point of that hyperplane at which all other rows of both
// are positive is one at which the two borders agree in a neighbourhood within the
// hyperplane; the other way round, points in the relative interior of such a
// piece are exactly of this kind.
static bool share_facet(const ref_region *a, const ref_region *b)
{
    size_t variables = a->system.variables;
    for (size_t i = 0; i < a->system.rows; i++) {
        const mpq_t *row = ref_system_row(&a->system, i);
        for (size_t j = 0; j < b->system.rows; j++) {
            if (!are_opposite(row, ref_system_row(&b->system, j), variables))
                continue;
            ref_system piece;
            ref_system_init(&piece, variables);
            ref_restrict(&piece, &a->system, row);
            ref_restrict(&piece, &b->system, row);
            bool shared = ref_feasible(NULL, &piece);
            ref_system_clear(&piece);
            if (shared)
                return true;
        }
    }
    return false;
}

static size_t find(const size_t *parent, size_t r)
{
    while (parent[r] != r)
        r = parent[r];
    return r;
}

void ref_merge(ref_result *result)
{
    size_t regions = result->activation_regions;
    size_t numbers = result->outputs * (result->dimension + 1);
    const ref_region *region = result->region;
    size_t *first = memory_new(regions, sizeof *first); // first region with the same map
    size_t *parent = memory_new(regions, sizeof *parent);
    result->affine_maps = result->linear_regions = 0;
    for (size_t r = 0; r < regions; r++) {
        first[r] = 0;
        while (!ref_numbers_equal(region[first[r]].map, region[r].map, numbers))
            first[r]++;
        result->affine_maps += first[r] == r;
        parent[r] = r;
        result->linear_regions++;
        for (size_t s = first[r]; s < r; s++) {
            if (first[s] != first[r] || find(parent, s) == find(parent, r) ||
                !share_facet(&region[s], &region[r]))
                continue;
            parent[find(parent, s)] = find(parent, r);
            result->linear_regions--;
        }
    }
    free(first);
    free(parent);
}
