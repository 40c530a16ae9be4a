// Which facets of a region meet in which generators.
#include "walk/region.h"

static void begin_generator(crease_region *region, size_t listed)
{
    region->begin[region->generators++] = listed;
}

static void take(crease_region *region, size_t generators, size_t meetings)
{
    arena *stack = &region->w->space.cells;
    region->begin = arena_take(stack, (generators + 1) * sizeof *region->begin);
    region->meeting = arena_take(stack, meetings * sizeof *region->meeting);
}

// ---- any dimension: the cell knows ----

static void meet_in_general(crease_region *region)
{
    const geom_cell *cell = region->cell;
    size_t facets = crease_region_facets(region), listed = 0, infinity = 0;
    const size_t *list = region_facet_list(region);
    take(region, cell->count, cell->count * (facets + 1));
    while (infinity < cell->facets && cell->facet[infinity].plane != SPACE_INFINITY)
        infinity++;
    for (size_t i = 0; i < cell->count && !cell->lines; i++) {
        begin_generator(region, listed);
        for (size_t f = 0; f < facets; f++)
            if (cell_lies_on(cell, i, list[f]))
                region->meeting[listed++] = f;
        if (region_is_infinite(region, i))
            region->meeting[listed++] = facets;
    }
    region->begin[region->generators] = listed;
}

// ---- two dimensions: a facet ends in two generators, those that are not flat ----

// A region without such a generator, at a finite place, contains a line.
static size_t has_vertex(const crease_region *region)
{
    for (size_t i = 0; i < region->cell->count; i++)
        if (!region_is_infinite(region, i) && !region_is_flat(region, i))
            return 1;
    return 0;
}

// Lists `before` and `after`, different facets or infinity, and infinity for a ray, in order.
static size_t meet_at(crease_region *region, size_t listed, size_t before, size_t after, int ray)
{
    size_t infinity = region->facets, high = before < after ? after : before;
    begin_generator(region, listed);
    region->meeting[listed++] = before < after ? before : after;
    region->meeting[listed++] = high;
    if (ray && high != infinity)
        region->meeting[listed++] = infinity;
    return listed;
}

static void meet_round_border(crease_region *region)
{
    size_t n = region->cell->count, facets = crease_region_facets(region), listed = 0, next = 0;
    const size_t *list = region_facet_list(region);
    take(region, n, 3 * n);
    // The edge that enters the first generator is the one that leaves the last.
    size_t last = n - 1;
    while (last && region_is_flat(region, last))
        last--;
    size_t before = facets && list[facets - 1] == last ? facets - 1 : facets;
    for (size_t i = 0, pointed = has_vertex(region); i < n && pointed; i++) {
        if (region_is_flat(region, i))
            continue;
        size_t after = next < facets && list[next] == i ? next++ : facets;
        listed = meet_at(region, listed, before, after, region_is_infinite(region, i));
        before = after;
    }
    region->begin[region->generators] = listed;
}

// ---- one dimension: a facet is a generator ----

static void meet_at_ends(crease_region *region)
{
    size_t facets = crease_region_facets(region), listed = 0, next = 0;
    take(region, region->cell->count, region->cell->count);
    for (size_t i = 0; i < region->cell->count && facets; i++) {
        begin_generator(region, listed);
        region->meeting[listed++] = region_is_infinite(region, i) ? facets : next++;
    }
    region->begin[region->generators] = listed;
}

static const crease_region *with_generators(const crease_region *region)
{
    if (region->begin)
        return region;
    crease_region *filled = (crease_region *)region; // made by the walk, not const
    const geom_space *space = &region->w->space;
    if (space->general)
        meet_in_general(filled);
    else if (space->dimension == 2)
        meet_round_border(filled);
    else
        meet_at_ends(filled);
    return region;
}

size_t crease_region_generators(const crease_region *region)
{
    return with_generators(region)->generators;
}

const size_t *crease_region_generator(size_t *count, const crease_region *region, size_t index)
{
    const size_t *begin = with_generators(region)->begin + index;
    *count = begin[1] - begin[0];
    return region->meeting + begin[0];
}
