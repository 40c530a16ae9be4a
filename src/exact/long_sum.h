// Sums of millions of fractions.
//
// Added one after the other, fractions would need the common denominator of everything so far,
// millions of digits for large networks. A sum of neighbours in the tree has a short denominator:
// the volumes of the regions of a cell even add up to the volume of one convex cell. So neighbours
// are added in pairs, then pairs of pairs, and so on.
#pragma once

#include "base/pack.h"
#include <flint/fmpq.h>
#include <stddef.h>

typedef struct {
    size_t entries; // numbers that are summed side by side
    // Row i is the sum of up to 2^rank[i] terms; ranks decrease. Behind the last is the next term.
    fmpq *sum;
    uint64_t *rank;
    size_t rows;
    size_t ready, capacity, ranks; // numbers initialised, numbers and ranks allocated
} long_sum;

void long_sum_init(long_sum *s, size_t entries);
void long_sum_clear(long_sum *s);

// The next term: `entries` numbers to be added to, 0 at first.
fmpq *long_sum_next(long_sum *s);
// Adds the next term to the sum.
void long_sum_add(long_sum *s);
// Adds the terms of another sum, which come next, and leaves nothing there.
void long_sum_append(long_sum *whole, long_sum *part);
// The sum of all terms. Borrowed.
const fmpq *long_sum_total(long_sum *s);

// Writes a sum and leaves nothing there, or reads what was written into an empty one.
void long_sum_pack(long_sum *s, pack *p);
size_t long_sum_bytes(const long_sum *s);
