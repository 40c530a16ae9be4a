// Inner loops: their results, up to the rounding that the bounds allow.
#include "exact/kernels.h"
#include "base/random.h"
#include "exact/plane.h"
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 70, MOST_STRIDE = 72, COLUMNS = 3 };
static const long double u = 0x1p-53L;

// Long doubles have 64 bits; what they lose is far below a u of the sizes.
typedef struct {
    long double value, size;
} tally;

static void tally_add(tally *t, long double term)
{
    t->value += term;
    t->size += fabsl(term);
}

static bool is_near(double found, const tally *expected, size_t roundings)
{
    return fabsl((long double)found - expected->value) <=
           (long double)roundings * u * expected->size;
}

static double random_number(random_state *random)
{
    if (random_below(random, 6) == 0)
        return 0;
    return ldexp((double)random_between(random, -(INT64_C(1) << 53), INT64_C(1) << 53),
                 (int)random_between(random, -60, -50));
}

// Entries beyond the units are zero.
static void random_column(double *column, size_t units, random_state *random)
{
    memset(column, 0, kernel_stride(units) * sizeof *column);
    for (size_t j = 0; j < units; j++)
        column[j] = random_number(random);
}

static void strides(void)
{
    for (size_t units = 0; units <= 100; units++) {
        size_t stride = kernel_stride(units);
        CU_ASSERT(stride >= units && stride < units + KERNEL_LANES && stride % KERNEL_LANES == 0);
    }
}

// Where flags are set, or two arrays differ, for every number of them.
static void lists(void)
{
    random_state random = unit_random(96);
    for (size_t count = 0; count <= MOST; count++) {
        uint32_t flag[MOST_STRIDE] = {0}, listed[MOST_STRIDE], expected[MOST_STRIDE];
        uint32_t one[MOST_STRIDE] = {0}, other[MOST_STRIDE] = {0};
        const uint64_t share = 1 + random_below(&random, 4);
        size_t set = 0;
        for (uint32_t i = 0; i < count; i++) {
            flag[i] = random_below(&random, share) == 0;
            expected[set] = i;
            set += flag[i];
            one[i] = (uint32_t)random_below(&random, 4);
            other[i] = one[i] ^ flag[i] << random_below(&random, 32);
        }
        CU_ASSERT_EQUAL(kernel_list_other(listed, one, other, count), set);
        CU_ASSERT(memcmp(listed, expected, set * sizeof *listed) == 0);
        CU_ASSERT_EQUAL(kernel_list(listed, flag, count), set);
        CU_ASSERT(memcmp(listed, expected, set * sizeof *listed) == 0);
        if (count > KERNEL_SET)
            continue;
        uint64_t bits = 0, differ = 1;
        for (size_t k = 0; k < set; k++)
            bits |= UINT64_C(1) << expected[k];
        CU_ASSERT_EQUAL(kernel_set_other(&differ, one, other, count), set);
        CU_ASSERT_EQUAL(differ, bits);
        CU_ASSERT_EQUAL(kernel_set(flag, count), bits);
    }
}

static bool are_square_sums(const double *squares, const double *map, size_t stride, size_t columns)
{
    bool good = true;
    for (size_t c = 0; c < columns; c++) {
        tally sum = {0};
        for (size_t j = 0; j < stride; j++)
            tally_add(&sum, (long double)map[c * stride + j] * map[c * stride + j]);
        good &= is_near(squares[c], &sum, stride + 1);
    }
    return good;
}

// map = weight term, over the inputs of an index, plus a start that is the map itself, another one,
// or nothing.
static void sums_of(size_t units, random_state *random)
{
    enum { INPUTS = 40, MOST_COLUMNS = 4 };
    const size_t columns = 2 + random_below(random, MOST_COLUMNS - 1);
    size_t stride = kernel_stride(units), count = 0;
    double *map = malloc(columns * stride * sizeof *map);
    double *start = malloc(columns * stride * sizeof *start);
    const size_t which = random_below(random, 3);
    double *weight = malloc(INPUTS * stride * sizeof *weight), term[MOST_COLUMNS * INPUTS];
    double squares[MOST_COLUMNS];
    uint32_t index[INPUTS];
    for (uint32_t i = 0; i < INPUTS; i++) {
        random_column(weight + i * stride, units, random);
        if (units > 1 && random_below(random, 2))
            index[count++] = i;
    }
    for (size_t i = 0; i < columns * INPUTS; i++)
        term[i] = NAN; // those of other inputs are not read
    for (size_t k = 0; k < count; k++)
        for (size_t c = 0; c < columns; c++)
            term[c * INPUTS + index[k]] = random_number(random);
    for (size_t c = 0; c < columns; c++)
        random_column(start + c * stride, units, random);
    for (size_t i = 0; i < columns * stride; i++)
        map[i] = which ? NAN : start[i];
    const map_sums sums = {.map = map,
                           .start = which == 0   ? map
                                    : which == 1 ? start
                                                 : NULL,
                           .weight = weight,
                           .term = term,
                           .index = index,
                           .stride = stride,
                           .apart = INPUTS,
                           .count = count};
    kernel_sum(&sums, columns, squares);
    CU_ASSERT(are_square_sums(squares, map, stride, columns));
    for (size_t i = 0; i < columns * stride; i++) {
        size_t c = i / stride, j = i % stride;
        tally expected = {0};
        if (which < 2)
            tally_add(&expected, start[i]);
        for (size_t k = 0; k < count; k++)
            tally_add(&expected,
                      (long double)weight[index[k] * stride + j] * term[c * INPUTS + index[k]]);
        CU_ASSERT(is_near(map[i], &expected, count + 1));
    }
    free(map);
    free(start);
    free(weight);
}

// The same of the plane over a set, of which some are taken away.
static void sum_of_set(size_t units, random_state *random)
{
    enum { PLANE = 3 };
    const size_t stride = kernel_stride(units), inputs = 1 + random_below(random, KERNEL_SET);
    double map[PLANE * MOST_STRIDE], start[PLANE * MOST_STRIDE], squares[PLANE];
    static double weight[KERNEL_SET * MOST_STRIDE], term[PLANE * KERNEL_SET];
    const uint64_t among = UINT64_MAX >> (KERNEL_SET - inputs);
    const uint64_t set = random_bits(random) & among, plus = random_bits(random);
    for (size_t i = 0; i < inputs; i++)
        random_column(weight + i * stride, units, random);
    for (size_t i = 0; i < PLANE * inputs; i++)
        term[i] = random_number(random);
    for (size_t c = 0; c < PLANE; c++)
        random_column(start + c * stride, units, random);
    const bool in_place = random_below(random, 2) == 0;
    memcpy(map, start, sizeof map);
    const map_sums made = {.map = map,
                           .start = in_place ? map : start,
                           .weight = weight,
                           .term = term,
                           .stride = stride,
                           .apart = inputs,
                           .set = set,
                           .plus = plus};
    plane_sum(&made, squares);
    CU_ASSERT(are_square_sums(squares, map, stride, PLANE));
    for (size_t i = 0; i < PLANE * stride; i++) {
        const size_t c = i / stride, j = i % stride;
        tally expected = {0};
        tally_add(&expected, start[i]);
        for (size_t k = 0; k < inputs; k++)
            if (set >> k & 1)
                tally_add(&expected, (plus >> k & 1 ? 1 : -1) *
                                         (long double)weight[k * stride + j] *
                                         term[c * inputs + k]);
        CU_ASSERT(is_near(map[i], &expected, inputs + 1));
    }
}

static void sets(void)
{
    random_state random = unit_random(97);
    for (size_t units = 1; units <= MOST; units++)
        for (int repeat = 0; repeat < 4; repeat++)
            sum_of_set(units, &random);
}

static void sums(void)
{
    random_state random = unit_random(92);
    for (size_t units = 1; units <= MOST; units++)
        sums_of(units, &random);
    // Wide layers are summed in another way.
    static const size_t wide[] = {247, 248, 249, 256, 257, 300, 512, 520, 523};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        for (int repeat = 0; repeat < 4; repeat++) // counts that four divides, and others
            sums_of(wide[i], &random);
}

static void ranges(void)
{
    enum { DIMENSION = 2 };
    random_state random = unit_random(93);
    for (size_t units = 1; units <= MOST; units++) {
        size_t stride = kernel_stride(units);
        double map[COLUMNS * MOST_STRIDE], low[MOST_STRIDE], high[MOST_STRIDE];
        double center[DIMENSION], spread[DIMENSION];
        for (size_t c = 0; c < COLUMNS; c++)
            random_column(map + c * stride, units, &random);
        for (int c = 0; c < DIMENSION; c++) {
            center[c] = random_number(&random);
            spread[c] = fabs(random_number(&random));
        }
        double relative = 0.125, absolute = fabs(random_number(&random)), shift[MOST_STRIDE];
        random_column(shift, units, &random);
        size_t wanted = 1 + random_below(&random, units);
        for (size_t j = 0; j < stride; j++)
            low[j] = high[j] = NAN;
        const map_values values = {.least = low,
                                   .greatest = high,
                                   .map = map,
                                   .shift = shift,
                                   .stride = stride,
                                   .units = wanted};
        kernel_range(&values, center, spread, DIMENSION, relative, absolute);
        for (size_t j = kernel_stride(wanted); j < stride; j++)
            CU_ASSERT(isnan(low[j]) && isnan(high[j]));
        for (size_t j = 0; j < kernel_stride(wanted); j++) {
            long double constant = (long double)map[DIMENSION * stride + j] - shift[j];
            tally value = {0}, width = {0};
            tally_add(&value, constant);
            tally_add(&width, fabsl(constant) * relative);
            tally_add(&width, absolute);
            for (size_t c = 0; c < DIMENSION; c++) {
                tally_add(&value, (long double)map[c * stride + j] * center[c]);
                tally_add(&width, fabsl((long double)map[c * stride + j]) * spread[c]);
            }
            tally below = {value.value - width.value, value.size + width.size};
            tally above = {value.value + width.value, value.size + width.size};
            CU_ASSERT(is_near(low[j], &below, 8) && is_near(high[j], &above, 8));
        }
    }
}

static void verdicts(void)
{
    // below, above, open: both signs, touching zero, nothing known.
    static const double low[] = {-2, 1, -1, 0, -1, 0, NAN, -INFINITY, INFINITY, -INFINITY, NAN, 1};
    static const double high[] = {-1, 2, 1, 1, 0, 0, NAN, -1, INFINITY, INFINITY, -1, NAN};
    static const uint32_t is_above[] = {0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1};
    static const uint32_t is_open[] = {0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0};
    enum { UNITS = sizeof low / sizeof *low };
    for (size_t units = 1; units <= UNITS; units++) {
        uint32_t above[UNITS], open[UNITS];
        size_t opened = 0;
        for (uint32_t j = 0; j < UNITS; j++) {
            above[j] = j;
            open[j] = j % 2;
        }
        size_t found = kernel_verdict(above, open, low, high, units);
        for (uint32_t j = 0; j < UNITS; j++) {
            bool asked = j < units;
            opened += asked && is_open[j];
            CU_ASSERT_EQUAL(above[j], j + (asked && is_above[j]));
            CU_ASSERT_EQUAL(open[j], j % 2 || (asked && is_open[j]));
        }
        CU_ASSERT_EQUAL(found, opened);
    }
}

static void products(void)
{
    enum { LARGEST = 20 };
    random_state random = unit_random(94);
    for (size_t n = 1; n <= LARGEST; n++) {
        // A product of n x inner and inner x n entries; the rows of left are longer.
        size_t inner = 1 + random_below(&random, LARGEST),
               stride = inner + random_below(&random, 3);
        double left[LARGEST * (LARGEST + 2)], right[LARGEST * LARGEST], out[LARGEST * LARGEST];
        double entries[MOST_STRIDE] = {0};
        for (size_t i = 0; i < n * stride; i++)
            left[i] = random_number(&random);
        for (size_t i = 0; i < inner * n; i++)
            right[i] = random_number(&random);
        kernel_product(out, left, stride, right, n, inner);
        for (size_t i = 0; i < n * n; i++) {
            tally expected = {0};
            for (size_t k = 0; k < inner; k++)
                tally_add(&expected, (long double)left[i / n * stride + k] * right[k * n + i % n]);
            CU_ASSERT(is_near(out[i], &expected, inner + 1));
        }
        tally sum = {0};
        random_column(entries, 3 * n, &random);
        for (size_t i = 0; i < 3 * n; i++)
            tally_add(&sum, (long double)entries[i] * entries[i]);
        const size_t padded = kernel_stride(3 * n);
        CU_ASSERT(is_near(kernel_square_sum(entries, padded), &sum, 3 * n + 1));
        double map[2 * (3 * MOST + KERNEL_LANES)], sums[2];
        for (size_t i = 0; i < padded; i++)
            map[padded + i] = 2 * (map[i] = entries[i]);
        kernel_square_sums(sums, map, padded, 2);
        CU_ASSERT(is_near(sums[0], &sum, 3 * n + 1));
        CU_ASSERT_EQUAL(sums[1], 4 * sums[0]);
    }
}

// How far a variable can grow until the value of a row leaves its range.
static double room_of(double slope, double value, double low, double high, double least)
{
    const double way = slope > 0 ? high - value : value - low;
    return fabs(slope) < least ? INFINITY : (way > 0 ? way : 0) / fabs(slope);
}

static void rooms(void)
{
    enum { ROWS = 11, ENTRIES = 5, STRIDE = 8, PADDED = 12 };
    static const double slopes[] = {-2, -0.5, 0, 1e-12, 0.25, 1, 3};
    random_state random = unit_random(98);
    CASES(round, 400) {
        const size_t rows = random_below(&random, ROWS + 1);
        const size_t column = random_below(&random, ENTRIES - 1);
        double row[ROWS * STRIDE] = {0}, low[PADDED], high[PADDED], least = INFINITY, steepest = 0;
        for (size_t i = 0; i < PADDED; i++) {
            low[i] = random_below(&random, 2) && i < rows ? 0 : -INFINITY;
            high[i] = random_below(&random, 2) && i < rows ? 3 : INFINITY;
        }
        size_t expected = SIZE_MAX, place;
        for (size_t i = 0; i < rows; i++) {
            const double slope = row[i * STRIDE + column] = slopes[random_below(&random, 7)],
                         value = row[i * STRIDE + ENTRIES - 1] =
                             (double)random_below(&random, 6) - 1,
                         here = room_of(slope, value, low[i], high[i], 1e-10);
            if (here < least || (here == least && fabs(slope) > steepest)) {
                least = here;
                steepest = fabs(slope);
                expected = i;
            }
        }
        const double found =
            kernel_room(&place, row, rows, STRIDE, column, ENTRIES - 1, low, high, 1e-10);
        CU_ASSERT(found == least);
        CU_ASSERT(found == INFINITY || place == expected);
    }
}

// The rows that the rays of a vertex meet first; multiples of 1/8, so sums are exact.
static void rows_met_first(void)
{
    enum { ROWS = 9, STRIDE = 12, MOST_D = 11, WALLS = 12 };
    random_state random = unit_random(99);
    CASES(round, 400) {
        const size_t rows = 1 + random_below(&random, ROWS), d = 1 + random_below(&random, MOST_D),
                     walls = random_below(&random, WALLS + 1);
        double row[ROWS * STRIDE] = {0}, sum[ROWS], size[ROWS], factor[WALLS], most[STRIDE],
                          next[STRIDE];
        uint32_t number[WALLS];
        int64_t first[STRIDE];
        for (size_t i = 0; i < rows * STRIDE; i++)
            row[i] = ((double)random_below(&random, 33) - 16) / 8;
        for (size_t w = 0; w < walls; w++) {
            number[w] = (uint32_t)random_below(&random, rows);
            factor[w] = (double)random_below(&random, 9) - 4;
        }
        kernel_row_sums(sum, size, row, rows, STRIDE, d);
        kernel_first_rows(most, next, first, row, STRIDE, number, factor, walls);
        for (size_t i = 0; i < rows; i++)
            for (size_t k = 0; k < d; k++) {
                sum[i] -= row[i * STRIDE + k];
                size[i] -= fabs(row[i * STRIDE + k]);
            }
        for (size_t i = 0; i < rows; i++)
            CU_ASSERT(sum[i] == 0 && size[i] == 0);
        for (size_t k = 0; k < STRIDE; k++) {
            double greatest = 0, second = 0;
            int64_t place = -1;
            for (size_t w = 0; w < walls; w++) {
                const double rate = row[number[w] * STRIDE + k] * factor[w];
                second = fmax(second, fmin(greatest, rate));
                place = rate > greatest ? (int64_t)w : place;
                greatest = fmax(greatest, rate);
            }
            CU_ASSERT(most[k] == greatest && next[k] == second && first[k] == place);
        }
    }
}

// Entries that equal a limit, or are not numbers, do not lie between.
static void entries_between(void)
{
    enum { WIDEST = 11 };
    random_state random = unit_random(103);
    CASES(round, 200) {
        const size_t n = 1 + random_below(&random, WIDEST);
        double entry[WIDEST], low[WIDEST], high[WIDEST];
        size_t expected = 0;
        for (size_t i = 0; i < n; i++) {
            entry[i] = (double)random_below(&random, 5) - 2;
            low[i] = random_below(&random, 4) ? (double)random_below(&random, 5) - 3 : -INFINITY;
            high[i] = random_below(&random, 4) ? (double)random_below(&random, 5) - 1 : INFINITY;
            const size_t unusual = random_below(&random, 12);
            entry[i] = unusual == 0 ? NAN : unusual == 1 ? INFINITY : entry[i];
            expected += low[i] < entry[i] && entry[i] < high[i];
        }
        CU_ASSERT_EQUAL(kernel_count_between(entry, low, high, n), expected);
    }
}

// A form times a number, and its sizes; multiples of 1/4.
static void sums_of_forms(void)
{
    enum { MOST_COLUMNS = 14 };
    random_state random = unit_random(100);
    CASES(round, 200) {
        const size_t columns = 1 + random_below(&random, MOST_COLUMNS);
        double form[2 * MOST_COLUMNS], sum[3 * MOST_COLUMNS] = {0};
        const double times = (double)random_below(&random, 9) - 4;
        for (size_t c = 0; c < 2 * columns; c++)
            form[c] = ((double)random_below(&random, 33) - (c < columns ? 16 : 0)) / 4;
        for (int step = 1; step <= 2; step++) {
            kernel_add_form(sum, sum + columns, sum + 2 * columns, form, times, columns);
            for (size_t c = 0; c < columns; c++) {
                CU_ASSERT(sum[c] == step * times * form[c]);
                CU_ASSERT(sum[columns + c] == step * fabs(times * form[c]));
                CU_ASSERT(sum[2 * columns + c] == step * fabs(times) * form[columns + c]);
            }
        }
    }
}

enum { WIDEST_POINT = 9, MOST_ROWS = 18, PADDED = 20 };

// Inequalities whose numbers are small integers, so that several values are the least.
typedef struct {
    double column[(WIDEST_POINT + 1) * PADDED], row[MOST_ROWS * WIDEST_POINT], square[MOST_ROWS];
    double low[WIDEST_POINT], high[WIDEST_POINT];
    kernel_inequalities all;
} random_inequalities;

static size_t make_inequalities(random_inequalities *list, random_state *random)
{
    const size_t d = 1 + random_below(random, WIDEST_POINT),
                 rows = random_below(random, MOST_ROWS + 1), stride = rows / 4 * 4 + 4;
    list->all = (kernel_inequalities){d,         stride,    list->column, list->row, list->square,
                                      list->low, list->high};
    for (size_t i = 0; i < stride; i++)
        for (size_t c = 0; c <= d; c++)
            list->column[c * stride + i] = i >= rows    ? (c < d ? 0 : INFINITY)
                                           : c == i % d ? (double)random_below(random, 2) + 1
                                                        : (double)random_below(random, 5) - 2;
    for (size_t i = 0; i < rows; i++) {
        list->square[i] = 0;
        for (size_t c = 0; c < d; c++) {
            const double entry = list->row[i * d + c] = list->column[c * stride + i];
            list->square[i] += entry * entry;
        }
    }
    for (size_t c = 0; c < d; c++) {
        list->low[c] = -(double)random_below(random, 3);
        list->high[c] = (double)random_below(random, 3);
    }
    return rows;
}

// The least value at a point and its place, one by one.
static size_t slow_lowest(double *value, const kernel_inequalities *list, const double *point)
{
    size_t place = 0;
    for (size_t i = 0; i < list->stride; i++) {
        value[i] = 0;
        for (size_t c = 0; c <= list->d; c++)
            value[i] += list->column[c * list->stride + i] * point[c];
        place = value[i] < value[place] ? i : place;
    }
    return place;
}

// Projections, against the same steps one number at a time: equal to the last bit.
static void projections(void)
{
    random_state random = unit_random(101);
    CASES(round, 400) {
        random_inequalities list;
        make_inequalities(&list, &random);
        const size_t d = list.all.d, steps = random_below(&random, 6);
        const double target = (double)random_below(&random, 5),
                     enough = (double)random_below(&random, 5);
        double point[WIDEST_POINT + 1], slow[WIDEST_POINT + 1], value[PADDED], slow_value[PADDED];
        for (size_t c = 0; c < d; c++)
            point[c] = slow[c] = (double)random_below(&random, 9) - 4;
        point[d] = slow[d] = 1;
        size_t place = kernel_lowest(value, &list.all, point),
               expected = slow_lowest(slow_value, &list.all, slow);
        CU_ASSERT(place == expected && value[place] == slow_value[place]);
        bool reached = false;
        for (size_t step = 0; step < steps && !reached; step++) {
            const double lacking = target - slow_value[expected];
            for (size_t c = 0; c < d; c++) {
                if (lacking > 0)
                    slow[c] += lacking / list.square[expected] * list.row[expected * d + c];
                slow[c] = fmin(fmax(slow[c], list.low[c]), list.high[c]);
            }
            expected = slow_lowest(slow_value, &list.all, slow);
            reached = slow_value[expected] >= enough;
        }
        CU_ASSERT(kernel_relax(point, value, &place, &list.all, target, enough, steps) == reached);
        CU_ASSERT(place == expected);
        for (size_t c = 0; c <= d; c++)
            CU_ASSERT(point[c] == slow[c] || (isnan(point[c]) && isnan(slow[c])));
    }
}

static void means_and_rounding(void)
{
    enum { ROWS = 16 };
    random_state random = unit_random(102);
    CASES(round, 200) {
        const size_t rows = 1 + random_below(&random, ROWS),
                     n = 1 + random_below(&random, WIDEST_POINT);
        double row[ROWS * (WIDEST_POINT + 2)], mean[WIDEST_POINT], rounded[WIDEST_POINT];
        for (size_t i = 0; i < rows * (n + 2); i++)
            row[i] = ((double)random_below(&random, 1000) - 500) / 7;
        kernel_mean(mean, row, rows, n + 2, n);
        const double unit = ldexp(1, (int)random_below(&random, 5));
        kernel_round(rounded, row, unit, n);
        for (size_t c = 0; c < n; c++) {
            double sum = 0;
            for (size_t i = 0; i < rows; i++)
                sum += row[i * (n + 2) + c];
            CU_ASSERT(mean[c] == sum / (double)rows);
            CU_ASSERT(rounded[c] == nearbyint(row[c] * unit) / unit);
        }
    }
}

UNIT_MAIN("kernels", {"strides", strides}, {"lists", lists}, {"sums", sums}, {"sets", sets},
          {"ranges", ranges}, {"verdicts", verdicts}, {"products", products}, {"rooms", rooms},
          {"rows met first", rows_met_first}, {"sums of forms", sums_of_forms},
          {"entries between", entries_between}, {"projections", projections},
          {"means and rounding", means_and_rounding})
