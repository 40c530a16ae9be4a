// Drawing with Cairo.
#include "out/paint.h"
#include "nets.h"
#include "out/palette.h"
#include "unit.h"

#include <math.h>

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

static cairo_surface_t *painted(const mosaic *tiles, int creases, paint_seams seams)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE, SIDE);
    cairo_t *page = cairo_create(image);
    cairo_set_source_rgb(page, 1, 1, 1);
    cairo_paint(page);
    paint_mosaic(page, tiles, SIDE, SIDE, creases, seams);
    CU_ASSERT_EQUAL(cairo_status(page), CAIRO_STATUS_SUCCESS);
    cairo_destroy(page);
    cairo_surface_flush(image);
    return image;
}

// The lower left quarter, the rest to the right of it, and the strip above.
static view_corner corner[] = {
    {0, 0, 1, VIEW_NO_LAYER},   {0.5, 0, 1, 0},
    {0.5, 0.5, 1, 1},           {0, 0.5, 1, VIEW_NO_LAYER},
    {0.5, 0, 1, VIEW_NO_LAYER}, {1, 0, 1, VIEW_NO_LAYER},
    {1, 0.5, 1, VIEW_NO_LAYER}, {0.5, 0.5, 1, VIEW_NO_LAYER},
    {0, 0.5, 1, VIEW_NO_LAYER}, {1, 0.5, 1, VIEW_NO_LAYER},
    {1, 1, 1, VIEW_NO_LAYER},   {0, 1, 1, VIEW_NO_LAYER},
};
static mosaic_region region[] = {
    {0, 4, {.hue = 0}}, {4, 4, {.hue = UINT64_C(1) << 62}}, {8, 4, {.hue = UINT64_C(1) << 63}}};

static crease_net *two_layers(void)
{
    return net_of(RELU("[[1, 0]]", "[0]") "," RELU("[[1]]", "[0]"));
}

static void regions_are_where_they_belong(void)
{
    crease_net *net = two_layers();
    mosaic tiles = {.net = net, .region = region, .regions = 3, .corner = corner, .corners = 12};
    for (paint_seams seams = PAINT_ADD; seams <= PAINT_OVERLAP; seams++) {
        cairo_surface_t *image = painted(&tiles, 0, seams);
        colour expected[3];
        for (int i = 0; i < 3; i++)
            expected[i] = palette_by_pattern(region[i].key.hue);
        CU_ASSERT(is_near(pixel_at(image, 2, SIDE - 3), expected[0], 1));
        CU_ASSERT(is_near(pixel_at(image, SIDE / 2 - 3, SIDE / 2 + 3), expected[0], 1));
        CU_ASSERT(is_near(pixel_at(image, SIDE / 2 + 3, SIDE / 2 + 3), expected[1], 1));
        CU_ASSERT(is_near(pixel_at(image, SIDE - 3, SIDE - 3), expected[1], 1));
        CU_ASSERT(is_near(pixel_at(image, 2, 2), expected[2], 1));
        CU_ASSERT(is_near(pixel_at(image, SIDE - 3, SIDE / 2 - 3), expected[2], 1));
        cairo_surface_destroy(image);
    }
    crease_net_free(net);
}

static void creases(void)
{
    crease_net *net = two_layers();
    mosaic tiles = {.net = net, .region = region, .regions = 3, .corner = corner, .corners = 12};
    cairo_surface_t *plain = painted(&tiles, 0, PAINT_ADD);
    cairo_surface_t *image = painted(&tiles, 1, PAINT_ADD);
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

// A fan of narrow triangles of one colour looks like one region.
static void seams(void)
{
    enum { TRIANGLES = 64 };
    crease_net *net = two_layers();
    view_corner fan[3 * TRIANGLES];
    mosaic_region triangle[TRIANGLES];
    for (size_t i = 0; i < TRIANGLES; i++) {
        view_corner *c = fan + 3 * i;
        for (size_t k = 0; k < 2; k++) {
            double turn = 2 * M_PI * (double)(i + k) / TRIANGLES;
            c[k + 1] = (view_corner){0.5 + cos(turn), 0.5 + sin(turn), 1, VIEW_NO_LAYER};
        }
        c[0] = (view_corner){0.5, 0.5, 1, VIEW_NO_LAYER};
        triangle[i] = (mosaic_region){3 * i, 3, {.hue = 1}};
    }
    mosaic tiles = {.net = net,
                    .region = triangle,
                    .regions = TRIANGLES,
                    .corner = fan,
                    .corners = 3 * TRIANGLES};
    for (paint_seams kind = PAINT_ADD; kind <= PAINT_OVERLAP; kind++) {
        cairo_surface_t *image = painted(&tiles, 0, kind);
        int worst = 0;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                // Near the middle all of them meet in one pixel.
                if (hypot(x - SIDE / 2, y - SIDE / 2) > 8)
                    for (int t = worst; !is_near(pixel_at(image, x, y), palette_by_pattern(1), t);
                         t++)
                        worst = t + 1;
        CU_ASSERT(worst <= (kind == PAINT_ADD ? 4 : 24));
        cairo_surface_destroy(image);
    }
    crease_net_free(net);
}

static void nothing(void)
{
    crease_net *net = two_layers();
    mosaic_region hidden = {0, 0, {.hue = 0}};
    mosaic tiles = {.net = net, .region = &hidden, .regions = 1};
    cairo_surface_t *image = painted(&tiles, 1, PAINT_ADD);
    CU_ASSERT(is_near(pixel_at(image, SIDE / 2, SIDE / 2), (colour){1, 1, 1}, 0));
    cairo_surface_destroy(image);
    crease_net_free(net);
}

UNIT_MAIN("paint", {"regions are where they belong", regions_are_where_they_belong},
          {"creases", creases}, {"seams", seams}, {"nothing", nothing})
