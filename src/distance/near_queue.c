// Cells waiting to be looked at, the nearest first.
#include "distance/near_queue.h"

#include "base/memory.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

void near_queue_init(near_queue *queue, size_t columns)
{
    *queue = (near_queue){.columns = columns};
}

void near_entry_clear(near_entry *entry, size_t columns)
{
    fmpq_clear(&entry->square);
    if (entry->nearest)
        _fmpz_vec_clear(entry->nearest, (slong)columns);
    entry->nearest = NULL;
}

void near_queue_clear(near_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        near_entry_clear(queue->entry + i, queue->columns);
    free(queue->entry);
    near_queue_init(queue, queue->columns);
}

static int comes_before(const near_entry *a, const near_entry *b)
{
    int order = fmpq_cmp(&a->square, &b->square);
    if (order != 0)
        return order < 0;
    if (!a->nearest != !b->nearest)
        return !a->nearest;
    return a->number < b->number;
}

static void swap(near_queue *queue, size_t i, size_t j)
{
    near_entry held = queue->entry[i];
    queue->entry[i] = queue->entry[j];
    queue->entry[j] = held;
}

void near_queue_push(near_queue *queue, near_entry entry)
{
    MEMORY_RESERVE(queue->entry, queue->capacity, queue->count + 1);
    size_t i = queue->count++;
    queue->entry[i] = entry;
    for (; i > 0 && comes_before(queue->entry + i, queue->entry + (i - 1) / 2); i = (i - 1) / 2)
        swap(queue, i, (i - 1) / 2);
}

int near_queue_pop(near_entry *entry, near_queue *queue)
{
    if (queue->count == 0)
        return 0;
    *entry = queue->entry[0];
    queue->entry[0] = queue->entry[--queue->count];
    for (size_t i = 0;;) {
        size_t first = i, child = 2 * i + 1;
        for (size_t c = child; c < child + 2 && c < queue->count; c++)
            if (comes_before(queue->entry + c, queue->entry + first))
                first = c;
        if (first == i)
            return 1;
        swap(queue, i, first);
        i = first;
    }
}
