// Maps of the plane, where vectors hold eight doubles: there are registers for all three columns of
// 32 units, so that a weight is read once for all of them, and vertices are gone through once.
#include "exact/plane.h"

#include "exact/versions.h"

enum { MOST_WIDTH = 4 };

// What an input adds to `width` vectors of units.
IN_LINE void plane_add_input(lanes *x, lanes *y, lanes *z, const double *weight,
                             const double *terms, size_t width)
{
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        const lanes w = *(const lanes *)(weight + v * LANES);
        x[v] += w * terms[0];
        y[v] += w * terms[1];
        z[v] += w * terms[2];
    }
}

// `width` vectors of units from number `from` on. Constant widths keep the sums in registers.
IN_LINE void plane_sum_block(const plane_sums *sums, size_t from, lanes *squares, size_t width)
{
    const size_t stride = sums->stride, apart = sums->apart;
    const double *start = sums->start + from;
    lanes x[MOST_WIDTH], y[MOST_WIDTH], z[MOST_WIDTH];
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        x[v] = *(const lanes *)(start + v * LANES);
        y[v] = *(const lanes *)(start + stride + v * LANES);
        z[v] = *(const lanes *)(start + 2 * stride + v * LANES);
    }
    for (size_t k = 0; k < sums->count; k++) {
        const double *term = sums->term + sums->index[k];
        const double terms[PLANE_COLUMNS] = {term[0], term[apart], term[2 * apart]};
        plane_add_input(x, y, z, sums->weight + sums->index[k] * stride + from, terms, width);
    }
    for (uint64_t left = sums->set; left; left &= left - 1) {
        static const double signs[2] = {-1, 1};
        const size_t i = (size_t)__builtin_ctzll(left);
        const double *term = sums->term + i, sign = signs[sums->plus >> i & 1];
        const double terms[PLANE_COLUMNS] = {sign * term[0], sign * term[apart],
                                             sign * term[2 * apart]};
        plane_add_input(x, y, z, sums->weight + i * stride + from, terms, width);
    }
    double *map = sums->map + from;
    lanes square[PLANE_COLUMNS][2] = {{{0}}}; // two of each, which do not wait for each other
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        *(lanes *)(map + v * LANES) = x[v];
        *(lanes *)(map + stride + v * LANES) = y[v];
        *(lanes *)(map + 2 * stride + v * LANES) = z[v];
        square[0][v % 2] += x[v] * x[v];
        square[1][v % 2] += y[v] * y[v];
        square[2][v % 2] += z[v] * z[v];
    }
    UNROLLED
    for (size_t c = 0; c < PLANE_COLUMNS; c++)
        squares[c] += square[c][0] + square[c][1];
}

IN_LINE double sum_of_lanes(const lanes *v)
{
    const quad sum =
        __builtin_shufflevector(*v, *v, 0, 1, 2, 3) + __builtin_shufflevector(*v, *v, 4, 5, 6, 7);
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

WIDEST
void plane_sum(const plane_sums *sums, double squares[PLANE_COLUMNS])
{
    lanes square[PLANE_COLUMNS] = {{0}};
    size_t j = 0;
    for (; j + 4 * LANES <= sums->stride; j += 4 * LANES)
        plane_sum_block(sums, j, square, 4);
    for (; j + 2 * LANES <= sums->stride; j += 2 * LANES)
        plane_sum_block(sums, j, square, 2);
    for (; j < sums->stride; j += LANES)
        plane_sum_block(sums, j, square, 1);
    UNROLLED
    for (size_t c = 0; c < PLANE_COLUMNS; c++)
        squares[c] = sum_of_lanes(square + c);
}

// ---- values at corners ----

typedef uint32_t eight __attribute__((vector_size(32), aligned(4), may_alias));

IN_LINE void widen_lanes(lanes *low, lanes *high, const lanes *at)
{
    lanes least = *low, greatest = *high, z = *at;
    for (size_t i = 0; i < LANES; i++) {
        least[i] = z[i] < least[i] ? z[i] : least[i];
        greatest[i] = z[i] > greatest[i] ? z[i] : greatest[i];
    }
    *low = least;
    *high = greatest;
}

IN_LINE void plane_corners_block(const plane_values *of, size_t from, eight *opened, size_t width)
{
    const double *map = of->map + from, *shift = of->shift + from;
    lanes a[MOST_WIDTH], b[MOST_WIDTH], c[MOST_WIDTH], low[MOST_WIDTH], high[MOST_WIDTH];
    UNROLLED
    for (size_t k = 0; k < width; k++) {
        a[k] = *(const lanes *)(map + k * LANES);
        b[k] = *(const lanes *)(map + of->stride + k * LANES);
        c[k] = *(const lanes *)(map + 2 * of->stride + k * LANES);
        low[k] = high[k] = c[k] + b[k] * of->y[0] + a[k] * of->x[0];
    }
    for (size_t v = 1; v < of->corners; v++) {
        const double x = of->x[v], y = of->y[v];
        UNROLLED
        for (size_t k = 0; k < width; k++) {
            const lanes z = c[k] + b[k] * y + a[k] * x;
            widen_lanes(low + k, high + k, &z);
        }
    }
    const lanes around = (lanes){0} + of->width;
    UNROLLED
    for (size_t k = 0; k < width; k++) {
        const lanes at = *(const lanes *)(shift + k * LANES);
        const eight above = __builtin_convertvector(low[k] - at > around, eight);
        const eight below = __builtin_convertvector(at - high[k] > around, eight);
        const eight open = 1 + (above | below);
        *(eight *)(of->above + from + k * LANES) = -above;
        *(eight *)(of->open + from + k * LANES) = open;
        *opened += open;
    }
}

WIDEST
size_t plane_corners(const plane_values *of)
{
    eight opened = {0};
    size_t j = 0;
    for (; j + 3 * LANES < of->units; j += 4 * LANES)
        plane_corners_block(of, j, &opened, 4);
    for (; j + LANES < of->units; j += 2 * LANES)
        plane_corners_block(of, j, &opened, 2);
    for (; j < of->units; j += LANES)
        plane_corners_block(of, j, &opened, 1);
    size_t sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += opened[i];
    return sum;
}
