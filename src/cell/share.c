// The vertices of a cell in the table of all cells' vertices (domain/shared_vertices.h).
#include "cell/share.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "cell/edge_vertex.h"
#include "exact/lowest_terms.h"
#include <flint/fmpz_vec.h>

// Lists the planes of facets whose only common point is a finite generator. Returns their number, 0
// if there are none.
static size_t list_planes(uint32_t *plane, const geom_space *space, const geom_cell *cell, size_t g)
{
    const cell_generator *generator = cell->generator + g;
    // The doubles of float arithmetic are the point, not its planes.
    if (cell->lines || space->judge->arith == CREASE_FLOAT)
        return 0;
    if (cells_are_costly(space))
        return cell_list_planes(plane, cell, cell_facets_at(cell, g));
    plane[0] = generator->plane;
    if (cells_are_segments(space))
        return 1;
    plane[1] = cell->generator[(g ? g : cell->count) - 1].plane;
    return plane[0] == plane[1] ? 0 : 2;
}

// The vertex where these planes meet, at least d that determine it.
static shared_vertex *share(geom_space *space, const uint32_t *plane, size_t count)
{
    size_t size = 0;
    const plane_origin **origin = arena_take(&space->cells, count * sizeof *origin);
    for (size_t i = 0; i < count; i++)
        origin[i] = space->origin + plane[i];
    shared_vertices_begin(&space->shared, space->dimension,
                          space->name_size + count * sizeof(plane_origin));
    if (space->name_vertex && count)
        size = space->name_vertex(space->fetch_from, space->shared.name, origin, count);
    return shared_vertices_at(&space->shared, shared_vertices_find(&space->shared, size));
}

// Whether a point was defined by these planes. Then it keeps its name as long as it is there.
static bool is_defined_by(const space_point *point, const uint32_t *plane, size_t count)
{
    const uint32_t line[2] = {point->first, point->second};
    const bool is_meet = point->definition == POINT_MEET;
    const uint32_t *through = is_meet ? line : point->through;
    if (is_meet ? count != 2 : point->definition != POINT_COMMON || point->count != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < count && through[k] != plane[i])
            k++;
        if (k == count)
            return false;
    }
    return true;
}

// The vertex that a point with these planes is. Most points are vertices of several cells.
static shared_vertex *share_point(geom_space *space, uint32_t point, const uint32_t *plane,
                                  size_t count)
{
    unsigned char *known = space->point_rows.known + point;
    const bool is_defined = count > 0 && is_defined_by(space->point + point, plane, count);
    named_point *named = space->named + point;
    if (is_defined && *known & POINT_IS_NAMED && named->trims == space->shared.trims)
        return named->vertex;
    shared_vertex *vertex = share(space, plane, count);
    if (is_defined) {
        *named = (named_point){vertex, space->shared.trims};
        *known |= POINT_IS_NAMED;
    }
    return vertex;
}

shared_vertex **cell_share_vertices(geom_space *space, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    arena *stack = &space->cells;
    shared_vertex **vertex = arena_take(stack, cell->count * sizeof *vertex);
    MEMORY_RESERVE(space->named, space->named_points, space->point_rows.count);
    const arena_mark mark = arena_here(stack);
    uint32_t *plane = arena_take(stack, (cell->facets + 2) * sizeof *plane);
    for (size_t g = 0; g < cell->count; g++) {
        const uint32_t point = cell->generator[g].point;
        if (space->point[point].infinite)
            vertex[g] = NULL;
        else if (space->is_numbered && space->label[point].number)
            vertex[g] = shared_vertices_at(&space->shared, space->label[point].number);
        else
            vertex[g] = share_point(space, point, plane, list_planes(plane, space, cell, g));
    }
    arena_release(stack, mark);
    return vertex;
}

// About.
static size_t integer_bytes(const fmpz_t x)
{
    enum { BITS = 8, BLOCK = 32 };
    return fmpz_bits(x) / BITS + BLOCK;
}

size_t shared_vertex_words(const mp_limb_t **word, shared_vertex *vertex, geom_space *space,
                           uint32_t point)
{
    const size_t columns = space->columns;
    const word_row *integers = edge_vertex_integers(vertex, space, point);
    const fmpz *row = integers ? NULL : shared_vertex_row(vertex, space, point);
    const size_t bits =
        integers ? integers->bits : (size_t)FLINT_ABS(_fmpz_vec_max_bits(row, (slong)columns));
    const size_t words = bits / FLINT_BITS + 1; // room for a sign too
    mp_limb_t *copy = arena_take(&space->cells, words * columns * sizeof *copy);
    if (integers)
        word_row_get_signed(copy, words, integers, columns);
    for (size_t c = 0; c < columns && !integers; c++)
        fmpz_get_signed_ui_array(copy + c * words, (slong)words, row + c);
    *word = copy;
    return words;
}

const fmpz *shared_vertex_row_beside(shared_vertex *vertex, geom_space *space, uint32_t point,
                                     const fmpz *others)
{
    const size_t columns = space->columns;
    if (!vertex->row) {
        fmpz *own = arena_take(&space->shared.memory, columns * sizeof *own);
        memset(own, 0, columns * sizeof *own);
        const word_row *words = others ? NULL : edge_vertex_integers(vertex, space, point);
        if (words) {
            word_row_get(own, words, columns);
            row_primitive(own, own, columns);
        } else {
            const fmpz *row = space_point_row(space, point);
            if (run_is_cancelled())
                return row; // not worth keeping
            lowest_terms_row(own, &vertex->common, row, columns, others);
        }
        vertex->row = own;
        for (size_t c = 0; c < columns; c++)
            space->shared.bytes += integer_bytes(vertex->row + c);
    }
    return vertex->row;
}

const fmpz *shared_vertex_row(shared_vertex *vertex, geom_space *space, uint32_t point)
{
    return shared_vertex_row_beside(vertex, space, point, NULL);
}

void shared_vertex_numbers(fmpq *x, shared_vertex *vertex, geom_space *space, uint32_t point)
{
    shared_vertex_row(vertex, space, point);
    if (vertex->row && fmpz_is_zero(&vertex->common))
        lowest_terms_common(&vertex->common, vertex->row, space->columns);
    if (vertex->row)
        lowest_terms_set(x, vertex->row, space->columns, &vertex->common);
    else // integers of a cancelled run
        for (size_t c = 0; c < space->dimension; c++)
            fmpq_zero(x + c);
}
