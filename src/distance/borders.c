// How far a point is from the borders of the region it lies in, and of other regions.
#include "distance/borders.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void borders_init(borders *planes, pattern_cell *cell, rounded_net *rounded)
{
    *planes = (borders){.cell = cell};
    planes->row = _fmpz_vec_init((slong)cell->inputs + 1);
    planes->direction = _fmpz_vec_init((slong)cell->inputs);
    if (!rounded)
        return;
    planes->maps = memory_new(1, sizeof *planes->maps);
    walk_maps_init(planes->maps, rounded, CREASE_FILTERED);
    planes->form = memory_new(2 * (cell->inputs + 1), sizeof *planes->form);
}

void borders_clear(borders *planes)
{
    _fmpz_vec_clear(planes->row, (slong)planes->cell->inputs + 1);
    _fmpz_vec_clear(planes->direction, (slong)planes->cell->inputs);
    if (planes->maps)
        walk_maps_clear(planes->maps);
    free(planes->maps);
    free(planes->form);
}

void borders_enter(borders *planes, const fmpz *x, const uint32_t *piece)
{
    ASSERT(fmpz_sgn(x + planes->cell->inputs) > 0);
    pattern_cell *cell = planes->cell;
    planes->x = x;
    pattern_cell_visit(cell, x, piece);
    size_t hidden = cell->units ? cell->place[cell->units - 1].layer : 0;
    for (size_t l = 1; l <= hidden && planes->maps; l++) {
        size_t units = cell->branch.net->layer[l].units;
        memcpy(planes->maps->layer[l].pattern, cell->branch.pattern[l], units * sizeof(uint32_t));
        walk_maps_sync(planes->maps, l);
    }
}

// The vector of norm 1 along which the form of a row rises most, and how much it does; both in the
// Euclidean norm times the norm of the row.
static void find_steepest(fmpz *direction, fmpz_t rise, const fmpz *row, slong d, crease_norm norm)
{
    slong most = 0;
    for (slong i = 0; i < d; i++) {
        fmpz_set_si(direction + i, norm == CREASE_NORM_MAX ? fmpz_sgn(row + i) : 0);
        if (fmpz_cmpabs(row + i, row + most) > 0)
            most = i;
    }
    if (norm == CREASE_NORM_1)
        fmpz_set_si(direction + most, fmpz_sgn(row + most));
    if (norm == CREASE_NORM_2)
        _fmpz_vec_set(direction, row, d);
    _fmpz_vec_dot(rise, direction, row, d);
}

bool border_square(fmpq_t square, fmpz *row, borders *planes, size_t k, size_t predicate)
{
    ASSERT(k < planes->cell->units);
    const slong n = (slong)planes->cell->inputs;
    const unit_place place = planes->cell->place[k];
    const crease_norm norm = planes->cell->norm;
    branch_form(row, &planes->cell->branch, place.layer, place.unit, predicate);
    if (_fmpz_vec_is_zero(row, n))
        return false;
    fmpz_t value, rise;
    fmpz_init(value);
    fmpz_init(rise);
    branch_value(value, &planes->cell->branch, place.layer, place.unit, predicate);
    fmpz_mul(value, value, value);
    find_steepest(planes->direction, rise, row, n, norm);
    if (norm != CREASE_NORM_2)
        fmpz_mul(rise, rise, rise);
    fmpz_mul(rise, rise, planes->x + n);
    fmpz_mul(rise, rise, planes->x + n);
    fmpq_set_fmpz_frac(square, value, rise);
    fmpz_clear(value);
    fmpz_clear(rise);
    return true;
}

ball border_distance(borders *planes, size_t k, size_t predicate)
{
    ASSERT(planes->maps && k < planes->cell->units);
    pattern_cell *cell = planes->cell;
    unit_place place = cell->place[k];
    const scaled_layer *layer = cell->branch.net->layer + place.layer;
    fmpz_t value;
    fmpz_init(value);
    branch_value(value, &cell->branch, place.layer, place.unit, predicate);
    walk_layer_approx(planes->form, planes->maps->layer + place.layer, place.unit, predicate);
    ball distance = filter_distance(value, planes->x + cell->inputs, layer->tau + place.unit,
                                    planes->form, cell->inputs, cell->norm);
    fmpz_clear(value);
    return distance;
}

bool border_bound(fmpq_t square, borders *planes, size_t k, uint32_t piece)
{
    ASSERT(k < planes->cell->units);
    unit_border separating; // of the other piece, with those entered of the units before
    fmpq_zero(square);
    if (!pattern_cell_violates(&separating, planes->cell, k, piece))
        return true;
    if (!planes->maps)
        return border_square(square, planes->row, planes, k, separating.predicate);
    double low = ball_low(border_distance(planes, k, separating.predicate));
    rational_set_double(square, low > 0 ? low : 0);
    fmpq_mul(square, square, square);
    return true;
}

// ---- The nearest border of the region that x lies in ----
//
// The region is the intersection of half-spaces with x inside, so the nearest of their
// hyperplanes is reached in a point of the region (distance.md, 1): facets need not be known.

typedef struct {
    size_t k, predicate;
    ball distance;
} candidate;

typedef struct {
    candidate *item;
    size_t count, capacity;
} candidate_list;

// All borders, with what doubles say of them.
static void list_all(candidate_list *list, borders *planes, const uint32_t *piece)
{
    const pattern_cell *cell = planes->cell;
    for (size_t k = 0; k < cell->units; k++) {
        const scaled_layer *layer = cell->branch.net->layer + cell->place[k].layer;
        size_t unit = cell->place[k].unit;
        for (unit_border border = {0}; unit_next_border(&border, layer, unit, piece[k]);) {
            candidate item = {k, border.predicate, {{0, 0}, HUGE_VAL}};
            if (planes->maps)
                item.distance = border_distance(planes, k, border.predicate);
            MEMORY_RESERVE(list->item, list->capacity, list->count + 1);
            list->item[list->count++] = item;
        }
    }
}

// x - (a . x + c) v / (a . v), v the steepest direction.
static void set_foot(fmpz *foot, const borders *planes)
{
    const slong d = (slong)planes->cell->inputs;
    fmpz_t value, rise;
    fmpz_init(value);
    fmpz_init(rise);
    _fmpz_vec_dot(value, planes->row, planes->x, d + 1);
    find_steepest(planes->direction, rise, planes->row, d, planes->cell->norm);
    _fmpz_vec_scalar_mul_fmpz(foot, planes->x, d + 1, rise);
    _fmpz_vec_scalar_submul_fmpz(foot, planes->direction, d, value);
    fmpz_clear(value);
    fmpz_clear(rise);
}

bool borders_nearest(fmpq_t square, fmpz *foot, size_t *k, size_t *predicate, borders *planes,
                     const uint32_t *piece)
{
    candidate_list list = {0};
    double least = HUGE_VAL; // the smallest distance is at most this
    bool any = false;
    fmpq_t one;
    fmpq_init(one);
    list_all(&list, planes, piece);
    for (size_t i = 0; i < list.count; i++)
        least = fmin(least, ball_high(list.item[i].distance));
    for (size_t i = 0; i < list.count; i++) {
        const candidate *c = list.item + i;
        if (ball_low(c->distance) > least ||
            !border_square(one, planes->row, planes, c->k, c->predicate) ||
            (any && fmpq_cmp(one, square) >= 0))
            continue;
        any = true;
        *k = c->k;
        *predicate = c->predicate;
        fmpq_swap(one, square);
        set_foot(foot, planes);
    }
    fmpq_clear(one);
    free(list.item);
    return any;
}
