// Which words have been seen before, and which of them more than once.
#ifndef EXACT_KEY_TABLE_H
#define EXACT_KEY_TABLE_H

#include <stddef.h>
#include <stdint.h>

// Open addressing. Memory: at most 24 bytes for each distinct key, and half as much again while it
// grows.
typedef struct {
    uint64_t *slot; // a key and whether it was seen again; 0: none
    size_t slots;   // 2^bits
    unsigned bits;
    uint64_t count, repeated;
    // Keys that wait: many that are entered together take less time.
    uint64_t waiting[256];
    size_t waitings;
} key_table;

void key_table_init(key_table *table);
void key_table_clear(key_table *table);

// Keys are less than 2^62. They may wait until key_table_settle; only then is anything to be asked
// or read.
void key_table_enter(key_table *table, const uint64_t *key, size_t count);
void key_table_settle(key_table *table);
// Whether it was entered once.
int key_table_is_alone(const key_table *table, uint64_t key);

#endif
