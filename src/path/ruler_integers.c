// Lengths from integers: whatever precision is asked for is reached. docs/paths.md, 4.
#include "path/ruler.h"

#include "base/memory.h"

static interval *place_of(ruler *r, uint32_t point)
{
    size_t old = r->places;
    MEMORY_RESERVE(r->place, r->places, (size_t)point + 1);
    for (size_t i = old; i < r->places; i++)
        interval_init(r->place + i, r->precision);
    return r->place + point;
}

void ruler_integers_set(ruler *r, uint32_t point, long t)
{
    interval *place = place_of(r, point);
    mpfr_set_si(place->lo, t, MPFR_RNDD);
    mpfr_set_si(place->hi, t, MPFR_RNDU);
}

void ruler_integers_point(ruler *r, uint32_t point)
{
    interval *place = place_of(r, point);
    const fmpz *row = space_point_row(&r->of->space, point);
    interval_set_fmpz(place, row);
    interval_set_fmpz(r->work, row + 1);
    interval_div(place, place, r->work);
}

static void norm(ruler *r, interval *sum, size_t l)
{
    const walk_layer *map = r->of->maps.layer + l;
    interval *entry = r->work + 1, *scale = r->work + 2;
    walk_maps_need_exact(&r->of->maps, l);
    mpfr_set_zero(sum->lo, 1);
    mpfr_set_zero(sum->hi, 1);
    for (size_t unit = 0; unit < map->rounded->units; unit++) {
        walk_layer_output(r->row, map, unit); // of sigma y
        if (fmpz_is_zero(r->row))
            continue;
        fmpz_abs(r->row, r->row);
        interval_set_fmpz(entry, r->row);
        interval_set_fmpq(scale, map->scaled->sigma + unit);
        interval_div(entry, entry, scale);
        interval_mul(entry, entry, entry);
        interval_add(sum, sum, entry);
    }
    interval_sqrt(sum, sum);
}

void ruler_integers_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi)
{
    interval *length = r->work, *span = r->work + 1;
    norm(r, length, l);
    interval_sub(span, r->place + hi, r->place + lo);
    interval_clip(span);
    interval_mul(length, length, span);
    interval_add(r->length + l, r->length + l, length);
}
