// Distinct rows, numbered in the order of their first appearance.
#include "exact/row_table.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/words64.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { LEAST_SLOTS = 64 }; // a power of two

void row_table_init(row_table *table)
{
    *table = (row_table){.slots = LEAST_SLOTS};
    table->slot = memory_new(table->slots, sizeof *table->slot);
}

void row_table_clear(row_table *table)
{
    free(table->bytes);
    free(table->row);
    free(table->slot);
}

static void append_integer(row_table *table, const fmpz_t x)
{
    ASSERT(table->used <= table->capacity && table->used % sizeof(uint64_t) == 0);
    const size_t end = table->used + fmpz_words_u64(x) * sizeof(uint64_t);
    MEMORY_RESERVE(table->bytes, table->capacity, end);
    fmpz_write_u64((uint64_t *)(void *)(table->bytes + table->used), x);
    table->used = end;
}

static void rehash(row_table *table)
{
    ASSERT(table->used <= table->capacity);
    free(table->slot);
    table->slots *= 2;
    table->slot = memory_new(table->slots, sizeof *table->slot);
    for (uint64_t i = 0; i < table->count; i++) {
        size_t slot = table->row[i].hash & (table->slots - 1);
        while (table->slot[slot])
            slot = (slot + 1) & (table->slots - 1);
        table->slot[slot] = i + 1;
    }
}

static size_t start_of(const row_table *table, uint64_t number)
{
    ASSERT(table->used <= table->capacity);
    return number ? table->row[number - 1].end : 0;
}

// The slot of the row, or the free one where it belongs.
static size_t find_slot(const row_table *table, uint64_t hash, const void *bytes, size_t size)
{
    ASSERT(table->used <= table->capacity);
    size_t slot = hash & (table->slots - 1);
    for (; table->slot[slot]; slot = (slot + 1) & (table->slots - 1)) {
        uint64_t i = table->slot[slot] - 1;
        size_t start = start_of(table, i);
        if (table->row[i].hash == hash && table->row[i].end - start == size &&
            !memcmp(table->bytes + start, bytes, size))
            break;
    }
    return slot;
}

// The bytes of the new row are the last of all.
static uint64_t add_last(row_table *table, size_t slot, uint64_t hash)
{
    ASSERT(table->used <= table->capacity);
    uint64_t number = table->count++;
    table->slot[slot] = number + 1;
    MEMORY_RESERVE(table->row, table->row_capacity, table->count);
    table->row[number] = (table_row){table->used, hash};
    if (2 * table->count > table->slots)
        rehash(table);
    return number;
}

// Enters the row whose bytes were appended.
static uint64_t enter_last(row_table *table)
{
    ASSERT(table->used <= table->capacity);
    size_t start = start_of(table, table->count), size = table->used - start;
    uint64_t hash = XXH3_64bits(table->bytes + start, size);
    size_t slot = find_slot(table, hash, table->bytes + start, size);
    if (!table->slot[slot])
        return add_last(table, slot, hash);
    table->used = start;
    return table->slot[slot] - 1;
}

uint64_t row_table_enter(row_table *table, const fmpz *row, size_t entries)
{
    ASSERT(table->used <= table->capacity);
    for (size_t i = 0; i < entries; i++)
        append_integer(table, row + i);
    return enter_last(table);
}

uint64_t row_table_enter_bytes(row_table *table, const void *row, size_t size)
{
    ASSERT(table->used <= table->capacity);
    MEMORY_RESERVE(table->bytes, table->capacity, table->used + size);
    memcpy(table->bytes + table->used, row, size);
    table->used += size;
    return enter_last(table);
}

static void empty_slots(row_table *table)
{
    ASSERT(table->used <= table->capacity);
    free(table->slot);
    table->slots = LEAST_SLOTS;
    table->slot = memory_new(table->slots, sizeof *table->slot);
    table->count = table->used = 0;
}

uint64_t *row_table_append(row_table *table, row_table *more)
{
    ASSERT(table->used <= table->capacity);
    ASSERT(more->used <= more->capacity);
    uint64_t *number = memory_new(more->count, sizeof *number);
    for (uint64_t i = 0; i < more->count; i++) {
        const table_row row = more->row[i];
        const unsigned char *bytes = more->bytes + start_of(more, i);
        const size_t size = row.end - start_of(more, i);
        const size_t slot = find_slot(table, row.hash, bytes, size);
        if (table->slot[slot]) {
            number[i] = table->slot[slot] - 1;
            continue;
        }
        MEMORY_RESERVE(table->bytes, table->capacity, table->used + size);
        memcpy(table->bytes + table->used, bytes, size);
        table->used += size;
        number[i] = add_last(table, slot, row.hash);
    }
    if (more->count)
        empty_slots(more);
    return number;
}

uint64_t row_table_find(const row_table *table, const void *row, size_t size)
{
    ASSERT(table->used <= table->capacity);
    // An empty slot holds 0, and the number before 0 is that of no row.
    return table->slot[find_slot(table, XXH3_64bits(row, size), row, size)] - 1;
}

void row_table_pack(row_table *table, pack *p)
{
    ASSERT(table->used <= table->capacity);
    const uint64_t count = pack_count(p, table->count, 2 * sizeof(uint64_t));
    for (uint64_t i = 0; i < count && !p->failed; i++) {
        const size_t start = p->reads ? 0 : start_of(table, i);
        const size_t size = p->reads ? 0 : table->row[i].end - start;
        const size_t words = pack_count(p, size / sizeof(uint64_t), sizeof(uint64_t));
        uint64_t *row = memory_new(words, sizeof *row);
        if (size)
            memcpy(row, table->bytes + start, size);
        pack_words(p, row, words);
        if (p->reads && !p->failed)
            row_table_enter_bytes(table, row, words * sizeof *row);
        free(row);
    }
    p->failed |= table->count != count;
}
