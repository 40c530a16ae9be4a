// Networks with other inputs: x = A u + t, put in front of a network.
#ifndef MOVED_NETS_H
#define MOVED_NETS_H

#include "portrait.h"

// x has outer entries, u has inner ones.
typedef struct {
    size_t outer, inner;
    number_rows parametrization; // outer rows of inner + 1, the constant last
    fmpq_t stretch;              // |det A|, 0 if u has idle entries
} moving;

// u is x with one or two idle entries at random places.
void moving_choose_idle(moving *to, uint64_t seed, size_t dimension);
// A random invertible A; sometimes a permutation with signs.
void moving_choose_affine(moving *to, uint64_t seed, size_t dimension);
void moving_clear(moving *to);

// row . (x, 1) as a row for (u, 1).
void moving_row(fmpq *moved, const moving *to, const fmpq *row);

crease_net *moving_net(const moving *to, const crease_net *net);

// The first difference between the regions of a network on the whole space and those of the moved
// one, apart from the move; NULL if none. Sorts both.
const char *moving_difference(const moving *to, portrait *before, portrait *after);

#endif
