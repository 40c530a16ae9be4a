// The regions of a picture, as doubles.
#include "out/mosaic.h"
#include "nets.h"
#include "out/palette.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>

// Collects and fits the regions; box NULL: the plane.
static void make_mosaic(mosaic *tiles, view *window, const crease_net *net, const char *box,
                        crease_colours colours)
{
    crease_domain *domain = domain_of(box);
    crease_counts counts;
    crease_error error;
    crease_counts_init(&counts, net);
    mosaic_init(tiles, net, domain, colours);
    crease_visitor visitor = {
        .data = tiles, .wants_maps = colours != CREASE_BY_PATTERN, .region = mosaic_add};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, &error), CREASE_OK);
    CU_ASSERT_EQUAL(counts.activation_regions, tiles->regions);
    mosaic_fit(tiles, window);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
}

static const view_corner *corner_of(const mosaic *tiles, size_t region, size_t k)
{
    const mosaic_region *r = tiles->region + region;
    return tiles->corner + r->first + k % r->corners;
}

static double area_of(const mosaic *tiles, size_t region)
{
    double sum = 0;
    for (size_t k = 0; k < tiles->region[region].corners; k++) {
        const view_corner *p = corner_of(tiles, region, k), *q = corner_of(tiles, region, k + 1);
        sum += (p->x * q->y - q->x * p->y) / 2;
    }
    return sum;
}

// Every region is seen with its corners in the unit square, counterclockwise, and
// together they fill it.
static void check_tiling(const mosaic *tiles, double tolerance)
{
    double sum = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        for (size_t k = 0; k < tiles->region[i].corners; k++) {
            const view_corner *p = corner_of(tiles, i, k);
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
    for (size_t i = 0; i < tiles->regions; i++)
        for (size_t k = 0; k < tiles->region[i].corners; k++) {
            const view_corner *p = corner_of(tiles, i, k), *q = corner_of(tiles, i, k + 1);
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
        view window;
        make_mosaic(&tiles, &window, net, boxes[i], CREASE_BY_PATTERN);
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
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    for (int round = 0; round < 120; round++) {
        crease_net *net = random_net(&random, 2, 5, 3);
        mosaic tiles;
        view window;
        make_mosaic(&tiles, &window, net, boxes[round % 3], (crease_colours)(round % 2));
        check_tiling(&tiles, 1e-9);
        mosaic_clear(&tiles);
        crease_net_free(net);
    }
}

// A box that doubles cannot tell from a point is drawn as well as any other.
static void far_and_small(void)
{
    crease_net *net =
        net_of(RELU("[[1, 0], [1, 0], [0, 1]]",
                    "[\"-1000000000000000000000000000001/1000000000000000000000000000000\","
                    "\"-2000000000000000000000000000003/2000000000000000000000000000000\","
                    "\"-1e500\"]"));
    mosaic tiles;
    view window;
    make_mosaic(&tiles, &window, net,
                "1,1000000000000000000000000000002/1000000000000000000000000000000,-3e500,5e500",
                CREASE_BY_PATTERN);
    CU_ASSERT_EQUAL(tiles.regions, 6);
    check_tiling(&tiles, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area_of(&tiles, 0), 0.5 * 0.5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(area_of(&tiles, 1), 0.5 * 0.5, 1e-12);
    mosaic_clear(&tiles);
    crease_net_free(net);
}

// No crash, no endless loop, no corner outside the page.
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
        for (int colours = CREASE_BY_PATTERN; colours <= CREASE_BY_SLOPE; colours++) {
            mosaic tiles;
            view window;
            make_mosaic(&tiles, &window, net, NULL, (crease_colours)colours);
            check_tiling(&tiles, 1e-9);
            mosaic_clear(&tiles);
        }
        crease_net_free(net);
    }
}

static void keys(void)
{
    // Regions 00, 01, 10, 11; the output is |x| + relu(y), and 0 for y < 0.
    crease_net *net = net_of(LAYER("abs", "[[3, 4]]", "[0]") "," RELU("[[0], [1]]", "[0, -5]"));
    mosaic tiles;
    view window;
    make_mosaic(&tiles, &window, net, NULL, CREASE_BY_PATTERN);
    CU_ASSERT_EQUAL_FATAL(tiles.regions, 4);
    CU_ASSERT_EQUAL(tiles.region[0].key.hue, 0);
    CU_ASSERT_EQUAL(tiles.region[1].key.hue, palette_turn(1, 1));
    CU_ASSERT_EQUAL(tiles.region[2].key.hue, palette_turn(0, 0));
    CU_ASSERT_EQUAL(tiles.region[3].key.hue, palette_turn(0, 0) + palette_turn(1, 1));
    mosaic_clear(&tiles);

    make_mosaic(&tiles, &window, net, NULL, CREASE_BY_MAP);
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < i; k++) {
            int same = !memcmp(tiles.region[i].key.map, tiles.region[k].key.map, 16);
            CU_ASSERT_EQUAL(same, i == 2 && k == 0); // both constant
        }
    mosaic_clear(&tiles);
    crease_net_free(net);

    net = net_of(RELU("[[1, 0]]", "[0]") "," LINEAR("[[-2], [7]]", "[1, 1]"));
    make_mosaic(&tiles, &window, net, "-1,1", CREASE_BY_SLOPE);
    CU_ASSERT_EQUAL(tiles.region[0].key.slope[0], 0);
    CU_ASSERT_EQUAL(tiles.region[1].key.slope[0], -2);
    CU_ASSERT_EQUAL(tiles.region[1].key.slope[1], 0);
    mosaic_clear(&tiles);
    crease_net_free(net);
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
    view window;
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, row, count, 2, NULL), CREASE_OK);
    crease_counts_init(&counts, net);
    mosaic_init(&tiles, net, domain, CREASE_BY_PATTERN);
    crease_visitor visitor = {.data = &tiles, .region = mosaic_add};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
    mosaic_fit(&tiles, &window);
    double sum = 0;
    for (size_t i = 0; i < tiles.regions; i++) {
        CU_ASSERT(tiles.region[i].corners >= 3); // none is out of sight
        sum += area_of(&tiles, i);
    }
    mosaic_clear(&tiles);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    _fmpq_vec_clear(row, (slong)(3 * count));
    return sum;
}

// A polytope is seen wholly, with 2 % round it; of an unbounded one, what lies within 15 % of its
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

UNIT_MAIN("mosaic", {"creases are drawn once", creases_are_drawn_once},
          {"random networks tile", random_networks_tile}, {"far and small", far_and_small},
          {"extreme planes", extreme_planes}, {"keys", keys}, {"polytopes", polytopes})
