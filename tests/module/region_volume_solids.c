// Volumes in three and more dimensions, against formulas and against the inequalities alone.
#include "../ref/lasserre.h"
#include "base/random.h"
#include "cutting.h"

static void volume_of(fmpq_t volume, cutting *c, const geom_cell *cell)
{
    crease_region region;
    crease_region_volume(volume, cutting_region(c, &region, cell));
}

static bool has_volume(cutting *c, const geom_cell *cell, slong numerator, ulong denominator)
{
    fmpq_t found, wanted;
    fmpq_init(found);
    fmpq_init(wanted);
    fmpq_set_si(wanted, numerator, denominator);
    volume_of(found, c, cell);
    bool same = fmpq_equal(found, wanted);
    fmpq_clear(found);
    fmpq_clear(wanted);
    return same;
}

static ulong factorial(size_t n)
{
    return n ? n * factorial(n - 1) : 1;
}

// Slabs k <= x_1 + .. + x_d <= k + 1 of the cube: Eulerian numbers over d!. Stanley (1977).
static void hypersimplices(void)
{
    static const slong eulerian[7][6] = {[3] = {1, 4, 1},
                                         [4] = {1, 11, 11, 1},
                                         [5] = {1, 26, 66, 26, 1},
                                         [6] = {1, 57, 302, 302, 57, 1}};
    for (size_t d = 3; d <= 6; d++) {
        cutting c;
        geom_cell half[2];
        cutting_init(&c, d, CREASE_FILTERED);
        geom_cell rest = cutting_cube(&c);
        for (size_t k = 0; k < d; k++) {
            int row[7] = {1, 1, 1, 1, 1, 1, 1};
            row[d] = -(int)k - 1;
            half[0] = rest;
            CU_ASSERT_EQUAL(cutting_halve(&c, half, &rest, row), k + 1 < d);
            CU_ASSERT(has_volume(&c, half, eulerian[d][k], factorial(d)));
            rest = half[1];
        }
        cutting_clear(&c);
    }
}

// The other route has only the facets of the region.
static bool agrees(cutting *c, const geom_cell *cell)
{
    crease_region region;
    crease_facet facet;
    size_t columns = c->dimension + 1;
    size_t count = crease_region_facets(cutting_region(c, &region, cell));
    fmpq *inequality = _fmpq_vec_init((slong)(count * columns));
    fmpq_t found, wanted;
    fmpq_init(found);
    fmpq_init(wanted);
    for (size_t i = 0; i < count; i++)
        crease_region_facet(inequality + i * columns, &facet, &region, i);
    lasserre_volume(wanted, inequality, count, c->dimension);
    crease_region_volume(found, &region);
    bool same = fmpq_equal(found, wanted) && fmpq_sgn(found) > 0;
    fmpq_clear(found);
    fmpq_clear(wanted);
    _fmpq_vec_clear(inequality, (slong)(count * columns));
    return same;
}

// Planes with small numbers, many through generators, divide the cube.
static void random_cuts(void)
{
    enum { CASES = 40, MOST = 40 };
    random_state random = unit_random(9);
    for (int k = 0; k < CASES; k++) {
        cutting c;
        geom_cell cells[2 * MOST], half[2];
        size_t d = 2 + random_below(&random, 3), count = 1, good = 1;
        cutting_init(&c, d, k % 2 ? CREASE_FILTERED : CREASE_EXACT);
        cells[0] = cutting_cube(&c);
        for (int plane = 0; plane < 6 && count < MOST / d; plane++) {
            int row[5];
            for (size_t i = 0; i <= d; i++)
                row[i] = (int)random_between(&random, -2, 2);
            for (size_t i = 0, before = count; i < before; i++) {
                if (!cutting_halve(&c, half, cells + i, row))
                    continue;
                cells[i] = half[0];
                cells[count++] = half[1];
            }
        }
        for (size_t i = 0; i < count; i++)
            good &= (size_t)agrees(&c, cells + i);
        CU_ASSERT(good);
        cutting_clear(&c);
    }
}

UNIT_MAIN("region_volume_solids", {"hypersimplices", hypersimplices}, {"random_cuts", random_cuts})
