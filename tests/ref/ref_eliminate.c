// Fourier-Motzkin elimination for strict inequalities: feasible, bounded, on a hyperplane.
#include "ref_system.h"

#include <assert.h>

// Adds to `to` the combination of two rows in which the variable drops out:
// above bounds it from below (coefficient > 0), below bounds it from above.
static void append_combination(ref_system *to, const mpq_t *above, const mpq_t *below,
                               size_t variable)
{
    mpq_t term;
    mpq_init(term);
    mpq_t *row = ref_system_append(to);
    for (size_t j = 0; j <= to->variables; j++) {
        mpq_mul(row[j], below[j], above[variable]);
        mpq_mul(term, above[j], below[variable]);
        mpq_sub(row[j], row[j], term);
    }
    assert(mpq_sgn(row[variable]) == 0);
    mpq_clear(term);
}

// Why it is right. Fix all coordinates but x_k. A row with a_k > 0 says that x_k
// is greater than some number, a row with a_k < 0 that it is less than some
// number. Such an x_k exists if and only if each of the former numbers is less
// than each of the latter: if one kind is missing, go far enough out; else take
// the middle between the greatest lower and the least upper bound. "Each lower
// bound is less than each upper bound" is what the combinations say: the two rows
// times the positive factors |b_k| and a_k, added. All inequalities stay strict.
bool ref_eliminate(ref_system *to, const ref_system *from, size_t variable)
{
    ref_system_init(to, from->variables);
    for (size_t r = 0; r < from->rows; r++) {
        const mpq_t *row = ref_system_row(from, r);
        int sign = mpq_sgn(row[variable]);
        if (sign == 0)
            ref_system_append_copy(to, row);
        for (size_t s = 0; sign > 0 && s < from->rows; s++)
            if (mpq_sgn(ref_system_row(from, s)[variable]) < 0)
                append_combination(to, row, ref_system_row(from, s), variable);
    }
    return ref_system_tidy(to);
}

// The bounds that the rows put on a coordinate once all earlier ones are fixed
// in x and later ones do not occur. Returns which exist: 1 lower, 2 upper.
static int coordinate_bounds(mpq_t lower, mpq_t upper, const ref_system *system, mpq_t *x,
                             size_t variable)
{
    int found = 0;
    mpq_t bound;
    mpq_init(bound);
    mpq_set_si(x[variable], 0, 1);
    for (size_t r = 0; r < system->rows; r++) {
        const mpq_t *row = ref_system_row(system, r);
        int sign = mpq_sgn(row[variable]);
        if (sign == 0)
            continue;
        ref_row_value(bound, row, x, system->variables);
        mpq_div(bound, bound, row[variable]);
        mpq_neg(bound, bound);
        if (sign > 0 && (!(found & 1) || mpq_cmp(bound, lower) > 0))
            mpq_set(lower, bound), found |= 1;
        if (sign < 0 && (!(found & 2) || mpq_cmp(bound, upper) < 0))
            mpq_set(upper, bound), found |= 2;
    }
    mpq_clear(bound);
    return found;
}

// A number strictly between the bounds that exist.
static void choose_between(mpq_t x, mpq_t lower, mpq_t upper, int found)
{
    mpq_t step;
    mpq_init(step);
    mpq_set_si(step, 1, 1);
    mpq_set_si(x, 0, 1);
    if (found == 1)
        mpq_add(x, lower, step);
    if (found == 2)
        mpq_sub(x, upper, step);
    if (found == 3) {
        assert(mpq_cmp(lower, upper) < 0);
        mpq_add(x, lower, upper);
        mpq_div_2exp(x, x, 1);
    }
    mpq_clear(step);
}

// Solves a tidy system in the first `variables` variables; later ones do not occur.
static bool solve(mpq_t *point, const ref_system *system, size_t variables)
{
    if (variables == 0)
        return true;
    ref_system projection;
    size_t last = variables - 1;
    bool feasible = ref_eliminate(&projection, system, last) && solve(point, &projection, last);
    ref_system_clear(&projection);
    if (feasible) {
        mpq_t lower, upper;
        mpq_inits(lower, upper, NULL);
        int found = coordinate_bounds(lower, upper, system, point, last);
        choose_between(point[last], lower, upper, found);
        mpq_clears(lower, upper, NULL);
    }
    return feasible;
}

bool ref_feasible(mpq_t *point, const ref_system *system)
{
    size_t variables = system->variables;
    mpq_t *x = ref_numbers_new(variables + 1);
    ref_system tidy;
    ref_system_copy(&tidy, system);
    bool feasible = ref_system_tidy(&tidy) &&
                    (variables > REF_BY_ELIMINATION ? ref_feasible_by_program(x, &tidy)
                                                    : solve(x, &tidy, variables));
    for (size_t r = 0; feasible && r < system->rows; r++) {
        ref_row_value(x[variables], ref_system_row(system, r), x, variables);
        assert(mpq_sgn(x[variables]) > 0);
    }
    for (size_t j = 0; feasible && point && j < variables; j++)
        mpq_set(point[j], x[j]);
    ref_system_clear(&tidy);
    ref_numbers_free(x, variables + 1);
    return feasible;
}

// A set is bounded if each coordinate is bounded on it both ways. Its projection
// on one coordinate is an open interval, found by eliminating all the others.
bool ref_is_bounded(const ref_system *system)
{
    bool bounded = true;
    if (system->variables > REF_BY_ELIMINATION)
        return ref_is_bounded_by_program(system);
    for (size_t keep = 0; bounded && keep < system->variables; keep++) {
        ref_system interval;
        ref_system_copy(&interval, system);
        ref_system_tidy(&interval);
        for (size_t k = 0; k < system->variables; k++) {
            ref_system next;
            if (k == keep)
                continue;
            int consistent = ref_eliminate(&next, &interval, k);
            assert(consistent);
            (void)consistent;
            ref_system_clear(&interval);
            interval = next;
        }
        int ends = 0;
        for (size_t r = 0; r < interval.rows; r++)
            ends |= mpq_sgn(ref_system_row(&interval, r)[keep]) > 0 ? 1 : 2;
        bounded = ends == 3;
        ref_system_clear(&interval);
    }
    return bounded;
}

// On {row = 0} the row q equals q - (q_k / row_k) row, in which x_k does not occur.
void ref_restrict(ref_system *to, const ref_system *from, const mpq_t *row)
{
    size_t variables = from->variables, first = ref_row_first(row, variables);
    assert(first < variables);
    mpq_t factor, term;
    mpq_inits(factor, term, NULL);
    for (size_t r = 0; r < from->rows; r++) {
        mpq_t *result = ref_system_append(to);
        mpq_div(factor, ref_system_row(from, r)[first], row[first]);
        for (size_t j = 0; j <= variables; j++) {
            mpq_mul(term, factor, row[j]);
            mpq_sub(result[j], ref_system_row(from, r)[j], term);
        }
        if (ref_row_first(result, variables) == variables && mpq_sgn(result[variables]) == 0)
            ref_system_truncate(to, to->rows - 1);
    }
    mpq_clears(factor, term, NULL);
}
