// The integers of a vertex that divides an edge, from those of the ends.
//
// Forms are integers in units that depend on the network alone (net/scaled.h), and that of a unit
// changes across another hyperplane by a multiple of the form of this one. So the cofactors of the
// d hyperplanes at a vertex are the same integers in all cells around it, but for the sign, if no
// other unit is 0 there, which would change their forms too. Then no sign of the walk was 0 yet
// (exact/sign.h): other units that are inserted later belong to the same layers or later ones, and
// do not change these forms. After a tie, common factors are found and removed.
#include "cell/edge_vertex.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <string.h>

// ---- planes ----

static void set_plane(plane_in_words *kept, geom_space *space, uint32_t plane)
{
    const size_t columns = space->columns;
    const plane_origin *origin = space->origin + plane;
    const fmpz *row = space_plane_row(space, plane);
    fmpz *afresh = NULL;
    // Without a common factor a form is not in the units of the network.
    if (space->plane_rows.known[plane] & ROW_IS_REDUCED && origin->split != NO_SPLIT) {
        row = afresh = _fmpz_vec_init((slong)columns);
        space->fetch(space->fetch_from, afresh, origin);
    }
    const size_t words = word_row_size(row, columns);
    if (words > kept->room) {
        kept->room = words;
        kept->row.word = arena_take(&space->shared.memory, words * sizeof *kept->row.word);
    }
    word_row_set(&kept->row, row, columns);
    if (afresh)
        _fmpz_vec_clear(afresh, (slong)columns);
}

// Numbered vertices are not forgotten, so their memory serves for planes, too.
static const word_row *plane_integers(geom_space *space, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count && space->shared.keeps);
    const size_t old = space->plane_words_kept, all = space->plane_rows.capacity;
    if (old < all) {
        plane_in_words *grown = arena_new(&space->shared.memory, all, sizeof *grown);
        if (old)
            memcpy(grown, space->plane_words, old * sizeof *grown);
        space->plane_words = grown;
        space->plane_words_kept = all;
    }
    plane_in_words *kept = space->plane_words + plane;
    if (!(space->plane_rows.known[plane] & ROW_IS_IN_WORDS))
        set_plane(kept, space, plane);
    space->plane_rows.known[plane] |= ROW_IS_IN_WORDS;
    return &kept->row;
}

// ---- vertices ----

static void keep(shared_vertex *vertex, geom_space *space, const word_row *row)
{
    const size_t words = word_row_words(row, space->columns);
    mp_limb_t *own = arena_take(&space->shared.memory, words * sizeof *own);
    vertex->integers = word_row_copy(own, row, space->columns);
    space->shared.bytes += words * sizeof *own;
}

static void keep_row(shared_vertex *vertex, geom_space *space, const fmpz *row)
{
    const arena_mark mark = arena_here(&space->cells);
    word_row words = {0};
    words.word = arena_take(&space->cells, word_row_size(row, space->columns) * sizeof *words.word);
    word_row_set(&words, row, space->columns);
    keep(vertex, space, &words);
    arena_release(&space->cells, mark);
}

// Integers of a point that divides no edge.
static void set_given(shared_vertex *vertex, geom_space *space, uint32_t point)
{
    const size_t columns = space->columns;
    fmpz *row = _fmpz_vec_init((slong)columns);
    row_primitive(row,
                  space->point[point].infinite ? space_primitive_direction(space, point)
                                               : space_point_row(space, point),
                  columns);
    if (!run_is_cancelled())
        keep_row(vertex, space, row);
    _fmpz_vec_clear(row, (slong)columns);
}

// Whether a point is the meeting of d hyperplanes of units and inequalities.
static bool is_simple(const geom_space *space, uint32_t point)
{
    const space_point *defined = space->point + point;
    bool is = defined->definition == POINT_COMMON && !defined->infinite &&
              defined->count == space->dimension;
    for (size_t i = 0; is && i < defined->count; i++) {
        const plane_origin *origin = space->origin + defined->through[i];
        is = origin->split != NO_SPLIT || origin->unit != NO_INEQUALITY;
    }
    return is;
}

static void drop_twos(fmpz_t x)
{
    fmpz_tdiv_q_2exp(x, x, fmpz_val2(x));
}

// Multiplies a simple vertex, which has no common factor, by that of its cofactors. The last
// cofactor is the determinant of the other columns.
static void scale_to_cofactors(shared_vertex *vertex, geom_space *space, uint32_t point)
{
    const size_t d = space->dimension, columns = space->columns;
    fmpz *row = _fmpz_vec_init((slong)columns), *form = _fmpz_vec_init((slong)columns);
    fmpz_mat_t matrix;
    fmpz_t factor;
    fmpz_mat_init(matrix, (slong)d, (slong)d);
    fmpz_init(factor);
    for (size_t i = 0; i < d; i++) {
        word_row_get(form, plane_integers(space, space->point[point].through[i]), columns);
        row_copy(fmpz_mat_entry(matrix, i, 0), form, d);
    }
    word_row_get(row, &vertex->integers, columns);
    fmpz_mat_det(factor, matrix);
    if (!fmpz_is_zero(factor) && !run_is_cancelled()) {
        fmpz_abs(factor, factor);
        drop_twos(factor);
        fmpz_set(form, row + d);
        drop_twos(form);
        ASSERT(fmpz_divisible(factor, form));
        fmpz_divexact(factor, factor, form);
        _fmpz_vec_scalar_mul_fmpz(row, row, (slong)columns, factor);
        keep_row(vertex, space, row);
        vertex->are_cofactors = 1;
    }
    fmpz_clear(factor);
    fmpz_mat_clear(matrix);
    _fmpz_vec_clear(form, (slong)columns);
    _fmpz_vec_clear(row, (slong)columns);
}

// Whether the integers of an end are cofactors, and of its hyperplanes all but one, `own`, contain
// the edge.
static bool is_anchor(uint32_t *own, geom_space *space, uint32_t end, uint32_t point)
{
    const space_point *of_end = space->point + end, *divides = space->point + point;
    size_t others = 0;
    if (space->judge->has_ties || !is_simple(space, end) || divides->count != space->dimension)
        return false;
    for (size_t i = 0; i < of_end->count; i++) {
        bool contains = false;
        for (size_t k = 1; k < divides->count; k++)
            contains |= divides->through[k] == of_end->through[i];
        if (contains)
            continue;
        *own = of_end->through[i];
        others++;
    }
    if (others != 1)
        return false;
    shared_vertex *vertex = shared_vertices_at(&space->shared, space->label[end].number);
    if (!vertex->are_cofactors) {
        vertex->are_cofactors = -1;
        scale_to_cofactors(vertex, space, end);
    }
    return vertex->are_cofactors > 0;
}

// ---- an edge ----

static word_value value_at(geom_space *space, uint32_t plane, const word_row *point)
{
    const word_row *form = plane_integers(space, plane);
    mp_limb_t *scratch =
        arena_take(&space->cells, word_row_dot_words(form, point) * sizeof *scratch);
    return word_row_dot(scratch, form, point, space->columns);
}

// Removes the common factor of a row.
static void reduce(word_row *row, size_t columns)
{
    fmpz *integers = _fmpz_vec_init((slong)columns);
    word_row_get(integers, row, columns);
    row_primitive(integers, integers, columns);
    word_row_set(row, integers, columns);
    _fmpz_vec_clear(integers, (slong)columns);
}

// `anchor`: 0 or 1, the end whose integers are cofactors, with a plane of its own, or 2.
static void divide(shared_vertex *vertex, geom_space *space, uint32_t point,
                   const word_row *const end[2], size_t anchor, uint32_t own)
{
    static mp_limb_t unit = 1;
    arena *stack = &space->cells;
    const arena_mark mark = arena_here(stack);
    const uint32_t plane = *space->point[point].through;
    const size_t columns = space->columns, first = anchor % 2;
    word_edge edge = {.end = {end[first], end[!first]}, .columns = columns};
    for (size_t k = 0; k < 2; k++)
        edge.value[k] = value_at(space, plane, edge.end[k]);
    edge.divisor = anchor < 2 ? value_at(space, own, edge.end[1]) : (word_value){&unit, 1, 1};
    if (edge.value[0].sign * edge.value[1].sign < 0 && edge.divisor.sign) {
        mp_limb_t *scratch = arena_take(stack, word_row_between_words(&edge) * sizeof *scratch);
        word_row row;
        const bool divides = word_row_between(&row, scratch, &edge);
        ASSERT(divides || run_is_cancelled());
        if (divides && anchor == 2)
            reduce(&row, columns);
        if (divides && !run_is_cancelled()) {
            keep(vertex, space, &row);
            vertex->are_cofactors = anchor < 2;
        }
    }
    arena_release(stack, mark);
}

static const word_row *integers_of(geom_space *space, uint32_t point, size_t depth);

// The ends of an edge may divide edges in turn, as many as there are hyperplanes: too many calls
// for the stack. So `depth` calls are enough.
static void divide_edge(shared_vertex *vertex, geom_space *space, uint32_t point, size_t depth)
{
    enum { DEEPEST = 100 };
    const numbered_point label = space->label[point];
    uint32_t own[2];
    size_t anchor = 2;
    if (depth == DEEPEST)
        return;
    for (size_t k = 0; k < 2; k++)
        if (!integers_of(space, label.ends[k], depth + 1))
            return;
    for (size_t k = 0; k < 2; k++)
        if (is_anchor(own + k, space, label.ends[k], point) &&
            (anchor == 2 ||
             plane_integers(space, own[k])->words < plane_integers(space, own[0])->words))
            anchor = k;
    // Scaled by now.
    const word_row *const end[2] = {integers_of(space, label.ends[0], depth + 1),
                                    integers_of(space, label.ends[1], depth + 1)};
    divide(vertex, space, point, end, anchor, anchor < 2 ? own[anchor] : 0);
}

static bool divides_edge(const geom_space *space, uint32_t point)
{
    return space->is_numbered && space->columns <= WORD_ROW_COLUMNS &&
           space->label[point].ends[0] != space->label[point].ends[1];
}

// The integers of a numbered point. Cofactors stay cofactors until there are ties.
static const word_row *integers_of(geom_space *space, uint32_t point, size_t depth)
{
    shared_vertex *vertex = shared_vertices_at(&space->shared, space->label[point].number);
    if (vertex->integers.word)
        return &vertex->integers;
    if (divides_edge(space, point))
        divide_edge(vertex, space, point, depth);
    if (!vertex->integers.word)
        set_given(vertex, space, point);
    return vertex->integers.word ? &vertex->integers : NULL;
}

const word_row *edge_vertex_integers(shared_vertex *vertex, geom_space *space, uint32_t point)
{
    if (!vertex->integers.word && divides_edge(space, point) &&
        !row_is_known(&space->point_rows, point))
        divide_edge(vertex, space, point, 0);
    return vertex->integers.word ? &vertex->integers : NULL;
}
