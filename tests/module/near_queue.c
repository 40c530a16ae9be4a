// The order in which cells come out.
#include "distance/near_queue.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

static near_entry entry_of(random_state *random, uint64_t number)
{
    near_entry entry = {.number = number};
    slong top = (slong)random_below(random, 6);
    fmpq_init(&entry.square);
    fmpq_set_si(&entry.square, top, 1 + random_below(random, 3));
    if (random_below(random, 2))
        entry.nearest = _fmpz_vec_init(3);
    return entry;
}

// As near_queue.h has it, said again.
static int in_order(const near_entry *a, const near_entry *b)
{
    int order = fmpq_cmp(&a->square, &b->square);
    if (order == 0)
        order = (a->nearest != NULL) - (b->nearest != NULL);
    return order < 0 || (order == 0 && a->number < b->number);
}

static void sorted(void)
{
    random_state random;
    near_queue queue;
    random_seed(&random, 3);
    near_queue_init(&queue, 3);
    for (int round = 0; round < 20; round++) {
        size_t count = random_below(&random, 200), out = 0;
        unsigned char seen[200] = {0};
        for (size_t i = 0; i < count; i++)
            near_queue_push(&queue, entry_of(&random, i));
        near_entry entry, last = {0};
        while (near_queue_pop(&entry, &queue)) {
            CU_ASSERT(out == 0 || in_order(&last, &entry));
            CU_ASSERT(!seen[entry.number]++);
            if (out++)
                near_entry_clear(&last, 3);
            last = entry;
        }
        if (out)
            near_entry_clear(&last, 3);
        CU_ASSERT_EQUAL(out, count);
    }
    near_queue_push(&queue, entry_of(&random, 0)); // left to be cleared
    near_queue_clear(&queue);
    near_entry entry;
    CU_ASSERT_FALSE(near_queue_pop(&entry, &queue));
}

UNIT_MAIN("near_queue", {"sorted", sorted})
