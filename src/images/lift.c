// A cell mapped onto its image, and a flat part of the cell that is mapped onto all of it.
#include "images/lift.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "exact/rows.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

image_source shape_source(const cone *shape, fmpz *facet, size_t facets)
{
    const size_t columns = shape->columns, count = 2 * shape->lines + shape->rays;
    image_source source = {.dimension = columns - 1,
                           .count = count,
                           .rays = 2 * shape->lines,
                           .generator = _fmpz_vec_init((slong)(count * columns)),
                           .facet = facet,
                           .facets = facets};
    fmpz *generator = source.generator;
    for (size_t g = 0; g < shape->lines; g++, generator += 2 * columns) {
        _fmpz_vec_set(generator, shape->row + g * columns, (slong)columns);
        _fmpz_vec_neg(generator + columns, shape->row + g * columns, (slong)columns);
    }
    for (size_t g = 0; g < shape->rays; g++, generator += columns) {
        _fmpz_vec_set(generator, cone_ray(shape, g), (slong)columns);
        source.rays += (size_t)fmpz_is_zero(generator + columns - 1);
    }
    return source;
}

// pushed = the image of a generator, without common factor.
static void push_forward(fmpz *pushed, const fmpz *generator, const image_lift *lift)
{
    const size_t columns = lift->dimension + 1;
    fmpq *sum = _fmpq_vec_init((slong)lift->image + 1);
    fmpz_t denominator;
    fmpz_init(denominator);
    for (size_t k = 0; k < lift->image; k++)
        for (size_t c = 0; c < columns; c++) {
            fmpq_t term;
            fmpq_init(term);
            fmpq_mul_fmpz(term, lift->coordinate + k * columns + c, generator + c);
            fmpq_add(sum + k, sum + k, term);
            fmpq_clear(term);
        }
    fmpq_set_fmpz(sum + lift->image, generator + lift->dimension);
    _fmpq_vec_get_fmpz_vec_fmpz(pushed, denominator, sum, (slong)lift->image + 1);
    row_primitive(pushed, pushed, lift->image + 1);
    fmpz_clear(denominator);
    _fmpq_vec_clear(sum, (slong)lift->image + 1);
}

// The generator that is mapped to another and is the least in a direction, which depends on `turn`.
static size_t preimage(const fmpz *target, const cone *shape, const fmpz *pushed,
                       const image_lift *lift, size_t turn)
{
    const size_t columns = shape->columns, d = lift->dimension;
    size_t best = shape->rays;
    fmpz *value = _fmpz_vec_init((slong)columns + 2), *order = value + 2;
    fmpz_t difference;
    fmpz_init(difference);
    for (size_t c = 0; c < d; c++)
        fmpz_set_ui(order + c, 1 + (c + 3) * (turn + 1) * (7 * c + 5 * turn + 2) % 31);
    for (size_t g = 0; g < shape->rays; g++) {
        if (!_fmpz_vec_equal(pushed + g * (lift->image + 1), target, (slong)lift->image + 1))
            continue;
        _fmpz_vec_dot(value, order, cone_ray(shape, g), (slong)columns);
        if (best < shape->rays)
            fmpz_fmms(difference, value, cone_ray(shape, best) + d, value + 1,
                      cone_ray(shape, g) + d);
        if (best < shape->rays && fmpz_sgn(difference) >= 0)
            continue;
        best = g;
        fmpz_swap(value, value + 1);
    }
    fmpz_clear(difference);
    _fmpz_vec_clear(value, (slong)columns + 2);
    return best;
}

// Chooses a preimage of each of the image's generators. Returns whether they span a flat part.
static bool find_part(image_lift *lift, const image *target, const cone *shape, const fmpz *pushed,
                      size_t turn)
{
    const size_t columns = shape->columns, wanted = lift->dimension - lift->image;
    fmpz_mat_t lifts, kernel;
    bool has_part = true;
    fmpz_mat_init(lifts, (slong)target->count, (slong)columns);
    fmpz_mat_init(kernel, (slong)columns, (slong)columns);
    for (size_t i = 0; i < target->count && has_part; i++) {
        const size_t g =
            preimage(target->generator + i * (lift->image + 1), shape, pushed, lift, turn);
        has_part = g < shape->rays;
        if (has_part)
            _fmpz_vec_set(fmpz_mat_entry(lifts, (slong)i, 0), cone_ray(shape, g), (slong)columns);
    }
    has_part = has_part && (size_t)fmpz_mat_nullspace(kernel, lifts) == wanted;
    for (size_t k = 0; k < wanted && has_part; k++) {
        fmpz *row = lift->rest + k * columns;
        for (size_t c = 0; c < columns; c++)
            fmpz_set(row + c, fmpz_mat_entry(kernel, (slong)c, (slong)k));
        row_primitive(row, row, columns);
    }
    fmpz_mat_clear(lifts);
    fmpz_mat_clear(kernel);
    return has_part;
}

static bool find_any_part(image_lift *lift, const image *target, const cone *shape)
{
    enum { TURNS = 4 };
    const size_t width = lift->image + 1;
    bool has_part = false;
    if (target->lines)
        return false;
    fmpz *pushed = _fmpz_vec_init((slong)(shape->rays * width));
    for (size_t g = 0; g < shape->rays; g++)
        push_forward(pushed + g * width, cone_ray(shape, g), lift);
    for (size_t turn = 0; turn < TURNS && !has_part; turn++)
        has_part = find_part(lift, target, shape, pushed, turn);
    _fmpz_vec_clear(pushed, (slong)(shape->rays * width));
    return has_part;
}

static void become_cell(image *target, const fmpq *map, const cone *shape)
{
    const size_t columns = shape->columns, count = shape->lines + shape->rays;
    const size_t inputs = target->rows;
    image_clear(target);
    *target = (image){.rows = inputs,
                      .dimension = columns - 1,
                      .pivot = memory_new(columns, sizeof *target->pivot),
                      .hull = _fmpq_vec_init((slong)(inputs * columns)),
                      .lines = shape->lines,
                      .count = count,
                      .generator = _fmpz_vec_init((slong)(count * columns))};
    rational_copy(target->hull, map, inputs * columns);
    _fmpz_vec_set(target->generator, shape->row, (slong)(count * columns));
    for (size_t g = 0; g < count; g++)
        target->rays += (size_t)fmpz_is_zero(target->generator + g * columns + columns - 1);
}

void lift_init(image_lift *lift, image *target, const fmpq *map, const cone *shape)
{
    ASSERT(shape->columns > 1);
    const size_t columns = shape->columns, d = columns - 1;
    *lift = (image_lift){.dimension = d,
                         .image = target->dimension,
                         .coordinate = _fmpq_vec_init((slong)(d * columns)),
                         .rest = _fmpz_vec_init((slong)(d * columns))};
    for (size_t k = 0; k < target->dimension; k++)
        rational_copy(lift->coordinate + k * columns, map + target->pivot[k] * columns, columns);
    if (target->dimension == d || find_any_part(lift, target, shape))
        return;
    become_cell(target, map, shape);
    lift->image = d;
    for (size_t k = 0; k < d * columns; k++)
        fmpq_zero(lift->coordinate + k);
    for (size_t k = 0; k < d; k++)
        fmpq_one(lift->coordinate + k * columns + k);
}

void lift_clear(image_lift *lift)
{
    const size_t entries = lift->dimension * (lift->dimension + 1);
    _fmpq_vec_clear(lift->coordinate, (slong)entries);
    _fmpz_vec_clear(lift->rest, (slong)entries);
}

void lift_coordinate(fmpz *row, const image_lift *lift, size_t k)
{
    ASSERT(k < lift->image);
    const slong columns = (slong)lift->dimension + 1;
    fmpz_t denominator;
    fmpz_init(denominator);
    _fmpq_vec_get_fmpz_vec_fmpz(row, denominator, lift->coordinate + (slong)k * columns, columns);
    fmpz_clear(denominator);
}

void lift_form(fmpz *row, const fmpq *form, const image_lift *lift)
{
    const size_t columns = lift->dimension + 1;
    fmpq *sum = _fmpq_vec_init((slong)columns);
    fmpz_t denominator;
    fmpz_init(denominator);
    fmpq_set(sum + lift->dimension, form + lift->image);
    for (size_t k = 0; k < lift->image; k++)
        for (size_t c = 0; c < columns; c++)
            fmpq_addmul(sum + c, form + k, lift->coordinate + k * columns + c);
    _fmpq_vec_get_fmpz_vec_fmpz(row, denominator, sum, (slong)columns);
    fmpz_clear(denominator);
    _fmpq_vec_clear(sum, (slong)columns);
}
