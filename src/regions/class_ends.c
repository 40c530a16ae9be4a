// Where the class of a region may end on its cell.
#include "regions/class_ends.h"

#include "base/fatal.h"
#include <flint/fmpz_vec.h>
#include <string.h>

#define NOT_KNOWN UINT64_MAX
#define NO_FACET SIZE_MAX

// Upper sides are planes of every space in which the box is cut.
static void find_upper(class_ends *ends)
{
    const size_t d = ends->frame->dimension;
    ends->upper = arena_take(&ends->space->cells, d * sizeof *ends->upper);
    size_t count = 0;
    for (uint32_t plane = 0; count < d && plane < ends->space->plane_rows.count; plane++) {
        const plane_origin *origin = ends->space->origin + plane;
        if (origin->split == NO_SPLIT && origin->unit < 2 * d && origin->unit % 2) {
            ends->upper[origin->unit / 2] = plane;
            count++;
        }
    }
    ASSERT(count == d);
}

// Finds the facets on upper sides of a cell with vertices, unless a sign was 0. Without ties a
// vertex on a side divides an edge on it, so the cell has a facet there.
static void find_facets(class_ends *ends)
{
    const size_t d = ends->frame->dimension;
    if (cells_are_polygons(ends->space) || ends->space->judge->has_ties)
        return;
    ends->facet = arena_take(&ends->space->cells, d * sizeof *ends->facet);
    for (size_t c = 0; c < d; c++) {
        ends->facet[c] = NO_FACET;
        for (size_t f = 0; f < ends->cell->facets; f++)
            if (ends->cell->facet[f].plane == ends->upper[c])
                ends->facet[c] = f;
    }
}

// Whether a vertex lies on an upper side, which after a tie need not have a facet of the cell.
static bool lies_above(const class_ends *ends, size_t generator, size_t axis)
{
    if (ends->facet)
        return ends->facet[axis] != NO_FACET &&
               cell_lies_on(ends->cell, generator, ends->facet[axis]);
    geom_space *space = ends->space;
    const cell_generator *vertex = ends->cell->generator + generator;
    const uint32_t plane = ends->upper[axis];
    if (space_try(space, space_form(space, plane), vertex->point) != SIGN_UNKNOWN)
        return false;
    bool lies = false;
    const arena_mark mark = arena_here(&space->cells);
    half_space *facet = arena_take(&space->cells, (ends->cell->facets + 2) * sizeof *facet);
    const size_t facets = cell_facets_meeting(facet, ends->cell, space, generator);
    for (size_t f = 0; f < facets && !lies; f++)
        lies = facet[f].plane == plane;
    arena_release(&space->cells, mark);
    if (lies)
        return true;
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, space_plane_row(space, plane), space_point_row(space, vertex->point),
                  (slong)space->columns);
    lies = fmpz_is_zero(value);
    fmpz_clear(value);
    return lies;
}

static bool is_upper_corner(const class_ends *ends, size_t generator)
{
    size_t c = 0;
    while (c < ends->frame->dimension && lies_above(ends, generator, c))
        c++;
    return c == ends->frame->dimension;
}

static void find_active(class_ends *ends)
{
    const class_ties *ties = ends->ties;
    memset(ends->active, 0, ties->words * sizeof *ends->active);
    for (size_t k = 0; k < ties->rivals; k++)
        for (size_t w = 0; w < ties->words; w++)
            ends->active[w] |= ties->equal[k * ties->words + w];
    for (size_t g = 0; g < ends->cell->count; g++)
        if (!ends->frame->is_box || is_upper_corner(ends, g))
            bits_add(ends->active, g);
}

bool class_ends_find(class_ends *ends, const crease_region *region, class_ties *ties,
                     const class_frame *frame)
{
    geom_space *space = region_space(region);
    *ends = (class_ends){.region = region,
                         .space = space,
                         .cell = region_corners(region),
                         .frame = frame,
                         .ties = ties};
    const size_t bytes = ends->cell->count * sizeof *ends->above;
    ASSERT(space->dimension > 1 && ties->words == bits_words(ends->cell->count));
    ends->active = arena_take(&space->cells, ties->words * sizeof *ends->active);
    ends->above = memset(arena_take(&space->cells, bytes), 0xff, bytes); // NOT_KNOWN
    if (frame->is_box) {
        find_upper(ends);
        find_facets(ends);
    }
    find_active(ends);
    return bits_count(ends->active, ties->words) > 0;
}

uint64_t class_ends_above(class_ends *ends, size_t generator)
{
    uint64_t *above = ends->above + generator;
    if (*above != NOT_KNOWN)
        return *above;
    *above = 0;
    for (size_t c = 0; c < ends->frame->dimension && ends->frame->is_box; c++)
        if (lies_above(ends, generator, c))
            bits_add(above, c);
    return *above;
}

uint64_t class_ends_face_above(class_ends *ends, const uint64_t *face)
{
    uint64_t axes = ~(uint64_t)0;
    BITS_EACH(generator, face, ends->ties->words)
        if (!(axes &= class_ends_above(ends, generator)))
            return 0;
    return axes;
}
