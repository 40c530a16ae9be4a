// Distinct rows of integers, numbered in the order of their first appearance.
#ifndef REGIONS_MAP_TABLE_H
#define REGIONS_MAP_TABLE_H

#include <flint/fmpz.h>
#include <stdint.h>

// Each distinct row is kept whole: equality is decided by comparing all of it, the
// hash only says where to look. Memory: the size of the distinct rows.
typedef struct {
    unsigned char *bytes; // all rows, one after the other
    size_t used, capacity;
    size_t *start; // of each row in bytes; count + 1 entries
    size_t starts;
    uint64_t *hash; // of each row
    size_t hashes;
    uint64_t count;
    uint64_t *slot; // open addressing: row number + 1, or 0
    size_t slots;   // a power of two
} map_table;

void map_table_init(map_table *table);
void map_table_clear(map_table *table);
// The number of this row, entering it if it is new.
uint64_t map_table_enter(map_table *table, const fmpz *row, size_t entries);

#endif
