// Intersections of hyperplanes in doubles, with a proved radius. filter.md, 3 to 5 and 11.
#include "exact/point.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/norm.h"
#include "exact/sign.h"
#include "exact/versions.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

// ---- lines of the plane ----

// A NaN on either side stays a NaN, and an infinity may become one. Branch-free: the condition is
// unpredictable.
static inline double larger(double a, double b)
{
    return (a > b ? a : b) + (a - a);
}

// Lanes 1, 2, 0 and 2, 0, 1 of three; the fourth one is not used.
IN_LINE void turned(quad *once, quad *twice, const quad *vector)
{
    ASSERT(once && twice && vector);
    *once = __builtin_shufflevector(*vector, *vector, 1, 2, 0, 3);
    *twice = __builtin_shufflevector(*vector, *vector, 2, 0, 1, 3);
}

// A line's entries or their bounds; the fourth lane is a neighbour of theirs.
IN_LINE void line_lanes(quad *entries, quad *bounds, const line_approx *line)
{
    ASSERT(entries && bounds && line);
    *entries = *(const quad *)line->a;
    const quad last = *(const quad *)(line->a + 2);
    *bounds = __builtin_shufflevector(last, last, 1, 2, 3, 0);
}

// x, y and w are in one lane each. The next computation waits for the point, so chains of
// operations are short, rather than few in number.
VERSIONS
void filter_meet(point_approx *point, const line_approx *first, const line_approx *second)
{
    quad a, b, ea, eb, a1, a2, b1, b2, ea1, ea2, eb1, eb2, most1, most2;
    line_lanes(&a, &ea, first);
    line_lanes(&b, &eb, second);
    turned(&a1, &a2, &a);
    turned(&b1, &b2, &b);
    const quad value = a1 * b2 - a2 * b1;
    const double w = value[2], inverse = 1 / fabs(w);
    const quad quotient = value / w;
    quad_sizes(&a, &a);
    quad_sizes(&b, &b);
    turned(&a1, &a2, &a);
    turned(&b1, &b2, &b);
    b += eb;
    turned(&most1, &most2, &b);
    turned(&ea1, &ea2, &ea);
    turned(&eb1, &eb2, &eb);
    // The errors of the factors, and three roundings.
    const quad rounding = 3 * FILTER_UNIT * (a1 * b2 + a2 * b1) + 4 * FILTER_TINY;
    const quad error = (a1 * eb2 + ea1 * most2) + (a2 * eb1 + ea2 * most1) + rounding;
    // 1 / (|w| - dw) is at most (1 + 2 t) / |w|, where t = dw / |w| is at most 1/2.
    const double dw = error[2], t = dw * inverse * FILTER_ENLARGE;
    const double most = inverse + 2 * t * inverse;
    quad size;
    quad_sizes(&size, &quotient);
    const quad last = (2 * FILTER_UNIT * FILTER_ENLARGE) * size + FILTER_TINY * FILTER_ENLARGE;
    const quad radius = (error + size * dw) * FILTER_ENLARGE * most + last;
    point->x = quotient[0];
    point->y = quotient[1];
    point->w = 1;
    point->radius = t <= 0.5 ? larger(radius[0], radius[1]) : INFINITY;
}

// The direction (b, -a) of the line, or its opposite, divided by its larger entry. Any positive
// factor is allowed, so the divisor counts as exact.
void filter_meet_infinity(point_approx *point, const line_approx *line, int flip)
{
    ASSERT(point && line);
    double size = larger(fabs(line->a[0]), fabs(line->a[1]));
    double sign = flip ? -1 : 1;
    point->x = sign * line->a[1] / size;
    point->y = -sign * line->a[0] / size;
    point->w = 0;
    double bound = larger(line->bound[0], line->bound[1]);
    point->radius = (bound / size + 2 * FILTER_UNIT + FILTER_TINY) * FILTER_ENLARGE;
}

// Where the line meets (b, -a, 0), the line through the origin that is orthogonal to it.
void filter_foot(point_approx *point, const line_approx *line)
{
    const double *a = line->a, *bound = line->bound;
    const line_approx across = {{a[1], -a[0], 0}, {bound[1], bound[0], 0}};
    filter_meet(point, line, &across);
}

// ---- any dimension ----

// `steps` of the rows are solved for `steps` of the unknowns. The remaining column is the right
// side: the constant, or the unknown that is set to 1.
typedef struct {
    size_t dimension, count, steps, stride;
    double *tableau;            // count x stride
    double *row_at, *column_at; // the row and the unknown at each place; whole numbers
    double *scale;              // of each row: a power of two
    double *a, *bound;          // steps x stride: the chosen rows; the right side at [steps]
    double *x;                  // steps + 1: the unknowns in the order of columns, then 1
    double *doubt, *residual;   // steps
    double *product;            // steps
} solver;

size_t filter_point_scratch(size_t count, size_t dimension)
{
    ASSERT(dimension > 0);
    size_t stride = dimension + 1;
    return count * (stride + 2) + 2 * dimension * stride + 5 * stride;
}

IN_LINE void lay_out_solver(solver *s, double *scratch)
{
    size_t d = s->dimension;
    s->tableau = scratch;
    s->row_at = s->tableau + s->count * s->stride;
    s->scale = s->row_at + s->count;
    s->a = s->scale + s->count;
    s->bound = s->a + d * s->stride;
    s->column_at = s->bound + d * s->stride;
    s->x = s->column_at + s->stride;
    s->doubt = s->x + s->stride;
    s->residual = s->doubt + s->stride;
    s->product = s->residual + s->stride;
}

// A power of two that scales the largest absolute value to 1 .. 4, if there is one.
IN_LINE double scale_of(const double *a, size_t d)
{
    ASSERT(d > 0);
    enum { MANTISSA = 52, LARGEST = 2046 };
    double most = largest_entry(a, d);
    uint64_t bits;
    memcpy(&bits, &most, sizeof bits);
    uint64_t exponent = bits >> MANTISSA;
    bits = (exponent < LARGEST ? LARGEST - exponent : 1) << MANTISSA;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

IN_LINE void load_tableau(solver *s, const double *const *form)
{
    for (size_t i = 0; i < s->count; i++) {
        s->row_at[i] = (double)i;
        s->scale[i] = scale_of(form[i], s->dimension);
        for (size_t j = 0; j < s->stride; j++)
            s->tableau[i * s->stride + j] = form[i][j] * s->scale[i];
    }
    for (size_t j = 0; j < s->dimension; j++)
        s->column_at[j] = (double)j;
}

IN_LINE void swap_doubles(double *a, double *b)
{
    ASSERT(a && b);
    double c = *a;
    *a = *b;
    *b = c;
}

// Polls the limits before a step; in few dimensions the steps are too short.
IN_LINE bool is_cancelled(const solver *s)
{
    enum { FEW = 16 };
    return s->dimension > FEW && run_poll(2 * s->count * s->stride);
}

// Moves the largest remaining entry to place (k, k). Returns whether there is one.
IN_LINE bool choose_pivot(solver *s, size_t k)
{
    double best = 0;
    size_t row = k, column = k;
    for (size_t i = k; i < s->count; i++)
        for (size_t j = k; j < s->dimension; j++) {
            double size = fabs(s->tableau[i * s->stride + j]);
            bool better = size > best;
            best = better ? size : best;
            row = better ? i : row;
            column = better ? j : column;
        }
    swap_doubles(s->row_at + k, s->row_at + row);
    swap_doubles(s->column_at + k, s->column_at + column);
    for (size_t j = 0; j < s->stride; j++)
        swap_doubles(s->tableau + k * s->stride + j, s->tableau + row * s->stride + j);
    for (size_t i = 0; i < s->count; i++)
        swap_doubles(s->tableau + i * s->stride + k, s->tableau + i * s->stride + column);
    return best > 0;
}

// Whether multiples by this factor, 0, are skipped; in few dimensions adding them is faster.
IN_LINE bool adds_nothing(const solver *s, double factor)
{
    enum { FEW = 5 };
    return s->dimension > FEW && factor == 0;
}

// y_k = sum_j t_kj x_j is solved for x_k, which is replaced in the other rows.
IN_LINE void exchange_unknown(solver *s, size_t k)
{
    double *pivot = s->tableau + k * s->stride, inverse = 1 / pivot[k];
    for (size_t j = 0; j < s->stride; j++)
        pivot[j] *= -inverse;
    for (size_t i = 0; i < s->count; i++) {
        double *row = s->tableau + i * s->stride, factor = row[k];
        if (i == k || adds_nothing(s, factor))
            continue;
        row[k] = 0;
        for (size_t j = 0; j < s->stride; j++)
            row[j] += factor * pivot[j];
        row[k] = factor * inverse;
    }
    pivot[k] = inverse;
}

// The chosen rows, their columns in the order of the tableau.
IN_LINE void gather_rows(solver *s, const double *const *form)
{
    for (size_t l = 0; l < s->steps; l++) {
        size_t row = (size_t)s->row_at[l];
        const double *a = form[row], *bound = a + s->stride;
        for (size_t j = 0; j <= s->steps; j++) {
            size_t column = j < s->dimension ? (size_t)s->column_at[j] : j;
            s->a[l * s->stride + j] = a[column] * s->scale[row];
            s->bound[l * s->stride + j] = bound[column] * s->scale[row];
        }
    }
    for (size_t k = 0; k < s->steps; k++)
        s->x[k] = s->tableau[k * s->stride + s->steps];
    s->x[s->steps] = 1;
}

// Bounds the absolute value of each true row at x, and the errors of its part of I - R A.
IN_LINE void bound_rows(solver *s)
{
    double rounding = (double)(s->dimension + 2) * FILTER_UNIT, around = 0;
    for (size_t j = 0; j <= s->steps; j++)
        around += fabs(s->x[j]);
    for (size_t l = 0; l < s->steps; l++) {
        const double *a = s->a + l * s->stride, *bound = s->bound + l * s->stride;
        double value = 0, size = 0, slip = 0, row_size = 0, row_bound = 0;
        for (size_t j = 0; j <= s->steps; j++) {
            double term = a[j] * s->x[j];
            value += term;
            size += fabs(term);
            slip += bound[j] * fabs(s->x[j]);
        }
        for (size_t j = 0; j < s->steps; j++) {
            row_size += fabs(a[j]);
            row_bound += bound[j];
        }
        s->residual[l] = fabs(value) + rounding * size + slip + FILTER_TINY * around;
        s->doubt[l] = rounding * row_size + row_bound + FILTER_TINY;
    }
}

// An upper bound of the error of every unknown; not finite if there is none.
IN_LINE double bound_error(solver *s)
{
    double worst = 0, beta = 0;
    for (size_t k = 0; k < s->steps; k++) {
        const double *inverse = s->tableau + k * s->stride;
        double error = FILTER_TINY, sum = FILTER_TINY, *product = s->product;
        for (size_t j = 0; j < s->steps; j++)
            product[j] = 0;
        if (is_cancelled(s))
            return INFINITY;
        for (size_t l = 0; l < s->steps; l++) {
            error += fabs(inverse[l]) * s->residual[l];
            sum += fabs(inverse[l]) * s->doubt[l];
            for (size_t j = 0; j < s->steps && !adds_nothing(s, inverse[l]); j++)
                product[j] += inverse[l] * s->a[l * s->stride + j];
        }
        product[k] -= 1;
        for (size_t j = 0; j < s->steps; j++)
            sum += fabs(product[j]);
        if (!(sum < 1 && error < INFINITY))
            return INFINITY;
        beta = sum > beta ? sum : beta;
        worst = error > worst ? error : worst;
    }
    double left = 1 - beta * FILTER_ENLARGE;
    return left > 0 ? worst * FILTER_ENLARGE / left * FILTER_ENLARGE : INFINITY;
}

// Divides by the largest entry. Returns the new radius.
IN_LINE double normalise_direction(double *x, size_t count, double radius)
{
    double most = largest_entry(x, count);
    if (most == 1)
        return radius;
    for (size_t k = 0; k < count; k++)
        x[k] /= most;
    double left = most - radius * FILTER_ENLARGE;
    if (!(left > 0))
        return INFINITY;
    return (2 * radius / left + 2 * FILTER_UNIT + FILTER_TINY) * FILTER_ENLARGE;
}

IN_LINE void find_point(double *point, const double *const *form, size_t count, size_t dimension,
                        int infinite, double *scratch)
{
    ASSERT(dimension > 0);
    solver s = {.dimension = dimension, .count = count, .stride = dimension + 1};
    s.steps = infinite ? dimension - 1 : dimension;
    lay_out_solver(&s, scratch);
    load_tableau(&s, form);
    bool proved = true;
    for (size_t k = 0; k < s.steps && proved; k++) {
        proved = !is_cancelled(&s) && choose_pivot(&s, k);
        if (proved)
            exchange_unknown(&s, k);
    }
    double radius = INFINITY;
    if (proved) {
        gather_rows(&s, form);
        bound_rows(&s);
        radius = bound_error(&s);
        if (infinite)
            radius = normalise_direction(s.x, s.steps + 1, radius);
    }
    for (size_t k = 0; k < dimension; k++) {
        double x = proved ? s.x[k] : 0;
        point[(size_t)s.column_at[k]] = fabs(x) < INFINITY ? x : 0;
    }
    point[dimension] = !infinite;
    point[dimension + 1] = radius < INFINITY ? radius : INFINITY;
}

// The compiler unrolls the loops of the usual vertices in few dimensions.
void filter_point(double *point, const double *const *form, size_t count, size_t dimension,
                  int infinite, double *scratch)
{
    ASSERT(dimension > 0);
    const size_t simple = count == dimension && !infinite ? dimension : 0;
    if (simple == 3)
        find_point(point, form, 3, 3, 0, scratch);
    else if (simple == 4)
        find_point(point, form, 4, 4, 0, scratch);
    else if (simple == 5)
        find_point(point, form, 5, 5, 0, scratch);
    else
        find_point(point, form, count, dimension, infinite, scratch);
}

// ---- between two points: filter.md, 16 ----

// The zero between p and q of a form that has different signs there.
typedef struct {
    double share; // of the way from p to q, or how often the direction q is added to p
    double slip;  // its error, without rounding
} between;

// Whether a divisor is positive and has not overflowed.
IN_LINE bool is_of_use(double left)
{
    return left > 0 && left < INFINITY;
}

// For two finite points, or two directions: a / (a + b) for the absolute values a and b.
IN_LINE between between_alike(form_value p, form_value q)
{
    double a = fabs(p.value), b = fabs(q.value), sum = a + b;
    double left = sum / FILTER_ENLARGE - (p.error + q.error) * FILTER_ENLARGE;
    double share = a / sum, slip = (p.error * (b / sum) + q.error * share) / left;
    return (between){share, is_of_use(left) ? slip : INFINITY};
}

// For a finite point and a direction: a / b.
IN_LINE between between_along(form_value p, form_value q)
{
    double share = fabs(p.value) / fabs(q.value);
    double left = fabs(q.value) / FILTER_ENLARGE - q.error * FILTER_ENLARGE;
    double slip = (p.error + share * q.error) / left;
    return (between){share, is_of_use(left) ? slip : INFINITY};
}

bool filter_between(double *point, const double *form, const double *p, const double *q,
                    size_t dimension)
{
    ASSERT(point && p && q);
    ASSERT(dimension > 0);
    static const double sharp = 0x1p-18;
    const size_t d = dimension;
    if (p[d] == 0 && q[d] != 0)
        return filter_between(point, form, q, p, d);
    form_value at_p = filter_value(form, p, d), at_q = filter_value(form, q, d);
    if (!(at_p.value * at_q.value < 0))
        return false;
    bool alike = p[d] == q[d];
    between position = alike ? between_alike(at_p, at_q) : between_along(at_p, at_q);
    double apart = 0, most = 0;
    for (size_t i = 0; i < d; i++) {
        double step = alike ? q[i] - p[i] : q[i];
        double size = fabs(p[i]) + (alike ? fabs(q[i]) : position.share * fabs(q[i]));
        point[i] = p[i] + position.share * step;
        apart = fabs(step) > apart ? fabs(step) : apart;
        most = size > most ? size : most;
    }
    double end =
        alike ? larger(p[d + 1], q[d + 1]) : p[d + 1] + (position.share + position.slip) * q[d + 1];
    double radius =
        (end + position.slip * apart + 8 * FILTER_UNIT * most + FILTER_TINY) * FILTER_ENLARGE;
    if (p[d] == 0)
        radius = normalise_direction(point, d, radius);
    point[d] = p[d];
    point[d + 1] = radius;
    return radius < INFINITY && radius <= sharp * largest_entry(point, d);
}

// ---- distances: filter.md, 14 ----

// |numerator / denominator| with an error of at most 8 u of it and FILTER_TINY; infinite if large.
static double quotient(const fmpz_t numerator, const fmpz_t denominator)
{
    slong up, down;
    double above = fmpz_get_d_2exp(&up, numerator), below = fmpz_get_d_2exp(&down, denominator);
    slong exponent = up - down;
    if (above == 0)
        return 0;
    if (exponent > 1000)
        return HUGE_VAL;
    return ldexp(fabs(above / below), exponent < -2000 ? -2000 : (int)exponent);
}

ball filter_distance(const fmpz_t value, const fmpz_t weight, const fmpq_t scale,
                     const double *form, size_t dimension, crease_norm norm)
{
    ASSERT(dimension > 0);
    static const double shrink = 1 - 0x1p-18;
    fmpz_t numerator, denominator;
    fmpz_init(numerator);
    fmpz_init(denominator);
    fmpz_mul(numerator, value, fmpq_denref(scale));
    fmpz_mul(denominator, weight, fmpq_numref(scale));
    double size = quotient(numerator, denominator);
    fmpz_clear(numerator);
    fmpz_clear(denominator);

    double size_of_row = filter_dual_norm(form, dimension, norm);
    double slip = filter_dual_norm(form + dimension + 1, dimension, norm);
    double least = size_of_row * shrink - (double)dimension * 0x1p-529 - slip;
    double low = (size * shrink - FILTER_TINY) / (size_of_row + slip) * shrink - FILTER_TINY;
    double high = (size + FILTER_TINY) / least * FILTER_ENLARGE * FILTER_ENLARGE + FILTER_TINY;
    return ball_of_range(low > 0 && low < HUGE_VAL ? low : 0,
                         least > 0 && high >= 0 ? high : HUGE_VAL);
}
