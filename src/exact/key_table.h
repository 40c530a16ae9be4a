// Which words have been seen before, and which of them more than once.
#ifndef EXACT_KEY_TABLE_H
#define EXACT_KEY_TABLE_H

#include <stddef.h>
#include <stdint.h>

// Open addressing. Memory: at most 24 bytes for each distinct key, and half as much again while it
// grows.
typedef struct {
    uint64_t *slot; // a key and whether it was seen again; 0: none
    size_t slots;   // a power of two
    uint64_t count, repeated;
} key_table;

void key_table_init(key_table *table);
void key_table_clear(key_table *table);

// Keys are less than 2^62. Many at once take less time than one by one.
void key_table_enter(key_table *table, const uint64_t *key, size_t count);
// Whether it was entered once.
int key_table_is_alone(const key_table *table, uint64_t key);

#endif
