// What cells with generators have in common: questions are answered at these.
#include "cell/kind.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <string.h>

bool generators_clip(geom_cell *cell, geom_space *space, half_space facet)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    ASSERT(space->columns == space->dimension + 1);
    signed char *sign = arena_take(&space->cells, cell->count);
    bool below = false, above = false;
    for (size_t i = 0; i < cell->count; i++) {
        if (run_poll(space->columns))
            return true;
        sign[i] = (signed char)space_sign(space, facet.plane, cell->generator[i].point);
        space->judge->has_ties |= !sign[i];
        below |= sign[i] < 0 || (i < cell->lines && sign[i]);
        above |= sign[i] > 0 || (i < cell->lines && sign[i]);
    }
    if (!below || !above)
        return facet.side > 0 ? above : below;
    geom_cell half[2];
    uint32_t slots = 0; // all generators get new ones in the end
    cell_split(half, space, cell, sign, facet.plane, &slots);
    *cell = half[facet.side > 0];
    return true;
}

void generators_copy(geom_cell *copy, geom_space *space, const geom_cell *cell)
{
    ASSERT(copy && space && cell);
    *copy = *cell;
    if (cell->in_order)
        return;
    copy->generator = arena_take(&space->cells, cell->count * sizeof *copy->generator);
    for (size_t i = 0; i < cell->count; i++) {
        copy->generator[i] = cell->generator[i];
        copy->generator[i].slot = (uint32_t)i;
    }
    copy->in_order = true;
    copy->corners = NULL; // they live as long as those of the other
}

bool generators_are_bounded(const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    for (size_t i = 0; i < cell->count; i++)
        if (space->point[cell->generator[i].point].infinite)
            return false;
    return true;
}

bool generators_box(box_approx *box, const geom_cell *cell, const geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    if (cell->lines)
        return false;
    double radius = 0, sum = 0;
    size_t d = space->dimension;
    double *low = box->center, *high = box->half;
    for (size_t c = 0; c < d; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
    }
    for (size_t i = 0; i < cell->count; i++) {
        const double *place = space_place(space, cell->generator[i].point);
        if (place[d] == 0)
            return false;
        for (size_t c = 0; c < d; c++) {
            low[c] = place[c] < low[c] ? place[c] : low[c];
            high[c] = place[c] > high[c] ? place[c] : high[c];
        }
        radius = place[d + 1] > radius ? place[d + 1] : radius;
        sum += place[d + 1];
    }
    // If the radius is not finite, the coordinates may be NaN.
    box->radius = sum < INFINITY ? radius : INFINITY;
    for (size_t c = 0; c < d; c++) {
        double center = 0.5 * low[c] + 0.5 * high[c];
        double below = center - low[c], above = high[c] - center;
        box->reach[c] = fmax(fabs(low[c]), fabs(high[c])) + box->radius;
        box->center[c] = center;
        box->half[c] = below > above ? below : above;
    }
    return true;
}

sides generators_sides(const geom_cell *cell, geom_space *space, const cell_form *form,
                       signed char *sign)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    int all = 0, varies = 0; // on a line of the cell: then the form has both signs
    size_t zeros = 0;
    for (size_t i = 0; i < cell->count && (sign || all != (SIGN_BELOW | SIGN_ABOVE)); i++) {
        unsigned char *known = form->memo + cell->generator[i].slot * form->memo_row;
        if (*known == SIGN_OPEN)
            *known = (unsigned char)sign_bits(form->decide(form->data, cell->generator[i].point));
        if (sign)
            sign[i] = (signed char)sign_of_bits(*known);
        zeros += *known == 0;
        all |= *known;
        varies |= i < cell->lines && *known;
    }
    sides on = {varies || all & SIGN_BELOW, varies || all & SIGN_ABOVE, zeros >= space->dimension};
    // Directions cannot distinguish a constant form from zero; a finite generator could.
    if (!on.below && !on.above && cell_is_everything(cell, space))
        on.above = form->constant(form->data) > 0;
    return on;
}

int generators_hold(const geom_cell *cell, geom_space *space, double *form, const fmpz *row)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    bool finite = false, above = false, below = false;
    for (size_t i = 0; i < cell->count && !cell->lines; i++) {
        const uint32_t point = cell->generator[i].point;
        const int infinite = space->point[point].infinite;
        const int sign =
            row ? sign_exact(space->judge, row, space_point_row(space, point), space->columns)
                : space_try(space, form, point);
        if (sign == SIGN_UNKNOWN)
            return 0;
        finite |= !infinite;
        above |= sign > 0 || (sign == 0 && !infinite);
        below |= sign < 0;
    }
    if (cell->lines || !finite || (above && below))
        return 0;
    return above ? 1 : -1;
}

// Without the judge: a check is not a decision.
bool generators_lie_beside(const geom_cell *cell, geom_space *space, const fmpz *row, int side)
{
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    fmpz_t value;
    bool beside = true;
    fmpz_init(value);
    for (size_t i = 0; i < cell->count && beside; i++) {
        const fmpz *point = space_point_row(space, cell->generator[i].point);
        _fmpz_vec_dot(value, row, point, (slong)space->columns);
        beside = fmpz_sgn(value) == side;
    }
    fmpz_clear(value);
    return beside;
}
