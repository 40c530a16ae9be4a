// Distinct rows of integers.
#include "regions/map_table.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void map_table_init(map_table *table)
{
    *table = (map_table){.slots = 64};
    table->slot = memory_new(table->slots, sizeof *table->slot);
    MEMORY_RESERVE(table->start, table->starts, 1);
    table->start[0] = 0;
}

void map_table_clear(map_table *table)
{
    free(table->bytes);
    free(table->start);
    free(table->hash);
    free(table->slot);
}

// One spelling per integer: how many limbs, then the limbs in two's complement.
static void append_integer(map_table *table, const fmpz_t x)
{
    ulong limbs = (ulong)fmpz_size(x) + 1;
    size_t size = (limbs + 1) * sizeof(ulong);
    MEMORY_RESERVE(table->bytes, table->capacity, table->used + size);
    ulong *to = (ulong *)(void *)(table->bytes + table->used);
    to[0] = limbs;
    fmpz_get_signed_ui_array(to + 1, (slong)limbs, x);
    table->used += size;
}

static void rehash(map_table *table)
{
    free(table->slot);
    table->slots *= 2;
    table->slot = memory_new(table->slots, sizeof *table->slot);
    for (uint64_t i = 0; i < table->count; i++) {
        size_t at = table->hash[i] & (table->slots - 1);
        while (table->slot[at])
            at = (at + 1) & (table->slots - 1);
        table->slot[at] = i + 1;
    }
}

// The slot of the row spelled in bytes start .. used, or the free one where it belongs.
static size_t find_slot(const map_table *table, uint64_t hash, size_t start)
{
    size_t size = table->used - start, at = hash & (table->slots - 1);
    for (; table->slot[at]; at = (at + 1) & (table->slots - 1)) {
        uint64_t row = table->slot[at] - 1;
        if (table->hash[row] == hash && table->start[row + 1] - table->start[row] == size &&
            !memcmp(table->bytes + table->start[row], table->bytes + start, size))
            break;
    }
    return at;
}

uint64_t map_table_enter(map_table *table, const fmpz *row, size_t entries)
{
    size_t start = table->used;
    for (size_t i = 0; i < entries; i++)
        append_integer(table, row + i);
    uint64_t hash = XXH3_64bits(table->bytes + start, table->used - start);
    size_t at = find_slot(table, hash, start);
    if (table->slot[at]) {
        table->used = start;
        return table->slot[at] - 1;
    }
    uint64_t number = table->count++;
    table->slot[at] = number + 1;
    MEMORY_RESERVE(table->hash, table->hashes, table->count);
    table->hash[number] = hash;
    MEMORY_RESERVE(table->start, table->starts, table->count + 1);
    table->start[table->count] = table->used;
    if (2 * table->count > table->slots)
        rehash(table);
    return number;
}
