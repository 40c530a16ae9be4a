// Linear programs on a cell without vertices, in integers.
//
// They start at the vertex of the cell's dictionary. If it is feasible, the simplex method makes
// some steps. Then, or from an infeasible vertex, the criss-cross method continues. It needs no
// feasible start and does not cycle: it exchanges the infeasible variable, primal or dual, of least
// number (Terlaky, A convergent criss-cross method, Optimization 16, 1985; Wang 1987). Rows have a
// common denominator and pivots divide without remainder (Edmonds 1967, Bareiss 1968).
#include "geom/simplex_query.h"

#include "base/limits.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// Inequalities are numbered: of coordinate c the lower bound is 2 c, the upper one 2 c + 1, and
// those of the path follow. All of them are variables, and so is a coordinate without bounds, which
// has any sign and is numbered after all these. The table has d columns, of the nonbasic variables,
// and a last one of the values, which are in units: bounds of coordinates are multiples of a unit.
#define NOWHERE SIZE_MAX
typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t dimension, inequalities;
    size_t rows;              // basic variables
    size_t *basic, *nonbasic; // of each row and column; all these lists are one block
    size_t *place;            // of each variable: its column, or d + its row, or NOWHERE
    size_t *stand_in;         // of each coordinate: a variable that follows from it alone
    // At the vertex of the dictionary: the tight inequalities of the path, and as many coordinates
    // that are basic.
    size_t tights, *tight, *leaving;
    size_t used, *use;  // inequalities of a refutation
    fmpz *aim;          // the form to be maximised
    fmpz **row;         // over a common denominator
    fmpz *objective;    // one more row
    fmpz *form;         // scratch
    fmpz_t denominator; // positive
    fmpz_t units;       // units in 1
    int is_feasible;    // the vertex
    size_t endless;     // the column along which the objective grows forever, or NOWHERE
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

static int is_upper_bound(const program *p, size_t number)
{
    return number < 2 * p->dimension && number % 2;
}

static void program_init(program *p, geom_space *space, const geom_cell *cell)
{
    const size_t d = space->dimension, inequalities = 2 * d + cell->facets;
    *p = (program){.space = space,
                   .cell = cell,
                   .dimension = d,
                   .inequalities = inequalities,
                   .endless = NOWHERE};
    p->basic = memory_new(2 * inequalities + 6 * d, sizeof *p->basic);
    p->place = p->basic + inequalities;
    p->nonbasic = p->place + inequalities + d;
    p->stand_in = p->nonbasic + d;
    p->tight = p->stand_in + d;
    p->leaving = p->tight + d;
    p->use = p->leaving + d;
    p->row = memory_new(inequalities, sizeof *p->row);
    p->objective = _fmpz_vec_init(3 * ((slong)d + 1));
    p->form = p->objective + d + 1;
    p->aim = p->form + d + 1;
    fmpz_init_set_ui(p->denominator, 1);
    fmpz_init_set_ui(p->units, 1);
    for (size_t i = 0; i < 2 * d; i++)
        if (is_there(p, i))
            fmpz_lcm(p->units, p->units, fmpq_denref(space->box->bound + i));
}

static void program_clear(program *p)
{
    const slong columns = (slong)p->dimension + 1;
    for (size_t i = 0; i < p->rows; i++)
        _fmpz_vec_clear(p->row[i], columns);
    _fmpz_vec_clear(p->objective, 3 * columns);
    fmpz_clear(p->denominator);
    fmpz_clear(p->units);
    free(p->row);
    free(p->basic);
}

// What that many products of the program's integers cost.
static size_t products(const program *p, size_t count)
{
    enum { PRODUCT = 32 };
    return PRODUCT * count * (1 + (size_t)fmpz_size(p->denominator));
}

// ---- the table ----

// A bound, in units.
static void bound_in_units(fmpz_t to, const program *p, size_t number)
{
    const fmpq *bound = p->space->box->bound + number;
    fmpz_divexact(to, p->units, fmpq_denref(bound));
    fmpz_mul(to, to, fmpq_numref(bound));
}

// x - bound or bound - x, x itself if it has no bounds, or a row of the path divided by its
// content; the constant in units.
static void variable_form(fmpz *to, const program *p, size_t number)
{
    const slong d = (slong)p->dimension;
    if (number < 2 * p->dimension || is_free(p, number)) {
        _fmpz_vec_zero(to, d + 1);
        fmpz_one(to + (is_free(p, number) ? number - p->inequalities : number / 2));
        if (is_free(p, number))
            return;
        bound_in_units(to + d, p, number);
        fmpz_neg(to + d, to + d);
        if (number % 2)
            _fmpz_vec_neg(to, to, d + 1);
        return;
    }
    const cell_facet *facet = p->cell->facet + number - 2 * p->dimension;
    row_primitive(to, space_plane_row(p->space, facet->plane), p->dimension + 1);
    if (facet->side < 0)
        _fmpz_vec_neg(to, to, d + 1);
    fmpz_mul(to + d, to + d, p->units);
}

// Writes the form, its constant in units, in the nonbasic variables.
static void express(fmpz *to, const program *p, const fmpz *form)
{
    const size_t d = p->dimension;
    fmpz_t times;
    fmpz_init(times);
    _fmpz_vec_zero(to, (slong)d);
    fmpz_mul(to + d, form + d, p->denominator);
    for (size_t c = 0; c < d; c++) {
        const size_t number = p->stand_in[c], at = p->place[number];
        if (fmpz_is_zero(form + c))
            continue;
        if (!is_free(p, number)) {
            bound_in_units(times, p, number);
            fmpz_mul(times, times, form + c);
            fmpz_addmul(to + d, times, p->denominator);
        }
        (is_upper_bound(p, number) ? fmpz_neg : fmpz_set)(times, form + c);
        if (at < d)
            fmpz_addmul(to + at, times, p->denominator);
        else
            _fmpz_vec_scalar_addmul_fmpz(to, p->row[at - d], (slong)d + 1, times);
    }
    fmpz_clear(times);
}

static size_t add_row(program *p, size_t number)
{
    const size_t i = p->rows++;
    variable_form(p->form, p, number);
    p->row[i] = _fmpz_vec_init((slong)p->dimension + 1);
    express(p->row[i], p, p->form);
    p->basic[i] = number;
    p->place[number] = p->dimension + i;
    return i;
}

// Exchanges the variable of row r with that of column s.
static void program_exchange(program *p, size_t r, size_t s)
{
    const size_t d = p->dimension, entered = p->nonbasic[s];
    fmpz *from = p->row[r];
    fmpz_t pivot;
    fmpz_init_set(pivot, from + s);
    for (size_t i = 0; i <= p->rows; i++) {
        fmpz *to = i < p->rows ? p->row[i] : p->objective;
        for (size_t c = 0; c <= d && i != r; c++) {
            if (c == s)
                continue;
            fmpz_mul(to + c, to + c, pivot);
            fmpz_submul(to + c, to + s, from + c);
            fmpz_divexact(to + c, to + c, p->denominator);
        }
    }
    _fmpz_vec_neg(from, from, (slong)d + 1);
    fmpz_set(from + s, p->denominator);
    for (size_t i = 0; i <= p->rows && fmpz_sgn(pivot) < 0; i++) {
        fmpz *to = i < p->rows ? p->row[i] : p->objective;
        _fmpz_vec_neg(to, to, (slong)d + 1);
    }
    fmpz_abs(p->denominator, pivot);
    fmpz_clear(pivot);
    p->nonbasic[s] = p->basic[r];
    p->basic[r] = entered;
    p->place[p->nonbasic[s]] = s;
    p->place[entered] = d + r;
}

static void choose_vertex(program *p)
{
    const simplex_cell *of = p->cell->simplex;
    const size_t d = p->dimension;
    for (size_t c = 0; c < d; c++)
        p->stand_in[c] = NOWHERE;
    for (size_t k = 0; k < d; k++) {
        const size_t c = of->nonbasic[k];
        if (c >= d)
            p->tight[p->tights++] = d + c;
        else if (is_there(p, 2 * c + of->upper[k]))
            p->stand_in[c] = 2 * c + of->upper[k];
        else
            p->stand_in[c] = p->inequalities + c;
    }
    for (size_t c = 0, count = 0; c < d; c++) {
        if (p->stand_in[c] != NOWHERE)
            continue;
        p->leaving[count++] = c;
        p->stand_in[c] = is_there(p, 2 * c)       ? 2 * c
                         : is_there(p, 2 * c + 1) ? 2 * c + 1
                                                  : p->inequalities + c;
    }
}

// row: NULL for no form.
static void program_begin(program *p, geom_space *space, const geom_cell *cell, const fmpz *row,
                          int sign)
{
    const slong d = (slong)space->dimension;
    program_init(p, space, cell);
    choose_vertex(p);
    if (!row)
        return;
    (sign > 0 ? _fmpz_vec_set : _fmpz_vec_neg)(p->aim, row, d + 1);
    fmpz_mul(p->aim + d, p->aim + d, p->units);
}

// Makes the rows of the tight inequalities, which enter one by one unless they depend on those
// before, and the objective. Returns whether all have entered, so that this is the vertex.
static int begin_table(program *p)
{
    const size_t d = p->dimension;
    for (size_t i = 0; i < p->inequalities + d; i++)
        p->place[i] = NOWHERE;
    for (size_t c = 0; c < d; c++) {
        p->nonbasic[c] = p->stand_in[c];
        p->place[p->stand_in[c]] = c;
    }
    size_t left = p->tights;
    for (size_t k = 0; k < p->tights && !run_poll(products(p, k * d)); k++) {
        const size_t i = add_row(p, p->tight[k]);
        size_t j = 0;
        while (j < left && fmpz_is_zero(p->row[i] + p->leaving[j]))
            j++;
        if (j == left)
            continue;
        program_exchange(p, i, p->leaving[j]);
        p->leaving[j] = p->leaving[--left];
    }
    express(p->objective, p, p->aim);
    return left == 0;
}

// Makes the rows of all other inequalities.
static void complete_table(program *p)
{
    const size_t d = p->dimension;
    for (size_t i = 0; i < p->inequalities && !run_poll(products(p, d * d)); i++)
        if (p->place[i] == NOWHERE && is_there(p, i))
            add_row(p, i);
}

static int sign_at(const program *p, size_t row, size_t column)
{
    return fmpz_sgn(p->row[row] + column);
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
        if (!is_free(p, p->nonbasic[k]) && fmpz_sgn(p->objective + k) > 0) {
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
    const fmpz *slope = p->objective;
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
        const fmpz *row = p->row[i];
        if (is_free(p, p->basic[i]) || fmpz_sgn(row + best) >= 0)
            continue;
        const fmpz *shortest = found->row < p->rows ? p->row[found->row] : row;
        fmpz_mul(product, row + d, shortest + best); // both slopes are negative
        fmpz_mul(least, shortest + d, row + best);
        if (found->row == SIZE_MAX || fmpz_cmp(product, least) > 0)
            found->row = i;
    }
    fmpz_clear(product);
    fmpz_clear(least);
    return found->row < SIZE_MAX;
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
        else if (!fmpz_is_zero(p->objective + k))
            p->endless = k;
    }
}

// Increases the objective to its greatest value, or until it is positive: by the simplex method
// while the vertex is feasible, for some steps, since it may cycle; then by the criss-cross method.
static void program_run(program *p, int until_positive)
{
    enum { MOST_STEPS = 100 };
    take_in_free(p);
    const size_t entries = (p->rows + 1) * (p->dimension + 1);
    for (size_t steps = 0; p->endless == NOWHERE && !run_poll(products(p, entries)); steps++) {
        infeasible found = find_infeasible(p);
        const int value = fmpz_sgn(p->objective + p->dimension);
        p->is_feasible = !found.primal;
        if (!found.primal && (!found.dual || (until_positive && value > 0)))
            return;
        if (!found.dual && until_positive && value <= 0)
            return; // minus the form is a sum of inequalities
        const int by_simplex = !found.primal && steps < MOST_STEPS;
        if ((by_simplex ? find_step : find_partner)(&found, p))
            program_exchange(p, found.row, found.column);
        else if (!found.by_row)
            p->endless = found.column;
        else if (p->space->judge->arith == CREASE_FLOAT) // which may contradict itself
            return;
        else
            abort(); // a cell has an interior
    }
}

// ---- queries ----

// Whether the point, whose last entry is positive, satisfies all inequalities.
static int is_point_of_cell(program *p, const fmpz *x)
{
    int inside = 1;
    fmpz_t value;
    fmpz_init(value);
    for (size_t i = 0; i < p->inequalities && inside; i++) {
        if (!is_there(p, i))
            continue;
        variable_form(p->form, p, i);
        _fmpz_vec_dot(value, p->form, x, (slong)p->dimension + 1);
        inside = fmpz_sgn(value) >= 0;
    }
    fmpz_clear(value);
    return inside;
}

// Solves f = v - sum y g + sum r_c (x_c - b_c) without a table, where g are the tight inequalities,
// v is the value of f at the vertex, in units, and r_c that of a coordinate at its bound b_c; r_d
// becomes v. Returns whether y >= 0, no r_c grows from the bound inwards and v <= 0: then f is
// positive nowhere. Lists the inequalities whose multipliers are not 0.
static int is_refuted_by_vertex(program *p)
{
    const slong d = (slong)p->dimension, n = (slong)p->tights;
    fmpz *r = _fmpz_vec_init(d + 3), *denominator = r + d + 1, *bound = denominator + 1;
    fmpz_mat_t tight, system, right, y;
    fmpz_mat_init(tight, n, d + 1);
    fmpz_mat_init(system, n, n);
    fmpz_mat_init(right, n, 1);
    fmpz_mat_init(y, n, 1);
    for (slong i = 0; i < n; i++) {
        variable_form(fmpz_mat_entry(tight, i, 0), p, p->tight[i]);
        for (slong k = 0; k < n; k++)
            fmpz_set(fmpz_mat_entry(system, k, i), fmpz_mat_entry(tight, i, (slong)p->leaving[k]));
        fmpz_neg(fmpz_mat_entry(right, i, 0), p->aim + p->leaving[i]);
    }
    int refuted = fmpz_mat_solve(y, denominator, system, right);
    const int sign = fmpz_sgn(denominator);
    _fmpz_vec_scalar_mul_fmpz(r, p->aim, d + 1, denominator);
    p->used = 0;
    for (slong i = 0; i < n && refuted; i++) {
        const fmpz *times = fmpz_mat_entry(y, i, 0);
        refuted = sign * fmpz_sgn(times) >= 0;
        _fmpz_vec_scalar_addmul_fmpz(r, fmpz_mat_entry(tight, i, 0), d + 1, times);
        if (!fmpz_is_zero(times))
            p->use[p->used++] = p->tight[i];
    }
    for (slong c = 0; c < d && refuted; c++) {
        const size_t number = p->stand_in[c];
        const int slope = fmpz_sgn(r + c) * (is_upper_bound(p, number) ? -sign : sign);
        refuted = slope == 0 || (slope < 0 && !is_free(p, number));
        if (slope == 0 || !refuted)
            continue;
        bound_in_units(bound, p, number);
        fmpz_addmul(r + d, r + c, bound);
        p->use[p->used++] = number;
    }
    refuted = refuted && sign * fmpz_sgn(r + d) <= 0;
    fmpz_mat_clear(tight);
    fmpz_mat_clear(system);
    fmpz_mat_clear(right);
    fmpz_mat_clear(y);
    _fmpz_vec_clear(r, d + 3);
    return refuted;
}

// The same from the table: the form grows along no column.
static int is_refuted_by_table(const program *p)
{
    for (size_t k = 0; k < p->dimension; k++) {
        const int slope = fmpz_sgn(p->objective + k);
        if (slope > 0 || (slope && is_free(p, p->nonbasic[k])))
            return 0;
    }
    return fmpz_sgn(p->objective + p->dimension) <= 0;
}

// The vertex, or the direction of the endless column, over the denominator and in units.
static void set_point(fmpz *x, program *p)
{
    const size_t d = p->dimension;
    fmpz *to = _fmpz_vec_init((slong)d + 1);
    _fmpz_vec_zero(p->form, (slong)d + 1);
    for (size_t c = 0; c < d; c++) {
        fmpz_one(p->form + c);
        express(to, p, p->form);
        fmpz_zero(p->form + c);
        fmpz_swap(x + c, to + (p->endless < NOWHERE ? p->endless : d));
    }
    _fmpz_vec_clear(to, (slong)d + 1);
}

// Whether the vertex is a point of the cell where the form is positive.
static int is_positive_at_vertex(program *p)
{
    const slong d = (slong)p->dimension;
    if (fmpz_sgn(p->objective + d) <= 0)
        return 0;
    fmpz *x = _fmpz_vec_init(d + 1);
    set_point(x, p);
    fmpz_set(x + d, p->denominator);
    const int positive = is_point_of_cell(p, x);
    _fmpz_vec_clear(x, d + 1);
    return positive;
}

int simplex_is_positive(geom_space *space, const geom_cell *cell, const fmpz *row, int sign)
{
    program p;
    if (run_poll(space->dimension * space->dimension * space->dimension))
        return sign > 0;
    program_begin(&p, space, cell, row, sign);
    const int is_vertex = begin_table(&p), refuted = is_vertex && is_refuted_by_table(&p);
    int positive = is_vertex && is_positive_at_vertex(&p);
    if (!refuted && !positive) {
        complete_table(&p);
        program_run(&p, 1);
        positive =
            p.endless < NOWHERE || (p.is_feasible && fmpz_sgn(p.objective + space->dimension) > 0);
        if (space->judge->arith == CREASE_EXACT && p.is_feasible)
            keep_vertex(&p);
    }
    program_clear(&p);
    return positive;
}

// A cell without a line is unbounded if the sum of the nonbasic variables is unbounded.
int simplex_is_bounded(const geom_cell *cell, geom_space *space)
{
    const size_t d = space->dimension;
    simplex_cell *s = cell->simplex;
    program p;
    int pointed = 1;
    if (s->bounded || run_poll((d * d * d) << 10)) // integers of many words
        return s->bounded > 0;
    program_begin(&p, space, cell, NULL, 1);
    begin_table(&p);
    complete_table(&p);
    take_in_free(&p);
    for (size_t k = 0; k < d; k++) {
        pointed &= !is_free(&p, p.nonbasic[k]);
        fmpz_set(p.objective + k, p.denominator);
    }
    if (pointed)
        program_run(&p, 0);
    s->bounded = pointed && p.endless == NOWHERE ? 1 : -1;
    program_clear(&p);
    return s->bounded > 0;
}

static void set_proof(simplex_optimum *of, const program *p)
{
    of->count = 0;
    for (size_t k = 0; k < p->dimension; k++) {
        const size_t number = p->nonbasic[k];
        fmpq *times = of->times + of->count;
        if (fmpz_is_zero(p->objective + k))
            continue;
        of->facet[of->count++] = simplex_facet_of(p->space, p->cell, number);
        fmpq_set_fmpz_frac(times, p->objective + k, p->denominator);
        fmpq_neg(times, times);
        if (number < 2 * p->dimension) // the plane's row is the inequality times this
            fmpq_div_fmpz(times, times, fmpq_denref(p->space->box->bound + number));
    }
}

static int program_finish(simplex_optimum *of, program *p)
{
    const slong d = (slong)p->dimension;
    begin_table(p);
    complete_table(p);
    program_run(p, 0);
    of->unbounded = p->endless < NOWHERE;
    if (run_is_cancelled())
        return 0;
    set_proof(of, p);
    set_point(of->point, p);
    fmpz_mul(p->units, p->units, p->denominator);
    fmpq_set_fmpz_frac(of->value, p->objective + d, p->units);
    if (of->unbounded && fmpz_sgn(p->objective + p->endless) < 0)
        _fmpz_vec_neg(of->point, of->point, d);
    if (of->unbounded)
        fmpz_zero(of->point + d);
    else
        fmpz_set(of->point + d, p->units);
    row_primitive(of->point, of->point, p->dimension + 1);
    return 1;
}

int simplex_greatest(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                     int sign)
{
    program p;
    simplex_climb_row(space, cell, row, sign);
    program_begin(&p, space, cell, row, sign);
    const int done = program_finish(of, &p);
    program_clear(&p);
    return done;
}

int simplex_refute(simplex_optimum *of, geom_space *space, const geom_cell *cell, const fmpz *row,
                   int sign)
{
    program p;
    simplex_climb_row(space, cell, row, sign);
    program_begin(&p, space, cell, row, sign);
    const int found = is_refuted_by_vertex(&p);
    for (of->count = 0; of->count < p.used && found; of->count++)
        of->facet[of->count] = simplex_facet_of(space, cell, p.use[of->count]);
    const int done = found || program_finish(of, &p);
    program_clear(&p);
    return done;
}
