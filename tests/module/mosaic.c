// The regions of a picture: as doubles, their colours, and drawn.
#include "draw/mosaic.h"
#include "base/memory.h"
#include "draw/palette.h"
#include "draw/plane.h"
#include "nets.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void make_mosaic(mosaic *tiles, view *window, const crease_net *net, const char *box,
                        crease_colours colours)
{
    crease_domain *domain = domain_of(box);
    crease_counts counts;
    crease_error error;
    crease_counts_init(&counts, net);
    mosaic_init(tiles, net, domain, colours, 0, NULL);
    crease_visitor visitor = {
        .data = tiles, .wants_maps = mosaic_wants_maps(colours), .region = mosaic_add};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, &error), CREASE_OK);
    CU_ASSERT_EQUAL(counts.activation_regions, tiles->regions);
    mosaic_fit(tiles, window);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
}

static const view_vertex *vertex_of(const mosaic *tiles, size_t region, size_t k)
{
    const mosaic_region *r = tiles->region + region;
    return tiles->vertex + r->first + k % r->vertices;
}

static double area_of(const mosaic *tiles, size_t region)
{
    double sum = 0;
    for (size_t k = 0; k < tiles->region[region].vertices; k++) {
        const view_vertex *p = vertex_of(tiles, region, k), *q = vertex_of(tiles, region, k + 1);
        sum += (p->x * q->y - q->x * p->y) / 2;
    }
    return sum;
}

// Every region is seen with its vertices in the unit square, counterclockwise, and
// together they fill it.
static void check_tiling(const mosaic *tiles, double tolerance)
{
    double sum = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        for (size_t k = 0; k < tiles->region[i].vertices; k++) {
            const view_vertex *p = vertex_of(tiles, i, k);
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
        for (size_t k = 0; k < tiles->region[i].vertices; k++) {
            const view_vertex *p = vertex_of(tiles, i, k), *q = vertex_of(tiles, i, k + 1);
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

// Of a triangle far from the origin, whose sides go on to infinity: no place of a line that a cell
// keeps but where lines meet.
static void only_vertices_are_looked_at(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [0, 1], [1, 1]]", "[-10, -10, -30]"));
    mosaic tiles;
    view window;
    make_mosaic(&tiles, &window, net, NULL, CREASE_BY_PATTERN);
    CU_ASSERT_EQUAL(tiles.points, 3);
    for (int side = 0; side < 2; side++)
        CU_ASSERT_DOUBLE_EQUAL(window.size[side], 13, 1e-12);
    check_tiling(&tiles, 1e-12);
    mosaic_clear(&tiles);
    crease_net_free(net);
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
    mosaic_init(&tiles, net, domain, CREASE_BY_PATTERN, 0, NULL);
    crease_visitor visitor = {.data = &tiles, .region = mosaic_add};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
    mosaic_fit(&tiles, &window);
    double sum = 0;
    for (size_t i = 0; i < tiles.regions; i++) {
        CU_ASSERT(tiles.region[i].vertices >= 3); // none is out of sight
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

static double log_area(const char *unit, const char *box, size_t region)
{
    char *layer =
        memory_format(RELU("[[\"%s\", 0], [0, \"%s\"], [\"%s\", \"%s\"]]", "[-1, -1, -3]"), unit,
                      unit, unit, unit);
    crease_net *net = net_of(layer);
    mosaic tiles;
    view window;
    make_mosaic(&tiles, &window, net, box, CREASE_BY_AREA);
    const double area = tiles.region[region].log_area;
    mosaic_clear(&tiles);
    crease_net_free(net);
    free(layer);
    return area;
}

// Areas that no double has are told from infinite ones, and from nothing.
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

// Without a bounded region there is no scale of areas, without a slope none of slopes.
static void no_scale(void)
{
    crease_net *net = net_of(RELU("[[0, 0]]", "[1]"));
    static const crease_colours colours[] = {CREASE_BY_AREA, CREASE_BY_SLOPE, CREASE_BY_OUTPUT};
    for (int i = 0; i < 3; i++) {
        mosaic tiles;
        view window;
        tint t;
        chart_key key;
        make_mosaic(&tiles, &window, net, NULL, colours[i]);
        tint_init(&t, &tiles);
        tint_key(&key, &t);
        CU_ASSERT_EQUAL(!key.label, i < 2);
        if (key.label)
            axis_clear(&key.along);
        tint_clear(&t);
        mosaic_clear(&tiles);
    }
    crease_net_free(net);
}

static int same(colour a, colour b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

static mosaic tiles_of(mosaic_region *region, size_t regions, crease_colours colours)
{
    return (mosaic){.region = region, .regions = regions, .colours = colours};
}

static void by_pattern(void)
{
    mosaic_region region[] = {
        {.key.hue = 0}, {.key.hue = UINT64_C(1) << 63}, {.key.hue = 0}, {.key.hue = UINT64_MAX}};
    mosaic tiles = tiles_of(region, 4, CREASE_BY_PATTERN);
    tint t;
    tint_init(&t, &tiles);
    const colour *colours = t.flat;
    CU_ASSERT(same(colours[0], colours[2]));
    CU_ASSERT(!same(colours[0], colours[1]));
    for (int i = 0; i < 4; i++)
        CU_ASSERT(same(colours[i], palette_by_pattern(region[i].key.hue)));
    tint_clear(&t);
}

// Numbered as they are met; both halves of the fingerprint count.
static void by_map(void)
{
    mosaic_region region[] = {
        {.key.map = {9, 9}}, {.key.map = {1, 5}}, {.key.map = {9, 9}}, {.key.map = {1, 4}},
        {.key.map = {0, 5}}, {.key.map = {1, 5}}, {.key.map = {9, 9}},
    };
    static const size_t number[] = {0, 1, 0, 2, 3, 1, 0};
    mosaic tiles = tiles_of(region, 7, CREASE_BY_MAP);
    tint t;
    tint_init(&t, &tiles);
    const colour *colours = t.flat;
    for (int i = 0; i < 7; i++)
        CU_ASSERT(same(colours[i], palette_by_index(number[i])));
    tint_clear(&t);
}

// The middle of the sizes 1, 5 and 100 is half way; flat regions do not count.
static void by_slope(void)
{
    mosaic_region region[] = {{.key.slope = {0, 0}},
                              {.key.slope = {0, 1}},
                              {.key.slope = {3, -4}},
                              {.key.slope = {-100, 0}},
                              {.key.slope = {0, 0}}};
    mosaic tiles = tiles_of(region, 5, CREASE_BY_SLOPE);
    tint t;
    tint_init(&t, &tiles);
    const colour *colours = t.flat;
    for (int i = 0; i < 5; i++) {
        const double *slope = region[i].key.slope;
        CU_ASSERT(same(colours[i], palette_by_slope(slope[0], slope[1], 5)));
    }
    tint_clear(&t);
}

static void all_flat(void)
{
    mosaic_region region[] = {{.key.slope = {0, 0}}, {.key.slope = {0, 0}}};
    mosaic tiles = tiles_of(region, 2, CREASE_BY_SLOPE);
    tint t;
    tint_init(&t, &tiles);
    const colour *colours = t.flat;
    CU_ASSERT(same(colours[0], colours[1]));
    CU_ASSERT(colours[0].red > 0.9 && colours[0].green > 0.9 && colours[0].blue > 0.9);
    tint_clear(&t);
}

static void no_regions(void)
{
    for (int colours = CREASE_BY_PATTERN; colours <= CREASE_BY_AREA; colours++) {
        mosaic tiles = tiles_of(NULL, 0, (crease_colours)colours);
        tint t;
        tint_init(&t, &tiles);
        tint_clear(&t);
    }
}

#define SIDE 120

typedef struct {
    int red, green, blue;
} pixel;

static pixel pixel_at(cairo_surface_t *image, int x, int y)
{
    const unsigned char *row =
        cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    uint32_t word = ((const uint32_t *)(const void *)row)[x];
    return (pixel){word >> 16 & 255, word >> 8 & 255, word & 255};
}

static int is_near(pixel p, colour c, int tolerance)
{
    return abs(p.red - (int)lround(255 * c.red)) <= tolerance &&
           abs(p.green - (int)lround(255 * c.green)) <= tolerance &&
           abs(p.blue - (int)lround(255 * c.blue)) <= tolerance;
}

static cairo_surface_t *painted(const mosaic *tiles, int creases)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE, SIDE);
    cairo_t *page = cairo_create(image);
    cairo_set_source_rgb(page, 1, 1, 1);
    cairo_paint(page);
    tint t;
    tint_init(&t, tiles);
    canvas *over = canvas_over(page);
    plane_fill(over, &t, &(chart_place){0, 0, SIDE, SIDE}, creases);
    CU_ASSERT_PTR_NULL(canvas_close(over));
    tint_clear(&t);
    CU_ASSERT_EQUAL(cairo_status(page), CAIRO_STATUS_SUCCESS);
    cairo_destroy(page);
    cairo_surface_flush(image);
    return image;
}

// The lower left quarter, the rest to the right of it, and the strip above.
static view_vertex tile_vertex[] = {
    {0, 0, 1, VIEW_NO_LAYER},   {0.5, 0, 1, 0},
    {0.5, 0.5, 1, 1},           {0, 0.5, 1, VIEW_NO_LAYER},
    {0.5, 0, 1, VIEW_NO_LAYER}, {1, 0, 1, VIEW_NO_LAYER},
    {1, 0.5, 1, VIEW_NO_LAYER}, {0.5, 0.5, 1, VIEW_NO_LAYER},
    {0, 0.5, 1, VIEW_NO_LAYER}, {1, 0.5, 1, VIEW_NO_LAYER},
    {1, 1, 1, VIEW_NO_LAYER},   {0, 1, 1, VIEW_NO_LAYER},
};
static mosaic_region tile_region[] = {
    {.vertices = 4, .newest = 1},
    {.first = 4, .vertices = 4, .newest = 0, .key.hue = UINT64_C(1) << 62},
    {.first = 8, .vertices = 4, .newest = VIEW_NO_LAYER, .key.hue = UINT64_C(1) << 63}};

static crease_net *two_layers(void)
{
    return net_of(RELU("[[1, 0]]", "[0]") "," RELU("[[1]]", "[0]"));
}

static void regions_are_where_they_belong(void)
{
    crease_net *net = two_layers();
    mosaic tiles = {
        .net = net, .region = tile_region, .regions = 3, .vertex = tile_vertex, .vertices = 12};
    cairo_surface_t *image = painted(&tiles, 0);
    colour expected[3];
    for (int i = 0; i < 3; i++)
        expected[i] = palette_by_pattern(tile_region[i].key.hue);
    CU_ASSERT(is_near(pixel_at(image, 2, SIDE - 3), expected[0], 1));
    CU_ASSERT(is_near(pixel_at(image, SIDE / 2 - 3, SIDE / 2 + 3), expected[0], 1));
    CU_ASSERT(is_near(pixel_at(image, SIDE / 2 + 3, SIDE / 2 + 3), expected[1], 1));
    CU_ASSERT(is_near(pixel_at(image, SIDE - 3, SIDE - 3), expected[1], 1));
    CU_ASSERT(is_near(pixel_at(image, 2, 2), expected[2], 1));
    CU_ASSERT(is_near(pixel_at(image, SIDE - 3, SIDE / 2 - 3), expected[2], 1));
    cairo_surface_destroy(image);
    crease_net_free(net);
}

static void creases(void)
{
    crease_net *net = two_layers();
    mosaic tiles = {
        .net = net, .region = tile_region, .regions = 3, .vertex = tile_vertex, .vertices = 12};
    cairo_surface_t *plain = painted(&tiles, 0);
    cairo_surface_t *image = painted(&tiles, 1);
    // The first layer's crease runs up from the bottom, the second's to the left.
    pixel first = pixel_at(image, SIDE / 2, 3 * SIDE / 4),
          second = pixel_at(image, SIDE / 4, SIDE / 2);
    CU_ASSERT(first.red < pixel_at(plain, SIDE / 2, 3 * SIDE / 4).red);
    CU_ASSERT(second.green < pixel_at(plain, SIDE / 4, SIDE / 2).green);
    CU_ASSERT(first.red < second.red); // thicker
    // No crease elsewhere.
    for (int i = 0; i < SIDE; i++) {
        pixel p = pixel_at(plain, i, SIDE / 4), q = pixel_at(image, i, SIDE / 4);
        CU_ASSERT(p.red == q.red && p.green == q.green && p.blue == q.blue);
    }
    cairo_surface_destroy(plain);
    cairo_surface_destroy(image);
    crease_net_free(net);
}

// A fan of narrow triangles of one colour looks like one tile_region.
static void gaps(void)
{
    enum { TRIANGLES = 64 };
    crease_net *net = two_layers();
    view_vertex fan[3 * TRIANGLES];
    mosaic_region triangle[TRIANGLES];
    for (size_t i = 0; i < TRIANGLES; i++) {
        view_vertex *c = fan + 3 * i;
        for (size_t k = 0; k < 2; k++) {
            double turn = 2 * M_PI * (double)(i + k) / TRIANGLES;
            c[k + 1] = (view_vertex){0.5 + cos(turn), 0.5 + sin(turn), 1, VIEW_NO_LAYER};
        }
        c[0] = (view_vertex){0.5, 0.5, 1, VIEW_NO_LAYER};
        triangle[i] =
            (mosaic_region){.first = 3 * i, .vertices = 3, .newest = VIEW_NO_LAYER, .key.hue = 1};
    }
    mosaic tiles = {.net = net,
                    .region = triangle,
                    .regions = TRIANGLES,
                    .vertex = fan,
                    .vertices = 3 * TRIANGLES};
    cairo_surface_t *image = painted(&tiles, 0);
    int worst = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            // Near the middle all of them meet in one pixel.
            if (hypot(x - SIDE / 2, y - SIDE / 2) > 8)
                for (int t = worst; !is_near(pixel_at(image, x, y), palette_by_pattern(1), t); t++)
                    worst = t + 1;
    CU_ASSERT(worst <= 4);
    cairo_surface_destroy(image);
    crease_net_free(net);
}

static void nothing(void)
{
    crease_net *net = two_layers();
    mosaic_region hidden = {.vertices = 0};
    mosaic tiles = {.net = net, .region = &hidden, .regions = 1};
    cairo_surface_t *image = painted(&tiles, 1);
    CU_ASSERT(is_near(pixel_at(image, SIDE / 2, SIDE / 2), (colour){1, 1, 1}, 0));
    cairo_surface_destroy(image);
    crease_net_free(net);
}

UNIT_MAIN("mosaic", {"creases are drawn once", creases_are_drawn_once},
          {"random networks tile", random_networks_tile}, {"far and small", far_and_small},
          {"only vertices are looked at", only_vertices_are_looked_at},
          {"extreme planes", extreme_planes}, {"keys", keys}, {"polytopes", polytopes},
          {"areas of any size", areas_of_any_size}, {"no scale", no_scale},
          {"by pattern", by_pattern}, {"by map", by_map}, {"by slope", by_slope},
          {"all flat", all_flat}, {"no regions", no_regions},
          {"regions are where they belong", regions_are_where_they_belong}, {"creases", creases},
          {"gaps", gaps}, {"nothing", nothing})
