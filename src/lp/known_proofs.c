// Proofs that inequalities are redundant, kept from cell to cell.
#include "lp/known_proofs.h"

#include "base/fatal.h"
#include <string.h>

enum { PLACES = 512, MOST_KEPT = 8 }; // half-spaces, and proofs of each

typedef struct {
    known_half_space *half;
    uint64_t serial; // the proof holds as long as it has this one
} needed_half;

// The latest proofs of one inequality: how many half-spaces each needs, and these, d entries each.
// Few proofs pass the test that all bits of their half-spaces are bits of the path.
typedef struct proof_list {
    size_t count, next;
    uint64_t bits[MOST_KEPT];
    uint32_t needs[MOST_KEPT];
    needed_half need[];
} proof_list;

typedef struct known_proofs {
    uint64_t serials; // given
    uint64_t bits;    // of the path
    known_half_space *place[PLACES];
    known_half_space *free; // replaced while they were on the path, which they have left
    proof_list *of_bound[]; // by number
} known_proofs;

static uint64_t bit_of(const known_half_space *half)
{
    enum { BITS = 64 };
    return (uint64_t)1 << half->serial % BITS;
}

static known_proofs *table_of(geom_space *space)
{
    known_path *path = &space->path;
    if (!path->proofs)
        path->proofs =
            arena_new(&path->proof_memory, 1,
                      sizeof(known_proofs) + 2 * space->dimension * sizeof(proof_list *));
    return path->proofs;
}

static size_t place_of(const plane_origin *origin, int side)
{
    return (61 * (size_t)origin->layer + 2 * (size_t)origin->unit + 7 * (size_t)origin->breakpoint +
            (side > 0) + (origin->split == NO_SPLIT ? PLACES / 2 : 0)) %
           PLACES;
}

static bool is_same(const known_half_space *half, const geom_space *space, half_space inequality)
{
    const plane_origin *one = &half->origin, *other = space->origin + inequality.plane;
    return half->side == inequality.side && one->layer == other->layer &&
           one->unit == other->unit && one->breakpoint == other->breakpoint &&
           memcmp(half->form, space_form(space, inequality.plane),
                  2 * space->columns * sizeof *half->form) == 0;
}

// One that no path has, if possible the one that stands in the place.
static known_half_space *half_to_fill(geom_space *space, known_half_space *standing)
{
    known_proofs *known = space->path.proofs;
    if (standing && !standing->uses)
        return standing;
    known_half_space *half = known->free;
    if (half)
        known->free = half->next;
    else
        half = arena_new(&space->path.proof_memory, 1,
                         sizeof *half + 2 * space->columns * sizeof *half->form);
    return half;
}

known_half_space *known_proofs_enter(geom_space *space, half_space inequality)
{
    known_proofs *known = table_of(space);
    const plane_origin *origin = space->origin + inequality.plane;
    const size_t place = place_of(origin, inequality.side);
    known_half_space *half = known->place[place];
    if (!half || !is_same(half, space, inequality)) {
        half = known->place[place] = half_to_fill(space, half);
        half->place = place;
        half->serial = ++known->serials;
        half->side = inequality.side;
        half->origin = *origin;
        if (half->proofs)
            half->proofs->count = half->proofs->next = 0;
        memcpy(half->form, space_form(space, inequality.plane),
               2 * space->columns * sizeof *half->form);
    }
    half->uses++;
    return half;
}

void known_proofs_leave(const geom_space *space, known_half_space *half)
{
    ASSERT(half->uses > 0);
    known_proofs *known = space->path.proofs;
    if (--half->uses == 0 && known->place[half->place] != half) {
        half->next = known->free;
        known->free = half;
    }
}

void known_proofs_begin(geom_space *space, known_half_space *const *path, size_t count)
{
    known_proofs *known = table_of(space);
    known->bits = 0;
    for (size_t i = 0; i < count; i++)
        known->bits |= bit_of(path[i]);
}

// ---- proofs ----

static bool has_proof(const known_proofs *known, const proof_list *list, size_t d)
{
    for (size_t i = 0; list && i < list->count; i++) {
        const needed_half *need = list->need + i * d;
        size_t k = 0;
        if (list->bits[i] & ~known->bits)
            continue;
        while (k < list->needs[i] && need[k].half->uses && need[k].half->serial == need[k].serial)
            k++;
        if (k == list->needs[i])
            return true;
    }
    return false;
}

bool known_proofs_of_bound(const geom_space *space, size_t number)
{
    ASSERT(number < 2 * space->dimension);
    const known_proofs *known = space->path.proofs;
    return known && has_proof(known, known->of_bound[number], space->dimension);
}

bool known_proofs_of_half(const geom_space *space, const known_half_space *half)
{
    return half->uses && has_proof(space->path.proofs, half->proofs, space->dimension);
}

static void keep(geom_space *space, proof_list **all, known_half_space *const *by, size_t count)
{
    const size_t d = space->dimension;
    ASSERT(count <= d);
    if (!*all)
        *all = arena_new(&space->path.proof_memory, 1,
                         sizeof **all + MOST_KEPT * d * sizeof *(*all)->need);
    proof_list *list = *all;
    list->bits[list->next] = 0;
    for (size_t k = 0; k < count; k++) {
        list->need[list->next * d + k] = (needed_half){by[k], by[k]->serial};
        list->bits[list->next] |= bit_of(by[k]);
    }
    list->needs[list->next] = (uint32_t)count;
    list->next = (list->next + 1) % MOST_KEPT;
    list->count += list->count < MOST_KEPT;
}

void known_proofs_keep_bound(geom_space *space, size_t number, known_half_space *const *by,
                             size_t count)
{
    ASSERT(number < 2 * space->dimension);
    keep(space, table_of(space)->of_bound + number, by, count);
}

void known_proofs_keep_half(geom_space *space, known_half_space *half, known_half_space *const *by,
                            size_t count)
{
    ASSERT(half->uses > 0);
    keep(space, &half->proofs, by, count);
}
