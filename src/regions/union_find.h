// Disjoint sets of 0, 1, 2, ...
#pragma once

#include "base/pack.h"
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t *parent;
    size_t count, capacity;
    uint64_t sets;
} union_find;

void union_find_clear(union_find *sets);
uint64_t union_find_add(union_find *sets); // a new element, a set of its own
uint64_t union_find_root(union_find *sets, uint64_t element);
void union_find_join(union_find *sets, uint64_t a, uint64_t b);
// Adds the elements of another, after those that are there, joined as they are; and leaves none
// there.
void union_find_append(union_find *sets, union_find *more);
// Writes the sets, or reads them where there are none.
void union_find_pack(union_find *sets, pack *p);
