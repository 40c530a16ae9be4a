// Keys, against a list of all: how many there are, and which occur more than once.
#include "exact/key_set.h"
#include "base/random.h"
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 3000, TOGETHER = 40 };

typedef struct {
    uint64_t key[MOST], times[MOST], count;
} key_list;

static void list_enter(key_list *list, uint64_t key)
{
    uint64_t i = 0;
    while (i < list->count && list->key[i] != key)
        i++;
    list->count += i == list->count;
    list->key[i] = key;
    list->times[i]++;
}

// Few bits, low or high, or many: keys that hash poorly, and keys that recur.
static uint64_t random_key(random_state *random)
{
    switch (random_below(random, 4)) {
    case 0:
        return random_below(random, 40);
    case 1:
        return random_below(random, 500) << 32;
    case 2:
        return (UINT64_C(1) << 62) - 1 - random_below(random, 100);
    default:
        return random_bits(random) >> 2;
    }
}

static void random_keys(void)
{
    static key_list list;
    random_state random = unit_random(181);
    for (int repeat = 0; repeat < 10; repeat++) {
        key_set table = {0};
        uint64_t repeated = 0;
        memset(&list, 0, sizeof list);
        CU_ASSERT(!key_set_is_alone(&table, 0));
        for (uint64_t n = random_below(&random, MOST); n > 0;) {
            uint64_t key[TOGETHER];
            const size_t count = random_below(&random, n < TOGETHER ? n + 1 : TOGETHER + 1);
            for (size_t i = 0; i < count; i++)
                list_enter(&list, key[i] = random_key(&random));
            key_set_add(&table, key, count);
            n -= count;
        }
        key_set_settle(&table);
        bool good = true;
        for (uint64_t i = 0; i < list.count; i++) {
            good &= key_set_is_alone(&table, list.key[i]) == (list.times[i] == 1);
            repeated += list.times[i] > 1;
        }
        CU_ASSERT(good);
        CU_ASSERT_EQUAL(table.count, list.count);
        CU_ASSERT_EQUAL(table.repeated, repeated);
        key_set_clear(&table);
    }
}

UNIT_MAIN("key_set", {"random_keys", random_keys})
