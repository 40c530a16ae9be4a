// How often pre-activations change their sign along a path.
#include "path/sign_changes.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 2, NO_SIGN = UINT32_MAX };

static void init_layer(sign_changes *c, size_t l)
{
    const net_layer *layer = c->net->layer + l - 1;
    fmpq_t zero;
    fmpq_init(zero);
    c->around[l] = memory_new(layer->kinds, sizeof **c->around);
    c->inside[l] = memory_new(layer->kinds, sizeof **c->inside);
    c->first[l] = memory_new(layer->units, sizeof **c->first);
    c->last[l] = memory_new(layer->units, sizeof **c->last);
    for (size_t k = 0; k < layer->kinds; k++) {
        const activation *act = layer->act + k;
        size_t breakpoints = activation_breakpoints(act);
        c->around[l][k] = NO_SIGN;
        if (!breakpoints)
            continue;
        size_t piece = activation_piece(act, zero);
        c->around[l][k] = (uint32_t)piece;
        c->inside[l][k] = piece == breakpoints || !fmpq_is_zero(act->breakpoint + piece);
        c->any_inside[l] |= c->inside[l][k];
    }
    fmpq_clear(zero);
}

void sign_changes_init(sign_changes *c, const crease_net *net)
{
    size_t entries = net->layers + 1;
    *c = (sign_changes){.net = net};
    c->changes = memory_new(entries, sizeof *c->changes);
    c->around = memory_new(entries, sizeof *c->around);
    c->inside = memory_new(entries, sizeof *c->inside);
    c->first = memory_new(entries, sizeof *c->first);
    c->last = memory_new(entries, sizeof *c->last);
    c->begun = memory_new(entries, sizeof *c->begun);
    c->any_inside = memory_new(entries, sizeof *c->any_inside);
    for (size_t l = 1; l < entries; l++)
        init_layer(c, l);
}

void sign_changes_clear(sign_changes *c)
{
    for (size_t l = 1; l <= c->net->layers; l++) {
        free(c->around[l]);
        free(c->inside[l]);
        free(c->first[l]);
        free(c->last[l]);
    }
    free(c->changes);
    free(c->around);
    free(c->inside);
    free(c->first);
    free(c->last);
    free(c->begun);
    free(c->any_inside);
}

// The sign of the pre-activation of a unit of one row at a point.
static int sign_at(walk_maps *maps, geom_space *space, size_t l, size_t unit, uint32_t point)
{
    const walk_layer *map = maps->layer + l;
    if (maps->arith != CREASE_EXACT) {
        const rounded_layer *net = map->rounded;
        size_t row = net->source[net->unit.piece[unit]];
        double form[2 * COLUMNS];
        for (size_t i = 0; i < COLUMNS; i++) {
            form[i] = map->approx[i * net->stride + row];
            form[COLUMNS + i] = map->bound[i];
        }
        int sign = sign_try_point(space->judge, form, space_place(space, point), COLUMNS - 1);
        if (sign != SIGN_UNKNOWN)
            return sign;
    }
    walk_maps_need_unit(maps, l, unit);
    return sign_exact(space->judge, rows_at(&map->exact, map->scaled->unit.row[unit]),
                      space_point_row(space, point), COLUMNS);
}

// Is z > 0 where the stretch begins, and where it ends?
typedef struct {
    signed char start, end;
} sides;

static sides sides_of(const sign_changes *c, walk_maps *maps, geom_space *space, size_t l,
                      size_t unit, uint32_t lo, uint32_t hi)
{
    uint32_t kind = c->net->layer[l - 1].unit.kind[unit], piece = maps->layer[l].pattern[unit];
    uint32_t around = c->around[l][kind];
    if (piece != around || !c->inside[l][kind])
        return (sides){piece > around, piece > around};
    int at_lo = sign_at(maps, space, l, unit, lo), at_hi = sign_at(maps, space, l, unit, hi);
    return (sides){(at_lo ? at_lo : at_hi) > 0, (at_hi ? at_hi : at_lo) > 0};
}

void sign_changes_stretch(sign_changes *c, walk_maps *maps, geom_space *space, size_t l,
                          uint32_t lo, uint32_t hi)
{
    const net_layer *layer = c->net->layer + l - 1;
    for (size_t unit = 0; unit < layer->units; unit++) {
        if (c->around[l][layer->unit.kind[unit]] == NO_SIGN)
            continue;
        sides now = sides_of(c, maps, space, l, unit, lo, hi);
        if (!c->begun[l])
            c->first[l][unit] = c->last[l][unit] = now.start;
        c->changes[l] += (now.start != c->last[l][unit]) + (uint64_t)(now.end != now.start);
        c->last[l][unit] = now.end;
    }
    c->begun[l] = 1;
}

void sign_changes_close(sign_changes *c)
{
    for (size_t l = 1; l <= c->net->layers; l++)
        for (size_t unit = 0; unit < c->net->layer[l - 1].units; unit++)
            c->changes[l] += c->first[l][unit] != c->last[l][unit];
}
