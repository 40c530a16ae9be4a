// Inner loops over the units of a layer, vectorised by the compiler.
#include "exact/kernels.h"

#include "base/fatal.h"
#include "exact/plane.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

size_t kernel_stride(size_t units)
{
    return (units + KERNEL_LANES - 1) / KERNEL_LANES * KERNEL_LANES;
}

VERSIONS
void kernel_add_entries(double *restrict map, size_t stride, size_t columns,
                        const uint32_t *restrict row, const double *restrict weight, size_t count,
                        const double *restrict term)
{
    ASSERT(columns > 0);
    for (size_t c = 0; c < columns; c++) {
        double *restrict column = map + c * stride;
        double factor = term[c];
        for (size_t k = 0; k < count; k++)
            column[row[k]] += weight[k] * factor;
    }
}

typedef uint32_t halves __attribute__((vector_size(32), aligned(4), may_alias));

enum { EIGHT = 8, WORD = 32 };

// Bits of the entries, at most WORD of them, that are set or differ from another array. Those from
// `count` on are 0, or agree.
IN_LINE uint32_t word_of_flags(const uint32_t *restrict flag, const uint32_t *restrict other,
                               size_t count)
{
    static const halves place = {0, 1, 2, 3, 4, 5, 6, 7};
    halves lane = {0};
    uint32_t bits = 0;
    for (uint32_t k = 0; k < WORD && k < count; k += EIGHT) {
        halves here = *(const halves *)(flag + k);
        if (other)
            here = (here != *(const halves *)(other + k)) & 1;
        lane |= here << (place + k);
    }
    for (size_t i = 0; i < EIGHT; i++)
        bits |= lane[i];
    return bits;
}

IN_LINE size_t list_flags(uint32_t *restrict listed, const uint32_t *restrict flag,
                          const uint32_t *restrict other, uint32_t count)
{
    size_t flagged = 0;
    for (uint32_t from = 0; from < count; from += WORD) {
        uint32_t bits = word_of_flags(flag + from, other ? other + from : NULL, count - from);
        for (; bits; bits &= bits - 1)
            listed[flagged++] = from + (uint32_t)__builtin_ctz(bits);
    }
    return flagged;
}

VERSIONS
size_t kernel_list(uint32_t *restrict listed, const uint32_t *restrict flag, size_t count)
{
    return list_flags(listed, flag, NULL, (uint32_t)count);
}

VERSIONS
size_t kernel_list_other(uint32_t *restrict listed, const uint32_t *restrict one,
                         const uint32_t *restrict other, size_t count)
{
    return list_flags(listed, one, other, (uint32_t)count);
}

VERSIONS
uint64_t kernel_set(const uint32_t *restrict flag, size_t count)
{
    const uint64_t set = word_of_flags(flag, NULL, count);
    return count > WORD ? set | (uint64_t)word_of_flags(flag + WORD, NULL, count - WORD) << WORD
                        : set;
}

VERSIONS
size_t kernel_set_other(uint64_t *restrict set, const uint32_t *restrict one,
                        const uint32_t *restrict other, size_t count)
{
    *set = word_of_flags(one, other, count);
    if (count > WORD)
        *set |= (uint64_t)word_of_flags(one + WORD, other + WORD, count - WORD) << WORD;
    return (size_t)__builtin_popcountll(*set);
}

// `width` quads from entry j on. Constant widths keep the sums in registers.
IN_LINE void sum_quads(quad *squares, double *out, const double *start,
                       const double *restrict weight, size_t stride, const uint32_t *restrict index,
                       const double *restrict term, size_t count, size_t width)
{
    quad sum[8], square[2] = {{0}}; // two independent chains
    for (size_t v = 0; v < width; v++)
        sum[v] = start ? *(const quad *)(start + QUAD * v) : (quad){0};
    size_t k = 0;
    for (; k + 1 < count; k += 2) {
        const size_t i = index[k], j = index[k + 1];
        for (size_t v = 0; v < width; v++)
            sum[v] += *(const quad *)(weight + i * stride + QUAD * v) * term[i];
        for (size_t v = 0; v < width; v++)
            sum[v] += *(const quad *)(weight + j * stride + QUAD * v) * term[j];
    }
    for (; k < count; k++)
        for (size_t v = 0; v < width; v++)
            sum[v] += *(const quad *)(weight + index[k] * stride + QUAD * v) * term[index[k]];
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        *(quad *)(out + QUAD * v) = sum[v];
        square[v % 2] += sum[v] * sum[v];
    }
    *squares += square[0] + square[1];
}

// Weights that exceed the near caches are read once, in their order: sums of BLOCK units stay in
// the nearest cache, and four inputs are added at a time.
enum { WIDE = 256, BLOCK = 256, AT_ONCE = 4 };

IN_LINE void stream_block(double *restrict out, size_t entries, const double *const *column,
                          const double *restrict term, const uint32_t *restrict index,
                          size_t inputs)
{
    ASSERT(inputs > 0);
    double factor[AT_ONCE];
    for (size_t k = 0; k < inputs; k++)
        factor[k] = term[index[k]];
    for (size_t j = 0; j < entries; j += QUAD) {
        quad sum = *(quad *)(out + j);
        for (size_t k = 0; k < inputs; k++)
            sum += *(const quad *)(column[k] + j) * factor[k];
        *(quad *)(out + j) = sum;
    }
}

IN_LINE void stream_sum(const map_sums *sums, size_t columns)
{
    ASSERT(columns > 0);
    const size_t stride = sums->stride, apart = sums->apart, count = sums->count;
    double *map = sums->map;
    const double *start = sums->start, *restrict weight = sums->weight, *restrict term = sums->term;
    const uint32_t *restrict index = sums->index;
    for (size_t from = 0; from < stride; from += BLOCK) {
        size_t entries = stride - from < BLOCK ? stride - from : BLOCK, k = 0;
        const double *column[AT_ONCE];
        for (size_t c = 0; c < columns; c++)
            for (size_t j = from; j < from + entries; j++)
                map[c * stride + j] = start ? start[c * stride + j] : 0;
        for (; k + AT_ONCE <= count; k += AT_ONCE) {
            for (size_t i = 0; i < AT_ONCE; i++)
                column[i] = weight + index[k + i] * stride + from;
            for (size_t c = 0; c < columns; c++)
                stream_block(map + c * stride + from, entries, column, term + c * apart, index + k,
                             AT_ONCE);
        }
        for (; k < count; k++) {
            column[0] = weight + index[k] * stride + from;
            for (size_t c = 0; c < columns; c++)
                stream_block(map + c * stride + from, entries, column, term + c * apart, index + k,
                             1);
        }
    }
}

VERSIONS
void kernel_sum(const map_sums *sums, size_t columns, double *squares)
{
    ASSERT(columns > 0);
    if (sums->stride >= WIDE) {
        stream_sum(sums, columns);
        if (squares)
            kernel_square_sums(squares, sums->map, sums->stride, columns);
        return;
    }
    if (columns == PLANE_COLUMNS && sums->start && squares) {
        plane_sum(sums, squares);
        return;
    }
    const size_t stride = sums->stride, apart = sums->apart, count = sums->count;
    double *map = sums->map;
    const double *start = sums->start, *restrict weight = sums->weight, *restrict term = sums->term;
    const uint32_t *restrict index = sums->index;
    for (size_t c = 0; c < columns; c++) {
        const double *from = start ? start + c * stride : NULL;
        quad lane = {0};
        size_t j = 0;
        for (; j + 8 * QUAD <= stride; j += 8 * QUAD)
            sum_quads(&lane, map + c * stride + j, from ? from + j : NULL, weight + j, stride,
                      index, term + c * apart, count, 8);
        for (; j + 4 * QUAD <= stride; j += 4 * QUAD)
            sum_quads(&lane, map + c * stride + j, from ? from + j : NULL, weight + j, stride,
                      index, term + c * apart, count, 4);
        for (; j < stride; j += 2 * QUAD)
            sum_quads(&lane, map + c * stride + j, from ? from + j : NULL, weight + j, stride,
                      index, term + c * apart, count, 2);
        if (squares)
            squares[c] = (lane[0] + lane[1]) + (lane[2] + lane[3]);
    }
}

VERSIONS
void kernel_range(const map_values *values, const double *restrict center,
                  const double *restrict spread, size_t dimension, double relative, double absolute)
{
    ASSERT(dimension > 0);
    const size_t stride = values->stride, count = kernel_stride(values->units);
    const double *restrict map = values->map, *restrict shift = values->shift;
    const double *restrict constant = map + dimension * stride;
    double *restrict low = values->least, *restrict high = values->greatest;
    for (size_t j = 0; j < count; j++) {
        low[j] = constant[j] - shift[j];
        high[j] = fabs(low[j]) * relative + absolute;
    }
    for (size_t c = 0; c < dimension; c++) {
        const double *restrict column = map + c * stride;
        double middle = center[c], around = spread[c];
        for (size_t j = 0; j < count; j++) {
            low[j] += column[j] * middle;
            high[j] += fabs(column[j]) * around;
        }
    }
    for (size_t j = 0; j < count; j++) {
        double value = low[j], width = high[j] * KERNEL_OVERFLOW * (1 / KERNEL_OVERFLOW);
        low[j] = value - width;
        high[j] = value + width;
    }
}

VERSIONS
size_t kernel_sides(const map_values *values)
{
    uint32_t *restrict above = values->above, *restrict open = values->open, opened = 0;
    const double *restrict least = values->least, *restrict greatest = values->greatest,
                           *restrict shift = values->shift, width = values->width;
    for (size_t j = 0; j < values->units; j++) {
        uint32_t is_above = least[j] - shift[j] > width, is_below = shift[j] - greatest[j] > width;
        uint32_t is_open = 1 - is_above - is_below;
        above[j] += is_above;
        open[j] |= is_open;
        opened += is_open;
    }
    return opened;
}

VERSIONS
size_t kernel_verdict(uint32_t *restrict above, uint32_t *restrict open, const double *restrict low,
                      const double *restrict high, size_t units)
{
    uint32_t opened = 0;
    for (size_t j = 0; j < units; j++) {
        uint32_t is_above = low[j] > 0, is_below = high[j] < 0;
        uint32_t is_open = 1 - is_above - is_below;
        above[j] += is_above;
        open[j] |= is_open;
        opened += is_open;
    }
    return opened;
}

// `width` quads of a row of the product; constant, so that the sums stay in registers.
IN_LINE void product_block(double *restrict out, const double *restrict left,
                           const double *restrict right, size_t n, size_t inner, size_t width)
{
    quad sum[8] = {{0}};
    for (size_t k = 0; k < inner; k++)
        for (size_t v = 0; v < width; v++)
            sum[v] += *(const quad *)(right + k * n + QUAD * v) * left[k];
    for (size_t v = 0; v < width; v++)
        *(quad *)(out + QUAD * v) = sum[v];
}

VERSIONS
void kernel_product(double *restrict out, const double *restrict left, size_t left_stride,
                    const double *restrict right, size_t n, size_t inner)
{
    for (size_t i = 0; i < n; i++) {
        const double *row = left + i * left_stride;
        size_t j = 0;
        for (; j + 8 * QUAD <= n; j += 8 * QUAD)
            product_block(out + i * n + j, row, right + j, n, inner, 8);
        for (; j + QUAD <= n; j += QUAD)
            product_block(out + i * n + j, row, right + j, n, inner, 1);
        for (; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < inner; k++)
                sum += row[k] * right[k * n + j];
            out[i * n + j] = sum;
        }
    }
}

VERSIONS
double kernel_square_sum(const double *restrict entries, size_t n)
{
    double lane[KERNEL_LANES] = {0};
    size_t i = 0;
    for (; i + KERNEL_LANES <= n; i += KERNEL_LANES)
        for (size_t k = 0; k < KERNEL_LANES; k++)
            lane[k] += entries[i + k] * entries[i + k];
    double sum = 0;
    for (; i < n; i++)
        sum += entries[i] * entries[i];
    for (size_t k = 0; k < KERNEL_LANES; k++)
        sum += lane[k];
    return sum;
}

VERSIONS
void kernel_square_sums(double *restrict sum, const double *restrict map, size_t stride,
                        size_t columns)
{
    ASSERT(columns > 0);
    for (size_t c = 0; c < columns; c++) {
        const double *column = map + c * stride;
        quad even = {0}, odd = {0};
        for (size_t j = 0; j < stride; j += 2 * QUAD) {
            const quad left = *(const quad *)(column + j);
            const quad right = *(const quad *)(column + j + QUAD);
            even += left * left;
            odd += right * right;
        }
        even += odd;
        sum[c] = (even[0] + even[1]) + (even[2] + even[3]);
    }
}

IN_LINE void add_row(double *sum, size_t stride, double times, const double *row)
{
    for (size_t k = 0; k < stride; k += QUAD)
        *(quad *)(void *)(sum + k) += times * *(const quad *)(const void *)(row + k);
}

// The stride is constant for most callers, so that the row stays in registers. The entry of the
// column is written last: a vector that is loaded just after a part of it was stored would wait.
IN_LINE void eliminate_rows(double *rows, size_t count, size_t stride, size_t column,
                            const double *by)
{
    for (size_t i = 0; i < count; i++, rows += stride) {
        const double times = rows[column];
        if (times == 0)
            continue;
        add_row(rows, stride, times, by);
        rows[column] = 0 + times * by[column];
    }
}

IN_LINE void eliminate(double *rows, size_t count, size_t stride, size_t column, const double *by)
{
    if (stride == 2 * QUAD)
        eliminate_rows(rows, count, 2 * QUAD, column, by);
    else if (stride == 3 * QUAD)
        eliminate_rows(rows, count, 3 * QUAD, column, by);
    else
        eliminate_rows(rows, count, stride, column, by);
}

VERSIONS
void kernel_eliminate(double *rows, size_t count, size_t stride, size_t skipped, size_t column,
                      const double *by)
{
    ASSERT(column < stride && stride % QUAD == 0);
    const size_t before = skipped < count ? skipped : count;
    eliminate(rows, before, stride, column, by);
    if (before < count)
        eliminate(rows + (before + 1) * stride, count - before - 1, stride, column, by);
}

// Where a mask has ones, one vector, elsewhere another.
IN_LINE void quad_select(quad *result, const quad_bits *mask, const quad *one, const quad *other)
{
    *result = (quad)((*mask & (quad_bits)*one) | (~*mask & (quad_bits)*other));
}

// The least length of four, and where it ends: at the greatest slope, then at the first row.
static double least_of_lanes(size_t *row, const quad *length, const quad *slope,
                             const quad_bits *place)
{
    size_t best = 0;
    for (size_t v = 1; v < QUAD; v++) {
        const double more = (*length)[best] - (*length)[v], steeper = (*slope)[v] - (*slope)[best];
        if (more > 0 || ((*length)[v] == (*length)[best] &&
                         (steeper > 0 || (steeper == 0 && (*place)[v] < (*place)[best]))))
            best = v;
    }
    *row = (size_t)(*place)[best];
    return (*length)[best];
}

VERSIONS
double kernel_room(size_t *row, const double *rows, size_t count, size_t stride, size_t column,
                   size_t last, const double *low, const double *high, double least)
{
    ASSERT(column < last && last < stride);
    const quad none = {0}, infinite = {INFINITY, INFINITY, INFINITY, INFINITY};
    quad shortest = infinite, steepest = none, shown = none;
    quad_bits place = {0, 1, 2, 3};
    for (size_t i = 0; i < count; i += QUAD, place += QUAD) {
        const double *entry[QUAD];
        for (size_t v = 0; v < QUAD; v++)
            entry[v] = rows + (i + v < count ? i + v : count - 1) * stride;
        const quad slope = {entry[0][column], entry[1][column], entry[2][column], entry[3][column]};
        const quad value = {entry[0][last], entry[1][last], entry[2][last], entry[3][last]};
        const quad up = *(const quad *)(high + i) - value, down = value - *(const quad *)(low + i);
        const quad here_place = (quad)place;
        quad size, room, here;
        quad_sizes(&size, &slope);
        quad_bits mask = slope > none;
        quad_select(&room, &mask, &up, &down);
        mask = room > none;
        quad_select(&room, &mask, &room, &none);
        here = room / size;
        mask = size >= least;
        quad_select(&here, &mask, &here, &infinite);
        mask = (here < shortest) | ((here == shortest) & (size > steepest));
        quad_select(&shortest, &mask, &here, &shortest);
        quad_select(&steepest, &mask, &size, &steepest);
        quad_select(&shown, &mask, &here_place, &shown);
    }
    place = (quad_bits)shown;
    return least_of_lanes(row, &shortest, &steepest, &place);
}

VERSIONS
void kernel_add_coordinates(double *sum, const double *rows, size_t count, size_t stride,
                            const uint32_t *variable, const double *form, double factor, size_t d)
{
    ASSERT(stride % QUAD == 0);
    for (size_t i = 0; i < count; i++)
        if (variable[i] < d && form[variable[i]] != 0)
            add_row(sum, stride, factor * form[variable[i]], rows + i * stride);
}

VERSIONS
void kernel_row_sums(double *sum, double *size, const double *rows, size_t count, size_t stride,
                     size_t d)
{
    ASSERT(d < stride && stride % QUAD == 0);
    for (size_t i = 0; i < count; i++, rows += stride) {
        quad total = {0}, sizes = {0}, absolute;
        size_t k = 0;
        for (; k + QUAD <= d; k += QUAD) {
            const quad entry = *(const quad *)(const void *)(rows + k);
            quad_sizes(&absolute, &entry);
            total += entry;
            sizes += absolute;
        }
        const quad pairs = __builtin_shufflevector(total, sizes, 0, 4, 2, 6) +
                           __builtin_shufflevector(total, sizes, 1, 5, 3, 7);
        sum[i] = pairs[0] + pairs[2];
        size[i] = pairs[1] + pairs[3];
        for (; k < d; k++) {
            sum[i] += rows[k];
            size[i] += fabs(rows[k]);
        }
    }
}

VERSIONS
void kernel_first_rows(double *most, double *next, int64_t *first, const double *rows,
                       size_t stride, const uint32_t *number, const double *factor, size_t count)
{
    ASSERT(stride % QUAD == 0);
    for (size_t k = 0; k < stride; k += QUAD) {
        quad greatest = {0}, second = {0}, place = (quad)(quad_bits){-1, -1, -1, -1};
        for (size_t w = 0; w < count; w++) {
            const int64_t here = (int64_t)w;
            const quad rate =
                           *(const quad *)(const void *)(rows + number[w] * stride + k) * factor[w],
                       own = (quad)(quad_bits){here, here, here, here};
            quad less;
            quad_bits mask = rate > greatest;
            quad_select(&less, &mask, &greatest, &rate);
            quad_select(&greatest, &mask, &rate, &greatest);
            quad_select(&place, &mask, &own, &place);
            mask = less > second;
            quad_select(&second, &mask, &less, &second);
        }
        *(quad *)(void *)(most + k) = greatest;
        *(quad *)(void *)(next + k) = second;
        memcpy(first + k, &place, sizeof place);
    }
}

VERSIONS
void kernel_add_form(double *restrict sum, double *restrict size, double *restrict slip,
                     const double *form, double times, size_t columns)
{
    ASSERT(columns > 0);
    const double *bound = form + columns, absolute = fabs(times);
    size_t c = 0;
    for (; c + QUAD <= columns; c += QUAD) {
        const quad entry = *(const quad *)(const void *)(form + c);
        quad positive;
        quad_sizes(&positive, &entry);
        *(quad *)(void *)(sum + c) += entry * times;
        *(quad *)(void *)(size + c) += positive * absolute;
        *(quad *)(void *)(slip + c) += *(const quad *)(const void *)(bound + c) * absolute;
    }
    for (; c < columns; c++) {
        sum[c] += form[c] * times;
        size[c] += fabs(form[c]) * absolute;
        slip[c] += bound[c] * absolute;
    }
}

// The least values so far, lane by lane, and their places.
typedef struct {
    quad least, place;
} lowest_lanes;

// Values of `width` quads of inequalities; constant, so that the sums stay in registers.
IN_LINE void values_of_quads(lowest_lanes *lanes_so_far, double *value,
                             const kernel_inequalities *list, const double *point, size_t first,
                             size_t width)
{
    const size_t stride = list->stride;
    const int64_t start = (int64_t)first;
    quad sum[4] = {{0}};
    const double *column = list->column + first;
    for (size_t c = 0; c <= list->d; c++, column += stride)
        for (size_t v = 0; v < width; v++)
            sum[v] += *(const quad *)(const void *)(column + QUAD * v) * point[c];
    quad_bits place = {start, start + 1, start + 2, start + 3};
    for (size_t v = 0; v < width; v++, place += QUAD) {
        const quad own = (quad)place;
        const quad_bits mask = sum[v] < lanes_so_far->least;
        quad_select(&lanes_so_far->least, &mask, sum + v, &lanes_so_far->least);
        quad_select(&lanes_so_far->place, &mask, &own, &lanes_so_far->place);
        *(quad *)(void *)(value + first + QUAD * v) = sum[v];
    }
}

IN_LINE size_t lowest(double *value, const kernel_inequalities *list, const double *point)
{
    lowest_lanes all = {{INFINITY, INFINITY, INFINITY, INFINITY}, {0}};
    size_t i = 0;
    for (; i + 4 * QUAD <= list->stride; i += 4 * QUAD)
        values_of_quads(&all, value, list, point, i, 4);
    if (i + 3 * QUAD == list->stride)
        values_of_quads(&all, value, list, point, i, 3);
    else if (i + 2 * QUAD == list->stride)
        values_of_quads(&all, value, list, point, i, 2);
    else if (i + QUAD == list->stride)
        values_of_quads(&all, value, list, point, i, 1);
    const quad_bits place = (quad_bits)all.place;
    size_t best = 0;
    for (size_t v = 1; v < QUAD; v++)
        if (all.least[v] < all.least[best] ||
            (all.least[v] == all.least[best] && place[v] < place[best]))
            best = v;
    return (size_t)place[best];
}

VERSIONS
size_t kernel_lowest(double *value, const kernel_inequalities *list, const double *point)
{
    ASSERT(list->stride % QUAD == 0);
    return lowest(value, list, point);
}

IN_LINE void add_times(double *point, double times, const double *row, size_t n)
{
    size_t c = 0;
    for (; c + QUAD <= n; c += QUAD)
        *(quad *)(void *)(point + c) += times * *(const quad *)(const void *)(row + c);
    for (; c < n; c++)
        point[c] += times * row[c];
}

// Moves each of n entries to the nearest number from low to high.
IN_LINE void clamp(double *point, const double *low, const double *high, size_t n)
{
    size_t c = 0;
    for (; c + QUAD <= n; c += QUAD) {
        const quad here = *(const quad *)(const void *)(point + c),
                   least = *(const quad *)(const void *)(low + c),
                   most = *(const quad *)(const void *)(high + c);
        quad inside;
        quad_bits mask = here < least;
        quad_select(&inside, &mask, &least, &here);
        mask = inside > most;
        quad_select((quad *)(void *)(point + c), &mask, &most, &inside);
    }
    for (; c < n; c++) {
        const double x = point[c] < low[c] ? low[c] : point[c];
        point[c] = x > high[c] ? high[c] : x;
    }
}

VERSIONS
bool kernel_relax(double *point, double *value, size_t *at_lowest, const kernel_inequalities *list,
                  double target, double enough, size_t steps)
{
    ASSERT(list->d > 0 && list->stride % QUAD == 0);
    size_t place = *at_lowest;
    for (; steps > 0; steps--) {
        const double lacking = target - value[place];
        if (lacking > 0)
            add_times(point, lacking / list->square[place], list->row + place * list->d, list->d);
        clamp(point, list->low, list->high, list->d);
        place = lowest(value, list, point);
        if (value[place] >= enough)
            break;
    }
    *at_lowest = place;
    return steps > 0;
}

VERSIONS
void kernel_mean(double *mean, const double *rows, size_t count, size_t stride, size_t n)
{
    size_t c = 0;
    for (; c + QUAD <= n; c += QUAD) {
        quad sum = {0};
        for (size_t i = 0; i < count; i++)
            sum += *(const quad *)(const void *)(rows + i * stride + c);
        *(quad *)(void *)(mean + c) = sum / (double)count;
    }
    for (; c < n; c++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += rows[i * stride + c];
        mean[c] = sum / (double)count;
    }
}

VERSIONS
void kernel_round(double *rounded, const double *entry, double unit, size_t n)
{
    for (size_t c = 0; c < n; c++)
        rounded[c] = nearbyint(entry[c] * unit) / unit;
}

VERSIONS
size_t kernel_count_between(const double *entry, const double *low, const double *high, size_t n)
{
    quad_bits between = {0};
    size_t c = 0;
    for (; c + QUAD <= n; c += QUAD) {
        const quad here = *(const quad *)(const void *)(entry + c);
        between -= (here > *(const quad *)(const void *)(low + c)) &
                   (here < *(const quad *)(const void *)(high + c));
    }
    size_t count = (size_t)(between[0] + between[1] + between[2] + between[3]);
    for (; c < n; c++)
        count += entry[c] > low[c] && entry[c] < high[c];
    return count;
}
