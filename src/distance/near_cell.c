// Cells given by the pieces of their first units, and their points nearest to a given one.
#include "distance/near_cell.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// ---- borders ----

size_t unit_borders(const scaled_layer *layer)
{
    return layer->rank == 1 ? 2 : layer->rank;
}

int unit_has_border(unit_border *border, const scaled_layer *layer, size_t piece, size_t index)
{
    if (layer->rank == 1) {
        *border = (unit_border){piece + index - 1, index ? -1 : 1};
        return index ? piece + 1 < layer->pieces : piece > 0;
    }
    if (index == piece)
        return 0;
    int later = piece > index;
    maxout_rows pair = {later ? index : piece, later ? piece : index};
    *border = (unit_border){maxout_predicate(pair, layer->rank), later ? 1 : -1};
    return 1;
}

// ---- the network ----

void near_cell_init(near_cell *near, const scaled_net *net, size_t hidden)
{
    *near = (near_cell){.inputs = net->dimension};
    branch_init(&near->at, net);
    for (size_t l = 1; l <= hidden; l++)
        near->units += net->layer[l].units;
    near->place = memory_new(near->units, sizeof *near->place);
    size_t k = 0;
    for (size_t l = 1; l <= hidden; l++)
        for (size_t unit = 0; unit < net->layer[l].units; unit++)
            near->place[k++] = (unit_place){l, unit};
    near->tight.columns = net->dimension + 1;
}

void near_cell_clear(near_cell *near)
{
    _fmpz_vec_clear(near->room, (slong)(near->capacity * near->tight.columns));
    free(near->place);
    branch_clear(&near->at);
}

static const scaled_layer *layer_of(const near_cell *near, size_t k)
{
    return near->at.net->layer + near->place[k].layer;
}

// Brings z of unit k up to date, if those before are.
static void rise_to(near_cell *near, size_t k)
{
    if (near->place[k].unit == 0)
        branch_rise(&near->at, near->place[k].layer);
}

static void set_piece(near_cell *near, size_t k, uint32_t piece)
{
    near->at.pattern[near->place[k].layer][near->place[k].unit] = piece;
}

void near_cell_visit(near_cell *near, const fmpz *point, const uint32_t *piece)
{
    near->at.point = point;
    for (size_t k = 0; k < near->units; k++) {
        rise_to(near, k);
        set_piece(near, k, piece[k]);
    }
}

// The sign of a border's form at the point: positive inside the cell.
static int border_sign(near_cell *near, size_t k, unit_border border)
{
    fmpz_t value;
    fmpz_init(value);
    branch_value(value, &near->at, near->place[k].layer, near->place[k].unit, border.predicate);
    int sign = fmpz_sgn(value) * border.side;
    fmpz_clear(value);
    return sign;
}

static void border_row(fmpz *row, near_cell *near, size_t k, unit_border border)
{
    slong columns = (slong)near->inputs + 1;
    branch_form(row, &near->at, near->place[k].layer, near->place[k].unit, border.predicate);
    if (border.side < 0)
        _fmpz_vec_neg(row, row, columns);
}

// ---- tight inequalities ----

// The next row of the list, which is one block and moves when it grows.
static fmpz *tight_room(near_cell *near)
{
    size_t columns = near->tight.columns;
    if (near->tight.count == near->capacity) {
        size_t old = near->capacity;
        near->capacity = old ? 2 * old : 4;
        near->room = memory_resize(near->room, near->capacity * columns, sizeof *near->room);
        for (size_t i = old * columns; i < near->capacity * columns; i++)
            fmpz_init(near->room + i);
        near->tight.row = near->room;
    }
    return near->room + near->tight.count * columns;
}

// Adds the borders of unit k on which the point lies; *predicate is the first of them, if any is
// added. Returns 0 if the unit cannot be on this piece: its form is a constant, at the breakpoint,
// and so belongs to the lower one.
static int collect_tight(near_cell *near, size_t k, uint32_t piece, size_t *predicate)
{
    const scaled_layer *layer = layer_of(near, k);
    size_t first = near->tight.count;
    for (size_t i = 0; i < unit_borders(layer); i++) {
        unit_border border;
        if (!unit_has_border(&border, layer, piece, i) || border_sign(near, k, border) != 0)
            continue;
        fmpz *row = tight_room(near);
        border_row(row, near, k, border);
        if (_fmpz_vec_is_zero(row, (slong)near->inputs)) {
            if (border.side > 0)
                return 0;
            continue;
        }
        if (near->tight.count == first)
            *predicate = border.predicate;
        near->tight.count++;
    }
    return 1;
}

// Some direction v leads from the point into the interior of all tight inequalities: a . v > 0,
// or as well a . v >= 1. Of one inequality, it is its own row.
static int has_interior(near_cell *near)
{
    size_t count = near->tight.count, columns = near->tight.columns;
    if (count < 2)
        return 1;
    fmpz *origin = _fmpz_vec_init((slong)columns), *inside = _fmpz_vec_init((slong)columns);
    fmpz *row = _fmpz_vec_init((slong)(count * columns));
    fmpz_one(origin + near->inputs);
    _fmpz_vec_set(row, near->tight.row, (slong)(count * columns));
    for (size_t i = 0; i < count; i++)
        fmpz_set_si(row + i * columns + near->inputs, -1);
    project_rows moved = {row, count, columns};
    int found = project(inside, origin, near->inputs, project_onto_rows(&moved));
    _fmpz_vec_clear(origin, (slong)columns);
    _fmpz_vec_clear(inside, (slong)columns);
    _fmpz_vec_clear(row, (slong)(count * columns));
    return found;
}

// ---- the nearest point ----

typedef struct {
    near_cell *near;
    const uint32_t *piece;
    size_t fixed;
} fixed_units;

static int find_violated(void *data, fmpz *row, const fmpz *point)
{
    const fixed_units *cell = data;
    near_cell *near = cell->near;
    near->at.point = point;
    for (size_t k = 0; k < cell->fixed; k++) {
        const scaled_layer *layer = layer_of(near, k);
        rise_to(near, k);
        set_piece(near, k, cell->piece[k]);
        for (size_t i = 0; i < unit_borders(layer); i++) {
            unit_border border;
            if (!unit_has_border(&border, layer, cell->piece[k], i) ||
                border_sign(near, k, border) >= 0)
                continue;
            border_row(row, near, k, border);
            return 1;
        }
    }
    return 0;
}

int near_cell_project(fmpz *y, size_t *predicate, near_cell *near, const fmpz *x,
                      const uint32_t *piece, size_t fixed)
{
    fixed_units cell = {near, piece, fixed};
    if (!project(y, x, near->inputs, (project_oracle){&cell, find_violated}))
        return 0;
    // The oracle's last answer was about y, so all values are those of y.
    near->tight.count = 0;
    for (size_t k = 0; k < fixed; k++)
        if (!collect_tight(near, k, piece[k], predicate))
            return 0;
    return has_interior(near);
}

// ---- regions ----

// Adds the tight borders of unit k on this piece. Returns 0, and adds none, if the piece is not in
// force anywhere near the point.
static int try_piece(near_cell *near, size_t k, uint32_t piece, size_t *predicate)
{
    const scaled_layer *layer = layer_of(near, k);
    for (size_t i = 0; i < unit_borders(layer); i++) {
        unit_border border;
        if (unit_has_border(&border, layer, piece, i) && border_sign(near, k, border) < 0)
            return 0;
    }
    size_t before = near->tight.count;
    if (collect_tight(near, k, piece, predicate) &&
        (near->tight.count == before || has_interior(near)))
        return 1;
    near->tight.count = before;
    return 0;
}

void near_cell_complete(near_cell *near, const fmpz *y, uint32_t *piece, size_t fixed,
                        size_t *crossed, size_t *predicate)
{
    near->at.point = y;
    near->tight.count = 0;
    *crossed = near->units;
    for (size_t k = 0; k < near->units; k++) {
        size_t found = 0;
        rise_to(near, k);
        if (k < fixed)
            collect_tight(near, k, piece[k], &found);
        else
            for (piece[k] = 0; !try_piece(near, k, piece[k], &found);) {
                piece[k]++;
                if (piece[k] == layer_of(near, k)->pieces)
                    abort(); // the pieces cover the cell, which has an interior at y
            }
        if (*crossed == near->units && near->tight.count > 0) {
            *crossed = k;
            *predicate = found;
        }
        set_piece(near, k, piece[k]);
    }
}
