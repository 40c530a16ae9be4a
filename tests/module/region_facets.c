// The irredundant inequalities of cells of three and more dimensions.
#include "cutting.h"

// The inequalities of a region in the order of the alphabet.
static char *facet_words(cutting *c, const geom_cell *cell)
{
    crease_region region;
    char *word[MOST_WORDS], *text = NULL;
    size_t size = 0, count = crease_region_facets(cutting_region(c, &region, cell));
    FILE *stream = open_memstream(&text, &size);
    for (size_t i = 0; i < count; i++) {
        half_space facet = region_facet_plane(&region, i);
        CU_ASSERT_NOT_EQUAL(facet.plane, SPACE_INFINITY);
        word[i] = plane_words(c, facet);
    }
    tell(stream, "", word, count);
    fclose(stream);
    return text;
}

// Each of the inequalities was needed when it was made, and only some are in the end.
static void redundant(void)
{
    cutting c;
    cutting_init(&c, 3, CREASE_FILTERED);
    // Touched at a facet by a parallel plane: nearer planes take its place.
    geom_cell nearer = cutting_cell(&c, (int[]){1, 0, 0, 5, 1, 0, 0, 3, 1, 0, 0, 0}, 3);
    expect_words(facet_words(&c, &nearer), "1,0,0,0 ");
    // x >= 0 and y >= 0 and then x + y >= 0 does not cut, so it is made first: it keeps the edge.
    geom_cell edge = cutting_cell(&c, (int[]){1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, 3);
    expect_words(facet_words(&c, &edge), "0,1,0,0 1,0,0,0 ");
    // The same for a generator: x + y + z >= 0 holds with equality at one point.
    geom_cell generator =
        cutting_cell(&c, (int[]){1, 1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, 4);
    expect_words(facet_words(&c, &generator), "0,0,1,0 0,1,0,0 1,0,0,0 ");
    // Many planes through the apex of a pyramid, all but four of them only there.
    geom_cell apex = cutting_cell(&c, (int[]){0,  0, -1, 1, 1,  1, -2, 2,  1,  0, -1, 1, -1, 0,
                                              -1, 1, 0,  1, -1, 1, 0,  -1, -1, 1, 0,  0, 1,  0},
                                  7);
    expect_words(facet_words(&c, &apex), "-1,0,-1,1 0,-1,-1,1 0,0,1,0 0,1,-1,1 1,0,-1,1 ");
    cutting_clear(&c);
}

// In four dimensions a face of too low a dimension may have as many generators as a facet: an
// inequality holds with equality on a square of the cube.
static void on_a_square(void)
{
    cutting c;
    cutting_init(&c, 4, CREASE_FILTERED);
    geom_cell cube = cutting_cell(&c, (int[]){-1, 0, 0, 0,  1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1,
                                              0,  0, 0, -1, 1, 0, 0,  1, 0, 0, 0, 0, 0,  1, 0,
                                              1,  1, 0, 0,  0, 1, 0,  0, 0, 0, 0, 1, 0,  0, 0},
                                  9);
    CU_ASSERT_EQUAL(cube.count, 16);
    CU_ASSERT_EQUAL(cube.facets, 9); // x + y >= 0 is still there
    expect_words(facet_words(&c, &cube), "-1,0,0,0,1 0,-1,0,0,1 0,0,-1,0,1 0,0,0,-1,1 "
                                         "0,0,0,1,0 0,0,1,0,0 0,1,0,0,0 1,0,0,0,0 ");
    cutting_clear(&c);
}

// The inequality and its owner.
static void owners(void)
{
    cutting c;
    crease_region region;
    crease_facet facet;
    fmpq *row = _fmpq_vec_init(4);
    cutting_init(&c, 3, CREASE_FILTERED);
    geom_cell half[2];
    uint32_t plane = cutting_plane(&c, (int[]){4, -2, 0, 6}, 12);
    c.pos.space.origin[plane] = (plane_origin){12, 3, 7, 1};
    signed char sign[8];
    CU_ASSERT_FATAL(cutting_signs(&c, sign, &c.whole, plane));
    cell_split(half, &c.pos.space, &c.whole, sign, plane, &c.slots);
    for (int s = 0; s < 2; s++) {
        int factor = s ? 1 : -1;
        cutting_region(&c, &region, half + s);
        CU_ASSERT_EQUAL_FATAL(crease_region_facets(&region), 1);
        crease_region_facet(row, &facet, &region, 0);
        CU_ASSERT(!facet.on_border && facet.layer == 3 && facet.unit == 7);
        CU_ASSERT(facet.breakpoint == 1 && facet.side == factor);
        static const int wanted[] = {2, -1, 0, 3};
        for (int i = 0; i < 4; i++)
            CU_ASSERT(fmpz_equal_si(fmpq_numref(row + i), factor * wanted[i]));
    }
    c.pos.space.origin[plane].split = NO_SPLIT;
    crease_region_facet(row, &facet, &region, 0);
    CU_ASSERT(facet.on_border);
    _fmpq_vec_clear(row, 4);
    cutting_clear(&c);
}

UNIT_MAIN("region_facets", {"redundant", redundant}, {"on_a_square", on_a_square},
          {"owners", owners})
