// A region as a visitor sees it.
#pragma once

#include "base/fatal.h"
#include "cell/balls.h"
#include "cell/volume.h"
#include "tree/position.h"
#include <stdbool.h>

// A ray that visitors get: a generator or, since a line is reported as two rays, its opposite.
typedef struct {
    size_t generator;
    bool backwards;
} cached_ray;

// Results that are computed on first use. All are zero at first.
typedef struct {
    // Generators in the order in which visitors see them.
    size_t *vertex, vertices;
    cached_ray *ray;
    size_t rays;
    half_space *facet;
    size_t facets;
    const geom_cell *canonical, *corners; // the cell as in cell/cell.h
    shared_vertex **shared;               // of each generator of corners
    ball_cell *balls;                     // NULL: not asked for, or none
    bool has_no_balls;
    bool is_trimmed; // memory of shared vertices
} region_cache;

struct crease_region {
    walk_position *pos;
    const geom_cell *cell;
    uint64_t id;
    region_cache *cache;
};

// ---- the cell ----

static inline geom_space *region_space(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return &region->pos->space;
}

// The cell of the region, with generators. A cell without them is made again from its facets, once.
const geom_cell *region_make_corners(const crease_region *region);
static inline const geom_cell *region_corners(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region->cell->count ? region->cell : region_make_corners(region);
}
// For each generator of region_corners its vertex (cell/share.h).
shared_vertex **region_share(const crease_region *region);
// The cell as its inequalities alone determine it.
const geom_cell *region_canonical(const crease_region *region);

static inline uint32_t region_point(const crease_region *region, size_t generator)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region_corners(region)->generator[generator].point;
}

static inline bool region_is_infinite(const crease_region *region, size_t generator)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region_space(region)->point[region_point(region, generator)].infinite;
}

// The point of a vertex that is not the origin of the whole space, once crease_region_vertices was
// called.
uint32_t region_vertex_point(const crease_region *region, size_t index);
// A vertex in homogeneous integers, borrowed. NULL is the origin, which the whole space reports.
const fmpz *region_vertex_row(const crease_region *region, size_t index);
// The coordinates of a vertex as text, borrowed. NULL for the origin that the whole space reports.
const number_text *region_vertex_text(const crease_region *region, size_t index,
                                      number_style style);
// The coordinates of a vertex in balls, borrowed; NULL if they do not serve. The volume of a
// bounded region; returns 0 likewise.
const ball *region_vertex_balls(const crease_region *region, size_t index);
bool region_volume_ball(ball *volume, const crease_region *region);
// As ball_cell_moments, for a bounded region.
bool region_moment_balls(ball *sums, const crease_region *region, const ball *form, size_t forms,
                         double error);
// Row `output` of the map, d + 1 balls; returns 0 if they do not serve.
bool region_output_balls(ball *row, const crease_region *region, size_t output);
// A point inside that needs no integers, if the doubles at hand lead to one. It may depend on how
// the region was found; that of crease_region_interior does not.
void region_inside(fmpq *x, const crease_region *region);

// ---- facets ----

// The cache with the region's facets, which are found once.
const region_cache *region_find_facets(const crease_region *region);
static inline const region_cache *region_with_facets(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region->cache->facet ? region->cache : region_find_facets(region);
}

// The plane of facet `index` of the region, numbered as in crease_region_facets, and the side of it
// on which the region lies; then the origin of that plane.
static inline half_space region_facet_plane(const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region_with_facets(region)->facet[index];
}
static inline const plane_origin *region_facet_origin(const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region_space(region)->origin + region_facet_plane(region, index).plane;
}

// Lists at least the facets on creases that the region lies below; cheaper than all of them.
size_t region_lower_facets(const half_space **facet, const crease_region *region);
// The facet's form, positive inside, in balls: d + 1, in units of its own. Returns 0 if it lies on
// the border, and unless pairs decide signs in its layer.
bool region_facet_balls(ball *form, const crease_region *region, size_t index);

// ---- edges of two-dimensional regions ----

// An edge of the region, from one generator to the next counterclockwise.
typedef struct {
    plane_origin origin; // split NO_SPLIT: the border of the domain, or infinity
    bool infinite;       // an edge of the line at infinity
    int side;            // 1 if the region lies above the split, else -1
    bool goes_on;        // on the line of the edge before: no vertex lies between
    // The end points in homogeneous integers (x, y, w), w >= 0; borrowed.
    const fmpz *start, *end;
} region_edge;

// Flat generators end an edge too, so one facet may come in several pieces.
size_t region_edges(const crease_region *region);
void region_edge_at(region_edge *edge, const crease_region *region, size_t index);

// ---- maps ----

// A key of the output map below. Different keys prove different maps; equal ones prove nothing.
uint64_t region_map_key(const crease_region *region);

// The output map in the integer units of scaled_net: outputs x (d + 1) entries. Two
// regions of one network have equal affine maps iff these rows are equal.
void region_integer_map(fmpz *map, const crease_region *region);
// One of its rows.
void region_integer_row(fmpz *row, const crease_region *region, size_t output);
