// Linear programs in integers.
//
// They start at the vertex of a dictionary, which doubles have chosen. The table of the simplex
// method (lp/table.h) does the rest.
#include "lp/program.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "lp/table.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// Inequalities are numbered: of coordinate c the lower bound is 2 c, the upper one 2 c + 1, and
// those of the path follow. All of them are variables, and so is a coordinate without bounds, which
// has any sign and is numbered after all these. The table has d columns, of the nonbasic variables,
// and a last one of the values, which are in units: bounds of coordinates are multiples of a unit.
#define NO_VARIABLE SIZE_MAX // of a coordinate that follows from none yet
typedef struct {
    geom_space *space;
    dictionary *dict;
    size_t dimension, inequalities;
    simplex_table table;
    size_t *coordinate_variable; // of each coordinate: a variable that follows from it alone
    // At the vertex of the dictionary: the tight inequalities of the path, and as many coordinates
    // that are basic.
    size_t tight_count, *tight, *leaving;
    size_t refutation_count, *refutation; // inequalities of a refutation
    fmpz *objective;                      // the form that is to be maximised
    fmpz *form;                           // scratch
    fmpz_t units;                         // units in 1
    bool may_be_empty;                    // no point need satisfy all inequalities
} program;

// Whether an inequality exists; a bound of a coordinate may not.
static bool has_inequality(const program *p, size_t number)
{
    ASSERT(number < p->inequalities);
    return number >= 2 * p->dimension ||
           bounds_has(p->space->bounds, number / 2, (int)(number % 2));
}

static bool is_upper_bound(const program *p, size_t number)
{
    return number < 2 * p->dimension && number % 2;
}

static void program_init(program *p, geom_space *space, dictionary *dict)
{
    const size_t d = space->dimension, inequalities = 2 * d + dict->rows;
    *p = (program){.space = space, .dict = dict, .dimension = d, .inequalities = inequalities};
    table_init(&p->table, d, inequalities + d, inequalities, inequalities);
    p->coordinate_variable = memory_new(4 * d, sizeof *p->coordinate_variable);
    p->tight = p->coordinate_variable + d;
    p->leaving = p->tight + d;
    p->refutation = p->leaving + d;
    p->form = _fmpz_vec_init(2 * ((slong)d + 1));
    p->objective = p->form + d + 1;
    fmpz_init_set_ui(p->units, 1);
    for (size_t i = 0; i < 2 * d; i++)
        if (has_inequality(p, i))
            fmpz_lcm(p->units, p->units, fmpq_denref(space->bounds->bound + i));
}

static void program_clear(program *p)
{
    table_clear(&p->table);
    _fmpz_vec_clear(p->form, 2 * ((slong)p->dimension + 1));
    fmpz_clear(p->units);
    free(p->coordinate_variable);
}

// ---- the table ----

// A bound, in units.
static void bound_in_units(fmpz_t scaled, const program *p, size_t number)
{
    const fmpq *bound = p->space->bounds->bound + number;
    fmpz_divexact(scaled, p->units, fmpq_denref(bound));
    fmpz_mul(scaled, scaled, fmpq_numref(bound));
}

// x - bound or bound - x, x itself if it has no bounds, or a row of the path divided by its
// content; the constant in units.
static void variable_form(fmpz *form, const program *p, size_t number)
{
    const slong d = (slong)p->dimension;
    if (number < 2 * p->dimension || table_is_free(&p->table, number)) {
        _fmpz_vec_zero(form, d + 1);
        fmpz_one(form + (table_is_free(&p->table, number) ? number - p->inequalities : number / 2));
        if (table_is_free(&p->table, number))
            return;
        bound_in_units(form + d, p, number);
        fmpz_neg(form + d, form + d);
        if (number % 2)
            _fmpz_vec_neg(form, form, d + 1);
        return;
    }
    const half_space *facet = p->dict->inequality + number - 2 * p->dimension;
    row_primitive(form, space_plane_row(p->space, facet->plane), p->dimension + 1);
    if (facet->side < 0)
        _fmpz_vec_neg(form, form, d + 1);
    fmpz_mul(form + d, form + d, p->units);
}

// Writes the form, its constant in units, in the nonbasic variables.
static void express(fmpz *row, const program *p, const fmpz *form)
{
    const size_t d = p->dimension;
    fmpz_t times;
    fmpz_init(times);
    _fmpz_vec_zero(row, (slong)d);
    fmpz_mul(row + d, form + d, p->table.denominator);
    for (size_t c = 0; c < d; c++) {
        const size_t number = p->coordinate_variable[c];
        if (fmpz_is_zero(form + c))
            continue;
        if (!table_is_free(&p->table, number)) {
            bound_in_units(times, p, number);
            fmpz_mul(times, times, form + c);
            fmpz_addmul(row + d, times, p->table.denominator);
        }
        (is_upper_bound(p, number) ? fmpz_neg : fmpz_set)(times, form + c);
        table_addmul(row, &p->table, number, times);
    }
    fmpz_clear(times);
}

// Makes a variable basic, with the next row; returns the row.
static size_t add_row(program *p, size_t number)
{
    variable_form(p->form, p, number);
    express(table_add_row(&p->table, number), p, p->form);
    return p->table.rows - 1;
}

// Lists the tight inequalities at the dictionary's vertex, and the variable that each coordinate
// follows from until these enter.
static void choose_vertex(program *p)
{
    const dictionary *dict = p->dict;
    const size_t d = p->dimension;
    for (size_t c = 0; c < d; c++)
        p->coordinate_variable[c] = NO_VARIABLE;
    for (size_t k = 0; k < d; k++) {
        const size_t c = dict->nonbasic[k];
        if (c >= d)
            p->tight[p->tight_count++] = d + c;
        else if (has_inequality(p, 2 * c + dict->upper[k]))
            p->coordinate_variable[c] = 2 * c + dict->upper[k];
        else
            p->coordinate_variable[c] = p->inequalities + c;
    }
    for (size_t c = 0, count = 0; c < d; c++) {
        if (p->coordinate_variable[c] != NO_VARIABLE)
            continue;
        p->leaving[count++] = c;
        p->coordinate_variable[c] = has_inequality(p, 2 * c)       ? 2 * c
                                    : has_inequality(p, 2 * c + 1) ? 2 * c + 1
                                                                   : p->inequalities + c;
    }
}

// row: NULL for no form.
static void program_begin(program *p, geom_space *space, dictionary *dict, const fmpz *row,
                          int sign)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    const slong d = (slong)space->dimension;
    program_init(p, space, dict);
    choose_vertex(p);
    if (!row)
        return;
    (sign > 0 ? _fmpz_vec_set : _fmpz_vec_neg)(p->objective, row, d + 1);
    fmpz_mul(p->objective + d, p->objective + d, p->units);
}

// Makes the rows of the tight inequalities, which enter one by one unless they depend on those
// before, and the objective. Returns whether all have entered, so that this is the vertex.
static bool begin_table(program *p)
{
    const size_t d = p->dimension;
    for (size_t i = 0; i < p->inequalities + d; i++)
        p->table.place[i] = TABLE_NO_PLACE;
    for (size_t c = 0; c < d; c++) {
        p->table.nonbasic[c] = p->coordinate_variable[c];
        p->table.place[p->coordinate_variable[c]] = c;
    }
    size_t left = p->tight_count;
    for (size_t k = 0; k < p->tight_count && !run_poll(table_products(&p->table, k * d)); k++) {
        const size_t i = add_row(p, p->tight[k]);
        size_t j = 0;
        while (j < left && fmpz_is_zero(p->table.row[i] + p->leaving[j]))
            j++;
        if (j == left)
            continue;
        table_pivot(&p->table, i, p->leaving[j]);
        p->leaving[j] = p->leaving[--left];
    }
    express(p->table.reduced_cost, p, p->objective);
    return left == 0;
}

// Makes the rows of all other inequalities.
static void complete_table(program *p)
{
    const size_t d = p->dimension;
    for (size_t i = 0; i < p->inequalities && !run_poll(table_products(&p->table, d * d)); i++)
        if (p->table.place[i] == TABLE_NO_PLACE && has_inequality(p, i))
            add_row(p, i);
}

// In exact arithmetic the next program begins where this one ended.
static void keep_vertex(const program *p)
{
    const size_t d = p->dimension;
    for (size_t k = 0; k < d; k++) {
        const size_t number = p->table.nonbasic[k];
        const bool is_bound = number < 2 * d;
        p->dict->nonbasic[k] =
            (uint32_t)(table_is_free(&p->table, number) ? number - p->inequalities
                       : is_bound                       ? number / 2
                                                        : number - d);
        p->dict->upper[k] = is_bound && number % 2;
    }
}

// Increases the objective to its greatest value, or until it is positive. Signs that are guessed in
// float arithmetic may contradict each other.
static void program_run(program *p, bool until_positive)
{
    const bool is_guess = p->space->judge->arith == CREASE_FLOAT;
    if (!table_maximise(&p->table, until_positive) && !p->may_be_empty && !is_guess)
        FATAL("a cell without interior");
}

// ---- queries ----

// Whether the point, whose last entry is positive, satisfies all inequalities.
static bool is_inside(program *p, const fmpz *x)
{
    bool inside = true;
    fmpz_t value;
    fmpz_init(value);
    for (size_t i = 0; i < p->inequalities && inside; i++) {
        if (!has_inequality(p, i))
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
static bool is_refuted_by_vertex(program *p)
{
    const slong d = (slong)p->dimension, n = (slong)p->tight_count;
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
        fmpz_neg(fmpz_mat_entry(right, i, 0), p->objective + p->leaving[i]);
    }
    int refuted = fmpz_mat_solve(y, denominator, system, right);
    const int sign = fmpz_sgn(denominator);
    _fmpz_vec_scalar_mul_fmpz(r, p->objective, d + 1, denominator);
    p->refutation_count = 0;
    for (slong i = 0; i < n && refuted; i++) {
        const fmpz *times = fmpz_mat_entry(y, i, 0);
        refuted = sign * fmpz_sgn(times) >= 0;
        _fmpz_vec_scalar_addmul_fmpz(r, fmpz_mat_entry(tight, i, 0), d + 1, times);
        if (!fmpz_is_zero(times))
            p->refutation[p->refutation_count++] = p->tight[i];
    }
    for (slong c = 0; c < d && refuted; c++) {
        const size_t number = p->coordinate_variable[c];
        const int slope = fmpz_sgn(r + c) * (is_upper_bound(p, number) ? -sign : sign);
        refuted = slope == 0 || (slope < 0 && !table_is_free(&p->table, number));
        if (slope == 0 || !refuted)
            continue;
        bound_in_units(bound, p, number);
        fmpz_addmul(r + d, r + c, bound);
        p->refutation[p->refutation_count++] = number;
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
static bool is_refuted_by_table(const program *p)
{
    for (size_t k = 0; k < p->dimension; k++) {
        const int slope = fmpz_sgn(p->table.reduced_cost + k);
        if (slope > 0 || (slope && table_is_free(&p->table, p->table.nonbasic[k])))
            return false;
    }
    return fmpz_sgn(p->table.reduced_cost + p->dimension) <= 0;
}

// The vertex, or the direction of the unbounded_column column, over the denominator and in units.
static void set_point(fmpz *x, program *p)
{
    const size_t d = p->dimension, ray = p->table.unbounded_column,
                 column = ray < TABLE_NO_COLUMN ? ray : d;
    fmpz *row = _fmpz_vec_init((slong)d + 1);
    _fmpz_vec_zero(p->form, (slong)d + 1);
    for (size_t c = 0; c < d; c++) {
        fmpz_one(p->form + c);
        express(row, p, p->form);
        fmpz_zero(p->form + c);
        fmpz_swap(x + c, row + column);
    }
    _fmpz_vec_clear(row, (slong)d + 1);
}

// Whether the vertex is a point of the polyhedron where the form is positive.
static bool is_positive_at_vertex(program *p)
{
    const slong d = (slong)p->dimension;
    if (fmpz_sgn(p->table.reduced_cost + d) <= 0)
        return false;
    fmpz *x = _fmpz_vec_init(d + 1);
    set_point(x, p);
    fmpz_set(x + d, p->table.denominator);
    const bool positive = is_inside(p, x);
    _fmpz_vec_clear(x, d + 1);
    return positive;
}

bool program_is_positive(geom_space *space, dictionary *dict, const fmpz *row, int sign)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->stride > space->dimension);
    program p;
    if (run_poll(space->dimension * space->dimension * space->dimension))
        return sign > 0;
    program_begin(&p, space, dict, row, sign);
    const bool is_vertex = begin_table(&p), refuted = is_vertex && is_refuted_by_table(&p);
    bool positive = is_vertex && is_positive_at_vertex(&p);
    if (!refuted && !positive) {
        complete_table(&p);
        program_run(&p, 1);
        positive = p.table.unbounded_column < TABLE_NO_COLUMN ||
                   (p.table.is_feasible && fmpz_sgn(p.table.reduced_cost + space->dimension) > 0);
        if (space->judge->arith == CREASE_EXACT && p.table.is_feasible)
            keep_vertex(&p);
    }
    program_clear(&p);
    return positive;
}

bool program_is_feasible(geom_space *space, dictionary *dict)
{
    ASSERT(dict->stride > space->dimension);
    program p;
    program_begin(&p, space, dict, NULL, 1);
    p.may_be_empty = true;
    begin_table(&p);
    complete_table(&p);
    program_run(&p, 0);
    const bool feasible = p.table.is_feasible;
    program_clear(&p);
    return feasible;
}

// A polyhedron without a line is unbounded if the sum of the nonbasic variables is unbounded.
bool program_is_bounded(geom_space *space, dictionary *dict)
{
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    program p;
    bool pointed = true;
    if (dict->bounded || run_poll((d * d * d) << 10)) // integers of many words
        return dict->bounded > 0;
    program_begin(&p, space, dict, NULL, 1);
    begin_table(&p);
    complete_table(&p);
    table_make_free_basic(&p.table);
    for (size_t k = 0; k < d; k++) {
        pointed &= !table_is_free(&p.table, p.table.nonbasic[k]);
        fmpz_set(p.table.reduced_cost + k, p.table.denominator);
    }
    if (pointed)
        program_run(&p, 0);
    dict->bounded = pointed && p.table.unbounded_column == TABLE_NO_COLUMN ? 1 : -1;
    program_clear(&p);
    return dict->bounded > 0;
}

void program_optimum_init(program_optimum *optimum, size_t dimension)
{
    ASSERT(dimension > 0);
    *optimum = (program_optimum){.point = _fmpz_vec_init((slong)dimension + 1),
                                 .facet = memory_new(dimension, sizeof *optimum->facet),
                                 .times = _fmpq_vec_init((slong)dimension)};
    fmpq_init(optimum->value);
}

void program_optimum_clear(program_optimum *optimum, size_t dimension)
{
    ASSERT(dimension > 0);
    fmpq_clear(optimum->value);
    _fmpz_vec_clear(optimum->point, (slong)dimension + 1);
    _fmpq_vec_clear(optimum->times, (slong)dimension);
    free(optimum->facet);
}

static void set_proof(program_optimum *optimum, const program *p)
{
    optimum->count = 0;
    for (size_t k = 0; k < p->dimension; k++) {
        const size_t number = p->table.nonbasic[k];
        fmpq *times = optimum->times + optimum->count;
        if (fmpz_is_zero(p->table.reduced_cost + k))
            continue;
        optimum->facet[optimum->count++] = dictionary_inequality(p->space, p->dict, number);
        fmpq_set_fmpz_frac(times, p->table.reduced_cost + k, p->table.denominator);
        fmpq_neg(times, times);
        if (number < 2 * p->dimension) // the plane's row is the inequality times this
            fmpq_div_fmpz(times, times, fmpq_denref(p->space->bounds->bound + number));
    }
}

// Solves the program to the end. Returns 0 on cancellation.
static bool program_finish(program_optimum *optimum, program *p)
{
    const slong d = (slong)p->dimension;
    begin_table(p);
    complete_table(p);
    program_run(p, 0);
    optimum->unbounded = p->table.unbounded_column < TABLE_NO_COLUMN;
    if (run_is_cancelled())
        return false;
    set_proof(optimum, p);
    set_point(optimum->point, p);
    fmpz_mul(p->units, p->units, p->table.denominator);
    fmpq_set_fmpz_frac(optimum->value, p->table.reduced_cost + d, p->units);
    if (optimum->unbounded && fmpz_sgn(p->table.reduced_cost + p->table.unbounded_column) < 0)
        _fmpz_vec_neg(optimum->point, optimum->point, d);
    if (optimum->unbounded)
        fmpz_zero(optimum->point + d);
    else
        fmpz_set(optimum->point + d, p->units);
    row_primitive(optimum->point, optimum->point, p->dimension + 1);
    return true;
}

bool program_maximise(program_optimum *optimum, geom_space *space, dictionary *dict,
                      const fmpz *row, int sign)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->stride > space->dimension);
    program p;
    dictionary_maximise_row(space, dict, row, sign);
    program_begin(&p, space, dict, row, sign);
    const bool done = program_finish(optimum, &p);
    program_clear(&p);
    return done;
}

bool program_refute(program_optimum *optimum, geom_space *space, dictionary *dict, const fmpz *row,
                    int sign)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(dict->stride > space->dimension);
    program p;
    dictionary_maximise_row(space, dict, row, sign);
    program_begin(&p, space, dict, row, sign);
    const bool is_refuted = is_refuted_by_vertex(&p);
    for (optimum->count = 0; optimum->count < p.refutation_count && is_refuted; optimum->count++)
        optimum->facet[optimum->count] =
            dictionary_inequality(space, dict, p.refutation[optimum->count]);
    const bool done = is_refuted || program_finish(optimum, &p);
    program_clear(&p);
    return done;
}
