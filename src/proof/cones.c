// Why a form is nowhere negative on a cell.
#include "proof/cones.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/border.h"
#include "exact/filter.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

void cone_finder_init(cone_finder *finder, size_t dimension)
{
    *finder = (cone_finder){.dimension = dimension,
                            .row = _fmpz_vec_init((slong)dimension + 1),
                            .least = _fmpz_vec_init(6),
                            .form = memory_new(form_doubles(dimension), sizeof(double))};
    finder->cone.facet = memory_new(dimension, sizeof *finder->cone.facet);
    program_optimum_init(&finder->best, dimension);
}

void cone_finder_clear(cone_finder *finder)
{
    _fmpz_vec_clear(finder->row, (slong)finder->dimension + 1);
    _fmpz_vec_clear(finder->least, 6);
    free(finder->form);
    free(finder->value);
    free(finder->meeting);
    free(finder->cone.facet);
    program_optimum_clear(&finder->best, finder->dimension);
}

// ---- by linear programs ----

void cone_finder_begin(cone_finder *finder, walk_position *pos, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    ASSERT(finder->dimension == pos->space.dimension);
    finder->pos = pos;
    finder->cell = cell;
    finder->canonical = NULL;
    finder->before_canonical = space_here(&pos->space);
}

void cone_finder_end(cone_finder *finder)
{
    if (!finder->cell->count)
        space_release(&finder->pos->space, finder->before_canonical);
}

static bool cone_may_name(const cone_finder *finder, uint32_t plane)
{
    size_t allowed = 0;
    while (finder->only && allowed < finder->onlys && finder->only[allowed].plane != plane)
        allowed++;
    return !(finder->only && allowed == finder->onlys) && !finder->is_foreign(finder->data, plane);
}

static bool keeps_plane(const void *finder, uint32_t plane)
{
    return cone_may_name(finder, plane);
}

// The facets whose combination finder->row is, but for a constant: by cell_maximise, or by
// cell_refute if the row is known to be nowhere negative. Returns 0 if vertices are to be asked.
static bool least_by_program(cone_finder *finder, bool is_refuted)
{
    geom_space *space = &finder->pos->space;
    if (!finder->canonical)
        finder->canonical = cell_canonical(finder->cell, space, keeps_plane, finder);
    const cell_answer answer = (is_refuted ? cell_refute : cell_maximise)(
        &finder->best, finder->canonical, space, finder->row, -1);
    if (answer != CELL_ANSWERED)
        return answer == CELL_CANCELLED;
    finder->cone.count = finder->best.count;
    memcpy(finder->cone.facet, finder->best.facet, finder->best.count * sizeof(half_space));
    return true;
}

// ---- where a form is least ----

// The value of the form at a finite generator, in doubles; its error is less than *error.
// filter.md,
// 2
static double approximate(const cone_finder *finder, size_t generator, double *error)
{
    const geom_space *space = &finder->pos->space;
    const double *form = finder->form, *bound = form + space->columns;
    const double *place = space_place(space, finder->cell->generator[generator].point);
    size_t d = space->dimension;
    double radius = place[d + 1], value = form[d], size = fabs(form[d]), slope = 0, slip = bound[d];
    for (size_t i = 0; i < d; i++) {
        double term = form[i] * place[i];
        value += term;
        size += fabs(term);
        slope += fabs(form[i]);
        slip += bound[i] * (fabs(place[i]) + radius);
    }
    *error = (slope * radius + slip + FILTER_DOT(d) * size + 4 * FILTER_TINY) * FILTER_ENLARGE;
    return value;
}

// value, weight = those of the row at a generator: the form is value / weight there.
static void evaluate(fmpz *value, cone_finder *finder, size_t generator)
{
    geom_space *space = &finder->pos->space;
    const fmpz *point = space_point_row(space, finder->cell->generator[generator].point);
    _fmpz_vec_dot(value, finder->row, point, (slong)space->columns);
    fmpz_set(value + 1, point + space->dimension);
}

// The first finite generator where finder->row is least, among those whose value may be as small as
// `most`.
static size_t least_exactly(cone_finder *finder, double most)
{
    size_t best = SIZE_MAX;
    fmpz *here = finder->least, *least = here + 2, *product = here + 4;
    for (size_t i = finder->cell->lines; i < finder->cell->count; i++) {
        if (!cone_finder_is_finite(finder, i) || finder->value[i] > most)
            continue;
        evaluate(here, finder, i);
        fmpz_mul(product, here, least + 1);
        fmpz_mul(product + 1, least, here + 1);
        if (best == SIZE_MAX || fmpz_cmp(product, product + 1) < 0) {
            best = i;
            fmpz_swap(least, here);
            fmpz_swap(least + 1, here + 1);
        }
    }
    return best;
}

// By doubles; SIZE_MAX if these do not decide. finder->value is then the least that the form may be
// at each generator, and *most what it is at some.
static size_t least_approximately(cone_finder *finder, double sign, double *most)
{
    const geom_cell *cell = finder->cell;
    size_t best = SIZE_MAX, close = 0;
    *most = INFINITY;
    for (size_t i = cell->lines; i < cell->count; i++) {
        double error, value;
        if (!cone_finder_is_finite(finder, i))
            continue;
        value = sign * approximate(finder, i, &error);
        finder->value[i] = value - error;
        if (!(error < INFINITY))
            finder->value[i] = -INFINITY;
        else if (value + error < *most)
            *most = value + error, best = i;
    }
    for (size_t i = cell->lines; i < cell->count; i++)
        close += cone_finder_is_finite(finder, i) && finder->value[i] <= *most;
    return close == 1 ? best : SIZE_MAX;
}

// ---- facets that meet in a vertex ----

static void cone_list_facet(cone_finder *finder, uint32_t plane, int32_t side)
{
    const plane_origin *origin = finder->pos->space.origin + plane;
    if (origin->split == NO_SPLIT && origin->unit == NO_INEQUALITY) // infinity
        return;
    for (size_t i = 0; i < finder->meetings; i++)
        if (finder->meeting[i].plane == plane)
            return;
    if (!cone_may_name(finder, plane))
        return;
    finder->meeting[finder->meetings++] = (half_space){plane, side};
}

// Lists the facets that meet in a finite generator. Returns their number.
static size_t list_meeting(cone_finder *finder, size_t vertex)
{
    ASSERT(vertex < finder->cell->count);
    const geom_cell *cell = finder->cell;
    size_t most = cell->facets + 2;
    finder->meetings = 0;
    if (most > finder->capacity) {
        finder->capacity = 2 * most;
        finder->meeting = memory_resize(finder->meeting, finder->capacity, sizeof *finder->meeting);
        finder->cone.facet =
            memory_resize(finder->cone.facet, finder->capacity, sizeof *finder->meeting);
    }
    half_space *facet = memory_new(most, sizeof *facet);
    const size_t count = cell_facets_meeting(facet, cell, &finder->pos->space, vertex);
    for (size_t i = 0; i < count; i++)
        cone_list_facet(finder, facet[i].plane, facet[i].side);
    free(facet);
    return finder->meetings;
}

// How many facets span a cone at a vertex.
static size_t rank_of(const cone_finder *finder, size_t vertex)
{
    const geom_space *space = &finder->pos->space;
    if (cells_are_costly(space))
        return space->dimension - finder->cell->lines;
    return list_meeting((cone_finder *)finder, vertex);
}

// ---- among more than that ----

// Row i: the normal of a facet that meets there, inwards; then those of the free coordinates.
static void set_normal(fmpz_mat_t normals, slong i, cone_finder *finder, half_space facet)
{
    geom_space *space = &finder->pos->space;
    const fmpz *row = space_plane_row(space, facet.plane);
    for (slong c = 0; c < (slong)space->dimension; c++)
        if (facet.side > 0)
            fmpz_set(fmpz_mat_entry(normals, i, c), row + c);
        else
            fmpz_neg(fmpz_mat_entry(normals, i, c), row + c);
}

// Chooses independent facets of those that meet, the first that are; chosen[i]: a place there.
static void choose_independent(size_t *chosen, cone_finder *finder, size_t rank)
{
    fmpz_mat_t normals, part;
    size_t count = 0;
    fmpz_mat_init(normals, (slong)rank, (slong)finder->pos->space.dimension);
    for (size_t i = 0; i < finder->meetings && count < rank; i++) {
        set_normal(normals, (slong)count, finder, finder->meeting[i]);
        fmpz_mat_window_init(part, normals, 0, 0, (slong)count + 1, normals->c);
        if (fmpz_mat_rank(part) == (slong)count + 1)
            chosen[count++] = i;
        fmpz_mat_window_clear(part);
    }
    fmpz_mat_clear(normals);
}

// Column e of edges is an edge of the cone of the chosen facets.
static void find_edges(fmpz_mat_t edges, const size_t *chosen, cone_finder *finder, size_t rank)
{
    slong d = (slong)finder->pos->space.dimension;
    fmpz_mat_t normals;
    fmpz_t divisor;
    fmpz_init(divisor);
    fmpz_mat_init(normals, d, d);
    for (size_t i = 0; i < rank; i++)
        set_normal(normals, (slong)i, finder, finder->meeting[chosen[i]]);
    for (slong i = (slong)rank; i < d; i++) {
        half_space free_one = {finder->cell->generator[i - (slong)rank].plane, 1};
        set_normal(normals, i, finder, free_one);
    }
    fmpz_mat_inv(edges, divisor, normals);
    if (fmpz_sgn(divisor) < 0)
        fmpz_mat_neg(edges, edges);
    fmpz_mat_clear(normals);
    fmpz_clear(divisor);
}

static int cone_slope(const fmpz *row, const fmpz_mat_t edges, size_t e)
{
    fmpz_t sum;
    fmpz_init(sum);
    for (slong c = 0; c < edges->r; c++)
        fmpz_addmul(sum, row + c, fmpz_mat_entry(edges, c, (slong)e));
    int sign = fmpz_sgn(sum);
    fmpz_clear(sum);
    return sign;
}

// The first facet that meets there and falls along the edge.
static size_t first_falling(cone_finder *finder, const fmpz_mat_t edges, size_t e)
{
    fmpz_mat_t normal;
    fmpz_mat_init(normal, 1, edges->r);
    size_t i = 0;
    for (bool falls = false; i < finder->meetings; i++) {
        set_normal(normal, 0, finder, finder->meeting[i]);
        falls = cone_slope(fmpz_mat_entry(normal, 0, 0), edges, e) < 0;
        if (falls)
            break;
    }
    fmpz_mat_clear(normal);
    return i;
}

// Exchanges chosen facets until finder->row falls along no edge of their cone: Bland's rule, the
// first that can leave and the first that can enter, never comes back (Bland 1977).
static void choose_for_row(size_t *chosen, cone_finder *finder, size_t rank)
{
    slong d = (slong)finder->pos->space.dimension;
    fmpz_mat_t edges;
    fmpz_mat_init(edges, d, d);
    for (bool done = false; !done && !run_is_cancelled();) {
        size_t leaves = SIZE_MAX;
        find_edges(edges, chosen, finder, rank);
        for (size_t e = 0; e < rank; e++)
            if (cone_slope(finder->row, edges, e) < 0 &&
                (leaves == SIZE_MAX || chosen[e] < chosen[leaves]))
                leaves = e;
        size_t enters =
            leaves == SIZE_MAX ? finder->meetings : first_falling(finder, edges, leaves);
        done = enters == finder->meetings;
        if (!done)
            chosen[leaves] = enters;
    }
    fmpz_mat_clear(edges);
}

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

// The cone at a vertex, of all facets or of some: for finder->row, or the first ones.
static void find_cone(cone_finder *finder, size_t vertex, bool for_row)
{
    size_t rank = rank_of(finder, vertex);
    finder->cone.count = rank;
    finder->cone.point = finder->cell->generator[vertex].point;
    if (finder->meetings == rank) {
        for (size_t i = 0; i < rank; i++)
            finder->cone.facet[i] = finder->meeting[i];
        return;
    }
    size_t *chosen = memory_new(rank, sizeof *chosen);
    choose_independent(chosen, finder, rank);
    if (for_row)
        choose_for_row(chosen, finder, rank);
    qsort(chosen, rank, sizeof *chosen, by_size);
    for (size_t i = 0; i < rank; i++)
        finder->cone.facet[i] = finder->meeting[chosen[i]];
    free(chosen);
}

// ---- the cones of forms and vertices ----

static bool is_constant(const cone_finder *finder)
{
    return _fmpz_vec_is_zero(finder->row, (slong)finder->pos->space.dimension);
}

void cone_finder_row(cone_finder *finder, const cone_form *form)
{
    walk_maps_form(&finder->pos->maps, finder->row, form->layer, form->unit, form->predicate);
    if (form->minus)
        _fmpz_vec_neg(finder->row, finder->row, (slong)finder->pos->space.columns);
}

// finder->form = the row in doubles, as that of a plane.
static void set_form(cone_finder *finder)
{
    geom_space *space = &finder->pos->space;
    space_mark mark = space_here(space);
    uint32_t plane = space_add_border(space, finder->row);
    memcpy(finder->form, space_form(space, plane), 2 * space->columns * sizeof *finder->form);
    space_release(space, mark);
}

static void reserve_values(cone_finder *finder)
{
    MEMORY_RESERVE(finder->value, finder->values, finder->cell->count);
    for (size_t i = 0; i < finder->cell->count; i++)
        finder->value[i] = -INFINITY;
}

// The same as least_exactly, found by the cones of vertices where no more facets meet than span
// one: a form is least there if it falls along no edge. Many vertices are often equally low, all
// those of a facet, and the first will do. SIZE_MAX if more facets meet in one before.
static size_t least_by_cones(cone_finder *finder, double most)
{
    const geom_cell *cell = finder->cell;
    size_t best = SIZE_MAX, rank = finder->dimension - cell->lines;
    size_t *chosen = memory_new(rank, sizeof *chosen);
    fmpz_mat_t edges;
    fmpz_mat_init(edges, (slong)finder->dimension, (slong)finder->dimension);
    for (size_t k = 0; k < rank; k++)
        chosen[k] = k;
    for (size_t i = cell->lines; best == SIZE_MAX && i < cell->count; i++) {
        if (!cone_finder_is_finite(finder, i) || finder->value[i] > most)
            continue;
        if (run_is_cancelled() || list_meeting(finder, i) != rank)
            break;
        find_edges(edges, chosen, finder, rank);
        size_t e = 0;
        while (e < rank && cone_slope(finder->row, edges, e) >= 0)
            e++;
        best = e == rank ? i : best;
    }
    fmpz_mat_clear(edges);
    free(chosen);
    return best;
}

// The vertex among those that doubles do not exclude.
static size_t least_of_close(cone_finder *finder, double most)
{
    const walk_position *pos = finder->pos;
    size_t vertex = SIZE_MAX;
    if (cells_are_costly(&pos->space) && pos->judge.arith != CREASE_EXACT)
        vertex = least_by_cones(finder, most);
    return vertex == SIZE_MAX ? least_exactly(finder, most) : vertex;
}

void cone_find_for_row(cone_finder *finder, const fmpz *row)
{
    ASSERT(finder->cell && finder->pos);
    size_t columns = finder->pos->space.columns;
    if (row != finder->row)
        _fmpz_vec_set(finder->row, row, (slong)columns);
    finder->cone.count = 0;
    if (is_constant(finder))
        return;
    if (least_by_program(finder, 0))
        return;
    reserve_values(finder);
    size_t vertex = SIZE_MAX;
    double most = INFINITY;
    if (finder->pos->judge.arith != CREASE_EXACT) {
        set_form(finder);
        vertex = least_approximately(finder, 1, &most);
    }
    if (vertex == SIZE_MAX)
        vertex = least_of_close(finder, most);
    if (vertex == SIZE_MAX) // the work was given up
        return;
    list_meeting(finder, vertex);
    find_cone(finder, vertex, 1);
}

bool cone_find_for_positive_row(cone_finder *finder, const fmpz *row)
{
    ASSERT(finder->cell && finder->pos);
    const size_t columns = finder->pos->space.columns;
    cone_find_for_row(finder, row);
    if (is_constant(finder))
        return fmpz_sgn(row + columns - 1) > 0;
    if (run_is_cancelled() || !finder->cone.count)
        return false;
    if (!finder->cell->count)
        return fmpq_sgn(finder->best.value) < 0; // minus the least value
    const fmpz *vertex = space_point_row(&finder->pos->space, finder->cone.point);
    _fmpz_vec_dot(finder->least, finder->row, vertex, (slong)columns);
    return fmpz_sgn(finder->least) > 0;
}

void cone_find_for_form(cone_finder *finder, const cone_form *form)
{
    ASSERT(finder->cell && finder->pos);
    walk_position *pos = finder->pos;
    size_t vertex = SIZE_MAX;
    double most = INFINITY;
    bool exact = false;
    finder->cone.count = 0;
    if (!finder->cell->count) {
        cone_finder_row(finder, form);
        if (!is_constant(finder))
            least_by_program(finder, !finder->only);
        return;
    }
    reserve_values(finder);
    if (pos->judge.arith != CREASE_EXACT) {
        walk_layer_approx(finder->form, pos->maps.layer + form->layer, form->unit, form->predicate);
        vertex = least_approximately(finder, form->minus ? -1 : 1, &most);
    }
    if (vertex == SIZE_MAX) {
        cone_finder_row(finder, form);
        exact = true;
        if (is_constant(finder))
            return;
        vertex = least_of_close(finder, most);
    }
    if (vertex == SIZE_MAX) // the work was given up
        return;
    if (!exact && list_meeting(finder, vertex) > rank_of(finder, vertex))
        cone_finder_row(finder, form);
    list_meeting(finder, vertex);
    find_cone(finder, vertex, 1);
}

void cone_find_at_some_vertex(cone_finder *finder)
{
    ASSERT(finder->cell && finder->pos);
    const size_t d = finder->dimension;
    finder->cone.count = 0;
    for (slong seed = 1; finder->cone.count < d && !run_is_cancelled(); seed++) {
        for (slong k = 0; k < (slong)d; k++)
            fmpz_set_si(finder->row + k, 1 + (k + 1) * (k + 7) * seed % 97);
        fmpz_zero(finder->row + d);
        if (!least_by_program(finder, 0))
            break;
    }
    if (finder->cone.count >= d || run_is_cancelled())
        return;
    size_t vertex = 0; // not one inside an edge
    while (vertex + 1 < finder->cell->count && list_meeting(finder, vertex) < d)
        vertex++;
    list_meeting(finder, vertex);
    find_cone(finder, vertex, 0);
}
