// Cells of any dimension, cut by hand.
#include "geom/celln.h"
#include "base/random.h"
#include "cutting.h"
#include "geom/adjacent.h"
#include "unit.h"
#include <stdlib.h>
#include <string.h>

static const crease_arith ariths[] = {CREASE_FILTERED, CREASE_EXACT};

// ---- cells with lines ----

// ---- rays ----

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

// Lines have 1 in their own free coordinate, all others have 0 there; facets know exactly
// the generators that lie on them, and no generator violates one.
static int is_sound(cutting *c, const geom_cell *cell)
{
    int good = 1;
    geom_space *space = &c->pos.space;
    for (size_t i = 0; i < cell->count; i++) {
        for (size_t f = 0; f < cell->facets; f++) {
            int sign = space_sign(space, cell->facet[f].plane, cell->generator[i].point);
            sign *= cell->facet[f].side;
            good &=
                (sign == 0) == lies_on(cell, i, f) && (sign == 0 || (sign > 0 && i >= cell->lines));
        }
        for (size_t l = 0; l < cell->lines; l++)
            good &=
                space_sign(space, cell->generator[l].plane, cell->generator[i].point) == (i == l);
    }
    return good;
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

// ---- which generators are adjacent ----

static int are_adjacent(const geom_cell *cell, size_t dimension, size_t i, size_t j)
{
    uint64_t common[4];
    CU_ASSERT_FATAL(cell->words <= 4);
    bits_common(common, cell_facets_at(cell, i), cell_facets_at(cell, j), cell->words);
    int adjacent = bits_count(common, cell->words) >= dimension - cell->lines - 1;
    for (size_t k = cell->lines; adjacent && k < cell->count; k++)
        adjacent &= k == i || k == j || !bits_within(common, cell_facets_at(cell, k), cell->words);
    return adjacent;
}

// All pairs by the definition, in order, are those that are found. Signs: one in `often` is not
// `usual`.
static int has_its_pairs(cutting *c, const geom_cell *cell, random_state *random, uint64_t often,
                         int usual)
{
    geom_space *space = &c->pos.space;
    signed char *sign = malloc(cell->count);
    size_t count = 0, good = 1;
    for (size_t i = 0; i < cell->count; i++)
        sign[i] =
            (signed char)(usual *
                          (random_below(random, often) ? 1 : (int)random_between(random, -1, 0)));
    size_t pairs = cell_adjacent_pairs(space, cell, sign);
    for (size_t i = cell->lines; i < cell->count; i++)
        for (size_t j = cell->lines; j < cell->count; j++) {
            if (sign[i] >= 0 || sign[j] <= 0 || !are_adjacent(cell, c->dimension, i, j))
                continue;
            good &=
                count < pairs && space->pairs[2 * count] == i && space->pairs[2 * count + 1] == j;
            count++;
        }
    free(sign);
    return good && count == pairs;
}

// The cube of ten dimensions, cut by the plane through the neighbours of a corner, which lie on
// eleven facets. Both are large enough for the table, where one in two or three is above or below.
static void cubes(void)
{
    enum { D = 10, CASES = 12 };
    random_state random = unit_random(11);
    int side[2 * D * (D + 1)] = {0}, corner[D + 1];
    for (size_t i = 0; i < D; i++) {
        side[2 * i * (D + 1) + i] = 1;
        side[(2 * i + 1) * (D + 1) + i] = -1;
        side[(2 * i + 1) * (D + 1) + D] = 1;
        corner[i] = 1;
    }
    corner[D] = -1;
    cutting c;
    geom_cell half[2];
    cutting_init(&c, D, CREASE_FILTERED);
    geom_cell cube = cutting_cell(&c, side, 2 * D);
    CU_ASSERT_EQUAL(cube.count, 1 << D);
    CU_ASSERT(cutting_halve(&c, half, &cube, corner));
    CU_ASSERT_EQUAL(half[0].count, D + 1);
    CU_ASSERT_EQUAL(half[1].count, (1 << D) - 1);
    for (uint64_t k = 0; k < CASES; k++) {
        int usual = k % 2 ? 1 : -1;
        CU_ASSERT(has_its_pairs(&c, &cube, &random, 2 + k / 2, usual));
        CU_ASSERT(has_its_pairs(&c, half, &random, 2 + k % 2, usual));
        CU_ASSERT(has_its_pairs(&c, half + 1, &random, 2 + k / 2, usual));
    }
    cutting_clear(&c);
}

// ---- the sets of facets that generators lie on, while halves are put together ----

enum { MOST = 200, DIMENSION = 3 };

// A cell of a space of three dimensions with some facets, their planes 1000, 1001, ..
typedef struct {
    sign_judge judge;
    geom_space space;
    geom_cell cell, low, high;
    cell_facet facet[MOST];
    halves made;
} bench;

static void bench_init(bench *b, size_t facets)
{
    *b = (bench){.cell = {.facets = facets, .words = (facets + 63) / 64}};
    sign_judge_init(&b->judge, CREASE_EXACT, 0);
    space_init(&b->space, DIMENSION, &b->judge);
    for (uint32_t f = 0; f < facets; f++)
        b->facet[f] = (cell_facet){1000 + f, f % 2 ? 1 : -1};
    b->cell.facet = b->facet;
    b->made = (halves){.space = &b->space, .half = {&b->low, &b->high}, .plane = 77};
}

static void bench_clear(bench *b)
{
    space_clear(&b->space);
    sign_judge_clear(&b->judge);
}

// A generator of the high half, on the facets listed (up to -1), and on the cut.
static void push(bench *b, const int *facets, int on_cut)
{
    uint64_t on[MOST / 64 + 1] = {0};
    for (; *facets >= 0; facets++)
        on[*facets / 64] |= (uint64_t)1 << *facets % 64;
    cell_generator generator = {.point = 500 + (uint32_t)b->high.count, .slot = 9};
    halves_push(&b->made, 1, generator, on, on_cut);
}

// Which facets a generator of the high half lies on, exactly those listed.
static int lies_on_exactly(const bench *b, size_t generator, const int *facets)
{
    const geom_cell *cell = &b->high;
    uint64_t wanted[MOST / 64 + 1] = {0};
    for (; *facets >= 0; facets++)
        wanted[*facets / 64] |= (uint64_t)1 << *facets % 64;
    return memcmp(wanted, cell->on + generator * cell->words, cell->words * sizeof *wanted) == 0;
}

// The cut is a new last facet, also where it begins a new word.
static void words_grow(void)
{
    static const size_t counts[] = {1, 5, 63, 64, 65, 127, 128, 129};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        bench b;
        int cut = (int)counts[k];
        bench_init(&b, counts[k]);
        halves_begin(&b.made, &b.cell, (size_t[]){3, 3}, 0);
        CU_ASSERT_EQUAL_FATAL(b.high.words, (counts[k] + 1 + 63) / 64);
        CU_ASSERT_EQUAL(b.high.facets, counts[k] + 1);
        push(&b, (int[]){0, -1}, 0);
        push(&b, (int[]){0, cut - 1, -1}, 1);
        push(&b, (int[]){-1}, 1);
        CU_ASSERT(lies_on_exactly(&b, 0, (int[]){0, -1}));
        CU_ASSERT(lies_on_exactly(&b, 1, (int[]){0, cut - 1, cut, -1}));
        CU_ASSERT(lies_on_exactly(&b, 2, (int[]){cut, -1}));
        CU_ASSERT(b.high.facet[cut].plane == 77 && b.high.facet[cut].side == 1);
        CU_ASSERT(b.low.facet[cut].plane == 77 && b.low.facet[cut].side == -1);
        CU_ASSERT(memcmp(b.high.facet, b.facet, counts[k] * sizeof *b.facet) == 0);
        CU_ASSERT_EQUAL(b.low.count, 0);
        CU_ASSERT(b.high.count == 3 && b.high.generator[2].point == 502);
        bench_clear(&b);
    }
}

// In three dimensions a facet without lines has at least three generators.
static void plain_redundancy(void)
{
    bench b;
    bench_init(&b, 128);
    halves_begin(&b.made, &b.cell, (size_t[]){4, 4}, 0);
    push(&b, (int[]){2, 63, 64, 127, -1}, 1);
    push(&b, (int[]){2, 5, 63, 64, 127, -1}, 1);
    push(&b, (int[]){2, 5, 63, 64, -1}, 1);
    push(&b, (int[]){63, 100, 127, -1}, 0);
    halves_end(&b.made);
    // 2, 63, 64, 127 and the cut are left.
    CU_ASSERT_EQUAL_FATAL(b.high.facets, 5);
    CU_ASSERT_EQUAL(b.high.words, 1);
    static const uint32_t planes[] = {1002, 1063, 1064, 1127, 77};
    for (size_t f = 0; f < 5; f++)
        CU_ASSERT_EQUAL(b.high.facet[f].plane, planes[f]);
    CU_ASSERT(lies_on_exactly(&b, 0, (int[]){0, 1, 2, 3, 4, -1}));
    CU_ASSERT(lies_on_exactly(&b, 1, (int[]){0, 1, 2, 3, 4, -1}));
    CU_ASSERT(lies_on_exactly(&b, 2, (int[]){0, 1, 2, 4, -1}));
    CU_ASSERT(lies_on_exactly(&b, 3, (int[]){1, 3, -1}));
    CU_ASSERT_EQUAL(b.low.facets, 0); // no generators at all
    bench_clear(&b);
}

// Lines count as generators of every facet.
static void fewer_generators_needed(void)
{
    for (size_t lines = 0; lines < 3; lines++) {
        bench b;
        bench_init(&b, 3);
        halves_begin(&b.made, &b.cell, (size_t[]){8, 8}, lines);
        for (size_t i = 0; i < lines; i++)
            push(&b, (int[]){0, 1, 2, -1}, 1);
        push(&b, (int[]){0, 1, 2, -1}, 0);
        push(&b, (int[]){1, 2, -1}, 0);
        push(&b, (int[]){2, -1}, 0);
        halves_end(&b.made);
        // Facet f has f + 1 generators besides the lines, the cut has none.
        size_t kept = 0;
        for (size_t generators = 0; generators <= 3; generators++)
            kept += generators >= 3 - lines;
        CU_ASSERT_EQUAL(b.high.facets, kept);
        CU_ASSERT_EQUAL(b.high.lines, lines);
        bench_clear(&b);
    }
}

// A facet in each word is dropped; what is after moves up across the words.
static void shifts(void)
{
    bench b;
    int all[MOST], wanted[MOST];
    size_t count = 0, moved = 0;
    bench_init(&b, 150);
    halves_begin(&b.made, &b.cell, (size_t[]){3, 3}, 0);
    for (int f = 0; f < 150; f++)
        if (f != 0 && f != 64 && f != 140)
            all[count++] = f;
    all[count] = -1;
    for (int f = 0; f < 148; f++) // 147 of them and the cut
        wanted[moved++] = f;
    wanted[moved] = -1;
    for (int i = 0; i < 3; i++)
        push(&b, all, 1);
    halves_end(&b.made);
    CU_ASSERT_EQUAL_FATAL(b.high.facets, 148);
    CU_ASSERT_EQUAL(b.high.words, 3);
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT(lies_on_exactly(&b, i, wanted));
    for (size_t f = 0; f < 147; f++)
        CU_ASSERT_EQUAL(b.high.facet[f].plane, 1000 + (uint32_t)all[f]);
    bench_clear(&b);
}

UNIT_MAIN("celln", {"degenerate", degenerate}, {"join_of_squares", join_of_squares},
          {"random_cuts", random_cuts}, {"cubes", cubes}, {"words_grow", words_grow},
          {"plain_redundancy", plain_redundancy},
          {"fewer_generators_needed", fewer_generators_needed}, {"shifts", shifts})
