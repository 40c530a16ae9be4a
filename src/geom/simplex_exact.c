// Linear programs on a cell without vertices, in integers.
#include "geom/simplex_exact.h"

#include "base/limits.h"
#include "geom/simplex_cell.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// Inequalities are numbered: of coordinate v the lower bound is 2 v, the upper one 2 v + 1, and
// those of the path follow. All of them are variables; d are not basic. A coordinate without bounds
// is a variable of any sign, numbered after all these, as long as it is not basic.
typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t dimension, inequalities;
    size_t rows;              // basic variables
    size_t *basic, *nonbasic; // of each row and column
    fmpz_mat_t table;   // rows of the basic ones, and the objective last, over a common denominator
    fmpz_t denominator; // positive
    int is_feasible;    // the vertex
    int is_endless;     // the objective grows forever along this column
    size_t column;
} program;

static int is_free(const program *p, size_t number)
{
    return number >= p->inequalities;
}

static int is_there(const program *p, size_t number)
{
    return number >= 2 * p->dimension ||
           simplex_has_bound(p->space->box, number / 2, (int)(number % 2));
}

// q x - p >= 0 for x >= p / q, and p - q x >= 0 for x <= p / q.
static void bound_row(fmpz *to, const program *p, size_t number)
{
    const size_t d = p->dimension, c = number / 2;
    const fmpq *bound = p->space->box->bound + number;
    fmpz_set(to + c, fmpq_denref(bound));
    fmpz_neg(to + d, fmpq_numref(bound));
    if (number % 2)
        _fmpz_vec_neg(to, to, (slong)d + 1);
}

static void inequality_row(fmpz *to, const program *p, size_t number)
{
    const slong columns = (slong)p->dimension + 1;
    _fmpz_vec_zero(to, columns);
    if (is_free(p, number)) {
        fmpz_one(to + (number - p->inequalities));
        return;
    }
    if (number < 2 * p->dimension) {
        bound_row(to, p, number);
        return;
    }
    const cell_facet *facet = p->cell->facet + number - 2 * p->dimension;
    const fmpz *row = space_plane_row(p->space, facet->plane);
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, row, columns);
    if (facet->side < 0)
        fmpz_neg(content, content);
    _fmpz_vec_scalar_divexact_fmpz(to, row, columns, content);
    fmpz_clear(content);
}

// What that many products of the program's integers cost.
static size_t products(const program *p, size_t count)
{
    enum { PRODUCT = 32 };
    return PRODUCT * count * (1 + (size_t)fmpz_size(p->denominator));
}

// All inequalities that are not among the nonbasic variables become rows.
static void choose_rows(program *p)
{
    unsigned char *taken = memory_new(p->inequalities + p->dimension, 1);
    for (size_t k = 0; k < p->dimension; k++)
        taken[p->nonbasic[k]] = 1;
    p->rows = 0;
    for (size_t i = 0; i < p->inequalities; i++)
        if (!taken[i] && is_there(p, i))
            p->basic[p->rows++] = i;
    free(taken);
}

// The inequalities that are tight at the vertex of the dictionary.
static void choose_start(program *p)
{
    const simplex_cell *of = p->cell->simplex;
    const size_t d = p->dimension;
    for (size_t k = 0; k < d; k++) {
        const size_t v = of->nonbasic[k];
        if (v >= d)
            p->nonbasic[k] = d + v;
        else if (simplex_has_bound(p->space->box, v, of->upper[k]))
            p->nonbasic[k] = 2 * v + of->upper[k];
        else
            p->nonbasic[k] = p->inequalities + v;
    }
    choose_rows(p);
}

// Without a path every choice of bounds is a vertex.
static void choose_bounds(program *p)
{
    for (size_t k = 0; k < p->dimension; k++) {
        const int upper = !simplex_has_bound(p->space->box, k, 0);
        p->nonbasic[k] = simplex_has_bound(p->space->box, k, upper) ? 2 * k + (size_t)upper
                                                                    : p->inequalities + k;
    }
    choose_rows(p);
}

// The inverse over the determinant, by which pivots divide without remainder; FLINT's denominator
// may be smaller. Returns 0 if there is none.
static int inverse_by_determinant(fmpz_mat_t inverse, fmpz_t determinant, const fmpz_mat_t of)
{
    fmpz_t denominator;
    fmpz_init(denominator);
    const int regular = fmpz_mat_inv(inverse, denominator, of);
    if (regular) {
        fmpz_mat_det(determinant, of);
        fmpz_mat_scalar_mul_fmpz(inverse, inverse, determinant);
        fmpz_mat_scalar_divexact_fmpz(inverse, inverse, denominator);
    }
    fmpz_clear(denominator);
    return regular;
}

// With t = B x + b the nonbasic ones, another is c x + e = (c / B) t + e - (c / B) b. Returns 0 if
// B is singular. objective: NULL for the sum of all nonbasic variables.
static int program_rows(program *p, const fmpz *objective, int sign)
{
    const slong d = (slong)p->dimension, height = (slong)p->rows + 1;
    fmpz_mat_t normals, inverse;
    fmpz *offset = _fmpz_vec_init(d), *of = _fmpz_vec_init(d + 1);
    fmpz_mat_clear(p->table);
    fmpz_mat_init(p->table, height, d + 1);
    fmpz_mat_init(normals, d, d);
    fmpz_mat_init(inverse, d, d);
    for (slong k = 0; k < d; k++) {
        inequality_row(of, p, p->nonbasic[k]);
        _fmpz_vec_set(fmpz_mat_entry(normals, k, 0), of, d);
        fmpz_set(offset + k, of + d);
    }
    const int regular = inverse_by_determinant(inverse, p->denominator, normals);
    const int turned = fmpz_sgn(p->denominator) < 0;
    if (turned) {
        fmpz_neg(p->denominator, p->denominator);
        fmpz_mat_neg(inverse, inverse);
    }
    for (slong i = 0; i < height && regular && !run_poll(products(p, p->dimension * p->dimension));
         i++) {
        fmpz *to = fmpz_mat_entry(p->table, i, 0);
        if (i + 1 < height)
            inequality_row(of, p, p->basic[i]);
        else if (!objective)
            continue;
        else if (sign > 0)
            _fmpz_vec_set(of, objective, d + 1);
        else
            _fmpz_vec_neg(of, objective, d + 1);
        fmpz_mul(to + d, of + d, p->denominator);
        for (slong k = 0; k < d; k++) {
            fmpz_zero(to + k);
            for (slong c = 0; c < d; c++)
                fmpz_addmul(to + k, of + c, fmpz_mat_entry(inverse, c, k));
            fmpz_submul(to + d, to + k, offset + k);
        }
    }
    fmpz_mat_clear(normals);
    fmpz_mat_clear(inverse);
    _fmpz_vec_clear(offset, d);
    _fmpz_vec_clear(of, d + 1);
    return regular;
}

// Exchanges the variable of row r with that of column s.
static void program_exchange(program *p, size_t r, size_t s)
{
    const size_t height = (size_t)fmpz_mat_nrows(p->table), columns = p->dimension + 1;
    fmpz *from = fmpz_mat_entry(p->table, r, 0);
    fmpz_t pivot;
    fmpz_init_set(pivot, from + s);
    for (size_t i = 0; i < height; i++) {
        fmpz *to = fmpz_mat_entry(p->table, i, 0);
        if (i == r)
            continue;
        for (size_t c = 0; c < columns; c++) {
            if (c == s)
                continue;
            fmpz_mul(to + c, to + c, pivot);
            fmpz_submul(to + c, to + s, from + c);
            fmpz_divexact(to + c, to + c, p->denominator);
        }
    }
    for (size_t c = 0; c < columns; c++)
        if (c != s)
            fmpz_neg(from + c, from + c);
    fmpz_set(from + s, p->denominator);
    if (fmpz_sgn(pivot) < 0) {
        fmpz_mat_neg(p->table, p->table);
        fmpz_neg(pivot, pivot);
    }
    fmpz_swap(p->denominator, pivot);
    fmpz_clear(pivot);
    const size_t entered = p->nonbasic[s];
    p->nonbasic[s] = p->basic[r];
    p->basic[r] = entered;
}

static int sign_at(const program *p, size_t row, size_t column)
{
    return fmpz_sgn(fmpz_mat_entry(p->table, row, column));
}

// The infeasible variable of least number, as its row or its column.
typedef struct {
    size_t row, column;
    int primal, dual, by_row; // a row, a column is infeasible; the least is a row
} infeasible;

static infeasible find_infeasible(const program *p)
{
    infeasible found = {0};
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < p->rows; i++)
        if (!is_free(p, p->basic[i]) && sign_at(p, i, p->dimension) < 0) {
            found.primal = 1;
            if (p->basic[i] < least) {
                least = p->basic[i];
                found.row = i;
                found.by_row = 1;
            }
        }
    for (size_t k = 0; k < p->dimension; k++)
        if (!is_free(p, p->nonbasic[k]) && sign_at(p, p->rows, k) > 0) {
            found.dual = 1;
            if (p->nonbasic[k] < least) {
                least = p->nonbasic[k];
                found.column = k;
                found.by_row = 0;
            }
        }
    return found;
}

// The partner of least number: a column in which the row grows, or a row that falls in the column.
// Returns 0 if there is none.
static int find_partner(infeasible *found, const program *p)
{
    size_t least = SIZE_MAX;
    for (size_t k = 0; k < p->dimension && found->by_row; k++)
        if (!is_free(p, p->nonbasic[k]) && sign_at(p, found->row, k) > 0 &&
            p->nonbasic[k] < least) {
            least = p->nonbasic[k];
            found->column = k;
        }
    for (size_t i = 0; i < p->rows && !found->by_row; i++)
        if (!is_free(p, p->basic[i]) && sign_at(p, i, found->column) < 0 && p->basic[i] < least) {
            least = p->basic[i];
            found->row = i;
        }
    return least < SIZE_MAX;
}

// In exact arithmetic the next program begins where this one ended.
static void keep_vertex(const program *p)
{
    const size_t d = p->dimension;
    for (size_t k = 0; k < d; k++) {
        const size_t number = p->nonbasic[k];
        const int is_bound = number < 2 * d;
        p->cell->simplex->nonbasic[k] = (uint32_t)(is_free(p, number) ? number - p->inequalities
                                                   : is_bound         ? number / 2
                                                                      : number - d);
        p->cell->simplex->upper[k] = is_bound && number % 2;
    }
}

// Finds the steepest edge at a feasible vertex, and the row that ends it. Returns 0 if no row does.
static int find_step(infeasible *found, const program *p)
{
    const size_t d = p->dimension;
    fmpz *slope = fmpz_mat_entry(p->table, p->rows, 0);
    fmpz_t product, least;
    fmpz_init(product);
    fmpz_init(least);
    size_t best = SIZE_MAX;
    for (size_t k = 0; k < d; k++)
        if (fmpz_sgn(slope + k) > 0 && (best == SIZE_MAX || fmpz_cmp(slope + k, slope + best) > 0))
            best = k;
    found->by_row = 0;
    found->column = best;
    found->row = SIZE_MAX;
    for (size_t i = 0; i < p->rows; i++) {
        const fmpz *row = fmpz_mat_entry(p->table, i, 0);
        if (is_free(p, p->basic[i]) || fmpz_sgn(row + best) >= 0)
            continue;
        const fmpz *shortest = found->row < p->rows ? fmpz_mat_entry(p->table, found->row, 0) : row;
        fmpz_mul(product, row + d, shortest + best); // both slopes are negative
        fmpz_mul(least, shortest + d, row + best);
        if (found->row == SIZE_MAX || fmpz_cmp(product, least) > 0)
            found->row = i;
    }
    fmpz_clear(product);
    fmpz_clear(least);
    return found->row < SIZE_MAX;
}

static void note_endless(program *p, size_t column)
{
    p->is_endless = 1;
    p->column = column;
}

// Makes coordinates without bounds basic. If one cannot be, no inequality depends on its column;
// then the objective may.
static void take_in_free(program *p)
{
    for (size_t k = 0; k < p->dimension; k++) {
        size_t i = 0;
        if (!is_free(p, p->nonbasic[k]))
            continue;
        while (i < p->rows && (is_free(p, p->basic[i]) || !sign_at(p, i, k)))
            i++;
        if (i < p->rows)
            program_exchange(p, i, k);
        else if (sign_at(p, p->rows, k))
            note_endless(p, k);
    }
}

// Increases the objective to its greatest value, or until it is positive: by the simplex method
// while the vertex is feasible, for some steps, since it may cycle; then by the criss-cross method.
static void program_run(program *p, int until_positive)
{
    enum { MOST_STEPS = 100 };
    take_in_free(p);
    const size_t entries = (p->rows + 1) * (p->dimension + 1);
    for (size_t steps = 0; !p->is_endless && !run_poll(products(p, entries)); steps++) {
        infeasible found = find_infeasible(p);
        const int value = sign_at(p, p->rows, p->dimension);
        p->is_feasible = !found.primal;
        if (!found.primal && (!found.dual || (until_positive && value > 0)))
            return;
        if (!found.dual && until_positive && value <= 0)
            return; // minus the form is a sum of inequalities
        const int by_simplex = !found.primal && steps < MOST_STEPS;
        if ((by_simplex ? find_step : find_partner)(&found, p))
            program_exchange(p, found.row, found.column);
        else if (!found.by_row)
            note_endless(p, found.column);
        else if (p->space->judge->arith == CREASE_FLOAT) // which may contradict itself
            return;
        else
            abort(); // a cell has an interior
    }
}

void simplex_optimum_init(simplex_optimum *of, size_t dimension)
{
    *of = (simplex_optimum){.point = _fmpz_vec_init((slong)dimension + 1),
                            .number = memory_new(dimension, sizeof *of->number),
                            .facet = memory_new(dimension, sizeof *of->facet),
                            .times = _fmpq_vec_init((slong)dimension)};
    fmpq_init(of->value);
}

void simplex_optimum_clear(simplex_optimum *of, size_t dimension)
{
    fmpq_clear(of->value);
    _fmpz_vec_clear(of->point, (slong)dimension + 1);
    _fmpq_vec_clear(of->times, (slong)dimension);
    free(of->number);
    free(of->facet);
}

static int program_is_positive(const program *p)
{
    return p->is_endless || (p->is_feasible && sign_at(p, p->rows, p->dimension) > 0);
}

// ---- by the multipliers of a vertex ----

// The greatest value of the form r on the box. Returns 0 if there is none.
static int greatest_on_box(fmpq_t value, const simplex_box *box, const fmpz *r, size_t d)
{
    fmpq_t term;
    fmpq_init(term);
    fmpq_set_fmpz(value, r + d);
    int known = 1;
    for (size_t c = 0; c < d && known; c++)
        if (!fmpz_is_zero(r + c)) {
            const int upper = fmpz_sgn(r + c) > 0;
            known = simplex_has_bound(box, c, upper);
            fmpq_mul_fmpz(term, box->bound + 2 * c + (size_t)upper, r + c);
            fmpq_add(value, value, term);
        }
    fmpq_clear(term);
    return known;
}

// The inequalities of the path that are tight at the vertex of the dictionary, a row each, and as
// many basic coordinates, at: a system in those, or, transposed, in multipliers of the rows.
typedef struct {
    slong count;
    size_t *at;
    fmpz_mat_t rows, system, right, y;
    fmpz_t denominator; // of y; positive
} tight_system;

static void tight_init(tight_system *t, const program *p)
{
    const simplex_cell *of = p->cell->simplex;
    const size_t d = p->dimension;
    *t = (tight_system){.at = memory_new(d, sizeof *t->at)};
    fmpz_mat_init(t->rows, (slong)d, (slong)d + 1);
    for (size_t k = 0; k < d; k++)
        if (of->nonbasic[k] >= d)
            inequality_row(fmpz_mat_entry(t->rows, t->count++, 0), p, d + of->nonbasic[k]);
    for (size_t i = 0, count = 0; i < of->rows; i++)
        if (of->basic[i] < d)
            t->at[count++] = of->basic[i];
    fmpz_mat_init(t->system, t->count, t->count);
    fmpz_mat_init(t->right, t->count, 1);
    fmpz_mat_init(t->y, t->count, 1);
    fmpz_init(t->denominator);
    for (slong i = 0; i < t->count; i++)
        for (slong k = 0; k < t->count; k++)
            fmpz_set(fmpz_mat_entry(t->system, i, k), fmpz_mat_entry(t->rows, i, (slong)t->at[k]));
}

static void tight_clear(tight_system *t)
{
    fmpz_mat_clear(t->rows);
    fmpz_mat_clear(t->system);
    fmpz_mat_clear(t->right);
    fmpz_mat_clear(t->y);
    fmpz_clear(t->denominator);
    free(t->at);
}

// Returns 0 if the rows are dependent.
static int tight_solve(tight_system *t)
{
    if (!fmpz_mat_solve(t->y, t->denominator, t->system, t->right))
        return 0;
    if (fmpz_sgn(t->denominator) < 0) {
        fmpz_mat_neg(t->y, t->y);
        fmpz_neg(t->denominator, t->denominator);
    }
    return 1;
}

// Whether the form f is positive nowhere because of the inequalities g that are tight at the vertex
// of the dictionary: f = r - sum y g, y >= 0, where r has no basic coordinate, and is not positive
// on the box. Returns 0 if this does not prove it.
static int is_refuted_at_vertex(const program *p, const fmpz *f)
{
    const slong d = (slong)p->dimension;
    tight_system t;
    tight_init(&t, p);
    fmpz_mat_transpose(t.system, t.system);
    for (slong i = 0; i < t.count; i++)
        fmpz_neg(fmpz_mat_entry(t.right, i, 0), f + t.at[i]);
    int shown = tight_solve(&t);
    fmpq_t greatest;
    fmpz *r = _fmpz_vec_init(d + 1);
    fmpq_init(greatest);
    _fmpz_vec_scalar_mul_fmpz(r, f, d + 1, t.denominator);
    for (slong i = 0; i < t.count && shown; i++) {
        const fmpz *times = fmpz_mat_entry(t.y, i, 0);
        shown = fmpz_sgn(times) >= 0;
        _fmpz_vec_scalar_addmul_fmpz(r, fmpz_mat_entry(t.rows, i, 0), d + 1, times);
    }
    shown =
        shown && greatest_on_box(greatest, p->space->box, r, (size_t)d) && fmpq_sgn(greatest) <= 0;
    _fmpz_vec_clear(r, d + 1);
    fmpq_clear(greatest);
    tight_clear(&t);
    return shown;
}

// The coordinates that are not basic at the vertex of the dictionary, over a common denominator.
static void set_tight_coordinates(fmpz *x, const program *p)
{
    const simplex_cell *of = p->cell->simplex;
    const size_t d = p->dimension;
    fmpq *bound = _fmpq_vec_init((slong)d);
    for (size_t k = 0; k < d; k++) {
        const size_t v = of->nonbasic[k];
        if (v < d && simplex_has_bound(p->space->box, v, of->upper[k]))
            fmpq_set(bound + v, p->space->box->bound + 2 * v + of->upper[k]);
    }
    _fmpq_vec_get_fmpz_vec_fmpz(x, x + d, bound, (slong)d);
    _fmpq_vec_clear(bound, (slong)d);
}

// Whether the point satisfies all inequalities of the cell.
static int is_point_of_cell(const program *p, const fmpz *x)
{
    const size_t d = p->dimension;
    int inside = 1;
    fmpz_t value;
    fmpz_init(value);
    for (size_t i = 0; i < p->cell->facets && inside; i++) {
        const cell_facet facet = p->cell->facet[i];
        _fmpz_vec_dot(value, space_plane_row(p->space, facet.plane), x, (slong)d + 1);
        inside = facet.side * fmpz_sgn(value) >= 0;
    }
    for (size_t i = 0; i < 2 * d && inside; i++) {
        const fmpq *bound = p->space->box->bound + i;
        if (!is_there(p, i))
            continue;
        fmpz_mul(value, x + i / 2, fmpq_denref(bound));
        fmpz_submul(value, x + d, fmpq_numref(bound));
        inside = (i % 2 ? -1 : 1) * fmpz_sgn(value) >= 0;
    }
    fmpz_clear(value);
    return inside;
}

// Whether the form f is positive at the vertex of the dictionary, and this is a point of the cell:
// then f is positive inside near it.
static int is_positive_at_vertex(const program *p, const fmpz *f)
{
    const slong d = (slong)p->dimension;
    fmpz *x = _fmpz_vec_init(d + 1);
    tight_system t;
    tight_init(&t, p);
    set_tight_coordinates(x, p);
    for (slong i = 0; i < t.count; i++) {
        fmpz *right = fmpz_mat_entry(t.right, i, 0);
        _fmpz_vec_dot(right, fmpz_mat_entry(t.rows, i, 0), x, d + 1);
        fmpz_neg(right, right);
    }
    int positive = tight_solve(&t);
    if (positive) {
        _fmpz_vec_scalar_mul_fmpz(x, x, d + 1, t.denominator);
        for (slong k = 0; k < t.count; k++)
            fmpz_set(x + t.at[k], fmpz_mat_entry(t.y, k, 0));
        _fmpz_vec_dot(t.denominator, f, x, d + 1);
        positive = fmpz_sgn(t.denominator) > 0 && is_point_of_cell(p, x);
    }
    _fmpz_vec_clear(x, d + 1);
    tight_clear(&t);
    return positive;
}

// ---- queries ----

static void program_init(program *p, geom_space *space, const geom_cell *cell)
{
    const size_t d = space->dimension;
    *p = (program){
        .space = space, .cell = cell, .dimension = d, .inequalities = 2 * d + cell->facets};
    p->basic = memory_new(p->inequalities, sizeof *p->basic);
    p->nonbasic = memory_new(d, sizeof *p->nonbasic);
    fmpz_mat_init(p->table, 1, 1);
    fmpz_init(p->denominator);
}

static void program_clear(program *p)
{
    fmpz_mat_clear(p->table);
    fmpz_clear(p->denominator);
    free(p->basic);
    free(p->nonbasic);
}

// Starts at the vertex of the dictionary, or at one of the bounds if the integers of its
// inequalities are dependent.
static void program_begin(program *p, const fmpz *objective, int sign)
{
    choose_start(p);
    if (!program_rows(p, objective, sign)) {
        choose_bounds(p);
        program_rows(p, objective, sign);
    }
}

int simplex_is_positive(geom_space *space, const geom_cell *cell, const fmpz *row, int sign,
                        int seems)
{
    const slong columns = (slong)space->columns;
    program p;
    if (run_poll(space->dimension * space->dimension * space->dimension))
        return sign > 0;
    fmpz *form = _fmpz_vec_init(columns);
    program_init(&p, space, cell);
    (sign > 0 ? _fmpz_vec_set : _fmpz_vec_neg)(form, row, columns);
    int positive = seems && is_positive_at_vertex(&p, form);
    if (!positive && (seems || !is_refuted_at_vertex(&p, form))) {
        program_begin(&p, form, 1);
        if (!run_is_cancelled())
            program_run(&p, 1);
        positive = program_is_positive(&p);
        if (space->judge->arith == CREASE_EXACT && p.is_feasible)
            keep_vertex(&p);
    }
    program_clear(&p);
    _fmpz_vec_clear(form, columns);
    return positive;
}

// A cell without a line is unbounded if the sum of the nonbasic variables is unbounded.
static int has_end(geom_space *space, const geom_cell *cell)
{
    const size_t d = space->dimension;
    program p;
    if (run_poll((d * d * d) << 10)) // integers of many words
        return 0;
    program_init(&p, space, cell);
    program_begin(&p, NULL, 1);
    take_in_free(&p);
    int pointed = 1;
    for (size_t k = 0; k < p.dimension; k++) {
        pointed &= !is_free(&p, p.nonbasic[k]);
        fmpz_set(fmpz_mat_entry(p.table, (slong)p.rows, (slong)k), p.denominator);
    }
    fmpz_zero(fmpz_mat_entry(p.table, (slong)p.rows, (slong)p.dimension));
    if (pointed && !run_is_cancelled())
        program_run(&p, 0);
    const int bounded = pointed && !p.is_endless;
    program_clear(&p);
    return bounded;
}

int simplex_is_bounded(const geom_cell *cell, geom_space *space)
{
    simplex_cell *s = cell->simplex;
    if (!s->bounded)
        s->bounded = has_end(space, cell) ? 1 : -1;
    return s->bounded > 0;
}

// x = B^-1 (t - b) at the vertex t = 0, or B^-1 t for a ray.
static void set_point(simplex_optimum *of, program *p)
{
    const slong d = (slong)p->dimension;
    fmpz_mat_t normals, right, x;
    fmpz *row = _fmpz_vec_init(d + 1);
    fmpz_mat_init(normals, d, d);
    fmpz_mat_init(right, d, 1);
    fmpz_mat_init(x, d, 1);
    for (slong k = 0; k < d; k++) {
        inequality_row(row, p, p->nonbasic[k]);
        _fmpz_vec_set(fmpz_mat_entry(normals, k, 0), row, d);
        if (!p->is_endless)
            fmpz_neg(fmpz_mat_entry(right, k, 0), row + d);
    }
    if (p->is_endless)
        fmpz_set_si(fmpz_mat_entry(right, (slong)p->column, 0), sign_at(p, p->rows, p->column));
    fmpz_mat_solve(x, of->point + d, normals, right);
    const int turn = fmpz_sgn(of->point + d);
    for (slong c = 0; c < d; c++)
        (turn < 0 ? fmpz_neg : fmpz_set)(of->point + c, fmpz_mat_entry(x, c, 0));
    fmpz_abs(of->point + d, of->point + d);
    if (p->is_endless)
        fmpz_zero(of->point + d);
    fmpz_mat_clear(normals);
    fmpz_mat_clear(right);
    fmpz_mat_clear(x);
    _fmpz_vec_clear(row, d + 1);
}

static void set_proof(simplex_optimum *of, const program *p)
{
    const size_t d = p->dimension;
    of->count = 0;
    for (size_t k = 0; k < d; k++) {
        const fmpz *slope = fmpz_mat_entry(p->table, (slong)p->rows, (slong)k);
        if (fmpz_is_zero(slope))
            continue;
        of->number[of->count] = p->nonbasic[k];
        fmpq_set_fmpz_frac(of->times + of->count, slope, p->denominator);
        fmpq_neg(of->times + of->count, of->times + of->count);
        of->count++;
    }
}

int simplex_program(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                    int sign)
{
    program p;
    program_init(&p, space, cell);
    program_begin(&p, row, sign);
    if (!run_is_cancelled())
        program_run(&p, 0);
    const int done = !run_is_cancelled();
    of->unbounded = p.is_endless;
    if (done) {
        set_point(of, &p);
        set_proof(of, &p);
        if (!of->unbounded)
            fmpq_set_fmpz_frac(of->value,
                               fmpz_mat_entry(p.table, (slong)p.rows, (slong)p.dimension),
                               p.denominator);
    }
    program_clear(&p);
    return done;
}
