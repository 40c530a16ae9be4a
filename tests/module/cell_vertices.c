// Cells of any dimension, cut by hand.
#include "base/random.h"
#include "cell/cell.h"
#include "cutting.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static const crease_arith ariths[] = {CREASE_FILTERED, CREASE_EXACT};

// ---- degenerate cuts of bounded cells ----

static const int octahedron[] = {1,  1, 1, 1, 1,  1, -1, 1, 1,  -1, 1, 1, 1,  -1, -1, 1,
                                 -1, 1, 1, 1, -1, 1, -1, 1, -1, -1, 1, 1, -1, -1, -1, 1};

static void through_generators(crease_arith arith)
{
    cutting c;
    geom_cell half[2], part[2];
    cutting_init(&c, 3, arith);
    geom_cell cube = cutting_cube(&c);
    CU_ASSERT(cube.count == 8 && cube.facets == 6);
    // Four generators.
    CU_ASSERT(cutting_halve(&c, half, &cube, (int[]){1, -1, 0, 0}));
    expect_cell(&c, half,
                "V 0,0,0 0,0,1 0,1,0 0,1,1 1,1,0 1,1,1 "
                "F -1,1,0,0 0,-1,0,1 0,0,-1,1 0,0,1,0 1,0,0,0 ");
    // Three generators.
    CU_ASSERT(cutting_halve(&c, half, &cube, (int[]){1, 1, 1, -1}));
    expect_cell(&c, half,
                "V 0,0,0 0,0,1 0,1,0 1,0,0 "
                "F -1,-1,-1,1 0,0,1,0 0,1,0,0 1,0,0,0 ");
    CU_ASSERT(half[1].count == 7 && half[1].facets == 7);
    // The opposite three, of what is left: both triangles are whole.
    CU_ASSERT(cutting_halve(&c, part, half + 1, (int[]){1, 1, 1, -2}));
    CU_ASSERT(part[0].count == 6 && part[0].facets == 8);
    // An edge, and across.
    CU_ASSERT(cutting_halve(&c, half, &cube, (int[]){1, 0, -2, 0}));
    expect_cell(&c, half,
                "V 0,0,0 0,0,1 0,1,0 0,1,1 1,0,1 1,0,1/2 1,1,1 1,1,1/2 "
                "F -1,0,0,1 -1,0,2,0 0,-1,0,1 0,0,-1,1 0,1,0,0 1,0,0,0 ");
    expect_cell(&c, half + 1,
                "V 0,0,0 0,1,0 1,0,0 1,0,1/2 1,1,0 1,1,1/2 "
                "F -1,0,0,1 0,-1,0,1 0,0,1,0 0,1,0,0 1,0,-2,0 ");
    // Touched at a facet, an edge, a generator.
    CU_ASSERT_FALSE(cutting_halve(&c, half, &cube, (int[]){1, 0, 0, 0}));
    CU_ASSERT_FALSE(cutting_halve(&c, half, &cube, (int[]){1, 1, 0, 0}));
    CU_ASSERT_FALSE(cutting_halve(&c, half, &cube, (int[]){1, 2, 1, 0}));
    cutting_clear(&c);
}

// Generators of degree four: not every two of them that share two facets are adjacent.
static void pyramids(crease_arith arith)
{
    cutting c;
    geom_cell half[2], part[2];
    cutting_init(&c, 3, arith);
    geom_cell whole = cutting_cell(&c, octahedron, 8);
    CU_ASSERT(whole.count == 6 && whole.facets == 8);
    CU_ASSERT(cutting_halve(&c, half, &whole, (int[]){0, 0, 2, -1}));
    CU_ASSERT(half[0].count == 9 && half[0].facets == 9);
    expect_cell(&c, half + 1,
                "V -1/2,0,1/2 0,-1/2,1/2 0,0,1 0,1/2,1/2 1/2,0,1/2 "
                "F -1,-1,-1,1 -1,1,-1,1 0,0,2,-1 1,-1,-1,1 1,1,-1,1 ");
    // Through the apex and a diagonal of the base, or the middles of its sides.
    CU_ASSERT(cutting_halve(&c, part, half + 1, (int[]){1, 0, 0, 0}));
    expect_cell(&c, part,
                "V -1/2,0,1/2 0,-1/2,1/2 0,0,1 0,1/2,1/2 "
                "F -1,0,0,0 0,0,2,-1 1,-1,-1,1 1,1,-1,1 ");
    CU_ASSERT(cutting_halve(&c, part, half + 1, (int[]){1, -1, 0, 0}));
    expect_cell(&c, part,
                "V -1/2,0,1/2 -1/4,-1/4,1/2 0,0,1 0,1/2,1/2 1/4,1/4,1/2 "
                "F -1,-1,-1,1 -1,1,0,0 0,0,2,-1 1,-1,-1,1 1,1,-1,1 ");
    // Through four generators.
    CU_ASSERT(cutting_halve(&c, half, &whole, (int[]){0, 0, 1, 0}));
    CU_ASSERT(half[0].count == 5 && half[0].facets == 5);
    CU_ASSERT(half[1].count == 5 && half[1].facets == 5);
    // Between all generators.
    CU_ASSERT(cutting_halve(&c, half, &whole, (int[]){1, 1, 1, 0}));
    CU_ASSERT(half[0].count == 9 && half[0].facets == 8);
    cutting_clear(&c);
}

static void degenerate(void)
{
    for (size_t k = 0; k < 2; k++) {
        through_generators(ariths[k]);
        pyramids(ariths[k]);
    }
}

// The join of two squares in R^5: t from 0 to 1, |x_1|, |x_2| <= 1 - t, |x_3|, |x_4| <= t. The
// ends of a diagonal of a square lie on four common facets, but not on an edge.
static void join_of_squares(void)
{
    static const int inequality[] = {1,  0, 0, 0,  -1, 1, -1, 0, 0, 0, -1, 1, 0, 1,  0, 0,
                                     -1, 1, 0, -1, 0,  0, -1, 1, 0, 0, 1,  0, 1, 0,  0, 0,
                                     -1, 0, 1, 0,  0,  0, 0,  1, 1, 0, 0,  0, 0, -1, 1, 0};
    for (size_t k = 0; k < 2; k++) {
        cutting c;
        geom_cell half[2], part[2];
        cutting_init(&c, 5, ariths[k]);
        geom_cell join = cutting_cell(&c, inequality, 8);
        CU_ASSERT(join.count == 8 && join.facets == 8);
        // Cuts off a generator, which has six neighbours: two in its square, four in the other.
        CU_ASSERT(cutting_halve(&c, half, &join, (int[]){1, 1, 0, 0, 0, -1}));
        CU_ASSERT(half[0].count == 7 + 6 && half[1].count == 1 + 6);
        // Through a diagonal of each square.
        CU_ASSERT(cutting_halve(&c, half, &join, (int[]){1, 1, 0, 0, 0, 0}));
        CU_ASSERT(half[0].count == 7 && half[1].count == 7);
        CU_ASSERT(cutting_halve(&c, part, half, (int[]){0, 0, 1, -1, 0, 0}));
        CU_ASSERT(part[0].count == 6 && part[0].facets == 6); // a simplex
        cutting_clear(&c);
    }
}

// ---- the promises of the header ----

static int lies_on(const geom_cell *cell, size_t generator, size_t facet)
{
    return (int)(cell->on[generator * cell->words + facet / 64] >> facet % 64 & 1);
}

// The facets of a simple cell are those that a comparison of all inequalities leaves.
static bool has_same_facets(geom_space *space, const geom_cell *cell)
{
    geom_cell compared = *cell;
    half_space *facet[2];
    compared.is_simple = false;
    const size_t facets = cell_facets(facet, cell, space);
    return cell_facets(facet + 1, &compared, space) == facets &&
           memcmp(facet[0], facet[1], facets * sizeof **facet) == 0;
}

// Lines have 1 in their own free coordinate, all others have 0 there; facets know exactly
// the generators that lie on them, and no generator violates one. A cell knows whether it is
// simple.
static bool is_sound(cutting *c, const geom_cell *cell)
{
    bool good = true, simple = !cell->lines;
    geom_space *space = &c->pos.space;
    for (size_t i = 0; i < cell->count; i++) {
        size_t on = 0;
        for (size_t f = 0; f < cell->facets; f++) {
            int sign = space_sign(space, cell->facet[f].plane, cell->generator[i].point);
            sign *= cell->facet[f].side;
            on += sign == 0;
            good &=
                (sign == 0) == lies_on(cell, i, f) && (sign == 0 || (sign > 0 && i >= cell->lines));
        }
        simple &= on == c->dimension;
        for (size_t l = 0; l < cell->lines; l++)
            good &=
                space_sign(space, cell->generator[l].plane, cell->generator[i].point) == (i == l);
    }
    return good && simple == cell->is_simple && has_same_facets(space, cell);
}

// Planes with few different small numbers through the whole space, d = 2 .. 5.
static void random_cuts(void)
{
    enum { CASES = 60, MOST = 300 };
    random_state random = unit_random(5);
    for (int k = 0; k < CASES; k++) {
        cutting c;
        size_t d = 2 + random_below(&random, 4), count = 1, good = 1;
        geom_cell cells[2 * MOST], half[2];
        cutting_init(&c, d, ariths[k % 2]);
        cells[0] = c.whole;
        for (int plane = 0; plane < 8 && count < MOST; plane++) {
            int row[6];
            for (size_t i = 0; i <= d; i++)
                row[i] = (int)random_between(&random, -1, 1);
            for (size_t i = 0, before = count; i < before; i++) {
                if (!cutting_halve(&c, half, cells + i, row))
                    continue;
                good &= (size_t)(is_sound(&c, half) && is_sound(&c, half + 1));
                cells[i] = half[0];
                cells[count++] = half[1];
            }
        }
        CU_ASSERT(good);
        cutting_clear(&c);
    }
}

// One half after the other of a cube: sets of facets, most of which are left behind, cross words.
static void chains(void)
{
    enum { CASES = 8, PLANES = 4000, LARGE = 1000, WORD = 64 };
    random_state random = unit_random(64);
    size_t longest = 0;
    for (int k = 0; k < CASES; k++) {
        cutting c;
        size_t simple = 0, cuts = 0;
        bool good = true;
        cutting_init(&c, 3 + (size_t)(k % 2), ariths[k / 2 % 2]);
        geom_cell cell = cutting_cube(&c), half[2];
        for (int plane = 0; plane < PLANES && good; plane++) {
            int row[5];
            const int large = plane % 16 ? LARGE : 1;
            for (size_t i = 0; i <= c.dimension; i++)
                row[i] = (int)random_between(&random, -large, large);
            if (!cutting_halve(&c, half, &cell, row))
                continue;
            good = is_sound(&c, half) && is_sound(&c, half + 1);
            cell = half[half[0].count < half[1].count];
            simple += cell.is_simple;
            cuts++;
        }
        CU_ASSERT(good && 2 * simple > cuts);
        longest = cuts > longest ? cuts : longest;
        cutting_clear(&c);
    }
    CU_ASSERT(longest > WORD);
}

UNIT_MAIN("cell_vertices", {"degenerate", degenerate}, {"join_of_squares", join_of_squares},
          {"random_cuts", random_cuts}, {"chains", chains})
