// How far a point is from the borders of the region it lies in, and of other regions.
#include "distance/near_planes.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

void near_planes_init(near_planes *planes, near_cell *near, const crease_net *net,
                      rounded_net *rounded)
{
    *planes = (near_planes){.near = near};
    planes->row = _fmpz_vec_init((slong)near->inputs + 1);
    if (!rounded)
        return;
    planes->maps = memory_new(1, sizeof *planes->maps);
    walk_maps_init(planes->maps, net, rounded, CREASE_FILTERED);
    planes->form = memory_new(2 * (near->inputs + 1), sizeof *planes->form);
}

void near_planes_clear(near_planes *planes)
{
    _fmpz_vec_clear(planes->row, (slong)planes->near->inputs + 1);
    if (planes->maps)
        walk_maps_clear(planes->maps);
    free(planes->maps);
    free(planes->form);
}

void near_planes_enter(near_planes *planes, const fmpz *x, const uint32_t *piece)
{
    near_cell *near = planes->near;
    planes->x = x;
    near_cell_visit(near, x, piece);
    size_t hidden = near->units ? near->place[near->units - 1].layer : 0;
    for (size_t l = 1; l <= hidden && planes->maps; l++) {
        size_t units = near->at.net->layer[l].units;
        memcpy(planes->maps->layer[l].pattern, near->at.pattern[l], units * sizeof(uint32_t));
        walk_maps_sync(planes->maps, l);
    }
}

int near_plane_square(fmpq_t square, fmpz *row, near_planes *planes, size_t k, size_t predicate)
{
    slong n = (slong)planes->near->inputs;
    unit_place place = planes->near->place[k];
    branch_form(row, &planes->near->at, place.layer, place.unit, predicate);
    if (_fmpz_vec_is_zero(row, n))
        return 0;
    fmpz_t value, norm;
    fmpz_init(value);
    fmpz_init(norm);
    branch_value(value, &planes->near->at, place.layer, place.unit, predicate);
    fmpz_mul(value, value, value);
    _fmpz_vec_dot(norm, row, row, n);
    fmpz_mul(norm, norm, planes->x + n);
    fmpz_mul(norm, norm, planes->x + n);
    fmpq_set_fmpz_frac(square, value, norm);
    fmpz_clear(value);
    fmpz_clear(norm);
    return 1;
}

ball near_plane_distance(near_planes *planes, size_t k, size_t predicate)
{
    near_cell *near = planes->near;
    unit_place place = near->place[k];
    const scaled_layer *layer = near->at.net->layer + place.layer;
    fmpz_t value;
    fmpz_init(value);
    branch_value(value, &near->at, place.layer, place.unit, predicate);
    walk_layer_approx(planes->form, planes->maps->layer + place.layer, place.unit, predicate);
    ball distance = filter_distance(value, planes->x + near->inputs, layer->tau + place.unit,
                                    planes->form, near->inputs);
    fmpz_clear(value);
    return distance;
}

// A border of the other piece that x violates, with the pieces entered of the units before.
static int find_separating(near_planes *planes, size_t k, uint32_t piece, size_t *predicate)
{
    near_cell *near = planes->near;
    unit_place place = near->place[k];
    const scaled_layer *layer = near->at.net->layer + place.layer;
    int found = 0;
    fmpz_t value;
    fmpz_init(value);
    for (size_t i = 0; i < unit_borders(layer) && !found; i++) {
        unit_border border;
        if (!unit_has_border(&border, layer, piece, i))
            continue;
        branch_value(value, &near->at, place.layer, place.unit, border.predicate);
        found = fmpz_sgn(value) * border.side < 0;
        *predicate = border.predicate;
    }
    fmpz_clear(value);
    return found;
}

int near_plane_bound(fmpq_t square, near_planes *planes, size_t k, uint32_t piece)
{
    size_t predicate;
    fmpq_zero(square);
    if (!find_separating(planes, k, piece, &predicate))
        return 1;
    if (!planes->maps)
        return near_plane_square(square, planes->row, planes, k, predicate);
    double low = ball_low(near_plane_distance(planes, k, predicate));
    rational_set_double(square, low > 0 ? low : 0);
    fmpq_mul(square, square, square);
    return 1;
}
