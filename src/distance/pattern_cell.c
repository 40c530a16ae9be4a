// Cells given by the pieces of their first units, and their points nearest to a given one.
#include "distance/pattern_cell.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// ---- borders ----

static bool has_border(unit_border *border, const unit_table *table, size_t unit, size_t piece,
                       size_t index)
{
    if (unit_rows(table, unit) == 1) {
        border->predicate = piece + index - 1;
        border->side = index ? -1 : 1;
        return index ? piece + 1 < unit_pieces(table, unit) : piece > 0;
    }
    bool later = piece > index;
    maxout_rows pair = {later ? index : piece, later ? piece : index};
    if (index == piece)
        return false;
    border->predicate = maxout_predicate(pair, unit_rows(table, unit));
    border->side = later ? 1 : -1;
    return true;
}

bool unit_next_border(unit_border *border, const scaled_layer *layer, size_t unit, size_t piece)
{
    ASSERT(border->side >= -1 && border->side <= 1);
    size_t rank = unit_rows(&layer->unit, unit), most = rank == 1 ? 2 : rank;
    while (border->tried < most)
        if (has_border(border, &layer->unit, unit, piece, border->tried++))
            return true;
    return false;
}

// ---- the network ----

void pattern_cell_init(pattern_cell *cell, const scaled_net *net, size_t hidden)
{
    *cell = (pattern_cell){.inputs = net->dimension};
    branch_init(&cell->branch, net);
    for (size_t l = 1; l <= hidden; l++)
        cell->units += net->layer[l].units;
    cell->place = memory_new(cell->units, sizeof *cell->place);
    size_t k = 0;
    for (size_t l = 1; l <= hidden; l++)
        for (size_t unit = 0; unit < net->layer[l].units; unit++)
            cell->place[k++] = (unit_place){l, unit};
    cell->tight.columns = net->dimension + 1;
}

void pattern_cell_clear(pattern_cell *cell)
{
    _fmpz_vec_clear(cell->room, (slong)(cell->capacity * cell->tight.columns));
    free(cell->place);
    branch_clear(&cell->branch);
}

static const scaled_layer *layer_of(const pattern_cell *cell, size_t k)
{
    return cell->branch.net->layer + cell->place[k].layer;
}

// Brings z of unit k up to date, if those before are.
static void rise_to(pattern_cell *cell, size_t k)
{
    if (cell->place[k].unit == 0)
        branch_rise(&cell->branch, cell->place[k].layer);
}

static void set_piece(pattern_cell *cell, size_t k, uint32_t piece)
{
    cell->branch.pattern[cell->place[k].layer][cell->place[k].unit] = piece;
}

void pattern_cell_visit(pattern_cell *cell, const fmpz *point, const uint32_t *piece)
{
    ASSERT(fmpz_sgn(point + cell->inputs) > 0);
    cell->branch.point = point;
    for (size_t k = 0; k < cell->units; k++) {
        rise_to(cell, k);
        set_piece(cell, k, piece[k]);
    }
}

// The sign of a border's form at the point: positive inside the cell.
static int border_sign(pattern_cell *cell, size_t k, unit_border border)
{
    fmpz_t value;
    fmpz_init(value);
    branch_value(value, &cell->branch, cell->place[k].layer, cell->place[k].unit, border.predicate);
    int sign = fmpz_sgn(value) * border.side;
    fmpz_clear(value);
    return sign;
}

bool pattern_cell_violates(unit_border *border, pattern_cell *cell, size_t k, uint32_t piece)
{
    ASSERT(k < cell->units);
    *border = (unit_border){0};
    while (unit_next_border(border, layer_of(cell, k), cell->place[k].unit, piece))
        if (border_sign(cell, k, *border) < 0)
            return true;
    return false;
}

static void border_row(fmpz *row, pattern_cell *cell, size_t k, unit_border border)
{
    slong columns = (slong)cell->inputs + 1;
    branch_form(row, &cell->branch, cell->place[k].layer, cell->place[k].unit, border.predicate);
    if (border.side < 0)
        _fmpz_vec_neg(row, row, columns);
}

// ---- tight inequalities ----

// The next row of the list, which is one block and moves when it grows.
static fmpz *tight_room(pattern_cell *cell)
{
    size_t columns = cell->tight.columns;
    if (cell->tight.count == cell->capacity) {
        size_t old = cell->capacity;
        cell->capacity = old ? 2 * old : 4;
        cell->room = memory_resize(cell->room, cell->capacity * columns, sizeof *cell->room);
        for (size_t i = old * columns; i < cell->capacity * columns; i++)
            fmpz_init(cell->room + i);
        cell->tight.row = cell->room;
    }
    return cell->room + cell->tight.count * columns;
}

// Adds the borders of unit k on which the point lies; *predicate is the first of them, if any is
// added. Returns 0 if the unit cannot be on this piece: its form is a constant, at the breakpoint,
// and so belongs to the lower one.
static bool collect_tight(pattern_cell *cell, size_t k, uint32_t piece, size_t *predicate)
{
    const scaled_layer *layer = layer_of(cell, k);
    size_t first = cell->tight.count;
    for (unit_border border = {0}; unit_next_border(&border, layer, cell->place[k].unit, piece);) {
        if (border_sign(cell, k, border) != 0)
            continue;
        fmpz *row = tight_room(cell);
        border_row(row, cell, k, border);
        if (_fmpz_vec_is_zero(row, (slong)cell->inputs)) {
            if (border.side > 0)
                return false;
            continue;
        }
        if (cell->tight.count == first)
            *predicate = border.predicate;
        cell->tight.count++;
    }
    return true;
}

// Whether some direction v leads from the point into the interior of all tight inequalities:
// a . v > 0 for each, or equivalently a . v >= 1. For a single inequality v is its own row. Returns
// 0 on cancellation too.
static bool has_interior(pattern_cell *cell)
{
    size_t count = cell->tight.count, columns = cell->tight.columns;
    if (count < 2)
        return true;
    fmpz *origin = _fmpz_vec_init((slong)columns), *inside = _fmpz_vec_init((slong)columns);
    fmpz *row = _fmpz_vec_init((slong)(count * columns));
    fmpz_one(origin + cell->inputs);
    _fmpz_vec_set(row, cell->tight.row, (slong)(count * columns));
    for (size_t i = 0; i < count; i++)
        fmpz_set_si(row + i * columns + cell->inputs, -1);
    nearest_point_rows moved = {row, count, columns};
    bool has_point = nearest_point(inside, origin, cell->inputs, nearest_point_of_rows(&moved));
    _fmpz_vec_clear(origin, (slong)columns);
    _fmpz_vec_clear(inside, (slong)columns);
    _fmpz_vec_clear(row, (slong)(count * columns));
    return has_point;
}

// ---- the nearest point ----

typedef struct {
    pattern_cell *cell;
    const uint32_t *piece;
    size_t fixed;
} fixed_units;

static bool pattern_find_violated(void *data, fmpz *row, const fmpz *point)
{
    const fixed_units *units = data;
    pattern_cell *cell = units->cell;
    cell->branch.point = point;
    for (size_t k = 0; k < units->fixed; k++) {
        unit_border border;
        rise_to(cell, k);
        set_piece(cell, k, units->piece[k]);
        if (pattern_cell_violates(&border, cell, k, units->piece[k])) {
            border_row(row, cell, k, border);
            return true;
        }
    }
    return false;
}

bool pattern_cell_project_closed(fmpz *y, pattern_cell *cell, const fmpz *x, const uint32_t *piece,
                                 size_t fixed)
{
    ASSERT(fixed <= cell->units);
    ASSERT(fmpz_sgn(x + cell->inputs) > 0);
    fixed_units units = {cell, piece, fixed};
    return nearest_point_in_norm(y, x, cell->inputs, cell->norm,
                                 (nearest_point_oracle){&units, pattern_find_violated, NULL});
}

bool pattern_cell_project(fmpz *y, size_t *predicate, pattern_cell *cell, const fmpz *x,
                          const uint32_t *piece, size_t fixed)
{
    ASSERT(fixed >= 1 && fixed <= cell->units);
    ASSERT(fmpz_sgn(x + cell->inputs) > 0);
    if (!pattern_cell_project_closed(y, cell, x, piece, fixed))
        return false;
    // The oracle's last answer was about y, so all values are those of y.
    cell->tight.count = 0;
    for (size_t k = 0; k < fixed; k++)
        if (!collect_tight(cell, k, piece[k], predicate))
            return false;
    return has_interior(cell);
}

// ---- regions ----

// Adds the tight borders of unit k on this piece. Returns 0, and adds none, if the piece is not in
// force anywhere near the point.
static bool try_piece(pattern_cell *cell, size_t k, uint32_t piece, size_t *predicate)
{
    unit_border border;
    if (pattern_cell_violates(&border, cell, k, piece))
        return false;
    size_t before = cell->tight.count;
    if (collect_tight(cell, k, piece, predicate) &&
        (cell->tight.count == before || has_interior(cell)))
        return true;
    cell->tight.count = before;
    return false;
}

bool pattern_cell_complete(pattern_cell *cell, const fmpz *y, uint32_t *piece, size_t fixed,
                           size_t *crossed, size_t *predicate)
{
    ASSERT(fixed <= cell->units);
    ASSERT(fmpz_sgn(y + cell->inputs) > 0);
    cell->branch.point = y;
    cell->tight.count = 0;
    *crossed = cell->units;
    for (size_t k = 0; k < cell->units; k++) {
        size_t border = 0;
        rise_to(cell, k);
        if (k < fixed)
            collect_tight(cell, k, piece[k], &border);
        else
            for (piece[k] = 0; !try_piece(cell, k, piece[k], &border);) {
                if (run_is_cancelled())
                    return false;
                piece[k]++;
                if (piece[k] == unit_pieces(&layer_of(cell, k)->unit, cell->place[k].unit))
                    FATAL("no piece of unit %zu has an interior at the point", k);
            }
        if (*crossed == cell->units && cell->tight.count > 0) {
            *crossed = k;
            *predicate = border;
        }
        set_piece(cell, k, piece[k]);
    }
    return true;
}
