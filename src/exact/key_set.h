// A set of words that records which of them were added more than once.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Takes at most 32 bytes for each distinct key, and twice that while it sorts.
typedef struct {
    uint64_t *entry; // twice a key, and 1 if it is known to come again; sorted when settled
    size_t entries, capacity;
    uint64_t count, repeated; // distinct keys, and those that came again; known when settled
} key_set;

// A zeroed set is empty.
void key_set_clear(key_set *set);
// Adds keys, less than 2^63 each.
void key_set_add(key_set *set, const uint64_t *key, size_t keys);
// Sorts the keys. To be called before the set is read.
void key_set_settle(key_set *set);
// Whether a key was added exactly once.
bool key_set_is_alone(const key_set *set, uint64_t key);
