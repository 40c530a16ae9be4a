// A cell mapped onto its image, and a flat part of the cell that is mapped onto all of it.
#include "images/lift.h"

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
    fmpz *to = source.generator;
    for (size_t g = 0; g < shape->lines; g++, to += 2 * columns) {
        _fmpz_vec_set(to, shape->row + g * columns, (slong)columns);
        _fmpz_vec_neg(to + columns, shape->row + g * columns, (slong)columns);
    }
    for (size_t g = 0; g < shape->rays; g++, to += columns) {
        _fmpz_vec_set(to, cone_ray(shape, g), (slong)columns);
        source.rays += (size_t)fmpz_is_zero(to + columns - 1);
    }
    return source;
}

// to = the image of a generator, without common factor.
static void push_forward(fmpz *to, const fmpz *generator, const image_lift *lift)
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
    _fmpq_vec_get_fmpz_vec_fmpz(to, denominator, sum, (slong)lift->image + 1);
    row_primitive(to, to, lift->image + 1);
    fmpz_clear(denominator);
    _fmpq_vec_clear(sum, (slong)lift->image + 1);
}

// The generator that is mapped to another and is the least in a direction, which depends on `turn`.
static size_t preimage(const fmpz *of, const cone *shape, const fmpz *pushed,
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
        if (!_fmpz_vec_equal(pushed + g * (lift->image + 1), of, (slong)lift->image + 1))
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
static int find_part(image_lift *lift, const image *made, const cone *shape, const fmpz *pushed,
                     size_t turn)
{
    const size_t columns = shape->columns, wanted = lift->dimension - lift->image;
    fmpz_mat_t lifts, kernel;
    int found = 1;
    fmpz_mat_init(lifts, (slong)made->count, (slong)columns);
    fmpz_mat_init(kernel, (slong)columns, (slong)columns);
    for (size_t i = 0; i < made->count && found; i++) {
        const size_t g =
            preimage(made->generator + i * (lift->image + 1), shape, pushed, lift, turn);
        found = g < shape->rays;
        if (found)
            _fmpz_vec_set(fmpz_mat_entry(lifts, (slong)i, 0), cone_ray(shape, g), (slong)columns);
    }
    found = found && (size_t)fmpz_mat_nullspace(kernel, lifts) == wanted;
    for (size_t k = 0; k < wanted && found; k++) {
        fmpz *row = lift->rest + k * columns;
        for (size_t c = 0; c < columns; c++)
            fmpz_set(row + c, fmpz_mat_entry(kernel, (slong)c, (slong)k));
        row_primitive(row, row, columns);
    }
    fmpz_mat_clear(lifts);
    fmpz_mat_clear(kernel);
    return found;
}

static int find_any_part(image_lift *lift, const image *made, const cone *shape)
{
    enum { TURNS = 4 };
    const size_t width = lift->image + 1;
    int found = 0;
    if (made->lines)
        return 0;
    fmpz *pushed = _fmpz_vec_init((slong)(shape->rays * width));
    for (size_t g = 0; g < shape->rays; g++)
        push_forward(pushed + g * width, cone_ray(shape, g), lift);
    for (size_t turn = 0; turn < TURNS && !found; turn++)
        found = find_part(lift, made, shape, pushed, turn);
    _fmpz_vec_clear(pushed, (slong)(shape->rays * width));
    return found;
}

static void become_cell(image *made, const fmpq *map, const cone *shape)
{
    const size_t columns = shape->columns, count = shape->lines + shape->rays;
    const size_t inputs = made->rows;
    image_clear(made);
    *made = (image){.rows = inputs,
                    .dimension = columns - 1,
                    .pivot = memory_new(columns, sizeof *made->pivot),
                    .hull = _fmpq_vec_init((slong)(inputs * columns)),
                    .lines = shape->lines,
                    .count = count,
                    .generator = _fmpz_vec_init((slong)(count * columns))};
    rational_copy(made->hull, map, inputs * columns);
    _fmpz_vec_set(made->generator, shape->row, (slong)(count * columns));
    for (size_t g = 0; g < count; g++)
        made->rays += (size_t)fmpz_is_zero(made->generator + g * columns + columns - 1);
}

void lift_init(image_lift *lift, image *made, const fmpq *map, const cone *shape)
{
    const size_t columns = shape->columns, d = columns - 1;
    *lift = (image_lift){.dimension = d,
                         .image = made->dimension,
                         .coordinate = _fmpq_vec_init((slong)(d * columns)),
                         .rest = _fmpz_vec_init((slong)(d * columns))};
    for (size_t k = 0; k < made->dimension; k++)
        rational_copy(lift->coordinate + k * columns, map + made->pivot[k] * columns, columns);
    if (made->dimension == d || find_any_part(lift, made, shape))
        return;
    become_cell(made, map, shape);
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
