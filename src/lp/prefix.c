// The polyhedra of the beginnings of a path.
#include "lp/prefix.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "lp/facets.h"
#include "lp/polyhedron.h"
#include <string.h>

typedef struct polyhedron_prefix {
    struct polyhedron_prefix *before; // without the last inequality; NULL: all of the domain's box
    size_t rows;
    uint64_t serial; // of all that this space has made
    half_space last;
    plane_origin origin;
    double *form;
    dictionary *dict; // canonical
    arena_mark end;   // of its memory in space->path.memory
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
           memcmp(prefix->form, space_form(space, last.plane),
                  2 * space->columns * sizeof *prefix->form) == 0;
}

// Drops all prefixes after one, or all if it is NULL, and what their inequalities have shown.
static void drop_after(known_path *path, polyhedron_prefix *prefix)
{
    const size_t known = prefix ? prefix->rows : 0;
    path->prefix = prefix;
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
        prefix->form = arena_take(memory, 2 * space->columns * sizeof *prefix->form);
        memcpy(prefix->form, space_form(space, last->plane),
               2 * space->columns * sizeof *prefix->form);
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
    drop_after(path, known_prefix(space, inequality, count));
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
        drop_after(path, NULL);
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

static facet_list inequalities_not_redundant(geom_space *space, size_t count)
{
    const size_t bounds = 2 * space->dimension;
    facet_list list = {.number = arena_take(&space->cells, count * sizeof *list.number),
                       .is_redundant = arena_new(&space->cells, count, sizeof *list.is_redundant)};
    for (size_t i = 0; i < count; i++)
        if (space->path.redundant[i] == SIZE_MAX &&
            (i >= bounds || space->bounds->number[i] < BOUND_IMPLIED))
            list.number[list.count++] = i;
    return list;
}

size_t prefix_facets(half_space **facet, geom_space *space, const dictionary *dict, bool lower)
{
    ASSERT(dict->stride > space->dimension);
    known_path *path = &space->path;
    const size_t inequalities = 2 * space->dimension + dict->rows;
    *facet = arena_take(&space->cells, inequalities * sizeof **facet);
    const arena_mark mark = arena_here(&space->cells);
    if (!path->prefix || path->prefix->serial != dict->prefix_serial)
        drop_after(path, NULL);
    reserve_inequalities(path, inequalities);
    facet_list list = inequalities_not_redundant(space, inequalities);
    facets_decide(&list, path->redundant, space, dict, lower);
    size_t count = 0;
    for (size_t i = 0; i < list.count; i++)
        if (!list.is_redundant[i] && (!lower || facets_is_lower(space, dict, list.number[i])))
            (*facet)[count++] = dictionary_inequality(space, dict, list.number[i]);
    if (!path->prefix || run_is_cancelled())
        drop_after(path, NULL);
    arena_release(&space->cells, mark);
    return count;
}
