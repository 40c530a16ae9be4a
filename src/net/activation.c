// Piecewise-linear activations: values, pieces and the predicates that settle them.
#include "net/activation.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>

size_t activation_breakpoints(const activation *act)
{
    return act->rank == 1 ? act->pieces - 1 : 0;
}

size_t activation_predicates(const activation *act)
{
    return act->rank == 1 ? act->pieces - 1 : act->rank * (act->rank - 1) / 2;
}

void activation_init(activation *act, size_t pieces, size_t rank)
{
    *act = (activation){.pieces = pieces, .rank = rank};
    act->breakpoint = _fmpq_vec_init((slong)activation_breakpoints(act));
    act->slope = _fmpq_vec_init((slong)pieces);
    act->offset = _fmpq_vec_init((slong)pieces);
}

void activation_clear(activation *act)
{
    free(act->name);
    _fmpq_vec_clear(act->breakpoint, (slong)activation_breakpoints(act));
    _fmpq_vec_clear(act->slope, (slong)act->pieces);
    _fmpq_vec_clear(act->offset, (slong)act->pieces);
    *act = (activation){0};
}

size_t activation_piece(const activation *act, const fmpq *z)
{
    size_t piece = 0;
    if (act->rank == 1) {
        while (piece + 1 < act->pieces && fmpq_cmp(z, act->breakpoint + piece) > 0)
            piece++;
        return piece;
    }
    for (size_t row = 1; row < act->rank; row++)
        if (fmpq_cmp(z + row, z + piece) > 0)
            piece = row;
    return piece;
}

void activation_apply(fmpq_t y, const activation *act, const fmpq *z)
{
    size_t piece = activation_piece(act, z);
    fmpq_mul(y, act->slope + piece, z + activation_row(act->rank, 0, piece));
    fmpq_add(y, y, act->offset + piece);
}

maxout_rows maxout_pair(size_t predicate, size_t rank)
{
    maxout_rows pair = {0, 1};
    while (predicate >= rank - 1 - pair.earlier)
        predicate -= rank - 1 - pair.earlier++;
    pair.later = pair.earlier + 1 + predicate;
    return pair;
}

// Rows 0 .. earlier-1 are the first of rank-1, rank-2, .. pairs.
size_t maxout_predicate(maxout_rows pair, size_t rank)
{
    return pair.earlier * (2 * rank - pair.earlier - 1) / 2 + pair.later - pair.earlier - 1;
}
