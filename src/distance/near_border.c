// The nearest border of the region that a point lies in.
//
// The region is the intersection of half-spaces with x inside, so the nearest of their
// hyperplanes is reached in a point of the region (docs/distance.md, 1): facets need not be known.
#include "distance/near_border.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

void near_border_init(near_border *border, size_t columns)
{
    *border = (near_border){.columns = columns, .row = _fmpz_vec_init((slong)columns)};
    fmpq_init(border->square);
}

void near_border_clear(near_border *border)
{
    _fmpz_vec_clear(border->row, (slong)border->columns);
    fmpq_clear(border->square);
}

typedef struct {
    size_t k, predicate;
    ball distance;
} candidate;

typedef struct {
    candidate *item;
    size_t count, capacity;
} candidate_list;

// All borders, with what doubles say of them.
static void list_all(candidate_list *list, near_planes *planes, const uint32_t *piece)
{
    const near_cell *near = planes->near;
    for (size_t k = 0; k < near->units; k++) {
        const scaled_layer *layer = near->at.net->layer + near->place[k].layer;
        for (size_t i = 0; i < unit_borders(layer); i++) {
            unit_border border;
            if (!unit_has_border(&border, layer, piece[k], i))
                continue;
            candidate found = {k, border.predicate, {{0, 0}, HUGE_VAL}};
            if (planes->maps)
                found.distance = near_plane_distance(planes, k, border.predicate);
            MEMORY_RESERVE(list->item, list->capacity, list->count + 1);
            list->item[list->count++] = found;
        }
    }
}

int near_border_find(near_border *border, near_planes *planes, const uint32_t *piece)
{
    candidate_list list = {0};
    double least = HUGE_VAL; // the smallest distance is at most this
    int any = 0;
    fmpq_t square;
    fmpz *row = _fmpz_vec_init((slong)border->columns);
    fmpq_init(square);
    list_all(&list, planes, piece);
    for (size_t i = 0; i < list.count; i++)
        least = fmin(least, ball_high(list.item[i].distance));
    for (size_t i = 0; i < list.count; i++) {
        const candidate *c = list.item + i;
        if (ball_low(c->distance) > least ||
            !near_plane_square(square, row, planes, c->k, c->predicate) ||
            (any && fmpq_cmp(square, border->square) >= 0))
            continue;
        any = 1;
        border->k = c->k;
        border->predicate = c->predicate;
        fmpq_swap(square, border->square);
        _fmpz_vec_swap(row, border->row, (slong)border->columns);
    }
    fmpq_clear(square);
    _fmpz_vec_clear(row, (slong)border->columns);
    free(list.item);
    return any;
}

// x - (a . x + c) a / |a|^2
void near_border_foot(fmpz *foot, const near_border *border, const fmpz *x)
{
    slong d = (slong)border->columns - 1;
    fmpz_t value, norm;
    fmpz_init(value);
    fmpz_init(norm);
    _fmpz_vec_dot(value, border->row, x, d + 1);
    _fmpz_vec_dot(norm, border->row, border->row, d);
    _fmpz_vec_scalar_mul_fmpz(foot, x, d + 1, norm);
    _fmpz_vec_scalar_submul_fmpz(foot, border->row, d, value);
    fmpz_clear(value);
    fmpz_clear(norm);
}
