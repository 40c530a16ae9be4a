// Distinct rows: the same numbers as comparing every row with every other, and how often they came.
#include "exact/row_table.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <string.h>

enum { ENTRIES = 4, MOST = 2500 };

// All distinct rows so far, in the order of their first appearance.
typedef struct {
    fmpz *row[MOST];
    uint64_t count;
} row_list;

static uint64_t list_enter(row_list *all, const fmpz *row)
{
    for (uint64_t i = 0; i < all->count; i++)
        if (_fmpz_vec_equal(all->row[i], row, ENTRIES))
            return i;
    all->row[all->count] = _fmpz_vec_init(ENTRIES);
    _fmpz_vec_set(all->row[all->count], row, ENTRIES);
    return all->count++;
}

static void list_clear(row_list *all)
{
    for (uint64_t i = 0; i < all->count; i++)
        _fmpz_vec_clear(all->row[i], ENTRIES);
}

// Close to a power of 2^64, where the number of words of an integer changes.
static void awkward_integer(fmpz_t x, random_state *random)
{
    ulong bits = 63 + random_below(random, 2);
    fmpz_one(x);
    fmpz_mul_2exp(x, x, bits + 64 * random_below(random, 4));
    fmpz_add_si(x, x, random_between(random, -2, 2));
    if (random_below(random, 2))
        fmpz_neg(x, x);
}

static void random_entry(fmpz_t x, random_state *random)
{
    switch (random_below(random, 6)) {
    case 0:
        awkward_integer(x, random);
        break;
    case 1: // around the largest integer that FLINT keeps in one word
        fmpz_set_si(x, random_between(random, -2, 2));
        fmpz_add_si(x, x, random_below(random, 2) ? COEFF_MAX : COEFF_MIN);
        break;
    default:
        fmpz_set_si(x, random_between(random, -2, 2));
    }
}

static void random_rows(void)
{
    random_state random = unit_random(5);
    static row_list all;
    row_table table;
    row_table_init(&table);
    fmpz *row = _fmpz_vec_init(ENTRIES);
    bool agree = true;
    for (int i = 0; i < MOST; i++) {
        if (all.count && random_below(&random, 4) == 0) {
            _fmpz_vec_set(row, all.row[random_below(&random, all.count)], ENTRIES);
            if (random_below(&random, 2)) // differs from an old row by very little
                fmpz_add_si(row + random_below(&random, ENTRIES), row, 1);
        } else {
            for (int c = 0; c < ENTRIES; c++)
                random_entry(row + c, &random);
        }
        agree &= row_table_enter(&table, row, ENTRIES) == list_enter(&all, row);
    }
    CU_ASSERT(agree);
    CU_ASSERT_EQUAL(table.count, all.count);
    CU_ASSERT(table.count > 1000 && table.count < MOST);
    for (uint64_t i = 0; i < all.count; i++)
        agree &= row_table_enter(&table, all.row[i], ENTRIES) == i;
    CU_ASSERT(agree);
    CU_ASSERT_EQUAL(table.count, all.count);
    _fmpz_vec_clear(row, ENTRIES);
    row_table_clear(&table);
    list_clear(&all);
}

// One key per integer, and no two rows with the same key: (a, b) with the words of a and b shifted
// between them, signs, zeros in other places.
static void easily_confused(void)
{
    static const struct {
        slong entry[2];
        ulong shift[2];
    } rows[] = {{{0, 0}, {0, 0}},  {{0, 1}, {0, 0}},   {{1, 0}, {0, 0}},   {{-1, 0}, {0, 0}},
                {{0, -1}, {0, 0}}, {{1, 1}, {64, 0}},  {{1, 1}, {0, 64}},  {{-1, 1}, {64, 0}},
                {{1, 0}, {64, 0}}, {{1, 0}, {128, 0}}, {{-1, 0}, {63, 0}}, {{1, 0}, {63, 0}},
                {{-1, -1}, {0, 0}}};
    enum { COUNT = sizeof rows / sizeof *rows };
    row_table table;
    row_table_init(&table);
    fmpz *row = _fmpz_vec_init(2);
    for (int again = 0; again < 2; again++)
        for (uint64_t i = 0; i < COUNT; i++) {
            for (int c = 0; c < 2; c++) {
                fmpz_set_si(row + c, rows[i].entry[c]);
                fmpz_mul_2exp(row + c, row + c, rows[i].shift[c]);
            }
            CU_ASSERT_EQUAL(row_table_enter(&table, row, 2), i);
        }
    CU_ASSERT_EQUAL(table.count, COUNT);
    _fmpz_vec_clear(row, 2);
    row_table_clear(&table);
}

// Enough rows for the table to be rebuilt many times.
static void many_rows(void)
{
    enum { MANY = 50000 };
    row_table table;
    row_table_init(&table);
    fmpz *row = _fmpz_vec_init(3);
    bool good = true;
    for (int again = 0; again < 2; again++)
        for (uint64_t i = 0; i < MANY; i++) {
            fmpz_set_ui(row, i / 100);
            fmpz_set_si(row + 2, -(slong)(i % 100));
            good &= row_table_enter(&table, row, 3) == i;
        }
    CU_ASSERT(good);
    CU_ASSERT_EQUAL(table.count, MANY);
    _fmpz_vec_clear(row, 3);
    row_table_clear(&table);
}

// Two rows of one hash: the hash of the second is written to where the first one is kept.
static void same_hash(void)
{
    row_table table, other;
    row_table_init(&table);
    row_table_init(&other);
    fmpz *first = _fmpz_vec_init(2), *second = _fmpz_vec_init(2);
    fmpz_set_si(first, 3);
    fmpz_set_si(second, 4);
    row_table_enter(&table, first, 2);
    row_table_enter(&other, second, 2);
    table.row[0].hash = other.row[0].hash;
    memset(table.slot, 0, table.slots * sizeof *table.slot);
    table.slot[other.row[0].hash & (table.slots - 1)] = 1;
    CU_ASSERT_EQUAL(row_table_enter(&table, second, 2), 1);
    CU_ASSERT_EQUAL(row_table_enter(&table, second, 2), 1);
    CU_ASSERT_EQUAL(table.count, 2);
    _fmpz_vec_clear(first, 2);
    _fmpz_vec_clear(second, 2);
    row_table_clear(&table);
    row_table_clear(&other);
}

// Tables of ranges, merged, are one table of all.
static void appended(void)
{
    random_state random = unit_random(96);
    row_table whole, alone, part;
    row_table_init(&whole);
    row_table_init(&alone);
    row_table_init(&part);
    for (int stretch = 0; stretch < 300; stretch++) {
        uint64_t key[200];
        const size_t count = random_below(&random, stretch % 10 ? 20 : 200);
        for (size_t i = 0; i < count; i++) {
            key[i] = random_below(&random, 1000);
            row_table_enter_bytes(&alone, key + i, 1 + key[i] % 8);
        }
        for (size_t i = 0; i < count; i++)
            row_table_enter_bytes(&part, key + i, 1 + key[i] % 8);
        uint64_t *number = row_table_append(&whole, &part);
        CU_ASSERT(part.count == 0);
        for (size_t i = 0; i < count; i++) {
            const uint64_t of = row_table_enter_bytes(&part, key + i, 1 + key[i] % 8);
            CU_ASSERT_EQUAL(number[of], row_table_find(&alone, key + i, 1 + key[i] % 8));
            CU_ASSERT_EQUAL(number[of], row_table_find(&whole, key + i, 1 + key[i] % 8));
        }
        CU_ASSERT(whole.count == alone.count);
        free(number);
        row_table_clear(&part);
        row_table_init(&part);
    }
    row_table_clear(&whole);
    row_table_clear(&alone);
    row_table_clear(&part);
}

UNIT_MAIN("row_table", {"appended", appended}, {"random_rows", random_rows},
          {"easily_confused", easily_confused}, {"many_rows", many_rows}, {"same_hash", same_hash})
