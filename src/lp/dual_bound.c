// Bounds of forms by multipliers: weak duality with a verified residual (exact/filter.md, 18).
#include "lp/dual_bound.h"

#include "base/fatal.h"
#include "exact/kernels.h"
#include <math.h>

// A sum of forms, with the sizes of its terms and a bound of their errors.
typedef struct {
    double *sum, *size, *slip; // d + 1 entries each
} form_sum;

// The absolute value of the coordinate that is farther from 0.
static double reach_of(double low, double high)
{
    const double below = fabs(low), above = fabs(high);
    return below > above ? below : above;
}

// Whether the form or an inequality depends on a coordinate without bounds.
static bool depends_on_unbounded(const geom_space *space, const double *form, const dual_term *term,
                                 size_t terms, const double *low, const double *high)
{
    const size_t d = space->dimension;
    for (size_t c = 0; c < d; c++) {
        if (reach_of(low[c], high[c]) < INFINITY)
            continue;
        if (form[c] != 0 || form[d + 1 + c] != 0)
            return true;
        for (size_t i = 0; i < terms; i++) {
            const double *other = space_form(space, term[i].facet.plane);
            if (other[c] != 0 || other[d + 1 + c] != 0)
                return true;
        }
    }
    return false;
}

// The greatest value of a sum of n forms on the box, which bounds the coordinates that they depend
// on.
static double greatest_on_box(const form_sum *r, double n, const double *low, const double *high,
                              size_t d)
{
    double most = r->sum[d], all = r->size[d], error = r->slip[d];
    const double tiny = 4 * FILTER_TINY * n; // products may underflow
    for (size_t c = 0; c < d; c++) {
        const double reach = reach_of(low[c], high[c]);
        if (reach == INFINITY)
            continue;
        most += r->sum[c] > 0 ? r->sum[c] * high[c] : r->sum[c] * low[c];
        all += r->size[c] * reach;
        error += (r->slip[c] + tiny) * reach;
    }
    error +=
        FILTER_UNIT * (2 * n + 2 * (double)d + 10) * all + 4 * FILTER_TINY * (n + (double)d + 1);
    return most + error * FILTER_ENLARGE;
}

double dual_bound(geom_space *space, const double *form, int sign, const dual_term *term,
                  size_t terms, const double *low, const double *high)
{
    ASSERT(sign == 1 || sign == -1);
    const size_t d = space->dimension, columns = d + 1;
    if (depends_on_unbounded(space, form, term, terms, low, high))
        return INFINITY;
    const arena_mark mark = arena_here(&space->cells);
    double *sum = arena_take(&space->cells, 3 * columns * sizeof *sum);
    const form_sum r = {sum, sum + columns, sum + 2 * columns};
    for (size_t c = 0; c < columns; c++) {
        r.sum[c] = sign * form[c];
        r.size[c] = fabs(form[c]);
        r.slip[c] = form[columns + c];
    }
    for (size_t i = 0; i < terms; i++) {
        ASSERT(term[i].times >= 0);
        kernel_add_form(r.sum, r.size, r.slip, space_form(space, term[i].facet.plane),
                        term[i].facet.side * term[i].times, columns);
    }
    const double bound = greatest_on_box(&r, 1 + (double)terms, low, high, d);
    arena_release(&space->cells, mark);
    return bound < INFINITY ? bound : INFINITY;
}
