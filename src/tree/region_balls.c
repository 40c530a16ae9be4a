// The volume of a region, the mean of its vertices and its map, approximately, for decimals.
#include "exact/ball_matrix.h"
#include "geom/shown.h"
#include "tree/maps_balls.h"
#include "tree/region.h"

typedef struct {
    geom_space *space;
    ball_minors minors; // of the last simplex, whose points are these
    uint32_t point[BALL_DETERMINANT_MOST + 1];
    int begun;
    ball sum; // d! times the volume
} ball_sum;

// Simplices that follow one another begin with the same points, but for the last few.
static void add_simplex(void *data, const fmpz *const *row, const uint32_t *point)
{
    (void)row;
    ball_sum *s = data;
    size_t d = s->space->dimension, same = 0;
    while (s->begun && same < d && s->point[same] == point[same])
        same++;
    const ball *first = shown_point_balls(s->space, point[0]);
    for (size_t i = same ? same : 1; i <= d; i++) {
        s->point[i] = point[i];
        ball_minors_row(&s->minors, i - 1, shown_point_balls(s->space, point[i]), first);
    }
    s->point[0] = point[0];
    s->begun = 1;
    s->sum = ball_add(s->sum, ball_abs(ball_determinant(&s->minors)));
}

// All generators, none of which is infinite, in the order of the cell.
static const ball *const *places(const crease_region *region)
{
    geom_space *space = region_space(region);
    const size_t count = region->cell->count;
    if (region->cache->place)
        return region->cache->place;
    const ball **place = arena_take(&space->cells, count * sizeof *place);
    for (size_t i = 0; i < count; i++)
        place[i] = shown_point_balls(space, region_point(region, i));
    region->cache->place = place;
    return place;
}

int region_volume_ball(ball *volume, const crease_region *region)
{
    ball_sum s;
    double factorial = 1;
    geom_space *space = region_space(region);
    size_t d = space->dimension;
    if (d > BALL_DETERMINANT_MOST || !d)
        return 0;
    if (d == 2 && !space->general) {
        *volume = ball_polygon_area(places(region), region->cell->count);
        return 1;
    }
    s.space = space;
    s.begun = 0;
    s.sum = (ball){{0, 0}, 0};
    ball_minors_init(&s.minors, d);
    region_simplices(region, 0, add_simplex, &s);
    for (size_t i = 2; i <= d; i++)
        factorial *= (double)i;
    *volume = ball_over(s.sum, factorial);
    return 1;
}

int region_interior_balls(ball *x, const crease_region *region, int by_high)
{
    geom_space *space = region_space(region);
    const size_t vertices = crease_region_vertices(region), d = space->dimension;
    if (crease_region_rays(region) || !region_has_vertex(region))
        return 0;
    const ball *const *place = places(region);
    const size_t *vertex = region->cache->vertex; // there are some
    const arena_mark mark = arena_here(&space->cells);
    const ball **chosen = arena_take(&space->cells, vertices * sizeof *chosen);
    for (size_t k = 0; k < vertices; k++)
        chosen[k] = place[vertex[k]];
    (by_high ? ball_mean_high : ball_mean)(x, chosen, vertices, d);
    arena_release(&space->cells, mark);
    return 1;
}

void region_map_balls(ball *row, const crease_region *region, size_t output)
{
    walk_maps *maps = &region->pos->maps;
    if (!region->cache->has_map_balls)
        walk_maps_follow_outputs(maps);
    region->cache->has_map_balls = 1;
    walk_maps_output_balls(row, maps, output);
}
