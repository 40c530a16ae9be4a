// Bounds of coordinates, exactly and in doubles.
#include "domain/bounds.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

coordinate_bounds *bounds_new(size_t dimension)
{
    coordinate_bounds *bounds = memory_new(1, sizeof *bounds);
    bounds->dimension = dimension;
    bounds->bound = _fmpq_vec_init((slong)(2 * dimension));
    bounds->number = memory_new(2 * dimension, sizeof *bounds->number);
    double *end = memory_new(4 * dimension, sizeof *end);
    bounds->low = end;
    bounds->high = end + dimension;
    bounds->inner_low = end + 2 * dimension;
    bounds->inner_high = end + 3 * dimension;
    bounds->plane = memory_new(2 * dimension, sizeof *bounds->plane);
    bounds->moved = memory_new(2 * dimension, sizeof *bounds->moved);
    for (size_t c = 0; c < dimension; c++) {
        bounds->number[2 * c] = bounds->number[2 * c + 1] = BOUND_NONE;
        bounds->low[c] = bounds->inner_low[c] = -INFINITY;
        bounds->high[c] = bounds->inner_high[c] = INFINITY;
    }
    return bounds;
}

void bounds_free(coordinate_bounds *bounds)
{
    _fmpq_vec_clear(bounds->bound, (slong)(2 * bounds->dimension));
    free(bounds->number);
    free(bounds->low);
    free(bounds->plane);
    free(bounds->moved);
    free(bounds);
}

// The doubles on both sides of a bound, or the bound twice: *below <= it <= *above. The order is
// that of rationals, since the rest may underflow.
static void enclose_bound(double *below, double *above, const fmpq_t bound)
{
    const double nearest = rational_double(bound);
    int order = nearest > 0 ? -1 : 1;
    if (isfinite(nearest)) {
        fmpq_t rounded;
        fmpq_init(rounded);
        rational_set_double(rounded, nearest);
        order = fmpq_cmp(bound, rounded);
        fmpq_clear(rounded);
    }
    *below = order < 0 ? nextafter(nearest, -INFINITY) : nearest;
    *above = order > 0 ? nextafter(nearest, INFINITY) : nearest;
}

static void put_bound(coordinate_bounds *bounds, size_t number, const fmpq_t bound)
{
    const size_t c = number / 2;
    fmpq_set(bounds->bound + number, bound);
    if (number % 2)
        enclose_bound(bounds->inner_high + c, bounds->high + c, bound);
    else
        enclose_bound(bounds->low + c, bounds->inner_low + c, bound);
}

void bounds_set(coordinate_bounds *bounds, size_t c, int upper, const fmpq_t bound, size_t number)
{
    ASSERT(c < bounds->dimension && (upper == 0 || upper == 1));
    const size_t place = 2 * c + (size_t)upper;
    put_bound(bounds, place, bound);
    bounds->number[place] = number;
    bounds->plane[place] = 0;
    bounds->moved[place] = 0;
}

void bounds_move(coordinate_bounds *bounds, size_t number, int by)
{
    ASSERT(bounds->dimension > 0);
    fmpq_t bound;
    fmpq_init(bound);
    (number % 2 ? fmpq_add_si : fmpq_sub_si)(bound, bounds->bound + number, by);
    put_bound(bounds, number, bound);
    bounds->moved[number] += by;
    fmpq_clear(bound);
}
