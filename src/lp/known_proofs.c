// Proofs that inequalities are redundant, kept from cell to cell.
#include "lp/known_proofs.h"

#include "base/fatal.h"
#include <string.h>

enum { PLACES = 512, MOST_KEPT = 8 }; // half-spaces, and proofs of each

// The latest proofs of one inequality: how many half-spaces each needs, and these, d entries each.
// Few proofs pass the test that all bits of their half-spaces are bits of the path.
typedef struct {
    size_t count, next;
    uint64_t bits[MOST_KEPT];
    uint32_t needs[MOST_KEPT];
    known_half_space need[];
} proof_list;

typedef struct {
    uint32_t serial; // 0: the place is free
    bool is_on_path;
    int32_t side;
    plane_origin origin;
    double *form;
    proof_list *proofs; // NULL: none yet
} known_place;

typedef struct known_proofs {
    uint32_t serials; // given
    uint64_t bits;    // of the path
    known_place place[PLACES];
    proof_list *of_bound[]; // by number
} known_proofs;

static uint64_t bit_of(known_half_space half)
{
    enum { BITS = 64 };
    return (uint64_t)1 << half.serial % BITS;
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

known_half_space known_proofs_enter(geom_space *space, half_space inequality)
{
    known_proofs *known = table_of(space);
    const plane_origin *origin = space->origin + inequality.plane;
    const size_t index = place_of(origin, inequality.side),
                 size = 2 * space->columns * sizeof(double);
    const double *form = space_form(space, inequality.plane);
    known_place *place = known->place + index;
    if (known->serials == UINT32_MAX)
        return (known_half_space){0, 0};
    if (!place->serial || place->side != inequality.side || place->origin.layer != origin->layer ||
        place->origin.unit != origin->unit || place->origin.breakpoint != origin->breakpoint ||
        memcmp(place->form, form, size) != 0) {
        if (!place->form)
            place->form = arena_take(&space->path.proof_memory, size);
        memcpy(place->form, form, size);
        place->origin = *origin;
        place->side = inequality.side;
        place->serial = ++known->serials;
        if (place->proofs)
            place->proofs->count = place->proofs->next = 0;
    }
    place->is_on_path = true;
    return (known_half_space){(uint32_t)index, place->serial};
}

static bool is_on_path(const known_proofs *known, known_half_space half)
{
    return known->place[half.place].serial == half.serial && known->place[half.place].is_on_path;
}

void known_proofs_leave(const geom_space *space, known_half_space half)
{
    known_proofs *known = space->path.proofs;
    if (is_on_path(known, half))
        known->place[half.place].is_on_path = false;
}

void known_proofs_begin(geom_space *space, const known_half_space *path, size_t count)
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
        const known_half_space *need = list->need + i * d;
        size_t k = 0;
        if (list->bits[i] & ~known->bits)
            continue;
        while (k < list->needs[i] && is_on_path(known, need[k]))
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

bool known_proofs_of_half(const geom_space *space, known_half_space half)
{
    const known_proofs *known = space->path.proofs;
    return known && is_on_path(known, half) &&
           has_proof(known, known->place[half.place].proofs, space->dimension);
}

static void keep(geom_space *space, proof_list **all, const known_half_space *by, size_t count)
{
    const size_t d = space->dimension;
    ASSERT(count <= d);
    for (size_t k = 0; k < count; k++)
        if (!is_on_path(space->path.proofs, by[k]))
            return;
    if (!*all)
        *all = arena_new(&space->path.proof_memory, 1,
                         sizeof **all + MOST_KEPT * d * sizeof *(*all)->need);
    proof_list *list = *all;
    list->bits[list->next] = 0;
    for (size_t k = 0; k < count; k++) {
        list->need[list->next * d + k] = by[k];
        list->bits[list->next] |= bit_of(by[k]);
    }
    list->needs[list->next] = (uint32_t)count;
    list->next = (list->next + 1) % MOST_KEPT;
    list->count += list->count < MOST_KEPT;
}

void known_proofs_keep_bound(geom_space *space, size_t number, const known_half_space *by,
                             size_t count)
{
    ASSERT(number < 2 * space->dimension);
    keep(space, table_of(space)->of_bound + number, by, count);
}

void known_proofs_keep_half(geom_space *space, known_half_space half, const known_half_space *by,
                            size_t count)
{
    if (is_on_path(table_of(space), half))
        keep(space, &space->path.proofs->place[half.place].proofs, by, count);
}
