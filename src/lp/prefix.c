// The polyhedra of the beginnings of a path.
#include "lp/prefix.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "lp/facets.h"
#include "lp/known_proofs.h"
#include "lp/polyhedron.h"
#include <string.h>

typedef struct polyhedron_prefix {
    struct polyhedron_prefix *before; // without the last inequality; NULL: all of the domain's box
    size_t rows;
    uint64_t serial; // of all that this space has made
    half_space last;
    plane_origin origin;
    known_half_space *known; // NULL: there is no last one
    dictionary *dict;        // canonical
    arena_mark end;          // of its memory in space->path.memory
} polyhedron_prefix;

// ---- dictionaries ----

// Whether the last inequality is this one. After the same beginning of a path the same split, or
// inequality of the domain, has the same plane; equal doubles make the dictionary the same.
static bool ends_with(const polyhedron_prefix *prefix, const geom_space *space, half_space last)
{
    ASSERT(last.plane < space->plane_rows.count);
    const plane_origin *own = &prefix->origin, *other = space->origin + last.plane;
    return prefix->last.plane == last.plane && prefix->last.side == last.side &&
           own->split == other->split && own->layer == other->layer && own->unit == other->unit &&
           own->breakpoint == other->breakpoint &&
           !(own->split == NO_SPLIT && own->unit == NO_INEQUALITY) &&
           memcmp(prefix->known->form, space_form(space, last.plane),
                  2 * space->columns * sizeof *prefix->known->form) == 0;
}

// Drops all prefixes after one, or all if it is NULL, and what their inequalities have shown.
static void drop_after(geom_space *space, polyhedron_prefix *prefix)
{
    known_path *path = &space->path;
    const size_t known = prefix ? prefix->rows : 0;
    for (; path->prefix != prefix; path->prefix = path->prefix->before)
        if (path->prefix->known)
            known_proofs_leave(space, path->prefix->known);
    arena_release(&path->memory, prefix ? prefix->end : arena_begin(&path->memory));
    for (size_t i = 0; i < path->inequalities; i++)
        if (!prefix || path->redundant[i] > known)
            path->redundant[i] = SIZE_MAX;
}

// The longest known beginning of a path.
static polyhedron_prefix *known_prefix(const geom_space *space, const half_space *inequality,
                                       size_t count)
{
    polyhedron_prefix *longest = space->path.prefix;
    while (longest && longest->rows > count)
        longest = longest->before;
    for (polyhedron_prefix *p = longest; p && p->rows > 0; p = p->before)
        if (!ends_with(p, space, inequality[p->rows - 1]))
            longest = p->before;
    return longest;
}

static void push_prefix(geom_space *space, const half_space *last, const dictionary *dict)
{
    known_path *path = &space->path;
    arena *memory = &path->memory;
    polyhedron_prefix *prefix = arena_take(memory, sizeof *prefix);
    *prefix = (polyhedron_prefix){.before = path->prefix,
                                  .rows = dict->rows,
                                  .serial = ++path->serial,
                                  .dict = dictionary_copy(memory, dict, space->dimension)};
    if (last) {
        prefix->last = *last;
        prefix->origin = space->origin[last->plane];
        prefix->known = known_proofs_enter(space, *last);
    }
    prefix->end = arena_here(memory);
    path->prefix = prefix;
}

dictionary *prefix_canonical(geom_space *space, const half_space *inequality, size_t count,
                             int bounded)
{
    ASSERT(space->columns == space->dimension + 1);
    const size_t d = space->dimension, work = d * (count + DICTIONARY_POINTS);
    const arena_mark mark = arena_here(&space->cells);
    known_path *path = &space->path;
    drop_after(space, known_prefix(space, inequality, count));
    if (!path->prefix)
        push_prefix(space, NULL, dictionary_whole(space));
    for (size_t i = path->prefix->rows; i < count && !run_poll(work); i++) {
        dictionary *whole = dictionary_copy(&space->cells, path->prefix->dict, d);
        push_prefix(space, inequality + i, polyhedron_half(space, whole, inequality[i]));
        arena_release(&space->cells, mark);
    }
    dictionary *dict = dictionary_copy(&space->cells, path->prefix->dict, d);
    dict->bounded = bounded;
    dict->prefix_serial = path->prefix->serial;
    if (run_is_cancelled())
        drop_after(space, NULL);
    return dict;
}

// ---- facets ----

// Makes room for what is known of the inequalities of the path.
static void reserve_inequalities(known_path *path, size_t count)
{
    ASSERT(path->inequalities <= path->redundants);
    for (; path->inequalities < count; path->inequalities++) {
        const size_t i = path->inequalities;
        MEMORY_RESERVE(path->redundant, path->redundants, i + 1);
        path->redundant[i] = SIZE_MAX;
    }
}

// The half-spaces of a dictionary's inequalities, which have the proofs; NULL if the dictionary is
// not that of the path, or lies in another box.
static known_half_space **known_half_spaces(geom_space *space, const dictionary *dict)
{
    const coordinate_bounds *bounds = space->bounds;
    if (!space->path.prefix || dict->low != bounds->low || dict->high != bounds->high ||
        bounds_are_moved(bounds))
        return NULL;
    known_half_space **known = arena_take(&space->cells, dict->rows * sizeof *known);
    for (const polyhedron_prefix *p = space->path.prefix; p->rows; p = p->before)
        known[p->rows - 1] = p->known;
    known_proofs_begin(space, known, dict->rows);
    return known;
}

static bool is_redundant(const geom_space *space, known_half_space *const *known, size_t number)
{
    const size_t bounds = 2 * space->dimension;
    if (space->path.redundant[number] < SIZE_MAX)
        return true;
    if (number < bounds && space->bounds->number[number] >= BOUND_IMPLIED)
        return true;
    if (!known)
        return false;
    return number < bounds ? known_proofs_of_bound(space, number)
                           : known_proofs_of_half(space, known[number - bounds]);
}

static facet_list inequalities_not_redundant(geom_space *space, known_half_space *const *known,
                                             size_t count)
{
    arena *memory = &space->cells;
    const size_t d = space->dimension;
    facet_list list = {.number = arena_take(memory, count * sizeof *list.number),
                       .is_redundant = arena_new(memory, count, sizeof *list.is_redundant),
                       .needs = arena_take(memory, count * sizeof *list.needs),
                       .need = arena_take(memory, count * d * sizeof *list.need)};
    for (size_t i = 0; i < count; i++)
        if (!is_redundant(space, known, i))
            list.number[list.count++] = i;
    return list;
}

// Keeps for other cells what shows that an inequality of the list is redundant.
static void keep_proof(geom_space *space, known_half_space *const *known, const facet_list *list,
                       size_t i, size_t all)
{
    const size_t d = space->dimension, number = list->number[i];
    if (list->needs[i] == FACETS_BY_INTEGERS) {
        space->path.redundant[number] = all;
        return;
    }
    if (!known)
        return;
    known_half_space **by = arena_take(&space->cells, d * sizeof *by);
    for (size_t k = 0; k < list->needs[i]; k++)
        by[k] = known[list->need[i * d + k]];
    if (number < 2 * d)
        known_proofs_keep_bound(space, number, by, list->needs[i]);
    else
        known_proofs_keep_half(space, known[number - 2 * d], by, list->needs[i]);
}

size_t prefix_facets(half_space **facet, geom_space *space, const dictionary *dict, bool lower)
{
    ASSERT(dict->stride > space->dimension);
    known_path *path = &space->path;
    const size_t inequalities = 2 * space->dimension + dict->rows;
    *facet = arena_take(&space->cells, inequalities * sizeof **facet);
    const arena_mark mark = arena_here(&space->cells);
    if (!path->prefix || path->prefix->serial != dict->prefix_serial)
        drop_after(space, NULL);
    reserve_inequalities(path, inequalities);
    known_half_space *const *known = known_half_spaces(space, dict);
    facet_list list = inequalities_not_redundant(space, known, inequalities);
    facets_decide(&list, space, dict, lower);
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (list.is_redundant[i])
            keep_proof(space, known, &list, i, dict->rows);
        else if (!lower || facets_is_lower(space, dict, list.number[i]))
            (*facet)[count++] = dictionary_inequality(space, dict, list.number[i]);
    if (!path->prefix || run_is_cancelled())
        drop_after(space, NULL);
    arena_release(&space->cells, mark);
    return count;
}
