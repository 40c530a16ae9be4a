// Pyramids over faces of a cell at which its class ends: exact volumes.
#include "regions/class_pyramid.h"

#include "base/fatal.h"
#include "cell/simple_volume.h"
#include <flint/fmpz_vec.h>
#include <string.h>

void class_pyramid_init(class_pyramid *p, class_ends *ends, class_points *points)
{
    const size_t d = ends->frame->dimension, facets = ends->cell->facets;
    const size_t set = bits_words(facets) * sizeof(uint64_t);
    arena *stack = &ends->space->cells;
    uint64_t *members = arena_take(stack, facets * ends->ties->words * sizeof *members);
    ASSERT(d > 2);
    cell_members(members, ends->cell);
    *p = (class_pyramid){.ends = ends, .points = points, .members = members};
    p->root = arena_take(stack, set);
    p->side.axes = class_frame_axes(ends->frame);
    p->side.on_facets = memset(arena_take(stack, set), 0, set);
    p->side.apex = _fmpz_vec_init((slong)d + 1);
    _fmpz_vec_set(p->side.apex, ends->frame->apex, (slong)d + 1);
    fmpz_init_set_ui(p->side.factor, 1);
    fmpz_init(p->height);
    fmpz_init(p->volume);
    fmpz_init(p->rest);
}

void class_pyramid_clear(class_pyramid *p)
{
    _fmpz_vec_clear(p->side.apex, (slong)p->ends->frame->dimension + 1);
    fmpz_clear(p->side.factor);
    fmpz_clear(p->height);
    fmpz_clear(p->volume);
    fmpz_clear(p->rest);
}

static void find_height(class_pyramid *p, size_t f)
{
    _fmpz_vec_dot(p->height, class_pyramid_row(p, f), p->side.apex, (slong)p->ends->space->columns);
}

int class_pyramid_sign(class_pyramid *p, size_t f)
{
    find_height(p, f);
    return fmpz_sgn(p->height) * p->ends->cell->facet[f].side;
}

const uint64_t *class_pyramid_root(class_pyramid *p, size_t f)
{
    const size_t words = bits_words(p->ends->cell->facets);
    if (bits_count(p->side.on_facets, words) + class_pyramid_dimension(p) !=
        p->ends->frame->dimension)
        return NULL;
    memcpy(p->root, p->side.on_facets, words * sizeof *p->root);
    bits_add(p->root, f);
    return p->root;
}

// ---- From projections ----

// The first axis along the side to which facet f is not parallel.
static size_t axis_across(const class_pyramid *p, size_t f)
{
    const fmpz *row = class_pyramid_row(p, f);
    size_t axis = 0;
    while (!bits_have(&p->side.axes, axis) || fmpz_is_zero(row + axis))
        axis++;
    return axis;
}

// volume = the projection, along an axis of the side, of the face that it has on facet f. Those of
// facets that have been measured are known. Returns 0 if the face is not simple.
static bool find_projection(class_pyramid *p, size_t f, size_t axis)
{
    const class_ends *ends = p->ends;
    const fmpz *projection = ends->ties->projection;
    const uint64_t across = class_frame_axes(ends->frame) & ~p->side.axes;
    if (!across && projection && !fmpz_is_zero(projection + f)) {
        fmpz_set(p->volume, projection + f);
        return true;
    }
    const uint64_t *root = class_pyramid_root(p, f);
    return root && simple_projection(p->volume, ends->space, ends->cell, region_share(ends->region),
                                     root, across | (uint64_t)1 << axis);
}

// The pyramid over the face that the side has on facet f: its height along the axis is the form at
// the apex over the coefficient. Returns 0 if the face is not simple.
static bool find_by_projection(class_pyramid *p, const uint64_t *face, size_t f)
{
    const size_t d = p->ends->frame->dimension, axis = axis_across(p, f);
    if (!find_projection(p, f, axis))
        return false;
    find_height(p, f); // again: rows may have been made primitive
    fmpz_pow_ui(p->rest, p->ends->frame->apex + d, class_pyramid_dimension(p) - 1);
    fmpz_mul(p->volume, p->volume, p->rest);
    fmpz_mul(p->volume, p->volume, p->height);
    fmpz_one(p->rest);
    BITS_EACH(g, face, p->ends->ties->words)
        fmpz_mul(p->rest, p->rest, p->points->row[g] + d);
    fmpz_mul(p->volume, p->volume, p->points->product);
    fmpz_mul(p->rest, p->rest, class_pyramid_row(p, f) + axis);
    fmpz_divexact(p->volume, p->volume, p->rest);
    fmpz_abs(p->volume, p->volume);
    return true;
}

// ---- From simplices ----

static void add_simplex(void *data, const fmpz *const *point)
{
    class_pyramid *p = data;
    simplex_add_minor(p->volume, p->matrix, point, p->side.axes, p->ends->frame->dimension,
                      p->points->product);
}

void class_pyramid_find(class_pyramid *p, const uint64_t *face, size_t f)
{
    const size_t corners = class_pyramid_dimension(p);
    ASSERT(p->points->entries);
    if (find_by_projection(p, face, f))
        return;
    fmpz_zero(p->volume);
    const divided_cell divided = {p->ends->space, p->ends->cell, p->members, p->points->row};
    fmpz_mat_init(p->matrix, (slong)corners, (slong)corners);
    cell_divide_face(&divided, face, corners, add_simplex, p);
    fmpz_mat_clear(p->matrix);
}
