// Bounded cells divided into simplices, and their volume.
//
// A polytope is the union of the pyramids over those of its facets that do not contain its first
// vertex, with this vertex as apex, and each facet is divided in the same way. Which vertices
// lie on which facet is known, so the division needs no arithmetic.
#include "cell/volume.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/kind.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// A face is the set of its vertices, numbered as generators.
typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t words;      // of a set
    uint64_t *members; // of each facet of the cell: the vertices on it
    const fmpz **apex; // the points of a simplex
    size_t chosen;
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
    if (bits_count(face, s->words) == s->space->columns - s->chosen) {
        take_all(s, face);
        return;
    }
    size_t first = bits_first(face);
    choose(s, first);
    arena *stack = &s->space->cells;
    arena_mark mark = arena_here(stack);
    uint64_t *part = arena_take(stack, s->words * sizeof *part);
    for (size_t f = 0; f < cell->facets && s->chosen < s->space->columns; f++) {
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

static void divide_general(geom_space *space, const geom_cell *cell, cell_simplex_visit *visit,
                           void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    simplices s = {.space = space,
                   .cell = cell,
                   .words = bits_words(cell->count),
                   .visit = visit,
                   .data = data};
    arena *stack = &space->cells;
    s.apex = arena_take(stack, space->columns * sizeof *s.apex);
    s.members = arena_take(stack, (cell->facets + 1) * s.words * sizeof *s.members);
    uint64_t *all = s.members + cell->facets * s.words;
    memset(all, 0, s.words * sizeof *all);
    for (size_t i = 0; i < cell->count; i++)
        bits_add(all, i);
    cell_members(s.members, cell);
    divide(&s, all);
}

// Triangles that share the first vertex.
static void volume_fan(geom_space *space, const geom_cell *cell, cell_simplex_visit *visit,
                       void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const fmpz *row[3] = {space_point_row(space, cell->generator[0].point)};
    for (size_t i = 1; i + 1 < cell->count; i++) {
        row[1] = space_point_row(space, cell->generator[i].point);
        row[2] = space_point_row(space, cell->generator[i + 1].point);
        visit(data, row);
    }
}

void cell_simplices(geom_space *space, const geom_cell *cell, cell_simplex_visit *visit, void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    if (cells_are_costly(space)) {
        divide_general(space, cell, visit, data);
    } else if (space->dimension == 2) {
        volume_fan(space, cell, visit, data);
    } else {
        const fmpz *end[2] = {space_point_row(space, cell->generator[0].point),
                              space_point_row(space, cell->generator[1].point)};
        visit(data, end);
    }
}

void simplex_volume(fmpq_t volume, fmpz_mat_t matrix, const fmpz *const *point)
{
    const slong columns = fmpz_mat_ncols(matrix);
    fmpz_one(fmpq_denref(volume));
    for (slong i = 0; i < columns; i++) {
        _fmpz_vec_set(fmpz_mat_entry(matrix, i, 0), point[i], columns);
        fmpz_mul(fmpq_denref(volume), fmpq_denref(volume), point[i] + columns - 1);
    }
    fmpz_mat_det(fmpq_numref(volume), matrix);
    fmpz_abs(fmpq_numref(volume), fmpq_numref(volume));
}

// All terms have one denominator, the product of the weights of all vertices: a sum of fractions in
// lowest terms would take a common divisor for each simplex.
typedef struct {
    fmpz_mat_t matrix; // scratch
    fmpq_t sum, term;
} volume_sum;

static void add_volume(void *data, const fmpz *const *point)
{
    volume_sum *of = data;
    fmpz *weights = fmpq_denref(of->term);
    simplex_volume(of->term, of->matrix, point);
    if (fmpz_is_zero(weights)) // integers of a cancelled run
        return;
    fmpz_divexact(weights, fmpq_denref(of->sum), weights);
    fmpz_addmul(fmpq_numref(of->sum), fmpq_numref(of->term), weights);
}

void cell_volume(fmpq_t volume, geom_space *space, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const size_t d = space->dimension;
    volume_sum of;
    fmpz_mat_init(of.matrix, (slong)space->columns, (slong)space->columns);
    fmpq_init(of.sum);
    fmpq_init(of.term);
    for (size_t i = 0; i < cell->count; i++)
        fmpz_mul(fmpq_denref(of.sum), fmpq_denref(of.sum),
                 space_point_row(space, cell->generator[i].point) + d);
    cell_simplices(space, cell, add_volume, &of);
    fmpz_fac_ui(fmpq_denref(of.term), d);
    fmpz_mul(fmpq_denref(of.sum), fmpq_denref(of.sum), fmpq_denref(of.term));
    fmpq_swap(volume, of.sum);
    fmpz_mat_clear(of.matrix);
    fmpq_clear(of.sum);
    fmpq_clear(of.term);
}

void domain_volume(fmpq_t volume, const crease_domain *domain, crease_arith arith)
{
    ASSERT(domain->dimension > 0);
    sign_judge judge;
    geom_space space;
    geom_cell whole;
    sign_judge_init(&judge, arith, 0);
    space_init(&space, domain->dimension, &judge);
    fmpq_zero(volume);
    if (cell_from_domain(&whole, &space, domain))
        cell_volume(volume, &space, &whole);
    fmpq_canonicalise(volume);
    space_clear(&space);
    sign_judge_clear(&judge);
}
