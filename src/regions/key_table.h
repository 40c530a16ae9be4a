// How often each 128-bit key has been seen.
#ifndef REGIONS_KEY_TABLE_H
#define REGIONS_KEY_TABLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t word[2];
} key128;

typedef struct {
    struct key_slot {
        key128 key;
        uint64_t times; // 0: free
    } * slot;
    size_t slots;            // a power of two
    uint64_t keys, repeated; // different keys; those seen more than once
} key_table;

void key_table_init(key_table *table);
void key_table_clear(key_table *table);
void key_table_add(key_table *table, key128 key);
uint64_t key_table_times(const key_table *table, key128 key);

#endif
