// Intersections of hyperplanes in doubles, with a proved radius. filter.md, 11.
//
// In dimension d a form is 2 (d + 1) doubles, a[0..d] (the constant last) and
// bound[0..d], |true a[i] - a[i]| <= bound[i]. A point is d + 2 doubles: x[0..d-1],
// w (1: finite, 0: a direction) and radius, |true x[i] - x[i]| <= radius. The true
// direction is scaled so that its entry at the place of the largest x[i] is 1 or -1,
// as that is. For d = 2 these are line_approx and point_approx of filter.h.
#pragma once

#include "base/fatal.h"
#include "exact/ball.h"
#include "exact/filter.h"
#include <crease/status.h>
#include <flint/fmpq.h>
#include <stdbool.h>
#include <stddef.h>

// The number of doubles of a form.
static inline size_t form_doubles(size_t dimension)
{
    ASSERT(dimension > 0);
    return 2 * (dimension + 1);
}

// The point in which `count` hyperplanes meet. Finite: the only common zero of count >= d
// true forms. Infinite: the direction, of either sign, that spans the kernel of the
// linear parts of count >= d - 1 true forms. If doubles prove nothing the radius is infinite, and x
// is unspecified but finite. Takes about 2 d^3 + d^2 (count - d) operations.
void filter_point(double *point, const double *const *form, size_t count, size_t dimension,
                  int infinite, double *scratch);
// The number of doubles of scratch.
size_t filter_point_scratch(size_t count, size_t dimension);

// The intersection of the hyperplane of a form with the segment or ray between two points that it
// separates, or with the directions between two directions. Returns 0 unless the radius is at most
// 2^-18 of the largest coordinate. Takes O(d) operations; the radius is larger than those of the
// ends. filter.md, 16
bool filter_between(double *point, const double *form, const double *p, const double *q,
                    size_t dimension);

// In the plane: the intersection of two lines, of a line and infinity, and the foot of a line, its
// point nearest to the origin. The radius may be infinite. filter.md, 4 and 5
void filter_meet(point_approx *point, const line_approx *first, const line_approx *second);
void filter_meet_infinity(point_approx *point, const line_approx *line, int flip);
void filter_foot(point_approx *point, const line_approx *line);

// The distance |f| / |a| of a point from a hyperplane: f = value / (weight scale) is exact, weight
// and scale positive; a is a form, whose constant does not matter, in the units of f. |a| is in the
// norm dual to that of the distance. filter.md, 14
ball filter_distance(const fmpz_t value, const fmpz_t weight, const fmpq_t scale,
                     const double *form, size_t dimension, crease_norm norm);
