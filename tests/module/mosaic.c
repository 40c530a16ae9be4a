// The regions of a picture: as polygons, and their colours.
#include "draw/mosaic.h"
#include "base/memory.h"
#include "draw/tint.h"
#include "nets.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void make_mosaic(mosaic *tiles, const crease_net *net, const char *box,
                        crease_colours colours)
{
    crease_domain *domain = domain_of(box);
    crease_counts counts;
    crease_error error;
    crease_counts_init(&counts, net);
    mosaic_init(tiles, net, domain, colours);
    crease_visitor visitor = {.data = tiles, .region = mosaic_add};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, &error), CREASE_OK);
    CU_ASSERT_EQUAL(counts.activation_regions, tiles->regions);
    mosaic_fit(tiles);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
}

static const polygon_corner *vertex_of(const mosaic *tiles, size_t tile, size_t k)
{
    const mosaic_tile *t = tiles->tile + tile;
    return tiles->corner + t->first + k % t->corners;
}

static double area_of(const mosaic *tiles, size_t tile)
{
    double sum = 0;
    for (size_t k = 0; k < tiles->tile[tile].corners; k++) {
        const polygon_corner *p = vertex_of(tiles, tile, k), *q = vertex_of(tiles, tile, k + 1);
        sum += (p->x * q->y - q->x * p->y) / 2;
    }
    return sum;
}

// Every region is seen with its vertices in the unit square, counterclockwise, and
// together they fill it.
static void check_tiling(const mosaic *tiles, double tolerance)
{
    double sum = 0;
    for (size_t i = 0; i < tiles->tiles; i++) {
        for (size_t k = 0; k < tiles->tile[i].corners; k++) {
            const polygon_corner *p = vertex_of(tiles, i, k);
            CU_ASSERT(p->x >= 0 && p->x <= 1 && p->y >= 0 && p->y <= 1);
        }
        double area = area_of(tiles, i);
        CU_ASSERT(area >= -tolerance);
        sum += area;
    }
    CU_ASSERT_DOUBLE_EQUAL(sum, 1, tolerance);
}

static double drawn_length(const mosaic *tiles, size_t layer)
{
    double sum = 0;
    for (size_t i = 0; i < tiles->tiles; i++)
        for (size_t k = 0; k < tiles->tile[i].corners; k++) {
            const polygon_corner *p = vertex_of(tiles, i, k), *q = vertex_of(tiles, i, k + 1);
            if (p->layer == layer)
                sum += hypot(q->x - p->x, q->y - p->y);
        }
    return sum;
}

// A crease has a region on each side and is drawn by one of them.
static void creases_are_drawn_once(void)
{
    static const char *const boxes[] = {NULL, "-2,2"};
    crease_net *net = net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," RELU("[[1, 1]]", "[-1]"));
    for (int i = 0; i < 2; i++) {
        mosaic tiles;
        make_mosaic(&tiles, net, boxes[i], CREASE_BY_PATTERN);
        check_tiling(&tiles, 1e-12);
        CU_ASSERT_DOUBLE_EQUAL(drawn_length(&tiles, 0), 2, 1e-12);
        if (i) // from (1, -2) to (1, 0), (0, 1) and (-2, 1)
            CU_ASSERT_DOUBLE_EQUAL(drawn_length(&tiles, 1), (2 + sqrt(2) + 2) / 4, 1e-12);
        mosaic_clear(&tiles);
    }
    crease_net_free(net);
}

static void random_networks_tile(void)
{
    static const char *const boxes[] = {NULL, "-1,1", "-7,2,1/3,1/2"};
    const uint64_t seed = 20260706;
    random_state random = unit_random(seed);
    CASES(round, 120) {
        crease_net *net = random_net(&random, 2, 5, 3);
        mosaic tiles;
        make_mosaic(&tiles, net, boxes[round % 3], (crease_colours)(round % 2));
        check_tiling(&tiles, 1e-9);
        mosaic_clear(&tiles);
        crease_net_free(net);
    }
}

// A triangle far from the origin whose sides extend to infinity: only points where lines meet
// are used.
static void only_vertices_are_looked_at(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [0, 1], [1, 1]]", "[-10, -10, -30]"));
    mosaic tiles;
    make_mosaic(&tiles, net, NULL, CREASE_BY_PATTERN);
    CU_ASSERT_EQUAL(tiles.points, 3);
    for (int side = 0; side < 2; side++)
        CU_ASSERT_DOUBLE_EQUAL(tiles.window.size[side], 13, 1e-12);
    check_tiling(&tiles, 1e-12);
    mosaic_clear(&tiles);
    crease_net_free(net);
}

// A box that doubles cannot distinguish from a point is drawn like any other.
static void far_and_small(void)
{
    crease_net *net =
        net_of(RELU("[[1, 0], [1, 0], [0, 1]]",
                    "[\"-1000000000000000000000000000001/1000000000000000000000000000000\","
                    "\"-2000000000000000000000000000003/2000000000000000000000000000000\","
                    "\"-1e500\"]"));
    mosaic tiles;
    make_mosaic(&tiles, net,
                "1,1000000000000000000000000000002/1000000000000000000000000000000,-3e500,5e500",
                CREASE_BY_PATTERN);
    CU_ASSERT_EQUAL(tiles.regions, 6);
    check_tiling(&tiles, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area_of(&tiles, 0), 0.5 * 0.5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area_of(&tiles, 1), 0.5 * 0.5, 1e-12);
    mosaic_clear(&tiles);
    crease_net_free(net);
}

// No crash, no endless loop, no vertex outside the page.
static void extreme_planes(void)
{
    static const char *const layers[] = {
        LINEAR("[[1, 1]]", "[0]"),                              // no crease
        RELU("[[1, 0]]", "[-3]"),                               // one
        RELU("[[0, 1], [0, 1]]", "[\"1e300\", \"-1e300\"]"),    // parallel
        RELU("[[1, 0], [0, 1]]", "[\"1e-300\", \"1e300\"]"),    // one vertex
        RELU("[[1, 0], [0, 1], [1, 1]]", "[0, 0, \"1e400\"]"),  // beyond doubles
        RELU("[[1, 0], [0, 1], [1, 1]]", "[0, 0, \"1e-400\"]"), //
        RELU("[[1, \"1e-400\"], [1, 0], [0, 1]]", "[0, 1, 0]"), // nearly parallel
        RELU("[[1, \"1e-30\"], [-1, \"1e-30\"], [1, 0]]", "[0, 0, 5]"),
        RELU("[[\"1e300\", 1], [1, \"1e300\"], [1, 1]]", "[1, 1, \"1e-300\"]"),
        RELU("[[1, 0], [1, 0], [0, 1], [0, 1]]", "[0, \"1e200\", 0, \"1e-200\"]"),
    };
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        crease_net *net = net_of(layers[i]);
        for (int colours = CREASE_BY_PATTERN; colours <= CREASE_BY_AREA; colours++) {
            mosaic tiles;
            make_mosaic(&tiles, net, NULL, (crease_colours)colours);
            check_tiling(&tiles, 1e-9);
            mosaic_clear(&tiles);
        }
        crease_net_free(net);
    }
}

// The polytope of rows a, b, c: a x + b y + c >= 0.
static double seen_of_polytope(const crease_net *net, const slong (*rows)[3], size_t count)
{
    fmpq *row = _fmpq_vec_init((slong)(3 * count));
    for (size_t i = 0; i < 3 * count; i++)
        fmpq_set_si(row + i, rows[i / 3][i % 3], 1);
    crease_domain *domain;
    crease_counts counts;
    mosaic tiles;
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, row, count, 2, NULL), CREASE_OK);
    crease_counts_init(&counts, net);
    mosaic_init(&tiles, net, domain, CREASE_BY_PATTERN);
    crease_visitor visitor = {.data = &tiles, .region = mosaic_add};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
    mosaic_fit(&tiles);
    double sum = 0;
    CU_ASSERT_EQUAL(tiles.tiles, tiles.regions); // none is out of sight
    for (size_t i = 0; i < tiles.tiles; i++)
        sum += area_of(&tiles, i);
    mosaic_clear(&tiles);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    _fmpq_vec_clear(row, (slong)(3 * count));
    return sum;
}

// A polytope is shown whole, with a margin of 2 %; of an unbounded one, the part within 15 % of its
// vertices.
static void polytopes(void)
{
    static const slong triangle[][3] = {{1, 0, 0}, {0, 1, 0}, {-3, -7, 21}};
    static const slong quadrant[][3] = {{1, 0, 0}, {0, 1, 0}};
    static const slong half_plane[][3] = {{0, 1, 5}};
    crease_net *net = net_of(RELU("[[1, 0], [0, 1], [1, 1]]", "[-1, -1, -3]"));
    CU_ASSERT_DOUBLE_EQUAL(seen_of_polytope(net, triangle, 3), 0.5 / (1.04 * 1.04), 1e-12);
    double beyond = 1.15 / 1.3;
    CU_ASSERT_DOUBLE_EQUAL(seen_of_polytope(net, quadrant, 2), beyond * beyond, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(seen_of_polytope(net, half_plane, 1), beyond, 1e-12);
    crease_net_free(net);
}

static double log_area(const char *unit, const char *box, size_t region)
{
    char *layer =
        memory_format(RELU("[[\"%s\", 0], [0, \"%s\"], [\"%s\", \"%s\"]]", "[-1, -1, -3]"), unit,
                      unit, unit, unit);
    crease_net *net = net_of(layer);
    mosaic tiles;
    make_mosaic(&tiles, net, box, CREASE_BY_AREA);
    const double area = tiles.region[region].value[0];
    mosaic_clear(&tiles);
    crease_net_free(net);
    free(layer);
    return area;
}

// Areas beyond doubles differ from infinite areas and from none.
static void areas_of_any_size(void)
{
    const double half = log10(0.5);
    CU_ASSERT_DOUBLE_EQUAL(log_area("1", NULL, 5), half, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(log_area("1e-300", NULL, 5), 600 + half, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(log_area("1e300", NULL, 5), half - 600, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(log_area("1e-300", "0,1e301", 5), 600 + half, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(log_area("1e-2000", "0,1e2001", 5), 4000 + half, 1e-9);
    CU_ASSERT_EQUAL(log_area("1e-300", NULL, 0), INFINITY);
}

static bool same_colour(colour a, colour b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

typedef struct {
    mosaic tiles;
    tint tints;
} coloured;

static void coloured_init(coloured *c, const crease_net *net, const char *box,
                          crease_colours colours)
{
    make_mosaic(&c->tiles, net, box, colours);
    tint_init(&c->tints, &c->tiles);
}

static void coloured_clear(coloured *c)
{
    mosaic_clear(&c->tiles);
}

// Regions 00, 01, 10, 11; the output is |x| + relu(y), and 0 for y < 0.
static void by_pattern_and_map(void)
{
    crease_net *net = net_of(LAYER("abs", "[[3, 4]]", "[0]") "," RELU("[[0], [1]]", "[0, -5]"));
    const uint64_t first = palette_turn(0, 0), second = palette_turn(1, 1);
    const uint64_t hue[] = {0, second, first, first + second};
    static const size_t map[] = {0, 1, 0, 2}; // both constant
    coloured c;
    coloured_init(&c, net, NULL, CREASE_BY_PATTERN);
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT(same_colour(c.tiles.region[i].ink, palette_by_pattern(hue[i])));
    coloured_clear(&c);
    coloured_init(&c, net, NULL, CREASE_BY_MAP);
    CU_ASSERT_EQUAL(c.tiles.maps.count, 3);
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT(same_colour(c.tiles.region[i].ink, palette_by_index(map[i])));
    coloured_clear(&c);
    crease_net_free(net);
}

// Slopes 0, 1, 5 and 100: the median of those that are not zero is half way.
static void by_slope(void)
{
    crease_net *net =
        net_of(RELU("[[1, 0], [1, 0], [1, 0]]", "[0, -1, -2]") "," LINEAR("[[1, 4, 95]]", "[0]"));
    coloured c;
    coloured_init(&c, net, "-1,3", CREASE_BY_SLOPE);
    CU_ASSERT_EQUAL_FATAL(c.tiles.regions, 4);
    CU_ASSERT_EQUAL(c.tints.typical, 5);
    CU_ASSERT_EQUAL(c.tints.greatest, 20);
    coloured_clear(&c);
    crease_net_free(net);
}

// The scale of areas needs a bounded region, that of slopes a slope.
static void no_scale(void)
{
    crease_net *net = net_of(RELU("[[0, 0]]", "[1]"));
    for (int colours = CREASE_BY_PATTERN; colours <= CREASE_BY_AREA; colours++) {
        coloured c;
        coloured_init(&c, net, NULL, (crease_colours)colours);
        CU_ASSERT_EQUAL(c.tints.has_scale, colours == CREASE_BY_OUTPUT);
        coloured_clear(&c);
    }
    crease_net_free(net);
}

UNIT_MAIN("mosaic", {"creases are drawn once", creases_are_drawn_once},
          {"random networks tile", random_networks_tile}, {"far and small", far_and_small},
          {"only vertices are looked at", only_vertices_are_looked_at},
          {"extreme planes", extreme_planes}, {"polytopes", polytopes},
          {"areas of any size", areas_of_any_size}, {"by pattern and map", by_pattern_and_map},
          {"by slope", by_slope}, {"no scale", no_scale})
