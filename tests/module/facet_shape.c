// Which facets on one plane overlap, against drawings and against volumes.
#include "regions/facet_shape.h"
#include "../ref/lasserre.h"
#include "base/random.h"
#include "cutting.h"

enum { WALL = 0 }; // the first inequality of each cell is the plane of the facets

// The facet on the wall of the cell where all inequalities hold. Its plane may be given from
// either side.
static facet_shape *shape_of(crease_arith arith, size_t dimension, const int *inequality,
                             size_t count)
{
    cutting c;
    crease_region region;
    cutting_init(&c, dimension, arith);
    uint32_t plane = (uint32_t)c.pos.space.plane_rows.count + WALL;
    geom_cell cell = cutting_cell(&c, inequality, count);
    facet_shape *shape = facet_shape_new(cutting_region(&c, &region, &cell), plane);
    cutting_clear(&c);
    return shape;
}

typedef struct {
    const char *name;
    size_t count;
    int inequality[6 * 4]; // in R^3
} solid;

// All on the plane x = 0: half-planes, quarters, strips, and the triangle y, z >= 0, y + z <= 1.
static const solid low[] = {
    {"all", 1, {-1, 0, 0, 0}},
    {"y < 0", 2, {-1, 0, 0, 0, 0, -1, 0, 0}},
    {"y > 0", 2, {-1, 0, 0, 0, 0, 1, 0, 0}},
    {"y, z < 0", 3, {-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0}},
    {"0 < y < 1", 3, {-1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 0, 1}},
    {"triangle", 4, {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, -1, 1}},
    // The same with inequalities that slant, and end on the wall where they should.
    {"roof", 4, {-1, 0, 0, 0, 3, 1, 0, 0, 1, 0, 1, 0, 2, -1, -1, 1}},
};
static const solid high[] = {
    {"all", 1, {1, 0, 0, 0}},
    {"y < 0", 2, {1, 0, 0, 0, 1, -1, 0, 0}},
    {"z > 1", 2, {1, 0, 0, 0, 0, 0, 1, -1}},
    {"y > 1", 2, {1, 0, 0, 0, -2, 1, 0, -1}},
    {"y > z", 2, {1, 0, 0, 0, 0, 1, -1, 0}},
    {"y + z > 1", 2, {1, 0, 0, 0, 0, 1, 1, -1}},
    {"y < 0, z > 0", 3, {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0}},
    {"square in the triangle", 5, {1, 0,  0,  0,  0, 4, 0,  -1, 0,  0,
                                   4, -1, -1, -4, 0, 2, -1, 0,  -4, 2}},
};
enum { LOWS = sizeof low / sizeof *low, HIGHS = sizeof high / sizeof *high };

static const char wanted[LOWS][HIGHS + 1] = {
    "11111111", // all
    "11101110", // y < 0
    "10111101", // y > 0
    "11001000", // y, z < 0
    "10101101", // 0 < y < 1
    "10001001", // triangle
    "10001001", // roof
};

static void drawings(void)
{
    static const crease_arith ariths[] = {CREASE_FILTERED, CREASE_EXACT};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < LOWS; i++)
            for (size_t j = 0; j < HIGHS; j++) {
                facet_shape *a = shape_of(ariths[k], 3, low[i].inequality, low[i].count);
                facet_shape *b = shape_of(ariths[k], 3, high[j].inequality, high[j].count);
                int expected = wanted[i][j] - '0';
                if (facet_shapes_overlap(a, b) != expected ||
                    facet_shapes_overlap(b, a) != expected)
                    printf("\n    %s and %s", low[i].name, high[j].name);
                CU_ASSERT_EQUAL(facet_shapes_overlap(a, b), expected);
                CU_ASSERT_EQUAL(facet_shapes_overlap(b, a), expected);
                facet_shape_free(a);
                facet_shape_free(b);
            }
    facet_shape_free(NULL);
}

// ---- random facets on x_1 = 0 of prisms, cones and slanted cells ----

typedef struct {
    size_t count;
    int inequality[12 * 5];
} random_solid;

// The wall, a box of the other coordinates, and some planes that meet the wall.
static void make_solid(random_solid *s, size_t d, int side, random_state *random)
{
    size_t columns = d + 1;
    *s = (random_solid){.count = 1};
    s->inequality[0] = side;
    for (size_t i = 1; i < d; i++)
        for (int bound = 0; bound < 2; bound++) {
            int *row = s->inequality + s->count++ * columns;
            row[i] = bound ? -1 : 1;
            row[d] = 2;
        }
    for (size_t k = random_below(random, 4); k > 0; k--) {
        int *row = s->inequality + s->count++ * columns;
        for (bool flat = true; flat;) { // until it is not constant on the wall
            for (size_t i = 0; i <= d; i++)
                row[i] = (int)random_between(random, -2, 2);
            for (size_t i = 1; i < d; i++)
                flat &= row[i] == 0;
        }
    }
}

// The volume of {x_1 = 0} in both (or in one, if b is NULL).
static bool meets(const random_solid *a, const random_solid *b, size_t d)
{
    size_t columns = d + 1, count = 0;
    fmpq *inequality = _fmpq_vec_init((slong)(24 * d));
    const random_solid *both[2] = {a, b};
    for (size_t s = 0; s < 2; s++)
        for (size_t k = 1; both[s] && k < both[s]->count; k++, count++)
            for (size_t i = 1; i <= d; i++)
                fmpq_set_si(inequality + count * d + i - 1, both[s]->inequality[k * columns + i],
                            1);
    fmpq_t volume;
    fmpq_init(volume);
    lasserre_volume(volume, inequality, count, d - 1);
    bool positive = fmpq_sgn(volume) > 0;
    fmpq_clear(volume);
    _fmpq_vec_clear(inequality, (slong)(24 * d));
    return positive;
}

static void random_facets(void)
{
    enum { CASES = 600 };
    random_state random = unit_random(3);
    size_t overlaps = 0, tried = 0;
    for (int k = 0; k < CASES; k++) {
        size_t d = 3 + random_below(&random, 2);
        random_solid a, b;
        make_solid(&a, d, -1, &random);
        make_solid(&b, d, 1, &random);
        if (!meets(&a, NULL, d) || !meets(&b, NULL, d))
            continue; // the wall is not a facet
        crease_arith arith = k % 2 ? CREASE_FILTERED : CREASE_EXACT;
        facet_shape *p = shape_of(arith, d, a.inequality, a.count);
        facet_shape *q = shape_of(arith, d, b.inequality, b.count);
        int expected = meets(&a, &b, d);
        CU_ASSERT_EQUAL(facet_shapes_overlap(p, q), expected);
        CU_ASSERT_EQUAL(facet_shapes_overlap(q, p), expected);
        overlaps += (size_t)expected;
        tried++;
        facet_shape_free(p);
        facet_shape_free(q);
    }
    CU_ASSERT(tried > CASES / 3 && overlaps > tried / 4 && overlaps < tried);
}

UNIT_MAIN("facet_shape", {"drawings", drawings}, {"random_facets", random_facets})
