// A region as a visitor sees it: its vertices and rays, facets, edges, volume and map.
#include "tree/region.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "domain/point_number.h"
#include "exact/ball.h"
#include "exact/lowest_terms.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <limits.h>
#include <math.h>
#include <string.h>

uint64_t crease_region_id(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region->id;
}

const uint32_t *crease_region_pattern(const crease_region *region, size_t layer)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region->pos->maps.layer[layer + 1].pattern;
}

int crease_region_is_bounded(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return cell_is_bounded(region->cell, region_space(region));
}

void crease_region_map(fmpq *row, const crease_region *region, size_t output)
{
    ASSERT(region->pos && region->cell && region->cache);
    walk_maps *maps = &region->pos->maps;
    const size_t columns = maps->columns;
    if (!maps->output)
        maps->output = arena_new(&maps->memory, columns + 2, sizeof(fmpz));
    fmpz *scaled = maps->output, *common = scaled + columns + 1;
    walk_maps_output(maps, scaled, maps->layers - 1, output);
    const fmpq *sigma = maps->scaled->layer[maps->layers - 1].sigma + output;
    _fmpz_vec_scalar_mul_fmpz(scaled, scaled, (slong)columns, fmpq_denref(sigma));
    fmpz_set(scaled + columns, fmpq_numref(sigma));
    lowest_terms_common(common, scaled, columns + 1);
    lowest_terms_set(row, scaled, columns + 1, common);
}

uint64_t region_map_key(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return walk_fingerprint_here(walk_position_fingerprint(region->pos));
}

void region_integer_map(fmpz *map, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const walk_maps *maps = &region->pos->maps;
    for (size_t j = 0; j < maps->layer[maps->layers - 1].rounded->units; j++)
        region_integer_row(map + j * maps->columns, region, j);
}

void region_integer_row(fmpz *row, const crease_region *region, size_t output)
{
    ASSERT(region->pos && region->cell && region->cache);
    walk_maps *maps = &region->pos->maps;
    walk_maps_output(maps, row, maps->layers - 1, output);
}

// ---- the cell ----

const geom_cell *region_canonical(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_cache *cache = region->cache;
    if (!cache->canonical)
        cache->canonical = cell_canonical(region->cell, region_space(region), NULL, NULL);
    return cache->canonical;
}

const geom_cell *region_make_corners(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_cache *cache = region->cache;
    if (!cache->corners) {
        const size_t facets = region_with_facets(region)->facets;
        cache->corners = cell_corners(region->cell, region_space(region), cache->facet, facets);
    }
    return cache->corners;
}

// ---- vertices and rays ----

static const fmpz *region_row(const crease_region *region, size_t generator)
{
    ASSERT(region->pos && region->cell && region->cache);
    return space_point_row(region_space(region), region_point(region, generator));
}

static void show(const crease_region *region, size_t generator)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_cache *cache = region->cache;
    if (region_is_infinite(region, generator))
        cache->ray[cache->rays++] = (cached_ray){generator, 0};
    else
        cache->vertex[cache->vertices++] = generator;
}

// Whether an edge of the border of the domain joins two generators of a polygon on which the first
// coordinate is constant. Integers of the border are known from the start.
static bool are_on_upright_border(const crease_region *region, size_t generator, size_t other)
{
    ASSERT(region->pos && region->cell && region->cache);
    const rows *lines = &region_space(region)->plane_rows;
    const size_t n = region->cell->count;
    if ((generator + 1) % n != other && (other + 1) % n != generator)
        return false;
    const size_t start = (generator + 1) % n == other ? generator : other;
    const uint32_t line = region->cell->generator[start].plane;
    return row_is_known(lines, line) && fmpz_is_zero(rows_at(lines, line) + 1);
}

// Whether a generator is the lexicographically less of two finite ones: by doubles, or else by
// integers.
static bool is_less(const crease_region *region, size_t generator, size_t other)
{
    ASSERT(region->pos && region->cell && region->cache);
    const geom_space *space = region_space(region);
    const point_approx *p = space_point_approx(space, region_point(region, generator));
    const point_approx *q = space_point_approx(space, region_point(region, other));
    const double apart = (p->radius + q->radius) * FILTER_ENLARGE;
    const bool is_filtered = space->judge->arith == CREASE_FILTERED;
    if (is_filtered && fabs(p->x - q->x) > apart)
        return p->x < q->x;
    if (is_filtered && fabs(p->y - q->y) > apart && are_on_upright_border(region, generator, other))
        return p->y < q->y;
    return row_compare_points(region_row(region, generator), region_row(region, other)) < 0;
}

// In two dimensions: the generator after infinity, or else the lexicographically least.
static size_t first_generator(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const size_t n = region->cell->count;
    size_t first = 0;
    for (size_t i = 0; i < n; i++)
        if (region_is_infinite(region, i) && !region_is_infinite(region, (i + 1) % n))
            return (i + 1) % n;
    for (size_t i = 1; i < n && !region_is_infinite(region, 0); i++)
        if (is_less(region, i, first))
            first = i;
    return first;
}

// Drops flat generators, unless the region has no other finite ones: then it contains a
// line, and its flat generators are needed to span it.
static void choose_round_border(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const size_t n = region->cell->count;
    const size_t first = first_generator(region);
    size_t sharp = 0;
    for (size_t i = 0; i < n; i++)
        sharp += !region_is_infinite(region, i) && !polygon_is_flat(region->cell, i);
    for (size_t i = 0; i < n; i++)
        if (!sharp || !polygon_is_flat(region->cell, (first + i) % n))
            show(region, (first + i) % n);
}

// In other dimensions: the order of the cell.
static void choose_in_order(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const geom_cell *cell = region_corners(region);
    region_cache *cache = region->cache;
    for (size_t i = cell->lines; i < cell->count; i++)
        show(region, i);
    for (size_t i = 0; i < cell->lines; i++)
        for (int backwards = 0; backwards < 2; backwards++)
            cache->ray[cache->rays++] = (cached_ray){i, backwards};
}

// Visitors that read no vertex do not pay for the order of vertices, which takes integers.
static const region_cache *find_generators(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_cache *cache = region->cache;
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const size_t most = cell->count + cell->lines;
    cache->vertex = arena_take(&space->cells, most * sizeof *cache->vertex);
    cache->ray = arena_take(&space->cells, most * sizeof *cache->ray);
    (cells_are_polygons(space) ? choose_round_border : choose_in_order)(region);
    return cache;
}

static inline const region_cache *with_generators(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region->cache->vertex ? region->cache : find_generators(region);
}

size_t crease_region_vertices(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    size_t vertices = with_generators(region)->vertices;
    return vertices ? vertices : 1; // the whole line or plane shows the origin
}

int crease_region_is_cut(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    (void)region;
    return run_is_cancelled();
}

size_t crease_region_rays(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return with_generators(region)->rays;
}

// Vertices of all cells are not forgotten before the next region is reported.
static void trim_shared(const crease_region *region)
{
    if (!region->cache->is_trimmed)
        shared_vertices_trim(&region_space(region)->shared);
    region->cache->is_trimmed = true;
}

shared_vertex **region_share(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_cache *cache = region->cache;
    trim_shared(region);
    if (!cache->shared)
        cache->shared = cell_share_vertices(region_space(region), region_corners(region));
    return cache->shared;
}

// NULL is the origin, which the whole space reports.
static shared_vertex *share_vertex(const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    const region_cache *cache = with_generators(region);
    return cache->vertices ? region_share(region)[cache->vertex[index]] : NULL;
}

uint32_t region_vertex_point(const crease_region *region, size_t index)
{
    return region_point(region, region->cache->vertex[index]);
}

const fmpz *region_vertex_row(const crease_region *region, size_t index)
{
    shared_vertex *vertex = share_vertex(region, index);
    return vertex
               ? shared_vertex_row(vertex, region_space(region), region_vertex_point(region, index))
               : NULL;
}

void crease_region_vertex(fmpq *x, const crease_region *region, size_t index)
{
    geom_space *space = region_space(region);
    shared_vertex *vertex = share_vertex(region, index);
    if (vertex)
        shared_vertex_numbers(x, vertex, space, region_vertex_point(region, index));
    else
        for (size_t c = 0; c < space->dimension; c++) // the origin
            fmpq_zero(x + c);
}

static size_t words_of_origin(const mp_limb_t **word, geom_space *space)
{
    mp_limb_t *row = arena_new(&space->cells, space->columns, sizeof *row);
    row[space->dimension] = 1;
    *word = row;
    return 1;
}

size_t crease_region_vertex_words(const mp_limb_t **word, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    geom_space *space = region_space(region);
    shared_vertex *vertex = share_vertex(region, index);
    return vertex ? shared_vertex_words(word, vertex, space, region_vertex_point(region, index))
                  : words_of_origin(word, space);
}

static uint64_t number_of_origin(geom_space *space)
{
    fmpz *row = _fmpz_vec_init((slong)space->columns);
    fmpz_one(row + space->dimension);
    const uint64_t number = point_number_of_row(space, row);
    _fmpz_vec_clear(row, (slong)space->columns);
    return number;
}

// A point that no edge names has a name of its own in each cell: its integers are computed once.
void crease_region_vertex_numbers(uint64_t *number, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    geom_space *space = region_space(region);
    const region_cache *cache = with_generators(region);
    ASSERT(space->is_numbered);
    if (!cache->vertices)
        *number = number_of_origin(space);
    for (size_t i = 0; i < cache->vertices; i++) {
        uint64_t *known = &space->label[region_vertex_point(region, i)].number;
        if (!*known)
            *known = point_number_of_row(space, region_vertex_row(region, i));
        number[i] = *known;
    }
}

// The same as crease_region_vertex, not in lowest terms: decimals need none.
static void vertex_as_it_is(fmpq *x, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    const fmpz *row = region_vertex_row(region, index);
    for (size_t c = 0; c < region_space(region)->dimension; c++) {
        fmpq_zero(x + c);
        if (!row || fmpz_is_zero(row + region_space(region)->dimension))
            continue; // the origin, or integers of a cancelled run
        fmpz_set(fmpq_numref(x + c), row + c);
        fmpz_set(fmpq_denref(x + c), row + region_space(region)->dimension);
    }
}

void crease_region_ray(fmpq *x, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    cached_ray ray = with_generators(region)->ray[index];
    const fmpz *direction =
        space_primitive_direction(region_space(region), region_point(region, ray.generator));
    for (size_t i = 0; i < region_space(region)->dimension; i++) {
        fmpq_set_fmpz(x + i, direction + i);
        if (ray.backwards)
            fmpq_neg(x + i, x + i);
    }
}

// ---- facets ----

const region_cache *region_find_facets(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_cache *cache = region->cache;
    cache->facets = cell_facets(&cache->facet, region_canonical(region), region_space(region));
    return cache;
}

size_t region_lower_facets(const half_space **facet, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    half_space *lower;
    const size_t facets = cell_lower_facets(&lower, region_canonical(region), region_space(region));
    *facet = lower;
    return facets;
}

size_t crease_region_facets(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region_with_facets(region)->facets;
}

void crease_region_facet_owner(crease_facet *facet, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    half_space half = region_facet_plane(region, index);
    const plane_origin *origin = region_space(region)->origin + half.plane;
    if (origin->split == NO_SPLIT)
        *facet = (crease_facet){.on_border = 1, .inequality = origin->unit, .side = half.side};
    else
        *facet = (crease_facet){.layer = origin->layer,
                                .unit = origin->unit,
                                .breakpoint = origin->breakpoint,
                                .side = half.side};
}

void crease_region_facet(fmpq *row, crease_facet *facet, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    geom_space *space = region_space(region);
    half_space half = region_facet_plane(region, index);
    crease_region_facet_owner(facet, region, index);
    const fmpz *primitive = space_primitive_row(space, half.plane);
    for (size_t i = 0; i < space->columns; i++) {
        fmpq_set_fmpz(row + i, primitive + i);
        if (half.side < 0)
            fmpq_neg(row + i, row + i);
    }
}

bool region_facet_balls(ball *form, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    geom_space *space = region_space(region);
    const half_space half = region_facet_plane(region, index);
    const plane_origin *origin = space->origin + half.plane;
    if (origin->split == NO_SPLIT || !space->fetch_balls(space->fetch_from, form, origin))
        return false;
    for (size_t c = 0; c < space->columns && half.side < 0; c++)
        form[c] = ball_negate(form[c]);
    return true;
}

// ---- edges of two-dimensional regions ----

size_t region_edges(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    return region->cell->count;
}

void region_edge_at(region_edge *edge, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    size_t next = (index + 1) % region->cell->count;
    const cell_generator *from = region->cell->generator + index;
    edge->origin = region_space(region)->origin[from->plane];
    edge->side = from->side;
    edge->goes_on = polygon_is_flat(region->cell, index);
    edge->infinite = region_is_infinite(region, index) && region_is_infinite(region, next);
    edge->start = region_row(region, index);
    edge->end = region_row(region, next);
}

// ---- in balls ----

static ball_cell *region_balls(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    region_cache *cache = region->cache;
    if (!cache->balls && !cache->has_no_balls)
        cache->balls = ball_cell_new(region_space(region), region_corners(region));
    cache->has_no_balls = !cache->balls;
    if (cache->balls && !cache->balls->vertex)
        cache->balls->vertex = region_share(region);
    return cache->balls;
}

const ball *region_vertex_balls(const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    const region_cache *cache = with_generators(region);
    ball_cell *balls = cache->vertices ? region_balls(region) : NULL;
    return balls ? ball_cell_wide_vertex(balls, cache->vertex[index]) : NULL;
}

static void set_vertex_text(number_text *text, const crease_region *region, size_t index,
                            number_style style)
{
    const size_t d = region_space(region)->dimension;
    const ball *balls = style.digits ? region_vertex_balls(region, index) : NULL;
    if (balls && number_text_set_balls(text, balls, d, style))
        return;
    fmpq *x = _fmpq_vec_init((slong)d);
    (style.digits ? vertex_as_it_is : crease_region_vertex)(x, region, index);
    number_text_set(text, x, d, style);
    _fmpq_vec_clear(x, (slong)d);
}

const number_text *region_vertex_text(const crease_region *region, size_t index, number_style style)
{
    ASSERT(region->pos && region->cell && region->cache);
    shared_vertex *vertex = share_vertex(region, index);
    if (!vertex)
        return NULL;
    shared_vertices *shared = &region_space(region)->shared;
    if (!vertex->text) {
        vertex->text = arena_take(&shared->memory, sizeof *vertex->text);
        *vertex->text = (vertex_text){0};
    }
    vertex_text *kept = vertex->text;
    if (!kept->text.length || kept->style.digits != style.digits ||
        kept->style.is_json != style.is_json) {
        set_vertex_text(&kept->text, region, index, style);
        kept->style = style;
        shared->bytes += sizeof *kept + kept->text.capacity;
        if (run_is_cancelled())
            kept->style.digits = UINT_MAX; // not worth keeping
    }
    return &kept->text;
}

bool region_volume_ball(ball *volume, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    ball_cell *balls = region_balls(region);
    return balls && ball_cell_volume(volume, balls);
}

bool region_moment_balls(ball *sums, const crease_region *region, const ball *form, size_t forms,
                         double error)
{
    ball_cell *balls = region_balls(region);
    return balls && ball_cell_moments(sums, balls, form, forms, error);
}

// ---- the volume ----

void crease_region_volume(fmpq_t volume, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    cell_volume(volume, region_space(region), region_corners(region), region_share(region));
}

// ---- in doubles ----

// The nearest doubles, as far as balls decide. Integers that are known need no balls of planes.
static bool round_balls(double *x, const crease_region *region, size_t index)
{
    const size_t d = region_space(region)->dimension;
    const shared_vertex *vertex = share_vertex(region, index);
    if (vertex && vertex->integers.word && word_row_nearest(x, &vertex->integers, d))
        return true;
    const fmpz *row = vertex ? vertex->row : NULL;
    const ball *known = row ? NULL : region_vertex_balls(region, index);
    for (size_t c = 0; c < d && (row || known); c++) {
        const ball coordinate = row ? ball_of_quotient(row + c, row + d) : known[c];
        if (!ball_nearest(x + c, &coordinate))
            return false;
    }
    return row || known;
}

static void compute_doubles(double *x, const crease_region *region, size_t index)
{
    const size_t d = region_space(region)->dimension;
    if (round_balls(x, region, index))
        return;
    fmpq *exact = _fmpq_vec_init((slong)d);
    vertex_as_it_is(exact, region, index);
    for (size_t c = 0; c < d; c++)
        x[c] = rational_double(exact + c);
    _fmpq_vec_clear(exact, (slong)d);
}

void crease_region_vertex_doubles(double *x, const crease_region *region, size_t index)
{
    ASSERT(region->pos && region->cell && region->cache);
    shared_vertices *shared = &region_space(region)->shared;
    const size_t size = region_space(region)->dimension * sizeof *x;
    shared_vertex *vertex = share_vertex(region, index);
    if (vertex && vertex->nearest) {
        memcpy(x, vertex->nearest, size);
        return;
    }
    compute_doubles(x, region, index);
    // Those of a numbered vertex are asked for once, others may belong to a cancelled run.
    if (!vertex || region_space(region)->is_numbered || run_is_cancelled())
        return;
    vertex->nearest = arena_take(&shared->memory, size);
    shared->bytes += size;
    memcpy(vertex->nearest, x, size);
}

double crease_region_volume_double(const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    ball volume;
    double nearest;
    if (region_volume_ball(&volume, region) && ball_nearest(&nearest, &volume))
        return nearest;
    fmpq_t exact;
    fmpq_init(exact);
    crease_region_volume(exact, region);
    nearest = rational_double(exact);
    fmpq_clear(exact);
    return nearest;
}

bool region_output_balls(ball *row, const crease_region *region, size_t output)
{
    walk_maps *maps = &region->pos->maps;
    if (maps->arith != CREASE_FILTERED || maps->last_of_pairs != maps->layers - 1)
        return false;
    walk_maps_output_balls(maps, row, maps->layers - 1, output);
    return true;
}

void crease_region_map_doubles(double *row, const crease_region *region, size_t output)
{
    ASSERT(region->pos && region->cell && region->cache);
    walk_maps *maps = &region->pos->maps;
    arena *stack = &region_space(region)->cells;
    const arena_mark mark = arena_here(stack);
    ball *balls = arena_take(stack, maps->columns * sizeof *balls);
    bool is_decided = region_output_balls(balls, region, output);
    for (size_t c = 0; c < maps->columns && is_decided; c++)
        is_decided = ball_nearest(row + c, balls + c);
    arena_release(stack, mark);
    if (is_decided)
        return;
    fmpq *exact = _fmpq_vec_init((slong)maps->columns);
    crease_region_map(exact, region, output);
    for (size_t c = 0; c < maps->columns; c++)
        row[c] = rational_double(exact + c);
    _fmpq_vec_clear(exact, (slong)maps->columns);
}
