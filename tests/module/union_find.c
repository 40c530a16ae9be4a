// Disjoint sets, against a table of the set of each element.
#include "regions/union_find.h"
#include "base/random.h"
#include "unit.h"

enum { MOST = 200 };

// set[i] is the least element of the set of i.
typedef struct {
    uint64_t set[MOST];
    size_t count;
} labels;

static void labels_join(labels *all, uint64_t a, uint64_t b)
{
    uint64_t x = all->set[a], y = all->set[b];
    uint64_t least = x < y ? x : y;
    for (size_t i = 0; i < all->count; i++)
        if (all->set[i] == x || all->set[i] == y)
            all->set[i] = least;
}

static uint64_t labels_sets(const labels *all)
{
    uint64_t sets = 0;
    for (size_t i = 0; i < all->count; i++)
        sets += all->set[i] == i;
    return sets;
}

static void random_joins(void)
{
    random_state random = unit_random(4);
    CASES(round, 20) {
        union_find sets = {0};
        labels all = {.count = 0};
        for (int step = 0; step < 400; step++) {
            if (all.count < MOST && random_below(&random, 3)) {
                CU_ASSERT_EQUAL(union_find_add(&sets), all.count);
                all.set[all.count] = all.count;
                all.count++;
            } else if (all.count) {
                uint64_t a = random_below(&random, all.count), b = random_below(&random, all.count);
                union_find_join(&sets, a, b);
                labels_join(&all, a, b);
            }
            CU_ASSERT_EQUAL(sets.sets, labels_sets(&all));
        }
        for (size_t i = 0; i < all.count; i++)
            CU_ASSERT_EQUAL(union_find_root(&sets, i), all.set[i]);
        union_find_clear(&sets);
    }
}

// The root is the oldest element, whichever way round the pairs are joined.
static void long_chains(void)
{
    for (int backwards = 0; backwards < 2; backwards++) {
        union_find sets = {0};
        enum { LENGTH = 100000 };
        for (uint64_t i = 0; i < LENGTH; i++)
            union_find_add(&sets);
        for (uint64_t i = 0; i + 1 < LENGTH; i++) {
            uint64_t at = backwards ? LENGTH - 2 - i : i;
            union_find_join(&sets, at, at + 1);
        }
        CU_ASSERT_EQUAL(sets.sets, 1);
        CU_ASSERT_EQUAL(union_find_root(&sets, LENGTH - 1), 0);
        CU_ASSERT_EQUAL(union_find_root(&sets, LENGTH / 2), 0);
        union_find_clear(&sets);
    }
}

static void joined_to_itself(void)
{
    union_find sets = {0};
    union_find_add(&sets);
    union_find_add(&sets);
    union_find_join(&sets, 1, 1);
    CU_ASSERT_EQUAL(sets.sets, 2);
    union_find_join(&sets, 1, 0);
    union_find_join(&sets, 0, 1);
    CU_ASSERT_EQUAL(sets.sets, 1);
    union_find_clear(&sets);
    CU_ASSERT_EQUAL(sets.count, 0);
    CU_ASSERT_EQUAL(union_find_add(&sets), 0); // as good as new
    CU_ASSERT_EQUAL(sets.sets, 1);
    union_find_clear(&sets);
}

// Ranges that are joined separately, merged, and joined further.
static void appended(void)
{
    enum { STRETCH = 20 };
    random_state random = unit_random(26);
    CASES(round, 50) {
        union_find whole = {0}, part = {0};
        labels all = {.count = 0};
        while (all.count + STRETCH <= MOST) {
            const uint64_t first = all.count, size = random_below(&random, STRETCH);
            for (uint64_t i = 0; i < size; i++) {
                union_find_add(&part);
                all.set[all.count] = all.count;
                all.count++;
            }
            for (uint64_t k = 0; size && k < size / 2; k++) {
                const uint64_t a = random_below(&random, size), b = random_below(&random, size);
                union_find_join(&part, a, b);
                labels_join(&all, first + a, first + b);
            }
            union_find_append(&whole, &part);
            CU_ASSERT(part.count == 0 && part.sets == 0);
            if (all.count) {
                const uint64_t a = random_below(&random, all.count);
                union_find_join(&whole, a, all.count - 1);
                labels_join(&all, a, all.count - 1);
            }
            CU_ASSERT_EQUAL(whole.sets, labels_sets(&all));
            if (!size && !random_below(&random, 4))
                break;
        }
        for (size_t i = 0; i < all.count; i++)
            CU_ASSERT_EQUAL(union_find_root(&whole, i), all.set[i]);
        union_find_clear(&whole);
        union_find_clear(&part);
    }
}

UNIT_MAIN("union_find", {"appended", appended}, {"random_joins", random_joins},
          {"long_chains", long_chains}, {"joined_to_itself", joined_to_itself})
