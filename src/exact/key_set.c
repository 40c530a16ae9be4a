// A set of words that records which of them were added more than once.
#include "exact/key_set.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <stdlib.h>

void key_set_clear(key_set *set)
{
    free(set->entry);
}

static int compare_entries(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

void key_set_settle(key_set *set)
{
    ASSERT(set->entries <= set->capacity);
    size_t kept = 0;
    if (set->entries)
        qsort(set->entry, set->entries, sizeof *set->entry, compare_entries);
    set->repeated = 0;
    for (size_t i = 0; i < set->entries; i++) {
        if (kept && set->entry[kept - 1] / 2 == set->entry[i] / 2)
            set->entry[kept - 1] |= 1;
        else
            set->entry[kept++] = set->entry[i];
    }
    set->count = set->entries = kept;
    for (size_t i = 0; i < kept; i++)
        set->repeated += set->entry[i] & 1;
}

// A full array is sorted first, and grows if more than half of its keys are distinct.
void key_set_add(key_set *set, const uint64_t *key, size_t keys)
{
    for (size_t i = 0; i < keys; i++) {
        if (set->entries == set->capacity) {
            key_set_settle(set);
            MEMORY_RESERVE(set->entry, set->capacity, 2 * set->entries + 1);
        }
        set->entry[set->entries++] = 2 * key[i];
    }
}

int key_set_is_alone(const key_set *set, uint64_t key)
{
    ASSERT(set->entries <= set->capacity);
    key *= 2;
    return set->entries && bsearch(&key, set->entry, set->entries, sizeof key, compare_entries);
}
