// Doubles with rigorous error bounds.
#include "exact/filter.h"

#include "base/memory.h"
#include "exact/kernels.h"
#include "exact/spectral.h"
#include <math.h>
#include <stdlib.h>

// filter.md, 3: the error of a b - c d, given those of its factors.
static double cross_error(double a, double b, double c, double d, double da, double db, double dc,
                          double dd)
{
    double exact = fabs(a) * db + fabs(b) * da + da * db + fabs(c) * dd + fabs(d) * dc + dc * dd;
    double rounding = 3 * FILTER_UNIT * (fabs(a * b) + fabs(c * d));
    return exact + rounding + 4 * FILTER_TINY;
}

// filter.md, 3: the error of a quotient q = n / d, given those of n and d.
static double quotient_error(double q, double d, double dn, double dd)
{
    double left = fabs(d) - dd * FILTER_ENLARGE;
    if (!(left > 0))
        return INFINITY;
    return ((dn + fabs(q) * dd) / left + 2 * FILTER_UNIT * fabs(q) + FILTER_TINY) * FILTER_ENLARGE;
}

// A NaN on either side stays one.
static double larger(double a, double b)
{
    return a > b || isnan(a) ? a : b;
}

void filter_meet(point_approx *point, const line_approx *first, const line_approx *second)
{
    const double *a = first->a, *b = second->a, *da = first->bound, *db = second->bound;
    double x = a[1] * b[2] - a[2] * b[1];
    double y = a[2] * b[0] - a[0] * b[2];
    double w = a[0] * b[1] - a[1] * b[0];
    double dx = cross_error(a[1], b[2], a[2], b[1], da[1], db[2], da[2], db[1]);
    double dy = cross_error(a[2], b[0], a[0], b[2], da[2], db[0], da[0], db[2]);
    double dw = cross_error(a[0], b[1], a[1], b[0], da[0], db[1], da[1], db[0]);
    point->x = x / w;
    point->y = y / w;
    point->w = 1;
    double ex = quotient_error(point->x, w, dx, dw), ey = quotient_error(point->y, w, dy, dw);
    point->radius = larger(ex, ey);
}

// The direction (b, -a) of the line, or its opposite, divided by its larger entry:
// any positive factor does, so the divisor counts as exact.
void filter_meet_infinity(point_approx *point, const line_approx *line, int flip)
{
    double size = larger(fabs(line->a[0]), fabs(line->a[1]));
    double sign = flip ? -1 : 1;
    point->x = sign * line->a[1] / size;
    point->y = -sign * line->a[0] / size;
    point->w = 0;
    double bound = larger(line->bound[0], line->bound[1]);
    point->radius = (bound / size + 2 * FILTER_UNIT + FILTER_TINY) * FILTER_ENLARGE;
}

// (-a c, -b c) / (a a + b b).
void filter_foot(point_approx *point, const line_approx *line)
{
    const double *a = line->a, *da = line->bound;
    double w = a[0] * a[0] + a[1] * a[1];
    double dw = cross_error(a[0], a[0], a[1], a[1], da[0], da[0], da[1], da[1]);
    double dx = cross_error(a[0], a[2], 0, 0, da[0], da[2], 0, 0);
    double dy = cross_error(a[1], a[2], 0, 0, da[1], da[2], 0, 0);
    point->x = -(a[0] * a[2]) / w;
    point->y = -(a[1] * a[2]) / w;
    point->w = 1;
    double ex = quotient_error(point->x, w, dx, dw), ey = quotient_error(point->y, w, dy, dw);
    point->radius = larger(ex, ey);
}

double filter_norm(const double *entries, size_t n)
{
    double sum = kernel_square_sum(entries, n);
    return (sqrt(sum) + (double)n * 0x1p-530) * FILTER_ENLARGE;
}

// G = W^T W for the scaled matrix. Its columns lie one after the other, so they are the
// rows of W^T.
static void gram(double *g, const double *matrix, size_t rows, size_t n, size_t stride,
                 double scale)
{
    double *scaled = memory_new(n * rows, sizeof *scaled); // W, row by row
    double *transposed = memory_new(n * rows, sizeof *transposed);
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < rows; r++)
            transposed[i * rows + r] = scaled[r * n + i] = scale * matrix[i * stride + r];
    kernel_product(g, transposed, rows, scaled, n, rows);
    free(scaled);
    free(transposed);
}

static double frobenius(const double *g, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n * n; i++)
        sum += g[i] * g[i];
    return sqrt(sum);
}

// filter.md, 6: |W|^2 = rho(G) <= |G^(2^k)|_F^(1/2^k). Powers are scaled to
// Frobenius norm 1 on the way; `error` bounds how far the scaled power is off.
double filter_spectral_norm(const double *matrix, size_t rows, size_t columns, size_t stride)
{
    // Each costs n^3 operations; four leave the bound within 9 % for n = 256.
    int squarings = columns > 64 ? 4 : 6;
    size_t n = columns;
    double whole = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < rows; r++)
            whole += matrix[i * stride + r] * matrix[i * stride + r];
    whole = (sqrt(whole) + (double)(n * rows) * 0x1p-530) * FILTER_ENLARGE;
    if (!(whole > 0x1p-400 && whole < 0x1p400))
        return whole;
    if (n > 256) {
        double wide = spectral_bound(matrix, rows, n, stride, whole);
        return wide < whole ? wide : whole;
    }

    // A power of two brings W to size 1, so that squares of squares stay in range.
    double scale = ldexp(1, -ilogb(whole)), scaled = scale * whole;
    double *g = memory_new(n * n, sizeof *g), *next = memory_new(n * n, sizeof *next);
    gram(g, matrix, rows, n, stride, scale);
    double size = frobenius(g, n);
    // Entries of W are off by u, sums of r products by r u: both relative to |W|_F^2.
    double error = ((double)rows + 4) * FILTER_UNIT * scaled * scaled / size;
    double log_bound = log(size);
    double root = 1;
    for (int k = 0; k < squarings; k++) {
        for (size_t i = 0; i < n * n; i++)
            g[i] /= size;
        kernel_product(next, g, n, g, n, n);
        double *swap = g;
        g = next;
        next = swap;
        size = frobenius(g, n);
        error = (2 * error + error * error + ((double)n + 4) * FILTER_UNIT) / size;
        root /= 2;
        log_bound += root * log(size);
    }
    log_bound += root * log1p(error);
    free(g);
    free(next);
    double bound = exp(log_bound / 2) / scale * FILTER_ENLARGE * (1 + 0x1p-30);
    return bound < whole ? bound : whole; // NaN is not smaller
}
