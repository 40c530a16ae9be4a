// A network on a line by an exact forward pass: pattern, pre-activations as functions of t.
#include "line_pass.h"

#include <flint/fmpq_vec.h>

static line_row row_new(size_t count)
{
    return (line_row){_fmpq_vec_init(2 * (slong)count), count};
}

void line_row_clear(line_row *row)
{
    _fmpq_vec_clear(row->entry, 2 * (slong)row->count);
}

static void value_at(fmpq_t y, const fmpq *of, const fmpq_t t)
{
    fmpq_mul(y, of, t);
    fmpq_add(y, y, of + 1);
}

// slope t + value >= 0 (sign 1) or <= 0 (sign -1), where the pattern holds.
static void demand(line_interval *on, const fmpq *form, const fmpq_t shift, int sign)
{
    fmpq_t end;
    fmpq_init(end);
    fmpq_sub(end, form + 1, shift);
    int slope = fmpq_sgn(form) * sign;
    if (slope == 0) {
        on->empty |= fmpq_sgn(end) * sign < 0;
    } else {
        fmpq_div(end, end, form);
        fmpq_neg(end, end);
        if (slope > 0 && (!on->has_low || fmpq_cmp(end, on->low) > 0)) {
            fmpq_set(on->low, end);
            on->has_low = true;
        }
        if (slope < 0 && (!on->has_high || fmpq_cmp(end, on->high) < 0)) {
            fmpq_set(on->high, end);
            on->has_high = true;
        }
    }
    fmpq_clear(end);
}

static void combine(fmpq *z, const net_layer *layer, size_t row, const line_row *y)
{
    fmpq_zero(z);
    fmpq_set(z + 1, layer->bias + row);
    for (size_t i = 0; i < layer->inputs; i++) {
        const fmpq *w = layer->weight + row * layer->inputs + i;
        fmpq_addmul(z, w, y->entry + 2 * i);
        fmpq_addmul(z + 1, w, y->entry + 2 * i + 1);
    }
}

// The piece of a unit at t, its inequalities, and its output.
static uint32_t pass_unit(fmpq *out, line_interval *on, const activation *act, const fmpq *z,
                          const fmpq_t t)
{
    fmpq *at = _fmpq_vec_init((slong)act->rank);
    for (size_t r = 0; r < act->rank; r++)
        value_at(at + r, z + 2 * r, t);
    uint32_t piece = (uint32_t)activation_piece(act, at);
    const fmpq *taken = z + (act->rank > 1 ? 2 * piece : 0);
    if (act->rank > 1) {
        line_row difference = row_new(1);
        fmpq_t zero;
        fmpq_init(zero);
        for (size_t r = 0; r < act->rank; r++) {
            fmpq_sub(difference.entry, taken, z + 2 * r);
            fmpq_sub(difference.entry + 1, taken + 1, z + 2 * r + 1);
            demand(on, difference.entry, zero, 1);
        }
        fmpq_clear(zero);
        line_row_clear(&difference);
    } else {
        if (piece > 0)
            demand(on, taken, act->breakpoint + piece - 1, 1);
        if (piece + 1 < act->pieces)
            demand(on, taken, act->breakpoint + piece, -1);
    }
    fmpq_mul(out, act->slope + piece, taken);
    fmpq_mul(out + 1, act->slope + piece, taken + 1);
    fmpq_add(out + 1, out + 1, act->offset + piece);
    _fmpq_vec_clear(at, (slong)act->rank);
    return piece;
}

// The whole network at t: pattern, interval, and the output as a function of t.
line_row line_pass(uint32_t *pattern, line_interval *on, const crease_net *net, const fmpq *from,
                   const fmpq *to, const fmpq_t t)
{
    line_row y = row_new(net->inputs);
    for (size_t i = 0; i < net->inputs; i++) {
        fmpq_sub(y.entry + 2 * i, to + i, from + i);
        fmpq_set(y.entry + 2 * i + 1, from + i);
    }
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        line_row z = row_new(layer->rows), next = row_new(layer->units);
        for (size_t r = 0; r < layer->rows; r++)
            combine(z.entry + 2 * r, layer, r, &y);
        for (size_t u = 0; u < layer->units; u++) {
            uint32_t piece = pass_unit(next.entry + 2 * u, on, net_layer_act(layer, u),
                                       z.entry + 2 * layer->unit.row[u], t);
            if (l < crease_net_hidden(net))
                *pattern++ = piece;
        }
        line_row_clear(&z);
        line_row_clear(&y);
        y = next;
    }
    return y;
}
