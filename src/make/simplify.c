// The smaller network where units stay on one piece.
#include "base/memory.h"
#include "net/net.h"
#include <stdlib.h>

// A layer of the smaller network as it is made. Below, number[i] is the new number of input i, or
// SIZE_MAX if it is constantly 0 and left out.
typedef struct {
    weight_rows rows;
    fmpq *bias;
    size_t row_count, units;
    activation *act;
    uint32_t *kind;
} smaller_layer;

// Adds a row of a layer, times a factor, without inputs that are left out.
static void smaller_add_row(smaller_layer *to, const net_layer *from, size_t row,
                            const fmpq_t factor, const size_t *number)
{
    const sparsity_row entries = sparsity_row_of(&from->support, row);
    for (size_t k = 0; k < entries.count; k++) {
        const fmpq *weight = from->weight + entries.first + k;
        const size_t at = number[row_column(&entries, k)];
        if (at != SIZE_MAX && !fmpq_is_zero(weight) && !fmpq_is_zero(factor))
            fmpq_mul(weight_rows_add(&to->rows, at), weight, factor);
    }
    weight_rows_end(&to->rows);
    fmpq_mul(to->bias + to->row_count++, from->bias + row, factor);
}

// A unit on one piece is slope * row + offset.
static void smaller_add_affine(smaller_layer *to, const net_layer *from, size_t unit, size_t piece,
                               const size_t *number)
{
    const activation *act = net_layer_act(from, unit);
    smaller_add_row(to, from, unit_row(&from->unit, unit, piece), act->slope + piece, number);
    fmpq *bias = to->bias + to->row_count - 1;
    fmpq_add(bias, bias, act->offset + piece);
    activation_parse(to->act + to->units, "linear", NULL);
}

static void smaller_add_unit(smaller_layer *to, const net_layer *from, size_t unit,
                             const size_t *number)
{
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    for (size_t row = from->unit.row[unit]; row < from->unit.row[unit + 1]; row++)
        smaller_add_row(to, from, row, one, number);
    activation_init_copy(to->act + to->units, net_layer_act(from, unit));
    fmpq_clear(one);
}

static int smaller_is_zero(const net_layer *from, size_t unit, uint32_t piece)
{
    const activation *act = net_layer_act(from, unit);
    return piece < act->pieces && fmpq_is_zero(act->slope + piece) &&
           fmpq_is_zero(act->offset + piece);
}

// Sets number[i] for the units of this layer. One is kept, even if all are constantly 0.
static void smaller_layer_of(net_layer *layer, const net_layer *from, const uint32_t *piece,
                             int is_last, size_t inputs, size_t *number)
{
    smaller_layer to = {.bias = memory_new(from->rows, sizeof *to.bias),
                        .act = memory_new(from->units, sizeof *to.act),
                        .kind = memory_new(from->units, sizeof *to.kind)};
    size_t *own = memory_new(from->units, sizeof *own);
    for (size_t j = 0; j < from->rows; j++)
        fmpq_init(to.bias + j);
    for (size_t i = 0; i < from->units; i++) {
        own[i] = SIZE_MAX;
        if (piece && !is_last && smaller_is_zero(from, i, piece[i]) &&
            (to.units || i + 1 < from->units))
            continue;
        if (piece && piece[i] < net_layer_act(from, i)->pieces)
            smaller_add_affine(&to, from, i, piece[i], number);
        else
            smaller_add_unit(&to, from, i, number);
        to.kind[to.units] = (uint32_t)to.units;
        own[i] = to.units++;
    }
    net_layer_init_rows(layer, &to.rows, inputs, to.units, to.act, to.units, to.kind);
    for (size_t j = 0; j < from->rows; j++) {
        if (j < to.row_count)
            fmpq_swap(layer->bias + j, to.bias + j);
        fmpq_clear(to.bias + j);
    }
    for (size_t i = 0; i < from->units; i++)
        number[i] = own[i];
    free(own);
    free(to.bias);
    free(to.act);
    free(to.kind);
}

crease_net *crease_net_simplify(const crease_net *net, const uint32_t *piece)
{
    size_t widest = net->inputs, inputs = net->inputs;
    crease_net *made = net_new(net->inputs, net->layers);
    for (size_t l = 0; l < net->layers; l++)
        widest = net->layer[l].units > widest ? net->layer[l].units : widest;
    size_t *number = memory_new(widest, sizeof *number);
    for (size_t i = 0; i < net->inputs; i++)
        number[i] = i;
    for (size_t l = 0; l < net->layers; l++) {
        const int has_pattern = l < crease_net_hidden(net);
        smaller_layer_of(made->layer + l, net->layer + l, has_pattern ? piece : NULL,
                         l + 1 == net->layers, inputs, number);
        inputs = made->layer[l].units;
        piece += has_pattern ? net->layer[l].units : 0;
    }
    free(number);
    net_finish(made);
    return made;
}
