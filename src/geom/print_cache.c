// The exact numbers and the texts of planes and points.
#include "geom/print_cache.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// Flags of rows.known: what is stored for a row besides its integers.
enum { PRINT_LOWEST_TERMS = 2, PRINT_TEXT = 4 };

struct print_cache {
    size_t points, planes, dimension; // capacities
    fmpq *number;                     // points x dimension
    number_text *point, *plane;
};

static void print_cache_free(struct print_cache *cache)
{
    for (size_t i = 0; i < cache->points * cache->dimension; i++)
        fmpq_clear(cache->number + i);
    for (size_t i = 0; i < cache->points; i++)
        number_text_clear(cache->point + i);
    for (size_t i = 0; i < cache->planes; i++)
        number_text_clear(cache->plane + i);
    free(cache->number);
    free(cache->point);
    free(cache->plane);
    free(cache);
}

static number_text *more_texts(number_text *text, size_t from, size_t to)
{
    text = memory_resize(text, to, sizeof *text);
    memset(text + from, 0, (to - from) * sizeof *text);
    return text;
}

// Grows the cache to the capacity of the space.
static struct print_cache *with_room(geom_space *space)
{
    struct print_cache *cache = space->print;
    const size_t points = space->point_rows.capacity, planes = space->plane_rows.capacity;
    if (!cache)
        cache = space->print = memory_new(1, sizeof *cache);
    space->print_free = print_cache_free;
    cache->dimension = space->dimension;
    if (cache->points < points) {
        const size_t from = cache->points * space->dimension, to = points * space->dimension;
        cache->number = memory_resize(cache->number, to, sizeof *cache->number);
        for (size_t i = from; i < to; i++)
            fmpq_init(cache->number + i);
        cache->point = more_texts(cache->point, cache->points, points);
        cache->points = points;
    }
    if (cache->planes < planes) {
        cache->plane = more_texts(cache->plane, cache->planes, planes);
        cache->planes = planes;
    }
    return cache;
}

static void divide_row(fmpz *row, size_t entries, const fmpz_t divisor)
{
    if (!fmpz_is_one(divisor) && !fmpz_is_zero(divisor)) // 0: an integer of a cancelled run
        _fmpz_vec_scalar_divexact_fmpz(row, row, (slong)entries, divisor);
}

static void take_content(fmpz *row, size_t entries)
{
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, row, (slong)entries);
    divide_row(row, entries, content);
    fmpz_clear(content);
}

// x = numerator / denominator. common = what is left of it after this gcd.
static void reduce(fmpq *x, const fmpz_t numerator, const fmpz_t denominator, fmpz_t common)
{
    fmpz_t divisor;
    fmpz_init(divisor);
    fmpz_gcd(divisor, numerator, denominator);
    fmpz_divexact(fmpq_numref(x), numerator, divisor);
    fmpz_divexact(fmpq_denref(x), denominator, divisor);
    fmpz_gcd(common, common, divisor);
    fmpz_clear(divisor);
}

const fmpq *print_point(geom_space *space, uint32_t point)
{
    const size_t d = space->dimension;
    space_point_row(space, point);
    fmpz *row = rows_at(&space->point_rows, point);
    fmpq *number = with_room(space)->number + point * d;
    unsigned char *known = space->point_rows.known + point;
    if (*known & PRINT_LOWEST_TERMS)
        return number;
    *known |= PRINT_LOWEST_TERMS;
    if (space->point[point].infinite) {
        take_content(row, d);
        for (size_t i = 0; i < d; i++)
            fmpq_set_fmpz(number + i, row + i);
        return number;
    }
    fmpz_t common;
    fmpz_init(common);
    for (size_t i = 0; i < d; i++)
        reduce(number + i, row + i, row + d, common);
    divide_row(row, d + 1, common);
    fmpz_clear(common);
    return number;
}

const fmpz *print_plane(geom_space *space, uint32_t plane)
{
    space_plane_row(space, plane);
    fmpz *row = rows_at(&space->plane_rows, plane);
    unsigned char *known = space->plane_rows.known + plane;
    if (!(*known & PRINT_LOWEST_TERMS))
        take_content(row, space->columns);
    *known |= PRINT_LOWEST_TERMS;
    return row;
}

const number_text *print_point_text(geom_space *space, uint32_t point, unsigned digits)
{
    const size_t d = space->dimension;
    number_text *text = with_room(space)->point + point;
    if (space->point_rows.known[point] & PRINT_TEXT)
        return text;
    if (digits && !space->point[point].infinite) {
        const fmpz *row = space_point_row(space, point);
        number_text_set_row(text, row, row + d, d, digits);
    } else {
        number_text_set(text, print_point(space, point), d, digits);
    }
    space->point_rows.known[point] |= PRINT_TEXT;
    return text;
}

const number_text *print_plane_text(geom_space *space, uint32_t plane, unsigned digits)
{
    const fmpz one = 1;
    number_text *text = with_room(space)->plane + plane;
    if (!(space->plane_rows.known[plane] & PRINT_TEXT))
        number_text_set_row(text, print_plane(space, plane), &one, space->columns, digits);
    space->plane_rows.known[plane] |= PRINT_TEXT;
    return text;
}
