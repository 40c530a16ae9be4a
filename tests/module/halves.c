// The sets of facets that generators lie on, while halves are put together.
#include "geom/halves.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

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
        halves_begin(&b.made, &b.cell, 3, 0);
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
    halves_begin(&b.made, &b.cell, 4, 0);
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

// Lines count as generators of every facet, and so does flatness.
static void fewer_generators_needed(void)
{
    for (size_t lines = 0; lines < 3; lines++)
        for (int flat = 0; flat < 2; flat++) {
            bench b;
            bench_init(&b, 3);
            b.cell.flat = flat;
            halves_begin(&b.made, &b.cell, 8, lines);
            for (size_t i = 0; i < lines; i++)
                push(&b, (int[]){0, 1, 2, -1}, 1);
            push(&b, (int[]){0, 1, 2, -1}, 0);
            push(&b, (int[]){1, 2, -1}, 0);
            push(&b, (int[]){2, -1}, 0);
            halves_end(&b.made);
            // Facet f has f + 1 generators besides the lines, the cut has none.
            size_t needed = 3 - lines - (size_t)flat > 3 ? 0 : 3 - lines - (size_t)flat;
            size_t kept = 0;
            for (size_t generators = 0; generators <= 3; generators++)
                kept += generators >= needed;
            CU_ASSERT_EQUAL(b.high.facets, kept);
            CU_ASSERT(b.high.lines == lines && b.high.flat == flat);
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
    halves_begin(&b.made, &b.cell, 3, 0);
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

UNIT_MAIN("halves", {"words_grow", words_grow}, {"plain_redundancy", plain_redundancy},
          {"fewer_generators_needed", fewer_generators_needed}, {"shifts", shifts})
