// The edges of a two-dimensional region.
#include "walk/region.h"

size_t region_edges(const crease_region *region)
{
    return region->cell->count;
}

void region_edge_at(region_edge *edge, const crease_region *region, size_t index)
{
    geom_space *space = &region->w->space;
    size_t from = index, to = (index + 1) % region->cell->count;
    const cell_generator *generator = region->cell->generator + from;
    edge->origin = space->origin[generator->plane];
    edge->side = generator->side;
    edge->infinite = region_is_infinite(region, from) && region_is_infinite(region, to);
    edge->from = space_point_row(space, region_point(region, from));
    edge->to = space_point_row(space, region_point(region, to));
}
