// The difference of two networks, as one network with both side by side.
#include "base/error.h"
#include "base/memory.h"
#include "net/net.h"
#include <stdlib.h>

static void add_half_rows(weight_rows *rows, const net_layer *half, size_t offset)
{
    for (size_t row = 0; row < half->rows; row++) {
        const sparsity_row entries = sparsity_row_of(&half->support, row);
        for (size_t i = 0; i < entries.count; i++)
            if (!fmpq_is_zero(half->weight + entries.first + i))
                fmpq_set(weight_rows_add(rows, offset + row_column(&entries, i)),
                         half->weight + entries.first + i);
        weight_rows_end(rows);
    }
}

// Both halves side by side; in the first layer they have the inputs in common.
static void join_halves(net_layer *layer, const net_layer *const half[2], bool is_first)
{
    const size_t units = half[0]->units + half[1]->units;
    const size_t inputs = half[0]->inputs + (is_first ? 0 : half[1]->inputs);
    weight_rows rows = {0};
    activation *act = memory_new(units, sizeof *act);
    uint32_t *kind = memory_new(units, sizeof *kind);
    for (size_t h = 0, unit = 0; h < 2; h++) {
        add_half_rows(&rows, half[h], h && !is_first ? half[0]->inputs : 0);
        for (size_t i = 0; i < half[h]->units; i++, unit++) {
            kind[unit] = (uint32_t)unit;
            activation_init_copy(act + unit, net_layer_act(half[h], i));
        }
    }
    net_layer_init_rows(layer, &rows, inputs, units, act, units, kind);
    for (size_t j = 0; j < layer->rows; j++)
        fmpq_set(layer->bias + j,
                 j < half[0]->rows ? half[0]->bias + j : half[1]->bias + j - half[0]->rows);
    free(act);
    free(kind);
}

static const net_layer *layer_or(const crease_net *net, size_t l, const net_layer *behind)
{
    return l < net->layers ? net->layer + l : behind;
}

crease_status crease_net_difference(crease_net **difference, const crease_net *a,
                                    const crease_net *b, crease_error *error)
{
    const size_t inputs = crease_net_inputs(a), outputs = crease_net_outputs(a);
    const size_t layers = a->layers > b->layers ? a->layers : b->layers;
    activation linear;
    net_layer identity;
    if (inputs != crease_net_inputs(b) || outputs != crease_net_outputs(b))
        return error_set(error,
                         "expected two networks of one shape, found %zu inputs and %zu outputs, "
                         "and %zu and %zu",
                         inputs, outputs, crease_net_inputs(b), crease_net_outputs(b));
    crease_net *joined = net_new(inputs, layers + 1);
    net_layer_init_affine(&identity, NULL, outputs, outputs);
    for (size_t l = 0; l < layers; l++) {
        const net_layer *half[] = {layer_or(a, l, &identity), layer_or(b, l, &identity)};
        join_halves(joined->layer + l, half, l == 0);
    }
    net_layer_clear(&identity);
    weight_rows rows = {0};
    for (size_t o = 0; o < outputs; o++) {
        fmpq_one(weight_rows_add(&rows, o));
        fmpq_set_si(weight_rows_add(&rows, outputs + o), -1, 1);
        weight_rows_end(&rows);
    }
    activation_parse(&linear, "linear", NULL);
    net_layer_init_rows(joined->layer + layers, &rows, 2 * outputs, outputs, &linear, 1, NULL);
    net_finish(joined);
    *difference = joined;
    return CREASE_OK;
}
