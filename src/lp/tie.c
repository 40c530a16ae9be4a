// Forms that touch a polyhedron: multipliers of the inequalities that are tight in the origin.
#include "lp/tie.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <math.h>
#include <string.h>

// The system B y = -f: column k of B is the linear part of tight inequality k. All are d x d.
typedef struct {
    size_t dimension;
    double *tight, *bound; // B, and the errors of its entries
    double *inverse;       // of B, about
} tight_system;

// A tight inequality as a column. Returns 0 unless its constant is 0.
static bool take_inequality(tight_system *s, size_t k, geom_space *space, const dictionary *dict)
{
    const size_t d = s->dimension, v = dict->nonbasic[k], is_upper = dict->upper[k];
    if (v < d) {
        s->tight[v * d + k] = is_upper ? -1 : 1;
        return bounds_has(space->bounds, v, (int)is_upper) &&
               fmpq_is_zero(space->bounds->bound + 2 * v + is_upper);
    }
    const half_space facet = dict->inequality[v - d];
    const double *form = space_form(space, facet.plane);
    for (size_t c = 0; c < d; c++) {
        s->tight[c * d + k] = facet.side * form[c];
        s->bound[c * d + k] = form[d + 1 + c];
    }
    return fmpz_is_zero(space_plane_row(space, facet.plane) + d);
}

// A row of the dictionary writes a coordinate in the slacks of the tight inequalities.
static void take_inverse(tight_system *s, const dictionary *dict)
{
    const size_t d = s->dimension;
    for (size_t k = 0; k < d; k++)
        if (dict->nonbasic[k] < d)
            s->inverse[k * d + dict->nonbasic[k]] = dict->upper[k] ? -1 : 1;
    for (size_t i = 0; i < dict->rows; i++) {
        const double *row = dict->row + i * dict->stride;
        for (size_t k = 0; k < d && dict->basic[i] < d; k++) {
            const uint32_t v = dict->nonbasic[k];
            s->inverse[k * d + dict->basic[i]] = row[k] * (v < d ? 1 : dict->scale[v - d]);
        }
    }
}

// Whether the greatest column sum of |I - B R| is at most 1/2, R the approximate inverse.
static bool is_nearly_inverse(const tight_system *s)
{
    const size_t d = s->dimension;
    const double rounding = (double)(d + 2) * FILTER_UNIT;
    bool is_near = true;
    for (size_t k = 0; k < d && is_near; k++) {
        double sum = 0;
        for (size_t c = 0; c < d; c++) {
            double rest = c == k, size = 1, slip = 0;
            for (size_t j = 0; j < d; j++) {
                const double factor = s->inverse[j * d + k], term = s->tight[c * d + j] * factor;
                rest -= term;
                size += fabs(term);
                slip += s->bound[c * d + j] * fabs(factor);
            }
            sum += fabs(rest) + rounding * (size + slip) + slip;
        }
        is_near = sum * FILTER_ENLARGE <= 0.5;
    }
    return is_near;
}

// With y = R h, h = -f, the exact multipliers are y + R w, where the sum of all |w| is at most
// twice that of all |h - B y|.
static bool are_multipliers_positive(const tight_system *s, const double *form, int sign, double *y)
{
    const size_t d = s->dimension;
    const double rounding = (double)(d + 2) * FILTER_UNIT;
    double lack = 0;
    for (size_t k = 0; k < d; k++) {
        y[k] = 0;
        for (size_t c = 0; c < d; c++)
            y[k] -= s->inverse[k * d + c] * sign * form[c];
    }
    for (size_t c = 0; c < d; c++) {
        double rest = -sign * form[c], size = fabs(form[c]), slip = form[d + 1 + c];
        for (size_t k = 0; k < d; k++) {
            const double term = s->tight[c * d + k] * y[k];
            rest -= term;
            size += fabs(term);
            slip += s->bound[c * d + k] * fabs(y[k]);
        }
        lack += fabs(rest) + rounding * (size + slip) + slip + 4 * FILTER_TINY * (double)(d + 1);
    }
    lack *= 2 * FILTER_ENLARGE;
    bool positive = true;
    for (size_t k = 0; k < d && positive; k++) {
        double most = 0;
        for (size_t c = 0; c < d; c++)
            most = fmax(most, fabs(s->inverse[k * d + c]));
        positive = y[k] > most * lack * FILTER_ENLARGE + FILTER_TINY;
    }
    return positive;
}

bool tie_refutes(geom_space *space, const dictionary *dict, const double *form, const fmpz *row,
                 int sign)
{
    ASSERT(sign == 1 || sign == -1);
    ASSERT(dict->stride > space->dimension);
    const size_t d = space->dimension;
    if (!fmpz_is_zero(row + d))
        return false;
    const arena_mark mark = arena_here(&space->cells);
    double *numbers = arena_take(&space->cells, (3 * d * d + d) * sizeof *numbers);
    memset(numbers, 0, (3 * d * d + d) * sizeof *numbers);
    tight_system s = {d, numbers, numbers + d * d, numbers + 2 * d * d};
    size_t k = 0;
    while (k < d && take_inequality(&s, k, space, dict))
        k++;
    bool refuted = false;
    if (k == d) {
        take_inverse(&s, dict);
        refuted =
            is_nearly_inverse(&s) && are_multipliers_positive(&s, form, sign, numbers + 3 * d * d);
    }
    arena_release(&space->cells, mark);
    return refuted;
}

void tie_decide(form_signs *signs, geom_space *space, dictionary *dict, const double *form,
                const fmpz *row)
{
    ASSERT(dict->stride > space->dimension);
    const crease_arith arith = space->judge->arith;
    bool by_integers = false;
    for (int sign = -1; sign <= 1; sign += 2) {
        const int bit = sign > 0 ? SIGN_ABOVE : SIGN_BELOW;
        if ((signs->attained | signs->refuted) & bit)
            continue;
        if (arith != CREASE_EXACT)
            dictionary_maximise_form(space, dict, form, sign);
        const bool refuted = arith == CREASE_FILTERED && tie_refutes(space, dict, form, row, sign);
        const bool positive = (!refuted || CHECKED) && program_is_positive(space, dict, row, sign);
        if (refuted && CHECKED && !run_is_cancelled())
            CHECK_SAME("a form that touches a polyhedron", 0, positive);
        by_integers |= !refuted;
        *(positive && !refuted ? &signs->attained : &signs->refuted) |= bit;
    }
    space->judge->decided_exact += by_integers;
    space->judge->decided_float += !by_integers;
}
