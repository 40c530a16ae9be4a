// Bounded cells divided into simplices, and their volume.
//
// A polytope is the union of the pyramids over those of its facets that do not contain its first
// vertex, with this vertex as apex, and each facet is divided in the same way. Which vertices
// lie on which facet is known, so the division needs no arithmetic.
#include "cell/volume.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/faces.h"
#include "cell/kind.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// A face is the set of its vertices, numbered as generators.
typedef struct {
    geom_space *space;
    const geom_cell *cell;
    shared_vertex *const *vertex;
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

static const fmpz *row_of_vertex(geom_space *space, const geom_cell *cell,
                                 shared_vertex *const *vertex, size_t i)
{
    return shared_vertex_row(vertex[i], space, cell->generator[i].point);
}

static void choose(simplices *s, size_t vertex)
{
    s->apex[s->chosen++] = row_of_vertex(s->space, s->cell, s->vertex, vertex);
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

static void divide_general(geom_space *space, const geom_cell *cell, shared_vertex *const *vertex,
                           cell_simplex_visit *visit, void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    simplices s = {.space = space,
                   .cell = cell,
                   .vertex = vertex,
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

// All terms have one denominator, the product of the weights of all vertices: a sum of fractions in
// lowest terms would take a common divisor for each simplex.
typedef struct {
    fmpz_mat_t matrix; // scratch
    fmpq_t sum, term;
} volume_sum;

static void add_volume(void *data, const fmpz *const *point)
{
    volume_sum *total = data;
    fmpz *weights = fmpq_denref(total->term);
    simplex_volume(total->term, total->matrix, point);
    if (fmpz_is_zero(weights)) // integers of a cancelled run
        return;
    fmpz_divexact(weights, fmpq_denref(total->sum), weights);
    fmpz_addmul(fmpq_numref(total->sum), fmpq_numref(total->term), weights);
}

static void volume_of_simplices(fmpq_t volume, geom_space *space, const geom_cell *cell,
                                shared_vertex *const *vertex)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const size_t d = space->dimension;
    volume_sum total;
    fmpz_mat_init(total.matrix, (slong)space->columns, (slong)space->columns);
    fmpq_init(total.sum);
    fmpq_init(total.term);
    for (size_t i = 0; i < cell->count; i++)
        fmpz_mul(fmpq_denref(total.sum), fmpq_denref(total.sum),
                 row_of_vertex(space, cell, vertex, i) + d);
    cell_simplices(space, cell, vertex, add_volume, &total);
    fmpz_fac_ui(fmpq_denref(total.term), d);
    fmpz_mul(fmpq_denref(total.sum), fmpq_denref(total.sum), fmpq_denref(total.term));
    fmpq_swap(volume, total.sum);
    fmpz_mat_clear(total.matrix);
    fmpq_clear(total.sum);
    fmpq_clear(total.term);
}

// ---- Simple cells ----

// W of a face (cell/faces.h) is an integer divided by the product of the denominators of its
// vertices.
typedef struct {
    geom_space *space;
    const geom_cell *cell;
    shared_vertex *const *vertex;
    shared_cone *const *cone;
    cell_faces faces;
    // Of each vertex: its denominator, a multiple of its determinant and of its weight; the
    // factors.
    fmpz *denominator, *by_weight, *by_determinant;
    fmpz *slack;         // vertices x facets, times by_weight; 0: not yet computed
    fmpz *sum, *product; // of each face: W, of denominators
    fmpz_t factor;       // scratch
} exact_faces;

static void exact_faces_begin(exact_faces *x)
{
    const slong n = (slong)x->faces.vertices, faces = (slong)x->faces.count;
    x->denominator = _fmpz_vec_init(n);
    x->by_weight = _fmpz_vec_init(n);
    x->by_determinant = _fmpz_vec_init(n);
    x->slack = _fmpz_vec_init(n * (slong)x->faces.facets);
    x->sum = _fmpz_vec_init(faces);
    x->product = _fmpz_vec_init(faces);
    fmpz_init(x->factor);
}

static void exact_faces_end(exact_faces *x)
{
    const slong n = (slong)x->faces.vertices, faces = (slong)x->faces.count;
    _fmpz_vec_clear(x->denominator, n);
    _fmpz_vec_clear(x->by_weight, n);
    _fmpz_vec_clear(x->by_determinant, n);
    _fmpz_vec_clear(x->slack, n * (slong)x->faces.facets);
    _fmpz_vec_clear(x->sum, faces);
    _fmpz_vec_clear(x->product, faces);
    fmpz_clear(x->factor);
}

static const fmpz *row_of_facet(const exact_faces *x, size_t f)
{
    return space_primitive_row(x->space, cell_faces_plane(x->space, x->cell, f).plane);
}

// The determinant of the facets at a vertex.
static void find_weight(exact_faces *x, size_t v, fmpz_mat_t matrix)
{
    const cell_faces *faces = &x->faces;
    slong row = 0;
    for (size_t f = 0; f < faces->facets; f++)
        if (bits_have(faces->members + f * faces->vertex_words, v))
            _fmpz_vec_set(fmpz_mat_entry(matrix, row++, 0), row_of_facet(x, f),
                          (slong)faces->dimension);
    fmpz_mat_det(x->cone[v]->weight, matrix);
    fmpz_abs(x->cone[v]->weight, x->cone[v]->weight);
}

// Returns 0 if a vertex is none: in a cancelled run integers are unspecified.
static int weigh_vertex(exact_faces *x, size_t v, fmpz_mat_t matrix)
{
    const fmpz *determinant = x->cone[v]->weight,
               *weight = row_of_vertex(x->space, x->cell, x->vertex, v) + x->faces.dimension;
    if (fmpz_is_zero(determinant))
        find_weight(x, v, matrix);
    if (fmpz_is_zero(determinant) || fmpz_sgn(weight) <= 0)
        return 0;
    fmpz_lcm(x->denominator + v, determinant, weight);
    fmpz_divexact(x->by_weight + v, x->denominator + v, weight);
    fmpz_divexact(x->by_determinant + v, x->denominator + v, determinant);
    return 1;
}

static int weigh_vertices(exact_faces *x)
{
    const slong d = (slong)x->faces.dimension;
    int serves = 1;
    fmpz_mat_t matrix;
    fmpz_mat_init(matrix, d, d);
    for (size_t v = 0; v < x->faces.vertices && serves; v++)
        serves = !run_poll((size_t)(d * d * d)) && weigh_vertex(x, v, matrix);
    fmpz_mat_clear(matrix);
    return serves;
}

static const fmpz *slack_at(exact_faces *x, size_t f, size_t v)
{
    fmpz *slack = x->slack + v * x->faces.facets + f;
    if (fmpz_is_zero(slack)) {
        _fmpz_vec_dot(slack, row_of_facet(x, f), row_of_vertex(x->space, x->cell, x->vertex, v),
                      (slong)x->space->columns);
        fmpz_abs(slack, slack);
        fmpz_mul(slack, slack, x->by_weight + v);
    }
    return slack;
}

static void multiply_denominators(exact_faces *x, size_t i)
{
    const uint64_t *set = x->faces.vertices_on + i * x->faces.vertex_words;
    fmpz *list = arena_take(&x->space->cells, x->faces.vertices * sizeof *list); // borrowed
    size_t count = 0;
    for (size_t w = 0; w < x->faces.vertex_words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1)
            list[count++] = x->denominator[w * BITS_WORD + bits_lowest(rest)];
    _fmpz_vec_prod(x->product + i, list, (slong)count);
}

static void sum_face(exact_faces *x, size_t i)
{
    const cell_face face = x->faces.face[i];
    multiply_denominators(x, i);
    if (face.begin == face.end)
        fmpz_set(x->sum + i, x->by_determinant + face.apex);
    for (size_t t = face.begin; t < face.end; t++) {
        const face_term term = x->faces.term[t];
        // The denominators of the vertices that are neither in the base nor the apex.
        fmpz_mul(x->factor, x->product + term.face, x->denominator + face.apex);
        fmpz_divexact(x->factor, x->product + i, x->factor);
        fmpz_mul(x->factor, x->factor, slack_at(x, term.facet, face.apex));
        fmpz_addmul(x->sum + i, x->factor, x->sum + term.face);
    }
}

// Returns 0 if the cell is not simple.
static int volume_of_faces(fmpq_t volume, geom_space *space, const geom_cell *cell,
                           shared_vertex *const *vertex, shared_cone *const *cone)
{
    exact_faces x = {.space = space, .cell = cell, .vertex = vertex, .cone = cone};
    const arena_mark mark = arena_here(&space->cells);
    int serves = cone && cell_faces_init(&x.faces, space, cell, 1);
    if (serves) {
        exact_faces_begin(&x);
        serves = weigh_vertices(&x);
        for (size_t i = 0; i < x.faces.count && serves; i++) {
            const arena_mark inner = arena_here(&space->cells);
            serves = !run_poll(x.faces.vertices * x.faces.dimension);
            sum_face(&x, i);
            arena_release(&space->cells, inner);
        }
        fmpz_swap(fmpq_numref(volume), x.sum + x.faces.count - 1);
        fmpz_fac_ui(x.factor, x.faces.dimension);
        fmpz_mul(fmpq_denref(volume), x.product + x.faces.count - 1, x.factor);
        exact_faces_end(&x);
    }
    cell_faces_clear(&x.faces);
    arena_release(&space->cells, mark);
    return serves;
}

void cell_volume(fmpq_t volume, geom_space *space, const geom_cell *cell,
                 shared_vertex *const *vertex, shared_cone *const *cone)
{
    if (!cells_are_costly(space) || !volume_of_faces(volume, space, cell, vertex, cone))
        volume_of_simplices(volume, space, cell, vertex);
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
        cell_volume(volume, &space, &whole, cell_share_vertices(&space, &whole),
                    cell_share_cones(&space, &whole));
    fmpq_canonicalise(volume);
    space_clear(&space);
    sign_judge_clear(&judge);
}
