// Which words have been seen before, and which of them more than once.
#include "exact/key_table.h"

#include "base/memory.h"
#include <stdlib.h>

#define TAKEN (UINT64_C(1) << 62)
#define AGAIN (UINT64_C(1) << 63)

enum { LEAST_BITS = 6 }; // of the number of a slot
// So many keys before its turn the slot of a key is asked for: it lies anywhere in a large table.
enum { AHEAD = 8 };

void key_table_init(key_table *table)
{
    *table = (key_table){.slots = (size_t)1 << LEAST_BITS, .bits = LEAST_BITS};
    table->slot = memory_new(table->slots, sizeof *table->slot);
}

void key_table_clear(key_table *table)
{
    free(table->slot);
}

// Where it is looked for first. The product's upper bits depend on all of the key, and the order of
// keys by them is the same in a table of any size: a table that grows is written from the first
// slot to the last.
static size_t home_of_key(const key_table *table, uint64_t key)
{
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - table->bits));
}

// That of the key, or the free one where it belongs.
static uint64_t *find_key(const key_table *table, uint64_t key)
{
    size_t at = home_of_key(table, key);
    for (; table->slot[at]; at = (at + 1) & (table->slots - 1))
        if ((table->slot[at] & ~AGAIN) == (key | TAKEN))
            break;
    return table->slot + at;
}

static void grow_keys(key_table *table)
{
    const key_table old = *table;
    table->slots *= 2;
    table->bits++;
    table->slot = memory_new(table->slots, sizeof *table->slot);
    for (size_t i = 0; i < old.slots; i++)
        if (old.slot[i])
            *find_key(table, old.slot[i] & ~(TAKEN | AGAIN)) = old.slot[i];
    free(old.slot);
}

static void enter_key(key_table *table, uint64_t key)
{
    uint64_t *slot = find_key(table, key);
    if (*slot) {
        table->repeated += !(*slot & AGAIN);
        *slot |= AGAIN;
        return;
    }
    *slot = key | TAKEN;
    if (3 * ++table->count > 2 * table->slots)
        grow_keys(table);
}

void key_table_settle(key_table *table)
{
    for (size_t i = 0; i < table->waitings; i++) {
        if (i + AHEAD < table->waitings)
            __builtin_prefetch(table->slot + home_of_key(table, table->waiting[i + AHEAD]), 1);
        enter_key(table, table->waiting[i]);
    }
    table->waitings = 0;
}

void key_table_enter(key_table *table, const uint64_t *key, size_t count)
{
    const size_t room = sizeof table->waiting / sizeof *table->waiting;
    for (size_t i = 0; i < count; i++) {
        table->waiting[table->waitings++] = key[i];
        if (table->waitings == room)
            key_table_settle(table);
    }
}

int key_table_is_alone(const key_table *table, uint64_t key)
{
    return *find_key(table, key) == (key | TAKEN);
}
