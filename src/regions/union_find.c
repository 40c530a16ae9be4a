// Disjoint sets of 0, 1, 2, ...
#include "regions/union_find.h"

#include "base/memory.h"
#include <stdlib.h>

void union_find_clear(union_find *sets)
{
    free(sets->parent);
    *sets = (union_find){0};
}

uint64_t union_find_add(union_find *sets)
{
    MEMORY_RESERVE(sets->parent, sets->capacity, sets->count + 1);
    sets->parent[sets->count] = sets->count;
    sets->sets++;
    return sets->count++;
}

// Halves the path on the way up.
uint64_t union_find_root(union_find *sets, uint64_t element)
{
    uint64_t *parent = sets->parent;
    while (parent[element] != element) {
        parent[element] = parent[parent[element]];
        element = parent[element];
    }
    return element;
}

void union_find_join(union_find *sets, uint64_t a, uint64_t b)
{
    a = union_find_root(sets, a);
    b = union_find_root(sets, b);
    if (a == b)
        return;
    // The older element stays the root, so numbering does not depend on the order.
    sets->parent[a > b ? a : b] = a < b ? a : b;
    sets->sets--;
}

void union_find_append(union_find *sets, union_find *more)
{
    const uint64_t first = sets->count;
    for (uint64_t i = 0; i < more->count; i++) {
        const uint64_t added = union_find_add(sets);
        sets->parent[added] = first + union_find_root(more, i);
    }
    sets->sets -= more->count - more->sets;
    more->count = more->sets = 0;
}

void union_find_pack(union_find *sets, pack *p)
{
    const size_t count = pack_count(p, sets->count, sizeof *sets->parent);
    while (sets->count < count)
        union_find_add(sets);
    for (size_t i = 0; i < count; i++) {
        const uint64_t root = pack_word(p, union_find_root(sets, i));
        p->failed |= root > i;
        if (p->reads && root < i)
            union_find_join(sets, root, i);
    }
}
