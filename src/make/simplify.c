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
static void smaller_add_row(smaller_layer *smaller, const net_layer *from, size_t row,
                            const fmpq_t factor, const size_t *number)
{
    const sparsity_row entries = sparsity_row_of(&from->support, row);
    for (size_t k = 0; k < entries.count; k++) {
        const fmpq *weight = from->weight + entries.first + k;
        const size_t input = number[row_column(&entries, k)];
        if (input != SIZE_MAX && !fmpq_is_zero(weight) && !fmpq_is_zero(factor))
            fmpq_mul(weight_rows_add(&smaller->rows, input), weight, factor);
    }
    weight_rows_end(&smaller->rows);
    fmpq_mul(smaller->bias + smaller->row_count++, from->bias + row, factor);
}

// A unit on one piece is slope * row + offset.
static void smaller_add_affine(smaller_layer *smaller, const net_layer *from, size_t unit,
                               size_t piece, const size_t *number)
{
    const activation *act = net_layer_act(from, unit);
    smaller_add_row(smaller, from, unit_row(&from->unit, unit, piece), act->slope + piece, number);
    fmpq *bias = smaller->bias + smaller->row_count - 1;
    fmpq_add(bias, bias, act->offset + piece);
    activation_parse(smaller->act + smaller->units, "linear", NULL);
}

static void smaller_add_unit(smaller_layer *smaller, const net_layer *from, size_t unit,
                             const size_t *number)
{
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    for (size_t row = from->unit.row[unit]; row < from->unit.row[unit + 1]; row++)
        smaller_add_row(smaller, from, row, one, number);
    activation_init_copy(smaller->act + smaller->units, net_layer_act(from, unit));
    fmpq_clear(one);
}

static bool smaller_is_zero(const net_layer *from, size_t unit, uint32_t piece)
{
    const activation *act = net_layer_act(from, unit);
    return piece < act->pieces && fmpq_is_zero(act->slope + piece) &&
           fmpq_is_zero(act->offset + piece);
}

// Sets number[i] for the units of this layer. One is kept, even if all are constantly 0.
static void smaller_layer_of(net_layer *layer, const net_layer *from, const uint32_t *piece,
                             bool is_last, size_t inputs, size_t *number)
{
    smaller_layer smaller = {.bias = memory_new(from->rows, sizeof *smaller.bias),
                             .act = memory_new(from->units, sizeof *smaller.act),
                             .kind = memory_new(from->units, sizeof *smaller.kind)};
    size_t *own = memory_new(from->units, sizeof *own);
    for (size_t j = 0; j < from->rows; j++)
        fmpq_init(smaller.bias + j);
    for (size_t i = 0; i < from->units; i++) {
        own[i] = SIZE_MAX;
        if (piece && !is_last && smaller_is_zero(from, i, piece[i]) &&
            (smaller.units || i + 1 < from->units))
            continue;
        if (piece && piece[i] < net_layer_act(from, i)->pieces)
            smaller_add_affine(&smaller, from, i, piece[i], number);
        else
            smaller_add_unit(&smaller, from, i, number);
        smaller.kind[smaller.units] = (uint32_t)smaller.units;
        own[i] = smaller.units++;
    }
    net_layer_init_rows(layer, &smaller.rows, inputs, smaller.units, smaller.act, smaller.units,
                        smaller.kind);
    for (size_t j = 0; j < from->rows; j++) {
        if (j < smaller.row_count)
            fmpq_swap(layer->bias + j, smaller.bias + j);
        fmpq_clear(smaller.bias + j);
    }
    for (size_t i = 0; i < from->units; i++)
        number[i] = own[i];
    free(own);
    free(smaller.bias);
    free(smaller.act);
    free(smaller.kind);
}

crease_net *crease_net_simplify(const crease_net *net, const uint32_t *piece)
{
    size_t widest = net->inputs, inputs = net->inputs;
    crease_net *simplified = net_new(net->inputs, net->layers);
    for (size_t l = 0; l < net->layers; l++)
        widest = net->layer[l].units > widest ? net->layer[l].units : widest;
    size_t *number = memory_new(widest, sizeof *number);
    for (size_t i = 0; i < net->inputs; i++)
        number[i] = i;
    for (size_t l = 0; l < net->layers; l++) {
        const bool has_pattern = l < crease_net_hidden(net);
        smaller_layer_of(simplified->layer + l, net->layer + l, has_pattern ? piece : NULL,
                         l + 1 == net->layers, inputs, number);
        inputs = simplified->layer[l].units;
        piece += has_pattern ? net->layer[l].units : 0;
    }
    free(number);
    net_finish(simplified);
    return simplified;
}
