// Counts of points over a finite field: another way to see an arrangement.
//
// For all large primes q, the points of F_q^d that lie on no hyperplane are chi(q) many,
// with chi the characteristic polynomial (Crapo and Rota 1970, Athanasiadis 1996).
#ifndef TESTS_FINITE_FIELD_H
#define TESTS_FINITE_FIELD_H

#include "exact/rational.h"
#include "net/net.h"
#include <stdbool.h>

// x mod q, for an integer x.
static inline slong residue_of(const fmpq_t x, slong q)
{
    return (slong)fmpz_fdiv_ui(fmpq_numref(x), (ulong)q);
}

// Whether no unit of the first layer vanishes modulo q at the point.
static inline bool is_off_all(const net_layer *layer, const slong *point, slong q)
{
    for (size_t i = 0; i < layer->units; i++) {
        slong value = residue_of(layer->bias + i, q);
        for (size_t j = 0; j < layer->inputs; j++)
            value += residue_of(layer->weight + i * layer->inputs + j, q) * point[j];
        if (value % q == 0)
            return false;
    }
    return true;
}

// The number of points of F_q^d off all hyperplanes; d at most 8.
static inline slong points_off_all(const crease_net *net, slong q)
{
    slong point[8] = {0}, count = 0;
    size_t j;
    do {
        count += is_off_all(net->layer, point, q);
        for (j = 0; j < net->inputs && ++point[j] == q; j++)
            point[j] = 0;
    } while (j < net->inputs);
    return count;
}

#endif
