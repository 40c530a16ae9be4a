// A region as a visitor sees it.
#include "walk/region.h"

#include <flint/fmpz_vec.h>

static uint32_t point_at(const crease_region *region, size_t corner)
{
    return region->cell->corner[corner].point;
}

static int is_infinite(const crease_region *region, size_t corner)
{
    return region->w->space.point[point_at(region, corner)].infinite;
}

// Both edges at the corner lie on one line.
static int is_flat(const crease_region *region, size_t corner)
{
    const cell2 *cell = region->cell;
    size_t before = corner ? corner - 1 : cell->count - 1;
    return cell->corner[before].line == cell->corner[corner].line;
}

// The corner to start from: after infinity, or the lexicographically least.
static size_t first_corner(const crease_region *region)
{
    size_t n = region->cell->count, least = 0;
    plane *space = &region->w->space;
    for (size_t i = 0; i < n; i++)
        if (is_infinite(region, i) && !is_infinite(region, (i + 1) % n))
            return (i + 1) % n;
    for (size_t i = 1; i < n && !is_infinite(region, 0); i++)
        if (row_compare_points(plane_point_row(space, point_at(region, i)),
                               plane_point_row(space, point_at(region, least))) < 0)
            least = i;
    return least;
}

// Drops flat corners, unless the region has no other finite ones: then it contains a
// line, and its flat corners are needed to span it.
static void choose_corners(crease_region *region)
{
    size_t n = region->cell->count, sharp = 0;
    for (size_t i = 0; i < n; i++)
        sharp += !is_infinite(region, i) && !is_flat(region, i);
    region->vertices = region->rays = 0;
    for (int infinite = 0; infinite < 2; infinite++)
        for (size_t i = 0; i < n; i++) {
            size_t corner = region->whole[i];
            if (is_infinite(region, corner) != infinite || (sharp && is_flat(region, corner)))
                continue;
            region->corner[region->vertices + region->rays] = corner;
            *(infinite ? &region->rays : &region->vertices) += 1;
        }
}

void region_init(crease_region *region, walker *w, const cell2 *cell, uint64_t id)
{
    *region = (crease_region){.w = w, .cell = cell, .id = id};
    if (w->visitor->wants_maps)
        walk_maps_need_output(&w->maps);
}

// Visitors that look at no vertex need not pay for their order, which takes integers.
static const crease_region *with_corners(const crease_region *region)
{
    if (region->corner)
        return region;
    crease_region *filled = (crease_region *)region; // made by the walk, not const
    size_t n = region->cell->count;
    arena *stack = &region->w->space.cells;
    filled->corner = arena_take(stack, n * sizeof *filled->corner);
    filled->whole = arena_take(stack, n * sizeof *filled->whole);
    size_t first = first_corner(region);
    for (size_t i = 0; i < n; i++)
        filled->whole[i] = (first + i) % n;
    choose_corners(filled);
    return region;
}

uint64_t crease_region_id(const crease_region *region)
{
    return region->id;
}

const uint32_t *crease_region_pattern(const crease_region *region, size_t layer)
{
    return region->w->maps.layer[layer + 1].pattern;
}

int crease_region_is_bounded(const crease_region *region)
{
    return cell2_is_bounded(region->cell, &region->w->space);
}

size_t crease_region_vertices(const crease_region *region)
{
    size_t vertices = with_corners(region)->vertices;
    return vertices ? vertices : 1; // the plane shows the origin
}

size_t crease_region_rays(const crease_region *region)
{
    return with_corners(region)->rays;
}

void crease_region_vertex(fmpq *x, const crease_region *region, size_t index)
{
    if (with_corners(region)->vertices == 0) {
        fmpq_zero(x);
        fmpq_zero(x + 1);
        return;
    }
    const fmpz *point = plane_point_row(&region->w->space, point_at(region, region->corner[index]));
    for (int i = 0; i < 2; i++)
        fmpq_set_fmpz_frac(x + i, point + i, point + 2);
}

void crease_region_ray(fmpq *x, const crease_region *region, size_t index)
{
    size_t corner = with_corners(region)->corner[region->vertices + index];
    const fmpz *point = plane_point_row(&region->w->space, point_at(region, corner));
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, point, 2);
    for (int i = 0; i < 2; i++)
        fmpq_set_fmpz_frac(x + i, point + i, content);
    fmpz_clear(content);
}

// Half the sum of x_i y_j - x_j y_i over consecutive corners i, j.
void crease_region_volume(fmpq_t volume, const crease_region *region)
{
    plane *space = &region->w->space;
    size_t n = region->cell->count;
    fmpz_t cross, weight;
    fmpq_t term;
    fmpz_init(cross);
    fmpz_init(weight);
    fmpq_init(term);
    fmpq_zero(volume);
    for (size_t i = 0; i < n; i++) {
        const fmpz *a = plane_point_row(space, point_at(region, i));
        const fmpz *b = plane_point_row(space, point_at(region, (i + 1) % n));
        fmpz_mul(cross, a, b + 1);
        fmpz_submul(cross, b, a + 1);
        fmpz_mul(weight, a + 2, b + 2);
        fmpz_mul_2exp(weight, weight, 1);
        fmpq_set_fmpz_frac(term, cross, weight);
        fmpq_add(volume, volume, term);
    }
    fmpz_clear(cross);
    fmpz_clear(weight);
    fmpq_clear(term);
}

void crease_region_map(fmpq *row, const crease_region *region, size_t output)
{
    const walk_maps *maps = &region->w->maps;
    const walk_layer *last = maps->layer + maps->layers - 1;
    size_t columns = last->columns;
    fmpz *scaled = _fmpz_vec_init((slong)columns);
    walk_layer_output(scaled, last, output);
    for (size_t c = 0; c < columns; c++) {
        fmpq_set_fmpz(row + c, scaled + c);
        fmpq_div(row + c, row + c, last->scaled->sigma + output);
    }
    _fmpz_vec_clear(scaled, (slong)columns);
}

void region_map_residues(uint32_t *map, const crease_region *region)
{
    walker *w = region->w;
    if (!w->has_residues)
        walk_residues_init(&w->residues, &w->maps);
    w->has_residues = 1;
    walk_residues_output(map, &w->residues);
}

void region_integer_map(fmpz *map, const crease_region *region)
{
    walk_maps *maps = &region->w->maps;
    walk_maps_need_output(maps);
    const walk_layer *last = maps->layer + maps->layers - 1;
    for (size_t j = 0; j < last->scaled->units; j++)
        walk_layer_output(map + j * last->columns, last, j);
}

size_t region_facets(const crease_region *region)
{
    return region->cell->count;
}

void region_facet(region_facet_info *info, const crease_region *region, size_t index)
{
    plane *space = &region->w->space;
    size_t n = region->cell->count;
    size_t from = index, to = (index + 1) % n;
    const corner2 *corner = region->cell->corner + from;
    info->origin = space->line[corner->line].origin;
    info->side = corner->side;
    info->infinite = is_infinite(region, from) && is_infinite(region, to);
    info->from = plane_point_row(space, point_at(region, from));
    info->to = plane_point_row(space, point_at(region, to));
}
