// One colour for each region of a mosaic.
#include "out/colouring.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static void by_pattern(colour *colours, const mosaic *tiles)
{
    for (size_t i = 0; i < tiles->regions; i++)
        colours[i] = palette_by_pattern(tiles->region[i].key.hue);
}

// ---- by map: the maps are numbered as they are met ----

typedef struct {
    uint64_t map[2];
    size_t region;
} map_owner;

static int compare_maps(const map_owner *a, const map_owner *b)
{
    for (int i = 0; i < 2; i++)
        if (a->map[i] != b->map[i])
            return a->map[i] < b->map[i] ? -1 : 1;
    return 0;
}

// By map, then by region: the first of a run of equal maps is the first one met.
static int compare_owners(const void *left, const void *right)
{
    const map_owner *a = left, *b = right;
    int order = compare_maps(a, b);
    return order ? order : (a->region > b->region) - (a->region < b->region);
}

static void by_map(colour *colours, const mosaic *tiles)
{
    size_t n = tiles->regions, maps = 0;
    map_owner *owner = memory_new(n, sizeof *owner);
    size_t *first = memory_new(n, sizeof *first); // the first region with the same map
    for (size_t i = 0; i < n; i++) {
        const uint64_t *map = tiles->region[i].key.map;
        owner[i] = (map_owner){{map[0], map[1]}, i};
    }
    qsort(owner, n, sizeof *owner, compare_owners);
    for (size_t i = 0; i < n; i++) {
        int same = i && !compare_maps(owner + i - 1, owner + i);
        first[owner[i].region] = same ? first[owner[i - 1].region] : owner[i].region;
    }
    for (size_t i = 0; i < n; i++)
        colours[i] = first[i] == i ? palette_by_index(maps++) : colours[first[i]];
    free(owner);
    free(first);
}

// ---- by slope: a typical size is half way to the darkest ----

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// The median of the sizes that are not zero; 1 if all are.
static double typical_slope(const mosaic *tiles)
{
    double *size = memory_new(tiles->regions, sizeof *size), typical = 1;
    size_t count = 0;
    for (size_t i = 0; i < tiles->regions; i++) {
        const double *slope = tiles->region[i].key.slope;
        double length = hypot(slope[0], slope[1]);
        if (length > 0)
            size[count++] = length;
    }
    qsort(size, count, sizeof *size, compare_doubles);
    if (count)
        typical = size[count / 2];
    free(size);
    return typical;
}

static void by_slope(colour *colours, const mosaic *tiles)
{
    double typical = typical_slope(tiles);
    for (size_t i = 0; i < tiles->regions; i++) {
        const double *slope = tiles->region[i].key.slope;
        colours[i] = palette_by_slope(slope[0], slope[1], typical);
    }
}

colour *colouring_new(const mosaic *tiles)
{
    static void (*const rules[])(colour *, const mosaic *) = {
        [CREASE_BY_PATTERN] = by_pattern,
        [CREASE_BY_MAP] = by_map,
        [CREASE_BY_SLOPE] = by_slope,
    };
    colour *colours = memory_new(tiles->regions, sizeof *colours);
    rules[tiles->colours](colours, tiles);
    return colours;
}
