// Segments, rays and the whole line.
//
// The generators are the lower and the upper end; each carries the plane that is this point,
// oriented so that the cell lies on its given side.

#include "cell/kind.h"

#include "base/fatal.h"
#include "domain/border.h"

enum { LOWER, UPPER, ENDS };

static void interval_whole(geom_cell *cell, geom_space *space)
{
    fmpz infinity[2] = {0, 1};
    uint32_t plane = space_add_border(space, infinity);
    *cell = (geom_cell){.count = ENDS};
    cell->generator = arena_take(&space->cells, ENDS * sizeof *cell->generator);
    for (uint32_t i = 0; i < ENDS; i++) {
        fmpz direction[2] = {i == UPPER ? 1 : -1, 0};
        cell->generator[i] = (cell_generator){space_add_point(space, direction), plane, 1, i};
    }
}

static void interval_split(geom_cell half[2], geom_space *space, const geom_cell *cell,
                           const signed char *sign, uint32_t plane, uint32_t *slots)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    bool rises = sign[LOWER] < 0;
    cell_generator cross = {
        .point = space_add_common(space, &plane, 1, 0, 0, 0), .plane = plane, .slot = (*slots)++};
    for (int s = 0; s < 2; s++) {
        half[s] = (geom_cell){.count = ENDS};
        half[s].generator = arena_take(&space->cells, ENDS * sizeof cross);
        cross.side = s ? 1 : -1;
        int kept = s == rises ? UPPER : LOWER;
        half[s].generator[kept] = cell->generator[kept];
        half[s].generator[kept == UPPER ? LOWER : UPPER] = cross;
    }
}

static double interval_length(const geom_cell *cell, const geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return space_place(space, cell->generator[UPPER].point)[0] -
           space_place(space, cell->generator[LOWER].point)[0];
}

static size_t interval_facets(half_space **facet, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    size_t facets = 0;
    *facet = arena_take(&space->cells, ENDS * sizeof **facet);
    for (size_t i = 0; i < ENDS; i++)
        if (!space->point[cell->generator[i].point].infinite)
            (*facet)[facets++] = (half_space){cell->generator[i].plane, cell->generator[i].side};
    return facets;
}

static size_t interval_facets_meeting(half_space *facet, const geom_cell *cell, size_t generator)
{
    ASSERT(cell_is_made(cell));
    ASSERT(generator < cell->count);
    *facet = (half_space){cell->generator[generator].plane, cell->generator[generator].side};
    return 1;
}

const cell_kind interval_kind = {
    .whole = interval_whole,
    .split = interval_split,
    .clip = generators_clip,
    .copy = generators_copy,
    .is_bounded = generators_are_bounded,
    .box = generators_box,
    .size = interval_length,
    .sides = generators_sides,
    .holds = generators_hold,
    .facets = interval_facets,
    .facets_meeting = interval_facets_meeting,
    .lies_beside = generators_lie_beside,
};
