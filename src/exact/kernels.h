// Inner loops over the units of a layer, vectorised by the compiler.
//
// A map is stored column by column: entry (unit j, column c) is map[c * stride + j], and the last
// column has the constants. Each loop is compiled for several instruction sets, of which the best
// is chosen at program start. Results may differ in the last bit, which the bounds allow for.
#pragma once

#include "exact/map_rows.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Columns are padded to a multiple of this many entries.
enum { KERNEL_LANES = 8 };
size_t kernel_stride(size_t units);

// Widths beyond the largest double over this factor become infinite, as those of values that may
// have overflowed (filter.md, 1).
#define KERNEL_OVERFLOW 0x1p60

// map[row[k]][c] += weight[k] * term[c] for k < count and all columns c: a column of weights with
// few entries.
void kernel_add_entries(double *restrict map, size_t stride, size_t columns,
                        const uint32_t *restrict row, const double *restrict weight, size_t count,
                        const double *restrict term);

// Lists the numbers of the flags that are 1, not 0, in order; returns their count. There are
// `count` flags, followed by zeros up to kernel_stride(count).
size_t kernel_list(uint32_t *restrict listed, const uint32_t *restrict flag, size_t count);
// The same for the places at which two arrays differ; they agree from `count` on.
size_t kernel_list_other(uint32_t *restrict listed, const uint32_t *restrict one,
                         const uint32_t *restrict other, size_t count);

// The same as sets of at most KERNEL_SET numbers, one bit each.
enum { KERNEL_SET = 64 };
uint64_t kernel_set(const uint32_t *restrict flag, size_t count);
size_t kernel_set_other(uint64_t *restrict set, const uint32_t *restrict one,
                        const uint32_t *restrict other, size_t count);

// map = start + weight term^T over some inputs:
//   map[j][c] = start[j][c] + sum_k weight[index[k]][j] * term[c * apart + index[k]],  k < count.
// squares[c], unless NULL, is the sum of the squares of column c of what was computed.
void kernel_sum(const map_sums *sums, size_t columns, double *squares);

// For every unit j the interval in which z_j - shift lies on a box around center:
//   value = map[j] . (center, 1) - shift[j],
//   around = sum_c |map[j][c]| spread[c] + relative |map[j][d] - shift[j]| + absolute,
//   least[j] = value - around, greatest[j] = value + around;
// for the first `units` of them, or some more.
void kernel_range(const map_values *values, const double *center, const double *spread,
                  size_t dimension, double relative, double absolute);

// For every unit j whose values at some points lie from least[j] to greatest[j]: adds to above[j]
// whether least[j] - shift[j] > width, and sets open[j] if neither that nor shift[j] - greatest[j]
// > width. Returns how many of these were open.
size_t kernel_sides(const map_values *values);

// above[j] += low[j] > 0; open[j] |= neither low[j] > 0 nor high[j] < 0. Returns how many
// of these were open.
size_t kernel_verdict(uint32_t *restrict above, uint32_t *restrict open, const double *restrict low,
                      const double *restrict high, size_t units);

// out = left right, where left is n x inner with rows left_stride apart, right is inner x n.
void kernel_product(double *restrict out, const double *restrict left, size_t left_stride,
                    const double *restrict right, size_t n, size_t inner);

// The sum of squares of n entries.
double kernel_square_sum(const double *restrict entries, size_t n);
// That of each column of a map.
void kernel_square_sums(double *restrict sum, const double *restrict map, size_t stride,
                        size_t columns);

// Rows with a stride. To each of `count` but number `skipped` adds its entry in the column, which
// becomes 0, times one row.
void kernel_eliminate(double *rows, size_t count, size_t stride, size_t skipped, size_t column,
                      const double *by);
// The ratio test of the simplex method: how far the variable of a column can grow until the value
// of a row, its entry in column `last`, leaves the range from low[i] to high[i]; INFINITY if none
// does. Entries in the column below `least` do not count. If it is finite, *row is the row that
// ends it; of several the one with the greatest entry. The arrays are padded to a multiple of QUAD,
// with infinite ranges.
double kernel_room(size_t *row, const double *rows, size_t count, size_t stride, size_t column,
                   size_t last, const double *low, const double *high, double least);
// sum += factor times the entries of a form in those rows whose variable is a coordinate, one of d.
void kernel_add_coordinates(double *sum, const double *rows, size_t count, size_t stride,
                            const uint32_t *variable, const double *form, double factor, size_t d);
// sum[i] and size[i]: of the first d entries of row i, and of their absolute values.
void kernel_row_sums(double *sum, double *size, const double *rows, size_t count, size_t stride,
                     size_t d);
// Of rate(k, w) = factor[w] times entry k of row number[w], over all w: for each column k the
// greatest, the next one, and for which w it is greatest; 0, 0 and -1 if none is positive. The
// arrays have `stride` entries.
void kernel_first_rows(double *most, double *next, int64_t *first, const double *rows,
                       size_t stride, const uint32_t *number, const double *factor, size_t count);
// sum += times form, and the same of absolute values: size += |times| |form|, slip += |times|
// bound, where the form's `columns` entries precede those of its bound.
void kernel_add_form(double *restrict sum, double *restrict size, double *restrict slip,
                     const double *form, double times, size_t columns);
// Inequalities for points of d coordinates and a last entry 1.
typedef struct {
    size_t d, stride;
    const double *column;     // d + 1 columns, the constants last; padded: never the least
    const double *row;        // the coefficients, row by row
    const double *square;     // of the length of each row
    const double *low, *high; // of each coordinate
} kernel_inequalities;
// The values at a point; returns the place of the least, of equal ones the first.
size_t kernel_lowest(double *value, const kernel_inequalities *list, const double *point);
// Moves the point to where the lowest inequality, whose place is given, has the value `target`, and
// each coordinate to the nearest number from low to high; again and again until the lowest value is
// `enough` or after some steps. Returns whether it is enough. `value` has the values at the point.
bool kernel_relax(double *point, double *value, size_t *lowest, const kernel_inequalities *list,
                  double target, double enough, size_t steps);
// The mean of `count` rows of n entries, `stride` apart, added in order.
void kernel_mean(double *mean, const double *rows, size_t count, size_t stride, size_t n);
// Each entry times the unit to the nearest integer, of two the even one, over the unit.
void kernel_round(double *rounded, const double *entry, double unit, size_t n);
// How many of n entries lie strictly between low and high.
size_t kernel_count_between(const double *entry, const double *low, const double *high, size_t n);
