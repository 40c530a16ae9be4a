// How often pre-activations change their sign along a path.
#include "path/sign_changes.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

enum { COLUMNS = 2, NO_SIGN = UINT32_MAX };

// Finds the piece around 0 of each kind of units with breakpoints, and whether 0 is inside it.
static void init_layer(layer_signs *signs, const net_layer *layer)
{
    fmpq_t zero;
    fmpq_init(zero);
    signs->around = memory_new(layer->kinds, sizeof *signs->around);
    signs->inside = memory_new(layer->kinds, sizeof *signs->inside);
    signs->first = memory_new(layer->units, sizeof *signs->first);
    signs->last = memory_new(layer->units, sizeof *signs->last);
    for (size_t k = 0; k < layer->kinds; k++) {
        const activation *act = layer->act + k;
        size_t breakpoints = activation_breakpoints(act);
        signs->around[k] = NO_SIGN;
        if (!breakpoints)
            continue;
        size_t piece = activation_piece(act, zero);
        signs->around[k] = (uint32_t)piece;
        signs->inside[k] = piece == breakpoints || !fmpq_is_zero(act->breakpoint + piece);
        signs->any_inside |= signs->inside[k];
    }
    fmpq_clear(zero);
}

void sign_changes_init(sign_changes *c, const crease_net *net)
{
    *c = (sign_changes){net, memory_new(net->layers + 1, sizeof *c->layer)};
    for (size_t l = 1; l <= net->layers; l++)
        init_layer(c->layer + l, net->layer + l - 1);
}

void sign_changes_clear(sign_changes *c)
{
    for (size_t l = 1; l <= c->net->layers; l++) {
        free(c->layer[l].around);
        free(c->layer[l].inside);
        free(c->layer[l].first);
        free(c->layer[l].last);
    }
    free(c->layer);
}

// The sign of the pre-activation of a unit of one row at a point.
static int preactivation_sign(walk_maps *maps, geom_space *space, size_t l, size_t unit,
                              uint32_t point)
{
    const walk_layer *map = maps->layer + l;
    if (maps->arith != CREASE_EXACT) {
        const rounded_layer *net = map->rounded;
        size_t row = net->source[net->unit.piece[unit]];
        double form[2 * COLUMNS];
        for (size_t i = 0; i < COLUMNS; i++) {
            form[i] = map->view.entry[i * net->stride + row];
            form[COLUMNS + i] = map->view.bound[i];
        }
        int sign = sign_try_point(space->judge, form, space_place(space, point), COLUMNS - 1);
        if (sign != SIGN_UNKNOWN)
            return sign;
    }
    const integer_map *integers = &map->integers;
    fmpz *row = _fmpz_vec_init(COLUMNS);
    walk_maps_need_unit(maps, l, unit);
    integer_map_unpack(row, integers, rows_at(&integers->rows, integers->net->unit.row[unit]));
    int sign = sign_exact(space->judge, row, space_point_row(space, point), COLUMNS);
    _fmpz_vec_clear(row, COLUMNS);
    return sign;
}

// Whether z > 0 where the interval begins, and where it ends.
typedef struct {
    signed char start, end;
} sides;

static sides preactivation_sides(const sign_changes *c, walk_maps *maps, geom_space *space,
                                 size_t l, size_t unit, const uint32_t ends[2])
{
    uint32_t kind = c->net->layer[l - 1].unit.kind[unit], piece = maps->layer[l].pattern[unit];
    uint32_t around = c->layer[l].around[kind];
    if (piece != around || !c->layer[l].inside[kind])
        return (sides){piece > around, piece > around};
    const int start = preactivation_sign(maps, space, l, unit, ends[0]),
              end = preactivation_sign(maps, space, l, unit, ends[1]);
    return (sides){(start ? start : end) > 0, (end ? end : start) > 0};
}

void sign_changes_interval(sign_changes *c, walk_maps *maps, geom_space *space, size_t l,
                           const uint32_t ends[2])
{
    ASSERT(space->dimension == 1);
    ASSERT(l >= 1 && l < maps->layers);
    ASSERT(ends[0] < space->point_rows.count && ends[1] < space->point_rows.count);
    const net_layer *layer = c->net->layer + l - 1;
    layer_signs *signs = c->layer + l;
    for (size_t unit = 0; unit < layer->units; unit++) {
        if (signs->around[layer->unit.kind[unit]] == NO_SIGN)
            continue;
        sides now = preactivation_sides(c, maps, space, l, unit, ends);
        if (!signs->begun)
            signs->first[unit] = signs->last[unit] = now.start;
        signs->changes += (now.start != signs->last[unit]) + (uint64_t)(now.end != now.start);
        signs->last[unit] = now.end;
    }
    signs->begun = true;
}

void sign_changes_close(sign_changes *c)
{
    for (size_t l = 1; l <= c->net->layers; l++)
        for (size_t unit = 0; unit < c->net->layer[l - 1].units; unit++)
            c->layer[l].changes += c->layer[l].first[unit] != c->layer[l].last[unit];
}
