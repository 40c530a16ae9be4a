// Times how long it takes to enter keys in a hash table once: enter_keys NUMBER
//
// A count of the faces of a complex enters a key for each. The keys are 8 bytes of a random
// sequence without repetition, the table has open addresses and doubles when it is half full.
// Prints processor seconds.
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    uint64_t *key; // 0: none
    uint64_t count, mask;
} key_table;

// A bijection of the 64-bit numbers (splitmix64 of Steele, Lea and Flood 2014), 0 to 0.
static uint64_t scramble(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static void enter(key_table *table, uint64_t key);

static void grow(key_table *table)
{
    const key_table old = *table;
    *table = (key_table){.mask = 2 * old.mask + 1};
    table->key = calloc(table->mask + 1, sizeof *table->key);
    if (!table->key) {
        fputs("enter_keys: out of memory\n", stderr);
        exit(2);
    }
    for (uint64_t i = 0; old.key && i <= old.mask; i++)
        if (old.key[i])
            enter(table, old.key[i]);
    free(old.key);
}

static void enter(key_table *table, uint64_t key)
{
    if (2 * table->count >= table->mask)
        grow(table);
    uint64_t place = key & table->mask;
    while (table->key[place] && table->key[place] != key)
        place = (place + 1) & table->mask;
    table->count += !table->key[place];
    table->key[place] = key;
}

int main(int words, char **word)
{
    const uint64_t number = words == 2 ? strtoull(word[1], NULL, 10) : 0;
    if (!number) {
        fputs("usage: enter_keys NUMBER\n", stderr);
        return 2;
    }
    key_table table = {.mask = 0};
    for (uint64_t i = 1; i <= number; i++)
        enter(&table, scramble(i));
    const bool is_right = table.count == number;
    free(table.key);
    if (!is_right) {
        fputs("enter_keys: two keys were one\n", stderr);
        return 1;
    }
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    printf("%.6f\n", (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
    return 0;
}
