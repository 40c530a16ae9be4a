// How often each 128-bit key has been seen.
#include "regions/key_table.h"

#include "base/memory.h"
#include <stdlib.h>

void key_table_init(key_table *table)
{
    *table = (key_table){.slots = 64};
    table->slot = memory_new(table->slots, sizeof *table->slot);
}

void key_table_clear(key_table *table)
{
    free(table->slot);
}

// The slot of the key, or the free one where it belongs.
static struct key_slot *find(const key_table *table, key128 key)
{
    size_t at = key.word[0] & (table->slots - 1);
    for (;; at = (at + 1) & (table->slots - 1)) {
        struct key_slot *slot = table->slot + at;
        if (!slot->times || (slot->key.word[0] == key.word[0] && slot->key.word[1] == key.word[1]))
            return slot;
    }
}

static void grow(key_table *table)
{
    struct key_slot *old = table->slot;
    size_t slots = table->slots;
    table->slots *= 2;
    table->slot = memory_new(table->slots, sizeof *table->slot);
    for (size_t i = 0; i < slots; i++)
        if (old[i].times)
            *find(table, old[i].key) = old[i];
    free(old);
}

void key_table_add(key_table *table, key128 key)
{
    struct key_slot *slot = find(table, key);
    slot->key = key;
    slot->times++;
    table->repeated += slot->times == 2;
    table->keys += slot->times == 1;
    if (2 * table->keys > table->slots)
        grow(table);
}

uint64_t key_table_times(const key_table *table, key128 key)
{
    return find(table, key)->times;
}
