// Segments, rays and the line.
#include "cutting.h"

// "(LOWER UPPER) side side", infinite ends as -oo and oo.
static char *ends_words(cutting *c, const geom_cell *cell)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    for (size_t i = 0; i < cell->count; i++) {
        char *end = generator_words(c, cell, i);
        int infinite = c->pos.space.point[cell->generator[i].point].infinite;
        fprintf(stream, "%s%s:%d", i ? " " : "", infinite ? (*end == '-' ? "-oo" : "oo") : end,
                (int)cell->generator[i].side);
        free(end);
    }
    fclose(stream);
    return text;
}

static void expect_ends(cutting *c, const geom_cell *cell, const char *wanted)
{
    expect_words(ends_words(c, cell), wanted);
    CU_ASSERT(cell->count == 2 && cell->lines == 0 && cell->facets == 0);
}

static void cuts(void)
{
    for (int exact = 0; exact < 2; exact++) {
        cutting c;
        geom_cell one[2], two[2], three[2];
        cutting_init(&c, 1, exact ? CREASE_EXACT : CREASE_FILTERED);
        expect_ends(&c, &c.whole, "-oo:1 oo:1");
        CU_ASSERT(cutting_halve(&c, one, &c.whole, (int[]){2, -1}));
        expect_ends(&c, one, "-oo:1 1/2:-1");
        expect_ends(&c, one + 1, "1/2:1 oo:1");
        // Falling forms: below is to the right.
        CU_ASSERT(cutting_halve(&c, two, one + 1, (int[]){-3, 5}));
        expect_ends(&c, two, "5/3:-1 oo:1");
        expect_ends(&c, two + 1, "1/2:1 5/3:1");
        CU_ASSERT(cutting_halve(&c, three, two + 1, (int[]){-1, 1}));
        expect_ends(&c, three, "1:-1 5/3:1");
        expect_ends(&c, three + 1, "1/2:1 1:1");
        CU_ASSERT(cell_is_bounded(three, &c.pos.space));
        CU_ASSERT_FALSE(cell_is_bounded(two, &c.pos.space));
        CU_ASSERT(cell_is_everything(&c.whole, &c.pos.space));
        CU_ASSERT_FALSE(cell_is_everything(one, &c.pos.space));
        CU_ASSERT_EQUAL(c.slots, 5); // a new one for each cut
        cutting_clear(&c);
    }
}

static void signs_at_ends(void)
{
    cutting c;
    signed char sign[2];
    cutting_init(&c, 1, CREASE_FILTERED);
    geom_cell segment = cutting_cell(&c, (int[]){3, -1, -1, 2}, 2);
    expect_ends(&c, &segment, "1/3:1 2:1");
    CU_ASSERT_FALSE(cutting_signs(&c, sign, &segment, cutting_plane(&c, (int[]){-3, 1}, 0)));
    CU_ASSERT(sign[0] == 0 && sign[1] == -1);
    CU_ASSERT_FALSE(cutting_signs(&c, sign, &segment, cutting_plane(&c, (int[]){1, -2}, 0)));
    CU_ASSERT(sign[0] == -1 && sign[1] == 0);
    CU_ASSERT(cutting_signs(&c, sign, &segment, cutting_plane(&c, (int[]){1, -1}, 0)));
    cutting_clear(&c);
}

// Length by the region, and its two facets.
static void as_regions(void)
{
    cutting c;
    crease_region region;
    fmpq_t volume, third;
    fmpq row[2] = {{0, 1}, {0, 1}};
    crease_facet facet;
    cutting_init(&c, 1, CREASE_EXACT);
    geom_cell segment = cutting_cell(&c, (int[]){3, -1, -1, 2}, 2);
    fmpq_init(volume);
    fmpq_init(third);
    crease_region_volume(volume, cutting_region(&c, &region, &segment));
    fmpq_set_si(third, 5, 3);
    CU_ASSERT(fmpq_equal(volume, third));
    CU_ASSERT_EQUAL_FATAL(crease_region_facets(&region), 2);
    crease_region_facet(row, &facet, &region, 0);
    CU_ASSERT(fmpz_equal_si(fmpq_numref(row), 3) && fmpz_equal_si(fmpq_numref(row + 1), -1));
    crease_region_facet(row, &facet, &region, 1);
    CU_ASSERT(fmpz_equal_si(fmpq_numref(row), -1) && fmpz_equal_si(fmpq_numref(row + 1), 2));
    geom_cell ray = cutting_cell(&c, (int[]){-1, 2}, 1);
    CU_ASSERT_EQUAL(crease_region_facets(cutting_region(&c, &region, &ray)), 1);
    CU_ASSERT_EQUAL(crease_region_facets(cutting_region(&c, &region, &c.whole)), 0);
    fmpq_clear(volume);
    fmpq_clear(third);
    cutting_clear(&c);
}

UNIT_MAIN("cell1", {"cuts", cuts}, {"signs_at_ends", signs_at_ends}, {"as_regions", as_regions})
