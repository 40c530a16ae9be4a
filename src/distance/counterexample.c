// Counterexamples by descent: steps to where the forms of two classes are equal on the present
// region, as in DeepFool (Moosavi-Dezfooli, Fawzi, Frossard, CVPR 2016), then bisection, and the
// same again from where the last step came to. Steps are in doubles; classes are exact.
#include "distance/counterexample.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    pattern_cell *cell;
    size_t inputs, chosen;
    uint32_t *piece;
    fmpq *rational;                         // inputs
    fmpz *point, *row;                      // inputs + 1
    double *from, *y, *step, *slope, *best; // inputs: x, the present point, ..
    double distance;                        // of best
    size_t rival;                           // its class
} descent;

static void descent_init(descent *d, pattern_cell *cell, const fmpz *x, size_t chosen)
{
    const size_t n = cell->inputs;
    *d = (descent){.cell = cell, .inputs = n, .chosen = chosen, .distance = HUGE_VAL};
    d->piece = memory_new(cell->units, sizeof *d->piece);
    d->rational = _fmpq_vec_init((slong)n);
    d->point = _fmpz_vec_init((slong)n + 1);
    d->row = _fmpz_vec_init((slong)n + 1);
    double **all[] = {&d->from, &d->y, &d->step, &d->slope, &d->best};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = memory_new(n + 1, sizeof **all[i]);
    for (size_t i = 0; i < n; i++) {
        fmpq_set_fmpz_frac(d->rational + i, x + i, x + n);
        d->from[i] = rational_double(d->rational + i);
    }
}

static void descent_clear(descent *d)
{
    double *all[] = {d->from, d->y, d->step, d->slope, d->best};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    _fmpq_vec_clear(d->rational, (slong)d->inputs);
    _fmpz_vec_clear(d->point, (slong)d->inputs + 1);
    _fmpz_vec_clear(d->row, (slong)d->inputs + 1);
    free(d->piece);
}

static bool is_finite_vector(const double *y, size_t count)
{
    while (count && isfinite(y[count - 1]))
        count--;
    return count == 0;
}

static void set_exact_point(descent *d, const double *y)
{
    for (size_t i = 0; i < d->inputs; i++)
        rational_set_double(d->rational + i, y[i]);
    _fmpq_vec_get_fmpz_vec_fmpz(d->point, d->point + d->inputs, d->rational, (slong)d->inputs);
}

// The class at y, exactly; the cell is at y afterwards. If y is not finite, or a limit is reached,
// it is d->chosen.
static size_t class_at(descent *d, const double *y)
{
    const size_t n = d->inputs;
    size_t crossed, predicate;
    if (!is_finite_vector(y, n) || run_poll_now())
        return d->chosen;
    set_exact_point(d, y);
    if (!pattern_cell_complete(d->cell, d->point, d->piece, 0, &crossed, &predicate))
        return d->chosen;
    return d->piece[d->cell->units - 1];
}

static double length(const descent *d, const double *v)
{
    double sum = 0, most = 0;
    for (size_t i = 0; i < d->inputs; i++) {
        sum += d->cell->norm == CREASE_NORM_1 ? fabs(v[i]) : v[i] * v[i];
        most = fmax(most, fabs(v[i]));
    }
    return d->cell->norm == CREASE_NORM_MAX ? most
           : d->cell->norm == CREASE_NORM_1 ? sum
                                            : sqrt(sum);
}

static double distance_to(descent *d, const double *y)
{
    for (size_t i = 0; i < d->inputs; i++)
        d->step[i] = y[i] - d->from[i];
    return length(d, d->step);
}

// The slope, up to a factor, of the form of a class less that of the chosen one in the region that
// the cell is at, and its value at the point.
static double take_slope(descent *d, size_t class, const double *point)
{
    const size_t n = d->inputs, layer = d->cell->place[d->cell->units - 1].layer;
    const size_t rank = unit_rows(&d->cell->branch.net->layer[layer].unit, 0);
    const bool is_later = class > d->chosen;
    const maxout_rows pair = {is_later ? d->chosen : class, is_later ? class : d->chosen};
    branch_form(d->row, &d->cell->branch, layer, 0, maxout_predicate(pair, rank));
    const slong scale = FLINT_ABS(_fmpz_vec_max_bits(d->row, (slong)n + 1));
    double value = 0;
    for (size_t i = 0; i <= n; i++) {
        slong exponent;
        const double digits = fmpz_get_d_2exp(&exponent, d->row + i);
        const double entry =
            ldexp(is_later ? digits : -digits, (int)FLINT_MAX(exponent - scale, -2000));
        value += i < n ? entry * point[i] : entry;
        if (i < n)
            d->slope[i] = entry;
    }
    return value;
}

// The shortest step, in the norm, along which the form rises by `rise`. Returns 0 if it is flat.
static bool take_step(descent *d, double rise)
{
    const size_t n = d->inputs;
    double squares = 0, sum = 0;
    size_t steepest = 0;
    for (size_t i = 0; i < n; i++) {
        squares += d->slope[i] * d->slope[i];
        sum += fabs(d->slope[i]);
        steepest = fabs(d->slope[i]) > fabs(d->slope[steepest]) ? i : steepest;
    }
    if (!(squares > 0))
        return false;
    for (size_t i = 0; i < n; i++)
        if (d->cell->norm == CREASE_NORM_2)
            d->step[i] = rise / squares * d->slope[i];
        else if (d->cell->norm == CREASE_NORM_MAX)
            d->step[i] = rise / sum * (double)((d->slope[i] > 0) - (d->slope[i] < 0));
        else
            d->step[i] = i == steepest ? rise / d->slope[i] : 0;
    return true;
}

static void keep(descent *d, size_t class)
{
    const double distance = distance_to(d, d->y);
    if (!(distance < d->distance))
        return;
    d->distance = distance;
    d->rival = class;
    memcpy(d->best, d->y, d->inputs * sizeof *d->best);
}

// Moves y, which has another class, towards x as long as it keeps one.
static size_t pull_in(descent *d, size_t class)
{
    enum { HALVINGS = 20 };
    double low = 0, high = 1; // shares of the way to y
    double *const far = d->slope;
    memcpy(far, d->y, d->inputs * sizeof *far);
    for (int k = 0; k < HALVINGS; k++) {
        const double share = low + (high - low) / 2;
        for (size_t i = 0; i < d->inputs; i++)
            d->step[i] = d->from[i] + share * (far[i] - d->from[i]);
        const size_t nearer = class_at(d, d->step);
        *(nearer == d->chosen ? &low : &high) = share;
        if (nearer == d->chosen)
            continue;
        class = nearer;
        memcpy(d->y, d->step, d->inputs * sizeof *d->y);
    }
    return class;
}

// Steps from x until the class is another one. Returns it, or the class chosen.
static size_t step_across(descent *d, size_t rival)
{
    enum { MOST_STEPS = 24 };
    static const double OVERSHOOT = 1 + 0x1p-6;
    memcpy(d->y, d->from, d->inputs * sizeof *d->y);
    size_t class = class_at(d, d->y);
    for (int k = 0; k < MOST_STEPS && class == d->chosen && !run_is_cancelled(); k++) {
        const double value = take_slope(d, rival, d->y);
        if (!take_step(d, -OVERSHOOT * fmin(value, 0)))
            break;
        for (size_t i = 0; i < d->inputs; i++)
            d->y[i] += d->step[i];
        class = class_at(d, d->y);
    }
    return class;
}

// From a point of another class: the nearest one to x if all were as in the region there.
static bool step_from_x(descent *d, size_t *class)
{
    static const double OVERSHOOT = 1 + 0x1p-10;
    *class = class_at(d, d->y);
    if (*class == d->chosen)
        return false;
    const double value = take_slope(d, *class, d->from);
    if (!(value < 0) || !take_step(d, -OVERSHOOT * value))
        return false;
    for (size_t i = 0; i < d->inputs; i++)
        d->y[i] = d->from[i] + d->step[i];
    *class = class_at(d, d->y);
    return *class != d->chosen;
}

static void descend(descent *d, size_t rival)
{
    enum { MOST_ROUNDS = 6 };
    size_t class = step_across(d, rival);
    for (int round = 0; class != d->chosen && round < MOST_ROUNDS && !run_is_cancelled(); round++) {
        const double before = d->distance;
        keep(d, pull_in(d, class));
        if (!(d->distance < before) || !step_from_x(d, &class))
            break;
    }
}

bool counterexample_find(fmpz *y, size_t *rival, pattern_cell *cell, const fmpz *x, size_t chosen)
{
    ASSERT(fmpz_sgn(x + cell->inputs) > 0);
    enum { MOST_RIVALS = 10 };
    const size_t layer = cell->place[cell->units - 1].layer;
    const size_t rank = unit_rows(&cell->branch.net->layer[layer].unit, 0);
    descent d;
    descent_init(&d, cell, x, chosen);
    if (is_finite_vector(d.from, d.inputs))
        for (size_t k = 0; k < rank && k < MOST_RIVALS; k++)
            if (k != chosen)
                descend(&d, k);
    const bool is_found = isfinite(d.distance); // also if a limit ends the descents
    if (is_found) {
        set_exact_point(&d, d.best);
        _fmpz_vec_set(y, d.point, (slong)d.inputs + 1);
        *rival = d.rival;
    }
    descent_clear(&d);
    return is_found;
}
