// Piecewise-linear activations: values, pieces and the questions that settle them.
#include "net/activation.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>

size_t activation_breakpoints(const activation *act)
{
    return act->fan == 1 ? act->pieces - 1 : 0;
}

size_t activation_questions(const activation *act)
{
    return act->fan == 1 ? act->pieces - 1 : act->fan * (act->fan - 1) / 2;
}

void activation_init(activation *act, size_t pieces, size_t fan)
{
    *act = (activation){.pieces = pieces, .fan = fan};
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
    if (act->fan == 1) {
        while (piece + 1 < act->pieces && fmpq_cmp(z, act->breakpoint + piece) > 0)
            piece++;
        return piece;
    }
    for (size_t row = 1; row < act->fan; row++)
        if (fmpq_cmp(z + row, z + piece) > 0)
            piece = row;
    return piece;
}

void activation_apply(fmpq_t y, const activation *act, const fmpq *z)
{
    size_t piece = activation_piece(act, z);
    fmpq_mul(y, act->slope + piece, z + activation_row(act->fan, 0, piece));
    fmpq_add(y, y, act->offset + piece);
}

maxout_rows maxout_pair(size_t question, size_t fan)
{
    maxout_rows pair = {0, 1};
    while (question >= fan - 1 - pair.earlier)
        question -= fan - 1 - pair.earlier++;
    pair.later = pair.earlier + 1 + question;
    return pair;
}

// Rows 0 .. earlier-1 are the first of fan-1, fan-2, .. pairs.
size_t maxout_question(maxout_rows pair, size_t fan)
{
    return pair.earlier * (2 * fan - pair.earlier - 1) / 2 + pair.later - pair.earlier - 1;
}
