// The coordinates in which the volume of a class is a sum of pyramids, and vertices in them.
#include "regions/class_frame.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

void class_frame_init(class_frame *frame, const crease_domain *domain)
{
    const size_t d = domain->dimension;
    *frame = (class_frame){.dimension = d, .is_box = domain->is_box};
    frame->apex = _fmpz_vec_init((slong)(2 * d + 1));
    frame->width = frame->apex + d + 1;
    fmpz *weight = frame->apex + d;
    fmpz_one(weight);
    if (frame->is_box) {
        fmpq *ends = _fmpq_vec_init((slong)(2 * d));
        for (size_t c = 0; c < d; c++) {
            fmpq_set(ends + c, domain->lo + c);
            fmpq_sub(ends + d + c, domain->hi + c, domain->lo + c);
        }
        fmpz *integer = _fmpz_vec_init((slong)(2 * d));
        _fmpq_vec_get_fmpz_vec_fmpz(integer, weight, ends, (slong)(2 * d));
        _fmpz_vec_set(frame->apex, integer, (slong)d);
        _fmpz_vec_set(frame->width, integer + d, (slong)d);
        _fmpz_vec_clear(integer, (slong)(2 * d));
        _fmpq_vec_clear(ends, (slong)(2 * d));
    }
    fmpz_init(frame->divisor);
    fmpz_pow_ui(frame->divisor, weight, d);
    for (size_t k = 2; k <= d; k++)
        fmpz_mul_ui(frame->divisor, frame->divisor, k);
    enum { UNITS = 320 }; // bits of the volume of the box in units
    flint_bitcnt_t bits = fmpz_bits(frame->divisor);
    for (size_t c = 0; c < d; c++)
        bits += fmpz_bits(frame->width + c);
    frame->shift = bits < UNITS ? UNITS - bits : 0;
}

void class_frame_clear(class_frame *frame)
{
    _fmpz_vec_clear(frame->apex, (slong)(2 * frame->dimension + 1));
    fmpz_clear(frame->divisor);
}

void class_points_load(class_points *points, const crease_region *region, const class_frame *frame,
                       const uint64_t *set)
{
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const size_t d = frame->dimension, n = cell->count;
    shared_vertex *const *vertex = region_share(region);
    ASSERT(!points->entries && n > 0);
    points->row = arena_take(&space->cells, n * sizeof *points->row);
    points->weight = arena_take(&space->cells, n * sizeof *points->weight);
    points->size = n * (d + 1);
    points->entries = _fmpz_vec_init((slong)points->size);
    fmpz_init(points->product);
    for (size_t g = 0; g < n; g++) {
        fmpz *row = points->entries + g * (d + 1);
        points->row[g] = row;
        if (!bits_have(set, g))
            continue;
        const fmpz *point = shared_vertex_row(vertex[g], space, cell->generator[g].point);
        for (size_t c = 0; c < d; c++) {
            fmpz_mul(row + c, point + c, frame->apex + d);
            fmpz_submul(row + c, frame->apex + c, point + d);
        }
        fmpz_set(row + d, point + d);
        points->weight[points->count++] = row[d];
    }
}

void class_points_multiply(class_points *points)
{
    _fmpz_vec_prod(points->product, points->weight, (slong)points->count);
}

void class_points_clear(class_points *points)
{
    if (!points->entries)
        return;
    _fmpz_vec_clear(points->entries, (slong)points->size);
    fmpz_clear(points->product);
}
