// Cells waiting to be looked at, the nearest first.
#ifndef DISTANCE_NEAR_QUEUE_H
#define DISTANCE_NEAR_QUEUE_H

#include <flint/fmpq.h>
#include <stdint.h>

// The cell whose units before `unit` are on the pieces of region `leaf`, and `unit` on this one.
typedef struct {
    fmpq square;   // no point of the cell is nearer than the root of this
    fmpz *nearest; // the point that is as near, homogeneous; NULL: not known yet
    uint64_t number;
    size_t leaf, unit, predicate;
    uint32_t piece;
} near_entry;

typedef struct {
    near_entry *entry; // a heap
    size_t count, capacity, columns;
} near_queue;

void near_queue_init(near_queue *queue, size_t columns); // of points
void near_queue_clear(near_queue *queue);                // may be used again afterwards

// Smaller squares first, of equal ones those whose points are not known, then smaller numbers: so
// what comes out with a point is nearest of all, and which of equals it is depends on nothing but
// their numbers. The queue takes over what the entry holds, and gives it back.
void near_queue_push(near_queue *queue, near_entry entry);
int near_queue_pop(near_entry *entry, near_queue *queue);
void near_entry_clear(near_entry *entry, size_t columns);

#endif
