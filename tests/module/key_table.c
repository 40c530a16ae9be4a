// How often keys were seen, against a list.
#include "regions/key_table.h"
#include "base/random.h"
#include "unit.h"

#include <stdio.h>

// ---- The same as a list. ----

enum { MOST = 2000 };

typedef struct {
    key128 key[MOST];
    uint64_t times[MOST];
    size_t count;
} key_list;

static size_t list_find(const key_list *list, key128 key)
{
    size_t at = 0;
    while (at < list->count &&
           (list->key[at].word[0] != key.word[0] || list->key[at].word[1] != key.word[1]))
        at++;
    return at;
}

static void list_add(key_list *list, key128 key)
{
    size_t at = list_find(list, key);
    if (at == list->count) {
        list->key[list->count] = key;
        list->times[list->count++] = 0;
    }
    list->times[at]++;
}

static int agrees(const key_table *table, const key_list *list)
{
    uint64_t repeated = 0;
    int good = table->keys == list->count;
    for (size_t i = 0; i < list->count; i++) {
        repeated += list->times[i] > 1;
        good &= key_table_times(table, list->key[i]) == list->times[i];
        // Neighbours of the key were never added, unless the list says so.
        for (int word = 0; word < 2; word++) {
            key128 other = list->key[i];
            other.word[word] ^= 1;
            size_t at = list_find(list, other);
            good &= key_table_times(table, other) == (at < list->count ? list->times[at] : 0);
        }
    }
    return good && table->repeated == repeated && table->slots >= 2 * table->keys;
}

// ---- Keys of all kinds. ----

// word[0] of up to low values, shifted, and word[1] of up to high ones.
static void random_keys(uint64_t seed, uint64_t low, int shift, uint64_t high, int adds)
{
    static key_list list;
    list.count = 0;
    printf("seed %d ", (int)seed);
    random_state random;
    random_seed(&random, seed);
    key_table table;
    key_table_init(&table);
    int good = 1;
    for (int i = 0; i < adds; i++) {
        uint64_t first = low ? random_below(&random, low) << shift : random_bits(&random);
        uint64_t second = high ? random_below(&random, high) : random_bits(&random);
        key128 key = {{first, second}};
        key_table_add(&table, key);
        list_add(&list, key);
        if (i < 70 || i % 200 == 0)
            good &= agrees(&table, &list);
    }
    CU_ASSERT(good && agrees(&table, &list));
    key_table_clear(&table);
}

static void generic(void)
{
    random_keys(91, 0, 0, 0, 1000);
}

static void often_the_same(void)
{
    random_keys(92, 30, 0, 20, MOST);
}

// All begin their search at one slot or at few, and find each other in the way.
static void colliding(void)
{
    random_keys(93, 1, 0, 0, 700);
    random_keys(94, 2, 40, 300, MOST);
    random_keys(95, 3, 63, 0, 700);
}

// The search goes round the end of the table. 63, 127, ... are its last slots.
static void round_the_end(void)
{
    static key_list list;
    list.count = 0;
    key_table table;
    key_table_init(&table);
    for (uint64_t i = 0; i < 200; i++) {
        key128 key = {{UINT64_MAX - i % 3, i / 2}};
        key_table_add(&table, key);
        list_add(&list, key);
        CU_ASSERT(agrees(&table, &list));
    }
    key_table_clear(&table);
}

// Zero is a key like any other.
static void zero(void)
{
    key_table table;
    key_table_init(&table);
    const key128 nought = {{0, 0}}, high = {{0, 1}};
    CU_ASSERT_EQUAL(table.keys + table.repeated, 0);
    CU_ASSERT_EQUAL(key_table_times(&table, nought), 0);
    key_table_add(&table, nought);
    CU_ASSERT_EQUAL(key_table_times(&table, nought), 1);
    CU_ASSERT_EQUAL(key_table_times(&table, high), 0);
    CU_ASSERT(table.keys == 1 && table.repeated == 0);
    for (int i = 0; i < 3; i++)
        key_table_add(&table, nought);
    CU_ASSERT_EQUAL(key_table_times(&table, nought), 4);
    CU_ASSERT(table.keys == 1 && table.repeated == 1);
    key_table_clear(&table);
}

UNIT_MAIN("key_table", {"generic", generic}, {"often_the_same", often_the_same},
          {"colliding", colliding}, {"round_the_end", round_the_end}, {"zero", zero})
