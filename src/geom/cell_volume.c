// Bounded cells divided into simplices, and the volume of a face.
//
// A polytope is the union of the pyramids over those of its facets that do not contain its first
// vertex, with this vertex as apex, and each facet is divided in the same way. Which vertices
// lie on which facet is known, so the division needs no arithmetic. In a face of dimension
// d - 1 with the normal a, each simplex satisfies
//   |det of (v_1, w_1), .., (v_d, w_d), (a, 0)| = (d - 1)! |a| w_1 .. w_d volume(simplex).
#include "geom/cell_volume.h"

#include "base/limits.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// A face is the set of its vertices, numbered as generators.
typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t words;      // of a set
    uint64_t *members; // of each facet of the cell: the vertices on it
    const fmpz **apex; // the points of a simplex
    size_t chosen, wanted;
    cell_simplex_visit *visit;
    void *data;
} simplices;

static const uint64_t *members_of(const simplices *s, size_t f)
{
    return s->members + f * s->words;
}

// Whether all vertices of the face that lie on facet f lie on g too.
static int lies_within(const simplices *s, const uint64_t *part, size_t g)
{
    return bits_within(part, members_of(s, g), s->words);
}

// Whether facet f of the cell meets the face in a facet of the face: this intersection is not part
// of that with another facet, unless the latter is the whole face. If intersections are equal, the
// first counts. part: the vertices of the face that lie on f.
static int meets_in_facet(const simplices *s, const uint64_t *face, const uint64_t *part, size_t f)
{
    size_t on = bits_count(part, s->words);
    for (size_t g = 0; g < s->cell->facets && on; g++)
        if (g != f && lies_within(s, part, g) && !lies_within(s, face, g) &&
            (g < f || bits_count_common(face, members_of(s, g), s->words) > on))
            return 0;
    return on > 0;
}

static void choose(simplices *s, size_t vertex)
{
    s->apex[s->chosen++] = space_point_row(s->space, s->cell->generator[vertex].point);
}

// A face that has no more vertices than a simplex is a simplex.
static void take_all(simplices *s, const uint64_t *face)
{
    const size_t before = s->chosen;
    for (size_t w = 0; w < s->words; w++)
        for (uint64_t rest = face[w]; rest; rest &= rest - 1)
            choose(s, w * BITS_WORD + bits_lowest(rest));
    s->visit(s->data, s->apex);
    s->chosen = before;
}

static void divide(simplices *s, const uint64_t *face)
{
    const geom_cell *cell = s->cell;
    if (bits_count(face, s->words) == s->wanted - s->chosen) {
        take_all(s, face);
        return;
    }
    size_t first = bits_first(face);
    choose(s, first);
    arena *stack = &s->space->cells;
    arena_mark mark = arena_here(stack);
    uint64_t *part = arena_take(stack, s->words * sizeof *part);
    for (size_t f = 0; f < cell->facets && s->chosen < s->wanted; f++) {
        if (run_poll(cell->count * cell->facets))
            break;
        if (cell_lies_on(cell, first, f))
            continue;
        bits_common(part, face, members_of(s, f), s->words);
        if (meets_in_facet(s, face, part, f))
            divide(s, part);
    }
    arena_release(stack, mark);
    s->chosen--;
}

#define CELL_ALL SIZE_MAX
// Divides facet f, or with CELL_ALL the cell, into simplices of `wanted` points.
static void divide_into(geom_space *space, const geom_cell *cell, size_t f, size_t wanted,
                        cell_simplex_visit *visit, void *data)
{
    simplices s = {.space = space,
                   .cell = cell,
                   .words = bits_words(cell->count),
                   .wanted = wanted,
                   .visit = visit,
                   .data = data};
    arena *stack = &space->cells;
    s.apex = arena_take(stack, wanted * sizeof *s.apex);
    s.members = arena_take(stack, (cell->facets + 1) * s.words * sizeof *s.members);
    uint64_t *all = s.members + cell->facets * s.words;
    memset(all, 0, s.words * sizeof *all);
    for (size_t i = 0; i < cell->count; i++)
        bits_add(all, i);
    cell_members(s.members, cell);
    divide(&s, f == CELL_ALL ? all : members_of(&s, f));
}

// Triangles that share the first vertex.
static void volume_fan(geom_space *space, const geom_cell *cell, cell_simplex_visit *visit,
                       void *data)
{
    const fmpz *row[3] = {space_point_row(space, cell->generator[0].point)};
    for (size_t i = 1; i + 1 < cell->count; i++) {
        row[1] = space_point_row(space, cell->generator[i].point);
        row[2] = space_point_row(space, cell->generator[i + 1].point);
        visit(data, row);
    }
}

void cell_simplices(geom_space *space, const geom_cell *cell, cell_simplex_visit *visit, void *data)
{
    if (space->general) {
        divide_into(space, cell, CELL_ALL, space->columns, visit, data);
    } else if (space->dimension == 2) {
        volume_fan(space, cell, visit, data);
    } else {
        const fmpz *end[2] = {space_point_row(space, cell->generator[0].point),
                              space_point_row(space, cell->generator[1].point)};
        visit(data, end);
    }
}

void cell_volume(fmpq_t volume, geom_space *space, const geom_cell *cell, int in_lowest_terms)
{
    simplex_sum sum;
    simplex_sum_init(&sum, space->columns, space->columns);
    cell_simplices(space, cell, cell_simplex_add, &sum);
    (in_lowest_terms ? simplex_sum_get : simplex_sum_get_unreduced)(volume, &sum);
    simplex_sum_clear(&sum);
}

void domain_volume(fmpq_t volume, const crease_domain *domain)
{
    sign_judge judge;
    geom_space space;
    geom_cell whole;
    sign_judge_init(&judge, CREASE_EXACT, 0);
    space_init(&space, domain->dimension, &judge);
    fmpq_zero(volume);
    if (cell_from_domain(&whole, &space, domain))
        cell_volume(volume, &space, &whole, 1);
    space_clear(&space);
    sign_judge_clear(&judge);
}

void cell_simplex_add(void *sum, const fmpz *const *row)
{
    simplex_sum_add(sum, row);
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
    divide_into(space, cell, f, space->dimension, cell_simplex_add, &sum);
    simplex_sum_get(volume, &sum);
    simplex_sum_clear(&sum);
    fmpz_t norm;
    fmpz_init(norm);
    _fmpz_vec_dot(norm, normal, normal, d);
    fmpq_div_fmpz(volume, volume, norm);
    fmpz_clear(norm);
}
