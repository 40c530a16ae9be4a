// Lengths from integers: whatever precision is asked for is reached. docs/trajectory.md, 4.
#include "study/ruler.h"

void ruler_integers_place(ruler *r, interval *t, uint32_t point)
{
    const fmpz *row = space_point_row(&r->of->space, point);
    interval_set_fmpz(t, row);
    interval_set_fmpz(r->work, row + 1);
    interval_div(t, t, r->work);
}

void ruler_integers_norm(ruler *r, interval *norm, size_t l)
{
    const walk_layer *map = r->of->maps.layer + l;
    interval *entry = r->work + 1, *scale = r->work + 2;
    walk_maps_need_exact(&r->of->maps, l);
    mpfr_set_zero(norm->lo, 1);
    mpfr_set_zero(norm->hi, 1);
    for (size_t unit = 0; unit < map->rounded->units; unit++) {
        walk_layer_output(r->row, map, unit); // of sigma y
        if (fmpz_is_zero(r->row))
            continue;
        fmpz_abs(r->row, r->row);
        interval_set_fmpz(entry, r->row);
        interval_set_fmpq(scale, map->scaled->sigma + unit);
        interval_div(entry, entry, scale);
        interval_mul(entry, entry, entry);
        interval_add(norm, norm, entry);
    }
    interval_sqrt(norm, norm);
}
