// A set of words that records which of them were added more than once.
#include "exact/key_set.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

void key_set_clear(key_set *set)
{
    free(set->entry);
}

static int compare_entries(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

// Sorts short lists.
static void sort_by_insertion(uint64_t *entry, size_t entries)
{
    for (size_t i = 1; i < entries; i++) {
        const uint64_t moved = entry[i];
        size_t k = i;
        for (; k > 0 && entry[k - 1] > moved; k--)
            entry[k] = entry[k - 1];
        entry[k] = moved;
    }
}

// Sorts entries that agree in all bits from `bits` on, by the next DIGIT of these and then each
// part by itself: keys are about random, so that the parts soon are short. The copy is scratch.
static void sort_entries(uint64_t *entry, uint64_t *copy, size_t entries, int bits)
{
    enum { DIGIT = 11, PARTS = 1 << DIGIT, FEW = 32 };
    size_t end[PARTS] = {0};
    const int shift = bits > DIGIT ? bits - DIGIT : 0;
    for (size_t i = 0; i < entries; i++)
        end[entry[i] >> shift & (PARTS - 1)]++;
    for (size_t j = 0, sum = 0; j < PARTS; j++) {
        const size_t part = end[j];
        end[j] = sum;
        sum += part;
    }
    for (size_t i = 0; i < entries; i++)
        copy[end[entry[i] >> shift & (PARTS - 1)]++] = entry[i];
    memcpy(entry, copy, entries * sizeof *entry);
    for (size_t j = 0, first = 0; j < PARTS && shift; first = end[j++])
        if (end[j] - first <= FEW)
            sort_by_insertion(entry + first, end[j] - first);
        else
            sort_entries(entry + first, copy + first, end[j] - first, shift);
}

static int bits_of(const key_set *set)
{
    uint64_t all = 1;
    for (size_t i = 0; i < set->entries; i++)
        all |= set->entry[i];
    return 64 - __builtin_clzll(all);
}

void key_set_settle(key_set *set)
{
    ASSERT(set->entries <= set->capacity);
    size_t kept = 0;
    if (set->entries > 1) {
        uint64_t *copy = memory_new(set->entries, sizeof *copy);
        sort_entries(set->entry, copy, set->entries, bits_of(set));
        free(copy);
    }
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

// A full array is sorted first, and grows if more than a quarter of its keys are distinct.
void key_set_add(key_set *set, const uint64_t *key, size_t keys)
{
    for (size_t i = 0; i < keys; i++) {
        if (set->entries == set->capacity) {
            key_set_settle(set);
            MEMORY_RESERVE(set->entry, set->capacity, 4 * set->entries + 1);
        }
        set->entry[set->entries++] = 2 * key[i];
    }
}

bool key_set_is_alone(const key_set *set, uint64_t key)
{
    ASSERT(set->entries <= set->capacity);
    key *= 2;
    return set->entries && bsearch(&key, set->entry, set->entries, sizeof key, compare_entries);
}
