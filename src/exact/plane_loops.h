// Loops over maps of the plane, for a VECTOR of WIDTH doubles and FLAGS of as many words. plane.c
// includes this once for each kind of vector. Constant widths keep sums in registers.

#include <stdbool.h>

// Adds what an input contributes to `width` vectors of units.
IN_LINE void ADD_INPUT(VECTOR *x, VECTOR *y, VECTOR *z, const double *weight, const double *terms,
                       size_t width)
{
    double x_term = terms[0], y_term = terms[1], z_term = terms[2];
    IN_REGISTER(x_term);
    IN_REGISTER(y_term);
    IN_REGISTER(z_term);
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        const VECTOR w = *(const VECTOR *)(weight + v * WIDTH);
        x[v] += w * x_term;
        y[v] += w * y_term;
        z[v] += w * z_term;
    }
}

// Writes one column of the sums, and adds up their squares.
IN_LINE void STORE_COLUMN(double *map, VECTOR *squares, const VECTOR *sum, size_t width)
{
    VECTOR square[2] = {{0}}; // two independent chains
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        *(VECTOR *)(map + v * WIDTH) = sum[v];
        square[v % 2] += sum[v] * sum[v];
    }
    *squares += square[0] + square[1];
}

// Sums `width` vectors of units from number `from` on.
IN_LINE void SUM_BLOCK(const map_sums *sums, size_t from, VECTOR *squares, size_t width)
{
    const size_t stride = sums->stride, apart = sums->apart;
    const double *start = sums->start + from;
    VECTOR x[MOST_WIDTH], y[MOST_WIDTH], z[MOST_WIDTH];
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        x[v] = *(const VECTOR *)(start + v * WIDTH);
        y[v] = *(const VECTOR *)(start + stride + v * WIDTH);
        z[v] = *(const VECTOR *)(start + 2 * stride + v * WIDTH);
    }
    for (size_t k = 0; k < sums->count; k++) {
        const double *term = sums->term + sums->index[k];
        const double terms[PLANE_COLUMNS] = {term[0], term[apart], term[2 * apart]};
        ADD_INPUT(x, y, z, sums->weight + sums->index[k] * stride + from, terms, width);
    }
    for (uint64_t left = sums->set; left; left &= left - 1) {
        static const double signs[2] = {-1, 1};
        const size_t i = (size_t)__builtin_ctzll(left);
        const double *term = sums->term + i, sign = signs[sums->plus >> i & 1];
        const double terms[PLANE_COLUMNS] = {sign * term[0], sign * term[apart],
                                             sign * term[2 * apart]};
        ADD_INPUT(x, y, z, sums->weight + i * stride + from, terms, width);
    }
    STORE_COLUMN(sums->map + from, squares, x, width);
    STORE_COLUMN(sums->map + stride + from, squares + 1, y, width);
    STORE_COLUMN(sums->map + 2 * stride + from, squares + 2, z, width);
}

IN_LINE void SUM_ALL(const map_sums *sums, double squares[PLANE_COLUMNS])
{
    VECTOR square[PLANE_COLUMNS] = {{0}};
    size_t j = 0;
    for (; j + 4 * WIDTH <= sums->stride; j += 4 * WIDTH)
        SUM_BLOCK(sums, j, square, 4);
    for (; j + 2 * WIDTH <= sums->stride; j += 2 * WIDTH)
        SUM_BLOCK(sums, j, square, 2);
    for (; j < sums->stride; j += WIDTH)
        SUM_BLOCK(sums, j, square, 1);
    UNROLLED
    for (size_t c = 0; c < PLANE_COLUMNS; c++) {
        const VECTOR s = square[c];
        squares[c] = (s[0] + s[2]) + (s[1] + s[3]);
        if (WIDTH > 4)
            squares[c] += (s[WIDTH - 4] + s[WIDTH - 2]) + (s[WIDTH - 3] + s[WIDTH - 1]);
    }
}

// ---- values at corners ----

IN_LINE void WIDEN(VECTOR *low, VECTOR *high, const VECTOR *value)
{
    VECTOR least = *low, greatest = *high, z = *value;
    UNROLLED
    for (size_t i = 0; i < WIDTH; i++) {
        least[i] = z[i] < least[i] ? z[i] : least[i];
        greatest[i] = greatest[i] < z[i] ? z[i] : greatest[i];
    }
    *low = least;
    *high = greatest;
}

// `kept` says whether least and greatest are written.
IN_LINE void CORNERS_BLOCK(const map_values *values, size_t from, FLAGS *opened, size_t width,
                           bool kept)
{
    const double *map = values->map + from, *shift = values->shift + from;
    VECTOR a[MOST_WIDTH], b[MOST_WIDTH], c[MOST_WIDTH], low[MOST_WIDTH], high[MOST_WIDTH];
    double x = values->x[0], y = values->y[0], error = values->width;
    IN_REGISTER(x);
    IN_REGISTER(y);
    IN_REGISTER(error);
    UNROLLED
    for (size_t k = 0; k < width; k++) {
        a[k] = *(const VECTOR *)(map + k * WIDTH);
        b[k] = *(const VECTOR *)(map + values->stride + k * WIDTH);
        c[k] = *(const VECTOR *)(map + 2 * values->stride + k * WIDTH);
        low[k] = high[k] = c[k] + b[k] * y + a[k] * x;
    }
    for (size_t v = 1; v < values->corners; v++) {
        x = values->x[v];
        y = values->y[v];
        IN_REGISTER(x);
        IN_REGISTER(y);
        UNROLLED
        for (size_t k = 0; k < width; k++) {
            const VECTOR z = c[k] + b[k] * y + a[k] * x;
            WIDEN(low + k, high + k, &z);
        }
    }
    const VECTOR around = (VECTOR){0} + error;
    UNROLLED
    for (size_t k = 0; k < width; k++) {
        const VECTOR offset = *(const VECTOR *)(shift + k * WIDTH);
        const FLAGS above = __builtin_convertvector(low[k] - offset > around, FLAGS);
        const FLAGS below = __builtin_convertvector(offset - high[k] > around, FLAGS);
        const FLAGS open = 1 + (above | below);
        *(FLAGS *)(values->above + from + k * WIDTH) = -above;
        *(FLAGS *)(values->open + from + k * WIDTH) = open;
        *opened += open;
        if (kept) {
            *(VECTOR *)(values->least + from + k * WIDTH) = low[k];
            *(VECTOR *)(values->greatest + from + k * WIDTH) = high[k];
        }
    }
}

IN_LINE size_t CORNERS(const map_values *values, bool kept)
{
    FLAGS opened = {0};
    size_t j = 0;
    for (; WIDTH > 4 && j + 3 * WIDTH < values->units;
         j += 4 * WIDTH) // there are registers for these
        CORNERS_BLOCK(values, j, &opened, 4, kept);
    for (; j + (WIDTH > 4 ? WIDTH : 0) < values->units;
         j += 2 * WIDTH) // fours always come in pairs
        CORNERS_BLOCK(values, j, &opened, 2, kept);
    for (; j < values->units; j += WIDTH)
        CORNERS_BLOCK(values, j, &opened, 1, kept);
    size_t sum = 0;
    for (size_t i = 0; i < WIDTH; i++)
        sum += opened[i];
    return sum;
}
