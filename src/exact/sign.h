// Decides signs; no other code does.
//
// A sign is first computed in doubles. If the error bound excludes zero the sign is right;
// otherwise the result is SIGN_UNKNOWN, and the caller decides it in integers. Exact arithmetic
// always returns SIGN_UNKNOWN. Float arithmetic has a tolerance in place of the bound, and takes
// values within it for zero.
#pragma once

#include "base/fatal.h"
#include "exact/fault.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "exact/plane.h"
#include "exact/rows.h"
#include <crease/status.h>
#include <math.h>
#include <stdbool.h>

enum { SIGN_UNKNOWN = 2 }; // besides -1, 0 and 1

// The arithmetic, and the number of signs that doubles and integers have decided.
typedef struct {
    crease_arith arith;
    double tolerance; // float: |value| <= tolerance * sum |a_i x_i| counts as zero
    uint64_t decided_float, decided_exact;
    // While a tree is walked: whether a sign at a generator of a cell was 0, or a form may have
    // touched a cell without generators. If not, every unit is nowhere 0 on the closed cells that
    // it does not split; and if the domain is a box and cells have generators, each of these lies
    // on as many hyperplanes as there are dimensions.
    bool has_ties;
    fmpz_t value;
} sign_judge;

void sign_judge_init(sign_judge *judge, crease_arith arith, double tolerance);
void sign_judge_clear(sign_judge *judge);

// The sign of a form at a point, by doubles. filter.md, 2
static inline int sign_try(sign_judge *judge, const line_approx *form, const point_approx *point)
{
    if (judge->arith == CREASE_EXACT)
        return SIGN_UNKNOWN;
    const double *a = form->a, *bound = form->bound;
    double x = a[0] * point->x, y = a[1] * point->y, c = a[2] * point->w;
    double value = x + y + c, size = fabs(x) + fabs(y) + fabs(c), error;
    if (judge->arith == CREASE_FLOAT) {
        judge->decided_float++;
        error = judge->tolerance * size;
        return (value > error) - (value < -error);
    }
    double radius = point->radius;
    error = (fabs(a[0]) + fabs(a[1])) * radius + bound[0] * (fabs(point->x) + radius) +
            bound[1] * (fabs(point->y) + radius) + bound[2] * point->w + FILTER_DOT(2) * size +
            4 * FILTER_TINY;
    error *= FILTER_ENLARGE;
    int sign = value > error ? 1 : value < -error ? -1 : SIGN_UNKNOWN;
    judge->decided_float += sign != SIGN_UNKNOWN;
    return sign == SIGN_UNKNOWN ? sign : fault_sign(sign);
}

// A form at a point: |true value - value| <= error; size: the sum of the absolute values of its
// terms.
typedef struct {
    double value, size, error;
} form_value;

// In any dimension: filter.md, 11; a form and a point as in point.h.
static inline form_value filter_value(const double *form, const double *point, size_t dimension)
{
    ASSERT(dimension > 0);
    const double *bound = form + dimension + 1;
    double w = point[dimension], radius = point[dimension + 1];
    double value = 0, size = 0, slope = 0, slip = 0;
    for (size_t i = 0; i < dimension; i++) {
        double term = form[i] * point[i];
        value += term;
        size += fabs(term);
        slope += fabs(form[i]);
        slip += bound[i] * (fabs(point[i]) + radius);
    }
    double constant = form[dimension] * w;
    value += constant;
    size += fabs(constant);
    double error = slope * radius + slip + bound[dimension] * w + FILTER_DOT(dimension) * size +
                   4 * FILTER_TINY;
    return (form_value){value, size, error * FILTER_ENLARGE};
}

// Whether the error bound proves that the form, negated if side < 0, is positive at the point.
bool filter_is_positive(const double *form, int side, const double *point, size_t dimension);

// The side of a plane where side times its form is positive: an inequality, or a facet of a cell.
typedef struct {
    uint32_t plane;
    int32_t side; // 1 or -1
} half_space;
// The same of many planes, whose forms follow one another, at a point of exact doubles: 1 + the
// place of the last one in the list that is not proved positive, or 0.
size_t filter_last_not_positive(const double *forms, const half_space *list, size_t count,
                                const double *point, size_t dimension);

// The same of many forms at a point of d exact doubles, whose entry d is 1. Column c of `form`,
// d + 1 columns of `stride` entries, has their coefficients c, the constants last; `error` what
// filter_entry_error says of each. The stride is a multiple of QUAD. Returns how many values are
// finite and exceed their error bounds.
size_t filter_values(double *value, double *error_of_value, const double *form, const double *error,
                     size_t stride, const double *point, size_t d);
// The error of a form at a point, for each unit of a coordinate: that of the coefficient, and of
// its product and the sum. FILTER_TINY is there because a product may underflow.
static inline double filter_entry_error(double coefficient, double bound, size_t d)
{
    return (bound + FILTER_DOT(d) * fabs(coefficient) + FILTER_TINY) * FILTER_ENLARGE;
}
// The sign in any dimension.
static inline int sign_try_point(sign_judge *judge, const double *form, const double *point,
                                 size_t dimension)
{
    ASSERT(dimension > 0);
    if (judge->arith == CREASE_EXACT)
        return SIGN_UNKNOWN;
    form_value estimate = filter_value(form, point, dimension);
    if (judge->arith == CREASE_FLOAT) {
        judge->decided_float++;
        double slack = judge->tolerance * estimate.size;
        return (estimate.value > slack) - (estimate.value < -slack);
    }
    int sign = estimate.value > estimate.error    ? 1
               : estimate.value < -estimate.error ? -1
                                                  : SIGN_UNKNOWN;
    judge->decided_float += sign != SIGN_UNKNOWN;
    return sign == SIGN_UNKNOWN ? sign : fault_sign(sign);
}

// The sign of every z_j - shift[j], j < units, on a whole box, by doubles: least[j] > 0 or
// greatest[j] < 0 decide, which it writes. bound: of the entries of each column of the map, and
// |shift[j]| <= outermost. Increments above[j] if the sign is 1, sets open[j] to 1 if it is
// unknown, and returns the number of unknown ones. filter.md, 7.
size_t sign_try_range(sign_judge *judge, const map_values *values, const double *bound,
                      const box_approx *box, double outermost);
// The same at the vertices of a bounded polygon, with one width for all units: an upper bound of
// the error of an approximate row at an approximate vertex. norm: upper bounds of the Euclidean
// norms of the columns. filter.md, 7.
double sign_width_at_corners(const sign_judge *judge, const double *norm, const double *bound,
                             const corners_approx *corners);
// The signs less the first shift, by that width: sets above[j] to whether the sign is 1, and
// open[j] to whether it is unknown; returns the number of unknown ones. values: the arguments of
// plane_corners, without their width; it writes least and greatest, which bound the values at the
// vertices and may be NULL if no other shift follows. The shift of padding rows is infinite.
size_t sign_try_corners(sign_judge *judge, map_values *values, double width, double outermost);
// The same less another shift, by what sign_try_corners has written: increments above[j] if the
// sign is 1.
size_t sign_try_shift(sign_judge *judge, map_values *values, double width, double outermost);
// The same for one row.
int sign_of_corners(const sign_judge *judge, double least, double greatest, double width,
                    double shift, double outermost);

// Signs as bits, so that the bits of a cell are those of its generators combined.
enum { SIGN_BELOW = 1, SIGN_ABOVE = 2, SIGN_OPEN = 4, SIGN_BITS = 7 };
static inline int sign_bits(int sign)
{
    ASSERT(sign >= -1 && sign <= 1);
    return sign == SIGN_UNKNOWN ? SIGN_OPEN : sign < 0 ? SIGN_BELOW : sign > 0 ? SIGN_ABOVE : 0;
}
static inline int sign_of_bits(int bits)
{
    return bits & SIGN_OPEN ? SIGN_UNKNOWN : (bits >> 1) - (bits & 1);
}

// The vertices of a polygon, at most CORNER_BITS, at which a form is negative, and those at which
// it is positive, one bit each. At all others it is 0 or unknown.
enum { CORNER_BITS = 64 };
typedef struct {
    uint64_t below, above;
} corner_signs;
static inline uint64_t corners_all(size_t count)
{
    return UINT64_MAX >> (CORNER_BITS - count);
}

// The bits of a line's form at the vertices of a polygon, bits[step * i] at vertex i, if `error`
// bounds the errors of its values. Returns their union.
int sign_try_at_corners(sign_judge *judge, unsigned char *bits, size_t step,
                        const line_approx *form, const corners_approx *corners, double error);
// Such a bound for one form.
double sign_error_at_corners(const line_approx *form, const corners_approx *corners);
// Such a bound for the forms of all rows of a map with that width of sign_width_at_corners, minus
// breakpoints of at most outermost.
static inline double sign_error_of_rows(double width, double outermost)
{
    return (width + 16 * FILTER_UNIT * outermost) * FILTER_ENLARGE;
}

// Upper bounds of the entries and error bounds of all forms in a list. For the rows of a map these
// are the norms of its columns, and the breakpoint.
typedef line_approx forms_limit;
static inline forms_limit forms_limit_of_rows(const double *norm, const double *bound,
                                              double outermost)
{
    forms_limit limit = {{norm[0], norm[1], norm[2] + outermost}, {bound[0], bound[1], bound[2]}};
    limit.bound[2] += 4 * FILTER_UNIT * (limit.a[2] + outermost) + FILTER_TINY;
    return limit;
}
static inline void forms_limit_raise(forms_limit *limit, const line_approx *form)
{
    for (int i = 0; i < 3; i++) {
        double size = fabs(form->a[i]), bound = form->bound[i];
        limit->a[i] = size > limit->a[i] ? size : limit->a[i];
        limit->bound[i] = bound > limit->bound[i] ? bound : limit->bound[i];
    }
}
// The bits of some forms of lines at one point: bits[k] for all k of the list. They have one error
// bound; sign_try may still decide the signs that it leaves open.
void sign_try_lines(sign_judge *judge, unsigned char *bits, const line_approx *form,
                    const uint32_t *list, size_t count, const forms_limit *limit,
                    const point_approx *point);

// The same again for one unit.
static inline int sign_of_range(double low, double high)
{
    return low > 0 ? 1 : high < 0 ? -1 : SIGN_UNKNOWN;
}

// -1 or 1: all of the first range lies below, or above, all of the second; 0: not known.
// Float arithmetic takes that for equality.
static inline int sign_of_ranges(sign_judge *judge, const double first[2], const double second[2])
{
    int sign = first[1] < second[0] ? -1 : first[0] > second[1];
    judge->decided_float += sign != 0 || judge->arith == CREASE_FLOAT;
    return sign;
}

// The sign of a form at a point, in integers.
int sign_exact(sign_judge *judge, const fmpz *form, const fmpz *point, size_t columns);
// The sign of an integer, or of a double that is exact, counted as a decision.
int sign_exact_value(sign_judge *judge, const fmpz_t value);
int sign_exact_double(sign_judge *judge, double value);
