// The image of a cell at the entry of a layer.
#include "images/image.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rows.h"
#include "images/cone.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// ---- The affine hull ----

// hull and pivots from the map of a set of full dimension. Row k of the reduced echelon form of the
// slopes' transpose is column k of the hull.
static void find_hull(image *i, const fmpq *map, size_t inputs, size_t dimension)
{
    fmpq_mat_t slopes;
    fmpq_mat_init(slopes, (slong)dimension, (slong)inputs);
    for (size_t z = 0; z < inputs; z++)
        for (size_t c = 0; c < dimension; c++)
            fmpq_set(fmpq_mat_entry(slopes, (slong)c, (slong)z), map + z * (dimension + 1) + c);
    const size_t r = (size_t)fmpq_mat_rref(slopes, slopes);
    i->rows = inputs;
    i->dimension = r;
    i->pivot = memory_new(r + 1, sizeof *i->pivot);
    i->hull = _fmpq_vec_init((slong)(inputs * (r + 1)));
    for (size_t k = 0, z = 0; k < r; k++, z++) {
        while (fmpq_is_zero(fmpq_mat_entry(slopes, (slong)k, (slong)z)))
            z++;
        i->pivot[k] = z;
    }
    for (size_t z = 0; z < inputs; z++) {
        fmpq *row = i->hull + z * (r + 1), *constant = row + r;
        fmpq_set(constant, map + z * (dimension + 1) + dimension);
        for (size_t k = 0; k < r; k++) {
            fmpq_set(row + k, fmpq_mat_entry(slopes, (slong)k, (slong)z));
            fmpq_submul(constant, row + k, map + i->pivot[k] * (dimension + 1) + dimension);
        }
    }
    fmpq_mat_clear(slopes);
}

// The linear parts of the coordinates u and, in the last row, the denominator of homogeneous
// points: integers, dimension + 1 rows of source dimension + 1.
static fmpz *coordinate_rows(const image *i, const fmpq *map, size_t dimension)
{
    const size_t r = i->dimension, columns = dimension + 1;
    fmpz *forms = _fmpz_vec_init((slong)((r + 1) * columns));
    fmpq *together = _fmpq_vec_init((slong)(r * columns));
    for (size_t k = 0; k < r; k++)
        for (size_t c = 0; c < columns; c++)
            fmpq_set(together + k * columns + c, map + i->pivot[k] * columns + c);
    _fmpq_vec_get_fmpz_vec_fmpz(forms, forms + r * columns + dimension, together,
                                (slong)(r * columns));
    _fmpq_vec_clear(together, (slong)(r * columns));
    return forms;
}

// ---- Generators ----

// Lexicographically.
static int compare_rows(const void *a, const void *b, void *columns)
{
    const fmpz *x = *(const fmpz *const *)a, *y = *(const fmpz *const *)b;
    for (size_t c = 0; c < *(size_t *)columns; c++) {
        const int order = fmpz_cmp(x + c, y + c);
        if (order)
            return order;
    }
    return 0;
}

// Sorts rows and drops duplicates; returns how many remain.
static size_t sort_rows(fmpz *row, size_t count, size_t columns)
{
    const fmpz **order = memory_new(count + 1, sizeof *order);
    fmpz *sorted = memory_new(count * columns + 1, sizeof *sorted);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        order[i] = row + i * columns;
    qsort_r(order, count, sizeof *order, compare_rows, &columns);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < columns; c++)
            sorted[i * columns + c] = order[i][c];
    for (size_t i = 0; i < count * columns; i++)
        row[i] = sorted[i];
    for (size_t i = 0; i < count; i++)
        if (!i || !_fmpz_vec_equal(row + i * columns, row + (i - 1) * columns, (slong)columns))
            _fmpz_vec_swap(row + kept++ * columns, row + i * columns, (slong)columns);
    free(order);
    free(sorted);
    return kept;
}

// The images of the source's generators, without those that become zero.
static size_t map_generators(fmpz *images, const image *i, const fmpz *forms,
                             const image_source *source)
{
    const size_t columns = source->dimension + 1, r = i->dimension;
    size_t count = 0;
    for (size_t g = 0; g < source->count; g++) {
        fmpz *point = images + count * (r + 1);
        for (size_t k = 0; k <= r; k++)
            _fmpz_vec_dot(point + k, forms + k * columns, source->generator + g * columns,
                          (slong)columns);
        row_primitive(point, point, r + 1);
        count += !_fmpz_vec_is_zero(point, (slong)r + 1);
    }
    return count;
}

// ---- Lines, and generators that are none ----

// The inequalities of the image: rows that are nonnegative on all lines and generators.
static void dual_cone(cone *dual, const fmpz *generator, size_t count, size_t lines, size_t columns)
{
    fmpz *row = _fmpz_vec_init((slong)((count + lines) * columns));
    _fmpz_vec_set(row, generator, (slong)(count * columns));
    _fmpz_vec_neg(row + count * columns, generator, (slong)(lines * columns));
    cone_init(dual, row, count + lines, columns);
    ASSERT(!dual->lines); // the image has full dimension
    _fmpz_vec_clear(row, (slong)((count + lines) * columns));
}

// Whether an inequality is an equation on a generator.
static bool lies_on(const cone *dual, size_t facet, size_t generator)
{
    return bits_have(cone_tight(dual, facet), generator);
}

static bool is_line(const cone *dual, size_t generator)
{
    for (size_t f = 0; f < dual->rays; f++)
        if (!lies_on(dual, f, generator))
            return false;
    return true;
}

// The lines of the image in reduced echelon form, primitive; returns their number.
static size_t find_lines(fmpz **line, const cone *dual)
{
    const slong columns = (slong)dual->columns;
    fmpz_mat_t facets, kernel, turned;
    fmpz_t den;
    fmpz_mat_init(facets, (slong)dual->rays, columns);
    fmpz_mat_init(kernel, columns, columns);
    fmpz_init(den);
    for (size_t f = 0; f < dual->rays; f++)
        _fmpz_vec_set(fmpz_mat_entry(facets, (slong)f, 0), cone_ray(dual, f), columns);
    const slong count = fmpz_mat_nullspace(kernel, facets);
    fmpz_mat_init(turned, columns, columns);
    fmpz_mat_transpose(turned, kernel);
    fmpz_mat_rref(turned, den, turned);
    *line = _fmpz_vec_init(count * columns);
    for (slong i = 0; i < count; i++) {
        row_primitive(*line + i * columns, fmpz_mat_entry(turned, i, 0), dual->columns);
        slong pivot = 0;
        while (fmpz_is_zero(*line + i * columns + pivot))
            pivot++;
        if (fmpz_sgn(*line + i * columns + pivot) < 0)
            _fmpz_vec_neg(*line + i * columns, *line + i * columns, columns);
    }
    fmpz_mat_clear(facets);
    fmpz_mat_clear(kernel);
    fmpz_mat_clear(turned);
    fmpz_clear(den);
    return (size_t)count;
}

// Moves a generator along the lines until it is 0 at their pivots.
static void move_along(fmpz *row, const fmpz *line, size_t lines, size_t columns)
{
    for (size_t i = 0; i < lines; i++, line += columns) {
        size_t pivot = 0;
        while (fmpz_is_zero(line + pivot))
            pivot++;
        fmpz_t value;
        fmpz_init_set(value, row + pivot);
        for (size_t c = 0; c < columns; c++)
            fmpz_fmms(row + c, row + c, line + pivot, line + c, value);
        fmpz_clear(value);
    }
    row_primitive(row, row, columns);
}

// Whether generator g is not needed: another one lies on all inequalities that it lies on, and on
// more. A generator that lies on all inequalities is part of a line.
static bool is_redundant(const uint64_t *on, size_t words, size_t g, size_t count, size_t facets)
{
    const uint64_t *set = on + g * words;
    for (size_t h = 0; h < count; h++)
        if (bits_within(set, on + h * words, words) && !bits_within(on + h * words, set, words) &&
            bits_count(on + h * words, words) < facets)
            return true;
    return bits_count(set, words) == facets;
}

// Leaves the lines, and of the other generators those that are needed.
static void reduce_generators(image *i)
{
    const size_t columns = i->dimension + 1, count = i->count;
    cone dual;
    dual_cone(&dual, i->generator, count, 0, columns);
    fmpz *line = NULL;
    size_t lines = 0, kept = 0;
    for (size_t g = 0; g < count && !lines; g++)
        if (is_line(&dual, g))
            lines = find_lines(&line, &dual);
    const size_t words = bits_words(dual.rays);
    uint64_t *on = memory_new(count * words, sizeof *on);
    for (size_t g = 0; g < count; g++)
        for (size_t f = 0; f < dual.rays; f++)
            if (lies_on(&dual, f, g))
                bits_add(on + g * words, f);
    fmpz *all = _fmpz_vec_init((slong)((lines + count) * columns)), *rest = all + lines * columns;
    if (lines)
        _fmpz_vec_set(all, line, (slong)(lines * columns));
    for (size_t g = 0; g < count; g++) {
        if (is_redundant(on, words, g, count, dual.rays))
            continue;
        _fmpz_vec_set(rest + kept * columns, i->generator + g * columns, (slong)columns);
        move_along(rest + kept++ * columns, line, lines, columns);
    }
    kept = sort_rows(rest, kept, columns);
    _fmpz_vec_clear(i->generator, (slong)(count * columns));
    i->generator = _fmpz_vec_init((slong)((lines + kept) * columns));
    _fmpz_vec_set(i->generator, all, (slong)((lines + kept) * columns));
    i->lines = lines;
    i->count = lines + kept;
    _fmpz_vec_clear(all, (slong)((lines + count) * columns));
    if (line)
        _fmpz_vec_clear(line, (slong)(lines * columns));
    free(on);
    cone_clear(&dual);
}

// ---- All of it ----

// Whether the source contains no direction but 0 that the map makes zero.
static bool keeps_directions(const image *i, const fmpz *forms, const image_source *source)
{
    const size_t d = source->dimension, r = i->dimension;
    if (!source->rays || r == d)
        return true;
    const size_t count = 2 * r + source->facets;
    fmpz *row = _fmpz_vec_init((slong)(count * d));
    for (size_t k = 0; k < r; k++) {
        _fmpz_vec_set(row + k * d, forms + k * (d + 1), (slong)d);
        _fmpz_vec_neg(row + (r + k) * d, forms + k * (d + 1), (slong)d);
    }
    for (size_t f = 0; f < source->facets; f++)
        _fmpz_vec_set(row + (2 * r + f) * d, source->facet + f * (d + 1), (slong)d);
    cone lost;
    cone_init(&lost, row, count, d);
    const bool keeps = !lost.lines && !lost.rays;
    cone_clear(&lost);
    _fmpz_vec_clear(row, (slong)(count * d));
    return keeps;
}

bool image_init(image *result, fmpq *map, const net_layer *layer, const image_source *source)
{
    ASSERT(source->count > source->rays);
    *result = (image){0};
    settle_units(map, layer, source);
    find_hull(result, map, layer->rows, source->dimension);
    const size_t columns = result->dimension + 1, most = source->count;
    fmpz *forms = coordinate_rows(result, map, source->dimension);
    fmpz *generator = _fmpz_vec_init((slong)(most * columns));
    const size_t mapped = map_generators(generator, result, forms, source);
    result->count = sort_rows(generator, mapped, columns);
    result->generator = _fmpz_vec_init((slong)(result->count * columns));
    _fmpz_vec_set(result->generator, generator, (slong)(result->count * columns));
    _fmpz_vec_clear(generator, (slong)(most * columns));
    if (source->rays || result->dimension < source->dimension)
        reduce_generators(result);
    for (size_t g = 0; g < result->count; g++)
        result->rays += fmpz_is_zero(result->generator + g * columns + result->dimension);
    const bool keeps = keeps_directions(result, forms, source);
    _fmpz_vec_clear(forms, (slong)(columns * (source->dimension + 1)));
    return keeps;
}

void image_clear(image *i)
{
    const size_t columns = i->dimension + 1;
    if (i->hull)
        _fmpq_vec_clear(i->hull, (slong)(i->rows * columns));
    if (i->generator)
        _fmpz_vec_clear(i->generator, (slong)(i->count * columns));
    free(i->pivot);
    *i = (image){0};
}

fmpz *image_key(const image *i, size_t *entries)
{
    const size_t columns = i->dimension + 1, hull = i->rows * columns;
    const size_t generators = i->count * columns;
    *entries = 3 + i->dimension + 2 * hull + generators;
    fmpz *key = _fmpz_vec_init((slong)*entries), *entry = key;
    fmpz_set_ui(entry++, i->dimension);
    fmpz_set_ui(entry++, i->lines);
    fmpz_set_ui(entry++, i->count);
    for (size_t k = 0; k < i->dimension; k++)
        fmpz_set_ui(entry++, i->pivot[k]);
    for (size_t k = 0; k < hull; k++) {
        fmpz_set(entry++, fmpq_numref(i->hull + k));
        fmpz_set(entry++, fmpq_denref(i->hull + k));
    }
    _fmpz_vec_set(entry, i->generator, (slong)generators);
    return key;
}

fmpq *image_facets(const image *i, size_t *count)
{
    const size_t columns = i->dimension + 1;
    cone dual;
    dual_cone(&dual, i->generator, i->count, i->lines, columns);
    fmpq *row = _fmpq_vec_init((slong)(dual.rays * columns + columns));
    *count = 0;
    for (size_t f = 0; f < dual.rays; f++) {
        if (_fmpz_vec_is_zero(cone_ray(&dual, f), (slong)i->dimension))
            continue; // at infinity
        for (size_t c = 0; c < columns; c++)
            fmpz_set(fmpq_numref(row + *count * columns + c), cone_ray(&dual, f) + c);
        ++*count;
    }
    // one vector of just these
    fmpq *facets = _fmpq_vec_init((slong)(*count * columns));
    for (size_t k = 0; k < *count * columns; k++)
        fmpq_swap(facets + k, row + k);
    _fmpq_vec_clear(row, (slong)(dual.rays * columns + columns));
    cone_clear(&dual);
    return facets;
}
