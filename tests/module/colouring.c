// One colour for each region.
#include "out/colouring.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>

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
    colour *colours = colouring_new(&tiles);
    CU_ASSERT(same(colours[0], colours[2]));
    CU_ASSERT(!same(colours[0], colours[1]));
    for (int i = 0; i < 4; i++)
        CU_ASSERT(same(colours[i], palette_by_pattern(region[i].key.hue)));
    free(colours);
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
    colour *colours = colouring_new(&tiles);
    for (int i = 0; i < 7; i++)
        CU_ASSERT(same(colours[i], palette_by_index(number[i])));
    free(colours);
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
    colour *colours = colouring_new(&tiles);
    for (int i = 0; i < 5; i++) {
        const double *slope = region[i].key.slope;
        CU_ASSERT(same(colours[i], palette_by_slope(slope[0], slope[1], 5)));
    }
    free(colours);
}

static void all_flat(void)
{
    mosaic_region region[] = {{.key.slope = {0, 0}}, {.key.slope = {0, 0}}};
    mosaic tiles = tiles_of(region, 2, CREASE_BY_SLOPE);
    colour *colours = colouring_new(&tiles);
    CU_ASSERT(same(colours[0], colours[1]));
    CU_ASSERT(colours[0].red > 0.9 && colours[0].green > 0.9 && colours[0].blue > 0.9);
    free(colours);
}

static void no_regions(void)
{
    for (int colours = CREASE_BY_PATTERN; colours <= CREASE_BY_SLOPE; colours++) {
        mosaic tiles = tiles_of(NULL, 0, (crease_colours)colours);
        colour *none = colouring_new(&tiles);
        CU_ASSERT_PTR_NOT_NULL(none);
        free(none);
    }
}

UNIT_MAIN("colouring", {"by pattern", by_pattern}, {"by map", by_map}, {"by slope", by_slope},
          {"all flat", all_flat}, {"no regions", no_regions})
