// Generators of a cone: the double description method.
#include "images/cone.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/rows.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// The generators so far. A ray is a row and the inequalities that are equations on it.
typedef struct {
    size_t columns, words;
    rows line, ray;
    uint64_t *tight;
    size_t capacity;
} description;

static void description_init(description *d, size_t columns, size_t words)
{
    *d = (description){.columns = columns, .words = words};
    rows_init(&d->line, columns);
    rows_init(&d->ray, columns);
}

static void description_clear(description *d)
{
    rows_clear(&d->line);
    rows_clear(&d->ray);
    free(d->tight);
}

static fmpz *ray_push(description *d, const uint64_t *tight)
{
    const size_t index = rows_push(&d->ray);
    MEMORY_RESERVE(d->tight, d->capacity, (index + 1) * d->words);
    memcpy(d->tight + index * d->words, tight, d->words * sizeof *tight);
    return rows_at(&d->ray, index);
}

static uint64_t *ray_tight(const description *d, size_t index)
{
    return d->tight + index * d->words;
}

// sum = a y - b x without common factor; it may be a or b.
static void combine(fmpz *sum, const fmpz *a, const fmpz_t y, const fmpz *b, const fmpz_t x,
                    size_t columns)
{
    for (size_t c = 0; c < columns; c++)
        fmpz_fmms(sum + c, a + c, y, b + c, x);
    row_primitive(sum, sum, columns);
}

// The first line along which the inequality is not constant becomes a ray; all other generators are
// moved along it until the inequality is 0 there. Returns 0 if the inequality is constant along
// all.
static bool use_line(description *d, const fmpz *row, size_t number, const uint64_t *earlier)
{
    const slong n = (slong)d->columns;
    size_t pivot = 0;
    fmpz_t slope, value;
    fmpz_init(slope);
    fmpz_init(value);
    for (; pivot < d->line.count; pivot++) {
        _fmpz_vec_dot(slope, row, rows_at(&d->line, pivot), n);
        if (!fmpz_is_zero(slope))
            break;
    }
    const bool has_pivot = pivot < d->line.count;
    if (has_pivot) {
        fmpz *used = rows_at(&d->line, pivot);
        if (fmpz_sgn(slope) < 0)
            _fmpz_vec_neg(used, used, n);
        fmpz_abs(slope, slope);
        for (size_t i = 0; i < d->line.count; i++) {
            _fmpz_vec_dot(value, row, rows_at(&d->line, i), n);
            if (i != pivot)
                combine(rows_at(&d->line, i), rows_at(&d->line, i), slope, used, value, d->columns);
        }
        for (size_t i = 0; i < d->ray.count; i++) {
            _fmpz_vec_dot(value, row, rows_at(&d->ray, i), n);
            combine(rows_at(&d->ray, i), rows_at(&d->ray, i), slope, used, value, d->columns);
            bits_add(ray_tight(d, i), number);
        }
        _fmpz_vec_set(ray_push(d, earlier), used, n);
        _fmpz_vec_swap(used, rows_at(&d->line, d->line.count - 1), n);
        d->line.count--;
    }
    fmpz_clear(slope);
    fmpz_clear(value);
    return has_pivot;
}

// Whether two rays span a face: no third ray lies on all inequalities that both lie on.
static bool are_adjacent(uint64_t *both, const description *d, size_t a, size_t b)
{
    const size_t pointed = d->columns - d->line.count;
    bits_common(both, ray_tight(d, a), ray_tight(d, b), d->words);
    if (bits_count(both, d->words) + 2 < pointed)
        return false;
    for (size_t i = 0; i < d->ray.count; i++)
        if (i != a && i != b && bits_within(both, ray_tight(d, i), d->words))
            return false;
    return true;
}

// The rays on the positive side remain, and those where edges leave it are new.
static void cut_rays(description *d, const fmpz *row, size_t number)
{
    const slong n = (slong)d->columns;
    const size_t count = d->ray.count;
    fmpz *value = _fmpz_vec_init((slong)count);
    description cut;
    description_init(&cut, d->columns, d->words);
    uint64_t *both = memory_new(d->words, sizeof *both);
    for (size_t i = 0; i < count; i++) {
        _fmpz_vec_dot(value + i, row, rows_at(&d->ray, i), n);
        if (fmpz_is_zero(value + i))
            bits_add(ray_tight(d, i), number);
        if (fmpz_sgn(value + i) >= 0)
            _fmpz_vec_set(ray_push(&cut, ray_tight(d, i)), rows_at(&d->ray, i), n);
    }
    for (size_t p = 0; p < count; p++)
        for (size_t q = 0; q < count && !run_poll(count * d->words); q++) {
            if (fmpz_sgn(value + p) <= 0 || fmpz_sgn(value + q) >= 0 ||
                !are_adjacent(both, d, p, q))
                continue;
            bits_add(both, number);
            combine(ray_push(&cut, both), rows_at(&d->ray, q), value + p, rows_at(&d->ray, p),
                    value + q, d->columns);
        }
    free(both);
    _fmpz_vec_clear(value, (slong)count);
    rows_clear(&d->ray);
    free(d->tight);
    d->ray = cut.ray;
    d->tight = cut.tight;
    d->capacity = cut.capacity;
    rows_clear(&cut.line);
}

void cone_init(cone *c, const fmpz *row, size_t count, size_t columns)
{
    ASSERT(columns > 0);
    description d;
    description_init(&d, columns, bits_words(count ? count : 1));
    uint64_t *earlier = memory_new(d.words, sizeof *earlier);
    for (size_t i = 0; i < columns; i++)
        fmpz_one(rows_at(&d.line, rows_push(&d.line)) + i);
    for (size_t i = 0; i < count; i++) {
        if (!use_line(&d, row + i * columns, i, earlier))
            cut_rays(&d, row + i * columns, i);
        bits_add(earlier, i);
    }
    free(earlier);
    *c = (cone){.columns = columns,
                .lines = d.line.count,
                .rays = d.ray.count,
                .row = _fmpz_vec_init((slong)((d.line.count + d.ray.count) * columns)),
                .words = d.words,
                .tight = d.tight};
    for (size_t i = 0; i < c->lines; i++)
        _fmpz_vec_set(c->row + i * columns, rows_at(&d.line, i), (slong)columns);
    for (size_t i = 0; i < c->rays; i++)
        _fmpz_vec_set(c->row + (c->lines + i) * columns, rows_at(&d.ray, i), (slong)columns);
    d.tight = NULL;
    description_clear(&d);
}

void cone_clear(cone *c)
{
    _fmpz_vec_clear(c->row, (slong)((c->lines + c->rays) * c->columns));
    free(c->tight);
}
