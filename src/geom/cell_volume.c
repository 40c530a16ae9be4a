// Bounded cells divided into simplices, and the volume of a face.
//
// A polytope is the union of the pyramids over those of its facets that do not contain its first
// vertex, with this vertex as apex, and each facet is divided in the same way. Which vertices
// lie on which facet is known, so the division needs no arithmetic. Of a face of d - 1
// dimensions with the normal a each simplex has
//   |det of (v_1, w_1), .., (v_d, w_d), (a, 0)| = (d - 1)! |a| w_1 .. w_d volume(simplex).
#include "geom/cell_volume.h"

#include "base/limits.h"
#include <flint/fmpz_vec.h>

// The vertices of a face.
typedef struct {
    uint32_t *generator;
    size_t count;
} face;

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    const fmpz **apex; // a simplex
    size_t chosen, wanted;
    cell_simplex_visit *visit;
    void *data;
} simplices;

// How many vertices of the face lie on facet f, and whether all of these lie on g too.
static size_t count_on(const simplices *s, const face *of, size_t f, size_t g, int *within)
{
    const geom_cell *cell = s->cell;
    size_t count = 0;
    *within = 1;
    for (size_t i = 0; i < of->count; i++) {
        if (!cell_lies_on(cell, of->generator[i], f))
            continue;
        count++;
        *within &= cell_lies_on(cell, of->generator[i], g);
    }
    return count;
}

// Facet f of the cell meets the face in a facet of it: in no part of what another one
// meets it in, unless that is all of the face. Of equal ones the first counts.
static int meets_in_facet(const simplices *s, const face *of, size_t f)
{
    int within;
    size_t on = count_on(s, of, f, f, &within);
    for (size_t g = 0; g < s->cell->facets; g++) {
        if (g == f)
            continue;
        size_t other = count_on(s, of, g, g, &within);
        count_on(s, of, f, g, &within);
        if (within && other < of->count && (other > on || g < f))
            return 0;
    }
    return on > 0;
}

static void divide(simplices *s, const face *of)
{
    const geom_cell *cell = s->cell;
    s->apex[s->chosen++] = space_point_row(s->space, cell->generator[of->generator[0]].point);
    if (s->chosen == s->wanted)
        s->visit(s->data, s->apex);
    arena *stack = &s->space->cells;
    arena_mark mark = arena_here(stack);
    face part = {arena_take(stack, of->count * sizeof *part.generator), 0};
    for (size_t f = 0; f < cell->facets && s->chosen < s->wanted; f++) {
        if (run_gives_up(of->count * cell->facets))
            break;
        if (cell_lies_on(cell, of->generator[0], f) || !meets_in_facet(s, of, f))
            continue;
        part.count = 0;
        for (size_t i = 0; i < of->count; i++)
            if (cell_lies_on(cell, of->generator[i], f))
                part.generator[part.count++] = of->generator[i];
        divide(s, &part);
    }
    arena_release(stack, mark);
    s->chosen--;
}

// Divides facet f, or with CELL_ALL the cell, into simplices of `wanted` points.
static void divide_into(geom_space *space, const geom_cell *cell, size_t f, size_t wanted,
                        cell_simplex_visit *visit, void *data)
{
    simplices s = {.space = space, .cell = cell, .wanted = wanted, .visit = visit, .data = data};
    s.apex = arena_take(&space->cells, wanted * sizeof *s.apex);
    face of = {arena_take(&space->cells, cell->count * sizeof *of.generator), 0};
    for (uint32_t i = 0; i < cell->count; i++)
        if (f == CELL_ALL || cell_lies_on(cell, i, f))
            of.generator[of.count++] = i;
    divide(&s, &of);
}

void cell_simplices(geom_space *space, const geom_cell *cell, cell_simplex_visit *visit, void *data)
{
    divide_into(space, cell, CELL_ALL, space->columns, visit, data);
}

void cell_primitive_normal(fmpz *normal, const fmpz *row, size_t dimension)
{
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, row, (slong)dimension);
    _fmpz_vec_scalar_divexact_fmpz(normal, row, (slong)dimension, content);
    fmpz_clear(content);
}

void cell_face_measure(fmpq_t volume, geom_space *space, const geom_cell *cell, size_t f,
                       const fmpz *normal)
{
    slong d = (slong)space->dimension;
    simplex_sum sum;
    simplex_sum_init(&sum, space->columns, space->dimension);
    for (slong c = 0; c < d; c++)
        fmpz_set(fmpz_mat_entry(sum.rows, d, c), normal + c);
    divide_into(space, cell, f, space->dimension, simplex_sum_add, &sum);
    simplex_sum_get(volume, &sum);
    simplex_sum_clear(&sum);
    fmpz_t norm;
    fmpz_init(norm);
    _fmpz_vec_dot(norm, normal, normal, d);
    fmpq_div_fmpz(volume, volume, norm);
    fmpz_clear(norm);
}
