// Distinct rows, numbered in the order of their first appearance.
#pragma once

#include "base/pack.h"
#include <flint/fmpz.h>
#include <stdint.h>

typedef struct {
    size_t end;    // of its bytes; they begin where those of the row before end
    uint64_t hash; // of them
} table_row;

// A hash table. Each distinct row is kept, and equality is decided by comparing whole rows.
typedef struct {
    unsigned char *bytes; // all rows, one after the other
    size_t used, capacity;
    table_row *row;
    size_t row_capacity;
    uint64_t count; // distinct rows
    uint64_t *slot; // open addressing: row number + 1, or 0
    size_t slots;   // a power of two
} row_table;

void row_table_init(row_table *table);
void row_table_clear(row_table *table);

// The number of this row, entering it if it is new. A table holds rows of one kind only.
uint64_t row_table_enter(row_table *table, const fmpz *row, size_t entries);
uint64_t row_table_enter_bytes(row_table *table, const void *row, size_t size);

// Enters the rows of another table in their order, and empties it. Returns their numbers here,
// which the caller frees.
uint64_t *row_table_append(row_table *table, row_table *more);
// Writes the rows, or reads them into an empty table.
void row_table_pack(row_table *table, pack *p);

// The number of a row, or ROW_TABLE_NONE.
#define ROW_TABLE_NONE UINT64_MAX
uint64_t row_table_find(const row_table *table, const void *row, size_t size);
