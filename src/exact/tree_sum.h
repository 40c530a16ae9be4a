// Sums over the regions of a tree, added up in its shape.
//
// Added from first to last, fractions would need the common denominator of everything so far,
// millions of digits for large networks. Added subtree by subtree most numbers stay short: the
// volumes of a subtree even add up to that of one convex cell.
#ifndef EXACT_TREE_SUM_H
#define EXACT_TREE_SUM_H

#include "base/pack.h"
#include <flint/fmpq.h>
#include <stddef.h>

typedef struct {
    size_t entries;         // numbers that are summed side by side
    fmpq *sum;              // row i: what was met so far below the i-th open split; row 0: all else
    size_t open;            // splits that are open
    size_t closed;          // splits that were closed and not opened here
    size_t ready, capacity; // numbers initialised, numbers allocated
} tree_sum;

void tree_sum_init(tree_sum *tree, size_t entries);
void tree_sum_clear(tree_sum *tree);

// A split, and its end.
void tree_sum_open(tree_sum *tree);
void tree_sum_close(tree_sum *tree);

// Adds what comes next in the tree, summed by itself, and leaves nothing there: what it closes
// first and has open at its end is closed and open in the whole.
void tree_sum_append(tree_sum *whole, tree_sum *part);

// Writes it and leaves nothing there, or reads what was written where there is nothing.
void tree_sum_pack(tree_sum *tree, pack *p);

size_t tree_sum_bytes(const tree_sum *tree);

// `entries` numbers, to be added to.
fmpq *tree_sum_here(tree_sum *tree);
// All of it, also if a walk that was stopped has left splits open. Borrowed.
const fmpq *tree_sum_total(tree_sum *tree);

#endif
