// Bounded cells divided into simplices, and their volume.
//
// A polytope is the union of the pyramids over those of its facets that do not contain its first
// vertex, with this vertex as apex, and each facet is divided in the same way. Which vertices
// lie on which facet is known, so the division needs no arithmetic.
#include "cell/volume.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/area.h"
#include "cell/kind.h"
#include "cell/simple_volume.h"
#include "exact/common_divisor.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// A face is the set of its vertices, numbered as generators.
typedef struct {
    divided_cell divided;
    size_t words;           // of a set
    const fmpz **apex;      // the points of a simplex
    size_t corners, chosen; // all of them, and so far
    cell_simplex_visit *visit;
    void *data;
} simplices;

bool cell_meets_in_facet(const geom_cell *cell, const uint64_t *members, const uint64_t *face,
                         const uint64_t *part, size_t f)
{
    const size_t words = bits_words(cell->count), on = bits_count(part, words);
    for (size_t g = 0; g < cell->facets && on; g++) {
        const uint64_t *other = members + g * words;
        if (g != f && bits_within(part, other, words) && !bits_within(face, other, words) &&
            (g < f || bits_count_common(face, other, words) > on))
            return false;
    }
    return on > 0;
}

static const fmpz *row_of_vertex(geom_space *space, const geom_cell *cell,
                                 shared_vertex *const *vertex, size_t i)
{
    return shared_vertex_row(vertex[i], space, cell->generator[i].point);
}

static void choose(simplices *s, size_t vertex)
{
    s->apex[s->chosen++] = s->divided.row[vertex];
}

// A face that has no more vertices than a simplex is a simplex.
static void take_all(simplices *s, const uint64_t *face)
{
    const size_t before = s->chosen;
    BITS_EACH(vertex, face, s->words)
        choose(s, vertex);
    s->visit(s->data, s->apex);
    s->chosen = before;
}

// Visits the simplices of a face, with the vertices that are chosen: its first vertex, and those of
// its facets without it.
static void divide(simplices *s, const uint64_t *face)
{
    const geom_cell *cell = s->divided.cell;
    const uint64_t *members = s->divided.members;
    if (bits_count(face, s->words) == s->corners - s->chosen) {
        take_all(s, face);
        return;
    }
    size_t first = bits_first(face);
    choose(s, first);
    arena *stack = &s->divided.space->cells;
    arena_mark mark = arena_here(stack);
    uint64_t *part = arena_take(stack, s->words * sizeof *part);
    for (size_t f = 0; f < cell->facets && s->chosen < s->corners; f++) {
        if (run_poll(cell->count * cell->facets))
            break;
        if (cell_lies_on(cell, first, f))
            continue;
        bits_common(part, face, members + f * s->words, s->words);
        if (cell_meets_in_facet(cell, members, face, part, f))
            divide(s, part);
    }
    arena_release(stack, mark);
    s->chosen--;
}

void cell_divide_face(const divided_cell *divided, const uint64_t *face, size_t corners,
                      cell_simplex_visit *visit, void *data)
{
    geom_space *space = divided->space;
    ASSERT(cell_is_made(divided->cell) && cells_are_costly(space));
    ASSERT(corners > 0 && corners <= space->columns);
    const arena_mark mark = arena_here(&space->cells);
    simplices s = {.divided = *divided,
                   .words = bits_words(divided->cell->count),
                   .apex = arena_take(&space->cells, corners * sizeof *s.apex),
                   .corners = corners,
                   .visit = visit,
                   .data = data};
    if (bits_count(face, s.words) >= corners)
        divide(&s, face);
    arena_release(&space->cells, mark);
}

// Divides a bounded cell into simplices of its own vertices, which are visited.
static void divide_general(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex,
                           cell_simplex_visit *visit, void *data)
{
    const size_t words = bits_words(cell->count);
    const fmpz **row = arena_take(&space->cells, cell->count * sizeof *row);
    uint64_t *members = arena_take(&space->cells, cell->facets * words * sizeof *members);
    uint64_t *all = arena_take(&space->cells, words * sizeof *all);
    memset(all, 0, words * sizeof *all);
    for (size_t i = 0; i < cell->count; i++) {
        row[i] = row_of_vertex(space, cell, vertex, i);
        bits_add(all, i);
    }
    cell_members(members, cell);
    const divided_cell divided = {space, cell, members, row};
    cell_divide_face(&divided, all, space->columns, visit, data);
}

// Triangles that share the first vertex.
static void volume_fan(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex,
                       cell_simplex_visit *visit, void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const fmpz *row[3] = {row_of_vertex(space, cell, vertex, 0)};
    for (size_t i = 1; i + 1 < cell->count; i++) {
        row[1] = row_of_vertex(space, cell, vertex, i);
        row[2] = row_of_vertex(space, cell, vertex, i + 1);
        visit(data, row);
    }
}

void cell_simplices(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex,
                    cell_simplex_visit *visit, void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    if (cells_are_costly(space)) {
        divide_general(space, cell, vertex, visit, data);
    } else if (space->dimension == 2) {
        volume_fan(space, cell, vertex, visit, data);
    } else {
        const fmpz *end[2] = {row_of_vertex(space, cell, vertex, 0),
                              row_of_vertex(space, cell, vertex, 1)};
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

void simplex_add_minor(fmpz_t sum, fmpz_mat_t matrix, const fmpz *const *point, uint64_t columns,
                       size_t dimension, const fmpz_t weights)
{
    fmpz_t own, minor;
    ASSERT(bits_count(&columns, 1) == (size_t)fmpz_mat_nrows(matrix));
    fmpz_init_set_ui(own, 1);
    fmpz_init(minor);
    for (slong i = 0; i < fmpz_mat_nrows(matrix); i++) {
        slong entry = 0;
        BITS_EACH(c, &columns, 1)
            fmpz_set(fmpz_mat_entry(matrix, i, entry++), point[i] + c);
        fmpz_mul(own, own, point[i] + dimension);
    }
    fmpz_divexact(own, weights, own);
    fmpz_mat_det(minor, matrix);
    fmpz_abs(minor, minor);
    fmpz_addmul(sum, minor, own);
    fmpz_clear(own);
    fmpz_clear(minor);
}

// All terms have one denominator, the product of the weights of all vertices: a sum of fractions in
// lowest terms would take a common divisor for each simplex.
typedef struct {
    fmpz_mat_t matrix; // scratch
    fmpq_t term;       // scratch
    fmpz_t sum, weights;
} volume_sum;

static void add_volume(void *data, const fmpz *const *point)
{
    volume_sum *total = data;
    fmpz *weights = fmpq_denref(total->term);
    simplex_volume(total->term, total->matrix, point);
    if (fmpz_is_zero(weights)) // integers of a cancelled run
        return;
    fmpz_divexact(weights, total->weights, weights);
    fmpz_addmul(total->sum, fmpq_numref(total->term), weights);
}

static void sum_simplices(fmpz_t sum, geom_space *space, const geom_cell *cell,
                          shared_vertex *const *vertex, const fmpz *weight)
{
    volume_sum total;
    fmpz_mat_init(total.matrix, (slong)space->columns, (slong)space->columns);
    fmpq_init(total.term);
    fmpz_init(total.sum);
    fmpz_init(total.weights);
    _fmpz_vec_prod(total.weights, weight, (slong)cell->count);
    cell_simplices(space, cell, vertex, add_volume, &total);
    fmpz_swap(sum, total.sum);
    fmpz_mat_clear(total.matrix);
    fmpq_clear(total.term);
    fmpz_clear(total.sum);
    fmpz_clear(total.weights);
}

// volume = sum / product of the weights, in lowest terms. The product of some weights at a time is
// divided by its greatest common divisor with the sum, as is the sum. Overwrites the weights.
static void set_volume(fmpq_t volume, const fmpz_t sum, fmpz *weight, slong weights)
{
    enum { TOGETHER = 16 };
    fmpz *numerator = fmpq_numref(volume);
    fmpz_t common, all;
    fmpz_init(common);
    fmpz_init(all);
    fmpz_set(numerator, sum);
    slong products = 0;
    for (slong begin = 0; begin < weights; begin += TOGETHER) {
        const slong left = weights - begin;
        _fmpz_vec_prod(all, weight + begin, left < TOGETHER ? left : TOGETHER);
        fmpz_mod(common, numerator, all);
        common_divisor(common, common, all);
        fmpz_divexact(numerator, numerator, common);
        fmpz_divexact(weight + products++, all, common);
    }
    _fmpz_vec_prod(fmpq_denref(volume), weight, products);
    fmpz_clear(common);
    fmpz_clear(all);
}

// The weights of all vertices. Returns 0 if they are of a cancelled run: then a cell may not be
// bounded, and its integers may be any.
static bool take_weights(fmpz *weight, geom_space *space, const geom_cell *cell,
                         shared_vertex *const *vertex)
{
    for (size_t i = 0; i < cell->count; i++) {
        if (!vertex[i]) // at infinity
            return false;
        fmpz_set(weight + i, row_of_vertex(space, cell, vertex, i) + space->dimension);
        if (fmpz_sgn(weight + i) <= 0)
            return false;
    }
    return cell->count > 0;
}

// d! volume times the product of all weights is an integer.
void cell_volume(fmpq_t volume, geom_space *space, const geom_cell *cell,
                 shared_vertex *const *vertex)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    if (cells_are_polygons(space)) {
        area_set(volume, space, cell, vertex);
        return;
    }
    const slong n = (slong)cell->count;
    fmpz *weight = _fmpz_vec_init(n + 1); // then d!
    fmpz_t sum;
    fmpz_init(sum);
    fmpz_fac_ui(weight + n, space->dimension);
    fmpq_zero(volume);
    if (take_weights(weight, space, cell, vertex)) {
        if (!simple_volume(sum, space, cell, vertex))
            sum_simplices(sum, space, cell, vertex, weight);
        set_volume(volume, sum, weight, n + 1);
    }
    _fmpz_vec_clear(weight, n + 1);
    fmpz_clear(sum);
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
        cell_volume(volume, &space, &whole, cell_share_vertices(&space, &whole));
    space_clear(&space);
    sign_judge_clear(&judge);
}
